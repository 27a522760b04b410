//! The state of a game, and its rules.

use std::ops::ControlFlow;

use gambol_core::random::below;
use gambol_core::{Game, Player, Rng, Scoring, Turn, mix};

use crate::generate::{Board, visit_plays};
use crate::play::Play;
use crate::roll::Roll;
use crate::side::{BAR, CHECKERS, HOME, OFF, PLACES, Side};

/// A game of backgammon without the doubling cube: the checkers, the player to move and the dice.
///
/// An action is the whole turn. A gammon counts 2 and a backgammon 3. Its text is GNU Backgammon's
/// Position ID from the view of the player to move, that player, and the dice, `-` if they are to
/// be rolled, or `opening` before the first roll of a game.
///
/// ```
/// use gambol_backgammon::Backgammon;
/// use gambol_core::GameExt;
///
/// let mut state: Backgammon = "4HPwATDgc/ABMA first 31".parse()?;
/// assert_eq!(state.actions().len(), 16);
/// state.try_play("8/5 6/5".parse()?)?;
/// assert_eq!(state.to_string(), "sGfwATDgc/ABMA second -");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Backgammon {
    sides: [Side; 2],
    to_move: Player,
    pub(crate) dice: Dice,
}

/// The dice of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Dice {
    /// The opening roll decides who begins. It is not a double.
    Opening,
    /// The player to move rolls.
    Due,
    /// The roll to play, with the higher number first.
    Rolled(Roll),
}

impl Default for Backgammon {
    fn default() -> Self {
        Self::new()
    }
}

impl Backgammon {
    /// Creates the start of a game, before the opening roll.
    #[must_use]
    pub fn new() -> Self {
        let mut counts = [0; PLACES as usize];
        for (point, count) in [(24, 2), (13, 5), (8, 3), (6, 5)] {
            counts[point] = count;
        }
        Self { sides: [Side::new(counts); 2], to_move: Player::First, dice: Dice::Opening }
    }

    pub(crate) fn from_parts(own: Side, other: Side, to_move: Player, dice: Dice) -> Self {
        let sides = if to_move == Player::First { [own, other] } else { [other, own] };
        Self { sides, to_move, dice }
    }

    /// Returns the number of checkers of a player on a place, from that player's view: 0 is off, 1
    /// to 24 are the points, 25 is the bar. Other places have none.
    #[must_use]
    pub fn checkers(&self, player: Player, place: u8) -> u8 {
        if place <= BAR as u8 { self.side(player).count(place.into()) as u8 } else { 0 }
    }

    /// Returns the player to move or to roll. Before the opening roll, it is the first player.
    #[must_use]
    pub const fn to_move(&self) -> Player {
        self.to_move
    }

    /// Returns the roll to play, if the dice were rolled.
    #[must_use]
    pub const fn roll(&self) -> Option<Roll> {
        match self.dice {
            Dice::Rolled(roll) => Some(roll),
            Dice::Opening | Dice::Due => None,
        }
    }

    /// Returns the number of pips that a player needs to bear off all checkers.
    #[must_use]
    pub fn pips(&self, player: Player) -> u32 {
        self.side(player).pips()
    }

    /// Whether no checker can be hit any more: all checkers of each side are past the other's.
    #[must_use]
    pub fn is_race(&self) -> bool {
        let [first, second] = self.sides.map(|side| (side.occupied() & !(1 << OFF)).checked_ilog2().unwrap_or(0));
        first + second < 25
    }

    #[inline]
    pub(crate) fn side(&self, player: Player) -> Side {
        self.sides[usize::from(player == Player::Second)]
    }

    #[inline]
    fn board(&self) -> Board {
        Board::new(self.side(self.to_move), self.side(self.to_move.opponent()))
    }

    /// The state after a play with this result.
    #[inline]
    fn after(&self, board: &Board) -> Self {
        Self::from_parts(board.other, board.own, self.to_move.opponent(), Dice::Due)
    }

    /// Calls `visit` with every legal play and the state after it.
    #[inline]
    fn visit<F>(&self, mut visit: F) -> ControlFlow<()>
    where
        F: FnMut(Play, Self) -> ControlFlow<()>,
    {
        let Dice::Rolled(roll) = self.dice else { return ControlFlow::Continue(()) };
        visit_plays(&self.board(), roll, |play, after| visit(play, self.after(after)))
    }

    /// Returns the legal play with the result of these moves, which may be written in any order and
    /// die by die. `None` if there is none.
    ///
    /// ```
    /// use gambol_backgammon::Backgammon;
    ///
    /// let state: Backgammon = "4HPwATDgc/ABMA first 63".parse()?;
    /// let play = state.find_play("24/21 21/15".parse()?).ok_or("illegal")?;
    /// assert_eq!(play.to_string(), "24/15");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn find_play(&self, play: Play) -> Option<Play> {
        // Moves from empty places would wrap around.
        let mut left = self.side(self.to_move);
        for step in play.moves() {
            if left.count(step.from().into()) == 0 {
                return None;
            }
            left.remove(step.from().into());
            left.add(step.to().into());
        }
        let mut board = self.board();
        board.play_checked(play);
        let wanted = self.after(&board);
        let mut found = None;
        let _ = self.visit(|legal, after| {
            found = (after == wanted).then_some(legal);
            if found.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        found
    }
}

/// The points of a win: 1, 2 for a gammon, 3 for a backgammon.
fn points(loser: Side) -> i64 {
    // The home board of the winner.
    let behind = loser.occupied() & (0x3F << 19 | 1 << BAR);
    match (loser.count(OFF), behind) {
        (0, 0) => 2,
        (0, _) => 3,
        _ => 1,
    }
}

impl Game for Backgammon {
    type Action = Play;
    type Outcome = Roll;
    const PLAYERS: usize = 2;
    const SCORING: Scoring = Scoring::Points;

    #[inline]
    fn turn(&self) -> Turn {
        match self.dice {
            Dice::Rolled(_) => Turn::Player(self.to_move),
            // The player who moved last may have borne off the last checker.
            _ if self.side(self.to_move.opponent()).is_off() => Turn::Over,
            _ => Turn::Chance,
        }
    }

    #[inline]
    fn score(&self) -> i64 {
        let winner = self.to_move.opponent();
        if self.side(winner).is_off() { winner.sign() * points(self.side(self.to_move)) } else { 0 }
    }

    #[inline]
    fn visit_actions<F>(&self, mut visit: F) -> ControlFlow<()>
    where
        F: FnMut(Play) -> ControlFlow<()>,
    {
        let Dice::Rolled(roll) = self.dice else { return ControlFlow::Continue(()) };
        visit_plays(&self.board(), roll, |play, _| visit(play))
    }

    fn visit_outcomes<F>(&self, mut visit: F) -> ControlFlow<()>
    where
        F: FnMut(Roll, f64) -> ControlFlow<()>,
    {
        if self.turn() != Turn::Chance {
            return ControlFlow::Continue(());
        }
        let is_opening = self.dice == Dice::Opening;
        (0..36).map(Roll::of_index).try_for_each(|roll| {
            let probability = match (is_opening, roll.is_double()) {
                (true, false) => 1.0 / 30.0,
                (false, true) => 1.0 / 36.0,
                (false, false) if roll.is_descending() => 1.0 / 18.0,
                // A double that is rolled again, or a roll that is listed the other way round.
                _ => return ControlFlow::Continue(()),
            };
            visit(roll, probability)
        })
    }

    #[inline]
    fn play(&mut self, play: Play) {
        let mut board = self.board();
        board.play(play);
        *self = self.after(&board);
    }

    #[inline]
    fn resolve(&mut self, roll: Roll) {
        if self.dice == Dice::Opening && !roll.is_descending() {
            self.to_move = Player::Second;
        }
        self.dice = Dice::Rolled(roll.ordered());
    }

    #[inline]
    fn visit_afterstates<F>(&self, visit: F) -> ControlFlow<()>
    where
        F: FnMut(Play, Self) -> ControlFlow<()>,
    {
        self.visit(visit)
    }

    fn random_outcome<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<Roll> {
        if self.turn() != Turn::Chance {
            return None;
        }
        Some(match self.dice {
            Dice::Opening => {
                let index = below(rng, 30);
                // The doubles are 0, 7, 14, …: one after each six others.
                Roll::of_index(index + index / 6 + 1)
            }
            _ => Roll::of_index(below(rng, 36)).ordered(),
        })
    }

    #[inline]
    fn key(&self) -> u64 {
        let dice = match self.dice {
            Dice::Opening => 1,
            Dice::Due => 2,
            Dice::Rolled(roll) => u64::from(roll.high()) << 8 | u64::from(roll.low()) << 4,
        };
        let [a, b] = self.sides[0].words();
        let [c, d] = self.sides[1].words();
        let rest = dice << 1 | u64::from(self.to_move == Player::Second);
        mix(mix(a ^ b.rotate_left(6), c ^ d.rotate_left(6)), mix(b, mix(d, rest)))
    }
}

/// Whether both sides are on the bar against closed boards, so that nobody can ever move.
pub(crate) fn is_stuck(sides: [Side; 2]) -> bool {
    sides.iter().all(|side| side.many() & HOME == HOME && side.count(BAR) > 0)
}

/// Whether the sides can be those of a game: no point has checkers of both, and not both have borne
/// off everything.
pub(crate) fn is_valid(own: Side, other: Side) -> bool {
    let total = |side: Side| (0..PLACES).map(|place| side.count(place)).sum::<u32>();
    total(own) == CHECKERS
        && total(other) == CHECKERS
        && own.occupied() & crate::side::mirrored(other.occupied()) == 0
        && !(own.is_off() && other.is_off())
}

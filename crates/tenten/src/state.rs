//! The state, and its transitions by placements and deals.

use alloc::format;
use alloc::string::ToString;
use core::ops::ControlFlow;

use gambol_core::random::Rng;
use gambol_core::{Game, Illegal, Player, Turn, mix};

use crate::board::Board;
use crate::cells::Cells;
use crate::chance::{self, Deal};
use crate::hand::Hand;
use crate::moves::{self, Placement};
use crate::rules::Rules;

/// The greatest score of a state and of a text, far beyond any game and exact in every number
/// format in use. Scores saturate there, so that every state that is reached from a text has a
/// text.
pub(crate) const GREATEST_SCORE: i64 = 1_000_000_000_000_000;

/// A state of 1010!: the board, the hand and the score, under some [`Rules`].
///
/// The score saturates at 10¹⁵. The text form is `rows hand score`, followed by the rules if they
/// are not the default:
///
/// ```
/// use gambol_core::{Game, Turn};
/// use gambol_tenten::TenTen;
/// let state: TenTen = "xxxxxxxxx1/10/10/10/10/10/10/10/10/10 o1,v2 9".parse()?;
/// let mut after = state;
/// after.play("o1@j1".parse()?);
/// assert_eq!(after.to_string(), "10/10/10/10/10/10/10/10/10/10 v2 20");
/// # Ok::<(), gambol_core::TextError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TenTen {
    board: Board,
    score: i64,
    hand: Hand,
    /// Whether the hand is not empty and none of its pieces fits. Follows from board and hand;
    /// cached because every `turn` needs it.
    stuck: bool,
    /// The places of the first piece of the hand, cached because `stuck` follows from them.
    places: Cells,
    rules: Rules,
}

impl TenTen {
    /// The start of a game: an empty board, with the first deal due.
    pub const fn new(rules: Rules) -> Self {
        Self { board: Board::EMPTY, score: 0, hand: Hand::EMPTY, stuck: false, places: Cells::EMPTY, rules }
    }

    /// A state from its parts, which must be those of a game.
    pub(crate) fn from_parts(board: Board, hand: Hand, score: i64, rules: Rules) -> Self {
        let mut state = Self { board, score, hand, stuck: false, places: Cells::EMPTY, rules };
        state.look_for_room();
        state
    }

    /// The board: its filled cells.
    #[inline]
    pub const fn board(&self) -> Board {
        self.board
    }

    /// The hand: the dealt pieces that are not yet placed.
    #[inline]
    pub const fn hand(&self) -> Hand {
        self.hand
    }

    /// The rules.
    #[inline]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Draws a deal. Called, so that the other two moves of a hand only test whether one is due.
    #[inline(never)]
    fn deal<R: Rng + ?Sized>(&mut self, rng: &mut R) {
        self.resolve(chance::random(&self.rules, rng));
    }

    #[inline]
    fn look_for_room(&mut self) {
        (self.places, self.stuck) = moves::first_places(self.board, self.hand);
    }
}

impl Default for TenTen {
    fn default() -> Self {
        Self::new(Rules::default())
    }
}

impl Game for TenTen {
    type Action = Placement;
    type Outcome = Deal;
    const PLAYERS: usize = 1;

    #[inline]
    fn turn(&self) -> Turn {
        if self.hand.is_empty() {
            Turn::Chance
        } else if self.stuck {
            Turn::Over
        } else {
            Turn::Player(Player::First)
        }
    }

    #[inline]
    fn score(&self) -> i64 {
        self.score
    }

    #[inline]
    fn visit_actions<F>(&self, visit: F) -> ControlFlow<()>
    where
        F: FnMut(Placement) -> ControlFlow<()>,
    {
        moves::visit(self.board, self.hand, self.places, visit)
    }

    fn visit_outcomes<F>(&self, visit: F) -> ControlFlow<()>
    where
        F: FnMut(Deal, f64) -> ControlFlow<()>,
    {
        if self.hand.is_empty() { chance::visit(&self.rules, visit) } else { ControlFlow::Continue(()) }
    }

    #[inline]
    fn play(&mut self, action: Placement) {
        let (board, lines) = self.board.place(action);
        self.board = board;
        self.score = (self.score + self.rules.points(action.piece(), lines)).min(GREATEST_SCORE);
        self.hand = self.hand.without(action.piece());
        self.look_for_room();
    }

    #[inline]
    fn resolve(&mut self, outcome: Deal) {
        self.hand = outcome.hand();
        self.look_for_room();
    }

    fn check_action(&self, action: Placement) -> Result<(), Illegal> {
        let rule = if self.stuck {
            Some("the game is over".into())
        } else {
            moves::broken_rule(self.board, self.hand, action)
        };
        rule.map_or(Ok(()), |rule| Err(Illegal::new(action.to_string(), rule)))
    }

    fn check_outcome(&self, outcome: Deal) -> Result<(), Illegal> {
        let refuse = |rule| Err(Illegal::new(outcome.to_string(), rule));
        if self.stuck {
            return refuse("the game is over".to_string());
        }
        if !self.hand.is_empty() {
            return refuse(format!("the hand still has {}", self.hand));
        }
        match outcome.pieces().into_iter().find(|&piece| self.rules.weight(piece) == 0) {
            Some(piece) => refuse(format!("{piece} has weight 0 in these rules")),
            None => Ok(()),
        }
    }

    #[inline]
    fn random_action<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<Placement> {
        moves::random(self.board, self.hand, self.places, rng)
    }

    #[inline]
    fn random_outcome<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<Deal> {
        self.hand.is_empty().then(|| chance::random(&self.rules, rng))
    }

    /// One deal ends the chance: the hand has pieces then.
    #[inline]
    fn settle<R: Rng + ?Sized>(&mut self, rng: &mut R) {
        if self.hand.is_empty() {
            self.deal(rng);
        }
    }

    /// Excludes the score, which affects no points. Includes the rules.
    #[inline]
    fn key(&self) -> u64 {
        let bits = self.board.filled().bits();
        mix(mix(self.hand.number() ^ self.rules.key(), bits as u64), (bits >> 64) as u64)
    }

    /// Eight for any weights: the image of a state has the images of the pieces' weights.
    fn symmetries(&self) -> usize {
        8
    }

    fn transform(&self, symmetry: usize) -> Self {
        let (board, hand) = (self.board.transform(symmetry), self.hand.transform(symmetry));
        Self::from_parts(board, hand, self.score, self.rules.transform(symmetry))
    }

    fn transform_action(&self, symmetry: usize, action: Placement) -> Placement {
        action.transform(symmetry)
    }

    fn transform_outcome(&self, symmetry: usize, outcome: Deal) -> Deal {
        outcome.transform(symmetry)
    }
}

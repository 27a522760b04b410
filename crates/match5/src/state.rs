//! The state of a game, and its transitions by moves.

use core::fmt;
use core::hash::{Hash, Hasher};
use core::ops::ControlFlow;

use gambol_core::{Cell, Game, Illegal, NoChance, Player, Rng, Turn};

use crate::bits::Bits;
use crate::board::{OTHER_SIDE, cells, empty_key, has_row, index, row_through, rows, stone_key, transform};
use crate::rules::{Colour, Rules, RulesError};

/// A position of Match5: the stones on the board, the side to move, and the rules.
///
/// `B` is the type of the set of a colour's stones: [`u128`] for edges up to 11,
/// [`Wide`](crate::Wide) for all edges. Texts, keys and games do not depend on it.
///
/// The first player is the side that began, of either colour. The score is +1 if it has won, -1 if
/// it has lost, and otherwise 0.
///
/// ```
/// use gambol_core::{Game, Player, Turn};
/// use gambol_match5::{Colour, Match5, Rules};
///
/// let mut game = Match5::<u128>::new(Rules::MATCH5.starting(Colour::Blue))?;
/// assert_eq!((game.turn(), game.side()), (Turn::Player(Player::First), Colour::Blue));
/// game.play("e5".parse()?);
/// assert_eq!(game.to_string(), "9/9/9/9/4b4/9/9/9/9 r");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct Match5<B: Bits = u128> {
    /// The stones of the side to move.
    own: B,
    /// The stones of the side that has just moved. Exchanging two sets is faster than indexing
    /// them.
    other: B,
    /// Zobrist key, updated by each move.
    key: u64,
    /// The number of free cells.
    left: u16,
    edge: u8,
    row: u8,
    side: Colour,
    starts: Colour,
    /// Whether the side that has just moved has a row.
    won: bool,
}

impl<B: Bits> Match5<B> {
    /// The empty board, with the colour that begins to move.
    ///
    /// # Errors
    ///
    /// Returns an error if the board does not fit the type: an edge above 11 for `u128`.
    /// [`Wide`](crate::Wide) fits all boards.
    pub fn new(rules: Rules) -> Result<Self, RulesError> {
        if rules.edge() > B::EDGE {
            return Err(RulesError::TypeTooSmall { edge: rules.edge(), greatest: B::EDGE });
        }
        Ok(Self::from_stones(rules, rules.starts(), B::EMPTY, B::EMPTY))
    }

    /// A position from the stones of the side to move and those of the other side. The board must
    /// fit the type.
    pub(crate) fn from_stones(rules: Rules, side: Colour, own: B, other: B) -> Self {
        let (edge, row) = (rules.edge(), rules.row());
        let stones = |set: B, colour| cells(set).fold(0, |key, cell| key ^ stone_key(colour, cell));
        let turn = if side == Colour::Red { 0 } else { OTHER_SIDE };
        Self {
            own,
            other,
            key: empty_key(edge, row) ^ turn ^ stones(own, side) ^ stones(other, side.other()),
            left: (u16::from(edge) * u16::from(edge)).saturating_sub((own | other).count() as u16),
            edge,
            row,
            side,
            starts: rules.starts(),
            won: has_row(other, edge, row),
        }
    }

    /// The rules, with the colour that began this game.
    #[must_use]
    pub fn rules(&self) -> Rules {
        // The edge and the row come from valid rules.
        Rules::new(self.edge, self.row).unwrap_or_default().starting(self.starts)
    }

    /// The number of columns and of rows of the board.
    #[must_use]
    #[inline]
    pub fn edge(&self) -> u8 {
        self.edge
    }

    /// The least number of stones in a row that win.
    #[must_use]
    #[inline]
    pub fn row(&self) -> u8 {
        self.row
    }

    /// The colour to move; in ended games, the next one in turn.
    #[must_use]
    #[inline]
    pub fn side(&self) -> Colour {
        self.side
    }

    /// The number of free cells.
    #[must_use]
    #[inline]
    pub fn left(&self) -> u16 {
        self.left
    }

    /// The colour of the stone on a cell; `None` if the cell is free or off the board.
    ///
    /// ```
    /// use gambol_core::Cell;
    /// use gambol_match5::{Colour, Match5};
    /// let game: Match5 = "r8/9/9/9/9/9/9/9/9 b".parse()?;
    /// assert_eq!(game.stone(Cell::new(0, 0)), Some(Colour::Red));
    /// assert_eq!(game.stone(Cell::new(1, 0)), None);
    /// # Ok::<(), gambol_core::TextError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn stone(&self, cell: Cell) -> Option<Colour> {
        if !self.holds(cell) {
            return None;
        }
        let bit = B::bit(index::<B>(cell));
        if !(self.own & bit).is_empty() {
            Some(self.side)
        } else if !(self.other & bit).is_empty() {
            Some(self.side.other())
        } else {
            None
        }
    }

    /// The cells with stones of a colour, from the top left, row by row.
    pub fn stones(&self, colour: Colour) -> impl Iterator<Item = Cell> + use<B> {
        cells(if colour == self.side { self.own } else { self.other })
    }

    /// The colour that has won by a row; `None` otherwise.
    #[must_use]
    #[inline]
    pub fn winner(&self) -> Option<Colour> {
        self.won.then_some(self.side.other())
    }

    /// Iterates over the cells of the winning row, from the top left, row by row; of all rows if
    /// the last stone completed several. Empty unless a side has won.
    ///
    /// ```
    /// use gambol_match5::Match5;
    /// let game: Match5 = "rrrrrr3/bbbb1b3/9/9/9/9/9/9/9 b".parse()?;
    /// let names: Vec<String> = game.winning_run().map(|cell| cell.to_string()).collect();
    /// assert_eq!(names, ["a1", "b1", "c1", "d1", "e1", "f1"]);
    /// # Ok::<(), gambol_core::TextError>(())
    /// ```
    pub fn winning_run(&self) -> impl Iterator<Item = Cell> + use<B> {
        cells(if self.won { rows(self.other, self.edge, self.row) } else { B::EMPTY })
    }

    /// The stones of the side to move, and those of the other side.
    #[inline]
    pub(crate) fn sides(&self) -> (B, B) {
        (self.own, self.other)
    }

    #[inline]
    pub(crate) fn ended(&self) -> bool {
        self.won || self.left == 0
    }

    #[inline]
    fn holds(&self, cell: Cell) -> bool {
        cell.column < self.edge && cell.row < self.edge
    }

    /// The fields that are compared. In every position of a game, they determine the others.
    fn essence(&self) -> (B, B, u8, u8, Colour) {
        (self.own, self.other, self.edge, self.row, self.side)
    }
}

/// The empty 9×9 board; five in a row win; red begins.
impl<B: Bits> Default for Match5<B> {
    fn default() -> Self {
        Self::from_stones(Rules::MATCH5, Colour::Red, B::EMPTY, B::EMPTY)
    }
}

impl<B: Bits> PartialEq for Match5<B> {
    fn eq(&self, other: &Self) -> bool {
        self.essence() == other.essence()
    }
}

impl<B: Bits> Eq for Match5<B> {}

impl<B: Bits> Hash for Match5<B> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.essence().hash(hasher);
    }
}

/// Formats the text form, since sets of bits are hard to read.
impl<B: Bits> fmt::Debug for Match5<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Match5").field(&format_args!("{self}")).finish()
    }
}

impl<B: Bits> Game for Match5<B> {
    type Action = Cell;
    type Outcome = NoChance;
    const PLAYERS: usize = 2;

    #[inline]
    fn turn(&self) -> Turn {
        if self.ended() {
            Turn::Over
        } else if self.side == self.starts {
            Turn::Player(Player::First)
        } else {
            Turn::Player(Player::Second)
        }
    }

    #[inline]
    fn score(&self) -> i64 {
        match self.winner() {
            None => 0,
            Some(colour) if colour == self.starts => 1,
            Some(_) => -1,
        }
    }

    #[inline]
    fn visit_actions<F>(&self, visit: F) -> ControlFlow<()>
    where
        F: FnMut(Cell) -> ControlFlow<()>,
    {
        self.visit_free(visit)
    }

    #[inline]
    fn visit_outcomes<F>(&self, _: F) -> ControlFlow<()>
    where
        F: FnMut(NoChance, f64) -> ControlFlow<()>,
    {
        ControlFlow::Continue(())
    }

    /// Places a stone. Does nothing for a cell off the board.
    #[inline]
    fn play(&mut self, cell: Cell) {
        if !self.holds(cell) {
            return;
        }
        let grown = self.own | B::bit(index::<B>(cell));
        self.own = self.other;
        self.other = grown;
        self.key ^= stone_key(self.side, cell) ^ OTHER_SIDE;
        self.left = self.left.saturating_sub(1);
        self.side = self.side.other();
        self.won = row_through(grown, cell, self.edge, self.row);
    }

    #[inline]
    fn resolve(&mut self, outcome: NoChance) {
        match outcome {}
    }

    fn check_action(&self, cell: Cell) -> Result<(), Illegal> {
        self.check_place(cell)
    }

    fn check_outcome(&self, outcome: NoChance) -> Result<(), Illegal> {
        match outcome {}
    }

    #[inline]
    fn random_action<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<Cell> {
        self.random_free(rng)
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    fn symmetries(&self) -> usize {
        8
    }

    fn transform(&self, symmetry: usize) -> Self {
        let image = |set| transform(set, symmetry, self.edge);
        Self::from_stones(self.rules(), self.side, image(self.own), image(self.other))
    }

    fn transform_action(&self, symmetry: usize, cell: Cell) -> Cell {
        cell.transform(symmetry, self.edge)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::Wide;
    use alloc::string::ToString;
    use alloc::vec::Vec;
    use gambol_core::{GameExt, Seed};

    fn game(text: &str) -> Match5 {
        text.parse().unwrap_or_else(|error| panic!("{error}"))
    }

    #[test]
    fn boards_that_do_not_fit_are_refused() {
        let error = Match5::<u128>::new(Rules::new(12, 5).unwrap()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "an edge of 12 cells does not fit the type, which takes up to 11; `Match5<Wide>` takes up to 20"
        );
        for edge in 5..=20 {
            let rules = Rules::new(edge, 5).unwrap();
            assert_eq!(Match5::<u128>::new(rules).is_ok(), edge <= 11);
            assert_eq!(Match5::<Wide>::new(rules).unwrap().actions().len(), usize::from(edge).pow(2));
        }
    }

    #[test]
    fn what_is_kept_up_to_date_is_what_a_fresh_state_has() {
        fn compare<B: Bits>() {
            let mut rng = Seed::new(3).rng();
            for edge in 5..=B::EDGE {
                for row in 3..=6.min(edge) {
                    for _ in 0..20 {
                        let mut game = Match5::<B>::new(Rules::new(edge, row).unwrap()).unwrap();
                        while game.random_step(&mut rng).is_some() {
                            let fresh = Match5::from_stones(game.rules(), game.side, game.own, game.other);
                            assert_eq!(
                                (fresh.key, fresh.left, fresh.won, fresh.turn()),
                                (game.key, game.left, game.won, game.turn()),
                                "{game}"
                            );
                        }
                    }
                }
            }
        }
        compare::<u128>();
        compare::<Wide>();
    }

    #[test]
    fn keys_tell_sides_rows_and_edges_apart() {
        let keys: Vec<u64> =
            ["5/5/5/5/5 r", "5/5/5/5/5 b", "5/5/5/5/5 r row=4", "6/6/6/6/6/6 r"].map(|text| game(text).key()).into();
        for (index, key) in keys.iter().enumerate() {
            assert!(!keys[..index].contains(key));
        }
    }

    #[test]
    fn illegal_moves_do_no_worse_than_leave_a_strange_board() {
        let mut game = Match5::<u128>::default();
        for cell in [Cell::new(255, 255), Cell::new(9, 0), Cell::new(0, 0), Cell::new(0, 0)] {
            game.play(cell);
        }
        let mut rng = Seed::new(4).rng();
        while game.random_step(&mut rng).is_some() {}
        for _ in 0..200 {
            game.play(Cell::new(1, 1));
        }
        assert!(game.is_over());
    }

    #[test]
    fn states_are_small() {
        assert_eq!(size_of::<Match5>(), 48);
        assert_eq!(size_of::<Match5<Wide>>(), 128);
    }
}

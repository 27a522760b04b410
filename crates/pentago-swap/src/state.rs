//! The state of a game, and its rules.

use alloc::string::ToString;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::ops::ControlFlow;

use gambol_core::random::below;
use gambol_core::{Cell, Game, Illegal, NoChance, Player, Rng, Turn, mix};

use crate::board::{ALL_LANES, Quadrant, lanes_of, mask, mask_of};
use crate::moves::{Move, Swap};
use crate::tables::{bit, fives, nth_cell, pattern, turn};

/// A position of Pentago-Swap: the pieces of both sides, which determine the side to move and the
/// result.
///
/// [`new`](Self::new) is the empty board; other positions come from play, from text, or from
/// [`from_masks`](Self::from_masks).
/// The text form is the rows from the top and the side to move, `6/6/5w/6/6/6 b`.
#[derive(Clone, Copy)]
pub struct PentagoSwap {
    /// White's pieces, in lanes.
    white: u64,
    /// Black's pieces, in lanes.
    black: u64,
    /// The number of moves played, which is the number of pieces.
    plies: u8,
    /// The result, which follows from the pieces; cached because every caller needs it.
    standing: Standing,
}

/// The result of a game, or `Open`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    Open,
    White,
    Black,
    Drawn,
}

/// The number of moves after which a side can first have five pieces.
const FIRST_WIN: u8 = 9;

/// The number of moves that fill the board.
const LAST_PLY: u8 = 36;

impl PentagoSwap {
    /// The start of a game: the empty board, white to move.
    #[must_use]
    pub const fn new() -> Self {
        Self { white: 0, black: 0, plies: 0, standing: Standing::Open }
    }

    /// The position with these lanes, whose number of pieces is `plies`.
    pub(crate) fn from_lanes(white: u64, black: u64, plies: u8) -> Self {
        Self { white, black, plies, standing: judge(white, black, plies) }
    }

    /// White's and black's pieces, in lanes.
    pub(crate) const fn lanes(&self) -> (u64, u64) {
        (self.white, self.black)
    }

    /// White's and black's lanes after a piece of the side to move has been placed.
    #[inline]
    pub(crate) const fn placed(&self, bit: u64) -> (u64, u64) {
        let black_moves = 0_u64.wrapping_sub((self.plies & 1) as u64);
        (self.white | (bit & !black_moves), self.black | (bit & black_moves))
    }

    /// The number of moves played so far, which is the number of pieces on the board: 0 to 36.
    #[must_use]
    pub const fn plies(&self) -> u32 {
        self.plies as u32
    }

    /// The pieces of one side as a mask: bit `6 * row + column`, rows from the top.
    #[must_use]
    pub const fn pieces(&self, player: Player) -> u64 {
        match player {
            Player::First => mask_of(self.white),
            Player::Second => mask_of(self.black),
        }
    }

    /// White's pieces as a mask; white is the first player.
    #[must_use]
    pub const fn white(&self) -> u64 {
        mask_of(self.white)
    }

    /// Black's pieces as a mask; black is the second player.
    #[must_use]
    pub const fn black(&self) -> u64 {
        mask_of(self.black)
    }

    /// The empty cells as a mask.
    #[must_use]
    pub const fn empty(&self) -> u64 {
        mask_of(!(self.white | self.black) & ALL_LANES)
    }

    /// The pieces of one side in one quadrant: bits 0 to 8, row by row. For tables by quadrant.
    ///
    /// ```
    /// use gambol_core::Player;
    /// use gambol_pentago_swap::{PentagoSwap, Quadrant};
    /// let game: PentagoSwap = "6/6/6/6/3b2/3w1w b".parse()?;
    /// assert_eq!(game.quadrant(Player::First, Quadrant::D), 0b101_000_000);
    /// # Ok::<(), gambol_core::TextError>(())
    /// ```
    #[must_use]
    #[inline]
    pub const fn quadrant(&self, player: Player, quadrant: Quadrant) -> u16 {
        let lanes = match player {
            Player::First => self.white,
            Player::Second => self.black,
        };
        pattern(lanes, quadrant as usize) as u16
    }

    /// The owner of the piece on a cell; `None` if the cell is empty or off the board.
    #[must_use]
    pub const fn piece(&self, cell: Cell) -> Option<Player> {
        let lanes = lanes_of(mask(cell));
        if self.white & lanes != 0 {
            Some(Player::First)
        } else if self.black & lanes != 0 {
            Some(Player::Second)
        } else {
            None
        }
    }

    /// The winner; `None` if the game is not over or drawn.
    #[must_use]
    pub const fn winner(&self) -> Option<Player> {
        match self.standing {
            Standing::White => Some(Player::First),
            Standing::Black => Some(Player::Second),
            Standing::Open | Standing::Drawn => None,
        }
    }

    /// Whether the game is drawn: both sides have five in a row, or the board is full and neither
    /// has.
    #[must_use]
    pub const fn is_drawn(&self) -> bool {
        matches!(self.standing, Standing::Drawn)
    }

    /// The side to move by the number of pieces, even if the game is over.
    pub(crate) const fn side(&self) -> Player {
        if self.plies & 1 == 0 { Player::First } else { Player::Second }
    }
}

/// Computes the result after a swap.
#[inline]
fn judge(white: u64, black: u64, plies: u8) -> Standing {
    if plies < FIRST_WIN {
        return Standing::Open;
    }
    match (fives(white) != 0, fives(black) != 0) {
        (false, false) if plies < LAST_PLY => Standing::Open,
        (true, false) => Standing::White,
        (false, true) => Standing::Black,
        _ => Standing::Drawn,
    }
}

impl Default for PentagoSwap {
    fn default() -> Self {
        Self::new()
    }
}

/// Compares only the pieces, which determine the other fields.
impl PartialEq for PentagoSwap {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.white == other.white && self.black == other.black
    }
}

impl Eq for PentagoSwap {}

impl Hash for PentagoSwap {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.white);
        state.write_u64(self.black);
    }
}

/// Formats the text form, since bits in lanes are hard to read.
impl fmt::Debug for PentagoSwap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PentagoSwap({self})")
    }
}

impl Game for PentagoSwap {
    type Action = Move;
    type Outcome = NoChance;
    const PLAYERS: usize = 2;

    #[inline]
    fn turn(&self) -> Turn {
        match self.standing {
            Standing::Open => Turn::Player(self.side()),
            _ => Turn::Over,
        }
    }

    #[inline]
    fn score(&self) -> i64 {
        match self.standing {
            Standing::White => 1,
            Standing::Black => -1,
            Standing::Open | Standing::Drawn => 0,
        }
    }

    /// Visits six moves for every empty cell: cells row by row from the top left, swaps in the
    /// order of [`Swap::ALL`].
    #[inline]
    fn visit_actions<F>(&self, mut visit: F) -> ControlFlow<()>
    where
        F: FnMut(Move) -> ControlFlow<()>,
    {
        if self.standing != Standing::Open {
            return ControlFlow::Continue(());
        }
        let mut empty = self.empty();
        while empty != 0 {
            let cell = empty.trailing_zeros() as u8;
            for swap in Swap::ALL {
                visit(Move::at(cell, swap))?;
            }
            empty &= empty - 1;
        }
        ControlFlow::Continue(())
    }

    fn visit_outcomes<F>(&self, _: F) -> ControlFlow<()>
    where
        F: FnMut(NoChance, f64) -> ControlFlow<()>,
    {
        ControlFlow::Continue(())
    }

    #[inline]
    fn play(&mut self, action: Move) {
        let (white, black) = self.placed(bit(action.cell_index()));
        self.white = action.swap().apply(white);
        self.black = action.swap().apply(black);
        self.plies = self.plies.wrapping_add(1);
        self.standing = judge(self.white, self.black, self.plies);
    }

    fn resolve(&mut self, outcome: NoChance) {
        match outcome {}
    }

    fn check_action(&self, action: Move) -> Result<(), Illegal> {
        let refuse = |rule: &'static str| Err(Illegal::new(action.to_string(), rule));
        match self.standing {
            Standing::White => refuse("the game is over, white has five in a row"),
            Standing::Black => refuse("the game is over, black has five in a row"),
            Standing::Drawn if fives(self.white) != 0 => refuse("the game is over, both sides have five in a row"),
            Standing::Drawn => refuse("the game is over, the board is full"),
            Standing::Open => match self.piece(action.cell()) {
                Some(Player::First) => refuse("a piece goes on an empty cell, and white is on this one"),
                Some(Player::Second) => refuse("a piece goes on an empty cell, and black is on this one"),
                None => Ok(()),
            },
        }
    }

    fn visit_candidates<F>(&self, mut visit: F) -> ControlFlow<()>
    where
        F: FnMut(Move) -> ControlFlow<()>,
    {
        self.visit_successors(|action, _| visit(action))
    }

    /// Draws once from the generator: a number below six times the number of empty cells.
    #[inline]
    fn random_action<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<Move> {
        if self.standing != Standing::Open {
            return None;
        }
        let empty = !(self.white | self.black) & ALL_LANES;
        let drawn = below(rng, 6 * u32::from(LAST_PLY.saturating_sub(self.plies)));
        Some(Move::at(nth_cell(empty, drawn / 6), Swap::ALL[(drawn % 6) as usize]))
    }

    fn winning_action(&self) -> Option<Move> {
        self.win_at_once()
    }

    #[inline]
    fn key(&self) -> u64 {
        mix(mix(0x5057_4150, self.white), self.black)
    }

    /// Eight: the symmetries of the square, numbered as in [`Cell::transform`].
    fn symmetries(&self) -> usize {
        8
    }

    fn transform(&self, symmetry: usize) -> Self {
        if symmetry >= 8 {
            return *self;
        }
        Self { white: turn(self.white, symmetry), black: turn(self.black, symmetry), ..*self }
    }

    fn transform_action(&self, symmetry: usize, action: Move) -> Move {
        action.transform(symmetry)
    }
}

#[cfg(test)]
mod tests;

//! Connect four on bitboards.

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use gambol::game::NoChance;
use gambol::prelude::*;

/// A state of connect four: seven columns of six cells.
///
/// Column `c` has bits `7c..7c + 6`, from the bottom; the bit above a column is never set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct ConnectFour {
    /// Stones of the player to move.
    own: u64,
    /// Stones of both players.
    all: u64,
    /// Whether the last stone completed a line.
    is_won: bool,
}

const BOTTOM: u64 = 0x0000_0408_1020_4081;
const BOARD: u64 = BOTTOM * 63;

impl ConnectFour {
    /// Number of stones.
    fn plies(self) -> u32 {
        self.all.count_ones()
    }

    /// The player whose turn follows the stones so far, also in an ended game.
    fn side(self) -> Player {
        if self.plies().is_multiple_of(2) { Player::First } else { Player::Second }
    }

    /// Writes the symbols of the cells, row by row from the bottom: 0 for an empty cell that no
    /// stone can reach in this turn, 1 for a stone of the first player, 2 for one of the second, 3
    /// for an empty cell that the next stone of its column takes.
    pub(crate) fn symbols(&self, symbols: &mut [u8]) {
        let first = if self.side() == Player::First { self.own } else { self.own ^ self.all };
        let reachable = self.all + BOTTOM;
        for (cell, symbol) in symbols.iter_mut().enumerate() {
            let bit = 7 * (cell % 7) + cell / 7;
            let is = |stones: u64| (stones >> bit & 1) as u8;
            *symbol = if is(self.all) == 1 { 2 - is(first) } else { 3 * is(reachable) };
        }
    }
}

fn has_line(stones: u64) -> bool {
    [1, 6, 7, 8].into_iter().any(|step| {
        let pairs = stones & stones >> step;
        pairs & pairs >> (2 * step) != 0
    })
}

impl Game for ConnectFour {
    type Action = u8;
    type Outcome = NoChance;
    const PLAYERS: usize = 2;

    #[inline]
    fn turn(&self) -> Turn {
        if self.is_won || self.all == BOARD { Turn::Over } else { Turn::Player(self.side()) }
    }

    #[inline]
    fn score(&self) -> i64 {
        if self.is_won { -self.side().sign() } else { 0 }
    }

    /// Columns from the middle to the edges.
    #[inline]
    fn visit_actions<F: FnMut(u8) -> ControlFlow<()>>(&self, visit: F) -> ControlFlow<()> {
        let is_open = |column: &u8| !self.is_won && self.all & 32 << (7 * column) == 0;
        [3, 2, 4, 1, 5, 0, 6].into_iter().filter(is_open).try_for_each(visit)
    }

    fn visit_outcomes<F: FnMut(NoChance, f64) -> ControlFlow<()>>(&self, _: F) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    #[inline]
    fn play(&mut self, column: u8) {
        let stone = (self.all + (1 << (7 * column))) & 63 << (7 * column);
        self.is_won = has_line(self.own | stone);
        self.own ^= self.all;
        self.all |= stone;
    }

    fn resolve(&mut self, outcome: NoChance) {
        match outcome {}
    }

    #[inline]
    fn winning_action(&self) -> Option<u8> {
        if self.is_won {
            return None;
        }
        // Cells that complete a line of four of the player's stones.
        let own = self.own;
        let mut cells = own << 1 & own << 2 & own << 3;
        for step in [6, 7, 8] {
            let up = own << step & own << (2 * step);
            let down = own >> step & own >> (2 * step);
            cells |= up & own << (3 * step) | up & own >> step | down & own >> (3 * step) | down & own << step;
        }
        let winning = cells & (self.all + BOTTOM) & BOARD & !self.all;
        (winning != 0).then(|| (winning.trailing_zeros() / 7) as u8)
    }

    fn key(&self) -> u64 {
        // The sum marks the cell above the top stone of each column.
        gambol::game::mix(self.all + BOTTOM, self.own)
    }

    fn symmetries(&self) -> usize {
        2
    }

    fn transform(&self, symmetry: usize) -> Self {
        let mirrored = |stones: u64| (0..7).fold(0, |all, column| all << 7 | stones >> (7 * column) & 127);
        if symmetry == 1 { Self { own: mirrored(self.own), all: mirrored(self.all), ..*self } } else { *self }
    }

    fn transform_action(&self, symmetry: usize, column: u8) -> u8 {
        if symmetry == 1 { 6 - column } else { column }
    }
}

/// Rows from the top, `x` for the first player, `o` for the second, `.` for empty cells.
impl fmt::Display for ConnectFour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut symbols = [0; 42];
        self.symbols(&mut symbols);
        for row in (0..6).rev() {
            let text: String =
                symbols[7 * row..7 * row + 7].iter().map(|&symbol| [".", "x", "o", "."][usize::from(symbol)]).collect();
            write!(f, "{text}{}", if row > 0 { "/" } else { "" })?;
        }
        Ok(())
    }
}

/// The state after the moves in columns `1` to `7`.
impl FromStr for ConnectFour {
    type Err = String;

    fn from_str(columns: &str) -> Result<Self, String> {
        columns.bytes().try_fold(Self::default(), |mut state, column| {
            let column = column.wrapping_sub(b'1');
            state.try_play(column).map_err(|error| format!("{columns}: {error}"))?;
            Ok(state)
        })
    }
}

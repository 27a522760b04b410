//! Boards as plain numbers: the rules without decks and chance.
//!
//! A board is a `u64` of sixteen nibbles, the lowest for a1, then along the first row, and so on
//! row by row. A nibble is 0 for an empty cell, or the [rank](crate::Tile::rank) of a tile.

use core::hint::select_unpredictable;

use gambol_core::Cell;

use crate::moves::{Choices, Swipe};
use crate::tile::Tile;

/// The lowest bit of every nibble.
pub(crate) const ONES: u64 = 0x1111_1111_1111_1111;

/// The changed bits of a row after a swipe left, and after a swipe right. Differences compress
/// better in a program that is sent over a network.
#[allow(long_running_const_eval)] // A table of 65,536 rows.
static ROWS: [[u16; 2]; 1 << 16] = {
    let mut table = [[0; 2]; 1 << 16];
    let mut row = 0;
    while row < 1 << 16 {
        let left = row ^ fold(row);
        table[row as usize][0] = left as u16;
        table[reversed(row) as usize][1] = reversed(left) as u16;
        row += 1;
    }
    table
};

/// A row with its cells in reverse order.
const fn reversed(row: u32) -> u32 {
    (row & 0xF) << 12 | (row & 0xF0) << 4 | (row >> 4) & 0xF0 | row >> 12
}

/// A row swiped left. At the first empty cell or merge from the wall, the cells behind it move up
/// by one; the others stay.
const fn fold(row: u32) -> u32 {
    let mut shift = 0;
    while shift < 12 {
        let (a, b) = (row >> shift & 15, row >> (shift + 4) & 15);
        let folded = match (a, b) {
            (0, _) => b,
            (1, 2) | (2, 1) => 3,
            (3..15, _) if a == b => a + 1,
            _ => {
                shift += 4;
                continue;
            }
        };
        let before = row & ((1 << shift) - 1);
        return before | folded << shift | row >> (shift + 8) << (shift + 4);
    }
    row
}

/// The board mirrored at the diagonal from a1 to d4: rows become columns.
#[must_use]
#[inline]
pub const fn transposed(board: u64) -> u64 {
    let swap = (board ^ board >> 12) & 0x0000_F0F0_0000_F0F0;
    let board = board ^ swap ^ swap << 12;
    let swap = (board ^ board >> 24) & 0x0000_0000_FF00_FF00;
    board ^ swap ^ swap << 24
}

/// The board with left and right exchanged.
const fn mirrored(board: u64) -> u64 {
    let board = (board & 0x0F0F_0F0F_0F0F_0F0F) << 4 | board >> 4 & 0x0F0F_0F0F_0F0F_0F0F;
    (board & 0x00FF_00FF_00FF_00FF) << 8 | board >> 8 & 0x00FF_00FF_00FF_00FF
}

/// The image of a board under one of the eight symmetries, numbered as in
/// [`Cell::transform`](gambol_core::Cell::transform).
#[must_use]
pub const fn transformed(board: u64, symmetry: usize) -> u64 {
    let board = if symmetry > 3 && symmetry < 8 { mirrored(board) } else { board };
    match symmetry {
        1 | 5 => mirrored(transposed(board)),
        2 | 6 => board.swap_bytes() >> 4 & 0x0F0F_0F0F_0F0F_0F0F | (board.swap_bytes() & 0x0F0F_0F0F_0F0F_0F0F) << 4,
        3 | 7 => transposed(mirrored(board)),
        _ => board,
    }
}

/// The changed bits of all four rows after a swipe left (`right` 0) or right (`right` 1), and the
/// rows that change.
#[inline]
fn change(board: u64, right: usize) -> (u64, Choices) {
    let row = |row| u64::from(ROWS[row_at(board, row)][right & 1]);
    let [a, b, c, d] = [row(0), row(1), row(2), row(3)];
    (a | b << 16 | c << 32 | d << 48, Choices::of([a != 0, b != 0, c != 0, d != 0]))
}

/// The index in [`ROWS`] of a row from the top.
#[inline]
const fn row_at(board: u64, row: u32) -> usize {
    (board >> (16 * row)) as u16 as usize
}

/// The board after a swipe, before a card enters; the same board if the swipe moves no card.
///
/// ```
/// use gambol_threes::{Swipe, board};
/// // The first row is 3 3 3 3: only the two next to the wall merge.
/// assert_eq!(board::swiped(0x3333, Swipe::Left), 0x0334);
/// assert_eq!(board::swiped(0x3333, Swipe::Right), 0x4330);
/// assert_eq!(board::swiped(0x3333, Swipe::Up), 0x3333);
/// ```
#[must_use]
#[inline]
pub fn swiped(board: u64, swipe: Swipe) -> u64 {
    Board::new(board).swiped(swipe).0.rows
}

/// A cell of a board: the positions of its nibble in the rows and in the columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    in_rows: u8,
    in_columns: u8,
}

impl Place {
    /// The place of a cell, of which only the two lowest bits of row and column count.
    pub(crate) const fn of(cell: Cell) -> Self {
        let (row, column) = (cell.row & 3, cell.column & 3);
        Self { in_rows: 16 * row + 4 * column, in_columns: 16 * column + 4 * row }
    }
}

/// A board by rows and by columns. Either is the other [`transposed`], so swipes in all directions
/// read rows.
#[derive(Clone, Copy)]
pub(crate) struct Board {
    pub(crate) rows: u64,
    pub(crate) columns: u64,
}

impl Board {
    #[inline]
    pub(crate) const fn new(rows: u64) -> Self {
        Self { rows, columns: transposed(rows) }
    }

    /// The board with a tile of this rank on an empty cell.
    #[inline]
    pub(crate) const fn with(self, place: Place, rank: u8) -> Self {
        let rank = rank as u64;
        Self { rows: self.rows | rank << (place.in_rows & 63), columns: self.columns | rank << (place.in_columns & 63) }
    }

    /// The rank on a cell; 0 if it is empty.
    pub(crate) const fn rank(self, place: Place) -> u8 {
        (self.rows >> (place.in_rows & 63)) as u8 & 15
    }

    /// The board after a swipe, and the lines that it moved: bit n for line n.
    #[inline]
    pub(crate) fn swiped(self, swipe: Swipe) -> (Self, Choices) {
        // Without a branch on the swipe, which is unpredictable in random play.
        let pick = |horizontal, vertical| select_unpredictable(swipe.is_horizontal(), horizontal, vertical);
        let (changed, lines) = change(pick(self.rows, self.columns), swipe as usize);
        let across = transposed(changed);
        (self.changed(pick(changed, across), pick(across, changed)), lines)
    }

    /// The boards after all four swipes.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "the legal swipes before it read the same rows")]
    pub(crate) fn all_swiped(self) -> [Self; 4] {
        let horizontally = |(changed, _)| self.changed(changed, transposed(changed));
        let vertically = |(changed, _)| self.changed(transposed(changed), changed);
        [
            horizontally(change(self.rows, 0)),
            horizontally(change(self.rows, 1)),
            vertically(change(self.columns, 0)),
            vertically(change(self.columns, 1)),
        ]
    }

    /// The lines in which the board after a swipe differs from this one.
    #[inline]
    pub(crate) fn changed_lines(self, after: Self, swipe: Swipe) -> Choices {
        let changed = if swipe.is_horizontal() { self.rows ^ after.rows } else { self.columns ^ after.columns };
        Choices::of([0, 16, 32, 48].map(|shift| (changed >> shift) as u16 != 0))
    }

    #[inline]
    const fn changed(self, rows: u64, columns: u64) -> Self {
        Self { rows: self.rows ^ rows, columns: self.columns ^ columns }
    }

    /// The swipes that move a card, as in [`legal`].
    #[inline]
    pub(crate) const fn legal(self) -> Choices {
        const fn any(rows: u64) -> (u16, u16) {
            const fn both(rows: u64, row: u32) -> u32 {
                let [left, right] = ROWS[row_at(rows, row)];
                left as u32 | (right as u32) << 16
            }
            let any = both(rows, 0) | both(rows, 1) | both(rows, 2) | both(rows, 3);
            (any as u16, (any >> 16) as u16)
        }
        // One row for each swipe, which is 0 if the swipe changes nothing.
        let ((l, r), (u, d)) = (any(self.rows), any(self.columns));
        Choices::of([l != 0, r != 0, u != 0, d != 0])
    }
}

/// The boards after all four swipes, in the order of [`Swipe::ALL`]. Faster than four single
/// swipes.
///
/// ```
/// use gambol_threes::{Swipe, board};
/// assert_eq!(board::all_swiped(0x21), Swipe::ALL.map(|swipe| board::swiped(0x21, swipe)));
/// ```
#[must_use]
#[inline]
pub fn all_swiped(board: u64) -> [u64; 4] {
    Board::new(board).all_swiped().map(|after| after.rows)
}

/// The swipes that move a card: bit n for the n-th of [`Swipe::ALL`].
///
/// ```
/// use gambol_threes::{Swipe, board};
/// for (board, count) in
///     [(0x1, 2), (0x21, 3), (0x1111_2222_1111_2222, 2), (0x1313_3131_1313_3131, 0)]
/// {
///     assert_eq!(board::legal(board).count_ones(), count);
///     for swipe in Swipe::ALL {
///         assert_eq!(
///             board::legal(board) >> swipe as u8 & 1 == 1,
///             board::swiped(board, swipe) != board
///         );
///     }
/// }
/// ```
#[must_use]
#[inline]
pub const fn legal(board: u64) -> u8 {
    Board::new(board).legal().mask
}

/// The greatest tile; `None` on the empty board.
///
/// ```
/// use gambol_threes::{Tile, board};
/// assert_eq!(board::greatest(0x0300_0072), Tile::new(48));
/// ```
#[must_use]
pub fn greatest(board: u64) -> Option<Tile> {
    Tile::from_rank(greatest_rank(board))
}

/// Whether a board has a greater tile than another.
#[cold]
#[inline(never)]
pub(crate) const fn has_greater(board: u64, than: u64) -> bool {
    greatest_rank(board) > greatest_rank(than)
}

/// The rank of the greatest tile; 0 on the empty board.
pub(crate) const fn greatest_rank(board: u64) -> u8 {
    // Bit by bit from the highest, among the nibbles that may still be the greatest.
    let mut race = ONES;
    let mut rank = 0;
    let mut bit = 4;
    while bit > 0 {
        bit -= 1;
        let with = race & board >> bit;
        rank *= 2;
        if with != 0 {
            race = with;
            rank += 1;
        }
    }
    rank
}

/// Whether a bonus may be drawn: the board has a tile of at least 48.
#[inline]
pub(crate) const fn has_48(board: u64) -> bool {
    (board >> 3 | board >> 2 & board >> 1 & board) & ONES != 0
}

/// Whether the board has a tile from 6,144 on.
#[inline]
pub(crate) const fn has_6144(board: u64) -> bool {
    board >> 1 & board >> 2 & board >> 3 & ONES != 0
}

/// Whether the board has a 12,288.
#[inline]
pub(crate) const fn has_12288(board: u64) -> bool {
    // Most boards have no tile from 96 on.
    board & ONES << 3 != 0 && board & board >> 1 & board >> 2 & board >> 3 & ONES != 0
}

/// The empty cells, as the lowest bits of their nibbles.
#[inline]
pub(crate) const fn empty_cells(board: u64) -> u64 {
    let filled = board | board >> 2;
    !(filled | filled >> 1) & ONES
}

/// The points of two neighbouring cells.
static POINTS: [u32; 256] = {
    let mut table = [0; 256];
    let mut pair = 0;
    while pair < 256 {
        let mut points = 0;
        let mut shift = 0;
        while shift < 8 {
            if let Some(tile) = Tile::from_rank((pair >> shift) as u8 & 15) {
                points += tile.points() as u32;
            }
            shift += 4;
        }
        table[pair] = points;
        pair += 1;
    }
    table
};

/// The score of a board: the sum of the [points](Tile::points) of its tiles.
///
/// ```
/// use gambol_threes::board;
/// assert_eq!(board::points(0x7312), 243 + 3);
/// ```
#[must_use]
#[inline]
pub fn points(board: u64) -> i64 {
    // At most sixteen times 1,594,323, which fits.
    board.to_le_bytes().into_iter().map(|pair| POINTS[usize::from(pair)]).sum::<u32>().into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use gambol_core::random::below;
    use gambol_core::{Cell, Seed};

    fn random_board(rng: &mut impl gambol_core::Rng) -> u64 {
        let (top, holes) = (1 + below(rng, 15), below(rng, 4));
        (0..16).fold(0, |board, _| {
            let rank = if below(rng, 4) < holes { 0 } else { 1 + below(rng, top) };
            board << 4 | u64::from(rank)
        })
    }

    fn tile(board: u64, cell: Cell) -> u64 {
        board >> (4 * (4 * cell.row + cell.column)) & 15
    }

    #[test]
    fn shortcuts_agree_with_the_tables() {
        let mut rng = Seed::new(1).rng();
        for _ in 0..20_000 {
            let board = random_board(&mut rng);
            let after = Swipe::ALL.map(|swipe| swiped(board, swipe));
            assert_eq!(all_swiped(board), after);
            for (number, after) in after.into_iter().enumerate() {
                assert_eq!(legal(board) >> number & 1 == 1, after != board, "{board:016x}");
                let swipe = Swipe::ALL[number];
                let (rows, turned) =
                    if swipe.is_horizontal() { (board, after) } else { (transposed(board), transposed(after)) };
                let lines = (0..4).filter(|line| (rows ^ turned) >> (16 * line) & 0xFFFF != 0);
                let lines: u8 = lines.fold(0, |mask, line| mask | 1 << line);
                let both = Board::new(board);
                let ((one, moved), all) = (both.swiped(swipe), both.all_swiped()[number]);
                for board in [one, all] {
                    assert_eq!((board.rows, board.columns), (after, transposed(after)));
                }
                for moved in [moved, both.changed_lines(all, swipe)] {
                    assert_eq!((moved.mask, moved.count()), (lines, lines.count_ones()));
                }
            }
        }
    }

    #[test]
    fn what_is_counted_at_once_is_what_is_counted_cell_by_cell() {
        let mut rng = Seed::new(2).rng();
        for _ in 0..20_000 {
            let board = random_board(&mut rng);
            let ranks: [u8; 16] = core::array::from_fn(|cell| (board >> (4 * cell)) as u8 & 15);
            let most = *ranks.iter().max().unwrap();
            assert_eq!((greatest_rank(board), has_48(board)), (most, most >= 7));
            assert_eq!((has_6144(board), has_12288(board)), (most >= 14, most == 15));
            for (cell, rank) in ranks.into_iter().enumerate() {
                assert_eq!(empty_cells(board) >> (4 * cell) & 15, u64::from(rank == 0));
            }
            let sum: i64 = ranks.iter().filter_map(|&rank| Tile::from_rank(rank)).map(Tile::points).sum();
            assert_eq!(points(board), sum);
        }
    }

    #[test]
    fn boards_turn_as_cells_do() {
        let mut rng = Seed::new(3).rng();
        for _ in 0..100 {
            let board = random_board(&mut rng);
            for symmetry in 0..10 {
                let image = transformed(board, symmetry);
                for cell in (0..16).map(|index| Cell::new(index % 4, index / 4)) {
                    assert_eq!(tile(image, cell.transform(symmetry, 4)), tile(board, cell));
                }
            }
        }
    }

    #[test]
    fn even_a_board_of_12288s_has_a_score() {
        assert_eq!(points(u64::MAX), 16 * 1_594_323);
    }
}

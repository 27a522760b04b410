//! Boards as plain numbers: the rules without decks and chance.
//!
//! A board is a `u64` of sixteen nibbles, the lowest for a1, then along the first row, and so on
//! row by row. A nibble is 0 for an empty cell, or the [rank](crate::Tile::rank) of a tile.

use crate::moves::Swipe;
use crate::tile::Tile;

/// The lowest bit of every nibble.
pub(crate) const ONES: u64 = 0x1111_1111_1111_1111;

/// The changed bits of a row: after a swipe left in the lower half, after a swipe right in the
/// upper half. Differences compress better in a program that is sent over a network.
#[allow(long_running_const_eval)] // A table of 65,536 rows.
static ROWS: [u32; 1 << 16] = {
    let mut table = [0; 1 << 16];
    let mut row = 0;
    while row < 1 << 16 {
        let left = row ^ fold(row);
        table[row as usize] |= left;
        table[reversed(row) as usize] |= reversed(left) << 16;
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

/// The cells of a board whose nibbles move by three and by six in [`transposed`].
const NEAR: u64 = 0x0000_F0F0_0000_F0F0;
const FAR: u64 = 0x0000_0000_FF00_FF00;

/// The board mirrored at the diagonal from a1 to d4: rows become columns.
#[must_use]
#[inline]
pub const fn transposed(board: u64) -> u64 {
    transposed_if(board, u64::MAX)
}

/// The board itself if `all` is 0, and mirrored at the diagonal if it has all bits.
#[inline]
const fn transposed_if(board: u64, all: u64) -> u64 {
    let swap = (board ^ board >> 12) & (NEAR & all);
    let board = board ^ swap ^ swap << 12;
    let swap = (board ^ board >> 24) & (FAR & all);
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

/// The entry of [`ROWS`] for a row from the top.
#[inline]
const fn of_row(board: u64, row: u32) -> u32 {
    ROWS[(board >> (16 * row)) as u16 as usize]
}

/// The rows 1 and 3.
const ODD: u64 = 0x0000_FFFF_0000_FFFF;

/// The changes of the rows 1 and 3, and of the rows 2 and 4: 32 bits of [`ROWS`] for each row.
#[inline]
fn changes(board: u64) -> (u64, u64) {
    let row = |number| u64::from(of_row(board, number));
    (row(0) | row(2) << 32, row(1) | row(3) << 32)
}

/// The changed bits of all four rows after a swipe left (`shift` 0) or right (`shift` 16).
#[inline]
fn change(board: u64, shift: u32) -> u64 {
    let (odd, even) = changes(board);
    odd >> shift & ODD | (even >> shift & ODD) << 16
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
    swiped_lines(board, swipe).0
}

/// The board after a swipe, and the lines that it moved: bit n for line n.
#[inline]
pub(crate) fn swiped_lines(board: u64, swipe: Swipe) -> (u64, u8) {
    // Without a branch on the swipe, which is unpredictable in random play.
    let vertical = u64::from(swipe.is_horizontal()).wrapping_sub(1);
    let changed = change(transposed_if(board, vertical), 16 * (swipe as u32 & 1));
    (board ^ transposed_if(changed, vertical), nonzero_rows(changed))
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
    let both = |board: u64| {
        let (odd, even) = changes(board);
        (odd & ODD | (even & ODD) << 16, odd >> 16 & ODD | even & ODD << 16)
    };
    let (left, right) = both(board);
    let (up, down) = both(transposed(board));
    [left, right, transposed(up), transposed(down)].map(|changed| board ^ changed)
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
    const fn any_row(board: u64) -> u64 {
        (of_row(board, 0) | of_row(board, 1) | of_row(board, 2) | of_row(board, 3)) as u64
    }
    // One row for each swipe, which is 0 if the swipe changes nothing.
    nonzero_rows(any_row(board) | any_row(transposed(board)) << 32)
}

/// The rows with a nibble that is not 0: bit n for row n from the top.
#[inline]
const fn nonzero_rows(board: u64) -> u8 {
    const HIGHEST: u64 = 0x8000_8000_8000_8000;
    let nonzero = (((board & !HIGHEST) + !HIGHEST) | board) & HIGHEST;
    // Moves the bits 15, 31, 47 and 63 next to each other.
    (nonzero.wrapping_mul(0x2000_4000_8001) >> 60) as u8
}

/// The lines of a swipe that differ, rows or columns: bit n for line n.
#[inline]
pub(crate) const fn changed_lines(before: u64, after: u64, swipe: Swipe) -> u8 {
    if swipe.is_horizontal() {
        return nonzero_rows(before ^ after);
    }
    let differ = before ^ after;
    let differ = differ | differ >> 32;
    let differ = differ | differ >> 16;
    let differ = differ | differ >> 2;
    let differ = (differ | differ >> 1) & 0x1111;
    // Moves the bits 0, 4, 8 and 12 next to each other.
    (differ.wrapping_mul(0x1248) >> 12) as u8 & 15
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

/// Whether the board has a 12,288.
#[inline]
pub(crate) const fn has_12288(board: u64) -> bool {
    board & board >> 1 & board >> 2 & board >> 3 & ONES != 0
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
    fn the_first_fold_takes_it_all() {
        for (row, left, right) in [
            (0x0000, 0x0000, 0x0000),
            (0x3333, 0x0334, 0x4330),
            (0x2121, 0x0213, 0x3210),
            (0x3303, 0x0333, 0x4030),
            (0x0033, 0x0004, 0x0330),
            (0x0330, 0x0033, 0x3300),
            (0x3300, 0x0330, 0x4000),
            (0x1122, 0x0132, 0x1320),
            (0x1111, 0x1111, 0x1111),
            (0x0111, 0x0111, 0x1110),
            (0x3132, 0x3132, 0x3132),
            (0xFFFF, 0xFFFF, 0xFFFF),
            (0xEEFF, 0x0FFF, 0xFFF0),
            (0x4433, 0x0444, 0x5330),
        ] {
            assert_eq!(swiped(row, Swipe::Left), left, "{row:04x} left");
            assert_eq!(swiped(row, Swipe::Right), right, "{row:04x} right");
            assert_eq!(swiped(row << 48, Swipe::Left), left << 48);
            assert_eq!(swiped(transposed(row), Swipe::Up), transposed(left), "{row:04x} up");
            assert_eq!(swiped(transposed(row << 32), Swipe::Down), transposed(right << 32), "{row:04x} down");
        }
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
                let rows = (0..4).filter(|row| (board ^ after) >> (16 * row) & 0xFFFF != 0);
                assert_eq!(u32::from(nonzero_rows(board ^ after)), rows.map(|row| 1 << row).sum::<u32>());
                let lines = swiped_lines(board, Swipe::ALL[number]).1;
                assert_eq!(changed_lines(board, after, Swipe::ALL[number]), lines);
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
            assert_eq!((greatest_rank(board), has_48(board), has_12288(board)), (most, most >= 7, most == 15));
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

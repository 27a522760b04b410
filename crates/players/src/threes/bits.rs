//! Boards of sixteen nibbles, as in [`gambol_threes::board`].

/// The lowest bit of every nibble.
const ONES: u64 = 0x1111_1111_1111_1111;

/// Exchanges left and right.
#[inline]
pub(super) const fn mirrored(board: u64) -> u64 {
    let board = (board & 0x0F0F_0F0F_0F0F_0F0F) << 4 | board >> 4 & 0x0F0F_0F0F_0F0F_0F0F;
    (board & 0x00FF_00FF_00FF_00FF) << 8 | board >> 8 & 0x00FF_00FF_00FF_00FF
}

/// Exchanges top and bottom.
#[inline]
pub(super) const fn flipped(board: u64) -> u64 {
    let board = board.rotate_left(32);
    (board & 0x0000_FFFF_0000_FFFF) << 16 | board >> 16 & 0x0000_FFFF_0000_FFFF
}

/// Returns a column as a row.
#[inline]
pub(super) const fn column(board: u64, column: u32) -> u64 {
    let cells = board >> (4 * column) & 0x000F_000F_000F_000F;
    cells.wrapping_mul(0x1000_0100_0010_0001) >> 48
}

/// Reverses the cells of a row.
#[inline]
pub(super) const fn reversed_row(row: u64) -> u64 {
    (row & 0xF) << 12 | (row & 0xF0) << 4 | row >> 4 & 0xF0 | row >> 12
}

/// Returns the number of tiles of a rank, or of empty cells for rank 0.
#[inline]
pub(super) const fn count(board: u64, rank: u64) -> usize {
    let differ = board ^ (rank * ONES);
    let differ = differ | differ >> 2;
    (!(differ | differ >> 1) & ONES).count_ones() as usize
}

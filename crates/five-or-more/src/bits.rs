//! Sets of cells as machine words: one type for boards of up to 128 cells, one for larger boards.

use gambol_board::bits::CellSet;

use self::sealed::Columns;

/// A set of cells: `u128` for boards of up to 128 cells, [`Wide`] for larger ones.
///
/// The trait is sealed: its other supertrait besides [`CellSet`] is private to this crate, and only
/// these two types implement it.
pub trait Bits: CellSet + Columns {}

impl Bits for u128 {}

impl Bits for Wide {}

/// A set of up to 320 cells: enough for the 20×15 cells of GNOME's large board.
pub type Wide = gambol_board::bits::Wide<WORDS>;

const WORDS: usize = 5;

/// One more than the longest edge of a board, rounded up to a power of two: `width & (WIDTHS - 1)`
/// needs no bounds check.
const WIDTHS: usize = 32;

pub(crate) mod sealed {
    use super::{STARS, WIDTHS};

    /// Column masks, and sets as words.
    pub trait Columns: Sized {
        /// By board width: all columns but the first, including cells beyond the board.
        const NOT_FIRST: [Self; WIDTHS];
        /// By board width: all columns but the last, including cells beyond the board.
        const NOT_LAST: [Self; WIDTHS];
        /// By cell of a 9×9 board: the cells that share a line of five with it.
        const STARS: [Self; STARS];

        /// The set whose [`window`](super::CellSet::window) from this cell on is `word`, with no
        /// other cells. For `from` above -64.
        fn at(word: u64, from: i32) -> Self;
    }
}

/// The number of cells of a 9×9 board, rounded up to a power of two.
const STARS: usize = 128;

/// The cells of a 9×9 board within four steps of a cell, in all directions of lines.
const fn star(cell: usize) -> u128 {
    let (column, row) = (cell as i32 % 9, cell as i32 / 9);
    let mut cells = 0;
    let mut direction = 0;
    while direction < 8 {
        let (right, down) = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)][direction];
        let mut steps = 1;
        while steps < 5 {
            let (column, row) = (column + steps * right, row + steps * down);
            if column >= 0 && column < 9 && row >= 0 && row < 9 {
                cells |= 1 << (9 * row + column);
            }
            steps += 1;
        }
        direction += 1;
    }
    cells
}

const fn narrow_stars() -> [u128; STARS] {
    let mut stars = [0; STARS];
    let mut cell = 0;
    while cell < 81 {
        stars[cell] = star(cell);
        cell += 1;
    }
    stars
}

const fn wide_stars() -> [Wide; STARS] {
    let narrow = narrow_stars();
    let mut stars = [Wide::from_words([0; WORDS]); STARS];
    let mut cell = 0;
    while cell < 81 {
        stars[cell] = Wide::from_words([narrow[cell] as u64, (narrow[cell] >> 64) as u64, 0, 0, 0]);
        cell += 1;
    }
    stars
}

/// All but every `width`-th bit of a word that starts at bit `start` of the set, counted from bit
/// `column`.
const fn not_column(width: usize, column: usize, start: usize, bits: usize) -> u128 {
    let mut mask = u128::MAX;
    let mut bit = 0;
    while bit < bits && width > 0 {
        if (start + bit) % width == column {
            mask &= !(1 << bit);
        }
        bit += 1;
    }
    mask
}

const fn narrow_columns(last: bool) -> [u128; WIDTHS] {
    let mut masks = [u128::MAX; WIDTHS];
    let mut width = 1;
    while width < WIDTHS {
        masks[width] = not_column(width, if last { width - 1 } else { 0 }, 0, 128);
        width += 1;
    }
    masks
}

const fn wide_columns(last: bool) -> [Wide; WIDTHS] {
    let mut masks = [Wide::from_words([u64::MAX; WORDS]); WIDTHS];
    let mut width = 1;
    while width < WIDTHS {
        let mut words = [u64::MAX; WORDS];
        let mut word = 0;
        while word < WORDS {
            words[word] = not_column(width, if last { width - 1 } else { 0 }, 64 * word, 64) as u64;
            word += 1;
        }
        masks[width] = Wide::from_words(words);
        width += 1;
    }
    masks
}

impl Columns for u128 {
    const NOT_FIRST: [Self; WIDTHS] = narrow_columns(false);
    const NOT_LAST: [Self; WIDTHS] = narrow_columns(true);
    const STARS: [Self; STARS] = narrow_stars();

    #[inline]
    fn at(word: u64, from: i32) -> Self {
        let word = Self::from(word);
        if from < 0 { word.wrapping_shr(from.unsigned_abs()) } else { word.wrapping_shl(from as u32) }
    }
}

impl Columns for Wide {
    const NOT_FIRST: [Self; WIDTHS] = wide_columns(false);
    const NOT_LAST: [Self; WIDTHS] = wide_columns(true);
    const STARS: [Self; STARS] = wide_stars();

    #[inline]
    fn at(word: u64, from: i32) -> Self {
        if from < 0 {
            return Self::from_words([word.wrapping_shr(from.unsigned_abs()), 0, 0, 0, 0]);
        }
        let (first, by) = (from as usize / 64, from as u32 % 64);
        let mut words = [0; WORDS];
        if let Some(low) = words.get_mut(first) {
            *low = word << by;
        }
        if let Some(high) = words.get_mut(first + 1) {
            *high = word >> 1 >> (63 - by);
        }
        Self::from_words(words)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_have_the_cells_of_all_lines_of_five() {
        let at = |cell: usize| (cell as i32 % 9, cell as i32 / 9);
        for (cell, other) in (0..STARS).flat_map(|cell| (0..128).map(move |other| (cell, other))) {
            let (dx, dy) = (at(cell).0 - at(other).0, at(cell).1 - at(other).1);
            let is_on_line = dx == 0 || dy == 0 || dx.abs() == dy.abs();
            let expected = cell < 81 && other < 81 && is_on_line && (1..5).contains(&dx.abs().max(dy.abs()));
            assert_eq!(u128::STARS[cell].has(other), expected, "{cell} {other}");
            assert_eq!(Wide::STARS[cell].has(other), expected, "{cell} {other}");
        }
    }

    #[test]
    fn columns_are_those_of_the_board() {
        for width in 5..=20 {
            for cell in 0..320 {
                assert_eq!(Wide::NOT_FIRST[width].has(cell), cell % width != 0);
                assert_eq!(Wide::NOT_LAST[width].has(cell), cell % width != width - 1);
                if cell < 128 {
                    assert_eq!(u128::NOT_FIRST[width].has(cell), cell % width != 0);
                    assert_eq!(u128::NOT_LAST[width].has(cell), cell % width != width - 1);
                }
            }
        }
    }
}

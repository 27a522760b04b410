//! Sums for boards that differ from a given board in one or two cells.

use super::{Alphabet, Changes, Kind, MAX_CELLS, MAX_SYMBOLS, MAX_WINDOW, Windows, by_size, patterns};

/// Sums for all boards on which one symbol of a board has moved to an empty cell (symbol 0).
///
/// A reusable buffer: prepare it for a board, then query the moves from each cell. With windows of
/// more than 7 cells, or tables of more than 65,536 patterns or 8 symbols, every sum is computed
/// from scratch.
///
/// ```
/// use gambol_learn::{Alphabet, Differences, Windows};
///
/// let windows = Windows::builder(3, 3, Alphabet::Colours(2)).lines(3).build()?;
/// // Sums of whole numbers of this size are exact.
/// let weights: Vec<f32> = (0..42).map(|weight| (weight * weight) as f32).collect();
/// let mut differences = Differences::default();
/// windows.prepare(&weights, &[1, 0, 2, 0, 1, 0, 0, 0, 1], &mut differences);
/// // From the top left to the top middle.
/// let moved = [0, 1, 2, 0, 1, 0, 0, 0, 1];
/// assert_eq!(windows.moves_from(&weights, 0, &mut differences)[1], windows.sum(&weights, &moved));
/// # Ok::<(), gambol_learn::WindowsError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Differences {
    board: [u8; MAX_CELLS],
    codes: Vec<u32>,
    /// Pattern and weight of each window.
    patterns: Vec<u16>,
    weights: Vec<f32>,
    sum: f32,
    /// Difference for each cell if its symbol is removed.
    without: [f32; MAX_CELLS],
    /// Difference for each empty cell if a symbol is placed there. Entry 0 is for a colour that no
    /// window contains, and is part of those of all colours. With distinct symbols, it is 0.
    with: [[f32; MAX_CELLS]; MAX_SYMBOLS],
    moves: [f32; MAX_CELLS],
}

impl Default for Differences {
    fn default() -> Self {
        Self {
            board: [0; MAX_CELLS],
            codes: Vec::new(),
            patterns: Vec::new(),
            weights: Vec::new(),
            sum: 0.0,
            without: [0.0; MAX_CELLS],
            with: [[0.0; MAX_CELLS]; MAX_SYMBOLS],
            moves: [0.0; MAX_CELLS],
        }
    }
}

impl Differences {
    /// Returns the sum for the board itself.
    pub fn sum(&self) -> f32 {
        self.sum
    }
}

impl Windows {
    /// Prepares `differences` for a board. Symbols count as in [`visit`](Self::visit); `weights`
    /// must have at least [`len`](Self::len) entries.
    pub fn prepare(&self, weights: &[f32], symbols: &[u8], differences: &mut Differences) {
        let layout = &*self.0;
        let d = differences;
        d.board = self.board(symbols);
        if layout.tuples.count() > 0 {
            d.sum = self.sum(weights, &d.board);
            return;
        }
        d.codes.clear();
        d.codes.resize(layout.windows.len(), 0);
        d.patterns.resize(layout.windows.len(), 0);
        d.weights.resize(layout.windows.len(), 0.0);
        for (holders, &symbol) in layout.holders.iter().zip(&d.board) {
            if symbol > 0 {
                for place in holders {
                    d.codes[usize::from(place.window)] |= patterns::code(symbol, usize::from(place.position));
                }
            }
        }
        d.sum = 0.0;
        d.without = [0.0; MAX_CELLS];
        d.with = [[0.0; MAX_CELLS]; MAX_SYMBOLS];
        for kind in &layout.kinds {
            by_size!(kind, prepare_kind(self, kind, weights, d));
        }
    }

    /// Returns, for each cell, the sum for the board on which the symbol of the cell `from` has
    /// moved there. The entries of occupied cells are unspecified, as are all entries if `from` is
    /// empty or off the board.
    ///
    /// `differences` must have been prepared for the board by these windows and weights.
    pub fn moves_from<'a>(&self, weights: &[f32], from: usize, differences: &'a mut Differences) -> &'a [f32] {
        let d = differences;
        let layout = &*self.0;
        if layout.tuples.count() > 0 {
            for to in 0..layout.cells {
                d.moves[to] = self.moved(weights, from, to, &d.board);
            }
            return &d.moves[..layout.cells];
        }
        let symbol = usize::from(d.board[from % MAX_CELLS]);
        let start = d.sum + d.without[from % MAX_CELLS];
        for ((sum, any), own) in d.moves.iter_mut().zip(&d.with[0]).zip(&d.with[symbol % MAX_SYMBOLS]) {
            *sum = start + any + own;
        }
        for place in layout.holders.get(from).map_or(&[][..], |holders| holders) {
            let (number, position) = (usize::from(place.window), usize::from(place.position));
            let kind = &layout.kinds[usize::from(layout.windows[number].kind)];
            by_size!(kind, correct(self, kind, weights, number, position, d));
        }
        d.moves.get(..layout.cells).unwrap_or(&[])
    }
}

impl Windows {
    /// Returns, for each cell, the sum for the board on which its symbol has moved to the cell
    /// `to`, replacing the symbol there, if any. The entries of empty cells and of `to` are
    /// unspecified, as are all entries if `to` is off the board.
    ///
    /// `differences` must have been prepared for the board by these windows and weights.
    pub fn moves_to<'a>(&self, weights: &[f32], to: usize, differences: &'a mut Differences) -> &'a [f32] {
        let d = differences;
        let layout = &*self.0;
        if layout.tuples.count() > 0 {
            for from in 0..layout.cells {
                d.moves[from] = self.moved(weights, from, to, &d.board);
            }
            return &d.moves[..layout.cells];
        }
        d.moves = d.without;
        // Differences by symbol, for any origin.
        let mut with = [d.sum; MAX_SYMBOLS];
        for place in layout.holders.get(to).map_or(&[][..], |holders| holders) {
            let (number, position) = (usize::from(place.window), usize::from(place.position) % MAX_WINDOW);
            let window = &layout.windows[number];
            let kind = &layout.kinds[usize::from(window.kind)];
            let table = table(weights, window.table, kind);
            let here = d.weights[number];
            let symbol = d.board[to % MAX_CELLS];
            let cleared = kind.patterns.number(d.codes[number] & !patterns::code(symbol, position));
            let changes = kind.patterns.changes(cleared);
            let labels = usize::from(changes.labels);
            let mut put = [here; MAX_SYMBOLS];
            if matches!(layout.alphabet, Alphabet::Colours(_)) {
                put = [table[usize::from(changes.set[labels + 1][position])]; MAX_SYMBOLS];
                for label in 1..=labels {
                    let first = usize::from(window.cells[usize::from(changes.first[label % MAX_SYMBOLS]) % MAX_WINDOW]);
                    let symbol = usize::from(d.board[first % MAX_CELLS]);
                    put[symbol % MAX_SYMBOLS] = table[usize::from(changes.set[label][position])];
                }
            } else {
                for (symbol, put) in put.iter_mut().enumerate().take(labels + 1).skip(1) {
                    *put = table[usize::from(changes.set[symbol][position])];
                }
            }
            for (with, put) in with.iter_mut().zip(&put) {
                *with += put - here;
            }
            let before = kind.patterns.changes(d.patterns[number]);
            for (from, &cell) in window.cells.iter().enumerate().take(kind.patterns.cells()) {
                let cell = usize::from(cell) % MAX_CELLS;
                let symbol = usize::from(d.board[cell]);
                if symbol > 0 && from != position {
                    let taken = table[usize::from(before.set[0][from])] - here;
                    let moved = table[usize::from(changes.moved[from][position])];
                    d.moves[cell] += moved - put[symbol % MAX_SYMBOLS] - taken;
                }
            }
        }
        for (sum, &symbol) in d.moves.iter_mut().zip(&d.board) {
            *sum += with[usize::from(symbol) % MAX_SYMBOLS];
        }
        d.moves.get(..layout.cells).unwrap_or(&[])
    }
}

impl Windows {
    /// Returns the sum for the board on which a symbol has moved.
    fn moved(&self, weights: &[f32], from: usize, to: usize, board: &[u8; MAX_CELLS]) -> f32 {
        let mut board = *board;
        board[to % MAX_CELLS] = std::mem::take(&mut board[from % MAX_CELLS]);
        self.sum(weights, &board)
    }
}

/// Returns the table of a window.
#[inline]
fn table<'a>(weights: &'a [f32], first: u32, kind: &Kind) -> &'a [f32] {
    &weights[first as usize..first as usize + kind.patterns.count()]
}

fn prepare_kind<const N: usize>(windows: &Windows, kind: &Kind, weights: &[f32], d: &mut Differences) {
    let layout = &*windows.0;
    let range = kind.windows.clone();
    let known = d.patterns[range.clone()].iter_mut().zip(&mut d.weights[range.clone()]);
    for ((window, &code), (pattern, weight)) in layout.windows[range.clone()].iter().zip(&d.codes[range]).zip(known) {
        *pattern = kind.patterns.number(code);
        let table = table(weights, window.table, kind);
        let changes: &Changes = kind.patterns.changes(*pattern);
        let here = table[usize::from(*pattern)];
        *weight = here;
        d.sum += here;
        let cell = |position: usize| usize::from(window.cells[position]) % MAX_CELLS;
        let labels = usize::from(changes.labels);
        let is_canonical = matches!(layout.alphabet, Alphabet::Colours(_));
        // A colour that the window does not contain. If it contains all, another is never looked
        // up.
        let mut new = [0.0; N];
        if is_canonical {
            for position in 0..N {
                new[position] = table[usize::from(changes.set[labels + 1][position])] - here;
                d.with[0][cell(position)] += new[position];
            }
        }
        if code != 0 {
            for position in 0..N {
                d.without[cell(position)] += table[usize::from(changes.set[0][position])] - here;
            }
        }
        for label in 1..=labels {
            let first = usize::from(changes.first[label % MAX_SYMBOLS]);
            let symbol = if is_canonical { usize::from(d.board[cell(first % N)]) } else { label };
            let with = &mut d.with[symbol % MAX_SYMBOLS];
            for position in 0..N {
                with[cell(position)] += table[usize::from(changes.set[label][position])] - here - new[position];
            }
        }
    }
}

/// Adds the correction of a window that contains the cell `position` for moves within it: the
/// differences for two cells are not the sum of those for one.
fn correct<const N: usize>(
    windows: &Windows,
    kind: &Kind,
    weights: &[f32],
    number: usize,
    position: usize,
    d: &mut Differences,
) {
    let window = &windows.0.windows[number];
    let table = table(weights, window.table, kind);
    let changes = kind.patterns.changes(d.patterns[number]);
    let taken = table[usize::from(changes.set[0][position % N])] - d.weights[number];
    let (copied, moved) = (&changes.copied[position % N], &changes.moved[position % N]);
    for to in 0..N {
        let with = table[usize::from(moved[to])] - table[usize::from(copied[to])];
        d.moves[usize::from(window.cells[to]) % MAX_CELLS] += with - taken;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::windows::WindowsBuilder;
    use gambol_core::Seed;
    use gambol_core::random::{Rng, below};

    /// All moves on random boards, by differences and by complete sums.
    fn check(builder: WindowsBuilder, alphabet: Alphabet) {
        let windows = builder.build().unwrap();
        let mut rng = Seed::new(3).rng();
        // Small integers, whose sums are exact in any order.
        let weights: Vec<f32> = (0..windows.len()).map(|_| (rng.next_u32() % 1000) as f32).collect();
        let mut differences = Differences::default();
        let mut moves = 0;
        for round in 0..40 {
            let share = 1 + round % 8;
            let symbol = |rng: &mut _| {
                if below(rng, 9) < share { 1 + below(rng, u32::from(alphabet.symbols()) - 1) as u8 } else { 0 }
            };
            let mut board: Vec<u8> = (0..windows.cells()).map(|_| symbol(&mut rng)).collect();
            windows.prepare(&weights, &board, &mut differences);
            assert_eq!(differences.sum(), windows.sum(&weights, &board));
            for from in (0..board.len()).filter(|cell| cell % 3 == round as usize % 3) {
                let symbol = board[from];
                let sums = windows.moves_from(&weights, from, &mut differences).to_vec();
                for to in (0..board.len()).filter(|cell| cell % 2 == 0) {
                    let taken = board[to];
                    if symbol == 0 || from == to {
                        continue;
                    }
                    (board[from], board[to]) = (0, symbol);
                    let sum = windows.sum(&weights, &board);
                    assert!(taken != 0 || sums[to] == sum, "{from} {to} {board:?}");
                    assert_eq!(windows.moves_to(&weights, to, &mut differences)[from], sum, "{from} {to} {board:?}");
                    (board[from], board[to]) = (symbol, taken);
                    moves += 1;
                }
            }
        }
        assert!(moves > 500, "{moves}");
    }

    #[test]
    fn differences_of_colours_are_those_of_whole_sums() {
        let alphabet = Alphabet::Colours(7);
        check(Windows::builder(9, 9, alphabet).lines(5).lines(7).blocks(3, 2), alphabet);
        let alphabet = Alphabet::Colours(3);
        check(Windows::builder(9, 9, alphabet).lines(4).blocks(2, 2).blocks(1, 1), alphabet);
    }

    #[test]
    fn differences_of_distinct_symbols_are_those_of_whole_sums() {
        let alphabet = Alphabet::Distinct(5);
        check(Windows::builder(9, 7, alphabet).lines(3).cells(&[0, 10, 11, 18]), alphabet);
        let alphabet = Alphabet::Distinct(2);
        check(Windows::builder(10, 10, alphabet).blocks(2, 2).blocks(3, 2), alphabet);
    }

    #[test]
    fn differences_of_large_tables_are_those_of_whole_sums() {
        let alphabet = Alphabet::Distinct(16);
        check(Windows::builder(4, 4, alphabet).lines(4).cells(&[0, 1, 4, 5]), alphabet);
        let alphabet = Alphabet::Distinct(2);
        check(Windows::builder(4, 4, alphabet).blocks(4, 2).lines(3), alphabet);
    }

    #[test]
    fn boards_of_other_sizes_and_cells_off_the_board_do_not_panic() {
        let windows = Windows::builder(9, 9, Alphabet::Colours(7)).lines(5).build().unwrap();
        let weights = vec![1.0; windows.len()];
        let mut differences = Differences::default();
        for symbols in [&[][..], &[255; 300], &[1; 3]] {
            windows.prepare(&weights, symbols, &mut differences);
            assert_eq!(differences.sum(), windows.count() as f32);
            for from in [0, 80, 81, 127, 128, usize::MAX] {
                assert_eq!(windows.moves_from(&weights, from, &mut differences).len(), 81);
                assert_eq!(windows.moves_to(&weights, from, &mut differences).len(), 81);
            }
        }
    }
}

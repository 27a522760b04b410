//! Features: the patterns of the board in windows and lines.

use gambol_core::Scratch;
use gambol_learn::{ActionSum, Features};
use gambol_tenten::{Board, Piece, Placement, TenTen};

/// Number of patterns of a window of three by four cells.
const PATTERNS: usize = 1 << 12;
const MASK: u32 = PATTERNS as u32 - 1;
/// Number of windows up to the symmetries of the board.
const WINDOWS: usize = 16;
/// Number of patterns of a line of ten cells.
const LINES: usize = 1 << 10;
/// Number of lines up to the symmetries of the board.
const LINE_CLASSES: usize = 5;
/// Index of the first weight of a line.
const FIRST_LINE: usize = WINDOWS * PATTERNS;
/// Index of the weight of an empty board.
const FIRST_COUNT: usize = FIRST_LINE + LINE_CLASSES * LINES;
/// Number of weights.
const LENGTH: usize = FIRST_COUNT + 101;

/// The features of the network of 1010!: the pattern of each of the 112 windows of three by four
/// cells, upright and lying, that of each row and column, and the number of filled cells. Symmetric
/// windows and lines share their weights.
///
/// They depend only on the board, and therefore also [cover](Features::covers) states in the middle
/// of a hand. The afterstates of a state are summed by differences.
///
/// ```
/// use gambol_learn::Features;
/// use gambol_tenten::TenTen;
/// use gambol_players::tenten::BoardWindows;
///
/// let mut active = 0;
/// BoardWindows.visit(&TenTen::default(), |_| active += 1);
/// assert_eq!(active, 112 + 20 + 1);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BoardWindows;

impl Features<TenTen> for BoardWindows {
    fn len(&self) -> usize {
        LENGTH
    }

    #[inline]
    fn visit<V: FnMut(usize)>(&self, state: &TenTen, visit: V) {
        visit_board(state.board(), visit);
    }

    fn layout(&self) -> String {
        "tenten windows 3x4, lines, count v1".to_owned()
    }

    #[inline]
    fn covers(&self, _: &TenTen) -> bool {
        true
    }

    /// Whether the rest of the hand can be placed after any placement.
    #[inline]
    fn has_differences(&self, state: &TenTen) -> bool {
        let hand = state.hand();
        let mut pieces = hand.pieces();
        let (Some(first), second, third) = (pieces.next(), pieces.next(), pieces.next()) else { return false };
        let Some(second) = second else { return true };
        // A placement blocks at most as many places of another piece as there are overlapping
        // shifts of their bounding boxes.
        let survives = |placed: Piece, other: Piece| {
            let places = (placed.width() + other.width() - 1) * (placed.height() + other.height() - 1);
            state.board().fits(other).count() > u32::from(places)
        };
        match third {
            None => survives(first, second) && survives(second, first),
            Some(third) => {
                (survives(first, second) || survives(first, third))
                    && (survives(second, first) || survives(second, third))
                    && (survives(third, first) || survives(third, second))
            }
        }
    }

    fn sum_afterstates(
        &self,
        weights: &[f32],
        state: &TenTen,
        actions: &[Placement],
        sums: &mut [ActionSum],
        scratch: &mut Scratch,
    ) {
        let Some(tables) = Tables::new(weights) else { return };
        let board = state.board();
        let prepared: &mut Prepared = scratch.get();
        prepared.prepare(&tables, board);
        for (&action, sum) in actions.iter().zip(sums) {
            let (after, lines) = board.place(action);
            let difference = if lines.is_none() {
                prepared.sum + prepared.difference(&tables, action)
            } else {
                let mut sum = 0.0;
                visit_board(after, |index| sum += weights[index]);
                sum
            };
            *sum = ActionSum { sum: difference, gain: state.rules().points(action.piece(), lines) };
        }
    }
}

/// The bits of a line, three apart.
static SPREAD: [u32; LINES] = spread(false);

/// The bits of a line in reverse, three apart.
static REVERSED: [u32; LINES] = spread(true);

/// The lesser of the pattern of a line and its mirror image.
static MIRRORED: [u16; LINES] = {
    let mut lesser = [0; LINES];
    let mut line = 0;
    while line < LINES {
        let mirrored = ((line as u16).reverse_bits() >> 6) as usize;
        lesser[line] = if mirrored < line { mirrored as u16 } else { line as u16 };
        line += 1;
    }
    lesser
};

const fn spread(is_reversed: bool) -> [u32; LINES] {
    let mut spread = [0; LINES];
    let mut line = 0;
    while line < LINES {
        let mut cell = 0;
        while cell < 10 {
            let to = if is_reversed { 9 - cell } else { cell };
            spread[line] |= (line as u32 >> cell & 1) << (3 * to);
            cell += 1;
        }
        line += 1;
    }
    spread
}

/// Returns the rows of a set of cells: ten of them, eleven bits apart.
#[inline]
fn rows(bits: u128) -> [usize; 10] {
    let halves = [bits as u64, (bits >> 55) as u64];
    std::array::from_fn(|row| (halves[row / 5] >> (11 * (row % 5))) as usize & (LINES - 1))
}

/// Returns the rows of a board, and its columns.
#[inline]
fn both(board: Board) -> [[usize; 10]; 2] {
    [rows(board.filled().bits()), rows(board.transform(7).filled().bits())]
}

/// Joins three rows, in the upper half of the board in order and in the lower half upside down: the
/// pattern of the window that begins in column x is in twelve bits from bit 3 x.
#[inline]
fn band(spread: &[u32; 10], top: usize) -> u32 {
    let [upper, middle, lower] = [spread[top], spread[top + 1], spread[top + 2]];
    if top < 4 { upper | middle << 1 | lower << 2 } else { lower | middle << 1 | upper << 2 }
}

/// Returns the class of the rows of a window, from 0 at the border to 3.
#[inline]
const fn row_class(top: usize) -> usize {
    if top < 4 { top } else { 7 - top }
}

/// Returns the class of a line, from 0 at the border to 4.
#[inline]
const fn line_class(line: usize) -> usize {
    if line < 5 { line } else { 9 - line }
}

/// Returns the pattern of a window, given its band and the reversed band, and the class of its
/// columns. The window in the middle has the lesser pattern.
#[inline]
fn window(band: u32, reversed: u32, left: usize) -> (usize, usize) {
    let (class, pattern) = match left {
        3 => (3, (band >> 9 & MASK).min(reversed >> 9 & MASK)),
        ..3 => (left, band >> (3 * left) & MASK),
        _ => (6 - left, reversed >> (3 * (6 - left)) & MASK),
    };
    (pattern as usize, class)
}

/// Visits the index of each active weight.
#[inline]
fn visit_board(board: Board, mut visit: impl FnMut(usize)) {
    for lines in both(board) {
        let spread = lines.map(|line| SPREAD[line]);
        let reversed = lines.map(|line| REVERSED[line]);
        for top in 0..8 {
            let (band, reversed) = (band(&spread, top), band(&reversed, top));
            for left in 0..7 {
                let (pattern, column) = window(band, reversed, left);
                visit((4 * row_class(top) + column) * PATTERNS + pattern);
            }
        }
        for (number, line) in lines.into_iter().enumerate() {
            visit(FIRST_LINE + line_class(number) * LINES + usize::from(MIRRORED[line]));
        }
    }
    visit(FIRST_COUNT + board.filled().count() as usize);
}

/// The weights as tables of known bounds.
struct Tables<'a> {
    /// By the classes of rows and columns.
    windows: &'a [[[f32; PATTERNS]; 4]; 4],
    lines: &'a [[f32; LINES]; LINE_CLASSES],
    counts: &'a [f32; 101],
}

impl<'a> Tables<'a> {
    /// Returns `None` if the number of weights is wrong.
    fn new(weights: &'a [f32]) -> Option<Self> {
        let (windows, rest) = weights.split_at_checked(FIRST_LINE)?;
        let (lines, counts) = rest.split_at_checked(FIRST_COUNT - FIRST_LINE)?;
        Some(Self {
            windows: windows.as_chunks().0.as_chunks().0.try_into().ok()?,
            lines: lines.as_chunks().0.try_into().ok()?,
            counts: counts.try_into().ok()?,
        })
    }

    /// Returns the sum of the weights of the seven windows of a band.
    #[inline]
    fn band(&self, top: usize, band: u32, reversed: u32) -> f32 {
        let windows = &self.windows[row_class(top)];
        let mut sum = 0.0;
        for left in 0..7 {
            let (pattern, column) = window(band, reversed, left);
            sum += windows[column][pattern];
        }
        sum
    }

    #[inline]
    fn line(&self, number: usize, line: usize) -> f32 {
        self.lines[line_class(number)][usize::from(MIRRORED[line])]
    }
}

/// A board, prepared for differences.
#[derive(Default)]
struct Prepared {
    /// Of the rows, and of the columns.
    sides: [Side; 2],
    filled: usize,
    sum: f32,
}

/// The windows and lines of a board in one direction.
#[derive(Default)]
struct Side {
    lines: [usize; 10],
    bands: [u32; 8],
    reversed: [u32; 8],
    /// Sums of the weights of the windows of each band.
    sums: [f32; 8],
    line_weights: [f32; 10],
}

impl Prepared {
    fn prepare(&mut self, tables: &Tables<'_>, board: Board) {
        self.filled = board.filled().count() as usize;
        self.sum = tables.counts[self.filled];
        for (side, lines) in self.sides.iter_mut().zip(both(board)) {
            self.sum += side.prepare(tables, lines);
        }
    }

    /// Returns the difference caused by a placement that completes no line.
    #[inline]
    fn difference(&self, tables: &Tables<'_>, placement: Placement) -> f32 {
        let cell = placement.cell();
        let [lying, upright] = &SHAPES[placement.piece().index()];
        let [rows, columns] = &self.sides;
        let filled = (self.filled + usize::from(placement.piece().size())).min(100);
        tables.counts[filled] - tables.counts[self.filled]
            + rows.difference(tables, lying, usize::from(cell.row), usize::from(cell.column))
            + columns.difference(tables, upright, usize::from(cell.column), usize::from(cell.row))
    }
}

impl Side {
    /// Returns the sum of its weights.
    fn prepare(&mut self, tables: &Tables<'_>, lines: [usize; 10]) -> f32 {
        self.lines = lines;
        let spread = lines.map(|line| SPREAD[line]);
        let reversed = lines.map(|line| REVERSED[line]);
        let mut total = 0.0;
        for top in 0..8 {
            let (band, reversed) = (band(&spread, top), band(&reversed, top));
            (self.bands[top], self.reversed[top]) = (band, reversed);
            self.sums[top] = tables.band(top, band, reversed);
            total += self.sums[top];
        }
        for (number, &line) in lines.iter().enumerate() {
            self.line_weights[number] = tables.line(number, line);
            total += self.line_weights[number];
        }
        total
    }

    /// Returns the difference caused by a piece whose bounding box begins in this line, at this
    /// cell.
    #[inline]
    fn difference(&self, tables: &Tables<'_>, shape: &Shape, line: usize, cell: usize) -> f32 {
        let mut difference = 0.0;
        let (mut spread, mut reversed) = ([0; 10], [0; 10]);
        for (number, &part) in (line..10).zip(&shape.lines[..shape.height]) {
            let part = part << cell & (LINES - 1);
            (spread[number], reversed[number]) = (SPREAD[part], REVERSED[part]);
            difference += tables.line(number, self.lines[number] | part) - self.line_weights[number];
        }
        for top in line.saturating_sub(2)..(line + shape.height).min(8) {
            let band = self.bands[top] | band(&spread, top);
            let reversed = self.reversed[top] | self::band(&reversed, top);
            // All seven windows: the loop without a branch is faster than a choice of the few that
            // change.
            difference += tables.band(top, band, reversed) - self.sums[top];
        }
        difference
    }
}

/// A piece, line by line.
struct Shape {
    lines: [usize; 5],
    height: usize,
}

/// The shape of each piece, and of its image with rows and columns exchanged.
static SHAPES: [[Shape; 2]; Piece::COUNT] = {
    const fn shape(piece: Piece) -> Shape {
        let bits = piece.cells().bits();
        let mut lines = [0; 5];
        let mut line = 0;
        while line < 5 {
            lines[line] = (bits >> (11 * line)) as usize & (LINES - 1);
            line += 1;
        }
        Shape { lines, height: piece.height() as usize }
    }
    const EMPTY: [Shape; 2] = [shape(Piece::O1), shape(Piece::O1)];
    let mut shapes = [EMPTY; Piece::COUNT];
    let mut index = 0;
    while index < Piece::COUNT {
        let piece = Piece::ALL[index];
        shapes[index] = [shape(piece), shape(piece.transform(7))];
        index += 1;
    }
    shapes
};

/// Hand-made weights of a simple player: few filled cells, short edges, space for the large square.
pub(super) fn hand_made() -> Vec<f32> {
    let mut weights = vec![0.0; LENGTH];
    for (filled, weight) in weights[FIRST_COUNT..].iter_mut().enumerate() {
        *weight = -0.025 * filled as f32;
    }
    for (index, weight) in weights[..FIRST_LINE].iter_mut().enumerate() {
        let is_filled = |column: usize, row: usize| index >> (3 * column + row) & 1 == 1;
        let edges = |is_edge: &dyn Fn(usize, usize) -> bool, columns, rows| {
            (0..columns)
                .flat_map(|column| (0..rows).map(move |row| (column, row)))
                .filter(|&(c, r)| is_edge(c, r))
                .count()
        };
        let upright = edges(&|column, row| is_filled(column, row) != is_filled(column + 1, row), 3, 3);
        let lying = edges(&|column, row| is_filled(column, row) != is_filled(column, row + 1), 4, 2);
        let places = (0..2).filter(|left| (0..9).all(|cell| !is_filled(left + cell / 3, cell % 3))).count();
        *weight = 0.01 * places as f32 - 0.005 * (upright + lying) as f32;
    }
    weights
}

#[cfg(test)]
mod tests {
    use super::*;
    use gambol_core::random::below;
    use gambol_core::{Game, GameExt, Seed};
    use gambol_learn::{Network, ValueKind};

    fn states(count: usize) -> Vec<TenTen> {
        let mut rng = Seed::new(1).rng();
        let mut states = Vec::new();
        while states.len() < count {
            let mut state = TenTen::default();
            while state.random_step(&mut rng).is_some() {
                states.push(state);
            }
        }
        states
    }

    /// Multiples of a power of two, whose sums are exact in any order.
    fn weights() -> Vec<f32> {
        let mut rng = Seed::new(2).rng();
        (0..LENGTH).map(|_| f32::from(below(&mut rng, 129) as i16 - 64) / 128.0).collect()
    }

    fn indices(state: &TenTen) -> Vec<usize> {
        let mut indices = Vec::new();
        BoardWindows.visit(state, |index| indices.push(index));
        indices.sort_unstable();
        indices
    }

    #[test]
    fn symmetric_boards_have_the_same_features() {
        for state in states(300) {
            let own = indices(&state);
            assert_eq!(own.len(), 133);
            for symmetry in 1..8 {
                assert_eq!(indices(&state.transform(symmetry)), own, "{state} {symmetry}");
            }
        }
    }

    #[test]
    fn windows_and_lines_are_where_they_are_drawn() {
        // The corner window, three rows by four columns, and the first row, empty except for c2.
        let state: TenTen = "10/2x7/10/10/10/10/10/10/10/10 - 0".parse().unwrap();
        let indices = indices(&state);
        assert!(indices.contains(&(1 << (3 * 2 + 1))), "column 2, row 1 of the lying window");
        assert!(indices.contains(&(1 << (3 + 2))), "column 1, row 2 of the upright one");
        assert!(indices.contains(&(FIRST_LINE + LINES + 4)) && indices.contains(&(FIRST_LINE + 2 * LINES + 2)));
        assert_eq!(indices.last(), Some(&(FIRST_COUNT + 1)));
    }

    #[test]
    fn differences_are_those_of_whole_sums() {
        let weights = weights();
        let mut scratch = Scratch::new();
        let mut count = 0;
        for state in states(600) {
            let actions = state.actions();
            let mut sums = vec![ActionSum::default(); actions.len()];
            BoardWindows.sum_afterstates(&weights, &state, &actions, &mut sums, &mut scratch);
            for (&action, sum) in actions.iter().zip(sums) {
                let after = state.afterstate(action);
                let whole = ActionSum { sum: BoardWindows.sum(&weights, &after), gain: after.score() - state.score() };
                assert_eq!(sum, whole, "{state} {action}");
                count += 1;
            }
        }
        assert!(count > 10_000, "{count}");
    }

    #[test]
    fn no_action_ends_the_game_where_there_are_differences() {
        let (mut with, mut without) = (0, 0);
        for state in states(3_000) {
            let ends = state.actions().iter().any(|&action| state.afterstate(action).is_over());
            if BoardWindows.has_differences(&state) {
                assert!(!ends, "{state}");
                with += 1;
            } else {
                without += usize::from(ends);
            }
        }
        assert!(with > 500 && without > 50, "{with} {without}");
    }

    #[test]
    fn a_network_of_it_is_an_evaluator() {
        let network = Network::new(BoardWindows, weights(), 0.25, ValueKind::Risk { ended: -100.0 }).unwrap();
        gambol_conformance::assert_evaluator(&network, states(200));
    }
}

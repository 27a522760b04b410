//! Lines and cells, with weights fitted to games.

use core::ops::Range;

use gambol_core::Evaluator;

use super::counted::Counted;
use super::tables::{Tables, Worth};
use crate::state::PentagoSwap;

/// Weights of [`FittedLines`] for the side to move, in hundredths.
///
/// The tables are indexed by the numbers of pieces on a line: first those of the side to move, then
/// those of the other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineWeights {
    /// Lines of six cells.
    pub six: [[i16; 7]; 7],
    /// Lines of five cells.
    pub five: [[i16; 6]; 6],
    /// A row or a column of three cells together with the same one of a quadrant that does not
    /// adjoin it, but that a swap may bring beside it.
    pub pair: [[i16; 7]; 7],
    /// Pieces of the side to move in the centre of a quadrant, on its sides and in its corners.
    pub own: [i16; 3],
    /// Pieces of the other side on the same places.
    pub other: [i16; 3],
}

impl LineWeights {
    /// The fitted weights.
    pub const FITTED: Self = Self {
        six: [
            [0, 24, 47, 15, -96, -148, 0],
            [-12, 3, 31, 52, 32, 50, 0],
            [-15, 2, 12, 35, 55, 0, 0],
            [35, -5, 11, 26, 0, 0, 0],
            [117, -42, -11, 0, 0, 0, 0],
            [136, -54, 0, 0, 0, 0, 0],
            [0, 0, 0, 0, 0, 0, 0],
        ],
        five: [
            [0, -26, -40, -67, -168, 0],
            [10, -21, -37, -52, -99, 0],
            [24, 10, -24, 0, 0, 0],
            [39, 9, 0, 0, 0, 0],
            [182, 0, 0, 0, 0, 0],
            [0, 0, 0, 0, 0, 0],
        ],
        pair: [
            [0, -5, -18, -53, -248, -245, 0],
            [2, 1, -5, -4, -55, -64, 0],
            [9, -11, -3, 2, 6, 0, 0],
            [74, -3, -16, -19, 0, 0, 0],
            [313, 57, -26, 0, 0, 0, 0],
            [265, 58, 0, 0, 0, 0, 0],
            [0, 0, 0, 0, 0, 0, 0],
        ],
        own: [77, 44, 35],
        other: [-74, -37, -31],
    };

    /// The weights clamped to ±2,000, so that sums over the lines through a cell fit 16 bits.
    fn clamped(&self) -> Self {
        const MOST: i16 = 2_000;
        let Self { six, five, pair, own, other } = *self;
        let all = |weights: [i16; 7]| weights.map(|weight| weight.clamp(-MOST, MOST));
        Self {
            six: six.map(all),
            five: five.map(|weights| weights.map(|weight| weight.clamp(-MOST, MOST))),
            pair: pair.map(all),
            own: own.map(|weight| weight.clamp(-MOST, MOST)),
            other: other.map(|weight| weight.clamp(-MOST, MOST)),
        }
    }

    /// The value of a line for the side to move.
    fn line_to_mover(&self, own: i32, other: i32, length: i32, diagonal: bool) -> i32 {
        let of = |table: &[i16], width: i32| table.get((own * width + other) as usize).map_or(0, |&worth| worth.into());
        match (length, diagonal) {
            (6, false) => of(self.six.as_flattened(), 7) - of(self.pair.as_flattened(), 7),
            (6, true) => of(self.six.as_flattened(), 7),
            _ => of(self.five.as_flattened(), 6),
        }
    }
}

impl Worth for LineWeights {
    fn line(&self, mover: usize, white: i32, black: i32, length: i32, diagonal: bool) -> i32 {
        // After a move of white, black is the side to move.
        match mover {
            0 => -self.line_to_mover(black, white, length, diagonal),
            _ => self.line_to_mover(white, black, length, diagonal),
        }
    }

    fn has_lasting(&self) -> bool {
        true
    }

    fn pair(&self, mover: usize, white: i32, black: i32) -> i32 {
        let of = |own: i32, other: i32| i32::from(self.pair[own as usize % 7][other as usize % 7]);
        if mover == 0 { -of(black, white) } else { of(white, black) }
    }

    fn cell(&self, mover: usize, side: usize, bit: usize) -> i32 {
        let place = match bit {
            4 => 0,
            1 | 3 | 5 | 7 => 1,
            _ => 2,
        };
        let worth = i32::from(if mover == side { self.other[place] } else { self.own[place] });
        if mover == 0 { -worth } else { worth }
    }
}

impl Default for LineWeights {
    fn default() -> Self {
        Self::FITTED
    }
}

/// An evaluation by the numbers of pieces of both sides on every row, column and diagonal with room
/// for five in a row, and by the pieces' places in their quadrants: the centre of a quadrant is the
/// best place, and no swap changes it. Each term has one weight for the side to move and one for
/// the other. The sum estimates the logarithm of the odds that white wins.
///
/// The weights were fitted to games of alpha-beta by logistic regression, as described in
/// `docs/results/evaluators.md`. As with [`LineCounts`](super::LineCounts), all moves of a position
/// are evaluated together.
///
/// ```
/// use gambol_core::Evaluator;
/// use gambol_pentago_swap::{FittedLines, PentagoSwap};
/// let value = |text: &str| FittedLines::new().evaluate(&text.parse::<PentagoSwap>().unwrap());
/// // The centre of a quadrant, and its corner.
/// assert!(value("6/1w4/6/6/6/6 b") > value("w5/6/6/6/6/6 b"));
/// ```
#[derive(Clone, Debug)]
pub struct FittedLines {
    counted: Counted,
}

impl FittedLines {
    /// The evaluator with the fitted weights.
    #[must_use]
    pub fn new() -> Self {
        Self::with_weights(&LineWeights::FITTED)
    }

    /// The evaluator with other weights, each clamped to ±2,000.
    #[must_use]
    pub fn with_weights(weights: &LineWeights) -> Self {
        Self { counted: Counted { tables: Tables::new(&weights.clamped()), unit: 100.0 } }
    }
}

impl Default for FittedLines {
    fn default() -> Self {
        Self::new()
    }
}

impl Evaluator<PentagoSwap> for FittedLines {
    #[inline]
    fn evaluate(&self, state: &PentagoSwap) -> f64 {
        self.counted.evaluate(state)
    }

    fn minimax(&self, state: &PentagoSwap, plies: u32, window: Range<f64>) -> Option<f64> {
        self.counted.minimax(state, plies, window)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{LINES, Quadrant};
    use alloc::vec::Vec;
    use gambol_conformance::assert_evaluator;
    use gambol_core::{Game, GameExt, Player, Seed, Turn};

    /// The evaluation line by line and cell by cell.
    fn slow(weights: &LineWeights, state: &PentagoSwap) -> f64 {
        let is_white = state.plies().is_multiple_of(2);
        let (mover, other) = if is_white { (Player::First, Player::Second) } else { (Player::Second, Player::First) };
        let pieces = |player| if player == Player::First { state.white() } else { state.black() };
        let mut sum = 0;
        for line in LINES {
            let [own, others] = [mover, other].map(|player| (line & pieces(player)).count_ones() as usize);
            sum += i32::from(if line.count_ones() == 6 { weights.six[own][others] } else { weights.five[own][others] });
        }
        let pattern = |player, quadrant: usize| state.quadrant(player, Quadrant::ALL[quadrant]);
        for (x, y) in (0..4).flat_map(|x| (x + 1..4).map(move |y| (x, y))) {
            let mut half = |mask: u16| {
                let count = |player| {
                    ((pattern(player, x) & mask).count_ones() + (pattern(player, y) & mask).count_ones()) as usize
                };
                sum += i32::from(weights.pair[count(mover)][count(other)]);
            };
            // Adjoining quadrants are counted as lines.
            if (x, y) != (0, 1) && (x, y) != (2, 3) {
                [0o007, 0o070, 0o700].into_iter().for_each(&mut half);
            }
            if (x, y) != (0, 2) && (x, y) != (1, 3) {
                [0o111, 0o222, 0o444].into_iter().for_each(&mut half);
            }
        }
        for quadrant in 0..4 {
            for (place, mask) in [0o020, 0o252, 0o505].into_iter().enumerate() {
                let of = |player| (pattern(player, quadrant) & mask).count_ones() as i32;
                sum += of(mover) * i32::from(weights.own[place]) + of(other) * i32::from(weights.other[place]);
            }
        }
        f64::from(if is_white { sum } else { -sum }) / 100.0
    }

    fn states() -> Vec<PentagoSwap> {
        let mut rng = Seed::new(4).rng();
        let mut states = Vec::new();
        for _ in 0..15 {
            let mut state = PentagoSwap::new();
            while state.turn() != Turn::Over {
                states.push(state);
                state.random_step(&mut rng);
            }
        }
        states
    }

    #[test]
    fn tables_say_what_the_weights_say() {
        for state in states() {
            let value = FittedLines::new().evaluate(&state);
            assert_eq!(value, slow(&LineWeights::FITTED, &state), "{state}");
            assert_eq!(value, FittedLines::new().evaluate(&state.transform(1)), "{state}");
        }
    }

    #[test]
    fn it_conforms() {
        assert_evaluator(&FittedLines::new(), states());
    }

    #[test]
    fn lines_centres_and_threats_count() {
        let value = |text: &str| FittedLines::new().evaluate(&text.parse().unwrap());
        // White to move, with three in a row, or with the middle one black.
        let open = value("www3/6/6/b5/5b/4b1 w");
        assert!(open > value("wbw3/6/6/w5/5b/4b1 w"), "a line that is blocked");
        // Four of each side: the side to move wins.
        let both = "wwww2/6/6/6/6/bbbb2";
        assert!(value(&alloc::format!("{both} w")) > 0.0);
        let black = value("wwww2/6/6/6/5w/bbbb2 b");
        assert!(black < 0.0, "{black}");
        // Two and one of a row in quadrants that a swap brings together.
        assert!(value("ww4/6/6/3w2/6/b1b1b1 w") > value("ww4/6/6/6/3w2/b1b1b1 w"));
    }
}

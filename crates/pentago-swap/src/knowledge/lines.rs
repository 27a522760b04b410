//! The report's evaluation by lines with room for five in a row.

use core::ops::Range;

use gambol_core::{Evaluator, Player};

use super::cases::{CaseWeights, CaseWeightsError};
use super::counted::Counted;
use super::tables::{Tables, Worth};
use super::worth::case;
use crate::state::PentagoSwap;

/// The report's evaluation (section II.C). Pieces are counted on the eighteen lines with room for
/// five in a row (six rows, six columns, six diagonals). A side with 4 pieces and 2 empty cells on
/// a line gets 10 points, with 4 and 1 it gets 7, with 3 and 3 it gets 5, with 3 and 2 it gets 3,
/// with 2 and 4 it gets 2, and with 2 and 3 it gets 1 point. With W and B for the sums, the value
/// is `W - 0.8 B` for a player with the white pieces, and `B - 2 W` for one with the black pieces,
/// who defends more. Returned values are for the first player, which is white.
///
/// [`CaseWeights`] are custom weights; its constants include those of the author's program, which
/// differ from the report's.
///
/// [`minimax`](Evaluator::minimax) evaluates all moves of a position at once, the six swaps first
/// and then the cell where one more piece gains most, so that alpha-beta does not play the last
/// plies of a search move by move.
///
/// ```
/// use gambol_core::Evaluator;
/// use gambol_pentago_swap::{LineCounts, PentagoSwap};
/// // Three and three on a row, and two and three or four on other lines.
/// let state: PentagoSwap = "6/www3/6/6/bb4/6 b".parse()?;
/// assert_eq!(LineCounts::as_white().evaluate(&state), 5.0 - 0.8 * 2.0);
/// assert_eq!(LineCounts::as_black().evaluate(&state), 2.0 * 5.0 - 2.0);
/// # Ok::<(), gambol_core::TextError>(())
/// ```
#[derive(Clone, Debug)]
pub struct LineCounts {
    counted: Counted,
}

impl Evaluator<PentagoSwap> for LineCounts {
    fn evaluate(&self, state: &PentagoSwap) -> f64 {
        self.counted.evaluate(state)
    }

    fn minimax(&self, state: &PentagoSwap, plies: u32, window: Range<f64>) -> Option<f64> {
        self.counted.minimax(state, plies, window)
    }
}

/// Weights of the cases in the tables' units, for rows and columns and for diagonals.
struct Units {
    white: [[i32; 6]; 2],
    black: [[i32; 6]; 2],
}

impl Worth for Units {
    fn line(&self, _: usize, white: i32, black: i32, length: i32, diagonal: bool) -> i32 {
        let of = |weights: &[[i32; 6]; 2], own, other| {
            case(own, other, length).map_or(0, |case| weights[usize::from(diagonal)][case])
        };
        of(&self.white, white, black) + of(&self.black, black, white)
    }
}

/// The greatest value of a line in the tables' units. One more piece adds at most twice as much to
/// each of the four lines through a cell, and the sum has 16 bits.
const MOST_UNITS: f64 = 4095.0;

/// The greatest unit of custom weights, so that values times it are far from overflow.
const MOST_UNIT: f64 = 1000.0;

/// The greatest unit of the form 1, 2 or 5 times a power of ten for which this value fits the
/// tables.
fn unit_for(most: f64) -> f64 {
    let mut unit = MOST_UNIT;
    let mut steps = [2.0, 2.5, 2.0].into_iter().cycle();
    while most * unit > MOST_UNITS {
        unit /= steps.next().unwrap_or(2.0);
    }
    unit
}

/// The nearest whole number.
fn rounded(value: f64) -> i32 {
    (value + if value < 0.0 { -0.5 } else { 0.5 }) as i32
}

impl LineCounts {
    fn new(player: Player, weights: &CaseWeights, unit: f64) -> Self {
        let scaled = |weights: &[f64; 6], sign: f64, diagonal: f64| {
            [1.0, diagonal].map(|factor| weights.map(|weight| rounded(weight * factor * sign * unit)))
        };
        let sign = player.sign() as f64;
        let own = scaled(&weights.own, sign, weights.diagonal);
        let other = scaled(&weights.other, -sign, weights.diagonal);
        let units = match player {
            Player::First => Units { white: own, black: other },
            Player::Second => Units { white: other, black: own },
        };
        Self { counted: Counted { tables: Tables::new(&units), unit } }
    }

    /// The evaluation of the player with the white pieces: W - 0.8 B.
    #[must_use]
    pub fn as_white() -> Self {
        Self::new(Player::First, &CaseWeights::AS_WHITE, 5.0)
    }

    /// The evaluation of the player with the black pieces: B - 2 W for black.
    #[must_use]
    pub fn as_black() -> Self {
        Self::new(Player::Second, &CaseWeights::AS_BLACK, 5.0)
    }

    /// The evaluation of the author's program, which differs from the report's in its weights:
    /// [`CaseWeights::PROGRAM_AS_WHITE`] and [`CaseWeights::PROGRAM_AS_BLACK`].
    ///
    /// ```
    /// use gambol_core::{Evaluator, Player};
    /// use gambol_pentago_swap::{LineCounts, PentagoSwap};
    /// // White has three and three on a row, black two and four on a long diagonal.
    /// let state: PentagoSwap = "1www2/6/6/3b2/4b1/6 b".parse()?;
    /// assert_eq!(LineCounts::program(Player::First).evaluate(&state), 7.0 - 0.8 * 1.5 * 2.0);
    /// assert_eq!(LineCounts::program(Player::Second).evaluate(&state), 2.0 * 7.0 - 1.5 * 2.0);
    /// # Ok::<(), gambol_core::TextError>(())
    /// ```
    #[must_use]
    pub fn program(player: Player) -> Self {
        let weights = match player {
            Player::First => &CaseWeights::PROGRAM_AS_WHITE,
            Player::Second => &CaseWeights::PROGRAM_AS_BLACK,
        };
        Self::new(player, weights, 10.0)
    }

    /// The evaluation of a player with custom weights, as fast as with the report's. Values are for
    /// the first player, even if `player` is the second.
    ///
    /// The tables hold integers, so values are rounded: to at most a 1,600th of the greatest value,
    /// and to at least a thousandth.
    ///
    /// # Errors
    ///
    /// Returns an error unless the value of every line is from -10000 to 10000, including factors.
    ///
    /// ```
    /// use gambol_core::{Evaluator, Player};
    /// use gambol_pentago_swap::{CaseWeights, LineCounts, PentagoSwap};
    /// let state: PentagoSwap = "6/www3/6/6/bb4/6 b".parse()?;
    /// let weights = CaseWeights::new([10.0, 7.0, 4.5, 3.0, 2.0, 1.0], 0.5);
    /// let white = LineCounts::with_weights(Player::First, &weights)?;
    /// assert_eq!(white.evaluate(&state), 4.5 - 0.5 * 2.0);
    /// let black = LineCounts::with_weights(Player::Second, &weights)?;
    /// assert_eq!(black.evaluate(&state), 0.5 * 4.5 - 2.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_weights(player: Player, weights: &CaseWeights) -> Result<Self, CaseWeightsError> {
        Ok(Self::new(player, weights, unit_for(weights.greatest()?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::knowledge::worth::LINES_OF_FIVE_OR_SIX;
    use gambol_conformance::assert_evaluator;
    use gambol_core::{Game, GameExt, Rng, Seed, Turn};

    /// The evaluation line by line, as in the report and its program.
    fn slow(player: Player, weights: &CaseWeights, state: &PentagoSwap) -> f64 {
        let (own, other) = match player {
            Player::First => (state.white(), state.black()),
            Player::Second => (state.black(), state.white()),
        };
        let of_case = |weights: &[f64; 6], pieces: u64, empty: u32| match (pieces.count_ones(), empty) {
            (4, 2) => weights[0],
            (4, 1) => weights[1],
            (3, 3) => weights[2],
            (3, 2) => weights[3],
            (2, 4) => weights[4],
            (2, 3) => weights[5],
            _ => 0.0,
        };
        let mut sum = 0.0;
        for (index, line) in LINES_OF_FIVE_OR_SIX.into_iter().enumerate() {
            let empty = (line & !own & !other).count_ones();
            let worth = of_case(&weights.own, line & own, empty) - of_case(&weights.other, line & other, empty);
            sum += worth * if index < 12 { 1.0 } else { weights.diagonal };
        }
        sum * player.sign() as f64
    }

    fn each_position(mut check: impl FnMut(&PentagoSwap, &mut dyn Rng)) {
        let mut rng = Seed::new(1).rng();
        for _ in 0..40 {
            let mut state = PentagoSwap::new();
            while state.turn() != Turn::Over {
                check(&state, &mut rng);
                state.random_step(&mut rng);
            }
        }
    }

    /// Custom weights, with their rounding errors.
    fn callers() -> [(CaseWeights, f64); 7] {
        let fractions = CaseWeights::new([3.75, 1.234, 2.5, 0.125, 0.75, 0.04], 1.01);
        let signs = CaseWeights { diagonal: -1.25, ..CaseWeights::new([-40.0, 30.0, -20.0, 10.0, -5.0, 1.0], -0.5) };
        [
            (CaseWeights::AS_WHITE, 0.0),
            (CaseWeights::AS_BLACK, 0.0),
            (CaseWeights::PROGRAM_AS_WHITE, 0.0),
            (CaseWeights::PROGRAM_AS_BLACK, 0.0),
            (fractions, 18.0 * 0.0005),
            (signs, 18.0 * 0.5 / 50.0),
            // The greatest weights, with the greatest sums.
            (CaseWeights::new([1e4, -1e4, 1e4, -1e4, 1e4, -1e4], -1.0), 18.0 * 2.5),
        ]
    }

    const SIDES: [Player; 2] = [Player::First, Player::Second];

    #[test]
    fn tables_say_what_the_report_says() {
        let (as_white, as_black) = (LineCounts::as_white(), LineCounts::as_black());
        each_position(|state, _| {
            let [white, black] = [
                slow(Player::First, &CaseWeights::AS_WHITE, state),
                slow(Player::Second, &CaseWeights::AS_BLACK, state),
            ];
            assert!((as_white.evaluate(state) - white).abs() < 1e-9, "{state}");
            assert!((as_black.evaluate(state) - black).abs() < 1e-9, "{state}");
        });
    }

    #[test]
    fn the_program_is_as_its_author_wrote_it() {
        // Lines of its two lists, by case: 2+3, 2+4, 3+2, 3+3, 4+1 and 4+2. A diagonal is 1.5.
        let program = |player: Player, state: &PentagoSwap| {
            let mut lists = [[0.0; 6]; 2];
            for (index, line) in LINES_OF_FIVE_OR_SIX.into_iter().enumerate() {
                let empty = (line & !state.white() & !state.black()).count_ones();
                for (list, pieces) in lists.iter_mut().zip([state.white(), state.black()]) {
                    let cases = [(2, 3), (2, 4), (3, 2), (3, 3), (4, 1), (4, 2)];
                    if let Some(case) = cases.iter().position(|&case| case == ((line & pieces).count_ones(), empty)) {
                        list[case] += if index < 12 { 1.0 } else { 1.5 };
                    }
                }
            }
            let sum = |list: &[f64; 6], weights: [f64; 6]| list.iter().zip(weights).map(|(n, w)| n * w).sum::<f64>();
            let [white, black] = &lists;
            let weights = [1.0, 2.0, 3.0, 7.0, 5.0, 10.0];
            match player {
                Player::First => sum(white, weights) - 0.8 * sum(black, weights),
                Player::Second => 2.0 * sum(white, [1.0, 1.0, 0.5, 7.0, 5.0, 10.0]) - sum(black, weights),
            }
        };
        for player in SIDES {
            let lines = LineCounts::program(player);
            each_position(|state, _| assert!((lines.evaluate(state) - program(player, state)).abs() < 1e-9, "{state}"));
        }
    }

    #[test]
    fn tables_say_what_the_weights_say() {
        for (weights, rounding) in callers() {
            for player in SIDES {
                let lines = LineCounts::with_weights(player, &weights).unwrap();
                each_position(|state, _| {
                    let error = lines.evaluate(state) - slow(player, &weights, state);
                    assert!(error.abs() <= rounding + 1e-9, "{weights:?} {state}: {error}");
                });
            }
        }
    }

    #[test]
    fn units_are_as_fine_as_the_tables_allow() {
        for (most, unit) in [(0.0, 1000.0), (4.0, 1000.0), (4.1, 500.0), (10.0, 200.0), (30.0, 100.0), (1e4, 0.2)] {
            assert_eq!(unit_for(most), unit, "{most}");
        }
        assert!([(0.4, 0), (0.6, 1), (-0.6, -1), (-4095.0, -4095)].iter().all(|&(value, near)| rounded(value) == near));
    }

    #[test]
    fn weights_of_no_use_are_refused() {
        let nan = CaseWeights::new([f64::NAN; 6], 1.0);
        assert!(LineCounts::with_weights(Player::First, &nan).is_err());
    }

    #[test]
    fn the_best_successor_is_the_best_of_all() {
        let of_weights = callers().into_iter().zip(SIDES.into_iter().cycle());
        let program = SIDES.map(LineCounts::program);
        let all = [LineCounts::as_white(), LineCounts::as_black()]
            .into_iter()
            .chain(program)
            .chain(of_weights.map(|((weights, _), player)| LineCounts::with_weights(player, &weights).unwrap()));
        let (mut known, mut unknown) = (0, 0);
        for lines in all {
            // The size of values and of their differences.
            let (size, near) = (lines.counted.unit.recip(), 1e-9 * lines.counted.unit.recip().max(1.0));
            each_position(|state, rng| {
                let sign = if state.plies().is_multiple_of(2) { 1.0 } else { -1.0 };
                let successors = || state.actions().into_iter().map(|action| state.afterstate(action));
                let best =
                    sign * successors().map(|after| sign * lines.evaluate(&after)).fold(f64::NEG_INFINITY, f64::max);
                let Some(found) = lines.minimax(state, 1, f64::NEG_INFINITY..f64::INFINITY) else {
                    unknown += 1;
                    return;
                };
                known += 1;
                assert!(successors().all(|after| after.turn() != Turn::Over), "{state}");
                assert!((found - best).abs() < near, "{state}: {found} {best}");
                // Windows above, below and around it.
                let middle = best + (f64::from(rng.next_u32() % 100) - 50.0) * size;
                for window in [middle - 5.0 * size..middle + 5.0 * size, middle..middle.next_up()] {
                    let found = lines.minimax(state, 1, window.clone()).unwrap();
                    if best >= window.end {
                        assert!((window.end..=best + near).contains(&found), "{state}: {found} {best} {window:?}");
                    } else if best <= window.start {
                        assert!((best - near..=window.start).contains(&found), "{state}: {found} {best} {window:?}");
                    } else {
                        assert!((found - best).abs() < near, "{state}: {found} {best} {window:?}");
                    }
                }
            });
        }
        assert!(known > 500 && unknown > 50, "{known} {unknown}");
    }

    #[test]
    fn the_best_reply_is_the_best_of_all() {
        let states = |seeds: core::ops::Range<u64>, count: usize| {
            seeds.flat_map(move |seed| {
                let mut rng = Seed::new(seed).rng();
                let mut state = PentagoSwap::new();
                let mut states = alloc::vec![state];
                while state.random_step(&mut rng).is_some() {
                    states.push(state);
                }
                // Late positions, in which games end, are quick to check.
                let late = states.split_off(states.len().min(count));
                states.into_iter().chain(late.into_iter().rev().take(6))
            })
        };
        let signs = CaseWeights { diagonal: -1.25, ..CaseWeights::new([-40.0, 30.0, -20.0, 10.0, -5.0, 1.0], -0.5) };
        assert_evaluator(&LineCounts::as_white(), states(0..3, 12));
        assert_evaluator(&LineCounts::as_black(), states(3..6, 12));
        assert_evaluator(&LineCounts::with_weights(Player::Second, &signs).unwrap(), states(6..8, 12));
    }
}

//! An evaluator by open windows.

use gambol_core::{Evaluator, Player};

use crate::bits::Bits;
use crate::board::{start_columns, step};
use crate::lines::Direction;
use crate::rules::Colour;
use crate::state::Match5;

/// Evaluates a position by its open windows: the places of winning rows in which only one colour
/// has stones. The value of a window grows as fewer stones are missing, and more for the side to
/// move, which wins with one missing stone.
///
/// | missing | for the side to move | for the other side |
/// |---|---|---|
/// | 1 | 10000 | 300 |
/// | 2 | 50 | 30 |
/// | 3 | 6 | 5 |
/// | 4 or 5 | 1 | 1 |
///
/// Values are for the first player. The weights are our own. All windows of a direction are counted
/// at once as bits, so any position takes some hundred operations.
///
/// ```
/// use gambol_core::Evaluator;
/// use gambol_match5::{Colour, Match5, OpenWindows};
/// let state: Match5 = "9/9/9/9/2rrr4/9/9/9/b7b b".parse()?;
/// // Three windows contain all three stones.
/// assert_eq!(OpenWindows::count(&state, Colour::Red)[3], 3);
/// assert!(OpenWindows.evaluate(&state) > 0.0, "red has begun");
/// # Ok::<(), gambol_core::TextError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OpenWindows;

/// Values by the number of missing stones, from 0, for the side to move and for the other side.
const WORTH: [[i32; 6]; 2] = [[0, 10_000, 50, 6, 1, 1], [0, 300, 30, 5, 1, 1]];

impl OpenWindows {
    /// The numbers of windows by their number of stones of a colour, from 0 to 6, without stones of
    /// the other colour. Empty windows do not count, so the first number is 0.
    #[must_use]
    pub fn count<B: Bits>(state: &Match5<B>, colour: Colour) -> [u16; 7] {
        let (own, other) = state.sides();
        let (own, other) = if colour == state.side() { (own, other) } else { (other, own) };
        let mut counts = [0; 7];
        each_direction(own, other, state.edge(), state.row(), |held| {
            for (count, set) in counts.iter_mut().zip(0..).skip(1).take(usize::from(state.row())) {
                *count += held.exactly(set).count() as u16;
            }
        });
        counts
    }

    fn worth<B: Bits>(own: B, other: B, state: &Match5<B>, worth: &[i32; 6]) -> i32 {
        let mut sum = 0;
        each_direction(own, other, state.edge(), state.row(), |held| {
            for stones in 1..state.row() {
                let windows = held.exactly(stones);
                if !windows.is_empty() {
                    sum += (windows.count() as i32) * worth[usize::from(state.row() - stones)];
                }
            }
        });
        sum
    }
}

impl<B: Bits> Evaluator<Match5<B>> for OpenWindows {
    fn evaluate(&self, state: &Match5<B>) -> f64 {
        let (own, other) = state.sides();
        let value = Self::worth(own, other, state, &WORTH[0]) - Self::worth(other, own, state, &WORTH[1]);
        let mover = if state.side() == state.rules().starts() { Player::First } else { Player::Second };
        f64::from(value) * mover.sign() as f64
    }
}

/// The number of stones of each open window of one direction, by its start, as a binary number of
/// three digits.
#[derive(Clone, Copy)]
pub(super) struct Held<B> {
    open: B,
    digits: [B; 3],
}

impl<B: Bits> Held<B> {
    /// The starts of the open windows with this number of stones.
    #[inline]
    pub(super) fn exactly(self, stones: u8) -> B {
        let digit = |n: usize| if stones >> n & 1 == 1 { self.digits[n] } else { !self.digits[n] };
        self.open & digit(0) & digit(1) & digit(2)
    }
}

#[inline]
fn exclusive<B: Bits>(a: B, b: B) -> B {
    (a | b) & !(a & b)
}

/// Visits the windows of each direction without a stone of `other`.
#[inline]
pub(super) fn each_direction<B: Bits>(own: B, other: B, edge: u8, row: u8, mut visit: impl FnMut(Held<B>)) {
    let free = B::board(edge) & !other;
    let (rightward, leftward) = start_columns::<B>(edge, row);
    for direction in Direction::ALL {
        let step = step::<B>(direction);
        let mut open = match direction {
            Direction::Across | Direction::Falling => rightward,
            Direction::Rising => leftward,
            Direction::Down => !B::EMPTY,
        };
        let (mut cells, mut stones) = (free, own);
        let mut digits = [B::EMPTY; 3];
        for _ in 0..row {
            open = open & cells;
            let carry = digits[0] & stones;
            digits[0] = exclusive(digits[0], stones);
            digits[2] = digits[2] | (digits[1] & carry);
            digits[1] = exclusive(digits[1], carry);
            (cells, stones) = (cells.down(step), stones.down(step));
        }
        visit(Held { open, digits });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::Wide;
    use crate::rules::Rules;
    use gambol_core::{Game, GameExt, Seed, Turn};

    fn counts_are_those_of_a_slow_look<B: Bits>() {
        let mut rng = Seed::new(1).rng();
        for edge in 5..=B::EDGE {
            for row in 3..=6.min(edge) {
                let rules = Rules::new(edge, row).unwrap();
                let mut game = Match5::<B>::new(rules).unwrap();
                while game.turn() != Turn::Over {
                    game.random_step(&mut rng);
                    if !game.left().is_multiple_of(8) {
                        continue;
                    }
                    for colour in [Colour::Red, Colour::Blue] {
                        let mut slow = [0; 7];
                        for window in rules.windows() {
                            let of = |colour| window.cells().filter(|&c| game.stone(c) == Some(colour)).count();
                            if of(colour) > 0 && of(colour.other()) == 0 {
                                slow[of(colour)] += 1;
                            }
                        }
                        assert_eq!(OpenWindows::count(&game, colour), slow, "{game} {colour:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn windows_are_counted_on_all_boards() {
        counts_are_those_of_a_slow_look::<u128>();
        counts_are_those_of_a_slow_look::<Wide>();
    }

    #[test]
    fn values_follow_the_table() {
        let value = |text: &str| OpenWindows.evaluate(&text.parse::<Match5>().unwrap());
        // In a corner: three windows, four stones missing in each.
        assert_eq!(value("r8/9/9/9/9/9/9/9/9 b"), 3.0);
        // One window with a1 to c1, and others with fewer stones; blue is far away, in corners.
        let state = "rrr6/9/9/9/9/9/9/9/b3b3b r";
        let red = OpenWindows::count(&state.parse::<Match5>().unwrap(), Colour::Red);
        let blue = OpenWindows::count(&state.parse::<Match5>().unwrap(), Colour::Blue);
        let sum = |counts: [u16; 7], worth: [i32; 6]| -> i32 {
            (1..5).map(|stones| i32::from(counts[stones]) * worth[5 - stones]).sum()
        };
        assert_eq!(value(state), f64::from(sum(red, WORTH[0]) - sum(blue, WORTH[1])));
        assert_eq!((red[3], blue[2]), (1, 2));
    }

    #[test]
    fn the_value_is_the_first_players() {
        let red: Match5 = "9/9/9/9/2rrr4/9/2b3b2/9/9 b".parse().unwrap();
        assert!(OpenWindows.evaluate(&red) > 0.0);
        for symmetry in 0..8 {
            assert_eq!(OpenWindows.evaluate(&red.transform(symmetry)), OpenWindows.evaluate(&red));
        }
        // The same for a game that blue began.
        let blue: Match5 = "9/9/9/9/2bbb4/9/2r3r2/9/9 r".parse().unwrap();
        assert_eq!(OpenWindows.evaluate(&blue), OpenWindows.evaluate(&red));
    }
}

//! An evaluator by open windows and threats.

use gambol_core::{Evaluator, Player};

use crate::bits::Bits;
use crate::board::step;
use crate::lines::Direction;
use crate::state::Match5;

use super::windows::each_direction;

/// The number of features of [`LineThreats`].
const COUNT: usize = 15;

/// Evaluates a position by its threats, and otherwise by its open windows: the places of winning
/// rows in which only one colour has stones. A *four* is a window with one stone missing.
///
/// The side to move wins with a four, and loses if the other side has two cells that complete a
/// row. Otherwise the value is the weighted sum of fifteen features of both sides:
///
/// | feature | |
/// |---|---|
/// | windows with two, three, and four or more stones missing | their numbers |
/// | forced | whether the other side has a four, which must be blocked |
/// | straight | whether one stone makes two fours of one line, with both ends free: an open three |
/// | double | whether one stone makes fours in two directions |
/// | four and three | whether one stone makes a four, and an open three in another direction |
/// | crossed | whether the other side has open threes in two directions |
/// | turn | 1 |
///
/// All windows of a direction are evaluated together as bits, so any position takes some hundred
/// operations. [`ThreatLines`](crate::ThreatLines) keeps windows and threats from move to move. A
/// position with a forced block is not [quiet](Evaluator::is_quiet).
///
/// The weights were fitted to games of five in a row by logistic regression, as described in
/// `docs/results/evaluators.md`. Other lengths use the same weights.
///
/// ```
/// use gambol_core::Evaluator;
/// use gambol_match5::{LineThreats, Match5};
/// let value = |text: &str| LineThreats::new().evaluate(&text.parse::<Match5>().unwrap());
/// // Red is to move and has an open three; blue has one stone fewer in the row.
/// let open = value("9/9/9/9/2rrr4/9/4bb3/4b4/9 r");
/// let blocked = value("9/9/9/9/1brrr4/9/4bb3/9/9 r");
/// assert!(open > blocked);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LineThreats {
    weights: [f64; COUNT],
}

/// The value of a four of the side to move, and of two fours of the other side.
const WON: f64 = 10_000.0;
const LOST: f64 = -9_000.0;

/// The windows and threats of a side.
#[derive(Clone, Copy)]
pub(super) struct Side {
    /// Numbers of open windows by missing stones: two, three, and more.
    pub(super) windows: [u16; 3],
    /// The number of cells that complete a row.
    pub(super) fours: u32,
    /// The number of directions with an open three.
    pub(super) straights: u8,
    /// Whether a stone makes fours in two directions.
    pub(super) double: bool,
    /// Whether a stone makes a four and an open three in another direction.
    pub(super) mixed: bool,
}

impl Side {
    pub(super) fn of<B: Bits>(own: B, other: B, state: &Match5<B>) -> Self {
        let (edge, row) = (state.edge(), state.row());
        let free = B::board(edge) & !(own | other);
        let mut side = Self { windows: [0; 3], fours: 0, straights: 0, double: false, mixed: false };
        let mut fours = B::EMPTY;
        // Cells that make a four or an open three in a previous direction.
        let (mut four_before, mut three_before) = (B::EMPTY, B::EMPTY);
        let mut directions = Direction::ALL.into_iter();
        each_direction(own, other, edge, row, |held| {
            let Some(direction) = directions.next() else { return };
            let step = step::<B>(direction);
            for missing in 2..row {
                let windows = held.exactly(row - missing);
                if !windows.is_empty() {
                    side.windows[usize::from(missing.min(4)) - 2] += windows.count() as u16;
                }
            }
            let three = held.exactly(row - 2);
            let four = held.exactly(row - 1);
            fours = fours | cells_of(four, row, step) & free;
            // Two windows shifted by one with the same stones: both ends are free.
            let shifted = |windows: B| windows & windows.down(step) & free;
            let straight = shifted(three);
            let far = |windows: B| (0..row).fold(windows, |windows, _| windows.down(step));
            side.straights += u8::from(!(straight & far(free)).is_empty());
            let makes_four = cells_of(three, row, step) & free;
            let makes_three = if row > 3 {
                let two = held.exactly(row - 3);
                let open = shifted(two) & far(free);
                cells_of(open.up(step), row - 1, step) & free
            } else {
                B::EMPTY
            };
            side.double |= !(makes_four & four_before).is_empty();
            side.mixed |= !(makes_four & three_before | makes_three & four_before).is_empty();
            four_before = four_before | makes_four;
            three_before = three_before | makes_three;
        });
        side.fours = fours.count();
        side
    }
}

/// The cells of windows of a length, by their starts.
#[inline]
fn cells_of<B: Bits>(starts: B, length: u8, step: u32) -> B {
    if starts.is_empty() {
        return starts;
    }
    let mut next = starts;
    (1..length).fold(starts, |cells, _| {
        next = next.up(step);
        cells | next
    })
}

/// The result of decisive threats, or the features of other positions.
#[derive(Clone, Copy)]
pub(super) enum Verdict {
    Won,
    Lost,
    Open([i16; COUNT]),
}

impl Verdict {
    /// The verdict on the side to move and the other side.
    #[inline]
    pub(super) fn of(mine: Side, yours: impl FnOnce() -> Side) -> Self {
        if mine.fours > 0 {
            return Self::Won;
        }
        let yours = yours();
        if yours.fours > 1 {
            return Self::Lost;
        }
        let free = i16::from(yours.fours == 0);
        let of = |windows: [u16; 3]| windows.map(|count| count as i16);
        let ([a, b, c], [d, e, f]) = (of(mine.windows), of(yours.windows));
        let is = |flag: bool| i16::from(flag);
        Self::Open([
            a,
            b,
            c,
            d,
            e,
            f,
            1 - free,
            free * is(mine.straights > 0),
            free * is(mine.double),
            free * is(mine.mixed),
            is(yours.straights > 0),
            is(yours.double),
            is(yours.mixed),
            is(yours.straights > 1),
            1,
        ])
    }

    /// Whether no block is forced.
    #[inline]
    pub(super) fn is_quiet(&self) -> bool {
        !matches!(self, Self::Open(features) if features[6] == 1)
    }
}

impl LineThreats {
    /// The fitted weights, in the order of the features: windows of the side to move and of the
    /// other side; forced; straight, double, four and three of the side to move; the same three and
    /// crossed of the other side; turn.
    const FITTED: [f64; COUNT] =
        [20.6, 8.2, 2.6, -15.9, -6.1, -1.7, -38.8, 633.5, 302.8, 390.0, -27.2, -60.0, -86.3, -255.1, 1.6];

    /// The evaluator with the fitted weights.
    #[must_use]
    pub const fn new() -> Self {
        Self { weights: Self::FITTED }
    }

    fn verdict<B: Bits>(state: &Match5<B>) -> Verdict {
        let (own, other) = state.sides();
        Verdict::of(Side::of(own, other, state), || Side::of(other, own, state))
    }

    /// The value for the first player of a position with this verdict.
    #[inline]
    pub(super) fn value<B: Bits>(&self, verdict: Verdict, state: &Match5<B>) -> f64 {
        let value = match verdict {
            Verdict::Won => WON,
            Verdict::Lost => LOST,
            Verdict::Open(features) => {
                features.iter().zip(&self.weights).map(|(&feature, weight)| f64::from(feature) * weight).sum()
            }
        };
        let mover = if state.side() == state.rules().starts() { Player::First } else { Player::Second };
        value * mover.sign() as f64
    }

    /// The features of a position for the side to move; `None` if a side has a decisive four.
    #[doc(hidden)]
    pub fn features<B: Bits>(state: &Match5<B>) -> Option<[i16; COUNT]> {
        match Self::verdict(state) {
            Verdict::Open(features) => Some(features),
            _ => None,
        }
    }
}

impl Default for LineThreats {
    fn default() -> Self {
        Self::new()
    }
}

impl<B: Bits> Evaluator<Match5<B>> for LineThreats {
    fn evaluate(&self, state: &Match5<B>) -> f64 {
        self.value(Self::verdict(state), state)
    }

    fn is_quiet(&self, state: &Match5<B>) -> bool {
        Self::verdict(state).is_quiet()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::Wide;
    use crate::rules::Rules;
    use alloc::vec::Vec;
    use gambol_conformance::assert_evaluator;
    use gambol_core::{Game, GameExt, Seed, Turn};

    fn value(text: &str) -> f64 {
        LineThreats::new().evaluate(&text.parse::<Match5>().unwrap())
    }

    fn features(text: &str) -> [i16; COUNT] {
        LineThreats::features(&text.parse::<Match5>().unwrap()).unwrap()
    }

    #[test]
    fn fours_decide() {
        // A four of the side to move; one and two of the other side.
        assert_eq!(value("rrrr5/9/9/9/9/9/9/9/bbbb5 r"), WON);
        assert_eq!(value("rrrr5/9/9/9/9/9/9/9/bb6b b"), features_value("rrrr5/9/9/9/9/9/9/9/bb6b b"));
        assert_eq!(value("1rrrr4/9/9/9/9/9/9/9/bb6b b"), -LOST);
        let quiet = |text: &str| LineThreats::new().is_quiet(&text.parse::<Match5>().unwrap());
        assert!(!quiet("rrrr5/9/9/9/9/9/9/9/bb6b b"), "a block is forced");
        assert!(quiet("rrr6/9/9/9/9/9/9/9/bb6b r") && quiet("1rrrr4/9/9/9/9/9/9/9/bb6b b"));
    }

    /// The sum of the features, for a game that red began.
    fn features_value(text: &str) -> f64 {
        let sum = |features: [i16; COUNT]| {
            features.iter().zip(LineThreats::FITTED).map(|(&feature, weight)| f64::from(feature) * weight).sum::<f64>()
        };
        if text.ends_with('r') { sum(features(text)) } else { -sum(features(text)) }
    }

    #[test]
    fn threats_are_seen() {
        // Forced; straight, double, mixed of the side to move; the same and crossed of the other
        // side.
        let flags = |text: &str| {
            let features = features(text);
            [6, 7, 8, 9, 10, 11, 12, 13].map(|index| features[index])
        };
        assert_eq!(flags("9/9/9/9/2rrr4/9/9/b8/b7b r"), [0, 1, 0, 0, 0, 0, 0, 0]);
        assert_eq!(flags("9/9/9/9/2rrr4/9/9/9/b7b b"), [0, 0, 0, 0, 1, 0, 0, 0]);
        // A gap counts, a blocked end does not.
        assert_eq!(flags("9/9/9/9/2rr1r3/9/9/b8/b7b r")[1], 1);
        assert_eq!(flags("9/9/9/9/1brrr4/9/9/9/b7b r")[1], 0);
        // Three in a row and three in a column, both blocked, meet in a1.
        assert_eq!(flags("1rrr1b3/r8/r8/r8/9/b8/9/9/bbb5b r")[2], 1);
        // Three in a row that is blocked, and two in a column.
        assert_eq!(flags("9/3r5/3r5/9/brrr5/9/9/7b1/b5b1b r")[3], 0);
        assert_eq!(flags("9/9/4r4/4r4/brrr5/9/9/6b2/b5b1b r")[3], 1);
        assert_eq!(flags("9/2r3r2/3r1r3/9/3r1r3/9/9/b7b/b2bb3b b")[7], 1);
    }

    #[test]
    fn an_open_three_is_worth_more_than_a_blocked_one() {
        assert!(value("9/9/9/9/2rrr4/9/4bb3/4b4/9 r") > value("9/9/9/9/1brrr4/9/4bb3/9/9 r"));
        assert!(value("9/9/9/9/4r4/9/9/9/9 b") > value("r8/9/9/9/9/9/9/9/9 b"), "the centre has more windows");
    }

    fn conforms<B: Bits>() {
        let mut rng = Seed::new(1).rng();
        let mut states = Vec::new();
        for (edge, row) in (5..=B::EDGE).flat_map(|edge| (3..=6.min(edge)).map(move |row| (edge, row))) {
            let mut game = Match5::<B>::new(Rules::new(edge, row).unwrap()).unwrap();
            while game.turn() != Turn::Over && game.left() > 25 {
                game.random_step(&mut rng);
                if game.left().is_multiple_of(16) {
                    states.push(game);
                }
            }
        }
        for state in &states {
            let value = LineThreats::new().evaluate(state);
            assert!((0..8).all(|symmetry| LineThreats::new().evaluate(&state.transform(symmetry)) == value), "{state}");
            let (own, other) = state.sides();
            let fours = |own: B, other: B| Side::of(own, other, state).fours;
            // Finds the stones that would complete a row, cell by cell.
            let slow = |stones: B| {
                let cells = crate::board::cells(state.free());
                cells.filter(move |&cell| {
                    let bit = B::bit(crate::board::index::<B>(cell));
                    crate::board::has_row(stones | bit, state.edge(), state.row())
                })
            };
            if !state.ended() {
                assert_eq!(fours(own, other) as usize, slow(own).count(), "{state}");
                assert_eq!(fours(other, own) as usize, slow(other).count(), "{state}");
            }
        }
        assert_evaluator(&LineThreats::new(), states);
    }

    #[test]
    fn it_conforms_on_all_boards() {
        conforms::<u128>();
        conforms::<Wide>();
    }
}

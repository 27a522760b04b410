//! An evaluator by the patterns on free cells.

use gambol_core::{Evaluator, Player, Tracked};

use super::Patterns;
use super::threat::Threat;
use crate::bits::Bits;
use crate::rules::Colour;
use crate::state::Match5;

/// Evaluates a position by its [`Patterns`]: a sum over the free cells of the threats and shapes of
/// either side.
///
/// The side to move wins if it can complete a row, or if it can make an open four and the other
/// side has no four. It loses if the other side has two cells that complete a row. Otherwise the
/// value is the weighted sum of the numbers of [threats](Threat) and of lines by
/// [shape](super::Shape) of both sides, with weights that depend on the side to move.
///
/// A position with a forced block is not [quiet](Evaluator::is_quiet): searched with a
/// [quiescence](https://docs.rs/gambol-search/latest/gambol_search/struct.AlphaBeta.html#method.quiescence)
/// extension, it costs one reply.
///
/// Values are hundredths of the logarithm of the odds of a win. The weights were fitted to games by
/// logistic regression, as described in `docs/results/match5.md`.
///
/// ```
/// use gambol_core::{Evaluator, Tracked};
/// use gambol_match5::{Match5, PatternValue, Patterns};
/// let value = |text: &str| {
///     let state: Match5 = text.parse().unwrap();
///     PatternValue::new().evaluate(&Tracked::new(state, &Patterns::default()))
/// };
/// // Red is to move; a three with room on only one side has a lower value.
/// assert!(value("9/9/9/9/2rr5/9/4b4/4b4/9 r") > value("9/9/9/9/1brr5/9/9/4b4/9 r"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PatternValue {
    /// The weights of the side to move, and of the other side.
    weights: [[f32; FEATURES]; 2],
}

/// The value of a win of the side to move within three plies, and of a loss within two.
const WON: f64 = 10_000.0;
const LOST: f64 = -9_000.0;

/// The features of a side: the numbers of its threats from [`Threat::Two`] to [`Threat::OpenFour`]
/// and of its shapes from [`Shape::OpenTwo`] to [`Shape::Four`], and one more: 1 for the side to
/// move, and for the other side whether it has a four.
const FEATURES: usize = 14;

impl PatternValue {
    const FITTED: [[f32; FEATURES]; 2] = [
        [-8.6, -12.8, -2.1, -9.6, 52.5, 112.2, 40.1, 216.8, 60.0, 8.8, 5.1, -39.6, -22.7, 8.6],
        [11.8, 19.6, 7.3, 16.1, 7.5, 4.6, -18.6, -92.8, -63.1, -11.1, -9.1, -15.2, 5.3, -88.5],
    ];

    /// The evaluator with the fitted weights.
    #[must_use]
    pub const fn new() -> Self {
        Self { weights: Self::FITTED }
    }

    /// The value of a decided position for the side to move.
    #[inline]
    fn decided<B: Bits>(state: &Match5<B>, patterns: &Patterns<B>) -> Option<f64> {
        let (own, other) = (state.side(), state.side().other());
        if patterns.count(own, Threat::Five) > 0 {
            return Some(WON);
        }
        match patterns.count(other, Threat::Five) {
            0 => (patterns.count(own, Threat::OpenFour) > 0).then_some(WON - 2.0),
            1 => None,
            _ => Some(LOST),
        }
    }

    /// The features of an undecided position; `None` if it is decided.
    #[doc(hidden)]
    #[must_use]
    pub fn features<B: Bits>(tracked: &Tracked<Match5<B>, Patterns<B>>) -> Option<[f64; 2 * FEATURES]> {
        let (state, patterns) = (tracked.state(), tracked.companion());
        if Self::decided(state, patterns).is_some() {
            return None;
        }
        let [own, other] = [state.side(), state.side().other()].map(|colour| Self::of_side(state, patterns, colour));
        let mut features = [0.0; 2 * FEATURES];
        for (feature, number) in features.iter_mut().zip(own.into_iter().chain(other)) {
            *feature = f64::from(number);
        }
        Some(features)
    }

    /// The features of a side.
    #[inline]
    fn of_side<B: Bits>(state: &Match5<B>, patterns: &Patterns<B>, colour: Colour) -> [u16; FEATURES] {
        let (threats, shapes) = (&patterns.threats[colour as usize], &patterns.counts[colour as usize]);
        let [_, two, twos, three, mixed, open, opens, four, both, straight, five] = *threats;
        let [_, _, open_two, one_three, open_three, one_four, ..] = *shapes;
        let last = if colour == state.side() { 1 } else { five };
        [two, twos, three, mixed, open, opens, four, both, straight, open_two, one_three, open_three, one_four, last]
    }
}

impl Default for PatternValue {
    fn default() -> Self {
        Self::new()
    }
}

impl<B: Bits> Evaluator<Tracked<Match5<B>, Patterns<B>>> for PatternValue {
    #[inline]
    fn evaluate(&self, tracked: &Tracked<Match5<B>, Patterns<B>>) -> f64 {
        let (state, patterns) = (tracked.state(), tracked.companion());
        let own = state.side();
        let value = Self::decided(state, patterns).unwrap_or_else(|| {
            let side = |weights: &[f32; FEATURES], colour| {
                let features = Self::of_side(state, patterns, colour);
                weights.iter().zip(features).map(|(weight, feature)| weight * f32::from(feature)).sum::<f32>()
            };
            let sum = side(&self.weights[0], own) + side(&self.weights[1], own.other());
            f64::from(sum)
        });
        let mover = if own == state.rules().starts() { Player::First } else { Player::Second };
        value * mover.sign() as f64
    }

    #[inline]
    fn is_quiet(&self, tracked: &Tracked<Match5<B>, Patterns<B>>) -> bool {
        let (state, patterns) = (tracked.state(), tracked.companion());
        patterns.count(state.side(), Threat::Five) > 0 || patterns.count(state.side().other(), Threat::Five) != 1
    }
}

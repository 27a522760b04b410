//! An evaluator by the patterns on free cells.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use gambol_core::{Cell, Evaluator, Player, Tracked};

use super::Patterns;
use super::threat::Threat;
use super::weights::{CHOICE, CHOICES, SITUATIONS, UNITS, situation};
use crate::bits::Bits;
use crate::state::Match5;

/// Evaluates a position by its [`Patterns`]: a sum over the free cells of weights for the shapes of
/// either side on the four lines together.
///
/// The side to move wins if it can complete a row, or if it can make an open four and the other
/// side has no four. It loses if the other side has two cells that complete a row. Otherwise the
/// value is the sum of the weights of the four [shapes](super::Shape) on each free cell, in any
/// order, for the side to move and for the other side, of a weight for the kinds of
/// [threats](Threat) of both sides, and of the output of a small neural network with one hidden
/// layer, whose inputs are sums over the cells in the same way. A move updates the sums.
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PatternValue(());

/// The value of a win of the side to move within three plies, and of a loss within two.
const WON: f64 = 10_000.0;
const LOST: f64 = -9_000.0;

impl PatternValue {
    /// The evaluator with the fitted weights.
    #[must_use]
    pub const fn new() -> Self {
        Self(())
    }

    /// The value of a decided position for the side to move.
    #[inline]
    fn decided<B: Bits>(state: &Match5<B>, patterns: &Patterns<B>) -> Option<f64> {
        match Self::won_within(state, patterns) {
            Some(plies) => Some(WON + 1.0 - f64::from(plies)),
            None => (patterns.count(state.side().other(), Threat::Five) > 1).then_some(LOST),
        }
    }

    /// The plies within which the side to move wins: by a complete row, or by an open four that the
    /// other side has no time to answer.
    #[inline]
    fn won_within<B: Bits>(state: &Match5<B>, patterns: &Patterns<B>) -> Option<u32> {
        let (own, other) = (state.side(), state.side().other());
        if patterns.count(own, Threat::Five) > 0 {
            return Some(1);
        }
        (patterns.count(other, Threat::Five) == 0 && patterns.count(own, Threat::OpenFour) > 0).then_some(3)
    }

    /// The number of features.
    #[doc(hidden)]
    pub const FEATURES: usize = 2 * CHOICES + SITUATIONS;

    /// The number of the last features, which are situations of threats.
    #[doc(hidden)]
    pub const SITUATIONS: usize = SITUATIONS;

    /// The features of an undecided position that are not 0, with their numbers; `None` if it is
    /// decided. The weight of a feature is at the same place in the table of weights.
    #[doc(hidden)]
    #[must_use]
    pub fn features<B: Bits>(tracked: &Tracked<Match5<B>, Patterns<B>>) -> Option<Vec<(u16, u8)>> {
        let (state, patterns) = (tracked.state(), tracked.companion());
        if Self::decided(state, patterns).is_some() {
            return None;
        }
        let (own, other) = (state.side(), state.side().other());
        let mut counts = vec![0; Self::FEATURES];
        for cell in state.free().cells() {
            for (side, colour) in [own, other].into_iter().enumerate() {
                let packed = patterns.packed(colour, cell);
                if packed > 0 {
                    counts[CHOICES * side + usize::from(CHOICE[usize::from(packed)])] += 1;
                }
            }
        }
        counts[2 * CHOICES + Self::situation(state, patterns)] = 1;
        counts[Self::FEATURES - 1] = u8::from(patterns.count(other, Threat::Five) > 0);
        Some((0..).zip(counts).filter(|&(_, count)| count > 0).collect())
    }

    /// The number of the situation: the threats of both sides that decide most between equal
    /// shapes.
    #[inline]
    fn situation<B: Bits>(state: &Match5<B>, patterns: &Patterns<B>) -> usize {
        let (own, other) = (state.side(), state.side().other());
        let has = |colour, threat| usize::from(patterns.count(colour, threat) > 0);
        has(own, Threat::Four)
            | has(own, Threat::FourAndThree) << 1
            | has(own, Threat::TwoThrees) << 2
            | has(other, Threat::OpenFour) << 3
            | has(other, Threat::Four) << 4
            | has(other, Threat::FourAndThree) << 5
            | has(other, Threat::TwoThrees) << 6
            | usize::from(patterns.count(other, Threat::OpenFour) > 1) << 7
    }
}

impl<B: Bits> Evaluator<Tracked<Match5<B>, Patterns<B>>> for PatternValue {
    #[inline]
    fn evaluate(&self, tracked: &Tracked<Match5<B>, Patterns<B>>) -> f64 {
        let (state, patterns) = (tracked.state(), tracked.companion());
        let own = state.side();
        let value = Self::decided(state, patterns).unwrap_or_else(|| {
            let forced = if patterns.count(own.other(), Threat::Five) > 0 { situation(SITUATIONS - 1) } else { 0 };
            let sum = patterns.sums[own as usize][0] + patterns.sums[own.other() as usize][1];
            let sum = sum + forced + situation(Self::situation(state, patterns));
            f64::from(sum) / f64::from(UNITS) + f64::from(patterns.inputs.value(own as usize))
        });
        let mover = if own == state.rules().starts() { Player::First } else { Player::Second };
        value * mover.sign() as f64
    }

    #[inline]
    fn is_quiet(&self, tracked: &Tracked<Match5<B>, Patterns<B>>) -> bool {
        let (state, patterns) = (tracked.state(), tracked.companion());
        patterns.count(state.side(), Threat::Five) > 0 || patterns.count(state.side().other(), Threat::Five) != 1
    }

    /// Whether the other side can complete a row, or make an open four.
    #[inline]
    fn is_threatened(&self, tracked: &Tracked<Match5<B>, Patterns<B>>) -> bool {
        let (patterns, other) = (tracked.companion(), tracked.state().side().other());
        patterns.count(other, Threat::Five) + patterns.count(other, Threat::OpenFour) > 0
    }

    #[inline]
    fn winning_plies(&self, tracked: &Tracked<Match5<B>, Patterns<B>>) -> Option<u32> {
        Self::won_within(tracked.state(), tracked.companion())
    }

    /// Fours, which have one reply, unless the position is decided or a block is forced.
    #[inline]
    fn visit_forcing(
        &self,
        tracked: &Tracked<Match5<B>, Patterns<B>>,
        visit: &mut dyn FnMut(Cell) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let (state, patterns) = (tracked.state(), tracked.companion());
        let (own, other) = (state.side(), state.side().other());
        let count = |threat| patterns.count(own, threat);
        if count(Threat::Five) + count(Threat::OpenFour) + patterns.count(other, Threat::Five) > 0 {
            return ControlFlow::Continue(());
        }
        for wanted in [Threat::FourAndThree, Threat::Four] {
            if count(wanted) > 0 {
                patterns.cells_where(state, own, |threat| threat == wanted).try_for_each(&mut *visit)?;
            }
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use gambol_conformance::reachable;
    use proptest::prelude::*;

    use super::super::weights::FITTED;
    use super::*;
    use crate::rules::Rules;

    /// The value by the weights in the file and the features of the fit.
    fn by_features(features: &[(u16, u8)]) -> f64 {
        let ([own, other], situations, ([own_vectors, other_vectors], matrix, biases, last)) = FITTED;
        let linear = [own.as_slice(), &other, &situations].concat();
        let vectors = [own_vectors.as_slice(), &other_vectors].concat();
        let mut hidden = biases.map(f64::from);
        let mut value = 0.0;
        for &(number, count) in features {
            value += f64::from(linear[usize::from(number)]) * f64::from(count) / 32.0;
            let Some(vector) = vectors.get(usize::from(number)) else { continue };
            for (input, row) in vector.iter().zip(matrix) {
                for (unit, weight) in hidden.iter_mut().zip(row) {
                    *unit += f64::from(*input) * f64::from(count) / 1_024.0 * f64::from(weight);
                }
            }
        }
        let units = hidden.iter().zip(last).map(|(unit, weight)| unit.max(0.0) / 4_096.0 * f64::from(weight) / 40.96);
        value + units.sum::<f64>()
    }

    proptest! {
        /// The features of the fit, and the sums that moves update, give the same value.
        #[test]
        fn values_are_those_of_the_features(
            state in reachable(|_| Match5::<u128>::new(Rules::MATCH5).expect("valid rules"), 40)
        ) {
            let tracked = Tracked::new(state, &Patterns::default());
            if let (Some(features), Some(player)) = (PatternValue::features(&tracked), gambol_core::Game::turn(&state).player()) {
                let value = PatternValue::new().evaluate(&tracked) * player.sign() as f64;
                prop_assert!((value - by_features(&features)).abs() < 0.01, "{value} {}", by_features(&features));
            }
        }
    }
}

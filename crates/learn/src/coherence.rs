//! Temporal coherence learning: every weight has its own learning rate.

use gambol_core::Game;

use crate::features::Features;

/// A weight with the sums that determine its learning rate.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Weight {
    pub(crate) value: f32,
    /// Sum of the errors.
    pub(crate) errors: f32,
    /// Sum of their magnitudes.
    pub(crate) magnitudes: f32,
}

impl Weight {
    /// The learning rate: 1 while all errors have the same sign, near 0 when they cancel out.
    #[inline]
    fn rate(self) -> f32 {
        if self.magnitudes == 0.0 { 1.0 } else { self.errors.abs() / self.magnitudes }
    }
}

/// Moves the output for a state towards a target. Returns the output afterwards.
///
/// Source: D. F. Beal and M. C. Smith, *Temporal coherence and prediction decay in TD learning*,
/// IJCAI 1999; for n-tuple networks: W. Jaśkowski, *Mastering 2048 with delayed temporal coherence
/// learning*, 2017. `indices` is memory for the active weights.
#[inline]
pub(crate) fn update<G: Game, F: Features<G>>(
    features: &F,
    weights: &mut [Weight],
    offset: f32,
    state: &G,
    target: f32,
    learning_rate: f32,
    indices: &mut Vec<usize>,
) -> f32 {
    indices.clear();
    let mut output = offset;
    features.visit(state, |index| {
        output += weights[index].value;
        indices.push(index);
    });
    let error = target - output;
    let step = learning_rate * error / indices.len().max(1) as f32;
    for &index in &*indices {
        let weight = &mut weights[index];
        let change = weight.rate() * step;
        weight.value += change;
        weight.errors += error;
        weight.magnitudes += error.abs();
        output += change;
    }
    output
}

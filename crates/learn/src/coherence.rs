//! Updates of weights, with temporal coherence: every weight has its own learning rate.

use std::hint::black_box;

use gambol_core::Game;

use crate::features::Features;
use crate::network::ValueKind;

/// The sums that determine the learning rate of a weight.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Rate {
    /// Sum of the errors.
    pub(crate) errors: f32,
    /// Sum of their magnitudes.
    pub(crate) magnitudes: f32,
}

impl Rate {
    /// The learning rate: 1 while all errors have the same sign, near 0 when they cancel out.
    #[inline]
    fn get(self) -> f32 {
        if self.magnitudes == 0.0 { 1.0 } else { self.errors.abs() / self.magnitudes }
    }
}

/// Weights and their learning rates, during learning.
pub(crate) struct Update<'a, F> {
    pub(crate) features: &'a F,
    pub(crate) values: &'a mut [f32],
    pub(crate) rates: &'a mut [Rate],
    /// The lines of `values` that change; see [`mark`].
    pub(crate) changed: &'a mut [u64],
    /// Memory for the active weights.
    pub(crate) indices: &'a mut Vec<usize>,
    pub(crate) offset: f32,
    pub(crate) kind: ValueKind,
    pub(crate) learning_rate: f32,
    pub(crate) has_coherence: bool,
}

impl<F> Update<'_, F> {
    /// Returns the squashed output for a state.
    #[inline]
    pub(crate) fn predict<G: Game>(&self, state: &G) -> f32
    where
        F: Features<G>,
    {
        let mut output = 0.0;
        self.features.visit(state, |index| output += self.values[index]);
        self.kind.squash(output + self.offset)
    }

    /// Moves the output for a state towards a target. Returns the squashed output afterwards.
    ///
    /// Source: D. F. Beal and M. C. Smith, *Temporal coherence and prediction decay in TD
    /// learning*, IJCAI 1999; for n-tuple networks: W. Jaśkowski, *Mastering 2048 with delayed
    /// temporal coherence learning*, 2017.
    #[inline]
    pub(crate) fn learn<G: Game>(&mut self, state: &G, target: f32) -> f32
    where
        F: Features<G>,
    {
        let Self { features, values, rates, changed, indices, has_coherence, .. } = self;
        indices.clear();
        let (mut output, mut fetched) = (self.offset, 0.0);
        features.visit(state, |index| {
            output += values[index];
            // Read here, where the cache fetches many weights at a time, and not first below.
            if *has_coherence {
                fetched += rates[index].magnitudes;
            }
            indices.push(index);
        });
        // Otherwise the compiler drops the reads.
        black_box(fetched);
        let error = self.kind.error(target, self.kind.squash(output));
        let step = self.learning_rate * error / indices.len().max(1) as f32;
        for &index in &**indices {
            let mut change = step;
            if *has_coherence {
                let rate = &mut rates[index];
                change = rate.get() * step;
                rate.errors += error;
                rate.magnitudes += error.abs();
            }
            values[index] += change;
            mark(changed, index);
            output += change;
        }
        self.kind.squash(output)
    }
}

/// Number of weights in a line, whose changes are noted together: a cache line.
pub(crate) const LINE: usize = 16;

/// Returns the number of words with a bit for each line of this many weights.
pub(crate) fn words(weights: usize) -> usize {
    weights.div_ceil(LINE * 64)
}

/// Notes that the line of a weight has changed, if changes are noted.
#[inline]
fn mark(changed: &mut [u64], index: usize) {
    if let Some(word) = changed.get_mut(index / (LINE * 64)) {
        *word |= 1 << (index / LINE % 64);
    }
}

/// Copies the lines that have changed, and clears their marks.
pub(crate) fn copy_changed(changed: &mut [u64], from: &[f32], to: &mut [f32]) {
    for (number, word) in changed.iter_mut().enumerate() {
        let mut bits = std::mem::take(word);
        while bits != 0 {
            let first = (number * 64 + bits.trailing_zeros() as usize) * LINE;
            let end = (first + LINE).min(from.len());
            to[first..end].copy_from_slice(&from[first..end]);
            bits &= bits - 1;
        }
    }
}

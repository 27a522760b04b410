//! Statistics of sampled values.

use crate::math::sqrt;

/// Count, sum and sum of squares of samples.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Samples {
    pub(crate) count: u64,
    total: f64,
    squares: f64,
}

impl Samples {
    pub(crate) fn add(&mut self, value: f64) {
        self.merge(&Self { count: 1, total: value, squares: value * value });
    }

    pub(crate) fn merge(&mut self, other: &Self) {
        self.count += other.count;
        self.total += other.total;
        self.squares += other.squares;
    }

    /// Returns the mean, or `None` without samples.
    pub(crate) fn mean(&self) -> Option<f64> {
        (self.count > 0).then(|| self.total / self.count as f64)
    }

    /// Returns the variance of the values; 0 for fewer than two samples.
    pub(crate) fn variance(&self) -> f64 {
        if self.count < 2 {
            return 0.0;
        }
        let count = self.count as f64;
        ((self.squares - self.total * self.total / count) / (count - 1.0)).max(0.0)
    }

    /// Returns the standard error of the mean, or `None` for fewer than two samples.
    pub(crate) fn std_error(&self) -> Option<f64> {
        (self.count > 1).then(|| sqrt(self.variance() / self.count as f64))
    }
}

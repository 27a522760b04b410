//! Accumulated results of one root action.

use gambol_core::Player;

use super::Aggregate;
use crate::samples::Samples;

/// Statistics of the simulations of one action. Tallies are merged in the order of their tasks, so
/// that floating-point sums do not depend on the number of threads.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tally {
    player: Player,
    pub(super) nodes: u64,
    samples: Samples,
    best: f64,
}

impl Tally {
    pub(super) fn new(player: Player) -> Self {
        Self { player, nodes: 0, samples: Samples::default(), best: 0.0 }
    }

    pub(super) fn add(&mut self, value: f64, nodes: u64) {
        let mut one = Self { nodes, best: value, ..Self::new(self.player) };
        one.samples.add(value);
        self.merge(&one);
    }

    pub(super) fn merge(&mut self, other: &Self) {
        let better = match self.player {
            Player::First => other.best > self.best,
            Player::Second => other.best < self.best,
        };
        if self.simulations() == 0 || (other.simulations() > 0 && better) {
            self.best = other.best;
        }
        self.nodes += other.nodes;
        self.samples.merge(&other.samples);
    }

    pub(super) fn simulations(&self) -> u64 {
        self.samples.count
    }

    /// Returns the value of the action for the first player, or `None` if it was never tried.
    pub(super) fn value(&self, aggregate: Aggregate) -> Option<f64> {
        match aggregate {
            Aggregate::Average => self.samples.mean(),
            Aggregate::Maximum => (self.simulations() > 0).then_some(self.best),
        }
    }

    /// Returns the standard error of the mean, or `None` for fewer than two simulations.
    pub(super) fn std_error(&self) -> Option<f64> {
        self.samples.std_error()
    }

    /// Returns the variance of the simulations' values; 0 for fewer than two.
    pub(super) fn variance(&self) -> f64 {
        self.samples.variance()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(player: Player, values: &[f64]) -> Tally {
        let mut tally = Tally::new(player);
        for &value in values {
            tally.add(value, 3);
        }
        tally
    }

    #[test]
    fn averages_maxima_and_variances() {
        let first = tally(Player::First, &[-2.0, 7.0, 4.0]);
        assert_eq!(first.value(Aggregate::Average), Some(3.0));
        assert_eq!(first.value(Aggregate::Maximum), Some(7.0));
        assert!((first.variance() - 21.0).abs() < 1e-9);
        assert_eq!(tally(Player::Second, &[-2.0, 7.0, 4.0]).value(Aggregate::Maximum), Some(-2.0));
        assert_eq!((first.simulations(), first.nodes), (3, 9));
        assert_eq!(Tally::new(Player::First).value(Aggregate::Average), None);
        assert_eq!(tally(Player::First, &[5.0]).variance(), 0.0);
    }

    #[test]
    fn merging_nothing_changes_nothing() {
        let mut merged = tally(Player::First, &[-3.0]);
        merged.merge(&Tally::new(Player::First));
        assert_eq!(merged.value(Aggregate::Maximum), Some(-3.0));
    }
}

//! Distributions over the results of games with a given mean, and the interval of a mean.

use crate::statistics::NORMAL_975;

/// The count of a result that never occurred, as in fishtest. Without it, distributions over the
/// observed results might not reach a given mean.
const UNSEEN: f64 = 1e-3;

/// The most likely distribution with a given mean over results that are evenly spaced from 0 to 1:
/// the empirical one, with each probability divided by `1 + λ (a - mean)`.
///
/// Source: A. B. Owen, *Empirical Likelihood*, 2001, section 2.9.
pub(crate) struct Tilt {
    lambda: f64,
    mean: f64,
    step: f64,
}

impl Tilt {
    /// Finds λ by bisection. All counts must be positive, and the mean between 0 and 1, exclusive.
    pub(crate) fn to(counts: &[f64], mean: f64) -> Self {
        let step = 1.0 / (counts.len() - 1) as f64;
        // All divisors are positive between these two.
        let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
        // More halvings have no effect at the precision of `f64`.
        for _ in 0..200 {
            let tilt = Self { lambda: f64::midpoint(low, high), mean, step };
            if tilt.lambda == low || tilt.lambda == high {
                break;
            }
            // The excess over the mean decreases with λ.
            let excess: f64 =
                counts.iter().enumerate().map(|(class, count)| count * tilt.offset(class) / tilt.weight(class)).sum();
            if excess > 0.0 {
                low = tilt.lambda;
            } else {
                high = tilt.lambda;
            }
        }
        Self { lambda: f64::midpoint(low, high), mean, step }
    }

    fn offset(&self, class: usize) -> f64 {
        class as f64 * self.step - self.mean
    }

    /// Returns the divisor of a class.
    pub(crate) fn weight(&self, class: usize) -> f64 {
        (1.0 + self.lambda * self.offset(class)).max(f64::MIN_POSITIVE)
    }
}

/// Counts of results, with [`UNSEEN`] in place of 0.
pub(crate) fn seen<const N: usize>(counts: &[u64; N]) -> [f64; N] {
    counts.map(|count| if count == 0 { UNSEEN } else { count as f64 })
}

/// 95 % confidence interval of the mean of results that are evenly spaced from 0 to 1, from their
/// counts: all means that the score test does not reject.
///
/// The variance of the test is that of the most likely distribution with the tested mean, not that
/// of the sample, which is 0 if all results are equal. The interval therefore stays within 0 and 1,
/// has a width for a single result, and is one-sided if every game was won. For two possible
/// results it is Wilson's.
///
/// Sources: E. B. Wilson, *Probable Inference, the Law of Succession, and Statistical Inference*,
/// Journal of the American Statistical Association 22(158), 1927; the variance under the tested
/// value: O. Miettinen and M. Nurminen, *Comparative Analysis of Two Rates*, Statistics in Medicine
/// 4(2), 1985.
pub(crate) fn interval<const N: usize>(counts: &[u64; N]) -> [f64; 2] {
    let all: u64 = counts.iter().sum();
    if all == 0 {
        return [0.0, 1.0];
    }
    let all = all as f64;
    let seen = seen(counts);
    let mean = counts.iter().enumerate().map(|(class, &count)| count as f64 * class as f64).sum::<f64>()
        / (all * (N - 1) as f64);
    let is_refused = |tested: f64| {
        let tilt = Tilt::to(&seen, tested);
        let part = |(class, count): (usize, &f64)| count * tilt.offset(class).powi(2) / tilt.weight(class);
        let variance = seen.iter().enumerate().map(part).sum::<f64>() / seen.iter().sum::<f64>();
        (mean - tested).powi(2) * all > NORMAL_975.powi(2) * variance
    };
    [0.0, 1.0].map(|end| {
        let (mut inside, mut outside) = (mean, end);
        // As above: more halvings have no effect at the precision of `f64`.
        for _ in 0..60 {
            let tested = f64::midpoint(inside, outside);
            // Also if a mean is too close to an end to be tested.
            if tested <= 0.0 || tested >= 1.0 || tested == inside {
                break;
            }
            if is_refused(tested) { outside = tested } else { inside = tested }
        }
        inside
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use gambol_core::Seed;
    use gambol_core::random::unit;

    fn close(ours: [f64; 2], theirs: [f64; 2]) {
        let near = |(ours, theirs): (&f64, &f64)| (ours - theirs).abs() < 2e-3;
        assert!(ours.iter().zip(&theirs).all(near), "{ours:?} for {theirs:?}");
    }

    #[test]
    fn of_two_results_it_is_wilsons() {
        // Wilson's interval of 15 of 20: 0.5313 to 0.8881 (Agresti and Coull 1998); for 10 of 10
        // its lower end is n / (n + z²).
        close(interval(&[5, 15]), [0.5313, 0.8881]);
        close(interval(&[0, 10]), [0.7225, 1.0]);
        close(interval(&[10, 0]), [0.0, 0.2775]);
        close(interval(&[0, 0, 0, 0, 10]), [0.7225, 1.0]);
        assert_eq!(interval(&[0, 10])[1], 1.0, "one-sided");
        assert_eq!(interval(&[0, 0]), [0.0, 1.0]);
    }

    #[test]
    fn drawn_pairs_have_a_width() {
        // By hand: half of z² / (n + z²) on either side, since the most likely distribution with a
        // greater mean is over ½ and 1.
        for (pairs, half) in [(1, 0.3967), (2, 0.3288), (10, 0.1388)] {
            close(interval(&[0, 0, pairs, 0, 0]), [0.5 - half, 0.5 + half]);
        }
    }

    #[test]
    fn intervals_hold_what_they_promise() {
        // Distributions of pairs from even to nearly certain, and numbers of pairs.
        let kinds = [
            [0.2, 0.2, 0.2, 0.2, 0.2],
            [0.02, 0.08, 0.8, 0.08, 0.02],
            [0.0, 0.05, 0.15, 0.3, 0.5],
            [0.0, 0.0, 0.1, 0.0, 0.9],
            [0.05, 0.0, 0.05, 0.0, 0.9],
        ];
        let mut mean = 0.0;
        for (kind, chances) in kinds.iter().enumerate() {
            let truth: f64 = chances.iter().enumerate().map(|(class, chance)| chance * class as f64 / 4.0).sum();
            for pairs in [2, 5, 10, 40] {
                const SAMPLES: u64 = 400;
                let mut rng = Seed::new(1).derive(kind as u64).derive(pairs).rng();
                let mut held = 0;
                for _ in 0..SAMPLES {
                    let mut counts = [0; 5];
                    for _ in 0..pairs {
                        let mut left = unit(&mut rng);
                        let class = chances.iter().position(|chance| {
                            left -= chance;
                            left < 0.0
                        });
                        counts[class.unwrap_or(4)] += 1;
                    }
                    let [low, high] = interval(&counts);
                    held += u64::from(low <= truth + 1e-9 && truth <= high + 1e-9);
                }
                let share = held as f64 / SAMPLES as f64;
                // With few results the coverage is that of Wilson's interval.
                assert!(share >= 0.87, "{chances:?}, {pairs} pairs: {share}");
                mean += share / 20.0;
            }
        }
        assert!(mean > 0.95, "{mean}");
    }
}

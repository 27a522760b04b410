//! Random variates of exploration at the root.
//!
//! They use `libm`, which returns the same numbers on every machine.

use alloc::vec::Vec;

use gambol_core::Rng;
use gambol_core::random::unit;

/// Returns a sample of a symmetric Dirichlet distribution with this concentration, which is above
/// 0. Its values are at least 0 and sum to 1.
pub(super) fn dirichlet<R: Rng + ?Sized>(rng: &mut R, alpha: f64, count: usize) -> Vec<f64> {
    // Logarithms, since small concentrations give variates below the least positive number.
    let logarithms: Vec<f64> = (0..count).map(|_| log_gamma_variate(rng, alpha)).collect();
    let greatest = logarithms.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let variates: Vec<f64> = logarithms.into_iter().map(|logarithm| libm::exp(logarithm - greatest)).collect();
    let sum: f64 = variates.iter().sum();
    variates.into_iter().map(|variate| variate / sum).collect()
}

/// Returns the logarithm of a gamma variate with this shape and the scale 1.
///
/// Source: G. Marsaglia and W. W. Tsang, *A Simple Method for Generating Gamma Variables*, ACM
/// TOMS 26(3), 2000.
fn log_gamma_variate<R: Rng + ?Sized>(rng: &mut R, shape: f64) -> f64 {
    if shape < 1.0 {
        // A variate of the shape plus 1, times the power 1 / shape of a uniform number.
        let power = libm::log(positive_unit(rng)) / shape;
        return log_gamma_variate(rng, shape + 1.0) + power;
    }
    let d = shape - 1.0 / 3.0;
    let c = 1.0 / libm::sqrt(9.0 * d);
    loop {
        let x = normal(rng);
        let root = 1.0 + c * x;
        if root > 0.0 {
            let v = root * root * root;
            if libm::log(positive_unit(rng)) < 0.5 * x * x + d - d * v + d * libm::log(v) {
                return libm::log(d) + libm::log(v);
            }
        }
    }
}

/// Returns a standard normal variate.
///
/// Source: G. Marsaglia and T. A. Bray, *A Convenient Method for Generating Normal Variables*, SIAM
/// Review 6(3), 1964.
fn normal<R: Rng + ?Sized>(rng: &mut R) -> f64 {
    loop {
        let (x, y) = (2.0 * unit(rng) - 1.0, 2.0 * unit(rng) - 1.0);
        let square = x * x + y * y;
        if square > 0.0 && square < 1.0 {
            return x * libm::sqrt(-2.0 * libm::log(square) / square);
        }
    }
}

/// Returns a standard Gumbel variate.
pub(super) fn gumbel<R: Rng + ?Sized>(rng: &mut R) -> f64 {
    -libm::log(-libm::log(positive_unit(rng)))
}

/// Returns a uniform number above 0 and below 1.
fn positive_unit<R: Rng + ?Sized>(rng: &mut R) -> f64 {
    unit(rng) + 0.5 / (1_u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use gambol_core::Seed;

    fn moments(values: &[f64]) -> (f64, f64) {
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        (mean, values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / values.len() as f64)
    }

    /// A component of a symmetric Dirichlet distribution over `n` has the mean `1 / n` and the
    /// variance `(n - 1) / (n² (n alpha + 1))`.
    #[test]
    fn dirichlet_samples_have_the_moments_of_the_distribution() {
        let mut rng = Seed::new(1).rng();
        for (alpha, count) in [(0.03, 5), (0.3, 4), (1.0, 3), (2.5, 7)] {
            let mut firsts = Vec::new();
            for _ in 0..20_000 {
                let sample = dirichlet(&mut rng, alpha, count);
                assert!((sample.iter().sum::<f64>() - 1.0).abs() < 1e-9 && sample.iter().all(|&x| x >= 0.0));
                firsts.push(sample[0]);
            }
            let n = count as f64;
            let (mean, variance) = moments(&firsts);
            let expected = (n - 1.0) / (n * n * (n * alpha + 1.0));
            assert!((mean - 1.0 / n).abs() < 5.0 * (expected / 20_000.0).sqrt(), "{alpha} {count}: {mean}");
            assert!((variance / expected - 1.0).abs() < 0.06, "{alpha} {count}: {variance} for {expected}");
        }
        // A concentration at which every variate underflows.
        let tiny = dirichlet(&mut rng, 1e-6, 3);
        assert!((tiny.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{tiny:?}");
    }

    /// The mean of the Gumbel distribution is Euler's constant, the variance π² / 6.
    #[test]
    fn gumbel_samples_have_the_moments_of_the_distribution() {
        let mut rng = Seed::new(2).rng();
        let values: Vec<f64> = (0..50_000).map(|_| gumbel(&mut rng)).collect();
        let (mean, variance) = moments(&values);
        assert!((mean - 0.577_215_66).abs() < 0.03, "{mean}");
        assert!((variance - std::f64::consts::PI.powi(2) / 6.0).abs() < 0.06, "{variance}");
    }
}

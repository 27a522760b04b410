//! Pearson's chi-square tests of samples, which a correct game practically never fails.
//!
//! A test has up to four [stages](STAGES), each with a larger, independent sample. An ordinary
//! sample passes the test; a suspicious one leads to the next stage. Most tests of a correct
//! sampler end with the first stage, and the last one detects a bias of one point in a hundred. A
//! correct sampler fails with a probability of about 1e-12, which is less than 1e-9 over all tests
//! of a run, of which there are fewer than a hundred. Seeds are fixed, so that a run that has
//! passed always passes.

use statrs::function::gamma::{checked_gamma_lr, checked_gamma_ur};

use super::scene::CheckResult;

/// The p-value below which a late sample fails.
const IMPOSSIBLE: f64 = 1e-9;

/// A stage of a test.
struct Stage {
    /// The size of its sample, in first samples.
    size: usize,
    /// The least p-value that passes the test.
    ordinary: f64,
    /// Whether the test fails here below [`IMPOSSIBLE`]. Early stages only select: few counts make
    /// far tails inexact.
    decides: bool,
}

const STAGES: [Stage; 4] = [
    Stage { size: 1, ordinary: 0.1, decides: false },
    Stage { size: 4, ordinary: 1e-2, decides: false },
    Stage { size: 16, ordinary: 1e-3, decides: true },
    Stage { size: 64, ordinary: IMPOSSIBLE, decides: true },
];

/// A sample that a correct sampler does not give.
pub(super) struct Rejected<T> {
    pub(super) draws: usize,
    pub(super) p: f64,
    pub(super) sample: T,
}

/// Tests in stages, with `first` draws in the first one. `draw` returns a sample of a number of
/// draws with its p-value.
pub(super) fn staged<T>(
    first: usize,
    mut draw: impl FnMut(usize) -> Result<(f64, T), String>,
) -> Result<Option<Rejected<T>>, String> {
    for Stage { size, ordinary, decides } in STAGES {
        let draws = size * first;
        let (p, sample) = draw(draws)?;
        if decides && p < IMPOSSIBLE {
            return Ok(Some(Rejected { draws, p, sample }));
        }
        if p >= ordinary {
            break;
        }
    }
    Ok(None)
}

/// The least expected count of a cell, required by Pearson's approximation; cells below it are
/// pooled.
const LEAST: f64 = 30.0;

/// Checks that counts from `draw`, whose argument is the number of draws, follow the weights.
/// `what` is the sampler's name; `show` formats a value.
pub(super) fn fits(
    what: &str,
    mut draw: impl FnMut(usize) -> Result<Vec<u32>, String>,
    weights: &[f64],
    show: impl Fn(usize) -> String,
) -> CheckResult {
    let first = (64 * weights.len()).clamp(2_048, 4_096);
    let rejected = staged(first, |draws| {
        let counts = draw(draws)?;
        Ok((goodness_of_fit(&counts, weights), counts))
    })?;
    let Some(Rejected { draws, p, sample: counts }) = rejected else { return Ok(()) };
    let total: f64 = weights.iter().sum();
    let expected = |index: usize| draws as f64 * weights[index] / total;
    let surprise = |index: usize| (f64::from(counts[index]) - expected(index)).abs() / expected(index).sqrt();
    let worst = (0..counts.len()).max_by(|&a, &b| surprise(a).total_cmp(&surprise(b))).unwrap_or(0);
    Err(format!(
        "of {draws} draws by {what}, {} came {} times, {:.1} expected; a chi-square test of all gives p = {p:.1e}",
        show(worst),
        counts[worst],
        expected(worst)
    ))
}

/// The p-value of counts under a distribution with these weights, by cells with enough expected
/// counts.
///
/// Values too rare for a separate cell are pooled in two ways, with their neighbours and with
/// distant values, so that both a bias towards early values and an alternating one are detected.
/// The smaller p-value counts twice.
fn goodness_of_fit(counts: &[u32], weights: &[f64]) -> f64 {
    let draws: f64 = counts.iter().copied().map(f64::from).sum();
    let total: f64 = weights.iter().sum();
    let cells: Vec<(f64, f64)> =
        counts.iter().zip(weights).map(|(&count, weight)| (f64::from(count), draws * weight / total)).collect();
    let near = pearson(cells.iter().copied());
    if cells.iter().all(|&(_, expected)| expected >= LEAST) {
        // Nothing is pooled.
        return near;
    }
    let strides = ((draws / (2.0 * LEAST)) as usize).clamp(1, 64);
    let apart = (0..strides).flat_map(|first| cells.iter().copied().skip(first).step_by(strides));
    let far = pearson(apart);
    (2.0 * near.min(far)).min(1.0)
}

/// Pearson's test of (observed, expected) cells; cells with small expectations are added to the
/// next.
fn pearson(cells: impl Iterator<Item = (f64, f64)>) -> f64 {
    let mut pooled: Vec<(f64, f64)> = Vec::new();
    let mut open = (0.0, 0.0);
    for (observed, expected) in cells {
        open = (open.0 + observed, open.1 + expected);
        if open.1 >= LEAST {
            pooled.push(open);
            open = (0.0, 0.0);
        }
    }
    match pooled.last_mut() {
        Some(last) => *last = (last.0 + open.0, last.1 + open.1),
        None => pooled.push(open),
    }
    let statistic = pooled.iter().map(|(observed, expected)| (observed - expected).powi(2) / expected).sum();
    chi_square_tail(statistic, pooled.len() - 1)
}

/// The p-value of the hypothesis that two samples of the same size have the same distribution, by
/// pairs of counts of the same value, in an order that does not depend on the counts.
pub(super) fn homogeneity(mut pairs: Vec<(u32, u32)>) -> f64 {
    // The rarest values come last and are pooled. The order must not depend on the sample.
    pairs.sort_by_key(|&(one, other)| std::cmp::Reverse(one + other));
    let pairs = pairs.into_iter().map(|(one, other)| (f64::from(one), f64::from(one + other) / 2.0));
    // Both samples vary, so the squares of one sample's deviation from the mean count twice.
    let mut statistic = 0.0;
    let mut cells = 0;
    let mut open = (0.0, 0.0);
    for (observed, expected) in pairs {
        open = (open.0 + observed, open.1 + expected);
        if open.1 >= LEAST {
            statistic += 2.0 * (open.0 - open.1).powi(2) / open.1;
            cells += 1;
            open = (0.0, 0.0);
        }
    }
    if cells == 0 { 1.0 } else { chi_square_tail(statistic, cells - usize::from(open.1 == 0.0)) }
}

/// The probability that a Poisson variable with this mean reaches a value.
pub(super) fn poisson_tail(value: usize, mean: f64) -> f64 {
    if value == 0 { 1.0 } else { checked_gamma_lr(value as f64, mean).unwrap_or(0.0) }
}

/// The probability that a chi-square variable with `freedom` degrees of freedom exceeds a value.
fn chi_square_tail(value: f64, freedom: usize) -> f64 {
    if freedom == 0 { 1.0 } else { checked_gamma_ur(freedom as f64 / 2.0, value / 2.0).unwrap_or(1.0) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gambol_core::Seed;
    use gambol_core::random::below;
    use std::string::ToString;
    use std::vec;

    fn close(one: f64, other: f64) {
        assert!((one / other - 1.0).abs() < 1e-6, "{one} {other}");
    }

    #[test]
    fn the_tail_has_its_closed_forms() {
        // With two degrees of freedom it is exp(-x / 2), with four it is exp(-x / 2) (1 + x / 2).
        for x in [0.1, 1.0, 3.0, 10.0, 50.0, 200.0_f64] {
            close(chi_square_tail(x, 2), (-x / 2.0).exp());
            close(chi_square_tail(x, 4), (-x / 2.0).exp() * (1.0 + x / 2.0));
        }
        // Percentiles from tables.
        close(chi_square_tail(3.841_458_820_694_124, 1), 0.05);
        close(chi_square_tail(124.342_113_404_004_9, 100), 0.05);
        assert!((chi_square_tail(1_000.0, 1_000) - 0.5).abs() < 0.01);
    }

    #[test]
    fn the_poisson_tail_is_what_its_terms_leave() {
        for mean in [0.002, 1.0, 128.0_f64] {
            for value in [1, 2, 3, 150, 200_usize] {
                let mut term = (-mean).exp();
                let mut below = 0.0;
                for k in 0..value {
                    below += term;
                    term *= mean / (k + 1) as f64;
                }
                let tail = poisson_tail(value, mean);
                assert!((tail - (1.0 - below)).abs() < 1e-9, "{mean} {value} {tail}");
            }
        }
        assert_eq!((poisson_tail(0, 0.0), poisson_tail(1, 0.0)), (1.0, 0.0));
        assert!(poisson_tail(8_386_560, 128.0) < 1e-300);
    }

    fn rolls(draws: usize, sides: u32, seed: u64) -> Vec<u32> {
        let mut counts = vec![0; sides as usize];
        let mut rng = Seed::new(seed).rng();
        for _ in 0..draws {
            counts[below(&mut rng, sides) as usize] += 1;
        }
        counts
    }

    #[test]
    fn p_values_of_fair_samples_are_uniform() {
        let small = (0..1_000)
            .filter(|&seed| pearson(rolls(2_000, 7, seed).into_iter().map(|n| (f64::from(n), 2_000.0 / 7.0))) < 0.1);
        assert!((70..130).contains(&small.count()));
        let pairs = |seed| rolls(1_000, 7, seed).into_iter().zip(rolls(1_000, 7, seed + 5_000)).collect();
        let small = (0..1_000).filter(|&seed| homogeneity(pairs(seed)) < 0.1).count();
        assert!((70..130).contains(&small), "{small}");
    }

    #[test]
    fn many_rare_values_are_pooled() {
        assert!(goodness_of_fit(&rolls(4_096, 3_000, 1), &vec![1.0; 3_000]) > 1e-2);
        let mut doubled = rolls(4_096, 3_000, 1);
        doubled[..1_500].iter_mut().for_each(|count| *count *= 2);
        assert!(goodness_of_fit(&doubled, &vec![1.0; 3_000]) < 1e-9);
    }

    /// The share of slightly loaded coins that are detected.
    fn caught(heads: f64, seeds: u64) -> f64 {
        let caught = (0..seeds).filter(|&seed| {
            let mut rng = Seed::new(seed).rng();
            let draw = |draws| {
                let count = (0..draws).filter(|_| gambol_core::random::unit(&mut rng) < heads).count() as u32;
                Ok(vec![draws as u32 - count, count])
            };
            fits("the coin", draw, &[0.3, 0.7], |index| index.to_string()).is_err()
        });
        caught.count() as f64 / seeds as f64
    }

    #[test]
    fn two_points_in_a_hundred_are_seen_and_fair_coins_pass() {
        // Each state of a game gives a chance of detection.
        assert!(caught(0.72, 40) > 0.4);
        assert!(caught(0.75, 40) > 0.9);
        assert!(caught(0.7, 2_000) == 0.0);
    }

    #[test]
    fn a_loaded_die_is_named() {
        let draw = |draws| {
            let mut counts = rolls(draws, 6, 9);
            counts[2] += draws as u32 / 20;
            Ok(counts)
        };
        let error = fits("the die", draw, &[1.0; 6], |index| index.to_string()).unwrap_err();
        assert!(error.contains("by the die, 2 came"), "{error}");
        assert!(fits("the die", |draws| Ok(rolls(draws, 6, 9)), &[0.25; 6], |index| index.to_string()).is_ok());
    }
}

//! Summary statistics of scores.

use serde::Serialize;
use statrs::distribution::{ContinuousCDF, StudentsT};

/// 97.5 % quantile of the normal distribution.
pub(crate) const NORMAL_975: f64 = 1.959_963_984_540_054;

/// Minimum number of games, or of pairs on the same seeds, for an interval of the mean. With two
/// games, the interval of the logarithms can reach from 50 to 270,000.
pub const FEWEST_GAMES: u64 = 5;

/// Mean of a sample with its uncertainty.
///
/// ```
/// use gambol_arena::MeanEstimate;
///
/// let estimate = MeanEstimate::of(&[1.0, 2.0, 3.0, 4.0, 5.0]);
/// assert_eq!(estimate.mean, 3.0);
/// assert!((1.0..2.0).contains(&estimate.ci95[0]));
/// assert!(MeanEstimate::of(&[1.0, 2.0, 3.0, 4.0]).ci95[0].is_infinite(), "four values say too little");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct MeanEstimate {
    /// Mean; NaN without values, which is `null` in JSON.
    pub mean: f64,
    /// Standard error of the mean; infinite with fewer than [five](FEWEST_GAMES) values, which is
    /// `null` in JSON.
    pub se: f64,
    /// 95 % confidence interval of the mean; infinite with fewer than [five](FEWEST_GAMES) values,
    /// which is `null` in JSON. Of equal values it has width 0.
    pub ci95: [f64; 2],
}

impl MeanEstimate {
    /// Estimates the population mean from a sample, with Student's interval.
    #[must_use]
    pub fn of(values: &[f64]) -> Self {
        Moments::of(values).estimate()
    }

    /// Estimates the mean score of games. If none is negative, the interval is Student's of the
    /// logarithm of the mean (delta method): the mean divided by and times `exp(t · se / mean)`.
    ///
    /// Scores of puzzles are never negative, and a few games have far higher scores than the
    /// others. Student's interval of the mean itself then extends below 0 and its upper end is too
    /// low: with six exponential scores it contains the mean in 89 % of the samples, this one in 93
    /// %. With many games both agree.
    ///
    /// Source: X.-H. Zhou and S. Gao, *Confidence Intervals for the Log-Normal Mean*, Statistics in
    /// Medicine 16, 1997, compares methods for such samples.
    #[must_use]
    pub fn of_scores(scores: &[f64]) -> Self {
        Moments::of(scores).estimate_scores()
    }
}

/// Running mean and variance, without storing the values.
///
/// Source: B. P. Welford, *Note on a Method for Calculating Corrected Sums of Squares and
/// Products*, Technometrics 4(3), 1962.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Moments {
    count: u64,
    mean: f64,
    squares: f64,
    /// Whether a value was negative.
    is_signed: bool,
}

impl Moments {
    fn of(values: &[f64]) -> Self {
        let mut moments = Self::default();
        for &value in values {
            moments.add(value);
        }
        moments
    }

    /// Adds a value.
    pub(crate) fn add(&mut self, value: f64) {
        self.count += 1;
        self.is_signed |= value < 0.0;
        let off = value - self.mean;
        self.mean += off / self.count as f64;
        self.squares += off * (value - self.mean);
    }

    /// Estimates the population mean from the sample, with Student's interval.
    pub(crate) fn estimate(&self) -> MeanEstimate {
        let (mean, se, reach) = self.spread();
        // Unbounded around an unknown mean, too.
        let ci95 = if reach.is_finite() { [mean - reach, mean + reach] } else { [-reach, reach] };
        MeanEstimate { mean, se, ci95 }
    }

    pub(crate) fn estimate_scores(&self) -> MeanEstimate {
        let (mean, se, reach) = self.spread();
        if self.is_signed || mean <= 0.0 || !se.is_finite() {
            return self.estimate();
        }
        let factor = (reach / mean).exp();
        MeanEstimate { mean, se, ci95: [mean / factor, mean * factor] }
    }

    /// Returns the mean, its standard error, and half the width of Student's interval.
    fn spread(&self) -> (f64, f64, f64) {
        let Self { mean, squares, .. } = *self;
        if self.count < FEWEST_GAMES {
            let mean = if self.count == 0 { f64::NAN } else { mean };
            return (mean, f64::INFINITY, f64::INFINITY);
        }
        let freedom = self.count as f64 - 1.0;
        let se = (squares / freedom / self.count as f64).sqrt();
        let quantile = StudentsT::new(0.0, 1.0, freedom).map_or(NORMAL_975, |student| student.inverse_cdf(0.975));
        (mean, se, quantile * se)
    }
}

/// Returns the median: the middle value, or the mean of the two in the middle; NaN without
/// values.
///
/// ```
/// use gambol_arena::median;
///
/// assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), 2.5);
/// ```
#[must_use]
pub fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    match sorted.len() {
        0 => f64::NAN,
        odd if odd % 2 == 1 => sorted[middle],
        _ => f64::midpoint(sorted[middle - 1], sorted[middle]),
    }
}

/// Returns a quantile of ascending values, at least one: definition 7, as in [`Spread`].
pub(crate) fn quantile(sorted: &[f64], part: f64) -> f64 {
    let place = (sorted.len() - 1) as f64 * part;
    let (below, above) = (sorted[place as usize], sorted[place.ceil() as usize]);
    below + (above - below) * place.fract()
}

/// The statistics of a box plot.
///
/// Source: J. W. Tukey, *Exploratory Data Analysis*, 1977; the quartiles are interpolated as in
/// most programs (definition 7 of R. J. Hyndman and Y. Fan, *Sample Quantiles in Statistical
/// Packages*, The American Statistician 50(4), 1996).
///
/// ```
/// use gambol_arena::Spread;
///
/// let spread = Spread::of(&[1.0, 2.0, 3.0, 4.0, 100.0]).expect("there are values");
/// assert_eq!((spread.quartiles[1], spread.outliers), (3.0, vec![100.0]));
/// assert_eq!(Spread::of(&[]), None);
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Spread {
    /// Lower quartile, median and upper quartile.
    pub quartiles: [f64; 3],
    /// Least and greatest value within one and a half times the interquartile range of the
    /// quartiles.
    pub whiskers: [f64; 2],
    /// Values beyond the whiskers, in ascending order.
    pub outliers: Vec<f64>,
}

impl Spread {
    /// Returns the statistics of a sample; `None` without values.
    #[must_use]
    pub fn of(values: &[f64]) -> Option<Self> {
        let mut sorted = values.to_vec();
        sorted.sort_by(f64::total_cmp);
        if sorted.is_empty() {
            return None;
        }
        let quartiles = [0.25, 0.5, 0.75].map(|part| quantile(&sorted, part));
        let reach = 1.5 * (quartiles[2] - quartiles[0]);
        let (inside, outliers): (Vec<f64>, Vec<f64>) =
            sorted.iter().partition(|&&value| (quartiles[0] - reach..=quartiles[2] + reach).contains(&value));
        // The median is always inside, or between two values that are.
        let whiskers = [*inside.first()?, *inside.last()?];
        Some(Self { quartiles, whiskers, outliers })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spreads_are_tukeys() {
        // By hand: quartiles at positions 2.25, 4.5 and 6.75 of nine steps; fences at 3.25 - 6.75
        // and 7.75 + 6.75.
        let spread = Spread::of(&[8.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 1.0, 9.0, 100.0]).unwrap();
        assert_eq!(spread, Spread { quartiles: [3.25, 5.5, 7.75], whiskers: [1.0, 9.0], outliers: vec![100.0] });
        let one = Spread::of(&[7.0]).unwrap();
        assert_eq!((one.quartiles, one.whiskers, one.outliers.len()), ([7.0; 3], [7.0; 2], 0));
        let low = Spread::of(&[-50.0, 10.0, 10.0, 10.0, 11.0, 11.0]).unwrap();
        assert_eq!((low.whiskers, low.outliers), ([10.0, 11.0], vec![-50.0]));
        assert_eq!(Spread::of(&[]), None);
    }

    #[test]
    fn the_interval_is_students() {
        // By hand: mean 3, variance 2.5, standard error √0.5, t(0.975; 4) = 2.776445.
        let estimate = MeanEstimate::of(&[1.0, 2.0, 3.0, 4.0, 5.0]);
        assert!((estimate.mean - 3.0).abs() < 1e-12);
        assert!((estimate.se - 0.5_f64.sqrt()).abs() < 1e-12);
        assert!((estimate.ci95[1] - (3.0 + 2.776_445 * 0.5_f64.sqrt())).abs() < 1e-5);
    }

    #[test]
    fn intervals_of_scores_stay_above_0() {
        // By hand: mean 3, standard error √0.5, t(0.975; 4) = 2.776445.
        let estimate = MeanEstimate::of_scores(&[1.0, 2.0, 3.0, 4.0, 5.0]);
        let factor = (2.776_445 * 0.5_f64.sqrt() / 3.0).exp();
        assert!((estimate.ci95[0] - 3.0 / factor).abs() < 1e-5 && (estimate.ci95[1] - 3.0 * factor).abs() < 1e-5);
        let skew = [10.0, 20.0, 15.0, 30.0, 1_600.0, 25.0];
        assert!(MeanEstimate::of(&skew).ci95[0] < 0.0 && MeanEstimate::of_scores(&skew).ci95[0] > 0.0);
        // With a negative score, or only zeros, it is Student's.
        for values in [&[-1.0, 4.0, 9.0, 3.0, 2.0][..], &[0.0; 5], &[5.0]] {
            assert_eq!(MeanEstimate::of_scores(values), MeanEstimate::of(values), "{values:?}");
        }
        // With many games the difference is negligible.
        let many: Vec<f64> = (0..1_000).map(|k| 300.0 + f64::from(k % 100)).collect();
        let (ours, students) = (MeanEstimate::of_scores(&many).ci95, MeanEstimate::of(&many).ci95);
        assert!((ours[0] - students[0]).abs() < 0.01 && (ours[1] - students[1]).abs() < 0.01);
    }

    /// Simulated runs of games with exponential scores.
    #[test]
    fn intervals_of_scores_hold_more_often_than_students() {
        use gambol_core::Seed;
        use gambol_core::random::unit;
        let mut held = [0; 2];
        for number in 0..2_000 {
            let mut rng = Seed::new(1).derive(number).rng();
            let sample: Vec<f64> = (0..6).map(|_| -(1.0 - unit(&mut rng)).ln()).collect();
            for (held, estimate) in held.iter_mut().zip([MeanEstimate::of_scores(&sample), MeanEstimate::of(&sample)]) {
                *held += u32::from((estimate.ci95[0]..=estimate.ci95[1]).contains(&1.0));
            }
        }
        assert!(held[0] > 1_820 && held[0] > held[1] + 40, "{held:?} of 2,000");
    }

    #[test]
    fn fewer_than_five_values_have_no_interval() {
        for (values, mean, has_interval) in [
            (&[7.0][..], 7.0, false),
            (&[49.0, 269_038.0], 134_543.5, false),
            (&[1.0, 2.0, 6.0], 3.0, false),
            (&[1.0, 1.0, 1.0, 1.0], 1.0, false),
            (&[1.0, 2.0, 3.0, 4.0, 5.0], 3.0, true),
            (&[7.0; 5], 7.0, true),
        ] {
            for estimate in [MeanEstimate::of(values), MeanEstimate::of_scores(values)] {
                assert!((estimate.mean - mean).abs() < 1e-9, "{values:?}");
                let ends = [estimate.se, estimate.ci95[0], estimate.ci95[1]].map(f64::is_finite);
                assert_eq!(ends, [has_interval; 3], "{values:?}: {estimate:?}");
                let json = serde_json::to_string(&estimate).unwrap();
                assert_eq!(json.ends_with(r#""se":null,"ci95":[null,null]}"#), !has_interval, "{json}");
            }
        }
        assert_eq!(
            serde_json::to_string(&MeanEstimate::of(&[])).unwrap(),
            r#"{"mean":null,"se":null,"ci95":[null,null]}"#
        );
        assert_eq!(MeanEstimate::of(&[7.0; 5]).ci95, [7.0, 7.0], "values that agree have one of width 0");
    }

    #[test]
    fn the_median_is_in_the_middle() {
        assert!(median(&[]).is_nan());
        assert_eq!(median(&[9.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(&[9.0, 1.0, 2.0, 4.0]), 3.0);
    }
}

//! Elo differences with confidence intervals.

use serde::{Serialize, Serializer};
use statrs::distribution::{ContinuousCDF, Normal};

use crate::statistics::{FEWEST_GAMES, NORMAL_975};
use crate::tilt::interval;

/// The results of pairs of games, one with each side, for the first agent: the numbers of pairs
/// with 0, ½, 1, 1½ and 2 points.
///
/// The two games of a pair share an opening, which may favour a side. Their results are therefore
/// not independent, while those of pairs are. Intervals and tests thus count pairs, not games.
///
/// ```
/// use gambol_arena::Pentanomial;
///
/// // The results of the first agent in the two games of a pair: won and won, won and lost.
/// let mut pairs = Pentanomial::default();
/// pairs.add([1, 1]);
/// pairs.add([1, -1]);
/// assert_eq!((pairs.pairs(), pairs.elo().score), (2, 0.75));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// Adds a pair by the first agent's result of each game: +1, 0 or -1.
    pub fn add(&mut self, results: [i64; 2]) {
        let class = results[0].signum() + results[1].signum() + 2;
        self.0[class as usize] += 1;
    }

    /// Returns the number of pairs.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Returns the mean score of a game, from 0 to 1, and the variance of the mean score of a pair;
    /// NaN without pairs.
    fn moments(&self) -> (f64, f64) {
        if self.pairs() == 0 {
            return (f64::NAN, f64::NAN);
        }
        let sum = |value: &dyn Fn(f64) -> f64| -> f64 {
            self.0.iter().enumerate().map(|(class, &count)| count as f64 * value(class as f64 / 4.0)).sum()
        };
        let pairs = self.pairs() as f64;
        let mean = sum(&|score| score) / pairs;
        (mean, sum(&|score| (score - mean).powi(2)) / pairs)
    }

    /// Returns the difference in strength.
    #[must_use]
    pub fn elo(&self) -> Elo {
        let (mean, variance) = self.moments();
        let is_known = 2 * self.pairs() >= FEWEST_GAMES;
        let ci95 = if is_known { interval(&self.0) } else { [0.0, 1.0] };
        let spread = Some(variance.sqrt()).filter(|&spread| is_known && spread > 0.0);
        let error = |spread: f64| spread / (self.pairs() as f64).sqrt();
        // In deviations of a single game, if games were independent.
        let scale = |distance: f64, spread: f64| {
            800.0 / std::f64::consts::LN_10 * distance / (std::f64::consts::SQRT_2 * spread)
        };
        let ends = [-NORMAL_975, NORMAL_975];
        Elo {
            score: mean,
            elo: elo_of(mean),
            ci95: ci95.map(elo_of),
            nelo: spread.map(|spread| scale(mean - 0.5, spread)),
            nelo_ci95: spread.map(|spread| ends.map(|end| scale(mean - 0.5 + end * error(spread), spread))),
            los: spread.map(|spread| Normal::standard().cdf((mean - 0.5) / error(spread))),
        }
    }

    /// Returns the share of the pairs with one point for each agent; 0 without pairs.
    #[must_use]
    pub fn draw_ratio(&self) -> f64 {
        self.0[2] as f64 / self.pairs().max(1) as f64
    }
}

/// A logistic Elo difference: 400 points are odds of ten to one.
///
/// ```
/// use gambol_arena::Pentanomial;
///
/// let elo = Pentanomial([0, 0, 10, 0, 10]).elo();
/// assert_eq!(elo.elo.round(), 191.0);
/// assert!(elo.ci95[0] > 0.0, "stronger, by 20 pairs");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Elo {
    /// Mean score of a game, from 0 to 1; NaN without pairs, which is `null` in JSON.
    pub score: f64,
    /// Elo difference; infinite if every game was won or lost, and NaN without pairs, which is
    /// `null` in JSON.
    #[serde(serialize_with = "finite")]
    pub elo: f64,
    /// 95 % confidence interval: the score interval of the mean score of a pair, both ends
    /// converted to Elo. One end is infinite if every game was won or lost, both with fewer than
    /// [five](FEWEST_GAMES) games.
    ///
    /// The score test takes the variance of pairs from the most likely distribution with the tested
    /// mean, so that the interval has a width even with few or equal pairs (E. B. Wilson, 1927; O.
    /// Miettinen and M. Nurminen, 1985). With many pairs it is the normal interval that fishtest
    /// shows.
    #[serde(rename = "elo_ci95", serialize_with = "both_finite")]
    pub ci95: [f64; 2],
    /// Normalized Elo: the distance of the mean score from ½ in standard deviations of a game,
    /// which depends less than Elo on draws and openings (M. Van den Bergh, *Comments on Normalized
    /// Elo*, <https://www.cantate.be/Fishtest/normalized_elo_practical.pdf>). `None` with fewer
    /// than [five](FEWEST_GAMES) games or with pairs that are all equal.
    pub nelo: Option<f64>,
    /// Normal 95 % confidence interval of the normalized Elo; `None` without one.
    pub nelo_ci95: Option<[f64; 2]>,
    /// Likelihood of superiority: the probability that the mean score is above ½, by the normal
    /// distribution; `None` without a normalized Elo.
    pub los: Option<f64>,
}

/// Returns the Elo difference with this expected score: `-∞` for scores of 0 and below, `∞` for
/// scores of 1 and above.
pub(crate) fn elo_of(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        // Adding 0 removes the sign of -0.
        -400.0 * (1.0 / score - 1.0).log10() + 0.0
    }
}

/// Returns the expected score of an Elo difference.
pub(crate) fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10.0_f64.powf(-elo / 400.0))
}

fn some(value: f64) -> Option<f64> {
    value.is_finite().then_some(value)
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde's signature; no lint with pointers of 32 bits")]
pub(crate) fn finite<S: Serializer>(value: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    some(*value).serialize(serializer)
}

pub(crate) fn both_finite<S: Serializer>(values: &[f64; 2], serializer: S) -> Result<S::Ok, S::Error> {
    values.map(some).serialize(serializer)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The values of fastchess' own test (`app/tests/elo_test.cpp`, "`EloPentanomial` 1" to "3"),
    /// which come from fishtest's calculator: Elo, half the width of its normal interval, which is
    /// close to ours, the same of normalized Elo, and the likelihood of superiority in percent
    /// (none for the third). It lists pairs as LL, LD, WL, DD, WD, WW.
    #[test]
    fn elo_is_that_of_others() {
        for (pairs, [difference, error], [normalized, spread], los) in [
            ([34, 54, 31 + 32, 64, 75], [55.58, 27.65], [57.94, 28.28], Some(100.00)),
            ([332, 433, 457 + 41, 333, 334], [-8.64, 10.33], [-9.17, 10.96], Some(5.05)),
            ([7_895, 8_757, 5_485 + 200, 568, 9_999], [-21.04, 2.95], [-19.01, 2.65], None),
        ] {
            let elo = Pentanomial(pairs).elo();
            assert!((elo.elo - difference).abs() < 0.01, "{elo:?}");
            let half = (elo.ci95[1] - elo.ci95[0]) / 2.0;
            assert!((half / error - 1.0).abs() < 0.02, "{elo:?}");
            let [low, high] = elo.nelo_ci95.unwrap();
            assert!((elo.nelo.unwrap() - normalized).abs() < 0.01, "{elo:?}");
            assert!(((high - low) / 2.0 - spread).abs() < 0.01, "{elo:?}");
            assert!(los.is_none_or(|los| (100.0 * elo.los.unwrap() - los).abs() < 0.005), "{elo:?}");
        }
    }

    #[test]
    fn pairs_are_counted_by_points() {
        let mut pairs = Pentanomial::default();
        for results in [[1, 1], [1, -1], [-1, 1], [0, 0], [-1, 0], [-1, -1], [0, 1]] {
            pairs.add(results);
        }
        assert_eq!(pairs.0, [1, 1, 3, 1, 1]);
        assert_eq!((pairs.moments().0, pairs.draw_ratio()), (0.5, 3.0 / 7.0));
        assert_eq!(Pentanomial::default().draw_ratio(), 0.0);
    }

    #[test]
    fn elo_and_score_are_inverse() {
        assert!((elo_of(0.75) - 190.848_501_887_864_97).abs() < 1e-9, "400 log10(3)");
        for elo in [-300.0, 0.0, 12.5] {
            assert!((elo_of(score_of(elo)) - elo).abs() < 1e-9);
        }
    }

    #[test]
    fn certain_results_have_a_bound() {
        let elo = Pentanomial([0, 0, 0, 0, 9]).elo();
        // Wilson's bound for 9 of 9: 9 / (9 + z²), 400 log10(9 / z²).
        assert!((elo.ci95[0] - 147.9).abs() < 0.5 && elo.ci95[1] == f64::INFINITY, "{elo:?}");
        let json = serde_json::to_string(&elo).unwrap();
        assert!(
            json.starts_with(r#"{"score":1.0,"elo":null,"elo_ci95":[147."#) && json.contains(r#",null],"nelo":null"#),
            "{json}"
        );
        let lost = Pentanomial([9, 0, 0, 0, 0]).elo();
        assert_eq!((lost.elo, lost.ci95[0]), (f64::NEG_INFINITY, f64::NEG_INFINITY));
        assert!((lost.ci95[1] + elo.ci95[0]).abs() < 1e-6);
    }

    #[test]
    fn few_pairs_have_a_wide_interval_and_even_ones_no_sign() {
        // Fewer than five games have no interval.
        for pairs in [[0; 5], [0, 0, 1, 0, 0], [0, 0, 1, 0, 1], [0, 0, 0, 0, 2]] {
            let elo = Pentanomial(pairs).elo();
            assert_eq!(elo.ci95, [f64::NEG_INFINITY, f64::INFINITY], "{pairs:?}");
            assert_eq!((elo.nelo, elo.los), (None, None), "{pairs:?}");
        }
        for (pairs, least) in [([0, 0, 3, 0, 0], 150.0), ([0, 1, 2, 1, 0], 150.0), ([0, 0, 20, 0, 0], 50.0)] {
            let [low, high] = Pentanomial(pairs).elo().ci95;
            assert!(high > least && (low + high).abs() < 1e-6, "{pairs:?}: {low} to {high}");
        }
        assert_eq!(format!("{:+}", Pentanomial([0, 0, 3, 0, 0]).elo().elo), "+0");
        let nothing = serde_json::to_value(Pentanomial([0; 5]).elo()).unwrap();
        assert!(nothing["score"].is_null() && nothing["elo"].is_null(), "{nothing}");
    }
}

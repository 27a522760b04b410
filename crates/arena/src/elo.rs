//! Elo differences with confidence intervals.

use serde::{Serialize, Serializer};

use crate::statistics::FEWEST_GAMES;
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
    /// 0.5 and 0 without pairs.
    #[must_use]
    pub fn moments(&self) -> (f64, f64) {
        if self.pairs() == 0 {
            return (0.5, 0.0);
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
        let (mean, _) = self.moments();
        let ci95 = if 2 * self.pairs() < FEWEST_GAMES { [0.0, 1.0] } else { interval(&self.0) };
        Elo { score: mean, elo: elo_of(mean), ci95: ci95.map(elo_of) }
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
    /// Mean score of a game, from 0 to 1.
    pub score: f64,
    /// Elo difference; infinite if every game was won or lost, which is `null` in JSON.
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
}

/// Returns the Elo difference with this expected score: `-∞` for scores of 0 and below, `∞` for
/// scores of 1 and above.
///
/// ```
/// use gambol_arena::elo_of;
///
/// assert_eq!([0.5, 0.75, 1.0].map(|score| elo_of(score).round()), [0.0, 191.0, f64::INFINITY]);
/// ```
#[must_use]
pub fn elo_of(score: f64) -> f64 {
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
///
/// ```
/// use gambol_arena::{elo_of, score_of};
///
/// assert_eq!(score_of(0.0), 0.5);
/// assert!((elo_of(score_of(100.0)) - 100.0).abs() < 1e-9);
/// ```
#[must_use]
pub fn score_of(elo: f64) -> f64 {
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
    /// which come from fishtest's calculator. It lists pairs as LL, LD, WL, DD, WD, WW, and gives
    /// half the width of the normal interval, which is close to ours.
    #[test]
    fn elo_is_that_of_others() {
        for (pairs, difference, error) in [
            ([34, 54, 31 + 32, 64, 75], 55.58, 27.65),
            ([332, 433, 457 + 41, 333, 334], -8.64, 10.33),
            ([7_895, 8_757, 5_485 + 200, 568, 9_999], -21.04, 2.95),
        ] {
            let elo = Pentanomial(pairs).elo();
            assert!((elo.elo - difference).abs() < 0.01, "{elo:?}");
            let half = (elo.ci95[1] - elo.ci95[0]) / 2.0;
            assert!((half / error - 1.0).abs() < 0.02, "{elo:?}");
        }
    }

    #[test]
    fn pairs_are_counted_by_points() {
        let mut pairs = Pentanomial::default();
        for results in [[1, 1], [1, -1], [-1, 1], [0, 0], [-1, 0], [-1, -1], [0, 1]] {
            pairs.add(results);
        }
        assert_eq!(pairs.0, [1, 1, 3, 1, 1]);
        assert_eq!(pairs.moments().0, 0.5);
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
        assert!(json.starts_with(r#"{"score":1.0,"elo":null,"elo_ci95":[147."#) && json.ends_with(",null]}"), "{json}");
        let lost = Pentanomial([9, 0, 0, 0, 0]).elo();
        assert_eq!((lost.elo, lost.ci95[0]), (f64::NEG_INFINITY, f64::NEG_INFINITY));
        assert!((lost.ci95[1] + elo.ci95[0]).abs() < 1e-6);
    }

    #[test]
    fn few_pairs_have_a_wide_interval_and_even_ones_no_sign() {
        // Fewer than five games have no interval.
        for pairs in [[0; 5], [0, 0, 1, 0, 0], [0, 0, 1, 0, 1], [0, 0, 0, 0, 2]] {
            assert_eq!(Pentanomial(pairs).elo().ci95, [f64::NEG_INFINITY, f64::INFINITY], "{pairs:?}");
        }
        for (pairs, least) in [([0, 0, 3, 0, 0], 150.0), ([0, 1, 2, 1, 0], 150.0), ([0, 0, 20, 0, 0], 50.0)] {
            let [low, high] = Pentanomial(pairs).elo().ci95;
            assert!(high > least && (low + high).abs() < 1e-6, "{pairs:?}: {low} to {high}");
        }
        for pairs in [[0; 5], [0, 0, 3, 0, 0]] {
            let elo = Pentanomial(pairs).elo().elo;
            assert!(elo == 0.0 && elo.is_sign_positive(), "{pairs:?}");
        }
    }
}

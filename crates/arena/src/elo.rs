//! How strong one agent is against another.

use serde::{Serialize, Serializer};

use crate::statistics::NORMAL_975;

/// The results of pairs of games, one with each side, for the first agent: how many pairs gave 0,
/// ½, 1, 1½ and 2 points.
///
/// The two games of a pair share an opening, which may favour a side. Their results are therefore
/// not independent; those of pairs are. So intervals and tests count pairs, not games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// Counts a pair: what the first agent gained in each game, +1, 0 or -1.
    pub fn add(&mut self, results: [i64; 2]) {
        let class = results[0].signum() + results[1].signum() + 2;
        self.0[class as usize] += 1;
    }

    /// The number of pairs.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The mean score of a game, from 0 to 1, and the variance of the mean score of a pair; 0.5 and
    /// 0 of nothing.
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

    /// The difference in strength.
    #[must_use]
    pub fn elo(&self) -> Elo {
        let (mean, variance) = self.moments();
        if self.pairs() < 2 {
            return Elo { score: mean, elo: elo_of(mean), ci95: [f64::NEG_INFINITY, f64::INFINITY] };
        }
        let error = NORMAL_975 * (variance / self.pairs() as f64).sqrt();
        Elo { score: mean, elo: elo_of(mean), ci95: [elo_of(mean - error), elo_of(mean + error)] }
    }
}

/// A difference in Elo, logistic: 400 points are odds of ten to one.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Elo {
    /// The mean score of a game, from 0 to 1.
    pub score: f64,
    /// The difference; infinite if every game was won or lost, which JSON shows as `null`.
    #[serde(serialize_with = "finite")]
    pub elo: f64,
    /// Its 95 % interval: that of the mean score of a pair (normal), each end turned into Elo;
    /// infinite for fewer than two pairs.
    #[serde(rename = "elo_ci95", serialize_with = "both_finite")]
    pub ci95: [f64; 2],
}

/// The Elo difference at which a score is expected. Scores of 0 and below give `-∞`, of 1 and above
/// `∞`.
#[must_use]
pub fn elo_of(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        // Without a sign at 0.
        -400.0 * (1.0 / score - 1.0).log10() + 0.0
    }
}

/// The score that is expected of an Elo difference.
#[must_use]
pub fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10.0_f64.powf(-elo / 400.0))
}

fn some(value: f64) -> Option<f64> {
    value.is_finite().then_some(value)
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
fn finite<S: Serializer>(value: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    some(*value).serialize(serializer)
}

fn both_finite<S: Serializer>(values: &[f64; 2], serializer: S) -> Result<S::Ok, S::Error> {
    values.map(some).serialize(serializer)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The values of fastchess' own test (`app/tests/elo_test.cpp`, "`EloPentanomial` 1" to "3"),
    /// which come from fishtest's calculator. It lists pairs as LL, LD, WL, DD, WD, WW, and gives
    /// half the width of the interval.
    #[test]
    fn elo_is_that_of_others() {
        for (pairs, difference, error) in [
            ([34, 54, 31 + 32, 64, 75], 55.58, 27.65),
            ([332, 433, 457 + 41, 333, 334], -8.64, 10.33),
            ([7_895, 8_757, 5_485 + 200, 568, 9_999], -21.04, 2.95),
        ] {
            let elo = Pentanomial(pairs).elo();
            assert!((elo.elo - difference).abs() < 0.01, "{elo:?}");
            assert!(((elo.ci95[1] - elo.ci95[0]) / 2.0 - error).abs() < 0.01, "{elo:?}");
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
    fn certain_results_are_infinite_and_null() {
        let elo = Pentanomial([0, 0, 0, 0, 9]).elo();
        assert_eq!(elo.elo, f64::INFINITY);
        assert_eq!(serde_json::to_string(&elo).unwrap(), r#"{"score":1.0,"elo":null,"elo_ci95":[null,null]}"#);
    }

    #[test]
    fn one_pair_has_no_interval_and_even_ones_no_sign() {
        let unknown = [f64::NEG_INFINITY, f64::INFINITY];
        for pairs in [[0; 5], [0, 0, 1, 0, 0], [0, 0, 0, 1, 0], [1, 0, 0, 0, 0]] {
            assert_eq!(Pentanomial(pairs).elo().ci95, unknown, "{pairs:?}");
        }
        assert_eq!(Pentanomial([0, 1, 0, 1, 0]).elo().ci95.map(f64::is_finite), [true; 2]);
        for pairs in [[0; 5], [0, 0, 3, 0, 0]] {
            let elo = Pentanomial(pairs).elo().elo;
            assert!(elo == 0.0 && elo.is_sign_positive(), "{pairs:?}");
        }
    }
}

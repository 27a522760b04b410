//! Sequential probability ratio test.

use std::fmt;
use std::str::FromStr;

use gambol_core::TextError;
use serde::{Deserialize, Serialize};

use crate::elo::{Pentanomial, score_of};
use crate::tilt::{Tilt, seen};

/// Sequential test of two hypotheses: the first agent is stronger by `elo0`, or by `elo1`.
///
/// This is the generalised sequential probability ratio test on pairs of games. The likelihood of
/// each hypothesis is the maximum over all distributions of the five results of a pair whose mean
/// is the expected score of the hypothesis.
///
/// Sources: X. Li, J. Liu, Z. Ying, *Generalized Sequential Probability Ratio Test for Separate
/// Families of Hypotheses*, Sequential Analysis 33(4), 2014; the distribution under a given mean:
/// A. B. Owen, *Empirical Likelihood*, 2001, section 2.9; bounds: A. Wald, *Sequential Tests of
/// Statistical Hypotheses*, 1945. Fishtest and fastchess use the same test.
///
/// As text: `ELO0,ELO1` or `ELO0,ELO1,ALPHA,BETA`.
///
/// ```
/// use gambol_arena::{Pentanomial, Sprt, SprtResult};
///
/// let test: Sprt = "0,10".parse()?; // 5 % of errors either way
/// assert_eq!(test.status(&Pentanomial([0, 0, 2, 1, 0])).result, SprtResult::Open);
/// assert_eq!(test.status(&Pentanomial([10, 30, 200, 90, 70])).result, SprtResult::Elo1);
/// # Ok::<(), gambol_core::TextError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
}

// Its numbers are never NaN.
impl Eq for Sprt {}

/// The current status of a test.
///
/// ```
/// use gambol_arena::{Pentanomial, Sprt};
///
/// let test = Sprt::new(0.0, 10.0, 0.05, 0.05).expect("0 < 10, and error rates below a half");
/// let status = test.status(&Pentanomial::default());
/// assert_eq!(status.llr, 0.0, "no pair says anything");
/// assert!(status.lower < 0.0 && status.upper > 0.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct SprtStatus {
    /// Log-likelihood ratio.
    pub llr: f64,
    /// Lower bound: `elo0` is accepted at or below it.
    pub lower: f64,
    /// Upper bound: `elo1` is accepted at or above it.
    pub upper: f64,
    /// Result.
    pub result: SprtResult,
}

/// The result of a test.
///
/// ```
/// use gambol_arena::{Pentanomial, Sprt, SprtResult};
///
/// let test: Sprt = "0,10".parse()?;
/// assert_eq!(test.status(&Pentanomial([70, 90, 200, 30, 10])).result, SprtResult::Elo0);
/// # Ok::<(), gambol_core::TextError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum SprtResult {
    /// The first agent is at most `elo0` stronger.
    Elo0,
    /// It is at least `elo1` stronger.
    Elo1,
    /// Undecided.
    Open,
}

impl Sprt {
    /// Creates a test of `elo0` against `elo1`, with the probabilities `alpha` of accepting `elo1`
    /// if `elo0` is true (type I error) and `beta` of the reverse (type II error). `None` unless
    /// `elo0 < elo1`, both are within ±1000, and both probabilities are above 0 and below 0.5.
    #[must_use]
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Option<Self> {
        let elo = |elo: f64| (-1000.0..=1000.0).contains(&elo);
        let probability = |p: f64| p > 0.0 && p < 0.5;
        let good = elo(elo0) && elo(elo1) && elo0 < elo1 && probability(alpha) && probability(beta);
        good.then_some(Self { elo0, elo1, alpha, beta })
    }

    /// Returns the status of the test for these pairs.
    #[must_use]
    pub fn status(&self, pairs: &Pentanomial) -> SprtStatus {
        let llr = self.llr(pairs);
        let lower = (self.beta / (1.0 - self.alpha)).ln();
        let upper = ((1.0 - self.beta) / self.alpha).ln();
        let result = if llr <= lower {
            SprtResult::Elo0
        } else if llr >= upper {
            SprtResult::Elo1
        } else {
            SprtResult::Open
        };
        SprtStatus { llr, lower, upper, result }
    }

    fn llr(&self, pairs: &Pentanomial) -> f64 {
        if pairs.pairs() == 0 {
            return 0.0;
        }
        let counts = seen(&pairs.0);
        let tilted = [self.elo0, self.elo1].map(|elo| Tilt::to(&counts, score_of(elo)));
        let ratio = |class: usize| tilted[0].weight(class).ln() - tilted[1].weight(class).ln();
        counts.iter().enumerate().map(|(class, count)| count * ratio(class)).sum()
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{},{},{}", self.elo0, self.elo1, self.alpha, self.beta)
    }
}

impl FromStr for Sprt {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let refuse = |reason: &'static str| TextError::new("sprt", text, reason);
        let numbers: Result<Vec<f64>, _> = text.split(',').map(str::parse).collect();
        let test = match numbers.as_deref() {
            Ok(&[elo0, elo1]) => Self::new(elo0, elo1, 0.05, 0.05),
            Ok(&[elo0, elo1, alpha, beta]) => Self::new(elo0, elo1, alpha, beta),
            _ => return Err(refuse("expected ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA")),
        };
        test.ok_or_else(|| refuse("expected ELO0 < ELO1 within ±1000, and ALPHA and BETA above 0 and below 0.5"))
    }
}

as_text!(Sprt);

#[cfg(test)]
mod tests {
    use super::*;

    fn status(test: &str, pairs: [u64; 5]) -> SprtStatus {
        test.parse::<Sprt>().unwrap().status(&Pentanomial(pairs))
    }

    /// The values of fastchess' own test (`app/tests/sprt_test.cpp`, "logistic pentanomial 1" and
    /// "2").
    #[test]
    fn likelihood_ratios_are_those_of_others() {
        let first = status("0.5,2.5", [223, 9_863, 20_279 + 1_000, 10_037, 246]);
        assert!((first.llr + 3.07).abs() < 0.01, "{first:?}");
        let second = status("0,2", [871, 26_175, 55_003 + 980, 26_678, 821]);
        assert!((second.llr + 4.98).abs() < 0.01, "{second:?}");
        assert_eq!((first.result, second.result), (SprtResult::Elo0, SprtResult::Elo0));
    }

    #[test]
    fn bounds_are_walds() {
        let open = status("0,5", [0; 5]);
        assert_eq!((open.llr, open.result), (0.0, SprtResult::Open));
        // By hand: ln(0.95 / 0.05).
        assert!((open.upper - 2.944_438_979).abs() < 1e-9 && (open.lower + 2.944_438_979).abs() < 1e-9);
        assert!((status("0,5,0.01,0.1", [0; 5]).upper - 90.0_f64.ln()).abs() < 1e-9);
    }

    #[test]
    fn clear_results_decide_either_way() {
        assert_eq!(status("0,50", [1, 2, 30, 40, 60]).result, SprtResult::Elo1);
        assert_eq!(status("0,50", [60, 40, 30, 2, 1]).result, SprtResult::Elo0);
        assert_eq!(status("0,400", [0, 0, 0, 0, 100]).result, SprtResult::Elo1);
        assert!(status("-5,5", [10, 20, 40, 20, 10]).llr.abs() < 1e-9, "they are in the middle");
    }

    /// Simulated matches of agents whose difference is exactly one of the two hypotheses.
    #[test]
    fn errors_are_as_rare_as_promised() {
        use gambol_core::Seed;
        use gambol_core::random::unit;

        const MATCHES: u64 = 400;
        let test = Sprt::new(0.0, 100.0, 0.1, 0.1).unwrap();
        for (elo, wrong) in [(0.0, SprtResult::Elo1), (100.0, SprtResult::Elo0)] {
            let score = score_of(elo);
            let mut errors = 0;
            for number in 0..MATCHES {
                let mut rng = Seed::new(1).derive(number).rng();
                let mut pairs = Pentanomial::default();
                while test.status(&pairs).result == SprtResult::Open {
                    let mut result = || if unit(&mut rng) < score { 1 } else { -1 };
                    pairs.add([result(), result()]);
                }
                errors += u64::from(test.status(&pairs).result == wrong);
            }
            // At most 40 are expected; three standard deviations are 18. Overshooting the bound
            // makes them fewer.
            assert!((5..=58).contains(&errors), "{errors} of {MATCHES} at {elo} Elo");
        }
    }

    #[test]
    fn bad_tests_are_refused() {
        for text in
            ["", "5", "5,0", "0,0", "0,5,0.05", "0,5,0,0.05", "0,5,0.05,0.6", "0,nan", "0,inf", "0,5,0.05,0.05,1"]
        {
            assert!(text.parse::<Sprt>().is_err(), "{text}");
        }
        assert_eq!("-1.75,0.25".parse::<Sprt>().unwrap().to_string(), "-1.75,0.25,0.05,0.05");
    }
}

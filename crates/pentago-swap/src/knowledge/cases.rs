//! Weights of the report's six cases.

/// The greatest absolute value of a line.
const MOST: f64 = 10_000.0;

/// Weights of [`LineCounts`](super::LineCounts) for a player: the evaluation is the sum over the
/// lines of the values of the player's cases minus those of the opponent's.
///
/// The six cases are in the report's order, own pieces and empty cells on a line: 4+2, 4+1, 3+3,
/// 3+2, 2+4 and 2+3.
///
/// ```
/// use gambol_pentago_swap::CaseWeights;
/// let report = CaseWeights::new([10.0, 7.0, 5.0, 3.0, 2.0, 1.0], 2.0);
/// assert_eq!(report, CaseWeights::AS_BLACK);
/// assert_eq!(report.other[0], 20.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CaseWeights {
    /// Values of a line on which the player has one of the cases.
    pub own: [f64; 6],
    /// Values of a line on which the opponent has one of the cases, which are subtracted.
    pub other: [f64; 6],
    /// Factor of both on diagonals.
    pub diagonal: f64,
}

impl CaseWeights {
    /// The report's weights as white: W - 0.8 B.
    pub const AS_WHITE: Self = Self::new([10.0, 7.0, 5.0, 3.0, 2.0, 1.0], 0.8);

    /// The report's weights as black: B - 2 W for black.
    pub const AS_BLACK: Self = Self::new([10.0, 7.0, 5.0, 3.0, 2.0, 1.0], 2.0);

    /// The weights of the author's program as white. They differ from the report's: 3+3 has 7, 4+1
    /// has 5, and a diagonal counts as one and a half lines.
    pub const PROGRAM_AS_WHITE: Self = Self { diagonal: 1.5, ..Self::new([10.0, 5.0, 7.0, 3.0, 2.0, 1.0], 0.8) };

    /// The weights of the author's program as black. They differ from the report's like those [as
    /// white](Self::PROGRAM_AS_WHITE); also, white's 3+2 and 2+4 have 0.5 and 1 instead of 3 and 2,
    /// before the factor of 2.
    pub const PROGRAM_AS_BLACK: Self = Self { other: [20.0, 10.0, 14.0, 1.0, 2.0, 2.0], ..Self::PROGRAM_AS_WHITE };

    /// Weights of the player's six cases, and the factor of the opponent's. Diagonals count as
    /// rows and columns.
    #[must_use]
    pub const fn new(own: [f64; 6], factor: f64) -> Self {
        let mut other = own;
        let mut case = 0;
        while case < other.len() {
            other[case] *= factor;
            case += 1;
        }
        Self { own, other, diagonal: 1.0 }
    }

    /// The greatest absolute value of a line.
    ///
    /// # Errors
    ///
    /// Returns an error with the first value out of range.
    pub(super) fn greatest(&self) -> Result<f64, CaseWeightsError> {
        let lines = self.own.into_iter().chain(self.other);
        let mut worths = lines.flat_map(|worth| [worth, worth * self.diagonal]);
        worths.try_fold(0.0_f64, |greatest, worth| match worth.abs() {
            size if size <= MOST => Ok(greatest.max(size)),
            _ => Err(CaseWeightsError { worth }),
        })
    }
}

/// Error returned for weights out of range.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("a line is worth a number from -{MOST} to {MOST}, factors included, not {worth}")]
pub struct CaseWeightsError {
    worth: f64,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::knowledge::worth::CASES;
    use alloc::string::ToString;

    #[test]
    fn the_reports_weights_are_its_cases() {
        assert_eq!(CaseWeights::AS_WHITE.own, CASES.map(|(.., worth)| f64::from(worth)));
        assert_eq!(CaseWeights::AS_BLACK.own, CaseWeights::AS_WHITE.own);
        assert_eq!(CaseWeights::AS_WHITE.greatest(), Ok(10.0));
        assert_eq!(CaseWeights::PROGRAM_AS_BLACK.greatest(), Ok(30.0));
    }

    #[test]
    fn weights_out_of_range_are_refused() {
        let all = |weight: f64, factor: f64| CaseWeights::new([weight; 6], factor).greatest();
        for (weight, factor) in [(1e4, 1.0), (-100.0, 100.0), (0.0, 0.0), (-0.0, 1e300)] {
            assert!(all(weight, factor).is_ok(), "{weight} {factor}");
        }
        for (weight, factor) in [(10_001.0, 0.0), (-101.0, 100.0), (f64::NAN, 0.0), (1.0, f64::INFINITY)] {
            assert!(all(weight, factor).is_err(), "{weight} {factor}");
        }
        let error = CaseWeights { diagonal: -2e4, ..CaseWeights::new([1.0; 6], 1.0) }.greatest().unwrap_err();
        let said = "a line is worth a number from -10000 to 10000, factors included, not -20000";
        assert_eq!(error.to_string(), said);
        assert!(CaseWeights { diagonal: f64::NAN, ..CaseWeights::AS_WHITE }.greatest().is_err());
    }
}

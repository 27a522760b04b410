//! The rules that vary between versions of the game.

use crate::board::Lines;
use crate::piece::Piece;

/// The scoring of full rows and columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Scoring {
    /// `10 n (n + 1) / 2` points for `n` rows and columns at once: 10, 30, 60, 100, 150, 210. The
    /// default.
    #[default]
    Lines,
    /// One point for each removed cell; cells at a crossing count once.
    Cells,
}

/// A version of the game: the weights of the pieces in deals, and the scoring of full lines.
///
/// The default deals every piece equally often and scores lines. The text form is `uniform` for the
/// default, and otherwise the settings that differ from it, joined by commas: `score=cells`, and
/// `PIECE=WEIGHT` for each weight that is not 1; `paper` stands for the weights of
/// [`Rules::PAPER`].
///
/// ```
/// use gambol_tenten::{Piece, Rules, Scoring};
/// let rules: Rules = "score=cells,o1=0,o2=6".parse()?;
/// assert_eq!(rules.scoring(), Scoring::Cells);
/// assert_eq!((rules.weight(Piece::O2), rules.weight(Piece::H5)), (6, 1));
/// assert!(Rules::new([0; Piece::COUNT], Scoring::Lines).is_err());
/// # Ok::<(), gambol_core::TextError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    weights: [u16; Piece::COUNT],
    scoring: Scoring,
    /// Whether every weight is 1, as in nearly all games; deals are then much faster to draw.
    uniform: bool,
}

/// Error returned for invalid [`Rules`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RulesError {
    /// Every weight is zero.
    #[error("no piece can be dealt: all weights are 0")]
    NothingToDeal,
}

impl Rules {
    /// The default: all pieces equally likely, with [`Scoring::Lines`].
    pub const UNIFORM: Self = Self { weights: [1; Piece::COUNT], scoring: Scoring::Lines, uniform: true };

    /// The weights of *1010! Game Agents*, of 42: corners of five cells 1, `h2` `h3` `v2` `v3` 3,
    /// `o2` 6, all others 2; lines scored.
    ///
    /// Sources: the program of the paper's authors, <https://github.com/iliabezgin/AI_project>,
    /// `final_dir/code/blocks.py`; and, for deals of the app, F. Coelho, *1010! Analysis*, 2016,
    /// <https://blog.coelho.net/1010-analysis/>, with the same weights.
    pub const PAPER: Self = Self {
        weights: [3, 3, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 2, 6, 2, 3, 3, 2, 2],
        scoring: Scoring::Lines,
        uniform: false,
    };

    /// Rules with these weights, in the order of [`Piece::ALL`]. The probability of a piece in a
    /// deal is its weight divided by the sum of the weights. A common divisor is removed from the
    /// weights, so that rules with the same deals are equal.
    ///
    /// # Errors
    ///
    /// Returns an error if all weights are 0.
    pub const fn new(weights: [u16; Piece::COUNT], scoring: Scoring) -> Result<Self, RulesError> {
        let mut divisor = 0;
        let mut index = 0;
        while index < Piece::COUNT {
            let (mut a, mut b) = (divisor, weights[index]);
            while b != 0 {
                (a, b) = (b, a % b);
            }
            divisor = a;
            index += 1;
        }
        if divisor == 0 {
            return Err(RulesError::NothingToDeal);
        }
        let mut rules = Self { weights, scoring, uniform: true };
        let mut index = 0;
        while index < Piece::COUNT {
            rules.weights[index] /= divisor;
            rules.uniform &= rules.weights[index] == 1;
            index += 1;
        }
        Ok(rules)
    }

    /// The same rules with another scoring.
    #[must_use]
    pub const fn with_scoring(self, scoring: Scoring) -> Self {
        Self { scoring, ..self }
    }

    /// The scoring of full lines.
    pub const fn scoring(&self) -> Scoring {
        self.scoring
    }

    /// The relative frequency of a piece in deals; 0 if it is never dealt.
    pub const fn weight(&self, piece: Piece) -> u16 {
        self.weights[piece.index()]
    }

    /// Whether all pieces are equally frequent.
    #[inline]
    pub const fn is_uniform(&self) -> bool {
        self.uniform
    }

    /// The points for a placement of a piece that fills these lines.
    ///
    /// ```
    /// use gambol_tenten::{Board, Piece, Rules};
    /// assert_eq!(Rules::UNIFORM.points(Piece::L3Nw, Board::EMPTY.lines()), 5);
    /// ```
    #[inline]
    pub const fn points(&self, piece: Piece, lines: Lines) -> i64 {
        let placed = piece.size() as i64;
        if lines.is_none() { placed } else { placed + self.line_points(lines) }
    }

    const fn line_points(&self, lines: Lines) -> i64 {
        match self.scoring {
            Scoring::Lines => {
                let count = lines.count() as i64;
                5 * count * (count + 1)
            }
            Scoring::Cells => lines.cells().count() as i64,
        }
    }

    /// The sum of the weights.
    pub(crate) fn total(&self) -> u32 {
        self.weights.iter().map(|&weight| u32::from(weight)).sum()
    }

    /// The image of these rules under a symmetry: the image of a piece has the weight of the piece.
    pub(crate) fn transform(&self, symmetry: usize) -> Self {
        let mut image = *self;
        if !self.uniform {
            for piece in Piece::ALL {
                image.weights[piece.transform(symmetry).index()] = self.weight(piece);
            }
        }
        image
    }

    /// A hash of these rules; 0 for the default.
    #[inline]
    pub(crate) fn key(&self) -> u64 {
        if self.uniform && matches!(self.scoring, Scoring::Lines) { 0 } else { self.hashed() }
    }

    #[cold]
    fn hashed(&self) -> u64 {
        let start = gambol_core::mix(1, self.scoring as u64);
        self.weights.iter().fold(start, |key, &weight| gambol_core::mix(key, u64::from(weight)))
    }
}

impl Default for Rules {
    fn default() -> Self {
        Self::UNIFORM
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_reduced() {
        let rules = Rules::new([6; Piece::COUNT], Scoring::Lines).unwrap();
        assert_eq!(rules, Rules::UNIFORM);
        let mut weights = [0; Piece::COUNT];
        weights[Piece::O3.index()] = 7;
        let rules = Rules::new(weights, Scoring::Lines).unwrap();
        assert_eq!((rules.weight(Piece::O3), rules.total(), rules.is_uniform()), (1, 1, false));
        assert_eq!(Rules::new([0; Piece::COUNT], Scoring::Cells), Err(RulesError::NothingToDeal));
    }

    #[test]
    fn the_paper_deals_by_forty_two() {
        assert_eq!(Rules::PAPER.total(), 42);
        let weights = [Piece::L3Se, Piece::O1, Piece::O3, Piece::V2, Piece::V4, Piece::O2]
            .map(|piece| Rules::PAPER.weight(piece));
        assert_eq!(weights, [1, 2, 2, 3, 2, 6]);
        assert_eq!((1..8).find(|&symmetry| Rules::PAPER.transform(symmetry) != Rules::PAPER), None);
    }
}

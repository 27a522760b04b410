//! The variants of the game, as one validated value.

use crate::bits::Bits;
use crate::shape::Shape;

/// The fewest cells of an edge: the length of a run.
pub(crate) const LEAST_EDGE: u8 = 5;
/// The most cells of an edge, and of a board: those of GNOME's large board.
pub(crate) const MOST_EDGE: u8 = 20;
pub(crate) const MOST_CELLS: usize = 300;
/// The most colours: a letter each.
pub(crate) const MOST_COLOURS: u8 = 26;
/// The most stones of one drop.
pub(crate) const MOST_STONES: u8 = 9;

/// The rules of a game: size of the board, number of colours, stones of a drop, and the variants.
///
/// A value of this type is always valid: the constructors refuse values out of range. Its text form
/// is a preset or settings: see [`Rules::from_str`](#impl-FromStr-for-Rules).
///
/// ```
/// use gambol_five_or_more::{Removal, Rules, Scoring};
/// let rules = Rules::new(8, 8, 6, 4)?.with_initial(5)?.with_scoring(Scoring::Product);
/// assert_eq!((rules.cells(), rules.removal()), (64, Removal::Together));
/// assert_eq!(rules.to_string(), "size=8x8,colours=6,drop=4,initial=5,score=product");
/// # Ok::<(), gambol_five_or_more::RulesError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    pub(crate) width: u8,
    pub(crate) height: u8,
    pub(crate) colours: u8,
    pub(crate) drop: u8,
    pub(crate) initial: u8,
    pub(crate) scoring: Scoring,
    pub(crate) removal: Removal,
    pub(crate) preview: Preview,
}

/// The points for a removal of `n` stones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Scoring {
    /// 10, 12, 18, 28, 42, 82, 108, 138, 172, 210 points for 5 to 14 stones, and 210 for more: the
    /// thesis, and GNOME's C version of its day.
    #[default]
    Table,
    /// ⌊45·ln(n/4)⌋ points: GNOME's later version.
    Logarithm,
    /// n·(n − 4) points.
    Product,
}

/// The time at which the runs completed by a drop are removed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Removal {
    /// All at once, when the last stone of the drop is down; their total scores once.
    #[default]
    Together,
    /// Stone by stone: each is checked, its runs are removed and scored as it lands. Later stones
    /// may land on the cells that become free. GNOME's later version.
    Each,
}

/// The information that the player has about the next drop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Preview {
    /// The colours of its stones.
    #[default]
    Colours,
    /// The colours and the target cells. If a target cell is taken by then, its stone lands on a
    /// random free cell.
    Places,
}

/// Error returned for rules out of range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RulesError {
    /// An edge is too short or too long, or there are too many cells.
    #[error("a board of {width}×{height} is out of range: edges have 5 to 20 cells, boards at most 300")]
    Size {
        /// The requested columns.
        width: u8,
        /// The requested rows.
        height: u8,
    },
    /// Too few or too many colours.
    #[error("{0} colours are out of range: there are 2 to 26")]
    Colours(u8),
    /// Too few or too many stones in a drop.
    #[error("{0} stones a drop are out of range: there are 1 to 9")]
    Drop(u8),
    /// Too few or too many stones at the start.
    #[error("{0} initial stones are out of range: there are 1 to 9")]
    Initial(u8),
    /// The board has more cells than the set type of the state can hold.
    #[error("a board of {cells} cells does not fit FiveOrMore<u128>, which holds 128: use FiveOrMore<Wide>")]
    TooWide {
        /// The cells of the board.
        cells: usize,
    },
}

impl Rules {
    /// The game of the thesis, which is GNOME's medium one: 9×9 cells, 7 colours, 3 stones a drop.
    ///
    /// Source: O. A. de Bruin, *Calculating and Predicting the Game Five or More*, Leiden
    /// University 2010, section 2.1.
    pub const THESIS: Self = Self {
        width: 9,
        height: 9,
        colours: 7,
        drop: 3,
        initial: 3,
        scoring: Scoring::Table,
        removal: Removal::Together,
        preview: Preview::Colours,
    };

    /// GNOME's small game: 7×7 cells, 5 colours, 3 stones a drop.
    pub const SMALL: Self = Self { width: 7, height: 7, colours: 5, ..Self::THESIS };

    /// GNOME's large game: 20×15 cells, 7 colours, 7 stones at the start and a drop. Its states are
    /// `FiveOrMore<Wide>`.
    pub const LARGE: Self = Self { width: 20, height: 15, drop: 7, initial: 7, ..Self::THESIS };

    /// Rules with this board, this number of colours, and `drop` stones a drop and at the start,
    /// otherwise as in the thesis.
    ///
    /// # Errors
    ///
    /// Returns an error unless edges have 5 to 20 cells, the board has at most 300 cells, and there
    /// are 2 to 26 colours and 1 to 9 stones a drop.
    pub const fn new(width: u8, height: u8, colours: u8, drop: u8) -> Result<Self, RulesError> {
        let edges = LEAST_EDGE <= width && width <= MOST_EDGE && LEAST_EDGE <= height && height <= MOST_EDGE;
        if !edges || width as usize * height as usize > MOST_CELLS {
            return Err(RulesError::Size { width, height });
        }
        if colours < 2 || colours > MOST_COLOURS {
            return Err(RulesError::Colours(colours));
        }
        if drop < 1 || drop > MOST_STONES {
            return Err(RulesError::Drop(drop));
        }
        Ok(Self { width, height, colours, drop, initial: drop, ..Self::THESIS })
    }

    /// These rules with another number of stones at the start.
    ///
    /// # Errors
    ///
    /// Returns an error unless `initial` is 1 to 9.
    pub const fn with_initial(self, initial: u8) -> Result<Self, RulesError> {
        if initial < 1 || initial > MOST_STONES {
            return Err(RulesError::Initial(initial));
        }
        Ok(Self { initial, ..self })
    }

    /// These rules with another scoring.
    #[must_use]
    pub const fn with_scoring(self, scoring: Scoring) -> Self {
        Self { scoring, ..self }
    }

    /// These rules with another removal.
    #[must_use]
    pub const fn with_removal(self, removal: Removal) -> Self {
        Self { removal, ..self }
    }

    /// These rules with another preview.
    #[must_use]
    pub const fn with_preview(self, preview: Preview) -> Self {
        Self { preview, ..self }
    }

    /// These rules with the changes of GNOME's later version: removal stone by stone, and
    /// ⌊45·ln(n/4)⌋ points.
    #[must_use]
    pub const fn gnome_later(self) -> Self {
        self.with_scoring(Scoring::Logarithm).with_removal(Removal::Each)
    }

    /// Columns of the board, 5 to 20.
    pub const fn width(self) -> u8 {
        self.width
    }

    pub(crate) const fn shape(self) -> Shape {
        Shape::new(self.width, self.height, self.colours)
    }

    /// Rows of the board, 5 to 20.
    pub const fn height(self) -> u8 {
        self.height
    }

    /// Cells of the board, 25 to 300.
    pub const fn cells(self) -> usize {
        self.width as usize * self.height as usize
    }

    /// Colours, 2 to 26.
    pub const fn colours(self) -> u8 {
        self.colours
    }

    /// Stones of a drop, 1 to 9.
    pub const fn drop_size(self) -> u8 {
        self.drop
    }

    /// Stones at the start, 1 to 9.
    pub const fn initial(self) -> u8 {
        self.initial
    }

    /// The points for removals.
    pub const fn scoring(self) -> Scoring {
        self.scoring
    }

    /// The time at which the runs completed by a drop are removed.
    pub const fn removal(self) -> Removal {
        self.removal
    }

    /// The information that the player has about the next drop.
    pub const fn preview(self) -> Preview {
        self.preview
    }

    /// All fields as one number of 41 bits, for hashes.
    pub(crate) const fn packed(self) -> u64 {
        let sizes = u32::from_be_bytes([self.width, self.height, self.colours, self.drop]) as u64;
        let variant = (self.scoring as u64) << 2 | (self.removal as u64) << 1 | self.preview as u64;
        sizes << 8 | (self.initial as u64) << 4 | variant
    }

    /// Whether a set of cells can hold this board. `u128` is the faster set and holds up to 128
    /// cells.
    pub const fn fits<B: Bits>(self) -> bool {
        self.cells() <= B::CELLS
    }
}

impl Default for Rules {
    /// [`Rules::THESIS`].
    fn default() -> Self {
        Self::THESIS
    }
}

impl Scoring {
    /// The points for a removal of this number of distinct stones; 0 for fewer than five.
    ///
    /// ```
    /// use gambol_five_or_more::Scoring;
    /// assert_eq!(
    ///     [4, 5, 9, 14, 15].map(|stones| Scoring::Table.points(stones)),
    ///     [0, 10, 42, 210, 210]
    /// );
    /// assert_eq!([5, 6, 9].map(|stones| Scoring::Logarithm.points(stones)), [10, 18, 36]);
    /// assert_eq!([5, 6, 9].map(|stones| Scoring::Product.points(stones)), [5, 12, 45]);
    /// ```
    pub const fn points(self, stones: u32) -> i64 {
        const TABLE: [i64; 10] = [10, 12, 18, 28, 42, 82, 108, 138, 172, 210];
        if stones < 5 {
            return 0;
        }
        match self {
            Self::Table => TABLE[if stones < 14 { stones as usize - 5 } else { 9 }],
            Self::Logarithm => {
                let stones = if stones as usize > MOST_CELLS { MOST_CELLS } else { stones as usize };
                LOGARITHMS[stones] as i64
            }
            Self::Product => (stones as i64).saturating_mul(stones as i64 - 4),
        }
    }
}

/// ⌊45·ln(n/4)⌋ for all numbers of stones that a board can hold, computed at compile time: `core`
/// has no logarithm.
const LOGARITHMS: [u8; MOST_CELLS + 1] = {
    let mut table = [0; MOST_CELLS + 1];
    let mut stones = 5;
    while stones <= MOST_CELLS {
        table[stones] = (45.0 * logarithm(stones as f64 / 4.0)) as u8;
        stones += 1;
    }
    table
};

/// The natural logarithm of a number from 1 up: halvings, then ln x = 2·artanh((x − 1)/(x + 1)) as
/// a series.
const fn logarithm(mut x: f64) -> f64 {
    let mut sum = 0.0;
    while x > 1.5 {
        x /= 2.0;
        sum += core::f64::consts::LN_2;
    }
    let ratio = (x - 1.0) / (x + 1.0);
    let mut power = 2.0 * ratio;
    let mut odd = 1;
    while odd < 60 {
        sum += power / odd as f64;
        power *= ratio * ratio;
        odd += 2;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Wide;
    use alloc::string::ToString;

    #[test]
    fn the_table_is_that_of_the_thesis_and_goes_on_as_at_14() {
        let points: alloc::vec::Vec<i64> = (5..=14).map(|stones| Scoring::Table.points(stones)).collect();
        assert_eq!(points, [10, 12, 18, 28, 42, 82, 108, 138, 172, 210]);
        assert!([15, 16, 81, 300, u32::MAX].iter().all(|&stones| Scoring::Table.points(stones) == 210));
        assert!((0..5).all(|stones| Scoring::Table.points(stones) == 0));
    }

    #[test]
    fn logarithms_are_those_of_the_manual_and_of_the_standard_library() {
        // The table of GNOME's manual, help/C/scores.page of 2019.
        let manual = [10, 18, 25, 31, 36, 41, 45, 49, 53, 56, 59];
        assert!((5..).zip(manual).all(|(stones, points)| Scoring::Logarithm.points(stones) == points));
        for stones in 5..=300_u32 {
            let exact = 45.0 * (f64::from(stones) / 4.0).ln();
            assert_eq!(Scoring::Logarithm.points(stones), exact as i64, "{stones}");
            assert!((exact - exact.round()).abs() > 1e-6, "{stones}: too close to an integer to be sure");
        }
        assert_eq!(Scoring::Logarithm.points(4), 0);
        assert_eq!(Scoring::Logarithm.points(u32::MAX), Scoring::Logarithm.points(300));
    }

    #[test]
    fn products_are_products() {
        assert_eq!([4, 5, 6, 7, 14].map(|stones| Scoring::Product.points(stones)), [0, 5, 12, 21, 140]);
        let _ = Scoring::Product.points(u32::MAX);
    }

    #[test]
    fn presets_are_those_of_gnome() {
        for (preset, size) in
            [(Rules::SMALL, [7, 7, 5, 3]), (Rules::THESIS, [9, 9, 7, 3]), (Rules::LARGE, [20, 15, 7, 7])]
        {
            let [width, height, colours, drop] = size;
            assert_eq!(Rules::new(width, height, colours, drop), Ok(preset));
        }
        assert!(Rules::THESIS.fits::<u128>() && !Rules::LARGE.fits::<u128>() && Rules::LARGE.fits::<Wide>());
    }

    #[test]
    fn rules_out_of_range_are_refused() {
        for (width, height) in [(4, 9), (9, 4), (21, 5), (5, 21), (20, 16), (0, 0), (255, 255)] {
            assert_eq!(Rules::new(width, height, 7, 3), Err(RulesError::Size { width, height }));
        }
        for (width, height) in [(5, 5), (20, 15), (15, 20), (17, 17), (5, 20)] {
            assert!(Rules::new(width, height, 7, 3).is_ok());
        }
        assert_eq!([1, 27].map(|colours| Rules::new(9, 9, colours, 3)), [1, 27].map(|n| Err(RulesError::Colours(n))));
        assert_eq!([0, 10].map(|drop| Rules::new(9, 9, 7, drop)), [0, 10].map(|n| Err(RulesError::Drop(n))));
        assert_eq!([0, 10].map(|n| Rules::THESIS.with_initial(n)), [0, 10].map(|n| Err(RulesError::Initial(n))));
        assert_eq!(
            RulesError::Size { width: 4, height: 9 }.to_string(),
            "a board of 4×9 is out of range: edges have 5 to 20 cells, boards at most 300"
        );
    }
}

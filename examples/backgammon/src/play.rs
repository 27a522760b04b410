//! Plays: all checker moves of a turn.

use std::fmt;

/// A move of one checker, by one or more dice: from a place to a place, with a hit on the last one.
/// A checker that hits on its way has a move up to that point and another one from there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CheckerMove(u16);

impl CheckerMove {
    /// Creates a move; `None` unless `to < from`, `from` is at most 25, and a hit is on a point.
    #[must_use]
    pub const fn new(from: u8, to: u8, is_hit: bool) -> Option<Self> {
        if from > 25 || to >= from || (is_hit && to == 0) { None } else { Some(Self::pack(from, to, is_hit)) }
    }

    #[inline]
    pub(crate) const fn pack(from: u8, to: u8, is_hit: bool) -> Self {
        Self((from as u16) << 6 | (to as u16) << 1 | is_hit as u16)
    }

    /// Returns the place that the checker leaves: a point of the mover from 1 to 24, or 25 for the
    /// bar.
    #[inline]
    #[must_use]
    pub const fn from(self) -> u8 {
        (self.0 >> 6) as u8
    }

    /// Returns the place that the checker reaches: a point of the mover, or 0 if it is borne off.
    #[inline]
    #[must_use]
    pub const fn to(self) -> u8 {
        (self.0 >> 1 & 0x1F) as u8
    }

    /// Whether it hits a blot.
    #[inline]
    #[must_use]
    pub const fn is_hit(self) -> bool {
        self.0 & 1 == 1
    }
}

/// Prints the notation.
impl fmt::Debug for CheckerMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// The action of a turn: the moves of up to four checkers, in descending order.
///
/// Plays with the same resulting position are one action. Its text is that of GNU Backgammon, from
/// the view of the mover: `8/5 6/5`, `bar/22 13/7*`, `6/off(2)`; `pass` if no checker can move.
///
/// ```
/// use gambol_backgammon::Play;
/// let play: Play = "13/7(2) 24/18*/12".parse()?;
/// assert_eq!(play.to_string(), "24/18* 18/12 13/7(2)");
/// assert!("5/8".parse::<Play>().is_err());
/// # Ok::<(), gambol_core::TextError>(())
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Play([u16; 4]);

impl Play {
    /// The play without moves.
    pub const PASS: Self = Self([0; 4]);

    /// Returns the moves in the order in which they are played.
    #[inline]
    pub fn moves(&self) -> impl ExactSizeIterator<Item = CheckerMove> + Clone + '_ {
        let length = self.0.iter().take_while(|&&code| code != 0).count();
        self.0[..length].iter().map(|&code| CheckerMove(code))
    }

    /// Whether no checker moves.
    #[must_use]
    pub const fn is_pass(self) -> bool {
        self.0[0] == 0
    }

    /// Adds a move. It is joined with one that ends on its first place, unless that one hits there.
    /// Moves are added in descending order of their first places. `None` if there are four others.
    #[inline]
    pub(crate) fn with(mut self, next: CheckerMove) -> Option<Self> {
        for code in &mut self.0 {
            let earlier = CheckerMove(*code);
            if *code == 0 {
                *code = next.0;
                return Some(self);
            }
            if earlier.to() == next.from() && !earlier.is_hit() {
                *code = CheckerMove::pack(earlier.from(), next.to(), next.is_hit()).0;
                return Some(self);
            }
        }
        None
    }

    /// Puts the moves into their order.
    #[inline]
    pub(crate) fn sorted(mut self) -> Self {
        // Four numbers: compare and exchange, the greater ones first.
        for (i, j) in [(0, 1), (2, 3), (0, 2), (1, 3), (1, 2)] {
            let (a, b) = (self.0[i], self.0[j]);
            self.0[i] = a.max(b);
            self.0[j] = a.min(b);
        }
        self
    }
}

/// Prints the notation.
impl fmt::Debug for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

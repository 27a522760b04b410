//! Shards of a run, for several machines.

use std::fmt;
use std::num::NonZeroU64;
use std::ops::Range;
use std::str::FromStr;

use gambol_core::TextError;
use serde::{Deserialize, Serialize};

/// One of `count` shards of the games, written as `I/N` with `I` from 1.
///
/// Shards are contiguous: the games of shards 1 to N in a row are those of a single process. Their
/// sizes differ by at most one game (one pair of games in a match). Games are independent, so that
/// shards differ in effort only by chance.
///
/// ```
/// use gambol_arena::Shard;
/// let shard: Shard = "2/3".parse()?;
/// assert_eq!(shard.range(10), 3..6);
/// # Ok::<(), gambol_core::TextError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Shard {
    index: u64,
    count: NonZeroU64,
}

impl Shard {
    /// All games: `1/1`.
    pub const WHOLE: Self = Self { index: 0, count: NonZeroU64::MIN };

    /// Creates shard `number`, from 1, of `count`. `None` unless `1 <= number <= count`.
    ///
    /// ```
    /// use gambol_arena::Shard;
    ///
    /// assert_eq!(Shard::new(2, 3), "2/3".parse().ok());
    /// assert_eq!(Shard::new(4, 3), None);
    /// ```
    #[must_use]
    pub const fn new(number: u64, count: u64) -> Option<Self> {
        match NonZeroU64::new(count) {
            Some(count) if 1 <= number && number <= count.get() => Some(Self { index: number - 1, count }),
            _ => None,
        }
    }

    /// Returns the number of this shard, from 1.
    #[must_use]
    pub const fn number(self) -> u64 {
        self.index + 1
    }

    /// Returns the number of shards.
    #[must_use]
    pub const fn count(self) -> u64 {
        self.count.get()
    }

    /// Returns the part of the numbers from 0 to `units`, excluding `units`; empty for some shards
    /// if there are more shards than units.
    #[must_use]
    pub const fn range(self, units: u64) -> Range<u64> {
        // In 128 bits, so that no product overflows.
        let (units, count) = (units as u128, self.count.get() as u128);
        let (from, to) = (self.index as u128, self.index as u128 + 1);
        (from * units / count) as u64..(to * units / count) as u64
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number(), self.count)
    }
}

impl FromStr for Shard {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let shard =
            text.split_once('/').and_then(|(number, count)| Self::new(number.parse().ok()?, count.parse().ok()?));
        shard.ok_or_else(|| TextError::new("shard", text, "expected I/N with I from 1 to N"))
    }
}

as_text!(Shard);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_all_there_is_in_order() {
        for (units, count) in [(10, 3), (3, 5), (0, 2), (1_000_000_007, 64), (u64::MAX, 7)] {
            let mut next = 0;
            for number in 1..=count {
                let range = Shard::new(number, count).unwrap().range(units);
                assert_eq!(range.start, next);
                let length = range.end - range.start;
                assert!(length == units / count || length == units / count + 1, "{length} of {units}");
                next = range.end;
            }
            assert_eq!(next, units);
        }
        assert_eq!(Shard::WHOLE.range(7), 0..7);
    }

    #[test]
    fn bad_shards_are_refused() {
        for text in ["", "1", "0/3", "4/3", "1/0", "a/b", "1/2/3", "-1/2", "1 /2"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
        assert_eq!("3/3".parse::<Shard>().unwrap().to_string(), "3/3");
        for (number, count) in [(0, 0), (0, 3), (4, 3), (1, 0), (u64::MAX, u64::MAX - 1)] {
            assert_eq!(Shard::new(number, count), None, "{number}/{count}");
        }
        let last = Shard::new(u64::MAX, u64::MAX).unwrap();
        assert_eq!((last.number(), last.count(), last.to_string().parse()), (u64::MAX, u64::MAX, Ok(last)));
    }
}

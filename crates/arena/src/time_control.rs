//! Game clocks of matches.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use gambol_core::TextError;
use serde::{Deserialize, Serialize};

/// A game clock: base time, moves per session and increment, the same for both agents.
///
/// As text, in seconds: `60` or `1:00` for a whole game, `60+0.6` with an increment after every
/// move, `40/60` for every forty moves, `40/60+0.6`.
///
/// ```
/// use std::time::Duration;
///
/// use gambol_arena::TimeControl;
///
/// let control: TimeControl = "40/1:00+0.6".parse()?;
/// assert_eq!(control.to_string(), "40/60+0.6");
/// assert_eq!((control.base(), control.moves()), (Duration::from_secs(60), Some(40)));
/// # Ok::<(), gambol_core::TextError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TimeControl {
    base: u32,
    increment: u32,
    moves: Option<u32>,
}

/// Maximum base time and increment: a day in milliseconds.
const LONGEST: u32 = 86_400_000;

impl TimeControl {
    /// Creates a clock with this base time and increment, rounded down to milliseconds, and this
    /// number of moves in a session, if there are sessions. `None` unless the base time is from a
    /// millisecond to a day, the increment is at most a day, and a session has 1 to 10,000 moves.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use gambol_arena::TimeControl;
    ///
    /// let increment = Duration::from_millis(600);
    /// let control = TimeControl::new(Duration::from_secs(60), increment, Some(40));
    /// assert_eq!(control, "40/60+0.6".parse().ok());
    /// ```
    #[must_use]
    pub fn new(base: Duration, increment: Duration, moves: Option<u32>) -> Option<Self> {
        let milliseconds = |time: Duration| u32::try_from(time.as_millis()).ok().filter(|&time| time <= LONGEST);
        let base = milliseconds(base).filter(|&base| base > 0)?;
        let fits = moves.is_none_or(|moves| (1..=10_000).contains(&moves));
        Some(Self { base, increment: milliseconds(increment)?, moves }).filter(|_| fits)
    }

    /// Returns the time for a session, or for a whole game without sessions.
    #[must_use]
    pub fn base(self) -> Duration {
        Duration::from_millis(self.base.into())
    }

    /// Returns the time that is added after every move.
    #[must_use]
    pub fn increment(self) -> Duration {
        Duration::from_millis(self.increment.into())
    }

    /// Returns the number of moves of a session, after which the base time is added again.
    #[must_use]
    pub fn moves(self) -> Option<u32> {
        self.moves
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = |ms: u32| f64::from(ms) / 1e3;
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", seconds(self.base))?;
        if self.increment > 0 { write!(f, "+{}", seconds(self.increment)) } else { Ok(()) }
    }
}

/// Parses seconds, or minutes and seconds, and rounds them to milliseconds.
fn time(text: &str) -> Option<Duration> {
    let (minutes, seconds) =
        text.split_once(':').map_or((Some(0), text), |(minutes, rest)| (minutes.parse().ok(), rest));
    let minutes: u32 = minutes?;
    let is_number = seconds.chars().all(|letter| letter.is_ascii_digit() || letter == '.');
    let seconds: f64 = seconds.parse().ok().filter(|_| is_number)?;
    // The cast saturates far above a day.
    Some(Duration::from_millis(((f64::from(minutes) * 60.0 + seconds) * 1e3).round() as u64))
}

impl FromStr for TimeControl {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let control = || {
            let (moves, rest) = match text.split_once('/') {
                Some((moves, rest)) => (Some(moves.parse().ok()?), rest),
                None => (None, text),
            };
            let (base, increment) = match rest.split_once('+') {
                Some((base, increment)) => (base, time(increment)?),
                None => (rest, Duration::ZERO),
            };
            Self::new(time(base)?, increment, moves)
        };
        control().ok_or_else(|| {
            TextError::new("time control", text, "expected [MOVES/]TIME[+INCREMENT] in seconds, as in 40/60+0.6")
        })
    }
}

as_text!(TimeControl);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_come_back() {
        for (text, base, increment, moves, shown) in [
            ("10+0.1", 10_000, 100, None, "10+0.1"),
            ("60", 60_000, 0, None, "60"),
            ("0.05", 50, 0, None, "0.05"),
            ("40/1:00", 60_000, 0, Some(40), "40/60"),
            ("40/60+0.6", 60_000, 600, Some(40), "40/60+0.6"),
            ("2:30.5+1", 150_500, 1_000, None, "150.5+1"),
        ] {
            let control: TimeControl = text.parse().unwrap();
            assert_eq!(control, TimeControl { base, increment, moves });
            assert_eq!((control.to_string().as_str(), shown.parse()), (shown, Ok(control)));
        }
        for text in [
            "",
            "0",
            "0+1",
            "inf",
            "-1",
            "1e3",
            "+1",
            "1+",
            "1+-1",
            "/1",
            "0/1",
            "x/1",
            "1:2:3",
            "1/2/3",
            "86401",
            "99999999999",
            "1+86401",
            "10001/1",
            "1 ",
        ] {
            assert!(text.parse::<TimeControl>().is_err(), "{text:?}");
        }
        let ms = Duration::from_millis;
        assert_eq!(TimeControl::new(ms(86_400_000), ms(86_400_000), Some(10_000)), "10000/86400+86400".parse().ok());
        let micros = Duration::from_micros(1_999);
        assert_eq!(TimeControl::new(micros, micros, None), "0.001+0.001".parse().ok(), "rounded down");
        for (base, increment, moves) in [
            (Duration::from_micros(999), ms(0), None),
            (ms(86_400_001), ms(0), None),
            (ms(1), ms(86_400_001), None),
            (Duration::MAX, ms(0), None),
            (ms(1), ms(0), Some(0)),
            (ms(1), ms(0), Some(10_001)),
        ] {
            assert_eq!(TimeControl::new(base, increment, moves), None, "{base:?} {increment:?} {moves:?}");
        }
    }
}

//! The provenance of files of records: where and when they were played.

use std::num::NonZeroUsize;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

/// The process that played the games of a file: its command line, machine and start time.
///
/// It is part of the [header](crate::Header) without any effect: files that differ only in it can
/// be merged and continued, and compare equal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Provenance {
    /// Command line, quoted for a shell and cut off after [`LONGEST`](Self::LONGEST) letters.
    pub command: String,
    /// Operating system, as in [`std::env::consts::OS`].
    pub os: String,
    /// Processor architecture, as in [`std::env::consts::ARCH`].
    pub arch: String,
    /// Number of processors available to the process.
    pub cpus: usize,
    /// Start time, in seconds since 1970 (UTC).
    pub started: u64,
}

impl Provenance {
    /// Maximum number of letters of a command line.
    pub const LONGEST: usize = 1000;

    /// Returns the provenance of this machine, now, with a command line of these words.
    #[must_use]
    pub fn here(words: impl IntoIterator<Item = String>) -> Self {
        let command = words.into_iter().map(quoted).collect::<Vec<_>>().join(" ");
        Self {
            command: match command.char_indices().nth(Self::LONGEST) {
                Some((end, _)) => command[..end].to_owned() + "…",
                None => command,
            },
            os: std::env::consts::OS.to_owned(),
            arch: std::env::consts::ARCH.to_owned(),
            cpus: std::thread::available_parallelism().map_or(1, NonZeroUsize::get),
            started: SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs()),
        }
    }

    /// Formats the start time as in `2026-11-22 10:41 UTC`.
    ///
    /// ```
    /// use gambol_arena::Provenance;
    /// let mut run = Provenance::here([]);
    /// run.started = 1_795_344_113;
    /// assert_eq!(run.date(), "2026-11-22 10:41 UTC");
    /// ```
    #[must_use]
    pub fn date(&self) -> String {
        date(self.started)
    }

    /// Formats the machine as in `linux x86_64, 8 processors`.
    #[must_use]
    pub fn machine(&self) -> String {
        let Self { os, arch, cpus, .. } = self;
        format!("{os} {arch}, {cpus} processor{}", if *cpus == 1 { "" } else { "s" })
    }
}

/// A word of a command line, quoted for a shell if necessary.
fn quoted(word: String) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "_-./:=,@%+".contains(letter);
    if !word.is_empty() && word.chars().all(is_plain) { word } else { format!("'{}'", word.replace('\'', r"'\''")) }
}

/// The date and the time of day of a second since 1970, in the Gregorian calendar.
///
/// Source: H. Hinnant, *chrono-Compatible Low-Level Date Algorithms*, 2013, `civil_from_days`.
fn date(seconds: u64) -> String {
    // Days since the first of March of the year 0; an era has 400 years.
    let days = seconds / 86_400 + 719_468;
    let day = days % 146_097;
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (year, month) = (days / 146_097 * 400 + year + month / 10, (month + 2) % 12 + 1);
    let (hour, minute) = (seconds / 3_600 % 24, seconds / 60 % 60);
    format!("{year}-{month:02}-{day:02} {hour:02}:{minute:02} UTC")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The values of `date -u -d @SECONDS`.
    #[test]
    fn dates_are_those_of_the_calendar() {
        for (seconds, text) in [
            (0, "1970-01-01 00:00 UTC"),
            (951_782_399, "2000-02-28 23:59 UTC"),
            (951_868_740, "2000-02-29 23:59 UTC"),
            (951_868_800, "2000-03-01 00:00 UTC"),
            (1_735_689_599, "2024-12-31 23:59 UTC"),
            (4_107_542_400, "2100-03-01 00:00 UTC"),
        ] {
            assert_eq!(date(seconds), text, "{seconds}");
        }
        // Never panics, with any value in a file.
        assert!(date(u64::MAX).ends_with("UTC"));
    }

    #[test]
    fn a_command_line_is_quoted_and_has_an_end() {
        let words = ["gambol", "run", "--agent", "mc:z=2", "--out", "my file", "it's", ""].map(str::to_owned);
        let here = Provenance::here(words);
        assert_eq!(here.command, r"gambol run --agent mc:z=2 --out 'my file' 'it'\''s' ''");
        assert!(here.cpus > 0 && here.started > 1_700_000_000 && here.machine().contains("processor"), "{here:?}");
        let long = Provenance::here(["ä".repeat(5000)]);
        assert_eq!(long.command.chars().count(), Provenance::LONGEST + 1);
    }
}

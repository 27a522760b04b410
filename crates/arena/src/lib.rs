#![doc = include_str!("../README.md")]
//!
//! # Files of records
//!
//! A file of records is JSON lines: a [`Header`], then a [`Record`] for each game, in the order of
//! their numbers. While it is written its name is `F.partial`. The last field of each line, `hash`,
//! is a hash of the line's bytes before it and, in the line of a record, of the settings. It
//! detects corruption; it does not authenticate.
//!
//! The line of a header has at most 1 MiB, that of a record 64 MiB, which suffices for a game of
//! some eight million events. Longer lines are neither written nor read.
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "plots")]
#[cfg_attr(docsrs, doc(cfg(feature = "plots")))]
pub mod plots;

/// Conversions of types from and to their text forms, for serde.
macro_rules! as_text {
    ($($type:ty),*) => {$(
        impl TryFrom<String> for $type {
            type Error = gambol_core::TextError;

            fn try_from(text: String) -> Result<Self, gambol_core::TextError> {
                text.parse()
            }
        }

        impl From<$type> for String {
            fn from(value: $type) -> Self {
                value.to_string()
            }
        }
    )*};
}

mod adjudication;
mod builder;
mod course;
mod elo;
mod file;
mod header;
#[cfg(feature = "files")]
mod journal;
mod line;
#[cfg(feature = "files")]
mod lineup;
#[cfg(feature = "files")]
mod live;
#[cfg(feature = "files")]
mod lock;
#[cfg(feature = "files")]
mod merge;
mod plan;
#[cfg(feature = "files")]
mod play;
mod provenance;
mod ratings;
mod record;
mod shard;
mod sprt;
mod statistics;
mod summary;
mod tilt;
mod time_control;
#[cfg(feature = "files")]
mod whole;
#[cfg(feature = "files")]
mod writer;

pub use adjudication::{DrawRule, End, Resign};
pub use builder::{PlanBuilder, PlanError};
pub use course::Course;
pub use elo::{Elo, Pentanomial};
#[cfg(feature = "files")]
#[cfg_attr(docsrs, doc(cfg(feature = "files")))]
pub use file::write_records;
pub use file::{FileError, Located, Reader, Verify};
pub use header::{Difference, Header};
#[cfg(feature = "files")]
#[cfg_attr(docsrs, doc(cfg(feature = "files")))]
pub use journal::Journal;
#[cfg(feature = "files")]
#[cfg_attr(docsrs, doc(cfg(feature = "files")))]
pub use lineup::{Lineup, PlayError};
#[cfg(feature = "files")]
#[cfg_attr(docsrs, doc(cfg(feature = "files")))]
pub use live::{LiveGame, Step};
#[cfg(feature = "files")]
#[cfg_attr(docsrs, doc(cfg(feature = "files")))]
pub use merge::{MergeError, Merged};
pub use plan::{AgentFile, Plan};
#[cfg(feature = "files")]
#[cfg_attr(docsrs, doc(cfg(feature = "files")))]
pub use play::play_games;
pub use provenance::Provenance;
pub use ratings::{Anchor, Rating, ratings};
pub use record::{GameText, Record, ReplayError, Share};
pub use shard::Shard;
pub use sprt::{Sprt, SprtResult, SprtStatus};
pub use statistics::{FEWEST_GAMES, MeanEstimate, Spread, median};
pub use summary::{Duel, Ends, Paired, PlanResult, Summary, Tally};
pub use time_control::TimeControl;
#[cfg(feature = "files")]
#[cfg_attr(docsrs, doc(cfg(feature = "files")))]
pub use whole::{destination, replace, replace_by};
#[cfg(feature = "files")]
#[cfg_attr(docsrs, doc(cfg(feature = "files")))]
pub use writer::{Opened, Writer};

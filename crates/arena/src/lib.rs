#![doc = include_str!("../README.md")]
//!
//! # Files of records
//!
//! A file of records is JSON lines: a [`Header`], then a [`Record`] for each game, in the order of
//! their numbers. While it is written its name is `F.partial`. The last field of each line, `hash`,
//! is a hash of the line's bytes before it and, in the line of a record, of the settings. It finds
//! damage; it keeps nobody from writing what he likes.
//!
//! A header's line has at most 64 KiB and a record's 64 MiB, which holds a game of some eight
//! million events: longer ones are neither written nor read.
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "plots")]
#[cfg_attr(docsrs, doc(cfg(feature = "plots")))]
pub mod plots;

mod builder;
mod course;
mod elo;
mod file;
mod header;
mod journal;
mod line;
mod lineup;
mod live;
mod lock;
mod merge;
mod plan;
mod play;
mod provenance;
mod ratings;
mod record;
mod shard;
mod sprt;
mod statistics;
mod summary;
mod tilt;
mod whole;
mod writer;

pub use builder::{PlanBuilder, PlanError};
pub use course::Course;
pub use elo::{Elo, Pentanomial, elo_of, score_of};
pub use file::{FileError, Located, Reader, Verify, write_records};
pub use header::{Difference, Header};
pub use journal::Journal;
pub use lineup::{Lineup, PlayError};
pub use live::{LiveGame, Step};
pub use merge::{MergeError, Merged};
pub use plan::{AgentFile, Plan};
pub use play::play_games;
pub use provenance::Provenance;
pub use ratings::{Anchor, Rating, ratings};
pub use record::{GameText, Record, ReplayError, Share};
pub use shard::Shard;
pub use sprt::{Sprt, SprtResult, Status};
pub use statistics::{Estimate, FEWEST_GAMES, Moments, Spread, median};
pub use summary::{Duel, Paired, PlanResult, Summary, Tally};
pub use whole::{destination, replace, replace_by};
pub use writer::{Opened, Writer};

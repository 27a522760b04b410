//! Many games at once: seeds, statistics and records that can be trusted.
//!
//! A game is fixed by its start, its agents and its seed ([`Match`]); game `k` of a [`Run`] has a seed derived from the
//! run's seed and `k` alone. How many threads play is the business of the current rayon pool and changes nothing but the
//! time.

mod game;
mod run;
mod statistics;

pub use game::{Match, Step};
pub use run::{Played, Record, Run, Summary, play};
pub use statistics::{Estimate, median};

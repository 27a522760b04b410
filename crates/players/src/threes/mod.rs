//! The network of Threes! and its players.
//!
//! An n-tuple network of afterstates, trained for the default rules by temporal-difference learning
//! from self-play, one ply deep; see [`train`].
//!
//! ```
//! # #[cfg(feature = "shipped")] {
//! use gambol_core::Seed;
//! use gambol_search::{Budget, Search};
//! use gambol_threes::Threes;
//! use gambol_players::threes;
//!
//! let state: Threes = "768,96,6,3/384,24,1,2/192,3,6,12/0,0,2,0 3 4,2,1 m".parse()?;
//! let decision = threes::quick().search(&state, &Budget::unlimited(), Seed::new(1))?;
//! assert!(decision.value > 60_000.0, "the score at the end of the game");
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bits;
mod evaluation;
mod players;
mod stages;
mod training;
mod tuples;

pub use evaluation::Evaluation;
pub(crate) use players::FILE;
pub use players::{STRONG_CUTOFF, STRONG_DEPTH, loaded};
#[cfg(feature = "shipped")]
#[cfg_attr(docsrs, doc(cfg(feature = "shipped")))]
pub use players::{evaluation, quick, strong};
pub use stages::GreatestTile;

pub use training::{TRAINING, train};
pub use tuples::{Size, Tuples};

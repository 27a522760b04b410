//! Knowledge of good play: features of positions and placements, evaluators, and the order in which
//! a simple player places its pieces.
//!
//! Source of all except [`Room`]: A. Cohen, I. Bezgin, R. Charedim, N. O. Tuito, *1010! Game
//! Agents: Greedy Best-First and Adversarial Search Approaches*, The Hebrew University of
//! Jerusalem.
//!
//! ```
//! use gambol_core::{ActionEvaluator, Game};
//! use gambol_tenten::{Heuristics, TenTen};
//!
//! let state: TenTen = "10/10/10/10/10/10/10/10/10/10 o3,v2 0".parse()?;
//! let value = |text: &str| {
//!     let action = text.parse().expect("a placement");
//!     let mut after = state;
//!     after.play(action);
//!     Heuristics::COMBINED.evaluate_action(&state, action, &after)
//! };
//! assert!(value("o3@a1") > value("o3@b2"), "a corner is a better place than the open board");
//! # Ok::<(), gambol_core::TextError>(())
//! ```

mod features;
mod heuristics;
mod prepared;
mod room;
mod smallest_first;

pub use features::{completeness, has_room_for_largest, holes, surface};
pub use heuristics::{Completeness, EmptyLargeSquare, FreeSpace, Heuristics, OneSquare, Surface};
pub use room::{Room, RoomWeights};
pub use smallest_first::SmallestFirst;

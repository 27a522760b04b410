//! The names that every program needs: `use gambol::prelude::*;`.
//!
//! They are also at the root of the crate. Everything else is in the module of its crate, such as
//! [`search::AlphaBeta`](crate::search::AlphaBeta) and [`game::Scoring`](crate::game::Scoring).

// Games.
pub use gambol_core::{Cell, Event, Game, GameExt, NoChance, Player, Seed, Turn};
// Policies and evaluators.
pub use gambol_core::{Evaluator, FromFn, GameRng, Policy};
// Searches.
pub use gambol_search::{Budget, Decision, Search};

//! Agents by name: what they answer, and what they refuse.
//!
//! Tests of the registry that make agents stand here and not beside its code, since what they reach
//! of it, every search for every game, is slow to compile: so it is compiled once.

use std::sync::Arc;

use gambol::core::Notation;
use gambol::registry::{GameEntry, Registry};

mod five_or_more;
mod levels;
mod match5;
mod pentago_swap;
mod proofs;
mod self_taught;
mod tenten;
mod threes;

/// The standard entry of a game for states of one type.
fn entry<G: Notation>(game: &str) -> Arc<GameEntry<G>> {
    Registry::standard().entry(game).unwrap_or_else(|| panic!("{game} has no such states"))
}

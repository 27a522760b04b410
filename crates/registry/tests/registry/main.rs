//! Games, agents and searches by name.
//!
//! Tests that make agents are here and not beside the registry's code, since they compile every
//! search for every game, which is slow. So it is done once.

use std::sync::Arc;

use gambol::game::Notation;
use gambol::registry::{GameEntry, Registry};

mod encoded;
mod five_or_more;
mod forest;
mod levels;
mod match5;
mod onnx;
mod parameters;
mod pentago_swap;
mod proofs;
mod reach;
mod self_taught;
mod tenten;
mod threes;

/// The standard entry of a game with states of one type.
fn entry<G: Notation>(game: &str) -> Arc<GameEntry<G>> {
    Registry::standard().entry(game).unwrap_or_else(|| panic!("{game} has no such states"))
}

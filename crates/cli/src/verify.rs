//! Verification of records against the program's games.

use gambol::registry::{Registry, split};
use gambol_arena::{Plan, Record};

/// Whether the program has the game of a plan.
pub(crate) fn is_known(registry: &Registry, plan: &Plan) -> bool {
    registry.games().iter().any(|game| game.name == split(plan.game()).0)
}

/// Checks a record against the game of its plan, and replays the recorded game. The records of a
/// game that the program does not have are only checked by their hashes and their header.
pub(crate) fn verify(registry: &Registry, plan: &Plan, record: &Record) -> Result<(), String> {
    if !is_known(registry, plan) {
        return Ok(());
    }
    let name = split(plan.game()).0;
    let start = registry.position(name, plan.start()).map_err(|error| error.to_string())?;
    if plan.players() != start.players() {
        return Err(format!("the header has {} players, the game {}", plan.players(), start.players()));
    }
    start.verify_game(plan, record)
}

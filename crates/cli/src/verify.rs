//! Whether records are of a game that there is, and follow from what they keep of it.

use gambol::registry::{Registry, split};
use gambol_arena::{Plan, Record};

/// Checks a record against the game that its plan names, and replays what it keeps of the game.
pub(crate) fn verify(registry: &Registry, plan: &Plan, record: &Record) -> Result<(), String> {
    let name = split(plan.game()).0;
    let start = registry.position(name, plan.start()).map_err(|error| error.to_string())?;
    if plan.players() != start.players() {
        return Err(format!("the header says {} players, and the game has {}", plan.players(), start.players()));
    }
    record.verify(plan, start)
}

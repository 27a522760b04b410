//! The agent that uses the solver.

use alloc::boxed::Box;

use gambol_pentago_solver::SolveFirst;
use gambol_pentago_swap::{FittedLines, PentagoSwap};
use gambol_search::{AlphaBeta, WithBudget};

use crate::agents::parameters::{MS, NODE_LIMIT, limits_or_nodes, table};
use crate::agents::spec::{Parameter, Spec};
use crate::entry::{AgentEntry, GameEntry, Made};

/// Adds the agent, as the default player.
pub(super) fn add(entry: GameEntry<PentagoSwap>) -> GameEntry<PentagoSwap> {
    entry
        .agent(AgentEntry::new(
            "solved",
            "opening book of the first player's win, proven wins, no proven losses; else alpha-beta",
            &SOLVED,
            solved,
        ))
        .player("solved:ms=1000")
}

const SOLVED: [Parameter; 3] = [MS, NODE_LIMIT, MB];
const MB: Parameter =
    Parameter { key: "mb", default: "64", about: "megabytes of the solver's table, 0 to 65536; no solving below 32" };

fn solved(spec: &Spec) -> Made<PentagoSwap> {
    let mut search = SolveFirst::new(AlphaBeta::new(FittedLines::new()));
    if let Some(bytes) = table(spec, &MB)? {
        search = search.table_bytes(bytes);
    }
    Ok(Box::new(WithBudget::new(search, limits_or_nodes(spec)?)))
}

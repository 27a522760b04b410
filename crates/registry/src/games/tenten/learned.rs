//! The agent with the learned network.

use gambol_players::tenten::{Effort, from_file, loaded, player_with};
use gambol_tenten::TenTen;

use crate::agents::spec::Spec;
use crate::entry::{AgentEntry, GameEntry, Made, not_loaded};
use crate::games::mean_time::{MEAN_MS, within_mean_time};

/// The network, the agent that plays with it, and the agent as the default player.
pub(super) fn add(entry: GameEntry<TenTen>) -> GameEntry<TenTen> {
    entry
        .network("learned risk to come, with a minus sign: windows of 3x4 cells and lines", loaded, from_file)
        .agent(AgentEntry::new(
            "learned",
            "whole hands by the learned network and the exact risk of the next deal; next hands are sampled in danger",
            &[MEAN_MS],
            learned,
        ))
        .player("learned")
}

fn learned(spec: &Spec) -> Made<TenTen> {
    within_mean_time(spec, player_with(loaded().ok_or_else(|| not_loaded("tenten"))?, Effort::FAST))
}

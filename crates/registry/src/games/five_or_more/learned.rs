//! The agent with the learned networks.

use gambol_five_or_more::{Bits, FiveOrMore};
use gambol_players::five_or_more::{Effort, Evaluation, player};

use crate::agents::spec::Spec;
use crate::entry::{AgentEntry, GameEntry, Made, not_loaded};
use crate::games::mean_time::{MEAN_MS, within_mean_time};

/// Adds the networks and the agent that plays with them, as the default player.
pub(super) fn add<B: Bits + 'static>(entry: GameEntry<FiveOrMore<B>>) -> GameEntry<FiveOrMore<B>> {
    entry
        .network(
            "learned future points: lines and blocks of cells; windows on boards other than 9x9",
            || are_loaded().then(Evaluation::shipped),
            Evaluation::from_file,
        )
        .agent(AgentEntry::new(
            "learned",
            "two plies by the learned networks, with more moves and samples on crowded boards",
            &[MEAN_MS],
            learned,
        ))
        .player("learned")
}

fn learned<B: Bits + 'static>(spec: &Spec) -> Made<FiveOrMore<B>> {
    if !are_loaded() {
        return Err(not_loaded("five-or-more"));
    }
    within_mean_time(spec, player(Effort::STRONG))
}

/// Whether the networks of all rules are loaded.
fn are_loaded() -> bool {
    gambol_players::files()
        .iter()
        .filter(|file| file.game == "five-or-more")
        .all(gambol_players::WeightsFile::is_loaded)
}

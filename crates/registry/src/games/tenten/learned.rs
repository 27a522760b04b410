//! The agent with the learned network.

use gambol_core::TextError;
use gambol_players::tenten::{Effort, from_file, loaded, player_with};
use gambol_tenten::TenTen;

use crate::agents::spec::{Parameter, Spec};
use crate::entry::{AgentEntry, GameEntry, Made, not_loaded};
use crate::games::mean_time::{MEAN_MS, within_mean_time};

/// Adds the network and the agent that plays with it, as the default player.
pub(super) fn add(entry: GameEntry<TenTen>) -> GameEntry<TenTen> {
    entry
        .network("learned negative risk: windows of 3x4 cells and lines", loaded, from_file)
        .agent(AgentEntry::new(
            "learned",
            "whole hands by the learned network and the exact risk of the next deal; samples next hands in danger",
            &LEARNED,
            learned,
        ))
        .player("learned")
}

const LEARNED: [Parameter; 3] = [DANGER, SAMPLES, MEAN_MS];
const DANGER: Parameter =
    Parameter { key: "danger", default: "-0.03", about: "value below which next hands are sampled, -1000 to 0" };
const SAMPLES: Parameter =
    Parameter { key: "samples", default: "32", about: "next hands per end of the turn in the first round, 1 to 1000" };

fn learned(spec: &Spec) -> Made<TenTen> {
    let effort = effort(spec)?;
    within_mean_time(spec, player_with(loaded().ok_or_else(|| not_loaded("tenten"))?, effort))
}

fn effort(spec: &Spec) -> Result<Effort, TextError> {
    Ok(Effort {
        danger: spec.get(&DANGER, "a number from -1000 to 0", |danger| (-1000.0..=0.0).contains(danger))?,
        samples: spec.get(&SAMPLES, "a number from 1 to 1000", |samples| (1..=1000).contains(samples))?,
        ..Effort::FAST
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_are_those_of_the_typed_player() {
        assert_eq!(effort(&"learned".parse().unwrap()), Ok(Effort::FAST));
    }
}

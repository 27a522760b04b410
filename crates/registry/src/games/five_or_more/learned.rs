//! The agent with the learned networks.

use gambol_core::TextError;
use gambol_five_or_more::{Bits, FiveOrMore};
use gambol_players::five_or_more::{Effort, Evaluation, player};

use crate::agents::spec::{Parameter, Spec};
use crate::entry::{AgentEntry, GameEntry, Made, not_loaded};
use crate::games::mean_time::{MEAN_MS, within_mean_time};

/// The networks, the agent that plays with them, and the agent as the default player.
pub(super) fn add<B: Bits + 'static>(entry: GameEntry<FiveOrMore<B>>) -> GameEntry<FiveOrMore<B>> {
    entry
        .network(
            "learned points to come: lines and blocks of cells; as windows on other boards than 9x9",
            || are_loaded().then(Evaluation::shipped),
            Evaluation::from_file,
        )
        .agent(AgentEntry::new(
            "learned",
            "two plies by the learned networks, with more moves and samples on crowded boards",
            &LEARNED,
            learned,
        ))
        .player("learned")
}

const LEARNED: [Parameter; 6] = [WIDTH, SAMPLES, CROWDED, THOROUGH_WIDTH, THOROUGH_SAMPLES, MEAN_MS];
const WIDTH: Parameter =
    Parameter { key: "width", default: "4", about: "moves that are compared on open boards, 1 to 1000" };
const SAMPLES: Parameter =
    Parameter { key: "samples", default: "2", about: "samples of each of them in the first round, 1 to 1000" };
const CROWDED: Parameter =
    Parameter { key: "crowded", default: "0.44", about: "share of empty cells below which a board is crowded, 0 to 1" };
const THOROUGH_WIDTH: Parameter =
    Parameter { key: "thorough-width", default: "16", about: "moves that are compared on crowded boards, 1 to 1000" };
const THOROUGH_SAMPLES: Parameter =
    Parameter { key: "thorough-samples", default: "4", about: "samples of each of them in the first round, 1 to 1000" };

fn learned<B: Bits + 'static>(spec: &Spec) -> Made<FiveOrMore<B>> {
    if !are_loaded() {
        return Err(not_loaded("five-or-more"));
    }
    within_mean_time(spec, player(effort(spec)?))
}

fn effort(spec: &Spec) -> Result<Effort, TextError> {
    let moves = |parameter| spec.get(parameter, "a number from 1 to 1000", |moves| (1..=1000).contains(moves));
    let samples = |parameter| spec.get(parameter, "a number from 1 to 1000", |samples| (1..=1000).contains(samples));
    Ok(Effort {
        width: moves(&WIDTH)?,
        samples: samples(&SAMPLES)?,
        crowded: spec.get(&CROWDED, "a number from 0 to 1", |share| (0.0..=1.0).contains(share))?,
        thorough_width: moves(&THOROUGH_WIDTH)?,
        thorough_samples: samples(&THOROUGH_SAMPLES)?,
    })
}

/// Whether the networks of all rules are loaded.
fn are_loaded() -> bool {
    gambol_players::files()
        .iter()
        .filter(|file| file.game == "five-or-more")
        .all(gambol_players::WeightsFile::is_loaded)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_are_those_of_the_typed_player() {
        assert_eq!(effort(&"learned".parse().unwrap()), Ok(Effort::FAST));
    }
}

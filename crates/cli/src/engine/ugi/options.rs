//! Options of an engine: the agent, its parameters and the seed.

use gambol::registry::Position;
use gambol::{Search, Seed};

use crate::engine::settings::{self, TABLE};

/// Options that the manager can set.
pub(super) struct Options {
    /// The agent's text, with a level replaced by its agent.
    pub(super) agent: String,
    pub(super) seed: Seed,
    /// Whether the manager allows pondering, that is, searches in the opponent's time.
    pub(super) ponders: bool,
}

impl Options {
    /// Returns the `option` lines of all options, with their current values.
    pub(super) fn lines(&self, game: &Position) -> Vec<String> {
        let mut lines = vec![
            format!("option name Agent type string default {}", self.agent),
            format!("option name Seed type spin default {} min 0 max {}", self.seed, u64::MAX),
            format!("option name Ponder type check default {}", self.ponders),
        ];
        let entry = settings::info(&game.game().agents, &self.agent);
        for parameter in entry.map_or(&[][..], |entry| &entry.parameters) {
            let value = settings::get(&self.agent, parameter.key).unwrap_or(parameter.default);
            lines.push(if parameter.key == TABLE {
                let megabytes: u32 = value.parse().unwrap_or(USUAL_TABLE);
                format!("option name {HASH} type spin default {megabytes} min 0 max 65536")
            } else {
                format!("option name {} type string default {value}", parameter.key)
            });
        }
        lines
    }

    /// Sets an option. Returns the reason if it cannot be set.
    pub(super) fn set(&mut self, game: &Position, name: &str, value: &str) -> Result<(), String> {
        let name = name.to_ascii_lowercase();
        let agent = match name.as_str() {
            "seed" => {
                let seed =
                    value.parse().map_err(|_| format!("Seed is a number from 0 to {}, not {value:?}", u64::MAX))?;
                self.seed = Seed::new(seed);
                return Ok(());
            }
            "ponder" => {
                let truth = value.to_ascii_lowercase().parse();
                self.ponders = truth.map_err(|_| format!("Ponder is true or false, not {value:?}"))?;
                return Ok(());
            }
            "agent" => game.game().expand(value).map_err(|error| error.to_string())?,
            name => {
                let key = if name == HASH.to_ascii_lowercase() { TABLE } else { name };
                if !settings::has(&game.game().agents, &self.agent, key) {
                    return Err(format!("unknown option {name}; ugi lists the options"));
                }
                settings::with(&self.agent, key, value)
            }
        };
        game.agent(&agent).map_err(|error| error.to_string())?;
        self.agent = agent;
        Ok(())
    }

    /// Creates the agent.
    pub(super) fn agent(&self, game: &Position) -> Result<Box<dyn Search<Position>>, String> {
        game.agent(&self.agent).map_err(|error| error.to_string())
    }
}

/// The usual name of the option for the size of the transposition table.
const HASH: &str = "Hash";

/// Default size of the table in megabytes.
const USUAL_TABLE: u32 = 67;

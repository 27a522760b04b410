//! Options of a game: the game, its players and its seed.

use std::path::PathBuf;

use gambol::Player;
use gambol::registry::Position;

use crate::pupil::Pupil;
use crate::settings::{Choice, Settings};
use crate::shown::Shown;

/// Options of a game: the game, its players and its seed.
#[derive(Clone, Debug)]
pub struct Options {
    /// The game: a name of the registry, with settings after a colon.
    pub game: String,
    /// Start position in the game's text form; `None` for the start of the game.
    pub position: Option<String>,
    /// The agents: empty for the game's [default level](gambol::registry::GameInfo::play_level),
    /// one for both sides, or one for each.
    pub agents: Vec<String>,
    /// Number of human players, 0 to 2; 1 by default. Agents play the other sides.
    pub players: Option<u8>,
    /// Side of a human player against an agent; the game's [default side](crate::Board::usual_side)
    /// if `None`.
    pub side: Option<Player>,
    /// Seed of chance and of the agents.
    pub seed: u64,
    /// A file with a game to continue.
    pub load: Option<PathBuf>,
    /// Milliseconds per move of an agent, which replace the agent's own time; 0 keeps it.
    pub ms: u64,
    /// A knowledge file of the game's self-learning player, which plays unless agents are named.
    pub knowledge: Option<PathBuf>,
}

/// Default time for a hint, in milliseconds; the menu can change it.
const HINT_MS: u64 = 3_000;

impl Options {
    /// Creates the options of a game with this seed, from its start, for one human player and
    /// agents of the game's [default level](gambol::registry::GameInfo::play_level).
    #[must_use]
    pub fn new(game: &str, seed: u64) -> Self {
        Self {
            game: game.to_owned(),
            position: None,
            agents: Vec::new(),
            players: None,
            side: None,
            seed,
            load: None,
            ms: 0,
            knowledge: None,
        }
    }

    /// Returns the settings for a game that begins in this state. Without named agents, a knowledge
    /// file selects the self-learning player.
    ///
    /// # Errors
    ///
    /// Names the option that does not fit the game.
    pub fn settings(&self, start: &Position) -> Result<Settings, String> {
        let players = start.players();
        let learner = self.knowledge.as_ref().and(Pupil::of(start)).map(|_| Pupil::NAME);
        let agent = |side: usize| -> Result<String, String> {
            let said = self.agents.get(side).or(self.agents.first()).map(String::as_str);
            let agent = said.or(learner).unwrap_or(start.game().play_level);
            start.agent(agent).map_err(|error| error.to_string())?;
            Ok(agent.to_owned())
        };
        if self.agents.len() > players {
            return Err(format!("agents: {} are too many for this game", self.agents.len()));
        }
        let people = match self.players.unwrap_or(1) {
            0 => [false; 2],
            1 if players == 1 => [true; 2],
            1 => {
                let first = self.side.map_or(Shown::of(start).usual_side() == 0, |side| side == Player::First);
                [first, !first]
            }
            2 if players == 2 => [true; 2],
            people => return Err(format!("players: {people} are too many for this game")),
        };
        Ok(Settings {
            people,
            agents: [agent(0)?, agent(1)?],
            limit: Choice::limit(self.ms),
            hint_limit: Choice::limit(HINT_MS),
            speed: Choice::speed(),
            over_chance: false,
            letters: false,
        })
    }
}

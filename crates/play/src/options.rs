//! What is to be played, and by whom.

use std::path::PathBuf;

use gambol::registry::Position;

use crate::pupil::Pupil;
use crate::settings::{Choice, Settings};
use crate::shown::Shown;

/// What is to be played, and by whom.
#[derive(Clone, Debug)]
pub struct Options {
    /// The game: a name of the registry, with settings after a colon.
    pub game: String,
    /// The position to start from, in the game's text form; the start of the game if there is none.
    pub position: Option<String>,
    /// The agents: none for the game's [usual level](gambol::registry::GameInfo::play_level), one
    /// for both sides, or one for each.
    pub agents: Vec<String>,
    /// How many people play, 0 to 2; one if nothing is said. The other sides are agents'.
    pub players: Option<u8>,
    /// The side of a person who plays against an agent; the game's
    /// [usual](crate::Board::usual_side) one if nothing is said.
    pub side: Option<Side>,
    /// The seed of chance and agents.
    pub seed: u64,
    /// A file with a game to go on with.
    pub load: Option<PathBuf>,
    /// The time for a move of an agent, in milliseconds, in place of its own; 0 for its own.
    pub ms: u64,
    /// A file with what the game's learning player knows. It plays then, unless agents are named.
    pub knowledge: Option<PathBuf>,
}

/// One of two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The first player.
    First,
    /// The second player.
    Second,
}

/// The time for a hint, in milliseconds, unless it is changed in the menu.
const HINT_MS: u64 = 3_000;

impl Options {
    /// A game with this seed, from its start, by one person and agents of the game's
    /// [usual level](gambol::registry::GameInfo::play_level).
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

    /// The settings of a game that begins in this state. The agent that plays if none is named is
    /// the one that learns, if a file of knowledge is.
    ///
    /// # Errors
    ///
    /// Names what does not fit the game.
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
                let first = self.side.map_or(Shown::of(start).usual_side() == 0, |side| side == Side::First);
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

//! Games in files: opening, saving and loading.

use std::path::Path;

use gambol::registry::{Position, Registry, split};

use crate::options::Options;
use crate::play::{Flow, Play};
use crate::pupil::Pupil;
use crate::record::{self, PERSON, Saved};
use crate::session::{Origin, Session};

impl Options {
    /// Returns the start position, and the loaded game if there is one.
    ///
    /// # Errors
    ///
    /// Returns a one-line description of an invalid game, position or file.
    pub fn open(&self, registry: &Registry) -> Result<(Position, Option<Saved>), String> {
        let saved = self.load.as_deref().map(record::load).transpose()?;
        let (name, _) = split(&self.game);
        let position = match (&saved, &self.load) {
            (Some(saved), Some(path)) => {
                if !registry.games().iter().any(|game| game.name == name) {
                    // The registry's error lists the games.
                    registry.start(&self.game).map_err(|error| error.to_string())?;
                }
                let (saved_name, _) = split(&saved.game);
                if saved_name != name {
                    return Err(format!("{}: it is a game of {}, not of {}", path.display(), saved.game, self.game));
                }
                let position = registry.position(saved_name, &saved.text.start);
                position.map_err(|error| format!("{}: {error}", path.display()))?
            }
            _ => match &self.position {
                None => registry.start(&self.name(registry)).map_err(|error| error.to_string())?,
                Some(position) => registry.position(&self.game, position).map_err(|error| error.to_string())?,
            },
        };
        Ok((position, saved))
    }

    /// Returns the game's name, with the default settings for play if it has none. A position and a
    /// saved game include their own settings.
    fn name(&self, registry: &Registry) -> String {
        let is_new = self.position.is_none() && self.load.is_none();
        if is_new { registry.play_name(&self.game) } else { self.game.clone() }
    }
}

impl Play {
    /// Creates the game of these options, from this state.
    ///
    /// # Errors
    ///
    /// Returns a one-line description of an invalid option.
    pub fn prepare(registry: &Registry, start: Position, options: &Options, is_saved: bool) -> Result<Self, String> {
        let players = start.players();
        let settings = options.settings(&start)?;
        let session = Session::new(start, Origin::first(options.seed));
        let name = options.name(registry);
        let mut play = Self::new(registry.clone(), name, session, settings.clone());
        if let Some(path) = &options.knowledge {
            let pupil = play.pupil.as_mut();
            let refuse =
                || format!("{}: no self-learning player in this game, or on a board of this size", path.display());
            pupil.ok_or_else(refuse)?.open(path)?;
        }
        if options.position.is_some() {
            play.session.set_up();
        }
        if let (true, Some(path)) = (is_saved, &options.load) {
            play.load(path)?;
            // Options take precedence over the saved game.
            if !options.agents.is_empty() {
                play.settings.agents = settings.agents;
            }
            if (options.players.is_some() || options.side.is_some()) && players > 1 {
                play.settings.people = settings.people;
            }
            play.changed();
        }
        Ok(play)
    }

    /// Writes the game to a file.
    ///
    /// # Errors
    ///
    /// Returns the file and the reason.
    pub fn save(&mut self, path: &Path) -> Result<(), String> {
        record::save(path, &self.game, &self.player_names(), &self.session)?;
        self.file = Some(path.to_owned());
        self.say(format!("Saved to {}.", path.display()));
        Ok(())
    }

    /// Returns the players of a saved game.
    pub(crate) fn player_names(&self) -> Vec<String> {
        let player = |side: usize| {
            if self.settings.people[side] { PERSON.to_owned() } else { self.settings.agents[side].clone() }
        };
        (0..self.state().players()).map(player).collect()
    }

    /// Continues a game from a file.
    ///
    /// # Errors
    ///
    /// Returns the file and the reason. The current game is kept.
    pub fn load(&mut self, path: &Path) -> Result<(), String> {
        let saved = record::load(path)?;
        let refuse = |reason: String| format!("{}: {reason}", path.display());
        if split(&saved.game).0 != split(&self.game).0 {
            return Err(refuse(format!("it is a game of {}", saved.game)));
        }
        // A puzzle continues with a person, who may take back moves of an agent, too.
        let is_puzzle = self.state().players() == 1;
        let is_person = |side: usize| is_puzzle || saved.players.get(side).is_none_or(|player| player == PERSON);
        // Of the type that its board takes.
        let game = self.registry.position(split(&saved.game).0, &saved.text.start);
        let game = game.map_err(|error| refuse(error.to_string()))?;
        let mut session = Session::replay(&game, &saved.text, saved.origin, [0, 1].map(is_person)).map_err(refuse)?;
        Pupil::adapt(&mut self.pupil, session.start()).map_err(refuse)?;
        if !self.registry.start(&saved.game).is_ok_and(|start| *session.start() == start) {
            session.set_up();
        }
        self.session = session;
        self.take_players(&saved);
        self.game = saved.game;
        self.noted = None;
        // Saving to a file with other games asks first.
        self.file = saved.is_alone.then(|| path.to_owned());
        self.thinker.new_game();
        self.flow = Flow::Free;
        self.step = false;
        self.changed();
        self.say(format!("{}: {} moves.", path.display(), self.session.moves()));
        Ok(())
    }

    /// Restores the players of a saved game. A puzzle continues with a human player.
    fn take_players(&mut self, saved: &Saved) {
        for (side, player) in saved.players.iter().enumerate().take(self.state().players()) {
            let person = player == PERSON;
            if !person && self.state().agent(player).is_ok() {
                self.settings.agents[side].clone_from(player);
            }
            self.settings.people[side] = person || self.state().players() == 1;
        }
    }
}

//! Games as a whole: begun, taken back, saved and loaded.

use std::path::Path;

use gambol::registry::split;

use super::app::{App, Flow, Message};
use super::board::Board;
use super::record::{self, PERSON, Saved};
use super::session::{Origin, Session};

impl<G: Board> App<G> {
    /// Begins a new game with this seed.
    pub(crate) fn new_game(&mut self, seed: u64) {
        self.session = self.session.again(Origin::first(seed));
        self.thinker.new_game();
        self.file = None;
        self.step = false;
        if self.flow == Flow::Paused {
            self.flow = Flow::Free;
        }
        self.changed();
        self.say(format!("A new game, with seed {seed}."));
    }

    /// Takes back.
    pub(crate) fn undo(&mut self) {
        // Agents alone would play it again at once.
        self.flow = if self.agents_alone() { Flow::Paused } else { Flow::Free };
        self.step = false;
        let result = self.session.undo(self.settings.over_chance);
        self.message = Message::default();
        self.report(result);
        self.changed();
    }

    /// Plays again what was taken back.
    pub(crate) fn redo(&mut self) {
        let result = self.session.redo();
        self.message = Message::default();
        self.report(result);
        self.changed();
    }

    /// Writes the game to a file.
    ///
    /// # Errors
    ///
    /// Names the file and what happened.
    pub(crate) fn save(&mut self, path: &Path) -> Result<(), String> {
        let player = |side: usize| {
            if self.settings.people[side] { PERSON.to_owned() } else { self.settings.agents[side].clone() }
        };
        let players: Vec<String> = (0..self.state().players()).map(player).collect();
        record::save(path, &self.game, &players, &self.session)?;
        self.file = Some(path.to_owned());
        self.say(format!("Saved to {}.", path.display()));
        Ok(())
    }

    /// Goes on with a game from a file.
    ///
    /// # Errors
    ///
    /// Names the file and what is wrong with it; the game on the screen stays.
    pub(crate) fn load(&mut self, path: &Path) -> Result<(), String> {
        let saved = record::load(path)?;
        let refuse = |reason: String| format!("{}: {reason}", path.display());
        if split(&saved.game).0 != split(&self.game).0 {
            return Err(refuse(format!("it is a game of {}", saved.game)));
        }
        let mut session = Session::replay(self.thinker.agents.as_ref(), &saved.text, saved.origin).map_err(refuse)?;
        if !self.registry.start(&saved.game).is_ok_and(|start| session.start().is_same(&start)) {
            session.set_up();
        }
        self.session = session;
        self.take_players(&saved);
        self.game = saved.game;
        self.file = Some(path.to_owned());
        self.thinker.new_game();
        self.flow = Flow::Free;
        self.step = false;
        self.changed();
        self.say(format!("{}: {} moves.", path.display(), self.session.moves()));
        Ok(())
    }

    /// Lets those play who played before. A puzzle goes on with a person.
    fn take_players(&mut self, saved: &Saved) {
        for (side, player) in saved.players.iter().enumerate().take(self.state().players()) {
            let person = player == PERSON;
            if !person && self.thinker.agents.make(player).is_ok() {
                self.settings.agents[side].clone_from(player);
            }
            self.settings.people[side] = person || self.state().players() == 1;
        }
    }
}

//! Match5's self-learning player in play: it moves by its knowledge, and learns from the games that
//! it loses to a human player.

use gambol::match5::Match5;
use gambol::registry::{Position, Typed};
use gambol::search::PolicyOnly;
use gambol::{Cell, Game, Search};
use gambol_self_taught::{FreeMoves, Notebook, Pattern, SelfTaught};

use crate::session::{Session, side_of};
use crate::settings::Settings;

/// The self-learning player, for boards that are small enough.
#[derive(Debug)]
pub struct Pupil {
    /// Its knowledge.
    pub notebook: Notebook,
}

impl Pupil {
    /// Name of the agent. With settings other than `free`, the name refers to a trained agent that
    /// does not learn from the games.
    pub const NAME: &str = "self-taught";

    /// Creates an untrained player for games that begin in `start`. Returns `None` unless it is a
    /// game of Match5 on a board of a supported size.
    #[must_use]
    pub fn of(start: &Position) -> Option<Self> {
        start.state::<Match5>().map(|start| Self { notebook: Notebook::new(start.row()) })
    }

    /// Returns the player's rule for free moves, if this text names the player.
    fn free_moves(agent: &str) -> Option<FreeMoves> {
        match agent.strip_prefix(Self::NAME)? {
            "" => Some(FreeMoves::default()),
            settings => settings.strip_prefix(":free=")?.parse().ok(),
        }
    }

    /// Checks that the knowledge of a notebook can replace that of another one.
    ///
    /// # Errors
    ///
    /// Names the winning rows if they differ.
    pub fn check_row(other: &Notebook, own: &Notebook) -> Result<(), String> {
        let (there, here) = (other.knowledge().row(), own.knowledge().row());
        if there == here { Ok(()) } else { Err(format!("it is for {there} in a row; this game needs {here}")) }
    }

    /// Replaces the player by an untrained one unless its knowledge is for the games that begin in
    /// `start`. Fails if that would lose unstored changes.
    #[cfg(feature = "files")]
    pub(crate) fn adapt(pupil: &mut Option<Self>, start: &Position) -> Result<(), String> {
        let new = Self::of(start);
        let both = pupil.as_ref().zip(new.as_ref());
        if both.is_some_and(|(old, new)| Self::check_row(&old.notebook, &new.notebook).is_ok()) {
            return Ok(());
        }
        if pupil.as_ref().is_some_and(|pupil| pupil.notebook.is_changed()) {
            return Err("it has another winning row; store the knowledge first".to_owned());
        }
        *pupil = new;
        Ok(())
    }

    /// Whether this text names the player.
    #[must_use]
    pub fn is(agent: &str) -> bool {
        Self::free_moves(agent).is_some()
    }

    /// Whether it is the agent of every side.
    #[must_use]
    pub fn plays(settings: &Settings) -> bool {
        settings.agents.iter().all(|agent| agent == Self::NAME)
    }

    /// Creates an agent with the current knowledge, if this text names the player.
    #[must_use]
    pub fn agent(&self, text: &str) -> Option<Box<dyn Search<Position>>> {
        let player = SelfTaught::new(self.notebook.knowledge().clone(), Self::free_moves(text)?);
        Some(Box::new(Typed::<Match5>(Box::new(PolicyOnly(player)))))
    }

    /// Replaces the knowledge.
    ///
    /// # Errors
    ///
    /// Fails if the new knowledge is for games with another winning row.
    pub fn take(&mut self, notebook: Notebook) -> Result<(), String> {
        Self::check_row(&notebook, &self.notebook)?;
        self.notebook = notebook;
        Ok(())
    }

    /// Opens a knowledge file, or creates a new one with this name.
    ///
    /// # Errors
    ///
    /// Returns the file and the reason.
    #[cfg(feature = "files")]
    #[cfg_attr(docsrs, doc(cfg(feature = "files")))]
    pub fn open(&mut self, path: &std::path::Path) -> Result<(), String> {
        use gambol_self_taught::{Fivo, FivoErrorKind, Knowledge, Reading};
        use std::path::Path;

        let file = match Fivo::open(path, "") {
            Err(error) if error.kind() == FivoErrorKind::Missing => {
                let folder = path.parent().unwrap_or(Path::new(""));
                if folder != Path::new("") && !folder.is_dir() {
                    return Err(format!("{}: there is no folder {}", path.display(), folder.display()));
                }
                let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
                let name = name.strip_suffix(Fivo::ENDING).unwrap_or(name);
                let nothing = Knowledge::new(self.notebook.knowledge().row(), Reading::default());
                Fivo::create(folder, name, "", nothing)
            }
            opened => opened,
        };
        let file = file.map_err(|error| error.to_string())?;
        self.take(file.into()).map_err(|reason| format!("{}: {reason}", path.display()))
    }

    /// Learns from a game that it has lost to a human player, and returns a message; `None` for
    /// other games.
    pub(crate) fn game_over(&mut self, game: &Session, settings: &Settings) -> Option<String> {
        let loser = match game.state().score() {
            0 => return None,
            score => usize::from(score > 0),
        };
        let own = Self::is(&settings.agents[loser]) && !settings.people[loser] && settings.people[1 - loser];
        own.then(|| self.learn(game, loser).unwrap_or_else(|reason| format!("Nothing learned: {reason}.")))
    }

    fn learn(&mut self, game: &Session, loser: usize) -> Result<String, String> {
        let start: &Match5 = game.start().state().ok_or("it learns only on smaller boards")?;
        if game.is_loaded() {
            return Err("not all of its moves were its own".to_owned());
        }
        let first = start.turn().player().map_or(0, side_of);
        for (number, (_, person)) in game.actions().enumerate() {
            match ((first + number) % 2 == loser, person) {
                (true, true) => return Err("not all of its moves were its own".to_owned()),
                (false, false) => return Err("an agent has moved for you".to_owned()),
                _ => {}
            }
        }
        let moves: Vec<Cell> = game.actions().filter_map(|(cell, _)| cell.as_str().parse().ok()).collect();
        let lesson = self.notebook.learn(start, &moves).map_err(|reason| reason.to_string())?;
        let out = match lesson.erased.len() {
            0 => String::new(),
            count => format!(", {count} out"),
        };
        let learned = brief(&lesson.learned);
        Ok(format!("Learned {learned}{out}; level {}.", self.notebook.knowledge().level()))
    }
}

/// Formats a pattern briefly.
fn brief(pattern: &Pattern) -> String {
    match pattern.height() {
        1 => pattern.to_string(),
        height => format!("{}×{height} of level {}", pattern.width(), pattern.level()),
    }
}

//! Unfinished games between two runs of a program.

use std::fs;
use std::path::{Path, PathBuf};

use gambol::GameExt;

use crate::play::Play;
use crate::record::{PERSON, save};
use crate::scores::state_folder;

/// The unfinished games of a user, one for each game and its settings.
#[derive(Clone, Debug, Default)]
pub struct Shelf {
    /// Folder of the games; `None` if they are not stored.
    folder: Option<PathBuf>,
}

impl Shelf {
    /// The user's games, in `gambol/unfinished` in `$XDG_STATE_HOME` or `~/.local/state`.
    #[must_use]
    pub fn of_user() -> Self {
        Self { folder: state_folder().map(|state| state.join("gambol/unfinished")) }
    }

    /// The games of a folder, which need not exist.
    #[must_use]
    pub fn at(folder: &Path) -> Self {
        Self { folder: Some(folder.to_owned()) }
    }

    /// Returns the file of an unfinished game, by its name with settings, if there is one.
    #[must_use]
    pub fn find(&self, game: &str) -> Option<PathBuf> {
        self.file(game).filter(|file| file.exists())
    }

    fn file(&self, game: &str) -> Option<PathBuf> {
        let letter = |letter: char| if letter.is_ascii_alphanumeric() || letter == '-' { letter } else { '_' };
        let name: String = game.chars().map(letter).collect();
        Some(self.folder.as_ref()?.join(name + ".jsonl"))
    }

    /// Stores a game that a person has begun and not ended. A game that is over leaves no file.
    ///
    /// # Errors
    ///
    /// Returns the file and the reason.
    pub fn keep(&self, play: &Play) -> Result<(), String> {
        let Some(file) = self.file(&play.game) else { return Ok(()) };
        if play.state().is_over() {
            return self.drop(&play.game);
        }
        let players = play.player_names();
        if play.session.moves() == 0 || !players.iter().any(|player| player == PERSON) {
            return Ok(());
        }
        let failed = |error| format!("the game is not kept: {}: {error}", file.display());
        file.parent().map_or(Ok(()), fs::create_dir_all).map_err(failed)?;
        save(&file, &play.game, &players, &play.session)
    }

    /// Removes the file of a game, if there is one.
    ///
    /// # Errors
    ///
    /// Returns the file and the reason.
    pub fn drop(&self, game: &str) -> Result<(), String> {
        let Some(file) = self.find(game) else { return Ok(()) };
        fs::remove_file(&file).map_err(|error| format!("{}: {error}", file.display()))
    }
}

#[cfg(test)]
mod tests {
    use gambol::registry::Registry;

    use super::*;
    use crate::options::Options;

    fn play(game: &str) -> Play {
        let (registry, options) = (Registry::standard(), Options::new(game, 1));
        let (start, _) = options.open(&registry).unwrap();
        Play::prepare(&registry, start, &options, false).unwrap()
    }

    #[test]
    fn a_begun_game_is_kept_until_it_is_over() {
        let folder = tempfile::tempdir().unwrap();
        let shelf = Shelf::at(&folder.path().join("deep/games"));
        let mut game = play("threes:2014");
        shelf.keep(&game).unwrap();
        assert_eq!(shelf.find("threes:2014"), None, "nothing has happened yet");
        let action = game.state().actions()[0];
        game.play(action, true);
        shelf.keep(&game).unwrap();
        let file = shelf.find("threes:2014").unwrap();
        assert_eq!(shelf.find("threes"), None, "other settings are another game");

        let mut again = play("threes:2014");
        again.load(&file).unwrap();
        assert_eq!((again.session.moves(), again.state()), (1, game.state()));
        while let Some(action) = again.state().actions().first().copied() {
            again.play(action, true);
        }
        assert!(again.state().is_over());
        shelf.keep(&again).unwrap();
        assert_eq!(shelf.find("threes:2014"), None);
        // Without a folder nothing is kept.
        assert_eq!((Shelf::default().keep(&game), Shelf::default().find("threes:2014")), (Ok(()), None));
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_named() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("file"), "").unwrap();
        let mut game = play("match5");
        let action = game.state().actions()[0];
        game.play(action, true);
        let error = Shelf::at(&folder.path().join("file/games")).keep(&game).unwrap_err();
        assert!(error.contains("not kept") && error.contains("file/games"), "{error}");
    }
}

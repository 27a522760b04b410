//! The best scores of a person, kept between games.

use std::collections::BTreeMap;
#[cfg(feature = "files")]
use std::path::{Path, PathBuf};

/// The best score of each game, by its name with settings.
#[derive(Debug, Default)]
pub struct Scores {
    /// Where they are kept; nowhere if there is no home.
    #[cfg(feature = "files")]
    path: Option<PathBuf>,
    scores: BTreeMap<String, i64>,
}

impl Scores {
    /// Those of this user: `gambol/best.json` in `$XDG_STATE_HOME` or `~/.local/state`.
    #[cfg(feature = "files")]
    #[cfg_attr(docsrs, doc(cfg(feature = "files")))]
    #[must_use]
    pub fn of_user() -> Self {
        let folder = |name| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
        let state = folder("XDG_STATE_HOME").or_else(|| folder("HOME").map(|home| home.join(".local/state")));
        state.map_or_else(Self::default, |state| Self::at(state.join("gambol/best.json")))
    }

    #[cfg(feature = "files")]
    fn at(path: PathBuf) -> Self {
        let scores = read(&path).unwrap_or_default();
        Self { path: Some(path), scores }
    }

    /// The best score of a game, by its name with settings.
    pub fn of(&self, game: &str) -> Option<i64> {
        self.scores.get(game).copied()
    }

    /// Notes the score of a game that is over, and says whether it is the best.
    ///
    /// # Errors
    ///
    /// If it cannot be kept in the file; it counts until the program ends.
    pub fn note(&mut self, game: &str, score: i64) -> Result<bool, String> {
        // Another game may have been played meanwhile.
        #[cfg(feature = "files")]
        for (game, score) in self.path.as_deref().and_then(read).unwrap_or_default() {
            let best = self.scores.entry(game).or_insert(score);
            *best = score.max(*best);
        }
        if self.of(game).is_some_and(|best| best >= score) {
            return Ok(false);
        }
        self.scores.insert(game.to_owned(), score);
        #[cfg(feature = "files")]
        self.store()?;
        Ok(true)
    }

    #[cfg(feature = "files")]
    fn store(&self) -> Result<(), String> {
        let Some(path) = &self.path else { return Ok(()) };
        let failed = |error: &dyn std::fmt::Display| format!("best score not kept: {}: {error}", path.display());
        let folder = path.parent().unwrap_or(Path::new("."));
        std::fs::create_dir_all(folder).map_err(|error| failed(&error))?;
        let text = serde_json::to_string(&self.scores).map_err(|error| failed(&error))?;
        gambol_arena::replace(path, &text).map_err(|error| failed(&error.reason))
    }
}

/// A file that is not there or damaged holds no scores.
#[cfg(feature = "files")]
fn read(path: &Path) -> Option<BTreeMap<String, i64>> {
    serde_json::from_str(&std::fs::read_to_string(path).ok()?).ok()
}

#[cfg(all(test, feature = "files"))]
mod tests {
    use super::*;

    #[test]
    fn the_best_is_kept_and_only_the_best() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/best.json");
        let mut best = Scores::at(path.clone());
        assert_eq!(best.note("threes", 30), Ok(true));
        assert_eq!(best.note("threes", 30), Ok(false));
        let mut other = Scores::at(path.clone());
        assert_eq!(other.note("threes", 50), Ok(true));
        assert_eq!(best.note("threes", 40), Ok(false), "another program's score counts");
        assert_eq!(best.note("tenten", 7), Ok(true));
        let again = Scores::at(path.clone());
        assert_eq!((again.of("threes"), again.of("tenten"), again.of("match5")), (Some(50), Some(7), None));
        std::fs::write(&path, "{").unwrap();
        assert_eq!(Scores::at(path).of("threes"), None);
        assert_eq!(Scores::default().note("threes", 1), Ok(true), "without a file it counts too");
    }
}

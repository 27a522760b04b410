//! The best scores of a person, kept between games.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The best score of each game, by its name with settings.
#[derive(Debug, Default)]
pub(crate) struct Best {
    /// Where they are kept; nowhere if there is no home.
    path: Option<PathBuf>,
    scores: BTreeMap<String, i64>,
}

impl Best {
    /// Those of this user: `gambol/best.json` in `$XDG_STATE_HOME` or `~/.local/state`.
    pub(crate) fn of_user() -> Self {
        let folder = |name| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
        let state = folder("XDG_STATE_HOME").or_else(|| folder("HOME").map(|home| home.join(".local/state")));
        state.map_or_else(Self::default, |state| Self::at(state.join("gambol/best.json")))
    }

    fn at(path: PathBuf) -> Self {
        let scores = read(&path).unwrap_or_default();
        Self { path: Some(path), scores }
    }

    pub(crate) fn of(&self, game: &str) -> Option<i64> {
        self.scores.get(game).copied()
    }

    /// Notes the score of a game that is over, and says whether it is the best.
    ///
    /// # Errors
    ///
    /// If it cannot be kept in the file; it counts until the program ends.
    pub(crate) fn note(&mut self, game: &str, score: i64) -> Result<bool, String> {
        // Another game may have been played meanwhile.
        for (game, score) in self.path.as_deref().and_then(read).unwrap_or_default() {
            let best = self.scores.entry(game).or_insert(score);
            *best = score.max(*best);
        }
        if self.of(game).is_some_and(|best| best >= score) {
            return Ok(false);
        }
        self.scores.insert(game.to_owned(), score);
        let Some(path) = &self.path else { return Ok(true) };
        let failed = |error: &dyn std::fmt::Display| format!("best score not kept: {}: {error}", path.display());
        let folder = path.parent().unwrap_or(Path::new("."));
        std::fs::create_dir_all(folder).map_err(|error| failed(&error))?;
        let text = serde_json::to_string(&self.scores).map_err(|error| failed(&error))?;
        gambol_arena::replace(path, &text).map_err(|error| failed(&error.reason))?;
        Ok(true)
    }
}

/// A file that is not there or damaged holds no scores.
fn read(path: &Path) -> Option<BTreeMap<String, i64>> {
    serde_json::from_str(&std::fs::read_to_string(path).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_is_kept_and_only_the_best() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/best.json");
        let mut best = Best::at(path.clone());
        assert_eq!(best.note("threes", 30), Ok(true));
        assert_eq!(best.note("threes", 30), Ok(false));
        let mut other = Best::at(path.clone());
        assert_eq!(other.note("threes", 50), Ok(true));
        assert_eq!(best.note("threes", 40), Ok(false), "another program's score counts");
        assert_eq!(best.note("tenten", 7), Ok(true));
        let again = Best::at(path.clone());
        assert_eq!((again.of("threes"), again.of("tenten"), again.of("match5")), (Some(50), Some(7), None));
        std::fs::write(&path, "{").unwrap();
        assert_eq!(Best::at(path).of("threes"), None);
        assert_eq!(Best::default().note("threes", 1), Ok(true), "without a file it counts too");
    }
}

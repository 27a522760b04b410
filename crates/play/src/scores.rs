//! High scores, kept between games.

use std::cmp::Reverse;
use std::collections::BTreeMap;
#[cfg(feature = "files")]
use std::path::{Path, PathBuf};

/// Number of scores kept for each game.
const KEPT: usize = 10;

/// Help that a human player had in a game; the greatest that was used.
///
/// ```
/// use gambol_play::Help;
///
/// assert!(Help::None < Help::Hint && Help::Hint < Help::Agent);
/// assert!(Help::Hint.is_own() && !Help::Luck.is_own());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "files", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "files", serde(rename_all = "lowercase"))]
pub enum Help {
    /// No help.
    #[default]
    None,
    /// A hint.
    Hint,
    /// A chance event was undone.
    Luck,
    /// An agent moved.
    Agent,
}

impl Help {
    /// Whether the score is the human player's own. Hints are allowed.
    #[must_use]
    pub fn is_own(self) -> bool {
        self <= Self::Hint
    }
}

/// Score of a completed game.
///
/// ```
/// use gambol_play::{Help, Score};
///
/// let mut score = Score::new(702);
/// score.seed = Some(7);
/// assert_eq!((score.moves, score.help), (None, Help::None));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "files", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Score {
    /// The points.
    pub score: i64,
    /// Date, as in `2026-11-22`; empty if unknown.
    #[cfg_attr(feature = "files", serde(default))]
    pub date: String,
    /// Seed of the game, if known.
    #[cfg_attr(feature = "files", serde(default))]
    pub seed: Option<u64>,
    /// Number of moves, if known.
    #[cfg_attr(feature = "files", serde(default))]
    pub moves: Option<u64>,
    /// Help in the game.
    #[cfg_attr(feature = "files", serde(default))]
    pub help: Help,
}

impl Score {
    /// Creates a score without further information.
    #[must_use]
    pub const fn new(score: i64) -> Self {
        Self { score, date: String::new(), seed: None, moves: None, help: Help::None }
    }
}

type Lists = BTreeMap<String, Vec<Score>>;

/// The ten best scores of each game, by its name with settings: the human player's own first, then
/// those with help of agents.
///
/// ```
/// use gambol_play::{Help, Score, Scores};
///
/// let mut scores = Scores::default(); // kept nowhere
/// let mut helped = Score::new(90_000);
/// helped.help = Help::Agent;
/// scores.note("threes", helped)?;
/// scores.note("threes", Score::new(2_000))?;
/// assert_eq!(scores.best("threes"), Some(2_000), "the other one was an agent's");
/// # Ok::<(), String>(())
/// ```
#[derive(Debug, Default)]
pub struct Scores {
    /// File of the scores; `None` if they are not stored.
    #[cfg(feature = "files")]
    path: Option<PathBuf>,
    lists: Lists,
}

impl Scores {
    /// Reads the user's scores from `gambol/scores.json` in `$XDG_STATE_HOME` or `~/.local/state`.
    /// Scores of `best.json`, an earlier format in the same folder, are imported.
    #[cfg(feature = "files")]
    #[cfg_attr(docsrs, doc(cfg(feature = "files")))]
    #[must_use]
    pub fn of_user() -> Self {
        state_folder().map_or_else(Self::default, |state| Self::at(state.join("gambol/scores.json")))
    }

    #[cfg(feature = "files")]
    fn at(path: PathBuf) -> Self {
        let lists = read(&path).unwrap_or_default();
        Self { path: Some(path), lists }
    }

    /// Returns the scores of a game, by its name with settings, best first.
    #[must_use]
    pub fn of(&self, game: &str) -> &[Score] {
        self.lists.get(game).map_or(&[], Vec::as_slice)
    }

    /// Returns the best score of a game that is the human player's own.
    #[must_use]
    pub fn best(&self, game: &str) -> Option<i64> {
        self.of(game).first().filter(|best| best.help.is_own()).map(|best| best.score)
    }

    /// Adds the score of a completed game. Returns its rank from 1 if it is among the best.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written, or if it exists but cannot be read: it is then left as
    /// it is. The score is kept until the program ends.
    pub fn note(&mut self, game: &str, score: Score) -> Result<Option<usize>, String> {
        self.note_again(game, None, score)
    }

    /// Adds the score of a game that may have ended before with another one, which it replaces if
    /// it ranks higher: a game is among the best once.
    #[cfg_attr(not(feature = "files"), expect(clippy::unnecessary_wraps, reason = "files can fail"))]
    pub(crate) fn note_again(
        &mut self,
        game: &str,
        before: Option<&Score>,
        score: Score,
    ) -> Result<Option<usize>, String> {
        // Another process may have added scores in the meantime.
        #[cfg(feature = "files")]
        let stored = self.path.as_deref().map_or(Ok(Lists::new()), read);
        #[cfg(feature = "files")]
        for (game, scores) in stored.iter().flatten() {
            for score in scores {
                if !self.of(game).contains(score) {
                    self.insert(game, score.clone());
                }
            }
        }
        if let Some(before) = before
            && let Some(place) = self.of(game).iter().position(|other| other == before)
        {
            if rank(before) <= rank(&score) {
                return Ok(None);
            }
            self.lists.entry(game.to_owned()).or_default().remove(place);
        }
        let place = self.insert(game, score);
        #[cfg(feature = "files")]
        stored?;
        #[cfg(feature = "files")]
        if place.is_some() {
            self.store()?;
        }
        Ok(place)
    }

    /// Inserts a score and returns its rank from 1 if it is among the best. Of equal scores, the
    /// earlier ranks higher.
    fn insert(&mut self, game: &str, score: Score) -> Option<usize> {
        let list = self.lists.entry(game.to_owned()).or_default();
        let place = list.partition_point(|other| rank(other) <= rank(&score));
        list.insert(place, score);
        list.truncate(KEPT);
        (place < KEPT).then_some(place + 1)
    }

    #[cfg(feature = "files")]
    fn store(&self) -> Result<(), String> {
        let Some(path) = &self.path else { return Ok(()) };
        let failed = |error: &dyn std::fmt::Display| format!("score not saved: {}: {error}", path.display());
        let folder = path.parent().unwrap_or(Path::new("."));
        std::fs::create_dir_all(folder).map_err(|error| failed(&error))?;
        let text = serde_json::to_string(&self.lists).map_err(|error| failed(&error))?;
        gambol_arena::replace(path, &text).map_err(|error| failed(&error.reason))
    }
}

/// The order of scores, best first.
fn rank(score: &Score) -> (bool, Reverse<i64>) {
    (!score.help.is_own(), Reverse(score.score))
}

/// Returns the user's folder for the state of programs.
#[cfg(feature = "files")]
pub(crate) fn state_folder() -> Option<PathBuf> {
    let folder = |name| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    folder("XDG_STATE_HOME").or_else(|| folder("HOME").map(|home| home.join(".local/state")))
}

/// Reads the scores of a file. If it is missing, those of `best.json` in the same folder are used.
#[cfg(feature = "files")]
fn read(path: &Path) -> Result<Lists, String> {
    let refuse = |error: &dyn std::fmt::Display| format!("score not saved: {}: {error}", path.display());
    match std::fs::read_to_string(path) {
        Ok(text) => serde_json::from_str(&text).map_err(|error| refuse(&error)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            let old = std::fs::read_to_string(path.with_file_name("best.json")).ok();
            let old = old.and_then(|text| serde_json::from_str::<BTreeMap<String, i64>>(&text).ok());
            Ok(old.into_iter().flatten().map(|(game, score)| (game, vec![Score::new(score)])).collect())
        }
        Err(error) => Err(refuse(&error)),
    }
}

/// Returns today's date, as in `2026-11-22`, in UTC.
pub(crate) fn today() -> String {
    let since = web_time::SystemTime::now().duration_since(web_time::UNIX_EPOCH).unwrap_or_default();
    date_of(since.as_secs() / 86_400)
}

/// Returns the date of a day, counted from 1 January 1970. Years begin in March, so that leap days
/// are last.
fn date_of(day: u64) -> String {
    let day = day + 719_468;
    let (era, day) = (day / 146_097, day % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let date = day - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = 400 * era + year + u64::from(month <= 2);
    format!("{year}-{month:02}-{date:02}")
}

#[cfg(all(test, feature = "files"))]
mod tests {
    use super::*;

    fn score(score: i64, help: Help) -> Score {
        Score { help, ..Score::new(score) }
    }

    #[test]
    fn dates_are_those_of_the_calendar() {
        for (day, date) in [(0, "1970-01-01"), (11_016, "2000-02-29"), (11_017, "2000-03-01"), (20_779, "2026-11-22")] {
            assert_eq!(date_of(day), date);
        }
        assert_eq!(date_of(365 * 130 + 32), "2100-01-01");
        assert_eq!(date_of(365 * 130 + 32 + 59), "2100-03-01", "no leap year");
        assert!(today().as_str() > "2025");
    }

    #[test]
    fn the_ten_best_are_kept_and_own_ones_come_first() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/scores.json");
        let mut scores = Scores::at(path.clone());
        assert_eq!(scores.best("threes"), None);
        assert_eq!(scores.note("threes", score(90, Help::Agent)), Ok(Some(1)));
        assert_eq!(scores.best("threes"), None, "it is not a person's own");
        assert_eq!(scores.note("threes", score(30, Help::None)), Ok(Some(1)));
        assert_eq!(scores.note("threes", score(30, Help::Hint)), Ok(Some(2)), "the earlier of equals is better");
        let mut other = Scores::at(path.clone());
        assert_eq!(other.note("threes", score(50, Help::Hint)), Ok(Some(1)));
        assert_eq!(scores.note("threes", score(40, Help::None)), Ok(Some(2)), "another program's score counts");
        assert_eq!((scores.best("threes"), scores.of("threes").len()), (Some(50), 5));
        for points in 60..70 {
            assert_eq!(scores.note("threes", score(points, Help::None)), Ok(Some(1)));
        }
        assert_eq!(scores.note("threes", score(59, Help::None)), Ok(None));
        let full = Score { date: today(), seed: Some(7), moves: Some(3), ..Score::new(5) };
        assert_eq!(scores.note("tenten", full.clone()), Ok(Some(1)));
        let again = Scores::at(path.clone());
        assert_eq!((again.best("threes"), again.of("threes").len(), again.of("tenten")), (Some(69), 10, &[full][..]));
        // A file that another version may have written stays as it is.
        let newer = r#"{"threes":[{"score":7,"help":"robot"}]}"#;
        std::fs::write(&path, newer).unwrap();
        let mut unread = Scores::at(path.clone());
        let refused = unread.note("threes", Score::new(5)).unwrap_err();
        assert!(refused.contains("scores.json") && refused.contains("robot"), "{refused}");
        assert_eq!((unread.best("threes"), std::fs::read_to_string(&path).unwrap().as_str()), (Some(5), newer));
        assert_eq!(Scores::default().note("threes", Score::new(1)), Ok(Some(1)), "without a file it counts too");
    }

    #[test]
    fn a_game_that_ends_again_is_listed_once() {
        let folder = tempfile::tempdir().unwrap();
        let mut scores = Scores::at(folder.path().join("scores.json"));
        let [first, worse, better, helped] =
            [(50, Help::None), (40, Help::None), (60, Help::Hint), (90, Help::Luck)].map(|(it, help)| score(it, help));
        assert_eq!(scores.note("threes", first.clone()), Ok(Some(1)));
        for again in [worse, helped] {
            assert_eq!(scores.note_again("threes", Some(&first), again), Ok(None));
        }
        assert_eq!(scores.of("threes"), std::slice::from_ref(&first));
        assert_eq!(scores.note_again("threes", Some(&first), better.clone()), Ok(Some(1)));
        assert_eq!(scores.of("threes"), [better]);
    }

    #[test]
    fn the_best_scores_of_before_are_taken_over() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("best.json"), r#"{"threes":50,"tenten":7}"#).unwrap();
        let path = folder.path().join("scores.json");
        let mut scores = Scores::at(path.clone());
        assert_eq!((scores.best("threes"), scores.best("tenten")), (Some(50), Some(7)));
        assert_eq!(scores.note("threes", Score::new(40)), Ok(Some(2)));
        std::fs::write(folder.path().join("best.json"), r#"{"threes":5000}"#).unwrap();
        let again = Scores::at(path);
        assert_eq!((again.best("threes"), again.best("tenten")), (Some(50), Some(7)), "once");
    }
}

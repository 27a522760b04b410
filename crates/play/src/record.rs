//! Saved games: the records of `gambol run --record-games`, with one game each.

use std::path::Path;

use gambol::Game;
use gambol_arena::{GameText, Header, Plan, Reader, Record, Shard, write_records};

use crate::session::{Origin, Session};

/// Name of a human player among the agents' names.
pub(crate) const PERSON: &str = "human";
/// Separator of two players' names.
const VERSUS: &str = " vs ";

/// A game from a file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Saved {
    /// The game's name, with its settings.
    pub game: String,
    /// Names of the players: one, or one for each side.
    pub players: Vec<String>,
    /// Origin of its seed.
    pub origin: Origin,
    /// Its start and its events.
    pub text: GameText,
    /// Whether the file has no other game.
    pub is_alone: bool,
}

/// Reads the first game of a file.
///
/// # Errors
///
/// Returns the file and the reason.
pub fn load(path: &Path) -> Result<Saved, String> {
    let refuse = |reason: &str| format!("{}: {reason}", path.display());
    let mut reader =
        Reader::open(path).map_err(|error| error.to_string())?.ok_or_else(|| refuse("its first line is incomplete"))?;
    let header = reader.header().clone();
    let located = match reader.next() {
        None => return Err(refuse("it contains no complete game")),
        Some(located) => located.map_err(|error| error.to_string())?,
    };
    let record = located.record;
    let Some(text) = record.game.clone() else {
        return Err(refuse("its games are not recorded; play with --record-games"));
    };
    let players = record.players(&header.plan).into_iter().flat_map(|name| name.split(VERSUS));
    let players = players.map(str::to_owned).collect();
    let origin = Origin { seed: header.plan.seed(), index: record.index / header.plan.unit() };
    let is_alone = reader.next().is_none();
    Ok(Saved { game: header.plan.game().to_owned(), players, origin, text, is_alone })
}

/// Writes a game to a file. On failure, no incomplete file remains.
///
/// # Errors
///
/// Returns the file and the reason.
pub(crate) fn save(path: &Path, game: &str, players: &[String], session: &Session) -> Result<(), String> {
    let refuse = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let origin = session.origin();
    let games = origin.index + 1;
    let plan = Plan::builder(game, session.start())
        .players(session.state().players())
        .agent(&players.join(VERSUS))
        .games(games)
        .seed(origin.seed)
        .record_games(true)
        .build()
        .map_err(|error| refuse(&error))?;
    let mut record = Record::new(&plan, origin.index, session.state().score(), session.state().to_string());
    (record.moves, record.game) = (session.moves(), Some(session.text()));
    // With as many shards as games, the last shard has only the last game.
    let shard = Shard::new(games, games).ok_or_else(|| refuse(&"too many games"))?;
    let header = Header::new(env!("CARGO_PKG_VERSION"), plan, shard);
    write_records(path, &header, &[record]).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use gambol::registry::Registry;
    use gambol_arena::Course;

    #[test]
    fn a_game_in_a_file_comes_back() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.jsonl");
        let mut session = Session::new(Registry::standard().start("match5").unwrap(), Origin { seed: 4, index: 2 });
        session.play("e5".parse().unwrap(), true).unwrap();
        let players = [PERSON.to_owned(), "mc:z=10".to_owned()];
        save(&path, "match5", &players, &session).unwrap();
        let saved = load(&path).unwrap();
        assert_eq!(
            saved,
            Saved {
                game: "match5".into(),
                players: players.to_vec(),
                origin: session.origin(),
                text: session.text(),
                is_alone: true
            }
        );
        // The file is a complete shard of one game.
        let mut reader = Reader::open(&path).unwrap().unwrap();
        let mut course = Course::new(reader.header());
        assert_eq!(reader.header().shard.to_string(), "3/3");
        assert_eq!(reader.read_next(&mut course, &|_, _| Ok(())).unwrap().unwrap().record.index, 2);
        assert_eq!(course.next(), None);
        // It can be overwritten, and an invalid file is rejected by name.
        save(&path, "match5", &players, &session).unwrap();
        std::fs::write(&path, "nonsense\n").unwrap();
        assert!(load(&path).unwrap_err().contains("game.jsonl: line 1"));
        std::fs::write(&path, "").unwrap();
        assert!(load(&path).unwrap_err().contains("incomplete"));
        assert!(load(&folder.path().join("none")).unwrap_err().contains("none"));
        assert!(save(&folder.path().join("no/where"), "match5", &players, &session).is_err());
    }
}

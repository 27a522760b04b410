//! Games in files: the records of `gambol run --record-games`, with one game.

use std::path::Path;

use gambol::Game;
use gambol::core::TextError;
use gambol_arena::{GameText, Header, Plan, Reader, Record, write_records};

use crate::session::{Origin, Session};

/// How a person is called where agents are named.
pub const PERSON: &str = "human";
/// Between the names of two players.
const VERSUS: &str = " vs ";

/// A game from a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Saved {
    /// The game's name, with its settings.
    pub game: String,
    /// Who played: one name, or one for each side.
    pub players: Vec<String>,
    /// Where its seed comes from.
    pub origin: Origin,
    /// What happened in it.
    pub text: GameText,
}

/// Reads the first game of a file.
///
/// # Errors
///
/// Names the file, and where it is not what it should be.
pub fn load(path: &Path) -> Result<Saved, String> {
    let refuse = |reason: &str| format!("{}: {reason}", path.display());
    let mut reader = Reader::open(path)
        .map_err(|error| error.to_string())?
        .ok_or_else(|| refuse("it breaks off in its first line"))?;
    let header = reader.header().clone();
    let located = match reader.next() {
        None => return Err(refuse("there is no whole game in it")),
        Some(located) => located.map_err(|error| error.to_string())?,
    };
    let record = located.record;
    let Some(text) = record.game.clone() else {
        return Err(refuse("its games are not kept; play with --record-games"));
    };
    let players = record.players(&header.plan).into_iter().flat_map(|name| name.split(VERSUS));
    let players = players.map(str::to_owned).collect();
    let origin = Origin { seed: header.plan.seed(), index: record.index / header.plan.unit() };
    Ok(Saved { game: header.plan.game().to_owned(), players, origin, text })
}

/// Writes a game to a file, which is whole or not there.
///
/// # Errors
///
/// Names the file and what happened.
pub fn save(path: &Path, game: &str, players: &[String], session: &Session) -> Result<(), String> {
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
    let record = Record {
        index: origin.index,
        seed: plan.seed_of(origin.index).get(),
        first: None,
        score: session.state().score(),
        moves: session.moves(),
        last: session.state().to_string(),
        game: Some(session.text()),
        each: None,
        time_us: 0,
    };
    // Of as many games as shards, the last shard holds the last game alone.
    let shard = format!("{games}/{games}").parse().map_err(|error: TextError| refuse(&error))?;
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
            Saved { game: "match5".into(), players: players.to_vec(), origin: session.origin(), text: session.text() }
        );
        // It is a shard of one game, and whole.
        let mut reader = Reader::open(&path).unwrap().unwrap();
        let mut course = Course::new(reader.header());
        assert_eq!(reader.header().shard.to_string(), "3/3");
        assert_eq!(reader.read_next(&mut course, &|_, _| Ok(())).unwrap().unwrap().record.index, 2);
        assert_eq!(course.next(), None);
        // It can be replaced, and a file that is none is refused by name.
        save(&path, "match5", &players, &session).unwrap();
        std::fs::write(&path, "nonsense\n").unwrap();
        assert!(load(&path).unwrap_err().contains("game.jsonl: line 1"));
        std::fs::write(&path, "").unwrap();
        assert!(load(&path).unwrap_err().contains("breaks off"));
        assert!(load(&folder.path().join("none")).unwrap_err().contains("none"));
        assert!(save(&folder.path().join("no/where"), "match5", &players, &session).is_err());
    }
}

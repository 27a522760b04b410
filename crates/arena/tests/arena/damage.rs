//! Damaged and forged files of records are rejected.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{START, altered, builder, plan};
use crate::kept::{header, merge, open, partial, whole, write};
use gambol_arena::{Course, GameText, Header, Plan, Reader, Record, Share, write_records};

/// The header and the records of a file.
fn read(path: &Path) -> (Header, Vec<Record>) {
    let reader = Reader::open(path).unwrap().unwrap();
    (reader.header().clone(), reader.map(|located| located.unwrap().record).collect())
}

/// The records of a file, altered and with correct hashes.
fn forged(path: &Path, alter: impl FnOnce(&mut Header, &mut Vec<Record>)) -> PathBuf {
    let (mut header, mut records) = read(path);
    alter(&mut header, &mut records);
    let other = path.with_file_name("forged.jsonl");
    write_records(&other, &header, &records).unwrap();
    other
}

#[test]
fn records_that_are_not_of_the_plan_are_refused_in_spite_of_their_hashes() {
    let folder = tempfile::tempdir().unwrap();
    let plan = builder(2, 6).record_games(true).opening_plies(2).max_moves(50).build().unwrap();
    whole(folder.path(), &plan);
    let path = folder.path().join("whole.jsonl");
    let ours = header(plan, "1/1");
    let refusals = |named: &str, alter: fn(&mut Record)| {
        let other = forged(&path, |_, records| alter(&mut records[1]));
        let messages = [
            merge(std::slice::from_ref(&other)).unwrap_err().to_string(),
            open(&other, &ours, true).unwrap_err().to_string(),
        ];
        fs::rename(&other, partial(&other)).unwrap();
        let resumed = open(&other, &ours, true).unwrap_err().to_string();
        for message in messages.iter().chain([&resumed]) {
            assert!(message.contains("line 3: ") && message.contains(named), "{named}: {message}");
        }
    };
    refusals("seed", |record| record.seed += 1);
    refusals("should begin with the other agent", |record| record.first = Some(0));
    refusals("should begin with the other agent", |record| record.first = None);
    refusals("includes the game's events", |record| record.game = None);
    refusals("more than the header allows", |record| {
        record.moves = 51;
        record.each = Some([Share::default(); 2]);
        record.each.as_mut().unwrap()[0].moves = 51;
    });
    refusals("moves of each of two agents", |record| record.each = None);
    refusals("moves of each of two agents", |record| record.moves += 1);
    // Discrepancies between record and game.
    refusals("game 1: its events lead to", |record| record.score += 1_000_000);
    refusals("game 1: its events lead to", |record| record.last = START.to_string());
    refusals("game 1: its events do not match its number of moves", |record| {
        let [one, two] = record.each.as_mut().unwrap();
        (one.moves, two.moves) = (one.moves + 1, two.moves - 1);
    });
    refusals("game 1: its events do not match its number of moves", |record| {
        record.moves += 1;
        record.each.as_mut().unwrap()[0].moves += 1;
    });
    refusals("game 1: event 2 (9): ", |record| record.game.as_mut().unwrap().events[1] = "9".to_owned());
    refusals("begins with another state", |record| record.game.as_mut().unwrap().start = "0 1-0 first".to_owned());
}

#[test]
fn a_game_that_is_refused_is_not_added() {
    let folder = tempfile::tempdir().unwrap();
    whole(folder.path(), &plan(1, 3));
    let mut reader = Reader::open(&folder.path().join("whole.jsonl")).unwrap().unwrap();
    let mut course = Course::new(reader.header());
    let refused = reader.read_next(&mut course, &|_, _| Err("no".to_owned()));
    assert!(refused.unwrap_err().to_string().ends_with("line 2: game 0: no"));
    assert_eq!((course.next(), course.tally().games()), (Some(0), 0));
}

#[test]
fn games_that_are_not_kept_are_said_not_to_be() {
    let folder = tempfile::tempdir().unwrap();
    whole(folder.path(), &plan(1, 3));
    let game = serde_json::json!({ "start": START.to_string(), "events": [] });
    let game: GameText = serde_json::from_value(game).unwrap();
    let other = forged(&folder.path().join("whole.jsonl"), |_, records| records[0].game = Some(game.clone()));
    let message = merge(&[other]).unwrap_err().to_string();
    assert!(message.contains("line 2: game 0 includes the game's events"), "{message}");
}

#[test]
fn headers_that_no_run_has_are_refused_in_spite_of_their_hashes() {
    let folder = tempfile::tempdir().unwrap();
    whole(folder.path(), &plan(2, 6));
    let refused = |alter: fn(Plan) -> Plan, named: &str| {
        let other = forged(&folder.path().join("whole.jsonl"), |header, records| {
            let plan = alter(header.plan.clone());
            *header = Header::new(&header.gambol, plan, header.shard);
            records.clear();
        });
        let message = Reader::open(&other).unwrap_err().to_string();
        assert!(message.contains("line 1: ") && message.contains(named), "{named}: {message}");
    };
    refused(|plan| altered(&plan, "players", 0), "players: the number of players must be 1 or 2 (got 0)");
    refused(|plan| altered(&plan, "players", 3), "players: the number of players must be 1 or 2 (got 3)");
    refused(|plan| altered(&plan, "agents", Vec::<String>::new()), "the number of agents must be 1 or 2 (got 0)");
    refused(|plan| altered(&plan, "agents", vec!["a", "b", "c"]), "the number of agents must be 1 or 2 (got 3)");
    refused(|plan| altered(&plan, "games", 5), "of a match must be even (got 5)");
    refused(|plan| altered(&altered(&plan, "players", 1), "sprt", "0,9"), "only matches of two-player games");
    let other = forged(&folder.path().join("whole.jsonl"), |header, _| header.settings = "0".repeat(16));
    assert!(Reader::open(&other).unwrap_err().to_string().contains("its settings do not have the hash 0000"));
    let other = forged(&folder.path().join("whole.jsonl"), |header, _| header.shard = "2/3".parse().unwrap());
    assert!(
        merge(&[other])
            .unwrap_err()
            .to_string()
            .contains("line 2: it is the record of game 0, which is not in shard 2/3")
    );
}

#[test]
fn a_line_of_another_run_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let [one, other] = [plan(1, 3), builder(1, 3).max_moves(100).build().unwrap()];
    let [one, other] = [one, other].map(|plan| whole(folder.path(), &plan));
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    let mut mixed = lines(&one);
    // The same game, with the same text except for the hash.
    mixed[2] = lines(&other)[2].clone();
    let path = folder.path().join("mixed.jsonl");
    fs::write(&path, mixed.join("\n") + "\n").unwrap();
    let message = merge(&[path]).unwrap_err().to_string();
    assert!(message.contains("mixed.jsonl: line 3: its hash does not match"), "{message}");
}

#[test]
#[cfg(unix)]
fn an_endless_line_is_refused() {
    let message = Reader::open(Path::new("/dev/zero")).unwrap_err().to_string();
    assert_eq!(message, "/dev/zero: line 1: it is longer than 1048576 bytes");
    let folder = tempfile::tempdir().unwrap();
    let text = whole(folder.path(), &plan(1, 2));
    let path = folder.path().join("long.jsonl");
    let head = text.split_inclusive('\n').next().unwrap();
    fs::write(&path, head).unwrap();
    // A hole, which takes no space on disk.
    fs::OpenOptions::new().write(true).open(&path).unwrap().set_len(1 << 40).unwrap();
    let message = merge(&[path]).unwrap_err().to_string();
    assert!(message.ends_with("long.jsonl: line 2: it is longer than 67108864 bytes"), "{message}");
}

#[test]
fn a_file_with_any_byte_altered_is_refused_or_its_end_is_missing() {
    let folder = tempfile::tempdir().unwrap();
    let plan = builder(2, 6).record_games(true).opening_plies(2).sprt("0,400".parse().unwrap()).build().unwrap();
    let text = whole(folder.path(), &plan);
    let header = header(plan, "1/1");
    let path = folder.path().join("damaged.jsonl");
    for place in 0..text.len() {
        let mut bytes = text.clone().into_bytes();
        bytes[place] ^= [1, 2, 4, 8, 16, 32, 64, 128][place % 8];
        fs::write(&path, &bytes).unwrap();
        let message = merge(std::slice::from_ref(&path)).unwrap_err().to_string();
        assert!(!message.contains('\n') && message.contains("damaged.jsonl"), "byte {place}: {message}");
        assert!(write(&path, &header, true, u64::MAX).is_err(), "byte {place}");
        fs::rename(&path, partial(&path)).unwrap();
        if write(&path, &header, true, u64::MAX).is_ok() {
            // The last line had no line break, and was played again.
            assert_eq!((place, fs::read_to_string(&path).unwrap()), (text.len() - 1, text.clone()));
        }
        let _ = fs::remove_file(partial(&path));
    }
}

//! Files of records survive what breaks off, and shards become what one process writes.

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use common::{plan, records};
use gambol_arena::{Header, Merged, Opened, Outcome, Plan, Writer};

fn header(plan: Plan, shard: &str) -> Header {
    Header::new("1.0", plan, shard.parse().unwrap())
}

/// The name of a file while it is written.
fn partial(path: &Path) -> PathBuf {
    path.with_extension("jsonl.partial")
}

/// Writes the records of a shard as far as `stop` says, and leaves the rest to a later call.
fn write(path: &Path, header: &Header, resume: bool, stop: u64) -> Result<bool, String> {
    let mut writer = match Writer::open(path, header, resume).map_err(|error| error.to_string())? {
        Opened::Whole(_) => return Ok(true),
        Opened::Due(writer) => writer,
    };
    for record in records(&header.plan, header.shard, 2) {
        if Some(record.index) == writer.course().next() && record.index < stop {
            writer.add(&record).map_err(|error| error.to_string())?;
        }
    }
    if writer.course().next().is_some() {
        return Ok(false);
    }
    writer.finish().map(|_| false).map_err(|error| error.to_string())
}

fn shards(folder: &Path, plan: &Plan, count: u64) -> Vec<PathBuf> {
    let file = |number: u64| {
        let path = folder.join(format!("{number}.jsonl"));
        write(&path, &header(plan.clone(), &format!("{number}/{count}")), false, u64::MAX).unwrap();
        path
    };
    (1..=count).map(file).collect()
}

fn whole(folder: &Path, plan: &Plan) -> String {
    let path = folder.join("whole.jsonl");
    write(&path, &header(plan.clone(), "1/1"), false, u64::MAX).unwrap();
    fs::read_to_string(path).unwrap()
}

#[test]
fn a_file_continues_wherever_it_breaks_off() {
    let folder = tempfile::tempdir().unwrap();
    let plan = Plan { record_games: true, ..plan(1, 4) };
    let text = whole(folder.path(), &plan);
    let header = header(plan, "1/1");
    let path = folder.path().join("broken.jsonl");
    for cut in (0..=text.len()).step_by(23).chain([text.len() - 1, text.len()]) {
        fs::write(partial(&path), &text.as_bytes()[..cut]).unwrap();
        assert_eq!(write(&path, &header, true, u64::MAX), Ok(false), "cut at {cut}");
        assert_eq!(fs::read_to_string(&path).unwrap(), text, "cut at {cut}");
        assert!(!partial(&path).exists());
        assert_eq!(write(&path, &header, true, u64::MAX), Ok(true), "it is whole");
        fs::remove_file(&path).unwrap();
    }
}

/// Versions before wrote no times of each agent.
#[test]
fn a_match_whose_records_lack_the_agents_times_is_read_and_continued() {
    let folder = tempfile::tempdir().unwrap();
    let text = whole(folder.path(), &plan(2, 6));
    let old = |line: &str| {
        let (before, each) = line.split_once(",\"each\":").expect("a record of a duel says it");
        format!("{before}{}", each.split_once(']').unwrap().1)
    };
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for line in &mut lines[1..4] {
        *line = old(line);
    }
    let path = folder.path().join("old.jsonl");
    fs::write(partial(&path), lines[..4].join("\n") + "\n").unwrap();
    assert_eq!(write(&path, &header(plan(2, 6), "1/1"), true, u64::MAX), Ok(false));
    assert_eq!(fs::read_to_string(&path).unwrap(), lines.join("\n") + "\n");
    let merged = Merged::read(std::slice::from_ref(&path)).unwrap();
    let Outcome::Duel(duel) = merged.course().tally().outcome() else { panic!("it is a match") };
    assert_eq!((duel.games, duel.ms_per_move_each), (6, Some([0.0; 2])), "three of them say it");
    for line in &mut lines[4..] {
        *line = old(line);
    }
    fs::write(&path, lines.join("\n") + "\n").unwrap();
    let merged = Merged::read(std::slice::from_ref(&path)).unwrap();
    let Outcome::Duel(duel) = merged.course().tally().outcome() else { panic!("it is a match") };
    assert_eq!(duel.ms_per_move_each, None);
    // Moves that are not those of the game.
    fs::write(&path, text.replacen("\"each\":[{\"moves\":", "\"each\":[{\"moves\":1", 1)).unwrap();
    assert!(Merged::read(&[path]).unwrap_err().to_string().contains("game 0 says what each of two agents did"));
}

#[test]
fn what_is_not_a_part_of_this_run_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("f.jsonl");
    let ours = header(plan(1, 10), "1/2");
    assert_eq!(write(&path, &ours, false, 3), Ok(false));
    let text = fs::read_to_string(partial(&path)).unwrap();
    let refusal = |header: &Header, resume| write(&path, header, resume, u64::MAX).unwrap_err();
    assert!(refusal(&ours, false).contains("--resume"), "a part is not thrown away");
    assert!(refusal(&header(plan(1, 10), "2/2"), true).contains("shard is 1/2 there, 2/2 here"));
    for (field, other) in [
        ("seed", Plan { seed: 8, ..plan(1, 10) }),
        ("games", plan(1, 12)),
        ("agents", plan(2, 10)),
        ("max_moves", Plan { max_moves: Some(3), ..plan(1, 10) }),
        ("record_games", Plan { record_games: true, ..plan(1, 10) }),
    ] {
        let message = refusal(&header(other, "1/2"), true);
        assert!(message.contains(&format!("another run: {field} is")), "{field}: {message}");
    }
    let newer = Header::new("1.1", plan(1, 10), ours.shard);
    assert!(refusal(&newer, true).contains(r#"gambol is "1.0" there, "1.1" here"#));
    // A whole line that is wrong is no broken end.
    for (from, to, named) in [
        ("\"index\":1,", "\"index\":2,", "line 3: game 2 has the seed"),
        ("\"score\":", "\"points\":", "line 2: it is no record"),
        ("\"seed\":7,", "\"seed\":8,", "line 1: its settings have not the hash"),
    ] {
        fs::write(partial(&path), text.replacen(from, to, 1)).unwrap();
        let message = refusal(&ours, true);
        assert!(message.contains(named), "{message}");
    }
    let lines: Vec<&str> = text.lines().collect();
    fs::write(partial(&path), format!("{}\n{}\n", lines[0], lines[2])).unwrap();
    assert!(refusal(&ours, true).contains("it is of game 1, where game 0 should be"));
}

#[test]
fn two_processes_do_not_write_one_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("f.jsonl");
    let header = header(plan(1, 3), "1/1");
    let Opened::Due(first) = Writer::open(&path, &header, true).unwrap() else { panic!("it is not there") };
    let message = Writer::open(&path, &header, true).unwrap_err().to_string();
    assert!(message.contains("another process"), "{message}");
    drop(first);
    assert!(Writer::open(&path, &header, true).is_ok());
}

#[test]
fn merged_shards_are_the_bytes_of_one_process() {
    for plan in [plan(1, 10), plan(2, 10)] {
        let folder = tempfile::tempdir().unwrap();
        let text = whole(folder.path(), &plan);
        let mut files = shards(folder.path(), &plan, 4);
        files.reverse();
        let merged = Merged::read(&files).unwrap();
        assert_eq!(merged.course().tally().games(), 10);
        let out = folder.path().join("merged.jsonl");
        merged.write(&out).unwrap();
        assert_eq!(fs::read_to_string(&out).unwrap(), text);
        // Merging again changes nothing.
        assert_eq!(Merged::read(&[out]).unwrap().header().shard.to_string(), "1/1");
    }
}

#[test]
fn missing_and_double_games_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let files = shards(folder.path(), &plan(1, 20), 4);
    let refusal = |files: &[PathBuf]| Merged::read(files).unwrap_err().to_string();
    let message = refusal(&files[..3]);
    assert_eq!(message, "games 15 to 19 are missing: no file has its shard");
    let message = refusal(&[&files[..], &files[1..2]].concat());
    assert!(message.starts_with("games 5 to 9 are twice: in ") && message.matches("2.jsonl").count() == 2, "{message}");
    assert_eq!(refusal(&[]), "there is nothing to merge");

    let text = fs::read_to_string(&files[2]).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let holed = [lines[0], lines[1], lines[3], lines[4], &lines[5][..20]].join("\n");
    fs::write(&files[2], holed).unwrap();
    let message = refusal(&[&files[..1], &files[2..]].concat());
    let named = files[2].display();
    assert_eq!(
        message,
        format!(
            "games 5 to 9 are missing: no file has its shard; game 11 is missing in {named}, shard 3/4; \
             game 14 is missing in {named}, shard 3/4"
        )
    );

    let other = folder.path().join("other.jsonl");
    write(&other, &header(Plan { seed: 9, ..plan(1, 20) }, "3/4"), false, u64::MAX).unwrap();
    let message = refusal(&[files[0].clone(), files[1].clone(), other]);
    assert!(message.contains("other.jsonl: it is of another run than") && message.contains("seed is 7"), "{message}");
}

#[test]
fn a_match_ends_where_its_test_decides() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("f.jsonl");
    let plan = Plan { sprt: Some("0,400".parse().unwrap()), ..plan(2, 2_000) };
    let header = header(plan, "1/1");
    assert_eq!(write(&path, &header, false, 9), Ok(false));
    assert_eq!(write(&path, &header, true, u64::MAX), Ok(false));
    let merged = Merged::read(std::slice::from_ref(&path)).unwrap();
    let games = merged.course().tally().games();
    assert!((10..2_000).contains(&games) && games.is_multiple_of(2), "{games}");
    assert!(merged.course().tally().is_decided());
    // Fewer games decide nothing, so some are missing.
    let text = fs::read_to_string(&path).unwrap();
    let fewer: Vec<&str> = text.lines().take(games as usize).collect();
    fs::write(&path, fewer.join("\n") + "\n").unwrap();
    let message = Merged::read(&[path]).unwrap_err().to_string();
    assert!(message.contains("to 1999 are missing"), "{message}");
}

#[test]
fn a_damaged_file_is_refused_or_says_the_same_games() {
    let folder = tempfile::tempdir().unwrap();
    let plan = Plan { record_games: true, opening_plies: 2, sprt: Some("0,400".parse().unwrap()), ..plan(2, 6) };
    let text = whole(folder.path(), &plan);
    let header = header(plan, "1/1");
    let path = folder.path().join("damaged.jsonl");
    let mut refused = 0;
    let places = (0..text.len()).step_by(7);
    for (number, place) in places.clone().enumerate() {
        let mut bytes = text.clone().into_bytes();
        bytes[place] = [b'0', b'"', b'\n', b'}', 0, 0xFF, b'9'][number % 7];
        fs::write(&path, &bytes).unwrap();
        match Merged::read(std::slice::from_ref(&path)) {
            Ok(merged) => assert_eq!(merged.course().tally().games(), 6),
            Err(error) => {
                refused += 1;
                assert!(!error.to_string().contains('\n'), "{error}");
            }
        }
        fs::rename(&path, partial(&path)).unwrap();
        if write(&path, &header, true, u64::MAX).is_ok() {
            fs::remove_file(&path).unwrap();
        }
        let _ = fs::remove_file(partial(&path));
    }
    assert!(refused > places.len() / 4, "{refused} of {}", places.len());
}

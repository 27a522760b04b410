//! Files of records can be continued after any truncation, and merged shards equal the file of one
//! process.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{altered, builder, plan};
use crate::kept::{header, merge, open, partial, whole, write};
use gambol_arena::{Header, Opened, Plan, Provenance, Reader, write_records};

/// A plan whose records include the games.
fn kept(agents: usize, games: u64) -> Plan {
    builder(agents, games).record_games(true).build().unwrap()
}

fn shards(folder: &Path, plan: &Plan, count: u64) -> Vec<PathBuf> {
    let file = |number: u64| {
        let path = folder.join(format!("{number}.jsonl"));
        write(&path, &header(plan.clone(), &format!("{number}/{count}")), false, u64::MAX).unwrap();
        path
    };
    (1..=count).map(file).collect()
}

#[test]
fn a_file_continues_wherever_it_breaks_off() {
    let folder = tempfile::tempdir().unwrap();
    let plan = kept(1, 4);
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
        ("seed", altered(&plan(1, 10), "seed", 8)),
        ("games", plan(1, 12)),
        ("agents", plan(2, 10)),
        ("max_moves", builder(1, 10).max_moves(3).build().unwrap()),
        ("record_games", kept(1, 10)),
    ] {
        let message = refusal(&header(other, "1/2"), true);
        assert!(message.contains(&format!("another run: {field} is")), "{field}: {message}");
    }
    let newer = Header::new("1.1", plan(1, 10), ours.shard);
    assert!(refusal(&newer, true).contains(r#"gambol is "1.0" there, "1.1" here"#));
    // A complete but invalid line is not a truncated one.
    for (from, to, named) in [
        ("\"index\":1,", "\"index\":2,", "line 3: its hash does not match"),
        ("\"score\":", "\"points\":", "line 2: its hash does not match"),
        ("\"seed\":7,", "\"seed\":8,", "line 1: its hash does not match"),
        (",\"hash\":", ",\"sum\":", "line 1: it does not end with a hash"),
    ] {
        fs::write(partial(&path), text.replacen(from, to, 1)).unwrap();
        let message = refusal(&ours, true);
        assert!(message.contains(named), "{message}");
    }
    let lines: Vec<&str> = text.lines().collect();
    fs::write(partial(&path), format!("{}\n{}\n", lines[0], lines[2])).unwrap();
    assert!(refusal(&ours, true).contains("it is the record of game 1 instead of game 0"));
}

#[test]
fn two_processes_do_not_write_one_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("f.jsonl");
    let header = header(plan(1, 3), "1/1");
    let Opened::Due(first) = open(&path, &header, true).unwrap() else { panic!("it is not there") };
    let message = open(&path, &header, true).unwrap_err().to_string();
    assert!(message.contains("another process"), "{message}");
    drop(first);
    assert!(open(&path, &header, true).is_ok());
}

#[test]
fn merged_shards_are_the_bytes_of_one_process() {
    for plan in [plan(1, 10), plan(2, 10)] {
        let folder = tempfile::tempdir().unwrap();
        let text = whole(folder.path(), &plan);
        let mut files = shards(folder.path(), &plan, 4);
        files.reverse();
        let merged = merge(&files).unwrap();
        assert_eq!(merged.course().tally().games(), 10);
        let out = folder.path().join("merged.jsonl");
        merged.write(&out).unwrap();
        assert_eq!(fs::read_to_string(&out).unwrap(), text);
        // Merging again has no effect.
        assert_eq!(merge(&[out]).unwrap().header().shard.to_string(), "1/1");
    }
}

#[test]
fn shards_of_many_machines_are_one_run_and_name_them() {
    let folder = tempfile::tempdir().unwrap();
    let plan = plan(1, 80);
    let text = whole(folder.path(), &plan);
    let mut files = shards(folder.path(), &plan, 40);
    for (number, file) in (1..).zip(&files) {
        let reader = Reader::open(file).unwrap().unwrap();
        let mut process = Provenance::here(["gambol".to_owned()]);
        process.started = number;
        let header = reader.header().clone().played_by(process);
        let records: Vec<_> = reader.map(|located| located.unwrap().record).collect();
        write_records(file, &header, &records).unwrap();
    }
    files.reverse();
    let merged = merge(&files).unwrap();
    let started: Vec<u64> = merged.header().provenance.iter().map(|process| process.started).collect();
    assert_eq!(started, (1..=32).collect::<Vec<_>>(), "the first, in the order of the shards");
    let out = folder.path().join("merged.jsonl");
    merged.write(&out).unwrap();
    let plain = |text: &str| text.lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(plain(&fs::read_to_string(&out).unwrap()), plain(&text));
    let header = Reader::open(&out).unwrap().unwrap().header().clone();
    assert_eq!(
        header.without_provenance(),
        Reader::open(&folder.path().join("whole.jsonl")).unwrap().unwrap().header().clone()
    );

    // The longest command lines fit in a header.
    for file in &files {
        let reader = Reader::open(file).unwrap().unwrap();
        let header = reader.header().clone().played_by(Provenance::here(["\u{1}".repeat(Provenance::LONGEST)]));
        let records: Vec<_> = reader.map(|located| located.unwrap().record).collect();
        write_records(file, &header, &records).unwrap();
    }
    let merged = merge(&files).unwrap();
    assert_eq!(merged.header().provenance.len(), 32);
    merged.write(&out).unwrap();
    assert!(Reader::open(&out).unwrap().is_some());
}

#[test]
fn missing_and_double_games_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let files = shards(folder.path(), &plan(1, 20), 4);
    let refusal = |files: &[PathBuf]| merge(files).unwrap_err().to_string();
    let message = refusal(&files[..3]);
    assert_eq!(message, "games 15 to 19 are missing: no file has its shard");
    let message = refusal(&[&files[..], &files[1..2]].concat());
    assert!(
        message.starts_with("games 5 to 9 are duplicate: in ") && message.matches("2.jsonl").count() == 2,
        "{message}"
    );
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
    write(&other, &header(builder(1, 20).seed(9).build().unwrap(), "3/4"), false, u64::MAX).unwrap();
    let message = refusal(&[files[0].clone(), files[1].clone(), other]);
    assert!(
        message.contains("other.jsonl: it belongs to another run than") && message.contains("seed is 7"),
        "{message}"
    );
}

#[test]
fn a_match_ends_where_its_test_decides() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("f.jsonl");
    let plan = builder(2, 2_000).opening_plies(0).sprt("0,400".parse().unwrap()).build().unwrap();
    let header = header(plan, "1/1");
    assert_eq!(write(&path, &header, false, 9), Ok(false));
    assert_eq!(write(&path, &header, true, u64::MAX), Ok(false));
    let merged = merge(std::slice::from_ref(&path)).unwrap();
    let games = merged.course().tally().games();
    assert!((10..2_000).contains(&games) && games.is_multiple_of(2), "{games}");
    assert!(merged.course().tally().is_decided());
    // Fewer games decide nothing, so that some are missing.
    let text = fs::read_to_string(&path).unwrap();
    let fewer: Vec<&str> = text.lines().take(games as usize).collect();
    fs::write(&path, fewer.join("\n") + "\n").unwrap();
    let message = merge(&[path]).unwrap_err().to_string();
    assert!(message.contains("to 1999 are missing"), "{message}");
}

#[test]
fn a_torn_line_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    let text = whole(folder.path(), &kept(1, 4));
    let header = header(kept(1, 4), "1/1");
    let path = folder.path().join("torn.jsonl");
    // Longer than the missing rest, as after a power failure.
    let tail = "{\"gambol\":\"".to_owned() + &"x".repeat(text.len());
    for lines in [0, 1, 3, 5] {
        let sound: String = text.split_inclusive('\n').take(lines).collect();
        fs::write(partial(&path), sound + &tail).unwrap();
        assert_eq!(write(&path, &header, true, u64::MAX), Ok(false), "after {lines} lines");
        assert_eq!(fs::read_to_string(&path).unwrap(), text, "after {lines} lines");
        fs::remove_file(&path).unwrap();
    }
}

#[test]
fn a_foreign_file_without_a_line_break_is_not_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("notes.jsonl");
    let header = header(kept(1, 4), "1/1");
    for text in ["my notes, not records", "x", "{\"gambol\":1", "{\"seed\":1"] {
        fs::write(partial(&path), text).unwrap();
        let message = write(&path, &header, true, u64::MAX).unwrap_err();
        let named = "notes.jsonl.partial: line 1: it is truncated, and not the beginning of a header";
        assert!(message.ends_with(named), "{message}");
        assert_eq!(fs::read_to_string(partial(&path)).unwrap(), text);
    }
}

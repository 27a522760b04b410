//! Runs and matches at the command line: however they are sharded or interrupted, the records are
//! the same.
#![cfg(unix)]

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::common::{gambol, json, program, refusal, stdout};
use crate::text;
use crate::timeless::records;
use serde_json::Value;

/// A run whose games take some ten milliseconds each.
const RUN: [&str; 7] = ["run", "threes", "--agent", "mc:z=12", "--games", "60", "--record-games"];
/// A two-player match with games of similar length.
const MATCH: [&str; 9] =
    ["match", "pentago-swap", "--agents", "mc:z=15", "random", "--games", "40", "--record-games", "--seed=5"];

fn play(command: &[&str], more: &[&str], out: &Path) -> Value {
    json(&[command, more, &["--out", text(out), "--json"]].concat())
}

#[test]
fn a_run_says_first_what_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("f.jsonl");
    play(&["run", "five-or-more:small", "--agent", "random", "--games", "3"], &["--max-moves", "5"], &out);
    let written = records(&out);
    let header: Value = serde_json::from_str(written.lines().next().unwrap()).unwrap();
    for (key, value) in [
        ("gambol", env!("CARGO_PKG_VERSION").into()),
        ("game", "five-or-more:small".into()),
        ("agents", vec!["random"].into()),
        ("games", 3.into()),
        ("seed", 1.into()),
        ("shard", "1/1".into()),
        ("max_moves", 5.into()),
    ] as [(&str, Value); 7]
    {
        assert_eq!(header[key], value, "{key}");
    }
    assert!(header["start"].as_str().unwrap().ends_with("small") && header["settings"].is_string());
}

#[test]
fn records_say_which_agent_a_level_stands_for() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("f.jsonl");
    let summary = play(&["run", "threes", "--agent", "easy:eval=rows", "--games", "2"], &["--max-moves", "5"], &out);
    assert_eq!(summary["agent"], "greedy:eval=rows");
}

#[test]
fn shards_merge_into_what_one_process_writes() {
    for command in [&RUN[..], &MATCH] {
        let folder = tempfile::tempdir().unwrap();
        let whole = folder.path().join("whole.jsonl");
        let mut summary = play(command, &["--jobs", "1"], &whole);
        let shards: Vec<PathBuf> = (1..=4).map(|shard| folder.path().join(format!("{shard}.jsonl"))).collect();
        for (number, shard) in shards.iter().enumerate() {
            let sum = play(command, &["--jobs", "2", "--shard", &format!("{}/4", number + 1)], shard);
            assert!(sum["games"].as_u64().unwrap() < summary["games"].as_u64().unwrap());
        }
        let merged = folder.path().join("merged.jsonl");
        let files: Vec<&str> = shards.iter().rev().map(|path| text(path)).collect();
        let mut again = json(&[&["merge"], &files[..], &["--out", text(&merged), "--json"]].concat());
        assert_eq!(records(&merged), records(&whole));
        for summary in [&mut summary, &mut again] {
            for time in ["ms_per_move", "ms_per_move_each", "games_per_second"] {
                summary.as_object_mut().unwrap().remove(time);
            }
        }
        assert_eq!(summary, again);

        let left_out = refusal(&[&["merge"], &files[1..], &["--out", text(&merged)]].concat(), 1);
        assert!(left_out.contains("are missing: no file has its shard"), "{left_out}");
        let twice = refusal(&[&["merge", files[2]], &files[..], &["--out", text(&merged)]].concat(), 1);
        assert!(twice.contains("are duplicate: in") && twice.contains("2.jsonl"), "{twice}");
    }
}

#[test]
fn a_killed_process_is_continued() {
    for command in [&RUN[..], &MATCH] {
        let folder = tempfile::tempdir().unwrap();
        let whole = folder.path().join("whole.jsonl");
        play(command, &[], &whole);
        let out = folder.path().join("killed.jsonl");
        let partial = folder.path().join("killed.jsonl.partial");
        let mut before = 0;
        for kill in 1..=2 {
            let mut child = program()
                .args(command)
                .args(["--out", text(&out), "--resume", "--jobs", "1"])
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .unwrap();
            let started = Instant::now();
            let lines = || std::fs::read_to_string(&partial).map_or(0, |written| written.lines().count());
            while lines() < before + 5 && !out.exists() {
                assert!(started.elapsed() < Duration::from_secs(60), "nothing is written");
                std::thread::sleep(Duration::from_millis(1));
            }
            child.kill().unwrap(); // SIGKILL
            child.wait().unwrap();
            assert!(!out.exists() && partial.exists(), "killed too late to test anything: {kill}");
            before = lines();
            assert!(before < whole_lines(&whole), "{before} lines");
        }
        // The last line written may also be incomplete.
        let written = std::fs::read(&partial).unwrap();
        std::fs::write(&partial, &written[..written.len() - 7]).unwrap();
        let resumed = play(command, &["--resume"], &out);
        assert_eq!(records(&out), records(&whole));
        assert!(!partial.exists());

        // Resumed again: the file is complete, and nothing is played.
        let args = [command, &["--resume", "--out", text(&out), "--json"]].concat();
        let output = gambol(&args);
        let again: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert!(String::from_utf8_lossy(&output.stderr).contains("is already complete"));
        assert!(again["games_per_second"].is_null() && again["games"] == resumed["games"]);
        assert_eq!(again["ms_per_move"], resumed["ms_per_move"]);
    }
}

fn whole_lines(path: &Path) -> usize {
    std::fs::read_to_string(path).unwrap().lines().count()
}

#[test]
fn recorded_games_are_played_again_by_inspect() {
    let folder = tempfile::tempdir().unwrap();
    for game in ["five-or-more", "tenten", "threes", "pentago-swap", "match5"] {
        let out = folder.path().join(format!("{game}.jsonl"));
        play(&["run", game, "--agent", "random", "--games", "2"], &["--record-games", "--max-moves", "12"], &out);
        for line in std::fs::read_to_string(&out).unwrap().lines().skip(1) {
            let record: Value = serde_json::from_str(line).unwrap();
            let mut args = vec!["inspect", game, "--json", "--position", record["game"]["start"].as_str().unwrap()];
            let events = record["game"]["events"].as_array().unwrap();
            args.extend(events.iter().flat_map(|event| ["--play", event.as_str().unwrap()]));
            let position = json(&args);
            assert_eq!((&position["state"], &position["score"]), (&record["final"], &record["score"]), "{game}");
        }
    }
}

#[test]
fn a_match_for_two_says_who_is_stronger() {
    let args = ["match", "match5", "--agents", "mc:z=4", "random", "--games", "40", "--json"];
    let duel = json(&args);
    let number = |key: &str| duel[key].as_u64().unwrap();
    assert_eq!(number("wins") + number("draws") + number("losses"), 40);
    assert!(number("wins") > 30, "{duel}");
    let pairs: u64 = duel["pentanomial"].as_array().unwrap().iter().map(|count| count.as_u64().unwrap()).sum();
    assert_eq!((pairs, &duel["agents"]), (20, &vec!["mc:z=4", "random"].into()));
    // The mean time of all moves lies between those of the agents, up to rounding to microseconds.
    let ms = |value: &serde_json::Value| value.as_f64().unwrap();
    let [one, two] = [0, 1].map(|agent| ms(&duel["ms_per_move_each"][agent]));
    let all = ms(&duel["ms_per_move"]);
    assert!((one.min(two) - 0.002..=one.max(two) + 0.002).contains(&all), "{duel}");
    assert!(stdout(&args[..7]).contains("ms the second"));
    // With the agents swapped, the result is mirrored.
    let other = json(&["match", "match5", "--agents", "random", "mc:z=4", "--games", "40", "--json"]);
    assert!(other["losses"].as_u64().unwrap() > 30 && other["elo_ci95"].as_array().unwrap().len() == 2, "{other}");
    assert!(stdout(&args[..7]).contains("Elo"));
}

#[test]
fn a_match_with_a_test_stops_early_at_the_same_game_on_any_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    let command = ["match", "match5", "--agents", "mc:z=4", "random", "--games", "1000", "--sprt", "0,100"];
    let [one, two] = ["1", "2"].map(|jobs| {
        let out = folder.path().join(format!("{jobs}.jsonl"));
        let duel = play(&command, &["--jobs", jobs], &out);
        assert_eq!(duel["sprt"]["result"], "elo1", "{duel}");
        assert!(duel["games"].as_u64().unwrap() < 200, "{duel}");
        (records(&out), out)
    });
    assert_eq!(one.0, two.0);
    let merged = folder.path().join("merged.jsonl");
    stdout(&["merge", text(&one.1), "--out", text(&merged)]);
    assert_eq!(records(&merged), one.0, "a match that has stopped early is whole");
    let again = play(&command, &["--resume"], &one.1);
    assert_eq!(again["sprt"]["result"], "elo1");
}

#[test]
fn fewer_than_five_games_have_no_interval_and_no_game_a_mean() {
    let run = |games: &str, shard: &str| {
        let line = ["run", "threes", "--agent", "random", "--games", games, "--shard", shard];
        (json(&[&line[..], &["--json"]].concat()), stdout(&line))
    };
    let null = serde_json::Value::Null;
    for games in ["1", "2", "4"] {
        let (few, text) = run(games, "1/1");
        assert_eq!((&few["se"], &few["ci95"]), (&null, &vec![null.clone(); 2].into()), "{games}");
        assert!(few["mean"].is_number() && text.contains("(too few games for an interval)"), "{text}");
    }
    let (five, text) = run("5", "1/1");
    assert!(five["ci95"][0].as_f64().unwrap() >= 0.0 && text.contains("(95 % interval "), "{text}");
    let (nothing, text) = run("1", "1/2");
    assert_eq!((&nothing["games"], &nothing["ci95"][0]), (&0.into(), &null));
    for name in ["mean", "median", "range", "moves"] {
        let row = text.lines().find(|line| line.starts_with(name)).unwrap();
        assert!(row.ends_with("  unknown"), "{text}");
    }
    // One pair in which each side, or each agent, has won once; and games that are all lost.
    let elo = |agents: [&str; 2], games: &str| {
        let text = stdout(&[&["match", "match5", "--agents"], &agents[..], &["--games", games]].concat());
        text.lines().find(|line| line.starts_with("Elo")).unwrap().replace("Elo", "").trim().to_owned()
    };
    for games in ["2", "4"] {
        assert_eq!(elo(["threat", "random"], games), "too few games");
        assert_eq!(elo(["threat", "threat"], games), "+0.0 (too few games for an interval)");
    }
    // Half of z² / (3 + z²) on either side of one half; and 4 / (4 + z²).
    assert_eq!(elo(["threat", "threat"], "6"), "+0.0 (95 % interval -220.7 to +220.7)");
    assert_eq!(elo(["random", "threat"], "8"), "below -7.2 (95 % bound)");
    assert_eq!(elo(["threat", "random"], "8"), "above +7.2 (95 % bound)");
    assert!(
        stdout(&["match", "match5", "--agents", "mc", "mc", "--games", "2", "--shard", "1/2"])
            .contains("\nElo          unknown\n")
    );
}

#[test]
fn a_match_in_a_puzzle_compares_the_same_games() {
    let command = ["match", "threes", "--agents", "mc:z=2", "random", "--games", "20"];
    let paired = json(&[&command[..], &["--json"]].concat());
    let run = json(&["run", "threes", "--agent", "mc:z=2", "--games", "10", "--json"]);
    for key in ["mean", "ci95", "median", "moves_per_game"] {
        assert_eq!(paired["each"][0][key], run[key], "{key}");
    }
    let difference = paired["each"][0]["mean"].as_f64().unwrap() - paired["each"][1]["mean"].as_f64().unwrap();
    assert!((paired["difference"]["mean"].as_f64().unwrap() - difference).abs() < 1e-9);
    assert!(paired["difference"]["ci95"][0].as_f64().unwrap() > 0.0, "a search beats chance: {paired}");
    // An agent's difference from itself is zero.
    let same = json(&["match", "threes", "--agents", "random", "random", "--games", "10", "--json"]);
    assert_eq!((&same["difference"]["mean"], &same["won_drawn_lost"]), (&0.0.into(), &vec![0, 5, 0].into()));
    assert!(stdout(&command).contains("difference"));
}

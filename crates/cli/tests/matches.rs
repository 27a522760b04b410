//! Matches: openings, statistics, adjudication and clocks.

mod common;
mod forge;
mod timeless;

use std::path::Path;

use common::{json, refusal, stdout};
use forge::forge;
use serde_json::Value;
use timeless::records;

fn text(path: &Path) -> &str {
    path.to_str().expect("a name")
}

/// Returns the records of a file as JSON, without the header.
fn lines(path: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines().skip(1).map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// Four openings: one by moves, one by a position, one by both, and the empty board.
const SUITE: &str = "\
# an opening a line
moves e5 d4 c5

9/9/9/9/4r4/9/9/9/9 b
9/9/9/9/4r4/9/9/9/9 b moves f6
moves
";

#[test]
fn openings_come_from_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let (suite, out) = (folder.path().join("suite.txt"), folder.path().join("f.jsonl"));
    std::fs::write(&suite, SUITE).unwrap();
    let args = ["match", "match5", "--agents", "mc:rollouts=2", "random", "--games", "12", "--record-games"];
    let files = ["--openings", text(&suite), "--out", text(&out)];
    let play = |more: &[&str]| stdout(&[&args[..], &files, more].concat());
    /// The number of the opening of each pair, from 1.
    fn openings(out: &Path) -> Vec<usize> {
        let games = lines(out);
        let number = |record: &Value| {
            let events: Vec<&str> =
                record["game"]["events"].as_array().unwrap().iter().map(|it| it.as_str().unwrap()).collect();
            match (record["game"]["start"].as_str().unwrap(), &events[..]) {
                ("9/9/9/9/9/9/9/9/9 r", ["e5", "d4", "c5", ..]) => 1,
                ("9/9/9/9/4r4/9/9/9/9 b", ["f6", ..]) => 3,
                ("9/9/9/9/4r4/9/9/9/9 b", _) => 2,
                ("9/9/9/9/9/9/9/9/9 r", _) => 4,
                other => panic!("{other:?}"),
            }
        };
        for pair in games.chunks(2) {
            assert_eq!(number(&pair[0]), number(&pair[1]), "the games of a pair");
        }
        games.iter().step_by(2).map(number).collect()
    }
    assert!(play(&[]).contains("12, seed 1, 4 openings"));
    assert_eq!(openings(&out), [1, 2, 3, 4, 1, 2]);
    let whole = records(&out);
    // It continues, its shards merge, and reports replay its games.
    let partial = folder.path().join("f.jsonl.partial");
    let written = std::fs::read_to_string(&out).unwrap();
    std::fs::write(&partial, &written[..written.len() / 2]).unwrap();
    std::fs::remove_file(&out).unwrap();
    play(&["--resume", "--jobs", "1"]);
    assert_eq!(records(&out), whole);
    let shards = ["1/2", "2/2"].map(|shard| {
        let path = folder.path().join(format!("{}.jsonl", &shard[..1]));
        stdout(&[&args[..], &["--openings", text(&suite), "--out", text(&path), "--shard", shard]].concat());
        path
    });
    let merged = folder.path().join("merged.jsonl");
    stdout(&["merge", text(&shards[0]), text(&shards[1]), "--out", text(&merged)]);
    assert_eq!(records(&merged), whole);
    stdout(&["report", text(&merged), "--out", text(&folder.path().join("page.html")), "--replay", "2"]);
    assert!(stdout(&["analyse", text(&merged), "--game", "2", "--agent", "random"]).contains("game 2"));
    // A record of another opening is refused, even with a matching hash.
    forge(&merged, |_, records| records[2].game.as_mut().unwrap().start = "9/9/9/9/9/9/9/9/9 r".to_owned());
    let message = refusal(&["report", text(&merged), "--out", text(&folder.path().join("page.html"))], 1);
    assert!(message.contains("begins with another state"), "{message}");
    // Another order or start is another match.
    play(&["--order", "random"]);
    let shuffled = openings(&out);
    let mut sorted = shuffled[..4].to_vec();
    sorted.sort_unstable();
    assert!(sorted == [1, 2, 3, 4] && shuffled[..4] != [1, 2, 3, 4], "{shuffled:?}");
    play(&["--start", "3"]);
    assert_eq!(openings(&out), [3, 4, 1, 2, 3, 4]);
    let none = ["--opening-plies", "0", "--out", text(&out), "--resume"];
    let message = refusal(&[&args[..], &none].concat(), 1);
    assert!(message.contains("openings is"), "{message}");
    // Random moves follow the opening on request.
    play(&["--opening-plies", "2"]);
    assert_eq!(openings(&out), [1, 2, 3, 4, 1, 2]);
    let events = |record: &Value| record["game"]["events"].as_array().unwrap().len() as u64;
    assert!(lines(&out).iter().step_by(8).all(|record| events(record) == record["moves"].as_u64().unwrap() + 5));
    // A tournament has the same openings in every pairing.
    let cup = folder.path().join("cup");
    let agents = ["--agents", "mc:rollouts=1", "mc:rollouts=2", "random", "--games", "4", "--record-games"];
    stdout(&[&["tournament", "match5"], &agents[..], &["--openings", text(&suite), "--out", text(&cup)]].concat());
    for name in ["1-2", "1-3", "2-3"] {
        assert_eq!(openings(&cup.join(format!("{name}.jsonl"))), [1, 2], "{name}");
    }
}

#[test]
fn an_opening_that_does_not_fit_is_named_with_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let suite = folder.path().join("suite.txt");
    let message = |lines: &str, more: &[&str]| {
        std::fs::write(&suite, lines).unwrap();
        let args = ["match", "match5", "--agents", "threat", "random", "--games", "2", "--openings", text(&suite)];
        refusal(&[&args[..], more].concat(), 1)
    };
    for (lines, reason) in [
        ("", "it contains no opening"),
        ("# none\n\n", "it contains no opening"),
        ("moves e5\nmoves e5 e5\n", "line 2: event 2 (e5)"),
        ("e5 d4\n", "line 1: "),
        ("9/9/9/9/4r4/9/9/9/9 b moves\n6/6 w\n", "line 2: "),
        ("rrrrr4/9/9/9/9/9/9/9/bbbb5 b\n", "line 1: "),
        ("moves a1 a9 b1 b9 c1 c9 d1 d9 e1\n", "line 1: the game is over"),
    ] {
        let message = message(lines, &[]);
        assert!(message.contains("suite.txt: ") && message.contains(reason), "{lines:?}: {message}");
    }
    assert!(message("moves e5\n", &["--start", "2"]).contains("--start: 2 is not from 1 to 1"));
    assert!(message("moves e5\n", &["--start", "0"]).contains("--start: 0 is not from 1 to 1"));
    let puzzle = ["match", "threes", "--agents", "random", "mc", "--games", "2", "--openings", text(&suite)];
    assert!(refusal(&puzzle, 1).contains("--openings: only for two-player games"));
    let alone = ["match", "match5", "--agents", "threat", "random", "--games", "2", "--order", "random"];
    assert!(refusal(&alone, 2).contains("--openings"));
}

//! Matches: openings, statistics, adjudication and clocks.

use std::path::Path;

use crate::common::{json, refusal, stdout};
use crate::forge::{forge, with};
use crate::text;
use crate::timeless::records;
use serde_json::Value;

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

/// Returns the number of the opening of each pair in the suite, from 1.
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

#[test]
fn openings_come_from_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let (suite, out) = (folder.path().join("suite.txt"), folder.path().join("f.jsonl"));
    std::fs::write(&suite, SUITE).unwrap();
    let args = ["match", "match5", "--agents", "mc:rollouts=2", "random", "--games", "12", "--record-games"];
    let files = ["--openings", text(&suite), "--out", text(&out)];
    let play = |more: &[&str]| stdout(&[&args[..], &files, more].concat());
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

#[test]
fn statistics_are_those_of_pairs() {
    let folder = tempfile::tempdir().unwrap();
    let [out, page] = ["f.jsonl", "page.html"].map(|name| folder.path().join(name));
    let args = ["match", "match5", "--agents", "mc:rollouts=4", "random", "--games", "20", "--out", text(&out)];
    let duel = json(&[&args[..], &["--json"]].concat());
    let pairs: Vec<u64> = duel["pentanomial"].as_array().unwrap().iter().map(|count| count.as_u64().unwrap()).collect();
    assert_eq!(pairs.iter().sum::<u64>(), 10);
    let number = |value: &Value| value.as_f64().unwrap_or_else(|| panic!("{duel}"));
    let [low, high] = [0, 1].map(|end| number(&duel["nelo_ci95"][end]));
    assert!(low < number(&duel["nelo"]) && number(&duel["nelo"]) < high, "{duel}");
    assert!((0.5..=1.0).contains(&number(&duel["los"])), "{duel}");
    let shown = stdout(&[&args[..], &["--resume"]].concat());
    stdout(&["report", text(&out), "--out", text(&page)]);
    let page = std::fs::read_to_string(page).unwrap();
    for cell in [format!("{:+.1}", number(&duel["nelo"])), format!("{:.1} %", 100.0 * number(&duel["los"]))] {
        assert!(page.contains(&format!(">{cell}</td>")), "{cell}");
    }
    for line in [
        format!("nElo         {:+.1} (95 % interval", number(&duel["nelo"])),
        format!("LOS          {:.1} %", 100.0 * number(&duel["los"])),
        format!("pairs        Ptnml(0-2) {pairs:?}, {:.1} % drawn", 10.0 * pairs[2] as f64),
    ] {
        assert!(shown.contains(&line), "{line:?} in {shown}");
    }
    // Equal pairs have no spread.
    let duel = json(&["match", "match5", "--agents", "threat", "random", "--games", "6", "--json"]);
    assert_eq!((&duel["nelo"], &duel["los"]), (&Value::Null, &Value::Null), "{duel}");
}

#[test]
fn games_are_adjudicated_and_the_records_say_so() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("f.jsonl");
    let agents = ["match", "match5", "--agents", "alpha-beta:depth=2", "threat", "--games", "8", "--record-games"];
    let resign = ["--resign", "movecount=1,score=0.01", "--out", text(&out)];
    let duel = json(&[&agents[..], &resign, &["--json"]].concat());
    let games = lines(&out);
    let ends = games.iter().filter(|record| record["end"] == "resign").count() as u64;
    // The moves of threat have no value, so that only the first agent resigns.
    assert!(ends > 0, "{duel}");
    assert_eq!(duel["ends"], serde_json::json!({"resign": [ends, 0], "draw": 0, "time": [0, 0]}));
    for record in games.iter().filter(|record| record["end"] == "resign") {
        let loss = if record["first"] == 0 { -1 } else { 1 };
        assert_eq!(record["score"], loss, "{record}");
    }
    assert!(duel["losses"].as_u64().unwrap() >= ends);
    let again = stdout(&[&agents[..], &resign, &["--resume"]].concat());
    assert!(again.contains(&format!("resigned: {ends} by the first agent, 0 by the second")), "{again}");
    // The rule is part of the match.
    let other = ["--resign", "movecount=2,score=0.01", "--out", text(&out), "--resume"];
    assert!(refusal(&[&agents[..], &other].concat(), 1).contains("resign is"));
    let page = folder.path().join("page.html");
    assert!(stdout(&["report", text(&out), "--out", text(&page)]).contains("8 games"));
    let page = std::fs::read_to_string(page).unwrap();
    assert!(page.replace("<wbr>", "").contains(&format!("resigned: {ends} by the first agent, 0 by the second")));
    // A score that does not follow from the end is refused, even with a matching hash.
    forge(&out, |_, records| {
        let record = records.iter_mut().find(|record| record.end.is_some()).expect("a resignation");
        record.end = None;
    });
    assert!(refusal(&["report", text(&out), "--out", "page.html"], 1).contains("not to its end"));
    // Two searches agree on a draw at once if every value is level.
    let level = ["match", "match5", "--agents", "mc:rollouts=2", "mc:rollouts=3", "--games", "2"];
    let draw = ["--draw", "movenumber=2,movecount=1,score=1", "--json"];
    let duel = json(&[&level[..], &draw].concat());
    assert_eq!((&duel["draws"], &duel["ends"]["draw"], &duel["moves_per_game"]), (&2.into(), &2.into(), &4.0.into()));
    for (option, rule) in [("--resign", "movecount=3"), ("--draw", "score=-1"), ("--tc", "fast")] {
        assert!(refusal(&[&level[..], &[option, rule]].concat(), 2).contains("expected"), "{option}");
    }
    let puzzle = ["match", "threes", "--agents", "mc", "random", "--games", "2", "--resign", "score=3"];
    assert!(refusal(&puzzle, 1).contains("--resign: only matches of two-player games have adjudication"));
}

#[test]
fn a_clock_is_shared_out_over_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("f.jsonl");
    // A twentieth of two seconds, less a margin. Without a limit, both take less or far more.
    let args = ["match", "match5", "--agents", "mcts", "alpha-beta", "--max-moves", "2", "--games", "2", "--jobs", "1"];
    let clock = ["--tc", "0:02", "--out", text(&out)];
    let duel = json(&[&args[..], &clock, &["--json"]].concat());
    assert_eq!((&duel["tc"], &duel["ends"]), (&"2".into(), &Value::Null), "nobody loses on time");
    for agent in 0..2 {
        let ms = duel["ms_per_move_each"][agent].as_f64().unwrap();
        assert!((40.0..1_000.0).contains(&ms), "{duel}");
    }
    let header = std::fs::read_to_string(&out).unwrap();
    assert!(header.lines().next().unwrap().contains(r#""tc":"2""#), "{header}");
    assert!(stdout(&[&args[..], &clock, &["--resume"]].concat()).contains("seed 1, clock 2 s"));
    let other = ["--tc", "2+0.1", "--out", text(&out), "--resume"];
    assert!(refusal(&[&args[..], &other].concat(), 1).contains(r#"tc is "2" there, "2+0.1" here"#));
    assert!(refusal(&[&args[..], &["--tc", "2", "--ms", "5"]].concat(), 2).contains("--ms"));
    let puzzle = ["match", "threes", "--agents", "mc", "random", "--games", "2", "--tc", "60"];
    assert!(refusal(&puzzle, 1).contains("--tc: only matches of two-player games have clocks"));
}

#[test]
fn shards_of_a_game_that_the_program_does_not_have_merge() {
    let folder = tempfile::tempdir().unwrap();
    let shards = ["1/2", "2/2"].map(|shard| {
        let path = folder.path().join(&shard[..1]);
        let args = ["match", "match5", "--agents", "threat", "random", "--games", "4", "--record-games"];
        stdout(&[&args[..], &["--shard", shard, "--out", text(&path)]].concat());
        forge(&path, |header, _| *header = with(header, "game", "nim"));
        path
    });
    let out = folder.path().join("all.jsonl");
    let merge = ["merge", text(&shards[0]), text(&shards[1]), "--out", text(&out)];
    let shown = stdout(&merge);
    assert!(shown.contains("nim") && shown.contains("4 won, 0 drawn, 0 lost"), "{shown}");
    let page = stdout(&["report", text(&out), "--out", text(&folder.path().join("page.html"))]);
    assert!(page.contains("4 games"), "{page}");
    // What can be checked without the game is checked.
    forge(&shards[1], |_, records| records[0].index = 1);
    assert!(refusal(&merge, 1).contains("game 1"));
}

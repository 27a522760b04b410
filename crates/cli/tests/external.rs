//! Engines of others as agents.

#![cfg(unix)]

mod common;

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::{Duration, Instant};

use common::{json, refusal, stdout};
use serde_json::Value;
use tempfile::TempDir;

/// The program as an engine.
fn gambol(engine: &str) -> String {
    format!("{} {engine}", env!("CARGO_BIN_EXE_gambol"))
}

/// A script that talks as an engine: each line that begins with a word is answered.
fn script(folder: &TempDir, name: &str, body: &str) -> String {
    let path = folder.path().join(name);
    std::fs::write(&path, format!("#!/bin/sh\n{body}\n")).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    path.to_str().expect("a name").to_owned()
}

/// Answers to the lines of a manager, in the shell's words.
fn answers(cases: &str) -> String {
    format!("while read -r word rest; do case \"$word\" in {cases} esac; done")
}

const UGI: &str = "ugi) echo ugiok;; isready) echo readyok;; go) ";

/// The events of the games that a match plays.
fn events(game: &str, agents: [&str; 2], folder: &Path) -> Vec<Value> {
    let out = folder.join("games.jsonl");
    let args = ["match", game, "--agents", agents[0], agents[1], "--games", "4", "--jobs", "2"];
    stdout(&[&args[..], &["--record-games", "--out", out.to_str().unwrap()]].concat());
    let lines = std::fs::read_to_string(&out).unwrap();
    lines.lines().skip(1).map(|line| serde_json::from_str::<Value>(line).unwrap()["game"]["events"].take()).collect()
}

#[test]
fn an_engine_plays_what_the_same_agent_plays_inside() {
    let folder = tempfile::tempdir().unwrap();
    for (game, inside, outside) in [
        (
            "pentago-swap",
            "alpha-beta:depth=1",
            format!("ugi:cmd={},depth=9", gambol("ugi pentago-swap --jobs 1 --agent alpha-beta:depth=1")),
        ),
        (
            "match5:edge=7",
            "alpha-beta:depth=2",
            format!("ugi:cmd={},depth=9", gambol("ugi match5 --jobs 1 --agent alpha-beta:depth=2")),
        ),
        (
            "match5:edge=7",
            "alpha-beta:depth=2",
            format!("piskvork:cmd={},ms=60000", gambol("gomocup --jobs 1 --agent alpha-beta:depth=2")),
        ),
    ] {
        let ours = events(game, [inside, "random"], folder.path());
        let theirs = events(game, [&outside, "random"], folder.path());
        assert_eq!(ours, theirs, "{outside}");
        assert!(ours.iter().all(|game| game.as_array().unwrap().len() > 8), "{ours:?}");
    }
}

#[test]
fn engines_give_hints_and_play_tournaments() {
    let engine = format!("ugi:cmd={},depth=1", gambol("ugi pentago-swap --jobs 1 --agent alpha-beta:depth=1"));
    let position = "wwww2/6/bb4/6/6/bb4 w";
    let hint = json(&["hint", "pentago-swap", "--position", position, "--agent", &engine, "--json"]);
    let after =
        ["inspect", "pentago-swap", "--position", position, "--play", hint["action"].as_str().unwrap(), "--json"];
    assert_eq!(json(&after)["score"], 1, "{hint}");
    let cup = ["tournament", "pentago-swap", "--agents", "random", &engine, "mc:z=1", "--games", "2", "--json"];
    assert_eq!(json(&cup)["agents"][0]["agent"], engine.as_str());
}

#[test]
fn what_an_engine_does_wrong_is_named_with_what_it_said() {
    let folder = tempfile::tempdir().unwrap();
    for (name, body, named) in [
        ("none", answers(&format!("{UGI} echo 'bestmove (none)';;")), "it has no move; it said"),
        (
            "illegal",
            answers(&format!("{UGI} echo bestmove z9;;")),
            ": the board goes from a1 to i9; it said `ugiok`, `readyok`, `bestmove z9`",
        ),
        (
            "dies",
            answers(&format!("{UGI} echo oh no; exit 3;;")),
            "it ended (exit status: 3) where bestmove was due; it said `ugiok`, `readyok`, `oh no`",
        ),
        ("mute", "exit 0".to_owned(), "it ended (exit status: 0) where ugiok was due; it said nothing"),
        ("hangs", answers(&format!("{UGI} exec sleep 600;;")), "no bestmove within 400 ms; it said `ugiok`, `readyok`"),
        ("deaf", "exec sleep 600".to_owned(), "no ugiok within 300 ms; it said nothing"),
        ("babbles", "while :; do echo la; done".to_owned(), "no ugiok within 300 ms; it said `la`"),
    ] {
        let engine = format!("ugi:cmd={},ms=100,timeout=300", script(&folder, name, &body));
        let started = Instant::now();
        let message = refusal(&["match", "match5", "--agents", &engine, "random", "--games", "2"], 1);
        assert!(message.contains(named), "{name}: {message}");
        assert!(message.contains(&format!("engine {engine}: ")) && message.contains("game 0"), "{name}: {message}");
        assert!(started.elapsed() < Duration::from_secs(20), "{name} hangs");
    }
    let taken = script(&folder, "taken", &answers(&format!("{UGI} echo bestmove a1;;")));
    let position = "r8/9/9/9/9/9/9/9/9 b";
    let message = refusal(&["hint", "match5", "--position", position, "--agent", &format!("ugi:cmd={taken}")], 1);
    assert!(
        message.contains("it plays a1 in r8/9/9/9/9/9/9/9/9 b: ") && message.contains("`bestmove a1`"),
        "{message}"
    );
    let lost = script(&folder, "lost", &answers("START) echo OK;; DONE) echo 99,99;;"));
    let engine = format!("piskvork:cmd={lost},ms=100");
    let message = refusal(&["match", "match5", "--agents", &engine, "random", "--games", "2"], 1);
    assert!(message.contains("it plays ") && message.contains("`99,99`"), "{message}");
    let refuses = script(&folder, "refuses", &answers("START) echo ERROR size;;"));
    let message = refusal(&["hint", "match5", "--agent", &format!("piskvork:cmd={refuses}")], 1);
    assert!(message.contains("it refuses the board; it said `ERROR size`"), "{message}");
}

#[test]
fn games_before_a_failure_are_kept_and_continued() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("games.jsonl");
    // The first engine is cut off after some lines; the second is whole.
    let count = folder.path().join("count");
    let gambol = gambol("ugi match5 --jobs 1 --agent threat");
    let wrapper = script(
        &folder,
        "wrapper",
        &format!("if [ -e {0} ]; then exec {gambol}; else touch {0}; sed -u 60q | {gambol}; fi", count.display()),
    );
    let agent = format!("ugi:cmd={wrapper},depth=1,timeout=20000");
    let args = [
        "match",
        "match5",
        "--agents",
        &agent,
        "random",
        "--games",
        "40",
        "--jobs",
        "1",
        "--out",
        out.to_str().unwrap(),
    ];
    let message = refusal(&args, 1);
    assert!(message.contains("it ended") && message.contains("was due"), "{message}");
    let kept = std::fs::read_to_string(folder.path().join("games.jsonl.partial")).unwrap();
    assert!((2..40).contains(&kept.lines().count()), "{kept}");
    let result = json(&[&args[..], &["--resume", "--json"]].concat());
    assert_eq!(result["games"], 40);
}

#[test]
fn startpos_is_for_games_that_begin_there() {
    let engine = format!("ugi:cmd={},depth=1,start=startpos", gambol("ugi match5 --jobs 1 --agent threat"));
    let inside = stdout(&["match", "match5", "--agents", "threat", "random", "--games", "2", "--opening-plies", "0"]);
    let outside = stdout(&["match", "match5", "--agents", &engine, "random", "--games", "2", "--opening-plies", "0"]);
    let row = |text: &str, name: &str| text.lines().find(|line| line.starts_with(name)).unwrap().to_owned();
    assert_eq!(row(&inside, "first agent"), row(&outside, "first agent"));
    let message = refusal(&["match", "match5", "--agents", &engine, "random", "--games", "2"], 1);
    assert!(message.contains("the game begins with") && message.contains("--opening-plies"), "{message}");
    let position = "r8/9/9/9/9/9/9/9/9 b";
    let message = refusal(&["hint", "match5", "--position", position, "--agent", &engine], 1);
    assert!(message.contains("the game begins with r8/"), "{message}");
}

#[test]
fn engines_that_do_not_fit_are_refused_before_a_game() {
    for (game, agent, named) in [
        ("match5", "ugi", "cmd names the program"),
        ("match5", "ugi:cmd=/nowhere/engine", "it does not start"),
        ("match5", "ugi:cmd=x,luck=7", "unknown parameter luck; expected one of cmd, ms, depth, nodes, start, timeout"),
        ("match5", "ugi:cmd=x,ms=0", "ms is a number of milliseconds, at least 1, not 0"),
        ("match5", "ugi:cmd=x,start=here", "start is fen or startpos, not here"),
        ("threes", "ugi:cmd=x", "UGI is for games of two players without chance"),
        ("pentago-swap", "piskvork:cmd=x", "Piskvork's protocol is for match5"),
        ("match5:row=4", "piskvork:cmd=x", "Piskvork's protocol is for five in a row"),
    ] {
        let message = refusal(&["match", game, "--agents", agent, "random", "--games", "2"], 1);
        assert!(message.contains(named), "{game} {agent}: {message}");
    }
}

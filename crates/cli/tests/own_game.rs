//! A game that this program does not know, with all of its commands: the example `pig`.

#[path = "common/tmux.rs"]
#[expect(dead_code, reason = "what is tested here needs no mouse")]
mod tmux;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;
use tmux::Pane;

/// The example, which cargo builds with all tests of the package, but not for this one alone.
fn example() -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_BIN_EXE_gambol")).with_file_name("examples").join("pig");
    if !path.exists() {
        tmux::skip::skip("the example pig is not built: run all tests of gambol-cli");
        return None;
    }
    Some(path)
}

fn run(program: &Path, args: &[&str]) -> Output {
    Command::new(program).args(args).output().expect("the example starts")
}

fn stdout(program: &Path, args: &[&str]) -> String {
    let output = run(program, args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

fn json(program: &Path, args: &[&str]) -> Value {
    serde_json::from_str(&stdout(program, args)).unwrap_or_else(|error| panic!("{args:?}: {error}"))
}

#[test]
fn the_page_shows_the_example() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| std::fs::read_to_string(root.join(path)).unwrap();
    let (page, source) = (read("../../docs/own-game.md"), read("examples/pig.rs"));
    assert!(page.contains(&format!("```rust\n{source}```")));
    assert!(source.lines().count() <= 100, "a game of one's own takes at most a hundred lines");
}

#[test]
fn positions_are_inspected_counted_and_searched() {
    let Some(pig) = example() else { return };
    assert!(stdout(&pig, &["games"]).contains("roll or hold"));
    assert!(stdout(&pig, &["agents", "pig"]).contains("eval=lead"));
    let state = json(&pig, &["inspect", "pig", "--play", "r", "--play", "6", "--json"]);
    assert_eq!((&state["state"], &state["actions"]), (&"0 0 first 6".into(), &serde_json::json!(["r", "h"])));
    let counts = json(&pig, &["perft", "pig", "--depth", "3", "--json"]);
    // One roll, six faces, and then two choices but after a 1.
    assert_eq!(counts["depths"][2]["count"], 11);
    // With 44 points and 6 in the pot, to hold wins.
    let hint = json(&pig, &["hint", "pig", "--position", "44 40 first 6", "--agent", "expectimax:depth=3", "--json"]);
    assert_eq!((&hint["action"], &hint["proven"]["result"]), (&"h".into(), &"win".into()));
    let refused = run(&pig, &["hint", "pig", "--agent", "prove"]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("this game has chance"));
    let refused = run(&pig, &["inspect", "pig", "--play", "h"]);
    assert!(String::from_utf8_lossy(&refused.stderr).contains("--play 1 (h)"));
}

#[test]
fn games_are_run_matched_merged_and_reported() {
    let Some(pig) = example() else { return };
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().expect("a name").to_owned();
    let (records, page) = (file("match.jsonl"), file("page.html"));
    let summary = json(
        &pig,
        &[
            "match",
            "pig",
            "--agents",
            "expectimax:depth=2,eval=lead",
            "random",
            "--games",
            "20",
            "--record-games",
            "--out",
            &records,
            "--json",
        ],
    );
    assert_eq!(summary["games"], 20);
    assert!(summary["score"].as_f64().is_some_and(|score| score > 0.7), "{summary}");
    for shard in ["1/2", "2/2"] {
        let out = file(&shard.replace('/', "-"));
        stdout(&pig, &["run", "pig", "--agent", "mc:rollouts=2", "--games", "6", "--shard", shard, "--out", &out]);
    }
    let merged = json(&pig, &["merge", &file("1-2"), &file("2-2"), "--out", &file("all"), "--json"]);
    assert_eq!(merged["games"], 6);
    stdout(&pig, &["report", &records, "--out", &page]);
    let page = std::fs::read_to_string(page).unwrap();
    assert!(page.contains("expectimax:depth=2,eval=lead") && page.contains("0 0 first 0"), "the replays are there");
}

#[test]
fn it_is_played_on_the_screen() {
    let Some(pig) = example() else { return };
    let Some(pane) = Pane::open(80, 24) else { return };
    pane.line(&format!("clear; {} play pig --players 2", pig.display()));
    pane.wait_for("Choose an action");
    pane.keys(&["Space"]);
    pane.wait_for("1 moves");
    pane.keys(&["q"]);
    pane.assert_restored(0);
}

//! A game from outside the workspace, with all commands of the program: the guide's 2048, which is
//! the example `twenty48`.

#[path = "common/tmux.rs"]
#[expect(dead_code, reason = "what is tested here needs no mouse")]
mod tmux;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;
use tmux::Pane;

/// Returns the example, which cargo builds with all tests of the package but not for this test
/// alone.
fn example() -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_BIN_EXE_gambol")).with_file_name("examples").join("twenty48");
    if !path.exists() {
        tmux::skip::skip("the example twenty48 is not built: run all tests of gambol-cli");
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

const ROW: &str = "2,2,4,8/0,0,0,0/0,0,0,0/0,0,0,0 12 0";

#[test]
fn positions_are_inspected_counted_and_searched() {
    let Some(program) = example() else { return };
    assert!(stdout(&program, &["games"]).contains("equal ones merge"));
    assert!(stdout(&program, &["agents", "2048"]).contains("eval=learned"));
    let state = json(&program, &["inspect", "2048", "--position", ROW, "--play", "L", "--play", "d4=2", "--json"]);
    assert_eq!(state["state"], "4,4,8,0/0,0,0,0/0,0,0,0/0,0,0,2 16 0");
    assert_eq!(state["actions"], serde_json::json!(["L", "R", "U", "D"]));
    let counts = json(&program, &["perft", "2048", "--depth", "3", "--json"]);
    assert_eq!(counts["depths"][2]["count"], 3584);
    let hint = json(&program, &["hint", "2048", "--position", ROW, "--agent", "greedy:eval=score", "--json"]);
    assert_eq!((&hint["action"], &hint["value"]), (&"L".into(), &16.0.into()));
    // Its board is a picture, not a list.
    let drawn = stdout(&program, &["inspect", "2048", "--position", ROW, "--board"]);
    assert!(drawn.contains("   2       2       4       8\n"), "{drawn}");
    let refused = run(&program, &["hint", "2048", "--agent", "prove"]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("this game has chance"));
    let refused = run(&program, &["inspect", "2048", "--position", ROW, "--play", "U"]);
    assert!(String::from_utf8_lossy(&refused.stderr).contains("--play 1 (U)"));
    let refused = run(&program, &["inspect", "2048", "--position", "2,2,4,9/0,0,0,0/0,0,0,0/0,0,0,0 12 0"]);
    assert!(String::from_utf8_lossy(&refused.stderr).contains("0 or a power of two"));
}

#[test]
fn its_own_training_writes_weights_for_its_searches() {
    let Some(program) = example() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let weights = folder.path().join("lines.weights").display().to_string();
    let trained = json(&program, &["train", "2048", "--out", &weights, "--scale", "0.005", "--games", "20", "--json"]);
    assert_eq!(trained["training"], "lines");
    let last = trained["evaluations"].as_array().and_then(|all| all.last()).expect("an evaluation");
    assert!(last[1].as_f64().is_some_and(|mean| mean > 2000.0), "{last}");
    let agent = format!("greedy:eval=network,weights={weights}");
    let hint = json(&program, &["hint", "2048", "--position", ROW, "--agent", &agent, "--json"]);
    assert!(hint["value"].as_f64().is_some_and(|value| value > 100.0), "{hint}");
    let refused = run(&program, &["hint", "threes", "--agent", &agent]);
    assert!(String::from_utf8_lossy(&refused.stderr).contains("weights for 2048; expected weights for threes"));
}

#[test]
fn it_is_played_on_the_screen() {
    let Some(program) = example() else { return };
    let Some(pane) = Pane::open(80, 24) else { return };
    pane.line(&format!("clear; {} play 2048 --players 1", program.display()));
    pane.wait_for("Slide: arrow keys");
    // At least one of two directions slides a tile.
    pane.keys(&["Left", "Right"]);
    pane.wait_until("move", |screen| screen.contains("Moves 1") || screen.contains("Moves 2"));
    pane.keys(&["q"]);
    pane.assert_restored(0);
}

/// Splits a command line into words; double quotes keep blanks.
fn words(line: &str) -> Vec<String> {
    let quoted = line.split('"').enumerate();
    let words = quoted.flat_map(|(index, part)| match index % 2 {
        0 => part.split_whitespace().map(ToString::to_string).collect::<Vec<_>>(),
        _ => vec![part.to_string()],
    });
    words.collect()
}

/// The commands of the guide's chapters, for this game, with fewer and shorter games than there.
#[test]
fn the_commands_of_the_guide_work() {
    let Some(program) = example() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let chapters = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/guide/src");
    let mut ran = 0;
    for chapter in ["program.md", "records.md"] {
        let text = fs::read_to_string(chapters.join(chapter)).expect("the chapter");
        let shell = text.split("```sh\n").skip(1).filter_map(|rest| rest.split_once("```")).map(|(code, _)| code);
        for line in shell.flat_map(str::lines) {
            let command = line.strip_prefix("cargo run --release -- ").or_else(|| line.strip_prefix("2048 "));
            let Some(command) = command.filter(|command| !command.starts_with("play ")) else { continue };
            let mut args = words(command);
            if let Some(games) = args.iter().position(|arg| arg == "--games") {
                args[games + 1] = "4".to_string();
                args.extend(["--max-moves".to_string(), "50".to_string()]);
            }
            let output = Command::new(&program).args(&args).current_dir(&folder).output().expect("it starts");
            assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
            ran += 1;
        }
    }
    assert!(ran >= 14, "{ran} commands");
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).expect("the file");
    assert!(read("order.html").contains("expectimax:depth=2,eval=order"));
    assert_eq!(read("all.jsonl").lines().count(), 5, "a header and four games");
}

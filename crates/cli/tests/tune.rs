//! `gambol tune`.

mod common;

use std::fs;
use std::path::Path;

use common::{json, refusal, stdout};

fn text(path: &Path) -> &str {
    path.to_str().expect("a name")
}

/// The smallest piece first, by its surface: the sign decides nearly everything, and the start has
/// the wrong one.
const SURFACE: [&str; 10] = [
    "tune",
    "tenten",
    "--agent",
    "greedy-single:weights=0/1/0/{surface}/0",
    "--parameters",
    "surface=-1,2",
    "--games",
    "10",
    "--candidates",
    "5",
];

fn tune(more: &[&str]) -> Vec<&'static str> {
    let all = SURFACE.iter().copied().chain(more.iter().map(|word| &*String::from(*word).leak()));
    all.collect()
}

#[test]
fn a_wrong_weight_is_put_right() {
    let result = json(&tune(&["--generations", "6", "--check", "60", "--json"]));
    let surface = result["values"]["surface"].as_f64().unwrap();
    assert!(surface > 0.0, "{result}");
    assert_eq!(result["agent"], format!("greedy-single:weights=0/1/0/{surface}/0"));
    assert_eq!(result["start"], "greedy-single:weights=0/1/0/-1/0");
    let mean = |of: &str| result["check"][of]["mean"].as_f64().unwrap();
    assert!(mean("tuned") > 3.0 * mean("start"), "{result}");
    assert_eq!((&result["generations"], &result["candidates"]), (&6.into(), &5.into()));
}

#[test]
fn threads_and_stops_change_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name);
    let run = |name: &str, generations: &str, more: &[&str]| {
        let path = file(name);
        let options = ["--generations", generations, "--check", "0", "--json", "--out", text(&path)];
        json(&tune(&[&options, more].concat()))
    };
    let whole = run("whole.jsonl", "4", &["--jobs", "2"]);
    let lines = fs::read_to_string(file("whole.jsonl")).unwrap();
    assert_eq!(lines.lines().count(), 1 + 4 * 5, "its settings and its candidates");
    assert_eq!(run("alone.jsonl", "4", &["--jobs", "1"]), whole);

    run("stopped.jsonl", "2", &[]);
    // A stop in the middle of a line.
    let cut = lines.lines().take(1 + 2 * 5).collect::<Vec<_>>().join("\n") + "\n{\"generation\":2,\"ag";
    fs::write(file("stopped.jsonl"), cut).unwrap();
    assert_eq!(run("stopped.jsonl", "4", &["--resume"]), whole);
    for name in ["alone.jsonl", "stopped.jsonl"] {
        assert_eq!(fs::read_to_string(file(name)).unwrap(), lines, "{name}");
    }
    // Nothing is left to play.
    assert_eq!(run("whole.jsonl", "4", &["--resume"]), whole);
}

#[test]
fn a_game_for_two_is_tuned_against_the_start() {
    let folder = tempfile::tempdir().unwrap();
    let plot = folder.path().join("plot.svg");
    let command = [
        "tune",
        "match5",
        "--agent",
        "mc:rollouts={n}",
        "--parameters",
        "n=1,3,1,9",
        "--whole",
        "n",
        "--games",
        "6",
        "--candidates",
        "4",
        "--generations",
        "2",
        "--check",
        "6",
        "--plot",
        text(&plot),
    ];
    let result = json(&[&command[..], &["--json"]].concat());
    let rollouts = result["values"]["n"].as_f64().unwrap();
    assert!((1.0..=9.0).contains(&rollouts) && rollouts.fract() == 0.0, "{result}");
    assert_eq!(result["check"]["games"], 6);
    assert!(fs::read_to_string(&plot).unwrap().contains("share of the points"));
    let shown = stdout(&command);
    assert!(shown.contains("6 games against the start on other seeds"), "{shown}");
}

#[test]
fn what_cannot_be_tuned_is_refused() {
    const AGENT: &str = "greedy-single:weights=0/1/0/{s}/0";
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("f.jsonl");
    let with = |agent: &str, parameters: &str, more: &[&str]| {
        let base =
            ["tune", "tenten", "--agent", agent, "--games", "2", "--generations", "1", "--parameters", parameters];
        refusal(&[&base[..], more].concat(), 1)
    };

    for (agent, parameters, more, part) in [
        (AGENT, "s", &[][..], "its form is NAME=START[,STEP[,LOW,HIGH]]"),
        (AGENT, "s=1,2,3", &[], "its form is"),
        (AGENT, "s=inf", &[], "its form is"),
        (AGENT, "s=1,0", &[], "STEP is above 0"),
        (AGENT, "s=5,1,0,4", &[], "START lies between LOW and HIGH"),
        (AGENT, "t=1", &[], "--agent has no {t}"),
        ("greedy-single:weights=0/1/0/{s}/{t}", "s=1", &[], "--parameters has not all"),
        (AGENT, "s=1", &["--whole", "t"], "--parameters has no t"),
        (AGENT, "s=1", &["--against", "random"], "this game is a puzzle"),
        (AGENT, "s=1", &["--opening-plies", "2"], "this game is a puzzle"),
        ("no-such:x={s}", "s=1", &[], "unknown agent"),
        ("local-search:climbs={s}", "s=1,1", &["--check", "0"], "give --parameters LOW and HIGH"),
    ] {
        let said = with(agent, parameters, more);
        assert!(said.contains(part), "{agent} {parameters} {more:?}: {said}");
    }
    // Games of two players go in pairs: said before anything is played or written.
    let odd = ["tune", "match5", "--agent", "mc:rollouts={n}", "--parameters", "n=1,1,1,9", "--whole", "n"];
    let odd = [&odd[..], &["--generations", "1", "--candidates", "4", "--out", text(&path)]].concat();
    for (games, check, part) in [("3", "2", "--games: "), ("2", "3", "--check: ")] {
        let said = refusal(&[&odd[..], &["--games", games, "--check", check]].concat(), 1);
        assert!(said.contains(part) && !path.exists(), "{said}");
    }
    // A file is not overwritten, and not continued with other settings.
    let out = ["--out", text(&path), "--generations", "1", "--check", "0"];
    stdout(&tune(&out));
    assert!(refusal(&tune(&out), 1).contains("continue it with --resume"));
    let other = refusal(&tune(&[&out[..], &["--resume", "--seed", "2"]].concat()), 1);
    assert!(other.contains("of other settings: seed is 1 there, 2 here"), "{other}");
    fs::write(&path, "{}\n").unwrap();
    assert!(refusal(&tune(&[&out[..], &["--resume"]].concat()), 1).contains("line 1: missing field"));
}

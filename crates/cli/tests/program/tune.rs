//! `gambol tune`.

use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::common::{json, program, refusal, stdout};
use crate::text;
use gambol::Seed;
use gambol::game::random;

/// The smallest piece first, by its surface: the sign decides nearly everything, and the start
/// value has the wrong sign.
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
    assert_eq!(result["start_agent"], "greedy-single:weights=0/1/0/-1/0");
    let mean = |of: &str| result["check"][of]["mean"].as_f64().unwrap();
    assert!(mean("tuned") > 3.0 * mean("start"), "{result}");
    assert_eq!((&result["generations"], &result["candidates"]), (&6.into(), &5.into()));
}

#[test]
fn the_result_is_printed_even_if_the_plot_cannot_be_written() {
    let folder = tempfile::tempdir().unwrap();
    // The longest name of a file, which leaves no room for that of the temporary file.
    let plot = folder.path().join("p".repeat(255));
    let args = tune(&["--generations", "1", "--check", "4", "--json", "--plot", text(&plot)]);
    let output = program().args(args).output().expect("the program starts");
    let [answer, said] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).expect("text"));
    assert_eq!(output.status.code(), Some(1), "{said}");
    let result: serde_json::Value = serde_json::from_str(&answer).unwrap_or_else(|error| panic!("{error}: {said}"));
    assert_eq!(result["check"]["games"], 4, "{result}");
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
    // An interruption in the middle of a line.
    let cut = lines.lines().take(1 + 2 * 5).collect::<Vec<_>>().join("\n") + "\n{\"generation\":2,\"ag";
    fs::write(file("stopped.jsonl"), cut).unwrap();
    assert_eq!(run("stopped.jsonl", "4", &["--resume"]), whole);
    for name in ["alone.jsonl", "stopped.jsonl"] {
        assert_eq!(fs::read_to_string(file(name)).unwrap(), lines, "{name}");
    }
    // Nothing is left to play.
    assert_eq!(run("whole.jsonl", "4", &["--resume"]), whole);
}

/// Tunes four weights, with values that need all digits, since a mean of six games is a multiple of
/// a sixth.
fn sixths(path: &Path, resume: bool) -> Command {
    let mut command = program();
    command.args(["tune", "tenten", "--agent", "greedy-single:weights={hole}/1/{free}/2.5/0.5"]);
    command.args(["--parameters", "hole=50", "free=1", "--games", "6", "--generations", "4", "--check", "0"]);
    command.args(["--jobs", "1", "--json", "--out"]).arg(path).args(resume.then_some("--resume"));
    command
}

/// Returns the result of a tuning that completes.
fn finished(mut command: Command) -> String {
    let output = command.output().expect("the program starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn a_journal_cut_after_or_within_any_line_ends_in_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let [whole, cut] = ["whole.jsonl", "cut.jsonl"].map(|name| folder.path().join(name));
    let result = finished(sixths(&whole, false));
    let bytes = fs::read(&whole).unwrap();
    let ends: Vec<usize> = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1).collect();
    assert_eq!(ends.len(), 1 + 4 * 6, "its settings and its candidates");
    let mut begin = 0;
    for end in ends {
        for length in [begin, usize::midpoint(begin, end), end - 1] {
            fs::write(&cut, &bytes[..length]).unwrap();
            assert_eq!(finished(sixths(&cut, true)), result, "cut at {length}");
            assert!(fs::read(&cut).unwrap() == bytes, "cut at {length}");
        }
        begin = end;
    }
}

/// `GAMBOL_KILLS=200` kills it more often.
#[test]
fn a_tuning_that_is_killed_again_and_again_ends_in_the_same_bytes() {
    let kills = std::env::var("GAMBOL_KILLS").map_or(10, |kills| kills.parse().expect("a number"));
    let folder = tempfile::tempdir().unwrap();
    let [whole, path] = ["whole.jsonl", "killed.jsonl"].map(|name| folder.path().join(name));
    let started = Instant::now();
    let result = finished(sixths(&whole, false));
    let took = started.elapsed();
    let bytes = fs::read(&whole).unwrap();
    let (mut killed, mut ended, mut rng) = (0, 0, Seed::new(36).rng());
    while killed < kills {
        let mut child = sixths(&path, true).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(took.mul_f64(random::unit(&mut rng)));
        // It may have ended by itself.
        killed += usize::from(child.try_wait().unwrap().is_none());
        let _ = child.kill();
        if child.wait().unwrap().success() {
            let mut said = String::new();
            child.stdout.take().unwrap().read_to_string(&mut said).unwrap();
            assert_eq!(said, result);
            assert!(fs::read(&path).unwrap() == bytes, "after {killed} kills");
            fs::remove_file(&path).unwrap();
            ended += 1;
        }
    }
    assert_eq!(finished(sixths(&path, true)), result);
    assert!(fs::read(&path).unwrap() == bytes);
    println!("{killed} kills, {} tunings came to their end: the same bytes", ended + 1);
}

#[test]
fn a_journal_serves_one_tuning_at_a_time_and_shows_what_was_changed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.jsonl");
    let mut long = sixths(&path, false);
    long.args(["--candidates", "40"]).stdout(Stdio::null()).stderr(Stdio::null());
    let mut first = long.spawn().unwrap();
    while fs::metadata(&path).map_or(0, |file| file.len()) == 0 {
        assert!(first.try_wait().unwrap().is_none(), "it ended before it was looked at");
        std::thread::sleep(Duration::from_millis(1));
    }
    let second = sixths(&path, true).output().unwrap();
    let _ = first.kill();
    first.wait().unwrap();
    let said = String::from_utf8(second.stderr).unwrap();
    assert!(!second.status.success() && said.contains("another process is writing it"), "{said}");

    fs::remove_file(&path).unwrap();
    finished(sixths(&path, false));
    let text = fs::read_to_string(&path).unwrap();
    let (before, last) = text.trim_end().rsplit_once('\n').unwrap();
    let (start, value) = last.split_once("\"value\":").unwrap();
    let changed = format!("{before}\n{start}\"value\":9{value}\n");
    fs::write(&path, &changed).unwrap();
    let refused = sixths(&path, true).output().unwrap();
    let said = String::from_utf8(refused.stderr).unwrap();
    assert!(!refused.status.success() && said.contains("line 25: its hash does not match"), "{said}");
    assert_eq!(fs::read_to_string(&path).unwrap(), changed);
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
        (AGENT, "s", &[][..], "expected NAME=START[,STEP[,LOW,HIGH]]"),
        (AGENT, "s=1,2,3", &[], "expected NAME=START"),
        (AGENT, "s=inf", &[], "expected NAME=START"),
        (AGENT, "s=1,0", &[], "STEP must be above 0"),
        (AGENT, "s=5,1,0,4", &[], "START must lie between LOW and HIGH"),
        (AGENT, "t=1", &[], "--agent has no {t}"),
        ("greedy-single:weights=0/1/0/{s}/{t}", "s=1", &[], "--parameters has no value for a name"),
        (AGENT, "s=1", &["--whole", "t"], "--parameters has no t"),
        (AGENT, "s=1", &["--against", "random"], "this game is a puzzle"),
        (AGENT, "s=1", &["--opening-plies", "2"], "this game is a puzzle"),
        ("no-such:x={s}", "s=1", &[], "unknown agent"),
        ("local-search:climbs={s}", "s=1,1", &["--check", "0"], "give --parameters LOW and HIGH"),
    ] {
        let said = with(agent, parameters, more);
        assert!(said.contains(part), "{agent} {parameters} {more:?}: {said}");
    }
    // The games of two-player games go in pairs, which is checked before anything is played or
    // written.
    let odd = ["tune", "match5", "--agent", "mc:rollouts={n}", "--parameters", "n=1,1,1,9", "--whole", "n"];
    let odd = [&odd[..], &["--generations", "1", "--candidates", "4", "--out", text(&path)]].concat();
    for (games, check, part) in [("3", "2", "--games: "), ("2", "3", "--check: ")] {
        let said = refusal(&[&odd[..], &["--games", games, "--check", check]].concat(), 1);
        assert!(said.contains(part) && !path.exists(), "{said}");
    }
    // A file is neither overwritten nor continued with other settings.
    let out = ["--out", text(&path), "--generations", "1", "--check", "0"];
    stdout(&tune(&out));
    assert!(refusal(&tune(&out), 1).contains("continue it with --resume"));
    let other = refusal(&tune(&[&out[..], &["--resume", "--seed", "2"]].concat()), 1);
    assert!(other.contains("has other settings: seed is 1 there, 2 here"), "{other}");
    fs::write(&path, "{}\n").unwrap();
    assert!(refusal(&tune(&[&out[..], &["--resume"]].concat()), 1).contains("line 1: it does not end with a hash"));
    // An endless file is not read into memory.
    fs::File::create(&path).unwrap().set_len(1 << 40).unwrap();
    assert!(refusal(&tune(&[&out[..], &["--resume"]].concat()), 1).contains("line 1: it is longer than"));
    if Path::new("/dev/zero").exists() {
        let device = ["--out", "/dev/zero", "--resume", "--generations", "1"];
        assert!(refusal(&tune(&device), 1).contains("/dev/zero: it is a device or a pipe"));
    }
}

#[test]
fn the_check_of_a_puzzle_has_intervals_of_scores_and_none_of_few_games() {
    let check = |games: &str| {
        let args = tune(&["--generations", "1", "--check", games]);
        (json(&[&args[..], &["--json"]].concat()), stdout(&args))
    };
    let (few, text) = check("4");
    assert!(few["check"]["tuned"]["ci95"][0].is_null() && text.contains("(too few games)"), "{text}");
    let (enough, text) = check("5");
    for agent in ["tuned", "start"] {
        let [low, high] = [0, 1].map(|end| enough["check"][agent]["ci95"][end].as_f64().unwrap());
        assert!(low > 0.0 && low < high, "scores are never negative: {enough}");
        // As in `run`, but for the logarithm.
        let mean = enough["check"][agent]["mean"].as_f64().unwrap();
        assert!((low * high / (mean * mean) - 1.0).abs() < 1e-9, "{enough}");
    }
    assert!(!text.contains("too few games"), "{text}");
}

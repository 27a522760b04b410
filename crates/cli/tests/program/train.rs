//! `gambol train`: the same weights on any number of threads, files that agents read, and
//! protection of existing files.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::common::{json, refusal, stdout};
use gambol::learn::{LearnError, Learner, OnePly, Points, Run, Settings, Training};
use gambol::players::threes::{Size, Tuples};
use gambol::registry::{GameEntry, Registry};
use gambol::threes::Threes;
use serde_json::Value;
use sha2::{Digest, Sha256};

/// A training of a few turns.
fn train<'a>(game: &'a str, out: &'a Path, more: &[&'a str]) -> Vec<&'a str> {
    [&["train", game, "--scale", "0.00001", "--games", "4", "--out", out.to_str().unwrap()], more].concat()
}

#[test]
fn every_training_makes_weights_that_agents_read() {
    let folder = tempfile::tempdir().unwrap();
    for game in ["five-or-more", "tenten", "threes"] {
        let out = folder.path().join(game);
        stdout(&train(game, &out, &[]));
        let agent = format!("greedy:eval=network,weights={}", out.display());
        let report = json(&["run", game, "--agent", &agent, "--games", "1", "--max-moves", "5", "--json"]);
        assert_eq!(report["games"], 1, "{game}");
    }
    let threes = folder.path().join("threes");
    let refused =
        refusal(&["hint", "tenten", "--agent", &format!("greedy:eval=network,weights={}", threes.display())], 1);
    assert!(refused.contains("weights for threes; expected weights for tenten"), "{refused}");
    let refused = refusal(&["hint", "threes", "--agent", "greedy:eval=rows,weights=x"], 1);
    assert!(refused.contains("rows takes no weights file"), "{refused}");
    let refused = refusal(&["hint", "threes", "--agent", "greedy:eval=network,weights=nowhere"], 1);
    assert!(refused.contains("nowhere: "), "{refused}");
    // An endless file is not read into memory.
    fs::File::create(&threes).unwrap().set_len(1 << 40).unwrap();
    let refused =
        refusal(&["hint", "threes", "--agent", &format!("greedy:eval=network,weights={}", threes.display())], 1);
    assert!(refused.contains("threes: it has more than 268435456 bytes"), "{refused}");
    if Path::new("/dev/zero").exists() {
        let refused = refusal(&["hint", "threes", "--agent", "greedy:eval=network,weights=/dev/zero"], 1);
        assert!(refused.contains("/dev/zero: it is a device or a pipe, not a file"), "{refused}");
    }
}

fn words(line: &[String]) -> Vec<&str> {
    line.iter().map(String::as_str).collect()
}

/// Returns the SHA-256 of a file in hexadecimal, as in records.
fn hash(path: &Path) -> String {
    let [a, b, c, d, e, f, g, h, ..]: [u8; 32] = Sha256::digest(fs::read(path).unwrap()).into();
    format!("{:016x}", u64::from_be_bytes([a, b, c, d, e, f, g, h]))
}

#[test]
fn records_tell_one_network_from_another() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let name = |name: &str| path(name).display().to_string();
    let weights = path("weights");
    let agent = format!("greedy:eval=network,weights={}", weights.display());
    let play = |games: &str, more: &[&str]| {
        let command = ["run", "five-or-more", "--agent", &agent, "--games", games, "--max-moves", "4"];
        [&command[..], more].concat().into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    let run = |line: Vec<String>| stdout(&words(&line));
    let refuse = |line: Vec<String>| refusal(&words(&line), 1);

    stdout(&train("five-or-more", &weights, &[]));
    let first = hash(&weights);
    let [one, two, part] = ["one.jsonl", "two.jsonl", "part.jsonl"].map(name);
    run(play("4", &["--shard", "1/2", "--out", &one]));
    // The state after an interruption between the second and the third of four games.
    run(play("4", &["--out", &part]));
    let records = fs::read_to_string(&part).unwrap();
    assert!(records.lines().next().unwrap().contains(&format!(r#""sha256":"{first}""#)), "{records}");
    let cut: String = records.split_inclusive('\n').take(3).collect();
    fs::write(format!("{part}.partial"), &cut).unwrap();
    fs::remove_file(&part).unwrap();
    let journal = name("tune.jsonl");
    let tune = |more: &[&str]| {
        let command =
            ["tune", "five-or-more", "--agent", "two-ply:eval=network,weights=W,width={b},samples=1,simulations=9"];
        let rest = ["--parameters", "b=2,1,1,3", "--whole", "b", "--games", "2", "--candidates", "4", "--check", "0"];
        let rest = [&rest[..], &["--max-moves", "3", "--generations", "1", "--out", &journal], more].concat();
        let command = command.map(|word| word.replace('W', &weights.display().to_string()));
        command.into_iter().chain(rest.into_iter().map(str::to_owned)).collect::<Vec<_>>()
    };
    run(tune(&[]));

    stdout(&train("five-or-more", &weights, &["--training", "shown"]));
    let second = hash(&weights);
    assert_ne!(first, second);
    let both = |said: &str, order: [&str; 2]| {
        let files =
            order.map(|hash| format!(r#"{{"agent":"{agent}","file":"{}","sha256":"{hash}"}}"#, weights.display()));
        let [there, here] = files;
        assert!(said.contains(&format!("files is {there} there, {here} here")), "{said}");
    };
    both(&refuse(play("4", &["--out", &part, "--resume"])), [&first, &second]);
    assert_eq!(fs::read_to_string(format!("{part}.partial")).unwrap(), cut, "it is left as it was");
    run(play("4", &["--shard", "2/2", "--out", &two]));
    let merge = ["merge", &one, &two, "--out", &name("all.jsonl")].map(str::to_owned).to_vec();
    both(&refuse(merge.clone()), [&first, &second]);
    let said = refuse(tune(&["--resume"]));
    assert!(said.contains("has other settings: files is") && said.contains(&first) && said.contains(&second), "{said}");

    // With the original network, everything continues.
    stdout(&train("five-or-more", &weights, &[]));
    assert_eq!(hash(&weights), first);
    run(play("4", &["--out", &part, "--resume"]));
    run(play("4", &["--shard", "2/2", "--out", &two]));
    run(merge);
    run(tune(&["--resume"]));
}

#[test]
fn log_and_plot_tell_of_the_training() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name| folder.path().join(name);
    let (out, log, plot) = (path("weights"), path("log.jsonl"), path("plot.svg"));
    let more = ["--log", log.to_str().unwrap(), "--plot", plot.to_str().unwrap(), "--json"];
    let report = json(&train("five-or-more", &out, &more));
    assert_eq!(report["bytes"], fs::metadata(&out).unwrap().len());
    let lines = fs::read_to_string(log).unwrap();
    let last: serde_json::Value = serde_json::from_str(lines.lines().last().unwrap()).unwrap();
    assert!(last["turns"].as_u64().unwrap() >= last["turns_of_phase"].as_u64().unwrap());
    assert_eq!(last["evaluation"]["games"], 4);
    assert!(fs::read_to_string(plot).unwrap().starts_with("<svg"));
    assert!(!path("weights.checkpoint").exists(), "nothing is left to go on from");
}

/// Whether [`phases`] fails after its second phase.
static FAILS: AtomicBool = AtomicBool::new(false);

/// Trains in three phases, with several epochs each.
fn phases(run: &mut Run<'_>) -> Result<Vec<u8>, LearnError> {
    let settings = Settings::default().turns_per_round(100).rounds_per_epoch(2);
    let mut learner = Learner::new(Threes::default(), Tuples(Size::Four), Points, settings);
    for phase in 1..=3 {
        run.train(&mut learner, 1000, OnePly::new)?;
        if phase == 2 && FAILS.load(Ordering::Relaxed) {
            return Err(LearnError::Stopped);
        }
    }
    Ok(Vec::new())
}

/// Returns the lines of a log without the fields that depend on the process: the speed, and the
/// evaluations, one of which follows each start.
fn epochs(log: &str) -> Vec<Value> {
    let lines = log.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}")));
    let without = |mut line: Value| {
        line["turns_per_second"].take();
        line["evaluation"].take();
        line
    };
    lines.map(without).collect()
}

#[test]
fn a_resumed_training_continues_its_log_and_its_plot() {
    let training = Training::new("phases", "three phases", phases);
    let game = GameEntry::new("phases", "Threes!", |_| Ok(Threes::default())).with(training);
    let registry = Registry::new().with(game);
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let train = |name: &str, more: &[&str]| {
        let (out, log) = (path(name), path(&format!("{name}.jsonl")));
        let args = ["gambol", "train", "phases", "--games", "4", "--json", "--out", &out, "--log", &log];
        let streams = gambol_cli::Streams::new(&b""[..], Vec::new());
        let result = gambol_cli::run(&registry, [&args, more].concat(), streams);
        (result, fs::read_to_string(log).unwrap())
    };
    let evaluated = |result: &str| -> Vec<[f64; 2]> {
        let result: Value = serde_json::from_str(result).unwrap();
        serde_json::from_value(result["evaluations"].clone()).unwrap()
    };
    let (whole, log) = train("whole", &[]);
    let whole = evaluated(&whole.unwrap());

    FAILS.store(true, Ordering::Relaxed);
    let (stopped, part) = train("part", &[]);
    FAILS.store(false, Ordering::Relaxed);
    assert!(stopped.is_err() && epochs(&log).starts_with(&epochs(&part)), "{part}");
    // Epochs after the checkpoint, and a part of a line.
    let later: String = log.split_inclusive('\n').skip(part.lines().count()).take(2).collect();
    fs::write(path("part.jsonl"), format!("{part}{later}{}", &later[..20])).unwrap();
    let (resumed, continued) = train("part", &["--resume"]);
    assert_eq!(epochs(&continued), epochs(&log));
    let resumed = evaluated(&resumed.unwrap());
    assert!(resumed.is_sorted_by(|a, b| a[0] < b[0]), "{resumed:?}");
    assert!(whole.iter().all(|point| resumed.contains(point)), "{whole:?}, {resumed:?}");

    // Another file is not taken for a log.
    FAILS.store(true, Ordering::Relaxed);
    fs::remove_file(path("part.jsonl")).unwrap();
    assert!(train("part", &[]).0.is_err());
    FAILS.store(false, Ordering::Relaxed);
    fs::write(path("part.jsonl"), "notes\n").unwrap();
    let (refused, kept) = train("part", &["--resume"]);
    assert!(refused.unwrap_err().message.contains("part.jsonl: line 1: not a line of a log"));
    assert_eq!(kept, "notes\n");
}

#[test]
fn command_lines_that_make_no_sense_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("weights");
    let refused = refusal(&train("match5", &out, &[]), 1);
    assert!(refused.contains("no training for this game"), "{refused}");
    let refused = refusal(&train("threes", &out, &["--training", "none"]), 1);
    assert!(refused.contains("unknown training; expected one of"), "{refused}");
    let refused = refusal(&train("threes", &out, &["--resume"]), 1);
    assert!(refused.contains("no checkpoint to resume from"), "{refused}");
    let checkpoint = folder.path().join("weights.checkpoint");
    fs::write(&checkpoint, "mine").unwrap();
    let refused = refusal(&train("threes", &out, &[]), 1);
    assert!(refused.contains("a checkpoint already exists"), "{refused}");
    assert_eq!(fs::read_to_string(&checkpoint).unwrap(), "mine");
    let refused = refusal(&train("threes", &out, &["--resume"]), 1);
    assert!(refused.contains("weights.checkpoint: this is not a checkpoint of a run of this version"), "{refused}");
    for start in ["gambol run 2", "gambol run 2\n{\"phase\":1"] {
        fs::write(&checkpoint, start).unwrap();
        let refused = refusal(&train("threes", &out, &["--resume"]), 1);
        assert!(refused.contains("weights.checkpoint: the checkpoint is damaged or cut short"), "{refused}");
    }
    fs::File::create(&checkpoint).unwrap().set_len(1 << 40).unwrap();
    let refused = refusal(&train("threes", &out, &["--resume"]), 1);
    assert!(refused.contains("weights.checkpoint: it has more than 4294967296 bytes"), "{refused}");
}

//! `gambol train`: the same weights on any number of threads, files that agents read, and no file
//! of somebody's lost.

mod common;

use std::fs;
use std::path::Path;

use common::{json, refusal, stdout};

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
    assert!(refused.contains("rows takes no file of weights"), "{refused}");
    let refused = refusal(&["hint", "threes", "--agent", "greedy:eval=network,weights=nowhere"], 1);
    assert!(refused.contains("nowhere: "), "{refused}");
}

#[test]
fn any_number_of_threads_gives_the_same_file() {
    let folder = tempfile::tempdir().unwrap();
    let outs = ["1", "3"].map(|jobs| {
        let out = folder.path().join(jobs);
        stdout(&train("five-or-more", &out, &["--jobs", jobs]));
        fs::read(out).unwrap()
    });
    assert!(outs[0] == outs[1]);
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

#[test]
fn command_lines_that_make_no_sense_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("weights");
    let refused = refusal(&train("match5", &out, &[]), 1);
    assert!(refused.contains("no training for this game"), "{refused}");
    let refused = refusal(&train("threes", &out, &["--training", "none"]), 1);
    assert!(refused.contains("unknown training; expected one of"), "{refused}");
    let refused = refusal(&train("threes", &out, &["--resume"]), 1);
    assert!(refused.contains("there is no checkpoint to go on from"), "{refused}");
    let checkpoint = folder.path().join("weights.checkpoint");
    fs::write(&checkpoint, "mine").unwrap();
    let refused = refusal(&train("threes", &out, &[]), 1);
    assert!(refused.contains("there is a checkpoint already"), "{refused}");
    assert_eq!(fs::read_to_string(&checkpoint).unwrap(), "mine");
    let refused = refusal(&train("threes", &out, &["--resume"]), 1);
    assert!(refused.contains("this is no checkpoint of a run"), "{refused}");
    refusal(&train("threes", &folder.path().join("no/such/folder"), &[]), 1);
}

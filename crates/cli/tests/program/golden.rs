//! Golden output: the games of every agent, and the output of `hint` and `inspect`.
//!
//! Each line of golden.jsonl is a command of the program and its output, without times. The file
//! must not change when code is rearranged. `GAMBOL_GOLDEN=write` regenerates the outputs; the
//! commit that contains the difference gives the reason.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

use crate::common::{json, stdout};
use gambol_arena::{Reader, Record};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};

/// A command of the program, and its output without times.
#[derive(Debug, PartialEq, Deserialize, Serialize)]
struct Golden {
    command: Vec<String>,
    output: Value,
}

/// Maximum length of an output in the file, in characters; longer ones are replaced by their hash.
const LONGEST: usize = 1_000;

fn path() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden.jsonl"))
}

fn goldens() -> Vec<Golden> {
    let text = std::fs::read_to_string(path()).expect("the golden file");
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"))).collect()
}

/// Returns the output of a command without times; for `run`, its records.
fn output(command: &[String]) -> Value {
    let args: Vec<&str> = command.iter().map(String::as_str).collect();
    if args[0] == "run" {
        let folder = tempfile::tempdir().expect("a folder");
        let out = folder.path().join("run.jsonl");
        stdout(&[&args, &["--out", out.to_str().expect("a name")][..]].concat());
        let records: Vec<Record> = (Reader::open(&out).expect("records").expect("a header"))
            .map(|located| located.expect("a record").record.without_time())
            .collect();
        return serde_json::to_value(records).expect("JSON");
    }
    let mut value = json(&[&args, &["--json"][..]].concat());
    if let Some(fields) = value.as_object_mut() {
        fields.remove("ms");
    }
    let text = value.to_string();
    if text.len() <= LONGEST {
        return value;
    }
    let hash = Sha256::digest(&text).iter().fold(String::new(), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    });
    serde_json::json!({ "action": value["action"], "bytes": text.len(), "sha256": hash })
}

#[test]
fn commands_print_what_they_printed() {
    let goldens = goldens();
    if std::env::var("GAMBOL_GOLDEN").is_ok_and(|said| said == "write") {
        let line = |golden: &Golden| {
            let new = Golden { command: golden.command.clone(), output: output(&golden.command) };
            serde_json::to_string(&new).expect("JSON") + "\n"
        };
        std::fs::write(path(), goldens.iter().map(line).collect::<String>()).expect("the file is written");
        return;
    }
    for golden in goldens {
        let found = output(&golden.command);
        assert_eq!(found, golden.output, "gambol {}", golden.command.join(" "));
    }
}

/// Every agent is covered.
#[test]
fn every_agent_of_every_game_is_played() {
    let name = |text: &str| text.split(':').next().unwrap_or(text).to_owned();
    let played: BTreeSet<(String, String)> = goldens()
        .iter()
        .filter(|golden| golden.command[0] == "run")
        .map(|golden| (name(&golden.command[1]), name(&golden.command[3])))
        .collect();
    let mut agents = BTreeSet::new();
    for game in json(&["games", "--json"]).as_array().expect("a list") {
        let game = game["game"].as_str().expect("a name");
        for agent in json(&["agents", game, "--json"])["agents"].as_array().expect("a list") {
            agents.insert((game.to_owned(), agent["agent"].as_str().expect("a name").to_owned()));
        }
    }
    assert_eq!(played, agents);
}

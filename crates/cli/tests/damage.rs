//! Damaged files of records: no command accepts a file with any alteration.
#![cfg(unix)]

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use common::{gambol, json, refusal};
use serde_json::Value;

/// A run and a match of short, fully recorded games.
const RUN: [&str; 9] = ["run", "threes", "--agent", "random", "--games", "6", "--record-games", "--max-moves", "9"];
const MATCH: [&str; 10] =
    ["match", "pentago-swap", "--agents", "random", "mc:z=1", "--games", "6", "--record-games", "--max-moves", "5"];

/// Returns copies of a file with one alteration each, and its description. They are the same in
/// every test run.
fn damaged(whole: &[u8], count: usize) -> Vec<(String, Vec<u8>)> {
    let lines: Vec<&[u8]> = whole.split_inclusive(|&byte| byte == b'\n').collect();
    let digits: Vec<usize> = (0..whole.len()).filter(|&at| whole[at].is_ascii_digit()).collect();
    let mut copies = Vec::new();
    for number in 0..count {
        // Steps of a prime spread the places over the file.
        let at = number * 7919 % whole.len();
        let digit = digits[number * 7919 % digits.len()];
        let line = number % lines.len();
        let mut copy = whole.to_vec();
        let what = match number % 8 {
            0 => {
                copy[at] ^= 1 << (number / 8 % 8);
                "a bit is turned over"
            }
            1 => {
                copy[digit] = b'0' + (copy[digit] - b'0' + 1) % 10;
                "a digit is another"
            }
            2 => {
                copy.insert(digit, b'1');
                "a number has one digit more"
            }
            3 => {
                copy.remove(at);
                "a byte is missing"
            }
            4 => {
                copy.insert(at, whole[at]);
                "a byte is there twice"
            }
            5 => {
                copy = lines
                    .iter()
                    .enumerate()
                    .filter(|(at, _)| *at != line)
                    .map(|(_, line)| *line)
                    .collect::<Vec<_>>()
                    .concat();
                "a line is missing"
            }
            6 => {
                let twice =
                    lines.iter().enumerate().flat_map(|(at, it)| std::iter::repeat_n(*it, 1 + usize::from(at == line)));
                copy = twice.collect::<Vec<_>>().concat();
                "a line is there twice"
            }
            _ => {
                let mut swapped = lines.clone();
                swapped.swap(line, (line + 1 + number / 8 % (lines.len() - 1)) % lines.len());
                copy = swapped.concat();
                "two lines are swapped"
            }
        };
        if copy != whole {
            copies.push((format!("copy {number}: {what} (byte {at}, digit {digit}, line {line})"), copy));
        }
    }
    copies
}

/// Returns the records without the processes and the times, and without the fields that depend on
/// them.
fn timeless(path: &Path) -> Vec<Value> {
    let text = fs::read_to_string(path).unwrap();
    let values = text.lines().map(|line| {
        let mut value: Value = serde_json::from_str(line).unwrap();
        let record = value.as_object_mut().unwrap();
        record.retain(|name, _| !["provenance", "time_us", "hash"].contains(&name.as_str()));
        if let Some(each) = record.get_mut("each") {
            each.as_array_mut().unwrap().iter_mut().for_each(|share| share["time_us"] = 0.into());
        }
        value
    });
    values.collect()
}

struct Files {
    folder: tempfile::TempDir,
    command: Vec<&'static str>,
    /// The undamaged file.
    whole: PathBuf,
    text: Vec<u8>,
    /// The page of the undamaged file.
    page: String,
}

impl Files {
    fn play(command: &[&'static str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let whole = folder.path().join("whole.jsonl");
        json(&[command, &["--out", whole.to_str().unwrap(), "--json"]].concat());
        let text = fs::read(&whole).unwrap();
        let mut files = Self { folder, command: command.to_vec(), whole, text, page: String::new() };
        files.page = files.report(&files.text).expect("the file is sound").1;
        files
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Resumes from a partial file, or from a file with the final name. Returns the completed file.
    fn resume(&self, copy: &[u8], name: &str) -> Option<PathBuf> {
        let out = self.path("f.jsonl");
        for name in ["f.jsonl", "f.jsonl.partial"] {
            let _ = fs::remove_file(self.path(name));
        }
        fs::write(self.path(name), copy).unwrap();
        let output = gambol(&[&self.command, &["--resume", "--out", out.to_str().unwrap()][..]].concat());
        output.status.success().then_some(out)
    }

    fn merge(&self, copy: &[u8]) -> Option<Vec<u8>> {
        let [part, out] = ["part.jsonl", "merged.jsonl"].map(|name| self.path(name));
        fs::write(&part, copy).unwrap();
        let output = gambol(&["merge", part.to_str().unwrap(), "--out", out.to_str().unwrap()]);
        output.status.success().then(|| fs::read(out).unwrap())
    }

    fn report(&self, copy: &[u8]) -> Option<(Value, String)> {
        let [part, out] = ["f.jsonl", "page.html"].map(|name| self.path(name));
        fs::write(&part, copy).unwrap();
        let output = gambol(&["report", "--json", part.to_str().unwrap(), "--out", out.to_str().unwrap()]);
        output
            .status
            .success()
            .then(|| (serde_json::from_slice(&output.stdout).unwrap(), fs::read_to_string(out).unwrap()))
    }

    /// Passes the copies to each command. Returns those that were accepted although they differ
    /// from the original.
    fn taken(&self, count: usize) -> Vec<String> {
        let mut taken = Vec::new();
        let played = timeless(&self.whole);
        for (what, copy) in damaged(&self.text, count) {
            for name in ["f.jsonl.partial", "f.jsonl"] {
                if self.resume(&copy, name).is_some_and(|out| timeless(&out) != played) {
                    taken.push(format!("resume of {name}: {what}"));
                }
            }
            if self.merge(&copy).is_some_and(|merged| merged != self.text) {
                taken.push(format!("merge: {what}"));
            }
            if let Some((result, page)) = self.report(&copy) {
                // The first games, reported as incomplete, are acceptable.
                let part = result["games"].as_u64() < result["of"].as_u64() && self.text.starts_with(&copy);
                if !part && page != self.page {
                    taken.push(format!("report: {what}"));
                }
            }
        }
        taken
    }
}

#[test]
fn no_damaged_run_is_taken_for_good() {
    let taken = Files::play(&RUN).taken(200);
    assert!(taken.is_empty(), "{}: {taken:#?}", taken.len());
}

#[test]
fn no_damaged_match_is_taken_for_good() {
    let taken = Files::play(&MATCH).taken(200);
    assert!(taken.is_empty(), "{}: {taken:#?}", taken.len());
}

#[test]
fn what_has_no_end_is_refused_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let [out, long] = ["out", "long.jsonl"].map(|name| folder.path().join(name).to_str().unwrap().to_owned());
    // A sparse terabyte after a valid header.
    json(&["run", "threes", "--agent", "random", "--games", "2", "--out", &long, "--json"]);
    let file = fs::OpenOptions::new().write(true).open(&long).unwrap();
    let head = fs::read_to_string(&long).unwrap().find('\n').unwrap() as u64 + 1;
    file.set_len(head).unwrap();
    file.set_len(1 << 40).unwrap();
    for command in ["report", "merge"] {
        let message = refusal(&[command, "/dev/zero", "--out", &out], 1);
        assert!(message.contains("/dev/zero: line 1: it is longer than 1048576 bytes"), "{message}");
        let message = refusal(&[command, &long, "--out", &out], 1);
        assert!(message.contains("long.jsonl: line 2: it is longer than 67108864 bytes"), "{message}");
    }
    let message = refusal(&["run", "threes", "--agent", "random", "--games", "2", "--resume", "--out", &long], 1);
    assert!(message.contains("line 2: it is longer than"), "{message}");
}

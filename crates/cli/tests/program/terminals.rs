//! Output to terminals: foreign control characters are escaped, and a closed stream is not a
//! failure.

use std::ffi::OsStr;
use std::fs::OpenOptions;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::common::{program, stdout};
use crate::forge::{forge, with};
use gambol::self_taught::{Fivo, FreeMoves, Knowledge, Studies};
use gambol_arena::Header;
use tempfile::TempDir;

/// A colour, a window title, a colour by C1 control, a bidirectional override, line breaks.
const FOREIGN: &str = "a\u{1b}[31mRED\u{1b}]0;own\u{7}\u{9b}31m\u{202e}b\nc\rd\u{7f}";
/// The same text, escaped.
const SHOWN: &str = r"a\u{1b}[31mRED\u{1b}]0;own\u{7}\u{9b}31m\u{202e}b\nc\rd\u{7f}";

/// Asserts that the output consists of lines of plain text.
fn assert_plain(bytes: &[u8]) -> String {
    let text = String::from_utf8(bytes.to_vec()).expect("text");
    let odd = text.chars().find(|&letter| letter != '\n' && (letter.is_control() || letter == '\u{202e}'));
    assert_eq!(odd, None, "{text:?}");
    text
}

fn gambol<A: AsRef<OsStr>>(args: impl IntoIterator<Item = A>) -> Output {
    program().args(args).output().expect("the program starts")
}

fn refusal<A: AsRef<OsStr>>(args: impl IntoIterator<Item = A>, code: i32) -> String {
    let output = gambol(args);
    assert_eq!(output.status.code(), Some(code), "{output:?}");
    assert!(output.stdout.is_empty(), "{output:?}");
    let text = assert_plain(&output.stderr);
    assert_eq!(text.lines().count(), 1, "{text}");
    text
}

fn shown(args: &[&str]) -> String {
    let output = gambol(args);
    assert!(output.status.success(), "{output:?}");
    assert_plain(&output.stderr);
    assert_plain(&output.stdout)
}

/// Writes a file of records with a changed plan and matching hashes.
fn forged(folder: &Path, change: impl FnOnce(&Header) -> Header) -> PathBuf {
    let path = folder.join("forged.jsonl");
    let _ = std::fs::remove_file(&path);
    stdout(&["run", "threes", "--agent", "random", "--games", "2", "--out", path.to_str().unwrap()]);
    forge(&path, |header, _| *header = change(header));
    path
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

#[test]
fn names_in_records_are_escaped() {
    let folder = folder();
    let out = folder.path().join("merged.jsonl");
    let path = forged(folder.path(), |header| {
        with(&with(header, "game", format!("threes:{FOREIGN}")), "agents", vec![FOREIGN])
    });
    let args = ["merge", path.to_str().unwrap(), "--out", out.to_str().unwrap()];
    let text = shown(&args);
    assert_eq!(text.matches(SHOWN).count(), 2, "{text}");
    assert!(text.lines().next().unwrap().starts_with("game"), "{text}");
    // In JSON, the text is unchanged.
    let text = shown(&[&args[..], &["--json"]].concat());
    let summary: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(summary["agent"], FOREIGN);
    assert_eq!(summary["game"], format!("threes:{FOREIGN}"));
    // The same holds for the differences of two files.
    let other = folder.path().join("other.jsonl");
    std::fs::copy(&path, &other).unwrap();
    let path = forged(folder.path(), |header| with(header, "agents", vec!["\u{9b}31m"]));
    let message = refusal([Path::new("merge"), &path, &other, Path::new("--out"), &out], 1);
    assert!(message.contains(r"\u{9b}31m"), "{message}");
}

#[test]
fn names_in_files_of_knowledge_are_escaped() {
    let folder = folder();
    let mut file = Fivo::create(folder.path(), "Ada", "", Knowledge::default()).unwrap();
    file.knowledge_mut().unwrap().insert("RRRR/RRRX 1".parse().unwrap());
    let studies = Studies {
        opponent: FOREIGN.to_owned(),
        start: String::new(),
        free_moves: FreeMoves::default(),
        seed: 0,
        games: 0,
        blocks: Vec::new(),
    };
    file.set_studies(Some(studies)).unwrap();
    file.store().unwrap();
    let out = file.path().to_str().unwrap();
    let message = refusal(["learn", "match5", "--opponent", "random", "--games", "5", "--out", out], 1);
    assert!(message.contains(&format!("opponent is {SHOWN} there")), "{message}");
}

#[test]
fn names_of_files_and_arguments_are_escaped() {
    let name = "\u{1b}[31m\u{202e}";
    let shown = r"\u{1b}[31m\u{202e}";
    for (args, code) in [
        (&["merge", name, "--out", "x"][..], 1),
        (&["report", name, "--out", "x"], 1),
        (&["run", "threes", "--games", "2", "--agent", name], 1),
        (&["play", "match5", "--load", name], 1),
        (&["play", "match5", "--knowledge", name], 1),
        (&["inspect", "threes", "--position", name], 1),
        (&["games", name], 2),
        (&[name], 2),
        (&["run", "threes", "--agent", "random", "--games", name], 2),
    ] {
        let message = refusal(args, code);
        // Clap removes colour sequences from its messages.
        let shown = if code == 2 { r"\u{202e}" } else { shown };
        assert!(message.contains(shown), "{args:?}: {message}");
    }
    let folder = folder();
    let page = folder.path().join(FOREIGN);
    let records = forged(folder.path(), Header::clone);
    let text = self::shown(&["report", records.to_str().unwrap(), "--out", page.to_str().unwrap()]);
    assert!(text.contains(SHOWN) && text.lines().count() == 1, "{text}");
}

/// Returns a command for the program with a full device as standard error; `None` without such a
/// device.
fn deaf(args: &[&str]) -> Option<Command> {
    let Ok(full) = OpenOptions::new().write(true).open("/dev/full") else {
        crate::skip::skip("there is no /dev/full");
        return None;
    };
    let mut program = program();
    program.args(args).stderr(full);
    Some(program)
}

#[test]
fn a_standard_error_that_takes_nothing_changes_no_exit_code() {
    let folder = folder();
    let path = folder.path().join("games.jsonl");
    let run = ["run", "threes", "--agent", "random", "--games", "2", "--out", path.to_str().unwrap(), "--resume"];
    stdout(&run);
    for (args, code) in [
        (&run[..], 0),
        (&["run", "threes", "--games", "2", "--agent", "nobody"], 1),
        (&["play", "match5"], 1),
        (&["play", "match5", "--agent", "nobody"], 1),
        (&["run"], 2),
        (&[], 2),
    ] {
        let Some(mut program) = deaf(args) else { return };
        let output = program.output().expect("the program starts");
        assert_eq!(output.status.code(), Some(code), "{args:?}");
    }
}

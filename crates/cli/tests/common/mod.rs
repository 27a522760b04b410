//! Helpers that run the program.

use std::process::{Command, Output};

use serde_json::Value;

/// Returns a command for the program.
pub(crate) fn program() -> Command {
    Command::new(env!("CARGO_BIN_EXE_gambol"))
}

pub(crate) fn gambol(args: &[&str]) -> Output {
    program().args(args).output().expect("the program starts")
}

pub(crate) fn stdout(args: &[&str]) -> String {
    let output = gambol(args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

pub(crate) fn json(args: &[&str]) -> Value {
    serde_json::from_str(&stdout(args)).unwrap_or_else(|error| panic!("{args:?}: {error}"))
}

/// Returns the message of a rejected command line: one line on standard error, nothing on standard
/// output.
pub(crate) fn refusal(args: &[&str], code: i32) -> String {
    let output = gambol(args);
    let stderr = String::from_utf8(output.stderr).expect("text");
    assert_eq!(output.status.code(), Some(code), "{args:?}: {stderr}");
    assert!(output.stdout.is_empty(), "{args:?}");
    assert_eq!(stderr.trim_end().lines().count(), 1, "{args:?}: {stderr}");
    stderr
}

//! A session with the program as an engine.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

/// The program and its output, line by line.
pub(crate) struct Dialogue {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

/// Timeout far beyond any answer's time, so that a test fails instead of hanging.
const SLACK: Duration = Duration::from_secs(120);

impl Dialogue {
    pub(crate) fn new(args: &[&str]) -> Self {
        Self::start(Path::new(env!("CARGO_BIN_EXE_gambol")), args)
    }

    /// Starts a program under a name.
    pub(crate) fn start(program: &Path, args: &[&str]) -> Self {
        let mut command = Command::new(program);
        let mut child =
            command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program starts");
        let input = child.stdin.take();
        let output = child.stdout.take().expect("a pipe");
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                if sender.send(line.expect("text")).is_err() {
                    return;
                }
            }
        });
        Self { child, input, lines }
    }

    pub(crate) fn send(&mut self, text: &str) {
        self.send_bytes(format!("{text}\r\n").as_bytes());
    }

    pub(crate) fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("not closed yet");
        input.write_all(bytes).and_then(|()| input.flush()).expect("the program reads");
    }

    /// Returns the next line.
    pub(crate) fn line(&self) -> String {
        self.lines.recv_timeout(SLACK).expect("a line")
    }

    /// Returns the lines up to and including the first with this prefix.
    pub(crate) fn until(&self, beginning: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            lines.push(self.line());
            if lines[lines.len() - 1].starts_with(beginning) {
                return lines;
            }
        }
    }

    /// Sends a line and returns the next line that is not a comment.
    pub(crate) fn ask(&mut self, text: &str) -> String {
        self.send(text);
        loop {
            let line = self.line();
            if !line.starts_with("MESSAGE ") && !line.starts_with("info depth") {
                return line;
            }
        }
    }

    /// Closes the input, waits until the program exits successfully, and returns the remaining
    /// output.
    pub(crate) fn end(mut self) -> Vec<String> {
        self.input = None;
        let mut rest = Vec::new();
        while let Ok(line) = self.lines.recv_timeout(SLACK) {
            rest.push(line);
        }
        assert_eq!(self.child.wait().expect("it ends").code(), Some(0));
        rest
    }
}

impl Drop for Dialogue {
    fn drop(&mut self) {
        // Only a failed test leaves the program running.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

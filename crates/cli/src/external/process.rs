//! A child process with line-based input and output.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use super::group::Group;

/// A running program. On drop, it is killed together with its descendants.
pub(super) struct Process {
    group: Group,
    /// A separate thread writes, since a program that does not read would block the writer.
    input: Sender<String>,
    lines: Receiver<String>,
    /// The last lines of its output.
    said: VecDeque<String>,
}

/// Maximum length of a line in bytes; the rest is cut off.
const LONGEST: u64 = 1 << 16;

/// Maximum number of unread lines; the program blocks while there are more.
const WAITING: usize = 1024;

/// Number of last lines that an error quotes.
const QUOTED: usize = 3;

impl Process {
    /// Starts a program. The command is split at blanks.
    pub(super) fn start(command: &str) -> Result<Self, String> {
        let mut words = command.split_whitespace();
        let program = words.next().ok_or("missing name of the program")?;
        let mut command = Command::new(program);
        command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut group = Group::start(&mut command).map_err(|error| format!("it cannot be started: {error}"))?;
        let (stdin, stdout) = (group.leader.stdin.take(), group.leader.stdout.take());
        let (input, orders) = channel::<String>();
        thread::spawn(move || {
            let Some(mut stdin) = stdin else { return };
            while let Ok(line) = orders.recv() {
                // The reader detects that the program has ended.
                if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
                    return;
                }
            }
        });
        let (sender, lines) = sync_channel(WAITING);
        thread::spawn(move || {
            let Some(mut output) = stdout.map(BufReader::new) else { return };
            let mut bytes = Vec::new();
            loop {
                bytes.clear();
                match output.by_ref().take(LONGEST).read_until(b'\n', &mut bytes) {
                    Ok(0) | Err(_) => return,
                    Ok(_) if bytes.ends_with(b"\n") => {}
                    // A line that was cut is skipped to its end. An unfinished line at the end of
                    // the output is ignored.
                    Ok(length) => match output.skip_until(b'\n') {
                        Ok(_) if length as u64 == LONGEST => {}
                        _ => return,
                    },
                }
                let line = String::from_utf8_lossy(&bytes).trim().to_owned();
                if !line.is_empty() && sender.send(line).is_err() {
                    return;
                }
            }
        });
        Ok(Self { group, input, lines, said: VecDeque::new() })
    }

    /// Sends a line, or several.
    pub(super) fn say(&mut self, line: &str) {
        // The reader detects that the program has ended.
        let _ = self.input.send(format!("{line}\n"));
    }

    /// Discards unread lines.
    pub(super) fn forget(&mut self) {
        while self.lines.try_recv().is_ok() {}
    }

    /// Reads lines until `read` returns a result for one, or the time is up.
    pub(super) fn until<T>(
        &mut self,
        what: &str,
        patience: Duration,
        mut read: impl FnMut(&str) -> Option<Result<T, String>>,
    ) -> Result<T, String> {
        let end = Instant::now() + patience;
        loop {
            let line = match self.lines.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(line) if Instant::now() < end => line,
                Err(RecvTimeoutError::Disconnected) => {
                    let status = self.status();
                    return Err(self.quoting(&format!("it ended{status} before sending {what}")));
                }
                _ => return Err(self.quoting(&format!("no {what} within {} ms", patience.as_millis()))),
            };
            if self.said.len() == QUOTED {
                self.said.pop_front();
            }
            self.said.push_back(line.clone());
            if let Some(result) = read(&line) {
                return result.map_err(|reason| self.quoting(&reason));
            }
        }
    }

    /// Describes the program's exit status, if it has ended.
    fn status(&mut self) -> String {
        // The output ends shortly before the process does.
        for _ in 0..50 {
            match self.group.leader.try_wait() {
                Ok(Some(status)) => return format!(" ({status})"),
                Ok(None) => thread::sleep(Duration::from_millis(2)),
                Err(_) => break,
            }
        }
        String::new()
    }

    /// Appends the last lines of the output to a reason.
    pub(super) fn quoting(&self, reason: &str) -> String {
        let lines: Vec<String> = self.said.iter().map(|line| format!("`{}`", cut(line))).collect();
        if lines.is_empty() {
            format!("{reason}; it printed nothing")
        } else {
            format!("{reason}; it printed {}", lines.join(", "))
        }
    }
}

/// Truncates a line for a message.
fn cut(line: &str) -> String {
    const MOST: usize = 120;
    if line.chars().count() > MOST { line.chars().take(MOST).chain(['…']).collect() } else { line.to_owned() }
}

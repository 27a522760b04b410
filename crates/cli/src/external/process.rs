//! Another program, which is written lines to and read lines from.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use super::group::Group;

/// A program that runs. It is killed when this is dropped, with all that it has started.
pub(super) struct Process {
    group: Group,
    /// A thread writes, since a program that does not read would hold up whoever does.
    input: Sender<String>,
    lines: Receiver<String>,
    /// The last lines that it said.
    said: VecDeque<String>,
}

/// Lines are cut after so many bytes.
const LONGEST: u64 = 1 << 16;

/// Lines that wait to be read; a program that says more waits.
const WAITING: usize = 1024;

/// Last lines that an error quotes.
const QUOTED: usize = 3;

impl Process {
    /// Starts a program with arguments, separated by blanks.
    pub(super) fn start(command: &str) -> Result<Self, String> {
        let mut words = command.split_whitespace();
        let program = words.next().ok_or("it has no name")?;
        let mut command = Command::new(program);
        command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut group = Group::start(&mut command).map_err(|error| format!("it does not start: {error}"))?;
        let (stdin, stdout) = (group.leader.stdin.take(), group.leader.stdout.take());
        let (input, orders) = channel::<String>();
        thread::spawn(move || {
            let Some(mut stdin) = stdin else { return };
            while let Ok(line) = orders.recv() {
                // A program that has ended is noticed by who reads.
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
                    // The end of a line that was cut, or of what it says: half a line means nothing.
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

    /// Says a line to it, or several.
    pub(super) fn say(&mut self, line: &str) {
        // A program that has ended is noticed by who reads.
        let _ = self.input.send(format!("{line}\n"));
    }

    /// Drops the lines that it has said and nobody has read.
    pub(super) fn forget(&mut self) {
        while self.lines.try_recv().is_ok() {}
    }

    /// The first line from now on of which `read` makes something, within this time.
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
                    return Err(self.quoting(&format!("it ended{status} where {what} was due")));
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

    /// How it ended, if it has.
    fn status(&mut self) -> String {
        // Its output ends a little before it does.
        for _ in 0..50 {
            match self.group.leader.try_wait() {
                Ok(Some(status)) => return format!(" ({status})"),
                Ok(None) => thread::sleep(Duration::from_millis(2)),
                Err(_) => break,
            }
        }
        String::new()
    }

    /// A reason with the last lines that it said.
    pub(super) fn quoting(&self, reason: &str) -> String {
        let lines: Vec<String> = self.said.iter().map(|line| format!("`{}`", cut(line))).collect();
        if lines.is_empty() {
            format!("{reason}; it said nothing")
        } else {
            format!("{reason}; it said {}", lines.join(", "))
        }
    }
}

/// The beginning of a line.
fn cut(line: &str) -> String {
    const MOST: usize = 120;
    if line.chars().count() > MOST { line.chars().take(MOST).chain(['…']).collect() } else { line.to_owned() }
}

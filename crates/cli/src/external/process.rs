//! A child process with line-based input and output.

use std::collections::VecDeque;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use gambol_play::escaped;

use super::group::Group;

/// A running program. On drop, it is killed together with its descendants.
pub(super) struct Process {
    group: Group,
    /// A separate thread writes, since a program that does not read would block the writer.
    input: Sender<String>,
    lines: Receiver<String>,
    log: Log,
    /// The last lines of its output.
    said: VecDeque<String>,
}

/// The log of a program: the lines that it gets and prints, with seconds since its start.
#[derive(Clone)]
struct Log(Option<Arc<(File, Instant)>>);

impl Log {
    /// Opens a log, which may exist, for a program with this command.
    fn open(path: &Path, command: &str) -> io::Result<Self> {
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        let log = Self(Some(Arc::new((file, Instant::now()))));
        log.add('#', command);
        Ok(log)
    }

    /// Adds a line: `>` for input, `<` for output, `!` for errors, `#` for remarks. The file takes
    /// whole lines only, so that the threads of a program do not mix them.
    fn add(&self, mark: char, text: &str) {
        let Some((file, start)) = self.0.as_deref() else { return };
        let seconds = start.elapsed().as_secs_f64();
        let lines: Vec<String> = text.lines().map(|line| format!("{seconds:.3} {mark} {}\n", escaped(line))).collect();
        // A full disk does not end the games.
        let _ = (&mut &*file).write_all(lines.concat().as_bytes());
    }
}

/// Maximum length of a line in bytes; the rest is cut off.
const LONGEST: u64 = 1 << 16;

/// Maximum number of unread lines; the program blocks while there are more.
const WAITING: usize = 1024;

/// Number of last lines that an error quotes.
const QUOTED: usize = 3;

impl Process {
    /// Starts a program. The command is split at blanks. Its lines go to a log as well, if there is
    /// one.
    pub(super) fn start(command: &str, log: Option<&Path>) -> Result<Self, String> {
        let refuse = |path: &Path, error| format!("its log {} cannot be written: {error}", path.display());
        let log = log.map(|path| Log::open(path, command).map_err(|error| refuse(path, error))).transpose()?;
        let log = log.unwrap_or(Log(None));
        let mut words = command.split_whitespace();
        let program = words.next().ok_or("missing name of the program")?;
        let mut command = Command::new(program);
        let errors = if log.0.is_some() { Stdio::piped() } else { Stdio::null() };
        command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(errors);
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
        if let Some(stderr) = group.leader.stderr.take() {
            let log = log.clone();
            thread::spawn(move || {
                read_lines(stderr, |line| {
                    log.add('!', &line);
                    true
                });
            });
        }
        let (sender, lines) = sync_channel(WAITING);
        let outputs = log.clone();
        thread::spawn(move || {
            let Some(stdout) = stdout else { return };
            read_lines(stdout, |line| {
                outputs.add('<', &line);
                sender.send(line).is_ok()
            });
        });
        Ok(Self { group, input, lines, log, said: VecDeque::new() })
    }

    /// Adds a remark to the log.
    pub(super) fn remark(&self, text: &str) {
        self.log.add('#', text);
    }

    /// Sends a line, or several.
    pub(super) fn say(&mut self, line: &str) {
        self.log.add('>', line);
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

/// Passes the lines of a stream to `take` until it returns `false`, without empty lines.
fn read_lines(stream: impl Read, mut take: impl FnMut(String) -> bool) {
    let mut output = BufReader::new(stream);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match output.by_ref().take(LONGEST).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) if bytes.ends_with(b"\n") => {}
            // A line that was cut is skipped to its end. An unfinished line at the end of the
            // output is ignored.
            Ok(length) => match output.skip_until(b'\n') {
                Ok(_) if length as u64 == LONGEST => {}
                _ => return,
            },
        }
        let line = String::from_utf8_lossy(&bytes).trim().to_owned();
        if !line.is_empty() && !take(line) {
            return;
        }
    }
}

/// Truncates a line for a message.
fn cut(line: &str) -> String {
    const MOST: usize = 120;
    if line.chars().count() > MOST { line.chars().take(MOST).chain(['…']).collect() } else { line.to_owned() }
}

//! Engines: the program as a player that another program, a manager, controls by lines of text.
//!
//! One thread reads the lines, the main thread answers them, and a thread of the pool searches.
//! During a search, urgent lines of the protocol are answered at once; the others wait, in order,
//! until the search has ended. At most [`WAITING`] lines wait. Further lines are left unread, and a
//! search then has the time limit that applies after the end of the input.

mod gomocup;
mod settings;
mod ugi;

use std::collections::VecDeque;
use std::ffi::OsString;
use std::fmt::Display;
use std::io::{self, BufRead, ErrorKind, Read, Write};
use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use gambol::search::StopFlag;
use gambol_play::escaped;
use rayon::ThreadPool;

use crate::Streams;
use crate::output::Failure;
use crate::place::pool;

pub(crate) use gomocup::gomocup;
pub(crate) use ugi::ugi;

/// Returns the command line. Gomoku managers start programs called `pbrain-NAME` without arguments;
/// under such a name, the program is `gambol gomocup`.
pub(crate) fn arguments(given: impl Iterator<Item = OsString>) -> impl Iterator<Item = OsString> {
    let mut given = given.peekable();
    let name = given.peek().and_then(|path| Path::new(path).file_name());
    let is_brain = name.is_some_and(|name| name.to_string_lossy().to_ascii_lowercase().starts_with("pbrain"));
    let program = given.next();
    program.into_iter().chain(is_brain.then(|| "gomocup".into())).chain(given)
}

/// A protocol, and the state of a session in it.
trait Protocol {
    /// Result of a search.
    type Found: Send + 'static;

    /// Whether a running search still reports its result after the manager has quit.
    const FINISHES: bool;

    /// Whether a line is answered during a search.
    fn is_urgent(line: &str) -> bool;

    /// Answers a line, which is trimmed.
    fn answer(&mut self, line: &str, desk: &mut Desk<Self::Found>) -> io::Result<Flow>;

    /// Reports the result of a search.
    fn found(&mut self, found: Self::Found) -> io::Result<()>;
}

/// Control flow after a line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Flow {
    On,
    Leave,
}

/// An event for the main thread.
enum Event<F> {
    Line(String),
    /// End of the input.
    End,
    Found(F),
}

/// Starts and stops searches.
struct Desk<F> {
    sender: Sender<Event<F>>,
    pool: ThreadPool,
    running: Option<Running>,
}

struct Running {
    stop: StopFlag,
    /// Time limit after the last line that is read; from then on nothing else can stop the search.
    patience: Duration,
}

impl<F: Send + 'static> Desk<F> {
    /// Starts a search, which ends soon after its flag is raised. No other search may be running.
    fn search(&mut self, patience: Duration, work: impl FnOnce(StopFlag) -> F + Send + 'static) {
        let stop = StopFlag::new();
        self.running = Some(Running { stop: stop.clone(), patience });
        let sender = self.sender.clone();
        self.pool.spawn(move || {
            // The receiver is gone if the manager has quit.
            let _ = sender.send(Event::Found(work(stop)));
        });
    }

    /// Stops the search, if one is running.
    fn stop(&mut self) {
        if let Some(running) = &self.running {
            running.stop.raise();
        }
    }

    /// Sets the search's time limit after the last line, if one is running.
    fn set_patience(&mut self, patience: Duration) {
        if let Some(running) = &mut self.running {
            running.patience = patience;
        }
    }

    /// Waits for the next event. If no more lines are read (`unread`), a search is stopped after
    /// its patience has elapsed.
    fn next(&mut self, events: &Receiver<Event<F>>, unread: bool) -> Option<Event<F>> {
        if let Some(Running { patience, .. }) = self.running
            && unread
        {
            match events.recv_timeout(patience) {
                Ok(event) => return Some(event),
                Err(_) => self.stop(),
            }
        }
        events.recv().ok()
    }
}

/// Formats actions as a variation, separated by blanks, as in both protocols.
fn line_of(actions: &[impl Display]) -> String {
    actions.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// Converts a value to hundredths of its unit; the cast saturates.
fn hundredths(value: f64) -> i32 {
    (100.0 * value).round() as i32
}

/// Returns the nodes per unit of time. A time below a microsecond counts as one.
fn rate(nodes: u64, took: Duration, unit: Duration) -> u64 {
    (nodes as f64 * unit.as_secs_f64() / took.as_secs_f64().max(1e-6)).round() as u64
}

/// The output stream to the manager.
#[derive(Clone)]
struct Voice(Arc<Mutex<Box<dyn Write + Send>>>);

impl Voice {
    /// Writes a whole line and flushes it; callable from any thread.
    fn say(&self, line: impl Display) -> io::Result<()> {
        let line = line.to_string();
        let mut out = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        writeln!(out, "{}", escaped(&line))?;
        out.flush()
    }
}

/// Runs a session until the manager quits or its input ends. `protocol` creates the session from
/// the output stream.
fn converse<P: Protocol>(
    protocol: impl FnOnce(Voice) -> P,
    jobs: Option<u16>,
    streams: Streams,
) -> Result<String, Failure> {
    let Streams { mut input, output } = streams;
    let protocol = protocol(Voice(Arc::new(Mutex::new(output))));
    let (sender, events) = channel();
    let (entry, exit) = sync_channel(WAITING);
    let desk = Desk { sender: sender.clone(), pool: pool(jobs)?, running: None };
    thread::spawn(move || listen(&mut input, &sender, &entry));
    match talk(protocol, desk, &events, &exit) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(Failure::of("standard output", error)),
        _ => Ok(String::new()),
    }
}

/// Answers lines. Each answered line frees a slot through `exit`.
fn talk<P: Protocol>(
    mut protocol: P,
    mut desk: Desk<P::Found>,
    events: &Receiver<Event<P::Found>>,
    exit: &Receiver<()>,
) -> io::Result<()> {
    let mut waiting = VecDeque::new();
    let mut ended = false;
    loop {
        let idle = desk.running.is_none();
        let event = match if idle { waiting.pop_front() } else { None } {
            Some(line) => Some(Event::Line(line)),
            None if idle && ended => return Ok(()),
            None => desk.next(events, ended || waiting.len() == WAITING),
        };
        match event {
            Some(Event::Line(line)) if !idle && !P::is_urgent(&line) => waiting.push_back(line),
            Some(Event::Line(line)) => {
                let _ = exit.try_recv();
                if protocol.answer(&line, &mut desk)? == Flow::Leave {
                    desk.stop();
                    break;
                }
            }
            Some(Event::End) => ended = true,
            Some(Event::Found(found)) => {
                desk.running = None;
                protocol.found(found)?;
            }
            None => return Ok(()),
        }
    }
    while P::FINISHES && desk.running.is_some() {
        match events.recv() {
            Ok(Event::Found(found)) => {
                desk.running = None;
                protocol.found(found)?;
            }
            Ok(_) => {}
            Err(_) => break,
        }
    }
    Ok(())
}

/// Time limit of a search after the manager is gone: long enough for scripts that pipe their
/// commands, and not unlimited.
const ORPHANED: Duration = Duration::from_secs(60);

/// Maximum number of waiting lines; a board of 20×20 cells has fewer.
const WAITING: usize = 512;

/// Maximum length of a line in bytes; the rest is cut off. No command is that long.
const LONGEST: u64 = 1 << 16;

/// Forwards the lines of the input. Each takes a slot through `entry`, which blocks while none is
/// free.
fn listen<F>(input: &mut impl BufRead, sender: &Sender<Event<F>>, entry: &SyncSender<()>) {
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match input.by_ref().take(LONGEST).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => break,
            Ok(_) if bytes.last() != Some(&b'\n') && input.skip_until(b'\n').is_err() => break,
            Ok(_) => {}
        }
        let line = String::from_utf8_lossy(&bytes).trim().to_owned();
        if !line.is_empty() && (entry.send(()).is_err() || sender.send(Event::Line(line)).is_err()) {
            return;
        }
    }
    let _ = sender.send(Event::End);
}

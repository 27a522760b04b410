//! Engines: the program as a player whom another program, a manager, talks to in lines.
//!
//! A thread reads the lines, the main thread answers them, and a thread of the pool searches. While
//! it does, the lines that the protocol calls urgent are answered at once; the others wait, in
//! their order, until it has found its move. No more than [`WAITING`] lines wait. The next ones are
//! left unread, and a search that runs then goes on no longer than if there were none.

mod clock;
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

use gambol::core::notation::escaped;
use gambol::search::StopFlag;
use rayon::ThreadPool;

use crate::Streams;
use crate::output::Failure;
use crate::place::pool;

pub(crate) use gomocup::gomocup;
pub(crate) use ugi::ugi;

/// The command line. Gomoku managers start programs called `pbrain-NAME` without arguments: under
/// such a name, the program is `gambol gomocup`.
pub(crate) fn arguments(given: impl Iterator<Item = OsString>) -> impl Iterator<Item = OsString> {
    let mut given = given.peekable();
    let name = given.peek().and_then(|path| Path::new(path).file_name());
    let is_brain = name.is_some_and(|name| name.to_string_lossy().to_ascii_lowercase().starts_with("pbrain"));
    let program = given.next();
    program.into_iter().chain(is_brain.then(|| "gomocup".into())).chain(given)
}

/// A language that managers speak, and the state of a conversation in it.
trait Protocol {
    /// What a search comes back with.
    type Found: Send + 'static;

    /// Whether a search that runs when the manager takes its leave says what it has found.
    const FINISHES: bool;

    /// Whether a line is answered while a search runs.
    fn is_urgent(line: &str) -> bool;

    /// Answers a line, which has no blanks at its ends.
    fn answer(&mut self, line: &str, desk: &mut Desk<Self::Found>) -> io::Result<Flow>;

    /// Says what a search has found.
    fn found(&mut self, found: Self::Found) -> io::Result<()>;
}

/// How the conversation goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Flow {
    On,
    Leave,
}

/// What the main thread is woken by.
enum Event<F> {
    Line(String),
    /// There are no more lines.
    End,
    Found(F),
}

/// Where searches are ordered.
struct Desk<F> {
    sender: Sender<Event<F>>,
    pool: ThreadPool,
    running: Option<Running>,
}

struct Running {
    stop: StopFlag,
    /// Time that it may go on after the last line that is read: nothing can stop it then.
    patience: Duration,
}

impl<F: Send + 'static> Desk<F> {
    /// Starts a search, which ends soon after its flag is raised. There is none running.
    fn search(&mut self, patience: Duration, work: impl FnOnce(StopFlag) -> F + Send + 'static) {
        let stop = StopFlag::new();
        self.running = Some(Running { stop: stop.clone(), patience });
        let sender = self.sender.clone();
        self.pool.spawn(move || {
            // Nobody listens any more if the manager has taken its leave.
            let _ = sender.send(Event::Found(work(stop)));
        });
    }

    /// Tells the search to end, if there is one.
    fn stop(&mut self) {
        if let Some(running) = &self.running {
            running.stop.raise();
        }
    }

    /// Changes how long the search may go on after the last line, if there is one.
    fn set_patience(&mut self, patience: Duration) {
        if let Some(running) = &mut self.running {
            running.patience = patience;
        }
    }

    /// Waits for what happens next. When no more lines are read, a search is stopped at the end of
    /// its patience.
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

/// Actions one after the other, as both protocols write a line of play.
fn line_of(actions: &[impl Display]) -> String {
    actions.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// A judgement in hundredths of its unit, whatever it is: the cast keeps within the type.
fn hundredths(value: f64) -> i32 {
    (100.0 * value).round() as i32
}

/// How many nodes a search has visited in each unit of the time that it took, which is taken for a
/// microsecond at least.
fn rate(nodes: u64, took: Duration, unit: Duration) -> u64 {
    (nodes as f64 * unit.as_secs_f64() / took.as_secs_f64().max(1e-6)).round() as u64
}

/// The stream to the manager.
#[derive(Clone)]
struct Voice(Arc<Mutex<Box<dyn Write + Send>>>);

impl Voice {
    /// Says a line to the manager, whole and at once, whichever thread says it.
    fn say(&self, line: impl Display) -> io::Result<()> {
        let line = line.to_string();
        let mut out = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        writeln!(out, "{}", escaped(&line))?;
        out.flush()
    }
}

/// Talks until the manager takes its leave or says no more. `protocol` makes the conversation,
/// given the stream to the manager.
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

/// Answers lines. Each of them leaves by `exit` when it is answered, and makes room for another.
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

/// How long a search may go on when the manager is gone: scripts get their answers, and none runs
/// for ever.
const ORPHANED: Duration = Duration::from_secs(60);

/// Lines that wait for an answer at most: more than a board of 20×20 has.
const WAITING: usize = 512;

/// Lines are cut after so many bytes: no command is that long.
const LONGEST: u64 = 1 << 16;

/// Hands over line after line. Each of them enters by `entry`, which waits while there is no room.
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

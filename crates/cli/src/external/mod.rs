//! External engines as agents; this program is their manager.

mod group;
mod piskvork;
mod process;
mod universal;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use gambol::game::EventOf;
use gambol::registry::{Label, Parameter, Position, Spec};
use gambol::search::{Clock, SearchError};
use gambol::{Budget, Decision, Event, Game, Search, Seed};

use crate::output::Failure;
use process::Process;

const CMD: Parameter = Parameter::new("cmd", "none", "the program and its arguments, separated by blanks");
const MS: Parameter = Parameter::new("ms", "1000", "milliseconds a move");
const DEPTH: Parameter = Parameter::new("depth", "none", "depth limit, ugi only");
const NODES: Parameter = Parameter::new("nodes", "none", "node limit a move, ugi only");
const START: Parameter =
    Parameter::new("start", "fen", "start of games, ugi only: fen, our text of the state, or startpos");
const TIMEOUT: Parameter =
    Parameter::new("timeout", "10000", "milliseconds to wait for an answer, beyond those of the move");

/// Limits of an engine's moves.
#[derive(Clone, Debug)]
struct Limits {
    /// Time for a move; `None` if unlimited.
    time: Option<Duration>,
    /// Game clock, in place of the time for a move.
    clock: Option<Clock>,
    depth: Option<u32>,
    nodes: Option<u64>,
    timeout: Duration,
}

impl Limits {
    fn read(spec: &Spec) -> Result<Self, Failure> {
        let positive = |number: &u64| *number > 0;
        let depth = spec.optional(&DEPTH, "at least 1", |&depth: &u32| depth > 0)?;
        let nodes = spec.optional(&NODES, "at least 1", positive)?;
        let ms = spec.get(&MS, "a number of milliseconds, at least 1", positive)?;
        // The default time applies only without another limit.
        let timed = spec.said(MS.key).is_some() || (depth.is_none() && nodes.is_none());
        let timeout = spec.get(&TIMEOUT, "a number of milliseconds, at least 1", positive)?;
        Ok(Self {
            time: timed.then_some(Duration::from_millis(ms)),
            clock: None,
            depth,
            nodes,
            timeout: Duration::from_millis(timeout),
        })
    }

    /// Returns these limits combined with a budget: the budget's time replaces the own one; of the
    /// other limits, the smaller applies. The limits that follow from a clock are the engine's own.
    fn under(&self, budget: &Budget) -> Self {
        let lesser = |own: Option<u64>, other: Option<u64>| own.into_iter().chain(other).min();
        if let Some(clock) = budget.game_clock() {
            return Self { time: Some(clock.left), clock: Some(clock), ..self.clone() };
        }
        Self {
            time: budget.max_time().or(self.time),
            clock: None,
            depth: self.depth.into_iter().chain(budget.max_depth()).min(),
            nodes: lesser(self.nodes, budget.max_nodes()),
            timeout: self.timeout,
        }
    }

    /// Returns the timeout of an answer.
    fn patience(&self) -> Duration {
        self.time.unwrap_or_default().saturating_add(self.timeout)
    }
}

/// Value of a forced win in units of an engine, more than any estimate.
const MATE: f64 = 1_000.0;

/// The manager's side of a protocol.
trait Client: Send {
    /// Prepares the engine for another game.
    fn new_game(&mut self, process: &mut Process, limits: &Limits) -> Result<(), String>;

    /// Requests a move in a position. Returns the text of the action, and its value for the player
    /// to move if the engine reports one.
    fn ask(&mut self, process: &mut Process, place: &Place, limits: &Limits) -> Result<(String, Option<f64>), String>;
}

/// A position, and the moves that led to it.
struct Place {
    start: Position,
    moves: Vec<String>,
    state: Position,
}

/// A running engine and its protocol.
struct Engine {
    process: Process,
    client: Box<dyn Client>,
}

/// An external engine as an agent. Processes are started on demand, one per simultaneous game, and
/// reused for later games.
#[derive(Clone)]
pub(crate) struct External {
    text: String,
    command: String,
    limits: Limits,
    make: Arc<dyn Fn() -> Box<dyn Client> + Send + Sync>,
    idle: Arc<Mutex<Vec<Engine>>>,
    logs: Option<Arc<Logs>>,
}

/// The names of an engine's logs.
struct Logs {
    folder: PathBuf,
    /// Beginning of the names.
    name: String,
    /// Number of processes so far.
    processes: AtomicUsize,
}

impl Logs {
    /// Returns the name for another process.
    fn next(&self) -> PathBuf {
        let number = self.processes.fetch_add(1, Ordering::Relaxed) + 1;
        self.folder.join(format!("{}-{number}.log", self.name))
    }
}

impl External {
    /// Parses a text such as `ugi:cmd=./engine` for a game that begins in `start`. Returns `None`
    /// if the text names no engine. `origin` is the text of the state that the engine calls
    /// `startpos`.
    pub(crate) fn named(text: &str, start: &Position, origin: &str) -> Result<Option<Self>, Failure> {
        let name = gambol::registry::split(text).0;
        if !matches!(name, "ugi" | "piskvork") {
            return Ok(None);
        }
        let spec: Spec = text.parse()?;
        let command = spec.said(CMD.key).unwrap_or_default().to_owned();
        if command.trim().is_empty() {
            return Err(spec.error("missing cmd, the program, as in cmd=./engine").into());
        }
        let limits = Limits::read(&spec)?;
        let make: Arc<dyn Fn() -> Box<dyn Client> + Send + Sync> = if name == "ugi" {
            spec.allow(&[CMD, MS, DEPTH, NODES, START, TIMEOUT])?;
            if start.players() != 2 || start.has_chance() {
                return Err(spec.error("UGI supports only two-player games without chance").into());
            }
            let startpos = match spec.said(START.key).unwrap_or(START.default) {
                "fen" => None,
                "startpos" => Some(origin.to_owned()),
                other => return Err(spec.error(format!("start is fen or startpos, not {other}")).into()),
            };
            Arc::new(move || Box::new(universal::Universal { startpos: startpos.clone(), ready: false }))
        } else {
            spec.allow(&[CMD, MS, TIMEOUT])?;
            let edge = piskvork::edge(start).map_err(|reason| spec.error(reason))?;
            Arc::new(move || Box::new(piskvork::Piskvork::new(edge)))
        };
        Ok(Some(Self { text: text.to_owned(), command, limits, make, idle: Arc::default(), logs: None }))
    }

    /// Returns the engine with a log for each of its processes in this folder:
    /// `NUMBER-PROGRAM-PROCESS.log`, where `number` is that of the agent.
    pub(crate) fn logging(self, folder: &Path, number: usize) -> Self {
        let program = self.command.split_whitespace().next().map_or(Path::new(""), Path::new);
        let program = program.file_name().unwrap_or_default().to_string_lossy();
        let logs =
            Logs { folder: folder.to_owned(), name: format!("{number}-{program}"), processes: AtomicUsize::new(0) };
        Self { logs: Some(Arc::new(logs)), ..self }
    }

    /// Creates an agent for one game, with an engine process of its own.
    pub(crate) fn agent(&self) -> Result<Box<dyn Search<Position>>, SearchError> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let start = || -> Result<Engine, SearchError> {
            let log = self.logs.as_ref().map(|logs| logs.next());
            let process = Process::start(&self.command, log.as_deref()).map_err(|why| self.failed(&why))?;
            Ok(Engine { process, client: (self.make)() })
        };
        let engine = idle.map_or_else(start, Ok)?;
        Ok(Box::new(Player {
            external: self.clone(),
            engine: Some(engine),
            fresh: true,
            unprepared: None,
            place: None,
        }))
    }

    fn failed(&self, why: &str) -> SearchError {
        SearchError::Failed { why: format!("engine {}: {why}", self.text) }
    }
}

/// An engine in a game.
struct Player {
    external: External,
    /// `None` after a failure.
    engine: Option<Engine>,
    /// Whether the engine has yet to be prepared for the game.
    fresh: bool,
    /// Reason of a failed preparation.
    unprepared: Option<String>,
    place: Option<Place>,
}

impl Player {
    /// Prepares the engine for the game.
    fn prepare(&mut self) -> Result<(), String> {
        self.fresh = false;
        let Engine { process, client } = self.engine.as_mut().ok_or("it has already failed")?;
        if let Some(place) = &self.place {
            process.remark(&format!("game from {}", place.start));
        }
        client.new_game(process, &self.external.limits)
    }

    fn decide(&mut self, state: &Position, budget: &Budget) -> Result<(Label, Option<f64>), String> {
        if let Some(why) = self.unprepared.take() {
            return Err(why);
        }
        if self.fresh {
            self.prepare()?;
        }
        let engine = self.engine.as_mut().ok_or("it has already failed")?;
        let limits = self.external.limits.under(budget);
        let place = match &self.place {
            Some(place) if place.state == *state => place,
            _ => self.place.insert(Place { start: state.clone(), moves: Vec::new(), state: state.clone() }),
        };
        let (text, value) = engine.client.ask(&mut engine.process, place, &limits)?;
        let reason = match state.event(&text) {
            Ok(Event::Action(action)) => match state.check_action(action) {
                Ok(()) => return Ok((action, value)),
                Err(illegal) => illegal.rule().to_string(),
            },
            Ok(Event::Outcome(_)) => "a chance outcome, not an action".to_owned(),
            Err(error) => error.to_string(),
        };
        Err(engine.process.quoting(&format!("it plays {text} in {state}: {reason}")))
    }
}

impl Search<Position> for Player {
    fn search(&mut self, state: &Position, budget: &Budget, _: Seed) -> Result<Decision<Label>, SearchError> {
        let turn = state.turn();
        let player = turn.player().ok_or(SearchError::NoPlayersTurn { turn })?;
        match self.decide(state, budget) {
            Ok((action, value)) => {
                let mut decision =
                    Decision::new(player, action, value.unwrap_or_default() * player.sign() as f64 + 0.0);
                // As a policy, which gives no value.
                decision.stats.nodes = u64::from(value.is_none());
                Ok(decision)
            }
            Err(why) => {
                self.engine = None;
                Err(self.external.failed(&why))
            }
        }
    }

    fn new_game(&mut self, start: &Position) {
        self.place = Some(Place { start: start.clone(), moves: Vec::new(), state: start.clone() });
        // Before the clock of its first move runs.
        self.unprepared = self.prepare().err();
    }

    fn observe(&mut self, before: &Position, event: EventOf<Position>, after: &Position) {
        match (&mut self.place, event) {
            (Some(place), Event::Action(action)) if place.state == *before => {
                place.moves.push(action.to_string());
                place.state = after.clone();
            }
            // After events that it did not observe, the game continues from the text of its state.
            _ => self.place = None,
        }
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        if let Some(engine) = self.engine.take() {
            self.external.idle.lock().unwrap_or_else(PoisonError::into_inner).push(engine);
        }
    }
}

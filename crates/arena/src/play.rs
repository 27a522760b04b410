//! Plays the games of a plan, in parallel, and hands them over in order.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::ops::{ControlFlow, Range};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use gambol_core::{Event, EventOf, Game};
use gambol_search::{Search, SearchError};

use crate::live::{LiveGame, microseconds};
use crate::plan::Plan;
use crate::record::{GameText, Record};

/// Makes an agent, or says why it cannot. Every game has a fresh one.
pub type MakeAgent<'a, G, E = SearchError> = &'a (dyn Fn() -> Result<Box<dyn Search<G>>, E> + Sync);

/// Plays these games of a plan on all threads of the current rayon pool and hands each record to
/// `sink`, in the order of their numbers, until `sink` breaks off or fails. The records are the
/// same whatever the number of threads, but for the times.
///
/// `start` is the state that [`Plan::start`] says, and `agents` make those of [`Plan::agents`].
///
/// # Errors
///
/// The first error of an agent, of its making or of `sink`, in the order of the games. All records
/// before it have been handed over.
///
/// # Panics
///
/// If an agent or `sink` does. Games that are being played on other threads then come to their end,
/// and their records are handed over as far as none before them is missing.
pub fn play<G, E>(
    plan: &Plan,
    start: &G,
    agents: &[MakeAgent<'_, G, E>],
    games: Range<u64>,
    sink: impl FnMut(Record) -> Result<ControlFlow<()>, E> + Send,
) -> Result<(), E>
where
    G: Game<Action: Display, Outcome: Display> + Display,
    E: From<SearchError> + Send,
{
    play_games(games, |index| play_one(plan, start, agents, index), sink)
}

/// The same for games that are known by their numbers: `play_one` plays one, as [`play_one`] does.
///
/// # Errors
///
/// The first error of `play_one` or of `sink`, in the order of the games. All records before it
/// have been handed over.
///
/// # Panics
///
/// If `play_one` or `sink` does, as [`play`].
pub fn play_games<E: Send>(
    games: Range<u64>,
    play_one: impl Fn(u64) -> Result<Record, E> + Sync,
    sink: impl FnMut(Record) -> Result<ControlFlow<()>, E> + Send,
) -> Result<(), E> {
    let next = AtomicU64::new(games.start);
    let stop = AtomicBool::new(false);
    let gate = Mutex::new(Gate { next: games.start, waiting: BTreeMap::new(), sink, result: Ok(()) });
    // Each thread takes the lowest game that nobody plays, so that the games in order are never far
    // behind, whatever breaks off. A broadcast and not a parallel iterator: a thread that waits
    // inside a parallel search must not begin another game.
    rayon::broadcast(|_| {
        while !stop.load(Ordering::Relaxed) {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= games.end {
                break;
            }
            let record = {
                let _guard = StopOnPanic(&stop);
                play_one(index)
            };
            // A sink that panicked has poisoned the gate; its panic ends the run anyway.
            let Ok(mut gate) = gate.lock() else { break };
            if gate.pass(index, record).is_break() {
                stop.store(true, Ordering::Relaxed);
            }
        }
    });
    gate.into_inner().map_or(Ok(()), |gate| gate.result)
}

/// Lets the other threads begin no more games if this one panics: what they play could not be
/// handed over.
struct StopOnPanic<'a>(&'a AtomicBool);

impl Drop for StopOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

/// Where games that are done wait for those before them.
struct Gate<S, E> {
    next: u64,
    waiting: BTreeMap<u64, Result<Record, E>>,
    sink: S,
    result: Result<(), E>,
}

impl<S: FnMut(Record) -> Result<ControlFlow<()>, E>, E> Gate<S, E> {
    fn pass(&mut self, index: u64, record: Result<Record, E>) -> ControlFlow<()> {
        // Once broken off, `next` has no number any more.
        self.waiting.insert(index, record);
        while let Some(record) = self.waiting.remove(&self.next) {
            self.next += 1;
            let flow = record.and_then(&mut self.sink);
            if !matches!(flow, Ok(ControlFlow::Continue(()))) {
                self.result = flow.map(|_| ());
                self.next = u64::MAX;
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }
}

/// Plays game number `index` of a plan. `start` is the state that [`Plan::start`] says, and
/// `agents` make those of [`Plan::agents`].
///
/// # Errors
///
/// Those of the agents and of their making.
pub fn play_one<G, E>(plan: &Plan, start: &G, agents: &[MakeAgent<'_, G, E>], index: u64) -> Result<Record, E>
where
    G: Game<Action: Display, Outcome: Display> + Display,
    E: From<SearchError>,
{
    let seed = plan.seed_of(index);
    let first = plan.first_of(index);
    let mut events = Vec::new();
    let mut keep = |event: &EventOf<G>| {
        if plan.record_games {
            events.push(match event {
                Event::Action(action) => action.to_string(),
                Event::Outcome(outcome) => outcome.to_string(),
            });
        }
    };
    let mut game = LiveGame::new(start.clone(), seed).swapped(plan.is_duel() && first == Some(1));
    game.open(plan.opening_plies).iter().for_each(&mut keep);
    // In a puzzle one agent of a match plays alone.
    let alone = (!plan.is_duel()).then(|| first.unwrap_or(0));
    let mut playing: Vec<Box<dyn Search<G>>> = match alone {
        Some(number) => agents.get(number).map(|make| make()).into_iter().collect::<Result<_, E>>()?,
        None => agents.iter().map(|make| make()).collect::<Result<_, E>>()?,
    };
    game.play_and_watch(&mut playing, plan.max_moves.unwrap_or(u64::MAX), |step| keep(&step.event))?;
    let state = game.state();
    Ok(Record {
        index,
        seed: seed.get(),
        first,
        score: state.score(),
        moves: game.moves(),
        last: state.to_string(),
        game: plan.record_games.then(|| GameText { start: start.to_string(), events }),
        each: plan.is_duel().then(|| game.each()),
        time_us: microseconds(game.thinking()),
    })
}

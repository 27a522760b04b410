//! Plays games in parallel and passes on the results in order.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Plays games by their numbers on all threads of the current rayon pool. `play_one` plays one, as
/// [`Lineup::game`](crate::Lineup::game) does, and returns its result. The results are passed to
/// `sink` in the order of the games, until `sink` breaks or fails.
///
/// # Errors
///
/// Returns the first error of `play_one` or of `sink`, in the order of the games. All results
/// before it have been passed to `sink`.
///
/// # Panics
///
/// Panics if `play_one` or `sink` panics. The current games of other threads are then finished, and
/// passed to `sink` unless an earlier one is missing.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use gambol_arena::play_games;
///
/// // In order, with any number of threads.
/// let mut squares = Vec::new();
/// play_games(0..5, |number| Ok::<_, ()>(number * number), |square| {
///     squares.push(square);
///     Ok(ControlFlow::Continue(()))
/// })?;
/// assert_eq!(squares, [0, 1, 4, 9, 16]);
/// # Ok::<(), ()>(())
/// ```
pub fn play_games<T: Send, E: Send>(
    games: Range<u64>,
    play_one: impl Fn(u64) -> Result<T, E> + Sync,
    sink: impl FnMut(T) -> Result<ControlFlow<()>, E> + Send,
) -> Result<(), E> {
    let next = AtomicU64::new(games.start);
    let stop = AtomicBool::new(false);
    let gate = Mutex::new(Gate { next: games.start, waiting: BTreeMap::new(), sink, result: Ok(()) });
    // Each thread takes the lowest game that has not been started, so that the results that are due
    // in order never lag far behind. A broadcast instead of a parallel iterator: a thread that
    // waits inside a parallel search must not start another game.
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

/// Stops the other threads from starting more games if this one panics, since they could not be
/// passed on.
struct StopOnPanic<'a>(&'a AtomicBool);

impl Drop for StopOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

/// Results that wait for those of earlier games.
struct Gate<T, S, E> {
    next: u64,
    waiting: BTreeMap<u64, Result<T, E>>,
    sink: S,
    result: Result<(), E>,
}

impl<T, S: FnMut(T) -> Result<ControlFlow<()>, E>, E> Gate<T, S, E> {
    fn pass(&mut self, index: u64, record: Result<T, E>) -> ControlFlow<()> {
        // After a break, `next` is no valid number.
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

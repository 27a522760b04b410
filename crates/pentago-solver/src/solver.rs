//! The solver: queries, threads, progress.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread::Builder;
use std::time::{Duration, Instant};

use gambol_core::{Game, GameExt, Player, Turn};
use gambol_pentago_swap::PentagoSwap;

use crate::checkpoint;
use crate::node::Node;
use crate::search::{Search, Shared, Until, decisive};
use crate::table::Table;
use crate::verdict::{Solution, Verdict};

/// Error returned when there is no answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SolverError {
    /// The memory is below the minimum, or cannot be allocated.
    #[error("a table of {bytes} bytes is too small or cannot be allocated; the minimum is {} bytes", Table::MIN_BYTES)]
    Memory {
        /// Requested bytes.
        bytes: usize,
    },
    /// The file of results cannot be read or written.
    #[error("results file: {0}")]
    File(#[from] io::Error),
    /// There is no win for a certificate.
    #[error("the side to move has no forced win within {plies} plies")]
    NoWin {
        /// Requested plies.
        plies: u32,
    },
    /// The stop flag was raised.
    #[error("stopped before an answer was found")]
    Stopped,
}

/// Progress of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Progress {
    /// Side whose win is searched for.
    pub attacker: Player,
    /// Plies within which it must win.
    pub plies: u32,
    /// Answer, once it is known.
    pub answer: Option<bool>,
    /// Number of nodes of this search.
    pub nodes: u64,
    /// Share of table entries in use.
    pub load: f64,
    /// Time since this search began.
    pub elapsed: Duration,
    /// Error of the last [checkpoint](Solver::checkpoint), if it was not written.
    pub checkpoint_error: Option<io::ErrorKind>,
}

/// Searches of at most this many plies take less time than the start of threads: they run on the
/// caller's thread, without reports.
const SHORT: u32 = 7;

type Observer = Box<dyn FnMut(&Progress) + Send>;

/// Exact solver of Pentago-Swap with a table of results, which all its queries share.
///
/// ```
/// use gambol_pentago_solver::{Solver, Verdict};
///
/// let mut solver = Solver::new(32 << 20)?;
/// let solution = solver.solve(&"3w2/1w4/6/6/b1b3/6 w".parse()?, 5)?;
/// assert_eq!(solution.verdict, Verdict::Unknown { plies: 5 });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solver {
    shared: Shared,
    threads: usize,
    interval: Duration,
    observer: Option<Observer>,
    checkpoint: Option<Checkpoint>,
}

/// The file and the interval of checkpoints.
struct Checkpoint {
    path: PathBuf,
    interval: Duration,
    last: Instant,
    error: Option<io::ErrorKind>,
}

impl Checkpoint {
    /// Returns the time until the next checkpoint.
    fn due(&self) -> Duration {
        self.interval.saturating_sub(self.last.elapsed())
    }
}

impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver").field("threads", &self.threads).field("nodes", &self.nodes()).finish_non_exhaustive()
    }
}

impl Solver {
    /// Creates a solver on one thread with a table of the largest power of two within this many
    /// bytes.
    ///
    /// # Errors
    ///
    /// [`SolverError::Memory`] for less than 32 MiB, or for more than can be allocated.
    pub fn new(bytes: usize) -> Result<Self, SolverError> {
        let table = Table::new(bytes).ok_or(SolverError::Memory { bytes })?;
        Ok(Self {
            shared: Shared::new(table),
            threads: 1,
            interval: Duration::from_secs(1),
            observer: None,
            checkpoint: None,
        })
    }

    /// Sets the number of threads; 0 means 1. Answers do not depend on it.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads.max(1);
        self
    }

    /// Calls `observer` about every `interval` during searches, and after each step of deepening.
    /// Searches of at most seven plies are not reported.
    #[must_use]
    pub fn progress(mut self, interval: Duration, observer: impl FnMut(&Progress) + Send + 'static) -> Self {
        self.interval = interval.max(Duration::from_millis(1));
        self.observer = Some(Box::new(observer));
        self
    }

    /// Writes results to a file about every `interval` during searches. A write that fails is
    /// repeated after the next interval and does not end the search;
    /// [progress](Progress::checkpoint_error) reports it, and [`save`](Self::save) returns the
    /// error if it lasts.
    #[must_use]
    pub fn checkpoint(mut self, path: impl Into<PathBuf>, interval: Duration) -> Self {
        let interval = interval.max(Duration::from_millis(1));
        self.checkpoint = Some(Checkpoint { path: path.into(), interval, last: Instant::now(), error: None });
        self
    }

    /// Writes the results of many plies to a file.
    ///
    /// # Errors
    ///
    /// Returns write errors.
    pub fn save(&self, path: &Path) -> Result<(), SolverError> {
        Ok(checkpoint::write(&self.shared.table, path)?)
    }

    /// Reads the results in a file, from any queries, and returns their number.
    ///
    /// # Errors
    ///
    /// Returns read errors. A damaged file has no effect.
    ///
    /// ```
    /// # let folder = tempfile::tempdir()?;
    /// use gambol_core::Player;
    /// use gambol_pentago_solver::Solver;
    ///
    /// let file = folder.path().join("results");
    /// let mut solver = Solver::new(32 << 20)?;
    /// solver.wins_within(&"w5/6/6/6/6/6 b".parse()?, Player::First, 8)?;
    /// solver.save(&file)?;
    /// assert!(Solver::new(32 << 20)?.resume(&file)? > 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn resume(&mut self, path: &Path) -> Result<u64, SolverError> {
        Ok(checkpoint::read(&self.shared.table, path)?)
    }

    /// Returns the stop flag: if another thread sets it, the searches of this solver end with
    /// [`SolverError::Stopped`].
    #[must_use]
    pub fn stop_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.shared.cancel)
    }

    /// Returns the number of nodes searched since the solver was created.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.shared.nodes.load(Ordering::Relaxed)
    }

    /// Whether `attacker` forces a win within `plies`, whoever is to move.
    ///
    /// # Errors
    ///
    /// [`SolverError::Stopped`] if the stop flag is raised.
    ///
    /// ```
    /// use gambol_core::Player;
    /// use gambol_pentago_solver::Solver;
    ///
    /// let mut solver = Solver::new(32 << 20)?;
    /// let position = "wwww2/6/6/6/bbbb2/6 w".parse()?;
    /// assert!(solver.wins_within(&position, Player::First, 1)?);
    /// assert!(!solver.wins_within(&position, Player::Second, 3)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn wins_within(&mut self, position: &PentagoSwap, attacker: Player, plies: u32) -> Result<bool, SolverError> {
        if position.is_over() {
            return Ok(position.winner() == Some(attacker));
        }
        let shared = &self.shared;
        shared.stop.store(false, Ordering::Relaxed);
        let crowd = self.threads > 1;
        let search = || question(shared, position, attacker, plies, crowd, None);
        let is_short = plies <= SHORT || self.observer.is_none() && self.checkpoint.is_none() && !crowd;
        if is_short {
            return search().ok_or(SolverError::Stopped);
        }
        let (start, before) = (Instant::now(), self.shared.nodes.load(Ordering::Relaxed));
        let (observer, checkpoint) = (&mut self.observer, &mut self.checkpoint);
        let mut observe = |answer, checkpoint: &Option<Checkpoint>| {
            if let Some(observer) = observer {
                observer(&Progress {
                    attacker,
                    plies,
                    answer,
                    nodes: shared.nodes.load(Ordering::Relaxed) - before,
                    load: shared.table.load(),
                    elapsed: start.elapsed(),
                    checkpoint_error: checkpoint.as_ref().and_then(|checkpoint| checkpoint.error),
                });
            }
        };
        let (interval, threads) = (self.interval, self.threads);
        let answer = std::thread::scope(|scope| {
            let (sender, receiver) = channel();
            for number in 0..threads {
                let (sender, search) = (sender.clone(), &search);
                let work = move || {
                    if let Some(answer) = search() {
                        shared.stop.store(true, Ordering::Relaxed);
                        // The receiver may already have the answer of another thread.
                        let _ = sender.send(answer);
                    }
                };
                match Builder::new().spawn_scoped(scope, work) {
                    Ok(_) => {}
                    // The caller's thread searches, without reports.
                    Err(_) if number == 0 => return search(),
                    Err(_) => break,
                }
            }
            drop(sender);
            let mut reported = start;
            loop {
                let next = interval.saturating_sub(reported.elapsed());
                match receiver.recv_timeout(checkpoint.as_ref().map_or(next, |checkpoint| checkpoint.due().min(next))) {
                    Ok(answer) => break Some(answer),
                    Err(RecvTimeoutError::Disconnected) => break None,
                    Err(RecvTimeoutError::Timeout) => {}
                }
                if let Some(checkpoint) = checkpoint
                    && checkpoint.due().is_zero()
                {
                    checkpoint.error =
                        checkpoint::write(&shared.table, &checkpoint.path).err().map(|error| error.kind());
                    checkpoint.last = Instant::now();
                }
                if reported.elapsed() >= interval {
                    reported = Instant::now();
                    observe(None, checkpoint);
                }
            }
        });
        if answer.is_some() {
            observe(answer, checkpoint);
        }
        answer.ok_or(SolverError::Stopped)
    }

    /// Returns the value of a position, as far as it is decided within `plies`, with a line.
    ///
    /// # Errors
    ///
    /// [`SolverError::Stopped`] if the stop flag is raised.
    ///
    /// ```
    /// use gambol_pentago_solver::{Solver, Verdict};
    ///
    /// let mut solver = Solver::new(32 << 20)?;
    /// let solution = solver.solve(&"wwww2/6/6/6/bbbb2/6 w".parse()?, 3)?;
    /// assert_eq!(solution.verdict, Verdict::Win { plies: 1 });
    /// assert_eq!(solution.line.len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solve(&mut self, position: &PentagoSwap, plies: u32) -> Result<Solution, SolverError> {
        let before = self.nodes();
        let Turn::Player(mover) = position.turn() else {
            let verdict = match position.winner() {
                None => Verdict::Draw,
                Some(winner) if (winner == Player::First) == position.plies().is_multiple_of(2) => {
                    Verdict::Win { plies: 0 }
                }
                Some(_) => Verdict::Loss { plies: 0 },
            };
            return Ok(Solution { verdict, line: Vec::new(), nodes: 0 });
        };
        let empty = 36 - position.plies();
        let plies = plies.min(empty);
        let won = self.deepen(position, mover, plies)?;
        let verdict = match won {
            Some((winner, plies)) if winner == mover => Verdict::Win { plies },
            Some((_, plies)) => Verdict::Loss { plies },
            None if plies == empty => Verdict::Draw,
            None => Verdict::Unknown { plies },
        };
        let line = match won {
            Some((winner, plies)) => self.line(position, winner, plies)?,
            None => Vec::new(),
        };
        Ok(Solution { verdict, line, nodes: self.nodes() - before })
    }

    /// Returns the winner and the length of the win, if it is within `limit`.
    fn deepen(
        &mut self,
        position: &PentagoSwap,
        mover: Player,
        limit: u32,
    ) -> Result<Option<(Player, u32)>, SolverError> {
        // By side, mover first: the next number of plies, and the nodes spent. With rare
        // exceptions, a side wins on its own last ply, so that only every other number is searched,
        // and the limit.
        let mut next = [1, 2];
        let mut spent = [0, 0];
        // The greatest number of plies within which the side does not win.
        let mut refuted = [0, 0];
        let sides = [mover, mover.opponent()];
        while next.iter().any(|&plies| plies <= limit) {
            // The opponent waits while its searches have been more expensive.
            let side = match next {
                [mine, other] if mine > limit => usize::from(other <= limit),
                [mine, other] if other > limit => usize::from(mine > limit),
                [mine, other] => usize::from(other < mine && spent[1] <= spent[0] + (1 << 20)),
            };
            let plies = next[side];
            let before = self.nodes();
            if self.wins_within(position, sides[side], plies)? {
                let less = decisive(36 - position.plies(), plies - 1, side == 1);
                let shorter = less > refuted[side] && self.wins_within(position, sides[side], less)?;
                return Ok(Some((sides[side], if shorter { less } else { plies })));
            }
            refuted[side] = plies;
            spent[side] += self.nodes() - before;
            next[side] = if plies == limit { limit + 1 } else { (plies + 2).min(limit) };
        }
        Ok(None)
    }

    /// Whether `attacker` forces a win within `plies`, searched on this thread until `until`
    /// returns true.
    pub(crate) fn ask(&self, position: &PentagoSwap, attacker: Player, plies: u32, until: Until<'_>) -> Option<bool> {
        if position.is_over() {
            return Some(position.winner() == Some(attacker));
        }
        self.shared.stop.store(false, Ordering::Relaxed);
        question(&self.shared, position, attacker, plies, false, Some(until))
    }

    pub(crate) fn threads_used(&self) -> usize {
        self.threads
    }

    pub(crate) fn shared(&self) -> &Shared {
        &self.shared
    }
}

/// Whether `attacker` forces a win within `plies` in a game that is not over; `None` if the search
/// is stopped.
fn question(
    shared: &Shared,
    position: &PentagoSwap,
    attacker: Player,
    plies: u32,
    crowd: bool,
    until: Option<Until<'_>>,
) -> Option<bool> {
    let node = Node::new(position, attacker);
    let mut search = Search::new(shared, attacker == Player::First, crowd).until(until);
    let won = if position.turn() == Turn::Player(attacker) {
        search.attack(&node, 0, plies, 1)
    } else {
        search.defend(&node, 0, plies, 1)
    };
    (!search.is_stopped()).then_some(won != 0)
}

//! Many mutated inputs for a target, on several threads. The same seed gives the same inputs
//! whatever the number of threads.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use gambol::Seed;
use gambol::core::Rng;
use gambol::core::random::below;

use crate::mutate::mutate;
use crate::{Effort, Target};

/// Mutated inputs for targets.
#[derive(Debug)]
pub struct Campaign<'a> {
    /// The targets, each with its inputs to begin with.
    pub targets: &'a [(Target, Vec<Vec<u8>>)],
    /// Inputs for each target.
    pub inputs: u64,
    /// Inputs for each target that an earlier campaign has run, rounded down to whole chunks.
    pub after: u64,
    /// Master seed; chunk `k` of a target depends only on it, the target's name and `k`.
    pub seed: Seed,
    /// The thoroughness of the checks.
    pub effort: Effort,
    /// Worker threads.
    pub threads: usize,
    /// Time after which no chunk is begun.
    pub time: Option<Duration>,
}

/// What came of the inputs of a target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Total {
    /// Inputs that were run.
    pub inputs: u64,
    /// Inputs that were accepted.
    pub accepted: u64,
    /// The time that they took, summed over threads.
    pub time: Duration,
}

/// An input for which a promise is broken.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The name of the target.
    pub target: &'static str,
    /// The input.
    pub input: Vec<u8>,
    /// What the target said.
    pub message: String,
}

/// Inputs that are run with one generator and one pool: some tenths of a second, or some seconds.
const fn chunk_of(target: &Target) -> u64 {
    if target.is_cheap { 1 << 18 } else { 1 << 12 }
}

/// Accepted inputs that a chunk keeps to mutate them again.
const POOL: usize = 1 << 10;
/// Longer inputs are not kept.
const KEPT_BYTES: usize = 700;
/// Failures after which a chunk ends.
const MOST_FAILURES: usize = 5;
/// The name of the threads that run inputs. Panics there are caught.
pub const WORKER: &str = "worker";

/// Time after which an input hangs.
const HANGS: Duration = Duration::from_secs(60);

impl Campaign<'_> {
    /// Runs the inputs. `report` is told the totals now and then.
    ///
    /// An input that takes more than a minute ends the process, since a thread cannot be stopped.
    ///
    /// # Panics
    ///
    /// If the system refuses a thread.
    pub fn run(&self, report: impl Fn(&[Total]) + Sync) -> (Vec<Total>, Vec<Failure>) {
        let chunks = |place: usize| self.inputs.div_ceil(chunk_of(&self.targets[place].0));
        let most = (0..self.targets.len()).map(chunks).max().unwrap_or(0);
        let (next, done) = (AtomicU64::new(0), AtomicBool::new(false));
        let totals = Mutex::new(vec![Total::default(); self.targets.len()]);
        let failures = Mutex::new(Vec::new());
        let started = Instant::now();
        let beats: Vec<Beat> = (0..self.threads.max(1)).map(|_| Beat::default()).collect();
        std::thread::scope(|scope| {
            let workers: Vec<_> = beats
                .iter()
                .map(|beat| {
                    let (next, totals, failures, chunks) = (&next, &totals, &failures, &chunks);
                    // The name tells a hook that a panic is caught.
                    let worker = std::thread::Builder::new().name(WORKER.to_owned());
                    let work = move || {
                        loop {
                            if self.time.is_some_and(|time| started.elapsed() > time) {
                                break;
                            }
                            // Chunk after chunk of all targets in turn.
                            let job = next.fetch_add(1, Ordering::Relaxed);
                            let (chunk, place) = (job / self.targets.len() as u64, job as usize % self.targets.len());
                            if chunk >= most {
                                break;
                            }
                            let passed = self.after / chunk_of(&self.targets[place].0);
                            if chunk < passed || chunk >= chunks(place) {
                                continue;
                            }
                            let (total, mut failed) = self.chunk(place, chunk, beat);
                            let mut totals = lock(totals);
                            totals[place].inputs += total.inputs;
                            totals[place].accepted += total.accepted;
                            totals[place].time += total.time;
                            lock(failures).append(&mut failed);
                        }
                        beat.run.store(u64::MAX, Ordering::Relaxed);
                    };
                    worker.spawn_scoped(scope, work).unwrap_or_else(|error| panic!("a thread: {error}"))
                })
                .collect();
            let (beats, done, totals, report) = (&beats, &done, &totals, &report);
            scope.spawn(move || {
                let mut last: Vec<(u64, Instant)> = beats.iter().map(|_| (0, Instant::now())).collect();
                let mut told = Instant::now();
                while !done.load(Ordering::Relaxed) {
                    std::thread::park_timeout(Duration::from_millis(50));
                    for (beat, (run, since)) in beats.iter().zip(&mut last) {
                        let now = beat.run.load(Ordering::Relaxed);
                        if now != *run || now == u64::MAX {
                            (*run, *since) = (now, Instant::now());
                        } else if since.elapsed() > HANGS {
                            let input = lock(&beat.input).clone();
                            report(&lock(totals));
                            panic_out(&format!("an input hangs: {}", input.escape_ascii()));
                        }
                    }
                    if told.elapsed() > Duration::from_secs(30) {
                        report(&lock(totals));
                        told = Instant::now();
                    }
                }
            });
            for worker in workers {
                let _ = worker.join();
            }
            done.store(true, Ordering::Relaxed);
        });
        (into(totals), into(failures))
    }

    fn chunk(&self, place: usize, chunk: u64, beat: &Beat) -> (Total, Vec<Failure>) {
        let (target, seeds) = &self.targets[place];
        let mut rng = self.seed.derive(crate::hash(target.name.as_bytes())).derive(chunk).rng();
        let mut pool = seeds.clone();
        let mut input = Vec::new();
        let (mut total, mut failures) = (Total::default(), Vec::new());
        let started = Instant::now();
        let size = chunk_of(target);
        for number in 0..size.min(self.inputs - chunk * size) {
            // Half of them begin at the committed inputs.
            let inputs = if rng.next_u64() & 1 == 0 { seeds } else { &pool };
            mutate(&mut rng, inputs, target.words, &mut input);
            if !target.is_cheap || number.is_multiple_of(256) {
                lock(&beat.input).clone_from(&input);
            }
            total.inputs += 1;
            match catch_unwind(AssertUnwindSafe(|| (target.run)(&input, self.effort))) {
                Ok(false) => {}
                Ok(true) => {
                    total.accepted += 1;
                    if input.len() <= KEPT_BYTES {
                        if pool.len() < seeds.len() + POOL {
                            pool.push(input.clone());
                        } else {
                            let place = seeds.len() + below(&mut rng, POOL as u32) as usize;
                            pool[place].clone_from(&input);
                        }
                    }
                }
                Err(panic) => {
                    failures.push(Failure { target: target.name, input: input.clone(), message: message(&*panic) });
                    if failures.len() >= MOST_FAILURES {
                        break;
                    }
                }
            }
            beat.run.fetch_add(1, Ordering::Relaxed);
        }
        total.time = started.elapsed();
        (total, failures)
    }
}

/// How far a worker is.
#[derive(Default)]
struct Beat {
    run: AtomicU64,
    /// One of its last inputs.
    input: Mutex<Vec<u8>>,
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
    text.unwrap_or("a panic without a text").to_owned()
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

fn into<T>(mutex: Mutex<T>) -> T {
    mutex.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner)
}

fn panic_out(reason: &str) -> ! {
    eprintln!("{reason}");
    std::process::exit(3)
}

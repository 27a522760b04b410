//! Runs of mutated inputs for targets, on several threads. The same seed gives the same inputs with
//! any number of threads.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use gambol::Seed;
use gambol::game::Rng;
use gambol::game::random::below;

use crate::mutate::mutate;
use crate::{Effort, Target};

/// Settings of a run of mutated inputs.
#[derive(Debug)]
pub struct Campaign<'a> {
    /// Targets with their initial inputs.
    pub targets: &'a [(Target, Vec<Vec<u8>>)],
    /// Number of inputs per target.
    pub inputs: u64,
    /// Number of inputs per target that an earlier campaign has run, rounded down to whole chunks.
    pub after: u64,
    /// Master seed; chunk `k` of a target depends only on it, the target's name and `k`.
    pub seed: Seed,
    /// Thoroughness of the checks.
    pub effort: Effort,
    /// Worker threads.
    pub threads: usize,
    /// Time limit, after which no chunk is started.
    pub time: Option<Duration>,
}

/// Result of the inputs of a target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Total {
    /// Number of inputs that were run.
    pub inputs: u64,
    /// Number of inputs that were accepted.
    pub accepted: u64,
    /// Their total time, summed over threads.
    pub time: Duration,
}

/// An input that violates an invariant.
#[derive(Clone, Debug)]
pub struct Failure {
    /// Name of the target.
    pub target: &'static str,
    /// Input.
    pub input: Vec<u8>,
    /// Message of the target.
    pub message: String,
}

/// Number of inputs that are run with one generator and one pool: some tenths of a second, or some
/// seconds.
const fn chunk_of(target: &Target) -> u64 {
    if target.is_cheap { 1 << 18 } else { 1 << 12 }
}

/// Number of accepted inputs that a chunk keeps for further mutations.
const POOL: usize = 1 << 10;
/// Maximum length of a kept input in bytes.
const KEPT_BYTES: usize = 700;
/// Number of failures after which a chunk ends.
const MOST_FAILURES: usize = 5;
/// The name of the threads that run inputs. Panics there are caught.
pub const WORKER: &str = "worker";

/// Time after which an input counts as hanging.
const HANGS: Duration = Duration::from_secs(60);

impl Campaign<'_> {
    /// Runs the inputs. `report` is called with the totals from time to time.
    ///
    /// An input that takes more than a minute ends the process, since a thread cannot be stopped.
    ///
    /// # Panics
    ///
    /// Panics if the system cannot create a thread.
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
                    // The name indicates to a hook that a panic is caught.
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
            // Half of them start from the committed inputs.
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

/// The progress of a worker.
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

//! Plays many games on all cores and reports failures with the seeds that reproduce them.

use std::collections::BTreeMap;
use std::fmt;
use std::panic::{self, AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, Once, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use gambol_core::Seed;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::checks::{Bench, CHECKS, Check, Survey, Verdict};
use crate::draw;

/// Stack size of the threads: searches recurse as deep as a game is long.
const STACK: usize = 64 << 20;

/// The name of the threads on which games are played.
const THREADS: &str = "games";

/// A game takes milliseconds; one that takes so long hangs without a step of the game.
const HANGS: Duration = Duration::from_secs(120);

/// The identification of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Case {
    pub(crate) seed: Seed,
    pub(crate) size: u8,
}

impl Case {
    pub(crate) fn number(master: u64, number: u64) -> Self {
        let seed = Seed::new(master).derive(number);
        Self { seed, size: draw::size(&mut seed.derive(1).rng()) }
    }
}

/// A failed check.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    case: Case,
    check: &'static str,
    message: String,
}

impl Failure {
    pub(crate) fn check(&self) -> &'static str {
        self.check
    }

    pub(crate) fn brief(&self) -> String {
        let Self { case: Case { seed, size }, check, message } = self;
        let start: String = message.chars().take(200).collect();
        format!("{check}: {start} ...\nagain: GAMBOL_CASE='{seed} {size} {check}'")
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { case: Case { seed, size }, check, message } = self;
        writeln!(f, "{check}: {message}")?;
        write!(f, "{}", draw::graph(*seed, *size))?;
        write!(f, "again: GAMBOL_CASE='{seed} {size} {check}'")
    }
}

/// Counts of the checks and of their failures.
#[derive(Debug, Default)]
pub(crate) struct Summary {
    pub(crate) games: u64,
    kinds: BTreeMap<&'static str, u64>,
    /// By check: the number of runs and of failures.
    checks: BTreeMap<&'static str, (u64, u64)>,
    pub(crate) failures: Vec<Failure>,
}

impl Summary {
    pub(crate) fn done(&self) -> u64 {
        self.checks.values().map(|(done, _)| done).sum()
    }

    fn merge(&mut self, other: Self) {
        self.games += other.games;
        for (kind, games) in other.kinds {
            *self.kinds.entry(kind).or_default() += games;
        }
        for (name, (done, failed)) in other.checks {
            let sum = self.checks.entry(name).or_default();
            *sum = (sum.0 + done, sum.1 + failed);
        }
        self.failures.extend(other.failures);
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "| games | {} |\n|---|---|", self.games)?;
        for (kind, games) in &self.kinds {
            writeln!(f, "| {kind} | {games} |")?;
        }
        writeln!(f, "\n| check | done | failed |\n|---|---|---|")?;
        for (name, (done, failed)) in &self.checks {
            writeln!(f, "| {name} | {done} | {failed} |")?;
        }
        let failed: u64 = self.checks.values().map(|(_, failed)| failed).sum();
        write!(f, "| **all** | **{}** | **{failed}** |", self.done())
    }
}

/// Pools of 2, 3 and 8 threads.
pub(crate) fn pools() -> &'static [ThreadPool] {
    static POOLS: OnceLock<Vec<ThreadPool>> = OnceLock::new();
    POOLS.get_or_init(|| [2, 3, 8].into_iter().map(pool).collect())
}

fn pool(threads: usize) -> ThreadPool {
    let builder = ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK);
    builder.thread_name(|_| THREADS.to_owned()).build().expect("threads")
}

/// Silences the messages of panics in games, which are reported as failures.
fn quietly() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if thread::current().name() != Some(THREADS) {
                usual(info);
            }
        }));
    });
}

/// Runs a check if it applies to this game. A panic is a failure.
pub(crate) fn hold(case: Case, check: &Check) -> Verdict {
    quietly();
    let graph = draw::graph(case.seed, case.size);
    if !(check.fits)(&graph) {
        return Ok(());
    }
    let held = catch_unwind(AssertUnwindSafe(|| {
        let survey = Survey::new(&graph);
        (check.run)(&mut Bench::new(&graph, &survey, case.seed, check, pools()))
    }));
    held.unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        let text = text.or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string));
        Err(format!("panics: {}", text.unwrap_or_default()))
    })
}

/// Runs all checks that are due on one game.
fn play(case: Case, summary: &mut Summary) {
    let graph = draw::graph(case.seed, case.size);
    summary.games += 1;
    for kind in graph.kinds() {
        *summary.kinds.entry(kind).or_default() += 1;
    }
    for check in CHECKS.iter().filter(|check| check.is_asked_for() && check.is_due(&graph, case.seed)) {
        let sum = summary.checks.entry(check.name).or_default();
        sum.0 += 1;
        if let Err(message) = hold(case, check) {
            sum.1 += 1;
            summary.failures.push(Failure { case, check: check.name, message });
        }
    }
}

/// Returns the same failure in the smallest possible game: games of the same family are tried in
/// order of size.
pub(crate) fn smaller(failure: &Failure) -> Failure {
    let Some(check) = CHECKS.iter().find(|check| check.name == failure.check) else { return failure.clone() };
    let cases = (0..=failure.case.size).flat_map(|size| {
        let seeds = (0..300).map(move |number| failure.case.seed.derive(number));
        seeds.map(move |seed| Case { seed, size })
    });
    let mut fitting = cases.filter(|case| (check.fits)(&draw::graph(case.seed, case.size)));
    let found = fitting.find_map(|case| {
        let message = hold(case, check).err()?;
        Some(Failure { case, check: check.name, message })
    });
    found.unwrap_or_else(|| failure.clone())
}

/// Runs `work` on a thread like those that play games.
pub(crate) fn alone<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    pool(1).install(work)
}

/// Plays this many games on all cores. Ends early after many failures.
pub(crate) fn run(master: u64, games: u64, report: bool) -> Summary {
    let started = Instant::now();
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let next = AtomicU64::new(0);
    let total = Mutex::new(Summary::default());
    // The current game of each thread, and its start.
    let under_way: Vec<Mutex<(u64, Instant)>> = (0..cores).map(|_| Mutex::new((0, Instant::now()))).collect();
    let worker = |now: &Mutex<(u64, Instant)>| {
        let mut summary = Summary::default();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= games || summary.failures.len() >= 10 {
                break;
            }
            *now.lock().expect("a lock") = (number, Instant::now());
            play(Case::number(master, number), &mut summary);
        }
        total.lock().expect("a lock").merge(summary);
    };
    thread::scope(|scope| {
        let workers: Vec<_> = under_way.iter().map(|now| scope.spawn(|| alone(|| worker(now)))).collect();
        let mut told = Instant::now();
        while workers.iter().any(|worker| !worker.is_finished()) {
            thread::sleep(Duration::from_millis(20));
            for (worker, now) in workers.iter().zip(&under_way) {
                let (number, since) = *now.lock().expect("a lock");
                if !worker.is_finished() && since.elapsed() > HANGS {
                    let Case { seed, size } = Case::number(master, number);
                    eprintln!("game {number} hangs: GAMBOL_CASE='{seed} {size}'");
                    std::process::exit(101);
                }
            }
            if report && told.elapsed() > Duration::from_secs(10) {
                told = Instant::now();
                let played = next.load(Ordering::Relaxed).min(games);
                let (elapsed, share) = (started.elapsed().as_secs_f64(), played as f64 / games as f64);
                eprintln!("{played} of {games} games in {elapsed:.0} s, {:.0} s to go", elapsed / share - elapsed);
            }
        }
    });
    total.into_inner().expect("a lock")
}

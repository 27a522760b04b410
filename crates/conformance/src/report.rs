//! The results of a run of the kit: a report or a failure.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;

use super::{ChanceCycle, Check};
use gambol_core::Seed;

/// Report of the amount of testing in a run of the kit.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/doc/nim.rs")); }
/// # use nim::*;
/// use gambol_conformance::Kit;
///
/// let report = Kit::new(|_| Nim { matches: 7, to_move: Player::First })
///     .states(100)
///     .check()
///     .expect("Nim is sound");
/// // Nim ends, and has no chance.
/// assert!(report.over > 0 && report.chance_nodes == 0);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// Random walks from a start state.
    pub walks: u64,
    /// States generated, including start states, with repetitions.
    pub states: u64,
    /// Events listed in those states: legal actions and possible outcomes.
    pub events: u64,
    /// The number of chance states.
    pub chance_nodes: u64,
    /// The number of ended states.
    pub over: u64,
    /// The number of checks run, of all kinds.
    pub checks: u64,
    /// The first chain of chance events of unbounded length that was found. `None` does not prove
    /// that there is none.
    pub chance_cycle: Option<ChanceCycle>,
    pub(super) runs: BTreeMap<Check, u64>,
}

impl Report {
    /// The number of runs of a check; 0 if it did not apply, for example without chance or without
    /// text forms.
    #[must_use]
    pub fn runs(&self, check: Check) -> u64 {
        self.runs.get(&check).copied().unwrap_or(0)
    }

    pub(super) fn count(&mut self, check: Check) {
        self.checks += 1;
        *self.runs.entry(check).or_insert(0) += 1;
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { walks, states, events, chance_nodes, over, checks, chance_cycle, runs } = self;
        write!(
            f,
            "{states} states ({chance_nodes} of chance, {over} over) on {walks} walks, {events} events, {checks} checks"
        )?;
        if let Some(cycle) = chance_cycle {
            write!(f, "\n{cycle}")?;
        }
        for (check, runs) in runs {
            write!(f, "\n{check:>18} {runs}")?;
        }
        Ok(())
    }
}

/// A broken promise, and the shortest walk found to a state that breaks it.
///
/// ```
/// # mod toss { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/doc/toss.rs")); }
/// # use toss::*;
/// use gambol_conformance::{Check, Failure, Kit};
///
/// /// A toss that doubles with probability 0.4.
/// #[derive(Clone, Debug, PartialEq, Eq, Hash)]
/// struct Unfair(Toss);
/// # impl Game for Unfair {
/// #     type Action = &'static str;
/// #     type Outcome = bool;
/// #     const PLAYERS: usize = 1;
/// #     fn turn(&self) -> Turn { self.0.turn() }
/// #     fn score(&self) -> i64 { self.0.score() }
/// #     fn visit_actions<F>(&self, visit: F) -> ControlFlow<()>
/// #     where
/// #         F: FnMut(&'static str) -> ControlFlow<()>,
/// #     {
/// #         self.0.visit_actions(visit)
/// #     }
/// #     fn visit_outcomes<F>(&self, mut visit: F) -> ControlFlow<()>
/// #     where
/// #         F: FnMut(bool, f64) -> ControlFlow<()>,
/// #     {
/// #         self.0.visit_outcomes(|heads, probability| visit(heads, if heads { 0.4 } else { probability }))
/// #     }
/// #     fn play(&mut self, action: &'static str) { self.0.play(action); }
/// #     fn resolve(&mut self, heads: bool) { self.0.resolve(heads); }
/// # }
///
/// let start = |_| Unfair(Toss { points: 1, turn: Turn::Player(Player::First) });
/// let failure: Failure = Kit::new(start).states(20).check().unwrap_err();
/// assert_eq!(failure.check, Check::Probability);
/// println!("{failure}"); // the promise, the state, and the walk `toss` that leads to it
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Failure {
    /// The check of the broken promise.
    pub check: Check,
    /// The state that breaks it: its text if [`Kit::text`](super::Kit::text) is on, otherwise its
    /// `Debug` form.
    pub state: String,
    /// Description of the failure, with the differing values.
    pub detail: String,
    /// The seed of the start state.
    pub seed: Seed,
    /// The events from the start state to this one.
    pub walk: Vec<String>,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { check, state, detail, seed, walk } = self;
        writeln!(f, "the conformance check `{check}` failed: {detail}")?;
        writeln!(f, "promise: {}", check.promise())?;
        writeln!(f, "state:   {state}")?;
        write!(f, "walk:    {} events from the start state of seed {seed}", walk.len())?;
        for (index, event) in walk.iter().enumerate() {
            write!(f, "{}{event}", if index == 0 { ": " } else { ", " })?;
        }
        Ok(())
    }
}

impl Error for Failure {}

//! What a run of the kit says: how much it tested, or what failed.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;

use super::{ChanceCycle, Check};
use gambol_core::Seed;

/// How much a run of the kit has tested.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// Random walks from a start state.
    pub walks: u64,
    /// States generated, start states included. The same state may be among them more than once.
    pub states: u64,
    /// Events that were listed in those states: legal actions and possible outcomes.
    pub events: u64,
    /// How many of the states were chance's turn.
    pub chance_nodes: u64,
    /// How many of the states were over.
    pub over: u64,
    /// Checks run, of all kinds together.
    pub checks: u64,
    /// The first chain of chance events found that has no bound on its length. `None` is no proof
    /// that there is none.
    pub chance_cycle: Option<ChanceCycle>,
    pub(super) runs: BTreeMap<Check, u64>,
}

impl Report {
    /// How often a check was run. 0 for a check that had no occasion: no chance in the game, no
    /// text form switched on.
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

/// A promise that a game breaks, and the shortest walk found to a state where it does.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Failure {
    /// The promise.
    pub check: Check,
    /// The state where it is broken: its text if the kit knows one
    /// ([`Kit::text`](super::Kit::text)), else its `Debug` form.
    pub state: String,
    /// What is wrong, with the values that differ.
    pub detail: String,
    /// The seed of the start state.
    pub seed: Seed,
    /// The events that lead from the start state to this one.
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

//! Unbounded chains of chance events.

use std::fmt;

use super::hashed::Set;
use gambol_core::Game;
use gambol_core::GameExt;
use gambol_core::{Event, Turn};

/// A chain of chance events of unbounded length without a player's turn, such as a die that is
/// rolled again after a six. Not a failure: [the trait](gambol_core::Game#chance) allows it, but
/// searches cut such chains.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ChanceCycle {
    /// The state in which the chain begins: its text if [`Kit::text`](super::Kit::text) is on,
    /// otherwise its `Debug` form.
    pub state: String,
    /// The consecutive outcomes from there, each at chance's turn.
    pub outcomes: Vec<String>,
    /// Whether they lead back to a state that equals the first. Otherwise the chain is longer than
    /// [`LONGEST`](Self::LONGEST).
    pub returns: bool,
}

impl ChanceCycle {
    /// The length up to which chains are reported only if a state recurs.
    pub const LONGEST: usize = 64;
}

impl fmt::Display for ChanceCycle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { state, outcomes, returns } = self;
        if *returns {
            write!(f, "chance can lead back to {state} by {}", outcomes.join(", "))
        } else {
            write!(f, "chance can follow chance more than {} times from {state}", Self::LONGEST)
        }
    }
}

/// A chain of chance events: its first state, its outcomes, and whether it returns to that state.
pub(super) type Chain<G> = (G, Vec<<G as Game>::Outcome>, bool);

/// A state on a path of chance events.
struct Step<G: Game> {
    state: G,
    /// The outcomes that are still to be tried, in reverse order.
    rest: Vec<G::Outcome>,
    /// The current outcome.
    tried: Option<G::Outcome>,
}

impl<G: Game> Step<G> {
    fn new(state: G) -> Self {
        let mut rest: Vec<_> = state.outcomes().into_iter().map(|(outcome, _)| outcome).collect();
        rest.reverse();
        Self { state, rest, tried: None }
    }
}

/// Searches for a chain of chance events from a state at chance's turn that returns or is too long.
/// Depth first with a limit on the events, so `None` proves nothing.
pub(super) fn find<G: Game>(start: &G) -> Option<Chain<G>> {
    const EVENTS: usize = 2_000;
    let mut seen: Set<G> = Set::from_iter([start.clone()]);
    let mut path = vec![Step::new(start.clone())];
    let mut events = 0;
    while let Some(step) = path.last_mut() {
        step.tried = step.rest.pop();
        let Some(outcome) = step.tried else {
            path.pop();
            continue;
        };
        events += 1;
        if events > EVENTS {
            return None;
        }
        let after = step.state.after(Event::Outcome(outcome));
        if after.turn() != Turn::Chance {
            continue;
        }
        let back = path.iter().position(|step| step.state == after);
        if back.is_some() || path.len() == ChanceCycle::LONGEST {
            let chain = &path[back.unwrap_or(0)..];
            let outcomes = chain.iter().filter_map(|step| step.tried).collect();
            return Some((chain[0].state.clone(), outcomes, back.is_some()));
        }
        if seen.insert(after.clone()) {
            path.push(Step::new(after));
        }
    }
    None
}

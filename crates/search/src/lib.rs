//! Searches for games with and without chance.
//!
//! Every search takes a state of any [`Game`](gambol_core::Game), a [`Budget`] and a seed, and gives a [`Decision`]: the
//! best action, the value of every action, what was spent, and the line that it expects.
//!
//! | search | for | answers |
//! |---|---|---|
//! | [`FlatMonteCarlo`] | any game; no evaluation needed | at any time; strong in puzzles with long games and much chance |
//!
//! The same seed and a budget without time give the same decision on one thread or sixteen. Without the feature `clock`
//! the crate never reads a clock, without `parallel` it never starts a thread; both are off unless asked for, so that it
//! builds for the web.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod agent;
mod budget;
mod decision;
mod flat;
mod greedy;

pub use agent::{Agent, ByPolicy, PolicyFirst, Search, Searcher};
pub use budget::{Budget, StopFlag};
pub use decision::{Decision, RootAction, SearchError, Spent};
pub use flat::{Aggregate, Allocation, FlatMonteCarlo, Ties};
pub use greedy::{Greedy, Scope};

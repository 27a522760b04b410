//! Searches for games with and without chance.
//!
//! Every search takes a state of any [`Game`](gambol_core::Game), a [`Budget`] and a seed, and
//! returns a [`Decision`]: the best action, the values of all root actions, the principal variation
//! and the search statistics.
//!
//! | your game | search | what it needs | its answer |
//! |---|---|---|---|
//! | any, long, with much chance | [`FlatMonteCarlo`] | nothing | anytime; never exact, since the players of a rollout do not search |
//! | any, with lines worth a closer look | [`Mcts`] | nothing; a policy, an evaluator or a prior helps | anytime; converges, and proves what it can |
//! | several actions before chance moves | [`Greedy`] | an evaluator | one action, or the best whole turn; blind to chance |
//! | without chance, two players | [`AlphaBeta`] | an evaluator | exact to its depth; exact where lines end |
//! | with chance, taken as an opponent | [`AlphaBeta`] on [`Adversarial`] | an evaluator | the same, for the worst luck |
//! | with chance that can be enumerated | [`Expectimax`] | an evaluator | exact to its depth, on average |
//! | with chance too large for that | [`SampledTwoPly`] | an evaluator | anytime; converges to two plies of expectimax |
//! | two players, who wins? | [`ProofNumber`] | nothing | a proof, or none yet |
//!
//! [`Terminal`] sets the values of ended games for all searches.
//!
//! The same seed and a budget without time give the same decision on any number of threads. The
//! clock is read only if the budget [limits time](Budget::time) or [measures
//! it](Budget::measure_time), and never without the feature `clock`; without `parallel`, the crate
//! never starts a thread. Both features are off by default, and both work in a browser.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod adversary;
mod alpha_beta;
mod batch;
mod budget;
mod decision;
mod error;
mod expectimax;
mod flat;
mod follow;
mod greedy;
mod math;
mod mcts;
mod meter;
mod parallel;
mod proof_number;
mod search;
mod spare;
mod stop;
mod table;
mod terminal;
mod two_ply;

pub use adversary::{Adversarial, AgainstChance, AllOutcomes, Dealer, SampledOutcomes, WorstOutcomes};
pub use alpha_beta::AlphaBeta;
pub use budget::Budget;
pub use decision::{Bound, Decision, Estimate, Proven, RootAction, SearchStats};
pub use error::SearchError;
pub use expectimax::{Chance, Expectimax, Horizon, Pruning};
pub use flat::{Aggregate, Allocation, FlatMonteCarlo, Ties};
pub use follow::Follower;
pub use greedy::{Greedy, Scope};
pub use mcts::{Mcts, ReusingMcts};
pub use meter::{Counter, Meter};
pub use proof_number::{Goal, Proof, ProofNumber, Verdict};
pub use search::{PolicyFirst, PolicyOnly, Search, WithBudget};
pub use stop::StopFlag;
pub use terminal::Terminal;
pub use two_ply::SampledTwoPly;

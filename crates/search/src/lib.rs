#![doc = include_str!("../README.md")]
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod adversary;
mod alpha_beta;
mod batch;
mod budget;
#[cfg(feature = "clock")]
mod clock;
mod compose;
mod decision;
mod error;
mod expectimax;
mod flat;
mod greedy;
mod key_map;
mod local_search;
mod math;
mod mcts;
mod meter;
mod parallel;
mod proof_number;
mod samples;
mod search;
mod spare;
mod table;
mod terminal;
mod turns;
mod two_ply;

pub use adversary::{Adversarial, AgainstChance, AllOutcomes, Dealer, SampledOutcomes};
pub use alpha_beta::AlphaBeta;
pub use budget::{Budget, StopFlag};
#[cfg(feature = "clock")]
pub use clock::Clock;
#[cfg(feature = "clock")]
pub use compose::TimeBank;
pub use compose::{Escalate, Follower, PlanOnce, PolicyFirst, PolicyOnly, WinFirst, WithBudget, WithCompanion};
pub use decision::{Bound, Decision, Estimate, Proven, RootAction, SearchStats};
pub use error::SearchError;
pub use expectimax::{ChanceNodes, Expectimax};
pub use flat::{Aggregate, Allocation, FlatMonteCarlo, Ties};
pub use greedy::{Greedy, Scope};
pub use local_search::LocalSearch;
pub use mcts::{Batched, Forest, ForestError, Leaf, Leaves, Mcts};
pub use meter::{Counter, Meter};
pub use proof_number::{Goal, Proof, ProofNumber, Verdict};
pub use search::{Limits, Search};
pub use terminal::Terminal;
pub use turns::TurnSearch;
pub use two_ply::SampledTwoPly;

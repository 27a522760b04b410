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
mod busy;
mod decision;
mod error;
mod escalate;
mod expectimax;
mod flat;
mod follow;
mod greedy;
mod key_map;
mod limits;
mod local_search;
mod math;
mod mcts;
mod meter;
mod order;
mod parallel;
mod plan_once;
mod proof_number;
mod samples;
mod search;
mod spare;
mod stop;
mod table;
mod terminal;
#[cfg(feature = "clock")]
mod time_bank;
mod turns;
mod two_ply;
mod win_first;
mod with_companion;

pub use adversary::{Adversarial, AgainstChance, AllOutcomes, Dealer, SampledOutcomes};
pub use alpha_beta::AlphaBeta;
pub use budget::Budget;
pub use decision::{Bound, Decision, Estimate, Proven, RootAction, SearchStats};
pub use error::SearchError;
pub use escalate::Escalate;
pub use expectimax::{Chance, Expectimax, Pruning};
pub use flat::{Aggregate, Allocation, FlatMonteCarlo, Ties};
pub use follow::Follower;
pub use greedy::{Greedy, Scope};
pub use limits::Limits;
pub use local_search::LocalSearch;
pub use mcts::{Mcts, ReusingMcts};
pub use meter::{Counter, Meter};
pub use plan_once::PlanOnce;
pub use proof_number::{Goal, Proof, ProofNumber, Verdict};
pub use search::{PolicyFirst, PolicyOnly, Search, WithBudget};
pub use stop::StopFlag;
pub use terminal::Terminal;
#[cfg(feature = "clock")]
#[cfg_attr(docsrs, doc(cfg(feature = "clock")))]
pub use time_bank::TimeBank;
pub use turns::TurnSearch;
pub use two_ply::SampledTwoPly;
pub use win_first::WinFirst;
pub use with_companion::WithCompanion;

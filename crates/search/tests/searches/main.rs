//! The searches on games whose answers are known: one program, so that the searches are compiled
//! for these games once. Random games are a program of their own.

#[path = "../common/mod.rs"]
mod common;
#[path = "../common/connect_four.rs"]
mod connect_four;
#[path = "../common/twenty48.rs"]
mod twenty48;

mod adversary;
mod allocations;
mod alpha_beta;
mod batches;
mod broken_chance;
mod compose;
mod conformance;
mod corpus;
#[cfg(feature = "clock")]
mod deadlines;
mod endless;
mod evaluations;
mod expectimax;
mod first_looks;
mod flat;
mod forest;
mod games;
mod greedy;
mod keys;
mod limits;
mod mcts;
mod omissions;
mod proof_number;
mod puct;
mod selective;
mod terminal;
mod two_ply;

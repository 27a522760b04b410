#![doc = include_str!("../README.md")]
//!
//! # Method
//!
//! A swap only permutes the quadrants. So a position is the contents of four quadrants, and an
//! arrangement of them at the four places. Swaps change the class of the arrangement, even or odd, at
//! every ply; what is known of the 12 arrangements of one class is a mask of 12 bits, and "some swap
//! leads to" and "all swaps lead to" are tables of 4,096 masks. The search branches by cells, 36 at
//! most, in place of 216 moves, and settles all wanted arrangements of the same contents at once.
//!
//! Contents are looked up in one of the 192 forms that permutations of the quadrants and symmetries
//! of the board give: the key is the number of the multiset of four contents, 53 bits, with a bit for
//! the class and one for the colour of the attacker. An entry of the table is one atomic word that
//! holds the whole key, less the bits that the bucket tells. No two positions are ever confused.
#![cfg_attr(docsrs, feature(doc_cfg))]

mod arrangement;
mod checkpoint;
mod children;
mod key;
mod line;
mod node;
mod parts;
mod search;
mod solver;
mod table;
mod verdict;

pub use solver::{Progress, Solver, SolverError};
pub use verdict::{Solution, Verdict};

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
//!
//! # Certificates
//!
//! A certificate is a winning strategy that is closed under every reply. It begins with three lines,
//! each ended by a line feed:
//!
//! ```text
//! pentago-swap certificate 1
//! position CELLS SIDE
//! plies N search S entries E
//! ```
//!
//! `CELLS` are 36 of `w`, `b` and `.`, rows from the top; `SIDE`, `w` or `b`, is to move and wins
//! within `N` plies. `E` entries of nine bytes follow, and nothing else. The first eight bytes are the
//! number of a board, little-endian: the cells, the first the lowest digit, as digits of base three
//! (empty 0, `w` 1, `b` 2). Of the eight images of a board under the symmetries of the square, the one
//! with the lowest number is meant. The ninth byte is the move of `SIDE` on it: six times the cell (0
//! to 35) and the swap (0 to 5: AB, AC, AD, BC, BD, CD). Entries ascend by number.
//!
//! A strategy is followed from the position; after every reply, `SIDE` wins at once, or there is an
//! entry, or he wins within `S` plies (or those left, if fewer), which the checker has to find.
//! Every entry is met. As every ply adds a piece, lines cannot go in circles.
//! `examples/check_certificate.rs` checks all of that and shares no code with this crate.
#![cfg_attr(docsrs, feature(doc_cfg))]

mod arrangement;
mod certificate;
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

pub use certificate::CertificateSummary;
pub use solver::{Progress, Solver, SolverError};
pub use verdict::{Solution, Verdict};

#![doc = include_str!("../README.md")]
//!
//! # Method
//!
//! A swap only permutes the quadrants. A position therefore consists of the contents of four
//! quadrants, and their arrangement at the four places. Swaps change the class of the arrangement,
//! even or odd, at every ply. Results for the 12 arrangements of one class are a mask of 12 bits,
//! and "some swap leads to" and "all swaps lead to" are tables of 4,096 masks. The search branches
//! by cells, at most 36, instead of 216 moves, and settles all wanted arrangements of the same
//! contents at once.
//!
//! Contents are looked up in one of the 192 forms given by permutations of the quadrants and
//! symmetries of the board: the key is the number of the multiset of four contents, 53 bits, with a
//! bit for the class and one for the colour of the attacker. An entry of the table is one atomic
//! word that contains the whole key, except the bits that are implied by the bucket. Positions are
//! never confused.
//!
//! # Certificates
//!
//! A certificate is a winning strategy that is closed under every reply. It begins with three
//! lines, each ended by a line feed:
//!
//! ```text
//! pentago-swap certificate 2
//! position CELLS SIDE
//! plies N search S entries E
//! ```
//!
//! `CELLS` are 36 of `w`, `b` and `.`, rows from the top; `SIDE`, `w` or `b`, is to move and wins
//! within `N` plies. `E` entries of twenty bytes follow, and nothing else. An entry has moves for
//! boards that are related by swaps and symmetries of the square:
//!
//! - The first eight bytes are a number, little-endian. From the top, after three zero bits, it has
//!   a bit for odd arrangements, and four contents of 15 bits in descending order. A content is a
//!   quadrant: its cells, row by row, as digits of base three, the first the lowest (empty 0,
//!   `SIDE` 1, the opponent 2). Of the images of a board under the eight symmetries of the square,
//!   one with the lowest four contents is used. If there are several, of symmetries or of equal
//!   contents that are exchanged, it may be any: readers try all.
//! - An arrangement assigns one of the four contents (0 to 3) to each place (A, B, C, D: top left,
//!   top right, bottom left, bottom right). It is odd if an odd number of its pairs is in
//!   descending order. The other twelve bytes are the moves on the boards of the twelve odd or even
//!   arrangements, in lexicographic order: 6 · (9 · content + cell) + swap, with swaps numbered AB,
//!   AC, AD, BC, BD, CD; 255 for boards that never occur.
//!
//! The strategy is followed from the position; after every reply, `SIDE` wins at once, or there is
//! a move, or `SIDE` wins within `S` plies (or the remaining ones, if fewer), which the checker
//! must find. Unused entries are allowed. Since every ply adds a piece, lines cannot be circular.
//! `examples/check_certificate.rs` checks all of that and shares no code with this crate.
//!
//! # Books
//!
//! A packed book contains the longest wins of a certificate: the same three lines, with
//! `pentago-swap book 1` as the first, and entries in ascending order of their keys. A key is twice
//! the number of the contents among all multisets of four, plus 1 for odd arrangements: with
//! contents a ≥ b ≥ c ≥ d, that number is C(a + 3, 4) + C(b + 2, 3) + C(c + 1, 2) + d. An entry is:
//!
//! - the difference of its key from the previous one, or from 0: seven bits per byte, lowest first,
//!   with the highest bit set in all bytes except the last;
//! - two bytes, little-endian: bit `i` is set if the `i`-th of the twelve arrangements has a move;
//! - these moves, one byte each, as in certificates.
//!
//! `examples/pack_book.rs` makes the standard book from the certificate.
#![cfg_attr(docsrs, feature(doc_cfg))]

mod arrangement;
mod book;
mod certificate;
mod checkpoint;
mod children;
mod key;
mod line;
mod node;
mod parts;
mod search;
mod solve_first;
mod solver;
mod table;
mod verdict;

pub use book::Book;
pub use certificate::CertificateSummary;
pub use solve_first::SolveFirst;
pub use solver::{Progress, Solver, SolverError};
pub use verdict::{Solution, Verdict};

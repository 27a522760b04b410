//! What a game is.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod error;
mod evaluate;
mod ext;
mod game;
mod key;
pub mod notation;
pub mod perft;
mod policy;
pub mod random;
mod turn;

pub use error::{Illegal, TextError};
pub use evaluate::{ActionEvaluator, Afterstate, Evaluator, Null, Scaled, Score, Sum};
pub use ext::{EventOf, GameExt};
pub use game::Game;
pub use key::{StableHasher, mix};
pub use notation::{Cell, Notation, TextForm};
pub use policy::{Or, Policy, Uniform};
pub use random::{Rng, Seed};
pub use turn::{Event, NoChance, Player, Turn};

#[cfg(feature = "serde")]
#[doc(hidden)]
pub use {alloc::string::String as __String, serde as __serde};

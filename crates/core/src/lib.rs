#![doc = include_str!("../README.md")]
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod companion;
#[doc = include_str!("../DESIGN.md")]
pub mod design {}
mod error;
mod evaluate;
mod evaluators;
mod ext;
#[cfg(feature = "std")]
#[cfg_attr(docsrs, doc(cfg(feature = "std")))]
pub mod files;
mod from_fn;
mod game;
mod indexed;
mod key;
mod notation;
mod observe;
#[cfg(any(test, target_family = "wasm"))]
mod pcg;
pub mod perft;
mod policy;
mod prior;
pub mod random;
mod scratch;
mod turn;

pub use companion::{Companion, Tracked};
pub use error::{Illegal, TextError, TextErrorKind};
pub use evaluate::{ActionEvaluator, Evaluator, Properties, ScoreUse};
pub use evaluators::{Afterstate, Null, Score};
pub use ext::{EventOf, GameExt};
pub use from_fn::FromFn;
pub use game::{Game, Scoring};
pub use indexed::Indexed;
pub use key::{StableHasher, mix};
pub use notation::{Cell, Notation, TextForm};
pub use observe::{Observe, PlaneShape, PlaneValue, PlaneWriter};
pub use policy::{Or, Policy, Uniform};
pub use prior::{Prior, Softmax};
#[doc(no_inline)]
pub use rand_core;
pub use random::{GameRng, Rng, Seed};
pub use scratch::Scratch;
pub use turn::{Event, NoChance, Player, Turn};

/// Names for the expansions of macros.
#[cfg(feature = "serde")]
#[doc(hidden)]
pub mod __private {
    pub use alloc::string::String;
    pub use serde;
}

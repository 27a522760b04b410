//! Game AI under chance: exact rules for five games, and searches that run on any game.
//!
//! This crate re-exports the family, so that `cargo add gambol` is enough. Each crate is a module
//! of its own name; the few names that every program needs are also at the root, and in the
//! [`prelude`].
//!
//! | module | what it holds |
//! |---|---|
//! | [`core`] | what a game is: the trait [`Game`], turns, chance, policies, evaluators, seeds, notation |
//! | [`search`] | searches, their budgets and decisions |
//! | [`five_or_more`], [`tenten`], [`threes`], [`pentago_swap`], [`match5`] | the games, with their policies and evaluators |
//! | [`registry`] | games and agents by name, for programs (feature `registry`) |
//! | `conformance` | property tests for a game of your own (feature `conformance`) |
//!
//! ```
//! use gambol::prelude::*;
//! use gambol::search::FlatMonteCarlo;
//! use gambol::threes::Threes;
//!
//! let mut state = Threes::default();
//! let seed = Seed::new(7);
//! state.settle(&mut seed.derive(0).rng()); // the opening is chance's
//! let decision = FlatMonteCarlo::new().rollouts(50).search(&state, &Budget::unlimited(), seed.derive(1))?;
//! println!("{} is worth {:.0} points", decision.action, decision.value);
//! # Ok::<(), gambol::search::SearchError>(())
//! ```
//!
//! To write a game of your own, start at [`Game`]; to choose a search, at [`search`].
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![deny(clippy::print_stdout, clippy::print_stderr)]

#[cfg(feature = "registry")]
extern crate alloc;
#[cfg(all(feature = "registry", feature = "std"))]
extern crate std;

pub mod prelude;
#[cfg(feature = "registry")]
#[cfg_attr(docsrs, doc(cfg(feature = "registry")))]
pub mod registry;

#[doc(no_inline)]
pub use prelude::*;

#[cfg(feature = "conformance")]
#[cfg_attr(docsrs, doc(cfg(feature = "conformance")))]
#[doc(inline)]
pub use gambol_conformance as conformance;
#[doc(inline)]
pub use gambol_core as core;
#[doc(inline)]
pub use gambol_five_or_more as five_or_more;
#[doc(inline)]
pub use gambol_match5 as match5;
#[doc(inline)]
pub use gambol_pentago_swap as pentago_swap;
#[doc(inline)]
pub use gambol_search as search;
#[doc(inline)]
pub use gambol_self_taught as self_taught;
#[doc(inline)]
pub use gambol_tenten as tenten;
#[doc(inline)]
pub use gambol_threes as threes;

/// The README's examples are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// So is that of the encoding.
#[cfg(doctest)]
#[doc = include_str!("../docs/encoding.md")]
struct Encoding;

/// And that of the web.
#[cfg(doctest)]
#[doc = include_str!("../docs/web.md")]
struct Web;

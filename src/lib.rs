//! Game AI under chance: exact rules for five games, and searches that run on any game.
//!
//! One small trait defines a game, for puzzles and two-player games, with and without chance. The
//! same seed gives the same result on every machine and with any number of threads. This crate
//! re-exports the family, so that `cargo add gambol` is enough.
//!
//! ```
//! use gambol::prelude::*;
//! use gambol::search::Expectimax;
//! use gambol::threes::{RowTable, Threes};
//!
//! let mut state = Threes::default();
//! let seed = Seed::new(7);
//! let mut luck = seed.derive(0).rng();
//! state.settle(&mut luck); // the opening is chance's
//! let mut search = Expectimax::new(RowTable::new()).depth(2);
//! for turn in 0..50 {
//!     let decision = search.search(&state, &Budget::unlimited(), seed.derive(1 + turn))?;
//!     println!("{}, worth {:.0} points: {state}", decision.action, decision.value);
//!     state.play(decision.action);
//!     state.settle(&mut luck);
//! }
//! assert!(state.score() > 100);
//! # Ok::<(), gambol::search::SearchError>(())
//! ```
//!
//! | module | contents |
//! |---|---|
//! | [`prelude`] | the few names that every program needs; they are also at the root |
//! | [`game`] | games: the trait [`Game`], turns, chance, policies, evaluators, seeds, text forms |
//! | [`board`] | what board games share: sets of cells as bits, rows of a board as text |
//! | [`search`] | Monte Carlo, MCTS, alpha-beta, expectimax, greedy and proof-number search, their budgets and decisions |
//! | [`five_or_more`], [`tenten`], [`threes`], [`pentago_swap`], [`match5`] | the games, with their policies and evaluators |
//! | [`self_taught`](./self_taught/index.html) | Match5's self-learning player |
//! | [`registry`](./registry/index.html) | games and agents by name, for programs |
//! | [`env`](./env/index.html) | many games stepped together, for learners |
//! | [`conformance`](./conformance/index.html) | property tests for a game of your own |
//!
//! The examples on the pages of these modules import the crates that they come from: read
//! `gambol_core` as `gambol::game`, `gambol_search` as `gambol::search`, and so on.
//!
//! To write a game of your own, start at [`Game`]; to choose a search, at [`search`]. The crate
//! [`gambol-arena`](https://docs.rs/gambol-arena) plays many games in parallel; the program
//! `gambol` with all its commands is in [`gambol-cli`](https://docs.rs/gambol-cli).
//!
//! # Features
//!
//! | feature | default | what it does |
//! |---|---|---|
//! | `five-or-more`, `tenten`, `threes`, `pentago-swap`, `match5` | yes | the games, one module each |
//! | `std` | yes | errors implement std's traits in dependencies; this crate itself does not need it |
//! | `clock` | yes | time limits |
//! | `parallel` | yes | searches, and steps of `env`, on all threads of the current rayon pool |
//! | `self-taught` | no | Match5's self-learning player |
//! | `files` | no | its knowledge files, with passwords; adds argon2 and others |
//! | `registry` | no | games and agents by name, for the enabled games |
//! | `names` | no | the registry without the searches: agents have only names and parameters |
//! | `learn` | no | learners and networks |
//! | `networks` | no | the learned networks of the puzzles, with weights loaded at run time |
//! | `weights` | no | the same with compiled-in weights, 4 MB |
//! | `solver` | no | the exact solver of Pentago-Swap, which the registry's strong player uses |
//! | `arena` | no | positions of the registry can play the games of a plan of `gambol-arena` |
//! | `env` | no | many games stepped together: planes, legal actions, automatic resets |
//! | `conformance` | no | the conformance kit; adds proptest |
//! | `serde` | no | `Serialize` and `Deserialize` for states, actions and outcomes, by their text forms |
//!
//! Without default features the crate is `no_std` with `alloc`. With them it builds for
//! `wasm32-unknown-unknown`, and searches with time limits work in a browser. It has no unsafe code
//! and needs Rust 1.88 or newer. Public dependencies: the crates of its modules and theirs:
//! `rand_core` 0.10, `serde` 1 with its feature, and `proptest` 1 with `conformance`.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![deny(clippy::print_stdout, clippy::print_stderr)]

pub mod prelude;

#[doc(no_inline)]
pub use prelude::*;

/// Sets of cells as bits, and the text forms of boards.
#[doc(inline)]
pub use gambol_board as board;
/// Property tests for games of your own.
#[cfg(feature = "conformance")]
#[cfg_attr(docsrs, doc(cfg(feature = "conformance")))]
#[doc(inline)]
pub use gambol_conformance as conformance;
/// Games: the trait [`Game`] and the types that it needs.
#[doc(inline)]
pub use gambol_core as game;
/// Many games stepped together, for learners.
#[cfg(feature = "env")]
#[cfg_attr(docsrs, doc(cfg(feature = "env")))]
#[doc(inline)]
pub use gambol_env as env;
/// Five or More (Color Lines).
#[cfg(feature = "five-or-more")]
#[cfg_attr(docsrs, doc(cfg(feature = "five-or-more")))]
#[doc(inline)]
pub use gambol_five_or_more as five_or_more;
/// Learned evaluations: networks, and temporal-difference learning from self-play.
#[cfg(feature = "learn")]
#[cfg_attr(docsrs, doc(cfg(feature = "learn")))]
#[doc(inline)]
pub use gambol_learn as learn;
/// Match5: five in a row, on boards up to 20×20.
#[cfg(feature = "match5")]
#[cfg_attr(docsrs, doc(cfg(feature = "match5")))]
#[doc(inline)]
pub use gambol_match5 as match5;
/// Networks of ONNX files as priors and evaluators.
#[cfg(feature = "onnx")]
#[cfg_attr(docsrs, doc(cfg(feature = "onnx")))]
#[doc(inline)]
pub use gambol_onnx as onnx;
/// Exact solver of Pentago-Swap.
#[cfg(feature = "solver")]
#[cfg_attr(docsrs, doc(cfg(feature = "solver")))]
#[doc(inline)]
pub use gambol_pentago_solver as pentago_solver;
/// Pentago-Swap.
#[cfg(feature = "pentago-swap")]
#[cfg_attr(docsrs, doc(cfg(feature = "pentago-swap")))]
#[doc(inline)]
pub use gambol_pentago_swap as pentago_swap;
/// The learned networks of the puzzles.
#[cfg(feature = "networks")]
#[cfg_attr(docsrs, doc(cfg(feature = "networks")))]
#[doc(inline)]
pub use gambol_players as players;
/// Games and agents by name, for programs.
#[cfg(feature = "names")]
#[cfg_attr(docsrs, doc(cfg(feature = "names")))]
#[doc(inline)]
pub use gambol_registry as registry;
/// Searches, their budgets and decisions.
#[doc(inline)]
pub use gambol_search as search;
/// Match5's self-learning player.
#[cfg(feature = "self-taught")]
#[cfg_attr(docsrs, doc(cfg(feature = "self-taught")))]
#[doc(inline)]
pub use gambol_self_taught as self_taught;
/// 1010!.
#[cfg(feature = "tenten")]
#[cfg_attr(docsrs, doc(cfg(feature = "tenten")))]
#[doc(inline)]
pub use gambol_tenten as tenten;
/// Threes!.
#[cfg(feature = "threes")]
#[cfg_attr(docsrs, doc(cfg(feature = "threes")))]
#[doc(inline)]
pub use gambol_threes as threes;

/// Tests the README's examples.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

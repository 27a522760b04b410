#![doc = include_str!("../README.md")]
//!
//! # Optional checks
//!
//! Say more, and more is tested: [`candidates`](Kit::candidates) are actions that may be illegal,
//! [`text`](Kit::text) and [`serde`](Kit::serde) switch on the checks of these forms,
//! [`indexed`](Kit::indexed) and [`observed`](Kit::observed) those of
//! [`Indexed`](gambol_core::Indexed) and [`Observe`](gambol_core::Observe), and
//! [`spread_keys`](Kit::spread_keys) tests keys for tables of your own. Start states should differ
//! where the game has variants or positions that random play seldom reaches; a game with variants
//! gets a test for each.
//!
//! # When it fails
//!
//! The failure names the check and the state, and shows the shortest walk found from a start state
//! to there, down to one that cannot be cut any more. A panic inside the game's code is a failure
//! of the check that was running. [`check`](Kit::check) gives it as a value,
//! [`without`](Kit::without) leaves a check out, to see whether there is more.
//!
//! Runs are deterministic: the same game passes or fails in the same way every time. The
//! environment variable `GAMBOL_CONFORMANCE_STATES` sets another number of states, for a long run
//! over night.
//!
//! # What it costs
//!
//! Ten thousand states of a game for two on a small board take a second or two in release, a
//! hundred times that in debug builds. What costs more than a listing is done for a sample of a
//! state's events; what costs more than that (chi-square tests, transpositions, counts) in a few
//! dozen states.
//!
//! # What it cannot see
//!
//! The kit knows no rules. A move generator that is wrong everywhere in the same way passes;
//! compare it with a second, simple one, and pin its counts with [`perft`](gambol_core::perft). And
//! what it does not meet it does not test: look at the [`Report`] for how many states were of
//! chance or over, and how often each check was made.
//!
//! The report also names what is allowed but matters to searches: [`Report::chance_cycle`] is a
//! chain of chance events without a bound on its length.
//!
//! # Evaluators
//!
//! [`assert_evaluator`] tests what an [`Evaluator`](gambol_core::Evaluator) promises of its
//! methods, [`assert_action_evaluator`] what an [`ActionEvaluator`](gambol_core::ActionEvaluator)
//! does, [`assert_prior`] a [`Prior`](gambol_core::Prior), and [`assert_companion`] a
//! [`Companion`](gambol_core::Companion).
//!
//! # Tests of your own
//!
//! [`reachable`] and [`walks`] are [proptest](https://docs.rs/proptest) strategies: states as
//! random play reaches them, for properties that only your game has. [`assert_perft`] tests a table
//! of perft counts, [`RandomGame`] is what to pin of a random game, and [`assert_text`] and
//! [`assert_position`] test parsers on whatever proptest makes.

mod chance;
mod check;
mod companion;
mod counting;
mod cycle;
mod engine;
mod environment;
mod equality;
mod evaluator;
mod forms;
mod guard;
mod hashed;
mod indexed;
mod kit;
mod legality;
mod listing;
mod merged;
mod observe;
mod perft;
mod plan;
mod planes;
mod prior;
mod report;
mod sample;
mod scene;
mod spread;
mod statistics;
mod symmetry;
mod table;
mod texts;
mod traces;
mod walk;

pub use check::Check;
pub use companion::assert_companion;
pub use cycle::ChanceCycle;
pub use evaluator::{assert_action_evaluator, assert_evaluator};
pub use kit::Kit;
pub use perft::assert_perft;
pub use prior::assert_prior;
pub use report::{Failure, Report};
pub use sample::RandomGame;
pub use texts::{assert_position, assert_text};
pub use walk::{Walk, reachable, walks};

#![doc = include_str!("../README.md")]
//!
//! # Optional checks
//!
//! [`candidates`](Kit::candidates) adds actions that may be illegal, [`text`](Kit::text) and
//! [`serde`](Kit::serde) switch on the checks of these forms, [`indexed`](Kit::indexed) and
//! [`observed`](Kit::observed) those of [`Indexed`](gambol_core::Indexed) and
//! [`Observe`](gambol_core::Observe), and [`spread_keys`](Kit::spread_keys) tests keys for custom
//! tables. Start states should include positions that random play seldom reaches; a game with
//! variants needs a test for each.
//!
//! # Failures
//!
//! A failure contains the check, the state, and the shortest walk found from a start state to it,
//! from which no event can be removed. A panic in the game's code is a failure of the running
//! check. [`check`](Kit::check) returns the failure as a value, and [`without`](Kit::without) omits
//! a check, to find further failures.
//!
//! Runs are deterministic: the same game passes or fails in the same way every time. The
//! environment variable `GAMBOL_CONFORMANCE_STATES` overrides the number of states, for long runs.
//!
//! # Cost
//!
//! Ten thousand states of a two-player game on a small board take a second or two in release
//! builds, and a hundred times as long in debug builds. Checks that cost more than a listing use a
//! sample of a state's events; the most expensive ones (chi-square tests, transpositions, counts)
//! run in a few dozen states.
//!
//! # Limits
//!
//! The kit does not know the rules. A move generator that is consistently wrong passes; compare it
//! with a second, simple one, and pin its counts with [`perft`](gambol_core::perft). States that
//! are not visited are not tested: the [`Report`] has the numbers of chance states and of ended
//! states, and the number of runs of each check.
//!
//! The report also contains a property that is allowed but matters to searches:
//! [`Report::chance_cycle`] is a chain of chance events of unbounded length.
//!
//! # Evaluators
//!
//! [`assert_evaluator`] tests the promises of an [`Evaluator`](gambol_core::Evaluator),
//! [`assert_action_evaluator`] those of an [`ActionEvaluator`](gambol_core::ActionEvaluator),
//! [`assert_prior`] those of a [`Prior`](gambol_core::Prior), and [`assert_companion`] those of a
//! [`Companion`](gambol_core::Companion).
//!
//! # Further tests
//!
//! [`reachable`] and [`walks`] are [proptest](https://docs.rs/proptest) strategies of states
//! reached by random play, for properties of your game. [`assert_perft`] tests a table of perft
//! counts, [`RandomGame`] is a random game to pin, and [`assert_text`] and [`assert_position`] test
//! parsers on arbitrary texts.

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

//! The page on which all games of Gambol are played in a browser.
//!
//! It is made of modules that are compiled apart. The one of the [`page`] has all games and no
//! searches, lives on the main thread and does quick things only. Those of the [`worker`] have the
//! searches of one game each. They speak JSON; `page/api.js` says what is in it.
//! `cargo run -p xtask -- web` builds them.
#![deny(clippy::print_stdout, clippy::print_stderr)]

mod messages;
#[cfg(feature = "page")]
pub mod page;
#[cfg(feature = "worker")]
pub mod worker;

pub use messages::{DecisionText, Found, QuestionText};

//! The page on which all games of Gambol are played in a browser.
//!
//! It consists of separately compiled modules. The module of the [`page`] has all games but no
//! searches, and runs on the main thread, so its functions are fast. Each module of the [`worker`]
//! has the searches of one game. They exchange JSON, which `page/api.js` documents.
//! `cargo run -p xtask -- web` builds them.
#![deny(clippy::print_stdout, clippy::print_stderr)]

mod messages;
#[cfg(feature = "page")]
pub mod page;
#[cfg(feature = "worker")]
pub mod worker;

pub use messages::{DecisionText, Found, QuestionText};

/// Returns the games of the page.
fn registry() -> gambol::registry::Registry {
    gambol::registry::Registry::standard()
}

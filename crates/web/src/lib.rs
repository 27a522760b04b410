//! The page on which all games of Gambol are played in a browser.
//!
//! [`table::open`] makes a table, which lives on the main thread and does quick things only.
//! Searches run in a web worker by a [`Searcher`]. Both speak JSON; `page/api.js` says what is in
//! it. `cargo run -p xtask -- web` builds the page.
#![deny(clippy::print_stdout, clippy::print_stderr)]

pub mod bench;
mod catalogue;
mod decision;
mod link;
mod motion;
mod pupil;
mod records;
mod searcher;
mod spots;
pub mod table;
#[cfg(test)]
mod tests;
mod view;
#[cfg(target_family = "wasm")]
mod wasm;

pub use catalogue::games;
pub use decision::{DecisionText, Found};
pub use link::Link;
pub use motion::{Motion, Screen};
pub use pupil::{KnowledgeView, Learner, Nobody, Notebook, PatternImages, PatternView, Pupil};
pub use records::Records;
pub use searcher::{QuestionText, Searcher, load_weights};

//! What lives on the main thread: tables of games, which [`table::open`] makes, and records.

mod catalogue;
mod link;
mod motion;
mod pupil;
mod records;
mod spots;
pub mod table;
#[cfg(all(test, feature = "worker"))]
mod tests;
mod view;
#[cfg(target_family = "wasm")]
mod wasm;

pub use catalogue::games;
pub use link::Link;
pub use motion::{Motion, Screen};
pub use pupil::{KnowledgeView, Learner, Nobody, Notebook, PatternImages, PatternView, Pupil};
pub use records::Records;

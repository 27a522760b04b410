//! Games of Gambol as people play them, without a screen.
//!
//! | to | see |
//! |---|---|
//! | draw a game, and make actions of what is pointed at | [`Board`], [`Paint`], [`for_board!`] |
//! | keep a game: its states, its luck, undo and redo | [`Session`] |
//! | search beside it, on a thread or in steps | [`Thinking`], [`Thinker`] |
//! | all of that together: players, hints, autoplay | [`Play`] |
//! | write a board as text | [`write_board`] |
//! | save and load games (feature `files`) | `Play::save`, `Play::load` |
//! | keep high scores | [`Scores`] |
//!
//! A screen draws a [`Board`], tells a [`Play`] what is pointed at and that time passes, and shows
//! its message. `gambol-tui` is such a screen. The crate builds for `wasm32-unknown-unknown`
//! without the feature `files`; a page without threads searches in steps ([`Thinker::in_steps`]).
#![cfg_attr(docsrs, feature(doc_cfg))]
#![deny(clippy::print_stdout, clippy::print_stderr)]

mod board;
mod boards;
mod companion;
#[cfg(feature = "files")]
mod files;
mod options;
mod palette;
mod play;
#[cfg(feature = "files")]
mod record;
mod scores;
mod session;
mod settings;
mod text;
mod thinker;
mod thinking;

pub use board::{Board, Direction, Fact, Look, Picture, Spot, Words};
pub use companion::Companion;
#[doc(hidden)]
pub use gambol;
pub use options::{Options, Side};
pub use palette::Paint;
pub use play::{BEAT, Flow, Hint, Message, Play, Topic, Who};
#[cfg(feature = "files")]
#[cfg_attr(docsrs, doc(cfg(feature = "files")))]
pub use record::{PERSON, Saved, load as load_record, save as save_record};
pub use scores::{Help, Score, Scores};
pub use session::{Origin, Refused, Session};
pub use settings::{Choice, Settings};
pub use text::{Style, write_board};
pub use thinker::{Answer, Thinker};
pub use thinking::{Purpose, Question, Thinking};

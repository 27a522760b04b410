//! The full-screen terminal game: the games by mouse and keys.
//!
//! The app is written once for all games: `board::Board` says how a game is drawn and how what is
//! pointed at becomes an action. It knows no terminal, so tests drive it by events and look at what
//! it draws.

// The macros panic on a closed stream and do not escape; use `warn` and `output::print`.
#![deny(clippy::print_stdout, clippy::print_stderr)]

mod agents;
mod answers;
mod app;
mod best;
mod board;
mod boards;
mod companion;
mod console;
mod dialog;
mod draw;
mod draw_dialog;
mod draw_panel;
mod games;
mod geometry;
mod input;
mod mouse;
mod record;
mod run;
mod session;
mod settings;
mod signals;
mod terminal;
#[cfg(test)]
mod tests;
mod theme;
mod thinker;
#[cfg(test)]
#[path = "../../cli/tests/common/tmux.rs"]
#[expect(dead_code, reason = "what is tested here needs no mouse")]
mod tmux;

pub use console::warn;
pub use run::{Options, Side, play};

#![doc = include_str!("../README.md")]
// The macros panic on a closed stream and do not escape; use `warn` and `output::print`.
#![deny(clippy::print_stdout, clippy::print_stderr)]

mod answers;
mod app;
mod console;
mod dialog;
mod draw;
mod draw_dialog;
mod draw_panel;
mod geometry;
mod input;
mod lobby;
mod match5;
mod mouse;
mod pages;
mod run;
mod signals;
mod terminal;
#[cfg(test)]
mod tests;
mod theme;
#[cfg(test)]
#[path = "tests/tmux.rs"]
#[expect(dead_code, reason = "what is tested here needs no mouse")]
mod tmux;

pub use console::{program_of, warn};
pub use gambol_play::Options;
pub use run::{draw_seed, menu, play};
pub use signals::on_ending_signal;

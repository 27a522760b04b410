#![doc = include_str!("../README.md")]

mod duel;
mod encode;
mod generate;
mod gnubg;
mod notation;
mod play;
mod position_id;
mod pubeval;
mod roll;
mod shipped;
mod side;
mod state;

pub use duel::{Contestant, OnePly, Searching, Summary, pair};
pub use gnubg::Gnubg;
pub use play::{CheckerMove, Play};
pub use pubeval::Pubeval;
pub use roll::Roll;
pub use shipped::network;
pub use state::Backgammon;

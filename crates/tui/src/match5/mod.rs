//! What goes with Match5: its self-taught player.

mod draw;
mod hall;
mod notebook;
mod page;
mod pupil;
mod questions;

pub(crate) use pupil::Pupil;

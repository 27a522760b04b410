//! Files of knowledge with a player's name and password, and the hall of fame.

mod bytes;
mod document;
mod error;
#[cfg(feature = "files")]
mod fivo;
#[cfg(feature = "files")]
mod hall;
mod key;
#[cfg(feature = "files")]
mod lock;
#[cfg(feature = "files")]
mod system;

pub use bytes::{Access, FivoBytes};
pub use document::{BLOCK, Block, Studies};
pub use error::{FivoError, FivoErrorKind};
#[cfg(feature = "files")]
pub use fivo::{Fivo, Stored};
#[cfg(feature = "files")]
pub use hall::HallOfFame;

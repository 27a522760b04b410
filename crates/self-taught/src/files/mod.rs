//! Knowledge files with a player's name and password, and the hall of fame.

mod document;
mod error;
mod fivo;
#[cfg(feature = "files")]
mod hall;
mod key;
#[cfg(feature = "files")]
mod lock;
#[cfg(feature = "files")]
mod system;

pub use document::{BLOCK, Block, Studies};
pub use error::{FivoError, FivoErrorKind};
#[cfg(feature = "files")]
pub use fivo::Stored;
pub use fivo::{Access, Fivo};
#[cfg(feature = "files")]
pub use hall::HallOfFame;

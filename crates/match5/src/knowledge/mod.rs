//! What is known about playing five in a row well: windows that are still open, and threats.

mod learning;
mod threat;
mod windows;

#[cfg(feature = "files")]
pub use learning::{Access, BLOCK, Block, Fivo, FivoError, FivoErrorKind, HallOfFame, Stored, Studies};
pub use learning::{
    Field, FreeMoves, Knowledge, Lesson, MoveKind, NoLesson, PackedError, Pattern, PatternError, Reading, Recognised,
    Role, SelfTaught, Trial,
};
pub use threat::ThreatPlayer;
pub use windows::OpenWindows;

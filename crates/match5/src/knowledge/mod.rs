//! What is known about playing five in a row well: windows that are still open, and threats.

mod threat;
mod threats;
mod windows;

pub use threat::ThreatPlayer;
pub use threats::LineThreats;
pub use windows::OpenWindows;

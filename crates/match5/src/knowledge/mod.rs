//! Knowledge of good play: open windows and threats.

mod threat;
mod threats;
mod windows;

pub use threat::ThreatPlayer;
pub use threats::LineThreats;
pub use windows::OpenWindows;

//! Knowledge of good play: open windows and threats.

mod line_threats;
mod threat;
mod threats;
mod windows;

pub use line_threats::ThreatLines;
pub use threat::ThreatPlayer;
pub use threats::LineThreats;
pub use windows::OpenWindows;

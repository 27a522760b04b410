//! What becomes of a dialog.

/// What becomes of a companion's dialog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    /// It stays.
    Stay,
    /// It closes.
    Close,
    /// The program ends.
    Quit,
}

//! Waiting for other processes.

use std::time::{Duration, Instant};

/// Maximum time for something to happen; generous, since the machine may be busy.
const PATIENCE: Duration = Duration::from_secs(60);

/// Returns the first value of `look`, or `None` if there is none for a minute.
pub(crate) fn eventually<T>(mut look: impl FnMut() -> Option<T>) -> Option<T> {
    let end = Instant::now() + PATIENCE;
    loop {
        let found = look();
        if found.is_some() || Instant::now() >= end {
            return found;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

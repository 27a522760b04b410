//! Stop flags.

use alloc::sync::Arc;
use core::sync::atomic::{AtomicBool, Ordering};

/// Stop flag: ends searches from another thread or a signal handler. Clones share the same flag.
///
/// ```
/// use gambol_core::Seed;
/// use gambol_search::{Budget, FlatMonteCarlo, Search, StopFlag};
/// use gambol_threes::Threes;
///
/// let state: Threes = "6,12,6,3/2,24,1,2/3,3,6,12/0,0,2,0 3 4,2,1 m".parse()?;
/// let flag = StopFlag::new();
/// let budget = Budget::unlimited().stop(flag.clone());
/// flag.raise(); // as another thread would, while the search runs
/// let decision = FlatMonteCarlo::new().until_stopped().search(&state, &budget, Seed::new(1))?;
/// println!("{} is the best action so far", decision.action);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// Creates a lowered flag.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Raises the flag: ends all searches with this flag, current and future, until it is lowered.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Lowers the flag.
    pub fn lower(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// Whether the flag is raised.
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

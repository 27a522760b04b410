//! Random numbers for libraries whose evaluators have no generator.

use std::cell::RefCell;

use gambol_core::Seed;
use gambol_core::random::GameRng;

thread_local! {
    static GENERATOR: RefCell<GameRng> = RefCell::new(Seed::new(1).rng());
}

/// Passes the thread's generator to a function.
pub(crate) fn with_generator<T>(use_it: impl FnOnce(&mut GameRng) -> T) -> T {
    GENERATOR.with_borrow_mut(use_it)
}

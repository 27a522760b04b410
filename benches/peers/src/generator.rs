//! Random numbers for libraries whose evaluators have none.

use std::cell::RefCell;

use gambol_core::Seed;
use gambol_core::random::Pcg64Mcg;

thread_local! {
    static GENERATOR: RefCell<Pcg64Mcg> = RefCell::new(Seed::new(1).rng());
}

/// Lends the thread's generator.
pub(crate) fn with_generator<T>(use_it: impl FnOnce(&mut Pcg64Mcg) -> T) -> T {
    GENERATOR.with_borrow_mut(use_it)
}

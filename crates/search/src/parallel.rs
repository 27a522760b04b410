//! Work on all threads of the current pool if the crate is built for it (feature `parallel`), else
//! one after the other.

use alloc::vec;
use alloc::vec::Vec;

/// What `work` makes of each item, in their order.
pub(crate) fn map<T: Sync, U: Send>(items: &[T], work: impl Fn(&T) -> U + Send + Sync) -> Vec<U> {
    #[cfg(feature = "parallel")]
    {
        use rayon::prelude::*;

        items.par_iter().map(work).collect()
    }
    #[cfg(not(feature = "parallel"))]
    items.iter().map(work).collect()
}

/// The same for items that the work changes. One alone stays on its thread.
pub(crate) fn map_mut<T: Send, U: Send>(items: &mut [T], work: impl Fn(&mut T) -> U + Send + Sync) -> Vec<U> {
    if let [item] = items {
        return vec![work(item)];
    }
    #[cfg(feature = "parallel")]
    {
        use rayon::prelude::*;

        items.par_iter_mut().map(work).collect()
    }
    #[cfg(not(feature = "parallel"))]
    items.iter_mut().map(work).collect()
}

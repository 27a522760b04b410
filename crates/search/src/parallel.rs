//! Maps over slices on all threads of the current pool (feature `parallel`), or sequentially
//! without the feature.

use alloc::vec;
use alloc::vec::Vec;

/// Maps `work` over `items`, keeping their order.
pub(crate) fn map<T: Sync, U: Send + Sync>(items: &[T], work: impl Fn(&T) -> U + Sync) -> Vec<U> {
    #[cfg(feature = "parallel")]
    {
        threads::map(items.len(), |index| work(&items[index]))
    }
    #[cfg(not(feature = "parallel"))]
    items.iter().map(work).collect()
}

/// Maps `work` over mutable `items`, keeping their order. A single item stays on the current
/// thread.
pub(crate) fn map_mut<T: Send, U: Send + Sync>(items: &mut [T], work: impl Fn(&mut T) -> U + Sync) -> Vec<U> {
    if let [item] = items {
        return vec![work(item)];
    }
    #[cfg(feature = "parallel")]
    {
        use std::sync::{Mutex, PoisonError};

        let items: Vec<Mutex<&mut T>> = items.iter_mut().map(Mutex::new).collect();
        threads::map(items.len(), |index| work(&mut items[index].lock().unwrap_or_else(PoisonError::into_inner)))
    }
    #[cfg(not(feature = "parallel"))]
    items.iter_mut().map(work).collect()
}

/// Returns the number of threads of the current pool; 1 without the feature.
pub(crate) fn threads() -> usize {
    #[cfg(feature = "parallel")]
    {
        rayon::current_num_threads()
    }
    #[cfg(not(feature = "parallel"))]
    1
}

/// Threads of rayon. Only a few lines are generic, since each instance of a parallel iterator is
/// about twenty functions. They were a third of the code compiled for a search.
#[cfg(feature = "parallel")]
mod threads {
    use alloc::vec::Vec;
    use std::sync::OnceLock;

    use rayon::prelude::*;

    /// Returns the results of `work` for each number below `count`.
    pub(super) fn map<U: Send + Sync>(count: usize, work: impl Fn(usize) -> U + Sync) -> Vec<U> {
        let results: Vec<OnceLock<U>> = (0..count).map(|_| OnceLock::new()).collect();
        for_each(count, &|index| {
            // Each index is visited once.
            let _ = results[index].set(work(index));
        });
        results.into_iter().filter_map(OnceLock::into_inner).collect()
    }

    fn for_each(count: usize, work: &(dyn Fn(usize) + Sync)) {
        (0..count).into_par_iter().for_each(work);
    }
}

//! Memory kept between searches.

use alloc::boxed::Box;
use core::any::Any;

/// The memory of the last search. Freeing a large allocation takes tens of milliseconds, which must
/// not delay a decision. The next search frees or reuses it within its own time limit.
///
/// A clone is empty.
#[derive(Default)]
pub(crate) struct Spare(Option<Box<dyn Any + Send + Sync>>);

impl Spare {
    /// Keeps the memory of a search.
    pub(crate) fn keep<T: Send + Sync + 'static>(&mut self, memory: T) {
        self.0 = Some(Box::new(memory));
    }

    /// Returns the kept memory; frees it if it has another type.
    pub(crate) fn take<T: 'static>(&mut self) -> Option<T> {
        self.0.take()?.downcast().ok().map(|memory| *memory)
    }
}

impl Clone for Spare {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl core::fmt::Debug for Spare {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Spare").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_kept_comes_back_once_and_as_what_it_is() {
        let mut spare = Spare::default();
        assert_eq!(spare.take::<u32>(), None);
        spare.keep(7_u32);
        assert_eq!(spare.clone().take::<u32>(), None);
        assert_eq!((spare.take::<u32>(), spare.take::<u32>()), (Some(7), None));
        spare.keep(7_u32);
        assert_eq!((spare.take::<i64>(), spare.take::<u32>()), (None, None));
    }
}

//! Reusable memory.

use alloc::boxed::Box;
use core::any::Any;
use core::fmt;

/// Reusable memory for one value of any type.
///
/// A search owns it and passes it to an [`Evaluator`](crate::Evaluator) with every batch of
/// actions. The evaluator uses it for intermediate results and allocates only once. Contents are
/// kept between calls.
///
/// ```
/// use gambol_core::Scratch;
///
/// let mut scratch = Scratch::new();
/// let sums: &mut Vec<f64> = scratch.get();
/// sums.extend([0.5, 1.5]);
/// assert_eq!(*scratch.get::<Vec<f64>>(), [0.5, 1.5]);
/// // It holds one value: another type begins with its default.
/// assert_eq!(*scratch.get::<u8>(), 0);
/// ```
#[derive(Default)]
pub struct Scratch(Option<Box<dyn Any + Send>>);

impl Scratch {
    /// Creates an empty scratch buffer. Does not allocate.
    #[must_use]
    pub const fn new() -> Self {
        Self(None)
    }

    /// Returns the stored value if it has this type. Otherwise, stores the default value of the
    /// type, which allocates.
    pub fn get<T: Default + Send + 'static>(&mut self) -> &mut T {
        if !self.0.as_ref().is_some_and(|held| held.is::<T>()) {
            self.0 = Some(Box::<T>::default());
        }
        match self.0.as_mut().and_then(|held| held.downcast_mut()) {
            Some(value) => value,
            None => unreachable!("the value is of this type"),
        }
    }
}

/// Writes whether a value is stored; its type need not implement `Debug`.
impl fmt::Debug for Scratch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Scratch(..)" } else { "Scratch" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;
    use alloc::vec::Vec;

    #[test]
    fn memory_stays_where_it_is_for_one_type() {
        let mut scratch = Scratch::new();
        assert_eq!(format!("{scratch:?}"), "Scratch");
        let numbers = scratch.get::<Vec<u32>>();
        numbers.extend([1, 2]);
        let place = numbers.as_ptr();
        let again = scratch.get::<Vec<u32>>();
        assert_eq!((again.as_slice(), again.as_ptr()), (&[1, 2][..], place));
        assert!(scratch.get::<Vec<u8>>().is_empty());
        assert!(scratch.get::<Vec<u32>>().is_empty(), "it holds one value");
        assert_eq!(format!("{scratch:?}"), "Scratch(..)");
    }
}

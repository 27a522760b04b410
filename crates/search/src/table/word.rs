//! Atomic 64-bit words.

#[cfg(target_has_atomic = "64")]
pub(crate) use core::sync::atomic::AtomicU64 as Word;

#[cfg(not(target_has_atomic = "64"))]
pub(crate) use halves::Word;

#[cfg(not(target_has_atomic = "64"))]
mod halves {
    use core::sync::atomic::{AtomicU32, Ordering};

    /// A word in two halves, for targets without 64-bit atomics. A reader may see halves of two
    /// words, just as it may see words of two entries.
    #[derive(Debug, Default)]
    pub(crate) struct Word([AtomicU32; 2]);

    impl Word {
        pub(crate) const fn new(value: u64) -> Self {
            Self([AtomicU32::new(value as u32), AtomicU32::new((value >> 32) as u32)])
        }

        pub(crate) fn load(&self, order: Ordering) -> u64 {
            let [low, high] = self.0.each_ref().map(|half| u64::from(half.load(order)));
            high << 32 | low
        }

        pub(crate) fn store(&self, value: u64, order: Ordering) {
            self.0[0].store(value as u32, order);
            self.0[1].store((value >> 32) as u32, order);
        }
    }
}

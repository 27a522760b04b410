//! The transposition table: one atomic word per entry, which contains the whole key.
//!
//! A key of 55 bits is mapped bijectively to another number of 55 bits. Its low bits are the bucket
//! and need not be stored; the others, at most 35, are stored. 29 bits are left for the results.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::arrangement::{ALL, Mask};
use crate::key::BITS;

/// Known results for contents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Known {
    /// Arrangements that the attacker wins within `plies`.
    pub(crate) won: Mask,
    /// Arrangements that the attacker does not win within `plies`.
    pub(crate) refuted: Mask,
    /// 1 to 31; 0 if nothing is known.
    pub(crate) plies: u32,
}

/// Known results for contents about wins within a number of plies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Found {
    /// Arrangements that the attacker wins within the requested plies.
    pub(crate) won: Mask,
    /// Arrangements that the attacker does not win within them.
    pub(crate) refuted: Mask,
    /// Arrangements that the attacker does not win within some fewer plies.
    pub(crate) doubtful: Mask,
}

impl Known {
    #[inline]
    pub(crate) fn word(self) -> u64 {
        u64::from(self.plies) << 24 | u64::from(self.refuted) << 12 | u64::from(self.won)
    }

    #[inline]
    pub(crate) fn of(word: u64) -> Self {
        let mask = |word| word as Mask & ALL;
        Self { won: mask(word), refuted: mask(word >> 12), plies: (word >> 24 & 31) as u32 }
    }
}

const KNOWN: u32 = 29;

/// Maximum plies of an entry.
pub(crate) const MAX_PLIES: u32 = 31;

/// Minimum plies of a refutation that is kept beside a win within more plies, since it determines
/// the length of the win. There are few of them.
const REMEMBERED: u32 = 13;

/// Minimum number of buckets, as a power of two, for which the rest of a key fits.
const MIN_BUCKETS: u32 = BITS + KNOWN - 64;

const WAYS: usize = 4;

#[derive(Debug, Default)]
#[repr(align(32))]
struct Bucket([AtomicU64; WAYS]);

/// A table shared by all threads.
#[derive(Debug)]
pub(crate) struct Table {
    buckets: Vec<Bucket>,
    bits: u32,
}

const MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;
const KEYS: u64 = (1 << BITS) - 1;

/// A bijection on numbers of 55 bits.
#[inline]
const fn mixed(key: u64) -> u64 {
    let product = key.wrapping_mul(MULTIPLIER) & KEYS;
    product ^ product >> 28
}

/// The inverse of [`mixed`].
const fn unmixed(word: u64) -> u64 {
    // Newton's iteration doubles the number of correct bits of the inverse: 3, 6, 12, 24, 48, 96.
    let mut inverse = MULTIPLIER;
    let mut step = 0;
    while step < 5 {
        inverse = inverse.wrapping_mul(2_u64.wrapping_sub(MULTIPLIER.wrapping_mul(inverse)));
        step += 1;
    }
    (word ^ word >> 28).wrapping_mul(inverse) & KEYS
}

impl Table {
    /// Size of the smallest table: 32 MiB.
    pub(crate) const MIN_BYTES: usize = size_of::<Bucket>() << MIN_BUCKETS;

    /// Creates the largest table that fits; `None` if even the smallest does not.
    pub(crate) fn new(bytes: usize) -> Option<Self> {
        let bits = (bytes / size_of::<Bucket>()).checked_ilog2().filter(|&bits| bits >= MIN_BUCKETS)?;
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(1 << bits).ok()?;
        buckets.resize_with(1 << bits, Bucket::default);
        Some(Self { buckets, bits })
    }

    #[inline]
    fn place(&self, key: u64) -> (&Bucket, u64) {
        let word = mixed(key);
        (&self.buckets[word as usize & (self.buckets.len() - 1)], word >> self.bits)
    }

    /// Returns the known results of a key about wins within `plies`.
    #[inline]
    pub(crate) fn get(&self, key: u64, plies: u32) -> Found {
        let (bucket, tag) = self.place(key);
        let mut found = Found::default();
        for entry in &bucket.0 {
            let word = entry.load(Ordering::Relaxed);
            if word >> KNOWN == tag && word != 0 {
                let known = Known::of(word);
                if known.plies <= plies {
                    found.won |= known.won;
                }
                if known.plies >= plies {
                    found.refuted |= known.refuted;
                } else {
                    found.doubtful |= known.refuted;
                }
            }
        }
        found
    }

    /// Adds results of a key. If there is no room, the entry of the fewest plies is replaced.
    #[inline]
    pub(crate) fn put(&self, key: u64, mut known: Known) {
        let (bucket, tag) = self.place(key);
        let mut least = (u32::MAX, &bucket.0[0]);
        for entry in &bucket.0 {
            let word = entry.load(Ordering::Relaxed);
            let old = Known::of(word);
            let is_outlived = old.plies < REMEMBERED || old.plies == known.plies || old.refuted & known.won == 0;
            if word >> KNOWN == tag && word != 0 && old.plies <= known.plies && is_outlived {
                known.won |= old.won;
                if old.plies == known.plies {
                    known.refuted |= old.refuted;
                }
                least.1 = entry;
                break;
            }
            if old.plies < least.0 {
                least = (old.plies, entry);
            }
        }
        least.1.store(tag << KNOWN | known.word(), Ordering::Relaxed);
    }

    /// Returns the share of entries in use, by a sample.
    pub(crate) fn load(&self) -> f64 {
        let sample = &self.buckets[..1 << 14];
        let used = sample.iter().flat_map(|bucket| &bucket.0).filter(|entry| entry.load(Ordering::Relaxed) != 0);
        used.count() as f64 / (sample.len() * WAYS) as f64
    }

    /// Iterates over all keys with results of at least this many plies.
    pub(crate) fn entries(&self, plies: u32) -> impl Iterator<Item = (u64, Known)> {
        self.buckets.iter().enumerate().flat_map(move |(index, bucket)| {
            bucket.0.iter().filter_map(move |entry| {
                let word = entry.load(Ordering::Relaxed);
                let known = Known::of(word);
                let key = unmixed((word >> KNOWN) << self.bits | index as u64);
                (word != 0 && known.plies >= plies).then_some((key, known))
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gambol_core::mix;

    #[test]
    fn keys_are_mixed_one_to_one() {
        for n in 0..10_000 {
            let key = mix(n, 0) & KEYS;
            assert_eq!(unmixed(mixed(key)), key);
            assert!(mixed(key) <= KEYS);
        }
    }

    #[test]
    fn a_win_leaves_room_for_the_long_refutation_before_it() {
        let table = Table::new(Table::MIN_BYTES).unwrap();
        let refuted = |plies| Known { won: 0b100, refuted: 0b011, plies };
        for plies in [11, 15] {
            let key = mix(u64::from(plies), 1) & KEYS;
            table.put(key, refuted(plies));
            table.put(key, Known { won: 0b101, refuted: 0b010, plies: plies + 2 });
            let (refuted, doubtful) = if plies == 15 { (0b011, 0b011) } else { (0b010, 0) };
            assert_eq!(table.get(key, plies).refuted, refuted);
            assert_eq!(table.get(key, plies + 2), Found { won: 0b101, refuted: 0b010, doubtful });
        }
    }

    #[test]
    fn entries_come_back_with_their_keys() {
        let table = Table::new(Table::MIN_BYTES).unwrap();
        let known = |n: u64| Known { won: n as Mask & ALL, refuted: !n as Mask & ALL, plies: 3 + n as u32 % 28 };
        for n in 0..1_000 {
            table.put(mix(n, 1) & KEYS, known(n));
        }
        for n in 0..1_000 {
            let Known { won, refuted, plies } = known(n);
            assert_eq!(table.get(mix(n, 1) & KEYS, plies), Found { won, refuted, doubtful: 0 });
            assert_eq!(table.get(mix(n, 1) & KEYS, plies + 1), Found { won, refuted: 0, doubtful: refuted });
            assert_eq!(table.get(mix(n, 1) & KEYS, plies - 1), Found { won: 0, refuted, doubtful: 0 });
            assert_eq!(table.get(mix(n, 2) & KEYS, plies), Found::default());
        }
        assert_eq!(table.entries(1).count(), 1_000);
        assert_eq!(table.entries(20).filter(|(_, known)| known.plies >= 20).count(), table.entries(20).count());
        assert!(table.entries(20).all(|(key, known)| table.get(key, known.plies).won == known.won));
        assert!(Table::new(Table::MIN_BYTES - 1).is_none());
    }

    #[test]
    fn deep_entries_outlive_shallow_ones() {
        let table = Table::new(Table::MIN_BYTES).unwrap();
        // Keys of one bucket.
        let key = |n: u64| unmixed(n << MIN_BUCKETS | 0x77);
        let known = |plies| Known { won: 1, refuted: 2, plies };
        for n in 0..4 {
            table.put(key(n), known(9 + n as u32));
        }
        for n in 4..50 {
            table.put(key(n), known(3));
        }
        assert!((1..4).all(|n| table.get(key(n), 9 + n as u32).won == 1));
        assert_eq!(table.get(key(49), 3).refuted, 2);
    }

    #[test]
    fn knowledge_of_one_key_is_joined() {
        let table = Table::new(Table::MIN_BYTES).unwrap();
        table.put(5, Known { won: 1, refuted: 2, plies: 7 });
        table.put(5, Known { won: 4, refuted: 8, plies: 7 });
        assert_eq!(table.get(5, 7), Found { won: 5, refuted: 10, doubtful: 0 });
        table.put(5, Known { won: 2, refuted: 8, plies: 9 });
        assert_eq!(table.get(5, 9), Found { won: 7, refuted: 8, doubtful: 0 });
        // Fewer plies have a separate entry.
        table.put(5, Known { won: 16, refuted: 1, plies: 5 });
        assert_eq!(table.get(5, 9), Found { won: 23, refuted: 8, doubtful: 1 });
        assert_eq!(table.get(5, 5), Found { won: 16, refuted: 9, doubtful: 0 });
        assert_eq!(table.entries(0).count(), 2);
    }
}

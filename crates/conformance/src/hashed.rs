//! Deterministic hash tables, faster than std's default, which resists attacks.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hash, Hasher};

use gambol_core::StableHasher;

/// A hash map.
pub(super) type Map<K, V> = HashMap<K, V, BuildHasherDefault<StableHasher>>;

/// A hash set.
pub(super) type Set<T> = HashSet<T, BuildHasherDefault<StableHasher>>;

/// The hash of a value.
pub(super) fn hashed<T: Hash + ?Sized>(value: &T) -> u64 {
    let mut hasher = StableHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}

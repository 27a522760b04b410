//! Seeds, and functions that convert random bits to choices.
//!
//! Every sampled number of every Gambol crate comes from these functions. Their results are part of
//! the interface: the same seed gives the same game in every version with the same major number, on
//! every machine. Tests pin them with literal values.
//!
//! # Generators of `rand`
//!
//! These functions accept any [`Rng`], the trait of `rand_core` 0.10, so every infallible generator
//! of `rand` 0.10 works, and the methods of `rand` work inside a policy or a game:
//!
//! ```
//! # mod toss { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/doc/toss.rs")); }
//! # use toss::*;
//! use gambol_core::{GameRng, Policy, Seed};
//! use rand::RngExt;
//!
//! /// Tosses the coin again nine times out of ten.
//! struct Bold;
//!
//! impl Policy<Toss> for Bold {
//!     fn choose(&self, _: &Toss, rng: &mut GameRng) -> Option<&'static str> {
//!         Some(if rng.random_bool(0.9) { "toss" } else { "stop" })
//!     }
//! }
//!
//! let state = Toss { points: 4, turn: Turn::Player(Player::First) };
//! assert_eq!(Bold.choose(&state, &mut Seed::new(7).rng()), Some("toss"));
//! ```
//!
//! `rand` guarantees the streams of neither `StdRng` nor `SmallRng`, and may change the results of
//! its methods. For reproducible games, use the generator of a [`Seed`] and the functions of this
//! module.

use core::convert::Infallible;
use core::fmt;

pub use rand_core::Rng;
#[cfg(not(target_family = "wasm"))]
use rand_pcg::Pcg64Mcg;

use crate::key::mix;
#[cfg(target_family = "wasm")]
use crate::pcg::Pcg64Mcg;

/// The generator of a [`Seed`]: PCG XSL 128/64 (MCG) with sixteen bytes of state.
///
/// Its stream is part of the interface. It works with `rand`:
///
/// ```
/// use gambol_core::Seed;
/// use rand::seq::SliceRandom;
///
/// let mut order = [1, 2, 3, 4, 5];
/// order.shuffle(&mut Seed::new(7).rng());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRng(Pcg64Mcg);

impl rand_core::TryRng for GameRng {
    type Error = Infallible;

    #[inline]
    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        self.0.try_next_u32()
    }

    #[inline]
    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        self.0.try_next_u64()
    }

    #[inline]
    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        self.0.try_fill_bytes(bytes)
    }
}

/// A 64-bit seed, from which generators and further seeds are derived by hashing.
///
/// A seed is never advanced. The random numbers of a game, an agent or a rollout depend only on the
/// master seed and a path of indices, and not on the order of work, the number of threads or the
/// shard.
///
/// ```
/// use gambol_core::Seed;
/// let run = Seed::new(7);
/// let game = run.derive(12);
/// let (chance, agent) = (game.derive(0), game.derive(1));
/// assert_ne!(chance, agent);
/// assert_eq!(game, Seed::new(7).derive(12));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
pub struct Seed(u64);

impl Seed {
    /// Creates a seed from a number.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns the number of the seed.
    #[must_use]
    pub const fn get(self) -> u64 {
        self.0
    }

    /// Derives the seed with this index. The seeds derived from one seed are unrelated: seed and
    /// index are hashed, since generators with adjacent seeds may have correlated streams.
    #[must_use]
    pub const fn derive(self, index: u64) -> Self {
        Self(mix(mix(self.0, 0x8EBC_6AF0_9C88_C6E3), index))
    }

    /// Creates a generator with this seed.
    #[must_use]
    pub fn rng(self) -> GameRng {
        let high = self.derive(0xF001).0;
        let low = self.derive(0xF002).0;
        GameRng(Pcg64Mcg::new((u128::from(high) << 64) | u128::from(low)))
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl From<u64> for Seed {
    fn from(seed: u64) -> Self {
        Self(seed)
    }
}

impl From<Seed> for u64 {
    fn from(seed: Seed) -> Self {
        seed.0
    }
}

/// Returns a uniform number from `0..bound`, without bias; `0` if `bound` is 0.
///
/// Source: D. Lemire, *Fast Random Integer Generation in an Interval*, ACM TOMACS 29(1), 2019.
///
/// ```
/// use gambol_core::{Seed, random::below};
///
/// let mut rng = Seed::new(1).rng();
/// assert!((0..100).map(|_| below(&mut rng, 6)).all(|face| face < 6));
/// ```
#[inline]
pub fn below<R: Rng + ?Sized>(rng: &mut R, bound: u32) -> u32 {
    let mut product = u64::from(rng.next_u32()) * u64::from(bound);
    if (product as u32) < bound {
        product = accepted(rng, bound, product);
    }
    (product >> 32) as u32
}

/// Draws again while a product is to be rejected. A call, as it is needed once in 2³² draws for
/// each number below the bound.
#[cold]
#[inline(never)]
fn accepted<R: Rng + ?Sized>(rng: &mut R, bound: u32, mut product: u64) -> u64 {
    let rejected = bound.wrapping_neg() % bound;
    while (product as u32) < rejected {
        product = u64::from(rng.next_u32()) * u64::from(bound);
    }
    product
}

/// Returns a uniform number from `0.0..1.0`, a multiple of 2⁻⁵³.
///
/// ```
/// use gambol_core::{Seed, random::unit};
///
/// let mut rng = Seed::new(1).rng();
/// assert!((0..100).map(|_| unit(&mut rng)).all(|number| (0.0..1.0).contains(&number)));
/// ```
#[inline]
pub fn unit<R: Rng + ?Sized>(rng: &mut R) -> f64 {
    (rng.next_u64() >> 11) as f64 * (1.0 / (1_u64 << 53) as f64)
}

/// Returns a uniform element of a slice, or `None` if it is empty. Only the first 2³² − 1 elements
/// are used.
///
/// ```
/// use gambol_core::{Seed, random::pick};
///
/// let mut rng = Seed::new(1).rng();
/// let action = pick(&mut rng, &["left", "right"]).expect("the slice has elements");
/// assert!(["left", "right"].contains(action));
/// assert_eq!(pick(&mut rng, &[0; 0]), None);
/// ```
#[inline]
pub fn pick<'a, T, R: Rng + ?Sized>(rng: &mut R, items: &'a [T]) -> Option<&'a T> {
    let length = u32::try_from(items.len()).unwrap_or(u32::MAX);
    items.get(below(rng, length) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_below_their_bound_and_uniform() {
        let mut rng = Seed::new(1).rng();
        let mut counts = [0_u32; 7];
        for _ in 0..70_000 {
            counts[below(&mut rng, 7) as usize] += 1;
        }
        for count in counts {
            assert!((9_500..10_500).contains(&count), "{counts:?}");
        }
        assert_eq!(below(&mut rng, 0), 0);
        assert_eq!(below(&mut rng, 1), 0);
    }

    #[test]
    fn a_bound_close_to_two_to_the_32_is_rejected_without_bias() {
        let mut rng = Seed::new(2).rng();
        let bound = 3 << 30;
        let low = (0..30_000).filter(|_| below(&mut rng, bound) < 1 << 30).count();
        assert!((9_600..10_400).contains(&low), "{low}");
    }

    #[test]
    fn units_fill_their_interval() {
        let mut rng = Seed::new(3).rng();
        let mean = (0..10_000).map(|_| unit(&mut rng)).sum::<f64>() / 10_000.0;
        assert!((0.48..0.52).contains(&mean), "{mean}");
    }

    #[test]
    fn nothing_can_be_picked_from_nothing() {
        assert_eq!(pick::<u8, _>(&mut Seed::new(4).rng(), &[]), None);
        assert_eq!(pick(&mut Seed::new(4).rng(), &[9]), Some(&9));
    }

    /// Golden values: a change here changes every recorded game.
    #[test]
    fn streams_are_pinned() {
        let mut rng = Seed::new(42).rng();
        let drawn = [below(&mut rng, 100), below(&mut rng, 100), below(&mut rng, 100)];
        assert_eq!(
            (Seed::new(0).derive(0).get(), drawn, rng.next_u64()),
            (14_427_874_306_805_041_147, [49, 76, 82], 3_586_045_713_109_120_413)
        );
    }
}

//! Any generator plays: ours, those of `rand`, trait objects, and one of the user's own.

use gambol_core::random::{below, pick, unit};
use gambol_core::{GameRng, Rng, Seed};
use rand::rngs::{SmallRng, StdRng};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

/// The stream that every function of `random` draws from, through a trait object too.
fn stream(rng: &mut (impl Rng + ?Sized)) -> (u32, u64, u32, f64, Option<u8>) {
    (rng.next_u32(), rng.next_u64(), below(rng, 1_000), unit(rng), pick(rng, &[1, 2, 3]).copied())
}

#[test]
fn generators_of_rand_keep_their_streams() {
    let mut rng = StdRng::seed_from_u64(5);
    let mut same = StdRng::seed_from_u64(5);
    assert_eq!(Rng::next_u32(&mut rng), rand::Rng::next_u32(&mut same));
    assert_eq!(Rng::next_u64(&mut rng), rand::Rng::next_u64(&mut same));
    assert_eq!(stream(&mut rng), stream(&mut same as &mut dyn Rng));
    assert_eq!(stream(&mut SmallRng::seed_from_u64(5)), stream(&mut SmallRng::seed_from_u64(5)));
    assert!(stream(&mut rand::rng()).2 < 1_000);
}

#[test]
fn game_rng_goes_into_functions_of_rand() {
    let mut rng: GameRng = Seed::new(3).rng();
    assert!((10..20).contains(&rng.random_range(10..20)));
    let mut order: Vec<u8> = (0..50).collect();
    order.shuffle(&mut rng);
    assert!(!order.is_sorted());
    let mut bytes = [0; 32];
    rng.fill(&mut bytes);
    assert_ne!(bytes, [0; 32]);
}

#[test]
fn game_rng_is_a_value() {
    let mut rng = Seed::new(3).rng();
    let copy = rng.clone();
    assert_eq!(rng, Seed::new(3).rng());
    Rng::next_u64(&mut rng);
    assert_ne!(rng, copy);
}

/// A generator that implements no trait of `rand_core`.
struct Counter(u64);

impl Rng for Counter {
    fn next_u32(&mut self) -> u32 {
        self.next_u64() as u32
    }

    fn next_u64(&mut self) -> u64 {
        self.0 += 1;
        self.0
    }
}

#[test]
fn own_generators_need_two_methods() {
    let mut rng: Box<dyn Rng> = Box::new(Counter(0));
    assert_eq!((rng.next_u32(), rng.next_u64(), unit(&mut *rng)), (1, 2, 0.0));
}

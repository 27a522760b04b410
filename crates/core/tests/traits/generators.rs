//! Generators: those of `rand`, trait objects and references draw the same, and ours goes into the
//! functions of `rand`.

use gambol_core::random::{below, pick, unit};
use gambol_core::{GameRng, Rng, Seed};
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

/// The stream that every function of `random` draws from.
fn stream(rng: &mut (impl Rng + ?Sized)) -> (u32, u64, u32, f64, Option<u8>) {
    (rng.next_u32(), rng.next_u64(), below(rng, 1_000), unit(rng), pick(rng, &[1, 2, 3]).copied())
}

#[test]
fn trait_objects_and_references_have_the_stream_of_their_generator() {
    let [mut rng, mut object, mut inner] = [(); 3].map(|()| StdRng::seed_from_u64(5));
    let drawn = stream(&mut rng);
    assert_eq!(drawn, stream(&mut object as &mut dyn Rng));
    assert_eq!(drawn, stream(&mut &mut inner));
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
    rng.next_u64();
    assert_ne!(rng, copy);
}

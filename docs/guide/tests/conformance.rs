//! The game, the evaluators and the text forms keep their promises.

use gambol_conformance::Kit;
use twenty48::{Slide, Twenty48};

#[test]
fn the_game_keeps_its_promises() {
    Kit::new(|_| Twenty48::default()).states(2_000).candidates(|_| Slide::ALL.to_vec()).assert();
}

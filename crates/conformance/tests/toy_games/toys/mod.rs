//! Tiny games, each with an optional defect.

pub(crate) mod bag;
pub(crate) mod coin;
pub(crate) mod grid;
pub(crate) mod line;
pub(crate) mod ring;
pub(crate) mod scatter;

use gambol_conformance::{Check, Failure, Kit};
use gambol_core::Game;

/// The number for no defect, in every toy.
pub(crate) const SOUND: u8 = 0;

/// Asserts that a kit fails with `check`, and that only it and its consequences `also` fail.
#[track_caller]
pub(crate) fn caught<G: Game>(kit: impl Fn() -> Kit<G>, check: Check, also: &[Check]) -> Failure {
    let failure = kit().check().expect_err("the defect is not detected");
    assert_eq!(failure.check, check, "{failure}");
    let rest = also.iter().fold(kit().without(check), |kit, &check| kit.without(check));
    if let Err(failure) = rest.check() {
        panic!("the defect is also detected by another check: {failure}");
    }
    failure
}

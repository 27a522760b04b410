//! Random trees, for property tests.
#![allow(dead_code)] // each test file uses its own part

use std::fmt::Write;

use gambol_core::Seed;
use gambol_core::random::{GameRng, below};

/// The kinds of states of a random tree.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kinds {
    pub(crate) chance: bool,
    pub(crate) second: bool,
    /// Final scores are from `-greatest` to `greatest`.
    pub(crate) greatest: u32,
}

impl super::Tree {
    /// A tree of at most this depth, with chance and two players, whose scores are from -50 to 50.
    pub(crate) fn random(seed: Seed, depth: u32) -> Self {
        Self::random_of(seed, depth, Kinds { chance: true, second: true, greatest: 50 })
    }

    /// A tree of at most this depth with states of these kinds.
    pub(crate) fn random_of(seed: Seed, depth: u32, kinds: Kinds) -> Self {
        let mut text = String::new();
        grow(&mut text, &mut seed.rng(), depth, kinds);
        Self::parse(&text)
    }
}

fn grow(text: &mut String, rng: &mut GameRng, depth: u32, kinds: Kinds) {
    let score = |rng: &mut GameRng| i64::from(below(rng, 2 * kinds.greatest + 1)) - i64::from(kinds.greatest);
    if depth == 0 || below(rng, 8) == 0 {
        let _ = write!(text, "{} ", score(rng));
        return;
    }
    let head = match below(rng, 3) {
        0 if kinds.chance => '?',
        1 if kinds.second => '2',
        _ => '1',
    };
    let _ = write!(text, "({head} ");
    for _ in 0..=below(rng, 3) {
        if head == '?' {
            let _ = write!(text, "{}:", 1 + below(rng, 4));
        }
        grow(text, rng, depth - 1, kinds);
    }
    text.push_str(") ");
}

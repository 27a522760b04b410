//! A one-player game with a loaded coin: a point for each head. Its samplers may be biased, its
//! chance may cycle, and its keys may be small integers. All checks are the trait's defaults.

use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;

use gambol_conformance::Kit;
use gambol_core::random::unit;
use gambol_core::{Game, Player, Rng, Seed, StableHasher, Turn};

pub(crate) const SETTLE_IS_TWO_POINTS_OFF: u8 = 1;
pub(crate) const SAMPLER_IS_TWO_POINTS_OFF: u8 = 2;
pub(crate) const KEYS_ARE_SMALL: u8 = 3;
pub(crate) const KEYS_ARE_HIGH: u8 = 4;
pub(crate) const MERGES_ALL: u8 = 7;
pub(crate) const MERGES_BADLY: u8 = 8;
pub(crate) const SCORES_ARE_GREAT: u8 = 9;
// These are not defects.
pub(crate) const TAILS_TOSS_AGAIN: u8 = 5;
pub(crate) const HEADS_TOSS_AGAIN: u8 = 6;

const HEADS: f64 = 0.7;

/// A state with at most one defect.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Coin {
    tossing: bool,
    rounds: u8,
    score: i64,
    defect: u8,
}

pub(crate) fn kit(defect: u8) -> Kit<Coin> {
    default_kit(defect).spread_keys()
}

pub(crate) fn default_kit(defect: u8) -> Kit<Coin> {
    let start = move |seed: Seed| Coin { tossing: false, rounds: 1 + (seed.get() % 100) as u8, score: 0, defect };
    Kit::new(start).states(2_000)
}

impl Coin {
    fn toss<R: Rng + ?Sized>(&self, rng: &mut R, defect: u8) -> bool {
        unit(rng) < if self.defect == defect { HEADS + 0.02 } else { HEADS }
    }
}

impl Game for Coin {
    type Action = ();
    type Outcome = bool;
    const PLAYERS: usize = 1;

    fn turn(&self) -> Turn {
        match (self.tossing, self.rounds) {
            (true, _) => Turn::Chance,
            (false, 0) => Turn::Over,
            (false, _) => Turn::Player(Player::First),
        }
    }

    fn score(&self) -> i64 {
        if self.defect == SCORES_ARE_GREAT { (1 << 53) + self.score } else { self.score }
    }

    fn visit_actions<F: FnMut(()) -> ControlFlow<()>>(&self, mut visit: F) -> ControlFlow<()> {
        if let Turn::Player(_) = self.turn() { visit(()) } else { ControlFlow::Continue(()) }
    }

    fn visit_outcomes<F: FnMut(bool, f64) -> ControlFlow<()>>(&self, mut visit: F) -> ControlFlow<()> {
        if self.tossing {
            visit(false, 1.0 - HEADS)?;
            visit(true, HEADS)?;
        }
        ControlFlow::Continue(())
    }

    fn visit_outcomes_without_preview<F: FnMut(bool, f64) -> ControlFlow<()>>(&self, mut visit: F) -> ControlFlow<()> {
        match self.defect {
            MERGES_ALL if self.tossing => visit(true, 1.0),
            MERGES_BADLY if self.tossing => {
                [(false, HEADS), (true, HEADS)].into_iter().try_for_each(|(a, b)| visit(a, b))
            }
            _ => self.visit_outcomes(visit),
        }
    }

    fn play(&mut self, (): ()) {
        self.rounds -= 1;
        self.tossing = true;
    }

    fn resolve(&mut self, heads: bool) {
        self.score += i64::from(heads);
        self.tossing = self.defect == TAILS_TOSS_AGAIN && !heads || self.defect == HEADS_TOSS_AGAIN && heads;
    }

    fn random_outcome<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<bool> {
        self.tossing.then(|| self.toss(rng, SAMPLER_IS_TWO_POINTS_OFF))
    }

    fn settle<R: Rng + ?Sized>(&mut self, rng: &mut R) {
        while self.tossing {
            self.resolve(self.toss(rng, SETTLE_IS_TWO_POINTS_OFF));
        }
    }

    fn key(&self) -> u64 {
        let small = u64::from(self.rounds) << 1 | u64::from(self.tossing);
        match self.defect {
            KEYS_ARE_SMALL => small,
            KEYS_ARE_HIGH => small << 56,
            _ => {
                let mut hasher = StableHasher::default();
                small.hash(&mut hasher);
                hasher.finish()
            }
        }
    }
}

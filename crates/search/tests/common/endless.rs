//! Games that never end, for tests of what ends a search.

use std::ops::ControlFlow;

use gambol_core::{Game, NoChance, Player, Turn};

/// The actions of every state.
pub(crate) const ACTIONS: u8 = 40;

/// A game of two players without chance. A state includes the actions so far, so that no state
/// repeats.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Duel {
    pub(crate) plies: u64,
    pub(crate) played: u64,
}

/// A game of one player: a turn of this many actions, then the roll of a die.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Dice {
    pub(crate) turn: u64,
    pub(crate) left: u64,
    pub(crate) played: u64,
}

impl Dice {
    pub(crate) fn new(turn: u64) -> Self {
        Self { turn, left: turn, played: 0 }
    }
}

fn then(played: u64, event: u8) -> u64 {
    gambol_core::mix(played, u64::from(event))
}

impl Game for Duel {
    type Action = u8;
    type Outcome = NoChance;
    const PLAYERS: usize = 2;

    fn turn(&self) -> Turn {
        Turn::Player(if self.plies.is_multiple_of(2) { Player::First } else { Player::Second })
    }

    fn score(&self) -> i64 {
        (self.played % 100) as i64
    }

    fn visit_actions<F: FnMut(u8) -> ControlFlow<()>>(&self, visit: F) -> ControlFlow<()> {
        (0..ACTIONS).try_for_each(visit)
    }

    fn visit_outcomes<F: FnMut(NoChance, f64) -> ControlFlow<()>>(&self, _: F) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn play(&mut self, action: u8) {
        *self = Self { plies: self.plies + 1, played: then(self.played, action) };
    }

    fn resolve(&mut self, outcome: NoChance) {
        match outcome {}
    }
}

impl Game for Dice {
    type Action = u8;
    type Outcome = u8;
    const PLAYERS: usize = 1;

    fn turn(&self) -> Turn {
        if self.left > 0 { Turn::Player(Player::First) } else { Turn::Chance }
    }

    fn score(&self) -> i64 {
        (self.played % 100) as i64
    }

    fn visit_actions<F: FnMut(u8) -> ControlFlow<()>>(&self, visit: F) -> ControlFlow<()> {
        (0..ACTIONS).filter(|_| self.left > 0).try_for_each(visit)
    }

    fn visit_outcomes<F: FnMut(u8, f64) -> ControlFlow<()>>(&self, mut visit: F) -> ControlFlow<()> {
        (0..6).filter(|_| self.left == 0).try_for_each(|pips| visit(pips, 1.0 / 6.0))
    }

    fn play(&mut self, action: u8) {
        *self = Self { left: self.left - 1, played: then(self.played, action), ..*self };
    }

    fn resolve(&mut self, pips: u8) {
        *self = Self { left: self.turn, played: then(self.played, 100 + pips), ..*self };
    }
}

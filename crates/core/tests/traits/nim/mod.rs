//! A game of two players for tests of what judges and chooses.

use std::ops::ControlFlow;

use gambol_core::{Game, NoChance, Player, Turn};

/// Takes one to three matches; whoever takes the last wins.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Nim {
    pub(crate) matches: u8,
    pub(crate) to_move: Player,
}

impl Game for Nim {
    type Action = u8;
    type Outcome = NoChance;
    const PLAYERS: usize = 2;

    fn turn(&self) -> Turn {
        if self.matches == 0 { Turn::Over } else { Turn::Player(self.to_move) }
    }

    fn score(&self) -> i64 {
        if self.matches == 0 { -self.to_move.sign() } else { 0 }
    }

    fn visit_actions<F: FnMut(u8) -> ControlFlow<()>>(&self, visit: F) -> ControlFlow<()> {
        (1..=self.matches.min(3)).try_for_each(visit)
    }

    fn visit_outcomes<F: FnMut(NoChance, f64) -> ControlFlow<()>>(&self, _: F) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn play(&mut self, action: u8) {
        self.matches -= action;
        self.to_move = self.to_move.opponent();
    }

    fn resolve(&mut self, outcome: NoChance) {
        match outcome {}
    }
}

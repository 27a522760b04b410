// The game of examples with chance: the player may toss a coin any number of times; each toss
// doubles the points or loses them. Included by doc tests, not by the crate.

pub use core::ops::ControlFlow;
pub use gambol_core::{Game, Player, Turn};

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Toss {
    pub points: i64,
    pub turn: Turn,
}

impl Game for Toss {
    type Action = &'static str;
    type Outcome = bool;
    const PLAYERS: usize = 1;

    fn turn(&self) -> Turn {
        self.turn
    }

    fn score(&self) -> i64 {
        self.points
    }

    fn visit_actions<F: FnMut(&'static str) -> ControlFlow<()>>(&self, visit: F) -> ControlFlow<()> {
        ["stop", "toss"].into_iter().filter(|_| self.turn.player().is_some()).try_for_each(visit)
    }

    fn visit_outcomes<F: FnMut(bool, f64) -> ControlFlow<()>>(&self, mut visit: F) -> ControlFlow<()> {
        let mut faces = [true, false].into_iter().filter(|_| self.turn == Turn::Chance);
        faces.try_for_each(|heads| visit(heads, 0.5))
    }

    fn play(&mut self, action: &'static str) {
        self.turn = if action == "stop" { Turn::Over } else { Turn::Chance };
    }

    fn resolve(&mut self, heads: bool) {
        self.points = if heads { 2 * self.points } else { 0 };
        self.turn = Turn::Player(Player::First);
    }
}

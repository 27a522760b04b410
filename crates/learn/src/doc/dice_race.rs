use core::ops::ControlFlow;
use gambol_core::{Game, Observe, PlaneShape, Player, Turn};

/// Two runners have some steps left. Each takes one step a turn, or tosses a coin for three or
/// none. The first to arrive wins, and twice as much if the other one is at the start.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DiceRace {
    pub left: [u8; 2],
    pub to_move: Player,
    pub is_tossing: bool,
}

pub const LENGTH: u8 = 5;

impl Default for DiceRace {
    fn default() -> Self {
        Self { left: [LENGTH; 2], to_move: Player::First, is_tossing: false }
    }
}

impl DiceRace {
    fn walk(&mut self, steps: u8) {
        let left = &mut self.left[usize::from(self.to_move == Player::Second)];
        *left = left.saturating_sub(steps);
        self.to_move = self.to_move.opponent();
    }
}

impl Game for DiceRace {
    /// Whether to toss.
    type Action = bool;
    type Outcome = bool;
    const PLAYERS: usize = 2;
    const SCORING: gambol_core::Scoring = gambol_core::Scoring::Points;

    fn turn(&self) -> Turn {
        match self.left {
            [0, _] | [_, 0] => Turn::Over,
            _ if self.is_tossing => Turn::Chance,
            _ => Turn::Player(self.to_move),
        }
    }
    fn score(&self) -> i64 {
        match self.left {
            [0, left] => 1 + i64::from(left == LENGTH),
            [left, 0] => -1 - i64::from(left == LENGTH),
            _ => 0,
        }
    }
    fn visit_actions<F>(&self, visit: F) -> ControlFlow<()>
    where
        F: FnMut(bool) -> ControlFlow<()>,
    {
        [false, true].into_iter().filter(|_| self.turn().player().is_some()).try_for_each(visit)
    }
    fn visit_outcomes<F>(&self, mut visit: F) -> ControlFlow<()>
    where
        F: FnMut(bool, f64) -> ControlFlow<()>,
    {
        [false, true].into_iter().filter(|_| self.turn() == Turn::Chance).try_for_each(|coin| visit(coin, 0.5))
    }
    fn play(&mut self, tosses: bool) {
        if tosses {
            self.is_tossing = true;
        } else {
            self.walk(1);
        }
    }
    fn resolve(&mut self, coin: bool) {
        self.is_tossing = false;
        self.walk(if coin { 3 } else { 0 });
    }
}

impl Observe for DiceRace {
    fn plane_shape(&self) -> PlaneShape {
        PlaneShape::new(2 * LENGTH as usize + 2, 1, 1)
    }
    fn observe(&self, view: Player, out: &mut [f32]) {
        let mut planes = vec![0.0; self.plane_shape().len()];
        let [own, other] = if view == Player::First { [0, 1] } else { [1, 0] };
        for (side, start) in [(own, 0), (other, LENGTH)] {
            if self.left[side] > 0 {
                planes[usize::from(start + self.left[side] - 1)] = 1.0;
            }
        }
        planes[2 * LENGTH as usize] = f32::from(self.is_tossing);
        planes[2 * LENGTH as usize + 1] = f32::from(self.to_move == view);
        out.fill(0.0);
        let length = out.len().min(planes.len());
        out[..length].copy_from_slice(&planes[..length]);
    }
    fn viewer(&self) -> Player {
        self.to_move
    }
}

//! The best of the actions of one state.

use core::ops::ControlFlow;

use gambol_core::{Game, Player};

/// The best value of the actions of a state so far. Inside, values and bounds are for the player to
/// move.
pub(super) struct Best {
    sign: f64,
    value: f64,
    alpha: f64,
    beta: f64,
}

impl Best {
    #[inline]
    pub(super) fn new<G: Game>(player: Player, alpha: f64, beta: f64) -> Self {
        // Known to the compiler in a game for one.
        let is_first = G::PLAYERS == 1 || player == Player::First;
        let (alpha, beta) = if is_first { (alpha, beta) } else { (-beta, -alpha) };
        Self { sign: if is_first { 1.0 } else { -1.0 }, value: f64::NEG_INFINITY, alpha, beta }
    }

    /// Takes the value of the next action. Breaks if the others need not be searched.
    #[inline]
    pub(super) fn take(&mut self, value: f64) -> ControlFlow<()> {
        let value = self.sign * value;
        // NaN is never taken, and found later by those who ask.
        self.value = if value > self.value { value } else { self.value };
        if self.value >= self.beta { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// The window for the next action.
    pub(super) fn window(&self) -> (f64, f64) {
        let alpha = self.alpha.max(self.value);
        if self.sign > 0.0 { (alpha, self.beta) } else { (-self.beta, -alpha) }
    }

    /// The best value.
    pub(super) fn value(&self) -> f64 {
        self.sign * self.value
    }
}

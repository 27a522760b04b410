//! Maximum of the values of one state's actions.

use core::ops::ControlFlow;

use gambol_core::{Game, Player};

/// The best value of a state's actions so far. Fields hold values and bounds for the player to
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
        // Constant in one-player games.
        let is_first = G::PLAYERS == 1 || player == Player::First;
        let (alpha, beta) = if is_first { (alpha, beta) } else { (-beta, -alpha) };
        Self { sign: if is_first { 1.0 } else { -1.0 }, value: f64::NEG_INFINITY, alpha, beta }
    }

    /// Adds the value of the next action. Breaks on a cut-off.
    #[inline]
    pub(super) fn take(&mut self, value: f64) -> ControlFlow<()> {
        let value = self.sign * value;
        // NaN is never taken; callers detect it.
        self.value = if value > self.value { value } else { self.value };
        if self.value >= self.beta { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Returns the window for the next action.
    pub(super) fn window(&self) -> (f64, f64) {
        let alpha = self.alpha.max(self.value);
        if self.sign > 0.0 { (alpha, self.beta) } else { (-self.beta, -alpha) }
    }

    /// Returns the best value.
    pub(super) fn value(&self) -> f64 {
        self.sign * self.value
    }
}

//! The values of a decision as people are shown them: to the player to move, the best first.

use gambol::{Decision, Game, RootAction};

/// A value to the first player as one to the player to move.
pub fn to_mover<G: Game>(state: &G, value: f64) -> f64 {
    // Without the sign of a 0.
    state.turn().player().map_or(1, gambol::Player::sign) as f64 * value + 0.0
}

/// The actions that there are in a state, with their values to the player to move, the best first. The one that was chosen comes before all
/// others, also those that look better by the luck of a few simulations.
pub fn ranked<G: Game>(decision: &Decision<G::Action>, state: &G) -> Vec<RootAction<G::Action>> {
    let shown = |action: &RootAction<G::Action>| RootAction { value: to_mover(state, action.value), ..*action };
    let mut ranked: Vec<_> = decision.root.iter().map(shown).collect();
    ranked.sort_by(|a, b| {
        let chosen = |action: G::Action| action == decision.action;
        chosen(b.action).cmp(&chosen(a.action)).then(b.value.total_cmp(&a.value))
    });
    ranked
}

//! Values of searches, as shown on screens.

use std::fmt;

use gambol::search::{Bound, Estimate, RootAction};
use gambol::{Decision, Player};

/// Minimum number of samples for a standard error, as for an interval in `gambol-arena`.
const FEWEST_SAMPLES: u64 = 5;

/// The value of an action for the player to move, as every screen shows it. `Display` writes `–` if
/// there is none, else the [estimate](Estimate).
///
/// Unsearched actions have no value, nor has a policy's choice. The standard error is omitted if
/// there are fewer than five samples or all samples are equal, because it is then meaningless.
///
/// ```
/// use gambol::Player;
/// use gambol::search::RootAction;
/// use gambol_play::Value;
///
/// let mut action = RootAction::new("c3", 12.4).visits(80);
/// action.std_error = Some(0.8);
/// assert_eq!(Value::of_action(&action, Player::First).to_string(), "12.40 ± 0.80");
/// assert_eq!(Value::of_action(&action.visits(4), Player::First).to_string(), "12.40");
/// let unsearched = RootAction::unsearched("d4", 13);
/// assert_eq!(Value::of_action(&unsearched, Player::First).to_string(), "–");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Value(pub Option<Estimate>);

impl Value {
    /// Returns the value of a root action for a player.
    pub fn of_action<A>(action: &RootAction<A>, player: Player) -> Self {
        let mut estimate = action.estimate(player);
        if estimate.proven.is_none() && estimate.bound == Bound::Unsearched {
            return Self(None);
        }
        estimate.std_error = estimate.std_error.filter(|&error| action.visits >= FEWEST_SAMPLES && error > 0.0);
        Self(Some(estimate))
    }

    /// Returns the value of the chosen action for the player to move.
    pub fn of_decision<A: Copy + PartialEq>(decision: &Decision<A>) -> Self {
        if !decision.has_value() {
            return Self(None);
        }
        let chosen = decision.root.iter().find(|root| root.action == decision.action);
        let mut root = RootAction::new(decision.action, decision.value);
        if let Some(chosen) = chosen {
            (root.bound, root.std_error, root.visits) = (chosen.bound, chosen.std_error, chosen.visits);
        }
        // The chosen action has the value of the decision itself, whatever the bounds of the
        // others.
        if root.bound != Bound::Unsearched {
            root.bound = Bound::Exact;
        }
        root.proven = decision.proven;
        Self::of_action(&root, decision.player)
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Some(estimate) => estimate.fmt(f),
            None => f.write_str("–"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gambol::game::Seed;
    use gambol::match5::{Match5, ThreatPlayer};
    use gambol::search::{Budget, PolicyOnly, Proven, Search};

    fn sampled(visits: u64, std_error: f64) -> RootAction<char> {
        let mut action = RootAction::new('a', 1.0).visits(visits);
        action.std_error = Some(std_error);
        action
    }

    #[test]
    fn few_or_equal_samples_have_no_standard_error() {
        for (visits, std_error, shown) in [
            (1, 0.5, "-1.00"),
            (4, 0.5, "-1.00"),
            (5, 0.5, "-1.00 ± 0.50"),
            (1_000, 0.5, "-1.00 ± 0.50"),
            (5, 0.0, "-1.00"),
            (1_000, 0.0, "-1.00"),
            (0, 0.0, "-1.00"),
        ] {
            let action = sampled(visits, std_error);
            assert_eq!(Value::of_action(&action, Player::Second).to_string(), shown, "{visits} of {std_error}");
            let mut decision = Decision::new(Player::Second, 'a', 1.0);
            decision.root = vec![action, RootAction::new('b', 0.0)];
            assert_eq!(Value::of_decision(&decision).to_string(), shown, "{visits} of {std_error}");
        }
    }

    #[test]
    fn an_action_that_was_only_looked_at_has_no_value() {
        let glanced = RootAction::unsearched('b', 1_806);
        assert_eq!(Value::of_action(&glanced, Player::First), Value(None));
        assert_eq!(Value(None).to_string(), "–");
        let won = glanced.proven(Proven::Win { winner: Player::First, plies: Some(1) });
        assert_eq!(Value::of_action(&won, Player::First).to_string(), "win in 1 ply");
        // Also if it was chosen.
        let mut decision = Decision::new(Player::First, 'b', 1_806.0);
        decision.root = vec![glanced];
        assert_eq!(Value::of_decision(&decision), Value(None));
        decision.root[0].bound = Bound::AtLeast;
        assert_eq!(Value::of_decision(&decision).to_string(), "1806.00");
    }

    #[test]
    fn a_policy_has_no_value_and_a_search_has_one() {
        let state: Match5 = Match5::default();
        let (budget, seed) = (Budget::unlimited(), Seed::new(1));
        let decision = PolicyOnly(ThreatPlayer).search(&state, &budget, seed).unwrap();
        assert_eq!(Value::of_decision(&decision), Value(None));
        let decision = gambol::search::Mcts::new().search(&state, &budget.simulations(1), seed).unwrap();
        assert!(Value::of_decision(&decision).0.is_some(), "{decision:?}");
    }

    /// Screens and summaries use the same minimum.
    #[cfg(feature = "files")]
    #[test]
    fn the_fewest_samples_are_those_of_intervals() {
        assert_eq!(FEWEST_SAMPLES, gambol_arena::FEWEST_GAMES);
    }
}

//! Judgement of a move by a search.

use std::fmt::Display;

use gambol::search::{Bound, Proven, RootAction};
use gambol::{Decision, Player};
use serde::Serialize;

use crate::value::Value;

/// A move that loses more than this part of the loss of a random legal move is a mistake.
const TOLERATED: f64 = 0.5;
/// A loss of sampled values up to this many standard errors is no mistake.
const ERRORS: f64 = 2.0;

/// Quality of a move in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mark {
    /// The move that the search chooses, or one of the same value.
    Best,
    /// A move that is worse than the best, but no mistake.
    Good,
    /// A move that gives away a proven result, is a proven loss where the best move is not, or
    /// loses more than half of what a random legal move loses, and more than two standard errors.
    Mistake,
}

/// Comparison of a move with the best one, by a search of the state before it. All values are for
/// the player who moved.
///
/// The search needs a value of every action, as [`Budget::exact_values`] requests.
///
/// [`Budget::exact_values`]: gambol::Budget::exact_values
///
/// ```
/// use gambol::search::RootAction;
/// use gambol::{Decision, Player};
/// use gambol_play::{Judgement, Mark};
///
/// let mut decision = Decision::new(Player::First, "c3", 8.0);
/// decision.root = [("c3", 8.0), ("d4", 7.5), ("e5", 2.0)].map(|(a, v)| RootAction::new(a, v)).into();
/// let played = Judgement::new(&decision, "d4");
/// assert_eq!((played.loss, played.mark), (Some(0.5), Some(Mark::Good)));
/// assert_eq!(Judgement::new(&decision, "e5").mark, Some(Mark::Mistake));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Judgement {
    /// Value of the move; `None` if the search gives none.
    pub value: Option<f64>,
    /// The best move.
    pub best: String,
    /// Value of the best move; `None` if the search gives none, as a policy does.
    pub best_value: Option<f64>,
    /// Difference of the two values; `None` if unknown, or if only one of them is proven, since
    /// proven and estimated values have different units.
    pub loss: Option<f64>,
    /// The proven result that the move gave away: `win` or `draw`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gives_away: Option<&'static str>,
    /// Quality; `None` if unknown.
    pub mark: Option<Mark>,
    /// The values of the move and of the best move, for display.
    #[serde(skip)]
    pub shown: [Value; 2],
}

/// Rank of a proven result for a player: 2 for a win, 1 for a draw, 0 for a loss.
fn standing(proven: Option<Proven>, player: Player) -> Option<u8> {
    match proven? {
        Proven::Win { winner, .. } => Some(if winner == player { 2 } else { 0 }),
        Proven::Draw => Some(1),
        _ => None,
    }
}

impl Judgement {
    /// Judges a move by the decision of a search in the state before it.
    pub fn new<A: Copy + PartialEq + Display>(decision: &Decision<A>, action: A) -> Self {
        let player = decision.player;
        let is_best = action == decision.action;
        let exact = |root: &&RootAction<A>| root.bound == Bound::Exact;
        let played = decision.root.iter().filter(exact).find(|root| root.action == action);
        let best = Value::of_decision(decision);
        let best_value = best.0.map(|best| best.value);
        let (value, proven) = if is_best {
            (best_value, decision.proven)
        } else {
            (played.map(|root| root.estimate(player).value), played.and_then(|root| root.proven))
        };
        let standings = (standing(decision.proven, player), standing(proven, player));
        let gives_away = match standings {
            // A move without an exact value may win, too.
            (Some(2), played) if value.is_some() && played != Some(2) => Some("win"),
            (Some(1), Some(0)) => Some("draw"),
            _ => None,
        };
        let is_comparable = |proven| standing(proven, player).is_some() == standings.0.is_some();
        let loss_of = |value: f64, best: f64| (best - value).max(0.0);
        let loss = value.zip(best_value).filter(|_| is_comparable(proven)).map(|(value, best)| loss_of(value, best));
        let shown = match played {
            _ if is_best => best,
            Some(root) => Value::of_action(root, player),
            None => Value(None),
        };
        let error = |value: Value| value.0.and_then(|estimate| estimate.std_error).unwrap_or(0.0);
        let noise = ERRORS * error(shown).hypot(error(best));
        let random = best_value.map_or(0.0, |best| {
            let losses = decision.root.iter().filter(exact).filter(|root| is_comparable(root.proven));
            let losses = losses.map(|root| loss_of(root.estimate(player).value, best));
            let (sum, count) = losses.fold((0.0, 0.0), |(sum, count), loss| (sum + loss, count + 1.0));
            if count > 0.0 { sum / count } else { 0.0 }
        });
        let mark = match (gives_away, loss) {
            (Some(_), _) => Some(Mark::Mistake),
            _ if is_best => Some(Mark::Best),
            (None, Some(loss)) if loss <= 0.0 => Some(Mark::Best),
            (None, Some(loss)) if loss > noise.max(TOLERATED * random) => Some(Mark::Mistake),
            (None, Some(_)) => Some(Mark::Good),
            (None, None) if standings.0 != Some(0) && standings.1 == Some(0) => Some(Mark::Mistake),
            (None, None) => None,
        };
        Self { value, best: decision.action.to_string(), best_value, loss, gives_away, mark, shown: [shown, best] }
    }

    /// Severity of the mistake; higher is worse, and 0 for a move that loses nothing.
    pub fn rank(&self) -> f64 {
        match self.gives_away {
            Some("win") => f64::INFINITY,
            Some(_) => f64::MAX,
            None => self.loss.unwrap_or(0.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decision(player: Player, values: &[(char, f64)]) -> Decision<char> {
        let (best, value) = values[0];
        let mut decision = Decision::new(player, best, value);
        decision.root = values.iter().map(|&(action, value)| RootAction::new(action, value)).collect();
        decision
    }

    fn mark(decision: &Decision<char>, action: char) -> Option<Mark> {
        Judgement::new(decision, action).mark
    }

    #[test]
    fn a_mistake_loses_more_than_half_of_what_a_random_move_loses() {
        // The mean loss is (0 + 0 + 1 + 2 + 7) / 5 = 2.
        let values = [('a', 10.0), ('b', 10.0), ('c', 9.0), ('d', 8.0), ('e', 3.0)];
        let marks = [Mark::Best, Mark::Best, Mark::Good, Mark::Mistake, Mark::Mistake];
        for (sign, player) in [(1.0, Player::First), (-1.0, Player::Second)] {
            let decision = decision(player, &values.map(|(action, value)| (action, sign * value)));
            for ((action, value), expected) in values.into_iter().zip(marks) {
                let judgement = Judgement::new(&decision, action);
                assert_eq!((judgement.mark, judgement.loss), (Some(expected), Some(10.0 - value)), "{action}");
                assert_eq!((judgement.value, judgement.best_value), (Some(value), Some(10.0)));
            }
        }
    }

    #[test]
    fn noise_is_no_mistake() {
        let mut decision = decision(Player::First, &[('a', 10.0), ('b', 8.0)]);
        assert_eq!(mark(&decision, 'b'), Some(Mark::Mistake));
        for root in &mut decision.root {
            (root.std_error, root.visits) = (Some(1.0), 100);
        }
        assert_eq!(mark(&decision, 'b'), Some(Mark::Good), "2 is less than two standard errors of 1.41");
        // A standard error of four samples means nothing.
        decision.root.iter_mut().for_each(|root| root.visits = 4);
        assert_eq!(mark(&decision, 'b'), Some(Mark::Mistake));
    }

    #[test]
    fn proven_results_count_more_than_values() {
        let win = |winner| Some(Proven::Win { winner, plies: None });
        for (best, played, gives_away, expected) in [
            (win(Player::First), None, Some("win"), Some(Mark::Mistake)),
            (win(Player::First), Some(Proven::Draw), Some("win"), Some(Mark::Mistake)),
            (Some(Proven::Draw), win(Player::Second), Some("draw"), Some(Mark::Mistake)),
            (None, win(Player::Second), None, Some(Mark::Mistake)),
            (None, Some(Proven::Draw), None, None),
            (win(Player::First), win(Player::First), None, Some(Mark::Best)),
            (win(Player::Second), win(Player::Second), None, Some(Mark::Best)),
        ] {
            let mut decision = decision(Player::First, &[('a', 1.0), ('b', 1.0)]);
            (decision.proven, decision.root[0].proven, decision.root[1].proven) = (best, best, played);
            let judgement = Judgement::new(&decision, 'b');
            assert_eq!((judgement.gives_away, judgement.mark), (gives_away, expected), "{best:?} {played:?}");
            let rank = match gives_away {
                Some("win") => f64::INFINITY,
                Some(_) => f64::MAX,
                None => 0.0,
            };
            assert_eq!(judgement.rank(), rank);
            assert_eq!(mark(&decision, 'a'), Some(Mark::Best));
        }
    }

    #[test]
    fn a_move_without_an_exact_value_is_unknown() {
        let mut decision = decision(Player::First, &[('a', 1.0), ('b', 0.5)]);
        decision.root[1].bound = Bound::AtMost;
        let judgement = Judgement::new(&decision, 'b');
        assert_eq!((judgement.value, judgement.loss, judgement.mark), (None, None, None));
        assert_eq!((judgement.rank(), judgement.shown[0]), (0.0, Value(None)));
        assert_eq!(mark(&decision, 'c'), None, "not listed");
        decision.proven = Some(Proven::Win { winner: Player::First, plies: Some(1) });
        let judgement = Judgement::new(&decision, 'b');
        assert_eq!((judgement.gives_away, judgement.mark), (None, None), "it may win, too");
    }
}

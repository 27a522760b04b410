//! What a search answers.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::ops::ControlFlow;
use core::time::Duration;

use gambol_core::{Game, Player};

use crate::error::SearchError;

/// What a search decided, and why.
///
/// Values are the first player's, as scores are; [`estimate`](Self::estimate) and
/// [`RootAction::estimate`] show them as one player sees them.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Decision<A> {
    /// The player who decides.
    pub player: Player,
    /// The best action found.
    pub action: A,
    /// Its value to the first player: what the end of the game is worth if it is [proven](Self::proven), else an
    /// estimate in the units of the evaluator that the search was given.
    pub value: f64,
    /// What is proven of the action: how the game ends if it is played and both players go on at their best.
    pub proven: Option<Proven>,
    /// Every legal action, in the order in which the game lists them; the
    /// candidates only if the state is [selective](Game::is_selective). Empty if the search did not value them.
    pub root: Vec<RootAction<A>>,
    /// The principal variation: the best action, and what the search expects to follow, up to the next
    /// chance event. Flat Monte Carlo, expectimax and the sampled two-ply search give the best action only.
    pub pv: Vec<A>,
    /// What the search did.
    pub stats: SearchStats,
}

impl<A: Copy> Decision<A> {
    /// A decision of this player for an action with this value to the first player, about which nothing else
    /// is known.
    #[must_use]
    pub fn new(player: Player, action: A, value: f64) -> Self {
        let (root, stats) = (Vec::new(), SearchStats::default());
        Self { player, action, value, proven: None, root, pv: vec![action], stats }
    }

    /// Whether it is proven how the game ends after the action.
    pub fn is_proven(&self) -> bool {
        self.proven.is_some()
    }

    /// The value of the action that was chosen, to the player who decides.
    pub fn estimate(&self) -> Estimate
    where
        A: PartialEq,
    {
        let chosen = self.root.iter().find(|root| root.action == self.action);
        let mut estimate = RootAction::new(self.action, self.value).estimate(self.player);
        (estimate.proven, estimate.std_error) = (self.proven, chosen.and_then(|root| root.std_error));
        estimate
    }

    /// The `count` best root actions for the player who decides: the one that was chosen, also where others
    /// look better by the luck of a few simulations; proven wins, the shortest first; then by value; proven
    /// losses, the longest first; then what was not searched. Equals stay in the order in which the game
    /// lists them.
    ///
    /// ```
    /// use gambol_core::Player;
    /// use gambol_search::{Decision, Proven, RootAction};
    ///
    /// let mut decision = Decision::new(Player::Second, "c3", 4.5);
    /// decision.root = vec![
    ///     RootAction::new("a1", 6.0).visits(10),
    ///     RootAction::new("c3", 4.5).visits(80),
    ///     RootAction::new("d4", 1.0).proven(Proven::Win { winner: Player::First, plies: Some(2) }),
    /// ];
    /// let best: Vec<String> =
    ///     decision.top(3).iter().map(|root| format!("{}: {}", root.action, root.estimate(decision.player))).collect();
    /// assert_eq!(best, ["c3: -4.50", "a1: -6.00", "d4: loss in 2 plies"]);
    /// ```
    #[must_use]
    pub fn top(&self, count: usize) -> Vec<RootAction<A>>
    where
        A: PartialEq,
    {
        let mut best = self.root.clone();
        best.sort_by(|a, b| {
            let rank = |root: &RootAction<A>| (root.action == self.action, root.estimate(self.player).rank());
            let (chosen, (tier, value, speed)) = rank(a);
            let (other_chosen, (other_tier, other_value, other_speed)) = rank(b);
            let by_proof = other_chosen.cmp(&chosen).then(other_tier.cmp(&tier));
            by_proof.then(other_value.total_cmp(&value)).then(other_speed.cmp(&speed))
        });
        best.truncate(count);
        best
    }

    /// Every root action with its share of the visits, in their order: the policy that a search teaches a
    /// learner. Empty if nothing was visited.
    #[must_use]
    pub fn visit_distribution(&self) -> Vec<(A, f64)> {
        let all: u64 = self.root.iter().map(|root| root.visits).sum();
        let visited = self.root.iter().filter(|_| all > 0);
        visited.map(|root| (root.action, root.visits as f64 / all as f64)).collect()
    }
}

/// A legal action at the root of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct RootAction<A> {
    /// The action.
    pub action: A,
    /// Its value to the first player, in the units of [`Decision::value`]. If it was not searched, the score
    /// right after it.
    pub value: f64,
    /// What the value says.
    pub bound: Bound,
    /// What is proven of it.
    pub proven: Option<Proven>,
    /// The standard error of the value, where it is the mean of independent samples.
    pub std_error: Option<f64>,
    /// How many simulations began with it, or how many nodes were searched below it.
    pub visits: u64,
}

impl<A> RootAction<A> {
    /// An action whose value to the first player is exactly what the search computes.
    #[must_use]
    pub const fn new(action: A, value: f64) -> Self {
        Self { action, value, bound: Bound::Exact, proven: None, std_error: None, visits: 0 }
    }

    /// An action that was not searched, with the score right after it.
    #[must_use]
    pub fn unsearched(action: A, score: i64) -> Self {
        Self { bound: Bound::Unsearched, ..Self::new(action, score as f64) }
    }

    /// This action with so many visits.
    #[must_use]
    pub fn visits(self, visits: u64) -> Self {
        Self { visits, ..self }
    }

    /// This action with what is proven.
    #[must_use]
    pub fn proven(self, proven: Proven) -> Self {
        Self { proven: Some(proven), ..self }
    }

    /// The same about another action, for adapters that rename actions.
    #[must_use]
    pub fn with_action<B>(self, action: B) -> RootAction<B> {
        let Self { value, bound, proven, std_error, visits, .. } = self;
        RootAction { action, value, bound, proven, std_error, visits }
    }

    /// Its value to a player.
    pub fn estimate(&self, player: Player) -> Estimate {
        let Self { value, bound, proven, std_error, .. } = *self;
        let (value, bound) = match player {
            Player::First => (value, bound),
            Player::Second => (0.0 - value, bound.reversed()),
        };
        Estimate { player, value, bound, proven, std_error }
    }
}

/// What a value says about what the search computes: the value of best play to its depth, or the mean of
/// its simulations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Bound {
    /// It is this.
    Exact,
    /// It is at most this.
    AtMost,
    /// It is at least this.
    AtLeast,
    /// Nothing: the search never came to the action.
    Unsearched,
}

impl Bound {
    /// The bound of the negated value.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::AtMost => Self::AtLeast,
            Self::AtLeast => Self::AtMost,
            other => other,
        }
    }
}

/// What a search has proven of an action: how the game ends if both players go on at their best.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Proven {
    /// This player wins.
    Win {
        /// Who.
        winner: Player,
        /// After how many plies from the root at most, if the search knows it.
        plies: Option<u32>,
    },
    /// Neither wins.
    Draw,
    /// The end of the game is worth this to the first player, by the search's
    /// [`Terminal`](crate::Terminal): the final score; with chance, the mean.
    Score(f64),
}

/// A value as one player sees it. `Display` is what a person reads: "win in 3 plies", "loss", "draw",
/// "12.40 ± 0.80" with the standard error, "≤ 0.40", "≥ 0.40", "17 proven", "not searched"; a precision
/// sets the number of decimals, 2 unless given.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Estimate {
    /// The player.
    pub player: Player,
    /// The value to that player.
    pub value: f64,
    /// What the value says, to that player.
    pub bound: Bound,
    /// What is proven; scores are the first player's.
    pub proven: Option<Proven>,
    /// The standard error of the value.
    pub std_error: Option<f64>,
}

impl Estimate {
    /// What it is sorted by, greatest first.
    fn rank(&self) -> (u8, f64, i64) {
        let plies = |plies: Option<u32>| i64::from(plies.unwrap_or(u32::MAX));
        match self.proven {
            Some(Proven::Win { winner, plies: length }) if winner == self.player => (3, self.value, -plies(length)),
            Some(Proven::Win { plies: length, .. }) => (1, self.value, plies(length)),
            _ if self.bound == Bound::Unsearched => (0, self.value, 0),
            _ => (2, self.value, i64::from(self.bound == Bound::Exact)),
        }
    }
}

impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let decimals = f.precision().unwrap_or(2);
        let (value, bound) = (self.value, self.bound);
        match self.proven {
            Some(Proven::Win { winner, plies }) => {
                f.write_str(if winner == self.player { "win" } else { "loss" })?;
                match plies {
                    Some(1) => f.write_str(" in 1 ply"),
                    Some(plies) => write!(f, " in {plies} plies"),
                    None => Ok(()),
                }
            }
            Some(Proven::Draw) => f.write_str("draw"),
            Some(Proven::Score(_)) => write!(f, "{value:.decimals$} proven"),
            None => match (bound, self.std_error) {
                (Bound::Unsearched, _) => f.write_str("not searched"),
                (Bound::AtMost, _) => write!(f, "≤ {value:.decimals$}"),
                (Bound::AtLeast, _) => write!(f, "≥ {value:.decimals$}"),
                (Bound::Exact, Some(error)) => write!(f, "{value:.decimals$} ± {error:.decimals$}"),
                (Bound::Exact, None) => write!(f, "{value:.decimals$}"),
            },
        }
    }
}

/// Search statistics.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct SearchStats {
    /// The states it stepped through.
    pub nodes: u64,
    /// Rollouts, or descents of a tree.
    pub simulations: u64,
    /// The greatest depth that it completed, in plies; 0 for searches without one.
    pub depth: u32,
    /// The time it took. Measured only if the budget has a limit of time or asks for it
    /// ([`Budget::measure_time`](crate::Budget::measure_time)); otherwise `None`.
    pub time: Option<Duration>,
}

impl SearchStats {
    /// The statistics of a search, without its time.
    #[must_use]
    pub const fn new(nodes: u64, simulations: u64, depth: u32) -> Self {
        Self { nodes, simulations, depth, time: None }
    }
}

/// The player to move, and the actions that a search considers at its root: the legal ones, or the
/// candidates of a selective state.
pub(crate) fn root_of<G: Game>(state: &G) -> Result<(Player, Vec<G::Action>), SearchError> {
    let turn = state.turn();
    let player = turn.player().ok_or(SearchError::NoPlayersTurn { turn })?;
    let mut actions = Vec::new();
    let _ = visit_root(state, |action| {
        actions.push(action);
        ControlFlow::Continue(())
    });
    if actions.is_empty() { Err(SearchError::NoActions { player }) } else { Ok((player, actions)) }
}

/// Shows the actions that a search considers at its root.
pub(crate) fn visit_root<G: Game>(state: &G, visit: impl FnMut(G::Action) -> ControlFlow<()>) -> ControlFlow<()> {
    if state.is_selective() { state.visit_candidates(visit) } else { state.visit_actions(visit) }
}

/// A finite value to the first player as one to `player`, with one zero: −0 equals +0 in every order.
#[inline]
pub(crate) fn worth(player: Player, value: f64) -> f64 {
    player.sign() as f64 * value + 0.0
}

/// The index of the greatest of these finite values to the first player for `player`, the first of
/// equals; `None` if there is none.
pub(crate) fn best_for(player: Player, values: impl IntoIterator<Item = f64>) -> Option<usize> {
    let mut best: Option<(usize, f64)> = None;
    for (index, value) in values.into_iter().enumerate() {
        let value = worth(player, value);
        if best.is_none_or(|(_, greatest)| value > greatest) {
            best = Some((index, value));
        }
    }
    best.map(|(index, _)| index)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_is_the_first_of_equals() {
        for (player, values, best) in [
            (Player::First, &[1.0, 3.0, 3.0][..], Some(1)),
            (Player::Second, &[1.0, 3.0, -3.0], Some(2)),
            (Player::Second, &[0.0, -0.0], Some(0)),
            (Player::First, &[-0.0, 0.0], Some(0)),
            (Player::First, &[], None),
        ] {
            assert_eq!(best_for(player, values.iter().copied()), best, "{player:?} {values:?}");
        }
    }
}

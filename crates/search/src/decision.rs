//! Decisions of searches.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::ops::ControlFlow;
use core::time::Duration;

use gambol_core::{Game, Player};

use crate::budget::Budget;
use crate::error::SearchError;

/// Decision of a search: the best action, its value and the search statistics.
///
/// Values are for the first player, like scores; [`estimate`](Self::estimate) and
/// [`RootAction::estimate`] convert them to one player's view.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Decision<A> {
    /// The player to move at the root.
    pub player: Player,
    /// The best action found.
    pub action: A,
    /// Its value for the first player: the value of the ended game if it is [proven](Self::proven),
    /// otherwise an estimate in the units of the evaluator.
    pub value: f64,
    /// Proven result of the action under best play of both players.
    pub proven: Option<Proven>,
    /// All legal actions in the order of the game, or only the candidates if the state is
    /// [selective](Game::is_selective). Empty if the search did not evaluate them; the winning or
    /// losing action alone if it was proven without a search of the others.
    pub root: Vec<RootAction<A>>,
    /// Principal variation: the best action and its expected continuation up to the next chance
    /// event. Flat Monte Carlo, expectimax and sampled two-ply search return only the best action.
    pub pv: Vec<A>,
    /// Search statistics.
    pub stats: SearchStats,
}

impl<A: Copy> Decision<A> {
    /// Creates a decision of this player for an action with this value for the first player,
    /// without further information.
    #[must_use]
    pub fn new(player: Player, action: A, value: f64) -> Self {
        let (root, stats) = (Vec::new(), SearchStats::default());
        Self { player, action, value, proven: None, root, pv: vec![action], stats }
    }

    /// Returns the decision for this action with the others renamed by `other`, for adapters. Root
    /// actions without another name are left out, and end the principal variation.
    #[must_use]
    pub fn translated<B>(&self, action: B, other: impl Fn(A) -> Option<B>) -> Decision<B> {
        let root = |&RootAction { action, value, bound, proven, std_error, visits }: &RootAction<A>| {
            Some(RootAction { action: other(action)?, value, bound, proven, std_error, visits })
        };
        let root = self.root.iter().filter_map(root).collect();
        let pv = self.pv.iter().map_while(|&action| other(action)).collect();
        Decision { player: self.player, action, value: self.value, proven: self.proven, root, pv, stats: self.stats }
    }

    /// Whether a search or a proof gives the value. A policy gives none, and neither does an action
    /// that was not searched.
    pub fn has_value(&self) -> bool
    where
        A: PartialEq,
    {
        let stats = &self.stats;
        let searched = |root: &RootAction<A>| root.action != self.action || root.bound != Bound::Unsearched;
        let is_policy = self.root.is_empty() && (stats.nodes, stats.simulations, stats.depth) == (1, 0, 0);
        self.proven.is_some() || (!is_policy && self.root.iter().all(searched))
    }

    /// Whether the result of the action is proven.
    pub fn is_proven(&self) -> bool {
        self.proven.is_some()
    }

    /// Returns the value of the chosen action for the player to move.
    pub fn estimate(&self) -> Estimate
    where
        A: PartialEq,
    {
        let chosen = self.root.iter().find(|root| root.action == self.action);
        let mut estimate = RootAction::new(self.action, self.value).estimate(self.player);
        (estimate.proven, estimate.std_error) = (self.proven, chosen.and_then(|root| root.std_error));
        estimate
    }

    /// Returns the `count` best root actions for the player to move, in this order: the chosen
    /// action, even if the sampled mean of another is higher; proven wins, shortest first; the
    /// others by value, with visited ones before unvisited ones; proven losses, longest first;
    /// unsearched actions. Ties keep the order of the game.
    ///
    /// ```
    /// use gambol_core::Player;
    /// use gambol_search::{Decision, Proven, RootAction};
    ///
    /// let mut decision = Decision::new(Player::Second, "c3", 4.5);
    /// decision.root = vec![
    ///     RootAction::new("a1", 6.0).visits(10),
    ///     RootAction::new("c3", 4.5).visits(80),
    ///     RootAction::new("d4", 1.0)
    ///         .proven(Proven::Win { winner: Player::First, plies: Some(2) }),
    /// ];
    /// let best: Vec<String> = decision
    ///     .top(3)
    ///     .iter()
    ///     .map(|root| format!("{}: {}", root.action, root.estimate(decision.player)))
    ///     .collect();
    /// assert_eq!(best, ["c3: -4.50", "a1: -6.00", "d4: loss in 2 plies"]);
    /// ```
    #[must_use]
    pub fn top(&self, count: usize) -> Vec<RootAction<A>>
    where
        A: PartialEq,
    {
        let mut best = self.root.clone();
        best.sort_by(|a, b| {
            // Values of visited and unvisited actions are not comparable.
            let rank = |root: &RootAction<A>| {
                let (tier, value, speed) = root.estimate(self.player).rank();
                ((root.action == self.action, tier, root.visits > 0), value, speed)
            };
            let ((class, value, speed), (other_class, other_value, other_speed)) = (rank(a), rank(b));
            let by_class = other_class.cmp(&class);
            by_class.then(other_value.total_cmp(&value)).then(other_speed.cmp(&speed))
        });
        best.truncate(count);
        best
    }

    /// Returns every root action with its share of the visits, in order, as a policy target for
    /// learning. Empty without visits.
    #[must_use]
    pub fn visit_distribution(&self) -> Vec<(A, f64)> {
        let all: u64 = self.root.iter().map(|root| root.visits).sum();
        let visited = self.root.iter().filter(|_| all > 0);
        visited.map(|root| (root.action, root.visits as f64 / all as f64)).collect()
    }
}

/// Returns root actions with values, as far as there are values; the others are unsearched and have
/// the scores of their afterstates.
pub(crate) fn roots<A: Copy>(actions: &[A], values: &[f64], score: impl Fn(usize) -> i64) -> Vec<RootAction<A>> {
    let root = |(index, &action): (usize, &A)| match values.get(index) {
        Some(&value) => RootAction::new(action, value),
        None => RootAction::unsearched(action, score(index)),
    };
    actions.iter().enumerate().map(root).collect()
}

/// A legal action at the root of a search.
///
/// ```
/// use gambol_core::Player;
/// use gambol_search::{Bound, RootAction};
///
/// let action = RootAction::new("c3", 4.5).visits(80);
/// assert_eq!((action.value, action.bound, action.visits), (4.5, Bound::Exact, 80));
/// assert_eq!(action.estimate(Player::Second).value, -4.5);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct RootAction<A> {
    /// The action.
    pub action: A,
    /// Its value for the first player, in the units of [`Decision::value`]. If the action was not
    /// searched, this is the score or the static evaluation of its afterstate, which is not
    /// comparable with the values of searched actions.
    pub value: f64,
    /// Whether the value is exact or a bound.
    pub bound: Bound,
    /// Its proven result.
    pub proven: Option<Proven>,
    /// Standard error of the value if it is the mean of independent samples.
    pub std_error: Option<f64>,
    /// Number of simulations that started with it, or of nodes searched below it.
    pub visits: u64,
}

impl<A> RootAction<A> {
    /// Creates an action with an exact value for the first player.
    #[must_use]
    pub const fn new(action: A, value: f64) -> Self {
        Self { action, value, bound: Bound::Exact, proven: None, std_error: None, visits: 0 }
    }

    /// Creates an unsearched action with the score of its afterstate.
    #[must_use]
    pub fn unsearched(action: A, score: i64) -> Self {
        Self::new(action, score as f64).only_seen()
    }

    /// Marks it as unsearched, so that its value is only preliminary.
    #[must_use]
    pub(crate) fn only_seen(self) -> Self {
        Self { bound: Bound::Unsearched, ..self }
    }

    /// Sets the visit count.
    #[must_use]
    pub fn visits(self, visits: u64) -> Self {
        Self { visits, ..self }
    }

    /// Sets the proven result.
    #[must_use]
    pub fn proven(self, proven: Proven) -> Self {
        Self { proven: Some(proven), ..self }
    }

    /// Returns its value for a player.
    pub fn estimate(&self, player: Player) -> Estimate {
        let Self { value, bound, proven, std_error, .. } = *self;
        let (value, bound) = match player {
            Player::First => (value, bound),
            Player::Second => (0.0 - value, bound.reversed()),
        };
        Estimate { player, value, bound, proven, std_error }
    }
}

/// Relation of a value to the result of the search, which is the minimax or expectimax value to its
/// depth, or the mean of its simulations.
///
/// ```
/// use gambol_core::Seed;
/// use gambol_pentago_swap::{LineCounts, PentagoSwap};
/// use gambol_search::{AlphaBeta, Bound, Budget, Search};
///
/// let mut search = AlphaBeta::with_evaluators(LineCounts::as_white(), LineCounts::as_black());
/// let decision =
///     search.search(&PentagoSwap::new(), &Budget::unlimited().depth(1), Seed::new(1))?;
/// // Alpha-beta needs the value of the best action only, and a bound of the others.
/// let chosen =
///     decision.root.iter().find(|root| root.action == decision.action).expect("it is listed");
/// assert_eq!(chosen.bound, Bound::Exact);
/// assert!(
///     decision.root.iter().all(|root| root.bound == Bound::Exact || root.value <= decision.value)
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Bound {
    /// The value is exact.
    Exact,
    /// The value is an upper bound.
    AtMost,
    /// The value is a lower bound.
    AtLeast,
    /// The action was not searched: its value is the score or the static evaluation of its
    /// afterstate.
    Unsearched,
}

impl Bound {
    /// Returns the bound of the negated value.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::AtMost => Self::AtLeast,
            Self::AtLeast => Self::AtMost,
            other => other,
        }
    }
}

/// Proven result of an action under best play of both players.
///
/// ```
/// use gambol_core::Player;
/// use gambol_search::{Proven, RootAction};
///
/// let win = Proven::Win { winner: Player::First, plies: Some(3) };
/// let action = RootAction::new("c3", 1.0).proven(win);
/// assert_eq!(action.estimate(Player::First).to_string(), "win in 3 plies");
/// assert_eq!(action.estimate(Player::Second).to_string(), "loss in 3 plies");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Proven {
    /// This player wins.
    Win {
        /// The winner.
        winner: Player,
        /// Upper bound on the plies from the root to the win, if known.
        plies: Option<u32>,
    },
    /// A draw.
    Draw,
    /// Value of the ended game for the first player by the search's [`Terminal`](crate::Terminal):
    /// the final score, or its mean with chance.
    Score(f64),
}

/// A value for one player. `Display` writes "win in 3 plies", "loss", "draw", "12.40 ± 0.80" with
/// the standard error, "≤ 0.40", "≥ 0.40", "17 proven" or "not searched"; the precision sets the
/// number of decimals (default 2).
///
/// ```
/// use gambol_core::Player;
/// use gambol_search::RootAction;
///
/// let mut action = RootAction::new("c3", 12.4);
/// action.std_error = Some(0.8);
/// let estimate = action.estimate(Player::First);
/// assert_eq!(
///     (estimate.to_string(), format!("{estimate:.1}")),
///     ("12.40 ± 0.80".into(), "12.4 ± 0.8".into())
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Estimate {
    /// The player.
    pub player: Player,
    /// Value for that player.
    pub value: f64,
    /// Whether the value is exact or a bound for that player.
    pub bound: Bound,
    /// Proven result; scores are for the first player.
    pub proven: Option<Proven>,
    /// Standard error of the value.
    pub std_error: Option<f64>,
}

impl Estimate {
    /// Sort key, in descending order.
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
///
/// ```
/// use gambol_core::Seed;
/// use gambol_search::{Budget, FlatMonteCarlo, Search};
/// use gambol_threes::Threes;
///
/// let state: Threes = "6,12,6,3/2,24,1,2/3,3,6,12/0,0,2,0 3 4,2,1 m".parse()?;
/// let decision =
///     FlatMonteCarlo::new().rollouts(5).search(&state, &Budget::unlimited(), Seed::new(1))?;
/// // Three actions with five rollouts each. Nobody asked for the time, so the clock was not read.
/// assert_eq!((decision.stats.simulations, decision.stats.time), (15, None));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct SearchStats {
    /// Node count: states visited.
    pub nodes: u64,
    /// Simulation count: rollouts or descents of a tree.
    pub simulations: u64,
    /// Greatest completed depth in players' actions; 0 for searches without depth.
    pub depth: u32,
    /// Search time. Measured only if the budget limits time or requests it
    /// ([`Budget::measure_time`](crate::Budget::measure_time)); otherwise `None`.
    pub time: Option<Duration>,
}

impl SearchStats {
    /// Creates statistics without a time.
    #[must_use]
    pub const fn new(nodes: u64, simulations: u64, depth: u32) -> Self {
        Self { nodes, simulations, depth, time: None }
    }
}

/// Returns the player to move and the root actions of a search: the legal ones, or the candidates
/// of a selective state. Returns an error if the budget's watcher is for another action type.
pub(crate) fn root_of<G: Game>(state: &G, budget: &Budget) -> Result<(Player, Vec<G::Action>), SearchError> {
    budget.check_watcher::<G::Action>()?;
    let turn = state.turn();
    let player = turn.player().ok_or(SearchError::NoPlayersTurn { turn })?;
    let mut actions = Vec::new();
    let _ = visit_root(state, |action| {
        actions.push(action);
        ControlFlow::Continue(())
    });
    if actions.is_empty() { Err(SearchError::NoActions { player }) } else { Ok((player, actions)) }
}

/// Visits the root actions of a search.
pub(crate) fn visit_root<G: Game>(state: &G, visit: impl FnMut(G::Action) -> ControlFlow<()>) -> ControlFlow<()> {
    if state.is_selective() { state.visit_candidates(visit) } else { state.visit_actions(visit) }
}

/// Converts a finite value for the first player to one for `player`, and −0 to +0, which are equal
/// in every order.
#[inline]
pub(crate) fn worth(player: Player, value: f64) -> f64 {
    player.sign() as f64 * value + 0.0
}

/// Returns the index of the finite value that is best for `player`; the values are for the first
/// player. Ties go to the first. Returns `None` if there are no values.
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

/// Sorts by descending worth; ties keep their order.
///
/// The sort itself is not generic over the search, so that the standard library's `sort_by` is
/// compiled once. Compiled for each search of each game, it would be a tenth of a program with all
/// of them.
pub(crate) fn best_first<T>(items: &mut [T], worth: impl Fn(&T) -> f64) {
    let worths: Vec<f64> = items.iter().map(worth).collect();
    permute(items, &mut descending(&worths));
}

/// Returns the indices of the worths in descending order, with ascending indices for ties.
#[inline(never)]
fn descending(worths: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..worths.len()).collect();
    order.sort_by(|&a, &b| worths[b].total_cmp(&worths[a]));
    order
}

/// Moves to each index the item whose index `order` has there. Overwrites `order`.
fn permute<T>(items: &mut [T], order: &mut [usize]) {
    for start in 0..order.len() {
        let mut at = start;
        loop {
            let from = core::mem::replace(&mut order[at], at);
            if from == start || from == at {
                break;
            }
            items.swap(at, from);
            at = from;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;
    use gambol_core::{Rng, Seed};

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

    #[test]
    fn actions_that_were_looked_at_more_deeply_are_listed_first() {
        let mut decision = Decision::new(Player::First, 'b', 5.0);
        decision.root = vec![
            RootAction::new('a', 9.0),
            RootAction::new('b', 5.0).visits(10),
            RootAction::new('c', 3.0).visits(10),
            RootAction::new('d', 8.0).proven(Proven::Win { winner: Player::First, plies: Some(1) }),
            RootAction::new('e', 12.0),
            RootAction::new('f', 20.0).visits(1).only_seen(),
        ];
        let listed: Vec<char> = decision.top(9).iter().map(|root| root.action).collect();
        assert_eq!(listed, ['b', 'd', 'c', 'e', 'a', 'f']);
    }

    #[test]
    fn the_greatest_comes_first_and_equals_keep_their_order() {
        let mut rng = Seed::new(1).rng();
        for length in 0..60 {
            let items: Vec<(u32, usize)> = (0..length).map(|index| (rng.next_u32() % 8, index)).collect();
            let mut sorted = items.clone();
            best_first(&mut sorted, |&(worth, _)| f64::from(worth) - 4.0);
            let mut expected = items;
            expected.sort_by_key(|&(worth, _)| core::cmp::Reverse(worth));
            assert_eq!(sorted, expected);
        }
    }

    #[test]
    fn infinities_come_first_and_last() {
        let mut items: Vec<(f64, String)> =
            [(f64::NEG_INFINITY, "c"), (1.0, "b"), (f64::INFINITY, "a")].map(|(x, name)| (x, name.into())).into();
        best_first(&mut items, |&(worth, _)| worth);
        let names: Vec<&str> = items.iter().map(|(_, name)| name.as_str()).collect();
        assert_eq!(names, ["a", "b", "c"]);
    }
}

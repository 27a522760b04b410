//! The reference: plain recursions without any of the tricks of a search.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use gambol_core::{Game, GameExt, NoChance, Player, Scoring, Turn};
use gambol_search::Terminal;

use crate::evaluate::Static;
use crate::game::{State, sign};
use crate::graph::Graph;

/// The value of every node for the first player under best play, without the points so far.
/// With an adversary, chance is played by that player, otherwise it is averaged over.
///
/// Edges lead to later nodes, so that one sweep from the last node to the first is enough; with
/// cycles, sweeps go on until nothing changes. Each cycle is left with a probability of at least
/// one half, which halves the error of every sweep.
pub(crate) fn exact(graph: &Graph, adversary: Option<Player>) -> Vec<f64> {
    let mut values = vec![0.0; graph.nodes.len()];
    for _ in 0..1_000 {
        let before = values.clone();
        for (at, node) in graph.nodes.iter().enumerate().rev() {
            let after = || node.edges.iter().map(|edge| edge.reward as f64 + values[usize::from(edge.to)]);
            let value = match (node.turn, adversary) {
                (Turn::Over, _) => 0.0,
                (Turn::Player(player), _) | (Turn::Chance, Some(player)) => best_of(player, after()),
                (Turn::Chance, None) => after().enumerate().map(|(edge, value)| node.probability(edge) * value).sum(),
            };
            values[at] = value;
        }
        if values == before {
            break;
        }
    }
    values
}

/// The values of ended games, as in the documentation of [`Terminal`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ends {
    pub(crate) terminal: Terminal,
}

impl Ends {
    pub(crate) fn new<G: Game>(setting: Option<Terminal>, _: &G) -> Self {
        let terminal = setting.unwrap_or(match G::SCORING {
            Scoring::WinLoss => Terminal::WinLoss,
            Scoring::Points => Terminal::Score,
        });
        Self { terminal }
    }

    /// The value of an ended state to the first player.
    pub(crate) fn value<G: Game>(self, state: &G, evaluate: impl Fn(&G) -> f64) -> f64 {
        match (self.terminal, state.score()) {
            (Terminal::WinLoss, score) => score.signum() as f64,
            (Terminal::Score, score) => score as f64,
            _ => evaluate(state),
        }
    }

    pub(crate) fn has_wins(self) -> bool {
        self.terminal == Terminal::WinLoss
    }
}

/// The most states whose values are computed one by one.
const MOST_STATES: usize = 20_000;

/// Returns the exact values of all states, with ends valued by `ends` and the evaluator; `None` if
/// there are too many states.
pub(crate) fn solve<const P: usize>(graph: &Arc<Graph>, ends: Ends, of: Static) -> Option<HashMap<(u16, i64), f64>> {
    let mut open = vec![(0, 0)];
    let mut values = HashMap::from([((0, 0), 0.0)]);
    while let Some((at, points)) = open.pop() {
        for edge in &graph.node(at).edges {
            let next = (edge.to, points + edge.reward);
            if values.insert(next, 0.0).is_none() {
                open.push(next);
            }
        }
        if values.len() > MOST_STATES {
            return None;
        }
    }
    // As in `exact`: most edges lead to later nodes.
    let mut states: Vec<(u16, i64)> = values.keys().copied().collect();
    states.sort_unstable_by(|a, b| b.cmp(a));
    for _ in 0..1_000 {
        let mut changed = false;
        for &(at, points) in &states {
            let node = graph.node(at);
            let after = || node.edges.iter().map(|edge| values[&(edge.to, points + edge.reward)]);
            let value = match node.turn {
                Turn::Over => ends.value(&State::<P>::at(graph, at, points), |state| of.of(state)),
                Turn::Player(player) => best_of(player, after()),
                Turn::Chance => after().enumerate().map(|(edge, value)| node.probability(edge) * value).sum(),
            };
            changed |= values.insert((at, points), value) != Some(value);
        }
        if !changed {
            break;
        }
    }
    Some(values)
}

/// The best of some values for a player.
pub(crate) fn best_of(player: Player, values: impl Iterator<Item = f64>) -> f64 {
    values.fold(-sign(player) * f64::INFINITY, |best, value| match player {
        Player::First => best.max(value),
        Player::Second => best.min(value),
    })
}

/// Expectimax to a depth, as its page describes it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terms<E> {
    pub(crate) evaluate: E,
    pub(crate) cutoff: f64,
    pub(crate) ends: Ends,
}

impl<E> Terms<E> {
    /// The value of a state for the first player, searched this many actions deep, given the
    /// probability of the chance events on the way to it.
    pub(crate) fn value<G: Game>(&self, state: &G, depth: u32, probability: f64) -> f64
    where
        E: Fn(&G) -> f64,
    {
        self.chain(state, depth, probability, 1.0)
    }

    /// The same after a chain of chance events of this probability.
    fn chain<G: Game>(&self, state: &G, depth: u32, probability: f64, chain: f64) -> f64
    where
        E: Fn(&G) -> f64,
    {
        let judged = probability < self.cutoff || chain < 1e-15;
        match state.turn() {
            Turn::Over => self.ends.value(state, &self.evaluate),
            _ if judged || depth == 0 => (self.evaluate)(state),
            Turn::Chance => {
                let mut sum = 0.0;
                let _ = state.visit_outcomes(|outcome, p| {
                    let mut after = state.clone();
                    after.resolve(outcome);
                    sum += p * self.chain(&after, depth, probability * p, chain * p);
                    ControlFlow::Continue(())
                });
                sum
            }
            Turn::Player(player) => {
                let after = considered(state).into_iter().map(|action| state.afterstate(action));
                best_of(player, after.map(|after| self.chain(&after, depth - 1, probability, 1.0)))
            }
        }
    }
}

/// The value of an unproven win, less its plies.
const UNPROVEN: f64 = 9.5e14;

/// Whether a value is an unproven win of either player.
pub(crate) fn is_unproven(value: f64) -> bool {
    (UNPROVEN - 1e6..=UNPROVEN).contains(&value.abs())
}

/// Minimax to a depth, as the page of alpha-beta describes it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Minimax<E, Q> {
    pub(crate) evaluate: E,
    pub(crate) is_quiet: Q,
    /// The number of plies by which the search of unquiet states exceeds the depth.
    pub(crate) extensions: u32,
    pub(crate) ends: Ends,
}

impl<E, Q> Minimax<E, Q> {
    /// The value, for the first player, of a state this many plies below the root; `left` includes
    /// the extensions.
    pub(crate) fn value<G>(&self, state: &G, ply: u32, left: u32) -> f64
    where
        G: Game<Outcome = NoChance>,
        E: Fn(&G) -> f64,
        Q: Fn(&G) -> bool,
    {
        let judge = |state: &G| {
            let most = if self.ends.has_wins() { 9e14 } else { f64::MAX };
            (self.evaluate)(state).clamp(-most, most)
        };
        match state.turn() {
            Turn::Player(player) => {
                if left == 0 || (left <= self.extensions && (self.is_quiet)(state)) {
                    return judge(state);
                }
                let after = considered(state).into_iter().map(|action| state.afterstate(action));
                let best = best_of(player, after.map(|after| self.value(&after, ply + 1, left - 1)));
                if self.ends.has_wins() && !state.has_exact_candidates() {
                    // An omitted action counts as an unproven loss.
                    best_of(player, [best, -sign(player) * (UNPROVEN - f64::from(ply) - 1.0)].into_iter())
                } else {
                    best
                }
            }
            _ if self.ends.has_wins() && state.score() != 0 => state.score().signum() as f64 * (1e15 - f64::from(ply)),
            _ => self.ends.value(state, judge),
        }
    }
}

/// The actions that searches consider: the candidates where a game narrows the choice.
pub(crate) fn considered<G: Game>(state: &G) -> Vec<G::Action> {
    if state.is_selective() { state.candidates() } else { state.actions() }
}

//! Flat Monte Carlo: every legal action is tried by rollouts, and nothing is remembered between them.

use alloc::vec;
use alloc::vec::Vec;

use gambol_core::random::below;
use gambol_core::{Game, GameExt, Player, Policy, Seed, Uniform};

use crate::agent::Search;
use crate::budget::Budget;
use crate::decision::{Decision, RootAction, SearchError, Spent, best_for, root_of};
use crate::rollout::rollout;

/// What a set of rollouts is worth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Aggregate {
    /// The mean of their scores.
    #[default]
    Average,
    /// The best of their scores for the player to move.
    Maximum,
}

/// Which of several best actions is taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ties {
    /// The first in the order in which the game lists them.
    #[default]
    First,
    /// One at random, by the search's seed.
    Random,
}

/// Flat Monte Carlo: rollouts from every legal action to the end of the game; the action with the best average is played.
///
/// Every action gets the same number of rollouts. A rollout plays by a policy, [`Uniform`] unless another is given; where
/// the policy has no opinion, at random. Works for any game, with and without chance, for one player and two (rollouts
/// then play both sides).
///
/// It can be stopped at any time, does not become exact with more rollouts (the players of a rollout do not search), and is
/// deterministic: rollout `k` of action `i` has a random stream of its own, derived from (seed, `i`, `k`), and scores are
/// integers whose sums do not depend on their order.
///
/// Source: O. A. de Bruin, *Calculating and Predicting the Game Five or More*, Leiden 2010, section 3.1, with
/// `Z` = [`rollouts`](Self::rollouts); the idea is B. Abramson's *expected-outcome model*, IEEE PAMI 12(2), 1990.
///
/// ```
/// # use core::ops::ControlFlow;
/// # use gambol_core::{Game, NoChance, Player, Turn};
/// # #[derive(Clone, Debug, PartialEq, Eq, Hash)]
/// # struct Nim { matches: u8, to_move: Player }
/// # impl Game for Nim {
/// #     type Action = u8;
/// #     type Outcome = NoChance;
/// #     const PLAYERS: usize = 2;
/// #     fn turn(&self) -> Turn { if self.matches == 0 { Turn::Over } else { Turn::Player(self.to_move) } }
/// #     fn score(&self) -> i64 { if self.matches == 0 { -self.to_move.sign() } else { 0 } }
/// #     fn visit_actions<F: FnMut(u8) -> ControlFlow<()>>(&self, visit: F) -> ControlFlow<()> { (1..=self.matches.min(3)).try_for_each(visit) }
/// #     fn visit_outcomes<F: FnMut(NoChance, f64) -> ControlFlow<()>>(&self, _: F) -> ControlFlow<()> { ControlFlow::Continue(()) }
/// #     fn play(&mut self, action: u8) { self.matches -= action; self.to_move = self.to_move.opponent(); }
/// #     fn resolve(&mut self, outcome: NoChance) { match outcome {} }
/// # }
/// use gambol_core::Seed;
/// use gambol_search::{Budget, FlatMonteCarlo, Search};
///
/// let state = Nim { matches: 7, to_move: Player::First };
/// let decision = FlatMonteCarlo::new().rollouts(200).search(&state, &Budget::unlimited(), Seed::new(1))?;
/// assert_eq!(decision.action, 3, "whoever leaves four matches wins");
/// # Ok::<(), gambol_search::SearchError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct FlatMonteCarlo<P = Uniform> {
    policy: P,
    rollouts: u32,
    longest: u64,
    aggregate: Aggregate,
    ties: Ties,
}

impl FlatMonteCarlo {
    /// Flat Monte Carlo with uniformly random rollouts, 100 for each action.
    #[must_use]
    pub fn new() -> Self {
        Self::with_policy(Uniform)
    }
}

impl Default for FlatMonteCarlo {
    fn default() -> Self {
        Self::new()
    }
}

impl<P> FlatMonteCarlo<P> {
    /// Flat Monte Carlo whose rollouts play by this policy.
    pub fn with_policy(policy: P) -> Self {
        Self { policy, rollouts: 100, longest: u64::MAX, aggregate: Aggregate::default(), ties: Ties::default() }
    }

    /// How many rollouts every action gets, unless the budget ends the search before. 100 unless set. A budget of
    /// simulations takes its place: it is shared out evenly, the first actions getting the rest.
    #[must_use]
    pub fn rollouts(mut self, rollouts: u32) -> Self {
        self.rollouts = rollouts;
        self
    }

    /// Cuts rollouts after this many plies, a chain of chance counted as one; they are then worth the score so far. Games
    /// that may never end need it.
    #[must_use]
    pub fn longest(mut self, plies: u64) -> Self {
        self.longest = plies;
        self
    }

    /// What the rollouts of an action are worth.
    #[must_use]
    pub fn aggregate(mut self, aggregate: Aggregate) -> Self {
        self.aggregate = aggregate;
        self
    }

    /// Which of several best actions is taken.
    #[must_use]
    pub fn ties(mut self, ties: Ties) -> Self {
        self.ties = ties;
        self
    }
}

impl<G: Game, P: Policy<G>> Search<G> for FlatMonteCarlo<P> {
    fn search(&mut self, state: &G, budget: &Budget, seed: Seed) -> Result<Decision<G::Action>, SearchError> {
        let (player, actions) = root_of(state)?;
        let meter = budget.start();
        let mut tallies = vec![Tally::new(player); actions.len()];
        let simulate = |task: &Task| {
            let afterstate = state.afterstate(actions[task.action]);
            let mut tally = Tally::new(player);
            for number in task.first..task.first + task.rollouts {
                if meter.is_over() {
                    break;
                }
                let mut rng = seed.derive(task.action as u64).derive(number).rng();
                match rollout(&mut afterstate.clone(), &self.policy, self.longest, &mut rng, &meter) {
                    Some(outcome) => tally.add(outcome.score, outcome.plies),
                    None => break,
                }
            }
            tally
        };
        for batch in batches(self.shares(budget, actions.len())) {
            let nodes: u64 = tallies.iter().map(|tally| tally.plies).sum();
            if meter.is_over() || budget.max_nodes().is_some_and(|most| nodes >= most) {
                break;
            }
            for (task, tally) in run(&batch, &simulate) {
                tallies[task].merge(&tally);
            }
        }

        let root: Vec<_> = actions
            .iter()
            .zip(&tallies)
            .map(|(&action, tally)| RootAction {
                action,
                value: tally.value(self.aggregate).unwrap_or_else(|| state.afterstate(action).score() as f64),
                visits: tally.rollouts,
            })
            .collect();
        let best = self.best(player, &root, seed).ok_or(SearchError::NoActions { player })?;
        let spent = Spent {
            nodes: tallies.iter().map(|tally| tally.plies).sum(),
            simulations: tallies.iter().map(|tally| tally.rollouts).sum(),
            depth: 0,
            #[cfg(feature = "clock")]
            time: meter.elapsed(),
        };
        let RootAction { action, value, .. } = root[best];
        Ok(Decision { action, value, root, line: vec![action], spent })
    }
}

impl<P> FlatMonteCarlo<P> {
    /// How many rollouts each action gets.
    fn shares(&self, budget: &Budget, actions: usize) -> Vec<u64> {
        match budget.max_simulations() {
            None => vec![u64::from(self.rollouts); actions],
            Some(simulations) => {
                let (each, rest) = (simulations / actions as u64, simulations % actions as u64);
                (0..actions as u64).map(|action| each + u64::from(action < rest)).collect()
            }
        }
    }

    /// The action to take: one that was tried, if any was.
    fn best<A>(&self, player: Player, root: &[RootAction<A>], seed: Seed) -> Option<usize> {
        let tried = root.iter().any(|action| action.visits > 0);
        let worst = -player.sign() as f64 * f64::INFINITY;
        let value = |action: &RootAction<A>| if tried && action.visits == 0 { worst } else { action.value };
        let best = best_for(player, root.iter().map(value))?;
        match self.ties {
            Ties::First => Some(best),
            Ties::Random => {
                let equals = || (0..root.len()).filter(|&index| value(&root[index]) == value(&root[best]));
                // The streams before this one are the actions'.
                let mut rng = seed.derive(root.len() as u64).rng();
                equals().nth(below(&mut rng, equals().count() as u32) as usize)
            }
        }
    }
}

/// Consecutive rollouts of one action.
#[derive(Clone, Copy, Debug)]
struct Task {
    action: usize,
    first: u64,
    rollouts: u64,
}

/// Rollouts of one task: long enough to be worth handing to a thread, short enough to spread over all of them.
const TASK: u64 = 16;

/// Splits the work into batches that go round all actions, the first small, so that a search that is stopped early has
/// tried them evenly.
fn batches(shares: Vec<u64>) -> impl Iterator<Item = Vec<Task>> {
    let most = shares.iter().copied().max().unwrap_or(0);
    let mut done = 0;
    core::iter::from_fn(move || {
        if done >= most {
            return None;
        }
        let until = most.min((2 * done).max(1)).min(done + 1024);
        let mut tasks = Vec::new();
        for (action, &share) in shares.iter().enumerate() {
            let mut first = done;
            while first < until.min(share) {
                let rollouts = TASK.min(until.min(share) - first);
                tasks.push(Task { action, first, rollouts });
                first += rollouts;
            }
        }
        done = until;
        Some(tasks)
    })
}

/// Runs the tasks of a batch, on all threads of the pool if the crate is built for it. Tallies merge to the same in any
/// order.
#[cfg(feature = "parallel")]
fn run(tasks: &[Task], simulate: &(impl Fn(&Task) -> Tally + Sync)) -> Vec<(usize, Tally)> {
    use rayon::prelude::*;

    tasks.par_iter().map(|task| (task.action, simulate(task))).collect()
}

#[cfg(not(feature = "parallel"))]
fn run(tasks: &[Task], simulate: &impl Fn(&Task) -> Tally) -> Vec<(usize, Tally)> {
    tasks.iter().map(|task| (task.action, simulate(task))).collect()
}

/// What the rollouts of an action have come to.
#[derive(Clone, Copy, Debug)]
struct Tally {
    player: Player,
    rollouts: u64,
    plies: u64,
    total: i64,
    best: i64,
}

impl Tally {
    fn new(player: Player) -> Self {
        Self { player, rollouts: 0, plies: 0, total: 0, best: 0 }
    }

    fn add(&mut self, score: i64, plies: u64) {
        self.merge(&Self { player: self.player, rollouts: 1, plies, total: score, best: score });
    }

    fn merge(&mut self, other: &Self) {
        let better = match self.player {
            Player::First => other.best > self.best,
            Player::Second => other.best < self.best,
        };
        if self.rollouts == 0 || (other.rollouts > 0 && better) {
            self.best = other.best;
        }
        self.rollouts += other.rollouts;
        self.plies += other.plies;
        self.total += other.total;
    }

    fn value(&self, aggregate: Aggregate) -> Option<f64> {
        (self.rollouts > 0).then(|| match aggregate {
            Aggregate::Average => self.total as f64 / self.rollouts as f64,
            Aggregate::Maximum => self.best as f64,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn batches_share_out_every_rollout_once() {
        let shares = vec![5, 40, 0, 100];
        let mut seen = vec![Vec::new(); 4];
        let mut first_batch = None;
        for batch in batches(shares.clone()) {
            first_batch.get_or_insert(batch.len());
            for task in batch {
                seen[task.action].extend(task.first..task.first + task.rollouts);
            }
        }
        for (share, seen) in shares.iter().zip(seen) {
            assert_eq!(seen, (0..*share).collect::<Vec<_>>());
        }
        assert_eq!(first_batch, Some(3), "the first batch tries every action once");
    }

    #[test]
    fn a_tally_is_the_same_in_any_order() {
        for player in [Player::First, Player::Second] {
            let one = |score| {
                let mut tally = Tally::new(player);
                tally.add(score, 3);
                tally
            };
            let merged = |scores: &[i64]| {
                let mut all = Tally::new(player);
                for &score in scores {
                    all.merge(&one(score));
                }
                (all.rollouts, all.total, all.best, all.plies)
            };
            assert_eq!(merged(&[-2, 7, 5]), merged(&[7, 5, -2]));
            assert_eq!(merged(&[-2, 7, 5]).2, if player == Player::First { 7 } else { -2 });
        }
        assert_eq!(Tally::new(Player::First).value(Aggregate::Average), None);
    }

    #[test]
    fn a_budget_of_simulations_is_shared_evenly() {
        let shares = FlatMonteCarlo::new().shares(&Budget::unlimited().simulations(11), 4);
        assert_eq!(shares, [3, 3, 3, 2]);
    }
}

//! Trees of many games, advanced in steps.

mod error;
mod leaves;
mod slot;

use alloc::boxed::Box;
use alloc::vec::Vec;

use gambol_core::{Evaluator, EventOf, Game, Indexed, Policy, Prior, Rng, Score, Seed, Uniform};

use crate::budget::Budget;
use crate::decision::Decision;
use crate::error::{SearchError, is_evaluation};
use crate::meter::Counter;
use crate::parallel;

use super::Mcts;
use super::settings::Settings;

use slot::{Care, Slot};

pub use error::ForestError;
pub use leaves::{Leaf, Leaves};

/// Marks a tree search by PUCT whose leaves are evaluated in batches, outside the search:
/// `Mcts::new().puct(c, Batched)`. It is not a [`Prior`]; the search grows in a [`Forest`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Batched;

impl<P, E> Mcts<P, E, Batched> {
    /// Creates a forest: a tree for each of these games, advanced in steps, so that the leaves of
    /// many games are evaluated together.
    ///
    /// Game `k` has the seed `seed.derive(k)`. The [memory](Self::memory) is divided equally among
    /// the games, and half of it is for the copy of a tree that is kept after an event: 800
    /// simulations with 200 actions take about 10 MB a game. The numbers of [trees](Self::trees)
    /// and of [simulations](Self::simulations) do not apply.
    ///
    /// # Errors
    ///
    /// [`ForestError::Search`] for a setting that is out of range.
    pub fn forest<G: Game>(
        self,
        states: impl IntoIterator<Item = G>,
        seed: Seed,
    ) -> Result<Forest<G, P, E>, ForestError> {
        self.settings.check().map_err(|error| ForestError::Search { game: 0, error: Box::new(error) })?;
        let slots: Vec<Slot<G>> =
            states.into_iter().zip(0..).map(|(state, game)| Slot::new(state, seed.derive(game))).collect();
        Ok(Forest {
            settings: self.settings,
            memory: self.memory / slots.len().max(1),
            leaves: 1,
            parallel: false,
            slots,
            limit: 0,
            pending: false,
            index: Vec::new(),
            offsets: Vec::from([0]),
            starts: Vec::new(),
            weights: Vec::new(),
            values: Vec::new(),
        })
    }
}

/// Trees of many games that grow in steps, for networks that evaluate many states at once. Created
/// by [`Mcts::forest`].
///
/// A step has two halves. [`gather`](Self::gather) descends each tree to the leaf that needs an
/// evaluation. Ends of games, chance events and proofs are handled inside. [`learn`](Self::learn)
/// takes the weights of the leaves' actions and their values, and backs them up in order. A search
/// has ended when it has done its simulations or its root is proved; when no leaf waits, all
/// searches have ended.
///
/// Each game has the tree of [`Mcts`], and decides exactly as `Mcts` with the same prior,
/// regardless of the other games and of the number of threads: after `n` events, `Mcts` with the
/// seed `s.derive(n)`, where `s` is the seed of the game. With
/// [several leaves](Self::leaves_per_game) of a game in a step it decides otherwise, but still
/// reproducibly.
///
/// After [`advance`](Self::advance), the search continues in the tree below the event.
/// [`set`](Self::set) replaces a finished game. Games that are over have no leaves.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/doc/nim.rs")); }
/// # use nim::*;
/// use gambol_core::{Event, Seed};
/// use gambol_search::{Batched, Leaves, Mcts};
///
/// /// Stands for a network: weights of all actions, and values for the first player.
/// fn network(leaves: &Leaves<'_, Nim>) -> (Vec<f32>, Vec<Option<f64>>) {
///     let (mut weights, mut values) = (vec![], vec![]);
///     for leaf in leaves.iter() {
///         let left = |taken: &u8| (leaf.state.matches - taken) % 4;
///         let weight = |taken| if left(taken) == 0 { 0.8 } else { 0.1 };
///         weights.extend(leaf.actions.iter().map(weight));
///         let sign = leaf.state.to_move.sign() as f64;
///         values.push(Some(if leaf.state.matches % 4 == 0 { -0.5 * sign } else { 0.5 * sign }));
///     }
///     (weights, values)
/// }
///
/// let games = [21, 22, 23].map(|matches| Nim { matches, to_move: Player::First });
/// let mut forest = Mcts::new().puct(1.0, Batched).forest(games, Seed::new(1))?;
/// loop {
///     let leaves = forest.gather(50)?;
///     if leaves.is_empty() {
///         break;
///     }
///     let (weights, values) = network(&leaves);
///     forest.learn(&weights, &values)?;
/// }
/// for (game, decision) in forest.decisions()?.into_iter().enumerate() {
///     let action = decision.expect("a player is to move").action;
///     assert_eq!(usize::from(action), game + 1);
///     forest.advance(game, Event::Action(action))?;
/// }
/// # Ok::<(), gambol_search::ForestError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Forest<G: Game, P = Uniform, E = Score> {
    settings: Settings<P, E, Batched>,
    /// Memory limit of a tree in bytes.
    memory: usize,
    /// Maximum number of leaves of a game in a step.
    leaves: usize,
    parallel: bool,
    slots: Vec<Slot<G>>,
    /// Simulations of a search, by the last step.
    limit: u64,
    /// Whether gathered leaves wait for their evaluation.
    pending: bool,
    /// The leaves that wait: game and number in the game, and offsets of their actions.
    index: Vec<(usize, usize)>,
    offsets: Vec<usize>,
    /// First leaf of each game, then the number of leaves.
    starts: Vec<usize>,
    /// Buffers for the conversion of dense policies.
    weights: Vec<f32>,
    values: Vec<Option<f64>>,
}

impl<G: Game, P, E> Forest<G, P, E> {
    /// Sets the maximum number of leaves of a game in a step (default 1, at least 1).
    ///
    /// Leaves that wait count as virtual visits with the mean of their nodes, so that further
    /// descents explore elsewhere. A descent to a leaf that waits already ends the step of the
    /// game. Use it for few games and a large network; many games need no virtual visits.
    ///
    /// Source: A. Liu et al., *Watch the Unobserved: A Simple Approach to Parallelizing Monte Carlo
    /// Tree Search*, ICLR 2020.
    #[must_use]
    pub fn leaves_per_game(mut self, leaves: usize) -> Self {
        self.leaves = leaves.max(1);
        self
    }

    /// Steps the trees on all threads of the current rayon pool (feature `parallel`; default: on
    /// the current thread). Decisions do not depend on it.
    #[must_use]
    pub fn parallel(mut self, on: bool) -> Self {
        self.parallel = on;
        self
    }

    /// Returns the number of games.
    #[must_use]
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// Whether there are no games.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// Returns the state of a game.
    #[must_use]
    pub fn state(&self, game: usize) -> Option<&G> {
        self.slots.get(game).map(|slot| &slot.state)
    }

    /// Returns the simulations of the current search of a game, without those of earlier searches
    /// in a tree that was kept.
    #[must_use]
    pub fn simulations(&self, game: usize) -> u64 {
        self.slots.get(game).map_or(0, Slot::simulations)
    }

    /// Returns the leaves that wait for their evaluation.
    #[must_use]
    pub fn leaves(&self) -> Leaves<'_, G> {
        Leaves { slots: &self.slots, index: &self.index, offsets: &self.offsets }
    }

    /// Replaces a game by a new one with this state and seed.
    ///
    /// # Errors
    ///
    /// [`ForestError::Game`], or [`ForestError::Waiting`] if a leaf of the game waits for its
    /// evaluation.
    pub fn set(&mut self, game: usize, state: G, seed: Seed) -> Result<(), ForestError> {
        self.idle(game)?.set(state, seed);
        Ok(())
    }

    /// Applies an event to a game: an action of a player or a chance outcome. The tree below the
    /// event is kept for the next search, except with [Gumbel selection](Mcts::gumbel).
    ///
    /// # Errors
    ///
    /// As for [`set`](Self::set), and [`ForestError::Illegal`] for an illegal event; the game is
    /// then unchanged.
    pub fn advance(&mut self, game: usize, event: EventOf<G>) -> Result<(), ForestError> {
        self.idle(game)?.advance(event).map_err(|error| ForestError::Illegal { game, error })
    }

    /// Samples the chance events of a game that are due, until a player is to move or the game is
    /// over.
    ///
    /// # Errors
    ///
    /// As for [`set`](Self::set), and [`ForestError::Search`] for a chance event without outcomes.
    pub fn settle<R: Rng + ?Sized>(&mut self, game: usize, rng: &mut R) -> Result<(), ForestError> {
        self.idle(game)?.settle(rng).map_err(|error| failed(game, error))
    }

    /// Returns a game without waiting leaves.
    fn idle(&mut self, game: usize) -> Result<&mut Slot<G>, ForestError> {
        let (games, pending) = (self.slots.len(), self.pending);
        let slot = self.slots.get_mut(game).ok_or(ForestError::Game { game, games })?;
        if pending && !slot.waiting().is_empty() { Err(ForestError::Waiting { game }) } else { Ok(slot) }
    }

    /// Returns the decision of a game's search so far.
    ///
    /// # Errors
    ///
    /// As for [`set`](Self::set), and [`ForestError::Search`] if no player is to move.
    pub fn decision(&mut self, game: usize) -> Result<Decision<G::Action>, ForestError> {
        self.idle(game)?;
        let care = Care { settings: &self.settings, memory: self.memory, limit: self.limit, leaves: self.leaves };
        self.slots[game].decision(&care).map_err(|error| failed(game, error))
    }

    /// Returns the decision of every game, or `None` where no player is to move.
    ///
    /// # Errors
    ///
    /// As for [`decision`](Self::decision).
    pub fn decisions(&mut self) -> Result<Vec<Option<Decision<G::Action>>>, ForestError> {
        let is_due = |slot: &Slot<G>| slot.state.turn().player().is_some();
        (0..self.len()).map(|game| is_due(&self.slots[game]).then(|| self.decision(game)).transpose()).collect()
    }

    /// Returns the policy target of a game's search: every root action with its probability. It is
    /// the improved policy of [Gumbel selection](Mcts::gumbel), and otherwise the
    /// [distribution of visits](Decision::visit_distribution).
    ///
    /// # Errors
    ///
    /// As for [`decision`](Self::decision).
    pub fn policy(&mut self, game: usize) -> Result<Vec<(G::Action, f64)>, ForestError> {
        match self.idle(game)?.improved_policy() {
            Some(policy) => Ok(policy),
            None => self.decision(game).map(|decision| decision.visit_distribution()),
        }
    }

    /// Lists the leaves that wait.
    fn list(&mut self) {
        self.index.clear();
        self.starts.clear();
        self.offsets.clear();
        self.offsets.push(0);
        let mut offset = 0;
        for (game, slot) in self.slots.iter().enumerate() {
            self.starts.push(self.index.len());
            for (place, waiting) in slot.waiting().iter().enumerate() {
                self.index.push((game, place));
                offset += waiting.actions.len();
                self.offsets.push(offset);
            }
        }
        self.starts.push(self.index.len());
        self.pending = !self.index.is_empty();
    }

    /// Checks the evaluations of the leaves that wait.
    fn check(&self, weights: &[f32], values: &[Option<f64>]) -> Result<(), ForestError> {
        let leaves = self.leaves();
        self.check_length("weights", leaves.action_count(), weights.len())?;
        self.check_length("values", leaves.len(), values.len())?;
        let are_valid = weights.iter().all(|&weight| weight.is_finite() && weight >= 0.0)
            && values.iter().flatten().all(|&value| is_evaluation(value));
        if are_valid {
            return Ok(());
        }
        for (leaf, &(game, place)) in self.index.iter().enumerate() {
            let own = &weights[self.offsets[leaf]..self.offsets[leaf + 1]];
            let checked = self.slots[game].waiting()[place].check(own, values[leaf]);
            checked.map_err(|error| ForestError::Leaf { leaf, game, error: Box::new(error) })?;
        }
        Ok(())
    }

    fn check_length(&self, what: &'static str, needed: usize, found: usize) -> Result<(), ForestError> {
        if self.index.is_empty() {
            return Err(ForestError::NoLeaves);
        }
        let leaves = self.index.len();
        if needed == found { Ok(()) } else { Err(ForestError::Length { what, leaves, needed, found }) }
    }
}

impl<G: Game, P: Policy<G>, E: Evaluator<G>> Forest<G, P, E> {
    /// Grows each tree until a leaf needs an evaluation or its search has `limit` simulations.
    /// Returns the leaves; if there are none, all searches have ended. The same leaves are returned
    /// until they are [learnt](Self::learn).
    ///
    /// The first leaf of a search is its root, which does not count as a simulation, unless a tree
    /// that was kept has its evaluation.
    ///
    /// # Errors
    ///
    /// [`ForestError::Search`] if a chance event is due in a game or the search of a game fails. No
    /// leaf waits then; after the game has been replaced, the others continue.
    pub fn gather(&mut self, limit: u64) -> Result<Leaves<'_, G>, ForestError> {
        if !self.pending {
            self.limit = limit;
            let gathered = self.for_each(|slot, _, care, counter| slot.gather(care, counter));
            if let Err(error) = gathered {
                self.slots.iter_mut().for_each(Slot::give_back);
                self.index.clear();
                self.offsets.truncate(1);
                return Err(error);
            }
            self.list();
        }
        Ok(self.leaves())
    }

    /// Applies the evaluations of the leaves that wait, in order.
    ///
    /// `weights` has a weight for each action of each leaf, one leaf after the other, and
    /// `values` a value for each leaf, as for [`Prior::weigh`]: weights are finite and at least
    /// 0, and values are for the first player, in the units of the values of ended games. For
    /// points, that is the final score. A leaf without a value gets a rollout or an evaluation.
    ///
    /// # Errors
    ///
    /// [`ForestError::NoLeaves`], [`ForestError::Length`], or [`ForestError::Leaf`] for an invalid
    /// weight or value. The leaves still wait then. [`ForestError::Search`] if a rollout fails.
    pub fn learn(&mut self, weights: &[f32], values: &[Option<f64>]) -> Result<(), ForestError> {
        self.check(weights, values)?;
        self.pending = false;
        let (starts, offsets) = (core::mem::take(&mut self.starts), core::mem::take(&mut self.offsets));
        let learnt = self.for_each(|slot, game, care, counter| {
            let (first, end) = (starts[game], starts[game + 1]);
            slot.learn(&weights[offsets[first]..offsets[end]], &values[first..end], care, counter)
        });
        (self.starts, self.offsets) = (starts, offsets);
        self.index.clear();
        self.offsets.truncate(1);
        learnt
    }

    /// Grows all trees to `limit` simulations with the evaluations of a prior, one leaf after the
    /// other.
    ///
    /// # Errors
    ///
    /// As for [`gather`](Self::gather), also for invalid weights and values, and
    /// [`ForestError::Waiting`] if a leaf waits for its evaluation.
    pub fn run<R: Prior<G>>(&mut self, prior: &R, limit: u64) -> Result<(), ForestError> {
        if let Some(&(game, _)) = self.index.first() {
            return Err(ForestError::Waiting { game });
        }
        self.limit = limit;
        self.for_each(|slot, _, care, counter| slot.run(prior, care, counter))
    }

    /// Applies `work` to every game. Returns the error of the first game that failed.
    fn for_each<F>(&mut self, work: F) -> Result<(), ForestError>
    where
        F: Fn(&mut Slot<G>, usize, &Care<'_, P, E>, &mut Counter<'_>) -> Result<(), SearchError> + Sync,
    {
        let mut slots = core::mem::take(&mut self.slots);
        let care = Care { settings: &self.settings, memory: self.memory, limit: self.limit, leaves: self.leaves };
        // One task for each thread, since a step of one tree takes less time than a task.
        let threads = if self.parallel { parallel::threads() } else { 1 };
        let size = slots.len().div_ceil(threads).max(1);
        let mut chunks: Vec<(usize, &mut [Slot<G>])> =
            slots.chunks_mut(size).enumerate().map(|(chunk, slots)| (chunk * size, slots)).collect();
        let results = parallel::map_mut(&mut chunks, |(first, slots)| {
            let budget = Budget::unlimited();
            let meter = budget.meter();
            let mut counter = Counter::of_plies(&meter);
            let mut result = Ok(());
            for (slot, game) in slots.iter_mut().zip(*first..) {
                let done = work(slot, game, &care, &mut counter);
                result = result.and(done.map_err(|error| failed(game, error)));
            }
            result
        });
        self.slots = slots;
        results.into_iter().collect()
    }
}

impl<G: Indexed, P: Policy<G>, E: Evaluator<G>> Forest<G, P, E> {
    /// Applies the evaluations of the leaves that wait, as a policy and value network returns them.
    ///
    /// `policies` has a row for each leaf with a weight for every [action index](Indexed) of the
    /// game; only the weights of the leaf's actions are read. `values` has a value for each leaf:
    /// the points to come for the player to move. In games that are won or lost, that is a number
    /// from −1, a loss, to 1, a win.
    ///
    /// # Errors
    ///
    /// As for [`learn`](Self::learn).
    pub fn learn_policies(&mut self, policies: &[f32], values: &[f32]) -> Result<(), ForestError> {
        let (mut weights, mut converted) = (core::mem::take(&mut self.weights), core::mem::take(&mut self.values));
        weights.clear();
        converted.clear();
        let leaves = self.leaves();
        let needed = leaves.iter().map(|leaf| leaf.state.action_count()).sum();
        let checked = self
            .check_length("policy weights", needed, policies.len())
            .and_then(|()| self.check_length("values", leaves.len(), values.len()));
        if checked.is_ok() {
            let mut rest = policies;
            for (leaf, &value) in leaves.iter().zip(values) {
                let (own, others) = rest.split_at(leaf.state.action_count());
                let weight = |&action| own.get(leaf.state.action_index(action)).copied().unwrap_or(0.0);
                weights.extend(leaf.actions.iter().map(weight));
                let sign = leaf.state.turn().player().map_or(1.0, |player| player.sign() as f64);
                converted.push(Some(leaf.state.score() as f64 + sign * f64::from(value)));
                rest = others;
            }
        }
        let learnt = checked.and_then(|()| self.learn(&weights, &converted));
        (self.weights, self.values) = (weights, converted);
        learnt
    }
}

fn failed(game: usize, error: SearchError) -> ForestError {
    ForestError::Search { game, error: Box::new(error) }
}

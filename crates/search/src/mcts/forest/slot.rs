//! One game of a forest: its state, its tree and the leaves that wait for their evaluation.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use gambol_core::{Evaluator, Event, EventOf, Game, GameExt, Illegal, Policy, Prior, Rng, Seed, Turn};

use crate::budget::Budget;
use crate::decision::Decision;
use crate::error::{SearchError, is_evaluation};
use crate::mcts::arena::{Memory, ROOT, Room};
use crate::mcts::decide;
use crate::mcts::guide::shares;
use crate::mcts::node::Kind;
use crate::mcts::settings::{Root, Settings};
use crate::mcts::tree::{Descent, Expandable, Tree};
use crate::meter::{Counter, DESCENT};

use super::Batched;

/// Settings and limits of tree growth, the same for all games of a forest.
#[derive(Debug)]
pub(super) struct Care<'a, P, E> {
    pub(super) settings: &'a Settings<P, E, Batched>,
    /// Memory limit of a tree in bytes.
    pub(super) memory: usize,
    /// Simulations of a search.
    pub(super) limit: u64,
    /// Maximum number of leaves of a game in a step.
    pub(super) leaves: usize,
}

/// A descent that waits for the evaluation of its leaf.
#[derive(Clone, Debug)]
pub(super) struct Waiting<G: Game> {
    pub(super) state: G,
    /// Candidates of the state, in the order of the game.
    pub(super) actions: Vec<G::Action>,
    /// The leaf, or `None` for the root, which was expanded before.
    leaf: Option<Expandable>,
    path: Vec<(u32, Option<f64>)>,
    /// Chance outcomes on the path with their depths: the indices of their nodes may change.
    outcomes: Vec<(usize, EventOf<G>)>,
    /// Values of the virtual visits of the path. Empty if a game has one leaf in a step.
    lent: Vec<f64>,
}

/// A game of a forest.
#[derive(Clone, Debug)]
pub(super) struct Slot<G: Game> {
    pub(super) state: G,
    seed: Seed,
    /// Events of the game so far.
    events: u64,
    tree: Option<Tree<G>>,
    /// Node of the state in the tree, if it has one.
    place: Option<u32>,
    /// Whether the tree is prepared for a search of the state.
    begun: bool,
    /// Descents: those that wait, then buffers.
    descents: Vec<Waiting<G>>,
    /// Number of descents that wait.
    count: usize,
}

/// Result of a descent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// The simulation is done.
    Done,
    /// The leaf needs an evaluation.
    Leaf,
    /// The leaf waits already.
    Collision,
}

impl<G: Game> Slot<G> {
    pub(super) fn new(state: G, seed: Seed) -> Self {
        let descents = Vec::new();
        Self { state, seed, events: 0, tree: None, place: None, begun: false, descents, count: 0 }
    }

    /// Returns the descents that wait for their evaluation.
    #[inline]
    pub(super) fn waiting(&self) -> &[Waiting<G>] {
        &self.descents[..self.count]
    }

    /// Starts a new game in the memory of the last one.
    pub(super) fn set(&mut self, state: G, seed: Seed) {
        (self.state, self.seed, self.events) = (state, seed, 0);
        (self.place, self.begun) = (None, false);
        self.count = 0;
    }

    /// Returns the seed of the search of the current state.
    pub(super) fn seed(&self) -> Seed {
        self.seed.derive(self.events)
    }

    /// Returns the number of simulations of the search of the current state.
    pub(super) fn simulations(&self) -> u64 {
        self.tree.as_ref().filter(|_| self.begun).map_or(0, |tree| tree.simulations)
    }

    /// Applies an event, and keeps the part of the tree below it.
    pub(super) fn advance(&mut self, event: EventOf<G>) -> Result<(), Illegal> {
        self.state.try_advance(event)?;
        self.give_back();
        self.place = match (&self.tree, self.place) {
            (Some(tree), Some(at)) => match tree.arena.node(at).kind() {
                Kind::Chance => tree.arena.outcome_index(at, event),
                Kind::First | Kind::Second => {
                    tree.arena.children(at).find(|(_, child)| child.event == event).map(|(index, _)| index)
                }
                Kind::Leaf => None,
            },
            _ => None,
        };
        self.events += 1;
        self.begun = false;
        Ok(())
    }

    /// Ends the descents that wait, without their evaluations.
    pub(super) fn give_back(&mut self) {
        let Self { tree: Some(tree), descents, count, .. } = self else { return };
        descents[..*count].iter_mut().for_each(|waiting| waiting.give_back(tree));
        *count = 0;
    }

    /// Samples the chance events that are due. Returns an error if one has no outcome.
    pub(super) fn settle<R: Rng + ?Sized>(&mut self, rng: &mut R) -> Result<(), SearchError> {
        while self.state.turn() == Turn::Chance {
            let outcome = self.state.random_outcome(rng).ok_or_else(|| SearchError::undrawn(&self.state))?;
            self.advance(Event::Outcome(outcome)).map_err(|_| SearchError::undrawn(&self.state))?;
        }
        Ok(())
    }

    /// Prepares the tree for a search of the current state.
    fn begin<P, E>(&mut self, care: &Care<'_, P, E>) -> Result<(), SearchError> {
        let root = Root::new(&self.state, &Budget::unlimited(), care.settings.terminal)?;
        let seed = self.seed().derive(0);
        let reuses = care.settings.exploring.gumbel.is_none();
        let place = self.place.filter(|_| reuses);
        let kept = self.tree.as_mut().zip(place).is_some_and(|(tree, place)| tree.restart(&root, place, seed));
        if !kept {
            let memory = self.tree.take().map_or_else(Memory::default, Tree::into_memory);
            let room = Room { limit: care.memory, copied: reuses, guided: true };
            self.tree = Tree::new(&root, room, memory, seed);
        }
        (self.place, self.begun) = (Some(ROOT), true);
        Ok(())
    }

    /// Simulates until enough leaves wait for their evaluation or the search has ended.
    pub(super) fn gather<P: Policy<G>, E: Evaluator<G>>(
        &mut self,
        care: &Care<'_, P, E>,
        counter: &mut Counter<'_>,
    ) -> Result<(), SearchError> {
        if !self.begun {
            if self.state.turn() == Turn::Over {
                return Ok(());
            }
            self.begin(care)?;
        }
        let Some(tree) = &mut self.tree else { return Ok(()) };
        if tree.fault.is_noted() {
            return tree.fault.result();
        }
        if !tree.begun {
            let root = *tree.arena.node(ROOT);
            if root.kind() != Kind::Leaf && tree.arena.shares(&root).is_empty() {
                if self.count == 0 && care.limit > 0 {
                    tree.start_descent();
                    self.buffer();
                    self.wait(None, 1);
                }
                return Ok(());
            }
            tree.begin_search(&care.settings.exploring, care.limit);
        }
        while let Some(tree) = &mut self.tree
            && self.count < care.leaves
            && !tree.finished
            && tree.simulations + (self.count as u64) < care.limit
            && (self.count == 0 || !tree.is_phase_over())
        {
            counter.tick_all(DESCENT);
            tree.start_descent();
            self.buffer();
            if self.step(care, counter)? == Step::Collision {
                break;
            }
        }
        Ok(())
    }

    /// Copies the state of the root to the next buffer.
    #[inline]
    fn buffer(&mut self) {
        match self.descents.get_mut(self.count) {
            Some(descent) => descent.state.clone_from(&self.state),
            None => self.descents.push(Waiting {
                state: self.state.clone(),
                actions: Vec::new(),
                leaf: None,
                path: Vec::new(),
                outcomes: Vec::new(),
                lent: Vec::new(),
            }),
        }
    }

    /// Continues the descent in the tree's path, whose last node has the state of the first buffer.
    /// If its leaf needs an evaluation, the buffer becomes the last descent that waits.
    #[inline]
    fn step<P: Policy<G>, E: Evaluator<G>>(
        &mut self,
        care: &Care<'_, P, E>,
        counter: &mut Counter<'_>,
    ) -> Result<Step, SearchError> {
        let Self { tree: Some(tree), descents, .. } = self else { return Ok(Step::Done) };
        let moves = tree.arena.moves();
        let descent = tree.descend(&mut descents[self.count].state, care.settings, usize::MAX, counter);
        if tree.arena.moves() != moves {
            descents[..self.count].iter_mut().for_each(|waiting| waiting.find_nodes(tree));
        }
        match descent {
            Descent::Ended { value, proved } => {
                tree.finish(&self.state, value, proved);
                tree.finished = tree.is_proved();
                Ok(Step::Done)
            }
            Descent::Leaf(leaf) => {
                let is_same = |waiting: &Waiting<G>| waiting.leaf.is_some_and(|other| other.node == leaf.node);
                if self.waiting().iter().any(is_same) {
                    return Ok(Step::Collision);
                }
                self.wait(Some(leaf), care.leaves);
                Ok(Step::Leaf)
            }
            Descent::Stopped => {
                tree.finished = true;
                tree.fault.result().map(|()| Step::Done)
            }
        }
    }

    /// Adds the buffer after those that wait to them, with the path of the current descent. With
    /// several leaves, the nodes of the path get virtual visits.
    #[inline]
    fn wait(&mut self, leaf: Option<Expandable>, leaves: usize) {
        let Self { tree: Some(tree), descents, .. } = self else { return };
        let waiting = &mut descents[self.count];
        self.count += 1;
        waiting.leaf = leaf;
        let Waiting { state, actions, path, outcomes, lent, .. } = waiting;
        actions.clear();
        let _ = state.visit_candidates(|action| {
            actions.push(action);
            ControlFlow::Continue(())
        });
        outcomes.clear();
        lent.clear();
        core::mem::swap(path, &mut tree.path);
        if leaves > 1 && leaf.is_some() {
            let mut mean = 0.0;
            for (depth, &(at, _)) in path.iter().enumerate() {
                let node = tree.arena.node_mut(at);
                if node.visits() > 0 {
                    mean = node.value();
                }
                node.add(mean);
                lent.push(mean);
                if depth > 0
                    && let Event::Outcome(_) = node.event
                {
                    outcomes.push((depth, node.event));
                }
            }
        }
    }

    /// Applies the evaluations of all leaves that wait: one weight for each of their actions, one
    /// after the other, and a value for each leaf.
    pub(super) fn learn<P: Policy<G>, E: Evaluator<G>>(
        &mut self,
        mut weights: &[f32],
        values: &[Option<f64>],
        care: &Care<'_, P, E>,
        counter: &mut Counter<'_>,
    ) -> Result<(), SearchError> {
        let (count, mut kept) = (self.count, 0);
        for (index, &value) in values.iter().enumerate().take(count) {
            let (own, rest) = weights.split_at(self.descents[index].actions.len().min(weights.len()));
            weights = rest;
            // During the step of a descent that continues, all others count as waiting: those after
            // it, and those that have continued to another leaf.
            if self.apply(index, own, value, care, counter)? {
                self.descents.swap(kept, index);
                kept += 1;
            } else {
                // It waits no longer.
                self.descents[index].leaf = None;
                self.descents[index].outcomes.clear();
            }
        }
        self.count = kept;
        Ok(())
    }

    /// Applies the evaluation of a leaf. Returns whether the descent has continued to another leaf.
    #[inline]
    fn apply<P: Policy<G>, E: Evaluator<G>>(
        &mut self,
        index: usize,
        weights: &[f32],
        value: Option<f64>,
        care: &Care<'_, P, E>,
        counter: &mut Counter<'_>,
    ) -> Result<bool, SearchError> {
        let Self { tree: Some(tree), descents, .. } = self else { return Ok(false) };
        let waiting = &mut descents[index];
        tree.valued |= value.is_some();
        waiting.give_back(tree);
        core::mem::swap(&mut tree.path, &mut waiting.path);
        let Some(leaf) = waiting.leaf.take() else {
            tree.arena.share_out(ROOT, shares(weights));
            tree.root_value = value;
            tree.begin_search(&care.settings.exploring, care.limit);
            return Ok(false);
        };
        let expanded = leaf.has_room && tree.expand_with(&waiting.state, leaf.node, leaf.player, &waiting.actions);
        if expanded {
            tree.arena.share_out(leaf.node, shares(weights));
        }
        let value = match value {
            Some(value) => value,
            None if expanded && leaf.visits > 0 => {
                waiting.outcomes.clear();
                return self.resume(index, care, counter);
            }
            None => {
                let Some(value) = tree.rollout(&mut waiting.state, care.settings, counter) else {
                    tree.finished = true;
                    return tree.fault.result().map(|()| false);
                };
                value
            }
        };
        tree.finish(&self.state, value, false);
        tree.finished = tree.is_proved();
        Ok(false)
    }

    /// Continues the descent of a buffer below its leaf, which has been expanded. Returns whether
    /// it waits again, in the same buffer.
    #[cold]
    fn resume<P: Policy<G>, E: Evaluator<G>>(
        &mut self,
        index: usize,
        care: &Care<'_, P, E>,
        counter: &mut Counter<'_>,
    ) -> Result<bool, SearchError> {
        // It continues in a buffer behind all others, which takes its place if it waits again.
        let count = self.count;
        if self.descents.len() == count {
            self.buffer();
        }
        let state = self.descents[index].state.clone();
        self.descents[count].state = state;
        let step = self.step(care, counter)?;
        if step == Step::Leaf {
            self.descents.swap(index, count);
            self.count = count;
        }
        Ok(step == Step::Leaf)
    }

    /// Grows the tree up to the limit with the evaluations of a prior.
    pub(super) fn run<P: Policy<G>, E: Evaluator<G>, R: Prior<G>>(
        &mut self,
        prior: &R,
        care: &Care<'_, P, E>,
        counter: &mut Counter<'_>,
    ) -> Result<(), SearchError> {
        let (mut weights, mut values): (Vec<f32>, Vec<Option<f64>>) = (Vec::new(), Vec::new());
        loop {
            self.gather(care, counter)?;
            if self.count == 0 {
                return Ok(());
            }
            weights.clear();
            values.clear();
            for waiting in self.waiting() {
                let first = weights.len();
                weights.resize(first + waiting.actions.len(), 0.0);
                let value = prior.weigh(&waiting.state, &waiting.actions, &mut weights[first..]);
                waiting.check(&weights[first..], value)?;
                values.push(value);
            }
            self.learn(&weights, &values, care, counter)?;
        }
    }

    /// Returns the decision of the search so far. A search without a tree begins one.
    pub(super) fn decision<P, E>(&mut self, care: &Care<'_, P, E>) -> Result<Decision<G::Action>, SearchError> {
        if !self.begun {
            self.begin(care)?;
        }
        let budget = Budget::unlimited();
        let root = Root::new(&self.state, &budget, care.settings.terminal)?;
        Ok(decide::decide(&root, self.tree.as_slice(), &budget.meter()))
    }

    /// Returns the improved policy of the root's children, if Gumbel selection is on.
    pub(super) fn improved_policy(&self) -> Option<Vec<(G::Action, f64)>> {
        let tree = self.tree.as_ref().filter(|_| self.begun)?;
        let policy = tree.improved_policy(self.state.turn().player()?)?;
        let children = tree.arena.children(ROOT).zip(policy);
        Some(
            children
                .filter_map(|((_, child), share)| match child.event {
                    Event::Action(action) => Some((action, share)),
                    Event::Outcome(_) => None,
                })
                .collect(),
        )
    }
}

impl<G: Game> Waiting<G> {
    /// Checks weights and value of the leaf.
    pub(super) fn check(&self, weights: &[f32], value: Option<f64>) -> Result<(), SearchError> {
        for (&action, &weight) in self.actions.iter().zip(weights) {
            if !weight.is_finite() || weight < 0.0 {
                return Err(SearchError::weight(&self.state, action, weight));
            }
        }
        match value {
            Some(value) if !is_evaluation(value) => Err(SearchError::evaluation(&self.state, value)),
            _ => Ok(()),
        }
    }

    /// Withdraws the virtual visits of the path.
    fn give_back(&mut self, tree: &mut Tree<G>) {
        for (&(at, _), lent) in self.path.iter().zip(self.lent.drain(..)) {
            tree.arena.node_mut(at).withdraw(lent);
        }
    }

    /// Updates the indices on the path after children of chance nodes have moved.
    fn find_nodes(&mut self, tree: &Tree<G>) {
        for &(depth, event) in &self.outcomes {
            let parent = self.path[depth - 1].0;
            if let Some(index) = tree.arena.outcome_index(parent, event) {
                self.path[depth].0 = index;
            }
        }
        if let (Some(leaf), Some(&(at, _))) = (&mut self.leaf, self.path.last()) {
            leaf.node = at;
        }
    }
}

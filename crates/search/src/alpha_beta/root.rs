//! The root: iterative deepening, aspiration windows, and work sharing.

use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

use gambol_core::{Evaluator, Game, GameExt, NoChance, Player};

use super::node::{NodeValue, Reach, Window};
use super::tables::exchange;
use super::value::{Scale, Seen};
use super::worker::{MAX_PLY, Worker};
use crate::decision::Bound;
use crate::order::best_first;
use crate::parallel;
use crate::table::TranspositionTable;

/// Root actions with equal or symmetric afterstates.
#[derive(Clone, Debug)]
pub(super) struct Class<G> {
    pub(super) after: G,
    /// Value of the last search for the player to move, and its kind of bound.
    pub(super) value: f64,
    pub(super) bound: Bound,
    pub(super) nodes: u64,
    pub(super) solved: bool,
}

/// Returns the classes of the root's actions, in the order of their first members, and the class of
/// each action.
pub(super) fn classes<G: Game>(
    state: &G,
    player: Player,
    actions: &[G::Action],
    symmetric: bool,
) -> (Vec<Class<G>>, Vec<usize>) {
    let symmetric = symmetric && state.symmetries() > 1;
    let after = |&action: &G::Action| {
        let after = state.afterstate(action);
        if symmetric { after.canonical() } else { after }
    };
    let afters: Vec<G> = actions.iter().map(after).collect();
    let mut keys: Vec<(u64, usize)> = afters.iter().map(Game::key).zip(0..).collect();
    keys.sort_unstable();
    // Index of the first action with the same afterstate.
    let mut leaders: Vec<usize> = (0..actions.len()).collect();
    for at in 1..keys.len() {
        let (key, index) = keys[at];
        let mut same_key = keys[..at].iter().rev().take_while(|&&(other, _)| other == key);
        if let Some(&(_, leader)) = same_key.find(|&&(_, other)| afters[other] == afters[index]) {
            leaders[index] = leaders[leader];
        }
    }
    let mut classes: Vec<Class<G>> = Vec::new();
    let mut class_of = Vec::with_capacity(actions.len());
    for (index, after) in afters.into_iter().enumerate() {
        if leaders[index] == index {
            class_of.push(classes.len());
            let value = (player.sign() * after.score()) as f64;
            classes.push(Class { after, value, bound: Bound::Unsearched, nodes: 0, solved: false });
        } else {
            class_of.push(class_of[leaders[index]]);
        }
    }
    (classes, class_of)
}

/// The last ply at which symmetric states are merged by default.
pub(super) fn symmetric_plies<G: Game>(state: &G) -> usize {
    let is_symmetric = (1..state.symmetries()).any(|symmetry| state.transform(symmetry) == *state);
    if is_symmetric { MAX_PLY } else { 3 }
}

/// How a pass over the root's actions ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PassEnd {
    /// All were searched.
    Complete,
    /// The budget ran out.
    Aborted,
    /// The value of the first action is at most alpha.
    FailLow,
    /// The value of an action is at least beta.
    FailHigh,
}

/// Least depth for aspiration windows.
const MIN_ASPIRATION_DEPTH: u8 = 4;

/// The root of a search and the workers that share it.
#[derive(Debug)]
pub(super) struct Root<'a, G: Game, E> {
    pub(super) player: Player,
    pub(super) classes: Vec<Class<G>>,
    /// The classes to search, in search order.
    pub(super) order: Vec<usize>,
    /// The common table of the workers; see [`exchange`].
    pub(super) common: Arc<TranspositionTable>,
    /// Batches are as large as there are workers, however many threads these run on.
    pub(super) workers: Vec<Worker<'a, G, E>>,
    pub(super) max_nodes: u64,
    /// Number of best actions with exact values, at least 1; the others get null windows.
    pub(super) exact: usize,
    /// Number of classes searched deeper than one ply.
    pub(super) width: usize,
    /// The best class so far.
    pub(super) best: usize,
    /// The principal variation after it, in actions of the canonical images that were searched.
    pub(super) pv: Vec<G::Action>,
    /// Number of classes searched in the last pass.
    pub(super) searched: usize,
    /// Number of nodes of the workers of other roots.
    pub(super) others: u64,
}

impl<'a, G: Game<Outcome = NoChance>, E: Evaluator<G>> Root<'a, G, E> {
    pub(super) fn nodes(&self) -> u64 {
        self.own_nodes() + self.others
    }

    /// The nodes of this root's workers.
    pub(super) fn own_nodes(&self) -> u64 {
        self.workers.iter().map(|worker| worker.pace.nodes()).sum()
    }

    /// Features of the states that the workers have seen.
    pub(super) fn seen(&self) -> Seen {
        self.workers.iter().fold(Seen::default(), |seen, worker| seen.and(worker.seen))
    }

    /// Whether the evaluator has given a value that is not finite.
    pub(super) fn has_fault(&self) -> bool {
        self.workers.iter().any(|worker| worker.fault.is_noted())
    }

    /// A root of the same state for another worker.
    pub(super) fn helper(&self, worker: Worker<'a, G, E>) -> Self {
        Self {
            classes: self.classes.clone(),
            order: self.order.clone(),
            common: self.common.clone(),
            workers: vec![worker],
            pv: self.pv.clone(),
            ..*self
        }
    }

    /// Takes over the result of another root.
    pub(super) fn follow(&mut self, other: &Self) {
        self.classes.clone_from(&other.classes);
        self.order.clone_from(&other.order);
        self.pv.clone_from(&other.pv);
        self.best = other.best;
    }

    /// Rotates the classes after the first, so that the `index`-th of `count` workers begins with
    /// classes of its own.
    pub(super) fn rotate(&mut self, index: usize, count: usize) {
        if let Some((_, rest)) = self.order.split_first_mut() {
            rest.rotate_left(rest.len() * index / count);
        }
    }

    /// Goes on after another worker has ended the pass.
    pub(super) fn resume(&mut self) {
        self.workers.iter_mut().for_each(|worker| worker.pace.resume());
    }

    /// Iterative deepening by passes; calls `completed` after each depth. Returns the last
    /// completed depth.
    pub(super) fn deepen(
        &mut self,
        depth: u8,
        extensions: u8,
        mut pass: impl FnMut(&mut Self, u8, Window, usize) -> PassEnd,
        completed: impl Fn(u8, &Self),
    ) -> u8 {
        let mut values: [f64; 2] = [0.0; 2];
        let mut current = 1;
        while current <= depth {
            let mut window = if current >= MIN_ASPIRATION_DEPTH && self.exact == 1 {
                aspiration_window(values, self.workers[0].params.scale)
            } else {
                Window::FULL
            };
            let exact = if current == 1 { usize::MAX } else { self.exact };
            let end = loop {
                match pass(self, current + extensions, window, exact) {
                    PassEnd::FailLow => window.alpha = f64::NEG_INFINITY,
                    PassEnd::FailHigh => window.beta = f64::INFINITY,
                    end => break end,
                }
            };
            if current > 1 && self.searched > 0 {
                self.forget_narrowed();
            }
            if end == PassEnd::Aborted {
                self.avoid_loss();
                return current - 1;
            }
            self.sort();
            completed(current, self);
            if current == 1 {
                self.order.truncate(self.width);
            }
            let value = self.classes[self.best].value;
            values = [values[1], value];
            let scale = self.workers[0].params.scale;
            let won = self.classes[self.best].solved && value > 0.0 && scale.is_win(value);
            if current > 1 && self.widen() {
                // The same depth again.
                continue;
            }
            if won || self.order.iter().all(|&class| self.classes[class].solved) {
                return current;
            }
            current += 1;
        }
        depth
    }

    /// Takes up the classes outside the beam if all others lose. `false` if there are none.
    fn widen(&mut self) -> bool {
        let scale = self.workers[0].params.scale;
        let count = self.classes.len();
        if self.order.len() == count || !scale.is_lost(self.classes[self.best].value) {
            return false;
        }
        let narrowed: Vec<usize> = (0..count).filter(|class| !self.order.contains(class)).collect();
        self.order.extend(narrowed);
        self.width = usize::MAX;
        true
    }

    /// Marks the classes outside the beam as unsearched, since the others are searched deeper. What
    /// is solved stays.
    fn forget_narrowed(&mut self) {
        if self.order.len() == self.classes.len() {
            return;
        }
        for class in 0..self.classes.len() {
            if !self.classes[class].solved && !self.order.contains(&class) {
                self.classes[class].bound = Bound::Unsearched;
            }
        }
    }

    /// Gives up the best class of an incomplete depth if it is a forced loss, for the best one of
    /// those that are not, which may have been searched less deep.
    fn avoid_loss(&mut self) {
        let scale = self.workers[0].params.scale;
        let is_loss = |class: usize| {
            let Class { value, bound, .. } = self.classes[class];
            bound != Bound::AtLeast && scale.is_lost(value)
        };
        if is_loss(self.best) {
            let others = self.order.iter().copied().filter(|&class| !is_loss(class));
            let value = |&class: &usize| self.classes[class].value;
            if let Some(other) = others.rev().max_by(|a, b| value(a).total_cmp(&value(b))) {
                self.best = other;
                self.pv.clear();
            }
        }
    }

    /// Sorts the classes after a pass: the best one first, the others by value.
    fn sort(&mut self) {
        let (classes, best) = (&self.classes, self.best);
        best_first(&mut self.order, |&class| classes[class].value);
        if let Some(at) = self.order.iter().position(|&class| class == best) {
            self.order[..=at].rotate_right(1);
        }
    }

    /// Searches all classes in order. The first `exact` are searched with the full window, the rest
    /// in batches with a null window above the last of the best; those that fail high are searched
    /// again.
    pub(super) fn pass(&mut self, left: u8, window: Window, exact: usize) -> PassEnd {
        self.searched = 0;
        let order = core::mem::take(&mut self.order);
        let end = self.pass_over(&order, left, window, exact);
        self.order = order;
        end
    }

    fn pass_over(&mut self, order: &[usize], left: u8, window: Window, exact: usize) -> PassEnd {
        // The `exact` greatest values so far, in descending order.
        let mut bests: Vec<f64> = Vec::new();
        let mut rest = order;
        while !rest.is_empty() {
            let is_first = rest.len() == order.len();
            let (batch, later) = rest.split_at(if is_first { 1 } else { self.workers.len().min(rest.len()) });
            rest = later;
            let scout = bests.len() >= exact;
            let asked = if scout { Window::above(bests[exact - 1]) } else { window };
            let found = self.batch(batch, left, asked);
            for (slot, (&class, mut found)) in batch.iter().zip(found).enumerate() {
                let mut asked = asked;
                // It beat the last of the best at the start of the batch; another class of the
                // batch may have raised that value since.
                if found.is_some_and(|found| scout && found.value > asked.alpha && found.value < window.beta) {
                    asked = Window { alpha: bests[exact - 1], ..window };
                    found = self.search_class(slot, class, left, asked);
                }
                let Some(NodeValue { value, solved }) = found else { return PassEnd::Aborted };
                let known = &mut self.classes[class];
                (known.value, known.bound, known.solved) = (value, asked.bound(value), solved);
                self.searched += 1;
                if is_first && value <= window.alpha {
                    return PassEnd::FailLow;
                }
                if bests.first().is_none_or(|&best| value > best) {
                    self.best = class;
                    self.pv.clear();
                    self.pv.extend_from_slice(self.workers[slot].pv.get(1));
                }
                let place = bests.partition_point(|&best| best >= value);
                if place < exact {
                    bests.insert(place, value);
                    bests.truncate(exact);
                }
                if value >= window.beta {
                    return PassEnd::FailHigh;
                }
            }
        }
        PassEnd::Complete
    }

    /// Searches classes in parallel.
    fn batch(&mut self, classes: &[usize], left: u8, window: Window) -> Vec<Option<NodeValue>> {
        if let [class] = *classes {
            return vec![self.search_class(0, class, left, window)];
        }
        let afters: Vec<G> = classes.iter().map(|&class| self.classes[class].after.clone()).collect();
        let found = self.search_parallel(&afters, self.player, Reach { left: left - 1, ply: 1 }, window);
        for (&class, &(_, nodes)) in classes.iter().zip(&found) {
            self.classes[class].nodes += nodes;
        }
        found.into_iter().map(|(found, _)| found).collect()
    }

    /// Searches one class by one worker or, with an open window, by all under its lead. `None` if
    /// the budget ran out.
    fn search_class(&mut self, lead: usize, class: usize, left: u8, window: Window) -> Option<NodeValue> {
        let before = self.nodes();
        let after = self.classes[class].after.clone();
        let found = self.split(lead, &after, self.player, Reach { left: left - 1, ply: 1 }, window);
        self.classes[class].nodes += self.nodes() - before;
        found
    }

    /// Searches a state as a single worker does, but splits the work below the principal variation.
    /// Source: T. A. Marsland and F. Popowich, *Parallel Game-Tree Search*, IEEE PAMI 7(4), 1985.
    fn split(&mut self, lead: usize, state: &G, mover: Player, reach: Reach, window: Window) -> Option<NodeValue> {
        let is_worth = reach.left >= self.workers[lead].params.extensions + MIN_SPLIT_DEPTH && window.is_open();
        let player = state.turn().player().filter(|_| is_worth && self.workers.len() > 1);
        let share = self.max_nodes.saturating_sub(self.nodes());
        let Some(player) = player else {
            self.exchange();
            let worker = &mut self.workers[lead];
            return search(worker, state, mover, reach, window, share).0;
        };
        let worker = &mut self.workers[lead];
        worker.pv.clear(reach.ply);
        worker.pace.allow(share);
        if !worker.pace.tick() {
            return None;
        }
        let canonical = worker.canonical(state, reach, window);
        let state = canonical.as_ref().unwrap_or(state);
        if player == mover {
            self.split_node(lead, state, player, reach, window)
        } else {
            self.split_node(lead, state, player, reach, window.reversed()).map(NodeValue::reversed)
        }
    }

    fn split_node(
        &mut self,
        lead: usize,
        state: &G,
        player: Player,
        reach: Reach,
        window: Window,
    ) -> Option<NodeValue> {
        let worker = &mut self.workers[lead];
        let node = match worker.probe(state, player, reach, window) {
            Ok(node) => node,
            Err(found) => return (!worker.pace.is_over()).then_some(found),
        };
        let window = match worker.window_of_candidates(state, &node) {
            Ok(window) => window,
            Err(found) => return Some(found),
        };
        let actions = worker.ordered_actions(state, player, &node);
        if worker.pace.is_over() {
            return None;
        }
        let reach = node.reach.next();
        let Window { mut alpha, beta } = window;
        let mut best: Option<(NodeValue, u16)> = None;
        let mut solved = true;
        let mut rest = actions.as_slice();
        while !rest.is_empty() {
            let is_first = best.is_none();
            let (batch, later) = rest.split_at(if is_first { 1 } else { self.workers.len().min(rest.len()) });
            rest = later;
            let asked = Window::above(alpha);
            let afters: Vec<G> = batch.iter().map(|scored| state.afterstate(scored.action)).collect();
            let found = if is_first {
                vec![(self.split(lead, &afters[0], player, reach, window), 0)]
            } else {
                self.search_parallel(&afters, player, reach, asked)
            };
            for (slot, (found, scored)) in found.into_iter().zip(batch).enumerate() {
                let mut found = found.0?;
                let slot = if is_first { lead } else { slot };
                if !is_first && found.value > asked.alpha && found.value < beta {
                    found = self.split(slot, &afters[slot], player, reach, Window { alpha, beta })?;
                }
                solved &= found.solved;
                if best.is_none_or(|(best, _)| found.value > best.value) {
                    best = Some((found, scored.number));
                }
                if found.value > alpha {
                    alpha = found.value;
                    let line: Vec<G::Action> = self.workers[slot].pv.get(reach.ply).to_vec();
                    self.workers[lead].pv.set(node.reach.ply, scored.action, &line);
                }
                if found.value >= beta {
                    let worker = &mut self.workers[lead];
                    worker.order.record_cutoff(node.reach.ply, scored.action);
                    let found = worker.with_omissions(state, node.reach.ply, found);
                    return Some(worker.store(&node, found, Some(scored.number)));
                }
            }
        }
        let (found, number) = best?;
        let worker = &mut self.workers[lead];
        let found = worker.with_omissions(state, node.reach.ply, NodeValue { solved, ..found });
        Some(worker.store(&node, found, Some(number)))
    }

    /// Exchanges new table entries between the workers.
    fn exchange(&mut self) {
        if self.workers.len() > 1 {
            exchange(&mut self.common, self.workers.iter_mut().map(|worker| &mut worker.table));
        }
    }

    /// Searches states in parallel, one per worker. Returns their values and node counts.
    fn search_parallel(
        &mut self,
        states: &[G],
        mover: Player,
        reach: Reach,
        window: Window,
    ) -> Vec<(Option<NodeValue>, u64)> {
        self.exchange();
        let share = self.max_nodes.saturating_sub(self.nodes()) / states.len() as u64;
        let mut pairs: Vec<_> = self.workers.iter_mut().zip(states).collect();
        parallel::map_mut(&mut pairs, |(worker, state)| search(worker, state, mover, reach, window, share))
    }
}

/// Least remaining depth at which a state of the principal variation is split.
const MIN_SPLIT_DEPTH: u8 = 4;

/// Aspiration window around the last value, in proportion to the last change.
fn aspiration_window([before, last]: [f64; 2], scale: Scale) -> Window {
    let margin = 1.5 * (last - before).abs() + last.abs() / 1024.0;
    if !scale.is_decided(last) && margin > 0.0 && margin.is_finite() {
        Window { alpha: last - margin, beta: last + margin }
    } else {
        Window::FULL
    }
}

/// Searches a state by one worker. Returns its value, `None` if the budget ran out, and the nodes.
fn search<G: Game<Outcome = NoChance>, E: Evaluator<G>>(
    worker: &mut Worker<'_, G, E>,
    state: &G,
    mover: Player,
    reach: Reach,
    window: Window,
    share: u64,
) -> (Option<NodeValue>, u64) {
    let before = worker.pace.nodes();
    worker.pace.allow(share);
    worker.pv.clear(reach.ply);
    let found = worker.search_child(state, mover, reach, window);
    let over = worker.pace.is_over();
    ((!over).then_some(found), worker.pace.nodes() - before)
}

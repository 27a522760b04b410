//! The root: iterative deepening and aspiration windows.

use alloc::vec::Vec;

use gambol_core::{Evaluator, Game, GameExt, NoChance, Player};

use super::node::{NodeValue, Reach, Window};
use super::value::Scale;
use super::worker::{MAX_PLY, Worker};
use crate::decision::{Bound, best_first};

/// Root actions with equal or symmetric afterstates.
#[derive(Clone, Debug)]
pub(super) struct Class<G> {
    pub(super) after: G,
    /// Value of the last search for the player to move.
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
            let value = player.sign() as f64 * after.score() as f64;
            classes.push(Class { after, value, bound: Bound::Unsearched, nodes: 0, solved: false });
        } else {
            class_of.push(class_of[leaders[index]]);
        }
    }
    (classes, class_of)
}

/// Returns the last ply at which symmetric states are merged by default.
pub(super) fn symmetric_plies<G: Game>(state: &G) -> usize {
    let is_symmetric = (1..state.symmetries()).any(|symmetry| state.transform(symmetry) == *state);
    if is_symmetric { MAX_PLY } else { 3 }
}

/// Result of a pass over the root's actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PassEnd {
    /// All actions were searched.
    Complete,
    /// The budget ran out.
    Aborted,
    /// The value of the first action, or of all actions, is at most alpha.
    FailLow,
    /// The value of an action is at least beta.
    FailHigh,
}

/// Minimum depth for aspiration windows.
const MIN_ASPIRATION_DEPTH: u8 = 4;

/// The root of a search, and its worker.
#[derive(Debug)]
pub(super) struct Root<'a, G: Game, E> {
    pub(super) player: Player,
    pub(super) classes: Vec<Class<G>>,
    /// The classes to search, in search order.
    pub(super) order: Vec<usize>,
    pub(super) worker: Worker<'a, G, E>,
    /// Node limit of the worker.
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
    /// Returns the number of nodes of all workers.
    pub(super) fn nodes(&self) -> u64 {
        self.worker.pace.nodes() + self.others
    }

    /// Creates a root of the same state for another worker.
    pub(super) fn helper(&self, worker: Worker<'a, G, E>) -> Self {
        Self { classes: self.classes.clone(), order: self.order.clone(), worker, pv: self.pv.clone(), ..*self }
    }

    /// Copies the result of another root.
    pub(super) fn follow(&mut self, other: &Self) {
        self.classes.clone_from(&other.classes);
        self.order.clone_from(&other.order);
        self.pv.clone_from(&other.pv);
        (self.best, self.searched) = (other.best, other.searched);
    }

    /// Rotates the classes after the first, so that each of `count` workers starts with different
    /// classes.
    pub(super) fn rotate(&mut self, index: usize, count: usize) {
        if let Some((_, rest)) = self.order.split_first_mut() {
            rest.rotate_left(rest.len() * index / count);
        }
    }

    /// The window of the settings, for the player to move.
    fn full_window(&self) -> Window {
        let (alpha, beta) = self.worker.params.settings.window;
        let window = Window { alpha, beta };
        if self.player == Player::First { window } else { window.reversed() }
    }

    /// Depth of the first iteration, at least 1, otherwise at most `depth`.
    fn first_depth(&self, depth: u8) -> u8 {
        if self.width == usize::MAX { self.worker.params.settings.first_depth.min(depth).max(1) } else { 1 }
    }

    /// Whether the passes first ask who wins, then how soon. Iterative deepening finds the quickest
    /// win by itself.
    fn asks_who_wins(&self) -> bool {
        self.worker.params.settings.first_depth > 1 && self.exact == 1
    }

    /// Returns the window of the next pass after one that failed low or high. `known` is the range
    /// of the value after all passes of this depth.
    fn next_window(&self, window: Window, end: PassEnd, known: &mut Window) -> Window {
        let full = self.full_window();
        let value = self.classes[self.best].value;
        let fails_high = end == PassEnd::FailHigh;
        if self.asks_who_wins() && self.worker.params.scale.is_decided(value) && known.alpha < known.beta {
            if fails_high {
                known.alpha = value;
            } else {
                known.beta = value;
            }
            // The values of wins and losses are integers.
            let Window { alpha, beta } = *known;
            return if alpha >= beta {
                // Exact values and the principal variation.
                Window { alpha: alpha - 1.0, beta: alpha + 1.0 }
            } else if alpha.is_finite() {
                Window { alpha, beta: alpha + 1.0 }
            } else {
                Window { alpha: beta - 1.0, beta }
            };
        }
        if fails_high { Window { beta: full.beta, ..window } } else { Window { alpha: full.alpha, ..window } }
    }

    /// Iterative deepening by passes; calls `completed` after each depth. Returns the last
    /// completed depth.
    pub(super) fn deepen(
        &mut self,
        depth: u8,
        mut pass: impl FnMut(&mut Self, u8, Window, usize) -> PassEnd,
        completed: impl Fn(u8, &Self),
    ) -> u8 {
        let mut values: [f64; 2] = [0.0; 2];
        let extensions = self.worker.params.settings.extensions;
        let (first, full) = (self.first_depth(depth), self.full_window());
        let scale = self.worker.params.scale;
        let mut current = first;
        while current <= depth {
            let mut window = if self.asks_who_wins() {
                scale.evaluations().within(full)
            } else if current >= MIN_ASPIRATION_DEPTH && self.exact == 1 {
                aspiration_window(values, scale).within(full)
            } else {
                full
            };
            let mut known = Window::FULL;
            let exact = if current == 1 { usize::MAX } else { self.exact };
            let end = loop {
                let end = pass(self, current + extensions, window, exact);
                let is_over = match end {
                    PassEnd::FailLow => window.alpha <= full.alpha,
                    PassEnd::FailHigh => window.beta >= full.beta,
                    PassEnd::Complete | PassEnd::Aborted => true,
                };
                if is_over {
                    break end;
                }
                window = self.next_window(window, end, &mut known);
                if self.asks_who_wins() {
                    self.sort();
                }
            };
            if current > 1 && self.searched > 0 {
                self.forget_narrowed();
            }
            if end == PassEnd::Aborted {
                self.avoid_loss();
                return if current == first { 0 } else { current - 1 };
            }
            self.sort();
            completed(current, self);
            if current == 1 {
                self.order.truncate(self.width);
            }
            let value = self.classes[self.best].value;
            values = [values[1], value];
            let is_solved = self.classes[self.best].solved;
            let won = is_solved && (value >= full.beta || value > 0.0 && scale.is_win(value));
            if current > 1 && self.widen() {
                // Repeat the same depth.
                continue;
            }
            if won || self.order.iter().all(|&class| self.classes[class].solved) {
                return current;
            }
            current += 1;
        }
        depth
    }

    /// Adds the classes outside the beam if all others lose. Returns whether it added any.
    fn widen(&mut self) -> bool {
        let scale = self.worker.params.scale;
        let count = self.classes.len();
        if self.order.len() == count || !scale.is_lost(self.classes[self.best].value) {
            return false;
        }
        let narrowed: Vec<usize> = (0..count).filter(|class| !self.order.contains(class)).collect();
        self.order.extend(narrowed);
        self.width = usize::MAX;
        true
    }

    /// Marks the classes outside the beam as unsearched, since the others are searched deeper.
    /// Solved classes are unchanged.
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

    /// Replaces the best class of an incomplete depth if it is a forced loss. The replacement is
    /// the best class that is not a forced loss, even if it has been searched less deep.
    fn avoid_loss(&mut self) {
        let scale = self.worker.params.scale;
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
    /// with a null window above the last of the best; those that fail high are searched again.
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
        // Whether the other actions may be better than a first one that fails low.
        let searches_all = self.asks_who_wins() || window.alpha <= self.full_window().alpha;
        for (nth, &class) in order.iter().enumerate() {
            let scout = bests.len() >= exact;
            let floor = if scout && bests[exact - 1] > window.alpha { bests[exact - 1] } else { window.alpha };
            let mut asked = if scout { Window::above(floor) } else { window };
            let mut found = self.search_class(class, left, asked);
            if found.is_some_and(|found| scout && found.value > asked.alpha && found.value < window.beta) {
                asked = Window { alpha: floor, ..window };
                found = self.search_class(class, left, asked);
            }
            let Some(NodeValue { value, solved }) = found else { return PassEnd::Aborted };
            let known = &mut self.classes[class];
            (known.value, known.bound, known.solved) = (value, asked.bound(value), solved);
            self.searched += 1;
            if nth == 0 && value <= window.alpha && !searches_all {
                return PassEnd::FailLow;
            }
            if bests.first().is_none_or(|&best| value > best) {
                self.best = class;
                self.pv.clear();
                self.pv.extend_from_slice(self.worker.pv.get(1));
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
        if bests.first().is_some_and(|&best| best <= window.alpha) { PassEnd::FailLow } else { PassEnd::Complete }
    }

    /// Searches one class. Returns `None` if the budget ran out.
    fn search_class(&mut self, class: usize, left: u8, window: Window) -> Option<NodeValue> {
        let (worker, class) = (&mut self.worker, &mut self.classes[class]);
        let before = worker.pace.nodes();
        worker.pace.allow(self.max_nodes.saturating_sub(before));
        worker.pv.clear(1);
        let found = worker.search_child(&class.after, self.player, Reach { left: left - 1, ply: 1 }, window);
        class.nodes += worker.pace.nodes() - before;
        (!worker.pace.is_over()).then_some(found)
    }
}

/// Returns an aspiration window around the last value, in proportion to the last change.
fn aspiration_window([before, last]: [f64; 2], scale: Scale) -> Window {
    let margin = 1.5 * (last - before).abs() + last.abs() / 1024.0;
    if !scale.is_decided(last) && margin > 0.0 && margin.is_finite() {
        Window { alpha: last - margin, beta: last + margin }
    } else {
        Window::FULL
    }
}

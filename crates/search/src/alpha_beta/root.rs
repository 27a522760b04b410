//! The root: its actions, iterative deepening, and the split of the work.

use alloc::vec;
use alloc::vec::Vec;

use gambol_core::{Game, GameExt, NoChance, Player};

use super::judge::Judging;
use super::value::ForcedWin;
use super::worker::{Found, Reach, Window, Worker};

/// Root actions that lead to the same state, or to states that are taken for one.
#[derive(Debug)]
pub(super) struct Class<G> {
    pub(super) after: G,
    /// For the player to move, from the last search of it.
    pub(super) value: f64,
    pub(super) nodes: u64,
    pub(super) solved: bool,
}

/// The classes of the root's actions, in the order of their first members, and the class of each action.
pub(super) fn classes<G: Game>(
    state: &G,
    player: Player,
    actions: &[G::Action],
    symmetric: bool,
) -> (Vec<Class<G>>, Vec<usize>) {
    let symmetric = symmetric && state.symmetries() > 1;
    let mut afters: Vec<(u64, usize, G)> = Vec::with_capacity(actions.len());
    for (index, &action) in actions.iter().enumerate() {
        let after = state.afterstate(action);
        let after = if symmetric { after.canonical() } else { after };
        afters.push((after.key(), index, after));
    }
    afters.sort_unstable_by_key(|&(key, index, _)| (key, index));
    // The first action that leads to the same state.
    let mut leaders: Vec<usize> = (0..actions.len()).collect();
    for at in 1..afters.len() {
        let (key, index, after) = &afters[at];
        let same = afters[..at].iter().rev().take_while(|(other, ..)| other == key).find(|(.., other)| other == after);
        if let Some(&(_, leader, _)) = same {
            leaders[*index] = leaders[leader];
        }
    }
    afters.sort_unstable_by_key(|&(_, index, _)| index);
    let mut classes: Vec<Class<G>> = Vec::new();
    let mut class_of = Vec::with_capacity(actions.len());
    for (_, index, after) in afters {
        if leaders[index] == index {
            class_of.push(classes.len());
            let value = (player.sign() * after.score()) as f64;
            classes.push(Class { after, value, nodes: 0, solved: false });
        } else {
            class_of.push(class_of[leaders[index]]);
        }
    }
    (classes, class_of)
}

/// How a pass over the root's actions ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// All were searched.
    Complete,
    /// The budget ended it.
    Broken,
    /// The first action is worth no more than the window's lower end.
    Low,
    /// An action is worth at least the window's upper end.
    High,
}

/// How many classes are searched side by side. The partition does not depend on the number of threads.
pub(super) const BATCH: usize = 8;

/// Iterations at least this deep start with a window around the value of the last.
const ASPIRING: u8 = 4;

/// The root of a search and the workers that share it.
#[derive(Debug)]
pub(super) struct Root<'a, G: Game, J> {
    pub(super) player: Player,
    pub(super) classes: Vec<Class<G>>,
    /// The classes to search, the most promising first.
    pub(super) order: Vec<usize>,
    /// One, or [`BATCH`].
    pub(super) workers: Vec<Worker<'a, G, J>>,
    pub(super) max_nodes: u64,
    /// Whether every action is searched for its value, and not only for whether it is better than the best.
    pub(super) exact: bool,
    /// How many classes are searched deeper than one ply.
    pub(super) width: usize,
    /// The best class so far.
    pub(super) best: usize,
    /// What is expected to follow it, each action as it was seen by the search: states may have been turned on the way.
    pub(super) line: Vec<G::Action>,
}

impl<G: Game<Outcome = NoChance>, J: Judging<G>> Root<'_, G, J> {
    pub(super) fn nodes(&self) -> u64 {
        self.workers.iter().map(|worker| worker.pace.nodes()).sum()
    }

    /// Searches one ply deeper each time. Returns the greatest depth that was completed.
    pub(super) fn deepen(&mut self, depth: u8, extensions: u8) -> u8 {
        let mut values: [f64; 2] = [0.0; 2];
        for current in 1..=depth {
            let mut window = if current >= ASPIRING && !self.exact { around(values) } else { Window::FULL };
            let end = loop {
                match self.pass(current + extensions, window, self.exact || current == 1) {
                    End::Low => window.alpha = f64::NEG_INFINITY,
                    End::High => window.beta = f64::INFINITY,
                    end => break end,
                }
            };
            if end == End::Broken {
                return current - 1;
            }
            self.sort();
            if current == 1 {
                self.order.truncate(self.width);
            }
            let value = self.classes[self.best].value;
            values = [values[1], value];
            let won = self.classes[self.best].solved && value > 0.0 && ForcedWin::of(value).is_some();
            if won || self.order.iter().all(|&class| self.classes[class].solved) {
                return current;
            }
        }
        depth
    }

    /// Sorts the classes by what the last pass came to: the best one, and the others by their values.
    fn sort(&mut self) {
        let (classes, best) = (&self.classes, self.best);
        let key = |class: usize| (class == best, classes[class].value);
        self.order.sort_by(|&a, &b| {
            let (a, b) = (key(a), key(b));
            b.0.cmp(&a.0).then(b.1.total_cmp(&a.1))
        });
    }

    /// Searches all classes in order: the first with the whole window, the rest in batches, and these only for whether they
    /// are better than the best so far; then again those that are.
    fn pass(&mut self, left: u8, window: Window, exact: bool) -> End {
        let order = core::mem::take(&mut self.order);
        let end = self.pass_over(&order, left, window, exact);
        self.order = order;
        end
    }

    fn pass_over(&mut self, order: &[usize], left: u8, window: Window, exact: bool) -> End {
        let mut alpha = window.alpha;
        let mut rest = order;
        while !rest.is_empty() {
            let is_first = rest.len() == order.len();
            let (batch, later) = rest.split_at(if is_first { 1 } else { self.workers.len().min(rest.len()) });
            rest = later;
            let scout = !is_first && !exact;
            let asked = match (exact, scout) {
                (true, _) => Window::FULL,
                (_, true) => Window::above(alpha),
                _ => window,
            };
            let found = self.side_by_side(batch, left, asked);
            for (slot, (&class, mut found)) in batch.iter().zip(found).enumerate() {
                // Better than what was the best when the batch began, but perhaps not better than one of the batch.
                if found.is_some_and(|found| scout && found.value > asked.alpha && found.value < window.beta) {
                    found = self.alone(slot, class, left, Window { alpha, ..window });
                }
                let Some(Found { value, solved }) = found else { return End::Broken };
                (self.classes[class].value, self.classes[class].solved) = (value, solved);
                if is_first && value <= window.alpha {
                    return End::Low;
                }
                if value > alpha || is_first {
                    alpha = value;
                    self.best = class;
                    self.line.clear();
                    self.line.extend_from_slice(self.workers[slot].lines.get(1));
                }
                if value >= window.beta {
                    return End::High;
                }
            }
        }
        End::Complete
    }

    /// Searches one class by one worker. `None` if the search had to end.
    fn alone(&mut self, slot: usize, class: usize, left: u8, window: Window) -> Option<Found> {
        let share = self.max_nodes.saturating_sub(self.nodes());
        let class = &mut self.classes[class];
        let (found, nodes) = search(&mut self.workers[slot], &mut class.after, self.player, left, window, share);
        class.nodes += nodes;
        found
    }

    /// Searches classes side by side, each by a worker of its own.
    fn side_by_side(&mut self, classes: &[usize], left: u8, window: Window) -> Vec<Option<Found>> {
        if let [class] = *classes {
            return vec![self.alone(0, class, left, window)];
        }
        let share = self.max_nodes.saturating_sub(self.nodes()) / classes.len() as u64;
        let mut afters: Vec<G> = classes.iter().map(|&class| self.classes[class].after.clone()).collect();
        let player = self.player;
        let work =
            |(worker, after): (&mut Worker<'_, G, J>, &mut G)| search(worker, after, player, left, window, share);
        #[cfg(feature = "parallel")]
        let found: Vec<_> = {
            use rayon::prelude::*;
            self.workers.par_iter_mut().zip(afters.par_iter_mut()).map(work).collect()
        };
        #[cfg(not(feature = "parallel"))]
        let found: Vec<_> = self.workers.iter_mut().zip(afters.iter_mut()).map(work).collect();
        for (&class, &(_, nodes)) in classes.iter().zip(&found) {
            self.classes[class].nodes += nodes;
        }
        found.into_iter().map(|(found, _)| found).collect()
    }
}

/// A window around the last value, as wide as values have changed of late.
fn around([before, last]: [f64; 2]) -> Window {
    let margin = 1.5 * (last - before).abs() + last.abs() / 1024.0;
    if ForcedWin::of(last).is_none() && margin > 0.0 && margin.is_finite() {
        Window { alpha: last - margin, beta: last + margin }
    } else {
        Window::FULL
    }
}

/// Searches the state after a root action. `None` if the search had to end; and the nodes it took.
fn search<G: Game<Outcome = NoChance>, J: Judging<G>>(
    worker: &mut Worker<'_, G, J>,
    after: &mut G,
    player: Player,
    left: u8,
    window: Window,
    share: u64,
) -> (Option<Found>, u64) {
    let before = worker.pace.nodes();
    worker.pace.allow(share);
    worker.lines.clear(1);
    let found = worker.child(after, player, Reach { left: left - 1, ply: 1 }, window);
    let over = worker.pace.is_over();
    ((!over).then_some(found), worker.pace.nodes() - before)
}

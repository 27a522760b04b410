//! Depth-first proof-number search with an explicit stack.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use gambol_core::{Game, NoChance, Turn, mix};

use crate::decision::visit_root;
use crate::meter::Counter;
use crate::table::key_with_score;

use super::Goal;
use super::table::{INFINITE, Numbers, ProofTable};

/// Maximum number of actions that the initial numbers of a leaf count; a leaf with more counts as
/// one. With hundreds of actions, as in Pentago-Swap, their number would outweigh everything else:
/// mates took up to eighty times the nodes. With few actions, as in connect four, counting them
/// halves the nodes of a proof.
const MOST_COUNTED: u32 = 16;

/// An action of a state of the current line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child<A> {
    pub(super) action: A,
    pub(super) numbers: Numbers,
    /// Number of nodes searched below it.
    pub(super) nodes: u64,
    key: u64,
}

/// A state of the current line.
#[derive(Clone, Debug)]
struct Frame<G> {
    state: G,
    key: u64,
    /// Whether the goal's player is to move.
    own: bool,
    /// Index of its first child.
    first: usize,
    /// Index of the current child among its children.
    at: usize,
    /// Thresholds: the search leaves the state when its numbers reach them.
    limits: Numbers,
    /// Node count on entry.
    before: u64,
}

/// A search for one goal.
#[derive(Debug)]
pub(super) struct Prover<G: Game> {
    goal: Goal,
    /// Number of leaves that each counted action of a new leaf stands for.
    leaf_weight: u32,
    /// The current line.
    stack: Vec<Frame<G>>,
    /// Children of all states of the current line, one list after the other. Those of the root
    /// remain after the search.
    pub(super) children: Vec<Child<G::Action>>,
}

impl<G: Game<Outcome = NoChance>> Prover<G> {
    pub(super) fn new(goal: Goal, leaf_weight: u32) -> Self {
        Self { goal, leaf_weight, stack: Vec::new(), children: Vec::new() }
    }

    /// Searches until the root is proved or disproved, or the counter ends the search.
    pub(super) fn run(&mut self, root: &G, table: &mut ProofTable, counter: &mut Counter<'_>) -> Numbers {
        self.stack.clear();
        let work: Vec<u64> = self.children.iter().map(|child| child.nodes).collect();
        self.children.clear();
        let unlimited = Numbers { proof: INFINITE, disproof: INFINITE };
        let mut alive = self.enter(root.clone(), self.key(root), unlimited, table, counter);
        for (child, nodes) in self.children.iter_mut().zip(work) {
            child.nodes = nodes;
        }
        loop {
            let Some(frame) = self.stack.last() else { return Numbers::UNKNOWN };
            let children = &self.children[frame.first..];
            let (numbers, next) = judge(children, frame.own);
            let over = numbers.proof >= frame.limits.proof || numbers.disproof >= frame.limits.disproof;
            if over || !alive {
                match self.leave(numbers, table, counter) {
                    Some(numbers) => return numbers,
                    None => continue,
                }
            }
            let Some(child) = children.get(next.place) else { return numbers };
            let (key, action) = (child.key, child.action);
            let limits = next.limits(frame.limits, numbers, child.numbers, frame.own);
            let mut state = frame.state.clone();
            state.play(action);
            if let Some(frame) = self.stack.last_mut() {
                frame.at = next.place;
            }
            alive = self.enter(state, key, limits, table, counter);
        }
    }

    /// Stores the numbers of the last state of the line and returns to its parent. Returns the
    /// numbers if the state is the root.
    fn leave(&mut self, numbers: Numbers, table: &mut ProofTable, counter: &Counter<'_>) -> Option<Numbers> {
        let Some(frame) = self.stack.pop() else { return Some(numbers) };
        let spent = counter.nodes() - frame.before;
        table.put(frame.key, numbers, spent);
        let Some(parent) = self.stack.last() else { return Some(numbers) };
        self.children.truncate(frame.first);
        let child = &mut self.children[parent.first + parent.at];
        child.numbers = numbers;
        child.nodes += spent;
        None
    }

    /// Returns the key of a state and the goal.
    fn key(&self, state: &G) -> u64 {
        mix(key_with_score(state), self.goal.salt())
    }

    /// Returns the numbers of a state and the logarithm of its work, if it is an ended game, is in
    /// the table, or is decided by an immediate win. The work is 0 only in the first case.
    fn known(&self, state: &G, key: u64, table: &ProofTable) -> Option<(Numbers, u8)> {
        let Turn::Player(player) = state.turn() else {
            return Some((if self.goal.is_met(state.score()) { Numbers::PROVED } else { Numbers::DISPROVED }, 0));
        };
        if let Some((numbers, work)) = table.get(key) {
            return Some((numbers, work.max(1)));
        }
        let decided = self.goal.if_won_by(player)?;
        state.winning_action().map(|_| (decided, 1))
    }

    /// Returns the numbers of a new leaf. The side that must solve all actions needs as many leaves
    /// as there are actions, times their weight, if these are few.
    fn first_numbers(&self, state: &G) -> Numbers {
        let mut count = 0;
        let rest = visit_needed(state, |_| {
            count += 1;
            if count > MOST_COUNTED { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let all = if rest.is_break() { 1 } else { count.max(1) * self.leaf_weight };
        if state.turn() == Turn::Player(self.goal.player) {
            Numbers { proof: 1, disproof: all }
        } else {
            Numbers { proof: all, disproof: 1 }
        }
    }

    /// Lists the children of a state and makes it the end of the line. Returns `false` if the
    /// search must end.
    fn enter(
        &mut self,
        state: G,
        key: u64,
        limits: Numbers,
        table: &mut ProofTable,
        counter: &mut Counter<'_>,
    ) -> bool {
        let own = state.turn() == Turn::Player(self.goal.player);
        let first = self.children.len();
        let at_root = self.stack.is_empty();
        let before = counter.nodes();
        let mut alive = true;
        let visit = |action| {
            alive &= counter.tick();
            if !alive && counter.has_expired() {
                // Actions that are not examined have unknown numbers.
                self.children.push(Child { action, numbers: Numbers::UNKNOWN, nodes: 0, key: 0 });
                return ControlFlow::Continue(());
            }
            let mut after = state.clone();
            after.play(action);
            let key = self.key(&after);
            let known = self.known(&after, key, table);
            let numbers = known.map_or_else(|| self.first_numbers(&after), |(numbers, _)| numbers);
            self.children.push(Child { action, numbers, nodes: 0, key });
            // One proof is enough, except at the root, whose actions are all reported.
            let solved = if own { numbers.proof == 0 } else { numbers.disproof == 0 };
            if solved && !at_root { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let _ = if at_root && state.has_exact_candidates() {
            visit_root(&state, visit)
        } else {
            visit_needed(&state, visit)
        };
        self.stack.push(Frame { state, key, own, first, at: 0, limits, before });
        alive
    }

    /// Returns the line of a proof or disproof as far as the table has it. The side that achieves
    /// it plays the first action that proves it, the other side the action that took the most work.
    /// No state is repeated, so that the line also ends in games with repetitions.
    pub(super) fn line(&self, root: &G, table: &ProofTable, proved: bool) -> Vec<G::Action> {
        let mut line = Vec::new();
        let mut state = root.clone();
        let mut seen = BTreeSet::from([self.key(root)]);
        while let Turn::Player(player) = state.turn() {
            let ahead = (player == self.goal.player) == proved;
            let mut best: Option<(u8, G::Action, u64)> = None;
            let _ = visit_needed(&state, |action| {
                let mut after = state.clone();
                after.play(action);
                let key = self.key(&after);
                let serves = |numbers: Numbers| if proved { numbers.proof == 0 } else { numbers.disproof == 0 };
                if let Some((numbers, work)) = self.known(&after, key, table)
                    && serves(numbers)
                    && best.is_none_or(|(most, ..)| work > most)
                    && !seen.contains(&key)
                {
                    best = Some((work, action, key));
                }
                if ahead && best.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            let Some((_, action, key)) = best else { break };
            seen.insert(key);
            line.push(action);
            state.play(action);
        }
        line
    }
}

/// Visits the actions that a proof requires: the candidates, or all legal actions if the candidates
/// may omit a better one.
fn visit_needed<G: Game>(state: &G, visit: impl FnMut(G::Action) -> ControlFlow<()>) -> ControlFlow<()> {
    if state.has_exact_candidates() { state.visit_candidates(visit) } else { state.visit_actions(visit) }
}

/// The child to search next and the number of the second best.
#[derive(Clone, Copy, Debug)]
struct Next {
    place: usize,
    second: u32,
}

impl Next {
    /// Returns the thresholds of the child, at which another child or a state further up becomes
    /// better.
    fn limits(&self, limits: Numbers, numbers: Numbers, child: Numbers, own: bool) -> Numbers {
        // A quarter more than the second best, for fewer switches between children (J. Pawlewicz
        // and Ł. Lew, Improving Depth-First PN-Search: 1 + ε Trick, CG 2006).
        let better = self.second.saturating_add(self.second / 4).saturating_add(1).min(INFINITE);
        let rest = |limit: u32, all: u32, child: u32| {
            if limit >= INFINITE { INFINITE } else { limit.saturating_sub(all.saturating_sub(child)).max(1) }
        };
        if own {
            Numbers {
                proof: limits.proof.min(better),
                disproof: rest(limits.disproof, numbers.disproof, child.disproof),
            }
        } else {
            Numbers { proof: rest(limits.proof, numbers.proof, child.proof), disproof: limits.disproof.min(better) }
        }
    }
}

/// Returns the numbers of a state from those of its children, and the next child to search. The
/// player to move needs one child, the opponent all of them.
fn judge<A>(children: &[Child<A>], own: bool) -> (Numbers, Next) {
    let (mut first, mut second, mut place, mut sum) = (INFINITE, INFINITE, 0, 0_u32);
    let mut settled = false;
    for (index, child) in children.iter().enumerate() {
        let Numbers { proof, disproof } = child.numbers;
        let (one, all) = if own { (proof, disproof) } else { (disproof, proof) };
        if one < first {
            (second, first, place) = (first, one, index);
        } else {
            second = second.min(one);
        }
        settled |= all >= INFINITE;
        sum = sum.saturating_add(all);
    }
    // A sum of finite numbers is not infinite.
    let sum = if settled { INFINITE } else { sum.min(INFINITE - 1) };
    let numbers = if own { Numbers { proof: first, disproof: sum } } else { Numbers { proof: sum, disproof: first } };
    (numbers, Next { place, second })
}

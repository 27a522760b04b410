//! The search below the root: one worker.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use gambol_core::{Evaluator, Game, GameExt, NoChance, Player, Turn};

use super::order::{MAX_HISTORY, NO_SLOT, Order, ScoredAction};
use super::pace::Pace;
use super::pv::PvTable;
use super::tables::TableView;
use super::value::Scale;
use crate::decision;
use crate::error::Fault;
use crate::table::{StoredBound, TableEntry, key_with_score};

/// Constants of one search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Params {
    pub(super) scale: Scale,
    /// Quiescence extension in plies.
    pub(super) extensions: u8,
    /// The last ply at which states are replaced by their canonical images.
    pub(super) symmetric_plies: usize,
    /// Internal iterative reduction: one ply less for states without a table entry.
    pub(super) reduction: bool,
    /// Whether the last ply is neither stored nor ordered: few actions and a cheap evaluator.
    pub(super) quick: bool,
}

/// Least remaining depth for internal iterative reduction.
const MIN_REDUCTION_DEPTH: u8 = 4;

/// Greatest ply: bounds the recursion.
pub(super) const MAX_PLY: usize = 128;

/// The value of a searched state for the player to move at its parent.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeValue {
    pub(super) value: f64,
    /// Whether the value rests on ended games only, so that a deeper search gives the same value.
    pub(super) solved: bool,
}

impl NodeValue {
    /// The value for the other player.
    pub(super) fn reversed(self) -> Self {
        Self { value: -self.value, ..self }
    }
}

/// A state that is being searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    key: u64,
    pub(super) reach: Reach,
    /// For the player to move.
    pub(super) window: Window,
    /// Index of the best action of the state's table entry.
    table_action: Option<u16>,
}

/// Remaining depth in plies, extensions included, and distance from the root.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach {
    pub(super) left: u8,
    pub(super) ply: usize,
}

impl Reach {
    pub(super) fn next(self) -> Self {
        Self { left: self.left - 1, ply: self.ply + 1 }
    }
}

/// An alpha-beta window: lower and upper bound for one player.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub(super) alpha: f64,
    pub(super) beta: f64,
}

impl Window {
    pub(super) const FULL: Self = Self { alpha: f64::NEG_INFINITY, beta: f64::INFINITY };

    /// The null window above `alpha`.
    pub(super) fn above(alpha: f64) -> Self {
        Self { alpha, beta: alpha.next_up() }
    }

    pub(super) fn is_open(self) -> bool {
        self.alpha.next_up() < self.beta
    }

    pub(super) fn reversed(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    /// The kind of bound that a search with this window proved by a value.
    pub(super) fn bound(self, value: f64) -> decision::Bound {
        if value <= self.alpha {
            decision::Bound::AtMost
        } else if value >= self.beta {
            decision::Bound::AtLeast
        } else {
            decision::Bound::Exact
        }
    }
}

/// One worker of a search.
#[derive(Debug)]
pub(super) struct Worker<'a, G: Game, E> {
    evaluator: &'a E,
    pub(super) params: Params,
    pub(super) table: TableView<'a>,
    pub(super) pace: Pace<'a>,
    pub(super) fault: Fault,
    pub(super) order: Order<G::Action>,
    pub(super) pv: PvTable<G::Action>,
    /// The move lists of all nodes from the root to the current one.
    action_stack: Vec<ScoredAction<G::Action>>,
}

impl<'a, G: Game<Outcome = NoChance>, E: Evaluator<G>> Worker<'a, G, E> {
    pub(super) fn new(evaluator: &'a E, params: Params, table: TableView<'a>, pace: Pace<'a>) -> Self {
        let (order, pv) = (Order::new(MAX_PLY), PvTable::new(MAX_PLY));
        let (fault, action_stack) = (Fault::default(), Vec::with_capacity(1 << 12));
        Self { evaluator, params, table, pace, fault, order, pv, action_stack }
    }

    /// Searches a state; the value is for the player who moved to it.
    #[inline]
    pub(super) fn search_child(&mut self, state: &G, mover: Player, reach: Reach, window: Window) -> NodeValue {
        const ABORTED: NodeValue = NodeValue { value: 0.0, solved: false };
        if !self.pace.tick() {
            return ABORTED;
        }
        let scale = self.params.scale;
        let turn = state.turn();
        let Turn::Player(player) = turn else {
            let value = scale.end(state, reach.ply).unwrap_or_else(|| self.evaluate(state));
            return NodeValue { value: mover.sign() as f64 * value, solved: true };
        };
        let ends_here = reach.left <= self.params.extensions && (reach.left == 0 || self.evaluator.is_quiet(state));
        if ends_here || reach.ply >= MAX_PLY {
            return self.leaf_value(state, mover);
        }
        if player == mover {
            self.search_canonical(state, player, reach, window)
        } else {
            self.search_canonical(state, player, reach, window.reversed()).reversed()
        }
    }

    /// Searches a state or its canonical image; the value is for the player to move.
    fn search_canonical(&mut self, state: &G, player: Player, reach: Reach, window: Window) -> NodeValue {
        match self.canonical(state, reach) {
            Some(canonical) => self.search_node(&canonical, player, reach, window),
            None => self.search_node(state, player, reach, window),
        }
    }

    /// The canonical image of a state; `None` if the state itself is searched.
    #[inline]
    pub(super) fn canonical(&self, state: &G, reach: Reach) -> Option<G> {
        (reach.ply <= self.params.symmetric_plies && state.symmetries() > 1).then(|| state.canonical())
    }

    fn search_node(&mut self, state: &G, player: Player, reach: Reach, window: Window) -> NodeValue {
        if reach.left == 1 && self.params.quick {
            return self.search_frontier(state, player, reach, window);
        }
        let node = match self.probe(state, player, reach, window) {
            Ok(node) => node,
            Err(found) => return found,
        };
        let Node { reach, window: Window { mut alpha, beta }, .. } = node;
        let is_open = node.window.is_open();
        let first = self.action_stack.len();
        let guesses = self.generate_actions(state, reach, node.table_action);
        let last = self.action_stack.len();
        let mut best: Option<(f64, u16)> = None;
        let mut solved = true;
        for index in first..last {
            if reach.left > 1 && index >= first + guesses {
                if index == first + guesses {
                    self.score_actions(state, player, reach, index);
                }
                self.select_next(index, index - first - guesses);
            }
            let ScoredAction { action, number, .. } = self.action_stack[index];
            let mut found = NodeValue { value: f64::NEG_INFINITY, solved: true };
            // All but the first are searched with a null window first.
            let scout = index > first && is_open;
            if scout {
                found = self.search_action(state, player, action, reach, Window::above(alpha));
            }
            if !scout || (found.value > alpha && found.value < beta) {
                if is_open {
                    self.pv.clear(reach.ply + 1);
                }
                found = self.search_action(state, player, action, reach, Window { alpha, beta });
            }
            if self.pace.is_over() {
                self.action_stack.truncate(first);
                return found;
            }
            solved &= found.solved;
            if best.is_none_or(|(value, _)| found.value > value) {
                best = Some((found.value, number));
            }
            if found.value > alpha {
                alpha = found.value;
                // Before the cut-off: the quickest possible win cuts off, but is part of the pv.
                if is_open {
                    self.pv.extend(reach.ply, action);
                }
                if found.value >= beta {
                    solved = found.solved;
                    self.order.record_cutoff(reach.ply, action);
                    if reach.left > 1 {
                        self.order.update_history(player, &self.action_stack[first..=index], reach.left);
                    }
                    break;
                }
            }
        }
        self.action_stack.truncate(first);
        match best {
            Some((value, number)) => self.store(&node, NodeValue { value, solved }, number),
            // A player to move without actions: the game breaks its contract.
            None => self.leaf_value(state, player),
        }
    }

    /// Searches a frontier node, one ply above the horizon, without ordering its few actions.
    fn search_frontier(&mut self, state: &G, player: Player, reach: Reach, window: Window) -> NodeValue {
        let window = match self.clip_window(state, player, reach, window) {
            Ok(window) => window,
            Err(found) => return found,
        };
        let mut best: Option<NodeValue> = None;
        let mut solved = true;
        let _ = state.visit_candidates(|action| {
            let found = self.search_child(&state.afterstate(action), player, reach.next(), window);
            solved &= found.solved;
            if best.is_none_or(|best| found.value > best.value) {
                best = Some(found);
                if found.value > window.alpha && window.is_open() {
                    self.pv.clear(reach.ply + 1);
                    self.pv.extend(reach.ply, action);
                }
                if found.value >= window.beta {
                    solved = found.solved;
                    return ControlFlow::Break(());
                }
            }
            if self.pace.is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        match best {
            Some(best) => NodeValue { solved, ..best },
            // A player to move without actions: the game breaks its contract.
            None => self.leaf_value(state, player),
        }
    }

    /// Mate distance pruning: narrows a window to the values possible at this ply, since no win is
    /// quicker than the next action. `Err` with the value if the window is empty, or if the
    /// evaluator gives the value of the best successor.
    #[inline]
    fn clip_window(&mut self, state: &G, player: Player, reach: Reach, window: Window) -> Result<Window, NodeValue> {
        let scale = self.params.scale;
        let best = scale.best_possible(reach.ply);
        let (alpha, beta) = (window.alpha.max(-best), window.beta.min(best));
        let window = Window { alpha, beta };
        if alpha >= beta {
            return Err(NodeValue { value: alpha, solved: true });
        }
        if reach.left == 1 && self.params.extensions == 0 && !window.is_open() {
            // Evaluations are for the first player.
            let asked = if player == Player::First { alpha..beta } else { -beta..-alpha };
            if let Some(value) = self.evaluator.best_successor(state, asked) {
                let value = self.check(value, state);
                return Err(NodeValue { value: player.sign() as f64 * value, solved: false });
            }
        }
        Ok(window)
    }

    /// Probes the table before the actions are generated. `Err` with the value on a cut-off.
    #[inline]
    pub(super) fn probe(
        &mut self,
        state: &G,
        player: Player,
        mut reach: Reach,
        window: Window,
    ) -> Result<Node, NodeValue> {
        let window = self.clip_window(state, player, reach, window)?;
        let Window { alpha, beta } = window;
        let scale = self.params.scale;
        let key = key_with_score(state);
        let known = self.table.get(key, reach.left);
        if let Some(entry) = known {
            let value = scale.root_value(entry.value, reach.ply);
            let cuts = match entry.bound {
                StoredBound::Exact => true,
                StoredBound::Lower => value >= beta,
                StoredBound::Upper => value <= alpha,
            };
            if cuts && (entry.solved || entry.depth >= reach.left) {
                return Err(NodeValue { value, solved: entry.solved });
            }
        } else if self.params.reduction && reach.left >= self.params.extensions + MIN_REDUCTION_DEPTH {
            reach.left -= 1;
        }
        Ok(Node { key, reach, window, table_action: known.and_then(|entry| entry.best) })
    }

    /// Stores the value of a node and the index of its best action in the table.
    #[inline]
    pub(super) fn store(&mut self, node: &Node, found: NodeValue, number: u16) -> NodeValue {
        let NodeValue { value, solved } = found;
        let bound = if value >= node.window.beta {
            StoredBound::Lower
        } else if value > node.window.alpha {
            StoredBound::Exact
        } else {
            StoredBound::Upper
        };
        let value = self.params.scale.table_value(value, node.reach.ply);
        self.table.put(node.key, TableEntry { value, bound, depth: node.reach.left, solved, best: Some(number) });
        found
    }

    /// The static evaluation of a state for a player, as a node value.
    #[inline]
    fn leaf_value(&mut self, state: &G, player: Player) -> NodeValue {
        NodeValue { value: player.sign() as f64 * self.evaluate(state), solved: false }
    }

    /// The static evaluation of a state.
    #[inline]
    fn evaluate(&mut self, state: &G) -> f64 {
        self.check(self.evaluator.evaluate(state), state)
    }

    /// Clamps an evaluation below wins; ends the search if it is not finite.
    #[inline]
    fn check(&mut self, value: f64, state: &G) -> f64 {
        let Some(value) = self.fault.check(value, state) else {
            self.pace.stop();
            return 0.0;
        };
        self.params.scale.clamped(value)
    }

    /// Returns the actions of a state in search order.
    pub(super) fn ordered_actions(&mut self, state: &G, player: Player, node: &Node) -> Vec<ScoredAction<G::Action>> {
        let first = self.action_stack.len();
        let guesses = self.generate_actions(state, node.reach, node.table_action);
        self.score_actions(state, player, node.reach, first + guesses);
        for index in first + guesses..self.action_stack.len() {
            self.select_next(index, index - first - guesses);
        }
        self.action_stack.split_off(first)
    }

    /// Searches an action; the value is for the player to move.
    #[inline]
    fn search_action(
        &mut self,
        state: &G,
        player: Player,
        action: G::Action,
        reach: Reach,
        window: Window,
    ) -> NodeValue {
        let mut after = state.clone();
        after.play(action);
        self.search_child(&after, player, reach.next(), window)
    }

    /// Pushes the actions of a state on the stack: the table's action and the legal killer moves
    /// first. Returns the number of these.
    fn generate_actions(&mut self, state: &G, reach: Reach, table_action: Option<u16>) -> usize {
        let first = self.action_stack.len();
        let scored = &mut self.action_stack;
        let mut number = 0_u16;
        let _ = state.visit_candidates(|action| {
            scored.push(ScoredAction { action, score: 0, static_eval: 0.0, number, history_slot: NO_SLOT });
            number = number.saturating_add(1);
            ControlFlow::Continue(())
        });
        let listed = &mut scored[first..];
        let mut guesses = 0;
        if let Some(number) = table_action.map(usize::from).filter(|&number| number < listed.len()) {
            listed.swap(0, number);
            guesses = 1;
        }
        if !self.params.quick && (reach.left > 1 || listed.len() >= MIN_KILLER_ACTIONS) {
            for killer in self.order.killers(reach.ply).into_iter().flatten() {
                let found = listed[guesses..].iter().position(|scored| scored.action == killer);
                if let Some(at) = found {
                    listed.swap(guesses, guesses + at);
                    guesses += 1;
                }
            }
        }
        guesses
    }

    /// Scores the actions from `from` on by their history and, at sufficient remaining depth, by
    /// the static evaluation of their afterstates.
    fn score_actions(&mut self, state: &G, player: Player, reach: Reach, from: usize) {
        for scored in &mut self.action_stack[from..] {
            scored.history_slot = Order::history_slot(player, scored.action);
            scored.score = self.order.history(scored.history_slot);
        }
        if reach.left < self.params.extensions + MIN_EVAL_ORDERING_DEPTH {
            return;
        }
        let (mut least, mut greatest) = (f64::INFINITY, f64::NEG_INFINITY);
        for index in from..self.action_stack.len() {
            let action = self.action_stack[index].action;
            let value = self.static_eval(&state.afterstate(action)) * player.sign() as f64;
            if self.pace.is_over() {
                return;
            }
            self.action_stack[index].static_eval = value;
            if value.abs() < f64::MAX {
                (least, greatest) = (least.min(value), greatest.max(value));
            }
        }
        let scale = if greatest > least { f64::from(MAX_HISTORY / 8) / (greatest - least) } else { 0.0 };
        for scored in &mut self.action_stack[from..] {
            // The conversion saturates: wins come first and losses last.
            let score = (scored.static_eval - least) * scale;
            scored.score = scored.score.saturating_add(score as i32);
        }
    }

    /// The value of an ended game, or the static evaluation, for the first player.
    fn static_eval(&mut self, state: &G) -> f64 {
        self.pace.tick();
        let end = if state.turn() == Turn::Over { self.params.scale.end(state, 0) } else { None };
        end.unwrap_or_else(|| self.evaluate(state))
    }

    /// Moves the action with the highest score from `from` on to `from`; it is the `nth`. The first
    /// few are selected one by one, since a cut-off is likely; then the rest are sorted.
    #[inline]
    fn select_next(&mut self, from: usize, nth: usize) {
        let rest = &mut self.action_stack[from..];
        if nth < SELECTION_STEPS {
            let mut best = 0;
            for candidate in 1..rest.len() {
                if rest[candidate].score > rest[best].score {
                    best = candidate;
                }
            }
            rest.swap(0, best);
        } else if nth == SELECTION_STEPS {
            // Score and index in one integer compare faster than as a pair.
            rest.sort_unstable_by_key(|scored| (-i64::from(scored.score) << 16) | i64::from(scored.number));
        }
    }
}

/// Least number of actions for killer moves at frontier nodes. With fewer actions, any order soon
/// finds a cut-off, and a constant order reaches the same states more often. With a cheap
/// evaluator, this holds at every ply (connect four: a tenth fewer nodes).
pub(super) const MIN_KILLER_ACTIONS: usize = 32;

/// Least remaining depth for move ordering by static evaluation.
const MIN_EVAL_ORDERING_DEPTH: u8 = 3;

/// Number of actions selected one by one before the rest are sorted.
const SELECTION_STEPS: usize = 4;

//! One worker: the search below the root.

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use gambol_core::{Evaluator, Game, GameExt, NoChance, Player, Turn, mix};

use super::Settings;
use super::moves::Reductions;
use super::node::{ABORTED, Node, NodeValue, Progress, Reach, Window};
use super::order::{Order, ScoredAction};
use super::pace::Pace;
use super::pv::{PvTable, nth_candidate};
use super::tables::TableView;
use super::value::{Scale, Seen};
use crate::error::Fault;
use crate::table::{Busy, StoredBound, TableEntry, key_with_score};

/// Constants of one search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Params {
    pub(super) settings: Settings,
    pub(super) scale: Scale,
    /// The last ply at which states are replaced by their canonical images.
    pub(super) symmetric_plies: usize,
    /// Whether the last ply is neither stored nor ordered, which suits few actions and a cheap
    /// evaluator.
    pub(super) quick: bool,
}

/// Minimum remaining depth for move ordering in games with few actions and a cheap evaluator. Below
/// it, a constant order reaches the same states more often and costs nothing (connect four: a
/// quarter less time).
const MIN_ORDERED_DEPTH: u8 = 4;

/// Minimum remaining depth at which an action is deferred while another worker searches it.
const MIN_BUSY_DEPTH: u8 = 3;

/// Maximum remaining depth for calls of [`Evaluator::minimax`].
const MAX_TOGETHER: u8 = 4;

/// Maximum ply at which forced replies cost no depth.
const MAX_FORCED_PLY: usize = MAX_PLY / 2;

/// Size in bytes from which states are cloned into spare memory. A new state is otherwise copied
/// several times by moves.
const LARGE_STATE: usize = 256;

/// Maximum ply, which bounds the recursion.
pub(super) const MAX_PLY: usize = 128;

/// One worker of a search.
#[derive(Debug)]
pub(super) struct Worker<'a, G: Game, E> {
    pub(super) evaluator: &'a E,
    pub(super) params: Params,
    pub(super) table: TableView<'a>,
    pub(super) pace: Pace<'a>,
    pub(super) fault: Fault,
    pub(super) seen: Seen,
    pub(super) order: Order<G::Action>,
    pub(super) pv: PvTable<G::Action>,
    /// Actions that other workers on the same tree are searching.
    busy: Option<Arc<Busy>>,
    /// Move lists of all nodes from the root to the current one.
    pub(super) action_stack: Vec<ScoredAction<G::Action>>,
    /// Static evaluations of the afterstates of one node, for the player to move.
    pub(super) static_evals: Vec<f64>,
    /// Static evaluations of the states from the root to the current one, each for its player to
    /// move.
    path_evals: [f64; MAX_PLY + 1],
    /// Memory for states that are large.
    spare_states: Vec<Box<G>>,
    /// `None` unless the search is selective.
    pub(super) reductions: Option<Reductions>,
}

impl<'a, G: Game<Outcome = NoChance>, E: Evaluator<G>> Worker<'a, G, E> {
    pub(super) fn new(
        evaluator: &'a E,
        params: Params,
        table: TableView<'a>,
        pace: Pace<'a>,
        busy: Option<Arc<Busy>>,
    ) -> Self {
        let (order, pv) = (Order::new(MAX_PLY), PvTable::new(MAX_PLY));
        let (fault, seen) = (Fault::default(), Seen::default());
        let (action_stack, static_evals) = (Vec::with_capacity(1 << 12), Vec::new());
        let reductions = params.settings.is_selective.then(Reductions::new);
        let path_evals = [0.0; MAX_PLY + 1];
        Self {
            evaluator,
            params,
            table,
            pace,
            fault,
            seen,
            order,
            pv,
            busy,
            action_stack,
            static_evals,
            path_evals,
            spare_states: Vec::new(),
            reductions,
        }
    }

    /// Searches a state; the value is for the player who moved to it.
    #[inline]
    pub(super) fn search_child(&mut self, state: &G, mover: Player, reach: Reach, window: Window) -> NodeValue {
        if !self.pace.tick() {
            return ABORTED;
        }
        let scale = self.params.scale;
        let turn = state.turn();
        let Turn::Player(player) = turn else {
            let value = scale.end(state, reach.ply).unwrap_or_else(|| self.evaluate(state));
            return NodeValue { value: mover.sign() as f64 * value, solved: true };
        };
        if let Some(plies) = self.evaluator.winning_plies(state)
            && let Some(value) = scale.win(reach.ply + plies as usize)
        {
            return NodeValue { value: if player == mover { value } else { -value }, solved: true };
        }
        let ends_here =
            reach.left <= self.params.settings.extensions && (reach.left == 0 || self.evaluator.is_quiet(state));
        if ends_here || reach.ply >= MAX_PLY {
            return self.search_horizon(state, player, mover, reach, window);
        }
        if player == mover {
            self.search_canonical(state, player, reach, window)
        } else {
            self.search_canonical(state, player, reach, window.reversed()).reversed()
        }
    }

    /// Evaluates a state at the horizon; the value is for the player who moved to it. Tries the
    /// forcing actions of the player to move within the quiescence extension.
    #[inline]
    fn search_horizon(&mut self, state: &G, player: Player, mover: Player, reach: Reach, window: Window) -> NodeValue {
        let leaf = self.leaf_value(state, mover);
        if self.params.settings.extensions == 0 || reach.left == 0 || reach.ply >= MAX_PLY {
            return leaf;
        }
        if player == mover {
            self.search_forcing(state, player, reach, window, leaf)
        } else {
            self.search_forcing(state, player, reach, window.reversed(), leaf.reversed()).reversed()
        }
    }

    /// Searches the forcing actions as alternatives to the static evaluation. The values are for
    /// the player to move.
    fn search_forcing(
        &mut self,
        state: &G,
        player: Player,
        reach: Reach,
        window: Window,
        static_eval: NodeValue,
    ) -> NodeValue {
        if static_eval.value >= window.beta {
            return static_eval;
        }
        let first = self.action_stack.len();
        let stack = &mut self.action_stack;
        let _ = self.evaluator.visit_forcing(state, &mut |action| {
            stack.push(ScoredAction::new(action, 0));
            ControlFlow::Continue(())
        });
        if self.action_stack.len() == first {
            return static_eval;
        }
        let mut best = NodeValue { solved: false, ..static_eval };
        for index in first..self.action_stack.len() {
            let action = self.action_stack[index].action;
            let alpha = if best.value > window.alpha { best.value } else { window.alpha };
            if window.is_open() {
                self.pv.clear(reach.ply + 1);
            }
            let window = Window { alpha, ..window };
            let found =
                self.after(state, action, |worker, after| worker.search_child(after, player, reach.next(), window));
            if self.pace.is_over() {
                best = ABORTED;
                break;
            }
            if found.value > best.value {
                // Only a win is independent of the other actions.
                best = NodeValue { solved: found.solved && self.params.scale.is_win(found.value), ..found };
                if window.is_open() {
                    self.pv.extend(reach.ply, action);
                }
                if found.value >= window.beta {
                    break;
                }
            }
        }
        self.action_stack.truncate(first);
        best
    }

    /// Searches a state or its canonical image; the value is for the player to move.
    fn search_canonical(&mut self, state: &G, player: Player, reach: Reach, window: Window) -> NodeValue {
        match self.canonical(state, reach, window) {
            Some(canonical) => self.search_node(&canonical, player, reach, window),
            None => self.search_node(state, player, reach, window),
        }
    }

    /// Returns the canonical image of a state, or `None` if the state itself is searched. A
    /// frontier node off the principal variation is cheaper to search than to transform.
    #[inline]
    fn canonical(&self, state: &G, reach: Reach, window: Window) -> Option<G> {
        let is_worth = reach.ply <= self.params.symmetric_plies && (reach.left > 1 || window.is_open());
        (is_worth && state.symmetries() > 1).then(|| state.canonical())
    }

    fn search_node(&mut self, state: &G, player: Player, reach: Reach, window: Window) -> NodeValue {
        if reach.left == 1 && self.params.quick {
            return match self.clip_window(state, player, reach, window) {
                Ok(window) => self.search_frontier(state, player, reach, window),
                Err(found) => found,
            };
        }
        let node = match self.probe(state, player, reach, window) {
            Ok(node) => node,
            Err(found) => return found,
        };
        if let Some(found) = self.futility(state, player, &node) {
            return found;
        }
        if let Some(found) = self.evaluate_together(state, player, node.reach, node.window) {
            return self.store(&node, found, None);
        }
        if let Some(found) = self.win_at_once(state, player, &node) {
            return found;
        }
        let inner = match self.window_of_candidates(state, &node) {
            Ok(window) => Node { window, ..node },
            Err(found) => return found,
        };
        let in_list_order = self.params.quick && node.reach.left < MIN_ORDERED_DEPTH;
        let so_far = if in_list_order || self.params.settings.game_order {
            self.search_in_list_order(state, player, &inner)
        } else {
            self.search_in_order(state, player, &inner)
        };
        if self.pace.is_over() {
            return ABORTED;
        }
        match self.result(state, player, node.reach, so_far) {
            (found, Some(number)) => self.store(&node, found, Some(number)),
            (found, None) => found,
        }
    }

    /// Returns the static evaluation of a state that exceeds the window by the margin of reverse
    /// futility pruning.
    #[inline]
    fn futility(&mut self, state: &G, player: Player, node: &Node) -> Option<NodeValue> {
        let Settings { is_selective, futility, extensions, .. } = self.params.settings;
        if !is_selective || futility.is_infinite() {
            return None;
        }
        let Reach { left, ply } = node.reach;
        let before = ply.checked_sub(2).map_or(f64::INFINITY, |before| self.path_evals[before]);
        if self.evaluator.is_threatened(state) {
            // A threat distorts the evaluation.
            self.path_evals[ply] = ply.checked_sub(1).map_or(0.0, |before| -self.path_evals[before]);
            return None;
        }
        let leaf = self.leaf_value(state, player);
        self.path_evals[ply] = leaf.value;
        let (Window { alpha, beta }, scale) = (node.window, self.params.scale);
        if node.window.is_open() || left <= extensions || scale.is_decided(alpha) || scale.is_decided(beta) {
            return None;
        }
        let plies = (left - extensions - 1).saturating_sub(u8::from(leaf.value > before));
        (leaf.value - futility * f64::from(plies) >= beta).then_some(leaf)
    }

    /// Searches a frontier node, one ply above the horizon, without ordering its few actions.
    fn search_frontier(&mut self, state: &G, player: Player, reach: Reach, window: Window) -> NodeValue {
        let window = match self
            .window_of_candidates(state, &Node { key: 0, reach, window, table_action: None, is_forced: false })
        {
            Ok(window) => window,
            Err(found) => return found,
        };
        let mut so_far = Progress::new(window.alpha);
        let _ = state.visit_candidates(|action| {
            if !self.pace.tick() {
                return ControlFlow::Break(());
            }
            let after = state.afterstate(action);
            let end = if after.turn() == Turn::Over { self.params.scale.end(&after, reach.ply + 1) } else { None };
            let value = player.sign() as f64 * end.unwrap_or_else(|| self.evaluate(&after));
            let solved = after.turn() == Turn::Over;
            so_far.solved &= solved;
            if so_far.best.is_none_or(|(best, _)| value > best) {
                so_far.best = Some((value, 0));
                if value > window.alpha && window.is_open() {
                    self.pv.clear(reach.ply + 1);
                    self.pv.extend(reach.ply, action);
                }
                if value >= window.beta {
                    so_far.solved = solved;
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(())
        });
        self.result(state, player, reach, so_far).0
    }

    /// Returns the value of a node and the number of its best action.
    #[inline]
    fn result(
        &mut self,
        state: &G,
        player: Player,
        reach: Reach,
        Progress { best, solved, .. }: Progress,
    ) -> (NodeValue, Option<u16>) {
        match best {
            Some((value, number)) => (self.with_omissions(state, reach.ply, NodeValue { value, solved }), Some(number)),
            // A player to move without actions: the game breaks its contract.
            None => (self.leaf_value(state, player), None),
        }
    }

    /// Returns the window for the candidates of a state. If they may omit better actions, an
    /// omitted action has the value of an [unproven loss](Scale::unproven_loss), which is a lower
    /// bound. Returns `Err` with that value if it is at least beta.
    #[inline]
    fn window_of_candidates(&self, state: &G, node: &Node) -> Result<Window, NodeValue> {
        let Window { alpha, beta } = node.window;
        let least = self.params.scale.unproven_loss(node.reach.ply);
        if alpha >= least || state.has_exact_candidates() {
            Ok(node.window)
        } else if least >= beta {
            Err(NodeValue { value: least, solved: false })
        } else {
            Ok(Window { alpha: least, beta })
        }
    }

    /// Adjusts the value of the best candidate for actions that the candidates may omit.
    #[inline]
    fn with_omissions(&mut self, state: &G, ply: usize, found: NodeValue) -> NodeValue {
        let NodeValue { value, solved } = found;
        let scale = self.params.scale;
        let least = scale.unproven_loss(ply);
        let is_won = value > 0.0 && scale.is_win(value);
        if is_won || (value >= least && !solved) || state.has_exact_candidates() {
            return found;
        }
        self.seen.omissions |= solved;
        NodeValue { value: if value < least { least } else { value }, solved }
    }

    /// Returns the value of a state in which the next action wins, the greatest possible value.
    /// Only used in games with few actions, where checking all of them is cheaper than searching
    /// the first.
    #[inline]
    fn win_at_once(&mut self, state: &G, player: Player, node: &Node) -> Option<NodeValue> {
        if !self.params.quick || !self.params.scale.has_wins() || node.table_action.is_some() {
            return None;
        }
        let action = state.winning_action()?;
        let Reach { ply, .. } = node.reach;
        if node.window.is_open() {
            self.pv.clear(ply + 1);
            self.pv.extend(ply, action);
        }
        let value = self.params.scale.end(&state.afterstate(action), ply + 1)?;
        Some(NodeValue { value: player.sign() as f64 * value, solved: true })
    }

    /// Searches the table's action, then the others in the order of the game.
    fn search_in_list_order(&mut self, state: &G, player: Player, node: &Node) -> Progress {
        let mut so_far = Progress::new(node.window.alpha);
        if let Some(number) = node.table_action
            && let Some(action) = nth_candidate(state, number)
            && self.search_action(state, player, node, &mut so_far, action, number).is_break()
        {
            return so_far;
        }
        let mut number = 0_u16;
        let _ = state.visit_candidates(|action| {
            let this = number;
            number = number.saturating_add(1);
            if node.table_action == Some(this) {
                return ControlFlow::Continue(());
            }
            self.search_action(state, player, node, &mut so_far, action, this)
        });
        so_far
    }

    /// Searches the table's action before the others are listed, then the killer moves, then the
    /// rest by score.
    fn search_in_order(&mut self, state: &G, player: Player, node: &Node) -> Progress {
        let mut so_far = Progress::new(node.window.alpha);
        let reach = node.reach;
        let first = self.action_stack.len();
        let mut index = first;
        let mut flow = ControlFlow::Continue(());
        if self.push_table_action(state, node) {
            let ScoredAction { action, number, .. } = self.action_stack[index];
            flow = self.search_action(state, player, node, &mut so_far, action, number);
            index += 1;
        }
        if flow.is_continue() {
            let guesses = self.push_actions(state, reach, first);
            let last = self.action_stack.len();
            while index < self.action_stack.len() {
                if reach.left > 1 && (guesses..last).contains(&index) {
                    if index == guesses {
                        self.score_actions(state, player, reach, index);
                    }
                    self.select_next(index, last, index - guesses);
                }
                let scored = self.action_stack[index];
                let ScoredAction { action, number, .. } = scored;
                index += 1;
                let tag = mix(node.key, u64::from(number));
                let busy = self.busy.as_ref().filter(|_| reach.left >= MIN_BUSY_DEPTH && index > first + 1);
                if let Some(busy) = busy {
                    if index <= last && busy.contains(tag) {
                        // Deferred until after all others.
                        self.action_stack.push(self.action_stack[index - 1]);
                        continue;
                    }
                    busy.begin(tag);
                }
                let nth = (index - 1).saturating_sub(guesses);
                let flow = if self.fails_low_reduced(state, player, node, &mut so_far, scored, nth) {
                    ControlFlow::Continue(())
                } else {
                    self.search_action(state, player, node, &mut so_far, action, number)
                };
                if let Some(busy) = self.busy.as_ref().filter(|_| reach.left >= MIN_BUSY_DEPTH) {
                    busy.end(tag);
                }
                if flow.is_break() {
                    break;
                }
            }
        }
        if so_far.alpha >= node.window.beta && !self.pace.is_over() {
            let tried = &self.action_stack[first..index];
            self.order.record_cutoff(reach.ply, tried[tried.len() - 1].action);
            if reach.left > 1 {
                self.order.update_history(player, tried, reach.left);
            }
        }
        self.action_stack.truncate(first);
        so_far
    }

    /// Calls a function with the state after an action.
    #[inline]
    pub(super) fn after<R>(&mut self, state: &G, action: G::Action, search: impl FnOnce(&mut Self, &G) -> R) -> R {
        if size_of::<G>() < LARGE_STATE {
            return search(self, &state.afterstate(action));
        }
        let mut after = match self.spare_states.pop() {
            Some(mut spare) => {
                (*spare).clone_from(state);
                spare
            }
            None => Box::new(state.clone()),
        };
        after.play(action);
        let result = search(self, &after);
        self.spare_states.push(after);
        result
    }

    /// Searches an action of a node. Breaks on a cut-off or if the search must end.
    #[inline]
    fn search_action(
        &mut self,
        state: &G,
        player: Player,
        node: &Node,
        so_far: &mut Progress,
        action: G::Action,
        number: u16,
    ) -> ControlFlow<()> {
        let Node { reach, window: Window { beta, .. }, .. } = *node;
        let is_open = node.window.is_open();
        let alpha = so_far.alpha;
        // All actions but the first are first searched with a null window.
        let scout = is_open && reach.left > 1 && so_far.best.is_some();
        let found = self.after(state, action, |worker, after| {
            if scout {
                let found = worker.search_child(after, player, node.next(), Window::above(alpha));
                if found.value <= alpha || found.value >= beta {
                    return found;
                }
            }
            if is_open {
                worker.pv.clear(reach.ply + 1);
            }
            worker.search_child(after, player, node.next(), Window { alpha, beta })
        });
        if self.pace.is_over() {
            return ControlFlow::Break(());
        }
        so_far.add(found, number);
        if found.value > so_far.alpha {
            so_far.alpha = found.value;
            // Before the cut-off, since the quickest possible win causes one but is part of the pv.
            if is_open {
                self.pv.extend(reach.ply, action);
            }
            if found.value >= beta {
                so_far.solved = found.solved;
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }

    /// Mate distance pruning: narrows a window to the values possible at this ply, since no win is
    /// quicker than the next action. Returns `Err` with the value if the window is empty or if the
    /// evaluator returns the minimax value.
    #[inline]
    fn clip_window(&mut self, state: &G, player: Player, reach: Reach, window: Window) -> Result<Window, NodeValue> {
        let scale = self.params.scale;
        let best = scale.best_possible(reach.ply);
        // Not `max` and `min`, which are calls on WebAssembly.
        let Window { alpha, beta } = window;
        let (alpha, beta) = (if alpha < -best { -best } else { alpha }, if beta > best { best } else { beta });
        let window = Window { alpha, beta };
        if alpha >= beta {
            return Err(NodeValue { value: alpha, solved: true });
        }
        if reach.left == 1
            && let Some(found) = self.evaluate_together(state, player, reach, window)
        {
            return Err(found);
        }
        Ok(window)
    }

    /// Returns the value of a state near the horizon if the evaluator computes it by
    /// [`Evaluator::minimax`].
    #[inline]
    fn evaluate_together(&mut self, state: &G, player: Player, reach: Reach, window: Window) -> Option<NodeValue> {
        let Window { alpha, beta } = window;
        if self.params.settings.extensions > 0 || window.is_open() || reach.left > MAX_TOGETHER {
            return None;
        }
        // Evaluations are for the first player.
        let asked = if player == Player::First { alpha..beta } else { -beta..-alpha };
        let value = self.evaluator.minimax(state, u32::from(reach.left), asked)?;
        let value = self.check(value, state);
        Some(NodeValue { value: player.sign() as f64 * value, solved: false })
    }

    /// Probes the table before the actions are generated. Returns `Err` with the value on a
    /// cut-off.
    #[inline]
    fn probe(&mut self, state: &G, player: Player, reach: Reach, window: Window) -> Result<Node, NodeValue> {
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
        }
        let settings = &self.params.settings;
        let is_forced = settings.is_selective
            && reach.left > settings.extensions
            && reach.ply < MAX_FORCED_PLY
            && !self.evaluator.is_quiet(state);
        Ok(Node { key, reach, window, table_action: known.and_then(|entry| entry.best), is_forced })
    }

    /// Stores the value of a node and the number of its best action in the table.
    #[inline]
    fn store(&mut self, node: &Node, found: NodeValue, best: Option<u16>) -> NodeValue {
        let NodeValue { value, solved } = found;
        let bound = if value >= node.window.beta {
            StoredBound::Lower
        } else if value > node.window.alpha {
            StoredBound::Exact
        } else {
            StoredBound::Upper
        };
        let value = self.params.scale.table_value(value, node.reach.ply);
        self.table.put(node.key, TableEntry { value, bound, depth: node.reach.left, solved, best });
        found
    }

    /// Returns the static evaluation of a state for a player as a node value.
    #[inline]
    fn leaf_value(&mut self, state: &G, player: Player) -> NodeValue {
        NodeValue { value: player.sign() as f64 * self.evaluate(state), solved: false }
    }

    /// Returns the static evaluation of a state.
    #[inline]
    pub(super) fn evaluate(&mut self, state: &G) -> f64 {
        self.check(self.evaluator.evaluate(state), state)
    }

    /// Clamps an evaluation below wins; ends the search if it is not finite.
    #[inline]
    fn check(&mut self, value: f64, state: &G) -> f64 {
        let Some(value) = self.fault.check(value, state) else {
            self.pace.stop();
            return 0.0;
        };
        let value = self.params.scale.clamped(value);
        self.seen.greatest = self.seen.greatest.max(value.abs());
        value
    }
}

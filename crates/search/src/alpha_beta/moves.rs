//! Move lists: generation, scores, selection and late move reductions.

use core::ops::ControlFlow;

use gambol_core::{Evaluator, Game, NoChance, Player, Turn};

use super::Settings;
use super::node::{Node, Progress, Reach, Window};
use super::order::{MAX_HISTORY, Order, ScoredAction};
use super::pv::nth_candidate;
use super::worker::Worker;
use crate::math::ln;

/// Minimum number of actions for killer moves at frontier nodes. With fewer actions, any order soon
/// leads to a cut-off, and a constant order reaches the same states more often. With a cheap
/// evaluator, this holds at every ply (connect four: a tenth fewer nodes).
pub(super) const MIN_KILLER_ACTIONS: usize = 32;

/// Minimum remaining depth for move ordering by static evaluation.
const MIN_EVAL_ORDERING_DEPTH: u8 = 3;

/// Low bits of the history that are ignored in games with few actions: a constant order helps more
/// than a small difference.
const QUICK_HISTORY_SHIFT: u32 = 12;

/// Number of candidates of a selective search at the horizon, and for each ply above it. Match5
/// gains Elo +89 with them and a list of 18, against 12 candidates at every ply; 18 at every ply
/// gain +20.
const MIN_CANDIDATES: u16 = 4;
const CANDIDATES_PER_PLY: u16 = 2;

/// Number of actions selected one by one before the rest are sorted.
const SELECTION_STEPS: usize = 4;

impl<G: Game<Outcome = NoChance>, E: Evaluator<G>> Worker<'_, G, E> {
    /// Pushes the action of the table entry on the stack. Returns whether there is one.
    #[inline]
    pub(super) fn push_table_action(&mut self, state: &G, node: &Node) -> bool {
        let action = node.table_action.and_then(|number| Some((number, nth_candidate(state, number)?)));
        self.action_stack.extend(action.map(|(number, action)| ScoredAction::new(action, number)));
        action.is_some()
    }

    /// Pushes the actions of a state on the stack, the legal killer moves first, but not the
    /// table's action, which may already be at `first`. Near the horizon of a selective search,
    /// only the first candidates. Returns the index of the first action after these guesses.
    pub(super) fn push_actions(&mut self, state: &G, reach: Reach, first: usize) -> usize {
        let most = self.most_candidates(state, reach);
        let scored = &mut self.action_stack;
        let table_action = scored.get(first).map(|scored| scored.number);
        let mut guesses = scored.len();
        let mut number = 0_u16;
        let _ = state.visit_candidates(|action| {
            if most.is_some_and(|most| number >= most) {
                return ControlFlow::Break(());
            }
            if table_action != Some(number) {
                scored.push(ScoredAction::new(action, number));
            }
            number = number.saturating_add(1);
            ControlFlow::Continue(())
        });
        if !self.params.quick && (reach.left > 1 || scored.len() - first >= MIN_KILLER_ACTIONS) {
            for killer in self.order.killers(reach.ply).into_iter().flatten() {
                let found = scored[guesses..].iter().position(|scored| scored.action == killer);
                if let Some(at) = found {
                    scored.swap(guesses, guesses + at);
                    guesses += 1;
                }
            }
        }
        guesses
    }

    /// Returns the number of candidates that are searched at this depth, unless all are.
    #[inline]
    fn most_candidates(&self, state: &G, Reach { left, .. }: Reach) -> Option<u16> {
        let Settings { is_selective, extensions, .. } = self.params.settings;
        if !is_selective || self.evaluator.is_threatened(state) || state.has_exact_candidates() {
            return None;
        }
        Some(MIN_CANDIDATES + CANDIDATES_PER_PLY * u16::from(left.saturating_sub(extensions)))
    }

    /// Scores the actions from `from` on by their history and, at sufficient remaining depth, by
    /// the static evaluation of their afterstates.
    pub(super) fn score_actions(&mut self, state: &G, player: Player, reach: Reach, from: usize) {
        for scored in &mut self.action_stack[from..] {
            scored.history_slot = Order::history_slot(player, scored.action);
            let history = self.order.history(scored.history_slot);
            scored.score = if self.params.quick { history >> QUICK_HISTORY_SHIFT } else { history };
        }
        if reach.left < self.params.settings.extensions + MIN_EVAL_ORDERING_DEPTH {
            return;
        }
        // Range of the evaluations without wins and losses.
        let (mut least, mut greatest) = (f64::INFINITY, f64::NEG_INFINITY);
        self.static_evals.clear();
        for index in from..self.action_stack.len() {
            let action = self.action_stack[index].action;
            let value = self.after(state, action, Self::static_eval) * player.sign() as f64;
            if self.pace.is_over() {
                return;
            }
            self.static_evals.push(value);
            if !self.params.scale.is_win(value) {
                (least, greatest) = (least.min(value), greatest.max(value));
            }
        }
        let scale = if greatest > least { f64::from(MAX_HISTORY / 8) / (greatest - least) } else { 1.0 };
        let base = if least.is_finite() { least } else { 0.0 };
        for (scored, static_eval) in self.action_stack[from..].iter_mut().zip(&self.static_evals) {
            // The conversion saturates: wins come first and losses last.
            let score = (static_eval - base) * scale;
            scored.score = scored.score.saturating_add(score as i32);
        }
    }

    /// Returns the value of an ended game, or the static evaluation, for the first player.
    fn static_eval(&mut self, state: &G) -> f64 {
        self.pace.tick();
        let end = if state.turn() == Turn::Over { self.params.scale.end(state, 0) } else { None };
        end.unwrap_or_else(|| self.evaluate(state))
    }

    /// Moves the action with the highest score in `from..last` to `from`; it is the `nth`. The
    /// first few are selected one by one, since a cut-off is likely; then the rest are sorted.
    #[inline]
    pub(super) fn select_next(&mut self, from: usize, last: usize, nth: usize) {
        let rest = &mut self.action_stack[from..last];
        if nth < SELECTION_STEPS {
            let mut best = 0;
            for candidate in 1..rest.len() {
                if rest[candidate].score > rest[best].score {
                    best = candidate;
                }
            }
            // Equal scores keep the order of the list.
            if self.params.quick {
                rest[..=best].rotate_right(1);
            } else {
                rest.swap(0, best);
            }
        } else if nth == SELECTION_STEPS {
            // Score and index in one integer compare faster than as a pair.
            rest.sort_unstable_by_key(|scored| (-i64::from(scored.score) << 16) | i64::from(scored.number));
        }
    }
}

/// Minimum depth above the horizon for reductions.
const MIN_REDUCED_DEPTH: u8 = 2;

/// The first places in the list of the game, and the number of places below for each additional
/// ply.
const UNREDUCED_PLACES: u16 = 3;
const PLACES_PER_PLY: u16 = 5;

/// Reductions of a selective search, from the logarithms of small numbers.
#[derive(Debug)]
pub(super) struct Reductions([f32; 128]);

impl Reductions {
    pub(super) fn new() -> Self {
        Self(core::array::from_fn(|number| ln(number as f64) as f32))
    }

    /// Returns the plies by which the `nth` action after the guesses, from 0, is reduced at a depth
    /// of at least 2: at least 1, and less than the depth. The action has this number in the list
    /// of the game.
    #[inline]
    fn plies(&self, depth: u8, nth: usize, number: u16) -> u8 {
        let ln = |number: usize| self.0[number.min(self.0.len() - 1)];
        let by_rank = (1.0 + ln(usize::from(depth)) * ln(nth + 1)) as u16;
        let by_place = number.saturating_sub(UNREDUCED_PLACES - 1) / PLACES_PER_PLY;
        (by_rank + by_place).min(u16::from(depth - 1)) as u8
    }
}

impl<G: Game<Outcome = NoChance>, E: Evaluator<G>> Worker<'_, G, E> {
    /// Whether a reduced search refutes a late action: less deep and with a null window, its value
    /// does not exceed alpha. The action is the `nth` after the guesses.
    #[inline]
    pub(super) fn fails_low_reduced(
        &mut self,
        state: &G,
        player: Player,
        node: &Node,
        so_far: &mut Progress,
        scored: ScoredAction<G::Action>,
        nth: usize,
    ) -> bool {
        let Some(reductions) = &self.reductions else { return false };
        let depth = node.reach.left.saturating_sub(self.params.settings.extensions);
        if nth == 0 || depth < MIN_REDUCED_DEPTH || so_far.best.is_none() {
            return false;
        }
        let Reach { left, ply } = node.reach.next();
        let window = Window::above(so_far.alpha);
        let plies = reductions.plies(depth, nth, scored.number);
        let reach = Reach { left: left - plies, ply };
        let found = self.after(state, scored.action, |worker, after| worker.search_child(after, player, reach, window));
        let is_low = found.value <= so_far.alpha && !self.pace.is_over();
        if is_low {
            so_far.add(found, scored.number);
        }
        is_low
    }
}

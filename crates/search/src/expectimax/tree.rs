//! The recursion of expectimax over players' choices and chance nodes.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use gambol_core::{Afterstate, Evaluator, Event, Game, GameExt, Player, Seed, Turn};

use super::probing::{Keys, Worth};
use super::settings::{ChanceNodes, Settings};
use crate::batch::Batch;
use crate::error::{Fault, is_evaluation};
use crate::meter::Counter;
use crate::table::{StoredBound, TableEntry, TranspositionTable};
use crate::terminal::Terminal;

/// Maximum number of events of players and chance on a line; states beyond are evaluated
/// statically. The recursion is equally deep and must fit a thread's stack.
pub(super) const MAX_LINE: u32 = 512;

/// Minimum probability of a chance chain; less likely chains are not followed. Without it, the
/// search of a chance event that can repeat itself would not end.
const MIN_CHAIN_PROBABILITY: f64 = 1e-12;

/// A search below one or all root actions.
pub(super) struct Tree<'a, A, E> {
    pub(super) settings: &'a Settings,
    pub(super) terminal: Terminal,
    pub(super) evaluator: &'a E,
    pub(super) table: &'a mut TranspositionTable,
    pub(super) keys: Keys,
    /// Depths at which the table pays; `None` to probe at all depths.
    pub(super) worth: Option<Worth>,
    /// Whether outcomes of the last chance event that differ only in the preview are merged.
    pub(super) merges: bool,
    pub(super) counter: Counter<'a>,
    pub(super) seed: Seed,
    /// Whether a state was evaluated at the horizon, or candidates omitted an action that may be
    /// better.
    pub(super) cut: bool,
    /// Least remaining depth of any line.
    pub(super) least_depth: u32,
    /// Results of the probes of Star2: a stack with one run of numbers for each chance node on the
    /// path.
    pub(super) probes: Vec<f64>,
    pub(super) fault: Fault,
    pub(super) batch: Batch<A>,
}

/// Search parameters of a node: depth, reach probability and window.
#[derive(Clone, Copy, Debug)]
pub(super) struct SearchParams {
    /// Remaining depth in players' actions.
    pub(super) depth: u32,
    /// Events since the root.
    pub(super) events: u32,
    /// Reach probability by chance from the root.
    pub(super) probability: f64,
    /// Reach probability by chance from the last action.
    chain: f64,
    /// Search window: values outside are only bounds.
    pub(super) alpha: f64,
    pub(super) beta: f64,
}

impl SearchParams {
    /// Creates the parameters for an afterstate of the root.
    pub(super) fn new(depth: u32) -> Self {
        let (alpha, beta) = (f64::NEG_INFINITY, f64::INFINITY);
        Self { depth, probability: 1.0, chain: 1.0, events: 0, alpha, beta }
    }

    /// Returns the parameters for the afterstate of an action.
    #[inline]
    pub(super) fn after_action(self, alpha: f64, beta: f64) -> Self {
        Self { depth: self.depth - 1, chain: 1.0, events: self.events + 1, alpha, beta, ..self }
    }

    /// Returns the parameters for the state after an outcome with this probability.
    #[inline]
    pub(super) fn after_outcome(self, probability: f64, alpha: f64, beta: f64) -> Self {
        let (chain, events) = (self.chain * probability, self.events + 1);
        Self { probability: self.probability * probability, chain, events, alpha, beta, ..self }
    }

    /// Returns the kind of bound that a value from a search with this window is.
    fn bound_of(&self, value: f64) -> StoredBound {
        if value <= self.alpha {
            StoredBound::Upper
        } else if value >= self.beta {
            StoredBound::Lower
        } else {
            StoredBound::Exact
        }
    }
}

impl<A: Copy, E> Tree<'_, A, E> {
    /// Returns the value of a state for the first player, or a bound if it lies outside the window.
    /// Returns `None` if the budget ran out.
    pub(super) fn value<G: Game<Action = A>>(&mut self, state: &G, params: SearchParams) -> Option<f64>
    where
        E: Evaluator<G>,
    {
        if !self.counter.tick() {
            return None;
        }
        let turn = state.turn();
        let is_chance = turn == Turn::Chance;
        // A search that is exactly as deep as the line would not reach a chance node at its end.
        self.least_depth = self.least_depth.min(params.depth.saturating_sub(u32::from(is_chance)));
        if turn == Turn::Over {
            return self.end(state);
        }
        let ends_here = params.probability < self.settings.cutoff
            || params.events >= MAX_LINE
            || params.depth == 0
            || (is_chance && params.chain < MIN_CHAIN_PROBABILITY);
        if ends_here {
            return self.static_eval(state);
        }
        match (turn, self.settings.chance) {
            (Turn::Player(player), _) => self.choose(state, player, params),
            (_, ChanceNodes::Sampled(samples)) => self.average_of_samples(state, samples, params),
            // A chance chain that can repeat itself is cut off by its probability, so the value of
            // a state in it depends on the path and is not stored.
            _ if params.chain < 1.0 => self.average(state, params),
            _ => self.remember(state, params, |tree| tree.average(state, params)),
        }
    }

    /// Returns the value of an ended game, or `None` if it is not finite.
    fn end<G: Game<Action = A>>(&mut self, state: &G) -> Option<f64>
    where
        E: Evaluator<G>,
    {
        match self.terminal.value(state) {
            Some(value) => Some(value),
            None => self.evaluate(state),
        }
    }

    /// Returns the static evaluation of a state, or `None` if it is not finite.
    #[inline]
    fn static_eval<G: Game<Action = A>>(&mut self, state: &G) -> Option<f64>
    where
        E: Evaluator<G>,
    {
        self.cut = true;
        self.evaluate(state)
    }

    #[inline]
    fn evaluate<G: Game>(&mut self, state: &G) -> Option<f64>
    where
        E: Evaluator<G>,
    {
        self.fault.check(self.evaluator.evaluate(state), state)
    }

    /// Returns the value of a state from the table. If there is no usable entry, runs `search` and
    /// stores its value.
    #[inline]
    fn remember<G: Game<Action = A>>(
        &mut self,
        state: &G,
        params: SearchParams,
        search: impl FnOnce(&mut Self) -> Option<f64>,
    ) -> Option<f64> {
        // With a cheap evaluator, only afterstates are stored, with any player or chance to move.
        if !self.worth.as_mut().is_none_or(|worth| params.chain == 1.0 && worth.pays(params.depth)) {
            return search(self);
        }
        let key = self.keys.key(state);
        let offset = self.keys.offset(state);
        if let Some(value) = self.find(key, offset, params) {
            if let Some(worth) = &mut self.worth {
                worth.hit(params.depth);
            }
            return Some(value);
        }
        let (cut_before, before) = (core::mem::take(&mut self.cut), self.counter.nodes());
        let value = search(self)?;
        let (depth, solved) = (params.depth as u8, !self.cut);
        let best = (self.settings.cutoff > 0.0).then(|| likelihood(params.probability));
        let entry = TableEntry { value: value - offset, bound: params.bound_of(value), depth, solved, best };
        self.table.put(key, entry);
        self.cut |= cut_before;
        if let Some(worth) = &mut self.worth {
            worth.missed(params.depth, self.counter.nodes() - before);
        }
        Some(value)
    }

    /// Returns the value of a state from the table if it is exact or causes a cut-off.
    #[inline]
    fn find(&mut self, key: u64, offset: f64, params: SearchParams) -> Option<f64> {
        let entry = self.table.get(key).filter(|entry| self.answers(entry, params))?;
        let value = entry.value + offset;
        let is_known = match entry.bound {
            StoredBound::Exact => true,
            StoredBound::Lower => value >= params.beta,
            StoredBound::Upper => value <= params.alpha,
        };
        self.cut |= is_known && !entry.solved;
        is_known.then_some(value)
    }

    /// Whether an entry can replace a search to this depth.
    ///
    /// An entry from a deeper search cannot, since results must not depend on earlier searches. An
    /// entry from a shallower search can if no state was evaluated at its horizon, unless chance is
    /// sampled, since samples differ between depths. With a cut-off, the entry must have been
    /// stored with at least this reach probability.
    #[inline]
    fn answers(&self, entry: &TableEntry, params: SearchParams) -> bool {
        let depth = params.depth as u8;
        let is_deep =
            entry.depth == depth || (entry.solved && entry.depth < depth && self.settings.chance == ChanceNodes::All);
        let is_cut = self.settings.cutoff > 0.0 && !entry.solved;
        is_deep && (!is_cut || entry.best.is_some_and(|stored| stored >= likelihood(params.probability)))
    }

    /// Returns the value of the best action.
    fn choose<G: Game<Action = A>>(&mut self, state: &G, player: Player, params: SearchParams) -> Option<f64>
    where
        E: Evaluator<G>,
    {
        let is_last = params.depth == 1;
        match (is_last, &self.worth) {
            // Evaluating the afterstates again is cheaper than a table probe.
            (true, Some(_)) => self.best_afterstate(state, player, (params.alpha, params.beta)),
            (true, None) => {
                self.remember(state, params, |tree| tree.best_afterstate(state, player, (params.alpha, params.beta)))
            }
            _ => self.remember(state, params, |tree| tree.best_action(state, player, params)),
        }
    }

    /// Returns the value of the best action above the last ply.
    fn best_action<G: Game<Action = A>>(&mut self, state: &G, player: Player, params: SearchParams) -> Option<f64>
    where
        E: Evaluator<G>,
    {
        let mut best = Best::new::<G>(player, params.alpha, params.beta);
        let mut stopped = false;
        let _ = state.visit_afterstates(|_, after| {
            let (alpha, beta) = best.window();
            let value = self.value(&after, params.after_action(alpha, beta));
            stopped = value.is_none();
            value.map_or(ControlFlow::Break(()), |value| best.take(value))
        });
        (!stopped).then(|| self.with_omissions(state, player, best.value()))
    }

    /// Returns the value of the best candidate. Marks it as unproved if better actions may have
    /// been omitted, unless the value is the greatest possible.
    #[inline]
    fn with_omissions<G: Game>(&mut self, state: &G, player: Player, value: f64) -> f64 {
        let is_greatest = || player.sign() as f64 * value >= self.terminal.greatest();
        if !state.has_exact_candidates() && !is_greatest() {
            self.cut = true;
        }
        value
    }

    /// Returns the value of the best action of the last ply, whose afterstates are evaluated.
    fn best_afterstate<G: Game<Action = A>>(
        &mut self,
        state: &G,
        player: Player,
        (alpha, beta): (f64, f64),
    ) -> Option<f64>
    where
        E: Evaluator<G>,
    {
        self.least_depth = 0;
        let mut best = Best::new::<G>(player, alpha, beta);
        let mut stopped = false;
        if self.batch.candidates(&Afterstate(self.evaluator), state) {
            self.cut = true;
            let mut index = 0;
            while let Some((action, value)) = self.batch.get(index) {
                let value = if self.counter.tick() { self.fault.check_action(value, state, action) } else { None };
                stopped = value.is_none();
                if value.is_none_or(|value| best.take(value).is_break()) {
                    break;
                }
                index += 1;
            }
        } else {
            // With slow evaluations, each one counts as a tick.
            let is_cheap = self.worth.is_some();
            let mut leaves = Leaves::default();
            let _ = state.visit_afterstates(|action, after| {
                if !is_cheap && !self.counter.tick() {
                    stopped = true;
                    return ControlFlow::Break(());
                }
                best.take(self.evaluate_leaf(&after, &mut leaves, |tree| tree.end_after(state, None, action)))
            });
            stopped |= !is_evaluation(leaves.sum) && self.has_faulty_afterstate(state);
            self.cut |= leaves.evaluated > 0;
            stopped |= is_cheap && !self.counter.tick_all(leaves.nodes);
        }
        (!stopped).then(|| self.with_omissions(state, player, best.value()))
    }

    /// Returns the value of an afterstate of the last ply, which may not be finite. `end` returns
    /// that of an ended game.
    #[inline]
    fn evaluate_leaf<G: Game<Action = A>>(&self, after: &G, leaves: &mut Leaves, end: impl FnOnce(&Self) -> f64) -> f64
    where
        E: Evaluator<G>,
    {
        leaves.nodes += 1;
        let value = if after.turn() == Turn::Over {
            end(self)
        } else {
            leaves.evaluated += 1;
            self.evaluator.evaluate(after)
        };
        leaves.sum += value;
        value
    }

    /// Returns the value of the game that an action ends after an outcome, if one is due.
    ///
    /// It repeats both on the state before them, so that callers need not keep the states between
    /// in memory. The compiler then leaves out whatever the evaluator does not read.
    #[cold]
    #[inline(never)]
    fn end_after<G: Game<Action = A>>(&self, state: &G, outcome: Option<G::Outcome>, action: A) -> f64
    where
        E: Evaluator<G>,
    {
        let mut after = outcome.map_or_else(|| state.clone(), |outcome| state.after(Event::Outcome(outcome)));
        after.play(action);
        self.terminal.value(&after).unwrap_or_else(|| self.evaluator.evaluate(&after))
    }

    /// Whether the value of an afterstate is not finite. Such a value is noted as a fault.
    #[cold]
    fn has_faulty_afterstate<G: Game<Action = A>>(&mut self, state: &G) -> bool
    where
        E: Evaluator<G>,
    {
        state
            .visit_afterstates(|_, after| {
                let value = if after.turn() == Turn::Over { self.end(&after) } else { self.evaluate(&after) };
                value.map_or(ControlFlow::Break(()), |_| ControlFlow::Continue(()))
            })
            .is_break()
    }

    /// Returns the mean over all outcomes.
    fn average<G: Game<Action = A>>(&mut self, state: &G, params: SearchParams) -> Option<f64>
    where
        E: Evaluator<G>,
    {
        if let Some((low, high)) = self.settings.range {
            return self.average_within(state, params, low, high);
        }
        if self.worth.is_some() && params.depth == 1 && params.events + 1 < MAX_LINE {
            return if self.merges {
                self.average_of_last::<G, true>(state, params)
            } else {
                self.average_of_last::<G, false>(state, params)
            };
        }
        let (mut mean, mut total, mut stopped) = (Mean::default(), 0.0, false);
        let _ = visit_outcomes(state, self.merges_at(params.depth), |outcome, probability| {
            let mut after = state.clone();
            after.resolve(outcome);
            total += probability.abs();
            let value = match after.turn() {
                // With a cut-off, most states are below it.
                Turn::Player(_) | Turn::Chance if params.probability * probability < self.settings.cutoff => {
                    if self.counter.tick() { self.static_eval(&after) } else { None }
                }
                _ => self.value(&after, params.after_outcome(probability, f64::NEG_INFINITY, f64::INFINITY)),
            };
            stopped = value.is_none();
            value.map_or(ControlFlow::Break(()), |value| {
                mean.add(probability, value);
                ControlFlow::Continue(())
            })
        });
        stopped |= !stopped && !self.fault.check_total(total, state);
        (!stopped).then(|| mean.value())
    }

    /// Returns the mean over all outcomes before the last action, for cheap evaluators. Most states
    /// of a search are here. They do not probe the table, and are counted and checked together.
    fn average_of_last<G: Game<Action = A>, const MERGED: bool>(
        &mut self,
        state: &G,
        params: SearchParams,
    ) -> Option<f64>
    where
        E: Evaluator<G>,
    {
        let (mut mean, mut total, mut stopped) = (Mean::default(), 0.0, false);
        let mut leaves = Leaves::default();
        let _ = visit_outcomes(state, MERGED, |outcome, probability| {
            let mut after = state.clone();
            after.resolve(outcome);
            total += probability.abs();
            let value = match after.turn() {
                Turn::Player(_) if params.probability * probability < self.settings.cutoff => {
                    let value = self.evaluator.evaluate(&after);
                    leaves.nodes += 1;
                    leaves.sum += value;
                    self.cut = true;
                    value
                }
                Turn::Player(player) => {
                    leaves.nodes += 1;
                    let mut best = Best::new::<G>(player, f64::NEG_INFINITY, f64::INFINITY);
                    let _ = after.visit_afterstates(|action, last| {
                        let end = |tree: &Self| tree.end_after(state, Some(outcome), action);
                        let _ = best.take(self.evaluate_leaf(&last, &mut leaves, end));
                        ControlFlow::Continue(())
                    });
                    self.with_omissions(&after, player, best.value())
                }
                _ => {
                    let params = params.after_outcome(probability, f64::NEG_INFINITY, f64::INFINITY);
                    let Some(value) = self.value_after(state, outcome, params) else {
                        stopped = true;
                        return ControlFlow::Break(());
                    };
                    value
                }
            };
            mean.add(probability, value);
            ControlFlow::Continue(())
        });
        if leaves.evaluated > 0 {
            (self.cut, self.least_depth) = (true, 0);
        }
        stopped |= !is_evaluation(leaves.sum) && self.has_faulty_leaf(state, params);
        stopped |= !self.counter.tick_all(leaves.nodes);
        stopped |= !stopped && !self.fault.check_total(total, state);
        (!stopped).then(|| mean.value())
    }

    /// Returns the value of the state after an outcome.
    #[inline(never)]
    fn value_after<G: Game<Action = A>>(&mut self, state: &G, outcome: G::Outcome, params: SearchParams) -> Option<f64>
    where
        E: Evaluator<G>,
    {
        self.value(&state.after(Event::Outcome(outcome)), params)
    }

    /// Whether a value at the last ply after the outcomes of a state is not finite. Such a value is
    /// noted as a fault.
    #[cold]
    fn has_faulty_leaf<G: Game<Action = A>>(&mut self, state: &G, params: SearchParams) -> bool
    where
        E: Evaluator<G>,
    {
        state
            .visit_outcomes(|outcome, probability| {
                let after = state.after(Event::Outcome(outcome));
                let is_cut = params.probability * probability < self.settings.cutoff;
                let is_faulty = match after.turn() {
                    Turn::Player(_) if is_cut => self.evaluate(&after).is_none(),
                    Turn::Player(_) => self.has_faulty_afterstate(&after),
                    _ => false,
                };
                if is_faulty { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            })
            .is_break()
    }

    /// Whether no chance event below outcomes at this depth can reveal the preview.
    #[inline]
    pub(super) fn merges_at(&self, depth: u32) -> bool {
        self.merges && depth == 1
    }

    /// Returns the mean over sampled chance chains, with the same random numbers for every state at
    /// this depth (common random numbers).
    fn average_of_samples<G: Game<Action = A>>(&mut self, state: &G, samples: u32, params: SearchParams) -> Option<f64>
    where
        E: Evaluator<G>,
    {
        let samples = samples.max(1);
        let share = 1.0 / f64::from(samples);
        let mut sum = 0.0;
        for number in 0..samples {
            let mut after = state.clone();
            after.settle(&mut self.seed.derive(u64::from(params.depth)).derive(u64::from(number)).rng());
            // A chance chain may be endless.
            sum += match after.turn() {
                Turn::Chance if !self.fault.check_chance(&after) => return None,
                Turn::Chance => self.static_eval(&after)?,
                _ => self.value(&after, params.after_outcome(share, f64::NEG_INFINITY, f64::INFINITY))?,
            };
        }
        Some(sum * share)
    }
}

/// Afterstates of last plies.
#[derive(Default)]
struct Leaves {
    /// Nodes to count.
    nodes: u64,
    /// Number of games among them that go on and were evaluated at the horizon.
    evaluated: u64,
    /// Sum of all values, which is finite only if all are.
    sum: f64,
}

/// Mean of the values of outcomes, weighted by their probabilities.
///
/// The mean of equal values is that value. Six sixths do not sum to 1, and a game that is won for
/// every result of a die would not be.
#[derive(Clone, Copy, Default)]
pub(super) struct Mean {
    pub(super) sum: f64,
    first: Option<f64>,
    differs: bool,
}

impl Mean {
    #[inline]
    pub(super) fn add(&mut self, probability: f64, value: f64) {
        self.sum += probability * value;
        self.differs |= *self.first.get_or_insert(value) != value;
    }

    #[inline]
    pub(super) fn value(self) -> f64 {
        if self.differs { self.sum } else { self.first.unwrap_or(self.sum) }
    }
}

/// Lists the outcomes of a chance event, merged if `merged`.
#[inline]
pub(super) fn visit_outcomes<G: Game>(
    state: &G,
    merged: bool,
    visit: impl FnMut(G::Outcome, f64) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if merged { state.visit_outcomes_without_preview(visit) } else { state.visit_outcomes(visit) }
}

/// Returns the class of a reach probability, which grows with it: its power of two and 128 steps
/// between powers. Table entries store it in the field of the best action.
fn likelihood(probability: f64) -> u16 {
    /// Exponent below which probabilities are not distinguished.
    const LEAST: u64 = 1023 - 64;
    ((probability.to_bits() >> 45).saturating_sub(LEAST << 7)) as u16
}

/// The best value of a state's actions so far. Fields hold values and bounds for the player to
/// move.
pub(super) struct Best {
    sign: f64,
    value: f64,
    alpha: f64,
    beta: f64,
}

impl Best {
    #[inline]
    pub(super) fn new<G: Game>(player: Player, alpha: f64, beta: f64) -> Self {
        // Constant in one-player games.
        let is_first = G::PLAYERS == 1 || player == Player::First;
        let (alpha, beta) = if is_first { (alpha, beta) } else { (-beta, -alpha) };
        Self { sign: if is_first { 1.0 } else { -1.0 }, value: f64::NEG_INFINITY, alpha, beta }
    }

    /// Adds the value of the next action. Breaks on a cut-off.
    #[inline]
    pub(super) fn take(&mut self, value: f64) -> ControlFlow<()> {
        let value = self.sign * value;
        // NaN is never taken; callers detect it.
        self.value = if value > self.value { value } else { self.value };
        if self.value >= self.beta { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Returns the window for the next action.
    pub(super) fn window(&self) -> (f64, f64) {
        let alpha = self.alpha.max(self.value);
        if self.sign > 0.0 { (alpha, self.beta) } else { (-self.beta, -alpha) }
    }

    /// Returns the best value.
    pub(super) fn value(&self) -> f64 {
        self.sign * self.value
    }
}

//! The recursion of expectimax: players choose, chance averages.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use gambol_core::{Afterstate, Evaluator, Game, GameExt, Player, Seed, Turn};

use super::best::Best;
use super::keys::Keys;
use super::settings::{ChanceNodes, Pruning, Settings};
use super::worth::Worth;
use crate::batch::Batch;
use crate::error::Fault;
use crate::meter::Counter;
use crate::table::{StoredBound, TableEntry, TranspositionTable};
use crate::terminal::Terminal;

/// The events on a line, players' and chance's together, after which states are evaluated
/// statically: the recursion is as deep, and a thread's stack bears it.
pub(super) const MAX_LINE: u32 = 512;

/// A chain of chance events with less than this probability is not followed: chance that can repeat
/// itself would be followed for ever.
const MIN_CHAIN_PROBABILITY: f64 = 1e-12;

/// Least remaining depth at which symmetric states share an entry: to find the image costs as much
/// as some evaluations.
const MIN_SYMMETRIC_DEPTH: u32 = 2;

/// A search below one root action, or below all of them.
pub(super) struct Tree<'a, A, E> {
    pub(super) settings: &'a Settings,
    pub(super) terminal: Terminal,
    pub(super) evaluator: &'a E,
    pub(super) table: &'a mut TranspositionTable,
    pub(super) keys: Keys,
    /// Where the table pays; `None` if it does everywhere.
    pub(super) worth: Option<Worth>,
    /// Whether the outcomes of the last chance event are merged that differ only in the preview.
    pub(super) merges: bool,
    pub(super) counter: Counter<'a>,
    pub(super) seed: Seed,
    /// Whether a state was evaluated at the horizon, or without an action that may be better.
    pub(super) cut: bool,
    /// The least depth that was left anywhere.
    pub(super) least_depth: u32,
    /// What the probes of Star2 found, a stack of one run of numbers for each chance node on the
    /// way.
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
    /// Parameters for an afterstate of the root.
    pub(super) fn new(depth: u32) -> Self {
        let (alpha, beta) = (f64::NEG_INFINITY, f64::INFINITY);
        Self { depth, probability: 1.0, chain: 1.0, events: 0, alpha, beta }
    }

    /// Parameters for the afterstate of an action.
    #[inline]
    pub(super) fn after_action(self, alpha: f64, beta: f64) -> Self {
        Self { depth: self.depth - 1, chain: 1.0, events: self.events + 1, alpha, beta, ..self }
    }

    /// Parameters for the state after an outcome with this probability.
    #[inline]
    pub(super) fn after_outcome(self, probability: f64, alpha: f64, beta: f64) -> Self {
        let (chain, events) = (self.chain * probability, self.events + 1);
        Self { probability: self.probability * probability, chain, events, alpha, beta, ..self }
    }

    /// What a value found in this window says of the true value.
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
    /// `None` if the budget has run out.
    pub(super) fn value<G: Game<Action = A>>(&mut self, state: &G, params: SearchParams) -> Option<f64>
    where
        E: Evaluator<G>,
    {
        if !self.counter.tick() {
            return None;
        }
        let turn = state.turn();
        let is_chance = turn == Turn::Chance;
        // Chance at the end of a line is behind the horizon of a search that is just as deep.
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
            // A chain of chance that can repeat itself is cut by its probability: what a state in
            // it is worth depends on the way to it.
            _ if params.chain < 1.0 => self.average(state, params),
            _ => self.remember(state, params, |tree| tree.average(state, params)),
        }
    }

    /// The value of an ended game. `None` if it is not finite.
    fn end<G: Game<Action = A>>(&mut self, state: &G) -> Option<f64>
    where
        E: Evaluator<G>,
    {
        match self.terminal.value(state) {
            Some(value) => Some(value),
            None => self.evaluate(state),
        }
    }

    /// The static evaluation of a state. `None` if it is not finite.
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

    /// The value of a state by the table, or by this search, whose value goes into the table.
    #[inline]
    fn remember<G: Game<Action = A>>(
        &mut self,
        state: &G,
        params: SearchParams,
        search: impl FnOnce(&mut Self) -> Option<f64>,
    ) -> Option<f64> {
        // With a cheap evaluator, only afterstates are worth it, whoever's turn it is.
        if !self.worth.as_mut().is_none_or(|worth| params.chain == 1.0 && worth.pays(params.depth)) {
            return search(self);
        }
        let key = if self.settings.symmetric && params.depth >= MIN_SYMMETRIC_DEPTH && state.symmetries() > 1 {
            self.keys.key(&state.canonical())
        } else {
            self.keys.key(state)
        };
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

    /// What the table knows of a state, if that answers the question.
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

    /// Whether an entry stands for a search to this depth. One from a deeper search does not: what
    /// is found must not depend on what was searched before. One from a less deep search does if no
    /// state was evaluated at its horizon; but samples of chance are others at other depths. With a
    /// cut-off, it must have been reached with at least this probability.
    #[inline]
    fn answers(&self, entry: &TableEntry, params: SearchParams) -> bool {
        let depth = params.depth as u8;
        let is_deep =
            entry.depth == depth || (entry.solved && entry.depth < depth && self.settings.chance == ChanceNodes::All);
        let is_cut = self.settings.cutoff > 0.0 && !entry.solved;
        is_deep && (!is_cut || entry.best.is_some_and(|stored| stored >= likelihood(params.probability)))
    }

    /// The best of the actions.
    fn choose<G: Game<Action = A>>(&mut self, state: &G, player: Player, params: SearchParams) -> Option<f64>
    where
        E: Evaluator<G>,
    {
        let is_last = params.depth == 1;
        match (is_last, &self.worth) {
            // Evaluating the afterstates again is cheaper than a look into the table.
            (true, Some(_)) => self.best_afterstate::<G, true>(state, player, (params.alpha, params.beta)),
            (true, None) => self.remember(state, params, |tree| {
                tree.best_afterstate::<G, true>(state, player, (params.alpha, params.beta))
            }),
            _ => self.remember(state, params, |tree| tree.best_action(state, player, params)),
        }
    }

    /// The best of the actions above the last ply.
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

    /// The value of a state from that of its best candidate. It is no proof where better actions
    /// may have been left out, unless none can be better.
    #[inline]
    fn with_omissions<G: Game>(&mut self, state: &G, player: Player, value: f64) -> f64 {
        let is_greatest = || player.sign() as f64 * value >= self.terminal.greatest(player);
        if !state.has_exact_candidates() && !is_greatest() {
            self.cut = true;
        }
        value
    }

    /// The best of the actions of the last ply, whose afterstates are evaluated; without `WITHIN`,
    /// the window is not looked at.
    #[inline]
    fn best_afterstate<G: Game<Action = A>, const WITHIN: bool>(
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
            let evaluator = self.evaluator;
            // Between slow evaluations, the meter is polled.
            let is_cheap = self.worth.is_some();
            let (mut nodes, mut ended, mut sum) = (0, 0, 0.0);
            let _ = state.visit_afterstates(|_, after| {
                if !is_cheap && !self.counter.tick() {
                    stopped = true;
                    return ControlFlow::Break(());
                }
                nodes += 1;
                let value = if after.turn() == Turn::Over {
                    ended += 1;
                    self.terminal.value(&after).unwrap_or_else(|| evaluator.evaluate(&after))
                } else {
                    evaluator.evaluate(&after)
                };
                sum += value;
                let rest = best.take(value);
                if WITHIN { rest } else { ControlFlow::Continue(()) }
            });
            if !sum.is_finite() {
                stopped |= self.has_faulty_afterstate(state);
            }
            self.cut |= nodes > ended;
            stopped |= is_cheap && !self.counter.tick_all(nodes);
        }
        (!stopped).then(|| self.with_omissions(state, player, best.value()))
    }

    /// Whether the value of an afterstate is not finite. It is noted as a fault.
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

    /// The mean over all outcomes.
    fn average<G: Game<Action = A>>(&mut self, state: &G, params: SearchParams) -> Option<f64>
    where
        E: Evaluator<G>,
    {
        if let Pruning::Star1 { low, high } | Pruning::Star2 { low, high } = self.settings.pruning {
            return self.average_within(state, params, low, high);
        }
        let is_last = self.worth.is_some() && params.depth == 1 && params.events + 1 < MAX_LINE;
        let (mut sum, mut total, mut nodes, mut stopped) = (0.0, 0.0, 0, false);
        let _ = visit_outcomes(state, self.merges_at(params.depth), |outcome, probability| {
            let mut after = state.clone();
            after.resolve(outcome);
            total += probability.abs();
            let value = match after.turn() {
                // Most states are cut, or the last player's turns on a line: both without a look
                // into the table.
                Turn::Player(_) | Turn::Chance if params.probability * probability < self.settings.cutoff => {
                    if self.worth.is_some() {
                        nodes += 1;
                        self.static_eval(&after)
                    } else if self.counter.tick() {
                        self.static_eval(&after)
                    } else {
                        None
                    }
                }
                Turn::Player(player) if is_last => {
                    nodes += 1;
                    self.best_afterstate::<G, false>(&after, player, (f64::NEG_INFINITY, f64::INFINITY))
                }
                _ => self.value(&after, params.after_outcome(probability, f64::NEG_INFINITY, f64::INFINITY)),
            };
            stopped = value.is_none();
            value.map_or(ControlFlow::Break(()), |value| {
                sum += probability * value;
                ControlFlow::Continue(())
            })
        });
        stopped |= !self.counter.tick_all(nodes);
        stopped |= !stopped && !self.fault.check_total(total, state);
        (!stopped).then_some(sum)
    }

    /// Whether no chance event below outcomes at this depth can show what a preview announced.
    #[inline]
    pub(super) fn merges_at(&self, depth: u32) -> bool {
        self.merges && depth == 1
    }

    /// The mean over sampled chains of chance: the same samples for every state at this depth, so
    /// that actions are compared under the same luck.
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
            // Chance may not come to an end.
            sum += match after.turn() {
                Turn::Chance if !self.fault.check_chance(&after) => return None,
                Turn::Chance => self.static_eval(&after)?,
                _ => self.value(&after, params.after_outcome(share, f64::NEG_INFINITY, f64::INFINITY))?,
            };
        }
        Some(sum * share)
    }
}

/// Lists the outcomes of chance, merged if they may be.
#[inline]
pub(super) fn visit_outcomes<G: Game>(
    state: &G,
    merged: bool,
    visit: impl FnMut(G::Outcome, f64) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if merged { state.visit_outcomes_without_preview(visit) } else { state.visit_outcomes(visit) }
}

/// The class of a reach probability, the greater the likelier: its power of two and 128 steps
/// between two of them. It is kept where alpha-beta keeps the best action.
fn likelihood(probability: f64) -> u16 {
    /// Less is no longer told apart.
    const LEAST: u64 = 1023 - 64;
    ((probability.to_bits() >> 45).saturating_sub(LEAST << 7)) as u16
}

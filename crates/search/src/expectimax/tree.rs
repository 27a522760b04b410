//! The recursion of expectimax: players choose, chance averages.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use gambol_core::{Afterstate, Evaluator, Game, Player, Seed, Turn};

use super::{Chance, Horizon, Pruning, Settings};
use crate::batch::Batch;
use crate::error::Fault;
use crate::meter::Counter;
use crate::table::{StoredBound, TableEntry, TranspositionTable, key_with_score, key_without_score};
use crate::terminal::Terminal;

/// The events on a line, players' and chance's together, after which states are evaluated
/// statically: the recursion is as deep, and a thread's stack bears it.
const MAX_LINE: u32 = 512;

/// A chain of chance events with less than this probability is not followed: chance that can repeat
/// itself would be followed for ever.
const MIN_CHAIN_PROBABILITY: f64 = 1e-12;

/// A search below one root action, or below all of them.
pub(super) struct Tree<'a, A, E> {
    pub(super) settings: &'a Settings,
    pub(super) terminal: Terminal,
    pub(super) evaluator: &'a E,
    pub(super) table: &'a mut TranspositionTable,
    pub(super) counter: Counter<'a>,
    pub(super) seed: Seed,
    /// Whether a state was evaluated at the horizon.
    pub(super) cut: bool,
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
    depth: u32,
    /// Reach probability by chance from the root.
    probability: f64,
    /// Reach probability by chance from the last action.
    chain: f64,
    /// Events since the root.
    events: u32,
    /// Search window: values outside are only bounds.
    alpha: f64,
    beta: f64,
}

impl SearchParams {
    /// Parameters for an afterstate of the root.
    pub(super) fn new(depth: u32) -> Self {
        let (alpha, beta) = (f64::NEG_INFINITY, f64::INFINITY);
        Self { depth, probability: 1.0, chain: 1.0, events: 0, alpha, beta }
    }

    /// Parameters for the afterstate of an action.
    fn after_action(self, alpha: f64, beta: f64) -> Self {
        Self { depth: self.depth - 1, chain: 1.0, events: self.events + 1, alpha, beta, ..self }
    }

    /// Parameters for the state after an outcome with this probability.
    fn after_outcome(self, probability: f64, alpha: f64, beta: f64) -> Self {
        let (chain, events) = (self.chain * probability, self.events + 1);
        Self { probability: self.probability * probability, chain, events, alpha, beta, ..self }
    }
}

/// The best value of the actions of a state so far, and the bounds that it leaves.
struct Best {
    player: Player,
    value: f64,
    alpha: f64,
    beta: f64,
}

impl Best {
    /// Takes the value of the next action. Breaks if the others need not be searched.
    #[inline]
    fn take(&mut self, value: f64) -> ControlFlow<()> {
        match self.player {
            Player::First => {
                self.value = self.value.max(value);
                self.alpha = self.alpha.max(self.value);
            }
            Player::Second => {
                self.value = self.value.min(value);
                self.beta = self.beta.min(self.value);
            }
        }
        if self.alpha >= self.beta { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
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
        if turn == Turn::Over {
            return match self.terminal.value(state) {
                Some(value) => Some(value),
                None => self.evaluate(state),
            };
        }
        let is_chance = turn == Turn::Chance;
        let ends_here = params.probability < self.settings.cutoff
            || params.events >= MAX_LINE
            || (params.depth == 0 && !(is_chance && self.settings.horizon == Horizon::PlayersTurn))
            || (is_chance && params.chain < MIN_CHAIN_PROBABILITY);
        if ends_here {
            return self.static_eval(state);
        }
        match turn {
            Turn::Player(player) => self.choose(state, player, params),
            _ => match self.settings.chance {
                Chance::All => self.average(state, params),
                Chance::Sampled(samples) => self.average_of_samples(state, samples, params),
            },
        }
    }

    /// The static evaluation of a state. `None` if it is not finite.
    fn static_eval<G: Game<Action = A>>(&mut self, state: &G) -> Option<f64>
    where
        E: Evaluator<G>,
    {
        self.cut = true;
        self.evaluate(state)
    }

    fn evaluate<G: Game>(&mut self, state: &G) -> Option<f64>
    where
        E: Evaluator<G>,
    {
        self.fault.check(self.evaluator.evaluate(state), state)
    }

    /// Whether values are stored without the score.
    fn is_relative(&self) -> bool {
        self.settings.relative && !matches!(self.terminal, Terminal::WinLoss { .. })
    }

    /// The best of the actions.
    fn choose<G: Game<Action = A>>(&mut self, state: &G, player: Player, params: SearchParams) -> Option<f64>
    where
        E: Evaluator<G>,
    {
        // Stored values leave the score out if the evaluator allows it.
        let offset = if self.is_relative() { state.score() as f64 } else { 0.0 };
        let SearchParams { depth, alpha, beta, .. } = params;
        let key = self.key(state);
        if let Some(entry) = self.table.get(key).filter(|entry| self.answers(entry, depth)) {
            let value = entry.value + offset;
            let is_known = match entry.bound {
                StoredBound::Exact => true,
                StoredBound::Lower => value >= beta,
                StoredBound::Upper => value <= alpha,
            };
            if is_known {
                self.cut |= !entry.solved;
                return Some(value);
            }
        }
        let cut_before = core::mem::take(&mut self.cut);
        let mut best = Best { player, value: f64::NEG_INFINITY * player.sign() as f64, alpha, beta };
        let mut stopped = false;
        if depth == 1 && self.settings.horizon == Horizon::Afterstate && self.batch_last_ply(state) {
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
            let _ = state.visit_candidates(|action| {
                let mut after = state.clone();
                after.play(action);
                let Some(value) = self.value(&after, params.after_action(best.alpha, best.beta)) else {
                    stopped = true;
                    return ControlFlow::Break(());
                };
                best.take(value)
            });
        }
        if stopped {
            return None;
        }
        let best = best.value;
        let bound = if best <= params.alpha {
            StoredBound::Upper
        } else if best >= params.beta {
            StoredBound::Lower
        } else {
            StoredBound::Exact
        };
        // A value that was cut by its probability is another one on a likelier way.
        if self.settings.cutoff == 0.0 {
            let (value, solved) = (best - offset, !self.cut);
            self.table.put(key, TableEntry { value, bound, depth: depth as u8, solved, best: None });
        }
        self.cut |= cut_before;
        Some(best)
    }

    /// Evaluates the afterstates of a state one ply above the horizon together, if the evaluator
    /// does so.
    fn batch_last_ply<G: Game<Action = A>>(&mut self, state: &G) -> bool
    where
        E: Evaluator<G>,
    {
        let is_batched = self.batch.candidates(&Afterstate(self.evaluator), state);
        self.cut |= is_batched;
        is_batched
    }

    fn key<G: Game<Action = A>>(&self, state: &G) -> u64 {
        if self.is_relative() { key_without_score(state) } else { key_with_score(state) }
    }

    /// Whether an entry stands for a search to this depth. One from a deeper search does not: what
    /// is found must not depend on what was searched before. One from a less deep search does if no
    /// state was evaluated at its horizon; but samples of chance are others at other depths.
    fn answers(&self, entry: &TableEntry, depth: u32) -> bool {
        let depth = depth as u8;
        entry.depth == depth || (entry.solved && entry.depth < depth && self.settings.chance == Chance::All)
    }

    /// The mean over all outcomes.
    fn average<G: Game<Action = A>>(&mut self, state: &G, params: SearchParams) -> Option<f64>
    where
        E: Evaluator<G>,
    {
        let (low, high) = match self.settings.pruning {
            Pruning::Off => (f64::NEG_INFINITY, f64::INFINITY),
            Pruning::Star1 { low, high } | Pruning::Star2 { low, high } => (low, high),
        };
        let bounded = low.is_finite() && high.is_finite();
        let first = self.probes.len();
        if bounded && matches!(self.settings.pruning, Pruning::Star2 { .. }) {
            match self.probe(state, params, low, high) {
                None => {
                    self.probes.truncate(first);
                    return None;
                }
                Some(Some(bound)) => {
                    self.probes.truncate(first);
                    return Some(bound);
                }
                Some(None) => {}
            }
        }
        // The least that outcomes not searched yet can add, and the most.
        let mut least: f64 = low;
        let mut most: f64 = high;
        if self.probes.len() > first {
            (least, most) = (0.0, 0.0);
            let probes = self.probes[first..].chunks_exact(3);
            for probe in probes {
                least += probe[0] * probe[1];
                most += probe[0] * probe[2];
            }
        }
        let (mut sum, mut index, mut stopped, mut answer) = (0.0, first, false, None);
        let mut left = 1.0;
        let _ = state.visit_outcomes(|outcome, probability| {
            let mut after = state.clone();
            after.resolve(outcome);
            let (mut alpha, mut beta) = (f64::NEG_INFINITY, f64::INFINITY);
            if bounded {
                left -= probability;
                if let Some(&[_, lower, upper]) = self.probes.get(index..index + 3).and_then(|p| p.first_chunk::<3>()) {
                    least -= probability * lower;
                    most -= probability * upper;
                    index += 3;
                } else {
                    least = low * f64::max(left, 0.0);
                    most = high * f64::max(left, 0.0);
                }
                alpha = f64::max((params.alpha - sum - most) / probability, low);
                beta = f64::min((params.beta - sum - least) / probability, high);
                // Bounds that touch the range ask for nothing less than the exact value.
                alpha = if alpha <= low { f64::NEG_INFINITY } else { alpha };
                beta = if beta >= high { f64::INFINITY } else { beta };
            }
            let Some(value) = self.value(&after, params.after_outcome(probability, alpha, beta)) else {
                stopped = true;
                return ControlFlow::Break(());
            };
            sum += probability * value;
            if bounded && value >= beta {
                answer = Some(sum + least);
            } else if bounded && value <= alpha {
                answer = Some(sum + most);
            }
            if answer.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        self.probes.truncate(first);
        if stopped { None } else { Some(answer.unwrap_or(sum)) }
    }

    /// The probing phase of Star2: one action after each outcome bounds its value, and the bounds
    /// together may answer the question. Leaves (probability, lower bound, upper bound) of every
    /// outcome on the stack. The outer `None` if the budget has run out.
    #[allow(clippy::option_option)]
    fn probe<G: Game<Action = A>>(
        &mut self,
        state: &G,
        params: SearchParams,
        low: f64,
        high: f64,
    ) -> Option<Option<f64>>
    where
        E: Evaluator<G>,
    {
        let (mut least, mut most, mut left) = (0.0, 0.0, 1.0);
        let (mut stopped, mut answer) = (false, None);
        let _ = state.visit_outcomes(|outcome, probability| {
            let mut after = state.clone();
            after.resolve(outcome);
            let (mut lower, mut upper) = (low, high);
            let reached = params.after_outcome(probability, f64::NEG_INFINITY, f64::INFINITY);
            // States at the horizon are evaluated without a reply.
            let goes_on = reached.depth > 0 && reached.probability >= self.settings.cutoff && reached.events < MAX_LINE;
            if let (Turn::Player(player), true) = (after.turn(), goes_on) {
                let mut reply = None;
                let _ = after.visit_candidates(|action| {
                    reply = Some(action);
                    ControlFlow::Break(())
                });
                if let Some(action) = reply {
                    after.play(action);
                    let below = reached.after_action(f64::NEG_INFINITY, f64::INFINITY);
                    match (self.value(&after, below), player) {
                        (None, _) => {
                            stopped = true;
                            return ControlFlow::Break(());
                        }
                        (Some(value), Player::First) => lower = value.clamp(low, high),
                        (Some(value), Player::Second) => upper = value.clamp(low, high),
                    }
                }
            }
            self.probes.extend([probability, lower, upper]);
            least += probability * lower;
            most += probability * upper;
            left -= probability;
            if least + left * low >= params.beta {
                answer = Some(least + left * low);
            } else if most + left * high <= params.alpha {
                answer = Some(most + left * high);
            }
            if answer.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if stopped { None } else { Some(answer) }
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
                Turn::Chance => self.static_eval(&after)?,
                _ => self.value(&after, params.after_outcome(share, f64::NEG_INFINITY, f64::INFINITY))?,
            };
        }
        Some(sum * share)
    }
}

//! Pruning at chance nodes.

use core::ops::ControlFlow;

use gambol_core::{Evaluator, Game, Player, Turn};

use super::tree::{MAX_LINE, Mean, SearchParams, Tree, visit_outcomes};

impl<A: Copy, E> Tree<'_, A, E> {
    /// Returns the mean over all outcomes of values from `low` to `high`, or a bound if it lies
    /// outside the window.
    pub(super) fn average_within<G: Game<Action = A>>(
        &mut self,
        state: &G,
        params: SearchParams,
        low: f64,
        high: f64,
    ) -> Option<f64>
    where
        E: Evaluator<G>,
    {
        let merges = self.merges_at(params.depth);
        let first = self.probes.len();
        let probed = self.probe(state, params, low, high);
        if !matches!(probed, Some(None)) {
            self.probes.truncate(first);
            return probed.flatten();
        }
        // Least and greatest contribution of the outcomes that are not yet searched.
        let (mut least, mut most) = (0.0, 0.0);
        for probe in self.probes[first..].chunks_exact(3) {
            least += probe[0] * probe[1];
            most += probe[0] * probe[2];
        }
        let (mut mean, mut index, mut stopped, mut answer) = (Mean::default(), first, false, None);
        let mut total = 0.0;
        let _ = visit_outcomes(state, merges, |outcome, probability| {
            let mut after = state.clone();
            after.resolve(outcome);
            total += probability.abs();
            if let Some(&[_, lower, upper]) = self.probes.get(index..index + 3).and_then(|p| p.first_chunk::<3>()) {
                least -= probability * lower;
                most -= probability * upper;
                index += 3;
            }
            let alpha = f64::max((params.alpha - mean.sum - most) / probability, low);
            let beta = f64::min((params.beta - mean.sum - least) / probability, high);
            // A bound at the limit of the range is opened, so that the value is exact.
            let alpha = if alpha <= low { f64::NEG_INFINITY } else { alpha };
            let beta = if beta >= high { f64::INFINITY } else { beta };
            let Some(value) = self.value(&after, params.after_outcome(probability, alpha, beta)) else {
                stopped = true;
                return ControlFlow::Break(());
            };
            mean.add(probability, value);
            if value >= beta {
                answer = Some(mean.sum + least);
            } else if value <= alpha {
                answer = Some(mean.sum + most);
            }
            if answer.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        self.probes.truncate(first);
        stopped |= !stopped && answer.is_none() && !self.fault.check_total(total, state);
        if stopped { None } else { Some(answer.unwrap_or_else(|| mean.value())) }
    }

    /// Runs the probing phase: one action after each outcome bounds the outcome's value,
    /// and the bounds together may cause a cut-off. Pushes (probability, lower bound, upper bound)
    /// of every outcome on the stack. The outer `None` means that the budget ran out.
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
        let _ = visit_outcomes(state, self.merges_at(params.depth), |outcome, probability| {
            let mut after = state.clone();
            after.resolve(outcome);
            let (mut lower, mut upper) = (low, high);
            let reached = params.after_outcome(probability, f64::NEG_INFINITY, f64::INFINITY);
            // States at the horizon are not probed.
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
}

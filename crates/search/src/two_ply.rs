//! Two-ply search with sampled chance, for games with too many outcomes to enumerate.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use gambol_core::{ActionEvaluator, Game, GameExt, Player, Seed, Turn};

use crate::batch::Batch;
use crate::budget::Budget;
use crate::decision::{Decision, RootAction, best_first, root_of, roots, worth};
use crate::error::{Fault, SearchError};
use crate::meter::{Counter, Meter};
use crate::parallel;
use crate::samples::Samples;
use crate::search::{Limits, Search};
use crate::terminal::Terminal;

/// Sampled two-ply search: samples chance after the best actions by an evaluator and takes the best
/// reply to each sample.
///
/// The value of an action is the mean value of the best reply over its samples. Samples use common
/// random numbers. After each round of sequential halving, the worse half of the actions is
/// dropped, and the samples of the others are doubled, until one is left.
///
/// It is an approximation that converges to the two-ply expectimax value of the remaining actions.
/// Anytime. Unsampled actions are [not searched](crate::Bound::Unsearched) and have their own
/// evaluation as value. If no action is sampled, the evaluations count as searched.
///
/// A round starts only if the simulation limit covers all of it. If it does not cover the first
/// round, which takes [`width`](Self::width) times [`samples`](Self::samples) simulations (default
/// 128), the evaluator alone decides.
///
/// See [`Expectimax`](crate::Expectimax) for all outcomes.
///
/// ```
/// use gambol_core::{Afterstate, Score, Seed};
/// use gambol_search::{Budget, SampledTwoPly, Search};
/// use gambol_threes::Threes;
///
/// let state: Threes = "6,12,6,3/2,24,1,2/3,3,6,12/0,0,2,0 3 4,2,1 m".parse()?;
/// let mut search = SampledTwoPly::new(Afterstate(Score)).width(3).samples(4);
/// let decision = search.search(&state, &Budget::unlimited().simulations(100), Seed::new(1))?;
/// assert!(decision.stats.simulations <= 100);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct SampledTwoPly<E> {
    evaluator: E,
    width: usize,
    samples: u32,
    terminal: Option<Terminal>,
}

impl<E> SampledTwoPly<E> {
    /// Creates a search with this evaluator, the 16 best actions and 8 samples of each in the first
    /// round.
    pub fn new(evaluator: E) -> Self {
        Self { evaluator, width: 16, samples: 8, terminal: None }
    }

    /// Number of actions in the first round (default 16; at least 1).
    #[must_use]
    pub fn width(mut self, actions: usize) -> Self {
        self.width = actions.max(1);
        self
    }

    /// Samples per action in the first round (default 8; at least 1).
    #[must_use]
    pub fn samples(mut self, samples: u32) -> Self {
        self.samples = samples.max(1);
        self
    }

    /// Values of ended games (default: by the game's [scoring](Game::SCORING)). The evaluator must
    /// use the same units. With [`Terminal::Evaluated`], the value of a game that ends by a chance
    /// event is the evaluation of the action before it. With other settings, each reply is played
    /// to test for the end of the game, unless a batching evaluator [rules it
    /// out](ActionEvaluator::batch_may_end).
    #[must_use]
    pub fn terminal(mut self, terminal: Terminal) -> Self {
        self.terminal = Some(terminal);
        self
    }

    /// Returns the value of one sample after an action and the number of evaluated replies.
    /// `static_eval` is the evaluation of the action itself. Returns `None` if the meter has
    /// expired or an evaluation is not finite.
    fn sample<G: Game>(
        &self,
        afterstate: &G,
        static_eval: f64,
        terminal: Terminal,
        seed: Seed,
        study: &mut Study<'_, G::Action>,
    ) -> Option<(f64, u64)>
    where
        E: ActionEvaluator<G>,
    {
        let Study { batch, counter, fault } = study;
        if !counter.tick() {
            return None;
        }
        let mut state = afterstate.clone();
        state.settle(&mut seed.rng());
        let player = match state.turn() {
            Turn::Player(player) => player,
            Turn::Over => return Some((terminal.value(&state).unwrap_or(static_eval), 1)),
            // An endless chance chain.
            Turn::Chance => return fault.check_chance(&state).then_some((static_eval, 1)),
        };
        let (mut best, mut replies, mut goes_on) = (None, 0, true);
        let mut take = |value| {
            let Some(value) = value else { return ControlFlow::Break(()) };
            replies += 1;
            best = Some(best.map_or(value, |best: f64| match player {
                Player::First => best.max(value),
                Player::Second => best.min(value),
            }));
            ControlFlow::Continue(())
        };
        if batch.candidates(&self.evaluator, &state) {
            let mut next = 0;
            // The end of the game is known only after playing the reply.
            let is_asked = terminal != Terminal::Evaluated && self.evaluator.batch_may_end(&state);
            while let Some((reply, value)) = batch.get(next) {
                let end = if is_asked { terminal.value_if_over(&state.afterstate(reply)) } else { None };
                if take(end.or_else(|| fault.check_action(value, &state, reply))).is_break() {
                    break;
                }
                next += 1;
            }
        } else {
            let _ = state.visit_candidates(|reply| {
                goes_on = counter.tick();
                if !goes_on {
                    return ControlFlow::Break(());
                }
                let after = state.afterstate(reply);
                let end = terminal.value_if_over(&after);
                let evaluate = || self.evaluator.evaluate_action(&state, reply, &after);
                take(end.or_else(|| fault.check(evaluate(), &after)))
            });
        }
        (goes_on && !fault.is_noted()).then_some((best.unwrap_or(static_eval), replies.max(1)))
    }
}

/// Buffers, counter and error of one sampling thread.
struct Study<'a, A> {
    batch: Batch<A>,
    counter: Counter<'a>,
    fault: Fault,
}

/// A candidate action with its samples.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    index: usize,
    samples: Samples,
    nodes: u64,
}

impl Candidate {
    fn mean(&self) -> f64 {
        self.samples.mean().unwrap_or(0.0)
    }
}

impl<G: Game, E: ActionEvaluator<G>> Search<G> for SampledTwoPly<E> {
    fn search(&mut self, state: &G, budget: &Budget, seed: Seed) -> Result<Decision<G::Action>, SearchError> {
        let (player, actions) = root_of(state, budget)?;
        let terminal = Terminal::for_game::<G>(self.terminal);
        let meter = budget.meter();
        let worth = |value| worth(player, value);
        let afterstates: Vec<G> = actions.iter().map(|&action| state.afterstate(action)).collect();
        let (mut fault, mut counter) = (Fault::default(), Counter::new(&meter, u64::MAX));
        let mut batch = Batch::new();
        let is_batch = batch.actions(&self.evaluator, state, &actions);
        let judge = |(index, after): (usize, &G)| {
            // A decision needs at least one value.
            if !counter.tick() && !is_batch && index > 0 {
                return None;
            }
            let alone = || self.evaluator.evaluate_action(state, actions[index], after);
            let value = || batch.get(index).map_or_else(alone, |(_, value)| value);
            terminal.value_if_over(after).or_else(|| fault.check(value(), after))
        };
        let static_evals: Vec<f64> = afterstates.iter().enumerate().map_while(judge).collect();
        fault.result()?;
        let mut root = roots(&actions, &static_evals, |index| afterstates[index].score());
        let mut nodes = static_evals.len() as u64;
        let mut simulations = 0;

        let new = |index| Candidate { index, samples: Samples::default(), nodes: 0 };
        let mut running: Vec<Candidate> = (0..static_evals.len()).map(new).collect();
        best_first(&mut running, |candidate| worth(root[candidate.index].value));
        running.truncate(self.width);
        loop {
            let most = running.iter().map(|candidate| candidate.samples.count).max().unwrap_or(0);
            let until = if most == 0 { u64::from(self.samples) } else { most.saturating_mul(2) };
            let work = running.len() as u64 * (until - most);
            if !meter.allows_round(nodes, simulations + work) {
                break;
            }
            meter.begin_part();
            let mut done = most;
            while done < until && meter.nodes_left(nodes) > 0 && !meter.has_expired() {
                // A node limit may end a round in its middle. One sample of each candidate shows
                // how many more the rest of the nodes allows.
                let next = match budget.max_nodes() {
                    Some(_) => until.min(done.saturating_add(samples_within(&running, meter.nodes_left(nodes)))),
                    None => until,
                };
                let study = |candidate: &Candidate| {
                    let mut candidate = *candidate;
                    let counter = Counter::new(&meter, u64::MAX);
                    let mut study = Study { batch: Batch::new(), counter, fault: Fault::default() };
                    for number in candidate.samples.count..next {
                        let afterstate = &afterstates[candidate.index];
                        let (static_eval, seed) = (static_evals[candidate.index], seed.derive(number));
                        let sampled = self.sample(afterstate, static_eval, terminal, seed, &mut study);
                        let Some((value, replies)) = sampled else { break };
                        candidate.samples.add(value);
                        candidate.nodes += replies;
                    }
                    study.fault.result().map(|()| candidate)
                };
                let studied = parallel::map(&running, study).into_iter().collect::<Result<Vec<_>, _>>()?;
                for (before, after) in running.iter().zip(&studied) {
                    nodes += after.nodes - before.nodes;
                    simulations += after.samples.count - before.samples.count;
                }
                (running, done) = (studied, next);
            }
            if simulations > 0 {
                let is_seen = |root: &RootAction<G::Action>, after: &G| root.visits == 0 && !after.is_over();
                for (root, _) in root.iter_mut().zip(&afterstates).filter(|(root, after)| is_seen(root, after)) {
                    *root = root.only_seen();
                }
            }
            for candidate in running.iter().filter(|candidate| candidate.samples.count > 0) {
                let std_error = candidate.samples.std_error();
                let sampled = RootAction::new(actions[candidate.index], candidate.mean());
                root[candidate.index] = RootAction { std_error, ..sampled.visits(candidate.samples.count) };
            }
            // After an aborted round, some actions have fewer samples than others.
            best_first(&mut running, |candidate| candidate.samples.mean().map_or(f64::NEG_INFINITY, worth));
            if running.len() <= 1 {
                break;
            }
            if meter.is_watched() {
                meter.report(&decision(player, &root, &running, &meter, nodes, simulations)?);
            }
            running.truncate(running.len().div_ceil(2));
            if running.len() == 1 {
                // More samples would not change the decision.
                break;
            }
        }
        decision(player, &root, &running, &meter, nodes, simulations)
    }

    fn limits(&self) -> Limits {
        Limits::none().nodes().simulations().progress()
    }
}

/// Returns the number of further samples of each of these candidates that take about this many
/// nodes, at least 1; before the first sample, 1.
fn samples_within(candidates: &[Candidate], nodes: u64) -> u64 {
    let sum = |number: fn(&Candidate) -> u64| candidates.iter().map(number).sum::<u64>() as f64;
    let (samples, spent) = (sum(|candidate| candidate.samples.count), sum(|candidate| candidate.nodes));
    let cost = spent / samples * candidates.len() as f64;
    ((nodes as f64 / cost) as u64).max(1)
}

/// Returns the decision for the candidates, which are sorted best first.
fn decision<A: Copy>(
    player: Player,
    root: &[RootAction<A>],
    candidates: &[Candidate],
    meter: &Meter<'_>,
    nodes: u64,
    simulations: u64,
) -> Result<Decision<A>, SearchError> {
    let best = candidates.first().map(|candidate| candidate.index).ok_or(SearchError::NoActions { player })?;
    let mut decision = Decision::new(player, root[best].action, root[best].value);
    decision.stats = meter.stats(nodes, simulations, if simulations > 0 { 2 } else { 1 });
    decision.root = root.to_vec();
    Ok(decision)
}

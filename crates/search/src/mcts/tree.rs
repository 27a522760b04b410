//! One search tree: selection, rollout, backpropagation.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use gambol_core::random::GameRng;
use gambol_core::{Evaluator, Event, EventOf, Game, GameExt, Player, Policy, Prior, Seed, Turn};

use crate::error::Fault;
use crate::meter::{Counter, DESCENT, Meter};
use crate::terminal::Terminal;

use super::arena::{Arena, Memory, ROOT, Room};
use super::gumbel::Gumbel;
use super::node::Kind;
use super::settings::{Root, Settings, TreeLimits};

/// A tree and its statistics. The trees of a search are independent until their results are merged.
#[derive(Clone, Debug)]
pub(super) struct Tree<G: Game> {
    pub(super) arena: Arena<EventOf<G>>,
    /// Buffers for the actions of a node and the prior's weights.
    pub(super) actions: Vec<G::Action>,
    pub(super) weights: Vec<f32>,
    /// Whether the prior has returned a value of a state.
    pub(super) valued: bool,
    /// Nodes of the current descent, each with the proved value, if any, that is backed up from
    /// there instead of the simulation's value.
    pub(super) path: Vec<(u32, Option<f64>)>,
    rng: GameRng,
    /// Least and greatest value of a simulation so far.
    pub(super) low: f64,
    pub(super) high: f64,
    /// Values of ended games.
    pub(super) terminal: Terminal,
    pub(super) simulations: u64,
    pub(super) nodes: u64,
    /// Whether the search of this tree has ended.
    pub(super) finished: bool,
    /// Whether the exploration at the root has been prepared for this search.
    pub(super) begun: bool,
    /// Value of the root by the prior, for the first player.
    pub(super) root_value: Option<f64>,
    /// Gumbel selection at the root.
    pub(super) gumbel: Option<Gumbel>,
    pub(super) fault: Fault,
}

/// Result of a descent.
#[derive(Clone, Copy, Debug)]
pub(super) enum Descent {
    /// It reached this value. The flag states whether the last node of the path was proved now.
    Ended { value: f64, proved: bool },
    /// It reached a leaf that is to be expanded.
    Leaf(Expandable),
    /// The budget ran out, or a fault was noted.
    Stopped,
}

/// A leaf that is to be expanded.
#[derive(Clone, Copy, Debug)]
pub(super) struct Expandable {
    pub(super) node: u32,
    /// The player to move.
    pub(super) player: Player,
    /// Visits so far.
    pub(super) visits: u32,
    /// Whether the limits of memory and depth permit children.
    pub(super) has_room: bool,
}

impl<G: Game> Tree<G> {
    /// Creates a tree for a root. It reuses the memory of an older tree.
    pub(super) fn new(root: &Root<'_, G>, room: Room, memory: Memory<EventOf<G>>, seed: Seed) -> Option<Self> {
        let event = Event::Action(*root.actions.first()?);
        let mut tree = Self {
            arena: Arena::new(room, root.actions.len() + 1, memory, event),
            actions: Vec::new(),
            weights: Vec::new(),
            valued: false,
            path: Vec::new(),
            rng: seed.rng(),
            low: f64::INFINITY,
            high: f64::NEG_INFINITY,
            terminal: root.terminal,
            simulations: 0,
            nodes: 0,
            finished: false,
            begun: false,
            root_value: None,
            gumbel: None,
            fault: Fault::default(),
        };
        tree.expand(root.state, ROOT, root.player);
        Some(tree)
    }

    /// Returns the memory of the nodes.
    pub(super) fn into_memory(self) -> Memory<EventOf<G>> {
        self.arena.into_memory()
    }

    /// Starts another search with the subtree of the node at `place`, whose state is `root`.
    /// Returns `false` if there is no room for the actions.
    pub(super) fn restart(&mut self, root: &Root<'_, G>, place: u32, seed: Seed) -> bool {
        if place != ROOT {
            self.arena.keep_below(place);
        }
        (self.simulations, self.nodes, self.finished) = (0, 0, false);
        self.fault = Fault::default();
        // Noise of the last search is still in the shares of the same root.
        (self.begun, self.gumbel) = (place == ROOT && self.begun, None);
        self.root_value = self.root_value.filter(|_| place == ROOT);
        self.rng = seed.rng();
        let leaf = self.arena.node(ROOT).kind() == Kind::Leaf;
        !leaf || self.expand(root.state, ROOT, root.player)
    }

    /// Simulates until a limit is reached, the root is proved, or `slice` simulations are done.
    /// Returns `false` if the search of this tree has ended.
    pub(super) fn run<P: Policy<G>, E: Evaluator<G>, R: Prior<G>>(
        &mut self,
        root: &G,
        settings: &Settings<P, E, R>,
        limits: &TreeLimits,
        meter: &Meter<'_>,
        slice: u64,
    ) -> bool {
        let mut counter = Counter::of_plies(meter);
        if let Some(prior) = &settings.prior {
            self.finished |= meter.is_over() || !self.guide_root(root, prior);
            if !self.finished {
                self.begin_search(&settings.exploring, limits.planned);
            }
        }
        let until = self.simulations.saturating_add(slice).min(limits.simulations);
        while !self.finished && self.simulations < until && self.nodes < limits.nodes {
            if !self.simulate(root, settings, limits, &mut counter) || self.is_proved() {
                self.finished = true;
            }
        }
        self.finished |= self.simulations >= limits.simulations || self.nodes >= limits.nodes;
        !self.finished
    }

    pub(super) fn is_proved(&self) -> bool {
        !self.arena.node(ROOT).is_open()
    }

    /// Runs one simulation: descent, rollout and backpropagation. Returns `false` if the budget ran
    /// out or an evaluation is not finite.
    fn simulate<P: Policy<G>, E: Evaluator<G>, R: Prior<G>>(
        &mut self,
        root: &G,
        settings: &Settings<P, E, R>,
        limits: &TreeLimits,
        counter: &mut Counter<'_>,
    ) -> bool {
        if !counter.tick_all(DESCENT) {
            return false;
        }
        let mut state = root.clone();
        self.start_descent();
        loop {
            let value = match self.descend(&mut state, settings, limits.depth, counter) {
                Descent::Ended { value, proved } => {
                    self.finish(root, value, proved);
                    return true;
                }
                Descent::Leaf(leaf) => {
                    let expanded = leaf.has_room && self.expand(&state, leaf.node, leaf.player);
                    let prior = settings.prior.as_ref().filter(|_| expanded || self.valued);
                    match prior.map(|prior| self.guide(&state, leaf.node, prior)) {
                        Some(None) => return false,
                        Some(Some(Some(value))) => Some(value),
                        _ if expanded && leaf.visits > 0 => continue,
                        _ => self.rollout(&mut state, settings, counter),
                    }
                }
                Descent::Stopped => None,
            };
            let Some(value) = value else { return false };
            self.finish(root, value, false);
            return true;
        }
    }

    /// Starts a descent at the root.
    pub(super) fn start_descent(&mut self) {
        self.path.clear();
        self.path.push((ROOT, None));
    }

    /// Continues the descent from the last node of the path, whose state is `state`, to a known
    /// value or to a leaf that may be expanded. Rollouts from other leaves are played at once.
    #[inline]
    pub(super) fn descend<P: Policy<G>, E: Evaluator<G>, R>(
        &mut self,
        state: &mut G,
        settings: &Settings<P, E, R>,
        depth: usize,
        counter: &mut Counter<'_>,
    ) -> Descent {
        let mut at = self.path.last().map_or(ROOT, |&(at, _)| at);
        loop {
            let node = self.arena.node(at);
            if !node.is_open() && at != ROOT {
                return Descent::Ended { value: node.total(), proved: false };
            }
            let (child, known) = match node.kind() {
                Kind::First => self.select(at, Player::First, settings),
                Kind::Second => self.select(at, Player::Second, settings),
                Kind::Chance => match self.sample(at, state) {
                    Some(child) => {
                        at = child;
                        self.path.push((at, None));
                        continue;
                    }
                    None => return self.rolled_out(state, settings, counter),
                },
                Kind::Leaf => {
                    let turn = state.turn();
                    if turn == Turn::Over {
                        let Some(value) = self.ended(state, settings) else { return Descent::Stopped };
                        if settings.solver {
                            self.arena.node_mut(at).prove(value, 0);
                        }
                        return Descent::Ended { value, proved: settings.solver };
                    }
                    let visits = node.visits();
                    let is_due = visits >= settings.expansion_threshold;
                    let has_room = !self.arena.is_full() && self.path.len() <= depth;
                    match turn {
                        Turn::Player(player) if is_due && (has_room || self.valued) => {
                            return Descent::Leaf(Expandable { node: at, player, visits, has_room });
                        }
                        Turn::Chance if is_due && has_room => {
                            if let Some(child) = self.sample(at, state) {
                                at = child;
                                self.path.push((at, None));
                                continue;
                            }
                        }
                        _ => {}
                    }
                    return self.rolled_out(state, settings, counter);
                }
            };
            if let Event::Action(action) = self.arena.node(child).event {
                state.play(action);
            }
            if let Some(step) = self.path.last_mut() {
                step.1 = known;
            }
            at = child;
            self.path.push((at, None));
        }
    }

    fn rolled_out<P: Policy<G>, E: Evaluator<G>, R>(
        &mut self,
        state: &mut G,
        settings: &Settings<P, E, R>,
        counter: &mut Counter<'_>,
    ) -> Descent {
        match self.rollout(state, settings, counter) {
            Some(value) => Descent::Ended { value, proved: false },
            None => Descent::Stopped,
        }
    }

    /// Counts the simulation of the current descent and backs up its value. `proved` states whether
    /// the last node has just been proved.
    pub(super) fn finish(&mut self, root: &G, value: f64, proved: bool) {
        // At least one, so that every budget is eventually exhausted.
        self.nodes += (self.path.len() as u64 - 1).max(1);
        self.simulations += 1;
        self.backpropagate(root, value, proved);
    }

    /// Lists the actions of a leaf as its children. Returns `false` if there is no room.
    pub(super) fn expand(&mut self, state: &G, at: u32, player: Player) -> bool {
        let first = self.arena.begin();
        let listed = state.visit_candidates(|action| self.push_action(action));
        self.adopt(state, at, player, first, listed)
    }

    /// Like [`expand`](Self::expand), with the listed candidates of the state.
    pub(super) fn expand_with(&mut self, state: &G, at: u32, player: Player, actions: &[G::Action]) -> bool {
        let first = self.arena.begin();
        let fits = self.arena.push_all(actions.iter().map(|&action| Event::Action(action)));
        let listed = if fits { ControlFlow::Continue(()) } else { ControlFlow::Break(()) };
        self.adopt(state, at, player, first, listed)
    }

    fn push_action(&mut self, action: G::Action) -> ControlFlow<()> {
        if self.arena.push(Event::Action(action)) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    fn adopt(&mut self, state: &G, at: u32, player: Player, first: u32, listed: ControlFlow<()>) -> bool {
        let adopted = listed.is_continue() && self.arena.adopt(at, player, first);
        if !adopted {
            self.arena.abandon(first);
        } else if !state.has_exact_candidates() {
            self.arena.node_mut(at).omit();
        }
        adopted
    }

    /// Samples an outcome at a chance node, applies it to `state` and returns its node. Returns
    /// `None` if the outcome has no node and there is no room for one; the outcome is applied
    /// nevertheless.
    fn sample(&mut self, at: u32, state: &mut G) -> Option<u32> {
        let Some(outcome) = state.random_outcome(&mut self.rng) else {
            self.fault.note_undrawn(state);
            return None;
        };
        state.resolve(outcome);
        self.arena.outcome_or_new(at, Event::Outcome(outcome))
    }

    /// Plays a rollout to the end of the game or its truncation. Returns `None` if the budget ran
    /// out, since an unfinished rollout has no value, or if the evaluation is not finite.
    pub(super) fn rollout<P: Policy<G>, E: Evaluator<G>, R>(
        &mut self,
        state: &mut G,
        settings: &Settings<P, E, R>,
        counter: &mut Counter<'_>,
    ) -> Option<f64> {
        // Sampling may have failed before the rollout, and a prior may have used up the time.
        if self.fault.is_noted() || !counter.tick() {
            return None;
        }
        // Plies are counted in a register; a tick for each ply would cost a tenth of a fast
        // rollout.
        let (mut plies, mut counted, mut next) = (0, 0, counter.until_poll());
        let mut is_settled = false;
        let over = loop {
            let turn = state.turn();
            if turn == Turn::Over {
                break true;
            }
            // An endless chance chain, or a chance event without outcomes.
            if is_settled && turn == Turn::Chance && !self.fault.check_chance(state) {
                return None;
            }
            if plies >= settings.max_rollout_plies {
                break false;
            }
            is_settled = turn == Turn::Chance;
            if is_settled {
                state.settle(&mut self.rng);
            } else {
                let chosen = settings.policy.choose(state, &mut self.rng);
                let Some(action) = chosen.or_else(|| state.random_action(&mut self.rng)) else { break false };
                state.play(action);
            }
            plies += 1;
            if plies >= next {
                if !counter.tick_all(plies - counted) {
                    self.nodes += plies;
                    return None;
                }
                (counted, next) = (plies, plies + counter.until_poll());
            }
        };
        self.nodes += plies;
        counter.tick_all(plies - counted);
        if over { self.ended(state, settings) } else { self.fault.check(settings.evaluator.evaluate(state), state) }
    }

    /// Returns the value of an ended game, or `None` if it is not finite.
    #[inline]
    fn ended<P, E: Evaluator<G>, R>(&mut self, state: &G, settings: &Settings<P, E, R>) -> Option<f64> {
        let value = self.terminal.value(state);
        value.or_else(|| self.fault.check(settings.evaluator.evaluate(state), state))
    }

    /// Backs up a value to the root.
    fn backpropagate(&mut self, root: &G, mut value: f64, mut proved: bool) {
        self.low = self.low.min(value);
        self.high = self.high.max(value);
        for depth in (0..self.path.len()).rev() {
            let (at, known) = self.path[depth];
            value = known.unwrap_or(value);
            if proved && depth + 1 < self.path.len() {
                proved = self.prove(root, depth);
                if proved {
                    value = self.arena.node(at).total();
                }
            }
            self.arena.node_mut(at).add(value);
        }
    }

    /// Returns the state at a depth of the current descent.
    pub(super) fn replay(&self, root: &G, depth: usize) -> G {
        let mut state = root.clone();
        for &(index, _) in self.path.get(1..=depth).unwrap_or_default() {
            state.advance(self.arena.node(index).event);
        }
        state
    }

    pub(super) fn at(&self, depth: usize) -> u32 {
        self.path[depth].0
    }

    pub(super) fn rng(&mut self) -> &mut GameRng {
        &mut self.rng
    }
}

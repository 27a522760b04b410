//! One tree: descents, rollouts, and what they teach.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use gambol_core::random::GameRng;
use gambol_core::{Evaluator, Event, EventOf, Game, GameExt, Player, Policy, Seed, Turn};

use crate::error::Fault;
use crate::meter::Meter;

use super::arena::{Arena, ROOT};
use super::node::{Kind, Node, Proof};
use super::settings::{Limits, Settings};

/// How many plies are played between two looks at the meter.
const POLLED: u64 = 1024;

/// How many descents go between two looks at the meter, if they have fewer plies together.
const DESCENTS: u64 = 32;

/// A proof that rests on the assumption that scores are wins, draws and losses ends a search only after so many simulations: time
/// to see another score.
const DOUBT: u64 = 256;

/// A tree and its statistics. Trees of one search never meet until their results are merged.
#[derive(Clone, Debug)]
pub(super) struct Tree<G: Game> {
    pub(super) arena: Arena<EventOf<G>>,
    /// The current descent: its nodes, and where a proved child led, what a simulation counts for from there up.
    path: Vec<(u32, Option<f64>)>,
    rng: GameRng,
    /// The least and the greatest value that a simulation has had.
    pub(super) low: f64,
    pub(super) high: f64,
    /// Whether every score so far was -1, 0 or 1.
    pub(super) units: bool,
    pub(super) simulations: u64,
    pub(super) nodes: u64,
    polled: u64,
    /// Whether there is no more to do.
    finished: bool,
    pub(super) fault: Fault,
}

impl<G: Game> Tree<G> {
    /// A tree for a root with these actions, whose nodes may take so many bytes, and those of an older tree first. `copied`:
    /// whether its nodes will be copied to another arena.
    pub(super) fn new(
        root: &G,
        actions: &[G::Action],
        limit: usize,
        copied: bool,
        memory: Vec<Node<EventOf<G>>>,
        seed: Seed,
    ) -> Option<Self> {
        let player = root.turn().player()?;
        let event = Event::Action(*actions.first()?);
        let mut tree = Self {
            arena: Arena::new(limit, copied, actions.len() + 1, memory, event),
            path: Vec::new(),
            rng: seed.rng(),
            low: f64::INFINITY,
            high: f64::NEG_INFINITY,
            units: true,
            simulations: 0,
            nodes: 0,
            polled: 0,
            finished: false,
            fault: Fault::default(),
        };
        tree.expand(root, ROOT, player);
        Some(tree)
    }

    /// The memory of its nodes.
    pub(super) fn into_memory(self) -> Vec<Node<EventOf<G>>> {
        self.arena.into_memory()
    }

    /// Begins another search with what is known of the node at `place`, whose state is `root`. `false` if there is no room
    /// for its actions.
    pub(super) fn restart(&mut self, root: &G, place: u32, seed: Seed) -> bool {
        if place != ROOT {
            self.arena.keep_below(place);
        }
        (self.simulations, self.nodes, self.polled, self.finished) = (0, 0, 0, false);
        self.rng = seed.rng();
        let leaf = self.arena.node(ROOT).kind() == Kind::Leaf;
        !leaf || root.turn().player().is_some_and(|player| self.expand(root, ROOT, player))
    }

    /// Simulates until a limit is reached, the root is proved, or `slice` simulations are done. `false` if there is no more to
    /// do.
    pub(super) fn run<P: Policy<G>, E: Evaluator<G>>(
        &mut self,
        root: &G,
        settings: &Settings<P, E>,
        limits: &Limits,
        meter: &Meter<'_>,
        slice: u64,
    ) -> bool {
        let until = self.simulations.saturating_add(slice).min(limits.simulations);
        while !self.finished && self.simulations < until && self.nodes < limits.nodes {
            if !self.simulate(root, settings, limits, meter) || self.is_proved() {
                self.finished = true;
            }
        }
        self.finished |= self.simulations >= limits.simulations || self.nodes >= limits.nodes;
        !self.finished
    }

    fn is_proved(&self) -> bool {
        match self.arena.node(ROOT).proof() {
            Proof::Open => false,
            Proof::Exact => true,
            Proof::Assumed => self.simulations >= DOUBT,
        }
    }

    /// One descent and what it teaches. `false` if the meter ran out or an evaluation is not finite.
    fn simulate<P: Policy<G>, E: Evaluator<G>>(
        &mut self,
        root: &G,
        settings: &Settings<P, E>,
        limits: &Limits,
        meter: &Meter<'_>,
    ) -> bool {
        if self.simulations.is_multiple_of(DESCENTS) || self.nodes - self.polled >= POLLED {
            self.polled = self.nodes;
            if meter.is_over() {
                return false;
            }
        }
        let mut state = root.clone();
        self.path.clear();
        self.path.push((ROOT, None));
        let mut at = ROOT;
        let mut proved = false;
        let value = loop {
            let node = self.arena.node(at);
            if !node.is_open() && at != ROOT {
                break node.total();
            }
            let (child, known) = match node.kind() {
                Kind::First => self.select(at, Player::First, settings),
                Kind::Second => self.select(at, Player::Second, settings),
                Kind::Chance => match self.sample(at, &mut state) {
                    Some(child) => {
                        at = child;
                        self.path.push((at, None));
                        continue;
                    }
                    None => match self.rollout(&mut state, settings, meter) {
                        Some(value) => break value,
                        None => return false,
                    },
                },
                Kind::Leaf => {
                    let turn = state.turn();
                    if turn == Turn::Over {
                        let score = state.score();
                        self.saw(score);
                        if settings.solver {
                            self.arena.node_mut(at).prove(score as f64, Proof::Exact, 0);
                            proved = true;
                        }
                        break score as f64;
                    }
                    let ripe =
                        node.visits() >= settings.ripe && !self.arena.is_full() && self.path.len() <= limits.depth;
                    match turn {
                        Turn::Player(player) if ripe && self.expand(&state, at, player) => continue,
                        Turn::Chance if ripe => {
                            if let Some(child) = self.sample(at, &mut state) {
                                at = child;
                                self.path.push((at, None));
                                continue;
                            }
                        }
                        _ => {}
                    }
                    match self.rollout(&mut state, settings, meter) {
                        Some(value) => break value,
                        None => return false,
                    }
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
        };
        // At least one, so that every budget comes to an end.
        self.nodes += (self.path.len() as u64 - 1).max(1);
        self.simulations += 1;
        self.learn(root, value, proved, settings);
        true
    }

    /// Lists the actions of a leaf as its children. `false` if there is no room.
    fn expand(&mut self, state: &G, at: u32, player: Player) -> bool {
        let first = self.arena.begin();
        let listed = state.visit_candidates(|action| {
            if self.arena.push(Event::Action(action)) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        let adopted = listed.is_continue() && self.arena.adopt(at, player, first);
        if !adopted {
            self.arena.abandon(first);
        }
        adopted
    }

    /// Lets chance decide at a chance node. `None` if the outcome has no node and there is no room for one; the outcome has
    /// happened nevertheless.
    fn sample(&mut self, at: u32, state: &mut G) -> Option<u32> {
        let outcome = state.random_outcome(&mut self.rng)?;
        state.resolve(outcome);
        self.arena.outcome_or_new(at, Event::Outcome(outcome))
    }

    /// Plays to the end or the cut. `None` if the meter ran out, since half a rollout says nothing, or if the evaluation is not
    /// finite.
    fn rollout<P: Policy<G>, E: Evaluator<G>>(
        &mut self,
        state: &mut G,
        settings: &Settings<P, E>,
        meter: &Meter<'_>,
    ) -> Option<f64> {
        let mut plies = 0;
        let over = loop {
            let turn = state.turn();
            if turn == Turn::Over {
                break true;
            }
            if plies >= settings.longest {
                break false;
            }
            if turn == Turn::Chance {
                state.settle(&mut self.rng);
            } else {
                let chosen = settings.policy.choose(state, &mut self.rng);
                let Some(action) = chosen.or_else(|| state.random_action(&mut self.rng)) else { break false };
                state.play(action);
            }
            plies += 1;
            if plies.is_multiple_of(POLLED) && meter.is_over() {
                self.nodes += plies;
                return None;
            }
        };
        self.nodes += plies;
        let score = state.score();
        self.saw(score);
        if over {
            return Some(score as f64);
        }
        self.fault.check(settings.evaluator.evaluate(state), state)
    }

    /// Backs a value up to the root.
    fn learn<P, E>(&mut self, root: &G, mut value: f64, mut proved: bool, settings: &Settings<P, E>) {
        self.low = self.low.min(value);
        self.high = self.high.max(value);
        for depth in (0..self.path.len()).rev() {
            let (at, known) = self.path[depth];
            value = known.unwrap_or(value);
            if proved && depth + 1 < self.path.len() {
                proved = self.prove(root, depth, settings);
                if proved {
                    value = self.arena.node(at).total();
                }
            }
            self.arena.node_mut(at).add(value);
        }
    }

    /// Takes note of a score. The first that is no win, draw or loss ends the assumption that there are no others, and every
    /// proof that rests on it.
    #[inline]
    fn saw(&mut self, score: i64) {
        if self.units && !(-1..=1).contains(&score) {
            self.units = false;
            self.arena.all_mut().for_each(Node::reopen);
        }
    }

    /// The least and the greatest score that games can end with, as far as it is stated or assumed.
    pub(super) fn range<P, E>(&self, settings: &Settings<P, E>) -> Option<(f64, f64)> {
        settings.range::<G>(self.units)
    }

    /// The state at a depth of the current descent.
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

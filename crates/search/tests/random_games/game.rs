//! Games on graphs: states that move along the edges.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;
use std::sync::Arc;

use gambol_core::{Game, NoChance, Player, Turn, mix};

use crate::graph::{Edge, Graph, Keys, Node};

/// The maximum plies of a line: more than the longest path, and few enough for the stack.
const MOST_PLIES: u32 = 2_000;

/// A state of a game with chance, of one player or two.
#[derive(Clone)]
pub(crate) struct State<const PLAYERS: usize> {
    pub(crate) graph: Arc<Graph>,
    pub(crate) at: u16,
    pub(crate) points: i64,
    plies: u32,
}

impl<const PLAYERS: usize> State<PLAYERS> {
    pub(crate) fn new(graph: &Arc<Graph>) -> Self {
        Self { graph: graph.clone(), at: 0, points: 0, plies: 0 }
    }

    pub(crate) fn at(graph: &Arc<Graph>, at: u16, points: i64) -> Self {
        Self { graph: graph.clone(), at, points, plies: 0 }
    }

    pub(crate) fn node(&self) -> &Node {
        self.graph.node(self.at)
    }

    fn step(&mut self, edge: u16) {
        self.graph.watch.step();
        self.plies += 1;
        assert!(self.plies < MOST_PLIES, "the search follows a line of {} plies", self.plies);
        let Edge { to, reward, .. } = self.node().edges[usize::from(edge)];
        self.at = to;
        self.points += reward;
    }

    /// The image of an edge.
    fn image(&self, symmetry: usize, edge: u16) -> u16 {
        let count = self.node().edges.len() as u16;
        match symmetry {
            1 if !self.graph.mirrored => edge,
            1 if self.node().is_symmetric(self.at) => (edge + count / 2) % count.max(1),
            1 => count - 1 - edge,
            _ => edge,
        }
    }
}

impl<const PLAYERS: usize> fmt::Debug for State<PLAYERS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "node {} with {} points", self.at, self.points)
    }
}

impl<const PLAYERS: usize> PartialEq for State<PLAYERS> {
    fn eq(&self, other: &Self) -> bool {
        (self.at, self.points) == (other.at, other.points)
    }
}

impl<const PLAYERS: usize> Eq for State<PLAYERS> {}

impl<const PLAYERS: usize> Hash for State<PLAYERS> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (self.at, self.points).hash(hasher);
    }
}

impl<const PLAYERS: usize> Game for State<PLAYERS> {
    type Action = u16;
    type Outcome = u16;
    const PLAYERS: usize = PLAYERS;

    fn turn(&self) -> Turn {
        self.graph.watch.step();
        self.node().turn
    }

    fn score(&self) -> i64 {
        if PLAYERS == 1 || self.node().turn == Turn::Over { self.points } else { 0 }
    }

    fn visit_actions<F: FnMut(u16) -> ControlFlow<()>>(&self, visit: F) -> ControlFlow<()> {
        let node = self.node();
        if node.turn.player().is_none() {
            return ControlFlow::Continue(());
        }
        (0..node.edges.len() as u16).try_for_each(visit)
    }

    fn visit_outcomes<F: FnMut(u16, f64) -> ControlFlow<()>>(&self, mut visit: F) -> ControlFlow<()> {
        let node = self.node();
        if node.turn != Turn::Chance {
            return ControlFlow::Continue(());
        }
        let all: u32 = node.edges.iter().map(|edge| edge.weight).sum();
        (0_u16..).zip(&node.edges).try_for_each(|(index, edge)| visit(index, f64::from(edge.weight) / f64::from(all)))
    }

    fn play(&mut self, action: u16) {
        self.step(action);
    }

    fn resolve(&mut self, outcome: u16) {
        self.step(outcome);
    }

    fn visit_candidates<F: FnMut(u16) -> ControlFlow<()>>(&self, mut visit: F) -> ControlFlow<()> {
        if !self.graph.merging {
            return self.visit_actions(visit);
        }
        let edges = &self.node().edges;
        self.visit_actions(|action| {
            let known = edges[..usize::from(action)].contains(&edges[usize::from(action)]);
            if known { ControlFlow::Continue(()) } else { visit(action) }
        })
    }

    fn key(&self) -> u64 {
        let number = u64::from(self.at) | if self.graph.hidden { (self.points as u64 & 0x1F_FFFF) << 12 } else { 0 };
        match self.graph.keys {
            Keys::Hashed => mix(u64::from(self.at), if self.graph.hidden { self.points as u64 } else { 0 }),
            Keys::Low => number,
            Keys::Middle => number << 16,
            Keys::High => number << 31,
        }
    }

    fn symmetries(&self) -> usize {
        if self.graph.mirrored { 2 } else { 1 }
    }

    fn transform(&self, symmetry: usize) -> Self {
        let at = if symmetry == 1 && self.graph.mirrored { self.node().mirror } else { self.at };
        Self { at, ..self.clone() }
    }

    fn transform_action(&self, symmetry: usize, action: u16) -> u16 {
        self.image(symmetry, action)
    }

    fn transform_outcome(&self, symmetry: usize, outcome: u16) -> u16 {
        self.image(symmetry, outcome)
    }
}

/// A state of a game without chance, with the outcome type `NoChance`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Sure<const PLAYERS: usize>(pub(crate) State<PLAYERS>);

impl<const PLAYERS: usize> Game for Sure<PLAYERS> {
    type Action = u16;
    type Outcome = NoChance;
    const PLAYERS: usize = PLAYERS;

    fn turn(&self) -> Turn {
        self.0.turn()
    }

    fn score(&self) -> i64 {
        self.0.score()
    }

    fn visit_actions<F: FnMut(u16) -> ControlFlow<()>>(&self, visit: F) -> ControlFlow<()> {
        self.0.visit_actions(visit)
    }

    fn visit_outcomes<F: FnMut(NoChance, f64) -> ControlFlow<()>>(&self, _: F) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn play(&mut self, action: u16) {
        self.0.play(action);
    }

    fn resolve(&mut self, outcome: NoChance) {
        match outcome {}
    }

    fn visit_candidates<F: FnMut(u16) -> ControlFlow<()>>(&self, visit: F) -> ControlFlow<()> {
        self.0.visit_candidates(visit)
    }

    fn key(&self) -> u64 {
        self.0.key()
    }

    fn symmetries(&self) -> usize {
        self.0.symmetries()
    }

    fn transform(&self, symmetry: usize) -> Self {
        Self(self.0.transform(symmetry))
    }

    fn transform_action(&self, symmetry: usize, action: u16) -> u16 {
        self.0.transform_action(symmetry, action)
    }
}

/// The view of a state that evaluators use.
pub(crate) trait View: Game {
    /// The static evaluation of the node, without the score.
    fn opinion(&self) -> f64;
    fn is_quiet(&self) -> bool;
    /// The number of the node.
    fn place(&self) -> u16;
}

impl<const PLAYERS: usize> View for State<PLAYERS> {
    fn opinion(&self) -> f64 {
        self.node().opinion
    }

    fn is_quiet(&self) -> bool {
        self.node().quiet
    }

    fn place(&self) -> u16 {
        self.at
    }
}

impl<const PLAYERS: usize> View for Sure<PLAYERS> {
    fn opinion(&self) -> f64 {
        self.0.opinion()
    }

    fn is_quiet(&self) -> bool {
        self.0.is_quiet()
    }

    fn place(&self) -> u16 {
        self.0.at
    }
}

impl<const PLAYERS: usize, D: gambol_search::Dealer<State<PLAYERS>>> View
    for gambol_search::Adversarial<State<PLAYERS>, D>
{
    fn opinion(&self) -> f64 {
        self.game().opinion()
    }

    fn is_quiet(&self) -> bool {
        self.game().is_quiet()
    }

    fn place(&self) -> u16 {
        self.game().at
    }
}

/// The sign of a player: the player maximises values times this.
pub(crate) fn sign(player: Player) -> f64 {
    player.sign() as f64
}

//! Graphs: nodes of two players, of chance and of the end, joined by edges with rewards.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

use gambol_core::Turn;
use gambol_search::StopFlag;

/// The maximum steps (calls of the game) of one search: far more than any search of such a small
/// game needs.
const MOST_STEPS: u64 = 30_000_000;

/// An action or an outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Edge {
    pub(crate) to: u16,
    /// The points that it adds.
    pub(crate) reward: i64,
    /// At a chance node, the numerator of its probability; the denominator is the sum, a power of
    /// two.
    pub(crate) weight: u32,
}

#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) turn: Turn,
    pub(crate) edges: Vec<Edge>,
    /// The static evaluation, without the score.
    pub(crate) opinion: f64,
    pub(crate) quiet: bool,
    /// The image under the symmetry.
    pub(crate) mirror: u16,
}

impl Node {
    /// Whether it is its own image: then the second half of its edges are the images of the first
    /// half.
    pub(crate) fn is_symmetric(&self, at: u16) -> bool {
        self.mirror == at
    }

    pub(crate) fn probability(&self, edge: usize) -> f64 {
        let all: u32 = self.edges.iter().map(|edge| edge.weight).sum();
        f64::from(self.edges[edge].weight) / f64::from(all)
    }
}

/// Kinds of keys, all correct by the documentation of [`Game::key`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keys {
    Hashed,
    /// Small numbers, 0 among them.
    Low,
    /// Numbers from bit 16 on.
    Middle,
    /// Numbers whose low 31 bits, and more, are 0.
    High,
}

/// The kind of cycles. Each has a chance node that leaves it with a probability of at least one
/// half.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cycles {
    None,
    /// Of chance nodes only.
    Chance,
    /// Through nodes of players too.
    Players,
}

/// The lengths of the paths to a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    Tree,
    /// Every path to a node is of the same length.
    Layered,
    /// Transpositions at different depths too.
    Free,
}

/// The rules: everything that does not change during a game.
#[derive(Debug)]
pub(crate) struct Graph {
    pub(crate) nodes: Vec<Node>,
    pub(crate) players: usize,
    pub(crate) keys: Keys,
    pub(crate) cycles: Cycles,
    pub(crate) shape: Shape,
    /// Whether actions with the same target and reward are merged by `visit_candidates`.
    pub(crate) merging: bool,
    /// Whether there is a symmetry.
    pub(crate) mirrored: bool,
    /// Whether points along the way decide the final score of a game of two players, and so are
    /// part of the key.
    pub(crate) hidden: bool,
    pub(crate) watch: Watch,
}

/// A counter of the steps of a search, which ends a search that does not return and raises a flag
/// at a given step.
#[derive(Debug)]
pub(crate) struct Watch {
    steps: AtomicU64,
    alarm: AtomicU64,
    pub(crate) flag: StopFlag,
}

impl Watch {
    pub(crate) fn new() -> Self {
        Self { steps: AtomicU64::new(0), alarm: AtomicU64::new(u64::MAX), flag: StopFlag::new() }
    }

    /// Counts from 0 again. The flag is raised at this step.
    pub(crate) fn restart(&self, alarm: u64) {
        self.flag.lower();
        self.alarm.store(alarm, Ordering::Relaxed);
        self.steps.store(0, Ordering::Relaxed);
    }

    pub(crate) fn steps(&self) -> u64 {
        self.steps.load(Ordering::Relaxed)
    }

    pub(crate) fn step(&self) {
        let steps = self.steps.fetch_add(1, Ordering::Relaxed);
        if steps >= self.alarm.load(Ordering::Relaxed) {
            self.flag.raise();
        }
        assert!(steps < MOST_STEPS, "the search does not return: {steps} steps");
    }
}

impl Graph {
    pub(crate) fn node(&self, at: u16) -> &Node {
        &self.nodes[usize::from(at)]
    }

    pub(crate) fn turn(&self) -> Turn {
        self.nodes[0].turn
    }

    /// The kinds of games that it belongs to, for a summary.
    pub(crate) fn kinds(&self) -> impl Iterator<Item = &'static str> {
        let reach = |at: usize, edge: &Edge| usize::from(edge.to) <= at;
        let edges = || self.nodes.iter().flat_map(|node| &node.edges);
        let cyclic = self.nodes.iter().enumerate().any(|(at, node)| node.edges.iter().any(|edge| reach(at, edge)));
        let kinds = [
            ("of two players", self.players == 2),
            ("with chance", self.has_chance()),
            ("with cycles of chance", cyclic),
            ("with transpositions", self.shape != Shape::Tree),
            ("with a symmetry", self.mirrored),
            ("with merged actions", self.merging),
            ("with keys that are not mixed", self.keys != Keys::Hashed),
            ("with more than 100 actions in a state", self.nodes.iter().any(|node| node.edges.len() > 100)),
            ("with rewards of more than 2^49", edges().any(|edge| edge.reward.unsigned_abs() > 1 << 49)),
            ("in which nothing is to be decided", self.turn().player().is_none()),
        ];
        kinds.into_iter().filter(|&(_, belongs)| belongs).map(|(kind, _)| kind)
    }

    pub(crate) fn has_chance(&self) -> bool {
        self.nodes.iter().any(|node| node.turn == Turn::Chance)
    }
}

impl fmt::Display for Graph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { nodes, players, keys, cycles, shape, merging, mirrored, hidden, .. } = self;
        writeln!(
            f,
            "{players} players, {} nodes, keys {keys:?}, {shape:?}, cycles {cycles:?}, merging {merging}, mirrored \
             {mirrored}, points hidden until the end {hidden}",
            nodes.len()
        )?;
        for (at, Node { turn, edges, opinion, quiet, .. }) in nodes.iter().enumerate().take(80) {
            write!(f, "  {at} {turn} ({opinion}{}):", if *quiet { "" } else { ", not quiet" })?;
            for Edge { to, reward, weight } in edges.iter().take(12) {
                write!(f, " ->{to}")?;
                if *turn == Turn::Chance {
                    write!(f, "*{weight}")?;
                }
                if *reward != 0 {
                    write!(f, "{reward:+}")?;
                }
            }
            writeln!(f, "{}", if edges.len() > 12 { format!(" ... {} edges", edges.len()) } else { String::new() })?;
        }
        Ok(())
    }
}

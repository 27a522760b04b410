//! Explicit trees as games, and the plain reference that every search must agree with.
#![allow(dead_code)] // each test file uses its own part

pub(crate) mod endless;
pub(crate) mod random_tree;
pub(crate) mod sure;

use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;
use std::sync::Arc;

use gambol_core::{Event, Game, GameExt, Player, Scoring, Turn};

/// Methods of a two-player wrapper without chance that forward to the inner game.
macro_rules! as_inside {
    ($action:ty) => {
        type Action = $action;
        type Outcome = gambol_core::NoChance;
        const PLAYERS: usize = 2;

        fn turn(&self) -> gambol_core::Turn {
            self.0.turn()
        }

        fn score(&self) -> i64 {
            self.0.score()
        }

        fn visit_actions<F>(&self, visit: F) -> std::ops::ControlFlow<()>
        where
            F: FnMut($action) -> std::ops::ControlFlow<()>,
        {
            self.0.visit_actions(visit)
        }

        fn visit_outcomes<F>(&self, _: F) -> std::ops::ControlFlow<()>
        where
            F: FnMut(gambol_core::NoChance, f64) -> std::ops::ControlFlow<()>,
        {
            std::ops::ControlFlow::Continue(())
        }

        fn play(&mut self, action: $action) {
            self.0.play(action);
        }

        fn resolve(&mut self, outcome: gambol_core::NoChance) {
            match outcome {}
        }
    };
}
pub(crate) use as_inside;

/// Returns the result of `work` in a pool of this many threads.
pub(crate) fn on_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(work)
}

/// A node of an explicit game tree.
#[derive(Debug)]
struct Node {
    turn: Turn,
    score: i64,
    /// Weight and node of every child; weights apply at chance nodes only.
    children: Vec<(u32, usize)>,
}

/// A position in a game given as a tree.
#[derive(Clone, Debug)]
pub(crate) struct Tree {
    nodes: Arc<Vec<Node>>,
    at: usize,
}

impl PartialEq for Tree {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.nodes, &other.nodes) && self.at == other.at
    }
}

impl Eq for Tree {}

impl Hash for Tree {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.at.hash(state);
    }
}

impl Tree {
    /// Reads a tree in the form of `corpus.txt`.
    pub(crate) fn parse(text: &str) -> Self {
        let mut nodes = Vec::new();
        let spaced = text.replace('(', " ( ").replace(')', " ) ").replace(':', " : ");
        let tokens: Vec<&str> = spaced.split_whitespace().collect();
        let mut rest = tokens.as_slice();
        let at = read(&mut rest, &mut nodes);
        assert!(rest.is_empty(), "left over: {rest:?}");
        Self { nodes: Arc::new(nodes), at }
    }

    fn node(&self) -> &Node {
        &self.nodes[self.at]
    }

    /// The exact value to the first player: plain expectiminimax, the reference.
    pub(crate) fn value(&self) -> f64 {
        match self.turn() {
            Turn::Over => self.score() as f64,
            Turn::Chance => self.outcomes().iter().map(|&(o, p)| p * self.after(Event::Outcome(o)).value()).sum(),
            Turn::Player(player) => self.action_values().into_iter().fold(f64::NAN, |best, value| match player {
                Player::First => best.max(value),
                Player::Second => best.min(value),
            }),
        }
    }

    /// The exact value of every action.
    pub(crate) fn action_values(&self) -> Vec<f64> {
        self.actions().into_iter().map(|action| self.afterstate(action).value()).collect()
    }
}

fn read(tokens: &mut &[&str], nodes: &mut Vec<Node>) -> usize {
    let (&first, rest) = tokens.split_first().expect("a tree");
    *tokens = rest;
    if first != "(" {
        nodes.push(Node { turn: Turn::Over, score: first.parse().expect("a score"), children: Vec::new() });
        return nodes.len() - 1;
    }
    let (&head, rest) = tokens.split_first().expect("a turn");
    *tokens = rest;
    let (turn, score) = head.split_once('@').unwrap_or((head, "0"));
    let turn = match turn {
        "1" => Turn::Player(Player::First),
        "2" => Turn::Player(Player::Second),
        "?" => Turn::Chance,
        other => panic!("no turn: {other}"),
    };
    let mut children = Vec::new();
    while tokens[0] != ")" {
        let weight = if turn == Turn::Chance {
            let weight = tokens[0].parse().expect("a weight");
            assert_eq!(tokens[1], ":");
            *tokens = &tokens[2..];
            weight
        } else {
            1
        };
        children.push((weight, read(tokens, nodes)));
    }
    *tokens = &tokens[1..];
    nodes.push(Node { turn, score: score.parse().expect("a score"), children });
    nodes.len() - 1
}

impl Game for Tree {
    type Action = usize;
    type Outcome = usize;
    const PLAYERS: usize = 2;
    const SCORING: Scoring = Scoring::Points;

    fn turn(&self) -> Turn {
        self.node().turn
    }

    fn score(&self) -> i64 {
        self.node().score
    }

    fn visit_actions<F: FnMut(usize) -> ControlFlow<()>>(&self, visit: F) -> ControlFlow<()> {
        if self.turn().player().is_none() {
            return ControlFlow::Continue(());
        }
        (0..self.node().children.len()).try_for_each(visit)
    }

    fn visit_outcomes<F: FnMut(usize, f64) -> ControlFlow<()>>(&self, mut visit: F) -> ControlFlow<()> {
        if self.turn() != Turn::Chance {
            return ControlFlow::Continue(());
        }
        let children = &self.node().children;
        let total: u32 = children.iter().map(|&(weight, _)| weight).sum();
        (0..children.len()).try_for_each(|index| visit(index, f64::from(children[index].0) / f64::from(total)))
    }

    fn play(&mut self, action: usize) {
        self.at = self.node().children[action].1;
    }

    fn resolve(&mut self, outcome: usize) {
        self.at = self.node().children[outcome].1;
    }
}

/// The trees of `corpus.txt`: name, value and tree.
pub(crate) fn corpus() -> Vec<(String, f64, Tree)> {
    let lines = include_str!("corpus.txt").lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    let read = |line: &str| {
        let (name, rest) = line.split_once(' ').expect("a name");
        let (value, tree) = rest.trim_start().split_once(' ').expect("a value");
        (name.to_owned(), value.parse().expect("a number"), Tree::parse(tree))
    };
    lines.map(read).collect()
}

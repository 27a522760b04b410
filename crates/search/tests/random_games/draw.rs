//! Random graphs.

use std::sync::Arc;

use gambol_core::random::{GameRng, below};
use gambol_core::{Player, Seed, Turn};

use crate::graph::{Cycles, Edge, Graph, Keys, Node, Shape, Watch};

/// The most nodes by size, and the most states that a search without a table would see.
const SIZES: [(u32, u32); 8] =
    [(2, 100), (3, 100), (5, 200), (8, 400), (12, 600), (20, 1_000), (36, 4_000), (56, 20_000)];

/// The number of sizes.
pub(crate) const MOST: u8 = SIZES.len() as u8;

/// Draws a size: mostly tiny games, which test most for their time, and few large ones.
pub(crate) fn size(rng: &mut GameRng) -> u8 {
    match below(rng, 400) {
        0..=1 => 7,
        2..=21 => 6,
        22..=100 => 5,
        101..=200 => 4,
        201..=290 => 3,
        291..=350 => 2,
        351..=385 => 1,
        _ => 0,
    }
}

/// The kind of rewards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rewards {
    /// Wins, draws and losses; or wins and losses only.
    Units { draws: bool },
    /// Small numbers, so that there are many ties.
    Up(i64),
    /// Around 2⁵², and around the values that alpha-beta uses for wins.
    Huge,
}

/// Everything that is drawn before the nodes.
#[derive(Clone, Copy, Debug)]
struct Plan {
    players: usize,
    chance: bool,
    cycles: Cycles,
    shape: Shape,
    rewards: Rewards,
    /// Whether edges that do not end the game have rewards.
    along: bool,
    /// The node that has very many edges.
    wide: Option<(u32, u32)>,
}

/// The graph of this seed and size.
pub(crate) fn graph(seed: Seed, size: u8) -> Arc<Graph> {
    let (most_nodes, most_states) = SIZES[usize::from(size.min(MOST - 1))];
    let mut rng = seed.derive(0).rng();
    let rng = &mut rng;
    let chance = below(rng, 4) < 3;
    let cycles = match below(rng, 12) {
        0..=2 if chance => Cycles::Chance,
        3 if chance => Cycles::Players,
        _ => Cycles::None,
    };
    let rewards = match below(rng, 12) {
        0..=1 => Rewards::Units { draws: true },
        2 => Rewards::Units { draws: false },
        3..=5 => Rewards::Up(3),
        6..=7 => Rewards::Up(50),
        8 => Rewards::Up(1_000),
        9 => Rewards::Up(1 << 40),
        10 => Rewards::Huge,
        _ => Rewards::Up(1),
    };
    let plan = Plan {
        players: 1 + below(rng, 2) as usize,
        chance,
        cycles,
        shape: [Shape::Tree, Shape::Layered, Shape::Free][below(rng, 3) as usize],
        rewards,
        along: !matches!(rewards, Rewards::Units { .. }) && below(rng, 2) == 0,
        wide: (size > 0 && below(rng, 15) == 0).then(|| (below(rng, 3), 2 + below(rng, 399))),
    };
    let keys = [Keys::Hashed, Keys::Low, Keys::Middle, Keys::High][below(rng, 4) as usize];
    let mirrored = below(rng, 8) == 0;
    let merging = below(rng, 2) == 0;
    let mut nodes = if below(rng, 60) == 0 { 1 } else { 2 + below(rng, most_nodes - 1) };
    loop {
        let base = draw_nodes(rng, plan, nodes);
        let hidden = plan.players == 2 && plan.along;
        // Points of 2⁴⁰ do not fit into numbers beside the node.
        let keys = if hidden && matches!(rewards, Rewards::Up(1_001..) | Rewards::Huge) { Keys::Hashed } else { keys };
        let graph = Graph {
            nodes: if mirrored { mirror(rng, &base) } else { base },
            players: plan.players,
            keys,
            cycles,
            shape: plan.shape,
            merging,
            mirrored,
            hidden,
            watch: Watch::new(),
        };
        let round = if cycles == Cycles::None { 0 } else { 500 };
        if is_small(&graph, most_states + round + plan.wide.map_or(0, |(_, edges)| 8 * edges)) {
            return Arc::new(graph);
        }
        nodes = (nodes * 3 / 4).max(1);
    }
}

fn draw_nodes(rng: &mut GameRng, plan: Plan, count: u32) -> Vec<Node> {
    let turns: Vec<Turn> = (0..count).map(|at| draw_turn(rng, plan, at, count)).collect();
    let mut nodes: Vec<Node> = turns
        .iter()
        .zip(0..)
        .map(|(&turn, at)| Node {
            turn,
            edges: Vec::new(),
            opinion: f64::from(below(rng, 41)) / 4.0 - 5.0,
            quiet: below(rng, 3) > 0,
            mirror: at,
        })
        .collect();
    // In a layered graph, the nodes of a layer are neighbours.
    let width = 1 + below(rng, 4);
    let layer = |at: u32| if at == 0 { 0 } else { 1 + (at - 1) / width };
    let mut fresh = 1;
    for at in 0..count {
        if turns[at as usize] == Turn::Over {
            continue;
        }
        let usual = if below(rng, 10) == 0 { 9 } else { 4 };
        let edges = match plan.wide {
            Some((wide, edges)) if wide == at => edges,
            _ => 1 + below(rng, usual),
        };
        let choices: Vec<u32> = match plan.shape {
            Shape::Tree => (fresh..count.min(fresh + edges)).collect(),
            Shape::Layered => (at + 1..count).filter(|&to| layer(to) == layer(at) + 1).collect(),
            Shape::Free => (at + 1..count).collect(),
        };
        fresh += choices.len() as u32;
        let mut drawn = Vec::new();
        for number in 0..edges {
            let to = match plan.shape {
                _ if choices.is_empty() => break,
                Shape::Tree if number >= choices.len() as u32 => break,
                Shape::Tree => choices[number as usize],
                _ => choices[below(rng, choices.len() as u32) as usize],
            };
            let ends = turns[to as usize] == Turn::Over;
            let edge = Edge { to: to as u16, reward: draw_reward(rng, plan, ends), weight: 1 };
            drawn.push(edge);
            // A duplicate edge.
            if below(rng, 12) == 0 && plan.shape != Shape::Tree {
                drawn.push(edge);
            }
        }
        nodes[at as usize].edges = drawn;
        if nodes[at as usize].edges.is_empty() {
            nodes[at as usize].turn = Turn::Over;
        }
    }
    // Nodes without edges become ends, and edges to them get the rewards of an end.
    let over: Vec<bool> = nodes.iter().map(|node| node.turn == Turn::Over).collect();
    for node in &mut nodes {
        for edge in &mut node.edges {
            if over[usize::from(edge.to)] && turns[usize::from(edge.to)] != Turn::Over {
                edge.reward = draw_reward(rng, plan, true);
            }
        }
    }
    for node in nodes.iter_mut().filter(|node| node.turn == Turn::Chance) {
        draw_weights(rng, &mut node.edges);
    }
    if plan.cycles != Cycles::None {
        draw_cycles(rng, plan, &mut nodes);
    }
    nodes
}

fn draw_turn(rng: &mut GameRng, plan: Plan, at: u32, count: u32) -> Turn {
    let player = if plan.players == 2 && below(rng, 2) == 0 { Player::Second } else { Player::First };
    if at == 0 && below(rng, 60) > 0 && count > 1 {
        return Turn::Player(player);
    }
    // Otherwise the smallest games would have none.
    if at == 1 && plan.chance && count > 2 && below(rng, 2) == 0 {
        return Turn::Chance;
    }
    match below(rng, 9) {
        0 => Turn::Over,
        1..=3 if plan.chance => Turn::Chance,
        _ => Turn::Player(player),
    }
}

fn draw_reward(rng: &mut GameRng, plan: Plan, ends: bool) -> i64 {
    let mut up_to = |most: i64| {
        let number = i64::from(below(rng, u32::MAX)) << 31 | i64::from(below(rng, 1 << 31));
        number % (2 * most + 1) - most
    };
    match plan.rewards {
        _ if !ends && !plan.along => 0,
        Rewards::Units { draws: true } => up_to(1),
        Rewards::Units { draws: false } => 2 * (up_to(1) & 1) - 1,
        Rewards::Up(most) => up_to(most),
        Rewards::Huge if !ends => up_to(9),
        Rewards::Huge => {
            let size = match up_to(3) {
                // Points that look like the values of wins.
                -3..=-2 => 1_000_000_000_000_000,
                -1..=0 => (1 << 52) - 100,
                1 => 2_000_000_000_000_000,
                2 => 900_000_000_000_000,
                _ => 9,
            };
            (size + up_to(9)) * (2 * (up_to(1) & 1) - 1)
        }
    }
}

/// Gives the outcomes weights whose sum is a power of two.
fn draw_weights(rng: &mut GameRng, edges: &mut [Edge]) {
    let count = edges.len() as u32;
    let all = count.next_power_of_two() << below(rng, 4);
    for _ in count..all {
        edges[below(rng, count) as usize].weight += 1;
    }
}

/// Adds outcomes that lead back.
fn draw_cycles(rng: &mut GameRng, plan: Plan, nodes: &mut [Node]) {
    let mut added = 0;
    for at in 0..nodes.len() {
        // Few, since each makes a search many times as long.
        if nodes[at].turn != Turn::Chance || added == 2 || below(rng, 2) == 0 {
            continue;
        }
        let before = |from: usize| {
            nodes[from].turn == Turn::Chance
                && (from == at
                    || plan.cycles == Cycles::Players
                    || nodes[from].edges.iter().any(|edge| usize::from(edge.to) == at))
        };
        let choices: Vec<usize> = (0..=at).filter(|&from| before(from)).collect();
        let to = choices[below(rng, choices.len() as u32) as usize] as u16;
        // A cycle has rewards only in games of one player with points along the way.
        let reward =
            if plan.players == 1 && plan.along && below(rng, 2) == 0 { draw_reward(rng, plan, false) % 10 } else { 0 };
        let node = &mut nodes[at];
        let all: u32 = node.edges.iter().map(|edge| edge.weight).sum();
        // With a probability of a half, or of a quarter.
        if below(rng, 2) == 0 {
            node.edges.push(Edge { to, reward, weight: all });
        } else {
            node.edges.iter_mut().for_each(|edge| edge.weight *= 3);
            node.edges.push(Edge { to, reward, weight: all });
        }
        added += 1;
    }
}

/// A graph with a symmetry: most nodes become two, the image of each other; the root, and some
/// others, are their own image.
fn mirror(rng: &mut GameRng, base: &[Node]) -> Vec<Node> {
    let own: Vec<bool> = (0..base.len()).map(|at| at == 0 || below(rng, 4) == 0).collect();
    let mut first = Vec::new();
    let mut count = 0_u16;
    for &own in &own {
        first.push(count);
        count += if own { 1 } else { 2 };
    }
    // The node of a base node on one of both sides.
    let image = |at: usize, side: u16| first[at] + if own[at] { 0 } else { side };
    let mut nodes = Vec::new();
    for (at, node) in base.iter().enumerate() {
        let sides: Vec<u16> = node.edges.iter().map(|_| below(rng, 2) as u16).collect();
        let edges = |side: u16| {
            let edges = node.edges.iter().zip(&sides);
            edges.map(move |(edge, &to)| Edge { to: image(usize::from(edge.to), to ^ side), ..*edge })
        };
        if own[at] {
            let edges = edges(0).chain(edges(1)).collect();
            nodes.push(Node { edges, mirror: first[at], ..node.clone() });
        } else {
            nodes.push(Node { edges: edges(0).collect(), mirror: first[at] + 1, ..node.clone() });
            nodes.push(Node { edges: edges(1).rev().collect(), mirror: first[at], ..node.clone() });
        }
    }
    nodes
}

/// Whether a search without a table visits at most this many states, and alpha-beta's depth
/// suffices for the longest line.
fn is_small(graph: &Graph, most: u32) -> bool {
    let mut left = most;
    let depth = if graph.cycles == Cycles::Players { 5 } else { 50 };
    unfold(graph, 0, 1.0, depth, &mut left)
}

/// Visits the tree, and cuts chains of chance at the least probability that searches follow.
fn unfold(graph: &Graph, at: u16, likelihood: f64, depth: u32, left: &mut u32) -> bool {
    if *left == 0 {
        return false;
    }
    *left -= 1;
    let node = graph.node(at);
    match node.turn {
        Turn::Over => true,
        Turn::Chance => (0..node.edges.len()).all(|edge| {
            let likelihood = likelihood * node.probability(edge);
            likelihood < 1e-12 || unfold(graph, node.edges[edge].to, likelihood, depth, left)
        }),
        Turn::Player(_) if depth == 0 => graph.cycles == Cycles::Players,
        Turn::Player(_) => node.edges.iter().all(|edge| unfold(graph, edge.to, 1.0, depth - 1, left)),
    }
}

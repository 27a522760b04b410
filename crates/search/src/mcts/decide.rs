//! What several trees have come to: their merged decision.

use alloc::vec;
use alloc::vec::Vec;
use core::hash::{Hash, Hasher};

use gambol_core::{Event, Game, GameExt, Player, StableHasher};

use crate::decision::{Decision, RootAction, Spent, best_for};

use super::arena::ROOT;
use super::node::Kind;
use super::tree::Tree;

/// What is known of a child.
#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    visits: u64,
    /// The sum of its values while it is not proved.
    total: f64,
    proved: Option<f64>,
}

impl Sum {
    fn add(&mut self, other: &Self) {
        self.visits += other.visits;
        self.total += other.total;
        self.proved = self.proved.or(other.proved);
    }

    fn value(&self) -> f64 {
        self.proved.unwrap_or(self.total / self.visits.max(1) as f64)
    }
}

/// The child to play for `player`: the most visited, of equals the one with the best value, of those the first; or a proved one
/// that is worth more. At equal worth the proved one, unless it is worth no more than `worst`. `None` if none was visited.
fn favourite(player: Player, worst: f64, children: &[Sum]) -> Option<usize> {
    let sign = player.sign() as f64;
    let (mut open, mut proved): (Option<usize>, Option<usize>) = (None, None);
    for (index, child) in children.iter().enumerate().filter(|(_, child)| child.visits > 0) {
        let value = sign * child.value();
        let (leader, leads) = if child.proved.is_some() {
            let leads = proved.is_none_or(|old| value > sign * children[old].value());
            (&mut proved, leads)
        } else {
            let rank = |child: &Sum| (child.visits, sign * child.value());
            let leads = open.is_none_or(|old| rank(child) > rank(&children[old]));
            (&mut open, leads)
        };
        if leads {
            *leader = Some(index);
        }
    }
    let (Some(tried), Some(known)) = (open, proved) else { return open.or(proved) };
    let (tried_value, known_value) = (sign * children[tried].value(), sign * children[known].value());
    let known_first = known_value > tried_value || (known_value == tried_value && known_value > sign * worst);
    Some(if known_first { known } else { tried })
}

impl<G: Game> Tree<G> {
    /// The worst value that the player has seen.
    fn worst(&self, player: Player) -> f64 {
        match player {
            Player::First => self.low,
            Player::Second => self.high,
        }
    }

    fn sum(&self, index: u32) -> Sum {
        let node = self.arena.node(index);
        let visits = u64::from(node.visits());
        let proved = (!node.is_open()).then(|| node.value());
        Sum { visits, total: node.value() * visits as f64, proved }
    }

    /// The actions that are expected from a node on, until chance has its say or the tree ends.
    fn line(&self, mut at: u32) -> Vec<G::Action> {
        let mut line = Vec::new();
        loop {
            if let Event::Action(action) = self.arena.node(at).event {
                line.push(action);
            }
            let player = match self.arena.node(at).kind() {
                Kind::First => Player::First,
                Kind::Second => Player::Second,
                Kind::Chance | Kind::Leaf => return line,
            };
            let children: Vec<u32> = self.arena.children(at).map(|(index, _)| index).collect();
            let sums: Vec<Sum> = children.iter().map(|&index| self.sum(index)).collect();
            match favourite(player, self.worst(player), &sums) {
                Some(index) => at = children[index],
                None => return line,
            }
        }
    }
}

/// Finds actions in a list by their hash.
struct Places<'a, A> {
    actions: &'a [A],
    hashed: Vec<(u64, usize)>,
}

impl<'a, A: Copy + Eq + Hash> Places<'a, A> {
    fn new(actions: &'a [A]) -> Self {
        let mut hashed: Vec<_> = actions.iter().enumerate().map(|(place, action)| (hash(action), place)).collect();
        hashed.sort_unstable();
        Self { actions, hashed }
    }

    fn of(&self, action: A) -> Option<usize> {
        let hash = hash(&action);
        let first = self.hashed.partition_point(|&(other, _)| other < hash);
        let same = self.hashed.get(first..)?.iter().take_while(|&&(other, _)| other == hash);
        same.map(|&(_, place)| place).find(|&place| self.actions[place] == action)
    }
}

fn hash<A: Hash>(action: &A) -> u64 {
    let mut hasher = StableHasher::default();
    action.hash(&mut hasher);
    hasher.finish()
}

/// For every action, the one of `listed` with the same afterstate.
fn representatives<G: Game>(root: &G, actions: &[G::Action], listed: &[bool]) -> Vec<usize> {
    let mut found: Vec<usize> = (0..actions.len()).collect();
    if listed.iter().all(|&listed| listed) {
        return found;
    }
    let after = |place: usize| root.afterstate(actions[place]);
    let mut keys: Vec<(u64, usize)> =
        (0..actions.len()).filter(|&place| listed[place]).map(|place| (after(place).key(), place)).collect();
    keys.sort_unstable();
    for place in (0..actions.len()).filter(|&place| !listed[place]) {
        let state = after(place);
        let key = state.key();
        let first = keys.partition_point(|&(other, _)| other < key);
        let mut same = keys[first..].iter().take_while(|&&(other, _)| other == key);
        if let Some(&(_, equal)) = same.find(|&&(_, other)| after(other) == state) {
            found[place] = equal;
        }
    }
    found
}

/// Merges the trees of a search, in their order.
pub(super) fn decide<G: Game>(
    root: &G,
    player: Player,
    actions: &[G::Action],
    trees: &[Tree<G>],
) -> Decision<G::Action> {
    let places = Places::new(actions);
    let mut sums = vec![Sum::default(); actions.len()];
    let mut listed = vec![false; actions.len()];
    for tree in trees {
        for (index, child) in tree.arena.children(ROOT) {
            if let Event::Action(action) = child.event
                && let Some(place) = places.of(action)
            {
                sums[place].add(&tree.sum(index));
                listed[place] = true;
            }
        }
    }
    let equals = representatives(root, actions, &listed);
    let values: Vec<RootAction<G::Action>> = actions
        .iter()
        .zip(&equals)
        .map(|(&action, &equal)| {
            let sum = sums[equal];
            let value = if sum.visits > 0 { sum.value() } else { root.afterstate(action).score() as f64 };
            RootAction { action, value, visits: sum.visits }
        })
        .collect();
    let worst = trees.iter().map(|tree| tree.worst(player)).fold(f64::NAN, |worst, other| match player {
        Player::First => worst.min(other),
        Player::Second => worst.max(other),
    });
    let best = favourite(player, worst, &sums)
        .or_else(|| best_for(player, values.iter().map(|action| action.value)))
        .unwrap_or(0);
    let RootAction { action, value, .. } = values[best];

    // The line of the tree that knows the action best.
    let mut line = Vec::from([action]);
    let mut most = 0;
    for tree in trees {
        let child = tree.arena.children(ROOT).find(|(_, child)| child.event == Event::Action(action));
        if let Some((index, child)) = child
            && child.visits() > most
        {
            most = child.visits();
            line = tree.line(index);
        }
    }
    let spent = Spent {
        nodes: trees.iter().map(|tree| tree.nodes).sum(),
        simulations: trees.iter().map(|tree| tree.simulations).sum(),
        ..Spent::default()
    };
    Decision { action, value, root: values, line, spent }
}

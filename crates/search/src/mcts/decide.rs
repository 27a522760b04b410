//! Merges the root statistics of several trees into a decision.

use alloc::vec;
use alloc::vec::Vec;
use core::hash::{Hash, Hasher};

use gambol_core::{Event, EventOf, Game, GameExt, Player, StableHasher};

use crate::decision::{Decision, RootAction, best_for};
use crate::meter::Meter;
use crate::terminal::Terminal;

use super::arena::ROOT;
use super::node::{Kind, LONGEST, Node};
use super::settings::Root;
use super::tree::Tree;

/// Merged statistics of a child of the root.
#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    visits: u64,
    /// Sum of its values while it is not proved.
    total: f64,
    /// Its proved value for the first player and the length of the proof in plies.
    proved: Option<(f64, u32)>,
}

impl Sum {
    fn add(&mut self, other: &Self) {
        self.visits += other.visits;
        self.total += other.total;
        self.proved = self.proved.or(other.proved);
    }

    fn value(&self) -> f64 {
        self.proved.map_or(self.total / self.visits.max(1) as f64, |(value, _)| value)
    }
}

/// The player to choose and the values of ended games.
#[derive(Clone, Copy, Debug)]
struct Choice {
    player: Player,
    terminal: Terminal,
}

impl Choice {
    /// Returns the child to play, or `None` if no child was visited.
    ///
    /// If the parent is proved, this is a proved child with the same value: the shortest win or the
    /// longest loss. Otherwise it is the most visited open child. The better score, or without
    /// `scores` the better value, breaks ties, then the order of the children. A proved child
    /// replaces it if its value is higher, or if the values are equal and better than the worst
    /// possible value.
    fn favourite(self, is_proved: bool, children: &[Sum], scores: Option<&[f64]>) -> Option<usize> {
        let sign = self.player.sign() as f64;
        let proof = |&(value, plies): &(f64, u32)| {
            let value = sign * value;
            (value, if value > 0.0 { -i64::from(plies) } else { i64::from(plies) })
        };
        let (mut open, mut proved): (Option<usize>, Option<usize>) = (None, None);
        for (index, child) in children.iter().enumerate().filter(|(_, child)| child.visits > 0) {
            if let Some(found) = &child.proved {
                let best = proved.and_then(|old| children[old].proved);
                if best.is_none_or(|best| proof(found) > proof(&best)) {
                    proved = Some(index);
                }
            } else {
                let rank = |index: usize, child: &Sum| {
                    (child.visits, scores.map_or(sign * child.value(), |scores| scores[index]))
                };
                if open.is_none_or(|old| rank(index, child) > rank(old, &children[old])) {
                    open = Some(index);
                }
            }
        }
        let (Some(tried), Some(known)) = (open, proved) else { return open.or(proved) };
        let (tried_value, known_value) = (sign * children[tried].value(), sign * children[known].value());
        let worst = -self.terminal.greatest();
        let known_first = is_proved || known_value > tried_value || (known_value == tried_value && known_value > worst);
        Some(if known_first { known } else { tried })
    }
}

impl<G: Game> Tree<G> {
    fn sum(&self, node: &Node<EventOf<G>>) -> Sum {
        let visits = u64::from(node.visits());
        let proved = (!node.is_open()).then(|| (node.value(), self.plies(node)));
        Sum { visits, total: node.value() * visits as f64, proved }
    }

    /// Returns the principal variation from a node to the next chance event or the end of the tree.
    fn line(&self, mut at: u32, choice: Choice) -> Vec<G::Action> {
        let mut line = Vec::new();
        loop {
            let node = self.arena.node(at);
            if let Event::Action(action) = node.event {
                line.push(action);
            }
            let player = match node.kind() {
                Kind::First => Player::First,
                Kind::Second => Player::Second,
                Kind::Chance | Kind::Leaf => return line,
            };
            let children: Vec<u32> = self.arena.children(at).map(|(index, _)| index).collect();
            let sums: Vec<Sum> = self.arena.children(at).map(|(_, child)| self.sum(child)).collect();
            match (Choice { player, ..choice }).favourite(!node.is_open(), &sums, None) {
                Some(index) => at = children[index],
                None => return line,
            }
        }
    }
}

/// Index of a list of actions by their hash.
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

/// Returns for every action the index of the `listed` action with an equal afterstate. An action
/// without one is its own representative.
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
pub(super) fn decide<G: Game>(root: &Root<'_, G>, trees: &[Tree<G>], meter: &Meter<'_>) -> Decision<G::Action> {
    let Root { state, player, actions, terminal } = root;
    let (player, terminal) = (*player, *terminal);
    let places = Places::new(actions);
    let choice = Choice { player, terminal };
    let mut sums = vec![Sum::default(); actions.len()];
    let mut listed = vec![false; actions.len()];
    for tree in trees {
        for (_, child) in tree.arena.children(ROOT) {
            if let Event::Action(action) = child.event
                && let Some(place) = places.of(action)
            {
                sums[place].add(&tree.sum(child));
                listed[place] = true;
            }
        }
    }
    let equals = representatives(*state, actions, &listed);
    let values: Vec<RootAction<G::Action>> = actions
        .iter()
        .zip(&equals)
        .map(|(&action, &equal)| {
            let sum = sums[equal];
            if sum.visits == 0 {
                return RootAction::unsearched(action, state.afterstate(action).score());
            }
            let proven = sum
                .proved
                .and_then(|(value, plies)| terminal.proven::<G>(value, (plies < LONGEST).then_some(plies + 1)));
            RootAction { proven, ..RootAction::new(action, sum.value()).visits(sum.visits) }
        })
        .collect();
    let is_proved = trees.iter().any(Tree::is_proved);
    let scores = match trees {
        [tree] => tree.gumbel_scores(player),
        _ => None,
    };
    // Scores are in the order of the root's children.
    let scores = scores.zip(trees.first()).map(|(scores, tree)| {
        let mut placed = vec![f64::NEG_INFINITY; actions.len()];
        for ((_, child), score) in tree.arena.children(ROOT).zip(scores) {
            if let Event::Action(action) = child.event
                && let Some(place) = places.of(action)
            {
                placed[place] = score;
            }
        }
        placed
    });
    let best = (choice.favourite(is_proved, &sums, scores.as_deref()))
        .or_else(|| best_for(player, values.iter().map(|action| action.value)))
        .unwrap_or(0);
    let RootAction { action, value, proven, .. } = values[best];

    // The principal variation of the tree with the most visits to the action.
    let mut line = Vec::from([action]);
    let mut most = 0;
    for tree in trees {
        let child = tree.arena.children(ROOT).find(|(_, child)| child.event == Event::Action(action));
        if let Some((index, child)) = child
            && child.visits() > most
        {
            most = child.visits();
            line = tree.line(index, choice);
        }
    }
    let mut decision = Decision::new(player, action, value);
    decision.proven = proven;
    decision.stats =
        meter.stats(trees.iter().map(|tree| tree.nodes).sum(), trees.iter().map(|tree| tree.simulations).sum(), 0);
    (decision.root, decision.pv) = (values, line);
    decision
}

//! Proofs: what follows for a node from the proved values of its children.

use core::ops::ControlFlow;

use gambol_core::{Event, EventOf, Game, Player};

use super::arena::ROOT;
use super::node::{Kind, Node};
use super::tree::Tree;

impl<G: Game> Tree<G> {
    /// Tries to prove the node at this depth of the current descent, one of whose children has just
    /// been proved.
    pub(super) fn prove(&mut self, root: &G, depth: usize) -> bool {
        let at = self.at(depth);
        let found = match self.arena.node(at).kind() {
            Kind::First => self.choice(at, Player::First),
            Kind::Second => self.choice(at, Player::Second),
            Kind::Chance => self.chance(root, depth),
            Kind::Leaf => None,
        };
        if let Some(value) = found {
            let plies = match self.arena.node(at).kind() {
                Kind::First => self.plies_of_choice(at, Player::First, value),
                Kind::Second => self.plies_of_choice(at, Player::Second, value),
                Kind::Chance | Kind::Leaf => 0,
            };
            self.arena.node_mut(at).prove(value, plies);
        }
        found.is_some()
    }

    /// The plies of a player's proof: by the shortest way to a value above 0 for the player, else
    /// by the longest.
    fn plies_of_choice(&self, at: u32, player: Player, value: f64) -> u32 {
        let equals = self.arena.slots(at).iter().filter(|child| !child.is_open() && child.total() == value);
        let plies = equals.map(|child| self.plies(child));
        let best = if player.sign() as f64 * value > 0.0 { plies.min() } else { plies.max() };
        best.unwrap_or(0) + 1
    }

    /// The plies of a node's proof. Chance takes none, and lets the longest happen.
    pub(super) fn plies(&self, node: &Node<EventOf<G>>) -> u32 {
        match node.kind() {
            Kind::Leaf => 0,
            Kind::First | Kind::Second => node.plies(),
            Kind::Chance => {
                let outcomes = self.arena.block(node).iter().filter(|child| !child.is_empty());
                outcomes.map(|child| self.plies(child)).max().unwrap_or(0)
            }
        }
    }

    /// A player's node is proved if a child has the greatest value that an end can have, or if all
    /// children are proved and none that may be better was left out. The root is the choice among
    /// its children.
    fn choice(&self, at: u32, player: Player) -> Option<f64> {
        let sign = player.sign() as f64;
        let mut greatest = f64::NEG_INFINITY;
        let mut all = at == ROOT || !self.arena.node(at).omits();
        for child in self.arena.slots(at) {
            if child.is_open() {
                all = false;
            } else {
                greatest = greatest.max(sign * child.total());
            }
        }
        (all || greatest >= self.terminal.greatest(player)).then_some(sign * greatest)
    }

    /// A chance node is proved if every outcome is; its value is their mean.
    fn chance(&self, root: &G, depth: usize) -> Option<f64> {
        let at = self.at(depth);
        let (mut least, mut greatest) = (f64::INFINITY, f64::NEG_INFINITY);
        for (_, child) in self.arena.children(at) {
            if child.is_open() {
                return None;
            }
            least = least.min(child.total());
            greatest = greatest.max(child.total());
        }
        // Which outcomes there are, only the state knows.
        let mut mean = 0.0;
        let all = self.replay(root, depth).visit_outcomes(|outcome, probability| {
            match self.arena.outcome(at, Event::Outcome(outcome)) {
                Some(child) => {
                    mean += probability * child.total();
                    ControlFlow::Continue(())
                }
                None => ControlFlow::Break(()),
            }
        });
        // Equal values have themselves as their mean, and not a rounded sum.
        all.is_continue().then_some(if least == greatest { least } else { mean })
    }
}

//! Proves nodes from the proved values of their children.

use core::ops::ControlFlow;

use gambol_core::{Event, EventOf, Game, Player};

use super::arena::ROOT;
use super::node::{Kind, Node};
use super::tree::Tree;

impl<G: Game> Tree<G> {
    /// Tries to prove the node at this depth of the current descent after one of its children has
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

    /// Returns the length of a player's proof in plies: the shortest for a value above 0 for the
    /// player, otherwise the longest.
    fn plies_of_choice(&self, at: u32, player: Player, value: f64) -> u32 {
        let equals = self.arena.slots(at).iter().filter(|child| !child.is_open() && child.total() == value);
        let plies = equals.map(|child| self.plies(child));
        let best = if player.sign() as f64 * value > 0.0 { plies.min() } else { plies.max() };
        best.unwrap_or(0) + 1
    }

    /// Returns the length of a node's proof in plies. A chance event takes none; its longest
    /// outcome counts.
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

    /// Returns the proved value of a player's node. The node is proved if a child has the greatest
    /// possible value, or if all children are proved and no better action may be missing. At the
    /// root, only its children count.
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
        (all || greatest >= self.terminal.greatest()).then_some(sign * greatest)
    }

    /// Returns the proved value of a chance node, the expectation over its outcomes. The node is
    /// proved if every outcome is.
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
        // Unsampled outcomes have no child, so the outcomes are listed by the state.
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
        // The mean of equal values is that value, without the rounding errors of a sum.
        all.is_continue().then_some(if least == greatest { least } else { mean })
    }
}

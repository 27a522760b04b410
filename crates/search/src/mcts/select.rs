//! Selection: UCT and PUCT with proven values.

use gambol_core::random::below;
use gambol_core::{Game, Player};

use super::arena::ROOT;
use super::math::{inverse_root, root_of_logarithm};
use super::node::Node;
use super::settings::Settings;
use super::tree::Tree;

impl<G: Game> Tree<G> {
    /// Selects an open child: a random one without visits if there is one, otherwise the one with
    /// the greatest upper confidence bound.
    ///
    /// Values are scaled to the range of the simulations' values so far. If a proved child has a
    /// value above all bounds, that value is returned, too. The player can attain it, so it is
    /// backed up from here instead of the simulation's value. A visit to the proved child itself
    /// would yield no information.
    #[inline]
    pub(super) fn select<P, E, R>(
        &mut self,
        at: u32,
        player: Player,
        settings: &Settings<P, E, R>,
    ) -> (u32, Option<f64>) {
        if settings.prior.is_some() {
            if at == ROOT
                && self.gumbel.is_some()
                && let Some(child) = self.select_by_gumbel(player)
            {
                return (child, None);
            }
            let urgency = settings.exploring.first_play_urgency;
            return self.select_by_prior(at, player, settings.exploration, urgency);
        }
        let node = self.arena.node(at);
        let (first, count) = (node.first(), node.slots());
        let explore = settings.exploration * root_of_logarithm(node.visits());
        let width = self.high - self.low;
        let scale = if width > 0.0 { player.sign() as f64 / width } else { 0.0 };
        let slots = self.arena.block(node);
        if let Some(visited) = first_unvisited(slots, node.visits(), settings.expansion_threshold) {
            return (self.first_visit(at, visited as u32, first, count), None);
        }
        let mut best = 0;
        let mut greatest = f64::NEG_INFINITY;
        let mut known = f64::NEG_INFINITY;
        for (index, child) in slots.iter().enumerate() {
            if child.is_open() {
                let root = inverse_root(child.visits());
                let bound = scale * child.total() * root * root + explore * root;
                if bound > greatest {
                    (best, greatest) = (index as u32, bound);
                }
            } else {
                known = known.max(player.sign() as f64 * child.total());
            }
        }
        let leads = known > f64::NEG_INFINITY && width > 0.0 && known / width > greatest;
        (first + best, leads.then_some(player.sign() as f64 * known))
    }

    /// Selects the open child with the greatest sum of its mean and
    /// `exploration · share · √N / (1 + n)`. A child without visits has the mean of its parent plus
    /// `urgency`. Ties go to the first child. Proved children are treated as in
    /// [`select`](Self::select).
    ///
    /// Sources: C. D. Rosin, *Multi-Armed Bandits with Episode Context*, Annals of Mathematics and
    /// Artificial Intelligence 61(3), 2011; D. Silver et al., *Mastering the Game of Go without
    /// Human Knowledge*, Nature 550, 2017.
    fn select_by_prior(&self, at: u32, player: Player, exploration: f64, urgency: f64) -> (u32, Option<f64>) {
        let node = self.arena.node(at);
        let visits = node.visits().max(1);
        let explore = exploration * f64::from(visits) * inverse_root(visits);
        let width = self.high - self.low;
        let scale = if width > 0.0 { player.sign() as f64 / width } else { 0.0 };
        let unvisited = scale * node.value() + urgency;
        let (mut best, mut greatest) = (0, f64::NEG_INFINITY);
        let mut known = f64::NEG_INFINITY;
        for (index, (child, &share)) in self.arena.block(node).iter().zip(self.arena.shares(node)).enumerate() {
            if child.is_open() {
                let tries = f64::from(child.visits());
                let mean = if child.visits() == 0 { unvisited } else { scale * (child.total() / tries) };
                let bound = mean + explore * f64::from(share) / (1.0 + tries);
                if bound > greatest {
                    (best, greatest) = (index as u32, bound);
                }
            } else {
                known = known.max(player.sign() as f64 * child.total());
            }
        }
        let leads = known > f64::NEG_INFINITY && width > 0.0 && known / width > greatest;
        (node.first() + best, leads.then_some(player.sign() as f64 * known))
    }

    /// Selects a random child from `visited` on, where none has been visited. The child is swapped
    /// to the front of them, so that the visited children stay together: one step of a shuffle.
    /// Nothing refers to a child without visits, so the swap is safe.
    fn first_visit(&mut self, at: u32, visited: u32, first: u32, count: u32) -> u32 {
        let other = visited + below(self.rng(), count - visited);
        let slots = self.arena.slots_mut(at);
        slots.swap(visited as usize, other as usize);
        first + visited
    }
}

/// Returns the first child without a visit; all children before it have been visited. Returns
/// `None` if all have been.
///
/// Scanning a hundred children for it would take longer than the rollout. After the expansion of a
/// node at `threshold` visits, each visit goes to a new child. The node's visit count therefore
/// gives the index of the next child in nearly all cases.
#[inline]
fn first_unvisited<E: Copy>(children: &[Node<E>], visits: u32, threshold: u32) -> Option<usize> {
    let is_new = |place: usize| children.get(place).is_some_and(|child| child.visits() == 0);
    let guess = visits.saturating_sub(threshold.max(1)) as usize;
    if is_new(guess) && !is_new(guess.wrapping_sub(1)) {
        return Some(guess);
    }
    // The guess fails for the root, which is expanded without a visit, and for nodes whose
    // expansion was delayed by the depth limit.
    if is_new(children.len().wrapping_sub(1)) { children.iter().position(|child| child.visits() == 0) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The result does not depend on the visit count of the node.
    #[test]
    fn the_first_unvisited_child_is_found() {
        for count in 0..6 {
            for visited in 0..=count {
                let mut children = [Node::new(()); 6];
                children[..visited].iter_mut().for_each(|child| child.add(1.0));
                let expected = (visited < count).then_some(visited);
                for visits in 0..9 {
                    for threshold in 0..4 {
                        assert_eq!(first_unvisited(&children[..count], visits, threshold), expected);
                    }
                }
            }
        }
    }
}

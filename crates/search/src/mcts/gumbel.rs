//! Exploration at the root of a search by a prior: Dirichlet noise, and Gumbel selection with
//! sequential halving.

use alloc::vec::Vec;

use gambol_core::{Game, Player};

use super::arena::ROOT;
use super::node::{Kind, Node};
use super::noise;
use super::settings::Exploring;
use super::tree::Tree;

/// Weight of values against logits before any visit: `c_visit` of the paper.
const VALUE_VISITS: f64 = 50.0;

/// Weight of values against logits per visit of the most visited action: `c_scale` of the paper.
const VALUE_SCALE: f64 = 0.1;

/// Gumbel selection at a root: the actions that are still considered.
///
/// Source: I. Danihelka, A. Guez, J. Schrittwieser and D. Silver, *Policy Improvement by Planning
/// with Gumbel*, ICLR 2022.
#[derive(Clone, Debug)]
pub(super) struct Gumbel {
    /// Gumbel variate plus logit of each child of the root.
    logits: Vec<(f64, f64)>,
    /// Considered children, best first.
    considered: Vec<u32>,
    /// Visits of every considered child at the end of the current phase.
    target: u64,
    /// Simulations of each phase.
    per_phase: f64,
}

impl<G: Game> Tree<G> {
    /// Prepares exploration at the root, whose shares are known, once for each search. `planned` is
    /// the number of simulations.
    pub(super) fn begin_search(&mut self, exploring: &Exploring, planned: u64) {
        let is_due = !core::mem::replace(&mut self.begun, true);
        let root = *self.arena.node(ROOT);
        if !is_due || root.kind() == Kind::Leaf || self.arena.shares(&root).is_empty() {
            return;
        }
        if let Some((share, alpha)) = exploring.noise {
            let noise = noise::dirichlet(self.rng(), alpha, root.slots() as usize);
            let old = self.arena.shares(&root).to_vec();
            let mixed =
                old.iter().zip(noise).map(|(&old, noise)| ((1.0 - share) * f64::from(old) + share * noise) as f32);
            self.arena.share_out(ROOT, mixed);
        }
        if let Some((most, scale)) = exploring.gumbel {
            let shares = self.arena.shares(&root).to_vec();
            let mut variate = |share: f32| {
                let noise = if scale > 0.0 { scale * noise::gumbel(self.rng()) } else { 0.0 };
                (noise, libm::log(f64::from(share)))
            };
            let logits: Vec<(f64, f64)> = shares.into_iter().map(&mut variate).collect();
            let mut considered: Vec<u32> = (0..root.slots()).collect();
            let score = |index: &u32| {
                let (noise, logit) = logits[*index as usize];
                noise + logit
            };
            considered.sort_by(|a, b| score(b).total_cmp(&score(a)));
            considered.truncate(most as usize);
            // The logarithm to the base 2, rounded up.
            let phases = (considered.len().next_power_of_two().trailing_zeros()).max(1);
            let per_phase = planned as f64 / f64::from(phases);
            let target = visits_each(per_phase, considered.len());
            self.gumbel = Some(Gumbel { logits, considered, target, per_phase });
        }
    }

    /// Selects the least visited considered child that is due in the current phase, halving the
    /// considered children at the end of each phase. Returns `None` without Gumbel selection, or if
    /// all considered children are proved.
    #[inline(never)]
    pub(super) fn select_by_gumbel(&mut self, player: Player) -> Option<u32> {
        let mut gumbel = self.gumbel.take()?;
        let first = self.arena.node(ROOT).first();
        let is_open = gumbel.considered.iter().any(|&index| self.arena.node(first + index).is_open());
        let child = is_open.then(|| {
            loop {
                if let Some(index) = self.due(&gumbel) {
                    break first + index;
                }
                self.halve(&mut gumbel, player);
            }
        });
        self.gumbel = Some(gumbel);
        child
    }

    /// Whether the current phase has given out all its visits, so that the next descent needs the
    /// values of those before it.
    pub(super) fn is_phase_over(&self) -> bool {
        self.gumbel.as_ref().is_some_and(|gumbel| self.due(gumbel).is_none())
    }

    /// Returns the open considered child with the fewest visits if a visit of it is due.
    fn due(&self, gumbel: &Gumbel) -> Option<u32> {
        let first = self.arena.node(ROOT).first();
        let visits = |index: &u32| self.arena.node(first + index).visits();
        let open = gumbel.considered.iter().copied().filter(|&index| self.arena.node(first + index).is_open());
        open.min_by_key(visits).filter(|index| u64::from(visits(index)) < gumbel.target)
    }

    /// Starts the next phase with the better half of the considered children, at least two.
    fn halve(&self, gumbel: &mut Gumbel, player: Player) {
        let scores = self.scores(gumbel, player);
        let Gumbel { considered, target, per_phase, .. } = gumbel;
        considered.sort_by(|&a, &b| scores[b as usize].total_cmp(&scores[a as usize]));
        // An open child among them: a search continues until the root is proved.
        let first = self.arena.node(ROOT).first();
        let kept = (considered.len() / 2).max(2).min(considered.len());
        let is_open = |index: &u32| self.arena.node(first + index).is_open();
        if considered[..kept].iter().any(is_open) {
            considered.truncate(kept);
        }
        *target = target.saturating_add(visits_each(*per_phase, considered.len()));
    }

    /// Returns the scores of all children of the root: Gumbel variate plus logit plus transformed
    /// value.
    fn scores(&self, gumbel: &Gumbel, player: Player) -> Vec<f64> {
        let transformed = self.transformed_values(player);
        gumbel.logits.iter().zip(transformed).map(|(&(noise, logit), value)| noise + logit + value).collect()
    }

    /// Returns the value of each child of the root for a player in units of logits: the weight of
    /// values grows with the visits. A child without visits has the value of the root, estimated
    /// from the prior's value and the visited children.
    fn transformed_values(&self, player: Player) -> Vec<f64> {
        let root = self.arena.node(ROOT);
        let (children, shares) = (self.arena.block(root), self.arena.shares(root));
        let width = self.high - self.low;
        let scale = if width > 0.0 { player.sign() as f64 / width } else { 0.0 };
        let (mut visits, mut most, mut weight, mut weighted) = (0.0, 0.0_f64, 0.0, 0.0);
        for (child, &share) in children.iter().zip(shares).filter(|(child, _)| child.visits() > 0) {
            visits += f64::from(child.visits());
            most = most.max(f64::from(child.visits()));
            weight += f64::from(share);
            weighted += f64::from(share) * child.value();
        }
        let own = self.root_value.unwrap_or_else(|| root.value());
        let mixed = if weight > 0.0 { (own + visits * (weighted / weight)) / (1.0 + visits) } else { own };
        let factor = (VALUE_VISITS + most) * VALUE_SCALE * scale;
        let value = |child: &Node<_>| if child.visits() > 0 { child.value() } else { mixed };
        children.iter().map(|child| factor * value(child)).collect()
    }

    /// Returns the scores of the root's children for the choice of the action, if Gumbel selection
    /// is on: the best one of the most visited children is chosen.
    pub(super) fn gumbel_scores(&self, player: Player) -> Option<Vec<f64>> {
        self.gumbel.as_ref().map(|gumbel| self.scores(gumbel, player))
    }

    /// Returns the improved policy over the root's children, if Gumbel selection is on: the softmax
    /// of logits plus transformed values.
    pub(super) fn improved_policy(&self, player: Player) -> Option<Vec<f64>> {
        let gumbel = self.gumbel.as_ref()?;
        let mut policy = self.transformed_values(player);
        policy.iter_mut().zip(&gumbel.logits).for_each(|(value, &(_, logit))| *value += logit);
        let greatest = policy.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let powers: Vec<f64> = policy.into_iter().map(|value| libm::exp(value - greatest)).collect();
        let sum: f64 = powers.iter().sum();
        Some(powers.into_iter().map(|power| power / sum).collect())
    }
}

/// Returns the visits of each of `count` children in a phase.
fn visits_each(per_phase: f64, count: usize) -> u64 {
    ((per_phase / count.max(1) as f64) as u64).max(1)
}

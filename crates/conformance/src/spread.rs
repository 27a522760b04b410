//! Check that keys are spread, for tables that use their bits directly.

use std::rc::Rc;

use super::hashed::Set;
use super::statistics::poisson_tail;
use super::walk::Path;
use gambol_core::Game;

/// The number of different keys compared. About 128 of their pairs agree in 16 bits by chance.
const STATES: usize = 4_096;
/// The p-value below which the check fails.
const IMPOSSIBLE: f64 = 1e-9;

/// The parts of a key: name, number of bits, and shift.
const PARTS: [(&str, u32, u32); 2] = [("high 16 bits", 16, 48), ("low 32 bits", 32, 0)];

/// Visited states with different keys.
pub(super) struct Spread<G> {
    keys: Set<u64>,
    met: Vec<Met<G>>,
}

/// A visited state, and its place on a walk.
pub(super) struct Met<G> {
    key: u64,
    state: G,
    pub(super) path: Rc<Path>,
    pub(super) ply: usize,
}

impl<G: Game> Spread<G> {
    pub(super) fn new() -> Self {
        Self { keys: Set::default(), met: Vec::new() }
    }

    /// Adds a state, unless there are enough or its key is present.
    pub(super) fn add(&mut self, key: u64, state: &G, path: &Rc<Path>, ply: usize) {
        if self.met.len() < STATES && self.keys.insert(key) {
            self.met.push(Met { key, state: state.clone(), path: Rc::clone(path), ply });
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.met.is_empty()
    }

    /// Two states whose keys agree in a part in which more keys agree than by chance, and a message
    /// about it.
    pub(super) fn crowded(&self, show: impl Fn(&G) -> String) -> Option<(&Met<G>, String)> {
        PARTS.iter().find_map(|&(name, bits, shift)| {
            let part = |met: &Met<G>| (met.key >> shift) & ((1 << bits) - 1);
            let mut met: Vec<&Met<G>> = self.met.iter().collect();
            met.sort_by_key(|met| part(met));
            let groups = || met.chunk_by(|one, other| part(one) == part(other));
            let pairs: usize = groups().map(|group| pairs(group.len())).sum();
            let chance = pairs_by_chance(met.len(), bits);
            if poisson_tail(pairs, chance) >= IMPOSSIBLE {
                return None;
            }
            let &[one, other, ..] = groups().max_by_key(|group| group.len())? else { return None };
            let detail = format!(
                "{pairs} pairs of {} different keys agree in their {name}, {chance:.1e} by chance; this one is {:#x}, \
                 and {:#x} is that of {}",
                met.len(),
                one.key,
                other.key,
                show(&other.state)
            );
            Some((one, detail))
        })
    }
}

fn pairs(values: usize) -> usize {
    values * values.saturating_sub(1) / 2
}

fn pairs_by_chance(values: usize, bits: u32) -> f64 {
    pairs(values) as f64 / 2_f64.powi(bits as i32)
}

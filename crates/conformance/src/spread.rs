//! Whether keys are spread: a table that uses their bits directly needs it.

use std::rc::Rc;

use super::hashed::Set;
use super::statistics::poisson_tail;
use super::walk::Path;
use gambol_core::Game;

/// The number of different keys compared. About 128 pairs of so many agree in 16 bits by chance.
const STATES: usize = 4_096;
/// The p-value below which more keys agree than by chance.
const IMPOSSIBLE: f64 = 1e-9;

/// A part of a key by its name, its number of bits and the shift that leaves it.
const PARTS: [(&str, u32, u32); 2] = [("high 16 bits", 16, 48), ("low 32 bits", 32, 0)];

/// States with different keys, as they are met.
pub(super) struct Spread<G> {
    keys: Set<u64>,
    met: Vec<Met<G>>,
}

/// A state, and where it was met.
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

    /// Takes in a state, unless there are enough or its key is known.
    pub(super) fn add(&mut self, key: u64, state: &G, path: &Rc<Path>, ply: usize) {
        if self.met.len() < STATES && self.keys.insert(key) {
            self.met.push(Met { key, state: state.clone(), path: Rc::clone(path), ply });
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.met.is_empty()
    }

    /// Two states whose keys agree in a part where more do than by chance, and a sentence about it.
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

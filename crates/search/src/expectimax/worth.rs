//! Where a table pays: a look into it costs as much as some evaluations, and saves a search only if
//! it finds something.

/// Depths of which the counts are kept apart; greater depths are one.
const LEVELS: usize = 8;

/// Nodes of a cheap evaluator that take as long as a look into the table and a new entry.
const COST: u64 = 12;

/// A level is tried for so many looks, then used or not for `STRETCH` times as many, and tried
/// again.
const TRIAL: u32 = 1 << 10;
const STRETCH: u32 = 15;

/// What the looks into the table were worth, by depth. It decides by counts, so that a
/// search is the same on every machine; no value depends on it.
#[derive(Clone, Debug, Default)]
pub(super) struct Worth {
    levels: [Level; LEVELS],
}

#[derive(Clone, Copy, Debug, Default)]
struct Level {
    /// Visits of this stretch.
    visits: u32,
    /// Whether the last trial found that the table does not pay.
    is_off: bool,
    hits: u32,
    misses: u32,
    /// Nodes searched after the misses.
    nodes: u64,
}

impl Worth {
    #[inline]
    fn level(&mut self, depth: u32) -> &mut Level {
        &mut self.levels[(depth as usize).min(LEVELS - 1)]
    }

    /// Whether to look into the table at a node; counts the visit.
    #[inline]
    pub(super) fn pays(&mut self, depth: u32) -> bool {
        let level = self.level(depth);
        level.visits += 1;
        if level.visits == TRIAL {
            level.is_off = !level.has_paid();
        } else if level.visits == STRETCH * TRIAL {
            *level = Level::default();
        }
        !level.is_off
    }

    #[inline]
    pub(super) fn hit(&mut self, depth: u32) {
        self.level(depth).hits += 1;
    }

    #[inline]
    pub(super) fn missed(&mut self, depth: u32, nodes: u64) {
        let level = self.level(depth);
        level.misses += 1;
        level.nodes += nodes;
    }
}

impl Level {
    /// Whether the nodes that the hits have saved are more than all looks have cost.
    fn has_paid(&self) -> bool {
        let (hits, misses) = (u64::from(self.hits), u64::from(self.misses));
        hits * self.nodes >= COST * (hits + misses) * misses
    }
}

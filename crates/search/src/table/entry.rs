//! Table entries and their packed form.

/// Kind of a stored value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StoredBound {
    /// Lower bound of the true value.
    Lower,
    /// Upper bound of the true value.
    Upper,
    /// The true value.
    Exact,
}

/// Table entry of a state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct TableEntry {
    pub(crate) value: f64,
    pub(crate) bound: StoredBound,
    /// Search depth of the value.
    pub(crate) depth: u8,
    /// Whether the value holds at any depth, because every line behind it reached the end of the
    /// game.
    pub(crate) solved: bool,
    /// Index of the best action in the order of the game. After a key collision, it may be any
    /// number.
    pub(crate) best: Option<u16>,
}

/// Maximum depth of an entry; greater depths are stored as this.
pub(crate) const MAX_ENTRY_DEPTH: u8 = 127;

/// Action numbers from this on are not stored.
const NO_ACTION: u32 = (1 << 14) - 1;

/// The contents of a slot besides key and value. From the low end: 8 bits generation, 2 bits bound
/// (0 for an empty slot), 1 bit solved, 7 bits depth, 14 bits action.
#[derive(Clone, Copy)]
pub(super) struct Meta(pub(super) u32);

impl Meta {
    #[inline]
    pub(super) fn of(generation: u8, entry: &TableEntry) -> Self {
        let bound = match entry.bound {
            StoredBound::Lower => 1,
            StoredBound::Upper => 2,
            StoredBound::Exact => 3,
        };
        let best = entry.best.map_or(NO_ACTION, |best| u32::from(best).min(NO_ACTION));
        Self(
            u32::from(generation)
                | bound << 8
                | u32::from(entry.solved) << 10
                | u32::from(entry.depth.min(MAX_ENTRY_DEPTH)) << 11
                | best << 18,
        )
    }

    #[inline]
    pub(super) fn generation(self) -> u8 {
        self.0 as u8
    }

    #[inline]
    pub(super) fn bound(self) -> Option<StoredBound> {
        match (self.0 >> 8) & 3 {
            1 => Some(StoredBound::Lower),
            2 => Some(StoredBound::Upper),
            3 => Some(StoredBound::Exact),
            _ => None,
        }
    }

    /// Returns the entry with this value, or `None` for an empty slot.
    #[inline]
    pub(super) fn entry(self, value: f64) -> Option<TableEntry> {
        let bound = self.bound()?;
        Some(TableEntry { value, bound, depth: self.depth(), solved: self.solved(), best: self.best() })
    }

    #[inline]
    fn solved(self) -> bool {
        (self.0 >> 10) & 1 == 1
    }

    #[inline]
    pub(super) fn depth(self) -> u8 {
        (self.0 >> 11) as u8 & MAX_ENTRY_DEPTH
    }

    #[inline]
    pub(super) fn best(self) -> Option<u16> {
        let best = (self.0 >> 18) & NO_ACTION;
        (best != NO_ACTION).then_some(best as u16)
    }
}

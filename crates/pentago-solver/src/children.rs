//! The children of a node, in search order.

/// A child: a piece on a cell.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Child {
    /// Children with higher scores are searched earlier.
    pub(crate) score: i32,
    pub(crate) label: u8,
    pub(crate) cell: u16,
    /// Its key if it was looked up, else 0.
    pub(crate) key: u64,
}

impl Child {
    /// Returns the number of its cell.
    pub(crate) fn index(&self) -> usize {
        self.cell.trailing_zeros() as usize
    }
}

/// A list of at most 36 children.
#[derive(Debug)]
pub(crate) struct Children {
    all: [Child; 36],
    count: usize,
    next: usize,
    /// Bits of the children that are deferred to the end.
    put_off: u64,
}

impl Children {
    pub(crate) fn new() -> Self {
        Self { all: [Child::default(); 36], count: 0, next: 0, put_off: 0 }
    }

    /// Calls `visit` with a child for each of these cells.
    #[inline]
    pub(crate) fn each(cells: [u16; 4], mut visit: impl FnMut(Child)) {
        for (label, mut cells) in cells.into_iter().enumerate() {
            while cells != 0 {
                let cell = cells & cells.wrapping_neg();
                cells ^= cell;
                visit(Child { label: label as u8, cell, ..Child::default() });
            }
        }
    }

    #[inline]
    pub(crate) fn push(&mut self, child: Child) {
        if let Some(slot) = self.all.get_mut(self.count) {
            *slot = child;
            self.count += 1;
        }
    }

    #[inline]
    pub(crate) fn sort(&mut self) {
        self.all[..self.count].sort_unstable_by_key(|child| -child.score);
    }

    /// Returns the next child. Busy children come last, except the first child.
    #[inline]
    pub(crate) fn next(&mut self, is_busy: impl Fn(u64) -> bool) -> Option<Child> {
        while self.next < self.count {
            let at = self.next;
            self.next += 1;
            if at > 0 && is_busy(self.all[at].key) {
                self.put_off |= 1 << at;
            } else {
                return Some(self.all[at]);
            }
        }
        let at = self.put_off.trailing_zeros() as usize;
        self.put_off &= self.put_off.wrapping_sub(1);
        self.all.get(at).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn busy_children_come_last() {
        let mut children = Children::new();
        for (score, key) in [(1, 10), (9, 11), (5, 12), (7, 13)] {
            children.push(Child { score, key, ..Child::default() });
        }
        children.sort();
        let keys: Vec<_> =
            std::iter::from_fn(|| children.next(|key| key == 11 || key == 13)).map(|child| child.key).collect();
        assert_eq!(keys, [11, 12, 10, 13]);
    }
}

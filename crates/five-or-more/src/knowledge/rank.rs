//! Cells and colours in the order in which a policy tries them.

use core::iter::from_fn;

use crate::bits::Bits;

/// A cell with a colour and a rating. Greater ranks are tried first: higher ratings, then cells
/// further up or to the left, then colours with lower numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Rank(u64);

impl Rank {
    #[inline]
    pub(super) const fn new(rating: i32, index: usize, code: u8) -> Self {
        // Signed order as unsigned order.
        let rating = (rating as u32 ^ (1 << 31)) as u64;
        let place = (0xFFFF - index as u64) & 0xFFFF;
        Self((rating << 32) | (place << 8) | (0xFF - code as u64))
    }

    #[inline]
    pub(super) const fn index(self) -> usize {
        (0xFFFF - (self.0 >> 8 & 0xFFFF)) as usize
    }

    #[inline]
    pub(super) const fn code(self) -> u8 {
        (0xFF - (self.0 & 0xFF)) as u8
    }
}

/// The number of ranks kept.
const KEPT: usize = 24;

/// The ranks in descending order. They are not sorted, since the first or the second nearly always
/// suffices: a few are kept, and if there are more, each further step scans `ranks` again.
#[inline]
pub(super) fn descending<I: Iterator<Item = Rank>>(ranks: impl Fn() -> I) -> impl Iterator<Item = Rank> {
    let mut kept = [Rank(0); KEPT];
    let mut count = 0;
    let mut greatest = Rank(0);
    for rank in ranks() {
        if let Some(entry) = kept.get_mut(count) {
            *entry = rank;
        }
        count += 1;
        greatest = greatest.max(rank);
    }
    let mut last = None;
    from_fn(move || {
        let rank = match last {
            None => (count > 0).then_some(greatest),
            Some(last) if count <= KEPT => kept.iter().copied().take(count).filter(|&rank| rank < last).max(),
            Some(last) => ranks().filter(|&rank| rank < last).max(),
        }?;
        last = Some(rank);
        Some(rank)
    })
}

/// The numbers of the cells of a set, lowest first.
#[inline]
pub(super) fn each<B: Bits>(mut cells: B) -> impl Iterator<Item = usize> {
    from_fn(move || {
        if cells.is_empty() {
            return None;
        }
        let index = cells.lowest();
        cells = cells.without_lowest();
        Some(index)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn ranks_go_by_rating_then_by_cell_then_by_colour() {
        let given = [(3, 5, 2), (-2, 0, 1), (3, 5, 1), (9, 80, 7), (3, 4, 7), (0, 1, 1)];
        let ranks = given.map(|(rating, index, code)| Rank::new(rating, index, code));
        let order: Vec<_> = descending(|| ranks.into_iter()).map(|rank| (rank.index(), rank.code())).collect();
        assert_eq!(order, [(80, 7), (4, 7), (5, 1), (5, 2), (1, 1), (0, 1)]);
        assert_eq!(descending(core::iter::empty).next(), None);
    }

    #[test]
    fn many_ranks_are_in_order_too() {
        for count in [1, KEPT, KEPT + 1, 200] {
            let rank = |index: usize| Rank::new((index * 7 % 10) as i32, index, 1);
            let mut sorted: Vec<Rank> = (0..count).map(rank).collect();
            sorted.sort_by(|a, b| b.cmp(a));
            assert_eq!(descending(|| (0..count).map(rank)).collect::<Vec<_>>(), sorted);
        }
    }
}

//! Arrangements: the places of the quadrant contents.
//!
//! A permutation of four is written as the array of its values: an arrangement maps places (A, B,
//! C, D as 0 to 3) to the labels of contents. The 24 permutations are divided into two classes of
//! 12, even and odd. A swap exchanges the values of two places and thus changes the class, so that
//! a set of arrangements that are possible at one ply is a mask of 12 bits.

use gambol_core::Cell;
use gambol_pentago_swap::QUADRANT_IMAGES;

/// A permutation of four.
pub(crate) type Permutation = [u8; 4];

/// A set of arrangements of one class: bit `i` for `ARRANGEMENTS[class][i]`.
pub(crate) type Mask = u16;

/// All arrangements of a class.
pub(crate) const ALL: Mask = 0xFFF;

/// The even permutations, then the odd ones, each in lexicographic order.
pub(crate) static ARRANGEMENTS: [[Permutation; 12]; 2] = PERMUTATIONS;

const PERMUTATIONS: [[Permutation; 12]; 2] = {
    let mut all = [[[0; 4]; 12]; 2];
    let mut counts = [0; 2];
    let mut code = 0_u16;
    while code < 256 {
        let one = [(code >> 6) as u8, (code >> 4 & 3) as u8, (code >> 2 & 3) as u8, (code & 3) as u8];
        if 1 << one[0] | 1 << one[1] | 1 << one[2] | 1 << one[3] == 0b1111 {
            let class = parity(one);
            all[class][counts[class]] = one;
            counts[class] += 1;
        }
        code += 1;
    }
    all
};

/// Returns 0 for an even permutation, 1 for an odd one.
pub(crate) const fn parity(one: Permutation) -> usize {
    let mut inversions = 0;
    let mut high = 0;
    while high < 4 {
        let mut low = 0;
        while low < high {
            inversions += (one[low] > one[high]) as usize;
            low += 1;
        }
        high += 1;
    }
    inversions & 1
}

/// The number of a permutation within its class, indexed by its first three values in two bits
/// each.
const INDICES: [u8; 64] = {
    let mut table = [0; 64];
    let mut number = 0;
    while number < 24 {
        table[code(PERMUTATIONS[number / 12][number % 12])] = (number % 12) as u8;
        number += 1;
    }
    table
};

const fn code(one: Permutation) -> usize {
    (one[0] | one[1] << 2 | one[2] << 4) as usize & 63
}

/// Returns the class of a permutation, and its number there.
pub(crate) const fn find(one: Permutation) -> (usize, usize) {
    (parity(one), INDICES[code(one)] as usize)
}

/// Returns the inverse permutation.
pub(crate) const fn inverse(one: Permutation) -> Permutation {
    let mut inverse = [0; 4];
    let mut at = 0;
    while at < 4 {
        inverse[one[at] as usize] = at as u8;
        at += 1;
    }
    inverse
}

/// For a class and a set of arrangements of the other class, the arrangements from which some swap
/// leads into the set. Since swaps are their own inverses, these are also the results of swaps of
/// the set.
static SOME: [[Mask; 4096]; 2] = {
    let mut table = [[0; 4096]; 2];
    let mut class = 0;
    while class < 2 {
        let mut set = 1;
        while set < 4096_usize {
            let lowest = set.trailing_zeros() as usize;
            table[class][set] = table[class][set & (set - 1)] | neighbours(PERMUTATIONS[1 - class][lowest]);
            set += 1;
        }
        class += 1;
    }
    table
};

const fn neighbours(one: Permutation) -> Mask {
    let mut mask = 0;
    let mut high = 1;
    while high < 4 {
        let mut low = 0;
        while low < high {
            let mut swapped = one;
            swapped[low] = one[high];
            swapped[high] = one[low];
            mask |= 1 << find(swapped).1;
            low += 1;
        }
        high += 1;
    }
    mask
}

/// Returns the arrangements of `class` from which some swap leads into `set`.
#[inline]
pub(crate) fn some(class: usize, set: Mask) -> Mask {
    SOME[class & 1][usize::from(set & ALL)]
}

/// Returns the arrangements of `class` from which all swaps lead into `set`.
#[inline]
pub(crate) fn all(class: usize, set: Mask) -> Mask {
    !some(class, !set) & ALL
}

/// The inverse of each symmetry.
const UNDONE: [u8; 8] = {
    let mut table = [0; 8];
    let mut symmetry = 0;
    while symmetry < 8 {
        let mut other = 0;
        while other < 8 {
            // Two cells off every axis determine a symmetry.
            let (one, two) = (Cell::new(1, 0), Cell::new(0, 2));
            let (once, twice) = (one.transform(symmetry, 4), two.transform(symmetry, 4));
            let (once, twice) = (once.transform(other, 4), twice.transform(other, 4));
            if once.column == 1 && once.row == 0 && twice.column == 0 && twice.row == 2 {
                table[symmetry] = other as u8;
            }
            other += 1;
        }
        symmetry += 1;
    }
    table
};

/// Images of masks by symmetry, relabelling (`12 * class + number`), class and half of the mask.
static IMAGES: [[[[[Mask; 64]; 2]; 2]; 24]; 8] = {
    let mut table = [[[[[0; 64]; 2]; 2]; 24]; 8];
    let mut number = 0;
    while number < 8 * 24 * 2 * 12 {
        let (symmetry, label, class, bit) = (number / 576, number / 24 % 24, number / 12 % 2, number % 12);
        let image = 1 << find(moved(PERMUTATIONS[class][bit], symmetry, PERMUTATIONS[label / 12][label % 12])).1;
        let half = &mut table[symmetry][label][class][bit / 6];
        let mut set = 0;
        while set < 64 {
            if set >> (bit % 6) & 1 == 1 {
                half[set] |= image;
            }
            set += 1;
        }
        number += 1;
    }
    table
};

/// Returns the arrangement after a symmetry of the board and a relabelling.
const fn moved(one: Permutation, symmetry: usize, labels: Permutation) -> Permutation {
    let mut image = [0; 4];
    let mut place = 0;
    while place < 4 {
        image[QUADRANT_IMAGES[symmetry][place] as usize] = labels[one[place] as usize];
        place += 1;
    }
    image
}

/// A symmetry of the board together with new labels of the contents, as a map of masks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Relabelling {
    symmetry: u8,
    /// `12 * class + number` of the map from labels to labels, and of its inverse.
    labels: u8,
    inverse: u8,
    /// 1 if it maps each class to the other.
    parity: u8,
}

impl Relabelling {
    /// Moves the contents by `symmetry` and gives content `i` the label `labels[i]`.
    #[inline]
    pub(crate) fn new(symmetry: usize, labels: Permutation) -> Self {
        let number = |one| {
            let (class, index) = find(one);
            (12 * class + index) as u8
        };
        let parity = parity(QUADRANT_IMAGES[symmetry & 7]) ^ parity(labels);
        Self {
            symmetry: symmetry as u8 & 7,
            labels: number(labels),
            inverse: number(inverse(labels)),
            parity: parity as u8,
        }
    }

    /// Returns the class of the images of a class.
    #[inline]
    pub(crate) const fn class(self, class: usize) -> usize {
        class ^ self.parity as usize
    }

    /// Returns the image of a mask of `class`.
    #[inline]
    pub(crate) fn apply(self, class: usize, mask: Mask) -> Mask {
        image(self.symmetry, self.labels, class, mask)
    }

    /// Returns the mask of `class` whose image is `mask`.
    #[inline]
    pub(crate) fn undo(self, class: usize, mask: Mask) -> Mask {
        image(UNDONE[usize::from(self.symmetry) & 7], self.inverse, self.class(class), mask)
    }
}

#[inline]
fn image(symmetry: u8, labels: u8, class: usize, mask: Mask) -> Mask {
    let halves = &IMAGES[usize::from(symmetry) & 7][usize::from(labels) % 24][class & 1];
    halves[0][usize::from(mask & 63)] | halves[1][usize::from(mask >> 6 & 63)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn six_swaps_lead_to_the_other_class() {
        for class in 0..2 {
            for (number, &one) in ARRANGEMENTS[class].iter().enumerate() {
                assert_eq!(find(one), (class, number));
                assert_eq!(find(inverse(one)).0, class);
                let reached = some(1 - class, 1 << number);
                assert_eq!(reached.count_ones(), 6);
                for (bit, other) in ARRANGEMENTS[1 - class].iter().enumerate() {
                    let differing = (0..4).filter(|&at| other[at] != one[at]).count();
                    assert_eq!(reached >> bit & 1 == 1, differing == 2);
                }
            }
        }
    }

    #[test]
    fn all_is_the_dual_of_some() {
        for class in 0..2 {
            for set in 0..4096 {
                for number in 0..12 {
                    let reached = some(1 - class, 1 << number);
                    assert_eq!(some(class, set) >> number & 1 == 1, reached & set != 0);
                    assert_eq!(all(class, set) >> number & 1 == 1, reached & !set == 0);
                }
            }
        }
    }

    #[test]
    fn relabellings_are_undone_and_respect_swaps() {
        for symmetry in 0..8 {
            for labels in ARRANGEMENTS.concat() {
                let map = Relabelling::new(symmetry, labels);
                for class in 0..2 {
                    for bit in 0..12 {
                        let image = map.apply(class, 1 << bit);
                        assert_eq!(image.count_ones(), 1);
                        assert_eq!(map.undo(class, image), 1 << bit);
                        let swapped = map.apply(1 - class, some(1 - class, 1 << bit));
                        assert_eq!(swapped, some(1 - map.class(class), image));
                    }
                }
            }
        }
    }
}

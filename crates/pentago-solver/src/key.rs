//! Exact keys: contents have the same key only if they are symmetric.

use crate::arrangement::{Mask, Relabelling};
use crate::node::Node;
use crate::parts::TURNED;

/// Number of bits of a key: 53 for the contents, one for the class of arrangements, and one for the
/// colour of the attacker.
pub(crate) const BITS: u32 = 55;

/// Number of contents of a quadrant: nine digits of base three.
const CONTENTS: u32 = 19_683;

/// The key of contents and a class of arrangements, and the map to its frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Canonical {
    pub(crate) key: u64,
    map: Relabelling,
    class: usize,
}

/// Sorts four numbers in descending order.
#[inline]
fn sorted(mut of: [u32; 4]) -> [u32; 4] {
    let mut order = |high: usize, low: usize| {
        let (one, other) = (of[high], of[low]);
        of[high] = one.max(other);
        of[low] = one.min(other);
    };
    order(0, 1);
    order(2, 3);
    order(0, 2);
    order(1, 3);
    order(1, 2);
    of
}

/// Returns the number of a multiset of four numbers below 19,683 in descending order, by the usual
/// numbering of multisets with binomial coefficients.
#[inline]
const fn rank(of: [u32; 4]) -> u64 {
    let [a, b, c, d] = [of[0] as u64, of[1] as u64, of[2] as u64, of[3] as u64];
    a * (a + 1) * (a + 2) * (a + 3) / 24 + b * (b + 1) * (b + 2) / 6 + c * (c + 1) / 2 + d
}

/// Returns the multiset with this number.
fn unranked(mut number: u64) -> [u32; 4] {
    let sizes: [fn(u64) -> u64; 4] =
        [|a| a * (a + 1) * (a + 2) * (a + 3) / 24, |b| b * (b + 1) * (b + 2) / 6, |c| c * (c + 1) / 2, |d| d];
    sizes.map(|size| {
        // The greatest number whose own sets come before this one.
        let (mut low, mut high) = (0, 1 << 15);
        while high - low > 1 {
            let middle = u64::midpoint(low, high);
            if size(middle) <= number { low = middle } else { high = middle }
        }
        number -= size(low);
        low as u32
    })
}

impl Canonical {
    /// Computes the key. `white` is whether the attacker has the white pieces: equal contents of
    /// either colour differ in the side to move.
    #[inline]
    pub(crate) fn new(node: &Node, class: usize, white: bool) -> Self {
        let mut best = (u64::MAX, [0; 4], 0);
        let mut images = [[0_u32; 4]; 8];
        for label in 0..4 {
            let own = &TURNED[usize::from(node.own[label] & 511)];
            let other = &TURNED[usize::from(node.other[label] & 511)];
            for symmetry in 0..8 {
                let code = u32::from(own[symmetry]) + 2 * u32::from(other[symmetry]);
                images[symmetry][label] = code << 2 | label as u32;
            }
        }
        for (symmetry, &image) in images.iter().enumerate() {
            let image = sorted(image);
            let packed = image.iter().fold(0, |packed, &one| packed << 15 | u64::from(one >> 2));
            if packed < best.0 {
                best = (packed, image, symmetry);
            }
        }
        let (_, image, symmetry) = best;
        let mut labels = [0; 4];
        for (at, one) in image.into_iter().enumerate() {
            labels[(one & 3) as usize] = at as u8;
        }
        let mut map = Relabelling::new(symmetry, labels);
        if map.class(class) == 1 {
            // Equal contents can exchange their labels, which changes the class.
            if let Some(at) = (0..3).find(|&at| image[at] >> 2 == image[at + 1] >> 2) {
                labels.swap((image[at] & 3) as usize, (image[at + 1] & 3) as usize);
                map = Relabelling::new(symmetry, labels);
            }
        }
        let key = rank(image.map(|one| one >> 2)) << 2 | (map.class(class) as u64) << 1 | u64::from(white);
        Self { key, map, class }
    }

    /// Returns the contents in the frame of a key, and the class of arrangements.
    pub(crate) fn node(key: u64) -> (Node, usize) {
        let patterns = unranked(key >> 2).map(|code| {
            let digits = (0..9).map(|cell| code / 3_u32.pow(cell) % 3);
            digits.enumerate().fold([0; 3], |mut patterns, (cell, digit)| {
                patterns[digit as usize] |= 1 << cell;
                patterns
            })
        });
        (Node::of_contents(patterns.map(|one| one[1]), patterns.map(|one| one[2])), (key >> 1 & 1) as usize)
    }

    /// Returns the contents in the frame of a key as four numbers of 15 bits, the greatest first:
    /// the cells, row by row, as digits of base three, the first the lowest; empty 0, the attacker
    /// 1.
    pub(crate) fn contents(key: u64) -> u64 {
        unranked(key >> 2).into_iter().fold(0, |packed, code| packed << 15 | u64::from(code))
    }

    /// Returns the key of contents given as four such numbers, with the class in the bit above
    /// them. `None` if they are not contents in descending order.
    pub(crate) fn key_of(number: u64, white: bool) -> Option<u64> {
        let codes = [45, 30, 15, 0].map(|shift| (number >> shift & 0x7FFF) as u32);
        let is_whole = number >> 61 == 0 && codes[0] < CONTENTS && codes.is_sorted_by(|one, other| one >= other);
        is_whole.then(|| rank(codes) << 2 | (number >> 60) << 1 | u64::from(white))
    }

    /// Returns the key if it is the number of contents.
    pub(crate) fn checked(key: u64) -> Option<u64> {
        (key >> 2 < rank([CONTENTS, 0, 0, 0])).then_some(key)
    }

    /// Maps a mask to the frame of the key.
    #[inline]
    pub(crate) fn enter(&self, mask: Mask) -> Mask {
        self.map.apply(self.class, mask)
    }

    /// Maps a mask to the frame of the node.
    #[inline]
    pub(crate) fn leave(&self, mask: Mask) -> Mask {
        self.map.undo(self.class, mask)
    }
}

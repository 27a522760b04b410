//! The hand: the dealt pieces that are not yet placed.

use crate::piece::Piece;

/// A sorted multiset of up to three pieces.
///
/// ```
/// use gambol_tenten::{Hand, Piece};
/// let hand: Hand = "o2,h3,o2".parse()?;
/// assert_eq!(hand.to_string(), "h3,o2,o2");
/// assert_eq!(hand.distinct().collect::<Vec<_>>(), [Piece::H3, Piece::O2]);
/// # Ok::<(), gambol_core::TextError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Hand([Option<Piece>; 3]);

impl Hand {
    /// The number of pieces of a deal.
    pub const SIZE: usize = 3;

    /// No pieces: a deal is due.
    pub const EMPTY: Self = Self([None; 3]);

    /// The hand with these pieces; `None` if there are more than three.
    pub fn new(pieces: &[Piece]) -> Option<Self> {
        let mut sorted = [None; 3];
        for (place, &piece) in pieces.iter().enumerate() {
            *sorted.get_mut(place)? = Some(piece);
        }
        sorted[..pieces.len()].sort_unstable();
        Some(Self(sorted))
    }

    #[inline]
    pub(crate) const fn of_deal(pieces: [Piece; 3]) -> Self {
        Self([Some(pieces[0]), Some(pieces[1]), Some(pieces[2])])
    }

    /// Whether the hand is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0[0].is_none()
    }

    /// The number of pieces, from 0 to 3.
    pub fn len(self) -> usize {
        self.pieces().count()
    }

    /// Whether the hand contains a piece.
    pub fn contains(self, piece: Piece) -> bool {
        self.0.contains(&Some(piece))
    }

    /// Its pieces in order, with duplicates.
    #[inline]
    pub fn pieces(self) -> impl Iterator<Item = Piece> {
        self.0.into_iter().flatten()
    }

    /// Its pieces in order, then `None`.
    #[inline]
    pub(crate) const fn places(self) -> [Option<Piece>; 3] {
        self.0
    }

    /// Its pieces in order, without duplicates.
    #[inline]
    pub fn distinct(self) -> impl Iterator<Item = Piece> {
        self.distinct_places().into_iter().flatten()
    }

    /// Its pieces in order, `None` in place of duplicates and pieces that are no longer there.
    #[inline]
    pub(crate) fn distinct_places(self) -> [Option<Piece>; 3] {
        let [first, second, third] = self.0;
        [first, if second == first { None } else { second }, if third == second { None } else { third }]
    }

    /// The hand without one such piece. If the hand does not contain it, only the size of the
    /// result is defined.
    #[inline]
    #[must_use]
    pub(crate) const fn without(self, piece: Piece) -> Self {
        let [first, second, third] = self.0;
        let is_first = matches(first, piece);
        let is_second = is_first | matches(second, piece);
        Self([if is_first { second } else { first }, if is_second { third } else { second }, None])
    }

    /// The image of this hand under a symmetry, numbered as in
    /// [`Cell::transform`](gambol_core::Cell::transform).
    #[must_use]
    pub fn transform(self, symmetry: usize) -> Self {
        let mut image = self.0.map(|piece| piece.map(|piece| piece.transform(symmetry)));
        let count = self.len();
        image[..count].sort_unstable();
        Self(image)
    }

    /// The pieces as one number, unique for every hand.
    #[inline]
    pub(crate) const fn number(self) -> u64 {
        digit(self.0[0]) + 20 * digit(self.0[1]) + 400 * digit(self.0[2])
    }
}

#[inline]
const fn matches(place: Option<Piece>, piece: Piece) -> bool {
    match place {
        Some(other) => other.index() == piece.index(),
        None => false,
    }
}

#[inline]
const fn digit(place: Option<Piece>) -> u64 {
    match place {
        Some(piece) => piece.index() as u64,
        None => Piece::COUNT as u64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn pieces_leave_one_at_a_time() {
        for a in Piece::ALL {
            for b in Piece::ALL {
                for c in Piece::ALL {
                    let mut hand = Hand::new(&[a, b, c]).unwrap();
                    assert!(hand.0.is_sorted());
                    for piece in [b, c, a] {
                        assert!(hand.contains(piece));
                        let mut left: Vec<Piece> = hand.pieces().collect();
                        left.remove(left.iter().position(|&other| other == piece).unwrap());
                        hand = hand.without(piece);
                        assert_eq!(hand, Hand::new(&left).unwrap());
                    }
                    assert_eq!(hand, Hand::EMPTY);
                }
            }
        }
    }

    #[test]
    fn distinct_pieces_are_shown_once() {
        for (text, count) in
            [("o1,o1,o1", 1), ("h2,o1,o1", 2), ("h2,h2,o1", 2), ("h2,o1,o2", 3), ("o1,o1", 1), ("-", 0)]
        {
            assert_eq!(text.parse::<Hand>().unwrap().distinct().count(), count, "{text}");
        }
    }

    #[test]
    fn four_pieces_are_no_hand() {
        assert_eq!(Hand::new(&[Piece::O1; 4]), None);
        assert_eq!(Hand::new(&[]), Some(Hand::EMPTY));
    }

    #[test]
    fn images_are_in_order() {
        let hand: Hand = "h2,l3nw,o3".parse().unwrap();
        assert_eq!(hand.transform(1), "v2,o3,l3ne".parse().unwrap());
        assert_eq!("h2,v5".parse::<Hand>().unwrap().transform(1), "v2,h5".parse().unwrap());
    }
}

//! Deals: three pieces, independent of each other and of everything else.

use core::ops::ControlFlow;

use gambol_core::random::{Rng, below};

use crate::hand::Hand;
use crate::piece::Piece;
use crate::rules::Rules;

/// The three pieces of a deal, sorted: one of 1,330 multisets.
///
/// ```
/// use gambol_tenten::{Deal, Piece};
/// let deal = Deal::new([Piece::O2, Piece::L2Nw, Piece::H3]);
/// assert_eq!(deal.to_string(), "h3,l2nw,o2");
/// assert_eq!("l2nw,o2,h3".parse(), Ok(deal));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Deal([Piece; 3]);

impl Deal {
    /// The deal of these pieces.
    #[inline]
    pub const fn new(pieces: [Piece; 3]) -> Self {
        let [a, b, c] = pieces;
        let (a, b) = in_order(a, b);
        let (b, c) = in_order(b, c);
        let (a, b) = in_order(a, b);
        Self([a, b, c])
    }

    /// Its pieces, in order.
    #[inline]
    pub const fn pieces(self) -> [Piece; 3] {
        self.0
    }

    /// The hand with its pieces.
    #[inline]
    pub const fn hand(self) -> Hand {
        Hand::of_deal(self.0)
    }

    /// The probability of this deal; 0 if one of its pieces has weight 0.
    pub fn probability(self, rules: &Rules) -> f64 {
        let total = u64::from(rules.total());
        self.ways(rules) as f64 / (total * total * total) as f64
    }

    /// The number of ordered deals that equal this one, where a piece of weight w counts as w
    /// pieces. Weights are below 2¹⁶ and their sum is below 2²¹, so the number is below 2⁶³.
    fn ways(self, rules: &Rules) -> u64 {
        let [a, b, c] = self.0;
        let orders = match (a == b, b == c) {
            (true, true) => 1,
            (true, false) | (false, true) => 3,
            (false, false) => 6,
        };
        orders * self.0.iter().map(|&piece| u64::from(rules.weight(piece))).product::<u64>()
    }

    /// The image of this deal under a symmetry, numbered as in
    /// [`Cell::transform`](gambol_core::Cell::transform).
    #[must_use]
    pub fn transform(self, symmetry: usize) -> Self {
        Self::new(self.0.map(|piece| piece.transform(symmetry)))
    }
}

#[inline]
const fn in_order(a: Piece, b: Piece) -> (Piece, Piece) {
    if a.index() <= b.index() { (a, b) } else { (b, a) }
}

/// Visits every deal that the rules allow, with its probability.
pub(crate) fn visit<F>(rules: &Rules, mut visit: F) -> ControlFlow<()>
where
    F: FnMut(Deal, f64) -> ControlFlow<()>,
{
    let total = u64::from(rules.total());
    let all = (total * total * total) as f64;
    let dealt = |from: usize| Piece::ALL[from..].iter().copied().filter(|&piece| rules.weight(piece) > 0);
    for a in dealt(0) {
        for b in dealt(a.index()) {
            for c in dealt(b.index()) {
                let deal = Deal([a, b, c]);
                visit(deal, deal.ways(rules) as f64 / all)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// A random deal.
#[inline]
pub(crate) fn random<R: Rng + ?Sized>(rules: &Rules, rng: &mut R) -> Deal {
    if rules.is_uniform() {
        let drawn = below(rng, 19 * 19 * 19) as usize;
        Deal::new([Piece::ALL[drawn % 19], Piece::ALL[drawn / 19 % 19], Piece::ALL[drawn / 361 % 19]])
    } else {
        let total = rules.total();
        Deal::new([(); 3].map(|()| weighted(rules, below(rng, total))))
    }
}

/// The piece selected by a number below the sum of the weights.
fn weighted(rules: &Rules, mut drawn: u32) -> Piece {
    for piece in Piece::ALL {
        let weight = u32::from(rules.weight(piece));
        if drawn < weight {
            return piece;
        }
        drawn -= weight;
    }
    // Unreachable: the number drawn is below the sum of the weights.
    Piece::ALL[Piece::COUNT - 1]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Scoring;
    use alloc::vec::Vec;

    fn all(rules: &Rules) -> Vec<(Deal, f64)> {
        let mut deals = Vec::new();
        let _ = visit(rules, |deal, probability| {
            deals.push((deal, probability));
            ControlFlow::Continue(())
        });
        deals
    }

    #[test]
    fn there_are_1330_deals() {
        for rules in [Rules::UNIFORM, Rules::PAPER] {
            let deals = all(&rules);
            assert_eq!(deals.len(), 1_330);
            assert!(deals.is_sorted_by(|(a, _), (b, _)| a < b));
            let sum: f64 = deals.iter().map(|(_, probability)| probability).sum();
            assert!((sum - 1.0).abs() < 1e-12, "{sum}");
        }
    }

    #[test]
    fn a_deal_in_more_orders_is_more_likely() {
        let probability = |text: &str, rules| text.parse::<Deal>().unwrap().probability(&rules);
        assert_eq!(probability("o1,o2,o3", Rules::UNIFORM), 6.0 / 6_859.0);
        assert_eq!(probability("o3,o2,o3", Rules::UNIFORM), 3.0 / 6_859.0);
        assert_eq!(probability("o2,o2,o2", Rules::UNIFORM), 1.0 / 6_859.0);
        assert_eq!(probability("o2,o2,o2", Rules::PAPER), 216.0 / 74_088.0);
        assert_eq!(probability("h2,l3nw,l3nw", Rules::PAPER), 9.0 / 74_088.0);
    }

    #[test]
    fn pieces_without_weight_are_not_dealt() {
        let mut weights = [0; Piece::COUNT];
        weights[Piece::V5.index()] = 65_535;
        weights[Piece::H2.index()] = 1;
        let rules = Rules::new(weights, Scoring::Lines).unwrap();
        let deals = all(&rules);
        assert_eq!(deals.len(), 4);
        assert_eq!(Deal::new([Piece::O1; 3]).probability(&rules), 0.0);
        let sum: f64 = deals.iter().map(|(_, probability)| probability).sum();
        assert!((sum - 1.0).abs() < 1e-12, "{sum}");
        let rules = Rules::new([u16::MAX - 1; Piece::COUNT], Scoring::Lines).unwrap();
        assert_eq!(rules.total(), 19);
        let mut weights = [u16::MAX; Piece::COUNT];
        weights[0] -= 1;
        assert_eq!(all(&Rules::new(weights, Scoring::Lines).unwrap()).len(), 1_330);
    }
}

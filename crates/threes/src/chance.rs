//! Chance: the opening, the line where a card enters, and the next hint.

use core::ops::ControlFlow;

use gambol_core::random::below;
use gambol_core::{Cell, Rng};

use crate::board::{self, Board};
use crate::hint::Hint;
use crate::moves::Choices;
use crate::rules::Bonus;
use crate::state::Threes;
use crate::tile::Tile;

/// One card in this number is a bonus.
pub(crate) const BONUS_ONCE_IN: u32 = 21;
/// The number of cards dealt in the opening.
pub(crate) const DEALT: u32 = 9;

/// An outcome of chance.
///
/// The opening is a chain of ten: nine deals and the first hint. After each swipe there is one
/// event.
///
/// ```
/// use gambol_core::Cell;
/// use gambol_threes::{Hint, Outcome, Tile};
/// let deal = Outcome::Deal { cell: Cell::new(1, 2), card: Tile::TWO };
/// assert_eq!(deal.to_string(), "b3=2");
/// assert_eq!(Outcome::Show(Hint::from_card(Tile::ONE).unwrap()).to_string(), "1");
/// // The card shown enters line 2, and the next hint is a bonus.
/// assert_eq!(Outcome::Enter { line: 1, bonus: None, hint: Hint::PLUS }.to_string(), "2:+");
/// // The bonus enters as a 12.
/// assert_eq!(
///     "2=12:+".parse(),
///     Ok(Outcome::Enter { line: 1, bonus: Tile::new(12), hint: Hint::PLUS })
/// );
/// # let _: Result<Outcome, gambol_core::TextError> = "2:1".parse();
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// In the opening, a card of the deck is dealt to an empty cell.
    Deal {
        /// The cell, of a board of 4×4.
        cell: Cell,
        /// The card: 1, 2 or 3.
        card: Tile,
    },
    /// The opening ends: the first hint is shown.
    Show(Hint),
    /// After a swipe, the card that was shown enters one of the lines that moved, and the next hint
    /// is shown.
    Enter {
        /// The line: a row from the top for swipes left and right, a column from the left for
        /// swipes up and down; from 0 to 3 (its text counts from 1).
        line: u8,
        /// The value of the card that enters, if it is a bonus.
        bonus: Option<Tile>,
        /// The next hint.
        hint: Hint,
    },
}

/// The rest of the deck: three nibbles, the lowest for the number of 1s. Never empty, because a new
/// deck is opened at once.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Deck(u16);

impl Deck {
    /// Four cards of each kind.
    pub(crate) const FULL: Self = Self(0x444);

    /// The deck with these numbers of 1s, 2s and 3s, each at most 15.
    pub(crate) const fn new([ones, twos, threes]: [u8; 3]) -> Self {
        Self(ones as u16 | (twos as u16) << 4 | (threes as u16) << 8)
    }

    pub(crate) const fn counts(self) -> [u8; 3] {
        [self.0 as u8 & 15, (self.0 >> 4) as u8 & 15, (self.0 >> 8) as u8 & 15]
    }

    /// The number of cards.
    #[inline]
    pub(crate) const fn total(self) -> u32 {
        self.sums() >> 8
    }

    /// The numbers of 1s, of 1s and 2s, and of all cards: three nibbles, the lowest first.
    #[inline]
    const fn sums(self) -> u32 {
        (self.0 as u32 * 0x111) & 0xFFF
    }

    /// The number of cards of a rank from 1 to 3; 0 for other ranks.
    pub(crate) const fn count(self, rank: u8) -> u8 {
        if rank == 0 || rank > 3 { 0 } else { (self.0 >> (4 * (rank - 1))) as u8 & 15 }
    }

    pub(crate) const fn code(self) -> u16 {
        self.0
    }

    /// The deck without a card of this rank. The same deck if there is none, as for a bonus.
    pub(crate) const fn without(self, rank: u8) -> Self {
        if self.count(rank) > 0 { self.without_kind(rank - 1) } else { self }
    }

    /// The deck without a card of the kind 0, 1 or 2, which it has.
    #[inline]
    const fn without_kind(self, kind: u8) -> Self {
        let left = self.0.wrapping_sub(1 << (4 * kind));
        if left == 0 { Self::FULL } else { Self(left) }
    }

    /// The least rank in the deck.
    #[inline]
    const fn first(self) -> u8 {
        1 + (self.0.trailing_zeros() / 4) as u8
    }

    /// The rank of a uniformly random card, and the deck without it.
    #[inline]
    fn draw<R: Rng + ?Sized>(self, rng: &mut R) -> (u8, Self) {
        let sums = self.sums();
        let at = below(rng, sums >> 8);
        let kind = u8::from(at >= sums & 15) + u8::from(at >= sums >> 4 & 15);
        (1 + kind, self.without_kind(kind))
    }
}

impl Threes {
    /// The number of possible values of a bonus drawn now; 0 if none can be drawn.
    pub(crate) fn bonus_values(&self) -> u8 {
        if self.rules.bonus == Bonus::None || !board::has_48(self.board()) {
            return 0;
        }
        board::greatest_rank(self.board()) - 6
    }

    /// The equally likely ranks of the card shown: the least one, and their number.
    pub(crate) fn due_ranks(&self) -> (u8, u8) {
        let Some(hint) = self.hint else { return (0, 0) };
        match (hint.card_rank(), hint.candidate_ranks()) {
            (0, Some(candidates)) => candidates,
            // The hidden value was fixed when the `+` was shown, before the swipe.
            (0, None) => (Tile::LEAST_BONUS.rank(), self.bonus_values().saturating_sub(u8::from(self.raised()))),
            (rank, _) => (rank, 1),
        }
    }

    /// Visits every possible next hint with its probability times `share`.
    fn visit_hints<F>(&self, share: f64, mut visit: F) -> ControlFlow<()>
    where
        F: FnMut(Hint, f64) -> ControlFlow<()>,
    {
        let bonus = self.bonus_values();
        let of_deck = if bonus == 0 { share } else { share * f64::from(BONUS_ONCE_IN - 1) / f64::from(BONUS_ONCE_IN) };
        let total = f64::from(self.deck.total());
        for rank in 1..=3 {
            let count = self.deck.count(rank);
            if count > 0 {
                visit(Hint::ranked_card(rank), of_deck * f64::from(count) / total)?;
            }
        }
        if bonus == 0 {
            return ControlFlow::Continue(());
        }
        let of_bonus = share / f64::from(BONUS_ONCE_IN);
        if self.rules.bonus == Bonus::Uniform {
            return visit(Hint::PLUS, of_bonus);
        }
        let size = bonus.min(3);
        let windows = bonus - size + 1;
        (0..windows).try_for_each(|start| {
            let least = Tile::LEAST_BONUS.rank() + start;
            visit(Hint::ranked_window(least, size), of_bonus / f64::from(windows))
        })
    }

    /// A random next hint, and the deck without its card.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "a call costs a random game more than the code")]
    fn random_hint<R: Rng + ?Sized>(&self, rng: &mut R) -> (Hint, Deck) {
        if board::has_48(self.board()) && self.rules.bonus != Bonus::None && below(rng, BONUS_ONCE_IN) == 0 {
            return (self.random_bonus(rng), self.deck);
        }
        let (rank, left) = self.deck.draw(rng);
        (Hint::ranked_card(rank), left)
    }

    #[cold]
    fn random_bonus<R: Rng + ?Sized>(&self, rng: &mut R) -> Hint {
        if self.rules.bonus == Bonus::Uniform {
            return Hint::PLUS;
        }
        let values = self.bonus_values();
        let size = values.min(3);
        let start = below(rng, u32::from(values - size) + 1) as u8;
        Hint::ranked_window(Tile::LEAST_BONUS.rank() + start, size)
    }

    /// Visits the possible next steps of the opening.
    pub(crate) fn visit_opening<F>(&self, mut visit: F) -> ControlFlow<()>
    where
        F: FnMut(Outcome, f64) -> ControlFlow<()>,
    {
        if self.tile_count() >= DEALT {
            return self.visit_hints(1.0, |hint, probability| visit(Outcome::Show(hint), probability));
        }
        let mut empty = board::empty_cells(self.board());
        let all = f64::from(empty.count_ones() * self.deck.total());
        while empty != 0 {
            let cell = cell_at(empty.trailing_zeros());
            for rank in 1..=3 {
                let count = self.deck.count(rank);
                if count > 0 {
                    visit(Outcome::Deal { cell, card: Tile::ranked(rank) }, f64::from(count) / all)?;
                }
            }
            empty &= empty - 1;
        }
        ControlFlow::Continue(())
    }

    /// Visits the outcomes after a swipe that moved some lines.
    #[inline]
    pub(crate) fn visit_entries<F>(&self, lines: Choices, mut visit: F) -> ControlFlow<()>
    where
        F: FnMut(Outcome, f64) -> ControlFlow<()>,
    {
        self.visit_cards(lines, |line, bonus, share| {
            self.visit_hints(share, |hint, probability| visit(Outcome::Enter { line, bonus, hint }, probability))
        })
    }

    /// The same, with one of the possible next hints instead of all.
    #[inline]
    pub(crate) fn visit_entries_only<F>(&self, lines: Choices, mut visit: F) -> ControlFlow<()>
    where
        F: FnMut(Outcome, f64) -> ControlFlow<()>,
    {
        let hint = Hint::ranked_card(self.deck.first());
        self.visit_cards(lines, |line, bonus, share| visit(Outcome::Enter { line, bonus, hint }, share))
    }

    /// Visits the lines where the card that is due can enter, with its value if it is a bonus, and
    /// the probability.
    #[inline]
    fn visit_cards<F>(&self, lines: Choices, mut visit: F) -> ControlFlow<()>
    where
        F: FnMut(u8, Option<Tile>, f64) -> ControlFlow<()>,
    {
        let (least, count) = self.due_ranks();
        let share = 1.0 / f64::from(lines.count() * u32::from(count));
        let is_bonus = self.hint.is_some_and(Hint::is_bonus);
        for line in (0..4).filter(|line| lines.mask >> line & 1 == 1) {
            for rank in least..least + count {
                visit(line, is_bonus.then(|| Tile::ranked(rank)), share)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// A random next step of the opening.
    #[cold]
    pub(crate) fn random_opening<R: Rng + ?Sized>(&self, rng: &mut R) -> Outcome {
        let mut empty = board::empty_cells(self.board());
        let count = empty.count_ones();
        if 16 - count >= DEALT {
            return Outcome::Show(self.random_hint(rng).0);
        }
        for _ in 0..below(rng, count) {
            empty &= empty - 1;
        }
        Outcome::Deal { cell: cell_at(empty.trailing_zeros()), card: Tile::ranked(self.deck.draw(rng).0) }
    }

    /// The nine deals of the opening at once.
    #[cold]
    pub(crate) fn deal<R: Rng + ?Sized>(&mut self, rng: &mut R) {
        // The numbers of all cells, a nibble each; the first nine of a random order get cards.
        let mut cells: u64 = 0xFEDC_BA98_7654_3210;
        let mut board = 0;
        for dealt in 0..DEALT {
            // Exchanges two nibbles; the one moved up is no longer needed.
            let other = 4 * (dealt + below(rng, 16 - dealt));
            let cell = cells >> other & 15;
            cells ^= (cell ^ cells >> (4 * dealt) & 15) << other;
            let (rank, left) = self.deck.draw(rng);
            self.deck = left;
            board |= u64::from(rank) << (4 * cell);
        }
        self.board = Board::new(board);
    }

    /// A random event after a swipe that moved some lines: the line, the rank of the card, the next
    /// hint, and the deck without its card.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "a call here costs a random game 6 % of its instructions")]
    pub(crate) fn random_entry<R: Rng + ?Sized>(&self, lines: Choices, rng: &mut R) -> (u8, u8, Hint, Deck) {
        let line = lines.draw(rng);
        let rank = match self.hint {
            Some(hint) if hint.is_bonus() => self.random_due(rng).rank(),
            hint => hint.map_or(0, Hint::card_rank),
        };
        let (hint, left) = self.random_hint(rng);
        (line, rank, hint, left)
    }

    #[cold]
    fn random_due<R: Rng + ?Sized>(&self, rng: &mut R) -> Tile {
        let (least, count) = self.due_ranks();
        Tile::ranked(least + below(rng, u32::from(count)) as u8)
    }
}

/// The cell of the nibble that starts at this bit.
const fn cell_at(bit: u32) -> Cell {
    Cell::new((bit / 4 % 4) as u8, (bit / 16) as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_card_opens_a_new_deck() {
        let deck = Deck::new([0, 1, 1]).without(2);
        assert_eq!(deck.counts(), [0, 0, 1]);
        assert_eq!(deck.without(2).without(7).counts(), [0, 0, 1]);
        let deck = deck.without(3);
        assert_eq!((deck.counts(), deck.total()), ([4, 4, 4], 12));
    }
}

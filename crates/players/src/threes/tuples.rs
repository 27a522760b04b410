//! Features: tuples of cells, the tiles, the edge at which the next card enters, and the deck.

use gambol_learn::Features;
use gambol_threes::board::transposed;
use gambol_threes::{Hint, Phase, Swipe, Threes, Tile};

use super::bits::{column, count, flipped, mirrored, reversed_row};

/// Number of weights of the tuples of four cells: outer and inner lines, squares of 2×2 in the
/// corner, at the edge and in the middle.
const FOURS: usize = 5 << 16;
/// Number of weights of the numbers of great tiles: none, one or more of each from 48 to 6,144, and
/// of the empty cells.
const TILES: usize = 4 * 6561;
/// Number of weights of the line at which the next card enters, and of the adjacent line, by the
/// card.
const EDGE: usize = 2 * (4 << 16);
/// Number of weights of the numbers of 1s, 2s and empty cells, the next card, and the remaining
/// deck.
const DECK: usize = 8 * 8 * 4 * 8 * 32;
/// Number of tuples of five cells.
const FIVES: usize = 11;
/// Number of tuples of six cells.
const SIXES: usize = 2;

/// The maximum length of the tuples of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Size {
    /// Up to four cells.
    Four,
    /// Up to five cells.
    Five,
    /// Up to six cells.
    Six,
}

/// The features of Threes!.
///
/// All symmetries share their weights. The weights of a smaller size come first, so that a learner
/// can [widen](gambol_learn::Learner::widen) one into the other.
///
/// ```
/// use gambol_core::GameExt;
/// use gambol_learn::Features;
/// use gambol_threes::{Swipe, Threes};
/// use gambol_players::threes::{Size, Tuples};
///
/// let state: Threes = "6,12,6,3/2,24,1,2/3,3,6,12/0,0,2,0 3 4,2,1 m".parse()?;
/// let features = Tuples(Size::Five);
/// let mut active = 0;
/// features.visit(&state.afterstate(Swipe::Up), |index| {
///     assert!(index < features.len());
///     active += 1;
/// });
/// assert_eq!(active, 109);
/// # Ok::<(), gambol_core::TextError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tuples(pub Size);

impl Tuples {
    /// Calls `visit` with the features that depend only on the board.
    #[inline]
    pub(super) fn visit_board<V: FnMut(usize)>(self, board: u64, mut visit: V) {
        let rows = [board, mirrored(board), flipped(board), flipped(mirrored(board))];
        let columns = rows.map(transposed);
        // Tuples of four have symmetries: of two or more images, the least counts.
        for [as_is, mirror, ..] in [rows, [columns[0], columns[2], 0, 0]] {
            for (row, table) in [(0, 0), (1, 1), (2, 1), (3, 0)] {
                let line = |board: u64| (board >> (16 * row) & 0xFFFF) as usize;
                visit(table << 16 | line(as_is).min(line(mirror)));
            }
        }
        let corner = |board: u64| (board & 0xFF | board >> 8 & 0xFF00) as usize;
        for (row, column) in rows.into_iter().zip(columns) {
            visit(2 << 16 | corner(row).min(corner(column)));
        }
        let edge = |board: u64| corner(board >> 4);
        for [a, b, c, d] in [rows, [columns[0], columns[2], columns[1], columns[3]]] {
            visit(3 << 16 | edge(a).min(edge(b)));
            visit(3 << 16 | edge(c).min(edge(d)));
        }
        let middle = |least: usize, &board: &u64| least.min(corner(board >> 20));
        visit(4 << 16 | rows.iter().chain(&columns).fold(usize::MAX, middle));

        let tiles = (7..15).fold(0, |index, rank| 3 * index + count(board, rank).min(2));
        visit(FOURS + 4 * tiles + count(board, 0).min(3));

        if self.0 == Size::Four {
            return;
        }
        for board in rows.into_iter().chain(columns) {
            for (table, index) in fives(board).into_iter().enumerate() {
                visit(LEN_FOUR + (table << 20 | index as usize));
            }
        }
        if self.0 == Size::Six {
            for board in rows.into_iter().chain(columns) {
                for (table, index) in sixes(board).into_iter().enumerate() {
                    visit(LEN_FIVE + (table << 24 | index as usize));
                }
            }
        }
    }

    /// Calls `visit` with the features that also depend on the swipe, the next card and the deck.
    #[inline]
    pub(super) fn visit_card<V: FnMut(usize)>(board: u64, swipe: Swipe, card: u8, deck: [u8; 3], mut visit: V) {
        let [edge, beside] = match swipe {
            Swipe::Left => [column(board, 3), column(board, 2)],
            Swipe::Right => [column(board, 0), column(board, 1)],
            Swipe::Up => [board >> 48, board >> 32 & 0xFFFF],
            Swipe::Down => [board & 0xFFFF, board >> 16 & 0xFFFF],
        };
        let card = usize::from(card & 3);
        for (table, line) in [edge, beside].into_iter().enumerate() {
            visit(FOURS + TILES + (table << 18 | card << 16 | line.min(reversed_row(line)) as usize));
        }
        let [ones, twos, empty] = [1, 2, 0].map(|rank| count(board, rank).min(7));
        let left = (usize::from(deck[0]) * 5 + usize::from(deck[1])).min(31);
        visit(FOURS + TILES + EDGE + (((ones << 3 | twos) << 2 | card) << 3 | empty) * 32 + left);
    }
}

/// Number of weights up to tuples of four cells, and of the other features.
const LEN_FOUR: usize = FOURS + TILES + EDGE + DECK;
/// Number of weights including tuples of five cells.
const LEN_FIVE: usize = LEN_FOUR + (FIVES << 20);

/// Returns the tuples of five cells.
#[inline]
fn fives(board: u64) -> [u64; FIVES] {
    let cells = |shift: u32, count: u32| board >> (4 * shift) & ((1 << (4 * count)) - 1);
    [
        cells(0, 5),
        cells(4, 5),
        cells(0, 3) | cells(4, 2) << 12,
        cells(1, 2) | cells(5, 2) << 8 | cells(9, 1) << 16,
        cells(4, 3) | cells(8, 2) << 12,
        cells(0, 2) | cells(4, 3) << 8,
        cells(0, 1) | cells(4, 2) << 4 | cells(8, 2) << 12,
        cells(0, 3) | cells(5, 1) << 12 | cells(9, 1) << 16,
        cells(1, 2) | cells(4, 3) << 8,
        cells(0, 3) | cells(6, 2) << 12,
        cells(1, 1) | cells(5, 4) << 4,
    ]
}

/// Returns the tuples of six cells.
#[inline]
fn sixes(board: u64) -> [u64; SIXES] {
    let cells = |shift: u32, count: u32| board >> (4 * shift) & ((1 << (4 * count)) - 1);
    [cells(0, 3) | cells(4, 3) << 12, cells(4, 3) | cells(8, 3) << 12]
}

impl Features<Threes> for Tuples {
    fn len(&self) -> usize {
        match self.0 {
            Size::Four => LEN_FOUR,
            Size::Five => LEN_FIVE,
            Size::Six => LEN_FIVE + (SIXES << 24),
        }
    }

    #[inline]
    fn visit<V: FnMut(usize)>(&self, state: &Threes, mut visit: V) {
        self.visit_board(state.board(), &mut visit);
        if let Phase::Entry { swipe, .. } = state.phase() {
            Self::visit_card(state.board(), swipe, card(state), state.deck(), visit);
        }
    }

    fn layout(&self) -> String {
        let size = match self.0 {
            Size::Four => 4,
            Size::Five => 5,
            Size::Six => 6,
        };
        format!("threes tuples of up to {size} cells, tiles, edge, deck v1")
    }
}

/// Returns the next card: 1, 2, 3, or 0 for a bonus.
#[inline]
pub(super) fn card(state: &Threes) -> u8 {
    state.hint().and_then(Hint::card).map_or(0, Tile::rank)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gambol_core::{Game, GameExt, Seed};
    use gambol_threes::{Rules, board};

    /// The cells of each tuple in order, as hexadecimal digits from a1 = 0 to d4 = F.
    const CELLS: [&str; 18] = [
        "0123", "4567", "0145", "1256", "569A", "01234", "45678", "01245", "12569", "45689", "01456", "04589", "01259",
        "12456", "01267", "15678", "012456", "45689A",
    ];

    /// The indices of a board, computed from the cells.
    fn by_cells(board: u64) -> Vec<usize> {
        let cells = |tuple: &'static str| tuple.chars().map(|cell| cell.to_digit(16).unwrap());
        let mut found = Vec::new();
        let mut table = 0;
        for tuple in CELLS {
            // The image under each symmetry: the cells that it reads, and the index.
            let images = (0..8).map(|symmetry| {
                let read = |board: u64| {
                    let turned = board::transformed(board, symmetry);
                    cells(tuple).zip(0..).map(move |(cell, place)| (turned >> (4 * cell) & 15) << (4 * place))
                };
                let places = (0..16).filter(|cell| read(15 << (4 * cell)).any(|nibble| nibble > 0));
                (places.collect::<Vec<u32>>(), read(board).sum::<u64>() as usize)
            });
            let mut images: Vec<_> = images.collect();
            images.sort();
            // The least index of those that read the same cells.
            images.dedup_by(|a, b| tuple.len() == 4 && a.0 == b.0);
            found.extend(images.into_iter().map(|(_, index)| table + index));
            table += 1 << (4 * tuple.len());
            if table == FOURS {
                table = LEN_FOUR;
            }
        }
        found
    }

    /// All afterstates of some random games.
    fn afterstates() -> Vec<Threes> {
        let mut all = Vec::new();
        for (number, rules) in Rules::ALL.into_iter().cycle().take(30).enumerate() {
            let mut rng = Seed::new(7).derive(number as u64).rng();
            let mut state = Threes::new(rules);
            state.settle(&mut rng);
            while let Some(swipe) = state.random_action(&mut rng) {
                state.play(swipe);
                all.push(state);
                state.settle(&mut rng);
            }
        }
        all
    }

    fn indices(features: Tuples, state: &Threes) -> Vec<usize> {
        let mut all = Vec::new();
        features.visit(state, |index| all.push(index));
        all.sort_unstable();
        all
    }

    /// Boards of arbitrary tiles.
    fn boards() -> impl Iterator<Item = u64> {
        let random = (0..500).map(|number| gambol_core::mix(1, number));
        random.chain([0, u64::MAX, 0x1111_1111_1111_1111, 0xEEEE_EEEE_EEEE_EEEE])
    }

    #[test]
    fn tuples_read_their_cells() {
        for board in boards() {
            let mut found = Vec::new();
            Tuples(Size::Six).visit_board(board, |index| found.push(index));
            let tiles = found.iter().position(|index| (FOURS..LEN_FOUR).contains(index)).unwrap();
            found.swap_remove(tiles);
            found.sort_unstable();
            let mut expected = by_cells(board);
            expected.sort_unstable();
            assert_eq!(found, expected, "{board:016x}");
        }
    }

    #[test]
    fn symmetric_states_have_the_same_features() {
        for state in afterstates() {
            let expected = indices(Tuples(Size::Six), &state);
            for symmetry in 1..8 {
                assert_eq!(indices(Tuples(Size::Six), &state.transform(symmetry)), expected, "{state}");
            }
        }
    }

    #[test]
    fn indices_are_below_the_length_and_smaller_sizes_come_first() {
        let check = |state: &Threes| {
            let mut before = Vec::new();
            for size in [Size::Four, Size::Five, Size::Six] {
                let now = indices(Tuples(size), state);
                assert!(now.iter().all(|&index| index < Tuples(size).len()));
                assert!(now.starts_with(&before), "{state}");
                before = now;
            }
        };
        check(&Threes::default());
        afterstates().iter().for_each(check);
        for board in boards() {
            for size in [Size::Four, Size::Five, Size::Six] {
                Tuples(size).visit_board(board, |index| assert!(index < Tuples(size).len()));
            }
            for swipe in Swipe::ALL {
                Tuples::visit_card(board, swipe, 255, [255; 3], |index| assert!(index < LEN_FOUR));
            }
        }
    }

    #[test]
    fn the_layout_stays() {
        let state: Threes = "6,12,6,3/2,24,1,2/3,3,6,12/0,0,2,0 3 4,2,1 m".parse().unwrap();
        let found = indices(Tuples(Size::Six), &state.afterstate(Swipe::Left));
        let sum = found.iter().fold(0, |sum: u64, &index| sum.wrapping_mul(31).wrapping_add(index as u64));
        // From the version of the layout with which the shipped weights were trained.
        assert_eq!((found.len(), sum), (125, 11_798_367_070_618_385_014));
        assert_eq!(Tuples(Size::Six).layout(), "threes tuples of up to 6 cells, tiles, edge, deck v1");
    }
}

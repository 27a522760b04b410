//! The exact probability that the next deal ends the game.

use crate::board::{Board, fits};
use crate::cells::{Cells, EVERY_CELL};
use crate::piece::Piece;
use crate::rules::Rules;

/// The pieces, largest first: a piece that contains another one comes before it.
const RANKED: [Piece; COUNT] = {
    let mut ranked = [Piece::O1; COUNT];
    let (mut size, mut count) = (9, 0);
    while size > 0 {
        let mut index = 0;
        while index < COUNT {
            if Piece::ALL[index].size() == size {
                ranked[count] = Piece::ALL[index];
                count += 1;
            }
            index += 1;
        }
        size -= 1;
    }
    ranked
};

const COUNT: usize = Piece::COUNT;

/// The set of all pieces, with a bit for each rank.
const EVERY_PIECE: u32 = (1 << COUNT) - 1;

/// The pieces that each piece contains, including itself.
static CONTAINED: [u32; COUNT] = {
    let mut contained = [0; COUNT];
    let mut outer = 0;
    while outer < COUNT {
        let mut inner = 0;
        while inner < COUNT {
            if fits(RANKED[outer].mask(), RANKED[inner]) != 0 {
                contained[outer] |= 1 << inner;
            }
            inner += 1;
        }
        outer += 1;
    }
    contained
};

/// The deals of the pieces that no other piece contains, `o3`, `h5` and `v5`. Every other deal is
/// contained in one of these.
const LARGEST: [[Piece; 3]; 10] = {
    use Piece::{H5, O3, V5};
    [
        [O3, O3, O3],
        [O3, O3, H5],
        [O3, O3, V5],
        [O3, H5, V5],
        [O3, H5, H5],
        [O3, V5, V5],
        [H5, H5, V5],
        [V5, V5, H5],
        [H5, H5, H5],
        [V5, V5, V5],
    ]
};

impl Board {
    /// The probability that the next deal cannot be placed completely in any order, so that the
    /// game ends with it under any play. Exact, over all 1,330 deals.
    ///
    /// Takes at most a microsecond if the largest deals fit side by side, as on most boards of a
    /// strong player, and more time with more lost deals.
    ///
    /// ```
    /// use gambol_tenten::{Board, Rules, TenTen};
    /// assert_eq!(Board::EMPTY.death_probability(&Rules::UNIFORM), 0.0);
    /// // A chequered board has room only for the deal of three single cells.
    /// let rows = ["x1x1x1x1x1", "1x1x1x1x1x"].repeat(5).join("/");
    /// let state: TenTen = format!("{rows} - 0").parse()?;
    /// assert_eq!(state.board().death_probability(&Rules::UNIFORM), 1.0 - 1.0 / 6_859.0);
    /// # Ok::<(), gambol_core::TextError>(())
    /// ```
    #[must_use]
    pub fn death_probability(self, rules: &Rules) -> f64 {
        self.crowding_and_death(rules).1
    }

    /// Returns the crowding and [`death_probability`](Self::death_probability). Crowding is the
    /// probability that the pieces of the next deal do not fit side by side without the removal of
    /// a line. It grows long before the first deal is lost.
    ///
    /// ```
    /// use gambol_tenten::{Rules, TenTen};
    /// // Only single cells fit; one of them completes a row and a column and makes room.
    /// let rows: Vec<String> =
    ///     (0..10).map(|hole| "x".repeat(hole) + "1" + &"x".repeat(9 - hole)).collect();
    /// let state: TenTen = format!("{} - 0", rows.join("/")).parse()?;
    /// let (crowding, death) = state.board().crowding_and_death(&Rules::UNIFORM);
    /// assert_eq!(crowding, 1.0 - 1.0 / 6_859.0);
    /// assert!((0.8..0.9).contains(&death));
    /// # Ok::<(), gambol_core::TextError>(())
    /// ```
    #[must_use]
    pub fn crowding_and_death(self, rules: &Rules) -> (f64, f64) {
        let free = self.free().bits();
        if LARGEST.iter().all(|&deal| packs(free, deal)) {
            return (0.0, 0.0);
        }
        let mut deals = Deals { board: self, safe: [[0; COUNT]; COUNT], clearing: [[None; COUNT]; COUNT] };
        deals.pack();
        deals.lost(rules)
    }

    /// Whether the pieces of a deal can be placed in some order.
    #[must_use]
    pub fn is_placeable(self, pieces: [Piece; 3]) -> bool {
        packs(self.free().bits(), pieces) || {
            let [a, b, c] = pieces;
            let after = |i, j, k| after_clearing(self, i, j, 1, |board| u32::from(!board.fits(k).is_empty())) != 0;
            after(a, b, c) || after(a, c, b) || after(b, c, a)
        }
    }
}

/// Whether three pieces fit side by side on free cells, without the removal of a line. The pieces
/// contained in a piece fit where it fits.
fn packs(free: u128, [a, b, c]: [Piece; 3]) -> bool {
    let mut first = fits(free, a);
    while first != 0 {
        let free = free ^ (a.mask() << first.trailing_zeros());
        first &= first - 1;
        if fits(free, c) == 0 {
            continue;
        }
        let mut second = fits(free, b);
        while second != 0 {
            let free = free ^ (b.mask() << second.trailing_zeros());
            if fits(free, c) != 0 {
                return true;
            }
            second &= second - 1;
        }
    }
    false
}

/// The union of `found` over the boards after both pieces, in either order, of which at least one
/// removed a line. Stops when the union contains `wanted`.
fn after_clearing(board: Board, a: Piece, b: Piece, wanted: u32, mut found: impl FnMut(Board) -> u32) -> u32 {
    let mut sum = 0;
    let orders = [(a, b), (b, a)];
    for (first, second) in &orders[..if a.index() == b.index() { 1 } else { 2 }] {
        let mut starts = board.fits(*first).bits();
        while starts != 0 {
            let (middle, cleared) = put(board, *first, starts.trailing_zeros());
            starts &= starts - 1;
            let mut ends = middle.fits(*second).bits();
            while ends != 0 {
                let (end, clears) = put(middle, *second, ends.trailing_zeros());
                ends &= ends - 1;
                if cleared || clears {
                    sum |= found(end);
                    if sum & wanted == wanted {
                        return sum;
                    }
                }
            }
        }
    }
    sum
}

/// The board after a placement, and whether it removed a line.
fn put(board: Board, piece: Piece, at: u32) -> (Board, bool) {
    let filled = board.filled().bits() | (piece.mask() << at);
    let lines = Board::new(Cells::from_mask(filled)).lines();
    if lines.is_none() {
        (Board::new(Cells::from_mask(filled)), false)
    } else {
        (Board::new(Cells::from_mask(filled & !lines.cells().bits() & EVERY_CELL)), true)
    }
}

/// The deals found to fit on a board, by the ranks of their pieces.
struct Deals {
    board: Board,
    /// The third pieces that fit side by side with a pair, for pairs in any order.
    safe: [[u32; COUNT]; COUNT],
    /// The third pieces that fit after a pair that removes a line, computed on demand.
    clearing: [[Option<u32>; COUNT]; COUNT],
}

impl Deals {
    /// Finds the deals that fit side by side. Deals come after the deals that contain them.
    fn pack(&mut self) {
        let free = self.board.free().bits();
        for i in ranks(EVERY_PIECE) {
            for j in ranks(EVERY_PIECE & !((1 << i) - 1)) {
                let mut open = EVERY_PIECE & !((1 << j) - 1) & !self.safe[i][j];
                while open != 0 {
                    let k = open.trailing_zeros() as usize;
                    if packs(free, [RANKED[i], RANKED[j], RANKED[k]]) {
                        self.note(i, j, k);
                        open &= !self.safe[i][j];
                    } else {
                        open &= open - 1;
                    }
                }
            }
        }
    }

    /// Records that a deal fits, along with the deals that it contains.
    fn note(&mut self, i: usize, j: usize, k: usize) {
        for [a, b, c] in [[i, j, k], [i, k, j], [j, k, i]] {
            for x in ranks(CONTAINED[a]) {
                for y in ranks(CONTAINED[b]) {
                    self.safe[x][y] |= CONTAINED[c];
                    self.safe[y][x] |= CONTAINED[c];
                }
            }
        }
    }

    /// The probability of the deals that cannot be placed side by side, and that of the deals that
    /// cannot be placed at all.
    fn lost(&mut self, rules: &Rules) -> (f64, f64) {
        let (mut crowded, mut lost) = (0, 0);
        let dealt = (0..COUNT).filter(|&k| rules.weight(RANKED[k]) > 0).fold(0, |set, k| set | 1 << k);
        for i in ranks(dealt) {
            for j in ranks(dealt & !((1 << i) - 1)) {
                for k in ranks(dealt & !self.safe[i][j] & !((1 << j) - 1)) {
                    let orders = [6, 3, 1][usize::from(i == j) + usize::from(j == k)];
                    let weight = |rank: usize| u64::from(rules.weight(RANKED[rank]));
                    let ways = orders * weight(i) * weight(j) * weight(k);
                    crowded += ways;
                    if !(self.clears(j, k, i) || self.clears(i, k, j) || self.clears(i, j, k)) {
                        lost += ways;
                    }
                }
            }
        }
        let total = u64::from(rules.total());
        let probability = |ways: u64| ways as f64 / (total * total * total) as f64;
        (probability(crowded), probability(lost))
    }

    /// Whether the third piece fits after the other two if one of these removes a line.
    fn clears(&mut self, i: usize, j: usize, k: usize) -> bool {
        let after = self.clearing[i][j].unwrap_or_else(|| {
            let wanted = EVERY_PIECE & !self.safe[i][j];
            let mut open = wanted;
            let after = after_clearing(self.board, RANKED[i], RANKED[j], wanted, |board| {
                let fit = ranks(open).filter(|&rank| !board.fits(RANKED[rank]).is_empty());
                let fit = fit.fold(0, |set, rank| set | 1 << rank);
                open &= !fit;
                wanted & !open
            });
            self.clearing[i][j] = Some(after);
            after
        });
        after >> k & 1 == 1
    }
}

/// The ranks in a set of pieces.
fn ranks(mut set: u32) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let rank = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        rank
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hand::Hand;
    use crate::moves::Placement;
    use crate::state::TenTen;
    use core::ops::ControlFlow;
    use gambol_core::random::below;
    use gambol_core::{Game, GameExt, Seed, Turn};

    /// Whether play by the rules can reach the next deal.
    fn survives(state: &TenTen) -> bool {
        match state.turn() {
            Turn::Chance => true,
            Turn::Over => false,
            Turn::Player(_) => state
                .visit_actions(|action| {
                    if survives(&state.afterstate(action)) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                })
                .is_break(),
        }
    }

    /// Whether pieces fit side by side, by trying all places.
    fn side_by_side(board: Board, pieces: &[Piece]) -> bool {
        let Some((&piece, rest)) = pieces.split_first() else { return true };
        board.fits(piece).iter().any(|cell| {
            let placed = Placement::new(piece, cell).unwrap().cells();
            side_by_side(Board::new(Cells::from_mask(board.filled().bits() | placed.bits())), rest)
        })
    }

    /// Crowding and death probability by play of every deal.
    fn played(state: &TenTen) -> (f64, f64) {
        let (mut crowding, mut lost) = (0.0, 0.0);
        let _ = state.visit_outcomes(|deal, probability| {
            let mut next = *state;
            next.resolve(deal);
            let survives = survives(&next);
            assert_eq!(state.board().is_placeable(deal.pieces()), survives, "{deal} on {state}");
            lost += if survives { 0.0 } else { probability };
            crowding += if side_by_side(state.board(), &deal.pieces()) { 0.0 } else { probability };
            ControlFlow::Continue(())
        });
        (crowding, lost)
    }

    #[test]
    fn it_is_that_of_play_by_the_rules() {
        let mut rng = Seed::new(1).rng();
        let mut partly = 0;
        for number in 0..48 {
            let rules = [Rules::UNIFORM, Rules::PAPER][number % 2];
            let mut state = TenTen::new(rules);
            let mut last = state;
            while state.random_step(&mut rng).is_some() {
                last = if state.turn() == Turn::Chance { state } else { last };
            }
            // More cells filled, at random, without a full line.
            let crowded: Cells = Cells::ALL
                .iter()
                .filter(|&cell| !last.board().free().contains(cell) || below(&mut rng, 100) < 30)
                .collect();
            let full = Board::new(crowded).lines().cells();
            let board = Board::new(Cells::from_mask(crowded.bits() & !full.bits()));
            let state = TenTen::from_parts(board, Hand::EMPTY, 0, rules);
            let (crowding, slow) = played(&state);
            let (fast_crowding, fast) = state.board().crowding_and_death(&rules);
            assert!((slow - fast).abs() < 1e-12, "{state}: {slow} {fast}");
            assert!((crowding - fast_crowding).abs() < 1e-12, "{state}: {crowding} {fast_crowding}");
            assert_eq!(fast, state.board().death_probability(&rules));
            partly += u32::from(slow > 0.0 && slow < 1.0);
        }
        assert!(partly > 20, "{partly}");
    }
}

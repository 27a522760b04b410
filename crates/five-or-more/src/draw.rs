//! A uniformly random legal move, drawn without listing the moves.

use core::hint::select_unpredictable;

use gambol_board::bits::nth_in_word;
use gambol_core::random::{Rng, below};

use crate::bits::Bits;
use crate::moves::Move;
use crate::shape::Shape;
use crate::state::{FiveOrMore, Phase};

/// The kind of region in which a move stays.
#[derive(Clone, Copy)]
enum Kind {
    Single,
    Small,
    Large,
}

/// A region in a word whose bit 0 is the cell `first`, which may lie above the board.
#[derive(Clone, Copy)]
struct Small {
    first: i32,
    cells: u64,
    /// The adjacent stones.
    near: u64,
}

/// A uniformly random bit of a word that is not 0.
#[inline]
fn random_bit<R: Rng + ?Sized>(word: u64, rng: &mut R) -> i32 {
    nth_in_word(word, below(rng, word.count_ones())) as i32
}

/// A uniformly random cell of a nonempty set.
#[inline]
pub(crate) fn random_cell<B: Bits, R: Rng + ?Sized>(cells: B, rng: &mut R) -> usize {
    cells.nth(below(rng, cells.count()))
}

/// The regions of a single cell: the cells, and the number of moves to them.
#[derive(Clone, Copy)]
struct Singles<B> {
    cells: B,
    moves: u32,
}

impl<B: Bits> Singles<B> {
    /// All neighbours of such a cell on the board are stones, so the moves are counted by sides.
    #[inline]
    fn of(shape: Shape, cells: B) -> Self {
        let width = u32::from(shape.width);
        let [not_first, not_last] = shape.columns();
        // A cell represents the move from its right, and the stone on its left represents the move
        // from there, so one count covers both. The same holds for the moves from below and above.
        let across = cells & not_last | (cells & not_first).down(1);
        let down = cells & shape.all::<B>().down(width) | cells.down(width);
        Self { cells, moves: across.count() + down.count() }
    }

    /// A uniformly random move: from and to.
    fn draw<R: Rng + ?Sized>(self, shape: Shape, occupied: B, rng: &mut R) -> (usize, usize) {
        let width = usize::from(shape.width);
        let [right, left, below_it, above] = shape.sides(self.cells).map(|side| side & occupied);
        let mut number = below(rng, self.moves);
        for (side, back) in [(right, 1_usize.wrapping_neg()), (left, 1), (below_it, width.wrapping_neg())] {
            let count = side.count();
            if number < count {
                let stone = side.nth(number);
                return (stone, stone.wrapping_add(back));
            }
            number -= count;
        }
        let stone = above.nth(number);
        (stone, stone + width)
    }
}

impl<B: Bits> FiveOrMore<B> {
    /// A uniformly random legal move.
    ///
    /// Every move belongs to one region of empty cells, that of its target, and to one stone beside
    /// that region. So a region has as many moves as its cells times its adjacent stones, and no
    /// move is listed.
    #[inline]
    pub(crate) fn draw_move<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<Move> {
        if self.phase != Phase::Move {
            return None;
        }
        let shape = self.shape();
        if shape == Shape::THESIS { self.draw_move_on(Shape::THESIS, rng) } else { self.draw_move_on(shape, rng) }
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "for the constants of the shape")]
    fn draw_move_on<R: Rng + ?Sized>(&self, shape: Shape, rng: &mut R) -> Option<Move> {
        let (empty, occupied) = (self.board.empty(), self.board.occupied(shape));
        let beside = shape.neighbours(empty);
        let (cells, around) = (self.board.free(), beside & occupied);
        if cells == 0 || around.is_empty() {
            return None;
        }

        // Rejection sampling: any empty cell, and any stone that can move at all. Every legal move
        // is equally likely, and on an open board the pair nearly always is legal. A rejected pair
        // does not bias the draw that follows.
        if 2 * cells as usize > shape.cells() {
            let to = empty.nth(below(rng, cells));
            let from = random_cell(around, rng);
            let goal = shape.neighbours(B::bit(from)) & empty;
            if shape.connects(empty, B::bit(to), goal) {
                return Some(Move { from: shape.cell(from), to: shape.cell(to) });
            }
        }

        let (from, to) = self.draw_by_region(shape, empty & !beside, rng);
        Some(Move { from: shape.cell(from), to: shape.cell(to) })
    }

    /// A uniformly random move on a board that has one: from and to.
    ///
    /// Each region replaces the choice so far with a probability proportional to its number of
    /// moves. Regions of one cell, the majority on a crowded board, are weighed together.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "for the constants of the shape")]
    fn draw_by_region<R: Rng + ?Sized>(&self, shape: Shape, single: B, rng: &mut R) -> (usize, usize) {
        let (empty, occupied) = (self.board.empty(), self.board.occupied(shape));
        let singles = Singles::of(shape, single);
        let mut total = singles.moves;
        // Separate variables stay in registers.
        let mut kind = Kind::Single;
        let mut small = Small { first: 0, cells: 0, near: 0 };
        let mut large = (B::EMPTY, B::EMPTY);
        let mut rest = empty & !single;
        while !rest.is_empty() {
            let lowest = rest.lowest();
            let first = lowest as i32 - i32::from(shape.width);
            let (cells, near) = shape.small_region(empty, occupied, lowest);
            if let Some(near) = near {
                rest = rest & !B::at(cells, first);
                let weight = cells.count_ones() * near.count_ones();
                total += weight;
                let hit = below(rng, total) < weight;
                kind = select_unpredictable(hit, Kind::Small, kind);
                small = select_unpredictable(hit, Small { first, cells, near }, small);
            } else {
                let cells = shape.flood(rest, B::at(cells, first));
                rest = rest & !cells;
                let near = shape.neighbours(cells) & occupied;
                let weight = cells.count() * near.count();
                total += weight;
                if below(rng, total) < weight {
                    (kind, large) = (Kind::Large, (cells, near));
                }
            }
        }
        match kind {
            Kind::Single => singles.draw(shape, occupied, rng),
            Kind::Small => {
                let Small { first, cells, near } = small;
                ((first + random_bit(near, rng)) as usize, (first + random_bit(cells, rng)) as usize)
            }
            Kind::Large => (random_cell(large.1, rng), random_cell(large.0, rng)),
        }
    }
}

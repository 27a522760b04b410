//! The distinct boards after the moves of a position.

use alloc::vec::Vec;
use core::array;
use core::ops::ControlFlow;

use gambol_core::{Game, Turn};

use crate::moves::{Move, Swap};
use crate::state::PentagoSwap;
use crate::tables::{bit, pattern};

/// White's and black's lanes.
type Board = (u64, u64);

impl PentagoSwap {
    /// Visits every distinct board after a legal move, with the first move to it in the order of
    /// [`visit_actions`](Game::visit_actions), until `visit` breaks. Visits none if the game is
    /// over. Returns what the last call to `visit` returned.
    ///
    /// Moves give the same board if several quadrants are equal. From the empty board, the 216
    /// moves give 36 boards; with at most two equal quadrants, moves with the same board are rare.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use gambol_pentago_swap::PentagoSwap;
    /// let mut boards = 0;
    /// let _ = PentagoSwap::new().visit_successors(|_, _| {
    ///     boards += 1;
    ///     ControlFlow::Continue(())
    /// });
    /// assert_eq!(boards, 36);
    /// ```
    pub fn visit_successors<F>(&self, mut visit: F) -> ControlFlow<()>
    where
        F: FnMut(Move, Self) -> ControlFlow<()>,
    {
        if self.turn() == Turn::Over {
            return ControlFlow::Continue(());
        }
        let before = contents(self.lanes());
        let side = 9 * (self.plies() % 2);
        // Whether a placement on any cell of each quadrant may give boards that were seen before.
        let alike = array::from_fn::<_, 4, _>(|home| {
            let [one, two, three] = others(&before, home);
            one == two || one == three || two == three || before[..home].contains(&before[home])
        });
        let mut empty = self.empty();
        while empty != 0 {
            let cell = empty.trailing_zeros() as u8;
            empty &= empty - 1;
            let bit = bit(cell);
            let (home, place) = (bit.trailing_zeros() as usize / 16, bit.trailing_zeros() % 16);
            let placed = before[home] | 1 << (place + side);
            if alike[home] || others(&before, home).contains(&placed) {
                self.visit_new(cell, bit, home, &before, &mut visit)?;
            } else {
                let board = self.placed(bit);
                for swap in Swap::ALL {
                    visit(Move::at(cell, swap), self.next(swapped(board, swap)))?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Visits the boards of the six swaps after one placement, except those of earlier moves.
    ///
    /// Only some earlier moves need a comparison. With the quadrants as four patterns, a move
    /// replaces one of them and swaps two. Two moves can give the same four patterns only if they
    /// replace equal patterns by equal ones: if they place the piece on the same cell of the same
    /// quadrant, or of equal quadrants.
    fn visit_new<F>(&self, cell: u8, bit: u64, home: usize, contents: &[u32; 4], visit: &mut F) -> ControlFlow<()>
    where
        F: FnMut(Move, Self) -> ControlFlow<()>,
    {
        let mut seen = Seen::default();
        for twin in (0..home).filter(|&twin| contents[twin] == contents[home]) {
            let board = self.placed((bit >> (16 * home)) << (16 * twin));
            for swap in Swap::ALL {
                seen.insert(swapped(board, swap));
            }
        }
        let board = self.placed(bit);
        for swap in Swap::ALL {
            let after = swapped(board, swap);
            if seen.insert(after) {
                visit(Move::at(cell, swap), self.next(after))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The position one ply later with this board.
    #[inline]
    fn next(&self, (white, black): Board) -> Self {
        Self::from_lanes(white, black, self.plies() as u8 + 1)
    }

    /// Collects the boards of [`visit_successors`](Self::visit_successors), which is better inside
    /// a search, since this allocates.
    #[must_use]
    pub fn successors(&self) -> Vec<(Move, Self)> {
        let mut successors = Vec::new();
        let _ = self.visit_successors(|action, after| {
            successors.push((action, after));
            ControlFlow::Continue(())
        });
        successors
    }
}

#[inline]
fn swapped((white, black): Board, swap: Swap) -> Board {
    (swap.apply(white), swap.apply(black))
}

/// The patterns of both sides in each quadrant, as one number each.
#[inline]
fn contents((white, black): Board) -> [u32; 4] {
    array::from_fn(|quadrant| (pattern(white, quadrant) | (pattern(black, quadrant) << 9)) as u32)
}

/// The contents of the other three quadrants.
#[inline]
fn others(contents: &[u32; 4], home: usize) -> [u32; 3] {
    array::from_fn(|index| contents[(home + 1 + index) % 4])
}

/// The boards seen before: six swaps in each of at most four quadrants.
#[derive(Default)]
struct Seen {
    boards: [Board; 24],
    count: usize,
}

impl Seen {
    /// Adds a board; returns whether it is new.
    fn insert(&mut self, board: Board) -> bool {
        let new = !self.boards[..self.count].contains(&board);
        if new {
            self.boards[self.count] = board;
            self.count += 1;
        }
        new
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;
    use gambol_core::{GameExt, Seed};

    /// The plain way: plays every move and keeps new boards.
    fn expected(game: &PentagoSwap) -> Vec<(Move, PentagoSwap)> {
        let mut successors: Vec<(Move, PentagoSwap)> = vec![];
        for action in game.actions() {
            let after = game.afterstate(action);
            if successors.iter().all(|(_, known)| *known != after) {
                successors.push((action, after));
            }
        }
        successors
    }

    #[test]
    fn each_board_comes_once_with_its_first_move() {
        for seed in 0..40 {
            let mut rng = Seed::new(seed).rng();
            let mut game = PentagoSwap::new();
            loop {
                let successors = game.successors();
                assert_eq!(successors, expected(&game), "{game}");
                assert!(successors.iter().all(|(action, after)| after.turn() == game.afterstate(*action).turn()));
                if game.random_step(&mut rng).is_none() {
                    break;
                }
            }
        }
    }

    #[test]
    fn quadrants_that_look_alike_are_merged() {
        for (text, moves, boards) in [
            // All four quadrants equal, two, two pairs, three.
            ("6/6/6/6/6/6 w", 216, 36),
            ("w2w2/6/6/6/b5/1b4 w", 192, 190),
            ("w2w2/6/6/b2b2/6/6 w", 192, 160),
            ("w2w2/6/6/b2w2/b5/6 b", 186, 124),
            // Here a placement can make two quadrants equal, but then only one swap leaves the
            // board unchanged.
            ("w5/6/6/3w2/6/1b1b2 w", 192, 192),
        ] {
            let game: PentagoSwap = text.parse().unwrap();
            assert_eq!(game.successors(), expected(&game), "{text}");
            assert_eq!((game.actions().len(), game.successors().len()), (moves, boards), "{text}");
        }
    }

    #[test]
    fn a_visit_can_break_off() {
        let mut seen = 0;
        let flow = PentagoSwap::new().visit_successors(|_, _| {
            seen += 1;
            if seen == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!((flow, seen), (ControlFlow::Break(()), 3));
    }
}

//! The best move and reply of a position, for evaluations by counts of pieces on lines.
//!
//! A move and a reply are two placements, and two swaps that arrange the quadrants by an even
//! permutation. The same swap again undoes a swap, so one reply that swaps back can refute all six
//! swaps after a placement. After the other placements, the best reply in each of the twelve
//! arrangements is searched at most once, although two, three or six pairs of swaps lead to it.

use core::ops::Range;

use super::arrangements::{Board, Pairing, StraightLines};
use super::counted::{Counted, has, patterns};
use super::tables::{Counts, Patterns};
use crate::state::PentagoSwap;
use crate::tables::ARRANGED;

/// The quadrant at each place.
type Places = [usize; 4];

/// The arrangements after two swaps, four for each pairing, the unchanged one first.
const ARRANGEMENTS: [Places; 12] = [
    [0, 1, 2, 3],
    [1, 0, 3, 2],
    [2, 3, 0, 1],
    [3, 2, 1, 0],
    [0, 2, 3, 1],
    [2, 0, 1, 3],
    [3, 1, 0, 2],
    [1, 3, 2, 0],
    [0, 3, 1, 2],
    [3, 0, 2, 1],
    [1, 2, 0, 3],
    [2, 1, 3, 0],
];

/// The pairing of each group of four arrangements.
const PAIRINGS: [Pairing; 3] = [
    Pairing { rows: [[0, 1], [2, 3]], columns: [[0, 2], [1, 3]] },
    Pairing { rows: [[0, 2], [1, 3]], columns: [[0, 3], [1, 2]] },
    Pairing { rows: [[0, 3], [1, 2]], columns: [[0, 1], [2, 3]] },
];

/// For each swap, the arrangements after a second swap.
const AFTER: [[usize; 6]; 6] = after();

const fn after() -> [[usize; 6]; 6] {
    let mut after = [[0; 6]; 6];
    let mut first = 0;
    while first < 6 {
        let mut second = 0;
        while second < 6 {
            let (one, two) = (&ARRANGED[first], &ARRANGED[second]);
            let mut index = 0;
            while ARRANGEMENTS[index][0] != one[two[0]] || ARRANGEMENTS[index][1] != one[two[1]] {
                index += 1;
            }
            after[first][second] = index;
            second += 1;
        }
        first += 1;
    }
    after
}

/// Number of replies tried against every placement: those with the greatest gains.
const TRIED: usize = 4;

/// The changes by one placement of each side, without swaps. Cells are numbered by quadrant, nine
/// each.
struct Placements {
    /// The value of all lines for the replier.
    base: i32,
    /// By line: the change by a piece of the first mover, the gain by one of the replier, and the
    /// change of that gain by the first piece. 0 from 18 on.
    changes: [i16; 32],
    gains: [i16; 32],
    corrections: [i16; 32],
    /// The best replies: their gains and cells.
    best: [(i16, u8); TRIED],
}

/// Marks a reply that does not exist.
const NONE: i16 = i16::MIN / 2;

impl Placements {
    fn new(counted: &Counted, white: &Patterns, black: &Patterns, straight: &[Counts; 4], replier: usize) -> Self {
        let tables = &counted.tables;
        let (values, gains) = (&tables.values[replier], &tables.gains[replier]);
        let [changes, corrections] = [[0; 32]; 2];
        let mut new = Self { base: 0, changes, gains: [0; 32], corrections, best: [(NONE, 0); TRIED] };
        let piece = [8, 1][replier];
        let mut add = |line: usize, kind: usize, counts: Counts| {
            let before = counts as usize & 63;
            let after = (before + piece) & 63;
            new.base += i32::from(values[kind][before]);
            new.changes[line] = values[kind][after] - values[kind][before];
            new.gains[line] = gains[kind][before];
            new.corrections[line] = gains[kind][after] - gains[kind][before];
        };
        for half in 0..2 {
            let row = straight[2 * half] + straight[2 * half + 1];
            let column = (straight[half] + straight[half + 2]) >> 32;
            for line in 0..3 {
                add(3 * half + line, 0, row >> (6 * line));
                add(6 + 3 * half + line, 0, column >> (6 * line));
            }
        }
        let diagonals = tables.diagonals(white, black, UNCHANGED);
        for line in 0..6 {
            add(12 + line, if line < 2 { 1 } else { 2 }, diagonals >> (6 * line));
        }
        for (quadrant, bit) in empty(white, black) {
            let mut reply = (sum(&new.gains, tables.through[quadrant][bit]), (9 * quadrant + bit) as u8);
            for known in &mut new.best {
                if reply.0 > known.0 {
                    core::mem::swap(known, &mut reply);
                }
            }
        }
        new
    }

    /// The value for the replier after a piece on a cell and a good reply: a lower bound for the
    /// best reply.
    fn replied(&self, counted: &Counted, quadrant: usize, bit: usize) -> i32 {
        let tables = &counted.tables;
        let cell = 9 * quadrant + bit;
        let common = &tables.common[cell];
        let replies = self.best.iter().map(|&(gain, reply)| {
            let gain = if usize::from(reply) == cell { NONE } else { gain };
            gain + self.corrections[usize::from(common[usize::from(reply)] & 31)]
        });
        let change = sum(&self.changes, tables.through[quadrant][bit]);
        self.base + i32::from(change) + i32::from(replies.max().unwrap_or(NONE))
    }
}

/// The best replies to a placement, by arrangement.
struct Replies<'a> {
    board: Board<'a>,
    lines: [Option<StraightLines>; 3],
    values: [Option<i32>; 12],
}

impl Replies<'_> {
    /// The value of the best reply in an arrangement. `None` if a reply may end the game.
    #[inline]
    fn best(&mut self, index: usize, least: i32, enough: i32) -> Option<i32> {
        if let Some(known) = self.values[index] {
            return Some(known);
        }
        let lines = match self.lines[index / 4] {
            Some(lines) => lines,
            None => *self.lines[index / 4].insert(self.board.straight_lines(&PAIRINGS[index / 4])?),
        };
        let value = self.board.best_placement(lines, ARRANGEMENTS[index], least, enough)?;
        self.values[index] = Some(value);
        Some(value)
    }
}

/// The quadrants at their places.
const UNCHANGED: [usize; 4] = [0, 1, 2, 3];

/// The sum over the lines through a cell.
fn sum(lines: &[i16; 32], through: [u8; 4]) -> i16 {
    through.iter().map(|&line| lines[usize::from(line & 31)]).sum()
}

/// The empty cells, by quadrant and bit.
fn empty(white: &Patterns, black: &Patterns) -> impl Iterator<Item = (usize, usize)> {
    let empty = core::array::from_fn::<_, 4, _>(|quadrant| !(white[quadrant] | black[quadrant]) & 511);
    (0..4).flat_map(move |quadrant| {
        let mut left = empty[quadrant];
        core::iter::from_fn(move || {
            let bit = left.trailing_zeros() as usize;
            let is_any = left != 0;
            left &= left.wrapping_sub(1);
            is_any.then_some((quadrant, bit))
        })
    })
}

impl Counted {
    /// The value for white after one or two plies; see [`Evaluator::minimax`].
    ///
    /// [`Evaluator::minimax`]: gambol_core::Evaluator::minimax
    #[inline]
    pub(super) fn minimax(&self, state: &PentagoSwap, plies: u32, window: Range<f64>) -> Option<f64> {
        match plies {
            1 => self.best_successor(state, window),
            2 => self.best_reply(state, window),
            _ => None,
        }
    }

    /// The value for white after the best move and reply; `None` if one may end the game or fills
    /// the board, or if a part of the value does not change with swaps.
    fn best_reply(&self, state: &PentagoSwap, window: Range<f64>) -> Option<f64> {
        if state.plies() >= 34 || self.tables.lasting.is_some() {
            return None;
        }
        let (white, black) = patterns(state);
        let straight = self.tables.straights(&white, &black);
        if state.plies() >= 7 && self.may_end(&white, &black, &straight) {
            return None;
        }
        let replier = (state.plies() as usize + 1) % 2;
        let placements = Placements::new(self, &white, &black, &straight, replier);
        // The mover minimises the replier's value: `enough` suffices, and moves with at least
        // `refuted` do not count.
        let (enough, refuted) = self.outside(&window, replier);
        let value = |best: i32| Some(f64::from([1, -1][replier] * best) / self.unit);
        // The value of the best move, or of a move that does not count.
        let mut best = i32::MAX;
        let mut moves = [(0, 0_u8); 36];
        let mut count = 0;
        for (quadrant, bit) in empty(&white, &black) {
            let least = placements.replied(self, quadrant, bit);
            if least < refuted {
                moves[count] = (least, (16 * quadrant + bit) as u8);
                count += 1;
            } else {
                best = best.min(least);
            }
        }
        let moves = &mut moves[..count];
        for first in 0..count {
            // Usually one or two are needed.
            for other in first + 1..count {
                if moves[other] < moves[first] {
                    moves.swap(first, other);
                }
            }
            let (least, bit) = moves[first];
            if least >= best.min(refuted) {
                best = best.min(least);
                break;
            }
            let (quadrant, piece) = (usize::from(bit) / 16, 1 << (bit % 16));
            let (mut white, mut black) = (white, black);
            [&mut black, &mut white][replier][quadrant] |= piece;
            let board = Board::new(self, white, black, replier, state.plies() >= 7);
            let mut replies = Replies { board, lines: [None; 3], values: [None; 12] };
            for after in AFTER {
                let mut most = least;
                for index in after {
                    if most >= best.min(refuted) {
                        break;
                    }
                    most = most.max(replies.best(index, enough, best.min(refuted))?);
                }
                best = best.min(most);
                if best <= enough {
                    return value(best);
                }
            }
        }
        value(best)
    }

    /// Whether a move, or a reply that swaps back, may end the game: some line may have four pieces
    /// of a side.
    fn may_end(&self, white: &Patterns, black: &Patterns, straight: &[Counts; 4]) -> bool {
        ARRANGED.iter().chain([&UNCHANGED]).any(|&places| {
            let pair = |x: usize, y: usize| straight[places[x]] + straight[places[y]];
            let lines = [pair(0, 1), pair(2, 3), pair(0, 2) >> 32, pair(1, 3) >> 32];
            let diagonals = self.tables.diagonals(white, black, places);
            lines.into_iter().any(|counts| has(counts & 0o77_77_77, 4)) || has(diagonals, 4)
        })
    }
}

//! Windows and threats kept from move to move.

use gambol_core::{Cell, Companion, Evaluator, NoChance, Tracked};

use super::threats::{LineThreats, Side, Verdict};
use crate::bits::Bits;
use crate::lines::Direction;
use crate::patterns::line::{Line, MARGIN, Stones};
use crate::rules::Colour;
use crate::state::Match5;

/// The open windows and threats that [`LineThreats`] evaluates, of both colours: a [`Companion`] of
/// [`Match5`].
///
/// A move changes the four lines through one cell, so a search with it takes a fraction of the time
/// that it takes on plain states. The values are the same.
///
/// ```
/// use gambol_core::{Evaluator, Tracked};
/// use gambol_match5::{LineThreats, Match5, ThreatLines};
///
/// let state: Match5 = "9/9/9/9/2rrr4/9/4bb3/4b4/9 r".parse()?;
/// let tracked = Tracked::new(state, &ThreatLines::default());
/// assert_eq!(LineThreats::new().evaluate(&tracked), LineThreats::new().evaluate(&state));
/// # Ok::<(), gambol_core::TextError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ThreatLines<B: Bits = u128> {
    /// The stones of each line.
    lines: B::Lines<Stones>,
    /// By cell and colour, a bit for each direction in which a stone makes a four, and above them
    /// one for each in which it makes an open three.
    made: B::Cells<[u8; 2]>,
    sums: [Sums; 2],
}

/// The windows and threats of a colour.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Sums {
    /// As in [`Side`].
    windows: [u16; 3],
    /// The number of cells that complete a row, counted once for each line.
    fours: u16,
    /// The number of lines with an open three, by direction.
    straights: [u8; 4],
    /// The number of cells where a stone makes fours in two directions, and where it makes a four
    /// and an open three in another direction.
    crossed: [u16; 2],
}

impl<B: Bits> Default for ThreatLines<B> {
    /// Those of an empty board.
    fn default() -> Self {
        let sums = Sums { windows: [0; 3], fours: 0, straights: [0; 4], crossed: [0; 2] };
        Self { lines: B::lines_of(Stones::NONE), made: B::cells_of([0; 2]), sums: [sums; 2] }
    }
}

/// The distance of the bits of two colours.
const HALF: u32 = 32;

/// A set of cells of each of the four lines through a cell, as bits: red in the lower half, blue in
/// the upper one. Loops over the lines become vector instructions.
type Sets = [u64; 4];

const NONE: Sets = [0; 4];

/// Applies an operation to each line.
#[inline]
fn each(operation: impl FnMut(usize) -> u64) -> Sets {
    core::array::from_fn(operation)
}

/// The windows of four lines, and the cells that make threats.
struct Threatened {
    /// The starts of the open windows, and the number of stones in each as binary digits.
    open: Sets,
    digits: [Sets; 3],
    /// The cells that complete a row.
    fours: Sets,
    /// Not 0 in the half of a colour with an open three.
    straight: Sets,
    /// The cells where a stone makes a four, and an open three.
    makes: [Sets; 2],
}

impl Threatened {
    #[inline]
    fn of<const ROW: u8>(own: Sets, board: Sets) -> Self {
        let unblocked = each(|n| board[n] & !own[n].rotate_left(HALF));
        let free = each(|n| unblocked[n] & !own[n]);
        let mut open = unblocked;
        let mut digits = [own, NONE, NONE];
        for shift in 1..ROW {
            let stone = each(|n| own[n] >> shift);
            let carry = each(|n| digits[0][n] & stone[n]);
            open = each(|n| open[n] & unblocked[n] >> shift);
            digits[2] = each(|n| digits[2][n] | digits[1][n] & carry[n]);
            digits[1] = each(|n| digits[1][n] ^ carry[n]);
            digits[0] = each(|n| digits[0][n] ^ stone[n]);
        }
        let mut found = Self { open, digits, fours: NONE, straight: NONE, makes: [NONE; 2] };
        // Two windows shifted by one with the same stones: both ends are free.
        let both_ends = |windows: Sets| each(|n| windows[n] & windows[n] >> 1 & free[n] & free[n] >> ROW);
        let free_of = |starts: Sets, length| {
            let cells = (1..length).fold(starts, |cells, shift| each(|n| cells[n] | starts[n] << shift));
            each(|n| cells[n] & free[n])
        };
        let [two, three, four] = [3, 2, 1].map(|missing| found.exactly(ROW - missing));
        if (0..4).fold(0, |any, n| any | two[n] | three[n] | four[n]) == 0 {
            return found;
        }
        found.fours = free_of(four, ROW);
        found.straight = both_ends(three);
        found.makes[0] = free_of(three, ROW);
        if ROW > 3 {
            let open_two = both_ends(two);
            found.makes[1] = free_of(each(|n| open_two[n] << 1), ROW - 1);
        }
        found
    }

    /// The starts of the open windows with this number of stones.
    #[inline]
    fn exactly(&self, stones: u8) -> Sets {
        let [ones, twos, fours] = &self.digits;
        let flip = |digit: u8| if stones >> digit & 1 == 1 { 0 } else { !0 };
        each(|n| self.open[n] & (ones[n] ^ flip(0)) & (twos[n] ^ flip(1)) & (fours[n] ^ flip(2)))
    }
}

/// The numbers of bits of both colours.
#[inline]
fn counts(bits: u64) -> [u16; 2] {
    const ODD: u64 = 0x5555_5555_5555_5555;
    const PAIRS: u64 = 0x3333_3333_3333_3333;
    const HALVES: u64 = 0x0F0F_0F0F_0F0F_0F0F;
    let pairs = bits - (bits >> 1 & ODD);
    let fours = (pairs & PAIRS) + (pairs >> 2 & PAIRS);
    let bytes = (fours + (fours >> 4)) & HALVES;
    let sum = |half: u64| ((half as u32).wrapping_mul(0x0101_0101) >> 24) as u16;
    [sum(bytes), sum(bytes >> HALF)]
}

/// Whether a cell with these bits makes fours in two directions, and a four and an open three in
/// another direction.
static CROSSED: [[bool; 2]; 256] = {
    let mut crossed = [[false; 2]; 256];
    let mut made = 0;
    while made < 256 {
        let (fours, threes) = (made & 15, made >> 4);
        let mut direction = 0;
        while direction < 4 {
            if fours >> direction & 1 == 1 {
                let elsewhere = 15 ^ 1 << direction;
                crossed[made][0] |= fours & elsewhere > 0;
                crossed[made][1] |= threes & elsewhere > 0;
            }
            direction += 1;
        }
        made += 1;
    }
    crossed
};

impl<B: Bits> ThreatLines<B> {
    #[inline]
    fn place(&mut self, colour: Colour, cell: Cell, edge: u8, row: u8) {
        match row {
            3 => self.place_in_rows_of::<3>(colour, cell, edge),
            4 => self.place_in_rows_of::<4>(colour, cell, edge),
            5 => self.place_in_rows_of::<5>(colour, cell, edge),
            _ => self.place_in_rows_of::<6>(colour, cell, edge),
        }
    }

    fn place_in_rows_of<const ROW: u8>(&mut self, colour: Colour, cell: Cell, edge: u8) {
        let lines = Direction::ALL.map(|direction| Line::through::<B>(cell, direction, edge));
        let board = each(|n| {
            let cells = ((1 << lines[n].0.length) - 1) << MARGIN;
            cells | cells << HALF
        });
        let own = each(|n| self.lines.as_ref()[lines[n].0.number].both());
        for (line, place) in lines {
            self.lines.as_mut()[line.number].place(colour as usize, place);
        }
        let placed = each(|n| own[n] | 1 << (HALF * colour as u32 + MARGIN + u32::from(lines[n].1)));
        let before = Threatened::of::<ROW>(own, board);
        let after = Threatened::of::<ROW>(placed, board);
        self.update_windows::<ROW>(colour, &before, lines.map(|(_, place)| place));
        self.update_threats(lines.map(|(line, _)| line), &before, &after);
    }

    /// Updates the numbers of windows: one through the placed stone gets a stone of its colour, or
    /// is no longer open.
    #[inline]
    fn update_windows<const ROW: u8>(&mut self, colour: Colour, before: &Threatened, places: [u8; 4]) {
        let of_a_line = (1 << ROW) - 1;
        let of_a_line = of_a_line | of_a_line << HALF;
        for stones in 0..ROW - 1 {
            let windows = before.exactly(stones);
            // A byte for each line.
            let through = (0..4).fold(0, |through, n| {
                let first = u32::from(places[n]) + MARGIN + 1 - u32::from(ROW);
                through | (windows[n] >> first & of_a_line) << (8 * n)
            });
            let counts = counts(through);
            if let Some(class) = class(stones, ROW) {
                for (sums, count) in self.sums.iter_mut().zip(counts) {
                    sums.windows[class] -= count;
                }
            }
            if let Some(class) = class(stones + 1, ROW) {
                self.sums[colour as usize].windows[class] += counts[colour as usize];
            }
        }
    }

    /// Updates the threats of the four lines through the placed stone.
    #[inline]
    fn update_threats(&mut self, lines: [Line; 4], before: &Threatened, after: &Threatened) {
        for (direction, line) in lines.into_iter().enumerate() {
            let fours = [before.fours[direction], after.fours[direction]];
            if fours[0] | fours[1] > 0 {
                let [before, after] = fours.map(counts);
                for (sums, (before, after)) in self.sums.iter_mut().zip(before.into_iter().zip(after)) {
                    sums.fours = sums.fours + after - before;
                }
            }
            let straight = [before.straight[direction], after.straight[direction]];
            if straight[0] | straight[1] > 0 {
                for (colour, sums) in self.sums.iter_mut().enumerate() {
                    let [before, after] = straight.map(|bits| u8::from((bits >> (HALF * colour as u32)) as u32 > 0));
                    sums.straights[direction] = sums.straights[direction] + after - before;
                }
            }
            for (kind, (before, after)) in before.makes.iter().zip(&after.makes).enumerate() {
                let mut changed = before[direction] ^ after[direction];
                while changed > 0 {
                    let bit = changed.trailing_zeros();
                    changed &= changed - 1;
                    let (colour, place) = ((bit / HALF) as usize, bit % HALF - MARGIN);
                    self.toggle(line.index(place as u8), colour, 4 * kind + direction);
                }
            }
        }
    }

    /// Changes a bit of a cell.
    #[inline]
    fn toggle(&mut self, index: usize, colour: usize, bit: usize) {
        let made = &mut self.made.as_mut()[index][colour];
        let before = CROSSED[usize::from(*made)];
        *made ^= 1 << bit;
        let after = CROSSED[usize::from(*made)];
        for (count, (before, after)) in self.sums[colour].crossed.iter_mut().zip(before.into_iter().zip(after)) {
            *count = *count + u16::from(after) - u16::from(before);
        }
    }

    fn side(&self, colour: Colour) -> Side {
        let Sums { windows, fours, straights, crossed: [double, mixed] } = self.sums[colour as usize];
        let straights = straights.into_iter().filter(|&lines| lines > 0).count() as u8;
        Side { windows, fours: u32::from(fours), straights, double: double > 0, mixed: mixed > 0 }
    }
}

/// The place of windows with this number of stones in [`Side::windows`].
#[inline]
const fn class(stones: u8, row: u8) -> Option<usize> {
    match row - stones {
        _ if stones == 0 => None,
        2 => Some(0),
        3 => Some(1),
        4.. => Some(2),
        _ => None,
    }
}

impl<B: Bits> Companion<Match5<B>> for ThreatLines<B> {
    fn at(&self, state: &Match5<B>) -> Self {
        let mut lines = Self::default();
        for colour in [Colour::Red, Colour::Blue] {
            for cell in state.stones(colour) {
                lines.place(colour, cell, state.edge(), state.row());
            }
        }
        lines
    }

    #[inline]
    fn play(&mut self, before: &Match5<B>, cell: Cell) {
        if before.check_place(cell).is_ok() {
            self.place(before.side(), cell, before.edge(), before.row());
        }
    }

    fn resolve(&mut self, _: &Match5<B>, outcome: NoChance) {
        match outcome {}
    }
}

impl LineThreats {
    fn verdict_tracked<B: Bits>(tracked: &Tracked<Match5<B>, ThreatLines<B>>) -> Verdict {
        let (state, lines) = (tracked.state(), tracked.companion());
        Verdict::of(lines.side(state.side()), || {
            let side = lines.side(state.side().other());
            // A cell may complete rows on two lines.
            if side.fours > 1 { Side::of(state.sides().1, state.sides().0, state) } else { side }
        })
    }
}

impl<B: Bits> Evaluator<Tracked<Match5<B>, ThreatLines<B>>> for LineThreats {
    #[inline]
    fn evaluate(&self, tracked: &Tracked<Match5<B>, ThreatLines<B>>) -> f64 {
        self.value(Self::verdict_tracked(tracked), tracked.state())
    }

    #[inline]
    fn is_quiet(&self, tracked: &Tracked<Match5<B>, ThreatLines<B>>) -> bool {
        Self::verdict_tracked(tracked).is_quiet()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::Wide;
    use crate::rules::Rules;
    use gambol_conformance::assert_companion;
    use gambol_core::{GameExt, Seed};

    /// Plays random games of every size and length of a row, with takebacks.
    fn values_are_those_of_plain_states<B: Bits>(edges: core::ops::RangeInclusive<u8>) {
        let mut rng = Seed::new(1).rng();
        let plain = LineThreats::new();
        for (edge, row) in edges.flat_map(|edge| (3..=6.min(edge)).map(move |row| (edge, row))) {
            let start = || Match5::<B>::new(Rules::new(edge, row).unwrap()).unwrap();
            assert_companion(&ThreatLines::default(), [start(), start()]);
            for _ in 0..4 {
                let mut tracked = Tracked::new(start(), &ThreatLines::default());
                while !tracked.actions().is_empty() {
                    // Every third move is taken back and replaced.
                    let before = tracked.clone();
                    tracked.random_step(&mut rng);
                    if tracked.state().left().is_multiple_of(3) {
                        tracked = before;
                        tracked.random_step(&mut rng);
                    }
                    let state = tracked.state();
                    assert_eq!(plain.evaluate(&tracked), plain.evaluate(state), "{state}");
                    assert_eq!(plain.is_quiet(&tracked), plain.is_quiet(state), "{state}");
                }
            }
        }
    }

    #[test]
    fn values_are_those_of_plain_states_in_one_word() {
        values_are_those_of_plain_states::<u128>(5..=11);
    }

    #[test]
    fn values_are_those_of_plain_states_on_large_boards() {
        values_are_those_of_plain_states::<Wide>(12..=20);
    }
}

//! Moves as indices and states as planes.

use alloc::vec;
use alloc::vec::Vec;

use gambol_core::{Indexed, Observe, PlaneShape, PlaneValue, PlaneWriter, Player};

use crate::bits::Bits;
use crate::chance::Colour;
use crate::moves::Move;
use crate::rules::Rules;
use crate::state::{FiveOrMore, Phase};

/// The number of phase planes, which are the last.
const PHASE: usize = 5;

/// The greatest number of next stones.
fn stones(rules: Rules) -> usize {
    usize::from(rules.drop_size().max(rules.initial()))
}

/// An index for each pair of cells: `cells * from + to`, where `from` and `to` are `width * row +
/// column` from 0. 6,561 on a board of 9×9, 90,000 on one of 20×15. Pairs of equal cells are not
/// actions. The index has two axes: `[cells, cells]`.
impl<B: Bits> Indexed for FiveOrMore<B> {
    #[inline]
    fn action_count(&self) -> usize {
        let cells = self.shape().cells();
        cells * cells
    }

    #[inline]
    fn action_index(&self, action: Move) -> usize {
        let shape = self.shape();
        if shape.holds(action.from) && shape.holds(action.to) {
            shape.cells() * shape.index(action.from) + shape.index(action.to)
        } else {
            usize::MAX
        }
    }

    #[inline]
    fn indexed_action(&self, index: usize) -> Option<Move> {
        let shape = self.shape();
        let (from, to) = (index / shape.cells(), index % shape.cells());
        if from < shape.cells() && from != to { Some(Move::new(shape.cell(from), shape.cell(to))) } else { None }
    }

    fn action_mask(&self, mask: &mut [bool]) {
        self.write_mask(mask);
    }

    fn legal_indices(&self, indices: &mut Vec<u32>) {
        self.list_pairs(indices);
    }

    fn action_shape(&self) -> Vec<usize> {
        vec![self.shape().cells(); 2]
    }
}

/// `c + c * n + 5` planes of the size of the board, for `c` colours and drops of at most `n`
/// stones: `n` is the greater one of [`Rules::drop_size`] and [`Rules::initial`]. 33 planes in the
/// thesis' game.
///
/// | planes | value |
/// |---|---|
/// | 0 to c - 1 | 1 on the stones of this colour |
/// | c (1 + k) to c (1 + k) + c - 1 | the next stone number k, from 0, has this colour: 1 everywhere, or only on the cell that it is promised |
/// | c (1 + n) | 1 everywhere if the colours of the initial stones are being drawn |
/// | c (1 + n) + 1 | 1 everywhere if the colours of the next drop are being drawn |
/// | c (1 + n) + 2 | 1 everywhere if the cells that the next stones are promised are being drawn |
/// | c (1 + n) + 3 | 1 everywhere if stones are landing |
/// | c (1 + n) + 4 | stones of this drop that are down, divided by n |
///
/// The last five are 0 when a move is due or the game is over. The score is omitted, as no reward
/// depends on it.
impl<B: Bits> Observe for FiveOrMore<B> {
    fn plane_shape(&self) -> PlaneShape {
        let colours = usize::from(self.rules.colours());
        let planes = colours * (1 + stones(self.rules)) + PHASE;
        PlaneShape::new(planes, usize::from(self.height()), usize::from(self.width()))
    }

    fn observe(&self, _: Player, out: &mut [f32]) {
        self.write_planes(out);
    }

    fn observe_bytes(&self, _: Player, out: &mut [u8]) {
        self.write_planes(out);
    }
}

impl<B: Bits> FiveOrMore<B> {
    fn write_planes<T: PlaneValue>(&self, out: &mut [T]) {
        let mut planes = PlaneWriter::new(self.plane_shape(), out);
        let colours = usize::from(self.rules.colours());
        for colour in (0..self.rules.colours()).filter_map(Colour::new) {
            planes.set_cells(usize::from(colour.index()), self.board.stones(self.shape(), colour.code()).words());
        }
        for (number, stone) in self.next().enumerate() {
            let plane = colours * (1 + number) + usize::from(stone.colour.index());
            match stone.place {
                Some(place) => planes.set(plane, place, 1.0),
                None => planes.fill(plane, 1.0),
            }
        }
        let phase = colours * (1 + stones(self.rules));
        match self.phase() {
            Phase::Start => planes.fill(phase, 1.0),
            Phase::Colours => planes.fill(phase + 1, 1.0),
            Phase::Places => planes.fill(phase + 2, 1.0),
            Phase::Drop { down } => {
                planes.fill(phase + 3, 1.0);
                planes.fill(phase + 4, f32::from(down) / stones(self.rules) as f32);
            }
            Phase::Move => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Wide;
    use gambol_core::{Cell, Game, GameExt, Seed};

    fn planes<B: Bits>(state: &FiveOrMore<B>) -> Vec<f32> {
        let mut planes = vec![f32::NAN; state.plane_shape().len()];
        state.observe(Player::First, &mut planes);
        planes
    }

    #[test]
    fn planes_are_where_the_table_says() {
        let state: FiveOrMore = "abc4/7/7/7/7/7/7 cab 0 d2 small".parse().unwrap();
        // Five colours, three stones.
        assert_eq!(state.plane_shape(), PlaneShape::new(25, 7, 7));
        let mut expected = vec![0.0; 25 * 49];
        (expected[0], expected[49 + 1], expected[98 + 2]) = (1.0, 1.0, 1.0);
        for plane in [5 + 2, 10, 15 + 1, 23] {
            expected[49 * plane..49 * (plane + 1)].fill(1.0);
        }
        expected[49 * 24..].fill(2.0 / 3.0);
        assert_eq!(planes(&state), expected);
    }

    #[test]
    fn a_promised_cell_is_the_only_one() {
        let state: FiveOrMore = "ab7/9/9/9/9/9/9/9/9 c@a2,a@i9,b@c3 0 m preview=places".parse().unwrap();
        let planes = planes(&state);
        let ones: Vec<usize> = (0..planes.len()).filter(|&index| planes[index] != 0.0).collect();
        assert_eq!(ones, [0, 82, 81 * 9 + 9, 81 * 14 + 80, 81 * 22 + 20]);
    }

    #[test]
    fn everything_known_shows() {
        let texts = [
            "9/9/9/9/9/9/9/9/9 - 0 s",
            "9/9/9/9/9/9/9/9/9 - 10 c",
            "9/9/9/9/9/9/9/9/9 ab 0 s",
            "9/9/9/9/9/9/9/9/9 ba 0 s",
            "9/9/9/9/9/9/9/9/9 abc 0 d",
            "ab7/9/9/9/9/9/9/9/9 abc 0 d",
            "ab7/9/9/9/9/9/9/9/9 abc 0 d1",
            "ab7/9/9/9/9/9/9/9/9 abc 0 d2",
            "ab7/9/9/9/9/9/9/9/9 abc 0 m",
            "ab7/9/9/9/9/9/9/9/9 abc 0 p preview=places",
            "ab7/9/9/9/9/9/9/9/9 acb 0 m",
            "ba7/9/9/9/9/9/9/9/9 abc 0 m",
        ];
        let all = texts.map(|text| planes(&text.parse::<FiveOrMore>().unwrap_or_else(|e| panic!("{text}: {e}"))));
        for (index, one) in all.iter().enumerate() {
            for (other, earlier) in all[..index].iter().enumerate() {
                assert!(one != earlier, "{} {}", texts[index], texts[other]);
            }
        }
    }

    #[test]
    fn both_types_have_the_same_encoding_and_it_turns_with_the_board() {
        let rules: Rules = "size=6x5,colours=3,drop=2,preview=places".parse().unwrap();
        let (mut state, mut wide) = (FiveOrMore::<u128>::new(rules).unwrap(), FiveOrMore::<Wide>::new(rules).unwrap());
        let (mut rng, mut again) = (Seed::new(4).rng(), Seed::new(4).rng());
        while state.random_step(&mut rng).is_some() {
            wide.random_step(&mut again);
            let here = planes(&state);
            assert_eq!(here, planes(&wide));
            for symmetry in 0..state.symmetries() {
                let there = planes(&state.transform(symmetry));
                for (index, value) in here.iter().enumerate() {
                    let cell = Cell::new((index % 6) as u8, (index / 6 % 5) as u8);
                    let cell = state.shape().transform(symmetry, cell);
                    let image = index / 30 * 30 + state.shape().index(cell);
                    assert_eq!(*value, there[image], "{state} {symmetry}");
                }
            }
        }
    }

    /// Compares lists and masks with the targets of every stone, on boards from empty to full.
    fn check_lists<B: Bits>(rules: &str) {
        let mut rng = Seed::new(8).rng();
        let start = FiveOrMore::<B>::new(rules.parse().unwrap()).unwrap();
        let (shape, cells) = (start.shape(), start.shape().cells());
        for number in 0..60 {
            let mut state = start;
            state.phase = Phase::Move;
            for cell in 0..cells {
                let at = shape.cell(cell);
                let is_stone = match number {
                    // Two chessboards, with the most regions.
                    0 | 1 => u32::from(at.column + at.row) % 2 == number,
                    _ => gambol_core::random::below(&mut rng, 60) < number,
                };
                if is_stone {
                    state.board.put(shape, [cell], [1 + (at.column + 2 * at.row) % 5]);
                }
            }
            let mut expected = Vec::new();
            for from in 0..cells {
                expected.extend(state.targets(shape.cell(from)).map(|to| (cells * from + shape.index(to)) as u32));
            }
            // Lists are appended, and masks may be shorter or longer than the number of actions.
            let mut listed = vec![7];
            state.legal_indices(&mut listed);
            assert!(listed[0] == 7 && listed[1..] == expected, "{state}");
            let visited: Vec<u32> = state.actions().iter().map(|&action| state.action_index(action) as u32).collect();
            assert_eq!(visited, expected, "{state}");
            for length in [cells * cells, cells * cells - cells / 2, cells * cells + 3, 0] {
                let mut mask = vec![true; length];
                state.action_mask(&mut mask);
                let legal = (0..length as u32).filter(|&index| mask[index as usize]);
                assert!(legal.eq(expected.iter().copied().filter(|&index| (index as usize) < length)), "{state}");
            }
        }
    }

    #[test]
    fn lists_and_masks_are_the_moves() {
        check_lists::<u128>("thesis");
        check_lists::<Wide>("thesis");
        check_lists::<u128>("small");
        check_lists::<u128>("size=16x8,colours=5,drop=3");
        check_lists::<Wide>("size=5x20,colours=5,drop=3");
        check_lists::<Wide>("large");
    }

    #[test]
    fn no_cell_off_the_board_has_an_index() {
        let state = FiveOrMore::<Wide>::new(Rules::LARGE).unwrap();
        assert_eq!(state.action_count(), 90_000);
        let last = Move::new(Cell::new(19, 14), Cell::new(18, 14));
        assert_eq!((state.action_index(last), state.indexed_action(89_998)), (89_998, Some(last)));
        for (from, to) in [((20, 0), (0, 0)), ((0, 0), (0, 15)), ((255, 255), (255, 255)), ((3, 3), (3, 3))] {
            let [from, to] = [from, to].map(|(column, row)| Cell::new(column, row));
            assert_eq!(state.indexed_action(state.action_index(Move::new(from, to))), None);
        }
    }
}

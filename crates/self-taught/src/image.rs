//! Recognition of an image of a pattern on a board.

use alloc::vec::Vec;

use gambol_board::bits::CellSet;
use gambol_core::Cell;

use super::pattern::{Field, Pattern, Planes};
use crate::grid::{EDGE, bit, board, cells, columns, index};
use gambol_match5::Bits;
use gambol_match5::Match5;

/// A position from the perspective of the side that consults the patterns, in the bits of a `u128`
/// board.
#[derive(Clone, Copy, Debug)]
pub(super) struct View {
    pub(super) own: u128,
    pub(super) other: u128,
    pub(super) free: u128,
    pub(super) edge: u8,
}

impl View {
    /// Returns the view of the side to move, unless the board is too large.
    pub(super) fn of<B: Bits>(state: &Match5<B>) -> Option<Self> {
        let edge = state.edge();
        if edge > EDGE {
            return None;
        }
        let set = |colour| state.stones(colour).fold(0, |set, cell| set | bit(cell));
        let (own, other) = (set(state.side()), set(state.side().other()));
        Some(Self { own, other, free: board(edge) & !(own | other), edge })
    }

    /// Returns the view with the colours swapped, for attack.
    pub(super) fn reversed(self) -> Self {
        Self { own: self.other, other: self.own, ..self }
    }
}

/// An image of a pattern, prepared for a simultaneous search at all places of a board.
#[derive(Clone, Debug)]
pub(super) struct Image {
    pub(super) symmetry: usize,
    planes: Planes,
    focus: u8,
    width: u8,
    height: u8,
    /// Indices of the fields: blue, red and empty ones, in this order. Stones are rarer than empty
    /// cells, so that most boards are ruled out after few fields.
    fields: Vec<u8>,
    blue: usize,
    red: usize,
}

/// The place of a recognised image.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) corner: Cell,
    pub(super) focus: Cell,
    pub(super) planes: Planes,
}

impl Image {
    /// Returns the distinct images of a pattern.
    pub(super) fn all(pattern: &Pattern) -> Vec<Self> {
        pattern.mutations().map(|(symmetry, image)| Self::new(symmetry, &image)).collect()
    }

    fn new(symmetry: usize, image: &Pattern) -> Self {
        let planes = image.planes();
        let indices = |set| cells(set).map(|cell| index(cell) as u8);
        let fields = indices(planes.blue).chain(indices(planes.red)).chain(indices(planes.empty)).collect();
        let blue = usize::from(image.count(Field::Blue));
        Self {
            symmetry,
            planes,
            focus: index(image.focus()) as u8,
            width: image.width(),
            height: image.height(),
            fields,
            blue,
            red: blue + usize::from(image.count(Field::Red)),
        }
    }

    /// Returns the topmost, then leftmost, place of this image on the board.
    ///
    /// The set of all corners that fit the fields examined so far is kept in bits: a shift and an
    /// intersection per field test all places at once, and for most images the set is empty after a
    /// few fields.
    pub(super) fn find(&self, view: &View) -> Option<Place> {
        if self.width > view.edge || self.height > view.edge {
            return None;
        }
        // A corner in one of these columns keeps the whole width on the board. The height needs no
        // such restriction, since no cell below the board is set.
        let mut corners = columns(view.edge + 1 - self.width);
        let (blue, rest) = self.fields.split_at(self.blue);
        let (red, empty) = rest.split_at(self.red - self.blue);
        for (fields, set) in [(blue, view.other), (red, view.own), (empty, view.free)] {
            for &field in fields {
                corners &= set >> field;
                if corners == 0 {
                    return None;
                }
            }
        }
        let corner = corners.take_lowest()?;
        let cell = crate::grid::cell;
        Some(Place {
            corner: cell(corner),
            focus: cell(corner + usize::from(self.focus)),
            planes: self.planes.up(corner as u8),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gambol_core::{GameExt, Seed};
    use gambol_match5::Rules;

    /// The same, field by field and place by place.
    fn slow(image: &Pattern, state: &Match5) -> Option<Cell> {
        let edge = state.edge();
        let places = (0..edge).flat_map(|row| (0..edge).map(move |column| Cell::new(column, row)));
        places.into_iter().find(|corner| {
            (0..image.height()).all(|row| {
                (0..image.width()).all(|column| {
                    let cell = Cell::new(corner.column + column, corner.row + row);
                    let on_board = cell.column < edge && cell.row < edge;
                    match image.field(Cell::new(column, row)) {
                        // Fields without influence are within the bounds, which must be on the
                        // board.
                        Field::Any => on_board,
                        Field::Empty => on_board && state.stone(cell).is_none(),
                        Field::Red => state.stone(cell) == Some(state.side()),
                        Field::Blue => state.stone(cell) == Some(state.side().other()),
                    }
                })
            })
        })
    }

    #[test]
    fn images_are_found_where_a_slow_look_finds_them() {
        let mut rng = Seed::new(1).rng();
        let (mut found, mut looked) = (0, 0);
        for edge in [5, 8, 9, 11] {
            for text in ["BBX 1", "B..X/.B../..B0 2", "RB/X. 1", "B...B/.....X 1", "0.../B.../XBB0/0... 3", "BBBBX 1"] {
                let text = text.replace("B...B/", "B...B./");
                let pattern: Pattern = text.parse().unwrap();
                for _ in 0..4 {
                    let mut state = Match5::<u128>::new(Rules::new(edge, 5).unwrap()).unwrap();
                    while state.random_step(&mut rng).is_some() && !state.is_over() {
                        let view = View::of(&state).unwrap();
                        for image in Image::all(&pattern) {
                            let place = image.find(&view);
                            let mutation = pattern.transform(image.symmetry);
                            assert_eq!(place.map(|place| place.corner), slow(&mutation, &state), "{state} {mutation}");
                            looked += 1;
                            if let Some(place) = place {
                                found += 1;
                                assert_eq!(state.stone(place.focus), None);
                                assert_eq!(place.focus.column, place.corner.column + mutation.focus().column);
                            }
                        }
                    }
                }
            }
        }
        assert!(found * 20 > looked && found * 2 < looked, "{found} of {looked}");
    }
}

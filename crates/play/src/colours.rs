//! Colours of filled cells, from the pieces that filled them.

use std::collections::BTreeMap;

use gambol::game::EventOf;
use gambol::registry::Position;
use gambol::{Cell, Event};

use crate::Paint;
use crate::board::{Look, Spot};
use crate::shown::Shown;

/// Colours of the cells that pieces of the hand have filled.
///
/// The state of a game such as 1010! knows which cells are filled, but not by which piece, since
/// the rules do not depend on it. The actions of a game tell.
///
/// ```
/// use gambol::registry::Registry;
/// use gambol::{Event, Game};
/// use gambol_play::{Colours, Scene};
///
/// let before = Registry::standard().position("tenten", "10/10/10/10/10/10/10/10/10/10 h2,o3 0")?;
/// let (mut after, action) = (before.clone(), "h2@a1".parse()?);
/// after.play(action);
/// let mut colours = Colours::default();
/// colours.note(&before, Event::Action(action));
/// let (plain, coloured) = (Scene::of(&after), Scene::coloured(&after, &colours));
/// assert_eq!(coloured.cells[1].colour, Scene::of(&before).hand[0].colour);
/// assert_ne!(coloured.cells[1].colour, plain.cells[1].colour);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Colours(BTreeMap<Cell, Paint>);

impl Colours {
    /// Notes an event, and returns the colour of the piece that it places, which the covered cells
    /// have from now on. `None`, without a change, if it places none.
    pub fn note(&mut self, before: &Position, event: EventOf<Position>) -> Option<Paint> {
        let Event::Action(action) = event else { return None };
        let board = Shown::of(before);
        if !board.blocks() {
            return None;
        }
        let spots = board.covered(action.as_str());
        let [Spot::Piece(place), Spot::Cell(_), covered @ ..] = spots.as_slice() else { return None };
        let colour = board.hand().get(usize::from(*place))?.colour;
        let cells = covered.iter().filter_map(|spot| if let Spot::Cell(cell) = spot { Some(*cell) } else { None });
        self.0.extend(cells.map(|cell| (cell, colour)));
        Some(colour)
    }

    /// Returns the appearance of a cell's contents, in the colour of its piece where that is known.
    #[must_use]
    pub fn look(&self, board: &Shown<'_>, cell: Cell) -> Option<Look> {
        let look = board.look(cell)?;
        Some(Look { colour: self.0.get(&cell).copied().unwrap_or(look.colour), ..look })
    }
}

#[cfg(all(test, feature = "files"))]
mod tests {
    use gambol::registry::Registry;

    use super::*;
    use crate::session::{Origin, Session};

    fn colours_of(session: &Session) -> Vec<Option<Paint>> {
        let board = Shown::of(session.state());
        board.cells().into_iter().map(|cell| session.colours().look(&board, cell).map(|look| look.colour)).collect()
    }

    #[test]
    fn pieces_keep_their_colours_over_undo_redo_and_files() {
        let registry = Registry::standard();
        let start = registry.position("tenten", "xxxxxxx3/10/10/10/10/10/10/10/10/10 h2,l3se,v3 0").unwrap();
        let mut session = Session::new(start.clone(), Origin::first(1));
        for action in ["h2@a2", "l3se@d2", "v3@h1"] {
            session.play(action.parse().unwrap(), true).unwrap();
        }
        let hand: Vec<Paint> = Shown::of(&start).hand().iter().map(|piece| piece.colour).collect();
        let colours = colours_of(&session);
        // A cell that was filled at the start, one without a piece, and one of each piece.
        assert_eq!(
            [0, 9, 10, 25, 27].map(|cell| colours[cell]),
            [Some(Paint::FILLED), None, Some(hand[0]), Some(hand[1]), Some(hand[2])]
        );
        assert_eq!(
            Session::replay(&start, &session.text(), Origin::first(1), [true; 2]).unwrap().colours(),
            session.colours()
        );
        session.undo(true).unwrap();
        assert_eq!((colours_of(&session)[27], colours_of(&session)[10]), (None, Some(hand[0])));
        session.redo().unwrap();
        assert_eq!(colours_of(&session), colours);
        // A line that is removed takes its colours along.
        let row = registry.position("tenten", "8xx/10/10/10/10/10/10/10/10/10 h4,h4,o1 0").unwrap();
        let mut session = Session::new(row, Origin::first(1));
        for action in ["h4@a1", "h4@e1", "o1@a1"] {
            session.play(action.parse().unwrap(), true).unwrap();
        }
        let colours = colours_of(&session);
        assert_eq!(colours[1], None);
        assert!(colours[0].is_some_and(|colour| colour != hand[0]));
    }
}

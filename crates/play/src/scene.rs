//! Boards as data for a page, and the motion from one board to the next.

use gambol::game::EventOf;
use gambol::registry::Position;
use gambol::{Cell, Event, Game};
use serde::Serialize;

use crate::Paint;
use crate::board::{Fact, Piece, Spot};
use crate::colours::Colours;
use crate::shown::Shown;

/// A board as data. Cells and spots are text, colours are CSS.
///
/// ```
/// use gambol::registry::Registry;
/// use gambol_play::Scene;
///
/// let scene = Scene::of(&Registry::standard().position("match5", "4r4/9/9/9/9/9/9/9/9 b")?);
/// assert_eq!((scene.size.columns, scene.cells[4].cell.as_str(), scene.cells[4].text.as_str()), (9, "e1", "r"));
/// # Ok::<(), gambol::game::TextError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Scene {
    /// Columns and rows.
    pub size: Size,
    /// All cells in row-major order, from the top.
    pub cells: Vec<SceneCell>,
    /// Whether contents fill their cells.
    pub blocks: bool,
    /// The pieces in the hand, in order.
    pub hand: Vec<ScenePiece>,
    /// Other facts of the state, line by line.
    pub facts: Vec<Vec<SceneWords>>,
    /// Score of the first player.
    pub score: i64,
    /// Cells that decided the game.
    pub decisive: Vec<String>,
    /// The position in its text form.
    pub position: String,
}

/// Columns and rows of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Size {
    /// Columns.
    pub columns: u8,
    /// Rows.
    pub rows: u8,
}

/// A cell of a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct SceneCell {
    /// Name of the cell.
    pub cell: String,
    /// Text of its contents; empty if the cell is.
    pub text: String,
    /// Colour of its contents; empty if the cell is.
    pub colour: String,
    /// Whether the text is always shown.
    pub always: bool,
    /// Shade of the empty cell, from 0 to 3.
    pub shade: u8,
}

/// A piece of the hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ScenePiece {
    /// Its cells by rows.
    pub rows: Vec<Vec<bool>>,
    /// Colour.
    pub colour: String,
}

/// Text in one style.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct SceneWords {
    /// The text.
    pub text: String,
    /// Text colour; `None` for the default.
    pub ink: Option<String>,
    /// Background colour; `None` for no background.
    pub ground: Option<String>,
}

impl Scene {
    /// Returns the board of a position.
    #[must_use]
    pub fn of(position: &Position) -> Self {
        Self::coloured(position, &Colours::default())
    }

    /// Returns the board of a position, with these colours of its filled cells.
    #[must_use]
    pub fn coloured(position: &Position, colours: &Colours) -> Self {
        let board = Shown::of(position);
        let (columns, rows) = board.size();
        let paint = |paint: Option<Paint>| paint.map(|paint| paint.to_string());
        let fact = |fact: Fact| -> Vec<SceneWords> {
            let words = fact.into_iter();
            words
                .map(|words| SceneWords { ink: paint(words.ink), ground: paint(words.ground), text: words.text })
                .collect()
        };
        let piece = |Piece { rows, colour }| ScenePiece { rows, colour: colour.to_string() };
        Self {
            size: Size { columns, rows },
            cells: SceneCell::all(&board, colours),
            blocks: board.blocks(),
            hand: board.hand().into_iter().map(piece).collect(),
            facts: board.facts().into_iter().map(fact).collect(),
            score: position.score(),
            decisive: board.decisive().iter().map(ToString::to_string).collect(),
            position: position.to_string(),
        }
    }
}

impl SceneCell {
    /// Returns the cells of a board in row-major order, from the top, with these colours of filled
    /// cells.
    #[must_use]
    pub fn all(board: &Shown<'_>, colours: &Colours) -> Vec<Self> {
        let scene = |cell| {
            let look = colours.look(board, cell);
            Self {
                cell: cell.to_string(),
                colour: look.as_ref().map_or_else(String::new, |look| look.colour.to_string()),
                always: look.as_ref().is_some_and(|look| look.always),
                text: look.map_or_else(String::new, |look| look.text),
                shade: board.shade(cell),
            }
        };
        board.cells().into_iter().map(scene).collect()
    }
}

/// Changes between two boards. Cells are given by their names.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Motion {
    /// Moves from cell to cell.
    pub moved: Vec<Move>,
    /// Cells with new contents.
    pub appeared: Vec<String>,
    /// Cells that have become empty.
    pub removed: Vec<String>,
    /// Quadrants that are swapped.
    pub swapped: Vec<u8>,
}

/// The move of a stone or tile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Move {
    /// Source cell.
    pub from: String,
    /// Target cell.
    pub to: String,
}

impl Motion {
    /// Returns the motion of consecutive events, an action or chance outcomes, that lead from
    /// `before` to `after`. It follows from the path of the action.
    #[must_use]
    pub fn of(before: &Position, events: &[EventOf<Position>], after: &Position) -> Self {
        let (before, after) = (Shown::of(before), Shown::of(after));
        let Some(Event::Action(action)) = events.first() else { return Self::between(&before, &after, &[]) };
        match before.covered(action.as_str()).as_slice() {
            [Spot::Edge(towards)] => {
                let slides = before.slides(*towards, &*after);
                if slides.is_empty() {
                    return Self::between(&before, &after, &[]);
                }
                let moved = slides.into_iter().map(|(from, to)| Move { from: from.to_string(), to: to.to_string() });
                Self { moved: moved.collect(), ..Self::default() }
            }
            &[Spot::Cell(from), Spot::Cell(to)] => {
                let mut motion = Self::between(&before, &after, &[from, to]);
                motion.moved.push(Move { from: from.to_string(), to: to.to_string() });
                if after.look(to).is_none() {
                    motion.removed.push(to.to_string());
                }
                motion
            }
            &[Spot::Cell(cell), Spot::Quadrant(one), Spot::Quadrant(other)] => {
                Self { appeared: vec![cell.to_string()], swapped: vec![one, other], ..Self::default() }
            }
            // A piece that covers cells. Covered cells that are empty afterwards were cleared.
            [Spot::Piece(_), Spot::Cell(_), covered @ ..] => {
                let is_cleared = |cell: &Cell| {
                    let was_filled = before.look(*cell).is_some() || covered.contains(&Spot::Cell(*cell));
                    after.look(*cell).is_none() && was_filled
                };
                let removed = after.cells().into_iter().filter(is_cleared);
                Self {
                    removed: removed.map(|cell| cell.to_string()).collect(),
                    appeared: covered.iter().map(ToString::to_string).collect(),
                    ..Self::default()
                }
            }
            _ => Self::between(&before, &after, &[]),
        }
    }

    /// Returns the cells that have new contents or have become empty, except those in `but`.
    fn between(before: &Shown<'_>, after: &Shown<'_>, but: &[Cell]) -> Self {
        let mut motion = Self::default();
        for cell in after.cells().into_iter().filter(|cell| !but.contains(cell)) {
            match (before.look(cell), after.look(cell)) {
                (Some(_), None) => motion.removed.push(cell.to_string()),
                (old, Some(new)) if old.as_ref() != Some(&new) => motion.appeared.push(cell.to_string()),
                _ => {}
            }
        }
        motion
    }
}

//! Boards as data: what a page draws, and what moves from one board to the next.

use gambol::core::EventOf;
use gambol::registry::Position;
use gambol::{Cell, Event, Game};
use serde::Serialize;

use crate::Paint;
use crate::board::{Fact, Picture, Spot};
use crate::shown::Shown;

/// A board as data. Cells and spots are text, colours are CSS.
///
/// ```
/// use gambol::registry::Registry;
/// use gambol_play::Scene;
///
/// let scene = Scene::of(&Registry::standard().position("match5", "4r4/9/9/9/9/9/9/9/9 b")?);
/// assert_eq!((scene.size.columns, scene.cells[4].cell.as_str(), scene.cells[4].text.as_str()), (9, "e1", "r"));
/// # Ok::<(), gambol::core::TextError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Scene {
    /// Columns and rows.
    pub size: Size,
    /// All cells, row by row from the top.
    pub cells: Vec<SceneCell>,
    /// The pieces in the hand, in order.
    pub hand: Vec<Piece>,
    /// What else there is to know, line by line.
    pub facts: Vec<Vec<SceneWords>>,
    /// The score of the first player.
    pub score: i64,
    /// The cells that decided the game.
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
pub struct SceneCell {
    /// Its name.
    pub cell: String,
    /// The text on it; empty if nothing stands there.
    pub text: String,
    /// The colour of what stands on it; empty if nothing does.
    pub colour: String,
    /// Whether the text always shows.
    pub always: bool,
    /// Which of the four shades of the empty board it has.
    pub shade: u8,
}

/// A piece of the hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Piece {
    /// Its cells by rows.
    pub rows: Picture,
}

/// Words of one style.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SceneWords {
    /// The text.
    pub text: String,
    /// Its colour; the usual one if none.
    pub ink: Option<String>,
    /// The colour behind it; none if none.
    pub ground: Option<String>,
}

impl Scene {
    /// The board of a position.
    #[must_use]
    pub fn of(position: &Position) -> Self {
        let board = Shown::of(position);
        let (columns, rows) = board.size();
        let paint = |paint: Option<Paint>| paint.map(|paint| paint.to_string());
        let fact = |fact: Fact| -> Vec<SceneWords> {
            let words = fact.into_iter();
            words
                .map(|words| SceneWords { ink: paint(words.ink), ground: paint(words.ground), text: words.text })
                .collect()
        };
        Self {
            size: Size { columns, rows },
            cells: SceneCell::all(&board),
            hand: board.hand().into_iter().map(|rows| Piece { rows }).collect(),
            facts: board.facts().into_iter().map(fact).collect(),
            score: position.score(),
            decisive: board.decisive().iter().map(ToString::to_string).collect(),
            position: position.to_string(),
        }
    }
}

impl SceneCell {
    /// The cells of a board, row by row from the top.
    #[must_use]
    pub fn all(board: &Shown<'_>) -> Vec<Self> {
        let scene = |cell| {
            let look = board.look(cell);
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

/// What moves on a board. Cells are named.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Motion {
    /// What goes from cell to cell.
    pub moved: Vec<Move>,
    /// Cells with something new.
    pub appeared: Vec<String>,
    /// Cells with nothing any more.
    pub removed: Vec<String>,
    /// Quadrants that change places.
    pub swapped: Vec<u8>,
}

/// A stone or tile that goes from cell to cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Move {
    /// Where it was.
    pub from: String,
    /// Where it is.
    pub to: String,
}

impl Motion {
    /// What moves when these events happen, one after the other, and lead from one position to the
    /// next: an action, or outcomes of chance. The path of the action says it.
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
            // A piece that covers cells; those that are empty then were cleared.
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

    /// Cells that have something new, or nothing any more, but for some.
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

//! Boards: the picture of a game, and the mapping from picked spots to actions.

use std::fmt;

use gambol::Cell;

use crate::Paint;

/// A hit area of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Spot {
    /// A cell of the board.
    Cell(Cell),
    /// A quarter of the board: top left, top right, bottom left, bottom right.
    Quadrant(u8),
    /// A piece of the hand, from the left.
    Piece(u8),
    /// The edge of the board towards which everything slides.
    Edge(Direction),
}

/// A direction on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Direction {
    /// To the left.
    Left,
    /// To the right.
    Right,
    /// Up.
    Up,
    /// Down.
    Down,
}

impl Direction {
    /// All four directions.
    pub const ALL: [Self; 4] = [Self::Left, Self::Right, Self::Up, Self::Down];

    /// Returns `left`, `right`, `up` or `down`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Left => "left",
            Self::Right => "right",
            Self::Up => "up",
            Self::Down => "down",
        }
    }
}

/// Formats the spot as `c3`, `q0`, `p0` or `left`.
impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cell(cell) => cell.fmt(f),
            Self::Quadrant(quadrant) => write!(f, "q{quadrant}"),
            Self::Piece(piece) => write!(f, "p{piece}"),
            Self::Edge(edge) => f.write_str(edge.name()),
        }
    }
}

impl Spot {
    /// Parses the text of a spot on a board with this number of columns. Columns `p` and `q`, on
    /// boards that have them, take precedence over pieces and quadrants. Pieces and quadrants count
    /// from 0, rows from 1.
    ///
    /// ```
    /// use gambol_play::Spot;
    ///
    /// assert_eq!(Spot::read("p1", 10), Some(Spot::Piece(1)));
    /// assert_eq!(Spot::read("p1", 20), Some(Spot::Cell("p1".parse()?)));
    /// # Ok::<(), gambol::game::TextError>(())
    /// ```
    pub fn read(text: &str, columns: u8) -> Option<Self> {
        if let Some(edge) = Direction::ALL.into_iter().find(|edge| edge.name() == text) {
            return Some(Self::Edge(edge));
        }
        if let Some(cell) = text.parse::<Cell>().ok().filter(|cell| cell.column < columns) {
            return Some(Self::Cell(cell));
        }
        let number = |letter| text.strip_prefix(letter)?.parse::<u8>().ok();
        number('q').map(Self::Quadrant).or_else(|| number('p').map(Self::Piece))
    }
}

/// Appearance of a cell's contents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Look {
    /// Colour.
    pub colour: Paint,
    /// Text on the stone or tile.
    pub text: String,
    /// Whether the text is always shown, or only with letters switched on.
    pub always: bool,
}

impl Look {
    /// Creates a stone, distinguished by its colour and, with letters switched on, by its letter.
    #[must_use]
    pub fn stone(colour: Paint, letter: char) -> Self {
        Self { colour, text: letter.to_string(), always: false }
    }

    /// Creates a tile with a text.
    #[must_use]
    pub fn tile(colour: Paint, text: String) -> Self {
        Self { colour, text, always: true }
    }
}

/// A piece of the hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its cells by rows.
    pub rows: Vec<Vec<bool>>,
    /// Colour.
    pub colour: Paint,
}

/// Text in one style.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Words {
    /// The text.
    pub text: String,
    /// Text colour; `None` for the default.
    pub ink: Option<Paint>,
    /// Background colour; `None` for no background.
    pub ground: Option<Paint>,
}

impl Words {
    /// Creates text in the default style.
    #[must_use]
    pub fn plain(text: impl Into<String>) -> Self {
        Self { text: text.into(), ink: None, ground: None }
    }

    /// Creates text of this colour.
    #[must_use]
    pub fn coloured(text: impl Into<String>, ink: Paint) -> Self {
        Self { text: text.into(), ink: Some(ink), ground: None }
    }

    /// Creates dark text on a background of this colour.
    #[must_use]
    pub fn on(text: impl Into<String>, ground: Paint) -> Self {
        Self { text: text.into(), ink: Some(Paint::INK), ground: Some(ground) }
    }
}

/// A line of text.
pub type Fact = Vec<Words>;

/// A game that can be drawn and played by pointing.
///
/// An action is picked spot by spot: a stone and then its target, a piece and then its place, a
/// cell and then two quadrants. [`paths`](Self::paths) returns the sequences of spots of an action.
/// Everything else follows from it ([`Shown`](crate::Shown)): the spots that can be picked, the
/// targets shown after some are picked, and the point at which the action is complete.
///
/// Implement it for the type of the game's states, and attach it to the game's entry in a registry
/// with [`board`](crate::board). Every screen, `gambol hint` and `gambol report` then draw the
/// game.
///
/// ```
/// use gambol::Cell;
/// use gambol::prelude::*;
/// use gambol::registry::GameEntry;
/// use gambol_play::{Board, Look, Paint, Spot};
/// # use core::{fmt, ops::ControlFlow};
/// # use gambol::game::{Player, Turn};
/// # #[derive(Clone, Debug, PartialEq, Eq, Hash)]
/// # struct Nim(u8, Player);
/// # impl Game for Nim {
/// #     type Action = u8;
/// #     type Outcome = NoChance;
/// #     const PLAYERS: usize = 2;
/// #     fn turn(&self) -> Turn { if self.0 == 0 { Turn::Over } else { Turn::Player(self.1) } }
/// #     fn score(&self) -> i64 { if self.0 == 0 { -self.1.sign() } else { 0 } }
/// #     fn visit_actions<F>(&self, visit: F) -> ControlFlow<()>
/// #     where
/// #         F: FnMut(u8) -> ControlFlow<()>,
/// #     {
/// #         (1..=self.0.min(3)).try_for_each(visit)
/// #     }
/// #     fn visit_outcomes<F>(&self, _: F) -> ControlFlow<()>
/// #     where
/// #         F: FnMut(NoChance, f64) -> ControlFlow<()>,
/// #     {
/// #         ControlFlow::Continue(())
/// #     }
/// #     fn play(&mut self, action: u8) { self.0 -= action; self.1 = self.1.opponent(); }
/// #     fn resolve(&mut self, outcome: NoChance) { match outcome {} }
/// # }
/// # impl fmt::Display for Nim {
/// #     fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
/// #         write!(f, "{} {}", self.0, self.1)
/// #     }
/// # }
/// # impl core::str::FromStr for Nim {
/// #     type Err = String;
/// #     fn from_str(text: &str) -> Result<Self, String> {
/// #         let (matches, to_move) = text.split_once(' ').ok_or("two fields")?;
/// #         let to_move = if to_move == "first" { Player::First } else { Player::Second };
/// #         Ok(Self(matches.parse().map_err(|_| "a number")?, to_move))
/// #     }
/// # }
///
/// // A row of matches; a click on one takes it and all to its right.
/// impl Board for Nim {
///     fn title(&self) -> String {
///         "Nim".to_owned()
///     }
///
///     fn size(&self) -> (u8, u8) {
///         (21, 1)
///     }
///
///     fn look(&self, cell: Cell) -> Option<Look> {
///         (cell.column < self.0).then(|| Look::stone(Paint::BRIGHT, 'i'))
///     }
///
///     fn paths(&self, action: &str, show: &mut dyn FnMut(&[Spot])) {
///         if let Ok(taken) = action.parse::<u8>() {
///             show(&[Spot::Cell(Cell::new(self.0 - taken, 0))]);
///         }
///     }
/// }
///
/// let nim = GameEntry::new("nim", "take one to three matches; the last one wins", |_| {
///     Ok(Nim(21, Player::First))
/// });
/// let nim = nim.with(gambol_play::board::<Nim>());
/// ```
pub trait Board {
    /// Returns the game's title.
    fn title(&self) -> String;

    /// Returns the minimum width of a cell in characters.
    fn cell_width(&self) -> u16 {
        2
    }

    /// Whether a direction alone is an action, so that an arrow key or a drag of the mouse plays
    /// it.
    fn swipes(&self) -> bool {
        false
    }

    /// Whether the cells are a list of actions, with the board itself in the [facts](Self::facts).
    fn is_list(&self) -> bool {
        false
    }

    /// Whether contents fill their cells, as blocks do, instead of standing on them, as stones do.
    fn blocks(&self) -> bool {
        false
    }

    /// Returns the names of the two players, the first player's first.
    fn sides(&self) -> [(&'static str, Paint); 2] {
        [("first", Paint::FIRST), ("second", Paint::SECOND)]
    }

    /// Returns the default side of a human player: 0 for the first player.
    fn usual_side(&self) -> usize {
        0
    }

    /// Returns the number of columns and rows.
    fn size(&self) -> (u8, u8);

    /// Returns the appearance of a cell's contents.
    fn look(&self, cell: Cell) -> Option<Look>;

    /// Returns the shade of the empty cell, from 0 to 3.
    fn shade(&self, cell: Cell) -> u8 {
        (cell.column + cell.row) % 2
    }

    /// Calls `show` with every sequence of spots for an action in its text form. An action that
    /// cannot be parsed has none.
    fn paths(&self, action: &str, show: &mut dyn FnMut(&[Spot]));

    /// Returns the spots that the user can point at after these picks. All cells by default.
    fn spots(&self, picked: &[Spot]) -> Vec<Spot> {
        let _ = picked;
        self.cells().into_iter().map(Spot::Cell).collect()
    }

    /// Returns the cells that would be covered if this spot were picked next.
    fn ghost(&self, picked: &[Spot], at: Spot) -> Vec<Cell> {
        let _ = (picked, at);
        Vec::new()
    }

    /// Returns the slides, from cell to cell, of a move towards an edge that leads to the board
    /// `after`.
    fn slides(&self, towards: Direction, after: &dyn Board) -> Vec<(Cell, Cell)> {
        let _ = (towards, after);
        Vec::new()
    }

    /// Returns the pieces in the hand, in order.
    fn hand(&self) -> Vec<Piece> {
        Vec::new()
    }

    /// Returns other facts of the state, such as the next stones or the deck.
    fn facts(&self) -> Vec<Fact> {
        Vec::new()
    }

    /// Returns the cells that decided the game.
    fn decisive(&self) -> Vec<Cell> {
        Vec::new()
    }

    /// Returns the spot for a letter or digit.
    fn shortcut(&self, picked: &[Spot], key: char) -> Option<Spot> {
        let _ = (picked, key);
        None
    }

    /// Returns the rule that would be broken by picking a spot after these picks, as a clause
    /// without a full stop. `None` if there is no more specific reason.
    fn refusal(&self, picked: &[Spot], spot: Spot) -> Option<String> {
        let _ = (picked, spot);
        None
    }

    /// Returns a sentence that prompts for the next pick.
    fn prompt(&self, picked: &[Spot]) -> &'static str {
        let _ = picked;
        "Choose an action."
    }

    /// Returns all cells in row-major order, from the top.
    fn cells(&self) -> Vec<Cell> {
        let (columns, rows) = self.size();
        (0..rows).flat_map(|row| (0..columns).map(move |column| Cell::new(column, row))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spots_come_back_from_text() {
        let cell = Spot::Cell("c3".parse().unwrap());
        let edges = Direction::ALL.map(Spot::Edge);
        for spot in [cell, Spot::Quadrant(3), Spot::Piece(0)].into_iter().chain(edges) {
            assert_eq!(Spot::read(&spot.to_string(), 10), Some(spot), "{spot:?}");
        }
        assert_eq!(Spot::read("p1", 20), Some(Spot::Cell("p1".parse().unwrap())));
        for text in ["", "x", "q", "q-1", "p300", "z9", "c0", "Left"] {
            assert_eq!(Spot::read(text, 10), None, "{text}");
        }
    }
}

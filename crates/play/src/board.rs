//! How a game is shown, and how what is pointed at becomes its actions.

use std::fmt;

use gambol::Cell;

use crate::Paint;

/// Something that can be pointed at: the hit areas of a board.
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

/// One of four directions.
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
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Left, Self::Right, Self::Up, Self::Down];

    /// `left`, `right`, `up` or `down`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Left => "left",
            Self::Right => "right",
            Self::Up => "up",
            Self::Down => "down",
        }
    }
}

/// The text of a spot: `c3`, `q0`, `p0` or `left`.
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
    /// The spot that a text means on a board with so many columns. Cells of the columns `p` and `q`
    /// go before pieces and quadrants, which count from 0 where rows count from 1, on boards that
    /// have them.
    ///
    /// ```
    /// use gambol_play::Spot;
    ///
    /// assert_eq!(Spot::read("p1", 10), Some(Spot::Piece(1)));
    /// assert_eq!(Spot::read("p1", 20), Some(Spot::Cell("p1".parse()?)));
    /// # Ok::<(), gambol::core::TextError>(())
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

/// What stands on a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Look {
    /// Its colour.
    pub colour: Paint,
    /// The text on it.
    pub text: String,
    /// Whether the text always shows, or only when letters are asked for.
    pub always: bool,
}

impl Look {
    /// A stone, told apart by its colour or, when asked for, by its letter.
    #[must_use]
    pub fn stone(colour: Paint, letter: char) -> Self {
        Self { colour, text: letter.to_string(), always: false }
    }

    /// A tile with something written on it.
    #[must_use]
    pub fn tile(colour: Paint, text: String) -> Self {
        Self { colour, text, always: true }
    }
}

/// A piece that waits in the hand: its cells by rows.
pub type Picture = Vec<Vec<bool>>;

/// Some words of one style.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Words {
    /// The text.
    pub text: String,
    /// Its colour; the usual one if none.
    pub ink: Option<Paint>,
    /// The colour behind it; none if none.
    pub ground: Option<Paint>,
}

impl Words {
    /// Words as usual.
    #[must_use]
    pub fn plain(text: impl Into<String>) -> Self {
        Self { text: text.into(), ink: None, ground: None }
    }

    /// Words of this colour.
    #[must_use]
    pub fn coloured(text: impl Into<String>, ink: Paint) -> Self {
        Self { text: text.into(), ink: Some(ink), ground: None }
    }

    /// Dark words on ground of this colour.
    #[must_use]
    pub fn on(text: impl Into<String>, ground: Paint) -> Self {
        Self { text: text.into(), ink: Some(Paint::INK), ground: Some(ground) }
    }
}

/// A line of words.
pub type Fact = Vec<Words>;

/// A game that can be drawn, and played by pointing.
///
/// An action is pointed out step by step: a stone and then its target, a piece and then its place,
/// a cell and then two quadrants. [`paths`](Self::paths) says which spots in which order make an
/// action; all else follows from it ([`Shown`](crate::Shown)): which spots can be picked, which
/// targets are shown once some are, and when the action is complete.
///
/// The type of a game's states implements it, and [`board`](crate::board) joins it to the game's
/// entry in a registry. Then every screen, `gambol hint` and `gambol report` draw it.
///
/// ```
/// use gambol::Cell;
/// use gambol::prelude::*;
/// use gambol::registry::GameEntry;
/// use gambol_play::{Board, Look, Paint, Spot};
/// # use core::{fmt, ops::ControlFlow};
/// # use gambol::core::{Player, Turn};
/// # #[derive(Clone, Debug, PartialEq, Eq, Hash)]
/// # struct Nim(u8, Player);
/// # impl Game for Nim {
/// #     type Action = u8;
/// #     type Outcome = NoChance;
/// #     const PLAYERS: usize = 2;
/// #     fn turn(&self) -> Turn { if self.0 == 0 { Turn::Over } else { Turn::Player(self.1) } }
/// #     fn score(&self) -> i64 { if self.0 == 0 { -self.1.sign() } else { 0 } }
/// #     fn visit_actions<F: FnMut(u8) -> ControlFlow<()>>(&self, visit: F) -> ControlFlow<()> { (1..=self.0.min(3)).try_for_each(visit) }
/// #     fn visit_outcomes<F: FnMut(NoChance, f64) -> ControlFlow<()>>(&self, _: F) -> ControlFlow<()> { ControlFlow::Continue(()) }
/// #     fn play(&mut self, action: u8) { self.0 -= action; self.1 = self.1.opponent(); }
/// #     fn resolve(&mut self, outcome: NoChance) { match outcome {} }
/// # }
/// # impl fmt::Display for Nim { fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { write!(f, "{} {}", self.0, self.1) } }
/// # impl core::str::FromStr for Nim {
/// #     type Err = String;
/// #     fn from_str(text: &str) -> Result<Self, String> {
/// #         let (matches, to_move) = text.split_once(' ').ok_or("two fields")?;
/// #         let to_move = if to_move == "first" { Player::First } else { Player::Second };
/// #         Ok(Self(matches.parse().map_err(|_| "a number")?, to_move))
/// #     }
/// # }
///
/// // Matches in a row; who points at one takes it and all to its right.
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
    /// The game's name, as people write it.
    fn title(&self) -> String;

    /// The least width of a cell that shows what is on it, in characters.
    fn cell_width(&self) -> u16 {
        2
    }

    /// Whether a direction alone is an action, so that an arrow key or a drag of the mouse plays
    /// it.
    fn swipes(&self) -> bool {
        false
    }

    /// Whether the cells are a list of actions, and the board is in the [facts](Self::facts).
    fn is_list(&self) -> bool {
        false
    }

    /// What the players of a game for two are called, the one who began first.
    fn sides(&self) -> [(&'static str, Paint); 2] {
        [("first", Paint::FIRST), ("second", Paint::SECOND)]
    }

    /// The side that a person plays who has not chosen one: 0 for the first player.
    fn usual_side(&self) -> usize {
        0
    }

    /// Columns and rows.
    fn size(&self) -> (u8, u8);

    /// What stands on a cell.
    fn look(&self, cell: Cell) -> Option<Look>;

    /// Which of the four shades of the empty board a cell has.
    fn shade(&self, cell: Cell) -> u8 {
        (cell.column + cell.row) % 2
    }

    /// Shows every sequence of spots that stands for an action, which comes in its text form. An
    /// action that cannot be read has none.
    fn paths(&self, action: &str, show: &mut dyn FnMut(&[Spot]));

    /// The spots that can be pointed at when these have been picked. All cells by default.
    fn spots(&self, picked: &[Spot]) -> Vec<Spot> {
        let _ = picked;
        self.cells().into_iter().map(Spot::Cell).collect()
    }

    /// The cells that would be covered if this spot were picked next.
    fn ghost(&self, picked: &[Spot], at: Spot) -> Vec<Cell> {
        let _ = (picked, at);
        Vec::new()
    }

    /// What slides where, from cell to cell, when everything moves towards an edge and the board
    /// becomes that one.
    fn slides(&self, towards: Direction, after: &dyn Board) -> Vec<(Cell, Cell)> {
        let _ = (towards, after);
        Vec::new()
    }

    /// The pieces in the hand, in order.
    fn hand(&self) -> Vec<Picture> {
        Vec::new()
    }

    /// What else there is to know: next stones, the deck.
    fn facts(&self) -> Vec<Fact> {
        Vec::new()
    }

    /// The cells that decided the game.
    fn decisive(&self) -> Vec<Cell> {
        Vec::new()
    }

    /// The spot that a letter or digit stands for.
    fn shortcut(&self, picked: &[Spot], key: char) -> Option<Spot> {
        let _ = (picked, key);
        None
    }

    /// Why a spot cannot be picked after those that have been: the rule that this would break, as a
    /// clause without a full stop. `None` if there is no more to say than that it cannot.
    fn refusal(&self, picked: &[Spot], spot: Spot) -> Option<String> {
        let _ = (picked, spot);
        None
    }

    /// What to do next, in a sentence.
    fn prompt(&self, picked: &[Spot]) -> &'static str {
        let _ = picked;
        "Choose an action."
    }

    /// All cells, row by row from the top.
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

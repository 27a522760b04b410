//! How a game is shown, and how what is pointed at becomes its actions.

use std::fmt::Display;

use gambol::core::TextForm;
use gambol::registry::Position;
use gambol::{Cell, Game, GameExt};

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
/// action; all else follows from it: which spots can be picked, which targets are shown once some
/// are, and when the action is complete.
pub trait Board: Game<Action: TextForm, Outcome: TextForm> + Display {
    /// The game's name, as people write it.
    fn title(&self) -> String;

    /// How many players move: 1 or 2.
    fn players(&self) -> usize {
        Self::PLAYERS
    }

    /// Whether this is a state that the registry made.
    fn is_same(&self, position: &Position) -> bool {
        position.state() == Some(self)
    }

    /// The least width of a cell that shows what is on it, in characters.
    const CELL_WIDTH: u16 = 2;

    /// Whether a direction alone is an action, so that an arrow key or a drag of the mouse plays
    /// it.
    const SWIPES: bool = false;

    /// Whether the cells are a list of actions, and the board is in the [facts](Self::facts).
    fn is_list(&self) -> bool {
        false
    }

    /// What the players of a game for two are called, the one who began first.
    fn sides(&self) -> [(&'static str, Paint); 2] {
        [("you", Paint::BRIGHT); 2]
    }

    /// Columns and rows.
    fn size(&self) -> (u8, u8);

    /// What stands on a cell.
    fn look(&self, cell: Cell) -> Option<Look>;

    /// Which of the four shades of the empty board a cell has.
    fn shade(cell: Cell) -> u8 {
        (cell.column + cell.row) % 2
    }

    /// Shows every sequence of spots that stands for an action.
    fn paths(&self, action: Self::Action, show: &mut dyn FnMut(&[Spot]));

    /// The spots that can be pointed at when these have been picked.
    fn spots(&self, picked: &[Spot]) -> Vec<Spot> {
        let _ = picked;
        self.cells().map(Spot::Cell).collect()
    }

    /// The cells that would be covered if this spot were picked next.
    fn ghost(&self, picked: &[Spot], at: Spot) -> Vec<Cell> {
        let _ = (picked, at);
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

    /// What to do next.
    fn prompt(&self, picked: &[Spot]) -> &'static str;

    // Provided.

    /// The rule that an action breaks, if it does.
    fn broken_rule(&self, action: Self::Action) -> Option<String> {
        self.check_action(action).err().map(|illegal| illegal.rule().to_owned())
    }

    /// The side that a person plays who has not chosen one: 0 for the first player.
    fn usual_side(&self) -> usize {
        0
    }

    /// All cells, row by row from the top.
    fn cells(&self) -> impl Iterator<Item = Cell> {
        let (columns, rows) = self.size();
        (0..rows).flat_map(move |row| (0..columns).map(move |column| Cell::new(column, row)))
    }

    /// The spots that can follow those picked, each once, in order.
    fn targets(&self, picked: &[Spot]) -> Vec<Spot> {
        let mut targets = Vec::new();
        for action in self.actions() {
            self.paths(action, &mut |path| {
                if let Some(&next) = path.strip_prefix(picked).and_then(|rest| rest.first()) {
                    targets.push(next);
                }
            });
        }
        targets.sort_unstable();
        targets.dedup();
        targets
    }

    /// The legal action that these spots make, if they are a whole one.
    fn action(&self, picked: &[Spot]) -> Option<Self::Action> {
        self.actions().into_iter().find(|&action| {
            let mut whole = false;
            self.paths(action, &mut |path| whole |= path == picked);
            whole
        })
    }

    /// All spots of an action: its first path, and the cells that its piece would cover.
    fn covered(&self, action: Self::Action) -> Vec<Spot> {
        let mut spots = self.shown(action);
        if let Some((&last, before)) = spots.split_last() {
            let cells = self.ghost(before, last);
            spots.extend(cells.into_iter().map(Spot::Cell));
        }
        spots
    }

    /// The first path of an action: where it is shown.
    fn shown(&self, action: Self::Action) -> Vec<Spot> {
        let mut shown = Vec::new();
        self.paths(action, &mut |path| {
            if shown.is_empty() {
                shown = path.to_vec();
            }
        });
        shown
    }
}

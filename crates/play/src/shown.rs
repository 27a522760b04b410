//! The board of a position, together with its legal actions.

use std::ops::Deref;

use gambol::registry::{Label, Position};
use gambol::{Game, GameExt};

use crate::Paint;
use crate::board::{Board, Spot};
use crate::boards::{self, Listed};

/// A board attached to a game's entry in a registry.
#[derive(Clone, Copy)]
pub struct BoardOf(boards::Of);

impl std::fmt::Debug for BoardOf {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("BoardOf")
    }
}

/// Returns the board of states of this type, for
/// [`GameEntry::with`](gambol::registry::GameEntry::with).
pub fn board<G: Board + Game>() -> BoardOf {
    BoardOf(boards::of::<G>)
}

/// The board of a position of any game: its own board, or else a list of actions.
///
/// ```
/// use gambol::registry::Registry;
/// use gambol_play::Shown;
///
/// let position = Registry::standard().start("match5")?;
/// let shown = Shown::of(&position);
/// assert_eq!((shown.title().as_str(), shown.size(), shown.targets(&[]).len()), ("Match5", (9, 9), 81));
/// # Ok::<(), gambol::game::TextError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Shown<'a> {
    position: &'a Position,
    board: Source<'a>,
}

/// Source of the board.
#[derive(Clone, Copy)]
enum Source<'a> {
    Own(&'a dyn Board),
    Actions(Listed<'a>),
}

impl std::fmt::Debug for Shown<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Shown").field(self.position).finish()
    }
}

impl<'a> Deref for Shown<'a> {
    type Target = dyn Board + 'a;

    fn deref(&self) -> &Self::Target {
        match &self.board {
            Source::Own(board) => *board,
            Source::Actions(list) => list,
        }
    }
}

impl<'a> Shown<'a> {
    /// Returns the board of a position.
    #[must_use]
    pub fn of(position: &'a Position) -> Self {
        let own = position.data::<BoardOf>().find_map(|own| (own.0)(position));
        let own = own.or_else(|| boards::standard(position));
        Self { position, board: own.map_or(Source::Actions(Listed(position)), Source::Own) }
    }

    /// Returns the names of the players, the first player's first. The player of a puzzle is "you".
    pub fn sides(&self) -> [(&'static str, Paint); 2] {
        if self.position.players() == 1 { [("you", Paint::BRIGHT); 2] } else { (**self).sides() }
    }

    /// Returns the spots that can follow these picks, sorted and without duplicates.
    pub fn targets(&self, picked: &[Spot]) -> Vec<Spot> {
        let mut targets = Vec::new();
        self.position.actions().into_iter().for_each(|action| {
            self.paths(action.as_str(), &mut |path| {
                if let Some(&next) = path.strip_prefix(picked).and_then(|rest| rest.first()) {
                    targets.push(next);
                }
            });
        });
        targets.sort_unstable();
        targets.dedup();
        targets
    }

    /// Returns the legal action of exactly these spots, if there is one.
    pub fn action(&self, picked: &[Spot]) -> Option<Label> {
        self.position.actions().into_iter().find(|action| {
            let mut whole = false;
            self.paths(action.as_str(), &mut |path| whole |= path == picked);
            whole
        })
    }

    /// Returns the first path of an action, which marks it on the board.
    pub fn path(&self, action: &str) -> Vec<Spot> {
        let mut first = Vec::new();
        self.paths(action, &mut |path| {
            if first.is_empty() {
                first = path.to_vec();
            }
        });
        first
    }

    /// Returns all spots of an action: its first path, and the cells that its piece would cover.
    pub fn covered(&self, action: &str) -> Vec<Spot> {
        let mut spots = self.path(action);
        if let Some((&last, before)) = spots.split_last() {
            let cells = self.ghost(before, last);
            spots.extend(cells.into_iter().map(Spot::Cell));
        }
        spots
    }
}

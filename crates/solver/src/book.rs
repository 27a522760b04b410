//! Books: the first plies of a strategy that wins.

use std::collections::HashMap;
use std::sync::LazyLock;

use gambol_core::{Cell, Game, GameExt, Player, Turn};
use gambol_pentago_swap::{Move, PentagoSwap, Quadrant, Swap};

use crate::arrangement::{ARRANGEMENTS, Permutation};
use crate::certificate::{ENTRY, NONE, SWAPS, TITLE};

/// The first plies of a winning strategy: a [certificate](crate#certificates) that ends early.
///
/// ```
/// use gambol_solver::Book;
///
/// let book = Book::standard();
/// let (action, plies) = book.get(&Default::default()).expect("the empty board");
/// assert_eq!(plies, 19);
/// println!("{action} wins within {plies} plies");
/// ```
#[derive(Clone, Debug)]
pub struct Book {
    winner: Player,
    /// The plies on the board when the win is over at the latest.
    last: u32,
    /// By the lowest image of a board, the move there.
    moves: HashMap<u128, Move>,
}

/// The book of the first player's win.
static STANDARD: LazyLock<Book> = LazyLock::new(|| {
    // A test reads it; without it, wins would have to be searched.
    Book::read(include_bytes!("../data/first-player.book")).unwrap_or_default()
});

impl Default for Book {
    /// No positions.
    fn default() -> Self {
        Self { winner: Player::First, last: 0, moves: HashMap::new() }
    }
}

impl Book {
    /// The first plies of the first player's win from the empty board.
    #[must_use]
    pub fn standard() -> &'static Self {
        &STANDARD
    }

    /// Reads a book. `None` if it is not a whole one.
    #[must_use]
    pub fn read(file: &[u8]) -> Option<Self> {
        let mut parts = file.splitn(4, |&byte| byte == b'\n');
        let mut line = || std::str::from_utf8(parts.next()?).ok();
        let (title, position, counts) = (line()?, line()?, line()?);
        let (cells, side) = position.strip_prefix("position ")?.split_once(' ')?;
        let ["plies", plies, _, _, "entries", count] = *counts.split(' ').collect::<Vec<_>>() else { return None };
        let (entries, rest) = parts.next()?.as_chunks::<ENTRY>();
        if title != TITLE || !rest.is_empty() || count.parse() != Ok(entries.len()) {
            return None;
        }
        let pieces = cells.bytes().filter(|&cell| cell != b'.').count() as u32;
        let winner = if side == "w" { Player::First } else { Player::Second };
        let mut moves = HashMap::new();
        for entry in entries {
            let (number, actions) = entry.split_first_chunk()?;
            let number = u64::from_le_bytes(*number);
            for (arrangement, &action) in ARRANGEMENTS[(number >> 60 & 1) as usize].iter().zip(actions) {
                if action != NONE {
                    let position = board(number, *arrangement, winner)?;
                    let (lowest, symmetry) = lowest(&position);
                    moves.insert(lowest, action_of(action, *arrangement)?.transform(symmetry));
                }
            }
        }
        let plies = plies.parse().ok().filter(|plies: &u32| *plies <= 36)?;
        Some(Self { winner, last: pieces + plies, moves })
    }

    /// A move of the win, and the plies within which it wins. `None` if the position is not in the
    /// book.
    #[must_use]
    pub fn get(&self, position: &PentagoSwap) -> Option<(Move, u32)> {
        let plies = self.last.checked_sub(position.plies())?;
        if position.turn() != Turn::Player(self.winner) {
            return None;
        }
        let (lowest, symmetry) = lowest(position);
        let action = self.moves.get(&lowest)?;
        let found = position.actions().into_iter().find(|one| one.transform(symmetry) == *action)?;
        Some((found, plies))
    }

    /// How many boards it knows, those that are images of each other counting once.
    #[must_use]
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether it knows none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }
}

/// The lowest number of the eight images of a board, and the symmetry that leads there.
fn lowest(position: &PentagoSwap) -> (u128, usize) {
    let number = |symmetry| {
        let image = position.transform(symmetry);
        (u128::from(image.white()) << 64 | u128::from(image.black()), symmetry)
    };
    (0..8).map(number).min().unwrap_or_default()
}

/// The board of an entry on which the contents lie so.
fn board(number: u64, arrangement: Permutation, winner: Player) -> Option<PentagoSwap> {
    let mut masks = [0; 2];
    for (place, label) in arrangement.into_iter().enumerate() {
        let content = number >> (45 - 15 * u32::from(label)) & 0x7FFF;
        for cell in 0..9 {
            let digit = content / 3_u64.pow(cell) % 3;
            if digit != 0 {
                masks[digit as usize - 1] |= gambol_pentago_swap::mask(cell_at(place, cell as u8));
            }
        }
    }
    let [own, other] = masks;
    let (white, black) = if winner == Player::First { (own, other) } else { (other, own) };
    PentagoSwap::from_masks(white, black).ok()
}

/// The move that a byte stands for where the contents lie so.
fn action_of(code: u8, arrangement: Permutation) -> Option<Move> {
    let (label, cell, swap) = (code / 54, code / 6 % 9, usize::from(code % 6));
    let place = arrangement.iter().position(|&one| one == label)?;
    let (one, other) = SWAPS[swap];
    Move::new(cell_at(place, cell), Swap::of(Quadrant::ALL[one], Quadrant::ALL[other])?)
}

fn cell_at(place: usize, cell: u8) -> Cell {
    let corner = Quadrant::ALL[place & 3].corner();
    Cell::new(corner.column + cell % 3, corner.row + cell / 3)
}

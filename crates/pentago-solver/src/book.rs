//! Books: the first plies of a winning strategy.

use std::sync::LazyLock;

use gambol_core::{Cell, Game, GameExt, Player, Turn};
use gambol_pentago_swap::{Move, PentagoSwap, Quadrant, Swap};

use crate::arrangement::{ARRANGEMENTS, Permutation};
use crate::certificate::{ENTRY, NONE, SWAPS, TITLE};
use crate::key::Canonical;
use crate::node::Node;

/// The first plies of a winning strategy: a [certificate](crate#certificates) that ends early.
///
/// ```
/// use gambol_pentago_solver::Book;
///
/// let book = Book::standard();
/// let (action, plies) = book.get(&Default::default()).expect("the empty board");
/// assert_eq!(plies, 19);
/// println!("{action} wins within {plies} plies");
/// ```
#[derive(Clone, Debug)]
pub struct Book {
    /// The position from which the strategy wins, in the form of files.
    position: String,
    winner: Player,
    /// Plies within which it wins.
    plies: u32,
    /// Maximum number of plies on the board at the win.
    last: u32,
    /// Keys of contents, ascending.
    keys: Vec<u64>,
    /// Moves by arrangement, parallel to the keys.
    moves: Vec<[u8; 12]>,
}

/// The book of the first player's win.
static STANDARD: LazyLock<Book> = LazyLock::new(|| {
    // A test reads it; without it, wins would have to be searched.
    Book::read(include_bytes!("../data/first-player.book")).unwrap_or_default()
});

/// The first line of packed books.
const PACKED: &str = "pentago-swap book 1";

impl Default for Book {
    /// An empty book.
    fn default() -> Self {
        let position = format!("{} w", ".".repeat(36));
        Self { position, winner: Player::First, plies: 0, last: 0, keys: Vec::new(), moves: Vec::new() }
    }
}

impl Book {
    /// The shortest win in the [standard book](Self::standard), in plies; shorter ones take no time
    /// to search.
    pub const LEAST: u32 = 7;

    /// Returns the first player's win from the empty board: a move for each position of the
    /// strategy from which the win takes seven plies or more.
    #[must_use]
    pub fn standard() -> &'static Self {
        &STANDARD
    }

    /// Reads a certificate or a packed [book](crate#books). `None` if it is invalid or incomplete.
    #[must_use]
    pub fn read(file: &[u8]) -> Option<Self> {
        let mut parts = file.splitn(4, |&byte| byte == b'\n');
        let mut line = || std::str::from_utf8(parts.next()?).ok();
        let (title, position, counts) = (line()?, line()?.strip_prefix("position ")?, line()?);
        let (cells, side) = position.split_once(' ')?;
        let ["plies", plies, "search", search, "entries", count] = *counts.split(' ').collect::<Vec<_>>() else {
            return None;
        };
        let winner = match side {
            "w" => Player::First,
            "b" => Player::Second,
            _ => return None,
        };
        let body = parts.next()?;
        let (keys, moves) = match title {
            TITLE => entries(body, winner)?,
            PACKED => unpacked(body, winner)?,
            _ => return None,
        };
        if count.parse() != Ok(keys.len()) || !keys.is_sorted_by(|one, other| one < other) {
            return None;
        }
        let [white, black, empty] = ['w', 'b', '.'].map(|piece| cells.matches(piece).count() as u32);
        let pieces = white + black;
        if cells.len() != 36 || pieces + empty != 36 || white != black + u32::from(side == "b") {
            return None;
        }
        let plies = plies.parse().ok().filter(|plies| *plies <= empty)?;
        search.parse::<u32>().ok()?;
        Some(Self { position: position.into(), winner, plies, last: pieces + plies, keys, moves })
    }

    /// Returns the packed [file](crate#books) of the positions from which the win takes at least
    /// this many plies.
    #[must_use]
    pub fn pack(&self, plies: u32) -> Vec<u8> {
        let is_long = |key: u64| self.last.saturating_sub(36 - Canonical::node(key).0.empty) >= plies;
        let kept = || self.keys.iter().zip(&self.moves).filter(|(key, _)| is_long(**key));
        let mut file =
            format!("{PACKED}\nposition {}\nplies {} search 1 entries {}\n", self.position, self.plies, kept().count())
                .into_bytes();
        let mut before = 0;
        for (key, moves) in kept() {
            let mut rest = (key >> 1) - before;
            before = key >> 1;
            while rest > 127 {
                file.push(rest as u8 | 128);
                rest >>= 7;
            }
            file.push(rest as u8);
            let given =
                (0..12).filter(|&number| moves[number] != NONE).fold(0_u16, |given, number| given | 1 << number);
            file.extend(given.to_le_bytes());
            file.extend(moves.iter().filter(|&&action| action != NONE));
        }
        file
    }

    /// Returns a winning move, and the plies within which it wins. `None` if the position is not in
    /// the book.
    #[must_use]
    pub fn get(&self, position: &PentagoSwap) -> Option<(Move, u32)> {
        let plies = self.last.checked_sub(position.plies())?;
        if position.turn() != Turn::Player(self.winner) {
            return None;
        }
        let frame = Canonical::new(&Node::new(position, self.winner), 0, self.winner == Player::First);
        let images: [PentagoSwap; 8] = std::array::from_fn(|symmetry| position.transform(symmetry));
        // Contents with symmetries have more than one arrangement for the same board.
        for class in 0..2 {
            let Ok(at) = self.keys.binary_search(&(frame.key & !2 | class << 1)) else { continue };
            for (image, action) in self.boards(at) {
                if let Some(symmetry) = images.iter().position(|one| *one == image) {
                    let found = position.actions().into_iter().find(|one| one.transform(symmetry) == action)?;
                    return Some((found, plies));
                }
            }
        }
        None
    }

    /// Returns the boards of an entry with their moves.
    fn boards(&self, at: usize) -> impl Iterator<Item = (PentagoSwap, Move)> {
        let (contents, class) = Canonical::node(self.keys[at]);
        let moves = ARRANGEMENTS[class].iter().zip(&self.moves[at]).filter(|(_, action)| **action != NONE);
        moves.filter_map(move |(&arrangement, &action)| {
            Some((board(&contents, arrangement, self.winner)?, action_of(action, arrangement)?))
        })
    }

    /// Returns the plies within which the strategy has to win, if it is the winner's turn and the
    /// standard book omits wins this short.
    pub(crate) fn plies_after_end(&self, position: &PentagoSwap) -> Option<u32> {
        let plies = self.last.checked_sub(position.plies())?;
        (1..Self::LEAST).contains(&plies).then_some(plies).filter(|_| position.turn() == Turn::Player(self.winner))
    }

    /// Iterates over the boards, one of each set of symmetric images, with the moves and the plies
    /// within which they win.
    pub fn iter(&self) -> impl Iterator<Item = (PentagoSwap, Move, u32)> {
        let boards = (0..self.keys.len()).flat_map(|at| self.boards(at));
        boards.filter_map(|(position, action)| Some((position, action, self.last.checked_sub(position.plies())?)))
    }

    /// Returns the number of boards with a move.
    #[must_use]
    pub fn len(&self) -> usize {
        self.moves.as_flattened().iter().filter(|&&action| action != NONE).count()
    }

    /// Whether no board has a move.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Keys of contents in ascending order, and the moves by arrangement.
type Entries = (Vec<u64>, Vec<[u8; 12]>);

/// Returns the entries of a certificate.
fn entries(body: &[u8], winner: Player) -> Option<Entries> {
    let (entries, rest) = body.as_chunks::<ENTRY>();
    if !rest.is_empty() {
        return None;
    }
    let entry = |entry: &[u8; ENTRY]| {
        let (number, moves) = entry.split_first_chunk()?;
        let key = Canonical::key_of(u64::from_le_bytes(*number), winner == Player::First)?;
        Some((key, moves.try_into().ok()?))
    };
    let mut entries: Vec<(u64, [u8; 12])> = entries.iter().map(entry).collect::<Option<_>>()?;
    entries.sort_unstable();
    Some(entries.into_iter().unzip())
}

/// Returns the entries of a packed book.
fn unpacked(mut body: &[u8], winner: Player) -> Option<Entries> {
    let (mut keys, mut all) = (Vec::new(), Vec::new());
    let mut before = 0_u64;
    while !body.is_empty() {
        let length = 1 + body.iter().position(|&byte| byte < 128).filter(|&at| at < 8)?;
        let (number, rest) = body.split_at(length);
        before += number.iter().rev().fold(0, |all, &byte| all << 7 | u64::from(byte & 127));
        let (given, mut rest) = rest.split_first_chunk()?;
        let given = u16::from_le_bytes(*given);
        let mut moves = [NONE; 12];
        for slot in moves.iter_mut().enumerate().filter(|(number, _)| given >> number & 1 == 1).map(|(_, slot)| slot) {
            let (&action, others) = rest.split_first()?;
            (*slot, rest) = (action, others);
        }
        keys.push(Canonical::checked(before << 1 | u64::from(winner == Player::First))?);
        all.push(moves);
        body = rest;
    }
    Some((keys, all))
}

/// Returns the board with the contents in this arrangement.
fn board(contents: &Node, arrangement: Permutation, winner: Player) -> Option<PentagoSwap> {
    let mut masks = [0; 2];
    for (place, label) in arrangement.into_iter().enumerate() {
        let sides = [contents.own[usize::from(label & 3)], contents.other[usize::from(label & 3)]];
        for (mask, pattern) in masks.iter_mut().zip(sides) {
            let cells = (0..9).filter(|cell| pattern >> cell & 1 == 1);
            *mask |= cells.fold(0, |all, cell| all | gambol_pentago_swap::mask(cell_at(place, cell)));
        }
    }
    let [own, other] = masks;
    let (white, black) = if winner == Player::First { (own, other) } else { (other, own) };
    PentagoSwap::from_masks(white, black).ok()
}

/// Returns the move of a byte for contents in this arrangement.
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

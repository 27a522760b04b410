//! Checks a certificate of Pentago-Swap: that the side to move wins within so many plies, whatever
//! the opponent does. The rules are written out here once more, on a board of 36 characters: this
//! program uses no other crate.
//!
//! `cargo run --release -p gambol-solver --example check_certificate -- FILE`

/// `w`, `b` or `.`: rows from the top, each from the left.
type Board = [u8; 36];

/// The cells of a board in another order: `order[cell]` is the cell that comes to `cell`.
type Order = [usize; 36];

/// What the rules say of lines, swaps and symmetries.
struct Rules {
    /// The 32 lines of five cells.
    lines: Vec<[usize; 5]>,
    /// Six swaps: quadrants A B, A C, A D, B C, B D, C D change places.
    swaps: Vec<Order>,
    /// The eight symmetries of the square.
    symmetries: Vec<Order>,
}

/// Position, side to move, plies, plies of search; nine bytes for a board and a move each.
type Certificate<'a> = (Board, u8, usize, usize, &'a [[u8; 9]]);

impl Rules {
    fn new() -> Self {
        let mut lines = Vec::new();
        for (right, down) in [(1, 0), (0, 1), (1, 1), (-1, 1)] {
            for start in 0..36_i32 {
                let cells = [0, 1, 2, 3, 4].map(|step| (start % 6 + right * step, start / 6 + down * step));
                if cells.iter().all(|(x, y)| (0..6).contains(x) && (0..6).contains(y)) {
                    lines.push(cells.map(|(x, y)| (6 * y + x) as usize));
                }
            }
        }
        let corners = [0, 3, 18, 21];
        let mut swaps = Vec::new();
        for (one, other) in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)] {
            let mut order: Order = std::array::from_fn(|cell| cell);
            for offset in [0, 1, 2, 6, 7, 8, 12, 13, 14] {
                order.swap(corners[one] + offset, corners[other] + offset);
            }
            swaps.push(order);
        }
        let symmetries = (0..8).map(|symmetry| {
            std::array::from_fn(|cell| {
                let (x, y) = (cell % 6, cell / 6);
                let (x, y) = if symmetry & 1 == 0 { (x, y) } else { (y, x) };
                let x = if symmetry & 2 == 0 { x } else { 5 - x };
                let y = if symmetry & 4 == 0 { y } else { 5 - y };
                6 * y + x
            })
        });
        Self { lines, swaps, symmetries: symmetries.collect() }
    }

    fn five(&self, board: &Board, side: u8) -> bool {
        self.lines.iter().any(|line| line.iter().all(|&cell| board[cell] == side))
    }

    /// Places a piece, then swaps.
    fn play(&self, board: &Board, cell: usize, swap: usize, side: u8) -> Board {
        let mut placed = *board;
        placed[cell] = side;
        arrange(&placed, &self.swaps[swap])
    }

    /// Whether `side`, to move, has five after some move, and the opponent has not.
    ///
    /// A piece on an empty cell before the swap is a piece on another empty cell after it: so the
    /// swap can be made first.
    fn wins_at_once(&self, board: &Board, side: u8) -> bool {
        self.swaps.iter().any(|swap| {
            let swapped = arrange(board, swap);
            let reaches = self.lines.iter().any(|line| {
                let count = |piece| line.iter().filter(|&&cell| swapped[cell] == piece).count();
                count(side) == 5 || count(side) == 4 && count(b'.') == 1
            });
            reaches && board.contains(&b'.') && !self.five(&swapped, opponent(side))
        })
    }

    /// Whether `side`, to move, wins within `plies`: a plain search.
    fn wins(&self, board: &Board, side: u8, plies: usize) -> bool {
        if plies == 0 {
            return false;
        }
        self.wins_at_once(board, side)
            || plies >= 3
                && moves(board).any(|(cell, swap)| {
                    let after = self.play(board, cell, swap, side);
                    !self.five(&after, side)
                        && !self.five(&after, opponent(side))
                        && after.contains(&b'.')
                        && self.replies(&after, opponent(side)).all(|(next, over)| match over {
                            Some(winner) => winner == side,
                            None => self.wins(&next, side, plies - 2),
                        })
                })
    }

    /// The boards after all moves of `side`, with the winner if the game is over; `.` for a draw.
    fn replies(&self, board: &Board, side: u8) -> impl Iterator<Item = (Board, Option<u8>)> {
        moves(board).map(move |(cell, swap)| {
            let next = self.play(board, cell, swap, side);
            let over = match (self.five(&next, b'w'), self.five(&next, b'b')) {
                (true, true) => Some(b'.'),
                (true, false) => Some(b'w'),
                (false, true) => Some(b'b'),
                (false, false) => (!next.contains(&b'.')).then_some(b'.'),
            };
            (next, over)
        })
    }

    /// The lowest number of the eight images of a board.
    fn number(&self, board: &Board) -> u64 {
        let number = |order: &Order| {
            let digit = |cell: &usize| b".wb".iter().position(|&piece| piece == board[*cell]).unwrap_or(0) as u64;
            order.iter().rev().fold(0, |number, cell| 3 * number + digit(cell))
        };
        self.symmetries.iter().map(number).min().unwrap_or(0)
    }
}

fn opponent(side: u8) -> u8 {
    if side == b'w' { b'b' } else { b'w' }
}

fn arrange(board: &Board, order: &Order) -> Board {
    order.map(|cell| board[cell])
}

fn moves(board: &Board) -> impl Iterator<Item = (usize, usize)> {
    let empty = (0..36).filter(|&cell| board[cell] == b'.');
    empty.flat_map(|cell| (0..6).map(move |swap| (cell, swap)))
}

/// The board with this number.
fn board(mut number: u64) -> Board {
    std::array::from_fn(|_| {
        let piece = b".wb"[(number % 3) as usize];
        number /= 3;
        piece
    })
}

fn read(file: &[u8]) -> Option<Certificate<'_>> {
    let mut parts = file.splitn(4, |&byte| byte == b'\n');
    let mut line = || std::str::from_utf8(parts.next()?).ok();
    let (title, position, counts) = (line()?, line()?, line()?);
    let [_, root, side] = position.split(' ').collect::<Vec<_>>().try_into().ok()?;
    let ["plies", plies, "search", search, "entries", entries] = *counts.split(' ').collect::<Vec<_>>() else {
        return None;
    };
    let (chunks, rest) = parts.next()?.as_chunks::<9>();
    if !rest.is_empty() || entries.parse() != Ok(chunks.len()) {
        return None;
    }
    let root: Board = root.as_bytes().try_into().ok()?;
    let known = title == "pentago-swap certificate 1" && root.iter().all(|piece| b"wb.".contains(piece));
    let side = *side.as_bytes().first()?;
    known.then_some((root, side, plies.parse().ok()?, search.parse().ok()?, chunks))
}

/// Follows the strategy from the root against every reply. The number of entries, or what is wrong.
///
/// Every two plies of a line lead to a layer with fewer plies left, so a line cannot go in circles.
pub(crate) fn check(file: &[u8], mut progress: impl FnMut(usize, usize)) -> Result<usize, String> {
    let (root, side, plies, search, entries) = read(file).ok_or("not a whole certificate of this version")?;
    let rules = Rules::new();
    let number_of = |entry: &[u8; 9]| entry[..8].iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte));
    let numbers: Vec<u64> = entries.iter().map(number_of).collect();
    let count = |piece| (0..36).filter(|&cell| root[cell] == piece).count();
    if !numbers.is_sorted_by(|one, other| one < other) {
        return Err("the entries are not in ascending order".into());
    }
    if count(b'w') != count(b'b') + usize::from(side == b'b') || rules.five(&root, b'w') || rules.five(&root, b'b') {
        return Err("the position is not one in which this side is to move".into());
    }
    let find = |board: &Board| numbers.binary_search(&rules.number(board)).ok();
    let mut layer = Vec::from_iter(find(&root));
    if layer.is_empty() && !rules.wins(&root, side, search.min(plies)) {
        return Err("the position has no entry".into());
    }
    let (mut reached, mut left, mut done) = (vec![false; entries.len()], plies, 0);
    while !layer.is_empty() {
        let mut next = Vec::new();
        for index in layer {
            let (position, action) = (board(numbers[index]), usize::from(entries[index][8]));
            let fail =
                |what: &str| Err(format!("{what}: {} {side}", String::from_utf8_lossy(&position), side = side as char));
            if left == 0 || action >= 216 || position[action / 6] != b'.' {
                return fail("no legal move, or too many plies");
            }
            let after = rules.play(&position, action / 6, action % 6, side);
            let won = rules.five(&after, side);
            if rules.five(&after, opponent(side)) || !won && (left < 2 || !after.contains(&b'.')) {
                return fail("the move does not win");
            }
            for (reply, over) in rules.replies(&after, opponent(side)).filter(|_| !won) {
                let at_once = over.is_none() && left > 2 && rules.wins_at_once(&reply, side);
                let found = if at_once || over.is_some() { None } else { find(&reply) };
                let fine = at_once
                    || match (over, found) {
                        (Some(winner), _) => winner == side,
                        (None, Some(index)) if left > 2 => {
                            if !std::mem::replace(&mut reached[index], true) {
                                next.push(index);
                            }
                            true
                        }
                        _ => rules.wins(&reply, side, search.min(left - 2)),
                    };
                if !fine {
                    return fail("a reply escapes");
                }
            }
            done += 1;
            progress(done, entries.len());
        }
        layer = next;
        left = left.saturating_sub(2);
    }
    if done == entries.len() { Ok(done) } else { Err("some entries are never reached".into()) }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args_os().nth(1).ok_or("usage: check_certificate FILE")?;
    let file = std::fs::read(path)?;
    let entries = check(&file, |done, all| {
        if done % 10_000 == 0 {
            eprintln!("{done} of {all} entries");
        }
    })?;
    let head: Vec<_> = file.splitn(4, |&byte| byte == b'\n').skip(1).take(2).map(String::from_utf8_lossy).collect();
    println!("accepted, {entries} entries: {}", head.join("; "));
    Ok(())
}

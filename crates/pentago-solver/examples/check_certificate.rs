//! Checks a certificate of Pentago-Swap: a proof that the side to move wins within a number of
//! plies against every defence. The rules are implemented here independently, on a board of 36
//! cells: this program uses no other crate.
//!
//! `cargo run --release -p gambol-pentago-solver --example check_certificate -- FILE`

#![allow(clippy::naive_bytecount, reason = "a board has 36 cells")]

use std::array::from_fn;

/// The content of a cell.
const EMPTY: u8 = 0;
const WINNER: u8 = 1;
const OPPONENT: u8 = 2;

/// A quadrant: its nine cells, row by row, as digits of base three, the first the lowest.
type Quadrant = u16;

/// Four quadrants, irrespective of their places.
type Contents = [Quadrant; 4];

/// Boards with the same contents: bit `p` stands for the board on which the places A, B, C, D (top
/// left, top right, bottom left, bottom right) have the contents of arrangement `p`.
type Boards = u32;

/// Tables of the lines, swaps and symmetries.
struct Rules {
    /// The 32 lines of five cells.
    lines: Vec<[usize; 5]>,
    /// The 24 orders of four contents, in lexicographic order.
    arrangements: Vec<[usize; 4]>,
    /// By arrangement, whether it is odd (an odd number of pairs in descending order), and its
    /// number among the odd or even ones.
    ranks: Vec<(bool, usize)>,
    /// By arrangement, the results of the swaps AB, AC, AD, BC, BD, CD.
    swapped: Vec<[usize; 6]>,
    /// By symmetry of the square, the image of each place.
    places: [[usize; 4]; 8],
    /// By quadrant and symmetry, the image of the quadrant.
    images: Vec<[Quadrant; 8]>,
    /// The cells of each quadrant.
    cells: Vec<[u8; 9]>,
}

/// Image of a cell of a board: reflected at the diagonal or not, then in each direction.
fn carried(symmetry: usize, (x, y): (usize, usize), edge: usize) -> (usize, usize) {
    let (x, y) = if symmetry & 1 == 0 { (x, y) } else { (y, x) };
    let x = if symmetry & 2 == 0 { x } else { edge - 1 - x };
    (x, if symmetry & 4 == 0 { y } else { edge - 1 - y })
}

fn number(cells: [u8; 9]) -> Quadrant {
    cells.iter().rev().fold(0, |number, &cell| 3 * number + Quadrant::from(cell))
}

fn bits(set: Boards) -> impl Iterator<Item = usize> {
    (0..24).filter(move |bit| set >> bit & 1 == 1)
}

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
        let orders = (0..256).map(|code| [code >> 6, code >> 4 & 3, code >> 2 & 3, code & 3]);
        let arrangements: Vec<[usize; 4]> = orders.filter(|order| (0..4).all(|one| order.contains(&one))).collect();
        let swap = |order: &[usize; 4], (one, other)| {
            let mut order = *order;
            order.swap(one, other);
            arrangements.iter().position(|known| *known == order).unwrap_or(0)
        };
        let pairs = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];
        let swapped = arrangements.iter().map(|order| pairs.map(|pair| swap(order, pair))).collect();
        let is_odd = |order: &[usize; 4]| {
            let pairs = (0..4).flat_map(|high| (0..high).map(move |low| (low, high)));
            pairs.filter(|&(low, high)| order[low] > order[high]).count() % 2 == 1
        };
        let ranks = arrangements.iter().enumerate().map(|(at, order)| {
            let earlier = arrangements[..at].iter().filter(|other| is_odd(other) == is_odd(order));
            (is_odd(order), earlier.count())
        });
        let ranks = ranks.collect();
        let places = from_fn(|symmetry| {
            from_fn(|place| {
                let (x, y) = carried(symmetry, (place % 2, place / 2), 2);
                2 * y + x
            })
        });
        let cells: Vec<[u8; 9]> =
            (0..19_683).map(|number| from_fn(|cell| (number / 3_u32.pow(cell as u32) % 3) as u8)).collect();
        let image = |cells: &[u8; 9], symmetry| {
            let mut image = [EMPTY; 9];
            for (cell, &piece) in cells.iter().enumerate() {
                let (x, y) = carried(symmetry, (cell % 3, cell / 3), 3);
                image[3 * y + x] = piece;
            }
            number(image)
        };
        let images = cells.iter().map(|cells| from_fn(|symmetry| image(cells, symmetry))).collect();
        Self { lines, arrangements, ranks, swapped, places, images, cells }
    }

    /// The boards that result from a swap of some of these; conversely, those from which a swap
    /// leads to these.
    fn swaps(&self, boards: Boards) -> Boards {
        bits(boards).flat_map(|board| self.swapped[board]).fold(0, |all, board| all | 1 << board)
    }

    /// The boards among these on which a side has five in a row, and those on which it has four in
    /// a row of five cells with the fifth empty.
    fn lines(&self, contents: Contents, side: u8, boards: Boards) -> (Boards, Boards) {
        let (mut five, mut four) = (0, 0);
        for number in bits(boards) {
            let quadrants = self.arrangements[number].map(|label| &self.cells[usize::from(contents[label])]);
            let board: [u8; 36] = from_fn(|cell| quadrants[cell / 18 * 2 + cell % 6 / 3][cell / 6 % 3 * 3 + cell % 3]);
            for line in &self.lines {
                let cells = line.map(|cell| board[cell]);
                let own = cells.iter().filter(|&&cell| cell == side).count();
                five |= Boards::from(own == 5) << number;
                four |= Boards::from(own == 4 && cells.contains(&EMPTY)) << number;
            }
        }
        (five, four)
    }

    fn empty(&self, contents: Contents) -> impl Iterator<Item = (usize, usize)> {
        let all = (0..36).map(|cell| (cell / 9, cell % 9));
        all.filter(move |&(label, cell)| self.cells[usize::from(contents[label])][cell] == EMPTY)
    }

    /// The boards among these on which the winner, to move, wins within `plies`. None of them may
    /// be over.
    ///
    /// A piece on an empty cell before the swap is a piece on another empty cell after it. The swap
    /// can therefore be made first, to see which lines can be completed.
    fn wins(&self, contents: Contents, boards: Boards, plies: usize) -> Boards {
        if plies == 0 || boards == 0 {
            return 0;
        }
        let after = self.swaps(boards);
        let after = after & !self.lines(contents, OPPONENT, after).0;
        let (five, four) = self.lines(contents, WINNER, after);
        let mut won = boards & self.swaps(five | four);
        if plies >= 3 {
            for (label, cell) in self.empty(contents) {
                let next = placed(contents, label, cell, WINNER);
                let reached = self.swaps(boards & !won) & after;
                let mut good = reached & !self.lines(next, WINNER, reached).0;
                self.replies(next, good, |reply, open, lost| {
                    let open = open & self.swaps(good);
                    good &= !self.swaps(lost | open & !self.wins(reply, open, plies - 2));
                });
                won |= boards & self.swaps(good);
            }
        }
        won
    }

    /// Calls `show` with the contents after every piece of the opponent, and the boards after his
    /// swaps of some boards: those on which the game continues, and those that the winner can no
    /// longer win.
    fn replies(&self, contents: Contents, boards: Boards, mut show: impl FnMut(Contents, Boards, Boards)) {
        let reached = self.swaps(boards);
        let won = self.lines(contents, WINNER, reached).0;
        for (label, cell) in self.empty(contents) {
            let reply = placed(contents, label, cell, OPPONENT);
            let five = self.lines(reply, OPPONENT, reached).0;
            let is_full = self.empty(reply).next().is_none();
            let lost = if is_full { five | reached & !won } else { five };
            show(reply, reached & !won & !lost, lost);
        }
    }

    /// The image of the contents with the lowest number, with the quadrants in descending order,
    /// and all ways to obtain it: a symmetry, and the new label of each content.
    fn canonical(&self, contents: Contents) -> (u64, Vec<(usize, [usize; 4])>) {
        let sorted: [[(Quadrant, usize); 4]; 8] = from_fn(|symmetry| {
            let mut image = from_fn(|label| (self.images[usize::from(contents[label])][symmetry], label));
            image.sort_unstable_by(|one, other| other.cmp(one));
            image
        });
        let packed = |image: &[(Quadrant, usize); 4]| image.iter().fold(0, |all, one| all << 15 | u64::from(one.0));
        let lowest = sorted.iter().map(packed).min().unwrap_or(0);
        let mut ways = Vec::new();
        for (symmetry, image) in sorted.iter().enumerate().filter(|(_, image)| packed(image) == lowest) {
            for order in &self.arrangements {
                if (0..4).all(|at| image[order[at]].0 == image[at].0) {
                    let mut labels = [0; 4];
                    (0..4).for_each(|at| labels[image[order[at]].1] = at);
                    ways.push((symmetry, labels));
                }
            }
        }
        (lowest, ways)
    }

    /// The arrangement of canonical contents to which a way maps an arrangement.
    fn image(&self, board: usize, &(symmetry, labels): &(usize, [usize; 4])) -> usize {
        let mut image = [0; 4];
        (0..4).for_each(|place| image[self.places[symmetry][place]] = labels[self.arrangements[board][place]]);
        self.arrangements.iter().position(|known| *known == image).unwrap_or(0)
    }
}

/// The contents with a piece on an empty cell.
fn placed(mut contents: Contents, label: usize, cell: usize, side: u8) -> Contents {
    contents[label] += Quadrant::from(side) * Quadrant::pow(3, cell as u32);
    contents
}

/// Root, plies, plies of search, and the entries: contents, and moves by arrangement.
type Certificate<'a> = (Contents, usize, usize, &'a [[u8; 20]]);

fn read(file: &[u8]) -> Option<Certificate<'_>> {
    let mut parts = file.splitn(4, |&byte| byte == b'\n');
    let mut line = || std::str::from_utf8(parts.next()?).ok();
    let (title, position, counts) = (line()?, line()?, line()?);
    let ["position", board, side] = *position.split(' ').collect::<Vec<_>>() else { return None };
    let ["plies", plies, "search", search, "entries", entries] = *counts.split(' ').collect::<Vec<_>>() else {
        return None;
    };
    let (chunks, rest) = parts.next()?.as_chunks::<20>();
    if title != "pentago-swap certificate 2" || !rest.is_empty() || entries.parse() != Ok(chunks.len()) {
        return None;
    }
    let board: [u8; 36] = board.as_bytes().try_into().ok()?;
    let (winner, opponent) = if side == "w" { (b'w', b'b') } else { (b'b', b'w') };
    let count = |piece| board.iter().filter(|&&cell| cell == piece).count();
    let legal = count(b'w') + count(b'b') + count(b'.') == 36 && count(b'w') == count(b'b') + usize::from(side == "b");
    let digit = |cell: u8| u8::from(cell == winner) * WINNER + u8::from(cell == opponent) * OPPONENT;
    let quadrant =
        |place: usize| from_fn(|cell| digit(board[place / 2 * 18 + place % 2 * 3 + cell / 3 * 6 + cell % 3]));
    let root = from_fn(|place| number(quadrant(place)));
    let plies = plies.parse().ok().filter(|&plies| plies <= 36)?;
    (legal && ["w", "b"].contains(&side)).then_some((root, plies, search.parse().ok()?, chunks))
}

/// The code of no move in an entry.
const NONE: u8 = 255;

/// A certificate whose strategy is being followed.
struct Check<'a> {
    rules: Rules,
    search: usize,
    entries: &'a [[u8; 20]],
    /// The numbers of the entries: four contents of 15 bits, and a bit for odd arrangements.
    numbers: Vec<u64>,
    /// By entry, the boards that need a move.
    wanted: Vec<Boards>,
}

impl Check<'_> {
    fn contents(&self, entry: usize) -> Contents {
        from_fn(|at| (self.numbers[entry] >> (45 - 15 * at) & 0x7FFF) as Quadrant)
    }

    fn pieces(&self, contents: Contents) -> usize {
        36 - self.rules.empty(contents).count()
    }

    /// Marks boards as in need of a move; returns those without one.
    fn ask(&mut self, contents: Contents, boards: Boards) -> Boards {
        let (number, ways) = self.rules.canonical(contents);
        let mut open = boards;
        for board in bits(boards) {
            // If the contents have symmetries, the same board has more than one image.
            let found = ways.iter().find_map(|way| {
                let image = self.rules.image(board, way);
                let number = number | u64::from(self.rules.ranks[image].0) << 60;
                let entry = self.numbers.binary_search(&number).ok()?;
                (self.action(entry, image) != NONE).then_some((entry, image))
            });
            if let Some((entry, image)) = found {
                self.wanted[entry] |= 1 << image;
                open &= !(1 << board);
            }
        }
        open
    }

    fn action(&self, entry: usize, board: usize) -> u8 {
        self.entries[entry][8 + self.rules.ranks[board].1]
    }

    /// Checks that all boards of an entry that need a move are won within `left` plies, provided
    /// that the boards after the replies are. Returns the first error.
    fn follow(&mut self, entry: usize, left: usize) -> Result<(), &'static str> {
        let contents = self.contents(entry);
        let actions: Vec<(usize, usize)> =
            bits(self.wanted[entry]).map(|board| (board, usize::from(self.action(entry, board)))).collect();
        if actions.iter().any(|&(_, action)| action >= 6 * 36) {
            return Err("no move");
        }
        for cell in 0..36 {
            let here = actions.iter().filter(|(_, action)| action / 6 == cell);
            let reached = here.fold(0, |all, (board, action)| all | 1 << self.rules.swapped[*board][action % 6]);
            if reached == 0 {
                continue;
            }
            if self.rules.cells[usize::from(contents[cell / 9])][cell % 9] != EMPTY {
                return Err("a move to a cell that is taken");
            }
            let after = placed(contents, cell / 9, cell % 9, WINNER);
            let open = reached & !self.rules.lines(after, WINNER, reached).0;
            if self.rules.lines(after, OPPONENT, reached).0 != 0 || left < 3 && open != 0 {
                return Err("a move does not win");
            }
            if open == 0 {
                continue;
            }
            let mut replies = Vec::new();
            self.rules.replies(after, open, |reply, open, lost| replies.push((reply, open, lost)));
            for (reply, boards, lost) in replies {
                let mut rest = boards & !self.rules.wins(reply, boards, 1);
                if rest != 0 && left > 3 {
                    rest = self.ask(reply, rest);
                }
                rest &= !self.rules.wins(reply, rest, self.search.min(left - 2));
                if lost != 0 || rest != 0 {
                    return Err("a reply escapes");
                }
            }
        }
        Ok(())
    }
}

/// Follows the strategy from the root against every reply. Returns the number of boards with a
/// move, or an error.
///
/// Entries are processed in the order of their numbers of pieces: all lines to an entry are known
/// before its turn, and no line is circular.
pub(crate) fn check(file: &[u8], mut progress: impl FnMut(usize, usize)) -> Result<usize, String> {
    let (root, plies, search, entries) = read(file).ok_or("not a whole certificate of this version")?;
    let number = |entry: &[u8; 20]| entry[..8].iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte));
    let (numbers, wanted): (Vec<u64>, _) = (entries.iter().map(number).collect(), vec![0; entries.len()]);
    let mut check = Check { rules: Rules::new(), search, entries, numbers, wanted };
    let in_range =
        |entry: usize| check.numbers[entry] >> 61 == 0 && check.contents(entry).iter().all(|&one| one < 19_683);
    if !check.numbers.is_sorted_by(|one, other| one < other) || !(0..entries.len()).all(in_range) {
        return Err("the entries are not boards in ascending order".into());
    }
    let is_over = [WINNER, OPPONENT].iter().any(|&side| check.rules.lines(root, side, 1).0 != 0);
    if is_over || check.rules.empty(root).next().is_none() {
        return Err("the game is over in the position".into());
    }
    if check.ask(root, 1) != 0 && check.rules.wins(root, 1, search.min(plies)) == 0 {
        return Err("the position has no entry".into());
    }
    let mut order: Vec<usize> = (0..entries.len()).collect();
    order.sort_by_cached_key(|&entry| check.pieces(check.contents(entry)));
    let (first, mut boards) = (check.pieces(root), 0);
    for (done, &entry) in order.iter().enumerate() {
        progress(done, entries.len());
        let left = (plies + first).saturating_sub(check.pieces(check.contents(entry)));
        let followed = match check.wanted[entry] {
            // Boards with more than one entry, because of their symmetries, use the first.
            0 => Ok(()),
            _ if left == 0 => Err("too many plies"),
            _ => check.follow(entry, left),
        };
        if let Err(what) = followed {
            return Err(format!("{what}: entry {entry}, contents {:?}", check.contents(entry)));
        }
        boards += check.wanted[entry].count_ones() as usize;
    }
    Ok(boards)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args_os().nth(1).ok_or("usage: check_certificate FILE")?;
    let file = std::fs::read(path)?;
    let boards = check(&file, |done, all| {
        if done % 100_000 == 99_999 {
            eprintln!("{} of {all} entries", done + 1);
        }
    })?;
    let head: Vec<_> = file.splitn(4, |&byte| byte == b'\n').skip(1).take(2).map(String::from_utf8_lossy).collect();
    println!("accepted, {boards} boards: {}", head.join("; "));
    Ok(())
}

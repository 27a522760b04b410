//! Searches Pentago-Swap for a forced win within N plies of the empty board: an independent, simple
//! program for comparison with the solver. It searches boards one by one, with its own
//! implementation of the rules, and uses no other crate.
//!
//! `cargo run --release -p gambol-pentago-solver --example short_wins -- SIDE PLIES`
//!
//! `SIDE` is `w` or `b`. The answer is exact: all moves of both sides are searched, except pieces
//! of the attacker after which too few are left for any line of five, and the table stores complete
//! boards.

use std::array::from_fn;

/// A set of cells: bit 6 · row + column.
type Cells = u64;

/// The shift of each quadrant from the first: top left, top right, bottom left, bottom right.
const QUADRANTS: [u32; 4] = [0, 3, 18, 21];

/// The cells of the first quadrant.
const QUADRANT: Cells = 0b111 | 0b111 << 6 | 0b111 << 12;

/// The pairs of quadrants that a swap exchanges.
const SWAPS: [(usize, usize); 6] = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];

const BOARD: Cells = (1 << 36) - 1;

/// A board with its result: the pieces of the two sides, and whether the attacker wins.
#[derive(Clone, Copy, PartialEq)]
struct Entry {
    own: Cells,
    other: Cells,
    is_won: bool,
}

/// A search for a win of one side, the attacker, within a number of plies.
///
/// Boards are pairs: the attacker's pieces, and the defender's.
pub(crate) struct Search {
    lines: Vec<Cells>,
    /// The source of the quadrant at each place: the 24 orders of four quadrants.
    orders: Vec<[usize; 4]>,
    /// By symmetry of the square, row and pattern of the row: the image.
    images: Vec<[[Cells; 64]; 6]>,
    table: Vec<Option<Entry>>,
    /// Number of boards searched.
    pub(crate) nodes: u64,
}

fn swapped(cells: Cells, (one, other): (usize, usize)) -> Cells {
    let (one, other) = (QUADRANTS[one], QUADRANTS[other]);
    let rest = cells & !(QUADRANT << one | QUADRANT << other);
    rest | (cells >> one & QUADRANT) << other | (cells >> other & QUADRANT) << one
}

/// The cells with each place's quadrant taken from the place given by the order.
fn ordered(cells: Cells, order: &[usize; 4]) -> Cells {
    (0..4).fold(0, |all, place| all | (cells >> QUADRANTS[order[place]] & QUADRANT) << QUADRANTS[place])
}

/// The cells that [`ordered`] maps to these.
fn unordered(cells: Cells, order: &[usize; 4]) -> Cells {
    (0..4).fold(0, |all, place| all | (cells >> QUADRANTS[place] & QUADRANT) << QUADRANTS[order[place]])
}

/// The single cells of a set.
fn each(mut cells: Cells) -> impl Iterator<Item = Cells> {
    std::iter::from_fn(move || {
        let cell = cells & cells.wrapping_neg();
        cells ^= cell;
        (cell != 0).then_some(cell)
    })
}

impl Search {
    /// Creates a search with a table of `1 << bits` boards.
    pub(crate) fn new(bits: u32) -> Self {
        let mut lines = Vec::new();
        for (right, down) in [(1, 0), (0, 1), (1, 1), (-1, 1)] {
            for start in 0..36_i32 {
                let cells = [0, 1, 2, 3, 4].map(|step| (start % 6 + right * step, start / 6 + down * step));
                if cells.iter().all(|(x, y)| (0..6).contains(x) && (0..6).contains(y)) {
                    lines.push(cells.iter().fold(0, |line, (x, y)| line | 1 << (6 * y + x)));
                }
            }
        }
        let orders = (0..256).map(|code| [code >> 6, code >> 4 & 3, code >> 2 & 3, code & 3]);
        let orders = orders.filter(|order| (0..4).all(|place| order.contains(&place))).collect();
        let images = (0..8).map(|symmetry| {
            from_fn(|row| {
                from_fn(|pattern| {
                    let columns = (0..6).filter(|column| pattern >> column & 1 == 1);
                    columns.fold(0, |image, column| {
                        let (x, y) = if symmetry & 1 == 0 { (column, row) } else { (row, column) };
                        let x = if symmetry & 2 == 0 { x } else { 5 - x };
                        let y = if symmetry & 4 == 0 { y } else { 5 - y };
                        image | 1 << (6 * y + x)
                    })
                })
            })
        });
        Self { lines, orders, images: images.collect(), table: vec![None; 1 << bits], nodes: 0 }
    }

    fn has_five(&self, side: Cells) -> bool {
        self.lines.iter().any(|line| side & line == *line)
    }

    /// Whether the attacker, to move, wins by this move. A piece can equally be placed after the
    /// swap.
    fn wins_at_once(&self, own: Cells, other: Cells) -> bool {
        SWAPS.iter().any(|&swap| {
            let (own, other) = (swapped(own, swap), swapped(other, swap));
            let completes = |line: &Cells| (line & !own).count_ones() <= 1 && line & other == 0;
            self.lines.iter().any(completes) && !self.has_five(other)
        })
    }

    /// The attacker's cells after which a line of five is possible with `left` more pieces: a line
    /// that, in some order of the quadrants, lacks no more cells and has no piece of the defender.
    fn useful(&self, own: Cells, other: Cells, left: u32) -> Cells {
        let empty = BOARD & !(own | other);
        let mut useful = 0;
        for order in &self.orders {
            let (mine, theirs) = (ordered(own, order), ordered(other, order));
            for line in self.lines.iter().filter(|&line| line & theirs == 0) {
                let lacking = line & !mine;
                if lacking.count_ones() <= left {
                    return empty;
                }
                if lacking.count_ones() == left + 1 {
                    useful |= unordered(lacking, order);
                }
            }
        }
        useful
    }

    /// The cells, those on most of the attacker's lines first.
    fn by_promise(&self, own: Cells, other: Cells, cells: Cells) -> Vec<Cells> {
        let mut scores = [0_u32; 36];
        for order in &self.orders {
            let (mine, theirs) = (ordered(own, order), ordered(other, order));
            for line in self.lines.iter().filter(|&line| line & theirs == 0 && line & mine != 0) {
                let weight = 1 << (2 * (line & mine).count_ones());
                each(unordered(line & !mine, order)).for_each(|cell| scores[cell.trailing_zeros() as usize] += weight);
            }
        }
        let mut cells: Vec<Cells> = each(cells).collect();
        cells.sort_by_key(|cell| std::cmp::Reverse(scores[cell.trailing_zeros() as usize]));
        cells
    }

    /// Whether the attacker, to move in a game that is not over, forces a win within `plies`.
    pub(crate) fn attack(&mut self, own: Cells, other: Cells, plies: u32) -> bool {
        self.nodes += 1;
        if plies == 0 || own | other == BOARD {
            return false;
        }
        if self.wins_at_once(own, other) {
            return true;
        }
        let useful = if plies == 1 { 0 } else { self.useful(own, other, plies.div_ceil(2) - 1) };
        if useful == 0 {
            return false;
        }
        self.remembered(own, other, plies, |search| {
            let cells = if plies > 3 { search.by_promise(own, other, useful) } else { each(useful).collect() };
            cells.into_iter().any(|cell| {
                SWAPS.iter().any(|&swap| {
                    let (own, other) = (swapped(own | cell, swap), swapped(other, swap));
                    !search.has_five(other) && search.defend(own, other, plies - 1)
                })
            })
        })
    }

    /// Whether the attacker forces a win within `plies` in a game that is not over, with the
    /// defender to move.
    pub(crate) fn defend(&mut self, own: Cells, other: Cells, plies: u32) -> bool {
        self.nodes += 1;
        if plies == 0 || own | other == BOARD {
            return false;
        }
        // A piece of the defender adds no win to those of the attacker after a swap alone.
        let escapes = |&swap: &(usize, usize)| {
            let (own, other) = (swapped(own, swap), swapped(other, swap));
            self.has_five(other) || !self.has_five(own) && (plies == 1 || !self.wins_at_once(own, other))
        };
        if plies <= 2 && SWAPS.iter().any(escapes) {
            return false;
        }
        self.remembered(own, other, plies, |search| {
            let empty = BOARD & !(own | other);
            let cells = if plies > 2 { search.by_promise(own, other, empty) } else { each(empty).collect() };
            cells.into_iter().all(|cell| {
                SWAPS.iter().all(|&swap| {
                    let (own, other) = (swapped(own, swap), swapped(other | cell, swap));
                    !search.has_five(other) && (search.has_five(own) || search.attack(own, other, plies - 1))
                })
            })
        })
    }

    /// The result of a board, from the table if possible. The number of pieces determines the
    /// plies.
    fn remembered(&mut self, own: Cells, other: Cells, plies: u32, search: impl FnOnce(&mut Self) -> bool) -> bool {
        if plies < 3 {
            return search(self);
        }
        let turned = |cells: Cells, image: &[[Cells; 64]; 6]| {
            (0..6).fold(0, |all, row| all | image[row][(cells >> (6 * row) & 63) as usize])
        };
        let images = self.images.iter().map(|image| (turned(own, image), turned(other, image)));
        let (own, other) = images.min().unwrap_or((own, other));
        let mixed = (own.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ other).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        let at = (mixed >> 20) as usize & (self.table.len() - 1);
        if let Some(entry) = self.table[at].filter(|entry| (entry.own, entry.other) == (own, other)) {
            return entry.is_won;
        }
        let is_won = search(self);
        self.table[at] = Some(Entry { own, other, is_won });
        is_won
    }
}

/// Whether a side forces a win within `plies` of the empty board, and the number of boards
/// searched.
pub(crate) fn from_empty(is_white: bool, plies: u32, bits: u32) -> (bool, u64) {
    let mut search = Search::new(bits);
    let is_won = if is_white { search.attack(0, 0, plies) } else { search.defend(0, 0, plies) };
    (is_won, search.nodes)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [side, plies] = arguments.as_slice() else { return Err("usage: short_wins SIDE PLIES".into()) };
    let is_white = match side.as_str() {
        "w" => true,
        "b" => false,
        _ => return Err("SIDE is w or b".into()),
    };
    let (is_won, nodes) = from_empty(is_white, plies.parse()?, 24);
    println!("{side} wins within {plies} plies: {}; {nodes} boards", if is_won { "yes" } else { "no" });
    Ok(())
}

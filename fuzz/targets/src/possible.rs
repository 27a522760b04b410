//! Checks of whether the rules allow a position: slow implementations of `docs/rules` and
//! `docs/notation.md`, which share no code with the parsers.

use std::collections::BTreeSet;

use gambol::five_or_more::{self, FiveOrMore, Preview, Removal};
use gambol::match5::{self, Match5};
use gambol::pentago_swap::PentagoSwap;
use gambol::tenten::TenTen;
use gambol::threes::{End, Phase, Threes};
use gambol::{Cell, Game, Player};

use crate::positions::Checked;

/// A board of marks, `None` if empty, rows from the top.
type Grid<T> = Vec<Vec<Option<T>>>;

fn grid<T>(width: u8, height: u8, mark: impl Fn(Cell) -> Option<T>) -> Grid<T> {
    (0..height).map(|row| (0..width).map(|column| mark(Cell::new(column, row))).collect()).collect()
}

/// Returns the cells of all rows of at least `least` equal marks, in any of the four directions.
fn rows_of<T: Copy + PartialEq>(grid: &Grid<T>, least: usize) -> Vec<(T, BTreeSet<(usize, usize)>)> {
    let at = |row: isize, column: isize| {
        let line = grid.get(usize::try_from(row).ok()?)?;
        *line.get(usize::try_from(column).ok()?)?
    };
    let mut rows = Vec::new();
    for row in 0..grid.len() as isize {
        for column in 0..grid[0].len() as isize {
            let Some(mark) = at(row, column) else { continue };
            for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                if at(row - down, column - right) == Some(mark) {
                    continue;
                }
                let cells: BTreeSet<(usize, usize)> = (0..99)
                    .map(|step| (row + step * down, column + step * right))
                    .take_while(|&(row, column)| at(row, column) == Some(mark))
                    .map(|(row, column)| (row as usize, column as usize))
                    .collect();
                if cells.len() >= least {
                    rows.push((mark, cells));
                }
            }
        }
    }
    rows
}

fn ensure(holds: bool, reason: &str) -> Result<(), String> {
    if holds { Ok(()) } else { Err(reason.to_owned()) }
}

impl<B: five_or_more::Bits> Checked for FiveOrMore<B> {
    fn possible(&self) -> Result<(), String> {
        let rules = self.rules();
        let board = grid(self.width(), self.height(), |cell| self.stone(cell));
        let stones = board.iter().flatten().flatten().count();
        let free = board.iter().flatten().count() - stones;
        let next: Vec<_> = self.next().collect();
        let places: Vec<Cell> = next.iter().filter_map(|stone| stone.place).collect();
        ensure((rules.width(), rules.height()) == (self.width(), self.height()), "the board is not that of the rules")?;
        let colours = board.iter().flatten().flatten().copied().chain(next.iter().map(|stone| stone.colour));
        ensure(colours.clone().all(|colour| colour.index() < rules.colours()), "a colour is unknown")?;
        ensure((0..=1_000_000_000_000_000).contains(&self.score()), "the score is out of range")?;
        ensure(places.iter().collect::<BTreeSet<_>>().len() == places.len(), "a place is promised twice")?;
        ensure(rules.preview() == Preview::Places || places.is_empty(), "the rules show no places")?;
        let down = match self.phase() {
            five_or_more::Phase::Drop { down } => usize::from(down),
            _ => 0,
        };
        for (colour, _) in rows_of(&board, 5) {
            let landed = next.iter().take(down).any(|stone| stone.colour == colour);
            ensure(landed && rules.removal() == Removal::Together, "a line of five stands")?;
        }
        let taken = places.iter().filter(|place| self.stone(**place).is_some()).count();
        if free == 0 {
            return ensure(
                self.phase() == five_or_more::Phase::Move && next.is_empty(),
                "a full board is over, and nothing is next",
            );
        }
        let (drop, initial) = (usize::from(rules.drop_size()), usize::from(rules.initial()));
        match self.phase() {
            five_or_more::Phase::Start => {
                ensure(stones == 0 && self.score() == 0, "the game has started")?;
                ensure(next.len() < initial, "all colours are there")
            }
            five_or_more::Phase::Colours => {
                ensure(stones > 0 || self.score() > 0, "the game has not started")?;
                ensure(next.len() < drop && places.is_empty(), "all colours are there")
            }
            five_or_more::Phase::Places => {
                ensure(rules.preview() == Preview::Places && taken == 0, "no place is due")?;
                ensure(places.len() < next.len() && places.len() < free, "all places are there")?;
                ensure(next.len() == drop || next.len() == initial, "a wrong number of stones is next")
            }
            five_or_more::Phase::Drop { .. } => {
                ensure(next.len() == drop || next.len() == initial, "a wrong number of stones is next")?;
                ensure(down < next.len(), "all stones are down")?;
                ensure(rules.removal() == Removal::Each || stones >= down, "fewer stones than are down")
            }
            five_or_more::Phase::Move => {
                ensure(stones > 0, "the board is empty")?;
                ensure(next.len() == drop && taken == 0, "a wrong number of stones is next")
            }
        }
    }
}

impl Checked for TenTen {
    fn possible(&self) -> Result<(), String> {
        let text = self.to_string();
        let fields: Vec<&str> = text.split(' ').collect();
        let mut filled = [[false; 10]; 10];
        for (row, line) in fields[0].split('/').enumerate() {
            let (mut column, mut empty) = (0, 0);
            for letter in line.chars() {
                if let Some(digit) = letter.to_digit(10) {
                    empty = 10 * empty + digit as usize;
                } else {
                    column += std::mem::take(&mut empty);
                    filled[row][column] = true;
                    column += 1;
                }
            }
        }
        ensure(filled.iter().all(|row| row.contains(&false)), "a row is full")?;
        ensure((0..10).all(|column| filled.iter().any(|row| !row[column])), "a column is full")?;
        ensure(self.hand().len() <= 3, "the hand has more than three pieces")?;
        ensure(self.hand().pieces().all(|piece| self.rules().weight(piece) > 0), "a piece has weight 0")?;
        ensure((0..=1_000_000_000_000_000).contains(&self.score()), "the score is out of range")
    }
}

impl Checked for Threes {
    fn possible(&self) -> Result<(), String> {
        let tile = |row: u8, column: u8| u32::from(self.tile(Cell::new(column, row)));
        let tiles: Vec<u32> = (0..16).map(|cell| tile(cell / 4, cell % 4)).collect();
        let is_tile = |tile: u32| tile < 4 || tile.is_multiple_of(3) && (tile / 3).is_power_of_two() && tile <= 12_288;
        ensure(tiles.iter().all(|&tile| is_tile(tile)), "a tile is none")?;
        let deck = self.deck();
        let on_board = |card: u32| tiles.iter().filter(|&&tile| tile == card).count();
        ensure(deck.iter().all(|&left| left <= 4) && deck != [0; 3], "the deck is none")?;
        let is_last = self.rules().end == End::At12288 && tiles.contains(&12_288);
        let stuck = |line: [u32; 4]| {
            line.windows(2).all(|pair| {
                let (a, b) = (pair[0], pair[1]);
                let merges = a + b == 3 && a * b == 2 || a == b && (3..12_288).contains(&a);
                !(merges || a == 0 && b != 0)
            })
        };
        match self.phase() {
            Phase::Opening => {
                ensure(self.hint().is_none(), "a card is shown in the opening")?;
                ensure(tiles.iter().all(|&tile| tile < 4) && on_board(0) >= 7, "the opening deals nine cards")?;
                let whole = (1..).zip(deck).all(|(card, left)| on_board(card) + usize::from(left) == 4);
                return ensure(whole, "board and deck do not make twelve cards");
            }
            Phase::Move => ensure(!is_last, "the game was over")?,
            Phase::Entry { swipe, lines } => {
                ensure(lines & 15 == lines && lines != 0, "no line was moved")?;
                let name = swipe.to_string();
                for number in 0..4 {
                    let line: [u32; 4] = [0, 1, 2, 3].map(|step| match name.as_str() {
                        "L" => tile(number, step),
                        "R" => tile(number, 3 - step),
                        "U" => tile(step, number),
                        _ => tile(3 - step, number),
                    });
                    if lines >> number & 1 == 1 {
                        ensure(line[3] == 0 && line != [0; 4], "a line that cannot have moved")?;
                    } else {
                        ensure(stuck(line), "a line would have moved")?;
                        ensure(!(is_last && line.contains(&12_288)), "the game was over")?;
                    }
                }
            }
        }
        ensure(tiles.iter().any(|&tile| tile > 0), "the board is empty")?;
        let Some(hint) = self.hint() else { return Err("no card is shown".to_owned()) };
        if let Some(card) = hint.card() {
            let left = deck[usize::from(card.value()) - 1];
            return ensure(left < 4 || deck == [4; 3], "the card that is shown was not taken out");
        }
        let greatest = tiles.iter().copied().max().unwrap_or(0);
        ensure(greatest >= 48, "a bonus is shown before a 48")?;
        let values: Vec<u32> = self.next_tiles().map(|tile| u32::from(tile.value())).collect();
        let fits = values.iter().all(|&value| value >= 6 && value <= greatest / 8);
        ensure(fits && !values.is_empty(), "a bonus is above an eighth of the greatest tile")
    }
}

impl Checked for PentagoSwap {
    fn possible(&self) -> Result<(), String> {
        let board = grid(6, 6, |cell| self.piece(cell));
        let count = |player| board.iter().flatten().filter(|&&piece| piece == Some(player)).count();
        let (first, second) = (count(Player::First), count(Player::Second));
        ensure(first == second || first == second + 1, "the sides do not take turns")?;
        if first == 0 {
            return Ok(());
        }
        let last = if first == second { Player::Second } else { Player::First };
        // Some last move led here from a position without five in a row.
        let corners = [(0, 0), (0, 3), (3, 0), (3, 3)];
        for one in 0..4 {
            for other in one + 1..4 {
                let mut before = board.clone();
                for row in 0..3 {
                    for column in 0..3 {
                        let at = |corner: usize| (corners[corner].0 + row, corners[corner].1 + column);
                        (before[at(one).0][at(one).1], before[at(other).0][at(other).1]) =
                            (board[at(other).0][at(other).1], board[at(one).0][at(one).1]);
                    }
                }
                let fives = rows_of(&before, 5);
                if fives.iter().any(|(player, _)| *player != last) {
                    continue;
                }
                for row in 0..6 {
                    for column in 0..6 {
                        // Without the piece no row of five is left; longer rows remain at their
                        // ends.
                        if before[row][column] == Some(last)
                            && fives.iter().all(|(_, row_of)| row_of.contains(&(row, column)))
                        {
                            let mut without = before.clone();
                            without[row][column] = None;
                            if rows_of(&without, 5).is_empty() {
                                return Ok(());
                            }
                        }
                    }
                }
            }
        }
        Err("no last move leads there".to_owned())
    }
}

impl<B: match5::Bits> Checked for Match5<B> {
    fn possible(&self) -> Result<(), String> {
        let (edge, row) = (self.edge(), usize::from(self.row()));
        let board = grid(edge, edge, |cell| self.stone(cell));
        let count = |colour| board.iter().flatten().filter(|&&stone| stone == Some(colour)).count();
        let (own, other) = (count(self.side()), count(self.side().other()));
        ensure(own == other || own + 1 == other, "the sides do not take turns")?;
        ensure((5..=20).contains(&edge) && (3..=6).contains(&row) && row <= usize::from(edge), "the board is none")?;
        let rows = rows_of(&board, row);
        ensure(rows.iter().all(|(colour, _)| *colour != self.side()), "the side to move has won")?;
        let last = |stone: &(usize, usize)| {
            let mut before = board.clone();
            before[stone.0][stone.1] = None;
            rows_of(&before, row).is_empty()
        };
        ensure(rows.is_empty() || rows[0].1.iter().any(last), "no one stone closes all rows")
    }
}

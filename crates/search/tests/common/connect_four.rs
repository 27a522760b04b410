//! Connect four on bitboards: common ground with other libraries.
#![allow(dead_code)] // each test file uses its own part

use std::ops::ControlFlow;

use gambol_core::random::below;
use gambol_core::{Game, NoChance, Player, Rng, Turn};

/// Seven columns of six cells; column `c` takes bits `7c..7c + 6`, from the bottom. The bit above a
/// column is never set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ConnectFour {
    /// The stones of the player to move.
    own: u64,
    /// All stones.
    all: u64,
    turn: Turn,
    score: i8,
    second: bool,
}

const BOTTOM: u64 = 0x0000_0408_1020_4081;
const BOARD: u64 = BOTTOM * 63;

impl ConnectFour {
    pub(crate) fn new() -> Self {
        Self { own: 0, all: 0, turn: Turn::Player(Player::First), score: 0, second: false }
    }

    /// The position after these columns, `1` to `7`.
    pub(crate) fn after(columns: &str) -> Self {
        columns.bytes().fold(Self::new(), |mut state, column| {
            state.play(column - b'1');
            state
        })
    }

    /// A number that no other position has, the best known key of this game: 49 bits that are far
    /// from random.
    pub(crate) fn number(&self) -> u64 {
        self.own + self.all + BOTTOM
    }

    /// The cells in which stones can land.
    #[inline]
    fn tops(&self) -> u64 {
        (self.all + BOTTOM) & BOARD
    }

    /// The free cells that complete four of these stones.
    #[inline]
    fn winning_cells(&self, stones: u64) -> u64 {
        let upright = (stones << 1) & (stones << 2) & (stones << 3);
        let others = [6, 7, 8].into_iter().fold(0, |cells, step| {
            let (up, down) = (stones << step, stones >> step);
            let (up_pair, down_pair) = (up & (up << step), down & (down >> step));
            cells | (up_pair & (down | (stones << (3 * step)))) | (down_pair & (up | (stones >> (3 * step))))
        });
        (upright | others) & BOARD & !self.all
    }

    fn wins(stones: u64) -> bool {
        [1, 6, 7, 8].into_iter().any(|step| {
            let pairs = stones & (stones >> step);
            pairs & (pairs >> (2 * step)) != 0
        })
    }
}

impl Game for ConnectFour {
    type Action = u8;
    type Outcome = NoChance;
    const PLAYERS: usize = 2;

    #[inline]
    fn turn(&self) -> Turn {
        self.turn
    }

    #[inline]
    fn score(&self) -> i64 {
        i64::from(self.score)
    }

    #[inline]
    fn visit_actions<F: FnMut(u8) -> ControlFlow<()>>(&self, mut visit: F) -> ControlFlow<()> {
        if self.turn == Turn::Over {
            return ControlFlow::Continue(());
        }
        let mut tops = self.tops();
        while tops != 0 {
            visit((tops.trailing_zeros() / 7) as u8)?;
            tops &= tops - 1;
        }
        ControlFlow::Continue(())
    }

    fn visit_outcomes<F: FnMut(NoChance, f64) -> ControlFlow<()>>(&self, _: F) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    #[inline]
    fn play(&mut self, column: u8) {
        let stone = (self.all + (1 << (7 * column))) & (63 << (7 * column));
        let moved = self.own | stone;
        self.own ^= self.all;
        self.all |= stone;
        if Self::wins(moved) {
            self.score = if self.second { -1 } else { 1 };
            self.turn = Turn::Over;
        } else if self.all == BOARD {
            self.turn = Turn::Over;
        } else {
            self.turn = Turn::Player(if self.second { Player::First } else { Player::Second });
        }
        self.second = !self.second;
    }

    fn resolve(&mut self, outcome: NoChance) {
        match outcome {}
    }

    #[inline]
    fn random_action<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<u8> {
        if self.turn == Turn::Over {
            return None;
        }
        // Draws columns until one has room: at most seven on average, when one is left.
        let tops = self.tops();
        loop {
            let column = below(rng, 7) as u8;
            if tops & (63 << (7 * column)) != 0 {
                return Some(column);
            }
        }
    }

    fn key(&self) -> u64 {
        // Unique: the sum marks the cell above each column's top stone.
        let marked = self.all + BOTTOM;
        gambol_core::mix(marked, self.own)
    }
}

/// Connect four with the columns listed from the middle, as its players look at them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Centred(pub(crate) ConnectFour);

impl Game for Centred {
    type Action = u8;
    type Outcome = NoChance;
    const PLAYERS: usize = 2;

    fn turn(&self) -> Turn {
        self.0.turn()
    }

    fn score(&self) -> i64 {
        self.0.score()
    }

    fn visit_actions<F: FnMut(u8) -> ControlFlow<()>>(&self, visit: F) -> ControlFlow<()> {
        let mut open = 0_u8;
        let _ = self.0.visit_actions(|column| {
            open |= 1 << column;
            ControlFlow::Continue(())
        });
        [3, 2, 4, 1, 5, 0, 6].into_iter().filter(|column| open >> column & 1 == 1).try_for_each(visit)
    }

    fn visit_outcomes<F: FnMut(NoChance, f64) -> ControlFlow<()>>(&self, _: F) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn play(&mut self, column: u8) {
        self.0.play(column);
    }

    fn resolve(&mut self, outcome: NoChance) {
        match outcome {}
    }

    fn key(&self) -> u64 {
        self.0.key()
    }
}

/// Connect four for solvers: the candidates are the moves that do not lose at once, those that make
/// the most threats first, then from the middle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Solvable(pub(crate) ConnectFour);

impl Solvable {
    /// The cells of moves that win.
    #[inline]
    fn wins(&self) -> u64 {
        self.0.winning_cells(self.0.own) & self.0.tops()
    }

    /// The cells of the candidates: a move that wins, otherwise the moves that prevent the
    /// opponent's win, otherwise any.
    #[inline]
    fn candidate_cells(&self) -> u64 {
        let wins = self.wins();
        if wins != 0 {
            return wins;
        }
        let tops = self.0.tops();
        let threats = self.0.winning_cells(self.0.own ^ self.0.all);
        let forced = threats & tops;
        let blocks = if forced == 0 { tops } else { forced & forced.wrapping_neg() };
        // Not below a winning cell of the opponent, and no one can block two.
        let safe = if forced & !blocks == 0 { blocks & !(threats >> 1) } else { 0 };
        // All moves lose equally soon: one is enough.
        if safe == 0 { blocks & blocks.wrapping_neg() } else { safe }
    }
}

impl Game for Solvable {
    type Action = u8;
    type Outcome = NoChance;
    const PLAYERS: usize = 2;

    #[inline]
    fn turn(&self) -> Turn {
        self.0.turn()
    }

    #[inline]
    fn score(&self) -> i64 {
        self.0.score()
    }

    fn visit_actions<F: FnMut(u8) -> ControlFlow<()>>(&self, visit: F) -> ControlFlow<()> {
        self.0.visit_actions(visit)
    }

    #[inline]
    fn visit_candidates<F: FnMut(u8) -> ControlFlow<()>>(&self, mut visit: F) -> ControlFlow<()> {
        if self.turn() == Turn::Over {
            return ControlFlow::Continue(());
        }
        let cells = self.candidate_cells();
        if cells.is_power_of_two() {
            return visit((cells.trailing_zeros() / 7) as u8);
        }
        // Threats, then the place in the order from the middle, then the column.
        let mut sorted = [0_u16; 7];
        let mut count = 0;
        for (place, column) in [3, 2, 4, 1, 5, 0, 6].into_iter().enumerate() {
            let cell = cells & (63 << (7 * column));
            if cell != 0 {
                let threats = self.0.winning_cells(self.0.own | cell).count_ones() as u16;
                let worth = threats << 6 | (7 - place as u16) << 3 | column;
                let mut at = count;
                while at > 0 && sorted[at - 1] < worth {
                    sorted[at] = sorted[at - 1];
                    at -= 1;
                }
                sorted[at] = worth;
                count += 1;
            }
        }
        sorted[..count].iter().try_for_each(|&worth| visit((worth & 7) as u8))
    }

    fn is_selective(&self) -> bool {
        true
    }

    /// The omitted moves lose at once, or others win.
    fn has_exact_candidates(&self) -> bool {
        true
    }

    #[inline]
    fn winning_action(&self) -> Option<u8> {
        let wins = self.wins();
        (self.turn() != Turn::Over && wins != 0).then(|| (wins.trailing_zeros() / 7) as u8)
    }

    fn visit_outcomes<F: FnMut(NoChance, f64) -> ControlFlow<()>>(&self, _: F) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    #[inline]
    fn play(&mut self, column: u8) {
        self.0.play(column);
    }

    fn resolve(&mut self, outcome: NoChance) {
        match outcome {}
    }

    #[inline]
    fn key(&self) -> u64 {
        self.0.number()
    }
}

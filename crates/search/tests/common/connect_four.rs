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
        let mut tops = (self.all + BOTTOM) & BOARD;
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
        let tops = (self.all + BOTTOM) & BOARD;
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

//! A one-player game whose chance is too large to list: five coins fall one by one on different
//! cells of 24, and the player picks up one, for the points of its cell's number. All methods are
//! the trait's defaults, except `settle`.

use std::ops::ControlFlow;

use gambol_conformance::Kit;
use gambol_core::random::below;
use gambol_core::{Game, Player, Rng, Turn};

pub(crate) const FEWER_ON_THE_LAST_CELL: u8 = 1;
pub(crate) const LOW_CELLS_FIRST: u8 = 2;

const CELLS: u32 = 24;
const COINS: u32 = 5;

/// A state with at most one defect.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Scatter {
    coins: u32,
    picked: Option<u8>,
    defect: u8,
}

pub(crate) fn kit(defect: u8) -> Kit<Scatter> {
    Kit::new(move |_| Scatter { coins: 0, picked: None, defect }).states(200)
}

impl Scatter {
    fn free(&self) -> impl Iterator<Item = u8> {
        (0..CELLS as u8).filter(|&cell| self.coins & (1 << cell) == 0)
    }
}

impl Game for Scatter {
    type Action = u8;
    type Outcome = u8;
    const PLAYERS: usize = 1;

    fn turn(&self) -> Turn {
        match self.picked {
            Some(_) => Turn::Over,
            None if self.coins.count_ones() < COINS => Turn::Chance,
            None => Turn::Player(Player::First),
        }
    }

    fn score(&self) -> i64 {
        self.picked.map_or(0, i64::from)
    }

    fn visit_actions<F: FnMut(u8) -> ControlFlow<()>>(&self, visit: F) -> ControlFlow<()> {
        let due = matches!(self.turn(), Turn::Player(_));
        (0..CELLS as u8).filter(|&cell| due && self.coins & (1 << cell) != 0).try_for_each(visit)
    }

    fn visit_outcomes<F: FnMut(u8, f64) -> ControlFlow<()>>(&self, mut visit: F) -> ControlFlow<()> {
        if self.turn() != Turn::Chance {
            return ControlFlow::Continue(());
        }
        let probability = 1.0 / f64::from(CELLS - self.coins.count_ones());
        self.free().try_for_each(|cell| visit(cell, probability))
    }

    fn play(&mut self, action: u8) {
        self.picked = Some(action);
    }

    fn resolve(&mut self, outcome: u8) {
        self.coins |= 1 << outcome;
    }

    fn settle<R: Rng + ?Sized>(&mut self, rng: &mut R) {
        while self.turn() == Turn::Chance {
            let mut cell = below(rng, CELLS);
            match self.defect {
                FEWER_ON_THE_LAST_CELL if cell == CELLS - 1 => cell = below(rng, CELLS),
                LOW_CELLS_FIRST => cell = cell.min(below(rng, CELLS)),
                _ => {}
            }
            self.coins |= 1 << cell;
        }
    }
}

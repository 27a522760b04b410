//! How the board of one state becomes that of the next.

use gambol::core::EventOf;
use gambol::five_or_more::{Bits as Stones, FiveOrMore};
use gambol::match5::{Bits, Match5};
use gambol::pentago_swap::PentagoSwap;
use gambol::registry::Position;
use gambol::tenten::TenTen;
use gambol::threes::{Swipe, Threes};
use gambol::{Cell, Event};
use gambol_play::{Board, Spot};
use serde::Serialize;

use super::pupil::{Learner, Nobody, Pupil};

/// What moves on the board.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Motion {
    pub(crate) moved: Vec<Move>,
    pub(crate) appeared: Vec<String>,
    pub(crate) removed: Vec<String>,
    pub(crate) swapped: Vec<u8>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Move {
    pub(crate) from: String,
    pub(crate) to: String,
}

/// A game as the page shows it.
pub trait Screen: Board {
    /// Who goes along with the games and learns from them.
    type Learner: Learner<Self>;

    /// The learner of a game that starts here, which knows nothing yet.
    fn learner(start: &Self) -> Self::Learner;

    /// What moves when these events happen, one after the other.
    fn motion(&self, events: &[EventOf<Self>], after: &Self) -> Motion {
        let _ = events;
        differences(self, after, |_| false)
    }
}

/// Cells that have something new, or nothing more, but for those that are told of otherwise.
fn differences<G: Board>(before: &G, after: &G, told: impl Fn(Cell) -> bool) -> Motion {
    let mut motion = Motion::default();
    for cell in after.cells().filter(|&cell| !told(cell)) {
        match (before.look(cell), after.look(cell)) {
            (Some(_), None) => motion.removed.push(cell.to_string()),
            (old, Some(new)) if old.as_ref() != Some(&new) => motion.appeared.push(cell.to_string()),
            _ => {}
        }
    }
    motion
}

impl<B: Stones + 'static> Screen for FiveOrMore<B> {
    type Learner = Nobody;

    fn learner(_: &Self) -> Nobody {
        Nobody
    }

    fn motion(&self, events: &[EventOf<Self>], after: &Self) -> Motion {
        let Some(Event::Action(action)) = events.first() else { return differences(self, after, |_| false) };
        let ends = [action.from, action.to];
        let mut motion = differences(self, after, |cell| ends.contains(&cell));
        motion.moved.push(Move { from: ends[0].to_string(), to: ends[1].to_string() });
        if after.look(ends[1]).is_none() {
            motion.removed.push(ends[1].to_string());
        }
        motion
    }
}

impl Screen for TenTen {
    type Learner = Nobody;

    fn learner(_: &Self) -> Nobody {
        Nobody
    }

    fn motion(&self, events: &[EventOf<Self>], after: &Self) -> Motion {
        let Some(&Event::Action(action)) = events.first() else { return Motion::default() };
        // The spots are a piece and a cell, and the cells that the piece covers.
        let covered: Vec<String> = (self.covered(action).iter().skip(2))
            .filter_map(|spot| if let Spot::Cell(cell) = spot { Some(cell.to_string()) } else { None })
            .collect();
        let gone = |cell: &Cell| after.look(*cell).is_none();
        let removed =
            after.cells().filter(gone).filter(|cell| self.look(*cell).is_some() || covered.contains(&cell.to_string()));
        Motion { removed: removed.map(|cell| cell.to_string()).collect(), appeared: covered, ..Motion::default() }
    }
}

impl Screen for Threes {
    type Learner = Nobody;

    fn learner(_: &Self) -> Nobody {
        Nobody
    }

    fn motion(&self, events: &[EventOf<Self>], after: &Self) -> Motion {
        let Some(&Event::Action(swipe)) = events.first() else { return differences(self, after, |_| false) };
        // Line by line, from the edge towards which everything slides.
        let cell = |line: u8, place: u8| match swipe {
            Swipe::Left => Cell::new(place, line),
            Swipe::Right => Cell::new(3 - place, line),
            Swipe::Up => Cell::new(line, place),
            Swipe::Down => Cell::new(line, 3 - place),
        };
        let mut motion = Motion::default();
        for line in 0..4 {
            let first = (0..4).find(|&place| self.tile(cell(line, place)) != after.tile(cell(line, place)));
            let Some(first) = first else { continue };
            let to = cell(line, first).to_string();
            if self.tile(cell(line, first)) > 0 {
                // The other part of a merge comes to it.
                motion.moved.push(Move { from: to.clone(), to });
            }
            for place in first + 1..4 {
                if self.tile(cell(line, place)) > 0 {
                    let (from, to) = (cell(line, place).to_string(), cell(line, place - 1).to_string());
                    motion.moved.push(Move { from, to });
                }
            }
        }
        motion
    }
}

impl Screen for PentagoSwap {
    type Learner = Nobody;

    fn learner(_: &Self) -> Nobody {
        Nobody
    }

    fn motion(&self, events: &[EventOf<Self>], _: &Self) -> Motion {
        let Some(&Event::Action(action)) = events.first() else { return Motion::default() };
        let (one, other) = action.swap().quadrants();
        let swapped = vec![one as u8, other as u8];
        Motion { appeared: vec![action.cell().to_string()], swapped, ..Motion::default() }
    }
}

impl<B: Bits + 'static> Screen for Match5<B> {
    type Learner = Pupil;

    fn learner(start: &Self) -> Pupil {
        Pupil::new(start)
    }
}

impl Screen for Position {
    type Learner = Nobody;

    fn learner(_: &Self) -> Nobody {
        Nobody
    }
}

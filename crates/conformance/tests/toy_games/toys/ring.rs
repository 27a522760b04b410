//! A one-player game with planes: a token moves around a ring of four cells, one cell at a time.

use std::ops::ControlFlow;

use gambol_conformance::Kit;
use gambol_core::{Cell, Game, NoChance, Observe, PlaneShape, PlaneWriter, Player, Turn};

pub(crate) const PLANES_HIDE_STEPS: u8 = 1;
pub(crate) const PLANES_KNOW_THE_VIEW: u8 = 2;

const STEPS: u8 = 10;

/// A state with at most one defect.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Ring {
    steps: u8,
    defect: u8,
}

pub(crate) fn kit(defect: u8) -> Kit<Ring> {
    Kit::new(move |_| Ring { steps: 0, defect }).states(50).observed()
}

impl Game for Ring {
    type Action = ();
    type Outcome = NoChance;
    const PLAYERS: usize = 1;

    fn turn(&self) -> Turn {
        if self.steps == STEPS { Turn::Over } else { Turn::Player(Player::First) }
    }

    fn score(&self) -> i64 {
        0
    }

    fn visit_actions<F: FnMut(()) -> ControlFlow<()>>(&self, mut visit: F) -> ControlFlow<()> {
        if self.steps == STEPS { ControlFlow::Continue(()) } else { visit(()) }
    }

    fn visit_outcomes<F: FnMut(NoChance, f64) -> ControlFlow<()>>(&self, _: F) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn play(&mut self, (): ()) {
        self.steps += 1;
    }

    fn resolve(&mut self, outcome: NoChance) {
        match outcome {}
    }
}

impl Observe for Ring {
    fn plane_shape(&self) -> PlaneShape {
        PlaneShape::new(2, 1, 4)
    }

    fn observe(&self, view: Player, out: &mut [f32]) {
        let mut planes = PlaneWriter::new(self.plane_shape(), out);
        if self.defect == PLANES_KNOW_THE_VIEW && view == Player::Second {
            return;
        }
        planes.set(0, Cell::new(self.steps % 4, 0), 1.0);
        if self.defect != PLANES_HIDE_STEPS {
            planes.fill(1, f32::from(self.steps) / f32::from(STEPS));
        }
    }
}

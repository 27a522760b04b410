//! Planes for networks, after Tesauro's.

use gambol_core::{Observe, PlaneShape, Player};

use crate::side::{BAR, OFF, Side};
use crate::state::{Backgammon, Dice};

/// Values of a place: at least one checker, two, up to five, and the others in tenths.
const UNITS: usize = 6;
/// Values of the checkers off: the first, second and third five, in fifths.
const FIVES: usize = 3;
const SIDE: usize = BAR as usize * UNITS + FIVES;
/// The side to move: the viewer, or the opponent.
const TO_MOVE: usize = 2 * SIDE;
/// The dice: a value for each number.
const DICE: usize = TO_MOVE + 2;
const PLANES: usize = DICE + 6;

/// 314 planes of one value, after the 198 inputs of TD-Gammon.
///
/// For the viewer and then the opponent, each from its own view: for each point from the ace point,
/// and for the bar, whether there are at least one to five checkers (five planes), and the number
/// of others in tenths; the first, second and third five checkers off, in fifths. Then whether the
/// viewer or the opponent is to move (none before the opening roll), and the dice: one half for
/// each number, one for a double.
///
/// TD-Gammon has three planes and a number for each point, one number for the bar, and values above
/// 1.
///
/// Source: G. Tesauro, *Practical issues in temporal difference learning*, Machine Learning 8,
/// 1992.
impl Observe for Backgammon {
    fn plane_shape(&self) -> PlaneShape {
        PlaneShape::new(PLANES, 1, 1)
    }

    fn observe(&self, view: Player, out: &mut [f32]) {
        let Some((planes, rest)) = out.split_first_chunk_mut::<PLANES>() else {
            let mut planes = [0.0; PLANES];
            self.observe(view, &mut planes);
            out.copy_from_slice(&planes[..out.len()]);
            return;
        };
        planes.fill(0.0);
        rest.fill(0.0);
        encode(self.side(view), &mut planes[..SIDE]);
        encode(self.side(view.opponent()), &mut planes[SIDE..TO_MOVE]);
        match self.dice {
            Dice::Opening => {}
            _ => planes[TO_MOVE + usize::from(self.to_move() != view)] = 1.0,
        }
        if let Dice::Rolled(roll) = self.dice {
            for die in [roll.high(), roll.low()] {
                planes[DICE + usize::from(die) - 1] += 0.5;
            }
        }
    }

    /// The player to roll or to move.
    fn viewer(&self) -> Player {
        self.to_move()
    }
}

#[inline]
fn encode(side: Side, planes: &mut [f32]) {
    let mut places = side.occupied() & !(1 << OFF);
    while let Some(place) = places.checked_ilog2() {
        places &= !(1 << place);
        let count = side.count(place);
        let units = &mut planes[(place as usize - 1) * UNITS..][..UNITS];
        units[..count.min(5) as usize].fill(1.0);
        units[5] = count.saturating_sub(5) as f32 / 10.0;
    }
    let off = side.count(OFF);
    for (five, plane) in planes[SIDE - FIVES..].iter_mut().enumerate() {
        *plane = off.saturating_sub(5 * five as u32).min(5) as f32 / 5.0;
    }
}

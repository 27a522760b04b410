//! Pubeval, Tesauro's public linear player.

use std::ops::ControlFlow;

use gambol_core::{Evaluator, Game, Player};

use crate::play::Play;
use crate::side::{BAR, OFF, POINTS, Side, mirrored};
use crate::state::Backgammon;

const INPUTS: usize = 122;

/// Pubeval: the linear player that G. Tesauro published in 1993 as a benchmark.
///
/// It values the position after a play for the player who has moved. Positions without contact have
/// weights of their own. Its plays are chosen by one set of weights: that of the position before
/// the play.
///
/// The weights are those of `data/pubeval.txt`, which names the source.
#[derive(Clone, Debug)]
pub struct Pubeval {
    contact: [f32; INPUTS],
    race: [f32; INPUTS],
}

impl Default for Pubeval {
    fn default() -> Self {
        Self::new()
    }
}

impl Pubeval {
    /// Creates the player from the published weights.
    ///
    /// # Panics
    ///
    /// Panics if the compiled-in file is damaged, which a test excludes.
    #[must_use]
    pub fn new() -> Self {
        let text = include_str!("../data/pubeval.txt");
        let mut numbers = text.lines().filter(|line| !line.starts_with('#')).flat_map(str::split_whitespace);
        let mut vector =
            || std::array::from_fn(|_| numbers.next().and_then(|number| number.parse().ok()).expect("a weight"));
        Self { contact: vector(), race: vector() }
    }

    /// Returns the play with the highest score; the first of equal ones. `None` if no player is to
    /// move.
    #[must_use]
    pub fn best_play(&self, state: &Backgammon) -> Option<Play> {
        let is_race = state.is_race();
        let mut best: Option<(Play, f32)> = None;
        let _ = state.visit_afterstates(|play, after| {
            let score = self.score(&after, is_race);
            if best.is_none_or(|(_, best)| score > best) {
                best = Some((play, score));
            }
            ControlFlow::Continue(())
        });
        best.map(|(play, _)| play)
    }

    /// Returns the score of the state after a play for the player who has moved. `is_race` says
    /// whether there was no contact before the play.
    #[must_use]
    pub fn score(&self, after: &Backgammon, is_race: bool) -> f32 {
        let mover = after.to_move().opponent();
        let (own, other) = (after.side(mover), after.side(mover.opponent()));
        if own.is_off() {
            return f32::MAX;
        }
        let weights = if is_race { &self.race } else { &self.contact };
        inputs(own, other).iter().zip(weights).map(|(input, weight)| input * weight).sum()
    }
}

/// The inputs: five for each point from the mover's 24-point, the opponent's bar, the own checkers
/// off.
fn inputs(own: Side, other: Side) -> [f32; INPUTS] {
    let mut inputs = [0.0; INPUTS];
    let blots = mirrored(other.single()) & POINTS;
    for point in 1..BAR {
        let units = &mut inputs[5 * (BAR - 1 - point) as usize..][..5];
        let count = own.count(point);
        units[0] = f32::from(u8::from(blots >> point & 1 == 1));
        units[1] = f32::from(u8::from(count == 1));
        units[2] = f32::from(u8::from(count >= 2));
        units[3] = f32::from(u8::from(count == 3));
        units[4] = count.saturating_sub(3) as f32 / 2.0;
    }
    inputs[120] = other.count(BAR) as f32 / 2.0;
    inputs[121] = own.count(OFF) as f32 / 15.0;
    inputs
}

/// The score of a state for the first player, with the weights of the state itself. Its scale is
/// that of no probability, so that only comparisons mean something.
impl Evaluator<Backgammon> for Pubeval {
    fn evaluate(&self, state: &Backgammon) -> f64 {
        let sign = if state.to_move() == Player::First { -1.0 } else { 1.0 };
        sign * f64::from(self.score(state, state.is_race()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weights_are_complete() {
        let player = Pubeval::new();
        assert_eq!((player.contact[0], player.contact[121]), (0.25696, -2.758));
        assert_eq!((player.race[1], player.race[121]), (-0.1716, 3.4204));
        let numbers = include_str!("../data/pubeval.txt").lines().filter(|line| !line.starts_with('#'));
        assert_eq!(numbers.flat_map(str::split_whitespace).count(), 2 * INPUTS);
    }
}

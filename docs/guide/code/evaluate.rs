//! Static evaluation of states.

use gambol::prelude::*;

use crate::Twenty48;

/// The score, 270 points for every empty cell, and a penalty for lines whose tiles are not in
/// order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Order;

/// Distance of a line of tiles from monotonic order.
fn disorder(line: [u8; 4]) -> f64 {
    let power = |tile: u8| f64::from(tile).powi(4);
    let (mut falls, mut rises) = (0.0, 0.0);
    for pair in line.windows(2) {
        let step = power(pair[1]) - power(pair[0]);
        if step > 0.0 { rises += step } else { falls -= step }
    }
    f64::min(falls, rises)
}

impl Evaluator<Twenty48> for Order {
    fn evaluate(&self, state: &Twenty48) -> f64 {
        let columns = [0, 1, 2, 3].map(|column| state.board.map(|row| row[column]));
        let disorder: f64 = state.board.into_iter().chain(columns).map(disorder).sum();
        state.score() as f64 + 270.0 * state.empty_cells().count() as f64 - disorder
    }
}

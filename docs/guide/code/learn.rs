//! An evaluator that learns from its own games, by temporal differences.

use gambol::prelude::*;

use crate::Twenty48;

/// A weight for everything that a row or column can hold: one table for the four lines at an edge,
/// one for the four lines inside. The value of a board is the sum over its eight lines.
#[derive(Clone, Debug)]
pub struct LineTable {
    weights: [Vec<f32>; 2],
}

impl Default for LineTable {
    fn default() -> Self {
        Self { weights: [vec![0.0; 1 << 16], vec![0.0; 1 << 16]] }
    }
}

/// The weights of a board: the number of the table and the index in it. A line and its mirror image
/// share a weight.
fn lines(board: [[u8; 4]; 4]) -> impl Iterator<Item = (usize, usize)> {
    let index = |line: [u8; 4]| line.iter().fold(0, |index, &tile| index << 4 | usize::from(tile.min(15)));
    (0..4).flat_map(move |i| [board[i], board.map(|row| row[i])].map(|line| (i, line))).map(move |(i, line)| {
        let [a, b, c, d] = line;
        (usize::from(i == 1 || i == 2), index(line).min(index([d, c, b, a])))
    })
}

impl LineTable {
    /// The points that are still expected after this afterstate.
    fn expected(&self, after: &Twenty48) -> f64 {
        lines(after.board).map(|(table, index)| f64::from(self.weights[table][index])).sum()
    }

    /// Moves the expectation for an afterstate by `step`, each of its eight weights by an eighth.
    fn adjust(&mut self, after: &Twenty48, step: f64) {
        for (table, index) in lines(after.board) {
            self.weights[table][index] += (step / 8.0) as f32;
        }
    }

    /// Plays games against chance, always the action that looks best, and after each action brings
    /// the expectation for the afterstate before closer to what came of it.
    #[must_use]
    pub fn learn(mut self, games: u64, rate: f64, seed: Seed) -> Self {
        for game in 0..games {
            let (mut state, mut chance) = (Twenty48::default(), seed.derive(game).rng());
            let mut last: Option<Twenty48> = None;
            loop {
                state.settle(&mut chance);
                let afterstates = state.actions().into_iter().map(|action| state.afterstate(action));
                let best = afterstates.max_by(|a, b| self.evaluate(a).total_cmp(&self.evaluate(b)));
                if let Some(last) = last {
                    // The points that came, and those that are expected now; none at the end.
                    let found =
                        best.as_ref().map_or(0.0, |best| (best.score() - last.score()) as f64 + self.expected(best));
                    self.adjust(&last, rate * (found - self.expected(&last)));
                }
                let Some(best) = best else { break };
                state = best.clone();
                last = Some(best);
            }
        }
        self
    }
}

impl Evaluator<Twenty48> for LineTable {
    fn evaluate(&self, state: &Twenty48) -> f64 {
        state.score() as f64 + self.expected(state)
    }
}

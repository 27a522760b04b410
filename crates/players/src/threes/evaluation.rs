//! A network as an evaluator for searches.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use gambol_core::{Evaluator, Properties, Scratch};
use gambol_learn::{Network, WeightsError};
use gambol_threes::{Swipe, Threes, board};

use super::bits::count;
use super::tuples::{Size, Tuples, card};

/// Evaluation of Threes! by a network of [`Tuples`], for searches.
///
/// Its values are those of the network. Nearly all features depend only on the board, and a search
/// visits the same board with several next cards: each thread keeps the sums of the boards visited
/// last, which makes expectimax two to three times as fast.
///
/// ```
/// use std::sync::Arc;
/// use gambol_core::Seed;
/// use gambol_learn::{Features, Network, ValueKind};
/// use gambol_search::{Budget, Expectimax, Search};
/// use gambol_threes::Threes;
/// use gambol_players::threes::{Evaluation, Size, Tuples};
///
/// let features = Tuples(Size::Four);
/// let weights = vec![0.0; features.len()];
/// let network =
///     Network::new::<Threes>(features, weights, 0.0, ValueKind::Points).ok_or("weights")?;
/// let mut search = Expectimax::new(Evaluation::new(Arc::new(network))).depth(2);
/// let state: Threes = "6,12,6,3/2,24,1,2/3,3,6,12/0,0,2,0 3 4,2,1 m".parse()?;
/// assert!(search.search(&state, &Budget::unlimited(), Seed::new(1))?.value >= 81.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Evaluation {
    network: Arc<Network<Tuples>>,
    /// Unique among all networks of a process.
    id: u64,
}

impl Evaluation {
    /// Creates an evaluation by this network.
    #[must_use]
    pub fn new(network: Arc<Network<Tuples>>) -> Self {
        /// Number of ids assigned so far. 0 belongs to no network.
        static IDS: AtomicU64 = AtomicU64::new(0);
        Self { network, id: IDS.fetch_add(1, Ordering::Relaxed) + 1 }
    }

    /// Creates an evaluation by the network of a file, with the same [tuples](Tuples) as the
    /// shipped one.
    ///
    /// # Errors
    ///
    /// Fails if the file is invalid.
    pub fn from_file(file: &[u8]) -> Result<Self, WeightsError> {
        let (network, _) = Network::from_file::<Threes>(Tuples(Size::Five), "threes", file)?;
        Ok(Self::new(Arc::new(network)))
    }

    /// Returns the network.
    #[must_use]
    pub fn network(&self) -> &Arc<Network<Tuples>> {
        &self.network
    }

    /// Returns the value of the afterstate of a swipe, given the swipes of the board.
    #[inline]
    fn value(&self, swipes: &Swipes, swipe: Swipe, state: &Threes) -> f64 {
        let (number, weights) = (swipe as usize, self.network.weights());
        let mut sum = swipes.sums[number];
        Tuples::visit_card(swipes.after[number], swipe, card(state), state.deck(), |index| sum += weights[index]);
        self.network.kind().value(self.network.offset() + sum, i64::from(swipes.points[number]))
    }

    /// Computes the swipes of a board.
    fn swipes(&self, board: u64) -> Swipes {
        let weights = self.network.weights();
        let features = *self.network.features();
        let after = board::all_swiped(board);
        let mut sums = [0.0; 4];
        for (sum, after) in sums.iter_mut().zip(after) {
            if after != board {
                features.visit_board(after, |index| *sum += weights[index]);
            }
        }
        Swipes { board, after, sums, points: after.map(|board| board::points(board) as i32) }
    }
}

/// The boards after the four swipes.
#[derive(Clone, Copy)]
struct Swipes {
    /// The board before.
    board: u64,
    after: [u64; 4],
    /// Sums of the weights that depend only on the board.
    sums: [f32; 4],
    points: [i32; 4],
}

/// Binary logarithm of the number of boards that are kept.
const KEPT: u32 = 12;

/// Boards visited before, each at the index of its key.
struct Boards {
    /// Network of the sums.
    id: u64,
    places: Vec<Swipes>,
}

thread_local! {
    /// The boards that this thread has visited last.
    static BOARDS: RefCell<Boards> = const { RefCell::new(Boards { id: 0, places: Vec::new() }) };
}

impl Boards {
    #[inline]
    fn get(&mut self, board: u64, evaluation: &Evaluation) -> &Swipes {
        if self.id != evaluation.id {
            self.id = evaluation.id;
            self.places.clear();
            // No swipe moves anything on the empty board.
            self.places.resize(1 << KEPT, Swipes { board: 0, after: [0; 4], sums: [0.0; 4], points: [0; 4] });
        }
        let place = &mut self.places[(board.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - KEPT)) as usize];
        if place.board != board {
            *place = evaluation.swipes(board);
        }
        place
    }
}

impl Evaluator<Threes> for Evaluation {
    #[inline]
    fn evaluate(&self, state: &Threes) -> f64 {
        if state.legal() == 0 || !self.batches_afterstates(state) {
            return self.network.evaluate(state);
        }
        BOARDS.with_borrow_mut(|boards| {
            let swipes = boards.get(state.board(), self);
            let legal = Swipe::ALL.into_iter().filter(|&swipe| state.legal() >> swipe as u8 & 1 == 1);
            legal.map(|swipe| self.value(swipes, swipe, state)).fold(f64::NEG_INFINITY, f64::max)
        })
    }

    #[inline]
    fn properties(&self) -> Properties {
        Evaluator::<Threes>::properties(&self.network)
    }

    fn evaluate_afterstates(&self, state: &Threes, actions: &[Swipe], values: &mut [f64], _: &mut Scratch) {
        BOARDS.with_borrow_mut(|boards| {
            let swipes = boards.get(state.board(), self);
            for (&action, value) in actions.iter().zip(values) {
                *value = self.value(swipes, action, state);
            }
        });
    }

    /// Not if two tiles of 6,144 may merge, since the game may then end.
    #[inline]
    fn batches_afterstates(&self, state: &Threes) -> bool {
        count(state.board(), 14) < 2
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gambol_core::{Game, GameExt, Seed};
    use gambol_learn::{Features, ValueKind};

    fn evaluation(seed: u64) -> Evaluation {
        let features = Tuples(Size::Four);
        let weight = |index: usize| (gambol_core::mix(seed, index as u64) >> 40) as f32 / 256.0;
        let weights = (0..Features::<Threes>::len(&features)).map(weight).collect();
        Evaluation::new(Arc::new(Network::new::<Threes>(features, weights, 100.0, ValueKind::Points).unwrap()))
    }

    #[test]
    fn values_are_those_of_the_network_whatever_was_kept() {
        let evaluations = [evaluation(1), evaluation(2)];
        let mut scratch = Scratch::new();
        let mut rng = Seed::new(3).rng();
        let mut seen = 0;
        for _ in 0..20 {
            let mut state = Threes::default();
            state.settle(&mut rng);
            while !state.is_over() {
                let actions = state.actions();
                for evaluation in &evaluations {
                    assert!(evaluation.batches_afterstates(&state));
                    let mut values = vec![0.0; actions.len()];
                    evaluation.evaluate_afterstates(&state, &actions, &mut values, &mut scratch);
                    for (&action, value) in actions.iter().zip(values) {
                        let expected =
                            Evaluator::<Threes>::evaluate(&**evaluation.network(), &state.afterstate(action));
                        assert_eq!(value, expected, "{state} {action}");
                        seen += 1;
                    }
                }
                state.play(state.random_action(&mut rng).unwrap());
                state.settle(&mut rng);
            }
        }
        assert!(seen > 2000);
    }

    #[test]
    fn swipes_that_may_end_the_game_are_not_evaluated_together() {
        let two: Threes = "6144,6144,6,3/2,24,1,2/3,3,6,12/0,0,2,0 3 4,2,1 m".parse().unwrap();
        assert!(!evaluation(1).batches_afterstates(&two));
        let one: Threes = "6144,3072,6,3/2,24,1,2/3,3,6,12/0,0,2,0 3 4,2,1 m".parse().unwrap();
        assert!(evaluation(1).batches_afterstates(&one));
    }
}

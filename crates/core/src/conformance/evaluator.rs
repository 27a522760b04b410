//! Checks of evaluators.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use crate::evaluate::Evaluator;
use crate::ext::GameExt;
use crate::game::Game;
use crate::turn::{Player, Turn};

/// Tests in these states what [`Evaluator`] promises of its methods:
///
/// - [`evaluate_batch`](Evaluator::evaluate_batch) writes the values of `evaluate`, as many as both
///   slices have room for, and no others;
/// - [`best_successor`](Evaluator::best_successor) is the value of the best successor if that lies
///   within the window, else a bound on the same side, and `None` where an action may end the game.
///
/// Values must be equal to the last bit, since searches compare them with windows as narrow as one.
///
/// Take states from [`reachable`](super::reachable), or from a game of your own.
///
/// ```
/// # use core::ops::ControlFlow;
/// # use gambol_core::{Game, NoChance, Player, Turn};
/// # #[derive(Clone, Debug, PartialEq, Eq, Hash)]
/// # struct Nim { matches: u8, to_move: Player }
/// # impl Game for Nim {
/// #     type Action = u8;
/// #     type Outcome = NoChance;
/// #     const PLAYERS: usize = 2;
/// #     fn turn(&self) -> Turn { if self.matches == 0 { Turn::Over } else { Turn::Player(self.to_move) } }
/// #     fn score(&self) -> i64 { if self.matches == 0 { -self.to_move.sign() } else { 0 } }
/// #     fn visit_actions<F: FnMut(u8) -> ControlFlow<()>>(&self, visit: F) -> ControlFlow<()> { (1..=self.matches.min(3)).try_for_each(visit) }
/// #     fn visit_outcomes<F: FnMut(NoChance, f64) -> ControlFlow<()>>(&self, _: F) -> ControlFlow<()> { ControlFlow::Continue(()) }
/// #     fn play(&mut self, action: u8) { self.matches -= action; self.to_move = self.to_move.opponent(); }
/// #     fn resolve(&mut self, outcome: NoChance) { match outcome {} }
/// # }
/// use core::ops::Range;
/// use gambol_core::Evaluator;
/// use gambol_core::conformance::assert_evaluator;
///
/// /// Few matches are good for the first player.
/// struct Few;
///
/// impl Evaluator<Nim> for Few {
///     fn evaluate(&self, state: &Nim) -> f64 {
///         -f64::from(state.matches)
///     }
///
///     fn best_successor(&self, state: &Nim, _: Range<f64>) -> Option<f64> {
///         let taken = if state.to_move == Player::First { 3 } else { 1 };
///         (state.matches > 3).then(|| -f64::from(state.matches - taken))
///     }
/// }
///
/// let states = (1..20).flat_map(|matches| [Player::First, Player::Second].map(|to_move| Nim { matches, to_move }));
/// assert_evaluator(&Few, states);
/// ```
///
/// # Panics
///
/// If a promise is broken; names it and the state.
pub fn assert_evaluator<G, E>(evaluator: &E, states: impl IntoIterator<Item = G>)
where
    G: Game,
    E: Evaluator<G> + ?Sized,
{
    let states: Vec<G> = states.into_iter().collect();
    batches(evaluator, &states);
    for state in &states {
        successors(evaluator, state);
    }
}

/// What slots hold that no value may be written to.
const UNTOUCHED: f64 = -1.25e-200;

/// The lengths of the batches tried.
const LENGTHS: [usize; 4] = [0, 1, 7, 100];

fn batches<G: Game, E: Evaluator<G> + ?Sized>(evaluator: &E, states: &[G]) {
    for length in LENGTHS.into_iter().chain([states.len()]) {
        let batch = &states[..length.min(states.len())];
        for slots in [batch.len(), batch.len() / 2, batch.len() + 3] {
            let mut values = vec![UNTOUCHED; slots];
            evaluator.evaluate_batch(batch, &mut values);
            for (state, &value) in batch.iter().zip(&values) {
                let alone = evaluator.evaluate(state);
                assert!(
                    alone == value || (alone.is_nan() && value.is_nan()),
                    "evaluate_batch says {value}, evaluate says {alone}, in {state:?}"
                );
            }
            let rest = &values[slots.min(batch.len())..];
            assert!(
                rest.iter().all(|&value| value == UNTOUCHED),
                "evaluate_batch wrote more values than there are states: {} states, {slots} slots",
                batch.len()
            );
        }
    }
}

fn successors<G: Game, E: Evaluator<G> + ?Sized>(evaluator: &E, state: &G) {
    let Turn::Player(player) = state.turn() else { return };
    let full = f64::NEG_INFINITY..f64::INFINITY;
    let afterstates: Vec<G> = state.actions().into_iter().map(|action| state.afterstate(action)).collect();
    if afterstates.iter().any(|after| after.turn() == Turn::Over) {
        // Within narrower windows the ends may not count.
        let found = evaluator.best_successor(state, full);
        assert!(found.is_none(), "best_successor is {found:?}, but an action ends the game, in {state:?}");
        return;
    }
    let values = afterstates.iter().map(|after| evaluator.evaluate(after));
    let best = match player {
        Player::First => values.fold(f64::NEG_INFINITY, f64::max),
        Player::Second => values.fold(f64::INFINITY, f64::min),
    };
    if !best.is_finite() {
        return;
    }
    for window in windows(best).into_iter().chain([full]) {
        let Some(found) = evaluator.best_successor(state, window.clone()) else { continue };
        let right = if best <= window.start {
            (best..=window.start).contains(&found)
        } else if best >= window.end {
            (window.end..=best).contains(&found)
        } else {
            found == best
        };
        assert!(right, "best_successor is {found} and should be {best}, within {window:?}, in {state:?}");
    }
}

/// Windows of several widths above, below and around a value.
fn windows(value: f64) -> Vec<Range<f64>> {
    let width = (value.abs() / 8.0).max(0.1);
    let mut windows = vec![f64::NEG_INFINITY..value, value..f64::INFINITY];
    for middle in [-20.0, -3.0, -1.0, -0.3, 0.0, 0.3, 1.0, 3.0, 20.0].map(|step| value + step * width) {
        windows.extend([middle..middle.next_up(), middle.next_down()..middle, middle - width..middle + width]);
    }
    windows
}

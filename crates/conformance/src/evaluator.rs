//! Checks of evaluators.

use core::ops::{ControlFlow, Range};

use gambol_core::Game;
use gambol_core::GameExt;
use gambol_core::Scratch;
use gambol_core::{ActionEvaluator, Evaluator};
use gambol_core::{Event, Player, Turn};

/// Tests the promises of [`Evaluator`] in these states:
///
/// - [`evaluate`](Evaluator::evaluate) is a number from −10¹⁰⁰ to 10¹⁰⁰, also for the afterstates;
/// - [`evaluate_afterstates`](Evaluator::evaluate_afterstates) writes the values of `evaluate` for
///   the afterstates of any actions in any order, independent of earlier uses of the memory;
/// - [`batches_afterstates`](Evaluator::batches_afterstates) is `false` if an action ends the game;
/// - [`minimax`](Evaluator::minimax) is the value of the best line of one to three plies if it lies
///   within the window, otherwise a bound on the same side; if the game may end, it is `None`, or
///   a bound that is valid if a win counts as infinite (tested unless there are too many lines);
/// - [`winning_plies`](Evaluator::winning_plies) of at most three is a win against every reply
///   (tested likewise), and [`visit_forcing`](Evaluator::visit_forcing) visits legal actions;
/// - [`ignores_preview`](gambol_core::Properties::ignores_preview) is true only if the mean over
///   the merged outcomes of chance equals that over all.
///
/// Values must be equal to the last bit, since searches compare them with windows of the width of a
/// bit.
///
/// Take states from [`reachable`](super::reachable) or from games.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/doc/nim.rs")); }
/// # use nim::*;
/// use core::ops::Range;
/// use gambol_core::Evaluator;
/// use gambol_conformance::assert_evaluator;
///
/// /// Few matches are good for the first player.
/// struct Few;
///
/// impl Evaluator<Nim> for Few {
///     fn evaluate(&self, state: &Nim) -> f64 {
///         -f64::from(state.matches)
///     }
///
///     fn minimax(&self, state: &Nim, plies: u32, _: Range<f64>) -> Option<f64> {
///         let taken = if state.to_move == Player::First { 3 } else { 1 };
///         (plies == 1 && state.matches > 3).then(|| -f64::from(state.matches - taken))
///     }
/// }
///
/// let states = (1..20).flat_map(|matches| {
///     [Player::First, Player::Second].map(|to_move| Nim { matches, to_move })
/// });
/// assert_evaluator(&Few, states);
/// ```
///
/// # Panics
///
/// Panics if a promise is broken, with the promise and the state.
pub fn assert_evaluator<G, E>(evaluator: &E, states: impl IntoIterator<Item = G>)
where
    G: Game,
    E: Evaluator<G> + ?Sized,
{
    let mut scratch = Scratch::new();
    for state in states {
        let state = &state;
        let afterstates = afterstates(state);
        let ends = afterstates.iter().find(|(_, after)| after.turn() == Turn::Over);
        if let (Some((action, _)), true) = (ends, evaluator.batches_afterstates(state)) {
            panic!("batches_afterstates is true, but {action:?} ends the game, in {state:?}");
        }
        let in_range = |state: &G| {
            let value = evaluator.evaluate(state);
            assert!((-1e100..=1e100).contains(&value), "evaluate is {value}, in {state:?}");
            value
        };
        in_range(state);
        let alone: Vec<_> = afterstates.iter().map(|(action, after)| (*action, in_range(after))).collect();
        previews(evaluator, state);
        threats(evaluator, state);
        together("evaluate_afterstates", state, &alone, &mut scratch, |actions, values, scratch| {
            evaluator.evaluate_afterstates(state, actions, values, scratch);
        });
        (1..=MAX_PLIES).for_each(|plies| lines(evaluator, state, plies));
    }
}

/// Tests the promise of [`ActionEvaluator`] in these states:
/// [`evaluate_actions`](ActionEvaluator::evaluate_actions) writes the values of `evaluate_action`
/// for any actions in any order, up to the shorter slice, independent of earlier uses of the
/// memory.
///
/// # Panics
///
/// Panics if the promise is broken, with the method and the state.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/doc/nim.rs")); }
/// # use nim::*;
/// use gambol_conformance::assert_action_evaluator;
/// use gambol_core::FromFn;
///
/// let few = FromFn(|_: &Nim, action: u8, _: &Nim| -f64::from(action));
/// assert_action_evaluator(&few, (1..20).map(|matches| Nim { matches, to_move: Player::First }));
/// ```
pub fn assert_action_evaluator<G, E>(evaluator: &E, states: impl IntoIterator<Item = G>)
where
    G: Game,
    E: ActionEvaluator<G> + ?Sized,
{
    let mut scratch = Scratch::new();
    for state in states {
        let value = |(action, after): (G::Action, G)| (action, evaluator.evaluate_action(&state, action, &after));
        let alone: Vec<_> = afterstates(&state).into_iter().map(value).collect();
        together("evaluate_actions", &state, &alone, &mut scratch, |actions, values, scratch| {
            evaluator.evaluate_actions(&state, actions, values, scratch);
        });
    }
}

/// The legal actions and their afterstates; empty unless a player is to move.
fn afterstates<G: Game>(state: &G) -> Vec<(G::Action, G)> {
    let actions = if state.turn().player().is_some() { state.actions() } else { Vec::new() };
    actions.into_iter().map(|action| (action, state.afterstate(action))).collect()
}

/// Tests that `evaluate` writes the known values of single actions: for all of them, some, none and
/// in another order, in memory used by other states, by another evaluator, or unused.
fn together<G: Game>(
    method: &str,
    state: &G,
    alone: &[(G::Action, f64)],
    used: &mut Scratch,
    evaluate: impl Fn(&[G::Action], &mut [f64], &mut Scratch),
) {
    let backwards: Vec<_> = alone.iter().rev().step_by(2).copied().collect();
    let [mut foreign, mut new] = [Scratch::new(), Scratch::new()];
    foreign.get::<[u8; 3]>();
    for (alone, scratch) in
        [(&alone[..0], &mut new), (alone, used), (&backwards, &mut foreign), (alone, &mut Scratch::new())]
    {
        let actions: Vec<G::Action> = alone.iter().map(|&(action, _)| action).collect();
        for slots in [actions.len() + 2, actions.len() / 2, actions.len()] {
            let mut values = vec![UNTOUCHED; slots];
            evaluate(&actions, &mut values, scratch);
            for (&(action, alone), &value) in alone.iter().zip(&values) {
                assert!(same(alone, value), "{method} wrote {value} instead of {alone} for {action:?} in {state:?}");
            }
            let mut rest = values.iter().skip(actions.len());
            assert!(
                rest.all(|&value| value == UNTOUCHED),
                "{method} wrote more values than actions: {} actions, {slots} slots, in {state:?}",
                actions.len()
            );
        }
    }
}

/// Tests that an evaluator which ignores the preview has the same mean over merged and unmerged
/// outcomes of chance: for the states after them, and for the best afterstate of each.
fn previews<G: Game, E: Evaluator<G> + ?Sized>(evaluator: &E, state: &G) {
    if state.turn() != Turn::Chance || !evaluator.properties().ignores_preview {
        return;
    }
    let mut means = [[0.0; 2]; 2];
    let mut add = |merged: usize, outcome, probability: f64| {
        let after = state.after(Event::Outcome(outcome));
        let best =
            afterstates(&after).iter().map(|(_, next)| evaluator.evaluate(next)).fold(f64::NEG_INFINITY, f64::max);
        means[merged][0] += probability * evaluator.evaluate(&after);
        means[merged][1] += probability * if best.is_finite() { best } else { 0.0 };
        ControlFlow::Continue(())
    };
    let _ = state.visit_outcomes(|outcome, probability| add(0, outcome, probability));
    let _ = state.visit_outcomes_without_preview(|outcome, probability| add(1, outcome, probability));
    let [all, merged] = means;
    let is_near = |(all, merged): (&f64, &f64)| (all - merged).abs() <= 1e-9 * all.abs().max(1.0);
    assert!(
        all.iter().zip(&merged).all(is_near),
        "ignores_preview is true, but the means are {all:?} over all outcomes and {merged:?} over those that are merged, \
         in {state:?}"
    );
}

/// Tests that forcing actions are legal, and that short wins are forced.
fn threats<G: Game, E: Evaluator<G> + ?Sized>(evaluator: &E, state: &G) {
    let Turn::Player(player) = state.turn() else { return };
    let _ = evaluator.visit_forcing(state, &mut |action| {
        assert!(state.check_action(action).is_ok(), "visit_forcing visited {action:?}, which is illegal, in {state:?}");
        ControlFlow::Continue(())
    });
    if let Some(plies) = evaluator.winning_plies(state).filter(|&plies| plies <= MAX_PLIES) {
        let is_win = wins(state, player, plies, &mut 0);
        assert!(is_win != Some(false), "winning_plies is {plies}, but there is no such win, in {state:?}");
    }
}

/// Whether a player wins within this many plies against every reply. `None` if a line reaches a
/// chance event, or if there are too many.
fn wins<G: Game>(state: &G, player: Player, plies: u32, played: &mut usize) -> Option<bool> {
    let is_own = match state.turn() {
        Turn::Over => return Some(state.score() * player.sign() > 0),
        Turn::Chance => return None,
        Turn::Player(_) if plies == 0 => return Some(false),
        Turn::Player(mover) => mover == player,
    };
    for (_, after) in afterstates(state) {
        *played += 1;
        if *played > MAX_LINES {
            return None;
        }
        if wins(&after, player, plies - 1, played)? == is_own {
            return Some(is_own);
        }
    }
    Some(!is_own)
}

/// Whether two values are equal, or both NaN.
fn same(one: f64, other: f64) -> bool {
    one == other || (one.is_nan() && other.is_nan())
}

/// The content of slots that must not be written to.
const UNTOUCHED: f64 = -1.25e-200;

/// Greatest number of plies of lines that are evaluated together.
const MAX_PLIES: u32 = 3;

/// Greatest number of lines from a state that are played out for a check.
const MAX_LINES: usize = 1 << 16;

/// Tests `minimax` for this many plies, if there is one.
fn lines<G: Game, E: Evaluator<G> + ?Sized>(evaluator: &E, state: &G, plies: u32) {
    let full = f64::NEG_INFINITY..f64::INFINITY;
    let probes = [full.clone(), 0.0..0.0_f64.next_up(), f64::MIN..f64::MIN.next_up(), f64::MAX.next_down()..f64::MAX];
    let is_turn = state.turn().player().is_some();
    if !is_turn || probes.into_iter().all(|window| evaluator.minimax(state, plies, window).is_none()) {
        return;
    }
    let mut may_end = false;
    let best = best_line(evaluator, state, plies, &mut 0, &mut may_end);
    if let (true, Some(found)) = (may_end, evaluator.minimax(state, plies, full)) {
        panic!("minimax is {found}, but the game may end within {plies} plies, in {state:?}");
    }
    if let Some(best) = best {
        let middle = if best.is_finite() { best } else { evaluator.evaluate(state) };
        within_windows("minimax", state, best, middle, |window| evaluator.minimax(state, plies, window));
    }
}

/// The value of best play for this many plies, infinite if it wins or loses, and whether a line
/// ends the game or reaches a chance event. `None` if there are too many lines or one has no value.
fn best_line<G: Game, E: Evaluator<G> + ?Sized>(
    evaluator: &E,
    state: &G,
    plies: u32,
    played: &mut usize,
    may_end: &mut bool,
) -> Option<f64> {
    *may_end |= state.turn() == Turn::Chance;
    let player = state.turn().player()?;
    let mut values = Vec::new();
    for (_, after) in afterstates(state) {
        *played += 1;
        if *played > MAX_LINES {
            return None;
        }
        values.push(match after.turn() {
            Turn::Over => {
                *may_end = true;
                let points = after.score().signum() as f64;
                Some(points * f64::INFINITY).filter(|_| G::PLAYERS == 2 && points != 0.0)?
            }
            _ if plies == 1 => evaluator.evaluate(&after),
            _ => best_line(evaluator, &after, plies - 1, played, may_end)?,
        });
    }
    Some(best_for(player, values.into_iter()))
}

/// The best of these values for a player.
fn best_for(player: Player, values: impl Iterator<Item = f64>) -> f64 {
    match player {
        Player::First => values.fold(f64::NEG_INFINITY, f64::max),
        Player::Second => values.fold(f64::INFINITY, f64::min),
    }
}

/// Tests that a method returns the value within windows around a number, and bounds otherwise.
fn within_windows<G: Game>(method: &str, state: &G, best: f64, middle: f64, value: impl Fn(Range<f64>) -> Option<f64>) {
    for window in windows(middle).into_iter().chain([f64::NEG_INFINITY..f64::INFINITY]) {
        let Some(found) = value(window.clone()) else { continue };
        let right = if best <= window.start {
            (best..=window.start).contains(&found)
        } else if best >= window.end {
            (window.end..=best).contains(&found)
        } else {
            found == best
        };
        assert!(right, "{method} is {found} instead of {best} within {window:?}, in {state:?}");
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

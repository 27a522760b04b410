//! Perft: counts of event sequences, the standard test of a move generator.
//!
//! A *ply* in this module is one event: an action of a player or an outcome of chance.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use crate::ext::{EventOf, GameExt};
use crate::game::Game;

/// Number of last plies counted by recursion. Deeper recursion could overflow the stack.
const RECURSIVE: u32 = 64;

/// Returns the number of event sequences of exactly `depth` plies from a state. Every event is
/// played, including those of the last ply, so the count per second measures the speed of play.
/// Games that end earlier do not count.
///
/// Any depth works: the last 64 plies are counted by recursion, the plies before them with a stack
/// of states on the heap.
///
/// ```
/// # use core::ops::ControlFlow;
/// # use gambol_core::{Game, NoChance, Player, Turn};
/// # #[derive(Clone, Debug, PartialEq, Eq, Hash)]
/// # struct Halving(u32);
/// # impl Game for Halving {
/// #     type Action = u32;
/// #     type Outcome = NoChance;
/// #     const PLAYERS: usize = 1;
/// #     fn turn(&self) -> Turn {
/// #         if self.0 == 0 { Turn::Over } else { Turn::Player(Player::First) }
/// #     }
/// #     fn score(&self) -> i64 { 0 }
/// #     fn visit_actions<F>(&self, visit: F) -> ControlFlow<()>
/// #     where
/// #         F: FnMut(u32) -> ControlFlow<()>,
/// #     {
/// #         (0..self.0).try_for_each(visit)
/// #     }
/// #     fn visit_outcomes<F>(&self, _: F) -> ControlFlow<()>
/// #     where
/// #         F: FnMut(NoChance, f64) -> ControlFlow<()>,
/// #     {
/// #         ControlFlow::Continue(())
/// #     }
/// #     fn play(&mut self, action: u32) { self.0 = action; }
/// #     fn resolve(&mut self, outcome: NoChance) { match outcome {} }
/// # }
/// // Count down from 4 to any smaller number, and so on: as many ways as subsets of that size.
/// assert_eq!([1, 2, 3].map(|depth| gambol_core::perft::count(&Halving(4), depth)), [4, 6, 4]);
/// ```
pub fn count<G: Game>(state: &G, depth: u32) -> u64 {
    match depth.checked_sub(RECURSIVE) {
        None | Some(0) => recursive(state, depth),
        Some(plies) => {
            let advance = |state: &G, event| Some(state.after(event));
            sum_after(state, plies, advance, |after| Some(recursive(after, RECURSIVE))).unwrap_or(0)
        }
    }
}

fn recursive<G: Game>(state: &G, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut total = 0;
    let _ = state.visit_events(|event| {
        let mut after = state.clone();
        after.advance(event);
        total += recursive(&after, depth - 1);
        ControlFlow::Continue(())
    });
    total
}

/// Returns the result of [`count`] by the checked path: every event is applied with
/// [`GameExt::try_advance`]. Returns `None` if an event is rejected.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/doc/nim.rs")); }
/// # use nim::*;
/// use gambol_core::perft::{count, count_checked};
///
/// // Both paths agree if every listed action passes the check.
/// let nim = Nim { matches: 7, to_move: Player::First };
/// assert_eq!(count_checked(&nim, 3), Some(count(&nim, 3)));
/// ```
pub fn count_checked<G: Game>(state: &G, depth: u32) -> Option<u64> {
    match depth.checked_sub(RECURSIVE) {
        None | Some(0) => recursive_checked(state, depth),
        Some(plies) => sum_after(state, plies, advance_checked, |after| recursive_checked(after, RECURSIVE)),
    }
}

fn recursive_checked<G: Game>(state: &G, depth: u32) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    let mut total = 0;
    let flow = state.visit_events(|event| {
        match advance_checked(state, event).and_then(|after| recursive_checked(&after, depth - 1)) {
            Some(below) => total += below,
            None => return ControlFlow::Break(()),
        }
        ControlFlow::Continue(())
    });
    flow.is_continue().then_some(total)
}

fn advance_checked<G: Game>(state: &G, event: EventOf<G>) -> Option<G> {
    let mut after = state.clone();
    after.try_advance(event).ok().map(|()| after)
}

/// Returns the sum of `count` over the states after every sequence of exactly `plies` plies, at
/// least 1. Returns `None` if any call to `advance` or `count` does.
///
/// Depth-first traversal without recursion. Memory grows with the length of the sequences, not with
/// their number.
fn sum_after<G: Game>(
    start: &G,
    plies: u32,
    advance: impl Fn(&G, EventOf<G>) -> Option<G>,
    count: impl Fn(&G) -> Option<u64>,
) -> Option<u64> {
    let open = |state: G| {
        let mut events = state.events();
        events.reverse();
        (state, events)
    };
    let mut total = 0;
    // The states of one sequence, each with its remaining events.
    let mut path = alloc::vec![open(start.clone())];
    while let Some((state, events)) = path.last_mut() {
        let Some(event) = events.pop() else {
            path.pop();
            continue;
        };
        let after = advance(state, event)?;
        if path.len() == plies as usize {
            total += count(&after)?;
        } else {
            path.push(open(after));
        }
    }
    Some(total)
}

/// Returns the distinct states exactly `depth` plies from a state, in unspecified order. If
/// `symmetric`, returns one of each class of symmetric states. Holds all of them in memory.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/doc/nim.rs")); }
/// # use nim::*;
/// use gambol_core::perft::{count, distinct};
///
/// // Nine ways of two moves lead to five states: 2 to 6 matches are gone.
/// let nim = Nim { matches: 7, to_move: Player::First };
/// assert_eq!((count(&nim, 2), distinct(&nim, 2, false).len()), (9, 5));
/// ```
pub fn distinct<G: Game>(state: &G, depth: u32, symmetric: bool) -> Vec<G> {
    let mut layer = alloc::vec![if symmetric { state.canonical() } else { state.clone() }];
    for _ in 0..depth {
        let mut next: Vec<(u64, G)> = Vec::new();
        let mut sorted = 0;
        for state in &layer {
            let _ = state.visit_events(|event| {
                let after = state.after(event);
                let after = if symmetric { after.canonical() } else { after };
                next.push((after.key(), after));
                ControlFlow::Continue(())
            });
            // Periodic merging bounds the memory by about twice the distinct states.
            if next.len() > 2 * sorted + 100_000 {
                merge(&mut next);
                sorted = next.len();
            }
        }
        merge(&mut next);
        layer = next.into_iter().map(|(_, state)| state).collect();
    }
    layer
}

/// Drops duplicate states. Equal keys do not imply equality, since keys may omit scores.
fn merge<G: Game>(states: &mut Vec<(u64, G)>) {
    let mut order: Vec<(u64, usize)> = states.iter().map(|&(key, _)| key).zip(0..).collect();
    order.sort_unstable();
    let mut kept: Vec<(u64, G)> = Vec::with_capacity(states.len());
    for (key, index) in order {
        let state = &states[index].1;
        let known = kept.iter().rev().take_while(|(other, _)| *other == key).any(|(_, other)| other == state);
        if !known {
            kept.push((key, state.clone()));
        }
    }
    *states = kept;
}

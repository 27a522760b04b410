//! Random walks and their shrinking.
//!
//! A walk is drawn as a *path*: the seed of its start state and one number a ply, which selects one
//! of the listed events. Every path is valid in every game, so paths can be cut and changed freely
//! to find a shorter one that still fails.

use std::fmt;
use std::sync::Arc;

use gambol_core::Rng;
use proptest::strategy::{NewTree, Strategy, ValueTree};
use proptest::test_runner::TestRunner;

use gambol_core::Game;
use gambol_core::Seed;
use gambol_core::random::below;
use gambol_core::{EventOf, GameExt};

/// The greatest length of a walk, whose numbers are drawn before the end of the game is known.
const LONGEST: usize = 1 << 20;

/// A random walk: a start state, the events played from it, and the last state.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/doc/nim.rs")); }
/// # use nim::*;
/// use gambol_conformance::walks;
/// use gambol_core::GameExt;
/// use proptest::prelude::*;
///
/// proptest!(|(walk in walks(|_| Nim { matches: 7, to_move: Player::First }, 20))| {
///     let mut state = walk.start;
///     walk.events.into_iter().for_each(|event| state.advance(event));
///     prop_assert_eq!(state, walk.end);
/// });
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Walk<G: Game> {
    /// The seed of the start state.
    pub seed: Seed,
    /// The start state.
    pub start: G,
    /// The events, each legal in its state.
    pub events: Vec<EventOf<G>>,
    /// The state after the last event.
    pub end: G,
}

/// Random walks of at most `plies` events from a start state, with uniformly distributed lengths; a
/// walk ends early if the game does.
///
/// All listed actions and outcomes are equally likely, so that rare outcomes occur. Failing walks
/// shrink to fewer events, then to events listed earlier. See [`reachable`] for an example.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/doc/nim.rs")); }
/// # use nim::*;
/// use gambol_conformance::walks;
/// use proptest::prelude::*;
///
/// proptest!(|(walk in walks(|_| Nim { matches: 7, to_move: Player::First }, 20))| {
///     prop_assert!(walk.events.len() <= 7);
/// });
/// ```
pub fn walks<G, F>(start: F, plies: usize) -> impl Strategy<Value = Walk<G>>
where
    G: Game,
    F: Fn(Seed) -> G,
{
    // Strategies are cloned and shared, but the start function need not be `Clone`.
    let start = Arc::new(start);
    Paths { plies, cut: true }.prop_map(move |path| {
        let first = start(path.seed);
        let mut walk = Walk { seed: path.seed, end: first.clone(), start: first, events: Vec::new() };
        for choice in path.choices {
            let Some(event) = choose(&walk.end, choice) else { break };
            walk.end.advance(event);
            walk.events.push(event);
        }
        walk
    })
}

/// States reached by random walks of at most `plies` events: the ends of [`walks`]. They shrink
/// towards the start.
///
/// ```
/// # use core::ops::ControlFlow;
/// # use gambol_core::{Game, NoChance, Player, Seed, Turn};
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
/// use gambol_conformance::reachable;
/// use proptest::prelude::*;
///
/// let start = |seed: Seed| Halving(1 + (seed.get() % 20) as u32);
/// proptest!(|(state in reachable(start, 10))| {
///     prop_assert!(state.0 <= 20);
/// });
/// ```
pub fn reachable<G, F>(start: F, plies: usize) -> impl Strategy<Value = G>
where
    G: Game,
    F: Fn(Seed) -> G,
{
    walks(start, plies).prop_map(|walk| walk.end)
}

/// The event that a number selects in a state; `None` if nothing is listed.
fn choose<G: Game>(state: &G, choice: u32) -> Option<EventOf<G>> {
    let listed = state.events();
    picked(listed.len(), choice).map(|index| listed[index])
}

/// The index that a number selects among `length` items: proportional, so that smaller numbers
/// select earlier ones.
pub(super) fn picked(length: usize, choice: u32) -> Option<usize> {
    (length > 0).then(|| ((u64::from(choice) * length as u64) >> 32) as usize)
}

/// The seed of a start state, and a number for each ply that selects one of the listed events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Path {
    pub(super) seed: Seed,
    pub(super) choices: Vec<u32>,
}

impl Path {
    /// Its first `plies` plies.
    pub(super) fn cut(&self, plies: usize) -> Self {
        Self { seed: self.seed, choices: self.choices[..plies.min(self.choices.len())].to_vec() }
    }

    /// The shortest path.
    pub(super) fn first() -> Self {
        Self { seed: Seed::new(0), choices: Vec::new() }
    }
}

/// Paths of `plies` numbers, or of at most `plies` if `cut`.
#[derive(Clone, Copy)]
pub(super) struct Paths {
    pub(super) plies: usize,
    pub(super) cut: bool,
}

impl fmt::Debug for Paths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Paths({})", self.plies)
    }
}

impl Strategy for Paths {
    type Tree = PathTree;
    type Value = Path;

    fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self> {
        // One number is from proptest, and Gambol's generator derives the rest from it, so that
        // walks depend little on proptest.
        let seed = Seed::new(proptest::num::u64::ANY.new_tree(runner)?.current());
        let mut rng = seed.derive(1).rng();
        let most = self.plies.min(LONGEST) as u32;
        let plies = if self.cut { below(&mut rng, most + 1) } else { most };
        let choices = (0..plies).map(|_| rng.next_u32()).collect();
        Ok(PathTree::new(Path { seed, choices }, 5_000))
    }
}

/// A path that is being shrunk: parts of it are removed, the longest first, then its numbers are
/// reduced.
#[derive(Clone, Debug)]
pub(super) struct PathTree {
    current: Path,
    /// The path before the last change, until the changed one is known to fail or not.
    before: Option<Path>,
    next: Change,
    progress: bool,
    /// The number of changes that may still be tried.
    left: u32,
}

#[derive(Clone, Copy, Debug)]
enum Change {
    Reseed(u64),
    /// Removes `length` numbers before `end`.
    Cut {
        length: usize,
        end: usize,
    },
    /// Reduces the number at `index`: first to 0, then to a half and a quarter.
    Lower {
        index: usize,
        step: u32,
    },
    Done,
}

impl PathTree {
    pub(super) fn new(path: Path, attempts: u32) -> Self {
        Self { current: path, before: None, next: Change::Reseed(0), progress: false, left: attempts }
    }

    /// The change to try after this one.
    fn after(&self, change: Change) -> Change {
        let all = self.current.choices.len();
        match change {
            Change::Reseed(seed) if seed < 3 => Change::Reseed(seed + 1),
            Change::Reseed(_) => Change::Cut { length: all, end: all },
            Change::Cut { length, end } if end > length => Change::Cut { length, end: end - length },
            Change::Cut { length, .. } if length > 1 => Change::Cut { length: length.div_ceil(2), end: all },
            Change::Cut { .. } => Change::Lower { index: 0, step: 0 },
            Change::Lower { index, step } if step < 2 => Change::Lower { index, step: step + 1 },
            Change::Lower { index, .. } if index + 1 < all => Change::Lower { index: index + 1, step: 0 },
            Change::Lower { .. } | Change::Done => Change::Done,
        }
    }

    /// The path with a change; `None` if it does not differ.
    fn changed(&self, change: Change) -> Option<Path> {
        let mut path = self.current.clone();
        match change {
            Change::Reseed(seed) => path.seed = path.seed.min(Seed::new(seed)),
            Change::Cut { length, end } => {
                let end = end.min(path.choices.len());
                path.choices.drain(end.saturating_sub(length)..end);
            }
            Change::Lower { index, step } => {
                let choice = path.choices.get_mut(index)?;
                *choice = if step == 0 { 0 } else { *choice >> step };
            }
            Change::Done => return None,
        }
        (path != self.current).then_some(path)
    }

    fn advance(&mut self) -> bool {
        loop {
            if self.left == 0 {
                return false;
            }
            if let Change::Done = self.next {
                if !self.progress {
                    return false;
                }
                self.progress = false;
                let all = self.current.choices.len();
                self.next = Change::Cut { length: all, end: all };
            }
            let change = self.next;
            self.next = self.after(change);
            if let Some(path) = self.changed(change) {
                self.left -= 1;
                self.before = Some(std::mem::replace(&mut self.current, path));
                return true;
            }
        }
    }
}

impl ValueTree for PathTree {
    type Value = Path;

    fn current(&self) -> Path {
        self.current.clone()
    }

    fn simplify(&mut self) -> bool {
        self.progress |= self.before.take().is_some();
        self.advance()
    }

    fn complicate(&mut self) -> bool {
        match self.before.take() {
            Some(path) => {
                self.current = path;
                self.advance()
            }
            None => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::vec;

    /// Shrinks like proptest and returns the smallest path that fails.
    fn shrunk(path: Path, fails: impl Fn(&Path) -> bool) -> Path {
        let mut tree = PathTree::new(path, u32::MAX);
        let mut more = tree.simplify();
        while more {
            more = if fails(&tree.current()) { tree.simplify() } else { tree.complicate() };
        }
        tree.current()
    }

    #[test]
    fn paths_shrink_to_what_fails() {
        let path = Path { seed: Seed::new(77), choices: (0..100).map(|index| index << 20).collect() };
        let needs = [5 << 20, 50 << 20];
        let fails = |path: &Path| needs.iter().all(|need| path.choices.contains(need));
        assert_eq!(shrunk(path.clone(), fails), Path { seed: Seed::new(0), choices: needs.to_vec() });
        assert_eq!(shrunk(path.clone(), |_| true), Path { seed: Seed::new(0), choices: vec![] });
        assert_eq!(shrunk(path.clone(), |_| false), path);
        let three = shrunk(path, |path| path.choices.len() >= 3);
        assert_eq!(three.choices, [0, 0, 0]);
    }
}

//! The names that every program needs, no more and no fewer.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use gambol::prelude::*;

/// Takes one or two of the remaining beans; the player who takes the last one wins.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Beans {
    left: u8,
    to_move: Player,
}

impl Game for Beans {
    type Action = u8;
    type Outcome = NoChance;
    const PLAYERS: usize = 2;

    fn turn(&self) -> Turn {
        if self.left == 0 { Turn::Over } else { Turn::Player(self.to_move) }
    }

    fn score(&self) -> i64 {
        if self.left == 0 { -self.to_move.sign() } else { 0 }
    }

    fn visit_actions<F: FnMut(u8) -> ControlFlow<()>>(&self, visit: F) -> ControlFlow<()> {
        (1..=self.left.min(2)).try_for_each(visit)
    }

    fn visit_outcomes<F: FnMut(NoChance, f64) -> ControlFlow<()>>(&self, _: F) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn play(&mut self, beans: u8) {
        self.left -= beans;
        self.to_move = self.to_move.opponent();
    }

    fn resolve(&mut self, outcome: NoChance) {
        match outcome {}
    }
}

/// Every name of the prelude is used here; the types of the results matter.
#[test]
fn a_game_is_written_and_played_with_the_prelude_alone() {
    fn decide(mut search: impl Search<Beans>, state: &Beans) -> Decision<u8> {
        search.search(state, &Budget::unlimited(), Seed::new(1)).expect("a move")
    }

    let state = Beans { left: 5, to_move: Player::First };
    let evaluator = FromFn(|state: &Beans| state.score() as f64);
    assert_eq!(evaluator.evaluate(&state), 0.0);
    let policy = FromFn(|state: &Beans, _: &mut GameRng| Some(state.left % 3));
    assert_eq!(policy.choose(&state, &mut Seed::new(1).rng()), Some(2));

    let decision = decide(gambol::search::AlphaBeta::new(evaluator), &state);
    assert_eq!(decision.action, 2);
    let mut next = state.clone();
    next.try_advance(Event::<u8, NoChance>::Action(decision.action)).expect("it is legal");
    assert_eq!((next.turn(), next.actions()), (Turn::Player(Player::Second), vec![1, 2]));
    assert_eq!(Cell::new(0, 0).to_string(), "a1");
}

/// Names are added to the prelude deliberately, and here, too: a program with a glob import may
/// have one of its own.
#[test]
fn the_prelude_has_these_names_and_no_others() {
    let names: BTreeSet<&str> = include_str!("../src/prelude.rs")
        .lines()
        .filter_map(|line| line.strip_prefix("pub use "))
        .flat_map(|line| {
            let (_, names) = line.split_once("::").expect("a path");
            names.trim_matches(['{', '}', ';']).split(", ")
        })
        .collect();
    let expected =
        "Budget Cell Decision Evaluator Event FromFn Game GameExt GameRng NoChance Player Policy Search Seed Turn";
    assert_eq!(names, expected.split(' ').collect());
}

/// Ensures that a new name in one crate cannot make a name of another ambiguous.
#[test]
fn the_root_imports_everything_only_from_the_prelude() {
    let globs: Vec<&str> =
        include_str!("../src/lib.rs").lines().filter(|line| !line.starts_with("//") && line.contains("::*")).collect();
    assert_eq!(globs, ["pub use prelude::*;"]);
}

/// The names of the facade hide none of the standard library's crates.
mod glob {
    #[allow(unused_imports)]
    use gambol::*;

    use core::fmt;

    #[test]
    fn the_root_can_be_imported_whole() {
        let none: fmt::Result = Ok(());
        assert!(none.is_ok());
    }
}

//! Greedy best-first search on games whose answers are known.

use std::ops::ControlFlow;

use crate::common::Tree;
use gambol_core::{Afterstate, Evaluator, FromFn, Game, NoChance, Null, Player, Score, Seed, Turn};
use gambol_search::{Budget, Decision, Greedy, Proven, Scope, Search, Terminal, Ties};

fn decide(tree: &str, scope: Scope) -> Decision<usize> {
    Greedy::new(Afterstate(Score)).scope(scope).search(&Tree::parse(tree), &Budget::unlimited(), Seed::new(1)).unwrap()
}

#[test]
fn one_action_is_judged_by_its_afterstate() {
    assert_eq!(decide("(1 (1@3 9 0) (1@5 0 0) 4)", Scope::Action).action, 1);
    assert_eq!(decide("(2 (2@3 9 0) (2@5 0 0) 4)", Scope::Action).action, 0);
}

#[test]
fn best_first_takes_the_first_complete_turn() {
    // The chance nodes end the turn. Greed goes to 5 and finds 6 there; 7 lies behind 2.
    let tree = "(1 (1@5 (?@6 1:0)) (1@2 (?@7 1:0)))";
    let greedy = decide(tree, Scope::Turn);
    assert_eq!((greedy.action, greedy.value, greedy.pv.as_slice()), (0, 6.0, &[0, 0][..]));
}

#[test]
fn best_first_comes_back_to_what_looked_worse() {
    let tree = "(1 (1@5 (1@1 (?@9 1:0))) (1@4 (?@4 1:0)))";
    assert_eq!(decide(tree, Scope::Turn).pv, [1, 0]);
}

#[test]
fn the_end_of_the_game_is_the_last_resort() {
    assert_eq!(decide("(1 (1@5 9) (1@2 (?@3 1:0)))", Scope::Turn).action, 1);
    assert_eq!(decide("(1 (1@5 9) (1@2 11))", Scope::Turn).value, 9.0);
}

#[test]
fn the_turn_ends_where_the_opponents_begins() {
    assert_eq!(decide("(1 (2@1 9 9) (1@3 (2@2 0 0)))", Scope::Turn).pv, [1, 0]);
}

/// Three of ten numbers in any order, and then one for the opponent.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Choose(u16);

impl Game for Choose {
    type Action = u32;
    type Outcome = NoChance;
    const PLAYERS: usize = 2;

    fn turn(&self) -> Turn {
        match self.0.count_ones() {
            ..3 => Turn::Player(Player::First),
            3 => Turn::Player(Player::Second),
            _ => Turn::Over,
        }
    }

    fn score(&self) -> i64 {
        0
    }

    fn visit_actions<F: FnMut(u32) -> ControlFlow<()>>(&self, visit: F) -> ControlFlow<()> {
        (0..10).filter(|bit| self.turn() != Turn::Over && self.0 & (1 << bit) == 0).try_for_each(visit)
    }

    fn visit_outcomes<F: FnMut(NoChance, f64) -> ControlFlow<()>>(&self, _: F) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn play(&mut self, action: u32) {
        self.0 |= 1 << action;
    }

    fn resolve(&mut self, outcome: NoChance) {
        match outcome {}
    }
}

struct Prefer(u16);

impl Evaluator<Choose> for Prefer {
    fn evaluate(&self, state: &Choose) -> f64 {
        f64::from((state.0 & self.0).count_ones())
    }
}

#[test]
fn no_state_is_played_on_twice() {
    let mut search = Greedy::new(Afterstate(Prefer(0b10_0010_0001))).scope(Scope::Turn);
    let decision = search.search(&Choose(0), &Budget::unlimited(), Seed::new(1)).unwrap();
    assert!(decision.stats.nodes < 30, "{:?}", decision.stats);
}

#[test]
fn ties_are_broken_by_order_or_by_seed() {
    let search = |ties, seed| {
        let mut search = Greedy::new(Afterstate(Prefer(0))).scope(Scope::Turn).ties(ties);
        search.search(&Choose(0), &Budget::unlimited(), Seed::new(seed)).unwrap().pv
    };
    assert_eq!(search(Ties::First, 1), search(Ties::First, 2));
    let lines: std::collections::BTreeSet<Vec<u32>> = (0..20).map(|seed| search(Ties::Random, seed)).collect();
    assert!(lines.len() > 10);
    assert_eq!(search(Ties::Random, 3), search(Ties::Random, 3));
}

#[test]
fn among_equals_the_longer_turn_goes_on() {
    let state = Choose(0);
    let decision = Greedy::new(Null).scope(Scope::Turn).search(&state, &Budget::unlimited(), Seed::new(1)).unwrap();
    assert_eq!((decision.pv.as_slice(), decision.stats.nodes), (&[0, 1, 2][..], 10 + 9 + 8));
}

/// Two numbers of three in any order, and then one for the opponent; the key knows which are
/// chosen, and nothing of the points.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Ordered {
    chosen: u8,
    points: i64,
    /// Numbers that may be chosen under another name, too: the same number, 10 more.
    renamed: bool,
}

impl Ordered {
    const fn new() -> Self {
        Self { chosen: 0, points: 0, renamed: false }
    }
}

impl Game for Ordered {
    type Action = u8;
    type Outcome = NoChance;
    const PLAYERS: usize = 2;

    fn turn(&self) -> Turn {
        match self.chosen.count_ones() {
            ..2 => Turn::Player(Player::First),
            2 => Turn::Player(Player::Second),
            _ => Turn::Over,
        }
    }

    fn score(&self) -> i64 {
        self.points
    }

    fn visit_actions<F: FnMut(u8) -> ControlFlow<()>>(&self, visit: F) -> ControlFlow<()> {
        let free = |number: &u8| self.turn() != Turn::Over && self.chosen & 1 << (number % 10) == 0;
        let names = if self.renamed { 20 } else { 10 };
        (0..names).filter(|name| name % 10 < 3).filter(free).try_for_each(visit)
    }

    fn visit_outcomes<F: FnMut(NoChance, f64) -> ControlFlow<()>>(&self, _: F) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn play(&mut self, action: u8) {
        // 1 and then 0 is worth ten points.
        self.points += if action == 0 && self.chosen == 0b10 { 10 } else { 0 };
        self.chosen |= 1 << (action % 10);
    }

    fn resolve(&mut self, outcome: NoChance) {
        match outcome {}
    }

    fn key(&self) -> u64 {
        u64::from(self.chosen)
    }
}

#[test]
fn an_action_under_another_name_is_no_complete_turn() {
    let state = Ordered { renamed: true, ..Ordered::new() };
    // A second action is worth less than a first.
    let judge = FromFn(|state: &Ordered| -f64::from(state.chosen.count_ones()));
    let mut search = Greedy::new(Afterstate(judge)).scope(Scope::Turn);
    let decision = search.search(&state, &Budget::unlimited(), Seed::new(1)).unwrap();
    assert_eq!((decision.pv.len(), decision.value), (2, -2.0));
}

#[test]
fn a_win_is_taken_and_other_ends_only_where_there_is_nothing_else() {
    // With equal evaluations, the first action is chosen.
    let decide = |text: &str, terminal: Option<Terminal>| {
        let mut search = Greedy::new(Null).scope(Scope::Turn);
        if let Some(terminal) = terminal {
            search = search.terminal(terminal);
        }
        search.search(&Tree::parse(text), &Budget::unlimited(), Seed::new(1)).unwrap()
    };
    let wins = decide("(1 (2 0 0) -1 1)", Some(Terminal::WinLoss));
    assert_eq!((wins.action, wins.value), (2, 1.0));
    assert_eq!(wins.proven, Some(Proven::Win { winner: Player::First, plies: Some(1) }));
    assert_eq!(wins.root[1].proven, Some(Proven::Win { winner: Player::Second, plies: Some(1) }));
    // After two actions of the same turn.
    let later = decide("(1 (1 -1 -1) (1 -1 1))", Some(Terminal::WinLoss));
    assert_eq!(
        (later.pv.as_slice(), later.proven),
        (&[1, 1][..], Some(Proven::Win { winner: Player::First, plies: Some(2) }))
    );
    // By points, no end is proven to be the best.
    assert_eq!(decide("(1 (2 0 0) -1 1)", Some(Terminal::Score)).action, 0);
    assert_eq!(decide("(1 5 9 7)", Some(Terminal::Score)).action, 1);
    assert_eq!(decide("(1 5 9 7)", Some(Terminal::Evaluated)).action, 0);
}

//! Games with unbounded or very long lines: repeated chance events, and very long games.

use std::ops::ControlFlow;

use crate::common::Tree;
use gambol_core::{Game, NoChance, Null, Player, Score, Seed, Turn};
use gambol_search::{
    Allocation, Budget, ChanceNodes, Expectimax, FlatMonteCarlo, Greedy, Mcts, SampledTwoPly, Scope, Search,
};

/// The player takes three points, or throws a die: a six gives another throw, anything else is
/// points.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Throw {
    state: State,
    points: i64,
    /// The number of sixes in a thousand throws.
    sixes: u32,
    /// States may be large: a thread's stack must bear many of them.
    padding: [u64; 32],
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum State {
    Choice,
    Throw,
    Over,
}

impl Throw {
    fn new(sixes: u32) -> Self {
        Self { state: State::Choice, points: 0, sixes, padding: [0; 32] }
    }
}

impl Game for Throw {
    type Action = bool;
    type Outcome = u8;
    const PLAYERS: usize = 1;

    fn turn(&self) -> Turn {
        match self.state {
            State::Choice => Turn::Player(Player::First),
            State::Throw => Turn::Chance,
            State::Over => Turn::Over,
        }
    }

    fn score(&self) -> i64 {
        self.points
    }

    fn visit_actions<F: FnMut(bool) -> ControlFlow<()>>(&self, visit: F) -> ControlFlow<()> {
        [false, true].into_iter().filter(|_| self.state == State::Choice).try_for_each(visit)
    }

    fn visit_outcomes<F: FnMut(u8, f64) -> ControlFlow<()>>(&self, mut visit: F) -> ControlFlow<()> {
        if self.state != State::Throw {
            return ControlFlow::Continue(());
        }
        let six = f64::from(self.sixes) / 1_000.0;
        for pips in (1..=5).filter(|_| six < 1.0) {
            visit(pips, (1.0 - six) / 5.0)?;
        }
        visit(6, six)
    }

    fn play(&mut self, throws: bool) {
        self.state = if throws { State::Throw } else { State::Over };
        self.points = if throws { 0 } else { 3 };
    }

    fn resolve(&mut self, pips: u8) {
        self.points += if pips == 6 { 0 } else { i64::from(pips) };
        self.state = if pips == 6 { State::Throw } else { State::Over };
    }
}

#[test]
fn expectimax_follows_chance_that_can_repeat_itself_until_it_is_unlikely() {
    // The mean of one to five, whatever the sixes; and what is left of the chain is evaluated by
    // the score, 0.
    for (sixes, missing) in [(1, 1e-12), (500, 1e-11), (950, 1e-10)] {
        for depth in [2, 3, 100] {
            let plain = Expectimax::new(Score).depth(depth);
            for mut search in [plain.clone(), plain.values_within(0.0, 5.0)] {
                let decision = search.search(&Throw::new(sixes), &Budget::unlimited(), Seed::new(1)).unwrap();
                let value = decision.root[1].value;
                assert!((value - 3.0).abs() <= missing, "{value} with {sixes} sixes");
            }
        }
    }
}

#[test]
fn chance_that_never_ends_is_left_after_some_hundred_events() {
    for chance in [ChanceNodes::All, ChanceNodes::Sampled(3)] {
        let search = Expectimax::new(Null).chance(chance).depth(2);
        let decision = { search }.search(&Throw::new(1_000), &Budget::unlimited(), Seed::new(1)).unwrap();
        assert_eq!(decision.root[1].value, 0.0);
        assert!(decision.stats.nodes < 2_000, "{:?}", decision.stats);
    }
    let mut rolls = Throw::new(1_000);
    rolls.play(true);
    rolls.settle(&mut Seed::new(1).rng());
    assert_eq!(rolls.turn(), Turn::Chance);
}

#[test]
fn sampling_searches_return_where_chance_repeats_itself() {
    for sixes in [900, 999, 1_000] {
        let state = Throw::new(sixes);
        let budget = Budget::unlimited().simulations(64);
        let longest = 4;
        FlatMonteCarlo::new().max_rollout_plies(longest).search(&state, &budget, Seed::new(1)).unwrap();
        FlatMonteCarlo::new().best_of_sequences(2).search(&state, &budget, Seed::new(1)).unwrap();
        Mcts::new().truncate_rollouts(longest, Score).search(&state, &budget, Seed::new(1)).unwrap();
        SampledTwoPly::new(gambol_core::Afterstate(Score)).search(&state, &budget, Seed::new(1)).unwrap();
        Greedy::new(gambol_core::Afterstate(Score)).scope(Scope::Turn).search(&state, &budget, Seed::new(1)).unwrap();
    }
}

/// Steps without a choice.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Steps {
    left: u32,
    padding: [u64; 32],
}

impl Game for Steps {
    type Action = ();
    type Outcome = ();
    const PLAYERS: usize = 1;

    fn turn(&self) -> Turn {
        match self.left {
            0 => Turn::Over,
            left if left % 3 == 0 => Turn::Player(Player::First),
            _ => Turn::Chance,
        }
    }

    fn score(&self) -> i64 {
        i64::from(self.left == 0)
    }

    fn visit_actions<F: FnMut(()) -> ControlFlow<()>>(&self, mut visit: F) -> ControlFlow<()> {
        if self.turn().player().is_some() { visit(()) } else { ControlFlow::Continue(()) }
    }

    fn visit_outcomes<F: FnMut((), f64) -> ControlFlow<()>>(&self, mut visit: F) -> ControlFlow<()> {
        if self.turn() == Turn::Chance { visit((), 1.0) } else { ControlFlow::Continue(()) }
    }

    fn play(&mut self, (): ()) {
        self.left -= 1;
    }

    fn resolve(&mut self, (): ()) {
        self.left -= 1;
    }
}

#[test]
fn a_game_of_a_million_steps_does_not_exhaust_the_stack() {
    let state = Steps { left: 999_999, padding: [0; 32] };
    let search = Expectimax::new(Score).depth(u32::MAX);
    let decision = { search }.search(&state, &Budget::unlimited(), Seed::new(1)).unwrap();
    assert_eq!((decision.value, decision.stats.depth), (0.0, 127));
}

#[test]
fn flat_monte_carlo_returns_where_every_action_ends_the_game() {
    let state = Tree::parse("(1 4 5 6)");
    let allocations =
        [Allocation::Uniform, Allocation::SequentialHalving, Allocation::Ucb { c: 1.0 }, Allocation::Ocba];
    for allocation in allocations {
        for nodes in [0, 1, 50, 1_000] {
            for mut search in [FlatMonteCarlo::new(), FlatMonteCarlo::new().rollouts(u32::MAX)] {
                search = search.allocation(allocation);
                let decision = search.search(&state, &Budget::unlimited().nodes(nodes), Seed::new(1)).unwrap();
                assert!((nodes..=2 * nodes + 100).contains(&decision.stats.nodes), "{nodes}: {:?}", decision.stats);
            }
        }
        let mut unset = FlatMonteCarlo::new().allocation(allocation);
        assert_eq!(unset.search(&state, &Budget::unlimited(), Seed::new(1)).unwrap().stats.simulations, 300);
    }
}

/// A game with one action that never ends.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Endless {
    plies: u64,
    /// States may be large: a thread's stack must bear many of them.
    padding: [u64; 32],
}

impl Game for Endless {
    type Action = ();
    type Outcome = NoChance;
    const PLAYERS: usize = 1;

    fn turn(&self) -> Turn {
        Turn::Player(Player::First)
    }

    fn score(&self) -> i64 {
        self.plies as i64
    }

    fn visit_actions<F: FnMut(()) -> ControlFlow<()>>(&self, mut visit: F) -> ControlFlow<()> {
        visit(())
    }

    fn visit_outcomes<F: FnMut(NoChance, f64) -> ControlFlow<()>>(&self, _: F) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn play(&mut self, (): ()) {
        self.plies += 1;
    }

    fn resolve(&mut self, outcome: NoChance) {
        match outcome {}
    }
}

#[test]
fn sequences_of_any_length_end_after_some_hundred_actions() {
    let state = Endless { plies: 0, padding: [0; 32] };
    for (length, score) in [(3, 4.0), (512, 513.0), (3_000_000, 513.0), (u32::MAX, 513.0)] {
        let mut search = FlatMonteCarlo::new().best_of_sequences(length);
        let decision = search.search(&state, &Budget::unlimited().simulations(2), Seed::new(1)).unwrap();
        assert_eq!(decision.value, score, "{length}");
    }
}

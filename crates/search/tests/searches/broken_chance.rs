//! Games whose chance breaks its contract: no outcome, or invalid probabilities. Every search that
//! uses chance returns an error that names the state.

use std::ops::ControlFlow;

use gambol_core::{Afterstate, Game, GameExt, Player, Score, Seed, Turn};
use gambol_search::{
    AgainstChance, AllOutcomes, AlphaBeta, Budget, ChanceNodes, Expectimax, FlatMonteCarlo, Mcts, SampledOutcomes,
    SampledTwoPly, Search, SearchError, TurnSearch,
};

/// A player's action, and a die with these probabilities after it.
#[derive(Clone, Debug)]
struct Loaded {
    odds: &'static [f64],
    throws: u8,
    is_thrown: bool,
    /// The last action, so that the two do not lead to the same state.
    last: bool,
}

impl PartialEq for Loaded {
    fn eq(&self, other: &Self) -> bool {
        (self.throws, self.is_thrown, self.last) == (other.throws, other.is_thrown, other.last)
    }
}

impl Eq for Loaded {}

impl std::hash::Hash for Loaded {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        (self.throws, self.is_thrown, self.last).hash(state);
    }
}

impl Game for Loaded {
    type Action = bool;
    type Outcome = usize;
    const PLAYERS: usize = 1;

    fn turn(&self) -> Turn {
        match self.is_thrown {
            true => Turn::Chance,
            false if self.throws == 3 => Turn::Over,
            false => Turn::Player(Player::First),
        }
    }

    fn score(&self) -> i64 {
        i64::from(self.throws)
    }

    fn visit_actions<F: FnMut(bool) -> ControlFlow<()>>(&self, visit: F) -> ControlFlow<()> {
        [false, true].into_iter().filter(|_| self.turn().player().is_some()).try_for_each(visit)
    }

    fn visit_outcomes<F: FnMut(usize, f64) -> ControlFlow<()>>(&self, mut visit: F) -> ControlFlow<()> {
        let odds = self.odds.iter().enumerate().filter(|_| self.is_thrown);
        odds.map(|(face, &probability)| (face, probability)).try_for_each(|(face, odds)| visit(face, odds))
    }

    fn play(&mut self, action: bool) {
        (self.is_thrown, self.last) = (true, action);
    }

    fn resolve(&mut self, _: usize) {
        (self.throws, self.is_thrown) = (self.throws + 1, false);
    }
}

/// Searches that sample chance.
fn sampling() -> Vec<(&'static str, Box<dyn Search<Loaded>>)> {
    let after = Afterstate(Score);
    let mcts = || Mcts::new().simulations(200);
    vec![
        ("expectimax of samples", Box::new(Expectimax::new(Score).chance(ChanceNodes::Sampled(9)))),
        ("flat", Box::new(FlatMonteCarlo::new())),
        ("flat, truncated", Box::new(FlatMonteCarlo::new().max_rollout_plies(1))),
        ("flat by sequences", Box::new(FlatMonteCarlo::new().best_of_sequences(1))),
        ("MCTS", Box::new(mcts())),
        ("MCTS, truncated", Box::new(mcts().truncate_rollouts(0, Score))),
        ("MCTS without memory", Box::new(mcts().memory(0))),
        ("two-ply", Box::new(SampledTwoPly::new(after))),
        ("turns", Box::new(TurnSearch::new(Score).ends(2).samples(9))),
    ]
}

/// Searches that list it.
fn listing() -> Vec<(&'static str, Box<dyn Search<Loaded>>)> {
    let careful = || AlphaBeta::new(Score).depth(3);
    vec![
        ("expectimax", Box::new(Expectimax::new(Score))),
        ("Star2", Box::new(Expectimax::new(Score).values_within(0.0, 9.0))),
        ("alpha-beta against chance", Box::new(AgainstChance::new(careful(), AllOutcomes))),
    ]
}

fn is_refused(name: &str, search: &mut dyn Search<Loaded>, odds: &'static [f64], expected: &str) {
    let state = Loaded { odds, throws: 0, is_thrown: false, last: false };
    match search.search(&state, &Budget::unlimited(), Seed::new(1)) {
        Err(SearchError::Outcomes { state, why }) => {
            assert!(state.starts_with("Loaded {") && state.contains("is_thrown: true"), "{name}: {state}");
            assert_eq!(why, expected, "{name}");
        }
        other => panic!("{name}, {odds:?}: {other:?}"),
    }
}

#[test]
fn every_search_refuses_chance_without_outcomes_or_without_a_distribution() {
    let broken: [(&[f64], &str); 3] = [
        (&[], "has no outcome"),
        (&[0.05, 0.05], "has outcomes whose probabilities sum to 0.1"),
        (&[f64::NAN, 0.5], "has an outcome with the probability NaN"),
    ];
    for (odds, why) in broken {
        for (name, mut search) in sampling().into_iter().chain(listing()) {
            is_refused(name, &mut *search, odds, why);
        }
    }
    let mut sampled = AgainstChance::new(AlphaBeta::new(Score).depth(3), SampledOutcomes::new(3, Seed::new(1)));
    is_refused("alpha-beta against samples", &mut sampled, &[], "has no outcome");
}

#[test]
fn searches_that_list_chance_refuse_negative_and_excessive_probabilities() {
    let broken: [(&[f64], &str); 3] = [
        (&[1.5, -0.5], "has an outcome with the probability 1.5"),
        (&[-0.5, 0.5, 1.0], "has an outcome with the probability -0.5"),
        (&[0.75, 0.75], "has outcomes whose probabilities sum to 1.5"),
    ];
    for (odds, why) in broken {
        // Star2 may cut off before the last outcome.
        for (name, mut search) in listing().into_iter().filter(|(name, _)| *name != "Star2") {
            is_refused(name, &mut *search, odds, why);
        }
    }
}

#[test]
fn rounding_is_no_defect() {
    const THIRDS: &[f64] = &[0.333_333_3, 0.333_333_3, 0.333_333_3];
    for (name, mut search) in sampling().into_iter().chain(listing()) {
        let state = Loaded { odds: THIRDS, throws: 0, is_thrown: false, last: false };
        let found = search.search(&state, &Budget::unlimited(), Seed::new(1));
        assert!(found.is_ok(), "{name}: {found:?}");
    }
}

#[test]
fn a_long_state_is_cut_in_an_error() {
    static MANY: [f64; 1_000] = [0.5; 1_000];
    let state = Loaded { odds: &MANY, throws: 0, is_thrown: false, last: false };
    let error = Expectimax::new(Score).search(&state, &Budget::unlimited(), Seed::new(1)).unwrap_err();
    let text = error.to_string();
    assert!(text.contains("0.5, 0.5, ") && text.contains('…') && text.contains("is_thrown: true"), "{text}");
    assert!(text.chars().count() < 500, "{text}");
    assert!(state.outcomes().is_empty());
}

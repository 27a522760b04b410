//! Forests of positions.

use gambol_core::{Event, FromFn, Game, Notation, Prior, Seed, TextError};
use gambol_pentago_swap::PentagoSwap;
use gambol_registry::Registry;
use gambol_search::{Batched, Mcts, Terminal};
use gambol_threes::Threes;

/// Weights by the number of an action.
fn prior<G: Game>() -> impl Prior<G> {
    FromFn(|state: &G, _: &[G::Action], weights: &mut [f32]| {
        (1..).zip(weights).for_each(|(number, weight)| *weight = 1.0 + (number % 5) as f32);
        Some(state.score() as f64)
    })
}

/// Plays four moves with typed states and with positions.
fn plays_alike<G: Notation>(game: &str, state: &G, simulations: u64) {
    let registry = Registry::standard();
    let position = registry.position(game, &state.to_string()).unwrap();
    // Positions count in points, whatever the game.
    let mcts = Mcts::new().terminal(Terminal::of::<G>()).puct(1.5, Batched);
    let mut typed = mcts.clone().forest([state.clone()], Seed::new(1)).unwrap();
    let mut erased = mcts.forest([position], Seed::new(1)).unwrap();
    for turn in 0..4 {
        typed.run(&prior(), simulations).unwrap();
        erased.run(&prior(), simulations).unwrap();
        let (decision, labelled) = (typed.decision(0).unwrap(), erased.decision(0).unwrap());
        assert_eq!(decision.action.to_string(), labelled.action.to_string());
        assert_eq!((decision.value, decision.stats), (labelled.value, labelled.stats));
        assert!(decision.root.iter().map(|root| root.visits).eq(labelled.root.iter().map(|root| root.visits)));
        typed.advance(0, Event::Action(decision.action)).unwrap();
        erased.advance(0, Event::Action(labelled.action)).unwrap();
        typed.settle(0, &mut Seed::new(turn).rng()).unwrap();
        erased.settle(0, &mut Seed::new(turn).rng()).unwrap();
        assert_eq!(typed.state(0).unwrap().to_string(), erased.state(0).unwrap().to_string());
    }
}

#[test]
fn a_forest_of_positions_decides_as_one_of_typed_states() {
    let mut threes = Threes::default();
    threes.settle(&mut Seed::new(7).rng());
    plays_alike("threes", &threes, 60);
}

/// A position lists all actions of Pentago-Swap, its own type only those with different
/// afterstates, so that their trees differ.
#[test]
fn a_forest_of_positions_plays_for_two() {
    let start = Registry::standard().position("pentago-swap", &PentagoSwap::new().to_string()).unwrap();
    let mcts = Mcts::new().terminal(Terminal::of::<PentagoSwap>()).puct(1.5, Batched);
    let mut forest = mcts.forest([start], Seed::new(1)).unwrap();
    for _ in 0..4 {
        forest.run(&prior(), 30).unwrap();
        let decision = forest.decision(0).unwrap();
        assert_eq!(decision.stats.simulations, 30);
        forest.advance(0, Event::Action(decision.action)).unwrap();
    }
    assert!(forest.state(0).unwrap().state::<PentagoSwap>().is_some_and(|state| state.plies() == 4));
}

/// The settings of trees of any type are those of the typed forest.
#[test]
fn trees_have_the_settings_of_a_forest() -> Result<(), Box<dyn std::error::Error>> {
    let start = Registry::standard().start("match5")?;
    let trees = || start.forest(Mcts::new().puct(1.5, Batched), &[&start, &start], Seed::new(1));
    let mut decisions = Vec::new();
    for (mut trees, most) in [(trees()?, 2), (trees()?.leaves_per_game(8), 16), (trees()?.parallel(true), 2)] {
        assert!((trees.len(), trees.is_empty()) == (2, false) && format!("{trees:?}").starts_with("Forest"));
        let mut greatest = 0;
        while let leaves @ 1.. = trees.gather(40)? {
            greatest = greatest.max(leaves);
            trees.learn_policies(&vec![1.0; leaves * 81], &vec![0.0; leaves])?;
        }
        assert_eq!((greatest, trees.simulations(0)), (most, 40));
        decisions.push(trees.decision(0)?);
    }
    assert_eq!(decisions[0], decisions[2]);
    let none = start.forest(Mcts::new().puct(1.5, Batched), &[], Seed::new(1))?;
    assert!(none.is_empty());
    Ok(())
}

/// The same type has states of many sizes, whose rows differ.
#[test]
fn positions_of_another_game_or_size_are_refused() -> Result<(), TextError> {
    let registry = Registry::standard();
    let named = |games: [&str; 2]| games.map(|game| registry.start(game).unwrap_or_else(|error| panic!("{error}")));
    for games in [
        ["match5", "match5:edge=7"],
        ["five-or-more:size=6x5", "five-or-more:size=5x6"],
        ["match5", "threes"],
        ["five-or-more", "five-or-more:large"],
    ] {
        let [one, other] = named(games);
        let forest = |states: &[&_]| one.forest(Mcts::new().puct(1.5, Batched), states, Seed::new(1));
        for states in [&[&one, &other][..], &[&other, &other]] {
            let error = forest(states).err().map(|error| error.to_string()).unwrap_or_default();
            assert!(error.ends_with("it is of another game or size"), "{games:?}: {error}");
        }
        let mut trees = forest(&[&one, &one])?;
        let error = trees.set(1, &other, Seed::new(1)).err().map(|error| error.to_string()).unwrap_or_default();
        assert!(error.ends_with("it is of another game or size"), "{games:?}: {error}");
        assert_eq!((trees.set(1, &one, Seed::new(1)), trees.text(1)), (Ok(()), Some(one.to_string())));
    }
    Ok(())
}

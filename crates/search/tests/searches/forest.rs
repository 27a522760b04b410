//! Trees of many games in steps.

use crate::common::{Tree, on_threads};
use crate::connect_four::ConnectFour;
use crate::twenty48::Twenty48;
use gambol_core::{Event, FromFn, Game, GameExt, Prior, Score, Seed, Turn, mix};
use gambol_search::{Batched, Budget, Decision, Forest, ForestError, Mcts, Search, SearchError};

/// Weights and values that depend on the state only. A value of `None` in every third state.
fn network<G: Game>(is_valued: bool) -> impl Prior<G> {
    FromFn(move |state: &G, _: &[G::Action], weights: &mut [f32]| {
        let key = state.key();
        (0..).zip(weights).for_each(|(index, weight)| *weight = (mix(key, index) % 7) as f32);
        let own = (mix(key, 99) % 200) as f64 / 100.0 - 1.0;
        is_valued.then_some(state.score() as f64 + own)
    })
}

/// Evaluates the leaves of a forest in steps.
fn grow<G: Game>(forest: &mut Forest<G>, prior: &impl Prior<G>, limit: u64) -> Vec<usize> {
    let mut batches = Vec::new();
    loop {
        let leaves = forest.gather(limit).unwrap();
        if leaves.is_empty() {
            return batches;
        }
        let (mut weights, mut values) = (vec![0.0; leaves.action_count()], Vec::new());
        let mut rest = &mut weights[..];
        for leaf in leaves.iter() {
            let (own, others) = rest.split_at_mut(leaf.actions.len());
            values.push(prior.weigh(leaf.state, leaf.actions, own));
            rest = others;
        }
        batches.push(leaves.len());
        forest.learn(&weights, &values).unwrap();
    }
}

fn settled<G: Game>(mut state: G) -> G {
    state.settle(&mut Seed::new(3).rng());
    state
}

/// Plays with a forest. Searches that start with an empty tree decide as single searches: the first
/// of a game, or all if no tree is kept. Returns a digest of all visits.
fn decides_as_single_searches<G: Game>(states: &[G], settings: &Mcts, limit: u64, is_valued: bool, keeps: bool) -> u64 {
    let prior = network::<G>(is_valued);
    let mut forest =
        settings.clone().puct(1.3, Batched).forest(states.iter().cloned(), Seed::new(7)).unwrap().parallel(true);
    let mut single = settings.clone().puct(1.3, &prior);
    let mut digest = 0;
    for turn in 0..4 {
        grow(&mut forest, &prior, limit);
        for game in 0..states.len() {
            let state = forest.state(game).unwrap().clone();
            if state.is_over() {
                continue;
            }
            let found = forest.decision(game).unwrap();
            if turn == 0 || !keeps {
                // An action, and a chance event in games with chance, for each turn.
                let events = turn * (1 + u64::from(G::HAS_CHANCE));
                let seed = Seed::new(7).derive(game as u64).derive(events);
                let expected = single.search(&state, &Budget::unlimited().simulations(limit), seed).unwrap();
                assert_eq!(found, expected, "game {game}, turn {turn}");
            }
            digest = found.root.iter().fold(digest, |digest, root| mix(digest, root.visits));
            forest.advance(game, Event::Action(found.action)).unwrap();
            forest.settle(game, &mut Seed::new(turn).rng()).unwrap();
        }
    }
    digest
}

#[test]
fn each_game_decides_as_a_search_of_its_own() {
    let four = ["", "44", "4433", "112233"].map(ConnectFour::after);
    let puzzles = [settled(Twenty48::new()), { settled(Twenty48::new()) }];
    let mut digests = Vec::new();
    for is_valued in [true, false] {
        let settings = Mcts::new().truncate_rollouts(20, Score);
        digests.push(decides_as_single_searches(&four, &settings, 150, is_valued, true));
        digests.push(decides_as_single_searches(&puzzles, &settings, 150, is_valued, true));
        // Thresholds make descents continue after the evaluation of a leaf.
        let noisy = settings.clone().root_noise(0.25, 0.5).first_play_urgency(0.2);
        digests.push(decides_as_single_searches(&four, &noisy, 150, is_valued, true));
        digests.push(decides_as_single_searches(&puzzles, &noisy.solver(false), 150, is_valued, true));
        let gumbel = settings.gumbel(4, 1.0);
        decides_as_single_searches(&four, &gumbel, 30, is_valued, false);
        decides_as_single_searches(&puzzles, &gumbel, 30, is_valued, false);
    }
    let mut of_trees = 0;
    for (_, _, tree) in crate::common::corpus() {
        if matches!(tree.turn(), Turn::Player(_)) {
            let states = [tree.clone(), tree];
            for is_valued in [true, false] {
                of_trees = mix(of_trees, decides_as_single_searches(&states, &Mcts::new(), 40, is_valued, true));
            }
        }
    }
    digests.push(of_trees);
    // Searches that continue in a kept tree have no counterpart; their visits are pinned.
    assert_eq!(
        digests,
        [
            8_068_453_326_804_521_523,
            16_246_990_371_321_579_584,
            1_552_908_165_395_933_855,
            3_805_376_794_751_817_436,
            17_884_254_698_099_200_887,
            2_439_827_848_043_573_151,
            2_235_262_526_685_795_714,
            4_206_917_904_929_244_986,
            7_631_826_186_115_309_431,
        ]
    );
}

#[test]
fn thresholds_and_full_memory_change_nothing() {
    let state = ConnectFour::after("44");
    // Half of the memory is for the copy of a kept tree; a single search keeps a third free.
    let small = (72 * 28, 54 * 28);
    let large = (1 << 20, 1 << 20);
    for (threshold, (memory, own), is_valued) in
        [(2, large, true), (3, large, false), (0, small, false), (1, small, true)]
    {
        let prior = network::<ConnectFour>(is_valued);
        let mut forest = Mcts::new()
            .puct(1.3, Batched)
            .expansion_threshold(threshold)
            .memory(memory)
            .forest([state], Seed::new(7))
            .unwrap();
        let batches = grow(&mut forest, &prior, 300);
        assert!(batches.iter().all(|&leaves| leaves == 1));
        let mut single = Mcts::new().puct(1.3, &prior).expansion_threshold(threshold).memory(own);
        let seed = Seed::new(7).derive(0).derive(0);
        let expected = single.search(&state, &Budget::unlimited().simulations(300), seed).unwrap();
        assert_eq!(forest.decision(0).unwrap(), expected, "{threshold} {memory} {is_valued}");
    }
}

/// Decisions, policies and batch sizes of games with several leaves in a step.
fn several<G: Game>(
    states: &[G],
    mcts: &Mcts,
    leaves: usize,
    parallel: bool,
) -> (Vec<Decision<G::Action>>, Vec<usize>) {
    let prior = network::<G>(true);
    let forest = mcts.clone().puct(1.3, Batched).forest(states.iter().cloned(), Seed::new(7)).unwrap();
    let mut forest = forest.leaves_per_game(leaves).parallel(parallel);
    let mut decisions = Vec::new();
    let mut batches = Vec::new();
    for turn in 0..3 {
        batches.extend(grow(&mut forest, &prior, 200));
        let decided = forest.decisions().unwrap().into_iter().enumerate();
        for (game, decision) in decided.filter_map(|(game, decision)| Some((game, decision?))) {
            let visits: u64 = decision.root.iter().map(|root| root.visits).sum();
            assert!(visits >= decision.stats.simulations, "{decision:?}");
            assert!(turn > 0 || visits == decision.stats.simulations, "{decision:?}");
            // Values are means of values between those of the network and the ends.
            assert!(decision.root.iter().all(|root| root.value.is_finite()));
            forest.advance(game, Event::Action(decision.action)).unwrap();
            forest.settle(game, &mut Seed::new(turn).rng()).unwrap();
            decisions.push(decision);
        }
    }
    (decisions, batches)
}

#[test]
fn several_leaves_of_a_game_wait_together_and_threads_do_not_matter() {
    let four = ["", "44", "4433", "112233", "1234567"].map(ConnectFour::after);
    let puzzles: Vec<Twenty48> = (0..5).map(|_| settled(Twenty48::new())).collect();
    for mcts in [Mcts::new().solver(false), Mcts::new().root_noise(0.25, 0.3), Mcts::new().gumbel(4, 1.0)] {
        let (decisions, batches) = several(&four, &mcts, 8, false);
        assert!(batches.iter().any(|&leaves| leaves > 20), "{batches:?}");
        assert_eq!(on_threads(4, || several(&four, &mcts, 8, true)), (decisions, batches));
        // Children of chance nodes move while leaves below them wait.
        let found = several(&puzzles, &mcts, 8, false);
        assert_eq!(on_threads(3, || several(&puzzles, &mcts, 8, true)), found);
    }
}

/// With one action whose chance event has many outcomes, every leaf is below one chance node, whose
/// children move again and again. The mean of the root is that of all evaluations.
#[test]
fn leaves_below_chance_nodes_are_found_again() {
    let outcomes: Vec<String> =
        (0..3_000).map(|value| format!("1: (1@{value} (1@{value} 0 0) (1@{value} 1 1))")).collect();
    let tree = Tree::parse(&format!("(1 (? {}))", outcomes.join(" ")));
    let mut forest =
        Mcts::new().solver(false).puct(1.0, Batched).forest([tree], Seed::new(1)).unwrap().leaves_per_game(16);
    let (mut sum, mut count, mut sampled) = (0.0, 0, Vec::new());
    loop {
        let leaves = forest.gather(150).unwrap();
        if leaves.is_empty() {
            break;
        }
        let values: Vec<_> = leaves.iter().map(|leaf| Some(leaf.state.score() as f64)).collect();
        // The first is the root.
        if count > 0 {
            sum += values.iter().flatten().sum::<f64>();
            sampled.extend(leaves.iter().map(|leaf| leaf.state.score() as usize));
        }
        count += leaves.len();
        let weights = vec![1.0; leaves.action_count()];
        forest.learn(&weights, &values).unwrap();
    }
    let decision = forest.decision(0).unwrap();
    let visits = decision.root[0].visits;
    assert_eq!((visits, count), (150, 151), "no game ends in this tree in so few simulations");
    assert!((decision.value - sum / 150.0).abs() < 1e-9, "{} for {}", decision.value, sum / 150.0);
    // Every sampled outcome has been expanded: its next leaf is below it.
    assert!(sampled.len() > 100);
    for outcome in sampled {
        let mut forest = forest.clone();
        forest.advance(0, Event::Action(0)).unwrap();
        forest.advance(0, Event::Outcome(outcome)).unwrap();
        let root = forest.state(0).unwrap().clone();
        let leaves = forest.gather(1).unwrap();
        assert!(leaves.iter().next().is_some_and(|leaf| *leaf.state != root), "{outcome}");
    }
}

#[test]
fn invalid_evaluations_are_errors_that_name_leaf_and_game() {
    let states = ["", "1", "12"].map(ConnectFour::after);
    let mut forest = Mcts::new().puct(1.0, Batched).forest(states, Seed::new(1)).unwrap();
    assert_eq!(forest.learn(&[], &[]), Err(ForestError::NoLeaves));
    assert_eq!(forest.gather(0).unwrap().len(), 0);
    assert_eq!(forest.gather(10).unwrap().len(), 3);
    // The leaves wait until they are learnt.
    assert_eq!(forest.gather(10).unwrap().action_count(), 21);
    let (weights, values) = ([1.0_f32; 21], [Some(0.0); 3]);
    let error = forest.learn(&weights[1..], &values).unwrap_err();
    assert_eq!(error.to_string(), "3 leaves need 21 weights; there are 20");
    let error = forest.learn(&weights, &values[1..]).unwrap_err();
    assert_eq!(error.to_string(), "3 leaves need 3 values; there are 2");
    for bad in [f32::NAN, f32::INFINITY, -1.0] {
        let mut weights = weights;
        weights[8] = bad;
        match forest.learn(&weights, &values).unwrap_err() {
            ForestError::Leaf { leaf: 1, game: 1, error } => {
                assert!(matches!(*error, SearchError::Weight { ref action, .. } if action == "1"), "{error}");
            }
            error => panic!("{error}"),
        }
    }
    for bad in [f64::NAN, f64::NEG_INFINITY] {
        let error = forest.learn(&weights, &[Some(0.0), None, Some(bad)]).unwrap_err();
        assert!(error.to_string().starts_with("leaf 2 of game 2: the evaluation of "), "{error}");
    }
    let waits = Err(ForestError::Waiting { game: 1 });
    assert_eq!(forest.set(1, ConnectFour::new(), Seed::new(1)), waits);
    assert_eq!(forest.advance(1, Event::Action(1)), waits);
    assert_eq!(forest.settle(1, &mut Seed::new(1).rng()), waits);
    assert_eq!(forest.decision(1).map(|_| ()), waits);
    assert!(matches!(forest.run(&network(true), 9), Err(ForestError::Waiting { game: 0 })));
    // After all that, it goes on as if nothing had been wrong.
    forest.learn(&weights, &values).unwrap();
    forest.run(&network(true), 50).unwrap();
    let mut same = Mcts::new().puct(1.0, Batched).forest(states, Seed::new(1)).unwrap();
    same.gather(50).unwrap();
    same.learn(&weights, &values).unwrap();
    grow(&mut same, &network(true), 50);
    assert_eq!(forest.decisions().unwrap(), same.decisions().unwrap());

    assert_eq!(forest.advance(3, Event::Action(1)), Err(ForestError::Game { game: 3, games: 3 }));
    let error = forest.advance(0, Event::Action(77)).unwrap_err();
    assert!(matches!(error, ForestError::Illegal { game: 0, .. }), "{error}");
    let bad = FromFn(|state: &ConnectFour, _: &[u8], weights: &mut [f32]| {
        weights.fill(1.0);
        Some(if *state == ConnectFour::after("1") { 0.0 } else { f64::NAN })
    });
    forest.set(2, ConnectFour::after("1"), Seed::new(1)).unwrap();
    assert!(matches!(forest.run(&bad, 9), Err(ForestError::Search { .. })));
}

#[test]
fn games_that_are_over_rest_and_chance_must_be_settled() {
    let over = ConnectFour::after("1212121");
    assert!(over.is_over());
    let mut forest = Mcts::new().puct(1.0, Batched).forest([over, ConnectFour::new()], Seed::new(1)).unwrap();
    forest.run(&network(true), 20).unwrap();
    assert_eq!(forest.decisions().unwrap().iter().map(Option::is_some).collect::<Vec<_>>(), [false, true]);
    assert!(matches!(forest.decision(0), Err(ForestError::Search { game: 0, .. })));
    assert_eq!((forest.simulations(0), forest.simulations(1), forest.simulations(2)), (0, 20, 0));
    // A game that replaces another is as good as new.
    forest.set(0, ConnectFour::new(), Seed::new(1).derive(1)).unwrap();
    forest.run(&network(true), 20).unwrap();
    assert_eq!(forest.decision(0).unwrap(), forest.decision(1).unwrap());

    let mut puzzle = Mcts::new().puct(1.0, Batched).forest([Twenty48::new()], Seed::new(1)).unwrap();
    let error = puzzle.gather(10).unwrap_err();
    assert_eq!(error.to_string(), "game 0: no player is to move: a chance event is due");
    puzzle.settle(0, &mut Seed::new(1).rng()).unwrap();
    assert_eq!(puzzle.gather(10).unwrap().len(), 1);

    let mut none = Mcts::new().puct(1.0, Batched).forest(Vec::<ConnectFour>::new(), Seed::new(1)).unwrap();
    assert!(none.is_empty() && none.gather(10).unwrap().is_empty() && none.decisions().unwrap().is_empty());
}

#[test]
fn leaves_that_no_longer_wait_leave_no_virtual_visits() {
    let start = settled(Twenty48::new());
    let mut due = start;
    let action = due.actions()[0];
    due.play(action);
    let prior = network(true);
    let settings = Mcts::new().puct(1.3, Batched);
    let mut forest = settings.forest([start, start], Seed::new(7)).unwrap().leaves_per_game(8);
    grow(&mut forest, &prior, 40);
    let before = forest.decision(0).unwrap();
    // The second game fails, while leaves of the first one wait.
    forest.set(1, due, Seed::new(8)).unwrap();
    assert!(matches!(forest.gather(400), Err(ForestError::Search { game: 1, .. })));
    let after = forest.decision(0).unwrap();
    assert_eq!(before.root, after.root);
}

#[test]
fn settings_of_exploration_are_checked() {
    let refused = |mcts: Mcts| {
        let budget = Budget::unlimited().simulations(9);
        let searched = mcts.clone().puct(1.0, network(true)).search(&ConnectFour::new(), &budget, Seed::new(1));
        let grown = mcts.clone().puct(1.0, Batched).forest([ConnectFour::new()], Seed::new(1));
        let unguided = mcts.clone().search(&ConnectFour::new(), &budget, Seed::new(1));
        assert!(matches!(unguided, Err(SearchError::Setting { .. })));
        match (searched, grown) {
            (Err(SearchError::Setting { setting, .. }), Err(ForestError::Search { .. })) => setting,
            _ => panic!("{mcts:?}"),
        }
    };
    for (share, alpha, name) in [
        (-0.1, 1.0, "share"),
        (1.1, 1.0, "share"),
        (f64::NAN, 1.0, "share"),
        (0.5, 0.0, "alpha"),
        (0.5, f64::NAN, "alpha"),
        (0.5, f64::INFINITY, "alpha"),
    ] {
        assert_eq!(refused(Mcts::new().root_noise(share, alpha)), format!("root_noise: {name}"));
    }
    for urgency in [f64::NEG_INFINITY, f64::NAN, f64::INFINITY] {
        assert_eq!(refused(Mcts::new().first_play_urgency(urgency)), "first_play_urgency");
    }
    assert_eq!(refused(Mcts::new().gumbel(0, 1.0)), "gumbel: considered");
    assert_eq!(refused(Mcts::new().gumbel(4, -1.0)), "gumbel: noise");
    let two = Mcts::new().gumbel(4, 1.0).trees(2).puct(1.0, network(true)).search(
        &ConnectFour::new(),
        &Budget::unlimited(),
        Seed::new(1),
    );
    assert!(matches!(two, Err(SearchError::Setting { setting: "trees", .. })));
}

/// Weights of the first actions; the value of a state after an action of the first ones.
fn fixed<const N: usize>(weights: [f32; N], values: [f64; N]) -> impl Prior<Tree> {
    FromFn(move |state: &Tree, _: &[usize], out: &mut [f32]| {
        out.iter_mut().zip(weights).for_each(|(out, weight)| *out = weight);
        Some(values.get(state.score() as usize).copied().unwrap_or(0.0))
    })
}

/// Eight actions to states that are told by their scores, 1 to 8, and never end.
fn eight() -> Tree {
    let below =
        |score: usize| format!("(2@{score} (1@{score} (2@{score} 0 0) (2@{score} 0 0)) (1@{score} (2@{score} 0 0) 0))");
    Tree::parse(&format!("(1 {})", (1..9).map(below).collect::<Vec<_>>().join(" ")))
}

#[test]
fn gumbel_selection_halves_the_considered_actions() {
    let search = |considered: u32, noise: f64, simulations: u64, values: [f64; 9], seed: u64| {
        let weights = [8.0, 7.0, 6.0, 5.0, 4.0, 3.0, 2.0, 1.0, 0.0];
        let mcts = Mcts::new().solver(false).gumbel(considered, noise);
        let mut forest = mcts.puct(1.0, Batched).forest([eight()], Seed::new(seed)).unwrap();
        forest.run(&fixed(weights, values), simulations).unwrap();
        let decision = forest.decision(0).unwrap();
        let visits: Vec<u64> = decision.root.iter().map(|root| root.visits).collect();
        (decision.action, visits, forest.policy(0).unwrap())
    };
    // Two phases of 8: two visits of 4 actions, then four of the better 2.
    let equal = [0.0; 9];
    assert_eq!(search(4, 0.0, 16, equal, 1).1, [6, 6, 2, 2, 0, 0, 0, 0]);
    // Three phases of 16: two visits of 8, four of 4, eight of 2.
    assert_eq!(search(8, 0.0, 48, equal, 1).1, [14, 14, 6, 6, 2, 2, 2, 2]);
    // More actions than there are, and fewer simulations than actions.
    assert_eq!(search(99, 0.0, 48, equal, 1).1, [14, 14, 6, 6, 2, 2, 2, 2]);
    assert_eq!(search(8, 0.0, 5, equal, 1).1, [1, 1, 1, 1, 1, 0, 0, 0]);
    assert_eq!(search(1, 0.0, 5, equal, 1).1, [5, 0, 0, 0, 0, 0, 0, 0]);
    // Values outweigh the prior, and the best of the considered actions is chosen.
    let better = [0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0];
    let (action, _, policy) = search(4, 0.0, 16, better, 1);
    assert_eq!(action, 3);
    assert!((policy.iter().map(|&(_, share)| share).sum::<f64>() - 1.0).abs() < 1e-9);
    assert!(policy[3].1 > 0.5 && policy.iter().all(|&(_, share)| share > 0.0), "{policy:?}");
    // Without visits in the way, noise makes every action the first considered one sometimes, in
    // proportion to its weight.
    let first = |seed| search(1, 1.0, 2, equal, seed).0;
    let counts = (0..3_600).fold([0.0; 8], |mut counts: [f64; 8], seed| {
        counts[first(seed)] += 1.0;
        counts
    });
    for (count, weight) in counts.iter().zip([8.0, 7.0, 6.0, 5.0, 4.0, 3.0, 2.0, 1.0_f64]) {
        assert!((count - 100.0 * weight).abs() < 6.0 * (100.0 * weight).sqrt(), "{counts:?}");
    }
}

#[test]
fn noise_and_urgency_change_visits_at_the_root() {
    let prior = network::<ConnectFour>(true);
    let visits = |mcts: Mcts, seed: u64| -> Vec<u64> {
        let mut search = mcts.puct(1.0, &prior);
        let budget = Budget::unlimited().simulations(60);
        let decision = search.search(&ConnectFour::new(), &budget, Seed::new(seed)).unwrap();
        decision.root.iter().map(|root| root.visits).collect()
    };
    let plain = visits(Mcts::new(), 1);
    assert_eq!(visits(Mcts::new(), 2), plain);
    assert_eq!(visits(Mcts::new().root_noise(0.0, 0.3), 2), plain);
    assert_ne!(visits(Mcts::new().root_noise(0.5, 0.3), 1), visits(Mcts::new().root_noise(0.5, 0.3), 2));
    let tried = |mcts| visits(mcts, 1).iter().filter(|&&visits| visits > 0).count();
    assert!(tried(Mcts::new().first_play_urgency(-5.0)) < tried(Mcts::new()));
    assert!(tried(Mcts::new().first_play_urgency(5.0)) > tried(Mcts::new().first_play_urgency(-5.0)));
}

//! Tests of the players: pubeval, the network, matches.

use gambol_backgammon::{Backgammon, Gnubg, OnePly, Pubeval, Summary, network, pair};
use gambol_conformance::{assert_evaluator, reachable};
use gambol_core::{Evaluator, GameExt, Seed};
use gambol_learn::DenseScratch;
use proptest::prelude::*;

/// Published replies of pubeval to opening rolls are not to be had; these are its plays where its
/// weights leave no doubt.
#[test]
fn pubeval_makes_points() {
    let reply = |roll: &str| {
        let state: Backgammon = format!("4HPwATDgc/ABMA first {roll}").parse().expect("a state");
        Pubeval::new().best_play(&state).map(|play| play.to_string())
    };
    assert_eq!(reply("31").as_deref(), Some("8/5 6/5"));
    assert_eq!(reply("42").as_deref(), Some("8/4 6/4"));
    assert_eq!(reply("61").as_deref(), Some("13/7 8/7"));
}

#[test]
fn a_match_has_the_points_of_both_seats() {
    let network = network().expect("it is compiled in");
    let play = |seed| pair(&mut OnePly::new(&network), &mut OnePly::new(&network), Seed::new(seed)).expect("two games");
    // The same player in both seats plays the same game twice.
    for seed in 0..5 {
        let [one, other] = play(seed);
        assert_eq!(one, -other);
        assert!((1..=3).contains(&one.abs()));
    }
    let summary = Summary::new(&[[1, 3], [-2, 0], [1, 1]]);
    assert_eq!((summary.games, summary.mean, summary.wins), (6, 2.0 / 3.0, 4.0 / 6.0));
    // Means of pairs 2, −1, 1: a standard deviation of 1.528.
    assert!((summary.ci95 - 1.96 * 1.527_525 / 3.0_f64.sqrt()).abs() < 1e-5, "{summary}");
}

/// Every play of GNU Backgammon in our positions is legal here.
#[test]
fn gnubg_plays_our_positions() {
    let Ok(mut gnubg) = Gnubg::find(0) else {
        println!("skipped: GNU Backgammon is not installed");
        return;
    };
    for seed in 0..3 {
        let [one, other] = pair(&mut gnubg, &mut Pubeval::new(), Seed::new(seed)).expect("two games");
        assert!((1..=3).contains(&one.abs()) && (1..=3).contains(&other.abs()));
    }
    let missing = Gnubg::start("/nowhere/gnubg", 0).map(drop).expect_err("it is not there");
    assert!(missing.starts_with("/nowhere/gnubg: "), "{missing}");
}

/// The measured figure is in the README: this is a sanity check that can fail.
#[test]
fn the_network_beats_pubeval() {
    let network = network().expect("it is compiled in");
    let pairs: Vec<_> = (0..200)
        .map(|seed| pair(&mut OnePly::new(&network), &mut Pubeval::new(), Seed::new(seed)).expect("two games"))
        .collect();
    let summary = Summary::new(&pairs);
    assert!(summary.mean - summary.ci95 > 0.2, "{summary}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 20 } else { 200 }))]

    #[test]
    fn evaluators_conform(state in reachable(|_| Backgammon::new(), 300)) {
        let network = network().expect("it is compiled in");
        assert_evaluator(&network, [state]);
        let value = network.evaluate(&state);
        prop_assert!((-3.0..=3.0).contains(&value));
        let best = network.best_action(&state, &mut DenseScratch::default());
        if let Some((action, after, value)) = best {
            prop_assert_eq!(state.afterstate(action), after);
            prop_assert!((network.evaluate(&state) - value).abs() < 1e-4);
            if !after.is_over() {
                prop_assert!((network.evaluate(&after) - value).abs() < 1e-4, "differences lose no precision");
            }
        }
    }
}

//! Alpha-beta that does not search all states to the full depth: what it proves is true.

#[path = "common/connect_four.rs"]
mod connect_four;

use connect_four::ConnectFour;
use gambol_core::{Evaluator, FromFn, Game, GameExt, NoChance, Null, Player, Seed, mix};
use gambol_pentago_swap::{LineCounts, PentagoSwap};
use gambol_search::{AlphaBeta, Budget, Decision, Proven, Search};

fn search<G, E>(search: &AlphaBeta<E>, state: &G, depth: u32) -> Decision<G::Action>
where
    G: Game<Outcome = NoChance>,
    E: Evaluator<G> + Clone,
{
    search.clone().depth(depth).search(state, &Budget::unlimited(), Seed::new(1)).expect("a player's turn")
}

/// A search with late move reductions, and one with futility pruning.
fn selective<E: Clone>(full: &AlphaBeta<E>, margin: f64) -> [AlphaBeta<E>; 2] {
    [full.clone().late_reduction(true), full.clone().futility_margin(margin)]
}

/// Searches a state selectively. Whatever wins or loses must do so in a full search, too, at the
/// latest in as many plies. Returns how many searches prove anything.
fn proves_the_truth<G, E>(state: &G, depth: u32, evaluator: &E) -> [u32; 2]
where
    G: Game<Outcome = NoChance>,
    E: Evaluator<G> + Clone,
{
    let full = AlphaBeta::new(evaluator.clone()).table_bytes(1 << 20);
    selective(&full, 20.0).map(|selective| {
        let proven = search(&selective, state, depth).proven;
        let Some(Proven::Win { winner, plies: Some(plies) }) = proven else { return 0 };
        match search(&full, state, plies).proven {
            Some(Proven::Win { winner: truth, plies: Some(fewest) }) => {
                assert_eq!(truth, winner, "{state:?}");
                assert!(fewest <= plies, "{state:?}");
            }
            other => panic!("{proven:?}, not {other:?}: {state:?}"),
        }
        1
    })
}

/// A state after at most this many random plies, before the end of the game.
fn after<G: Game<Outcome = NoChance>>(start: &G, plies: u64, seed: Seed) -> G {
    let mut rng = seed.rng();
    let mut state = start.clone();
    for _ in 0..plies {
        let mut next = state.clone();
        if next.random_step(&mut rng).is_none() || next.turn().player().is_none() {
            break;
        }
        state = next;
    }
    state
}

#[test]
fn what_is_proven_is_true() {
    let noise = FromFn(|state: &PentagoSwap| (mix(state.key(), 7) % 1000) as f64 - 500.0);
    let mut proofs = [0; 2];
    let mut count = |found: [u32; 2]| proofs = [proofs[0] + found[0], proofs[1] + found[1]];
    for seed in 0..60 {
        let state = after(&PentagoSwap::new(), 20 + seed % 12, Seed::new(seed));
        count(proves_the_truth(&state, 4, &LineCounts::as_white()));
        count(proves_the_truth(&state, 4, &noise));
    }
    assert!(proofs.iter().all(|&proofs| proofs >= 40), "{proofs:?} proofs in Pentago-Swap");
    let noise = FromFn(|state: &ConnectFour| (mix(state.number(), 7) % 1000) as f64 - 500.0);
    let mut proofs = [0; 2];
    let mut count = |found: [u32; 2]| proofs = [proofs[0] + found[0], proofs[1] + found[1]];
    for seed in 0..150 {
        let state = after(&ConnectFour::new(), 12 + seed % 20, Seed::new(seed));
        for depth in [4, 6, 9] {
            count(proves_the_truth(&state, depth, &Null));
            count(proves_the_truth(&state, depth, &noise));
        }
    }
    assert!(proofs.iter().all(|&proofs| proofs >= 300), "{proofs:?} proofs in connect four");
}

#[test]
fn solved_games_keep_their_values() {
    for seed in 0..40 {
        let state = after(&ConnectFour::new(), 24 + seed % 8, Seed::new(seed));
        let full = AlphaBeta::new(Null);
        let truth = search(&full, &state, 127);
        let winner = |proven| match proven {
            Some(Proven::Win { winner, .. }) => Some(winner),
            _ => None,
        };
        for selective in selective(&full, 0.0) {
            let found = search(&selective, &state, 127);
            assert_eq!(found.value, truth.value, "{state:?}");
            assert_eq!(winner(found.proven), winner(truth.proven), "{state:?}");
        }
    }
}

#[test]
fn it_takes_fewer_nodes() {
    let state = after(&PentagoSwap::new(), 8, Seed::new(3));
    // State by state: not the values of all lines together, which need no pruning.
    let lines = LineCounts::as_white();
    let full = AlphaBeta::new(FromFn(|state: &PentagoSwap| lines.evaluate(state)));
    assert_eq!(state.turn().player(), Some(Player::First));
    let most = search(&full, &state, 4).stats.nodes;
    let fewer = selective(&full, 1.0).map(|selective| search(&selective, &state, 4).stats.nodes);
    assert!(fewer.iter().all(|&nodes| nodes < most), "{fewer:?} nodes in place of {most}");
}

#[test]
fn an_infinite_margin_prunes_nothing() {
    let state = after(&PentagoSwap::new(), 8, Seed::new(3));
    let lines = LineCounts::as_white();
    let full = AlphaBeta::new(FromFn(|state: &PentagoSwap| lines.evaluate(state)));
    let all = search(&full, &state, 4);
    for margin in [f64::INFINITY, f64::NAN] {
        let same = search(&full.clone().futility_margin(margin), &state, 4);
        assert_eq!((same.value, same.stats.nodes), (all.value, all.stats.nodes), "{margin}");
    }
    // A negative one is none.
    let [negative, zero] = [-7.0, 0.0].map(|margin| search(&full.clone().futility_margin(margin), &state, 4));
    assert_eq!((negative.value, negative.stats.nodes), (zero.value, zero.stats.nodes));
}

/// Few search settings have no effect but strength: that of a wrong depth or a wrong sign would
/// show nowhere else.
#[test]
fn decisions_are_pinned() {
    let state = after(&PentagoSwap::new(), 8, Seed::new(3));
    let lines = LineCounts::as_white();
    let full = AlphaBeta::new(FromFn(|state: &PentagoSwap| lines.evaluate(state)));
    let decide = |search: &AlphaBeta<_>| {
        let decision = self::search(search, &state, 4);
        (decision.value, decision.stats.nodes)
    };
    let settings = [full.clone().late_reduction(true), full.futility_margin(0.5)];
    assert_eq!(settings.map(|search| decide(&search)), [(-0.4, 372_242), (-0.6, 274_833)]);
}

#[test]
fn a_margin_beyond_all_evaluations_prunes_nothing() {
    let state = after(&PentagoSwap::new(), 8, Seed::new(3));
    let lines = LineCounts::as_white();
    let full = AlphaBeta::new(FromFn(|state: &PentagoSwap| lines.evaluate(state)));
    let nodes = |margin| search(&full.clone().futility_margin(margin), &state, 4).stats.nodes;
    assert_eq!(nodes(1e9), nodes(f64::INFINITY));
    // The more must be left, the fewer states are cut.
    let [none, few, many] = [1e9, 1.0, 0.0].map(nodes);
    assert!(many < few && few < none, "{many} {few} {none}");
}

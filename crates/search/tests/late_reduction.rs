//! Late move reductions of alpha-beta: what they prove is true.

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

/// Searches a state with reductions. Whatever wins or loses must do so without them, too, at the
/// latest in as many plies. Returns whether anything is proven.
fn proves_the_truth<G, E>(state: &G, depth: u32, evaluator: &E) -> bool
where
    G: Game<Outcome = NoChance>,
    E: Evaluator<G> + Clone,
{
    let full = AlphaBeta::new(evaluator.clone()).table_bytes(1 << 20);
    let reduced = search(&full.clone().late_reduction(true), state, depth);
    let Some(Proven::Win { winner, plies: Some(plies) }) = reduced.proven else { return false };
    match search(&full, state, plies).proven {
        Some(Proven::Win { winner: truth, plies: Some(fewest) }) => {
            assert_eq!(truth, winner, "{state:?}");
            assert!(fewest <= plies, "{state:?}");
        }
        other => panic!("{:?}, not {other:?}: {state:?}", reduced.proven),
    }
    true
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
    let mut proofs = 0;
    for seed in 0..60 {
        let state = after(&PentagoSwap::new(), 20 + seed % 12, Seed::new(seed));
        proofs += u32::from(proves_the_truth(&state, 4, &LineCounts::as_white()));
        proofs += u32::from(proves_the_truth(&state, 4, &noise));
    }
    assert!(proofs >= 40, "{proofs} proofs in Pentago-Swap");
    let noise = FromFn(|state: &ConnectFour| (mix(state.number(), 7) % 1000) as f64 - 500.0);
    let mut proofs = 0;
    for seed in 0..150 {
        let state = after(&ConnectFour::new(), 12 + seed % 20, Seed::new(seed));
        for depth in [4, 6, 9] {
            proofs += u32::from(proves_the_truth(&state, depth, &Null));
            proofs += u32::from(proves_the_truth(&state, depth, &noise));
        }
    }
    assert!(proofs >= 300, "{proofs} proofs in connect four");
}

#[test]
fn solved_games_keep_their_values() {
    for seed in 0..40 {
        let state = after(&ConnectFour::new(), 24 + seed % 8, Seed::new(seed));
        let full = AlphaBeta::new(Null);
        let (truth, reduced) = (search(&full, &state, 127), search(&full.late_reduction(true), &state, 127));
        assert_eq!(reduced.value, truth.value, "{state:?}");
        let winner = |proven| match proven {
            Some(Proven::Win { winner, .. }) => Some(winner),
            _ => None,
        };
        assert_eq!(winner(reduced.proven), winner(truth.proven), "{state:?}");
    }
}

#[test]
fn late_actions_take_fewer_nodes() {
    let state = after(&PentagoSwap::new(), 8, Seed::new(3));
    let full = AlphaBeta::new(LineCounts::as_white());
    assert_eq!(state.turn().player(), Some(Player::First));
    let [most, fewest] =
        [full.clone(), full.late_reduction(true)].map(|setting| search(&setting, &state, 5).stats.nodes);
    assert!(fewest < most, "{fewest} nodes with reductions, {most} without");
}

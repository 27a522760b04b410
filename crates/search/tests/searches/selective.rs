//! Alpha-beta with a selective search: its proofs are true.

use std::ops::ControlFlow;

use crate::connect_four::ConnectFour;
use gambol_core::{Evaluator, FromFn, Game, GameExt, NoChance, Null, Player, Seed, Turn, mix};
use gambol_pentago_swap::{LineCounts, PentagoSwap};
use gambol_search::{AlphaBeta, Budget, Decision, Proven, Search};

fn search<G, E>(search: &AlphaBeta<E>, state: &G, depth: u32) -> Decision<G::Action>
where
    G: Game<Outcome = NoChance>,
    E: Evaluator<G> + Clone,
{
    search.clone().depth(depth).search(state, &Budget::unlimited(), Seed::new(1)).expect("a player's turn")
}

/// Searches a state selectively, with reverse futility pruning and without. Every proven win or
/// loss must be one in a full search too, in no more plies. Returns the number of searches with a
/// proof.
fn proves_the_truth<G, E>(state: &G, depth: u32, evaluator: &E) -> u32
where
    G: Game<Outcome = NoChance>,
    E: Evaluator<G> + Clone,
{
    let full = AlphaBeta::new(evaluator.clone()).table_bytes(1 << 20);
    let selective = full.clone().selective(true);
    let reduced = [selective.clone().futility(100.0), selective];
    reduced.iter().map(|reduced| u32::from(proves_true(reduced, &full, state, depth))).sum()
}

/// Returns whether a reduced search has a proof, which must be true.
fn proves_true<G, E>(reduced: &AlphaBeta<E>, full: &AlphaBeta<E>, state: &G, depth: u32) -> bool
where
    G: Game<Outcome = NoChance>,
    E: Evaluator<G> + Clone,
{
    let proven = search(reduced, state, depth).proven;
    let Some(Proven::Win { winner, plies: Some(plies) }) = proven else { return false };
    match search(full, state, plies).proven {
        Some(Proven::Win { winner: truth, plies: Some(fewest) }) => {
            assert_eq!(truth, winner, "{state:?}");
            assert!(fewest <= plies, "{state:?}");
        }
        other => panic!("{proven:?}, not {other:?}: {state:?}"),
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
        proofs += proves_the_truth(&state, 4, &LineCounts::as_white());
        proofs += proves_the_truth(&state, 4, &noise);
    }
    assert!(proofs >= 40, "{proofs} proofs in Pentago-Swap");
    let noise = FromFn(|state: &ConnectFour| (mix(state.number(), 7) % 1000) as f64 - 500.0);
    let mut proofs = 0;
    for seed in 0..50 {
        let state = after(&ConnectFour::new(), 12 + seed % 20, Seed::new(seed));
        for depth in [4, 6, 9] {
            proofs += proves_the_truth(&state, depth, &Null);
            proofs += proves_the_truth(&state, depth, &noise);
        }
    }
    assert!(proofs >= 100, "{proofs} proofs in connect four");
}

#[test]
fn it_takes_fewer_nodes() {
    let state = after(&PentagoSwap::new(), 8, Seed::new(3));
    // State by state: not the values of all lines together, which need no pruning.
    let lines = LineCounts::as_white();
    let full = AlphaBeta::new(FromFn(|state: &PentagoSwap| lines.evaluate(state)));
    assert_eq!(state.turn().player(), Some(Player::First));
    let most = search(&full, &state, 4).stats.nodes;
    let full = full.selective(true);
    let selective = search(&full, &state, 4).stats.nodes;
    assert!(selective < most, "{selective} nodes in place of {most}");
    let pruned = search(&full.futility(1.0), &state, 4).stats.nodes;
    assert!(pruned < selective, "{pruned} nodes in place of {selective}");
}

/// A wrong depth of a reduction has no effect but on strength, and would show nowhere else.
#[test]
fn decisions_are_pinned() {
    let state = after(&ConnectFour::new(), 8, Seed::new(3));
    let noise = FromFn(|state: &ConnectFour| (mix(state.number(), 7) % 1000) as f64 - 500.0);
    let decision = search(&AlphaBeta::new(noise).selective(true), &state, 12);
    assert_eq!((decision.value, decision.stats.nodes), (-6.0, 265_847));
}

/// Four numbers below forty, named in turn; the candidates are all of them, which the game does not
/// know to suffice.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Numbers(Vec<u8>);

impl Game for Numbers {
    type Action = u8;
    type Outcome = NoChance;
    const PLAYERS: usize = 2;

    fn turn(&self) -> Turn {
        let player = [Player::First, Player::Second][self.0.len() % 2];
        if self.0.len() < 4 { Turn::Player(player) } else { Turn::Over }
    }

    fn score(&self) -> i64 {
        0
    }

    fn visit_actions<F: FnMut(u8) -> ControlFlow<()>>(&self, visit: F) -> ControlFlow<()> {
        (0..if self.0.len() < 4 { 40 } else { 0 }).try_for_each(visit)
    }

    fn visit_outcomes<F: FnMut(NoChance, f64) -> ControlFlow<()>>(&self, _: F) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn play(&mut self, action: u8) {
        self.0.push(action);
    }

    fn resolve(&mut self, outcome: NoChance) {
        match outcome {}
    }

    fn is_selective(&self) -> bool {
        true
    }
}

/// Near the horizon, only the first candidates are searched; further above, all.
#[test]
fn the_list_of_candidates_is_longer_far_from_the_horizon() {
    // The second player's reply is good only if it is this number.
    let value = |good: u8| move |state: &Numbers| if state.0.get(1) == Some(&good) { -50.0 } else { 10.0 };
    let found = |good: u8, depth: u32| {
        let plain = AlphaBeta::new(FromFn(value(good)));
        assert_eq!(search(&plain, &Numbers(Vec::new()), depth).value, -50.0, "a full search finds it");
        search(&plain.selective(true), &Numbers(Vec::new()), depth).value
    };
    // One ply above the horizon six candidates, two plies above it eight.
    assert_eq!([found(5, 2), found(6, 2), found(7, 3), found(8, 3)], [-50.0, 10.0, -50.0, 10.0]);
}

//! Every exact search agrees with a plain reference on shallow positions of all five games.
//!
//! The search crate's own tests do the same on explicit trees; here the trees are those of real
//! games, with their symmetries, keys, consecutive moves and long chains of chance.

use std::ops::ControlFlow;

use gambol::five_or_more::FiveOrMore;
use gambol::game::{Afterstate, Score, mix, perft};
use gambol::match5::Match5;
use gambol::pentago_swap::PentagoSwap;
use gambol::search::{
    Adversarial, AgainstChance, AllOutcomes, AlphaBeta, Expectimax, Goal, Greedy, Mcts, ProofNumber, SampledOutcomes,
    Terminal, TurnSearch, Verdict,
};
use gambol::tenten::TenTen;
use gambol::threes::Threes;
use gambol::{Budget, Decision, FromFn, Game, GameExt, NoChance, Player, Search, Seed, Turn};
use gambol_conformance::walks;
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;

/// Maximum number of leaves of a tree for the reference; larger positions are skipped.
const LEAVES: u64 = 50_000;

/// A pseudo-random evaluator, so that no two states are equal by accident.
fn noise<G: Game>(state: &G) -> f64 {
    (mix(state.key(), 5) % 1_000) as f64 - 500.0
}

/// The value to the first player, `depth` actions deep, with the mean over chance.
fn mean<G: Game>(state: &G, depth: u32) -> f64 {
    match state.turn() {
        Turn::Over => state.score() as f64,
        Turn::Chance if depth > 0 => {
            let mut sum = 0.0;
            let _ = state.visit_outcomes(|outcome, probability| {
                let mut after = state.clone();
                after.resolve(outcome);
                sum += probability * mean(&after, depth);
                ControlFlow::Continue(())
            });
            sum
        }
        Turn::Player(player) if depth > 0 => {
            let values = state.actions().into_iter().map(|action| mean(&state.afterstate(action), depth - 1));
            best(player, values)
        }
        _ => noise(state),
    }
}

/// The value to the first player, `plies` deep.
fn minimax<G: Game<Outcome = NoChance>>(state: &G, plies: u32) -> f64 {
    match state.turn() {
        Turn::Over => state.score() as f64,
        Turn::Player(player) if plies > 0 => {
            best(player, choices(state).into_iter().map(|action| minimax(&state.afterstate(action), plies - 1)))
        }
        _ => noise(state),
    }
}

/// The legal actions, or the candidates of a selective state.
fn choices<G: Game>(state: &G) -> Vec<G::Action> {
    if state.is_selective() { state.candidates() } else { state.actions() }
}

fn best(player: Player, values: impl Iterator<Item = f64>) -> f64 {
    let sign = player.sign() as f64;
    sign * values.map(|value| sign * value).fold(f64::NEG_INFINITY, f64::max)
}

fn decide<G: Game>(state: &G, mut search: impl Search<G>) -> Decision<G::Action> {
    search.search(state, &Budget::unlimited(), Seed::new(1)).expect("a player's turn")
}

fn close(found: f64, reference: f64, what: &str) -> Result<(), TestCaseError> {
    prop_assert!(
        found == reference || (found - reference).abs() < 1e-6,
        "{what}: {found}, and the reference says {reference}"
    );
    Ok(())
}

/// Whether a player is to move and the tree of `plies` plies is small enough.
fn is_shallow<G: Game>(state: &G, plies: u32) -> bool {
    let player = state.turn().player().is_some();
    // Level by level, so that a tree that is far too large is not walked.
    player && (1..=plies).all(|plies| perft::count(state, plies) <= LEAVES)
}

/// Expectimax to a depth in actions, with all its exact settings.
fn expectimax<G: Game>(state: &G, depth: u32) -> Result<(), TestCaseError> {
    let reference = mean(state, depth);
    for bytes in [0, 1 << 10, 1 << 20] {
        let search = Expectimax::new(FromFn(noise::<G>)).depth(depth).table_bytes(bytes);
        for search in [search.clone(), search.parallel(true)] {
            let decision = decide(state, search);
            close(decision.value, reference, "expectimax")?;
            for known in &decision.root {
                close(known.value, mean(&state.afterstate(known.action), depth - 1), "an action of expectimax")?;
            }
        }
    }
    Ok(())
}

/// Alpha-beta to a depth in plies, with settings that do not change its value.
fn alpha_beta<G: Game<Outcome = NoChance>>(state: &G, plies: u32) -> Result<(), TestCaseError> {
    let reference = minimax(state, plies);
    let plain = AlphaBeta::new(FromFn(noise::<G>)).terminal(Terminal::Score).depth(plies).symmetric_plies(0);
    let settings = [plain.clone(), plain.clone().table_bytes(0), plain.workers(3)];
    for search in settings {
        let decision = decide(state, search);
        close(decision.value, reference, "alpha-beta")?;
        close(minimax(&state.afterstate(decision.action), plies - 1), reference, "the action of alpha-beta")?;
    }
    Ok(())
}

/// One action, and the whole turn, by the evaluation of the resulting states.
fn greedy<G: Game>(state: &G) -> Result<(), TestCaseError> {
    let Some(player) = state.turn().player() else { return Ok(()) };
    let decision = decide(state, Greedy::new(Afterstate(FromFn(noise::<G>))).terminal(Terminal::Evaluated));
    let values = state.actions().into_iter().map(|action| noise(&state.afterstate(action)));
    close(decision.value, best(player, values), "greedy")
}

/// The best end of a turn over all sequences of its actions.
fn whole_turn<G: Game>(state: &G) -> Result<(), TestCaseError> {
    fn ends<G: Game>(state: &G, player: Player, found: &mut Vec<f64>) {
        for action in state.actions() {
            let after = state.afterstate(action);
            match after.turn() {
                Turn::Over => {}
                turn if turn == Turn::Player(player) => ends(&after, player, found),
                _ => found.push(noise(&after)),
            }
        }
    }
    let Some(player) = state.turn().player() else { return Ok(()) };
    let mut found = Vec::new();
    ends(state, player, &mut found);
    if found.is_empty() {
        return Ok(());
    }
    let search = TurnSearch::new(FromFn(noise::<G>)).beam(100_000).ends(100_000).terminal(Terminal::Evaluated);
    close(decide(state, search).value, best(player, found.into_iter()), "all turns")
}

/// All searches that solve games, on a position small enough to be solved.
fn solve<G: Game<Outcome = NoChance>>(state: &G) -> Result<(), TestCaseError> {
    let value = minimax(state, 64);
    let decision = decide(state, AlphaBeta::new(Score));
    prop_assert_eq!(decision.value.partial_cmp(&0.0), value.partial_cmp(&0.0), "alpha-beta");
    let simulations = Budget::unlimited().simulations(400_000);
    let tree = Mcts::new().search(state, &simulations, Seed::new(1)).expect("a player's turn");
    close(tree.value, value, "tree search, by its proof")?;
    prop_assert!(tree.stats.simulations < 400_000, "a proof ends the search");
    for player in [Player::First, Player::Second] {
        let proof = ProofNumber::new().prove(state, Goal::win(player), &Budget::unlimited());
        let answer = if player.sign() as f64 * value > 0.0 { Verdict::Proved } else { Verdict::Disproved };
        prop_assert_eq!(proof.result, answer, "proof-number search for {:?}", player);
    }
    Ok(())
}

/// The state after `plies` random plies from the start; `None` if the game is over before.
fn near_the_end<G: Game>(start: &G, plies: usize, seed: u64) -> Option<G> {
    let mut rng = Seed::new(seed).rng();
    let mut state = start.clone();
    for _ in 0..plies {
        let action = state.random_action(&mut rng)?;
        state.play(action);
    }
    state.turn().player().map(|_| state)
}

fn cases(count: u32) -> ProptestConfig {
    ProptestConfig { cases: count, failure_persistence: None, max_global_rejects: 100_000, ..ProptestConfig::default() }
}

fn tiny_five_or_more() -> FiveOrMore {
    let rules = "size=5x5,colours=3,initial=9,drop=1".parse().expect("rules");
    FiveOrMore::new(rules).expect("they fit")
}

proptest! {
    #![proptest_config(cases(8))]

    #[test]
    fn five_or_more(walk in walks(|_| tiny_five_or_more(), 60)) {
        let state = walk.end;
        prop_assume!(is_shallow(&state, 2));
        greedy(&state)?;
        whole_turn(&state)?;
        expectimax(&state, 1)?;
        prop_assume!(is_shallow(&state, 4));
        expectimax(&state, 2)?;
        let worst = Adversarial::new(state, AllOutcomes);
        alpha_beta(&worst, 3)?;
        let sampled = Adversarial::new(state, SampledOutcomes::new(3, Seed::new(2)));
        alpha_beta(&sampled, 3)?;
    }

    #[test]
    fn tenten(walk in walks(|_| TenTen::default(), 90)) {
        let state = walk.end;
        prop_assume!(is_shallow(&state, 2));
        greedy(&state)?;
        expectimax(&state, 2)?;
        alpha_beta(&Adversarial::new(state, SampledOutcomes::new(10, Seed::new(2))), 2)?;
        prop_assume!(is_shallow(&state, 3));
        whole_turn(&state)?;
    }

    #[test]
    fn threes(walk in walks(|_| Threes::default(), 120)) {
        let state = walk.end;
        prop_assume!(is_shallow(&state, 4));
        greedy(&state)?;
        whole_turn(&state)?;
        expectimax(&state, 1)?;
        expectimax(&state, 2)?;
        alpha_beta(&Adversarial::new(state, AllOutcomes), 4)?;
        let noisy = AlphaBeta::new(FromFn(noise::<Adversarial<Threes, AllOutcomes>>)).terminal(Terminal::Score).depth(3).symmetric_plies(0);
        let decision = decide(&state, AgainstChance::new(noisy, AllOutcomes));
        close(decision.value, minimax(&Adversarial::new(state, AllOutcomes), 3), "against chance")?;
    }

    #[test]
    fn pentago_swap(seed in any::<u64>(), opening in 0_usize..30) {
        let start = PentagoSwap::new();
        if let Some(state) = near_the_end(&start, opening, seed) {
            greedy(&state)?;
            expectimax(&state, 1)?;
            if is_shallow(&state, 2) {
                alpha_beta(&state, 2)?;
            }
        }
        if let Some(state) = near_the_end(&start, 33, seed) {
            prop_assume!(is_shallow(&state, 3));
            solve(&state)?;
            alpha_beta(&state, 3)?;
        }
    }

    #[test]
    fn match5(seed in any::<u64>(), opening in 0_usize..20) {
        let start = Match5::<u128>::new("edge=5,row=4".parse().expect("rules")).expect("they fit");
        if let Some(state) = near_the_end(&start, opening, seed) {
            greedy(&state)?;
            expectimax(&state, 2)?;
            alpha_beta(&state, 3)?;
        }
        if let Some(state) = near_the_end(&start, 18, seed) {
            solve(&state)?;
            alpha_beta(&state, 7)?;
        }
    }
}

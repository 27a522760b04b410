//! Selective states: a loss of all candidates is no proof if a better action may be omitted.

use std::collections::HashMap;
use std::ops::ControlFlow;

use gambol_core::{FromFn, Game, GameExt, NoChance, Player, Seed, Turn, mix};
use gambol_search::{
    AlphaBeta, Bound, Budget, Decision, Expectimax, Goal, Mcts, ProofNumber, Proven, Search, Terminal, Verdict,
};

/// A game on a random graph in layers with selective states: most omit an arbitrary action, some
/// only one that loses at once.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Layers {
    seed: u64,
    ply: u8,
    node: u8,
    /// The player who has lost by the omitted action of some states.
    blundered: Option<Player>,
}

/// States of a layer, and the last layer.
const WIDTH: u64 = 30;
const LAST: u8 = 7;

impl Layers {
    fn new(seed: u64) -> Self {
        Self { seed, ply: 0, node: 0, blundered: None }
    }

    /// A number below `count` that depends on the state and on `what`.
    fn draw(&self, what: u64, count: u64) -> u64 {
        mix(mix(self.seed, u64::from(self.ply) << 8 | u64::from(self.node)), what) % count
    }

    fn is_end(&self) -> bool {
        self.blundered.is_some() || self.ply == LAST || (self.ply > 1 && self.draw(1, 6) == 0)
    }

    fn count(&self) -> u8 {
        2 + self.draw(2, 3) as u8
    }

    /// Whether the last action loses at once and is the only omitted one.
    fn has_blunder(&self) -> bool {
        self.draw(3, 3) == 0
    }

    /// The number of omitted actions, unless they lose at once.
    fn omitted(&self) -> u8 {
        (self.draw(4, 3) as u8).min(self.count() - 1)
    }
}

/// The plain reference: values for the first player, which count the plies to a win or a loss.
#[derive(Default)]
struct Reference(HashMap<(Layers, bool), i64>);

impl Reference {
    /// The value of a state in the game with all actions.
    fn truth(&mut self, state: &Layers) -> i64 {
        self.value(state, false)
    }

    /// Its value by candidates, with unproven losses between evaluations and proven ones.
    fn by_candidates(&mut self, state: &Layers) -> i64 {
        self.value(state, true)
    }

    fn value(&mut self, state: &Layers, is_narrow: bool) -> i64 {
        let Turn::Player(player) = state.turn() else { return state.score() * (1_000 - i64::from(state.ply)) };
        if let Some(&value) = self.0.get(&(state.clone(), is_narrow)) {
            return value;
        }
        let actions = if is_narrow { state.candidates() } else { state.actions() };
        let values = actions.into_iter().map(|action| player.sign() * self.value(&state.afterstate(action), is_narrow));
        let best = values.max().unwrap();
        // An omitted action counts as an unproven loss.
        let is_unproven = is_narrow && !state.has_exact_candidates();
        let value = player.sign() * if is_unproven { best.max(i64::from(state.ply) - 500) } else { best };
        self.0.insert((state.clone(), is_narrow), value);
        value
    }
}

impl Game for Layers {
    type Action = u8;
    type Outcome = NoChance;
    const PLAYERS: usize = 2;

    fn turn(&self) -> Turn {
        let player = if self.draw(5, 8) == 0 { self.ply + 1 } else { self.ply } % 2;
        if self.is_end() { Turn::Over } else { Turn::Player([Player::First, Player::Second][usize::from(player)]) }
    }

    fn score(&self) -> i64 {
        match self.blundered {
            Some(player) => -player.sign(),
            None if self.is_end() => [1, -1, 1, -1, 0][self.draw(6, 5) as usize],
            None => 0,
        }
    }

    fn visit_actions<F: FnMut(u8) -> ControlFlow<()>>(&self, visit: F) -> ControlFlow<()> {
        (0..self.count()).filter(|_| !self.is_end()).try_for_each(visit)
    }

    fn visit_outcomes<F: FnMut(NoChance, f64) -> ControlFlow<()>>(&self, _: F) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn play(&mut self, action: u8) {
        let blunders = self.has_blunder() && action + 1 == self.count();
        self.blundered = self.turn().player().filter(|_| blunders);
        self.node = self.draw(100 + u64::from(action), WIDTH) as u8;
        self.ply += 1;
    }

    fn resolve(&mut self, outcome: NoChance) {
        match outcome {}
    }

    fn visit_candidates<F: FnMut(u8) -> ControlFlow<()>>(&self, visit: F) -> ControlFlow<()> {
        let omitted = if self.has_blunder() { 1 } else { self.omitted() };
        (0..self.count() - omitted).filter(|_| !self.is_end()).try_for_each(visit)
    }

    fn is_selective(&self) -> bool {
        !self.is_end() && (self.has_blunder() || self.omitted() > 0)
    }

    fn has_exact_candidates(&self) -> bool {
        self.has_blunder() || !self.is_selective()
    }
}

/// A bad evaluator, so that late moves are good ones at times.
fn noise(state: &Layers) -> f64 {
    state.draw(7, 41) as f64 - 20.0
}

/// Roots with a player to move.
fn roots(count: u64) -> impl Iterator<Item = Layers> {
    (0..count).map(Layers::new).filter(|state| state.turn() != Turn::Over)
}

type Noise = FromFn<fn(&Layers) -> f64>;

/// The settings of alpha-beta, those that change no value first.
fn searches() -> Vec<AlphaBeta<Noise>> {
    let plain = AlphaBeta::new(FromFn(noise as fn(&Layers) -> f64)).table_bytes(1 << 16);
    let full = [plain.clone().table_bytes(0), plain.clone().workers(3), plain.clone().symmetric_plies(0)];
    let selective = [
        plain.clone().selective(true),
        plain.clone().selective(true).futility(0.0),
        plain.clone().width(1),
        plain.clone().quiescence(2),
    ];
    [plain].into_iter().chain(full).chain(selective).collect()
}

/// Every proof of a decision, of the actions beside the chosen one too, must hold in the game with
/// all actions. Returns their number.
fn proofs_hold(reference: &mut Reference, state: &Layers, decision: &Decision<u8>) -> usize {
    let chosen = decision.proven.map(|proven| (decision.action, proven));
    let proofs: Vec<_> =
        decision.root.iter().filter_map(|root| Some((root.action, root.proven?))).chain(chosen).collect();
    for &(action, proven) in &proofs {
        let truth = reference.truth(&state.afterstate(action));
        match proven {
            Proven::Win { winner, plies } => {
                assert!(winner.sign() * truth > 0, "{action} is worth {truth}: {state:?}, {decision:?}");
                let latest = plies.map_or(0, |plies| 1_000 - i64::from(state.ply) - i64::from(plies));
                assert!(truth.abs() >= latest, "{action} takes {}: {state:?}, {decision:?}", 1_000 - truth.abs());
            }
            Proven::Draw => assert_eq!(truth, 0, "{action}: {state:?}, {decision:?}"),
            other => panic!("{other:?}: {state:?}"),
        }
    }
    proofs.len()
}

#[test]
fn what_is_proven_of_selective_states_is_true_of_the_game() {
    let budget = Budget::unlimited();
    let mut proofs = vec![0; searches().len() + 3];
    for state in roots(300) {
        let mut reference = Reference::default();
        let mut hold = |which: usize, search: &mut dyn Search<Layers>, budget: &Budget| {
            let decision = search.search(&state, budget, Seed::new(1)).unwrap();
            proofs[which] += proofs_hold(&mut reference, &state, &decision);
        };
        for (which, mut search) in searches().into_iter().enumerate() {
            for depth in [2, 5, 20] {
                hold(which, &mut search, &Budget::unlimited().depth(depth));
            }
            hold(which, &mut search, &Budget::unlimited().exact_values(usize::MAX));
        }
        let others = searches().len();
        hold(others, &mut Expectimax::new(FromFn(noise)).depth(20), &budget);
        hold(others + 1, &mut Mcts::new(), &Budget::unlimited().simulations(600));
        hold(others + 2, &mut ProofNumber::new().memory(1 << 16), &budget);
    }
    assert!(proofs.iter().all(|&proofs| proofs > 50), "{proofs:?}");
}

#[test]
fn a_kept_table_keeps_no_proof_that_is_none() {
    for state in roots(100) {
        let mut search = AlphaBeta::new(FromFn(noise)).keep_table(true);
        let (player, mut reference) = (state.turn(), Reference::default());
        let mut state = state;
        while state.turn() != Turn::Over {
            if state.turn() == player {
                let decision = search.search(&state, &Budget::unlimited(), Seed::new(1)).unwrap();
                proofs_hold(&mut reference, &state, &decision);
            }
            state.play(state.candidates()[0]);
        }
    }
}

#[test]
fn alpha_beta_plays_the_best_candidate_and_ranks_an_unproven_loss_above_a_proven_one() {
    let (mut unproven, mut proven) = (0, 0);
    for state in roots(400) {
        let player = state.turn().player().unwrap();
        let actions = if state.is_selective() { state.candidates() } else { state.actions() };
        let mut reference = Reference::default();
        let mut worth = |action| player.sign() * reference.by_candidates(&state.afterstate(action));
        let best = actions.into_iter().map(&mut worth).max().unwrap();
        for search in searches().iter().take(4) {
            let decision = search.clone().search(&state, &Budget::unlimited(), Seed::new(1)).unwrap();
            assert_eq!(worth(decision.action), best, "{state:?}: {decision:?}");
            let value = player.sign() as f64 * decision.value;
            if best.abs() > 900 {
                let winner = if best > 0 { player } else { player.opponent() };
                let plies = Some((1_000 - best.abs()) as u32);
                assert_eq!(decision.proven, Some(Proven::Win { winner, plies }), "{state:?}");
                proven += 1;
            } else if best.abs() > 400 {
                // As good as the best evaluation, and no proof.
                assert_eq!(decision.proven, None, "{state:?}");
                assert!((1.0..=20.0).contains(&value.abs()) && value * best as f64 > 0.0, "{state:?}: {value}");
                let others = decision.root.iter().filter(|root| root.bound != Bound::Unsearched);
                assert!(others.clone().all(|root| player.sign() as f64 * root.value <= value.abs().max(1.0)));
                unproven += 1;
            }
        }
    }
    assert!(unproven > 100 && proven > 100, "{unproven} {proven}");
}

/// A draw of the candidates is no draw of the game, nor is a score.
#[test]
fn alpha_beta_proves_no_draw_and_no_score_of_candidates() {
    let mut scores = 0;
    for state in roots(200) {
        let points = AlphaBeta::new(FromFn(noise)).terminal(Terminal::Score);
        let decision = { points }.search(&state, &Budget::unlimited(), Seed::new(1)).unwrap();
        if let Some(Proven::Score(score)) = decision.proven {
            let truth = Reference::default().truth(&state.afterstate(decision.action));
            assert_eq!(score, truth.signum() as f64, "{state:?}");
            scores += 1;
        }
    }
    assert!(scores > 0);
}

#[test]
fn proof_number_search_decides_selective_states_as_the_game_does() {
    for state in roots(200) {
        let player = state.turn().player().unwrap();
        let truth = player.sign() * Reference::default().truth(&state);
        let mut search = ProofNumber::new().memory(1 << 16);
        for (goal, is_met) in [(Goal::win(player), truth > 0), (Goal::draw_or_better(player), truth >= 0)] {
            let expected = if is_met { Verdict::Proved } else { Verdict::Disproved };
            assert_eq!(search.prove(&state, goal, &Budget::unlimited()).result, expected, "{state:?}");
        }
    }
}

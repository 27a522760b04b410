//! Proof-number search on games whose answers are known.

use std::ops::ControlFlow;

use crate::common::Tree;
use crate::common::sure::Sure;
use crate::connect_four::{ConnectFour, Solvable};
use gambol_core::{Game, GameExt, NoChance, Player, Scoring, Seed, Turn};
use gambol_pentago_swap::{LineCounts, PentagoSwap};
use gambol_search::{AlphaBeta, Budget, Goal, ProofNumber, Proven, Search, StopFlag, Verdict};

/// Whether a player can force a score of at least `points`.
fn is_forced(state: &Sure, player: Player, points: i64) -> bool {
    match state.turn() {
        Turn::Player(to_move) => {
            let forced = |action| is_forced(&state.afterstate(action), player, points);
            let mut actions = state.actions().into_iter();
            if to_move == player { actions.any(forced) } else { actions.all(forced) }
        }
        _ => player.sign() * state.score() >= points,
    }
}

#[test]
fn goals_are_those_of_the_plain_recursion() {
    use crate::common::random_tree::Kinds;

    let mut proved = 0;
    for seed in 0..150 {
        let kinds = Kinds { chance: false, second: true, greatest: 1 + (seed % 6) as u32 };
        let state = Sure(Tree::random_of(Seed::new(seed), 6, kinds));
        let memory = if seed % 8 == 0 { 0 } else { 1 << 16 };
        for (player, points) in [(Player::First, 1), (Player::Second, 1), (Player::First, -3)] {
            let goal = Goal::at_least(player, points);
            let proof = ProofNumber::new().memory(memory).prove(&state, goal, &Budget::unlimited());
            let is_forced = is_forced(&state, player, points);
            let expected = if is_forced { Verdict::Proved } else { Verdict::Disproved };
            assert_eq!(proof.result, expected, "seed {seed}: {goal:?}");
            proved += u32::from(is_forced);
        }
    }
    assert!((100..350).contains(&proved), "{proved}");
}

fn prove(columns: &str, goal: Goal, nodes: u64) -> (Verdict, Vec<u8>, u64) {
    let proof = ProofNumber::new().prove(&ConnectFour::after(columns), goal, &Budget::unlimited().nodes(nodes));
    (proof.result, proof.line, proof.nodes)
}

#[test]
fn it_wins_at_once_and_sees_what_cannot_be_stopped() {
    assert_eq!(prove("414241", Goal::win(Player::First), 1_000).1, [3]);
    assert_eq!(prove("1414242", Goal::win(Player::Second), 1_000).1, [3]);
    // Three in the middle of an empty row cannot be blocked.
    let (result, line, _) = prove("44335", Goal::win(Player::First), 1_000);
    assert_eq!((result, line.len()), (Verdict::Proved, 2));
    assert_eq!(prove("44335", Goal::draw_or_better(Player::Second), 1_000).0, Verdict::Disproved);
}

/// The value to the player to move: plain alpha-beta on the sign of the score.
fn solve(state: &ConnectFour, mut alpha: i64, beta: i64) -> i64 {
    let Turn::Player(player) = state.turn() else { return 0 };
    let mut best = -1;
    for action in state.actions() {
        let after = state.afterstate(action);
        let value = if after.is_over() { player.sign() * after.score() } else { -solve(&after, -beta, -alpha) };
        best = best.max(value);
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}

#[test]
fn ends_of_connect_four_are_solved() {
    let games = if cfg!(debug_assertions) { 10 } else { 60 };
    for seed in 0..games {
        let mut rng = Seed::new(seed).rng();
        let mut state = ConnectFour::new();
        for _ in 0..28 {
            let mut next = state;
            if next.random_step(&mut rng).is_some() && !next.is_over() {
                state = next;
            }
        }
        let Turn::Player(player) = state.turn() else { continue };
        let value = solve(&state, -1, 1);
        for memory in [2_000, 1 << 22] {
            let mut search = ProofNumber::new().memory(memory);
            let mut is = |goal| search.prove(&state, goal, &Budget::unlimited()).result == Verdict::Proved;
            assert_eq!(is(Goal::win(player)), value > 0, "{seed}");
            assert_eq!(is(Goal::draw_or_better(player)), value >= 0, "{seed}");
            assert_eq!(is(Goal::win(player.opponent())), value < 0, "{seed}");
            let decision = { search }.search(&state, &Budget::unlimited(), Seed::new(1)).unwrap();
            assert_eq!(decision.value, (player.sign() * value) as f64, "{seed}");
        }
    }
}

#[test]
fn limits_hold_without_a_proof() {
    let state = ConnectFour::new();
    for nodes in [0, 1, 7, 1_000, 30_000] {
        let mut search = ProofNumber::new();
        let proof = search.prove(&state, Goal::win(Player::First), &Budget::unlimited().nodes(nodes));
        assert_eq!((proof.result, proof.line.len()), (Verdict::Unknown, 0));
        assert!(proof.nodes <= nodes + 1, "{} of {nodes}", proof.nodes);
        let decision = search.search(&state, &Budget::unlimited().nodes(nodes), Seed::new(1)).unwrap();
        assert!(decision.stats.nodes <= nodes);
    }
    let flag = StopFlag::new();
    flag.raise();
    let stopped = ProofNumber::new().prove(&state, Goal::win(Player::First), &Budget::unlimited().stop(flag));
    assert!(stopped.result == Verdict::Unknown && stopped.nodes < 300);
}

#[cfg(feature = "clock")]
#[test]
fn a_budget_of_time_is_kept() {
    use std::time::Duration;

    let budget = Budget::unlimited().time(Duration::from_millis(30));
    let decision = ProofNumber::new().search(&ConnectFour::new(), &budget, Seed::new(1)).unwrap();
    let time = decision.stats.time.expect("it is limited");
    // A search ends up to its longest gap and four milliseconds before the limit.
    assert!((Duration::from_millis(15)..Duration::from_secs(2)).contains(&time), "{time:?}");
}

#[test]
fn of_lost_actions_the_hardest_to_refute_is_played() {
    let state = Sure(Tree::parse("(1 (2 -1 1) (2 (1 -1 (2 1 (1 -1 -1))) (1 -1 -1 -1)) -1)"));
    let decision = ProofNumber::new().search(&state, &Budget::unlimited(), Seed::new(1)).unwrap();
    assert_eq!((decision.action, decision.value), (1, -1.0));
}

/// A game with a cycle: from 0 to 1, and from there back, which is listed first, or to the win.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Circle(u8);

impl Game for Circle {
    type Action = u8;
    type Outcome = NoChance;
    const PLAYERS: usize = 1;
    const SCORING: Scoring = Scoring::WinLoss;

    fn turn(&self) -> Turn {
        if self.0 == 2 { Turn::Over } else { Turn::Player(Player::First) }
    }

    fn score(&self) -> i64 {
        i64::from(self.0 == 2)
    }

    fn visit_actions<F: FnMut(u8) -> ControlFlow<()>>(&self, visit: F) -> ControlFlow<()> {
        let to: &[u8] = [&[1][..], &[0, 2], &[]][usize::from(self.0)];
        to.iter().copied().try_for_each(visit)
    }

    fn visit_outcomes<F: FnMut(NoChance, f64) -> ControlFlow<()>>(&self, _: F) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn play(&mut self, to: u8) {
        self.0 = to;
    }

    fn resolve(&mut self, outcome: NoChance) {
        match outcome {}
    }
}

#[test]
fn lines_do_not_go_round_in_circles() {
    let proof = ProofNumber::new().prove(&Circle(0), Goal::win(Player::First), &Budget::unlimited().nodes(1_000));
    assert_eq!((proof.result, proof.line.as_slice()), (Verdict::Proved, &[1, 2][..]));
    let decision = ProofNumber::new().search(&Circle(1), &Budget::unlimited().nodes(1_000), Seed::new(1)).unwrap();
    assert_eq!(decision.value, 1.0);
    assert!(decision.pv.len() < 4, "{:?}", decision.pv);
}

#[test]
fn memory_is_taken_in_few_pieces_and_never_beyond_the_limit() {
    /// Memory besides the table: the current line and the answer.
    const BESIDES: u64 = 50_000;
    for memory in [0, 100, 100_000, 1 << 22] {
        let nodes = if cfg!(debug_assertions) { 20_000 } else { 300_000 };
        let counted = allocation_counter::measure(|| {
            let mut search = ProofNumber::new().memory(memory);
            drop(search.prove(&ConnectFour::new(), Goal::win(Player::First), &Budget::unlimited().nodes(nodes)));
        });
        assert!(counted.bytes_max <= memory as u64 + BESIDES, "{memory}: {counted:?}");
        assert!(counted.count_total < 100, "{memory}: {counted:?}");
    }
}

#[test]
fn weighted_leaves_prove_the_same_with_ordered_candidates() {
    let [mut few, mut many] = [0, 0];
    for columns in ["66667673374645", "13212157565533", "775357413434435", "5456144755621541", "746732674246263"] {
        let state = Solvable(ConnectFour::after(columns));
        let Turn::Player(player) = state.turn() else { panic!("{columns}") };
        for goal in [Goal::win(player), Goal::draw_or_better(player)] {
            let prove = |weight| ProofNumber::new().leaf_weight(weight).prove(&state, goal, &Budget::unlimited());
            let (plain, weighted) = (prove(1), prove(32));
            assert_eq!(plain.result, weighted.result, "{columns}");
            assert_ne!(plain.result, Verdict::Unknown, "{columns}");
            (many, few) = (many + plain.nodes, few + weighted.nodes);
        }
    }
    assert!(few < many, "{few} of {many}");
}

/// Golden values: a change here changes recorded decisions.
#[test]
fn decisions_are_pinned() {
    let (result, line, nodes) = prove("444443333355221227777", Goal::draw_or_better(Player::First), 1_000_000);
    let after = [3, 6, 1, 2, 1, 4, 4, 4, 4, 6, 0, 0, 5, 0, 5, 0, 0, 5, 5, 5];
    assert_eq!((result, line.as_slice(), nodes), (Verdict::Proved, &after[..], 136_092));
}

/// Positions with their winners and distances: `pentago_mates.txt` says where they come from.
fn pentago_mates() -> Vec<(PentagoSwap, Player, u32)> {
    let lines = include_str!("pentago_mates.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let [rows, side, winner, plies] = line.split(' ').collect::<Vec<_>>()[..] else { panic!("{line}") };
            let winner = if winner == "w" { Player::First } else { Player::Second };
            (format!("{rows} {side}").parse().unwrap(), winner, plies.parse().unwrap())
        })
        .collect()
}

#[test]
fn mates_of_pentago_swap_are_proved_within_few_nodes() {
    let mates = pentago_mates();
    assert_eq!(mates.len(), 12);
    for (state, winner, plies) in mates {
        let budget = Budget::unlimited().nodes(150_000);
        let proof = ProofNumber::new().prove(&state, Goal::win(winner), &budget);
        assert_eq!(proof.result, Verdict::Proved, "{state}");
        assert!(proof.line.len() >= plies.min(4) as usize - 1, "{state} {:?}", proof.line);
        let mut end = state;
        for action in proof.line {
            end.try_play(action).unwrap();
        }
        assert_eq!(end.winner(), Some(winner), "{state}");
        let proof = ProofNumber::new().prove(&state, Goal::draw_or_better(winner.opponent()), &budget);
        assert_eq!(proof.result, Verdict::Disproved, "{state}");
    }
}

#[test]
fn distances_of_mates_are_those_of_alpha_beta() {
    // The longer ones take too long for a build without optimization.
    let most = if cfg!(debug_assertions) { 3 } else { 7 };
    for (state, winner, plies) in pentago_mates().into_iter().filter(|mate| mate.2 <= most) {
        let mut search = AlphaBeta::with_evaluators(LineCounts::as_white(), LineCounts::as_black());
        let decision = search.search(&state, &Budget::unlimited().depth(plies), Seed::new(1)).unwrap();
        assert_eq!(decision.proven, Some(Proven::Win { winner, plies: Some(plies) }), "{state}");
    }
}

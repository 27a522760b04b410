//! Alpha-beta against plain minimax, and its budgets.

use std::ops::ControlFlow;

use crate::common::random_tree::Kinds;
use crate::common::sure::Sure;
use crate::common::{Tree, on_threads};
use crate::connect_four::{Centred, ConnectFour, Solvable};
use gambol_core::{Evaluator, FromFn, Game, GameExt, NoChance, Null, Player, Score, Seed, Turn, mix};
use gambol_search::{AlphaBeta, Bound, Budget, Decision, Proven, Search, SearchError, Terminal};

fn sure(tree: &str) -> Sure {
    Sure(Tree::parse(tree))
}

/// An arbitrary evaluation that depends on the whole state. Minimax and alpha-beta must agree on
/// it.
fn noise<G: Game>(state: &G) -> f64 {
    // Few different values, so that there are ties.
    (mix(state.key(), 77) % 41) as f64 - 20.0
}

/// The default values of ended two-player games.
const WIN_LOSS: Terminal = Terminal::WinLoss;

/// Plain minimax to a depth: the value to the first player.
fn minimax<G: Game<Outcome = NoChance>>(
    state: &G,
    depth: u32,
    ply: u32,
    terminal: Terminal,
    evaluator: &impl Evaluator<G>,
) -> f64 {
    match state.turn() {
        Turn::Over if matches!(terminal, Terminal::WinLoss) => (1e15 - f64::from(ply)) * state.score().signum() as f64,
        Turn::Over if terminal == Terminal::Score => state.score() as f64,
        Turn::Player(player) if depth > 0 => {
            let below = |action| minimax(&state.afterstate(action), depth - 1, ply + 1, terminal, evaluator);
            let values = state.actions().into_iter().map(below);
            match player {
                Player::First => values.fold(f64::NEG_INFINITY, f64::max),
                Player::Second => values.fold(f64::INFINITY, f64::min),
            }
        }
        _ => evaluator.evaluate(state),
    }
}

/// A value on the scale of [`minimax`]: wins by their number of plies.
fn counted(value: f64, proven: Option<Proven>) -> f64 {
    match proven {
        Some(Proven::Win { winner, plies }) => winner.sign() as f64 * (1e15 - f64::from(plies.unwrap())),
        _ => value,
    }
}

fn search<G: Game<Outcome = NoChance>, S: Search<G>>(mut search: S, state: &G) -> Decision<G::Action> {
    search.search(state, &Budget::unlimited(), Seed::new(1)).unwrap()
}

#[test]
fn a_solved_game_ends_the_search() {
    let decision = search(AlphaBeta::new(Null), &sure("(1 (2 0 0) (2 0 0))"));
    assert_eq!((decision.value, decision.stats.depth, decision.pv.len()), (0.0, 2, 2));
}

#[test]
fn wins_are_quick_and_losses_slow() {
    let of = |tree: &str| search(AlphaBeta::new(Null), &sure(tree));
    let win = |winner, plies| Some(Proven::Win { winner, plies: Some(plies) });
    let quick = of("(1 (2 (1 1)) (2 1) (2 (1 (2 1))))");
    assert_eq!((quick.action, quick.proven), (1, win(Player::First, 2)));
    let slow = of("(1 (2 -1) (2 (1 (2 -1))) (2 -1))");
    assert_eq!((slow.action, slow.proven), (1, win(Player::Second, 4)));
    let second = of("(2 (1 (2 -1)) (1 -1) 1)");
    assert_eq!((second.action, second.proven), (1, win(Player::Second, 2)));
    // Three in the middle of the bottom row with both ends free, and the opponent to move.
    let lost = search(AlphaBeta::new(Null).depth(12), &ConnectFour::after("33445"));
    assert_eq!(lost.proven, win(Player::First, 2));
}

#[test]
fn a_draw_is_preferred_to_a_loss_and_to_a_worse_evaluation() {
    assert_eq!(search(AlphaBeta::new(Null), &sure("(1 (2 (1 (2 (1 -1 0) 0)) -1) (2 0 0))")).value, 0.0);
    let undecided = sure("(1 0 (2 (1 (2 (1 0)))))");
    let action = |value: f64| search(AlphaBeta::new(FromFn(move |_: &Sure| value)).depth(2), &undecided).action;
    assert_eq!((action(-1.0), action(1.0)), (0, 1));
}

#[test]
fn each_side_has_its_own_evaluator() {
    let state = ConnectFour::new();
    let [one, two] = [1.0, 2.0].map(|value| FromFn(move |_: &ConnectFour| value));
    let judged = |columns| search(AlphaBeta::with_evaluators(one, two).depth(3), &ConnectFour::after(columns)).value;
    assert_eq!((judged(""), judged("4")), (1.0, 2.0));
    assert_eq!(search(AlphaBeta::new(two).depth(3), &state).value, 2.0);
}

#[test]
fn only_the_best_root_actions_are_searched_deeper() {
    // At depth 1 the scores so far are compared; the best end lies behind the worst of these.
    let state = sure("(1 (1@3 3) (1@2 (1@2 7)) (1@1 (1@1 9)))");
    let decide = |width| search(AlphaBeta::new(Score).terminal(Terminal::Score).width(width), &state);
    assert_eq!([1, 2, 3].map(|width| decide(width).action), [0, 1, 2]);
    assert_eq!(decide(0).action, 0, "at least one");
    assert_eq!(decide(2).root.len(), 3, "all are listed");
}

/// An evaluator for which the states of a predicate are unquiet.
#[derive(Clone, Copy, Debug)]
struct Unquiet<E, F>(E, F);

impl<G: Game, E: Evaluator<G>, F: Fn(&G) -> bool + Send + Sync> Evaluator<G> for Unquiet<E, F> {
    fn evaluate(&self, state: &G) -> f64 {
        self.0.evaluate(state)
    }

    fn is_quiet(&self, state: &G) -> bool {
        !(self.1)(state)
    }
}

#[test]
fn unquiet_states_are_searched_deeper() {
    // The first action looks like nine points until the answer.
    let state = sure("(1 (2@9 (1@-5 -5) (1@9 9)) (2@1 (1@1 1)))");
    let loud = Unquiet(Score, |state: &Sure| state.score() >= 9);
    let points = || AlphaBeta::new(loud).terminal(Terminal::Score).depth(1);
    assert_eq!(search(points(), &state).action, 0, "no extension by default");
    let quiescent = search(points().quiescence(2), &state);
    assert_eq!((quiescent.action, quiescent.value, quiescent.stats.depth), (1, 1.0, 1));
    assert_eq!(search(points().quiescence(0), &state).action, 0);
    // The bound applies to a game without quiet states.
    let never = Unquiet(FromFn(noise::<ConnectFour>), |_: &ConnectFour| true);
    for (depth, plies) in [(1, 3), (2, 2), (3, 1), (4, 0)] {
        let setting = AlphaBeta::new(never).depth(depth).quiescence(plies);
        let value = minimax(&ConnectFour::new(), 4, 0, WIN_LOSS, &FromFn(noise::<ConnectFour>));
        assert_eq!(search(setting, &ConnectFour::new()).value, value);
    }
}

/// An evaluator of the last ply at once, with the values of the loop within the window.
#[derive(Clone, Debug)]
struct Whole;

impl Evaluator<ConnectFour> for Whole {
    fn evaluate(&self, state: &ConnectFour) -> f64 {
        noise(state)
    }

    fn minimax(&self, state: &ConnectFour, plies: u32, window: std::ops::Range<f64>) -> Option<f64> {
        if plies > 1 {
            return None;
        }
        let afters: Vec<_> = state.actions().into_iter().map(|action| state.afterstate(action)).collect();
        let over = afters.iter().any(|after| after.turn() == Turn::Over);
        let value = |sign: f64| afters.iter().map(|after| sign * noise(after)).fold(f64::NEG_INFINITY, f64::max) * sign;
        let value = value(state.turn().player()?.sign() as f64);
        (!over).then_some(if value < window.start {
            window.start
        } else if value > window.end {
            window.end
        } else {
            value
        })
    }
}

#[test]
fn the_last_ply_can_be_judged_at_once() {
    for columns in ["", "4443", "4455"] {
        let state = ConnectFour::after(columns);
        for depth in 1..=6 {
            let (whole, each) =
                (AlphaBeta::new(Whole).depth(depth), AlphaBeta::new(FromFn(noise::<ConnectFour>)).depth(depth));
            let (whole, each) = (search(whole, &state), search(each, &state));
            assert_eq!(whole.value, each.value, "{columns} to {depth}");
            assert!(depth < 3 || whole.stats.nodes < each.stats.nodes);
        }
    }
}

#[test]
fn evaluations_are_worth_less_than_wins() {
    for value in [1e100, -1e100, 1e50, -1e50] {
        let decision = search(AlphaBeta::new(FromFn(move |_: &ConnectFour| value)).depth(5), &ConnectFour::new());
        assert_eq!(decision.proven, None, "{value}");
    }
}

#[test]
fn connect_four_is_searched_twenty_plies_deep() {
    let depth = if cfg!(debug_assertions) { 14 } else { 20 };
    let decision = search(AlphaBeta::new(Null).depth(depth), &Centred(ConnectFour::new()));
    assert_eq!((decision.value, decision.stats.depth), (0.0, depth));
    assert!(decision.stats.nodes < 12_000_000, "{:?}", decision.stats);
}

#[test]
fn known_wins_are_found() {
    // J. Tromp's database: the first player wins from here with the last stones; so close to the
    // end it is solved at once.
    let state = ConnectFour::after("2252576253462244111563365343671351441");
    let decision = search(AlphaBeta::new(Null), &state);
    assert_eq!(counted(decision.value, decision.proven), minimax(&state, 42, 0, WIN_LOSS, &Null));
}

#[test]
fn workers_end_with_the_first_of_them() {
    // Whatever the number of threads, one of which may have to do the work of all.
    for threads in [1, 2, 5] {
        on_threads(threads, || {
            let mut search = AlphaBeta::new(FromFn(noise::<ConnectFour>)).depth(8).workers(4).keep_table(true);
            for columns in ["4", "44", "443"] {
                let state = ConnectFour::after(columns);
                let decision = search.search(&state, &Budget::unlimited(), Seed::new(3)).unwrap();
                let alone = AlphaBeta::new(FromFn(noise::<ConnectFour>)).depth(8);
                assert_eq!(decision.stats.depth, 8);
                assert!(columns.len() > 1 || decision.value == self::search(alone, &state).value);
                assert!(decision.root.iter().all(|known| known.bound != Bound::Unsearched));
            }
            let broken = FromFn(|state: &ConnectFour| if state.number().is_multiple_of(97) { f64::NAN } else { 0.0 });
            let fault = AlphaBeta::new(broken).workers(4);
            let fault = { fault }.search(&ConnectFour::new(), &Budget::unlimited(), Seed::new(3));
            assert!(matches!(fault, Err(SearchError::Evaluation { .. })), "{fault:?}");
        });
    }
}

#[test]
fn an_unfinished_depth_counts_once_its_first_action_is_searched() {
    let state = ConnectFour::new();
    let run = |nodes| {
        let budget = Budget::unlimited().nodes(nodes);
        AlphaBeta::new(FromFn(noise::<ConnectFour>)).table_bytes(1 << 18).search(&state, &budget, Seed::new(1)).unwrap()
    };
    // With more nodes, an action is only ever given up for one that a deeper search found better.
    let decisions: Vec<_> = (1..400).map(|n| run(n * 25)).collect();
    assert!(decisions.windows(2).all(|pair| pair[0].stats.depth <= pair[1].stats.depth));
    let between =
        decisions.windows(2).any(|pair| pair[0].stats.depth == pair[1].stats.depth && pair[0].value != pair[1].value);
    assert!(between, "some depth was used before it was completed");
}

#[test]
fn a_loss_is_reported_only_if_nothing_else_is_known() {
    let mut losses = 0;
    // The second player threatens to win, and soon does.
    for columns in ["4444522", "33445", "44452", "4433", "44335"] {
        let state = ConnectFour::after(columns);
        let player = state.turn().player().unwrap();
        let loses = |proven| matches!(proven, Some(Proven::Win { winner, .. }) if winner != player);
        for nodes in (1..4_000).step_by(31) {
            let mut search = AlphaBeta::new(FromFn(noise::<ConnectFour>)).table_bytes(1 << 18);
            let decision = search.search(&state, &Budget::unlimited().nodes(nodes), Seed::new(1)).unwrap();
            let some_hope = decision.root.iter().any(|known| !loses(known.proven));
            assert!(!(loses(decision.proven) && some_hope), "{columns}, {nodes} nodes: {decision:?}");
            losses += usize::from(decision.root.iter().any(|known| loses(known.proven)));
        }
    }
    assert!(losses > 0);
}

#[test]
fn nodes_need_no_memory_of_their_own() {
    let allocations = |depth| {
        let mut search = AlphaBeta::new(FromFn(noise::<ConnectFour>)).depth(depth);
        let mut nodes = 0;
        let counted = allocation_counter::measure(|| {
            nodes = search.search(&ConnectFour::new(), &Budget::unlimited(), Seed::new(1)).unwrap().stats.nodes;
        });
        (nodes, counted.count_total)
    };
    // What grows with the depth and not with the nodes are the principal lines.
    let ((few_nodes, few), (many_nodes, many)) = (allocations(2), allocations(8));
    assert!(many_nodes > 100 * few_nodes, "{few_nodes} {many_nodes}");
    assert!(many < few + 100, "{few} allocations, then {many}");
}

/// A golden value: a change here changes recorded decisions.
#[test]
fn decisions_are_pinned() {
    let decision = search(AlphaBeta::new(FromFn(noise::<ConnectFour>)).depth(7), &ConnectFour::after("44"));
    assert_eq!((decision.action, decision.value, decision.pv), (4, 15.0, vec![4, 2, 5, 6, 6, 6, 1]));
    assert_eq!(decision.stats.nodes, 18_448);
}

#[cfg(feature = "clock")]
mod timed {
    use super::*;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::thread;
    use std::time::{Duration, Instant};

    /// Runs `test` while other threads keep every core busy.
    fn under_load<T>(test: impl FnOnce() -> T) -> T {
        let done = AtomicBool::new(false);
        let threads = thread::available_parallelism().map_or(2, usize::from);
        thread::scope(|scope| {
            for number in 0..threads as u64 {
                let done = &done;
                scope.spawn(move || {
                    let mut hash = number;
                    while !done.load(Ordering::Relaxed) {
                        hash = mix(hash, 1);
                    }
                    hash
                });
            }
            let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(test));
            done.store(true, Ordering::Relaxed);
            result.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        })
    }

    /// The number of late searches with this many milliseconds, the greatest delay, and the used
    /// share of the time.
    fn lateness(searches: u64, limits: &[u64]) -> (u64, Duration, f64) {
        let mut search = AlphaBeta::new(FromFn(noise::<Centred>)).table_bytes(1 << 20);
        let mut rng = Seed::new(9).rng();
        let (mut late, mut worst) = (0, Duration::ZERO);
        let (mut used, mut allowed) = (Duration::ZERO, Duration::ZERO);
        for number in 0..searches {
            let mut state = Centred(ConnectFour::new());
            for _ in 0..number % 12 {
                state.random_step(&mut rng);
            }
            if state.is_over() {
                continue;
            }
            let limit = Duration::from_millis(limits[number as usize % limits.len()]);
            let started = Instant::now();
            search.search(&state, &Budget::unlimited().time(limit), Seed::new(1)).unwrap();
            let took = started.elapsed();
            late += u64::from(took > limit);
            worst = worst.max(took.saturating_sub(limit));
            (used, allowed) = (used + took, allowed + limit);
        }
        (late, worst, used.as_secs_f64() / allowed.as_secs_f64())
    }

    /// The full measurement:
    /// `cargo test --release -p gambol-search --features clock -- --ignored two_hundred`.
    #[test]
    #[ignore = "takes half a minute, and the whole machine"]
    fn two_hundred_searches_end_in_time_under_load() {
        let (late, worst, used) = under_load(|| lateness(200, &[50, 100, 200]));
        println!("late: {late}, by {worst:?} at most; {used:.3} of the time was used");
        assert_eq!(late, 0, "late by {worst:?}");
        assert!(used > 0.7, "{used}");
    }
}

#[test]
fn every_depth_is_told_and_changes_nothing() {
    // The second player's turn: values stay the first player's.
    let state = ConnectFour::after("3");
    let told = std::sync::Arc::new(std::sync::Mutex::new(Vec::new()));
    let listener = told.clone();
    let watched =
        Budget::unlimited().depth(6).watch(move |so_far: &Decision<u8>| listener.lock().unwrap().push(so_far.clone()));
    let decision = AlphaBeta::new(FromFn(noise::<ConnectFour>)).search(&state, &watched, Seed::new(1)).unwrap();
    let told = told.lock().unwrap();
    assert_eq!(told.iter().map(|so_far| so_far.stats.depth).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6]);
    assert!(told.windows(2).all(|pair| pair[0].stats.nodes < pair[1].stats.nodes));
    let last = &told[5];
    assert_eq!(
        (last.action, last.value, &last.root, last.stats.nodes),
        (decision.action, decision.value, &decision.root, decision.stats.nodes)
    );
    let alone = AlphaBeta::new(FromFn(noise::<ConnectFour>))
        .search(&state, &Budget::unlimited().depth(6), Seed::new(1))
        .unwrap();
    assert_eq!((alone.action, alone.value, alone.stats.nodes), (decision.action, decision.value, decision.stats.nodes));
}

/// Players in turn take one of some steps, whose worth depends on the state. They may resign, if
/// that is allowed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Steps {
    sum: i32,
    second: bool,
    can_resign: bool,
    resigned: Option<Player>,
}

impl Game for Steps {
    type Action = i8;
    type Outcome = NoChance;
    const PLAYERS: usize = 2;

    fn turn(&self) -> Turn {
        let player = if self.second { Player::Second } else { Player::First };
        if self.resigned.is_some() { Turn::Over } else { Turn::Player(player) }
    }

    fn score(&self) -> i64 {
        self.resigned.map_or(0, |player| player.opponent().sign())
    }

    fn visit_actions<F: FnMut(i8) -> ControlFlow<()>>(&self, visit: F) -> ControlFlow<()> {
        let least = if self.can_resign { -1 } else { 0 };
        (least..12).filter(|_| self.resigned.is_none()).try_for_each(visit)
    }

    fn visit_outcomes<F: FnMut(NoChance, f64) -> ControlFlow<()>>(&self, _: F) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn play(&mut self, step: i8) {
        let player = if self.second { Player::Second } else { Player::First };
        self.resigned = (step < 0).then_some(player);
        self.sum += player.sign() as i32 * (mix(self.sum as u64, step as u64) % 100) as i32;
        self.second = !self.second;
    }

    fn resolve(&mut self, outcome: NoChance) {
        match outcome {}
    }
}

#[test]
fn an_action_that_ends_the_game_leaves_the_others_in_order() {
    let nodes = |can_resign| {
        let start = Steps { sum: 0, second: false, can_resign, resigned: None };
        let search = AlphaBeta::new(FromFn(|state: &Steps| f64::from(state.sum))).table_bytes(0);
        search.clone().depth(5).search(&start, &Budget::unlimited(), Seed::new(1)).unwrap().stats.nodes
    };
    // 8,317 if all others look alike.
    assert_eq!((nodes(true), nodes(false)), (7_836, 6_664));
}

/// Positions of connect four and the plies to the quickest win, negative for a loss. The plies
/// follow from the scores of P. Pons' solver.
const SOLVED: [(&str, i32); 6] = [
    ("66667673374645", 7),
    ("13212157565533", 5),
    ("775357413434435", -2),
    ("243225351334211", 9),
    ("5641127531276266", 7),
    ("5456144755621541", 17),
];

#[test]
fn a_solver_finds_the_quickest_win_in_one_iteration() {
    for (columns, signed) in SOLVED {
        let state = Solvable(ConnectFour::after(columns));
        let player = state.turn().player().unwrap();
        let winner = if signed > 0 { player } else { player.opponent() };
        for workers in [1, 3] {
            let solver = AlphaBeta::new(Null).first_depth(127).game_order(true).workers(workers);
            let decision = search(solver, &state);
            let plies = Some(signed.unsigned_abs());
            assert_eq!(decision.proven, Some(Proven::Win { winner, plies }), "{columns}");
            assert!(workers > 1 || decision.pv.len() == signed.unsigned_abs() as usize, "{columns}: the whole line");
        }
        let who = search(AlphaBeta::new(Null).first_depth(127).game_order(true).window(-1.0, 1.0), &state);
        assert!(matches!(who.proven, Some(Proven::Win { winner: by, plies }) if by == winner && plies >= Some(1)));
        assert_eq!(who.value, winner.sign() as f64);
    }
}

#[test]
fn candidates_of_a_solver_lose_nothing() {
    let mut rng = Seed::new(5).rng();
    for _ in 0..60 {
        let (mut state, mut plies) = (ConnectFour::new(), 0);
        while plies < 24 {
            let column = state.random_action(&mut rng).unwrap();
            let after = state.afterstate(column);
            // From the start again after the end of a game.
            (state, plies) = if after.turn() == Turn::Over { (ConnectFour::new(), 0) } else { (after, plies + 1) };
        }
        let plain = search(AlphaBeta::new(Null), &state);
        let solved = search(AlphaBeta::new(Null).first_depth(127).game_order(true), &Solvable(state));
        assert_eq!((solved.value, solved.proven), (plain.value, plain.proven), "{state:?}");
    }
}

#[test]
fn any_first_depth_and_order_give_the_minimax_value() {
    for seed in 0..60 {
        let kinds = Kinds { chance: false, second: true, greatest: if seed % 2 == 0 { 1 } else { 9 } };
        let state = Sure(Tree::random_of(Seed::new(seed), 7, kinds));
        if state.turn() == Turn::Over {
            continue;
        }
        for terminal in [WIN_LOSS, Terminal::Score] {
            for depth in [3, 127] {
                let value = minimax(&state, depth, 0, terminal, &Null);
                for first in [2, depth] {
                    let setting = AlphaBeta::new(Null).terminal(terminal).depth(depth).first_depth(first);
                    for order in [false, true] {
                        let decision = search(setting.clone().game_order(order), &state);
                        assert_eq!(
                            counted(decision.value, decision.proven),
                            value,
                            "{seed} {terminal:?} {depth} {first}"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn values_outside_of_the_window_are_bounds() {
    for seed in 0..60 {
        let state = Sure(Tree::random_of(Seed::new(seed), 6, Kinds { chance: false, second: true, greatest: 9 }));
        let Turn::Player(player) = state.turn() else { continue };
        let value = minimax(&state, 127, 0, Terminal::Score, &Null);
        for (lower, upper) in [(-2.0, 3.0), (2.0, 3.0), (f64::NEG_INFINITY, 0.0), (0.0, f64::INFINITY)] {
            for first in [1, 127] {
                let setting = AlphaBeta::new(Null).terminal(Terminal::Score).first_depth(first);
                let decision = search(setting.window(lower, upper), &state);
                let best = decision.root.iter().find(|known| known.action == decision.action).unwrap();
                match best.bound {
                    Bound::Exact => assert_eq!(decision.value, value),
                    Bound::AtLeast => assert!(upper <= decision.value && decision.value <= value),
                    Bound::AtMost => assert!(lower >= decision.value && decision.value >= value),
                    other => panic!("{other:?}"),
                }
                assert_eq!(best.bound == Bound::Exact, lower < value && value < upper, "{seed}: {value} {player:?}");
            }
        }
    }
    let state = ConnectFour::after("33445");
    let full = search(AlphaBeta::new(Null).depth(6), &state);
    let none = search(AlphaBeta::new(Null).depth(6).window(1.0, -1.0).window(f64::NAN, 1.0), &state);
    assert_eq!(full.stats.nodes, none.stats.nodes, "no window at all");
}

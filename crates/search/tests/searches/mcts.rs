//! Monte Carlo tree search on games whose answers are known.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::common::Tree;
use crate::connect_four::ConnectFour;
use crate::twenty48::Twenty48;
use gambol_core::{Evaluator, FromFn, Game, GameExt, GameRng, NoChance, Player, Policy, Score, Seed, Turn, Uniform};
use gambol_search::{Budget, Decision, Mcts, Proven, Search, StopFlag, Terminal};

fn simulations(count: u64) -> Budget {
    Budget::unlimited().simulations(count)
}

fn decide<G: Game>(state: &G, mut search: Mcts, count: u64) -> Decision<G::Action> {
    search.search(state, &simulations(count), Seed::new(5)).unwrap()
}

/// A search of trees in which only the winner counts.
fn by_wins() -> Mcts {
    Mcts::new().terminal(Terminal::WinLoss)
}

#[test]
fn without_proofs_values_converge_to_the_reference() {
    for (name, value, tree) in crate::common::corpus() {
        let decision = decide(&tree, Mcts::new().solver(false).exploration(1.0), 100_000);
        let width = 1.0_f64.max(tree.action_values().iter().fold(value.abs(), |most, value| most.max(value.abs())));
        assert_eq!(decision.stats.simulations, 100_000);
        assert!((decision.value - value).abs() < 0.03 * width, "{name}: {decision:?}");
        let played = tree.afterstate(decision.action).value();
        assert!((played - value).abs() < 1e-9, "{name}: {decision:?}");
    }
}

#[test]
fn wins_and_blocks_at_once_for_either_side() {
    // Three stones above each other in the fourth column: of who is to move, or of the opponent.
    for (columns, value) in [("414241", Some(1.0)), ("41424", None), ("1414242", Some(-1.0)), ("141424", None)] {
        for search in [Mcts::new(), Mcts::new().solver(false), Mcts::new().trees(2)] {
            let decision = decide(&ConnectFour::after(columns), search, 2_000);
            assert_eq!(decision.action, 3, "{columns}");
            assert!(value.is_none_or(|value| (decision.value - value).abs() < 0.1), "{columns}: {decision:?}");
        }
    }
}

#[test]
fn a_proved_win_ends_the_search_and_a_proved_loss_too() {
    let win = decide(&ConnectFour::after("414241"), Mcts::new(), 1_000_000);
    assert_eq!((win.action, win.value, win.pv.as_slice()), (3, 1.0, &[3][..]));
    assert!(win.stats.simulations < 1_000, "{:?}", win.stats);
    // Three in the middle of an empty row cannot be blocked.
    let loss = decide(&ConnectFour::after("44335"), Mcts::new(), 1_000_000);
    assert_eq!(loss.value, 1.0);
    assert!(loss.root.iter().all(|action| action.value == 1.0));
    assert!(loss.stats.simulations < 10_000, "{:?}", loss.stats);
    let endless = decide(&ConnectFour::after("44335"), Mcts::new().solver(false), 20_000);
    assert_eq!(endless.stats.simulations, 20_000);
}

#[test]
fn proofs_pass_chance_only_if_every_outcome_is_proved() {
    // The rare outcome loses: no win, however often the other is drawn.
    let tree = Tree::parse("(1 (? 99:1 1:-1) (? 1:1 1:0))");
    let decision = decide(&tree, by_wins(), 100_000);
    assert_eq!(decision.action, 0);
    assert!((decision.value - 0.98).abs() < 1e-12, "{decision:?}");
    let sure = decide(&Tree::parse("(1 0 (? 1:1 1:1 1:(? 1:1 2:1)))"), by_wins(), 100_000);
    assert_eq!((sure.action, sure.value), (1, 1.0));
    assert!(sure.stats.simulations < 1_000);
}

#[test]
fn by_points_a_win_is_not_enough() {
    let tree = Tree::parse("(1 1 (1 (1 0 0 0 -1) (1 0 (1 0 0 9 0) 0)))");
    let points = decide(&tree, Mcts::new(), 100_000);
    assert_eq!((points.action, points.value, points.proven), (1, 9.0, Some(Proven::Score(9.0))));
    assert!(points.stats.simulations < 100_000);
    // Where only the winner counts, the first win ends the search.
    let wins = decide(&tree, by_wins(), 100_000);
    assert_eq!((wins.value, wins.stats.simulations < 20), (1.0, true), "{wins:?}");
    assert!(matches!(wins.proven, Some(Proven::Win { winner: Player::First, .. })));
    // As evaluated, the end that is worth most is found, and nothing is proven of the game.
    let odd = FromFn(|state: &Tree| if state.score() == -1 { 70.0 } else { state.score() as f64 });
    let mut search = Mcts::new().truncate_rollouts(u64::MAX, odd).terminal(Terminal::Evaluated);
    let evaluated = search.search(&tree, &simulations(100_000), Seed::new(1)).unwrap();
    assert_eq!((evaluated.action, evaluated.value, evaluated.proven), (1, 70.0, None));
    assert!(evaluated.stats.simulations < 100_000);
}

#[test]
fn thousands_and_units_are_explored_alike() {
    let tree = |unit: i64| {
        let text = format!("(1 (? 1:{0} 1:0) (2 (? 1:{1} 2:0) {0}) (? 3:{1} 1:{0}))", 4 * unit, 3 * unit);
        decide(&Tree::parse(&text), Mcts::new().solver(false), 3_000)
    };
    let (small, great) = (tree(2), tree(2_048));
    let visits = |decision: &Decision<usize>| decision.root.iter().map(|action| action.visits).collect::<Vec<_>>();
    assert_eq!(visits(&small), visits(&great));
    assert_eq!(small.value * 1_024.0, great.value);
}

#[test]
fn every_simulation_is_counted_once() {
    for trees in [1, 2, 7] {
        let decision = decide(&ConnectFour::new(), Mcts::new().trees(trees), 1_001);
        assert_eq!(decision.stats.simulations, 1_001);
        assert_eq!(decision.root.iter().map(|action| action.visits).sum::<u64>(), 1_001);
        assert_eq!(decision.root.len(), 7);
    }
    let own = Mcts::new().simulations(321).search(&ConnectFour::new(), &Budget::unlimited(), Seed::new(1)).unwrap();
    assert_eq!(own.stats.simulations, 321);
    let shallow = Mcts::new().search(&ConnectFour::new(), &simulations(5_000).depth(2), Seed::new(1)).unwrap();
    assert_eq!(shallow.pv.len(), 2, "{:?}", shallow.pv);
}

/// Plays at random, raises a flag at one of its moves, and counts those after.
#[derive(Debug)]
struct Raising {
    flag: StopFlag,
    moves: AtomicU64,
    at: u64,
}

impl<G: Game> Policy<G> for Raising {
    fn choose(&self, state: &G, rng: &mut GameRng) -> Option<G::Action> {
        if self.moves.fetch_add(1, Ordering::Relaxed) == self.at {
            self.flag.raise();
        }
        Uniform.choose(state, rng)
    }
}

#[test]
fn a_raised_flag_ends_the_search_within_some_thousand_moves() {
    // 5 ms are some hundred thousand moves of these games.
    let flag = StopFlag::new();
    let budget = Budget::unlimited().simulations(u64::MAX).stop(flag.clone());
    for (at, limit) in [(0, 1_500), (10_000, 1_500), (123_456, 1_500)] {
        flag.lower();
        let policy = Raising { flag: flag.clone(), moves: AtomicU64::new(0), at };
        let decision = Mcts::with_policy(&policy).search(&ConnectFour::new(), &budget, Seed::new(1)).unwrap();
        assert!(policy.moves.load(Ordering::Relaxed) - at < limit);
        assert_eq!(decision.root.len(), 7);
    }
    flag.raise();
    let stopped = Mcts::new().search(&ConnectFour::new(), &budget, Seed::new(1)).unwrap();
    assert_eq!((stopped.stats.simulations, stopped.action), (0, 0));
}

#[cfg(feature = "clock")]
#[test]
fn a_budget_of_time_is_used_and_kept() {
    use std::time::Duration;

    for trees in [1, 2] {
        let budget = Budget::unlimited().time(Duration::from_millis(40));
        let decision = Mcts::new().trees(trees).search(&ConnectFour::new(), &budget, Seed::new(1)).unwrap();
        let time = decision.stats.time.expect("it is limited");
        assert!((Duration::from_millis(20)..Duration::from_secs(2)).contains(&time), "{:?}", decision.stats);
    }
}

/// Golden values: a change here changes recorded decisions.
#[test]
fn decisions_are_pinned() {
    let decision = decide(&ConnectFour::after("44"), Mcts::new(), 1_000);
    let visits: Vec<u64> = decision.root.iter().map(|action| action.visits).collect();
    assert_eq!((decision.action, visits, decision.stats.nodes), (1, vec![118, 296, 158, 140, 191, 42, 55], 17_774));
    let mut puzzle = Twenty48::new();
    puzzle.settle(&mut Seed::new(3).rng());
    let decision = decide(&puzzle, Mcts::new().trees(2), 100);
    let visits: Vec<u64> = decision.root.iter().map(|action| action.visits).collect();
    assert_eq!((visits, decision.stats.nodes), (vec![24, 19, 39, 18], 23_660));
}

#[test]
fn nodes_get_children_after_so_many_visits() {
    let line = |visits, count| decide(&ConnectFour::new(), Mcts::new().expansion_threshold(visits), count).pv.len();
    assert_eq!(line(u32::MAX, 2_000), 1, "the root alone has children");
    // Seven actions, each visited once, and one of them again.
    assert_eq!((line(2, 8), line(1, 8)), (1, 2));
    assert!(line(1, 2_000) > line(100, 2_000));
}

#[test]
fn a_cut_asks_the_evaluator() {
    // By rollouts to the end the first action is worth 1; the evaluator knows only what is before
    // the cut.
    let tree = Tree::parse("(1 (1@0 (1@0 9)) (1@5 (1@5 -3)))");
    let shy =
        Mcts::new().solver(false).truncate_rollouts(0, Score).search(&tree, &simulations(2), Seed::new(1)).unwrap();
    assert_eq!(shy.root.iter().map(|action| action.value).collect::<Vec<_>>(), [0.0, 5.0]);
    let twice = FromFn(|state: &Tree| 2.0 * state.score() as f64);
    let judged =
        Mcts::new().solver(false).truncate_rollouts(1, twice).search(&tree, &simulations(2), Seed::new(1)).unwrap();
    assert_eq!(judged.root.iter().map(|action| action.value).collect::<Vec<_>>(), [0.0, 10.0]);
    // The value of the end is exact, not an evaluation.
    let seen = Mcts::new().truncate_rollouts(2, twice).search(&tree, &simulations(2), Seed::new(1)).unwrap();
    assert_eq!(seen.root.iter().map(|action| action.value).collect::<Vec<_>>(), [9.0, -3.0]);
}

/// Takes one to three matches with either hand.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct TwoHands {
    matches: u8,
    to_move: Player,
    distinct: bool,
}

impl Game for TwoHands {
    type Action = (u8, bool);
    type Outcome = NoChance;
    const PLAYERS: usize = 2;

    fn turn(&self) -> Turn {
        if self.matches == 0 { Turn::Over } else { Turn::Player(self.to_move) }
    }

    fn score(&self) -> i64 {
        if self.matches == 0 { -self.to_move.sign() } else { 0 }
    }

    fn visit_actions<F: FnMut((u8, bool)) -> ControlFlow<()>>(&self, mut visit: F) -> ControlFlow<()> {
        (1..=self.matches.min(3)).try_for_each(|taken| {
            visit((taken, false))?;
            visit((taken, true))
        })
    }

    fn visit_candidates<F: FnMut((u8, bool)) -> ControlFlow<()>>(&self, visit: F) -> ControlFlow<()> {
        if self.distinct {
            (1..=self.matches.min(3)).map(|taken| (taken, false)).try_for_each(visit)
        } else {
            self.visit_actions(visit)
        }
    }

    fn visit_outcomes<F: FnMut(NoChance, f64) -> ControlFlow<()>>(&self, _: F) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn play(&mut self, (taken, _): (u8, bool)) {
        self.matches = self.matches.saturating_sub(taken);
        self.to_move = self.to_move.opponent();
    }

    fn resolve(&mut self, outcome: NoChance) {
        match outcome {}
    }
}

#[test]
fn actions_with_one_afterstate_share_their_value() {
    let state = TwoHands { matches: 11, to_move: Player::Second, distinct: true };
    let decision = decide(&state, Mcts::new().solver(false), 300);
    assert_eq!(decision.root.len(), 6);
    for pair in decision.root.chunks(2) {
        assert_eq!((pair[0].value, pair[0].visits), (pair[1].value, pair[1].visits));
    }
    assert_eq!(decision.root.iter().step_by(2).map(|action| action.visits).sum::<u64>(), 300);
    assert_eq!(decision.action, (3, false));
    let apart = decide(&TwoHands { distinct: false, ..state }, Mcts::new().solver(false), 300);
    assert_eq!(apart.root.iter().map(|action| action.visits).sum::<u64>(), 300);
}

#[test]
fn it_plays_2048_better_than_chance() {
    let play = |search: Option<u64>, seed: u64| {
        let mut rng = Seed::new(seed).rng();
        let mut state = Twenty48::new();
        for turn in 0..150 {
            state.settle(&mut rng);
            match (state.turn(), search) {
                (Turn::Over, _) => break,
                (_, None) => {
                    let _ = state.random_action(&mut rng).map(|action| state.play(action));
                }
                (_, Some(count)) => {
                    let search = &mut Mcts::new().truncate_rollouts(20, Score).exploration(0.3);
                    let decision = search.search(&state, &simulations(count), Seed::new(turn)).unwrap();
                    state.play(decision.action);
                }
            }
        }
        state.score()
    };
    let random: i64 = (0..10).map(|seed| play(None, seed)).sum();
    let searched: i64 = (0..2).map(|seed| 5 * play(Some(100), seed)).sum();
    assert!(searched > random + random / 4, "{searched} against {random}");
}

/// An evaluator of any game.
fn judged<G: Game>() -> impl Evaluator<G> {
    FromFn(|_: &G| 0.0)
}

#[test]
fn searches_are_values() {
    fn assert_send<T: Send + Sync + Clone + std::fmt::Debug>(_: &T) {}
    assert_send(&Mcts::default());
    let decision = Mcts::new()
        .truncate_rollouts(0, judged())
        .search(&ConnectFour::new(), &simulations(100), Seed::new(1))
        .unwrap();
    assert_eq!(decision.value, 0.0);
}

#[test]
fn memory_is_taken_in_few_pieces_and_never_beyond_the_limit() {
    /// Memory besides the nodes: the list of root actions, the descent, the decision.
    const BESIDES: u64 = 20_000;
    let mut puzzle = Twenty48::new();
    puzzle.settle(&mut Seed::new(3).rng());
    let count = if cfg!(debug_assertions) { 20_000 } else { 200_000 };
    for memory in [50_000, 1 << 20, 1 << 30] {
        let search = Mcts::new().memory(memory);
        let limit = memory as u64 + BESIDES;
        let pair = allocation_counter::measure(|| drop(decide(&ConnectFour::new(), search.clone(), count)));
        assert!(pair.count_total < 100 && pair.bytes_max <= limit, "{memory}: {pair:?}");
        let chance = allocation_counter::measure(|| drop(decide(&puzzle, search.truncate_rollouts(3, Score), count)));
        assert!(chance.count_total < 100 && chance.bytes_max <= limit, "{memory}: {chance:?}");
    }
}

/// A win in one, or an action with this many replies of the opponent, one of which refutes it.
fn trap(replies: usize, refutation: usize) -> Tree {
    let replies: Vec<&str> = (0..replies).map(|reply| if reply == refutation { "-1" } else { "1" }).collect();
    Tree::parse(&format!("(1 (2 {}) 1)", replies.join(" ")))
}

#[test]
fn a_proved_win_is_played_and_not_a_lucky_trap() {
    let searches = [by_wins(), by_wins().trees(3)];
    let seeds = if cfg!(debug_assertions) { 20 } else { 200 };
    for (mut search, replies) in
        searches.iter().flat_map(|search| [2, 10, 400].map(|replies| (search.clone(), replies)))
    {
        for seed in 0..seeds {
            let tree = trap(replies, seed as usize % replies);
            let decision = search.search(&tree, &simulations(10_000), Seed::new(seed)).unwrap();
            assert_eq!((decision.action, decision.value), (1, 1.0), "{replies} replies, seed {seed}: {search:?}");
        }
    }
}

#[test]
fn the_shortest_win_and_the_longest_loss_are_played() {
    let trees = [
        // The second player wins in five, three or one plies.
        ("(2 (1 (2 (1 (2 -1)))) (1 (2 -1)) -1 0)", 2),
        // The first player loses in three, five or three plies.
        ("(1 (2 (1 -1)) (2 (1 (2 (1 -1)))) (2 (1 -1)))", 1),
        // Chance lets the longest happen, and takes no ply: four plies, three plies.
        ("(1 (2 (1 (? 1:-1 1:(1 -1)))) (? 1:(2 (1 -1)) 1:-1))", 0),
        ("(1 (? 1:(2 (1 -1)) 1:-1) (2 (1 (? 1:-1 1:(1 -1)))))", 1),
    ];
    for (text, best) in trees {
        for mut search in [by_wins(), Mcts::new(), by_wins().trees(2)] {
            for seed in 0..50 {
                let decision = search.search(&Tree::parse(text), &simulations(3_000), Seed::new(seed)).unwrap();
                assert_eq!(decision.action, best, "{text}, seed {seed}: {decision:?}");
            }
        }
    }
}

#[test]
fn more_trees_than_any_machine_has_memory_for_are_a_thousand() {
    let decision = decide(&trap(2, 0), Mcts::new().memory(1 << 20).trees(u32::MAX), 2_000);
    assert_eq!((decision.action, decision.stats.simulations <= 2_000), (1, true));
}

#[test]
fn proofs_inside_the_tree_take_the_shortest_win_and_the_longest_loss() {
    for (text, seeds, searches) in [
        // A loss in five plies, or one in four or in six, as the first player likes.
        ("(1 (2 (1 (2 (2 -1)))) (2 (1 (2 -1) (2 (1 (2 -1))))))", 50, vec![by_wins(), Mcts::new()]),
        // By points, all is proved: a win in four plies, or one in three or in five.
        ("(1 (2 (1 (1 1))) (2 (1 1 (2 (1 1)))))", 50, vec![Mcts::new()]),
        ("(1 (2 (1 (1 1))) (2 (1 (2 (1 1)) 1)))", 50, vec![Mcts::new()]),
    ] {
        for (seed, mut search) in (0..seeds).flat_map(|seed| searches.iter().map(move |search| (seed, search.clone())))
        {
            let decision = search.search(&Tree::parse(text), &simulations(3_000), Seed::new(seed)).unwrap();
            assert_eq!(decision.action, 1, "{text}, seed {seed}: {decision:?}");
        }
    }
}

//! Expectimax agrees with the plain reference wherever it claims to be exact.

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};

use crate::common::Tree;
use gambol_core::{FromFn, Game, GameExt, NoChance, Player, Score, Seed, Turn, mix};
use gambol_search::{Budget, ChanceNodes, Decision, Expectimax, Proven, Search, Terminal};
use gambol_threes::Threes;

fn decide(tree: &Tree, mut search: Expectimax<Score>) -> Decision<usize> {
    search.search(tree, &Budget::unlimited(), Seed::new(1)).unwrap()
}

#[test]
fn pruning_gives_the_same_values_where_unlikely_states_are_cut() {
    let tree = Tree::parse("(1 (2@0 0 (?@0 1:(1@-60 60) 9:(1@0 -1))))");
    for cutoff in [0.05, 0.2, 0.6] {
        let search = Expectimax::new(Score).depth(20).table_bytes(0).probability_cutoff(cutoff);
        let (plain, pruned) = (decide(&tree, search.clone()), decide(&tree, search.values_within(-60.0, 60.0)));
        assert!((plain.value - pruned.value).abs() < 1e-9, "{cutoff}");
    }
}

#[test]
fn pruning_saves_work_where_both_choose_and_the_first_reply_is_good() {
    // Six actions, four outcomes after each, and six replies, the best one first.
    let join = |parts: [String; 6]| parts.join(" ");
    let replies = |seed: u64| join([0, 1, 2, 3, 4, 5].map(|reply| (mix(seed, 1) % 3 + reply).to_string()));
    let outcomes = |seed: u64| [0, 1, 2, 3].map(|outcome| format!("1:(2 {})", replies(4 * seed + outcome))).join(" ");
    let actions = join([0, 1, 2, 3, 4, 5].map(|action| format!("(? {})", outcomes(action))));
    let tree = Tree::parse(&format!("(1 (1 {actions}))"));
    let plain = Expectimax::new(Score).depth(20).table_bytes(0);
    let [off, pruned] = [plain.clone(), plain.values_within(0.0, 8.0)].map(|search| {
        let decision = decide(&tree, search);
        assert_eq!(decision.value, tree.value());
        decision.stats.nodes
    });
    assert!(pruned < off, "{off} {pruned}");
}

#[test]
fn depth_counts_actions_and_afterstates_are_judged_before_chance() {
    let tree = Tree::parse("(1 (?@3 1:(1@7 9 0) 1:(1@9 9 0)) (1@4 5 0))");
    let root = |depth| {
        decide(&tree, Expectimax::new(Score).depth(depth)).root.iter().map(|action| action.value).collect::<Vec<_>>()
    };
    assert_eq!(root(1), [3.0, 4.0]);
    assert_eq!(root(2), [9.0, 5.0]);
    assert_eq!(decide(&tree, Expectimax::new(Score).depth(9)).stats.depth, 2, "there is nothing deeper");
}

#[test]
fn a_game_that_ends_is_searched_no_deeper_with_a_table_either() {
    let mut saved = 0;
    for seed in 0..100 {
        let state = Turns { left: 4, chosen: seed };
        let plain = Expectimax::new(Score).depth(1_000);
        for search in [plain.clone(), plain.values_within(-60.0, 60.0)] {
            let spent = |bytes| {
                let mut search = search.clone().table_bytes(bytes);
                let first = search.search(&state, &Budget::unlimited(), Seed::new(1)).unwrap();
                let again = search.search(&state, &Budget::unlimited(), Seed::new(1)).unwrap();
                assert_eq!(
                    (&first.root, first.stats.nodes),
                    (&again.root, again.stats.nodes),
                    "what it held is forgotten"
                );
                (first.stats.depth, first.value, first.stats.nodes)
            };
            let (without, with) = (spent(0), spent(1 << 16));
            assert_eq!(((without.0, without.1), (with.0, with.1)), ((4, without.1), (4, without.1)));
            assert!(with.2 <= without.2, "{with:?} {without:?}");
            saved += without.2 - with.2;
        }
    }
    assert!(saved > 0);
}

#[test]
fn tables_serve_at_every_depth() {
    // Without the table these are 3¹²⁰ ways.
    let search = |depth| {
        let mut search = Expectimax::new(Score).depth(depth);
        search.search(&Add(120, 0), &Budget::unlimited(), Seed::new(1)).unwrap()
    };
    assert_eq!((search(100).value, search(100).stats.depth), (200.0, 100));
    let whole = search(1_000);
    assert_eq!((whole.value, whole.stats.depth), (240.0, 120));
    assert!(whole.stats.nodes < 1_000_000, "{}", whole.stats.nodes);
}

/// The player chooses one of three numbers, with a coin before each turn but the first. The value
/// of a combination is arbitrary, and some choices transpose.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Turns {
    left: u8,
    chosen: u64,
}

impl Game for Turns {
    type Action = u64;
    type Outcome = bool;
    const PLAYERS: usize = 1;

    fn turn(&self) -> Turn {
        match self.left {
            0 => Turn::Over,
            _ if self.chosen & 1 << 32 != 0 => Turn::Chance,
            _ => Turn::Player(Player::First),
        }
    }

    fn score(&self) -> i64 {
        if self.left == 0 { (mix(self.chosen, 1) % 100) as i64 - 50 } else { 0 }
    }

    fn visit_actions<F: FnMut(u64) -> ControlFlow<()>>(&self, visit: F) -> ControlFlow<()> {
        (0..3).filter(|_| self.turn().player().is_some()).try_for_each(visit)
    }

    fn visit_outcomes<F: FnMut(bool, f64) -> ControlFlow<()>>(&self, mut visit: F) -> ControlFlow<()> {
        if self.turn() == Turn::Chance {
            visit(false, 0.25)?;
            visit(true, 0.75)?;
        }
        ControlFlow::Continue(())
    }

    fn play(&mut self, action: u64) {
        self.left -= 1;
        self.chosen = (self.chosen + action) | 1 << 32;
    }

    fn resolve(&mut self, outcome: bool) {
        self.chosen = (self.chosen ^ 1 << 32) + u64::from(outcome);
    }
}

#[test]
fn unlikely_outcomes_are_cut() {
    let tree = Tree::parse("(1 (? 99:10 1:(1@10 -900 -901)) 9)");
    let search = Expectimax::new(Score).depth(9);
    assert_eq!(decide(&tree, search.clone()).action, 1);
    assert_eq!(decide(&tree, search.probability_cutoff(0.02)).action, 0);
}

#[test]
fn samples_converge_to_the_mean() {
    let tree = Tree::parse("(1 (? 9:10 1:(? 1:-50 1:30)) 3)");
    let decision = decide(&tree, Expectimax::new(Score).depth(3).chance(ChanceNodes::Sampled(20_000)));
    assert!((decision.root[0].value - tree.action_values()[0]).abs() < 0.5, "{:?}", decision.root);
}

#[test]
fn samples_are_common_to_all_actions() {
    let tree = Tree::parse("(1 (? 1:10 1:20 1:30 1:40) (? 1:11 1:21 1:31 1:41))");
    for seed in 0..50 {
        let mut search = Expectimax::new(Score).chance(ChanceNodes::Sampled(3));
        let root = search.search(&tree, &Budget::unlimited(), Seed::new(seed)).unwrap().root;
        assert!((root[1].value - root[0].value - 1.0).abs() < 1e-9);
    }
}

#[test]
fn depths_that_cannot_be_finished_are_not_begun() {
    let state: Threes = "6,12,6,3/2,24,1,2/3,3,6,12/0,0,2,0 3 4,2,1 m".parse().unwrap();
    let search = |budget| Expectimax::new(Score).depth(9).search(&state, &budget, Seed::new(1)).unwrap();
    let nodes = |depth| search(Budget::unlimited().nodes(u64::MAX).depth(depth)).stats.nodes;
    let [two, three, four] = [2, 3, 4].map(nodes);
    // A hundredth of the next depth is not spent, and half of it is.
    let few = search(Budget::unlimited().nodes(three + (four - three) / 100));
    assert_eq!((few.stats.depth, few.stats.nodes), (3, three));
    let many = search(Budget::unlimited().nodes(three + (four - three) / 2));
    assert!(many.stats.depth == 3 && many.stats.nodes > three, "{} nodes", many.stats.nodes);
    // The growth is unknown before two depths.
    assert!(search(Budget::unlimited().nodes(two - 1)).stats.nodes > nodes(1));
}

/// The state is turns left and points; only the turns matter for what is to come.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Add(u16, i64);
impl Game for Add {
    type Action = u8;
    type Outcome = NoChance;
    const PLAYERS: usize = 1;
    fn turn(&self) -> Turn {
        if self.0 == 0 { Turn::Over } else { Turn::Player(Player::First) }
    }
    fn score(&self) -> i64 {
        self.1
    }
    fn visit_actions<F: FnMut(u8) -> ControlFlow<()>>(&self, visit: F) -> ControlFlow<()> {
        (0..3).filter(|_| self.0 > 0).try_for_each(visit)
    }
    fn visit_outcomes<F: FnMut(Self::Outcome, f64) -> ControlFlow<()>>(&self, _: F) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
    fn play(&mut self, action: u8) {
        self.0 -= 1;
        self.1 += i64::from(action);
    }
    fn resolve(&mut self, outcome: Self::Outcome) {
        match outcome {}
    }
    fn key(&self) -> u64 {
        mix(7, u64::from(self.0))
    }
}

#[test]
fn relative_values_find_positions_again() {
    let budget = Budget::unlimited();
    // The compiler does not know that the closure is the score.
    let mut absolute = Expectimax::new(FromFn(|state: &Add| state.score() as f64)).depth(10);
    let absolute = absolute.search(&Add(10, 0), &budget, Seed::new(1)).unwrap();
    let relative = Expectimax::new(Score).depth(10).search(&Add(10, 0), &budget, Seed::new(1)).unwrap();
    assert_eq!((absolute.value, relative.value, relative.action), (20.0, 20.0, 2));
    assert!(relative.stats.nodes < absolute.stats.nodes / 2);
    assert!(Add(1, 0).actions().len() == 3);
}

#[test]
fn every_completed_depth_is_told() {
    let tree = Tree::parse("(2 (2@5 0 0) (2@2 (?@-9 1:-9 1:-9)))");
    let told = Arc::new(Mutex::new(Vec::new()));
    let teller = told.clone();
    let budget = Budget::unlimited().watch(move |so_far: &Decision<usize>| teller.lock().unwrap().push(so_far.clone()));
    let decision = Expectimax::new(Score).depth(9).search(&tree, &budget, Seed::new(1)).unwrap();
    let told = told.lock().unwrap();
    let seen: Vec<_> = told.iter().map(|so_far| (so_far.stats.depth, so_far.action, so_far.value)).collect();
    assert_eq!(seen, [(1, 1, 2.0), (2, 1, -9.0), (3, 1, -9.0)]);
    assert_eq!((told[2].stats.nodes, decision.stats.depth), (decision.stats.nodes, 3));
}

/// Two paths to one state, the unlikely one searched first; then a random bonus that is paid at the
/// end.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Ways {
    stage: u8,
    is_likely: bool,
    bonus: u8,
}

impl Game for Ways {
    type Action = bool;
    type Outcome = u8;
    const PLAYERS: usize = 1;

    fn turn(&self) -> Turn {
        [Turn::Player(Player::First), Turn::Chance, Turn::Over][[0, 1, 0, 1, 0, 2][usize::from(self.stage)]]
    }

    fn score(&self) -> i64 {
        if self.stage == 5 { i64::from(self.bonus) } else { 0 }
    }

    fn visit_actions<F: FnMut(bool) -> ControlFlow<()>>(&self, visit: F) -> ControlFlow<()> {
        let actions: &[bool] = match self.stage {
            0 => &[false, true],
            2 | 4 => &[false],
            _ => &[],
        };
        actions.iter().copied().try_for_each(visit)
    }

    fn visit_outcomes<F: FnMut(u8, f64) -> ControlFlow<()>>(&self, mut visit: F) -> ControlFlow<()> {
        let [first, second] = match (self.stage, self.is_likely) {
            (1, true) => [0.75, 0.25],
            (1, false) => [0.25, 0.75],
            (3, _) => [0.5, 0.5],
            _ => return ControlFlow::Continue(()),
        };
        visit(8, first)?;
        visit(0, second)
    }

    fn play(&mut self, action: bool) {
        (self.stage, self.is_likely) = (self.stage + 1, action);
    }

    fn resolve(&mut self, outcome: u8) {
        if self.stage == 1 {
            // The common state, or the end without a bonus.
            (self.stage, self.is_likely) = (if outcome == 8 { 2 } else { 5 }, false);
        } else {
            (self.stage, self.bonus) = (4, outcome);
        }
    }
}

#[test]
fn an_entry_of_an_unlikely_way_does_not_answer_for_a_likely_one() {
    let start = Ways { stage: 0, is_likely: false, bonus: 0 };
    let values = |bytes| {
        let search = Expectimax::new(Score).depth(3).probability_cutoff(0.2).table_bytes(bytes);
        let decision = { search }.search(&start, &Budget::unlimited(), Seed::new(1)).unwrap();
        [decision.root[0].value, decision.root[1].value]
    };
    // On the unlikely path, states after the second chance event are cut off, with the value 0.
    assert_eq!([values(0), values(1 << 16)], [[0.0, 3.0]; 2]);
}

#[test]
fn a_win_for_every_result_of_a_die_is_proven_and_played_before_a_longer_one() {
    let won = "(? 1:1 1:1 1:1 1:1 1:1 1:1)";
    // A longer win first, then a win after any roll.
    let tree = Tree::parse(&format!("(1 (2 (1 (2 {won}))) {won} (2 (1 (2 (1 0)))))"));
    let terminal = Terminal::WinLoss;
    let plain = Expectimax::new(Score).depth(9).terminal(terminal);
    for mut search in [plain.clone(), plain.values_within(-9.0, 9.0)] {
        let decision = search.search(&tree, &Budget::unlimited().nodes(1_000_000), Seed::new(1)).unwrap();
        let win = Some(Proven::Win { winner: Player::First, plies: None });
        assert_eq!((decision.action, decision.value, decision.proven), (1, 1.0, win), "{search:?}");
        assert_eq!(decision.stats.depth, 2, "not 4");
    }
}

//! Values of ended games: the same in every search.

use crate::common::Tree;
use crate::common::sure::Sure;
use gambol_core::{Afterstate, Evaluator, FromFn, Game, Player, Score, Seed};
use gambol_search::{
    AlphaBeta, Budget, Decision, Expectimax, FlatMonteCarlo, Mcts, Proven, SampledTwoPly, Search, SearchError, Terminal,
};

/// The common methods of both kinds of trees.
trait Scored: Game<Action = usize> {
    fn points(&self) -> i64;
}

impl Scored for Tree {
    fn points(&self) -> i64 {
        self.score()
    }
}

impl Scored for Sure {
    fn points(&self) -> i64 {
        self.0.score()
    }
}

/// An evaluator that prefers 2 points.
fn odd<G: Scored>() -> impl Evaluator<G> + Clone {
    FromFn(|state: &G| -((state.points() - 2).abs() as f64))
}

/// The decisions of every search of trees, by name.
fn decide(text: &str, terminal: Terminal) -> Vec<(&'static str, Decision<usize>)> {
    let (tree, budget, seed) = (Tree::parse(text), Budget::unlimited().simulations(400).exact_values(9), Seed::new(1));
    let alpha_beta = AlphaBeta::new(odd()).depth(9).terminal(terminal);
    let searches: [(&str, Box<dyn Search<Tree>>); 5] = [
        ("expectimax", Box::new(Expectimax::new(odd()).terminal(terminal))),
        ("two-ply", Box::new(SampledTwoPly::new(Afterstate(odd())).terminal(terminal))),
        ("flat", Box::new(FlatMonteCarlo::new().evaluator(odd()).rollouts(2).terminal(terminal))),
        ("flat, sequences", Box::new(FlatMonteCarlo::new().evaluator(odd()).best_of_sequences(1).terminal(terminal))),
        ("MCTS", Box::new(Mcts::new().truncate_rollouts(u64::MAX, odd()).solver(false).terminal(terminal))),
    ];
    let found = searches.into_iter().map(|(name, mut search)| (name, search.search(&tree, &budget, seed).unwrap()));
    found.chain([("alpha-beta", { alpha_beta }.search(&Sure(tree.clone()), &budget, seed).unwrap())]).collect()
}

#[test]
fn every_search_values_the_ends_alike() {
    for (terminal, values) in [
        (Terminal::Score, [-3.0, 0.0, 2.0, 5.0]),
        (Terminal::WinLoss, [-1.0, 0.0, 1.0, 1.0]),
        (Terminal::Evaluated, [-5.0, -2.0, 0.0, -3.0]),
    ] {
        for (name, decision) in decide("(1 -3 0 2 5)", terminal) {
            let found: Vec<f64> = decision.root.iter().map(|root| root.value).collect();
            assert_eq!(found, values, "{name}, {terminal:?}");
            assert_eq!(decision.action, if terminal == Terminal::Score { 3 } else { 2 }, "{name}, {terminal:?}");
        }
    }
}

#[test]
fn what_is_proven_is_true_of_the_game() {
    let mcts = |text: &str, terminal| {
        let mut search = Mcts::new().truncate_rollouts(u64::MAX, odd()).terminal(terminal);
        search.search(&Tree::parse(text), &Budget::unlimited().simulations(5_000), Seed::new(1)).unwrap().proven
    };
    let expectimax = |text: &str, terminal| {
        let search = Expectimax::new(odd()).terminal(terminal);
        { search }.search(&Tree::parse(text), &Budget::unlimited(), Seed::new(1)).unwrap().proven
    };
    let alpha_beta = |text: &str, terminal| {
        let mut search = AlphaBeta::new(odd()).terminal(terminal);
        search.search(&Sure(Tree::parse(text)), &Budget::unlimited(), Seed::new(1)).unwrap().proven
    };
    let wins = Terminal::WinLoss;
    let first = |plies| Some(Proven::Win { winner: Player::First, plies });
    assert_eq!(mcts("(1 0 5)", wins), first(Some(1)));
    assert_eq!(expectimax("(1 0 5)", wins), first(None));
    assert_eq!(alpha_beta("(1 0 5)", wins), first(Some(1)));
    for proven in [
        mcts("(1 0 5)", Terminal::Score),
        expectimax("(1 0 5)", Terminal::Score),
        alpha_beta("(1 0 5)", Terminal::Score),
    ] {
        assert_eq!(proven, Some(Proven::Score(5.0)));
    }
    for proven in [
        mcts("(1 0 2)", Terminal::Evaluated),
        expectimax("(1 0 2)", Terminal::Evaluated),
        alpha_beta("(1 0 2)", Terminal::Evaluated),
    ] {
        assert_eq!(proven, None);
    }
    assert_eq!(alpha_beta("(1 0 -1)", wins), Some(Proven::Draw));
    // The value of a draw is no draw: here chance decides who wins.
    for proven in [mcts("(1 (? 1:4 1:-4))", wins), expectimax("(1 (? 1:4 1:-4))", wins)] {
        assert_eq!(proven, Some(Proven::Score(0.0)));
    }
}

#[test]
fn evaluations_of_ends_are_asked_for_and_must_be_finite() {
    let tree = Tree::parse("(1 (1@1 7) (1@2 7))");
    for strange in [f64::NAN, f64::INFINITY] {
        let of = |score: i64| if score == 7 { strange } else { 0.0 };
        let evaluator = || FromFn(move |state: &Tree| of(state.score()));
        let sure = FromFn(move |state: &Sure| of(state.0.score()));
        let refused = |terminal: Terminal| {
            let budget = Budget::unlimited().simulations(200);
            let mut searches: Vec<Box<dyn Search<Tree>>> = vec![
                Box::new(Expectimax::new(evaluator()).terminal(terminal)),
                Box::new(SampledTwoPly::new(Afterstate(evaluator())).terminal(terminal)),
                Box::new(FlatMonteCarlo::new().evaluator(evaluator()).terminal(terminal)),
                Box::new(FlatMonteCarlo::new().evaluator(evaluator()).best_of_sequences(2).terminal(terminal)),
                Box::new(Mcts::new().truncate_rollouts(u64::MAX, evaluator()).terminal(terminal)),
                Box::new(Mcts::new().truncate_rollouts(u64::MAX, evaluator()).trees(2).terminal(terminal)),
            ];
            let is_refused = |error: Option<SearchError>| matches!(error, Some(SearchError::Evaluation { .. }));
            let mut all: Vec<bool> = searches
                .iter_mut()
                .map(|search| is_refused(search.search(&tree, &budget, Seed::new(1)).err()))
                .collect();
            let mut alpha_beta = AlphaBeta::new(sure).depth(9).terminal(terminal);
            all.push(is_refused(alpha_beta.search(&Sure(tree.clone()), &budget, Seed::new(1)).err()));
            all
        };
        assert_eq!(refused(Terminal::Evaluated), [true; 7]);
        assert_eq!(refused(Terminal::Score), [false; 7]);
    }
}

#[test]
fn the_default_follows_from_the_scoring() {
    // Trees are scored by points, those without chance by wins.
    assert_eq!(Terminal::of::<Tree>(), Terminal::Score);
    assert_eq!(Terminal::of::<Sure>(), Terminal::WinLoss);
    let tree = Tree::parse("(1 -3 0 2 5)");
    let (budget, seed) = (Budget::unlimited(), Seed::new(1));
    let by_points = Expectimax::new(odd()).search(&tree, &budget, seed).unwrap();
    assert_eq!((by_points.action, by_points.value), (3, 5.0));
    let by_wins = Expectimax::new(odd()).search(&Sure(tree.clone()), &budget, seed).unwrap();
    assert_eq!((by_wins.action, by_wins.value), (2, 1.0));
    let by_wins = AlphaBeta::new(odd()).search(&Sure(tree), &budget, seed).unwrap();
    assert_eq!(by_wins.value, 1.0);
}

#[test]
fn points_on_the_way_decide_a_win() {
    // Values without the score would take both states after the first action for one.
    let tree = Tree::parse("(1 (2 (1@-5 -4)) (2 (1@5 6)))");
    let search = Expectimax::new(Score).depth(5).terminal(Terminal::WinLoss);
    let decision = { search }.search(&tree, &Budget::unlimited(), Seed::new(1)).unwrap();
    assert_eq!((decision.root[0].value, decision.root[1].value), (-1.0, 1.0));
}

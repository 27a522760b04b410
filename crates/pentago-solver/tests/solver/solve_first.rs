//! The player that combines the solver with another search.

use gambol_core::{Game, GameExt, Player, Seed};
use gambol_pentago_solver::{Book, SolveFirst, Solver, Verdict};
use gambol_pentago_swap::{Move, PentagoSwap};
use gambol_search::{AlphaBeta, Budget, Decision, Mcts, Proven, Search, SearchError};

fn nodes(nodes: u64) -> Budget {
    Budget::unlimited().nodes(nodes)
}

/// A player that plays the first legal move.
struct First;

impl Search<PentagoSwap> for First {
    fn search(&mut self, state: &PentagoSwap, _: &Budget, _: Seed) -> Result<Decision<Move>, SearchError> {
        let player = state.turn().player().unwrap_or(Player::First);
        let moves = state.actions();
        let mut decision = Decision::new(player, moves[0], 0.0);
        decision.root = moves.iter().map(|&action| gambol_search::RootAction::new(action, 0.0)).collect();
        Ok(decision)
    }
}

/// The solver in front of a trivial player, without a book.
fn solve_first() -> SolveFirst<First> {
    SolveFirst::new(First).book(None).table_bytes(32 << 20)
}

/// Random positions with this many pieces and this verdict within `plies`.
fn positions(pieces: u64, plies: u32, is_wanted: impl Fn(Verdict) -> bool) -> Vec<PentagoSwap> {
    let found: Vec<_> = crate::positions(|_| pieces, plies, is_wanted).take(5).collect();
    assert!(!found.is_empty());
    found
}

#[test]
fn wins_are_played_to_their_end() {
    let mut search = solve_first();
    for start in positions(14, 5, |verdict| verdict == Verdict::Win { plies: 5 }) {
        let (mut position, mut left) = (start, 5);
        let winner = position.turn().player().unwrap();
        let mut rng = Seed::new(1).rng();
        while !position.is_over() {
            let decision = search.search(&position, &nodes(1_000_000), Seed::new(1)).unwrap();
            assert_eq!(decision.proven, Some(Proven::Win { winner, plies: Some(left) }), "{position}");
            position.play(decision.action);
            position.random_step(&mut rng);
            left = left.saturating_sub(2);
            // A poor reply shortens the win.
            if let Verdict::Win { plies } = Solver::new(32 << 20).unwrap().solve(&position, 5).unwrap().verdict {
                left = left.min(plies);
            }
        }
        assert_eq!(position.winner(), Some(winner));
    }
}

#[test]
fn losses_are_put_off() {
    for position in positions(16, 4, |verdict| verdict == Verdict::Loss { plies: 4 }) {
        let decision = solve_first().search(&position, &nodes(4_000_000), Seed::new(1)).unwrap();
        let winner = position.turn().player().unwrap().opponent();
        assert_eq!(decision.proven, Some(Proven::Win { winner, plies: Some(4) }));
        let mut after = position;
        after.play(decision.action);
        assert!(!Solver::new(32 << 20).unwrap().wins_within(&after, winner, 1).unwrap(), "{position}");
    }
}

#[test]
fn moves_that_lose_are_not_played() {
    let mut avoided = 0;
    for position in positions(12, 4, |verdict| verdict == Verdict::Unknown { plies: 4 }) {
        let mut search = solve_first();
        let decision = search.search(&position, &nodes(200_000), Seed::new(1)).unwrap();
        let mut after = position;
        after.play(decision.action);
        let winner = after.turn().player().unwrap();
        assert!(!Solver::new(32 << 20).unwrap().wins_within(&after, winner, 3).unwrap(), "{position}");
        avoided += u32::from(decision.action != position.actions()[0]);
    }
    assert!(avoided > 0, "some first move loses");
}

#[test]
fn a_number_of_nodes_gives_the_same_decision_again() {
    let position: PentagoSwap = "w5/6/2b3/3w2/6/6 b".parse().unwrap();
    let decide = || {
        let mut search = SolveFirst::new(AlphaBeta::new(gambol_pentago_swap::FittedLines::new())).book(None);
        let decision = search.search(&position, &nodes(50_000), Seed::new(1)).unwrap();
        assert!(decision.stats.nodes > 0 && decision.stats.nodes < 70_000, "{}", decision.stats.nodes);
        (decision.action, decision.value, decision.stats.nodes)
    };
    assert_eq!(decide(), decide());
}

#[test]
fn limits_bound_the_solver_and_the_other_search() {
    let search = SolveFirst::new(Mcts::new()).book(None);
    assert_eq!(search.limits().to_string(), "nodes, depth");
    assert!(search.limits().open_ended && solve_first().limits().open_ended);
    for budget in [Budget::unlimited().simulations(10), Budget::unlimited().simulations(10).nodes(0)] {
        let decision = solve_first().search(&PentagoSwap::new(), &budget, Seed::new(1));
        match budget.max_nodes() {
            None => assert!(matches!(decision, Err(SearchError::Unlimited { .. }))),
            Some(_) => assert!(decision.is_ok()),
        }
    }
}

#[test]
fn too_little_memory_leaves_the_other_search() {
    let mut search = SolveFirst::new(First).book(None).table_bytes(1);
    let position = PentagoSwap::new();
    let decision = search.search(&position, &nodes(1_000), Seed::new(1)).unwrap();
    assert_eq!((decision.action, decision.proven), (position.actions()[0], None));
}

#[test]
fn books_that_are_cut_short_are_refused() {
    let mut file = Vec::new();
    let position = positions(14, 5, |verdict| verdict == Verdict::Win { plies: 5 })[0];
    Solver::new(32 << 20).unwrap().certificate(&position, 5, 1, &mut file).unwrap();
    let book = Book::read(&file).unwrap();
    for symmetry in 0..8 {
        let image = position.transform(symmetry);
        let (action, plies) = book.get(&image).unwrap();
        assert_eq!(plies, 5);
        let mut after = image;
        after.play(action);
        let winner = position.turn().player().unwrap();
        assert!(Solver::new(32 << 20).unwrap().wins_within(&after, winner, 4).unwrap());
    }
    assert!(book.get(&PentagoSwap::new()).is_none());
    for length in 0..file.len() {
        assert!(Book::read(&file[..length]).is_none(), "{length}");
    }
}

//! The standard book.

use gambol_core::{Game, GameExt, Seed};
use gambol_pentago_swap::PentagoSwap;
use gambol_search::{AlphaBeta, Budget, Proven, Search};
use gambol_solver::{Book, SolveFirst};

#[test]
fn the_book_answers_every_reply_to_its_moves() {
    let book = Book::standard();
    let mut layer = vec![PentagoSwap::new()];
    for plies in [19, 17, 15, 13, 11] {
        let mut next = Vec::new();
        for position in &layer {
            let (action, left) = book.get(position).unwrap_or_else(|| panic!("{position} is not in the book"));
            assert_eq!(left, plies, "{position}");
            let after = position.afterstate(action);
            next.extend(after.actions().into_iter().map(|reply| after.afterstate(reply).canonical()));
        }
        // Wins at once need no book.
        next.retain(|position| position.winning_action().is_none());
        next.sort_unstable_by_key(|position| (position.white(), position.black()));
        next.dedup();
        // All lines at first, then a sample of them.
        layer = next.into_iter().step_by(if plies > 15 { 1 } else { 50 }).collect();
    }
    assert!(layer.iter().all(|position| book.get(position).is_none()), "the book ends here");
}

#[test]
fn the_first_move_wins_in_nineteen() {
    let mut search = SolveFirst::new(AlphaBeta::new(gambol_pentago_swap::FittedLines::new()));
    let decision = search.search(&PentagoSwap::new(), &Budget::unlimited().nodes(1), Seed::new(1)).unwrap();
    let player = decision.player;
    assert_eq!(decision.proven, Some(Proven::Win { winner: player, plies: Some(19) }));
}

/// After the book, the wins are short enough to be found.
#[test]
fn games_from_the_book_are_won_in_nineteen_plies() {
    let mut search = SolveFirst::new(AlphaBeta::new(gambol_pentago_swap::FittedLines::new()));
    let mut rng = Seed::new(5).rng();
    for _ in 0..10 {
        let mut position = PentagoSwap::new();
        while !position.is_over() {
            let decision = search.search(&position, &Budget::unlimited().nodes(200_000), Seed::new(1)).unwrap();
            position.play(decision.action);
            position.random_step(&mut rng);
        }
        assert_eq!(position.score(), 1, "{position}");
        assert!(position.plies() <= 19);
    }
}

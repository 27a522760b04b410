//! The standard book.

use gambol_core::{Game, GameExt, Player, Seed};
use gambol_pentago_solver::{Book, SolveFirst};
use gambol_pentago_swap::PentagoSwap;
use gambol_search::{AlphaBeta, Budget, Proven, Search, StopFlag};

#[test]
fn the_book_answers_every_reply_to_its_moves() {
    let book = Book::standard();
    let mut layer = vec![PentagoSwap::new()];
    for plies in [19, 17, 15, 13, 11, 9, 7] {
        let mut next = Vec::new();
        for position in &layer {
            let (action, left) = book.get(position).unwrap_or_else(|| panic!("{position} is not in the book"));
            assert_eq!(left, plies, "{position}");
            let after = position.afterstate(action);
            next.extend(after.actions().into_iter().map(|reply| after.afterstate(reply).canonical()));
        }
        // Immediate wins need no book.
        next.retain(|position| !position.is_over() && position.winning_action().is_none());
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

/// The book, and a search of its last five plies that ignores all limits.
#[test]
fn games_are_won_in_nineteen_plies_at_any_limit() {
    let spent = StopFlag::new();
    spent.raise();
    let any = Budget::unlimited;
    for budget in [any().nodes(1), any().depth(1), any().millis(0), any().stop(spent)] {
        let mut search = SolveFirst::new(AlphaBeta::new(gambol_pentago_swap::FittedLines::new()));
        let mut opponent = AlphaBeta::new(gambol_pentago_swap::FittedLines::new());
        for game in 0..15 {
            let mut rng = Seed::new(game).rng();
            let mut position = PentagoSwap::new();
            while !position.is_over() {
                let decision = search.search(&position, &budget, Seed::new(1)).unwrap();
                assert!(
                    matches!(decision.proven, Some(Proven::Win { winner: Player::First, plies: Some(_), .. })),
                    "{position}"
                );
                position.play(decision.action);
                if position.is_over() {
                    break;
                }
                // Two good replies for each random one.
                if position.plies() as u64 / 2 % 3 == game % 3 {
                    position.random_step(&mut rng);
                } else {
                    let reply = opponent.search(&position, &Budget::unlimited().depth(2), Seed::new(game)).unwrap();
                    position.play(reply.action);
                }
            }
            assert_eq!(position.score(), 1, "{position}");
            assert!(position.plies() <= 19);
        }
    }
}

#[test]
fn a_packed_book_reads_as_it_was_written() {
    let book = Book::standard();
    let packed = book.pack(13);
    let small = Book::read(&packed).unwrap();
    assert_eq!(small.pack(0), packed);
    let long: Vec<_> = book.iter().filter(|(_, _, plies)| *plies >= 13).collect();
    assert_eq!(small.iter().collect::<Vec<_>>(), long);
    assert_eq!((long.len(), small.len()), (1 + 60 + 797 + 15_549, long.len()));
    let header = 2 + packed.iter().enumerate().filter(|(_, byte)| **byte == b'\n').nth(2).unwrap().0;
    let text = String::from_utf8_lossy(&packed[..header - 1]);
    for (from, to) in [
        (".. w", ". w"),
        (".. w", ".x w"),
        (".. w", ".w w"),
        (".. w", ".. x"),
        ("plies 19", "plies 37"),
        ("search 1", "search x"),
        ("search 1", "seek 1"),
    ] {
        assert!(text.contains(from), "{text}");
        let changed = [text.replacen(from, to, 1).as_bytes(), &packed[header - 1..]].concat();
        assert!(Book::read(&changed).is_none(), "{to}");
    }
    for length in 0..packed.len() {
        assert!(length % 97 != 0 && length > 200 || Book::read(&packed[..length]).is_none(), "{length}");
    }
}

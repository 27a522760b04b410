//! Tests of every rule in a position where it matters.

use super::*;
use crate::board::{BOARD, FIVES};
use gambol_core::{GameExt, Seed};

/// The position after a legal move, all as text.
fn after(position: &str, action: &str) -> PentagoSwap {
    let mut game: PentagoSwap = position.parse().unwrap();
    game.try_play(action.parse().unwrap()).unwrap();
    game
}

fn assert_end(game: &PentagoSwap, winner: Option<Player>) {
    assert_eq!(game.turn(), Turn::Over, "{game}");
    assert_eq!(game.winner(), winner, "{game}");
    assert_eq!(game.is_drawn(), winner.is_none(), "{game}");
    assert_eq!(game.score(), winner.map_or(0, Player::sign), "{game}");
    assert!(game.actions().is_empty());
    assert_eq!(game.random_action(&mut Seed::new(1).rng()), None);
}

#[test]
fn a_piece_moves_with_its_quadrant() {
    for (action, expected) in [
        ("c3:AB", "6/6/5w/6/6/6 b"),
        ("c3:AC", "6/6/6/6/6/2w3 b"),
        ("c3:AD", "6/6/6/6/6/5w b"),
        ("c3:BC", "6/6/2w3/6/6/6 b"),
        ("c3:BD", "6/6/2w3/6/6/6 b"),
        ("c3:CD", "6/6/2w3/6/6/6 b"),
    ] {
        assert_eq!(after("6/6/6/6/6/6 w", action).to_string(), expected);
    }
    // Both quadrants keep their orientation and move the pieces of both sides.
    assert_eq!(after("w5/1b4/6/3b2/6/5w w", "a2:AD").to_string(), "b5/6/2w3/3w2/3wb1/6 b");
}

#[test]
fn white_moves_first_and_the_sides_take_turns() {
    let mut game = PentagoSwap::new();
    assert_eq!(game.turn(), Turn::Player(Player::First));
    game.play("a1:BC".parse().unwrap());
    assert_eq!(game.turn(), Turn::Player(Player::Second));
    game.play("b1:BC".parse().unwrap());
    assert_eq!((game.to_string().as_str(), game.turn()), ("wb4/6/6/6/6/6 w", Turn::Player(Player::First)));
}

#[test]
fn each_line_of_five_wins_after_each_swap() {
    let cells = |mask: u64| (0..36).filter(move |cell| mask >> cell & 1 == 1);
    for five in FIVES {
        for swap in Swap::ALL {
            let line = mask_of(swap.apply(lanes_of(five)));
            for last in cells(line) {
                // Four black pieces off the line, which cannot be five in a row.
                let black = cells(BOARD ^ line).take(4).fold(0, |all, cell| all | 1 << cell);
                let mut game = PentagoSwap::from_masks(line ^ 1 << last, black).unwrap();
                game.try_play(Move::at(last, swap)).unwrap();
                assert_end(&game, Some(Player::First));
                assert_eq!(game.five_cells(Player::First), five);
            }
        }
    }
}

#[test]
fn four_in_a_row_wins_nothing() {
    let game = after("www3/6/6/bb4/2b3/6 w", "d1:CD");
    assert_eq!(game.turn(), Turn::Player(Player::Second));
    let game = after("www2w/6/6/6/6/bb1bb1 w", "f2:CD");
    assert_eq!((game.turn(), game.score()), (Turn::Player(Player::Second), 0));
}

#[test]
fn only_the_board_after_the_swap_counts() {
    // The fifth piece completes the row, but the swap breaks it.
    let game = after("wwww2/6/6/6/6/bb1bb1 w", "e1:AC");
    assert_eq!(game.to_string(), "3ww1/6/bb4/www3/6/3bb1 b");
    assert_eq!(game.turn(), Turn::Player(Player::Second));
    assert_end(&after("wwww2/6/6/6/6/bb1bb1 w", "e1:CD"), Some(Player::First));
}

#[test]
fn six_in_a_row_wins_too() {
    let game = after("www3/6/6/3ww1/6/bbbb1b w", "f4:BD");
    assert_eq!(game.to_string(), "wwwwww/6/3b1b/6/6/bbb3 b");
    assert_end(&game, Some(Player::First));
    assert_eq!(game.five_cells(Player::First), 0b11_1111);
}

#[test]
fn a_swap_can_win_for_the_opponent() {
    let game = after("www3/6/6/3ww1/6/bb1bb1 b", "f6:BD");
    assert_eq!(game.to_string(), "wwwww1/6/3bbb/6/6/bb4 w");
    assert_end(&game, Some(Player::First));
}

#[test]
fn five_of_both_sides_is_a_draw() {
    let game = after("www3/3bb1/6/3ww1/bb4/6 b", "c5:BD");
    assert_eq!(game.to_string(), "wwwww1/6/6/6/bbbbb1/6 w");
    assert_end(&game, None);
}

#[test]
fn a_full_board_without_five_is_a_draw() {
    let game = after("wbbbww/bwwwwb/bbwbwb/wbwwbw/wbwwbb/bwb1wb b", "d6:CD");
    assert_eq!(game.to_string(), "wbbbww/bwwwwb/bbwbwb/wbwwbw/wbbwbw/bwbbwb w");
    assert_end(&game, None);
    assert_eq!(game.plies(), 36);
}

#[test]
fn the_last_move_can_still_win_for_either_side() {
    assert_end(&after("bbbbwb/bwwwwb/wwbwbw/wbb1bw/wbwbww/wbwbwb b", "d4:AD"), Some(Player::Second));
    assert_end(&after("wwwbwb/bbbw1b/bbwbwb/bbbwbw/wwwwbw/wbbwww b", "e2:BC"), Some(Player::First));
}

#[test]
fn refused_moves_name_the_rule() {
    let refused = |position: &str, action: &str| {
        let mut game: PentagoSwap = position.parse().unwrap();
        let before = game;
        let error = game.try_play(action.parse().unwrap()).unwrap_err();
        assert_eq!(game, before);
        alloc::format!("{error}")
    };
    let taken = "is illegal: a piece goes on an empty cell, and";
    assert_eq!(refused("wb4/6/6/6/6/6 w", "a1:AB"), alloc::format!("a1:AB {taken} white is on this one"));
    assert_eq!(refused("wb4/6/6/6/6/6 w", "b1:CD"), alloc::format!("b1:CD {taken} black is on this one"));
    for (position, rule) in [
        ("wwwww1/6/3bbb/6/6/bb4 w", "white has five in a row"),
        ("wwww2/6/bbbbb1/6/6/2w3 w", "black has five in a row"),
        ("wwwww1/6/6/6/bbbbb1/6 w", "both sides have five in a row"),
        ("wbbbww/bwwwwb/bbwbwb/wbwwbw/wbbwbw/bwbbwb w", "the board is full"),
    ] {
        assert_eq!(refused(position, "f6:AB"), alloc::format!("f6:AB is illegal: the game is over, {rule}"));
    }
}

#[test]
fn unchecked_illegal_play_does_not_panic() {
    let mut game = PentagoSwap::new();
    let mut rng = Seed::new(3).rng();
    for index in (0..Move::COUNT).cycle().take(1_000) {
        game.play(Move::from_index(index).unwrap());
        let _ = (game.turn(), game.score(), game.random_action(&mut rng), game.actions(), game.successors());
    }
}

#[test]
fn placing_then_swapping_is_swapping_then_placing_elsewhere() {
    let game: PentagoSwap = "w2b2/1w2b1/2w1b1/w1bw2/1b1w2/b5 w".parse().unwrap();
    for action in game.actions() {
        let swap = action.swap();
        let (white, black) = (swap.apply(game.white), swap.apply(game.black));
        let place = lanes_of(mask(swap.carry(action.cell())));
        assert_eq!(game.afterstate(action).lanes(), (white | place, black), "{action}");
    }
}

/// Tests the statement of the front page about the six swapped boards.
#[test]
fn a_win_at_once_shows_on_the_swapped_boards() {
    let mut wins = 0;
    for seed in 0..300 {
        let mut rng = Seed::new(seed).rng();
        let mut game = PentagoSwap::new();
        while let Some(action) = game.random_action(&mut rng) {
            let mover = game.side();
            let can_win = game.actions().iter().any(|&action| game.afterstate(action).winner() == Some(mover));
            let (own, other) = match mover {
                Player::First => (game.white, game.black),
                Player::Second => (game.black, game.white),
            };
            let shown = Swap::ALL.iter().any(|swap| {
                let (own, other) = (swap.apply(own), mask_of(swap.apply(other)));
                let lacking = |five: u64| (five & !mask_of(own)).count_ones();
                FIVES.iter().all(|five| five & !other != 0)
                    && FIVES.iter().any(|&five| lacking(five) == 0 || lacking(five) == 1 && five & other == 0)
            });
            assert_eq!(can_win, shown, "{game}");
            let winning = game.winning_action();
            assert_eq!(winning.is_some(), can_win, "{game}");
            if let Some(action) = winning {
                assert!(game.check_action(action).is_ok(), "{game} {action}");
                assert_eq!(game.afterstate(action).winner(), Some(mover), "{game} {action}");
            }
            wins += u32::from(can_win);
            game.play(action);
        }
        assert_eq!(game.winning_action(), None, "{game}");
    }
    assert!(wins > 100);
}

#[test]
fn states_and_moves_are_small() {
    assert_eq!((size_of::<PentagoSwap>(), size_of::<Move>()), (24, 2));
}

#[test]
fn pieces_are_seen_from_all_sides() {
    let game: PentagoSwap = "w4b/6/6/6/6/b4w w".parse().unwrap();
    assert_eq!((game.white(), game.black()), (1 | 1 << 35, 1 << 5 | 1 << 30));
    assert_eq!(game.empty(), BOARD ^ game.pieces(Player::First) ^ game.pieces(Player::Second));
    assert_eq!(game.piece(Cell::new(5, 5)), Some(Player::First));
    assert_eq!(game.piece(Cell::new(0, 5)), Some(Player::Second));
    assert_eq!(game.piece(Cell::new(1, 1)), None);
    assert_eq!(game.piece(Cell::new(6, 0)), None);
    assert_eq!(game.quadrant(Player::Second, Quadrant::C), 0b001_000_000);
}

//! Tests of every rule in a position where it matters.

use gambol_core::{Game, GameExt, Player, Turn};
use gambol_tenten::{Deal, Piece, TenTen};

fn state(text: &str) -> TenTen {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Plays an action and checks the resulting state and score.
#[track_caller]
fn plays(before: &str, action: &str, after: &str) {
    let mut played = state(before);
    let action = action.parse().unwrap();
    played.try_play(action).unwrap();
    assert_eq!(played.to_string(), after);
}

#[test]
fn one_row_is_ten_points() {
    plays("10/10/xxxx2xxxx/10/10/10/10/10/10/4x5 h2,o1 9", "h2@e3", "10/10/10/10/10/10/10/10/10/4x5 o1 21");
}

#[test]
fn one_column_is_ten_points() {
    plays("9x/9x/9x/9x/10/9x/9x/9x/9x/9x h2,o1,o2 9", "h2@i5", "10/10/10/10/8x1/10/10/10/10/10 o1,o2 21");
}

#[test]
fn two_rows_at_once_are_thirty_points() {
    plays("xxxxxxxxx1/xxxxxxxxx1/x9/10/10/10/10/10/10/10 v3,o1 19", "v3@j1", "10/10/x8x/10/10/10/10/10/10/10 o1 52");
}

#[test]
fn a_row_and_a_column_that_cross_are_two_lines() {
    // Together they have 19 cells and vanish at once, including the cell at the crossing.
    let after = "10/10/10/10/4x5/10/10/10/10/10 o1 49";
    plays("x9/x9/x9/1xxxxxxxxx/x3x5/x9/x9/x9/x9/x9 o1,o1 19", "o1@a4", &after.replace("49", "50"));
    plays(
        "x9/x9/x9/1xxxxxxxxx/x3x5/x9/x9/x9/x9/x9 o1,o1 19 score=cells",
        "o1@a4",
        &after.replace("49", "39 score=cells"),
    );
}

#[test]
fn three_rows_and_three_columns_are_six_lines() {
    let rows = "xxx7/xxx7/xxx7/xxx7/3xxxxxxx/3xxxxxxx/3xxxxxxx/xxx7/xxx7/xxx7";
    plays(&format!("{rows} o3,v5 42"), "o3@a5", "10/10/10/10/10/10/10/10/10/10 v5 261");
    plays(&format!("{rows} o3,v5 42 score=cells"), "o3@a5", "10/10/10/10/10/10/10/10/10/10 v5 102 score=cells");
}

#[test]
fn pieces_may_be_placed_in_any_order() {
    let before = state("10/10/10/10/10/10/10/10/10/10 h2,o1,v5 0");
    for first in ["h2@a1", "o1@a1", "v5@a1"] {
        assert_eq!(before.check_action(first.parse().unwrap()), Ok(()));
    }
}

#[test]
fn identical_pieces_give_one_action() {
    assert_eq!(state("10/10/10/10/10/10/10/10/10/10 o1,o1,o1 0").actions().len(), 100);
    assert_eq!(state("10/10/10/10/10/10/10/10/10/10 h5,o1,o1 0").actions().len(), 160);
}

/// Eight rows on which no two neighbouring cells are free.
const CHECKERED: &str = "x1x1x1x1x1/1x1x1x1x1x/x1x1x1x1x1/1x1x1x1x1x/x1x1x1x1x1/1x1x1x1x1x/x1x1x1x1x1/1x1x1x1x1x";

#[test]
fn a_cleared_line_makes_room_for_the_rest_of_the_hand() {
    let before = state(&format!("{CHECKERED}/xxxxxxxxx1/xxxxxxxxx1 o2,v2 58"));
    assert!(before.board().fits(Piece::O2).is_empty());
    let after = before.afterstate("v2@j9".parse().unwrap());
    assert_eq!((after.turn(), after.actions().len(), after.score()), (Turn::Player(Player::First), 9, 90));
}

#[test]
fn a_placement_can_end_the_game() {
    // It clears a row, but one row is too little for the square.
    let before = state(&format!("{CHECKERED}/xxxxxxxxx1/xxxxxxxxx1 o1,o2 58"));
    let after = before.afterstate("o1@j9".parse().unwrap());
    assert_eq!((after.turn(), after.actions().len(), after.score()), (Turn::Over, 0, 69));
}

#[test]
fn the_game_is_over_when_no_piece_of_the_hand_fits() {
    let checkered = format!("{CHECKERED}/x1x1x1x1x1/1x1x1x1x1x");
    let over = state(&format!("{checkered} h2,o2,v5 50"));
    assert_eq!((over.turn(), over.actions().len()), (Turn::Over, 0));
    assert_eq!(state(&format!("{checkered} h2,o1,v5 50")).actions().len(), 50, "one that fits keeps it going");
    assert_eq!(state(&format!("{checkered} - 50")).turn(), Turn::Chance, "an empty hand waits for its deal");
    // A deal can end the game.
    let mut dealt = state(&format!("{checkered} - 50"));
    dealt.try_resolve("h2,h3,h4".parse().unwrap()).unwrap();
    assert_eq!(dealt.turn(), Turn::Over);
    assert_eq!(dealt.check_outcome("o1,o1,o1".parse().unwrap()).unwrap_err().rule(), "the game is over");
    assert_eq!(dealt.check_action("o1@b1".parse().unwrap()).unwrap_err().rule(), "the game is over");
}

#[test]
fn the_deal_comes_when_the_hand_is_empty() {
    let mut game = TenTen::default();
    for _ in 0..2 {
        assert_eq!(game.turn(), Turn::Chance);
        game.try_resolve(Deal::new([Piece::O1; 3])).unwrap();
        for _ in 0..3 {
            assert!(game.check_outcome(Deal::new([Piece::O1; 3])).is_err());
            let first = game.actions()[0];
            game.try_play(first).unwrap();
        }
    }
    assert_eq!(game.to_string(), "xxxxxx4/10/10/10/10/10/10/10/10/10 - 6");
}

#[test]
fn broken_rules_are_named() {
    let game = state("xx8/10/10/10/10/10/10/10/10/10 h2,v2 2");
    for (action, message) in [
        ("o1@c3", "o1@c3 is illegal: o1 is not in the hand"),
        ("h2@b1", "h2@b1 is illegal: b1 is filled"),
        ("v2@a1", "v2@a1 is illegal: a1 is filled"),
    ] {
        assert_eq!(game.check_action(action.parse().unwrap()).unwrap_err().to_string(), message);
    }
    let deal: Deal = "o1,o2,o3".parse().unwrap();
    assert_eq!(game.check_outcome(deal).unwrap_err().to_string(), "o1,o2,o3 is illegal: the hand still has h2,v2");
    let due = TenTen::new("o2=0".parse().unwrap());
    assert_eq!(due.check_action("o1@a1".parse().unwrap()).unwrap_err().rule(), "a deal is due");
    assert_eq!(due.check_outcome(deal).unwrap_err().rule(), "o2 has weight 0 in these rules");
}

#[test]
fn keys_know_the_future_and_not_the_score() {
    let key = |text: &str| state(text).key();
    let board = "xx8/10/10/10/10/10/10/10/10/10";
    assert_eq!(key(&format!("{board} h2,v2,o3 22")), key(&format!("{board} o3,v2,h2 42")));
    assert_ne!(key(&format!("{board} h2,v2,o3 22")), key(&format!("{board} h2,v2,o2 22")));
    assert_ne!(key(&format!("{board} h2,v2,o3 22")), key(&format!("{board} h2,v2,o3 22 paper")));
}

#[test]
fn symmetric_states_have_one_canonical_image() {
    let one = state("xx8/10/10/10/10/10/10/10/10/10 h2,l2nw,o1 22 h5=0");
    let canonical = one.canonical();
    for symmetry in 0..8 {
        assert_eq!(one.transform(symmetry).canonical(), canonical);
    }
    assert_eq!(one.transform(1).to_string(), "9x/9x/10/10/10/10/10/10/10/10 l2ne,o1,v2 22 v5=0");
}

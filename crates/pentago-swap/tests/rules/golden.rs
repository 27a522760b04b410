//! Literal values for fixed seeds: a change of these changes recorded games or the keys of stored
//! tables.

use gambol_conformance::RandomGame;
use gambol_core::{Game, Seed};
use gambol_pentago_swap::PentagoSwap;

#[test]
fn a_random_game_is_pinned() {
    let game = RandomGame::play(PentagoSwap::new(), Seed::new(2026));
    let first: Vec<String> = game.actions().take(5).map(|action| action.to_string()).collect();
    assert_eq!(first.join(" "), "c1:AD f5:BD d2:AB e6:BC b4:AD");
    assert_eq!(game.last.to_string(), "bwwbbw/wwbwwb/ww1w1b/bbww2/wwbbbw/1bb1b1 b");
    assert_eq!((game.actions().count(), game.last.plies(), game.last.score()), (29, 29, 1));
}

#[test]
fn results_of_random_games_are_pinned() {
    assert_eq!(RandomGame::results(&PentagoSwap::new(), 1_000, Seed::new(7)), [416, 65, 519]);
}

#[test]
fn keys_are_pinned() {
    for (text, key) in [
        ("6/6/6/6/6/6 w", 6_397_118_245_890_355_608),
        ("6/6/5w/6/6/6 b", 8_060_054_649_095_164_068),
        ("wb4/6/6/6/6/6 w", 240_221_128_585_574_565),
        ("wwwww1/6/3bbb/6/6/bb4 w", 5_011_624_443_423_800_460),
    ] {
        assert_eq!(text.parse::<PentagoSwap>().unwrap().key(), key, "{text}");
    }
}

//! Literal values for fixed seeds: a change of these changes recorded games or the keys of stored
//! tables.

use gambol_conformance::RandomGame;
use gambol_core::{Game, Seed};
use gambol_match5::{Bits, Match5, Rules, Wide};

/// Plays a random game; returns its first five actions, the number of actions, the last position
/// and the score.
fn random_game<B: Bits>(rules: Rules, seed: u64) -> (String, usize, String, i64) {
    let game = RandomGame::play(Match5::<B>::new(rules).unwrap(), Seed::new(seed));
    let first: Vec<String> = game.actions().take(5).map(|action| action.to_string()).collect();
    (first.join(" "), game.actions().count(), game.last.to_string(), game.last.score())
}

#[test]
fn a_random_game_is_pinned() {
    let expected = (
        "f1 b9 i3 f9 f5".to_string(),
        54,
        "b1b1rr1r1/r1rbb1rr1/r1rr1r2r/br2b1b1r/3rrrr2/1rb1r1rb1/brrbbb2b/rbrrb1bbb/bbbbbbbbr r".to_string(),
        -1,
    );
    assert_eq!(random_game::<u128>(Rules::MATCH5, 2026), expected);
    assert_eq!(random_game::<Wide>(Rules::MATCH5, 2026), expected);
}

#[test]
fn a_random_game_of_gomoku_is_pinned() {
    let expected = (
        "a2 j14 n5 f15 k8".to_string(),
        110,
        "1bbr3br1b2br/r2b1r2rrrrbr1/2rrb1b2b5/1rrr7rrr1/1r1r4b1rr1r1/b2r1r2r2bb2/b1rb2r2rrbbbb/2bb4r1r1r2/2r1r1r1r5b/4rbb1b4rr/b1rr1bbb1b1brb1/rb1rb2bb5r/bbrbrrbb2brr2/1bbbrrr2bb1bb1/1b3b1bbrb4 r".to_string(),
        -1,
    );
    assert_eq!(random_game::<Wide>(Rules::GOMOKU, 2026), expected);
}

#[test]
fn results_of_random_games_are_pinned() {
    assert_eq!(RandomGame::results(&Match5::<u128>::default(), 1_000, Seed::new(7)), [452, 5, 543]);
}

#[test]
fn keys_are_pinned() {
    for (text, key) in [
        ("9/9/9/9/9/9/9/9/9 r", 15_991_666_301_103_531_268),
        ("9/9/9/9/9/9/9/9/9 b", 1_445_047_185_166_942_338),
        ("9/9/9/9/4r4/9/9/9/9 b", 8_425_711_773_314_806_034),
        ("9/9/9/9/3br4/9/9/9/9 r", 18_296_400_788_571_898_833),
        ("9/9/9/9/3br4/9/9/9/9 r row=4", 8_060_183_952_770_609_667),
    ] {
        assert_eq!((text, text.parse::<Match5>().unwrap().key()), (text, key));
        assert_eq!((text, text.parse::<Match5<Wide>>().unwrap().key()), (text, key));
    }
    let gomoku = Match5::<Wide>::new(Rules::GOMOKU).unwrap();
    assert_eq!(gomoku.key(), 11_446_666_310_170_498_406);
}

//! Literal outputs: a change of these changes every recorded game.

use gambol_core::{Game, GameExt, Seed};
use gambol_threes::{Rules, Threes};

/// Plays a random game, by single steps or settling at once. Returns the final text, the score and
/// the number of swipes.
fn random_game(rules: &str, seed: u64, settling: bool) -> (String, i64, u32) {
    let mut rng = Seed::new(seed).rng();
    let mut state = Threes::new(rules.parse::<Rules>().unwrap());
    let mut swipes = 0;
    loop {
        if settling {
            state.settle(&mut rng);
        } else {
            while state.turn() == gambol_core::Turn::Chance {
                state.random_step(&mut rng);
            }
        }
        let Some(swipe) = state.random_action(&mut rng) else { break };
        state.play(swipe);
        swipes += 1;
    }
    (state.to_string(), state.score(), swipes)
}

#[test]
fn random_games_are_pinned() {
    for (rules, seed, settling, text, score, swipes) in [
        ("default", 1, true, "12,1,3,2/1,3,12,2/24,12,24,6/6,3,2,3 1 0,0,1 m", 273, 49),
        ("default", 1, false, "2,3,1,12/3,6,48,3/1,192,3,2/1,3,2,6 2 3,2,3 m", 2490, 119),
        ("2014", 2, true, "2,2,6,1/3,2,12,3/12,6,24,12/1,1,6,3 1 3,4,4 m bonus=uniform", 198, 39),
        (
            "end=plays-on,bonus=none",
            3,
            true,
            "2,2,3,1/2,6,1,6/24,2,12,1/6,3,6,1 3 2,2,3 m bonus=none,end=plays-on",
            150,
            31,
        ),
    ] {
        assert_eq!(random_game(rules, seed, settling), (text.to_string(), score, swipes), "{rules} {seed} {settling}");
    }
}

#[test]
fn keys_are_pinned() {
    for (text, key) in [
        ("0,0,0,0/0,0,0,0/0,0,0,0/0,0,0,0 - 4,4,4 o", 0xAB18_1BCB_74C9_EB96),
        ("2,0,0,1/0,1,2,0/0,3,0,3/0,0,2,3 2 3,0,0 m", 0x5EBB_7954_1136_3E3D),
        ("192,0,0,0/3,0,0,0/0,0,0,0/0,0,0,0 +12 1,0,0 L12 bonus=uniform", 0x2652_1F1E_5287_8F79),
    ] {
        assert_eq!(text.parse::<Threes>().unwrap().key(), key, "{text}");
    }
}

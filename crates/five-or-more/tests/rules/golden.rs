//! Literal outputs for fixed seeds. A change of these changes every recorded game, so it is a
//! breaking change.

use gambol_conformance::RandomGame;
use gambol_core::{Game, GameExt, Seed};
use gambol_five_or_more::{Bits, FiveOrMore, Rules, Wide};

/// Plays a random game with its chains drawn at once; returns its last position and its number of
/// moves.
fn random_game<B: Bits>(rules: &str, seed: u64) -> (String, u32) {
    let mut rng = Seed::new(seed).rng();
    let rules: Rules = rules.parse().unwrap();
    let mut state = FiveOrMore::<B>::new(rules).unwrap();
    state.settle(&mut rng);
    let mut moves = 0;
    while let Some(action) = state.random_action(&mut rng) {
        state.play(action);
        state.settle(&mut rng);
        moves += 1;
    }
    assert!(state.is_over());
    (state.to_string(), moves)
}

/// Plays a random game with every event drawn separately; returns its last position and its number
/// of events.
fn random_game_by_steps<B: Bits>(rules: &str, seed: u64) -> (String, usize) {
    let game = RandomGame::play(FiveOrMore::<B>::new(rules.parse().unwrap()).unwrap(), Seed::new(seed));
    (game.last.to_string(), game.events.len())
}

const PLACES: &str = "size=6x6,colours=3,drop=4,preview=places";

/// Rules, seed, last position, moves.
const GAMES: [(&str, u64, &str, u32); 6] = [
    (
        "thesis",
        1,
        "abgbggbgf/eccbedagg/agfbfagbf/bdegeffad/gdgcaccde/ccacfadfg/bdcgffggb/feebcacbe/cgacgfaab - 0 m",
        26,
    ),
    (
        "thesis",
        14,
        "befgbcegb/efegcbefd/gadgcefce/dadcfbbge/gfgbbffgc/degeafceb/cdfcabdae/faefdcdgc/cgccddcee - 12 m",
        28,
    ),
    ("small", 1, "edbacee/eeaedbe/eeccdbb/babceba/beddeae/eebaada/dbaddba - 0 m small", 16),
    (
        "gnome-later",
        14,
        "befgbcegb/gfegcbefd/faaecafce/daddfbbge/gfgbbefbc/dgafcbegb/cdfebcdae/faefdcdgc/cgccddcee - 18 m gnome-later",
        28,
    ),
    (
        "gnome-later",
        37,
        "adcdcfgcg/abddaecef/cfffddcaf/gbddcggdc/addgfedec/bdeafdgae/ebccddage/bdcfbadff/gagdeefeb - 10 m gnome-later",
        28,
    ),
    (PLACES, 1, "ababaa/bbcaab/aaacaa/bccbaa/ccbaba/bbbbaa - 42 m size=6x6,colours=3,drop=4,preview=places", 12),
];

#[test]
fn random_games() {
    for (rules, seed, position, moves) in GAMES {
        assert_eq!(random_game::<u128>(rules, seed), (position.into(), moves));
        assert_eq!(random_game::<Wide>(rules, seed), (position.into(), moves));
    }
}

#[test]
fn a_large_random_game() {
    let position = "fdfdabfdfbgffbgfcfbb/cgbedfcefgacefgddcdc/bcfdbefgaeccedfdfdba/agefbaeccegccabecgdf/\
        babcgcecaaabaaedcecb/cgaeecafgdcafgccgcbf/degfaefdfebecebgbbgf/dccfdggfcdaecddggeba/\
        dcbddeaeegbggfgegbeg/eggbfdbgbbgfaffbaebf/cfbabaffaafbbbfgcaba/dgdffcfefeebcggcaace/\
        eedfgbgabdcdccfebfea/dafdaeaaaafdaaggbcgb/cebgfeffdefbcgcgbada - 10 m large";
    assert_eq!(random_game::<Wide>("large", 1), (position.into(), 44));
}

#[test]
fn random_games_by_steps() {
    // Without places shown, single events use the generator in the same way as a whole chain.
    assert_eq!(random_game_by_steps::<u128>("thesis", 1), (GAMES[0].2.into(), 188));
    let position = "cbbcba/bcccaa/aabbbc/bccbaa/aabacb/cbaaba - 10 m size=6x6,colours=3,drop=4,preview=places";
    assert_eq!(random_game_by_steps::<u128>(PLACES, 1), (position.into(), 136));
}

#[test]
fn keys() {
    for (position, key) in [
        ("9/9/9/9/9/9/9/9/9 - 0 s", 16_797_413_716_773_795_071),
        ("ab7/9/9/9/9/9/9/9/8g bcd 0 m", 15_779_882_313_027_857_765),
        ("ab7/9/9/9/9/9/9/9/7gc bcd 0 d2", 16_294_359_503_213_799_916),
        ("a4/5/5/5/5 b@e1,c@e2,d@e3 0 m size=5x5,preview=places", 4_188_563_507_590_497_239),
    ] {
        assert_eq!(position.parse::<FiveOrMore>().unwrap().key(), key, "{position}");
        assert_eq!(position.parse::<FiveOrMore<Wide>>().unwrap().key(), key, "{position}");
    }
}

//! Literal outputs: a change of these changes every recorded game or every stored key.

use gambol_conformance::RandomGame;
use gambol_core::{Game, Seed};
use gambol_tenten::{Rules, TenTen};

fn random_game(rules: Rules, seed: u64) -> (String, usize) {
    let game = RandomGame::play(TenTen::new(rules), Seed::new(seed));
    (game.last.to_string(), game.actions().count())
}

#[test]
fn random_games_are_pinned() {
    let games = [Rules::UNIFORM, Rules::PAPER, Rules::UNIFORM.with_scoring(gambol_tenten::Scoring::Cells)]
        .map(|rules| random_game(rules, 117));
    let expected = [
        (
            "xxxxx1xx1x/xxx3xxxx/x1xxx1xxx1/1xxxx1xxx1/xxxxx2xx1/x2xx1xxx1/xx1xx1x1x1/xxxxx2xxx/x1x1x3xx/2xxx4x l3nw,o3 154",
            31,
        ),
        (
            "1x3xxx2/xxx2x1x2/xxx2x1xxx/xxx2xxxx1/5xx3/xxxx1xxx2/xxxxxxxx2/xxxxx1xxxx/2xxxxxxxx/1xx2x2xx l3nw 142 paper",
            26,
        ),
        (
            "xxxxx1xx1x/xxx3xxxx/x1xxx1xxx1/1xxxx1xxx1/xxxxx2xx1/x2xx1xxx1/xx1xx1x1x1/xxxxx2xxx/x1x1x3xx/2xxx4x l3nw,o3 143 score=cells",
            31,
        ),
    ];
    assert_eq!(games, expected.map(|(text, actions)| (text.to_owned(), actions)));
}

#[test]
fn keys_are_pinned() {
    let keys = [
        "10/10/10/10/10/10/10/10/10/10 - 0",
        "10/10/10/10/10/10/10/10/10/10 - 0 paper",
        "xx8/xxx3x3/2x7/5xx3/5xx3/10/1x6x1/xx6xx/xx4xxxx/10 h3,l2nw,o2 92",
    ]
    .map(|text| text.parse::<TenTen>().unwrap().key());
    assert_eq!(keys, [6_913_637_471_317_241_300, 13_215_183_917_593_933_781, 13_413_991_396_384_535_167]);
}

//! Tests of the promises of the `Game` trait on every variant, and of the parsers on arbitrary
//! texts.

use gambol_conformance::{Kit, assert_text};
use gambol_core::random::below;
use gambol_core::{Game, GameExt, Seed};
use gambol_threes::{Hint, Outcome, Phase, Rules, Swipe, Threes, Tile};
use proptest::prelude::*;

/// Positions that random play does not reach: large tiles, near the end.
const LATE: [&str; 5] = [
    "0,0,48,0/0,48,0,0/0,3,0,3/1,0,0,2",
    "96,96,0,0/48,48,0,0/24,24,0,0/12,12,0,0",
    "768,384,0,0/0,3,0,0/384,1,2,0/0,0,0,3",
    "0,0,6144,6144/1,0,0,0/1,0,2,0/3072,0,0,3",
    "0,0,6144,0/3072,3072,0,0/1536,1536,2,0/3072,0,0,3072",
];

/// The start of a game or, for every other seed, a late position, with a bonus shown if the rules
/// have one.
fn start(rules: Rules, seed: Seed) -> Threes {
    let mut rng = seed.rng();
    let Some(rows) = LATE.get(below(&mut rng, 10) as usize) else {
        return Threes::new(rules);
    };
    let shown = |hint| format!("{rows} {hint} 1,3,0 m {rules}").parse::<Threes>();
    let hints = ["6", "6|12", "12|24|48", "48|96|192", "+", "2"];
    hints.into_iter().find_map(|hint| shown(hint).ok()).unwrap()
}

#[test]
fn every_variant_conforms() {
    for rules in Rules::ALL {
        let kit = Kit::new(move |seed| start(rules, seed))
            .states(if cfg!(debug_assertions) { 500 } else { 2_000 })
            .plies(200)
            .candidates(|_| Swipe::ALL.to_vec())
            .indexed()
            .observed()
            .text();
        #[cfg(feature = "serde")]
        let kit = kit.serde();
        kit.assert();
    }
}

proptest! {
    #[test]
    fn parsers_take_anything(text in ".*") {
        assert_text::<Threes>(&text);
        assert_text::<Swipe>(&text);
        assert_text::<Outcome>(&text);
        assert_text::<Hint>(&text);
        assert_text::<Tile>(&text);
        assert_text::<Phase>(&text);
        assert_text::<Rules>(&text);
    }

    #[test]
    fn parsers_take_what_is_almost_right(
        text in "([0-6,]{5,9}/){3}[0-6,]{5,9} [-+0-9|]{1,7} [0-5],[0-5],[0-4] (m|o|[LRUD][1-5]{0,4})( bonus=uniform)?",
        outcome in "([a-e][0-5])?=?[0-9]{0,2}:?[0-9|+]{0,5}",
    ) {
        assert_text::<Threes>(&text);
        assert_text::<Outcome>(&outcome);
    }

    /// Every parsed position can be played: unchecked events in any order do not panic.
    #[test]
    fn nothing_panics(
        rows in "((0|1|2|3|6|48|96|6144|12288),){3}(0|1|48)/((0|3|192),){3}2/0,1,2,3/((0|48),){3}6144",
        phase in "(m|[LRUD][1-4]{1,2})", rules in 0..6_usize,
        events in prop::collection::vec((0..4_usize, 0..9_u8), 20),
    ) {
        let Ok(mut state) = format!("{rows} 1 3,4,2 {phase} {}", Rules::ALL[rules]).parse::<Threes>() else {
            return Ok(());
        };
        let mut rng = Seed::new(1).rng();
        for (swipe, number) in events {
            state.play(Swipe::ALL[swipe]);
            let hint = Hint::window(Tile::LEAST_BONUS, number).unwrap_or(Hint::PLUS);
            state.resolve(Outcome::Enter { line: number, bonus: Tile::from_rank(number * 2), hint });
            state.settle(&mut rng);
            let _ = (state.turn(), state.actions(), state.outcomes(), state.to_string(), state.transform(5).key());
        }
    }
}

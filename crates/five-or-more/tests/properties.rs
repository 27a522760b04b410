//! Tests of the promises of the `Game` trait on every variant, and of properties of reachable and
//! arbitrary inputs.

use gambol_conformance::{Kit, assert_position, assert_text, reachable};
use gambol_core::{Cell, Game, GameExt, Seed};
use gambol_five_or_more::{Bits, Colour, FiveOrMore, Move, Outcome, Phase, Rules, Wide};
use proptest::prelude::*;

const STATES: usize = if cfg!(debug_assertions) { 300 } else { 1_000 };
/// States for the variants, which share the code of the main game.
const OF_VARIANTS: usize = if cfg!(debug_assertions) { 30 } else { 200 };

fn start<B: Bits>(rules: &str) -> FiveOrMore<B> {
    let rules = rules.parse().unwrap_or_else(|error| panic!("{error}"));
    FiveOrMore::new(rules).unwrap_or_else(|error| panic!("{error}"))
}

/// Moves between cells on, around and far off the board: all of them for a small board, otherwise a
/// sample.
fn candidates<B: Bits>(state: &FiveOrMore<B>) -> Vec<Move> {
    let cells: Vec<Cell> = (0..state.height() + 2)
        .flat_map(|row| (0..state.width() + 2).map(move |column| Cell::new(column, row)))
        .chain([Cell::new(255, 255), Cell::new(0, 255), Cell::new(255, 0)])
        .collect();
    let moves = cells.iter().flat_map(|&from| cells.iter().map(move |&to| Move::new(from, to)));
    moves.step_by(1 + cells.len() * cells.len() / 2_000).collect()
}

fn conforms<B: Bits>(rules: &'static str, states: usize) {
    let kit = Kit::new(move |_: Seed| start::<B>(rules)).states(states).plies(200).candidates(candidates);
    let kit = kit.indexed().observed().text();
    #[cfg(feature = "serde")]
    let kit = kit.serde();
    kit.assert();
}

#[test]
fn the_thesis_conforms() {
    conforms::<u128>("thesis", STATES);
}

#[test]
fn the_other_presets_conform() {
    conforms::<u128>("small", OF_VARIANTS);
    conforms::<u128>("gnome-later", OF_VARIANTS);
    conforms::<u128>("small-later", OF_VARIANTS);
}

/// Slow, as the states have thousands of moves.
#[test]
#[cfg_attr(debug_assertions, ignore = "takes minutes without optimization")]
fn large_boards_conform() {
    conforms::<Wide>("large", OF_VARIANTS);
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes minutes without optimization")]
fn large_boards_with_later_colours_conform() {
    conforms::<Wide>("large-later", OF_VARIANTS);
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes minutes without optimization")]
fn long_boards_conform() {
    conforms::<Wide>("size=17x17,colours=3,drop=9,preview=places", OF_VARIANTS);
    conforms::<u128>("size=20x5,colours=2,drop=9,initial=9", OF_VARIANTS);
    conforms::<u128>("size=5x20,colours=3,drop=6,initial=2", OF_VARIANTS);
}

#[test]
fn small_boards_conform() {
    for rules in [
        "size=5x5,colours=2,drop=1",
        "size=5x5,colours=2,drop=3,removal=each",
        "size=5x5,colours=2,drop=9,initial=1,score=product",
    ] {
        conforms::<u128>(rules, OF_VARIANTS);
    }
}

#[test]
fn boards_with_places_shown_conform() {
    for rules in [
        "size=6x5,colours=3,drop=2,preview=places",
        "size=5x7,colours=26,drop=3,preview=places,removal=each,score=log",
        "size=7x7,colours=9,drop=5,preview=places",
    ] {
        conforms::<u128>(rules, OF_VARIANTS);
    }
    conforms::<Wide>("size=6x5,colours=3,drop=2,preview=places", OF_VARIANTS);
}

/// Reachable states of a small game with every feature, in which lines vanish often.
fn crowded() -> impl Strategy<Value = FiveOrMore> {
    reachable(|_| start("size=6x6,colours=3,drop=3,preview=places,removal=each"), 200)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 100 } else { 500 }))]

    #[test]
    fn the_incremental_key_is_that_of_a_fresh_state(state in crowded()) {
        // Reading a text puts the stones on an empty board, one by one.
        let fresh: FiveOrMore = state.to_string().parse().unwrap();
        prop_assert_eq!(state.key(), fresh.key());
        prop_assert_eq!(state, fresh);
    }

    #[test]
    fn both_sets_of_cells_make_the_same_game(state in crowded(), seed: u64) {
        let wide: FiveOrMore<Wide> = state.to_string().parse().unwrap();
        prop_assert_eq!(state.key(), wide.key());
        let (mut a, mut b) = (state, wide);
        let (mut rng_a, mut rng_b) = (Seed::new(seed).rng(), Seed::new(seed).rng());
        a.settle(&mut rng_a);
        b.settle(&mut rng_b);
        prop_assert_eq!(a.to_string(), b.to_string());
        prop_assert_eq!(a.random_action(&mut rng_a), b.random_action(&mut rng_b));
    }

    #[test]
    fn renaming_colours_commutes_with_play(state in crowded(), turn in 0_u8..3, seed: u64) {
        let names: Vec<Colour> = (0..3).map(|colour| Colour::new((colour + turn) % 3).unwrap()).collect();
        let renamed = state.recoloured(&names).unwrap();
        prop_assert_eq!(renamed.actions(), state.actions());
        prop_assert_eq!(renamed.canonical_colours(), state.canonical_colours());
        prop_assert_eq!(state.canonical_colours().canonical_colours(), state.canonical_colours());
        let mut rng = Seed::new(seed).rng();
        if let Some(action) = state.random_action(&mut rng) {
            let after = state.afterstate(action);
            prop_assert_eq!(renamed.afterstate(action), after.recoloured(&names).unwrap());
        }
    }

    #[test]
    fn parsers_never_panic(text in "\\PC{0,60}") {
        assert_text::<FiveOrMore>(&text);
        assert_text::<FiveOrMore<Wide>>(&text);
        assert_text::<Rules>(&text);
        assert_text::<Move>(&text);
        assert_text::<Outcome>(&text);
        assert_text::<Phase>(&text);
        let _ = text.parse::<Colour>();
    }

    /// A parsed position formats as a text that parses to an equal position, and can be played to
    /// the end.
    #[test]
    fn what_looks_like_a_position_is_refused_or_played(
        rows in prop::collection::vec("[a-c1-5]{1,5}", 5..7),
        next in "[a-d]{0,4}|-|a@[a-e][1-5],b@[a-e][1-5],c",
        score in "[0-9]{1,3}|-1|9{30}",
        phase in "[scpm]|d[0-9]?",
        rules in "| [a-z]{1,5}=[a-z0-9]{1,5}| size=5x5,drop=[0-9]| preview=places",
        seed: u64,
    ) {
        let text = format!("{} {next} {score} {phase}{rules}", rows.join("/"));
        assert_position::<FiveOrMore>(&text, 300, Seed::new(seed));
    }

    /// Reachable positions with a character changed are refused or played.
    #[test]
    fn damaged_positions_are_refused_or_played(state in crowded(), at: prop::sample::Index, new in "[a-d1-9/@, scpm-]", seed: u64) {
        let mut text = state.to_string();
        let at = at.index(text.len());
        text.replace_range(at..=at, &new);
        assert_position::<FiveOrMore>(&text, 300, Seed::new(seed));
    }
}

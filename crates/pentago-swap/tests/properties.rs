//! Tests of the promises of the `Game` trait on thousands of positions, and of the parsers on
//! arbitrary texts.

use gambol_conformance::{Kit, assert_evaluator, assert_text, reachable};
use gambol_core::{GameExt, Seed};
use gambol_pentago_swap::{LineCounts, LineProduct, Move, PentagoSwap, Quadrant, QuadrantLines, Swap};
use proptest::prelude::*;

/// The start of a game, the same for every seed.
fn start(_: Seed) -> PentagoSwap {
    PentagoSwap::new()
}

/// All moves, legal or not.
fn all_moves(_: &PentagoSwap) -> Vec<Move> {
    (0..Move::COUNT).filter_map(Move::from_index).collect()
}

#[test]
fn the_game_conforms() {
    let states = if cfg!(debug_assertions) { 500 } else { 2_000 };
    let kit = Kit::new(start).states(states).plies(40).candidates(all_moves).indexed().observed().text();
    #[cfg(feature = "serde")]
    let kit = kit.serde();
    kit.assert();
}

#[test]
fn the_evaluators_conform() {
    let mut rng = Seed::new(1).rng();
    let mut states = Vec::new();
    for _ in 0..12 {
        let mut state = PentagoSwap::new();
        while !state.is_over() {
            states.push(state);
            state.random_step(&mut rng);
        }
    }
    for lines in [LineCounts::as_white(), LineCounts::as_black()] {
        assert_evaluator(&lines, states.iter().copied());
    }
    states.truncate(60);
    assert_evaluator(&LineProduct::as_white(), states.iter().copied());
    assert_evaluator(&QuadrantLines::as_black(), states);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 256 } else { 5_000 }))]

    #[test]
    fn any_text_is_read_or_refused(text in ".*") {
        assert_text::<PentagoSwap>(&text);
        assert_text::<Move>(&text);
        assert_text::<Swap>(&text);
        assert_text::<Quadrant>(&text);
    }

    #[test]
    fn text_that_looks_right_is_read_or_refused(text in "[wb1-7/]{0,30} [wb]") {
        if let Some(position) = assert_text::<PentagoSwap>(&text) {
            prop_assert_eq!(position.to_string(), text);
        }
    }

    #[test]
    fn moves_that_are_read_come_back(text in "[a-g][0-7]:[A-E]{2}") {
        if let Ok(action) = text.parse::<Move>() {
            prop_assert_eq!(action.to_string(), text);
        }
    }

    #[test]
    fn any_masks_are_taken_or_refused(white in any::<u64>(), black in any::<u64>()) {
        let _ = PentagoSwap::from_masks(white, black);
        let _ = PentagoSwap::from_masks(white & !black & 0xF_FFFF_FFFF, black & 0xF_FFFF_FFFF);
    }

    #[test]
    fn masks_of_reachable_positions_are_taken(position in reachable(start, 40)) {
        prop_assert_eq!(PentagoSwap::from_masks(position.white(), position.black()), Ok(position));
    }
}

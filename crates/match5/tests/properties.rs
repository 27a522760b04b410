//! The conformance kit on every size of board and length of row, and properties of Match5.

use gambol_conformance::{Kit, assert_text, reachable};
use gambol_core::{Cell, Game, GameExt, Seed};
use gambol_match5::{Bits, Colour, Match5, Rules, Wide};
use proptest::prelude::*;

/// The number of states to generate. A debug build takes a hundred times as long for each, and
/// generates few for most sizes.
fn states(edge: u8, row: u8) -> usize {
    match (cfg!(debug_assertions), edge, row) {
        (false, 9, 5) => 2_000,
        (false, _, _) => 1_000,
        (true, 9, 5) => 500,
        (true, ..12, _) => 100,
        (true, _, _) => 30,
    }
}

fn start<B: Bits>(edge: u8, row: u8, seed: Seed) -> Match5<B> {
    let starts = if seed.get().is_multiple_of(2) { Colour::Red } else { Colour::Blue };
    Match5::new(Rules::new(edge, row).unwrap().starting(starts)).unwrap()
}

/// Cells on the board and beside it.
fn around(edge: u8) -> Vec<Cell> {
    let beyond = [Cell::new(255, 0), Cell::new(0, 255), Cell::new(255, 255), Cell::new(128, 3)];
    (0..=edge).flat_map(|row| (0..=edge).map(move |column| Cell::new(column, row))).chain(beyond).collect()
}

fn conforms<B: Bits>(edge: u8, row: u8) {
    let kit = Kit::new(move |seed| start::<B>(edge, row, seed))
        .states(states(edge, row))
        .plies(400)
        .candidates(move |_| around(edge))
        .indexed()
        .observed()
        .text();
    #[cfg(feature = "serde")]
    let kit = kit.serde();
    kit.assert();
}

/// The least and the greatest board of either type, the original, and one in between; every length
/// of a row on the original.
#[test]
fn boards_of_one_word_conform() {
    for row in 3..=6 {
        conforms::<u128>(9, row);
    }
    conforms::<u128>(5, 4);
    conforms::<u128>(11, 5);
}

#[test]
fn boards_of_several_words_conform() {
    for (edge, row) in [(12, 6), (15, 5), (20, 3)] {
        conforms::<Wide>(edge, row);
    }
}

#[test]
fn the_wide_type_conforms_on_small_boards() {
    conforms::<Wide>(5, 4);
    conforms::<Wide>(9, 5);
}

proptest! {
    #[test]
    fn stones_and_free_cells_make_up_the_board(game in reachable(|seed| start::<Wide>(12, 5, seed), 144)) {
        let red = game.stones(Colour::Red).count();
        let blue = game.stones(Colour::Blue).count();
        prop_assert!(red.abs_diff(blue) <= 1);
        prop_assert_eq!(red + blue + usize::from(game.left()), 144);
        for cell in around(12) {
            let stone = game.stone(cell);
            let found = [Colour::Red, Colour::Blue].into_iter().find(|&colour| game.stones(colour).any(|own| own == cell));
            prop_assert_eq!(stone, found);
        }
        prop_assert!(game.is_over() || game.actions().len() == usize::from(game.left()));
    }

    #[test]
    fn no_text_makes_a_parser_panic(text in any::<String>()) {
        assert_text::<Match5>(&text);
        assert_text::<Match5<Wide>>(&text);
        assert_text::<Rules>(&text);
        let _ = text.parse::<Colour>();
    }

    #[test]
    fn no_text_that_looks_like_a_position_makes_a_parser_panic(text in "[rb0-9/]{0,60} [rb]( row=[0-9]{1,3})?") {
        assert_text::<Match5<Wide>>(&text);
    }

    #[test]
    fn settings_never_make_the_parser_panic(text in "(edge|row|starts|,|=|[0-9rb]){0,12}") {
        assert_text::<Rules>(&text);
    }

    #[test]
    fn no_cell_makes_an_unchecked_move_panic(cells in prop::collection::vec((any::<u8>(), any::<u8>()), 0..300)) {
        let mut small = Match5::<u128>::default();
        let mut wide = Match5::<Wide>::default();
        for (column, row) in cells {
            let cell = Cell::new(column, row);
            let _ = (small.check_action(cell), wide.transform_action(3, cell), small.rules().windows_through(cell).count());
            small.play(cell);
            wide.play(cell);
            prop_assert_eq!(small.key(), wide.key());
        }
    }
}

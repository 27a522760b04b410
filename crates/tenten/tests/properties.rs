//! The conformance kit on every variant, and the parsers on arbitrary texts.

use gambol_conformance::{Kit, assert_action_evaluator, assert_text, reachable};
use gambol_core::{Game, GameExt, Seed, Turn};
use gambol_tenten::{Board, Deal, Hand, Heuristics, Piece, Placement, Rules, Scoring, TenTen};
use proptest::prelude::*;

const STATES: usize = if cfg!(debug_assertions) { 500 } else { 2_000 };

/// Every variant: both scorings, the two presets, and weights with zeros, uneven under symmetry.
fn variants() -> Vec<Rules> {
    let mut weights = [0; Piece::COUNT];
    for (piece, weight) in [(Piece::H5, 3), (Piece::V5, 1), (Piece::L3Se, 2), (Piece::O2, 4)] {
        weights[piece.index()] = weight;
    }
    let uneven = Rules::new(weights, Scoring::Lines).unwrap();
    vec![Rules::UNIFORM, Rules::UNIFORM.with_scoring(Scoring::Cells), Rules::PAPER, uneven.with_scoring(Scoring::Cells)]
}

/// All placements on the board, of pieces in the hand or not, on free cells or not.
fn all_placements() -> Vec<Placement> {
    let on_board = |piece| Board::EMPTY.fits(piece).into_iter().filter_map(move |cell| Placement::new(piece, cell));
    Piece::ALL.into_iter().flat_map(on_board).collect()
}

/// A start for each seed. Every other one is an empty board with the deal due. The others are
/// positions of a game that prefers to fill lines, so that clearings are well covered.
fn start(rules: Rules, seed: Seed) -> TenTen {
    let mut state = TenTen::new(rules);
    if seed.get().is_multiple_of(2) {
        return state;
    }
    let mut rng = seed.rng();
    for _ in 0..60 {
        let before = state;
        match state.turn() {
            Turn::Player(_) => {
                let value = |action: &Placement| {
                    let after = before.afterstate(*action);
                    (after.score() - before.score(), after.board().fits(Piece::O3).count())
                };
                let best = before.actions().into_iter().max_by_key(value).expect("a player has an action");
                state.play(best);
            }
            Turn::Chance => state.settle(&mut rng),
            Turn::Over => return TenTen::new(rules),
        }
    }
    if state.is_over() { TenTen::new(rules) } else { state }
}

#[test]
fn every_variant_conforms() {
    for rules in variants() {
        let kit = Kit::new(move |seed| start(rules, seed))
            .states(STATES)
            .plies(200)
            .candidates(|_: &TenTen| all_placements())
            .indexed()
            .observed()
            .text();
        #[cfg(feature = "serde")]
        let kit = kit.serde();
        kit.assert();
    }
}

#[test]
fn heuristics_evaluate_placements_together_as_alone() {
    let mut rng = Seed::new(3).rng();
    let mut states = Vec::new();
    for seed in 0..if cfg!(debug_assertions) { 6 } else { 60 } {
        let mut state = start(Rules::UNIFORM, Seed::new(seed));
        while state.random_step(&mut rng).is_some() {
            states.push(state);
        }
    }
    let single = Heuristics { surface: 1.0, ..Heuristics::NULL };
    let others = Heuristics { surface: 0.0, one_square: -3.25, ..Heuristics::COMBINED };
    for heuristics in [Heuristics::COMBINED, Heuristics::NULL, single, others] {
        assert_action_evaluator(&heuristics, states.iter().copied());
    }
}

proptest! {
    #[test]
    fn unchecked_play_does_not_panic(
        state in reachable(|seed| start(Rules::PAPER, seed), 60),
        choices in prop::collection::vec(any::<prop::sample::Index>(), 1..20),
    ) {
        let all = all_placements();
        let mut state = state;
        for choice in choices {
            state.play(*choice.get(&all));
            state.resolve(Deal::new([Piece::O3; 3]));
            let _ = (state.turn(), state.key(), state.to_string(), state.random_action(&mut Seed::new(1).rng()));
        }
    }

    #[test]
    fn parsers_take_any_text(text in ".{0,60}") {
        read_all(&text);
    }

    #[test]
    fn parsers_take_any_text_of_their_letters(text in "[a-jx0-9/@,=lo -]{0,80}") {
        read_all(&text);
    }

    #[test]
    fn parsers_take_broken_positions(at in 0_usize..60, with in "[x0-9/ ,ohv-]{0,3}") {
        let mut text = "xx8/xxx3x3/2x7/5xx3/5xx3/10/1x6x1/xx6xx/xx4xxxx/10 h3,l2nw,o2 92 paper".to_owned();
        text.replace_range(at..=at, &with);
        assert_text::<TenTen>(&text);
    }

    #[test]
    fn rules_come_back(weights in prop::array::uniform19(0_u16..5), cells in any::<bool>()) {
        let scoring = if cells { Scoring::Cells } else { Scoring::Lines };
        if let Ok(rules) = Rules::new(weights, scoring) {
            prop_assert_eq!(rules.to_string().parse::<Rules>().unwrap(), rules);
        }
    }
}

fn read_all(text: &str) {
    assert_text::<TenTen>(text);
    assert_text::<Placement>(text);
    assert_text::<Deal>(text);
    assert_text::<Hand>(text);
    assert_text::<Rules>(text);
    assert_text::<Piece>(text);
}

//! Tests of the promises of `Game` and `Observe`, and of the parsers.

use gambol_backgammon::{Backgammon, CheckerMove, Play, Roll};
use gambol_conformance::{Kit, assert_position, assert_text};
use gambol_core::{GameExt, Seed};
use proptest::prelude::*;

/// The start of a game, the same for every seed.
fn start(_: Seed) -> Backgammon {
    Backgammon::new()
}

/// Plays of one and two moves by the dice of the state, legal or not, and the legal ones.
fn plays(state: &Backgammon) -> Vec<Play> {
    let mut plays = state.actions();
    let Some(roll) = state.roll() else { return vec![Play::PASS] };
    let moves: Vec<String> = (1..=25_u8)
        .flat_map(|from| [roll.high(), roll.low()].map(|die| (from, from.saturating_sub(die))))
        .filter_map(|(from, to)| CheckerMove::new(from, to, false))
        .map(|step| step.to_string())
        .collect();
    let pairs = moves.iter().flat_map(|one| moves.iter().map(move |two| format!("{one} {two}")));
    plays.extend(moves.iter().cloned().chain(pairs).filter_map(|text| text.parse::<Play>().ok()));
    plays.push(Play::PASS);
    plays.sort_unstable();
    plays.dedup();
    plays
}

#[test]
fn the_game_conforms() {
    let states = if cfg!(debug_assertions) { 200 } else { 2_000 };
    Kit::new(start).states(states).plies(400).candidates(plays).observed().text().spread_keys().assert();
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 256 } else { 5_000 }))]

    #[test]
    fn any_text_is_read_or_refused(text in ".*") {
        assert_text::<Backgammon>(&text);
        assert_text::<Play>(&text);
        assert_text::<Roll>(&text);
    }

    #[test]
    fn any_position_can_be_played(id in "[A-Za-z0-9+/]{14}", rest in "(first|second) (-|[1-6]{2}|opening)", seed: u64) {
        assert_position::<Backgammon>(&format!("{id} {rest}"), 400, Seed::new(seed));
    }

    #[test]
    fn plays_that_are_read_come_back(text in "((bar|[1-9]|1[0-9])/([1-9]|off)[*]?([(][2-4][)])? ?){1,4}") {
        assert_text::<Play>(text.trim());
    }
}

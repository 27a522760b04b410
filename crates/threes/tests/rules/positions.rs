//! Tests of every rule in a position where it matters, in the order of docs/rules/threes.md.

use gambol_core::{Cell, Event, Game, GameExt, Seed, Turn};
use gambol_threes::{Bonus, End, Hint, Outcome, Phase, Rules, Swipe, Threes, Tile};

fn position(text: &str) -> Threes {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// The state after events given as text: swipes and outcomes.
fn played(start: &str, events: &[&str]) -> Threes {
    let mut state = position(start);
    for text in events {
        let event = text.parse().map_or_else(|_| Event::Outcome(text.parse().unwrap()), Event::Action);
        state.try_advance(event).unwrap_or_else(|error| panic!("{error}"));
    }
    state
}

fn outcomes(state: &Threes) -> Vec<(String, f64)> {
    state.outcomes().into_iter().map(|(outcome, probability)| (outcome.to_string(), probability)).collect()
}

fn outcome_texts(state: &Threes) -> Vec<String> {
    outcomes(state).into_iter().map(|(text, _)| text).collect()
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-12
}

#[test]
fn the_opening_deals_nine_cards_of_a_fresh_deck() {
    let mut state = Threes::default();
    assert_eq!((state.turn(), state.phase(), state.hint()), (Turn::Chance, Phase::Opening, None));
    assert_eq!(state.outcomes().len(), 16 * 3);
    assert!(outcomes(&state).iter().all(|(_, probability)| close(*probability, 1.0 / 48.0)));
    for deal in ["a1=1", "b1=1", "c1=1", "d1=1", "a2=3", "a3=3", "a4=2", "b4=3"] {
        state.try_resolve(deal.parse().unwrap()).unwrap();
    }
    // All 1s are dealt: a 2 is three times as likely as a 3.
    assert_eq!((state.deck(), state.outcomes().len()), ([0, 3, 1], 8 * 2));
    let (name, probability) = &outcomes(&state)[0];
    assert!(name == "b2=2" && close(*probability, 3.0 / 4.0 / 8.0));
    state.try_resolve("b2=2".parse().unwrap()).unwrap();
    assert_eq!((state.turn(), state.phase()), (Turn::Chance, Phase::Opening));
    let shown = outcomes(&state);
    assert!(shown[0].0 == "2" && close(shown[0].1, 2.0 / 3.0) && shown[1].0 == "3" && close(shown[1].1, 1.0 / 3.0));
    state.try_resolve("2".parse().unwrap()).unwrap();
    assert_eq!(state.to_string(), "1,1,1,1/3,2,0,0/3,0,0,0/2,3,0,0 2 0,1,1 m");
    assert_eq!(state.turn(), Turn::Player(gambol_core::Player::First));
}

#[test]
fn the_opening_never_lasts_longer_than_ten_events() {
    let mut rng = Seed::new(1).rng();
    for _ in 0..100 {
        let mut state = Threes::default();
        let mut events = 0;
        while state.phase() == Phase::Opening {
            state.random_step(&mut rng);
            events += 1;
        }
        assert_eq!((events, state.empty_count(), state.deck().iter().sum::<u8>()), (10, 7, 2));
    }
}

#[test]
fn only_the_first_fold_takes_its_merge() {
    // Two pairs in a row: the one at the wall merges, the other moves up.
    let state = position("3,3,6,6/1,2,2,1/0,3,3,0/6,3,3,0 1 3,4,4 m");
    assert_eq!(state.afterstate(Swipe::Left).to_string(), "6,6,6,0/3,2,1,0/3,3,0,0/6,6,0,0 1 3,4,4 L1234");
    assert_eq!(state.afterstate(Swipe::Right).to_string(), "0,3,3,12/0,1,2,3/0,0,3,3/0,6,3,3 1 3,4,4 R1234");
}

#[test]
fn ones_and_twos_merge_only_with_each_other() {
    let state = position("1,1,2,2/1,2,1,2/2,1,1,2/1,3,1,3 3 3,4,3 m");
    assert_eq!(state.afterstate(Swipe::Left).to_string(), "1,3,2,0/3,1,2,0/3,1,2,0/1,3,1,3 3 3,4,3 L123");
}

#[test]
fn an_empty_cell_counts_only_with_a_tile_behind_it() {
    let state = position("3,0,0,0/0,0,0,0/6,3,0,0/0,0,0,12 1 3,4,4 m");
    let after = state.afterstate(Swipe::Left);
    assert_eq!(after.phase(), Phase::Entry { swipe: Swipe::Left, lines: 0b1000 });
    assert_eq!(outcome_texts(&after), ["4:1", "4:2", "4:3"]);
    // Two cells to the left of a tile are empty: it moves by one.
    assert_eq!(after.tile(Cell::new(2, 3)), 12);
}

#[test]
fn the_card_enters_at_the_far_edge_of_a_moved_line() {
    let start = "0,0,0,0/0,3,0,0/0,0,0,0/0,0,6,0 2 3,3,4 m";
    for (swipe, lines, probability, entry) in
        [("L", 0b1010, 0.5, "d2"), ("R", 0b1010, 0.5, "a2"), ("U", 0b0110, 0.5, "b4"), ("D", 0b0010, 1.0, "b1")]
    {
        let after = played(start, &[swipe]);
        assert!(matches!(after.phase(), Phase::Entry { lines: moved, .. } if moved == lines));
        let line = lines.trailing_zeros() + 1;
        let of_line = outcomes(&after).into_iter().filter(|(text, _)| text.starts_with(&line.to_string()));
        assert!(close(of_line.map(|(_, probability)| probability).sum(), probability), "{swipe}");
        let entered = played(start, &[swipe, &format!("{line}:1")]);
        assert_eq!(entered.tile(entry.parse().unwrap()), 2, "{swipe}");
    }
}

#[test]
fn the_next_card_is_drawn_from_what_is_left() {
    let after = played("0,0,0,0/0,3,0,0/0,0,0,0/0,0,0,0 2 3,0,1 m", &["L"]);
    let expected = [("2:1", 0.75), ("2:3", 0.25)];
    for ((text, probability), (name, share)) in outcomes(&after).into_iter().zip(expected) {
        assert!(text == name && close(probability, share), "{text} {probability}");
    }
}

#[test]
fn a_new_deck_is_opened_when_the_last_card_is_taken() {
    let state = played("0,0,0,0/0,3,0,0/0,0,0,0/0,0,0,0 2 0,0,1 m", &["L", "2:3"]);
    assert_eq!(state.to_string(), "0,0,0,0/3,0,0,2/0,0,0,0/0,0,0,0 3 4,4,4 m");
}

#[test]
fn a_bonus_comes_once_in_21_cards_from_48_on() {
    let before = played("24,24,0,0/0,0,0,0/0,0,0,0/0,0,0,0 2 2,1,1 m bonus=uniform", &["D"]);
    assert_eq!(outcome_texts(&before), ["1:1", "1:2", "1:3", "2:1", "2:2", "2:3"]);
    // The swipe makes the 48: the card drawn after it can be a bonus.
    let after = played("24,24,0,0/0,0,0,0/0,0,0,0/0,0,0,0 2 2,1,1 m bonus=uniform", &["L"]);
    let expected = [("1:1", 20.0 / 42.0), ("1:2", 5.0 / 21.0), ("1:3", 5.0 / 21.0), ("1:+", 1.0 / 21.0)];
    assert_eq!(after.outcomes().len(), 4);
    for ((text, probability), (name, share)) in outcomes(&after).into_iter().zip(expected) {
        assert!(text == name && close(probability, share), "{text} {probability}");
    }
    let none = played("24,24,0,0/0,0,0,0/0,0,0,0/0,0,0,0 2 2,1,1 m bonus=none", &["L"]);
    assert_eq!(outcome_texts(&none), ["1:1", "1:2", "1:3"]);
}

#[test]
fn a_bonus_does_not_use_up_the_deck() {
    let start = "48,0,0,0/0,0,0,0/0,0,0,0/0,0,0,0 2 2,1,1 m bonus=uniform";
    let shown = played(start, &["R", "1:+"]);
    assert_eq!(shown.to_string(), "2,48,0,0/0,0,0,0/0,0,0,0/0,0,0,0 + 2,1,1 m bonus=uniform");
    let entered = played(start, &["R", "1:+", "R", "1=6:1"]);
    assert_eq!(entered.to_string(), "6,2,48,0/0,0,0,0/0,0,0,0/0,0,0,0 1 1,1,1 m bonus=uniform");
}

#[test]
fn a_uniform_bonus_runs_to_an_eighth_of_the_greatest_tile() {
    let after = played("768,0,0,0/0,0,0,0/0,0,0,0/0,0,0,0 + 1,0,0 m bonus=uniform", &["R"]);
    let names = ["6", "12", "24", "48", "96"].iter().flat_map(|value| [format!("1={value}:1"), format!("1={value}:+")]);
    assert_eq!(outcome_texts(&after), names.collect::<Vec<_>>());
    assert!(close(outcomes(&after)[1].1, 1.0 / 5.0 / 21.0));
}

#[test]
fn a_bonus_that_was_shown_does_not_grow_with_the_greatest_tile() {
    let start = "96,96,0,0/0,3,0,0/0,0,0,0/0,0,0,0 + 1,0,0 m bonus=uniform";
    let made = played(start, &["L"]);
    assert_eq!(made.to_string(), "192,0,0,0/3,0,0,0/0,0,0,0/0,0,0,0 +12 1,0,0 L12 bonus=uniform");
    assert!(made.next_tiles().map(Tile::value).eq([6, 12]));
    // Without the merge it is the same range, and the plain text.
    let moved = played(start, &["D"]);
    assert_eq!(moved.to_string(), "0,0,0,0/96,96,0,0/0,3,0,0/0,0,0,0 + 1,0,0 D12 bonus=uniform");
    assert!(moved.next_tiles().map(Tile::value).eq([6, 12]));
    // Two states that differ only in this are different.
    let other = position("192,0,0,0/3,0,0,0/0,0,0,0/0,0,0,0 + 1,0,0 L12 bonus=uniform");
    assert_ne!((made, made.key()), (other, other.key()));
    assert_eq!(made.outcomes().len() * 3, other.outcomes().len() * 2);
}

#[test]
fn three_candidates_are_any_window_that_fits() {
    for (greatest, windows) in [
        (24, vec![]),
        (48, vec!["6"]),
        (96, vec!["6|12"]),
        (192, vec!["6|12|24"]),
        (384, vec!["6|12|24", "12|24|48"]),
        (768, vec!["6|12|24", "12|24|48", "24|48|96"]),
        (6144, vec!["6|12|24", "12|24|48", "24|48|96", "48|96|192", "96|192|384", "192|384|768"]),
    ] {
        let after = played(&format!("{greatest},0,0,0/0,0,0,0/0,0,0,0/0,0,0,0 2 1,0,0 m"), &["R"]);
        let names = std::iter::once("1:1".to_string()).chain(windows.iter().map(|window| format!("1:{window}")));
        assert_eq!(outcome_texts(&after), names.collect::<Vec<_>>());
        for (_, probability) in &outcomes(&after)[1..] {
            assert!(close(*probability, 1.0 / 21.0 / windows.len() as f64));
        }
    }
}

#[test]
fn the_card_is_any_of_the_candidates() {
    let after = played("384,0,0,0/0,0,0,0/0,0,0,0/0,0,0,0 12|24|48 1,0,0 m", &["R"]);
    let values = ["12", "24", "48"];
    let names = values.iter().flat_map(|v| [format!("1={v}:1"), format!("1={v}:6|12|24"), format!("1={v}:12|24|48")]);
    assert_eq!(outcome_texts(&after), names.collect::<Vec<_>>());
    assert!(close(outcomes(&after)[0].1, 20.0 / 63.0) && close(outcomes(&after)[1].1, 1.0 / 126.0));
    // The candidates do not change when the swipe makes a new greatest tile.
    let raised = played("48,48,0,0/0,0,0,0/0,0,0,0/0,0,0,0 6 1,0,0 m", &["L"]);
    assert_eq!(outcome_texts(&raised), ["1=6:1", "1=6:6|12"]);
    assert_eq!(position(&raised.to_string()), raised);
}

#[test]
fn points_are_those_of_the_board() {
    let state = position("3,1,2,6/12,24,48,96/192,384,768,1536/3072,6144,0,0 1 3,4,4 m");
    let points = (1..=12).map(|power| 3_i64.pow(power)).sum::<i64>();
    assert_eq!(state.score(), points);
    let state = position("3,3,0,0/0,0,0,0/0,0,0,0/0,0,0,0 3 3,4,3 m");
    let after = state.afterstate(Swipe::Left);
    assert_eq!(after.score() - state.score(), 9 - 6);
    assert_eq!(after.after(Event::Outcome("1:1".parse().unwrap())).score() - after.score(), 3);
}

#[test]
fn the_game_is_over_when_nothing_moves() {
    let state = played("1,2,1,3/3,6,3,6/1,3,1,3/3,6,3,0 1 3,4,3 m bonus=none", &["R", "1:1"]);
    assert!(!state.is_over());
    let state = position("1,3,1,3/3,6,3,6/1,3,1,3/3,6,3,6 1 3,4,3 m");
    assert_eq!((state.turn(), state.actions().len(), state.outcomes().len()), (Turn::Over, 0, 0));
    // Full, but a 1 and a 2 are side by side.
    let state = position("1,3,1,3/3,6,3,6/1,3,1,3/3,6,2,1 1 3,4,3 m");
    assert_eq!(state.actions(), [Swipe::Left, Swipe::Right, Swipe::Up, Swipe::Down]);
}

#[test]
fn a_12288_ends_the_game_at_once() {
    let start = "6144,6144,0,0/3,0,0,0/0,0,0,0/0,0,0,0 1 3,4,4 m";
    let state = played(start, &["L"]);
    assert_eq!((state.turn(), state.outcomes().len()), (Turn::Over, 0));
    assert_eq!(state.score(), 1_594_323 + 3);
    assert_eq!(state.check_outcome("1:1".parse().unwrap()).unwrap_err().rule(), "no chance event is due");
    assert!(!played(start, &["D"]).is_over());
    assert_eq!(position(&state.to_string()), state);
    let mut settled = state;
    settled.settle(&mut Seed::new(1).rng());
    assert_eq!(settled, state);
}

#[test]
fn a_variant_plays_on_and_12288s_do_not_merge() {
    let state = played("6144,6144,0,0/12288,0,0,0/0,0,0,0/0,0,0,0 1 3,4,4 m end=plays-on", &["L", "1:2"]);
    assert_eq!(state.to_string(), "12288,0,0,1/12288,0,0,0/0,0,0,0/0,0,0,0 2 3,3,4 m end=plays-on");
    assert_eq!(state.actions(), [Swipe::Left, Swipe::Right, Swipe::Down]);
    // The greatest bonus is 1,536.
    let after = played("12288,0,0,0/0,0,0,0/0,0,0,0/0,0,0,0 + 1,0,0 m bonus=uniform,end=plays-on", &["R"]);
    assert_eq!(after.next_tiles().last().map(Tile::value), Some(1536));
    assert_eq!(after.next_tiles().count(), 9);
}

#[test]
fn illegal_swipes_are_refused_with_the_rule() {
    let rule = |text: &str, swipe| position(text).check_action(swipe).unwrap_err().to_string();
    let moves = "3,0,0,0/6,0,0,0/0,0,0,0/0,0,0,0 1 3,4,4";
    assert_eq!(rule(&format!("{moves} m"), Swipe::Left), "L is illegal: it moves no card");
    assert_eq!(rule(&format!("{moves} L1"), Swipe::Down), "D is illegal: a card is due after the swipe before");
    assert_eq!(
        rule("0,0,0,0/0,0,0,0/0,0,0,0/0,0,0,0 - 4,4,4 o", Swipe::Up),
        "U is illegal: the opening is still being dealt"
    );
    assert_eq!(
        rule("1,3,1,3/3,6,3,6/1,3,1,3/3,6,3,6 1 3,4,3 m", Swipe::Up),
        "U is illegal: the game is over: no swipe moves a card"
    );
    assert_eq!(
        rule("12288,3,0,0/0,0,0,0/0,0,0,0/0,0,0,0 1 3,4,4 L1", Swipe::Up),
        "U is illegal: the game is over: a 12288 has been made"
    );
}

#[test]
fn impossible_outcomes_are_refused_with_the_rule() {
    let entry = "48,0,0,0/3,0,0,0/0,0,0,0/0,0,0,0 2 3,0,4 L1";
    let bonus = "96,0,0,0/3,0,0,0/0,0,0,0/0,0,0,0 6|12 3,0,4 L1";
    let opening = "1,0,0,0/1,0,0,0/1,1,0,0/0,0,0,0 - 0,4,4 o";
    let dealt = "1,2,2,0/1,3,3,0/1,1,2,0/0,0,0,0 - 0,1,2 o";
    let uniform = format!("{entry} bonus=uniform");
    let none = format!("{entry} bonus=none");
    for (text, outcome, rule) in [
        (entry, "2:1", "the line did not move"),
        (entry, "1:2", "there is no 2 left in the deck"),
        (entry, "1=6:1", "the card shown is not a bonus"),
        (entry, "1:+", "as its candidates"),
        (entry, "1:12", "an eighth"),
        (entry, "1:6|12", "there are three candidates"),
        (entry, "1", "a card is due to enter"),
        (entry, "a1=1", "a card is due to enter"),
        (&uniform, "1:6", "is shown as +"),
        (&none, "1:6", "no bonus cards"),
        (bonus, "1:1", "which needs a value"),
        (bonus, "1=24:1", "the bonus shown cannot be a 24"),
        (opening, "a1=2", "a1 is taken"),
        (opening, "d1=1", "there is no 1 left in the deck"),
        (opening, "2", "nine cards are dealt before"),
        (opening, "1:2", "still being dealt"),
        (dealt, "d1=2", "the first hint is due"),
        (dealt, "1", "there is no 1 left in the deck"),
        (dealt, "6", "before a 48"),
        ("3,0,0,0/6,0,0,0/0,0,0,0/0,0,0,0 1 3,4,4 m", "1:1", "no chance event is due"),
    ] {
        let error = position(text).check_outcome(outcome.parse().unwrap()).expect_err(outcome);
        assert!(error.event() == outcome && error.rule().contains(rule), "{outcome}: {error}");
    }
    // Outcomes without a text are refused as well.
    let card = Tile::TWO;
    for cell in [Cell::new(4, 0), Cell::new(0, 200), Cell::new(255, 255)] {
        assert!(position(opening).check_outcome(Outcome::Deal { cell, card }).is_err());
    }
    let hint = Hint::from_card(Tile::ONE).unwrap();
    for line in [4, 8, 255] {
        assert!(position(entry).check_outcome(Outcome::Enter { line, bonus: None, hint }).is_err());
    }
}

#[test]
fn a_state_is_small_and_its_parts_tell_states_apart() {
    assert_eq!(size_of::<Threes>(), 24);
    assert_eq!(size_of::<Outcome>(), 4);
    let base = position("0,0,0,0/0,3,0,0/0,0,0,0/0,0,0,0 2 3,3,4 m");
    for other in [
        "0,0,0,0/0,6,0,0/0,0,0,0/0,0,0,0 2 3,3,4 m",
        "0,0,0,0/0,3,0,0/0,0,0,0/0,0,0,0 1 3,3,4 m",
        "0,0,0,0/0,3,0,0/0,0,0,0/0,0,0,0 2 3,2,4 m",
        "0,0,0,0/0,3,0,0/0,0,0,0/0,0,0,0 2 3,3,4 R2",
        "0,0,0,0/0,3,0,0/0,0,0,0/0,0,0,0 2 3,3,4 D2",
        "0,0,0,0/0,3,0,0/0,0,0,0/0,0,0,0 2 3,3,4 m bonus=uniform",
        "0,0,0,0/0,3,0,0/0,0,0,0/0,0,0,0 2 3,3,4 m end=plays-on",
    ] {
        let other = position(other);
        assert!(other != base && other.key() != base.key());
    }
}

#[test]
fn rules_are_part_of_the_state() {
    let rules = Rules::default().bonus(Bonus::Uniform).end(End::PlaysOn);
    let mut state = Threes::new(rules);
    state.settle(&mut Seed::new(1).rng());
    assert_eq!(state.rules(), rules);
    assert!(state.to_string().ends_with(" m bonus=uniform,end=plays-on"));
}

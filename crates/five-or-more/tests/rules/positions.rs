//! Tests of every rule in a position where it matters.

use gambol_core::{Game, GameExt, Player, Seed, Turn};
use gambol_five_or_more::{Colour, FiveOrMore, Move, Outcome, Phase, Preview, Rules, Wide};

fn position(text: &str) -> FiveOrMore {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// The position after legal moves and possible outcomes, given by their texts.
fn after(text: &str, events: &str) -> FiveOrMore {
    let mut state = position(text);
    for event in events.split_whitespace() {
        let done = match event.parse::<Move>() {
            Ok(action) => state.try_play(action),
            Err(_) => state.try_resolve(event.parse::<Outcome>().unwrap()),
        };
        done.unwrap_or_else(|error| panic!("{error} in {state}"));
    }
    state
}

#[track_caller]
fn leads_to(text: &str, events: &str, result: &str) {
    assert_eq!(after(text, events).to_string(), result);
}

#[track_caller]
fn refused(text: &str, action: &str, error: &str) {
    let mut state = position(text);
    let before = state;
    let refusal = match action.parse::<Move>() {
        Ok(action) => state.try_play(action),
        Err(_) => state.try_resolve(action.parse::<Outcome>().unwrap()),
    };
    assert_eq!(refusal.unwrap_err().to_string(), error);
    assert_eq!(state, before);
}

#[test]
fn a_game_starts_with_three_stones_and_shows_three_colours() {
    let start = FiveOrMore::default();
    assert_eq!(start.to_string(), "9/9/9/9/9/9/9/9/9 - 0 s");
    assert_eq!((start.turn(), start.phase()), (Turn::Chance, Phase::Start));
    leads_to(&start.to_string(), "a b a c3 d4 e5 g g c", "9/9/2a6/3b5/4a4/9/9/9/9 ggc 0 m");
}

#[test]
fn the_start_may_have_more_stones_than_a_drop() {
    leads_to("5/5/5/5/5 - 0 s initial=5,drop=2,size=5x5", "a b a b", "5/5/5/5/5 abab 0 s size=5x5,drop=2,initial=5");
    leads_to(
        "5/5/5/5/5 abab 0 s initial=5,drop=2,size=5x5",
        "c a1 b1 c1 d1",
        "abab1/5/5/5/5 ababc 0 d4 size=5x5,drop=2,initial=5",
    );
    leads_to(
        "abab1/5/5/5/5 ababc 0 d4 size=5x5,drop=2,initial=5",
        "a5 f f",
        "abab1/5/5/5/c4 ff 0 m size=5x5,drop=2,initial=5",
    );
}

#[test]
fn initial_stones_in_a_line_vanish_and_then_a_drop_follows() {
    // Five initial stones, all of one colour and in one row; the next drop starts from an empty
    // board.
    let start = "5/5/5/5/5 - 0 s size=5x5,drop=2,initial=5";
    leads_to(start, "a a a a a a1 b1 c1 d1 e1", "5/5/5/5/5 - 10 c size=5x5,drop=2,initial=5");
    leads_to(start, "a a a a a a1 b1 c1 d1 e1 b b", "5/5/5/5/5 bb 10 d size=5x5,drop=2,initial=5");
}

#[test]
fn a_move_without_a_line_is_followed_by_a_drop_and_new_colours() {
    leads_to("a8/9/9/9/9/9/9/9/9 bcd 0 m", "a1-i9", "9/9/9/9/9/9/9/9/8a bcd 0 d");
    leads_to("9/9/9/9/9/9/9/9/8a bcd 0 d", "a1 i1", "b7c/9/9/9/9/9/9/9/8a bcd 0 d2");
    leads_to("b7c/9/9/9/9/9/9/9/8a bcd 0 d2", "a9", "b7c/9/9/9/9/9/9/9/d7a - 0 c");
    leads_to("b7c/9/9/9/9/9/9/9/d7a - 0 c", "g g a", "b7c/9/9/9/9/9/9/9/d7a gga 0 m");
}

#[test]
fn illegal_moves_are_refused_with_the_reason() {
    let text = "1b7/ab7/2c6/9/9/9/9/9/9 abc 0 m";
    refused(text, "a1-a3", "a1-a3 is illegal: there is no stone on a1");
    refused(text, "c3-b1", "c3-b1 is illegal: b1 is not empty");
    refused(text, "c3-c3", "c3-c3 is illegal: c3 is not empty");
    refused(text, "c3-a1", "c3-a1 is illegal: no path of empty cells leads from c3 to a1");
    refused(text, "j3-a1", "j3-a1 is illegal: j3 is not on the board of 9×9 cells");
    refused(text, "c3-a10", "c3-a10 is illegal: a10 is not on the board of 9×9 cells");
    refused(text, "e4", "e4 is illegal: no chance event is due");
    refused("a8/9/9/9/9/9/9/9/9 bcd 0 d", "a1-a2", "a1-a2 is illegal: no move is due: chance has its turn");
    let over = "abcde/fgabc/defga/bcdef/gabcd - 0 m";
    refused(over, "a1-a2", "a1-a2 is illegal: the game is over: the board is full");
}

#[test]
fn impossible_outcomes_are_refused_with_the_reason() {
    let drop = "a8/9/9/9/9/9/9/9/9 bcd 0 d";
    refused(drop, "a1", "a1 is illegal: a1 is not empty");
    refused(drop, "j1", "j1 is illegal: j1 is not on the board of 9×9 cells");
    refused(drop, "b", "b is illegal: a cell is due, not a colour");
    refused("a8/9/9/9/9/9/9/9/9 - 0 c", "h", "h is illegal: there are only 7 colours");
    refused("a8/9/9/9/9/9/9/9/9 - 0 c", "e4", "e4 is illegal: a colour is due, not a cell");
    let places = "a4/5/5/5/5 b@e1,cd 0 p size=5x5,preview=places";
    assert!(places.parse::<FiveOrMore>().is_err(), "two stones in one item");
    let places = "a4/5/5/5/5 b@e1,c,d 0 p size=5x5,preview=places";
    refused(places, "e1", "e1 is illegal: e1 is promised to another stone");
    refused(places, "a1", "a1 is illegal: a1 is not empty");
    let drop = "a4/5/5/5/5 b@e1,c@e2,d@e3 0 d size=5x5,preview=places";
    refused(drop, "e2", "e2 is illegal: the stone was promised e1");
}

#[test]
fn a_diagonal_step_is_no_path() {
    let state = position("1a7/ab7/9/9/9/9/9/9/9 abc 0 m");
    // The corner touches b2 by its own corner only.
    assert!(state.targets("b2".parse().unwrap()).all(|cell| cell.to_string() != "a1"));
    refused(&state.to_string(), "b2-a1", "b2-a1 is illegal: no path of empty cells leads from b2 to a1");
}

#[test]
fn a_crossing_counts_the_shared_stone_once() {
    // A row and a column of five with one stone in common: nine stones.
    leads_to("9/9/3aaaa2/2a6/2a5b/2a6/2a6/9/a8 bcd 0 m", "a9-c3", "9/9/9/9/8b/9/9/9/9 bcd 42 m");
    // All four directions from one stone: seventeen, which score as fourteen do.
    let star = "a7b/9/9/9/5aaaa/3aaa3/2a1a1a2/1a2a2a1/a3a3a bcd 0 m";
    leads_to(star, "a1-e5", "8b/9/9/9/9/9/9/9/9 bcd 210 m");
    leads_to(&format!("{star} score=log"), "a1-e5", "8b/9/9/9/9/9/9/9/9 bcd 65 m score=log");
    leads_to(&format!("{star} score=product"), "a1-e5", "8b/9/9/9/9/9/9/9/9 bcd 221 m score=product");
}

#[test]
fn lines_of_six_and_nine_score_by_their_length() {
    leads_to("aaa1aa3/9/9/9/9/9/9/9/b7a bcd 5 m", "i9-d1", "9/9/9/9/9/9/9/9/b8 bcd 17 m");
    leads_to("aaaa1aaaa/9/9/9/9/9/9/9/b7a bcd 0 m", "i9-e1", "9/9/9/9/9/9/9/9/b8 bcd 42 m");
}

#[test]
fn lines_do_not_wrap_around_edges() {
    // A row, a diagonal and an antidiagonal that would continue at the other edge: five stones in
    // steps of 1, 10 and 8 cells.
    for (before, action, result) in [
        ("6aaa/a8/9/9/9/9/9/9/a8", "a9-b2", "6aaa/aa7/9/9/9/9/9/9/9"),
        ("6a2/7a1/8a/9/a8/9/9/9/a8", "a9-b6", "6a2/7a1/8a/9/a8/1a7/9/9/9"),
        ("2a6/1a7/a7a/9/9/9/9/9/a8", "a9-h4", "2a6/1a7/a7a/7a1/9/9/9/9/9"),
    ] {
        leads_to(&format!("{before} bcd 0 m"), action, &format!("{result} bcd 0 d"));
    }
}

#[test]
fn diagonals_score_in_both_directions() {
    leads_to("a8/1a7/9/3a5/4a4/9/9/9/b7a bcd 0 m", "i9-c3", "9/9/9/9/9/9/9/9/b8 bcd 10 m");
    leads_to("8a/7a1/9/5a3/4a4/9/9/9/b7a bcd 0 m", "i9-g3", "9/9/9/9/9/9/9/9/b8 bcd 10 m");
}

#[test]
fn four_in_a_row_or_five_with_a_gap_stay() {
    leads_to("aaa6/9/9/9/9/9/9/9/8a bcd 0 m", "i9-d1", "aaaa5/9/9/9/9/9/9/9/9 bcd 0 d");
    leads_to("aaa6/9/9/9/9/9/9/9/7aa bcd 0 m", "i9-f1", "aaa2a3/9/9/9/9/9/9/9/7a1 bcd 0 d");
}

#[test]
fn a_scoring_move_gives_a_free_move_and_keeps_the_colours() {
    let state = after("aaaa5/9/9/9/9/9/9/9/bc6a def 0 m", "i9-e1");
    assert_eq!(state.to_string(), "9/9/9/9/9/9/9/9/bc7 def 10 m");
    assert_eq!(state.turn(), Turn::Player(Player::First));
    // The next move that does not score is followed by the drop of those colours.
    assert_eq!(after(&state.to_string(), "a9-a1").to_string(), "b8/9/9/9/9/9/9/9/1c7 def 10 d");
}

#[test]
fn a_drop_that_scores_gives_no_free_move() {
    let state = after("aaaa5/9/9/9/9/9/9/9/8b acd 0 m", "i9-i8 e1 a9 b9");
    assert_eq!(state.to_string(), "9/9/9/9/9/9/9/8b/cd7 - 10 c");
    let state = after(&state.to_string(), "a b c");
    assert_eq!(after(&state.to_string(), "a9-a1").to_string(), "c8/9/9/9/9/9/9/8b/1d7 abc 10 d");
}

#[test]
fn a_drop_removes_all_its_lines_at_the_end_and_scores_their_total_once() {
    let drop = "aaaa5/bbbb5/9/9/9/9/9/9/9 aba 0 d";
    // The first stone completes a line. It stays until the last stone, which makes it longer, is
    // down.
    leads_to(drop, "e1", "aaaaa4/bbbb5/9/9/9/9/9/9/9 aba 0 d1");
    leads_to(drop, "e1 e2", "aaaaa4/bbbbb4/9/9/9/9/9/9/9 aba 0 d2");
    leads_to(drop, "e1 e2 f1", "9/9/9/9/9/9/9/9/9 - 108 c");
    leads_to(drop, "e1 e2 i9", "9/9/9/9/9/9/9/9/8a - 82 c");
    // With an empty board, a drop and not a move is due after the colours.
    leads_to(drop, "e1 e2 f1 c c c", "9/9/9/9/9/9/9/9/9 ccc 108 d");
}

#[test]
fn gnomes_later_version_removes_stone_by_stone() {
    let drop = "aaaa5/bbbb5/9/9/9/9/9/9/9 aba 0 d gnome-later";
    leads_to(drop, "e1", "9/bbbb5/9/9/9/9/9/9/9 aba 10 d1 gnome-later");
    // Cells that have become free can be landed on again.
    leads_to(drop, "e1 e1", "4b4/bbbb5/9/9/9/9/9/9/9 aba 10 d2 gnome-later");
    leads_to(drop, "e1 e2 e1", "4a4/9/9/9/9/9/9/9/9 - 20 c gnome-later");
    // Six in a row score 18.
    leads_to("aaa1aa3/9/9/9/9/9/9/9/9 abc 0 d gnome-later", "d1", "9/9/9/9/9/9/9/9/9 abc 18 d1 gnome-later");
}

#[test]
fn scoring_is_a_setting_of_its_own() {
    for (rules, points) in [("score=log", 25), ("score=product", 21), ("removal=each", 18), ("preview=places", 18)] {
        let places = if rules == "preview=places" { "b@a3,c@a4,d@a5" } else { "bcd" };
        let state = after(&format!("aaa1aaa2/9/9/9/9/9/9/9/b7a {places} 0 m {rules}"), "i9-d1");
        assert_eq!(state.to_string(), format!("9/9/9/9/9/9/9/9/b8 {places} {points} m {rules}"));
    }
}

#[test]
fn a_scoring_move_that_empties_the_board_is_followed_by_a_drop_of_the_colours_shown() {
    leads_to("aaaa5/9/9/4a4/9/9/9/9/9 bcd 0 m", "e4-e1 a1", "b8/9/9/9/9/9/9/9/9 bcd 10 d1");
}

#[test]
fn drops_of_one_stone_may_empty_the_board_again_and_again() {
    leads_to("aaaa1/5/5/5/5 a 0 d size=5x5,drop=1", "e1 b", "5/5/5/5/5 b 10 d size=5x5,drop=1");
}

#[test]
fn a_drop_ends_when_the_board_is_full_and_so_does_the_game() {
    // One free cell, three stones.
    let state = after("abcde/fgabc/d1fga/bcdef/gabcd efg 7 d", "b3");
    assert_eq!(state.to_string(), "abcde/fgabc/defga/bcdef/gabcd - 7 m");
    assert_eq!(state.turn(), Turn::Over);
    assert!(state.is_over() && state.actions().is_empty() && state.outcomes().is_empty());
    let mut settled = state;
    settled.settle(&mut Seed::new(1).rng());
    assert_eq!(settled, state);
}

#[test]
fn lines_on_a_full_board_vanish_before_it_is_asked_whether_the_game_is_over() {
    let state = after("aaaa1/fgabc/defga/bcdef/gabcd abc 0 d", "e1");
    assert_eq!(state.to_string(), "5/fgabc/defga/bcdef/gabcd - 10 c");
    // Stone by stone the rest of the drop lands where the line was.
    let state = after("aaaa1/fgabc/defga/bcdef/gabcd abc 0 d size=5x5,removal=each", "e1");
    assert_eq!(state.to_string(), "5/fgabc/defga/bcdef/gabcd abc 10 d1 size=5x5,removal=each");
}

#[test]
fn places_shown_are_taken_if_they_are_free() {
    let rules = "size=5x5,preview=places";
    // The places are drawn after the colours, no cell twice.
    leads_to(&format!("a4/5/5/5/5 bc 0 c {rules}"), "d", &format!("a4/5/5/5/5 bcd 0 p {rules}"));
    let state = after(&format!("a4/5/5/5/5 bcd 0 p {rules}"), "e1 e2 e3");
    assert_eq!(state.to_string(), format!("a4/5/5/5/5 b@e1,c@e2,d@e3 0 m {rules}"));
    // A free cell is certain; the stone whose cell is taken goes to any free one, even to that of a
    // later stone.
    let mut state = after(&state.to_string(), "a1-e2");
    let certain: Outcome = "e1".parse().unwrap();
    assert_eq!(state.outcomes(), [(certain, 1.0)]);
    state = after(&state.to_string(), "e1");
    assert_eq!(state.outcomes().len(), 23);
    state = after(&state.to_string(), "e3");
    assert_eq!(state.to_string(), format!("4b/4a/4c/5/5 b@e1,c@e2,d@e3 0 d2 {rules}"));
    assert_eq!(state.outcomes().len(), 22);
}

#[test]
fn a_free_move_keeps_the_places() {
    leads_to(
        "aaaa1/5/5/5/b3a b@d5,c@e2,d@e3 0 m size=5x5,preview=places",
        "e5-e1",
        "5/5/5/5/b4 b@d5,c@e2,d@e3 10 m size=5x5,preview=places",
    );
}

#[test]
fn without_enough_cells_the_last_stones_have_no_place() {
    let rules = "size=5x5,preview=places";
    let state = after(&format!("abcde/fgabc/defga/bcdef/gab2 efg 0 p {rules}"), "e5 d5");
    assert_eq!(state.to_string(), format!("abcde/fgabc/defga/bcdef/gab2 e@e5,f@d5,g 0 m {rules}"));
    // The move to e5 takes the first one's place and leaves c5.
    let state = after(&state.to_string(), "c5-e5");
    assert_eq!(state.outcomes().len(), 2);
    let state = after(&state.to_string(), "c5");
    assert_eq!(state.outcomes(), [("d5".parse().unwrap(), 1.0)]);
    assert!(after(&state.to_string(), "d5").is_over());
}

#[test]
fn a_board_that_does_not_fit_says_which_type_to_use() {
    let error = FiveOrMore::<u128>::new(Rules::LARGE).unwrap_err();
    assert_eq!(
        error.to_string(),
        "a board of 300 cells does not fit FiveOrMore<u128>, which holds 128: use FiveOrMore<Wide>"
    );
}

#[test]
fn keys_leave_the_score_out_and_keep_the_rest() {
    let key = |text: &str| text.parse::<FiveOrMore>().unwrap().key();
    let text = "ab7/9/9/9/9/9/9/9/9 bcd 0 m";
    assert_eq!(key(text), key("ab7/9/9/9/9/9/9/9/9 bcd 10 m"));
    for other in [
        "ba7/9/9/9/9/9/9/9/9 bcd 0 m",
        "ab7/9/9/9/9/9/9/9/9 bdc 0 m",
        "ab7/9/9/9/9/9/9/9/9 bcd 0 d",
        "ab7/9/9/9/9/9/9/9/9 bcd 0 m score=log",
        "ab7/9/9/9/9/9/9/9/9 bcd 0 m colours=8",
        "ab7/9/9/9/9/9/9/9/9 b@c3,c@c4,d@c5 0 m preview=places",
        "ab7/9/9/9/9/9/9/9/9 b@c3,c@c4,d@c6 0 m preview=places",
    ] {
        assert_ne!(key(text), key(other), "{other}");
    }
}

#[test]
fn paths_are_shortest_and_go_through_empty_cells() {
    let state = position("a1b6/1b7/b8/9/9/9/9/9/9 abc 0 m");
    let path = |from: &str, to: &str| state.path(from.parse().unwrap(), to.parse().unwrap());
    assert_eq!(path("c1", "d1").unwrap().len(), 2);
    assert_eq!(path("a3", "i9").unwrap().len(), 15);
    assert_eq!(path("b2", "b1").unwrap().len(), 2);
    assert_eq!(path("a3", "b1"), None);
    assert_eq!(path("d1", "c1"), None);
    assert_eq!(path("z9", "c1"), None);
    let mut rng = Seed::new(5).rng();
    let mut state = FiveOrMore::default();
    state.settle(&mut rng);
    while let Some(action) = state.random_action(&mut rng) {
        let path = state.path(action.from, action.to).unwrap();
        assert_eq!((path.first(), path.last()), (Some(&action.from), Some(&action.to)));
        for step in path.windows(2) {
            assert_eq!(step[0].row.abs_diff(step[1].row) + step[0].column.abs_diff(step[1].column), 1);
            assert_eq!(state.stone(step[1]), None);
        }
        state.play(action);
        state.settle(&mut rng);
    }
}

#[test]
fn what_is_on_the_board_can_be_asked() {
    let state = position("ab7/9/9/9/9/9/9/9/8a cde 0 m");
    assert_eq!(state.stone("b1".parse().unwrap()), Colour::from_letter('b'));
    assert_eq!(state.stone("c1".parse().unwrap()), None);
    assert_eq!(state.stone("z26".parse().unwrap()), None);
    let a = Colour::new(0).unwrap();
    assert_eq!(state.stones_of(a).map(|cell| cell.to_string()).collect::<Vec<_>>(), ["a1", "i9"]);
    assert_eq!((state.stones().len(), state.free_cells().len()), (3, 78));
    assert_eq!(state.next().map(|stone| stone.colour.letter()).collect::<String>(), "cde");
    assert_eq!((state.width(), state.height(), state.rules().preview()), (9, 9, Preview::Colours));
}

#[test]
fn illegal_events_do_not_panic() {
    let mut rng = Seed::new(9).rng();
    let cell = |rng: &mut _| {
        gambol_core::Cell::new(gambol_core::random::below(rng, 256) as u8, gambol_core::random::below(rng, 256) as u8)
    };
    for rules in [Rules::THESIS, Rules::THESIS.gnome_later().with_preview(Preview::Places)] {
        let mut state = FiveOrMore::<u128>::new(rules).unwrap();
        let mut wide = FiveOrMore::<Wide>::new(rules).unwrap();
        for _ in 0..3_000 {
            let (action, stone) = (Move::new(cell(&mut rng), cell(&mut rng)), Outcome::Stone(cell(&mut rng)));
            let colour = Outcome::Colour(Colour::new((rng_byte(&mut rng)) % 26).unwrap());
            for outcome in [stone, colour] {
                state.resolve(outcome);
                wide.resolve(outcome);
            }
            state.play(action);
            wide.play(action);
            let _ = (state.to_string(), wide.to_string(), state.key(), state.actions(), wide.outcomes());
            let _ = (state.random_action(&mut rng), state.random_outcome(&mut rng), wide.random_action(&mut rng));
        }
    }
}

fn rng_byte(rng: &mut impl gambol_core::Rng) -> u8 {
    gambol_core::random::below(rng, 256) as u8
}

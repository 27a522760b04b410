//! A position of each game, played by keys and by the mouse.

use gambol::five_or_more::FiveOrMore;
use gambol::match5::Match5;
use gambol::pentago_swap::PentagoSwap;
use gambol::tenten::TenTen;
use gambol::threes::Threes;
use ratatui::crossterm::event::{KeyCode, MouseButton, MouseEventKind};

use super::*;

/// A stone at a1 that can go anywhere, one at i9 that is walled in, and the walls.
const FIVE: &str = "a8/9/9/9/9/9/9/8b/7cd abc 12 m";
const TENTEN: &str = "10/10/10/1xxx6/10/10/10/10/10/10 l2nw,o2,o2 3";
const THREES: &str = "3,3,0,0/3,3,3,0/0,0,0,0/6,0,12,2 1 2,3,3 m";

#[test]
fn the_targets_of_a_picked_stone_are_shown() {
    let mut app = app::<FiveOrMore>(FIVE);
    let before = text(&mut app);
    assert!(before.contains("Score 12") && before.contains("Next  ●a ●b ●c"), "{before}");
    assert_eq!(before.matches("▗▄▄▖").count(), 4, "{before}");
    assert_eq!(before.matches('·').count(), 0);
    click(&mut app, cell("a1"));
    let picked = text(&mut app);
    assert_eq!(picked.matches('·').count(), 81 - 4, "{picked}");
    // The corner is walled in: it cannot be picked, and the previous pick stays.
    click(&mut app, cell("i9"));
    assert!(text(&mut app).contains("Not possible: the stone on i9 has no path out."));
    assert_eq!(app.play.picked, [cell("a1")]);
    // Another stone is picked instead, and then unpicked.
    click(&mut app, cell("i8"));
    assert_eq!(app.play.picked, [cell("i8")]);
    click(&mut app, cell("i8"));
    assert!(app.play.picked.is_empty());
    assert_eq!(app.play.session.moves(), 0);
}

#[test]
fn a_refused_pick_says_which_rule_it_breaks() {
    fn refused<G: Notation>(position: &str, spots: &[Spot], rule: &str) {
        let mut app = app::<G>(position);
        app.play.settings.people = [true; 2];
        for &spot in spots {
            app.choose(spot);
        }
        let shown = text(&mut app);
        assert!(shown.contains(&format!("Not possible: {rule}.")), "{shown}");
        assert_eq!(app.play.session.moves(), 0);
    }
    refused::<FiveOrMore>(FIVE, &[cell("b5")], "there is no stone on b5");
    refused::<FiveOrMore>(FIVE, &[cell("a1"), cell("i9")], "the stone on i9 has no path out");
    let walled = "a8/9/9/9/9/9/9/7cc/7c1 abc 12 m";
    refused::<FiveOrMore>(walled, &[cell("a1"), cell("i9")], "no path of empty cells leads from a1 to i9");
    refused::<TenTen>(TENTEN, &[cell("a1")], "pick a piece of the hand first");
    refused::<TenTen>(TENTEN, &[Spot::Piece(1), cell("a4")], "b4 is filled");
    refused::<TenTen>(TENTEN, &[Spot::Piece(1), cell("j4")], "at j4, the piece would extend beyond the board");
    let full = "x9/1x8/2x7/3x6/4x5/5x4/6x3/7x2/8x1/9x o1,h5,v5 0";
    refused::<TenTen>(full, &[Spot::Piece(0), cell("a1")], "a1 is filled");
    refused::<PentagoSwap>("w5/6/6/6/6/6 b", &[cell("a1")], "a piece goes on an empty cell, and white is on this one");
    refused::<PentagoSwap>("w5/6/6/6/6/6 b", &[cell("b1"), cell("a1")], "two quadrants are swapped now");
    refused::<Match5>("4r4/9/9/9/9/9/9/9/9 b", &[cell("e1")], "a red stone is there");
}

#[test]
fn a_stone_is_moved_by_keys_and_three_drop() {
    let mut app = app::<FiveOrMore>(FIVE);
    app.cursor = cell("b2");
    for key in [KeyCode::Left, KeyCode::Up, KeyCode::Enter, KeyCode::Right, KeyCode::Right, KeyCode::Char(' ')] {
        press(&mut app, key);
    }
    let state = app.state().to_string();
    assert!(app.board().look("c1".parse().unwrap()).is_some(), "{state}");
    assert_eq!(
        (
            app.play.session.moves(),
            app.board().cells().into_iter().filter(|&cell| app.board().look(cell).is_some()).count()
        ),
        (1, 7),
        "{state}"
    );
    // Chance has moved, so undo needs a confirmation.
    keys(&mut app, "u");
    assert!(text(&mut app).contains("Chance has moved since"));
    keys(&mut app, "y");
    assert_eq!(app.state().to_string(), FIVE);
}

#[test]
fn undo_after_chance_asks_first() {
    let moved = || {
        let mut app = app::<FiveOrMore>(FIVE);
        app.choose(cell("a1"));
        app.choose(cell("c1"));
        assert_eq!(app.play.session.moves(), 1);
        keys(&mut app, "u");
        let shown = text(&mut app);
        assert!(shown.contains("Sure?") && shown.contains("y undoes it anyway"), "{shown}");
        app
    };
    for key in [KeyCode::Esc, KeyCode::Char('n'), KeyCode::Enter] {
        let mut app = moved();
        press(&mut app, key);
        assert!(app.dialog.is_none() && app.play.session.moves() == 1, "{key:?}");
    }
    let mut app = moved();
    mouse(&mut app, MouseEventKind::Down(MouseButton::Left), (1, 1));
    assert!(app.dialog.is_none() && app.play.session.moves() == 1);
    let mut app = moved();
    keys(&mut app, "y");
    assert_eq!((app.state().to_string().as_str(), app.play.session.moves()), (FIVE, 0));
    assert!(app.dialog.is_none() && !app.play.settings.over_chance, "it is asked again the next time");
    // There is no confirmation if undo over chance is on, or if there is nothing to undo.
    let mut app = super::app::<FiveOrMore>(FIVE);
    keys(&mut app, "u");
    assert!(app.dialog.is_none() && text(&mut app).contains("nothing to undo"));
    app.play.settings.over_chance = true;
    app.choose(cell("a1"));
    app.choose(cell("c1"));
    keys(&mut app, "u");
    assert_eq!(app.state().to_string(), FIVE);
}

#[test]
fn an_action_that_was_not_searched_has_no_value_in_the_panel() {
    use gambol::Decision;
    use gambol::search::RootAction;
    use gambol_play::Hint;

    let mut app = app::<FiveOrMore>(FIVE);
    let [one, other] = ["a1-c1", "a1-e5"].map(|action| action.parse().unwrap());
    let mut decision = Decision::new(gambol::Player::First, one, 1_771.4);
    let mut sampled = RootAction::new(one, 1_771.4).visits(4);
    sampled.std_error = Some(1.35);
    decision.root = vec![RootAction::unsearched(other, 1_806), sampled];
    app.play.hint = Some(Hint { decision, spots: Vec::new(), early: false });
    let shown = text(&mut app);
    assert!(shown.contains("a1-c1          1771.40      4"), "{shown}");
    assert!(shown.contains("a1-e5                –      0") && !shown.contains("1806"), "{shown}");
}

#[test]
fn a_stone_is_dragged_to_its_target_and_the_right_button_lets_go() {
    let mut app = app::<FiveOrMore>(FIVE);
    let at = |app: &App, name: &str| {
        let place = app.geometry().unwrap().place(cell(name));
        (place.x, place.y)
    };
    let (from, wall, to) = (at(&app, "a1"), at(&app, "i9"), at(&app, "e5"));
    mouse(&mut app, MouseEventKind::Down(MouseButton::Left), from);
    // After a drop on a stone, the pick stays.
    mouse(&mut app, MouseEventKind::Up(MouseButton::Left), wall);
    assert_eq!(app.play.picked, [cell("a1")]);
    mouse(&mut app, MouseEventKind::Down(MouseButton::Right), from);
    assert!(app.play.picked.is_empty());
    mouse(&mut app, MouseEventKind::Down(MouseButton::Left), from);
    mouse(&mut app, MouseEventKind::Drag(MouseButton::Left), to);
    assert_eq!(app.cursor, cell("e5"));
    mouse(&mut app, MouseEventKind::Up(MouseButton::Left), to);
    assert_eq!(app.play.session.moves(), 1);
    assert!(app.board().look("e5".parse().unwrap()).is_some());
}

#[test]
fn tab_goes_round_what_can_be_picked() {
    let mut app = app::<FiveOrMore>(FIVE);
    app.cursor = cell("a1");
    let mut seen = Vec::new();
    for _ in 0..4 {
        press(&mut app, KeyCode::Tab);
        seen.push(app.cursor);
    }
    assert_eq!(seen, ["i8", "h9", "a1", "i8"].map(cell), "{}", text(&mut app));
    press(&mut app, KeyCode::BackTab);
    assert_eq!(app.cursor, cell("a1"));
}

#[test]
fn stones_show_their_letters_when_asked() {
    let mut app = app::<FiveOrMore>(FIVE);
    assert!(!screen(&mut app, 54, 17)[9].contains('c'));
    keys(&mut app, "l");
    let small = screen(&mut app, 54, 17);
    assert!(small[9].contains("c d"), "{small:?}");
}

#[test]
fn a_piece_is_picked_by_its_number_and_covers_cells_at_the_cursor() {
    let mut app = app::<TenTen>(TENTEN);
    let shown = text(&mut app);
    assert!(shown.contains("█▀") && shown.contains("██"), "{shown}");
    keys(&mut app, "1");
    assert_eq!(app.play.picked, [Spot::Piece(0)]);
    app.cursor = cell("a1");
    assert_eq!(app.board().ghost(&app.play.picked, app.cursor).len(), 3);
    keys(&mut app, " ");
    assert_eq!(app.state().to_string(), "xx8/x9/10/1xxx6/10/10/10/10/10/10 o2,o2 6");
    // The second of two equal pieces, by the mouse.
    click(&mut app, Spot::Piece(1));
    click(&mut app, cell("b4"));
    assert!(text(&mut app).contains("Not possible: b4 is filled."));
    click(&mut app, cell("i9"));
    assert_eq!(app.board().hand().len(), 1);
    // No pieces were dealt since, so both placements can be undone.
    keys(&mut app, "uu");
    assert_eq!(app.state().to_string(), TENTEN);
    keys(&mut app, "r");
    assert_eq!(app.play.session.moves(), 1);
}

#[test]
fn cards_are_swiped_by_arrows_drags_and_clicks() {
    let mut app = app::<Threes>(THREES);
    let shown = text(&mut app);
    assert!(shown.contains("12") && shown.contains("Next   1") && shown.contains("Deck"), "{shown}");
    press(&mut app, KeyCode::Left);
    assert_eq!(app.play.session.moves(), 1);
    assert_eq!(app.board().look("a1".parse().unwrap()).unwrap().text, "6");
    mouse(&mut app, MouseEventKind::Down(MouseButton::Left), (5, 5));
    mouse(&mut app, MouseEventKind::Up(MouseButton::Left), (15, 6));
    assert_eq!(app.play.session.moves(), 2, "{}", app.state());
    click(&mut app, Spot::Edge(Direction::Up));
    assert_eq!(app.play.session.moves(), 3, "{}", app.state());
    // A swipe that moves no tile is rejected.
    let mut stuck = super::app::<Threes>("3,6,0,0/0,0,0,0/0,0,0,0/0,0,0,0 1 2,3,3 m");
    press(&mut stuck, KeyCode::Up);
    assert_eq!(stuck.play.session.moves(), 0);
    assert!(text(&mut stuck).contains("Not possible: a swipe up moves no card."));
}

#[test]
fn a_bonus_card_is_shown_as_what_it_may_be() {
    let mut app = app::<Threes>("96,0,0,0/0,0,0,0/0,0,0,0/0,0,0,0 6|12 4,4,3 m");
    let shown = text(&mut app);
    assert!(shown.contains(" 6  or  12 "), "{shown}");
}

#[test]
fn a_swap_takes_a_cell_and_two_quadrants() {
    let mut app = app::<PentagoSwap>("");
    app.play.settings.people = [true; 2];
    click(&mut app, cell("c3"));
    assert_eq!(app.cursor, Spot::Quadrant(0), "the cursor is on what can be picked");
    let shown = text(&mut app);
    assert!(shown.contains(" a ") && shown.contains(" d ") && shown.contains("first of two quadrants"), "{shown}");
    keys(&mut app, "b");
    assert_eq!(app.play.targets.len(), 3, "a quadrant is not swapped with itself");
    click(&mut app, Spot::Quadrant(0));
    assert_eq!(app.state().to_string(), "6/6/5w/6/6/6 b", "in either order");
    // Picks are removed one by one.
    click(&mut app, cell("a1"));
    keys(&mut app, "d");
    press(&mut app, KeyCode::Esc);
    press(&mut app, KeyCode::Esc);
    assert!(app.play.picked.is_empty());
    press(&mut app, KeyCode::Down);
    assert_eq!(app.cursor, cell("e6"), "from the middle of the quadrant");
}

#[test]
fn the_row_that_wins_is_told() {
    let mut app = app::<Match5>("rrrr5/bbbb5/9/9/9/9/9/9/9 r");
    app.play.settings.people = [true; 2];
    click(&mut app, cell("e1"));
    let shown = text(&mut app);
    assert!(shown.contains("red wins") && shown.contains("Game over"), "{shown}");
    click(&mut app, cell("e2"));
    assert!(text(&mut app).contains("The game is over"));
    keys(&mut app, "u");
    assert_eq!(app.play.session.moves(), 0);
}

#[test]
fn the_side_that_began_is_the_first() {
    for (rules, first) in [("9/9/9/9/9/9/9/9/9 r", "▶ ● red  you"), ("9/9/9/9/9/9/9/9/9 b", "▶ ● blue  you")] {
        let shown = text(&mut super::app::<Match5>(rules));
        assert!(shown.contains(first), "{shown}");
    }
}

#[test]
fn all_boards_fit_where_they_say_and_large_ones_grow() {
    let large = |name: &str| prepare(Registry::standard().start(name).unwrap(), &options()).unwrap();
    let (mut large, mut gomoku) = (large("five-or-more:large"), large("match5:edge=19,row=5"));
    assert!(screen(&mut large, 80, 24)[0].contains(" t "), "twenty columns");
    assert!(screen(&mut gomoku, 80, 24)[19].contains("19"));
    for (width, height) in [(20, 5), (1, 1), (73, 15)] {
        let shown = screen(&mut gomoku, width, height).join("").replace(' ', "");
        assert!(shown.starts_with('T') || width < 5, "{shown}");
    }
    assert!(screen(&mut gomoku, 40, 10).join(" ").contains("too small"));
    keys(&mut gomoku, " ");
    press(&mut gomoku, KeyCode::Left);
    assert!(screen(&mut gomoku, 200, 60)[0].contains("Match5"));
}

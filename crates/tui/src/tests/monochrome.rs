//! The screen of a terminal without colours: only characters.

use gambol::five_or_more::FiveOrMore;
use gambol::match5::Match5;
use gambol::pentago_swap::PentagoSwap;
use gambol::tenten::TenTen;
use gambol::threes::Threes;

use super::*;

/// From the minimum size for all boards, with cells of two columns and one row.
const SIZES: [(u16, u16); 4] = [(56, 17), (80, 24), (100, 30), (160, 50)];

fn plain<G: Notation>(position: &str) -> App {
    let mut app = app::<G>(position);
    app.monochrome = true;
    app.play.settings.people = [true; 2];
    app.play.changed();
    app.place_cursor();
    app
}

/// Returns the text over the board and the hand, without the message and the keys below.
fn written(app: &mut App, (width, height): (u16, u16)) -> String {
    let lines = screen(app, width, height);
    lines[..usize::from(height) - 2].join("\n")
}

#[test]
fn a_cursor_key_changes_what_is_written() {
    fn moves<G: Notation>(position: &str) {
        for size in SIZES {
            let mut app = plain::<G>(position);
            let mut seen = vec![written(&mut app, size)];
            for code in [KeyCode::Right, KeyCode::Right, KeyCode::Up, KeyCode::Left, KeyCode::Down, KeyCode::Down] {
                press(&mut app, code);
                seen.push(written(&mut app, size));
            }
            for pair in seen.windows(2) {
                assert!(pair[0] != pair[1], "{size:?}:\n{}", pair[0]);
                assert_eq!(pair[1].matches('[').count(), 1, "{size:?}:\n{}", pair[1]);
                assert_eq!(pair[1].matches(']').count(), 1, "{size:?}:\n{}", pair[1]);
            }
        }
    }
    moves::<TenTen>("10/10/10/1xxx6/10/10/10/10/10/10 l2nw,o2,o2 3");
    moves::<PentagoSwap>("");
    moves::<Match5>("4r4/4b4/9/9/9/9/9/9/9 r");
    moves::<FiveOrMore>("a8/9/9/9/9/9/9/8b/7cd abc 12 m");
}

#[test]
fn empty_cells_stones_picks_and_targets_are_written() {
    for size in SIZES {
        let mut five = plain::<FiveOrMore>("a8/9/9/9/9/9/9/8b/7cd abc 12 m");
        five.cursor = cell("e5");
        let text = written(&mut five, size);
        assert_eq!(text.matches('·').count(), 81 - 4, "{text}");
        for letter in ['a', 'b', 'c', 'd'] {
            // The stone, the next stones, and the name of the column.
            assert!(text.matches(letter).count() > 1, "{letter}: {text}");
        }
        five.choose(cell("a1"));
        five.cursor = cell("e5");
        let text = written(&mut five, size);
        assert_eq!((text.matches('+').count(), text.matches('(').count()), (81 - 4, 1), "{text}");
        five.cursor = cell("a1");
        assert!(written(&mut five, size).contains('{'));

        let mut swap = plain::<PentagoSwap>("");
        swap.choose(cell("c3"));
        swap.choose(Spot::Quadrant(1));
        swap.cursor = Spot::Quadrant(2);
        let text = written(&mut swap, size);
        assert!(text.contains("(b)") && text.contains("[c]") && text.contains(" a "), "{text}");
    }
}

#[test]
fn the_place_of_a_piece_is_written() {
    let mut app = plain::<TenTen>("10/10/10/1xxx6/10/10/10/10/10/10 l2nw,o2,o2 3");
    app.cursor = Spot::Piece(1);
    assert!(text(&mut app).contains("[2]"), "{}", text(&mut app));
    app.choose(Spot::Piece(1));
    app.cursor = cell("f6");
    let fits = text(&mut app);
    // The title contains one of the marks, too.
    assert!(fits.contains("(2)") && fits.matches('#').count() == 4 && fits.matches('!').count() == 1, "{fits}");
    // The cursor is also shown under the piece.
    assert!(fits.contains("[#") || fits.contains("[ #"), "{fits}");
    app.cursor = cell("b4");
    let misfit = text(&mut app);
    assert!(misfit.matches('!').count() == 5 && !misfit.contains('#'), "{misfit}");
}

#[test]
fn a_hint_is_written() {
    fn hinted<G: Notation>(position: &str) -> String {
        let mut app = plain::<G>(position);
        app.play.settings.agents = ["mc:z=1".to_owned(), "mc:z=1".to_owned()];
        keys(&mut app, "h");
        app.wait();
        let spots = app.play.hint.as_ref().unwrap().spots.clone();
        // The cursor must not cover it.
        app.cursor = app.board().spots(&[]).into_iter().find(|spot| !spots.contains(spot)).unwrap_or(app.cursor);
        written(&mut app, (80, 24))
    }
    for text in [
        hinted::<TenTen>("10/10/10/1xxx6/10/10/10/10/10/10 l2nw,o2,o2 3"),
        hinted::<PentagoSwap>(""),
        hinted::<Match5>("4r4/4b4/9/9/9/9/9/9/9 r"),
        hinted::<FiveOrMore>("a8/9/9/9/9/9/9/8b/7cd abc 12 m"),
    ] {
        assert!(text.contains('<') && text.contains('>'), "{text}");
    }
    let swipe = hinted::<Threes>("3,3,0,0/3,3,3,0/0,0,0,0/6,0,12,2 1 2,3,3 m");
    assert!(["◀◀", "▶▶", "▲▲▲", "▼▼▼"].into_iter().filter(|arrow| swipe.contains(arrow)).count() == 1, "{swipe}");
}

#[test]
fn the_line_that_won_is_written() {
    let mut app = plain::<Match5>("rrrr5/bbbb5/9/9/9/9/9/9/9 r");
    app.choose(cell("e1"));
    app.cursor = cell("i9");
    let text = written(&mut app, (80, 24));
    assert_eq!(text.matches('*').count(), 10, "{text}");
}

#[test]
fn the_chosen_row_of_the_menu_is_written() {
    let mut app = plain::<Match5>("");
    keys(&mut app, "m");
    let first = written(&mut app, (80, 24));
    press(&mut app, KeyCode::Down);
    assert!(first.contains('▶') && first != written(&mut app, (80, 24)), "{first}");
}

//! Tests of each rule in a position where it matters.

use gambol_core::{Cell, Game, GameExt, Player, Turn};
use gambol_match5::{Bits, Colour, Match5, Rules, Wide};

fn game(text: &str) -> Match5 {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn after(text: &str, action: &str) -> Match5 {
    let mut game = game(text);
    game.try_play(action.parse().unwrap()).unwrap();
    game
}

#[test]
fn five_in_a_row_win_in_each_direction() {
    for (text, action) in [
        ("rrrr5/bbbb5/9/9/9/9/9/9/9 r", "e1"),
        ("rb7/rb7/rb7/rb7/9/9/9/9/9 r", "a5"),
        ("r1b6/1rb6/2r6/2br5/9/2b6/9/9/9 r", "e5"),
        ("2b5r/2b4r1/6r2/2b2r3/9/2b6/9/9/9 r", "e5"),
    ] {
        let won = after(text, action);
        assert_eq!((won.winner(), won.turn(), won.score()), (Some(Colour::Red), Turn::Over, 1), "{text}");
        assert_eq!(won.winning_run().count(), 5);
        assert!(won.winning_run().all(|cell| won.stone(cell) == Some(Colour::Red)));
    }
}

#[test]
fn four_in_a_row_do_not_win() {
    assert_eq!(after("rrr6/bbb6/9/9/9/9/9/9/9 r", "d1").turn(), Turn::Player(Player::Second));
}

#[test]
fn six_and_more_in_a_row_win_too() {
    let six = after("rrr1rr3/bbb1b3b/9/9/9/9/9/9/9 r", "d1");
    assert_eq!((six.winner(), six.winning_run().count()), (Some(Colour::Red), 6));
    let nine = after("rrrr1rrrr/bbbb1bbb1/b8/9/9/9/9/9/9 r", "e1");
    assert_eq!((nine.winner(), nine.winning_run().count()), (Some(Colour::Red), 9));
}

#[test]
fn one_stone_can_close_several_rows() {
    let star = after("r3r3r/1b1br1b2/4r4/b3r3b/rrrr5/2b1b1b2/9/1b1b1b3/9 r", "e5");
    assert_eq!((star.winner(), star.winning_run().count()), (Some(Colour::Red), 9));
}

#[test]
fn rows_do_not_go_round_the_border() {
    // Five cells that are consecutive if the lines of the board are joined end to end, but lie on
    // two sides of it: i1 j1 k1 a2 b2, i1 j2 k3 a5 b6 and c1 b2 a3 k3 j4 on a board with an edge of
    // 11, which fills its word.
    fn winner<B: Bits>(edge: u8, start: u16, step: u16) -> Option<Colour> {
        let mut game = Match5::<B>::new(Rules::new(edge, 5).unwrap()).unwrap();
        for nth in 0..5 {
            let place = start + nth * step;
            let (column, row) = (place % u16::from(edge), place / u16::from(edge));
            game.try_play(Cell::new(column as u8, row as u8)).unwrap();
            game.try_play(Cell::new(2 * nth as u8, edge - 1)).unwrap();
        }
        game.winner()
    }
    for edge in 9..=20 {
        let wide = u16::from(edge);
        for (start, step) in [(wide - 3, 1), (wide - 3, wide + 1), (2, wide - 1)] {
            assert_eq!(winner::<Wide>(edge, start, step), None, "{edge} {start} {step}");
            if edge <= u128::EDGE {
                assert_eq!(winner::<u128>(edge, start, step), None, "{edge} {start} {step}");
            }
        }
    }
}

#[test]
fn a_full_board_without_a_row_is_a_draw() {
    let draw = after("rbrbr/rbrbr/brbrb/brbrb/rbrb1 r", "e5");
    assert_eq!((draw.turn(), draw.winner(), draw.score(), draw.left()), (Turn::Over, None, 0, 0));
    assert_eq!(draw.winning_run().count(), 0);
}

#[test]
fn a_row_that_fills_the_board_wins() {
    let won = after("rbrbr/rbbrb/rrbbb/rbrbr/1brbr r", "a5");
    assert_eq!((won.turn(), won.winner(), won.score(), won.left()), (Turn::Over, Some(Colour::Red), 1, 0));
}

#[test]
fn the_score_is_that_of_who_has_begun() {
    let play = |starts| {
        let mut game = Match5::<u128>::new(Rules::MATCH5.starting(starts)).unwrap();
        let mut turns = Vec::new();
        for action in "a9 a1 b9 b1 c9 c1 d9 d1 h9 e1".split(' ') {
            turns.push(game.turn());
            game.try_play(action.parse().unwrap()).unwrap();
        }
        assert_eq!(turns[..2], [Turn::Player(Player::First), Turn::Player(Player::Second)]);
        (game.winner(), game.score(), game.rules().starts())
    };
    assert_eq!(play(Colour::Red), (Some(Colour::Blue), -1, Colour::Red));
    assert_eq!(play(Colour::Blue), (Some(Colour::Red), -1, Colour::Blue));
}

#[test]
fn the_length_of_the_row_is_a_setting() {
    for row in 3..=6 {
        let mut game = Match5::<u128>::new(Rules::new(9, row).unwrap()).unwrap();
        for column in 0..row {
            assert_eq!(game.turn(), Turn::Player(Player::First), "{row}");
            game.try_play(Cell::new(column, 0)).unwrap();
            if column + 1 < row {
                game.try_play(Cell::new(2 * (column % 4), 4 + column / 4)).unwrap();
            }
        }
        assert_eq!(game.winner(), Some(Colour::Red), "{row}");
    }
}

//! Match5's self-learning player, which learns from the games that it loses to a human player.

use gambol::match5::Match5;
use gambol::{Budget, Cell, Search};

use super::knowledge::known;
use super::*;

/// Creates a game of a human player, red, against the player; the seed determines its free moves.
fn pupil(seed: u64) -> App {
    app_with::<Match5>("", &Options { agents: vec!["self-taught".to_owned()], seed, ..options() })
}

/// Returns the state of the game in its own type.
fn match5(app: &App) -> &Match5 {
    app.state().state().unwrap()
}

/// Returns the cells of a winning row for the side with the most stones in it and none of the
/// opponent's, the free cells last.
fn best_row(state: &Match5) -> Vec<Cell> {
    let side = state.side();
    let rows = (0..9).flat_map(|row| (0..5).map(move |left| (0..5).map(|x| Cell::new(left + x, row)).collect()));
    let mut rows: Vec<Vec<Cell>> = rows.collect();
    rows.retain(|row| row.iter().all(|&cell| state.stone(cell).is_none_or(|stone| stone == side)));
    rows.sort_by_key(|row| row.iter().filter(|&&cell| state.stone(cell).is_some()).count());
    let mut row = rows.pop().unwrap();
    row.sort_by_key(|&cell| state.stone(cell).is_none());
    row
}

/// Places a stone of the best row for the human player, and lets the agent answer.
fn advance(app: &mut App) {
    let cell = *best_row(match5(app)).last().unwrap();
    let moves = app.play.session.moves();
    click(app, Spot::Cell(cell));
    assert_eq!(app.play.session.moves(), moves + 1, "{}", text(app));
    if !app.state().is_over() {
        run_to(app, moves + 2);
    }
}

/// Plays a game to its end, which the human player must win.
fn beat(app: &mut App) {
    while !app.state().is_over() {
        advance(app);
    }
    assert!(text(app).contains("red wins"), "{}", text(app));
}

fn patterns(app: &App) -> Vec<String> {
    app.play.pupil.as_ref().unwrap().notebook.knowledge().patterns().map(ToString::to_string).collect()
}

#[test]
fn a_lost_game_teaches_a_row_of_four_and_the_next_game_stops_it() {
    let mut app = pupil(1);
    assert!(text(&mut app).contains("new, level 0"));
    beat(&mut app);
    let learned = patterns(&app);
    assert_eq!(learned.len(), 1);
    let shown = text(&mut app);
    assert!(shown.contains(&format!("Learned {}; level 1", learned[0])), "{shown}");
    assert!(shown.contains("new, level 1") && shown.contains("1 pattern, not stored"), "{shown}");

    // The same four in another game: they are now blocked by its moves and by its hints.
    keys(&mut app, "n");
    let row =
        format!("{}4", learned[0].strip_suffix(" 1").unwrap().replace('B', "r").replace('X', "1")).replace("14", "5");
    let mut next = super::app::<Match5>(&format!("9/9/9/9/{row}/9/9/9/b1b1b1b2 r"));
    next.play.settings.agents = ["self-taught".to_owned(), "self-taught".to_owned()];
    std::mem::swap(&mut next.play.pupil, &mut app.play.pupil);
    click(&mut next, cell("i1"));
    run_to(&mut next, 2);
    let (last, person) = next.play.session.actions().last().unwrap();
    let last: Cell = last.as_str().parse().unwrap();
    let red = |column: &u8| match5(&next).stone(Cell::new(*column, 4)) == Some(gambol::match5::Colour::Red);
    let mut five: Vec<u8> = (0..9).filter(red).chain([last.column]).collect();
    five.sort_unstable();
    assert!(!person && last.row == 4 && five[4] - five[0] == 4, "{}", next.state());
}

#[test]
fn what_it_knows_gives_hints_too() {
    let mut app = app::<Match5>("bbbb5/9/9/9/9/9/9/9/r1r1r1r2 r");
    app.play.settings.agents[0] = "self-taught".to_owned();
    *app.notebook() = known(&["BBBBX 1"]).into();
    keys(&mut app, "h");
    app.wait();
    assert_eq!(app.play.hint.as_ref().unwrap().spots, [cell("e1")]);
}

#[test]
fn every_game_that_a_person_wins_is_learned_from() {
    let mut app = pupil(3);
    let mut person = app.state().agent("threat").unwrap();
    let mut lessons = 0;
    for _ in 0..6 {
        while !app.state().is_over() {
            let move_of_person =
                person.search(app.state(), &Budget::unlimited(), app.play.session.decision_seed(0)).unwrap().action;
            let moves = app.play.session.moves();
            click(&mut app, cell(move_of_person.as_str()));
            run_to(&mut app, moves + 2);
        }
        let shown = text(&mut app);
        assert_eq!(shown.contains("Learned"), shown.contains("red wins"), "{shown}");
        lessons += usize::from(shown.contains("Learned"));
        keys(&mut app, "n");
    }
    assert!(lessons > 2 && !patterns(&app).is_empty());
}

#[test]
fn two_people_and_games_that_are_not_their_own_teach_nothing() {
    let four = "rrrr5/9/9/9/9/9/9/9/b1b1b1b2 r";
    let win = |app: &mut App| {
        click(app, cell("e1"));
        assert!(app.state().is_over());
        assert_eq!(patterns(app), [""; 0], "{}", text(app));
        text(app)
    };
    let mut app = app_with::<Match5>(four, &Options { players: Some(2), ..options() });
    app.play.settings.agents = ["self-taught".to_owned(), "self-taught".to_owned()];
    assert!(!win(&mut app).contains("earned"));
    // Another agent lost.
    let mut app = app_with::<Match5>(four, &options());
    assert!(!win(&mut app).contains("earned"));
    // It lost, but a human player made its first moves.
    let play = |app: &mut App, people: [bool; 2]| {
        app.play.settings.people = people;
        app.play.settings.agents = ["mc:z=1".to_owned(), "self-taught".to_owned()];
        app.play.changed();
    };
    let mut app = super::app::<Match5>("rrrr5/9/9/9/9/9/9/9/b1b1b4 b");
    play(&mut app, [true; 2]);
    click(&mut app, cell("i9"));
    play(&mut app, [true, false]);
    assert!(win(&mut app).contains("not all of its moves were its own"));
    // An agent moved for the human player.
    let mut app = super::app::<Match5>("rrrr5/9/9/9/9/9/9/9/b1b1b1b2 r");
    play(&mut app, [true, false]);
    app.play.settings.agents[0] = "threat".to_owned();
    keys(&mut app, "s");
    run_to(&mut app, 1);
    assert!(app.state().is_over() && text(&mut app).contains("an agent has moved for you"), "{}", text(&mut app));
}

#[test]
fn a_loss_that_was_no_fault_of_its_own_says_so() {
    // The game begins in a lost position, so none of its moves can be wrong.
    let mut app = app::<Match5>("rrrr5/9/9/9/9/9/9/9/b1b1b1b2 r");
    app.play.settings.agents[1] = "self-taught".to_owned();
    click(&mut app, cell("e1"));
    let shown = text(&mut app);
    assert!(shown.contains("Nothing learned: all its moves were forced."), "{shown}");
}

#[test]
fn what_was_taken_back_does_not_matter_and_the_same_end_teaches_once() {
    let mut app = pupil(1);
    advance(&mut app);
    advance(&mut app);
    keys(&mut app, "u");
    assert_eq!(app.play.session.moves(), 2);
    beat(&mut app);
    let learned = patterns(&app);
    assert_eq!(learned.len(), 1, "{}", text(&mut app));
    let (last, _) = app.play.session.actions().last().unwrap();
    keys(&mut app, "ur");
    assert_eq!(patterns(&app), learned);
    keys(&mut app, "u");
    click(&mut app, cell(last.as_str()));
    assert!(text(&mut app).contains("Nothing learned: it knew that already."), "{}", text(&mut app));
    assert_eq!(patterns(&app), learned);
}

#[test]
fn a_game_from_a_file_teaches_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.jsonl");
    let mut app = pupil(1);
    app.play.game = "match5".to_owned();
    while best_row(match5(&app)).iter().filter(|&&cell| match5(&app).stone(cell).is_some()).count() < 4 {
        advance(&mut app);
    }
    app.play.save(&file).unwrap();
    let mut loaded = pupil(1);
    loaded.play.game = "match5".to_owned();
    loaded.play.load(&file).unwrap();
    beat(&mut loaded);
    assert!(text(&mut loaded).contains("Nothing learned: not all of its moves"), "{}", text(&mut loaded));
    beat(&mut app);
    assert_eq!((patterns(&loaded).len(), patterns(&app).len()), (0, 1));
}

#[test]
fn with_settings_of_its_own_the_agent_is_another_one() {
    let four = "rrrr5/9/9/9/9/9/9/9/b1b1b1b2 b";
    let answer = |agent: &str| {
        let mut app = super::app::<Match5>(four);
        *app.notebook() = known(&["BBBBX 1"]).into();
        app.play.settings.agents = [agent.to_owned(), agent.to_owned()];
        keys(&mut app, "h");
        app.wait();
        app.play.hint.as_ref().unwrap().decision.action.to_string()
    };
    assert_eq!(["self-taught", "self-taught:free=beside"].map(answer), ["e1", "e1"]);
    assert_ne!(answer("self-taught:games=0"), "e1");
}

//! The menu, questions, files.

use gambol::match5::Match5;
use gambol::threes::Threes;
use ratatui::crossterm::event::{KeyCode, MouseButton, MouseEventKind};

use super::*;
use crate::dialog::{Dialog, Row};

#[test]
fn the_menu_changes_players_agents_and_times() {
    let mut app = app::<Match5>("");
    keys(&mut app, "m");
    let shown = text(&mut app);
    for part in ["red is", "◂ a person ▸", "blue is", "◂ its agent ▸", "◂ the agent's own ▸", "◂ 3 s ▸"]
    {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    press(&mut app, KeyCode::Down);
    press(&mut app, KeyCode::Down);
    press(&mut app, KeyCode::Right);
    assert_eq!(app.play.settings.people, [false, false]);
    press(&mut app, KeyCode::Down);
    press(&mut app, KeyCode::Right);
    assert_eq!(app.play.settings.agents[0], "mcts");
    press(&mut app, KeyCode::Left);
    press(&mut app, KeyCode::Left);
    assert_eq!(app.play.settings.agents[0], "random");
    let row = app.rows().iter().position(|&row| row == Row::Limit).unwrap();
    app.dialog = Some(Dialog::Menu(row));
    press(&mut app, KeyCode::Right);
    assert_eq!(app.play.settings.limit.time(), Duration::from_millis(50));
    assert!(text(&mut app).contains("◂ 0.05 s ▸"));
    press(&mut app, KeyCode::Esc);
    assert!(app.dialog.is_none());
}

#[test]
fn the_menu_is_used_by_the_mouse() {
    let mut app = app::<Threes>("");
    keys(&mut app, "m");
    let lines = screen(&mut app, 80, 24);
    let row = lines.iter().position(|line| line.contains("undo over chance")).unwrap() as u16;
    mouse(&mut app, MouseEventKind::Down(MouseButton::Left), (40, row));
    assert!(app.play.settings.over_chance);
    mouse(&mut app, MouseEventKind::ScrollDown, (40, row));
    assert!(!app.play.settings.over_chance);
    mouse(&mut app, MouseEventKind::Down(MouseButton::Left), (0, 0));
    assert!(app.dialog.is_none());
}

#[test]
fn an_agent_is_written_and_a_wrong_one_refused() {
    let mut app = app::<Threes>("");
    keys(&mut app, "m\n");
    assert!(text(&mut app).contains("mc:z=1"));
    keys(&mut app, "x\n");
    assert!(text(&mut app).contains("must be a number"), "{}", text(&mut app));
    assert_eq!(app.play.settings.agents[0], "mc:z=1");
    press(&mut app, KeyCode::Backspace);
    keys(&mut app, "7\n");
    assert_eq!((app.play.settings.agents[0].as_str(), &app.dialog), ("mc:z=17", &None));
}

#[test]
fn a_new_game_has_the_seed_that_is_asked_for() {
    let mut app = app::<Threes>("");
    let first = app.state().clone();
    keys(&mut app, "n\n");
    assert_eq!(app.play.session.origin().seed, 2, "the next one, unless something else is said");
    assert_ne!(app.state(), &first);
    keys(&mut app, "n");
    press(&mut app, KeyCode::Backspace);
    keys(&mut app, "x\n");
    assert!(text(&mut app).contains("a seed is a number"));
    press(&mut app, KeyCode::Backspace);
    keys(&mut app, "1\n");
    assert_eq!(app.state(), &first);
}

#[test]
fn after_the_end_a_new_game_begins_at_once() {
    let mut app = app::<Match5>("1bbbb4/1rrrr4/9/9/9/9/9/9/9 b");
    click(&mut app, cell("a1"));
    assert!(app.state().is_over());
    keys(&mut app, "n");
    assert!(app.dialog.is_none() && !app.state().is_over());
    assert_eq!(app.play.session.origin().seed, 2);
}

#[test]
fn a_game_is_saved_loaded_and_never_overwritten_unasked() {
    let folder = tempfile::tempdir().unwrap();
    let name = folder.path().join("game.jsonl");
    let name = name.to_str().unwrap();
    let mut app = app::<Match5>("");
    app.play.game = "match5".to_owned();
    click(&mut app, cell("e5"));
    run_to(&mut app, 2);
    let save = |app: &mut App| {
        keys(app, "w");
        for _ in 0..60 {
            press(app, KeyCode::Backspace);
        }
        keys(app, name);
        keys(app, "\n");
    };
    save(&mut app);
    assert!(app.dialog.is_none() && text(&mut app).contains("Saved to"));
    let saved = app.state().to_string();

    // Another game replaces the file only after a confirmation.
    let mut other = super::app::<Match5>("");
    other.play.game = "match5".to_owned();
    save(&mut other);
    assert!(text(&mut other).contains("the file already exists"), "{}", text(&mut other));
    press(&mut other, KeyCode::Esc);
    other.play.load(std::path::Path::new(name)).unwrap();
    assert_eq!((other.state().to_string(), other.play.session.moves()), (saved, 2));
    assert_eq!((other.play.settings.people, other.play.settings.agents[1].as_str()), ([true, false], "mc:z=1"));

    // Options on the command line take precedence over the saved game.
    let load = Options { load: Some(name.into()), players: Some(2), agents: vec!["random".to_owned()], ..options() };
    let asked = prepare(start::<Match5>(""), &Options { game: "match5".to_owned(), ..load });
    let settings = asked.unwrap().play.settings;
    assert_eq!((settings.people, settings.agents[1].as_str()), ([true; 2], "random"));

    let load = Options { load: Some(name.into()), side: Some(Player::Second), ..options() };
    let asked = prepare(start::<Match5>(""), &Options { game: "match5".to_owned(), ..load });
    assert_eq!(asked.unwrap().play.settings.people, [false, true]);

    // A file of another game and an invalid file are rejected, and the game is kept.
    let mut threes = super::app::<Threes>("");
    threes.play.game = "threes".to_owned();
    assert!(threes.play.load(std::path::Path::new(name)).unwrap_err().contains("it is a game of match5"));
    std::fs::write(name, "{}\n").unwrap();
    keys(&mut other, "o\n");
    assert!(text(&mut other).contains("game.jsonl") && other.play.session.moves() == 2);
}

#[test]
fn the_keys_are_on_a_page_and_any_key_closes_it() {
    let mut app = app::<Threes>("");
    keys(&mut app, "?");
    assert!(text(&mut app).contains("undo, redo"));
    keys(&mut app, "x");
    assert!(app.dialog.is_none() && !app.quit);
    keys(&mut app, "q");
    assert!(app.quit);
}

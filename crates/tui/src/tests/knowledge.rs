//! The knowledge dialogs of Match5's self-learning player.

use std::path::{Path, PathBuf};

use gambol::match5::Match5;
use gambol::self_taught::{Fivo, Knowledge};
use gambol::threes::Threes;
use ratatui::crossterm::event::{KeyCode, MouseButton, MouseEventKind};

use super::*;
use crate::dialog::Dialog;

pub(super) const PATTERNS: [&str; 4] = ["BBBBX 1", "BBXBB 1", "0BBBX0 2", "0.../B.../B.../XBB0/0.../0... 3"];

pub(super) fn known(patterns: &[&str]) -> Knowledge {
    let mut knowledge = Knowledge::default();
    for pattern in patterns {
        knowledge.insert(pattern.parse().unwrap());
    }
    knowledge
}

/// Creates a game with unnamed knowledge.
pub(super) fn knowing(patterns: &[&str]) -> App {
    let mut app = app::<Match5>("");
    *app.notebook() = known(patterns).into();
    app
}

/// Stores a file for Ada in this folder, with these patterns.
pub(super) fn store(folder: &Path, password: &str) -> PathBuf {
    let path = folder.join("Ada.fivo");
    // An existing file is removed.
    let _ = std::fs::remove_file(&path);
    Fivo::create(folder, "Ada", password, known(&PATTERNS)).unwrap().store().unwrap();
    path
}

/// Creates a game with a file.
pub(super) fn with_file(file: &Path) -> App {
    app_with::<Match5>("", &Options { knowledge: Some(file.to_owned()), agents: Vec::new(), ..options() })
}

/// Loses a game that teaches BXBBB, from a position that needs only the last stones.
pub(super) fn teach(app: &mut App) {
    let lost = super::app::<Match5>("r1r6/9/9/9/9/9/9/9/b1b6 r");
    app.play.session = lost.play.session;
    app.play.settings.people = [true, false];
    app.play.settings.agents[1] = "self-taught".to_owned();
    app.play.changed();
    // The player does not know the row and moves elsewhere; otherwise this fails.
    for (place, moves) in [("d1", 2), ("e1", 4)] {
        click(app, cell(place));
        run_to(app, moves);
    }
    click(app, cell("b1"));
    assert!(app.state().is_over(), "{}", app.state());
}

#[test]
fn knowledge_of_another_row_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("Four.fivo");
    let mut four = Knowledge::new(4, gambol::self_taught::Reading::default());
    four.insert("BBBX 1".parse().unwrap());
    Fivo::create(folder.path(), "Four", "", four).unwrap().store().unwrap();
    let mut app = knowing(&PATTERNS);
    keys(&mut app, "ko");
    for _ in 0..20 {
        press(&mut app, KeyCode::Backspace);
    }
    keys(&mut app, &format!("{}\n", path.display()));
    assert!(text(&mut app).contains("it is for 4 in a row; this game needs 5"), "{}", text(&mut app));
    assert_eq!(app.notebook().knowledge(), &known(&PATTERNS));
}

#[test]
fn patterns_are_looked_at_one_by_one() {
    let mut app = knowing(&PATTERNS);
    keys(&mut app, "k");
    for (code, number, level, part) in [
        (KeyCode::Home, 1, 1, "4 blue, 0 red, 1 empty"),
        (KeyCode::Down, 2, 1, "4 blue, 0 red, 1 empty"),
        (KeyCode::Right, 3, 2, "3 blue, 0 red, 3 empty"),
        (KeyCode::PageDown, 4, 3, "4 blue, 0 red, 5 empty"),
        (KeyCode::PageUp, 1, 1, ""),
        (KeyCode::Up, 1, 1, ""),
        (KeyCode::End, 4, 3, "15 inside without influence"),
        (KeyCode::Left, 3, 2, ""),
    ] {
        press(&mut app, code);
        let shown = text(&mut app);
        assert!(shown.contains(&format!("Pattern {number} of 4")), "{code:?}: {shown}");
        assert!(shown.contains(&format!("level {level}, {level} move")) && shown.contains(part), "{code:?}: {shown}");
    }
    for (kind, number) in
        [(MouseEventKind::ScrollDown, 4), (MouseEventKind::ScrollDown, 4), (MouseEventKind::ScrollUp, 3)]
    {
        mouse(&mut app, kind, (40, 12));
        assert!(text(&mut app).contains(&format!("Pattern {number} of 4")));
    }
    mouse(&mut app, MouseEventKind::Down(MouseButton::Right), (40, 12));
    assert_eq!(app.dialog, None);
}

#[test]
fn a_pattern_is_drawn_as_it_is() {
    let mut app = knowing(&["RBX/.0B 1"]);
    keys(&mut app, "k");
    for (width, height) in [(54, 17), (80, 24), (200, 60)] {
        let shown = screen(&mut app, width, height);
        let row = shown.iter().position(|line| line.contains(" R B X ")).unwrap();
        // Below: no influence (blank), empty, blue.
        let column = shown[row].find(" R B X ").unwrap();
        assert_eq!(&shown[row + 1][column..column + 8], "   · B ", "{}", shown.join("\n"));
    }
}

#[test]
fn all_that_there_is_to_say_of_a_pattern_is_said_at_every_size() {
    let mut app = knowing(&PATTERNS);
    for (width, height) in [(54, 17), (80, 17), (54, 20), (80, 24), (200, 60)] {
        keys(&mut app, "k");
        let shown = screen(&mut app, width, height).join("\n");
        for part in ["No name yet", "Pattern 1 of 4", "inside without influence", "X ", "its own stone", "Esc back"] {
            assert!(shown.contains(part), "{part} at {width}×{height}: {shown}");
        }
        keys(&mut app, "k");
    }
}

#[test]
fn one_and_all_are_erased() {
    let mut app = knowing(&PATTERNS);
    keys(&mut app, "k");
    press(&mut app, KeyCode::Right);
    keys(&mut app, "x");
    assert_eq!(app.notebook().knowledge(), &known(&[PATTERNS[0], PATTERNS[2], PATTERNS[3]]));
    assert!(text(&mut app).contains("Pattern 2 of 3") && text(&mut app).contains("not stored"));
    keys(&mut app, "X");
    assert!(text(&mut app).contains("Erase all patterns?"));
    keys(&mut app, "n");
    assert_eq!(app.notebook().knowledge().level(), 3);
    keys(&mut app, "Xy");
    assert!(app.notebook().knowledge().is_empty() && text(&mut app).contains("Nothing is known yet"));
    keys(&mut app, "xX");
    assert!(text(&mut app).contains("There is no pattern."));
}

#[test]
fn mutations_are_the_images_and_what_the_last_lesson_changed() {
    // A pattern with eight images, one with four images of which only one fits, and one with two.
    let wide = "B......../.B......./..X....../........./........./........./........./........./0......00 3";
    let mut app = knowing(&[PATTERNS[3], wide, "BBXBB 1"]);
    for (width, height, all) in [(80, 24, true), (200, 60, true), (54, 17, false)] {
        keys(&mut app, "km");
        let images = |app: &mut App| screen(app, width, height).join("\n").matches('X').count() - 1;
        press(&mut app, KeyCode::Home);
        assert_eq!(images(&mut app), 2, "{}", screen(&mut app, width, height).join("\n"));
        press(&mut app, KeyCode::Right);
        if all {
            assert_eq!(images(&mut app), 8, "{}", screen(&mut app, width, height).join("\n"));
            press(&mut app, KeyCode::End);
            assert_eq!(images(&mut app), 8, "{}", screen(&mut app, width, height).join("\n"));
        } else {
            let first = screen(&mut app, width, height);
            press(&mut app, KeyCode::Down);
            assert_ne!(screen(&mut app, width, height), first, "the others are further down");
        }
        keys(&mut app, "mk");
    }
    keys(&mut app, "kl");
    assert!(text(&mut app).contains("No lost game has changed it yet."));
    keys(&mut app, "k");
    // A pattern that is part of two others removes both.
    *app.notebook() = known(&["BXBBB.B 2", "BX...../B....../B....../B....../......B 2", "BBXBB 1"]).into();
    teach(&mut app);
    assert!(text(&mut app).contains("Learned BXBBB 1, 1 out; level 3"), "{}", text(&mut app));
    keys(&mut app, "k");
    assert!(text(&mut app).contains("Added: move 4 was wrong"), "{}", text(&mut app));
    press(&mut app, KeyCode::Down);
    assert!(text(&mut app).contains("Removed, 1 of 1"), "{}", text(&mut app));
    press(&mut app, KeyCode::Down);
    assert!(text(&mut app).contains("Removed, 1 of 1"));
    keys(&mut app, "l");
    press(&mut app, KeyCode::Home);
    assert!(text(&mut app).contains("Pattern 1 of 3"));
}

#[test]
fn the_dialogs_are_in_the_menu_and_among_the_keys() {
    let mut app = knowing(&PATTERNS);
    for (list, command) in [("m", "knowledge        k"), ("?", "k             knowledge")] {
        for (width, height) in [(54, 17), (80, 24)] {
            keys(&mut app, list);
            if list == "m" {
                // The last row, and those before it.
                press(&mut app, KeyCode::Up);
            }
            let shown = screen(&mut app, width, height).join("\n");
            assert!(shown.contains(command) && shown.contains("hall of fame"), "{shown}");
            assert!(shown.contains("quit"), "{shown}");
            press(&mut app, KeyCode::Esc);
        }
    }
    let row = app.rows().iter().position(|row| matches!(row, crate::dialog::Row::Knowledge('k', _))).unwrap();
    app.dialog = Some(Dialog::Menu(row));
    keys(&mut app, "\n");
    assert!(text(&mut app).contains("Pattern 1 of 4"));
    // A game without a self-learning player has none of this.
    let mut threes = super::app::<Threes>("");
    keys(&mut threes, "k");
    assert_eq!(threes.dialog, None);
}

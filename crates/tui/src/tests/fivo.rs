//! Knowledge files of Match5's self-learning player on the screen: passwords, users and owners, the
//! hall of fame.

use std::path::Path;

use gambol::match5::{Match5, Wide};
use gambol::self_taught::{Fivo, HallOfFame};
use gambol::threes::Threes;
use gambol_play::Shelf;
use ratatui::crossterm::event::{KeyCode, MouseEventKind};

use super::knowledge::{PATTERNS, knowing, known, store, teach, with_file};
use super::*;
use crate::dialog::Dialog;

/// Answers a question with a text that replaces the suggested one.
fn answer(app: &mut App, text: &str) {
    app.event(&Event::Key(KeyEvent::new(KeyCode::Char('u'), KeyModifiers::CONTROL)));
    keys(app, text);
    keys(app, "\n");
}

fn open(app: &mut App, file: &Path) {
    keys(app, "ko");
    answer(app, file.to_str().unwrap());
}

#[test]
fn knowledge_is_stored_opened_and_never_written_over_another_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("data").join("Bob.fivo");
    let mut app = knowing(&[]);
    keys(&mut app, "ks");
    assert!(text(&mut app).contains("There is nothing to store yet."));
    keys(&mut app, "k");
    teach(&mut app);
    keys(&mut app, "ks");
    assert!(text(&mut app).contains("match5data/"));
    // The extension is optional, and the folder is created.
    answer(&mut app, path.to_str().unwrap().strip_suffix(".fivo").unwrap());
    let shown = text(&mut app);
    assert!(shown.contains("Bob") && shown.contains("owner, level 1") && !shown.contains("not stored"), "{shown}");
    assert_eq!(Fivo::open(&path, "").unwrap().knowledge(), app.notebook().knowledge());
    keys(&mut app, "f");
    assert!(text(&mut app).contains("level  player"), "{}", text(&mut app));
    assert!(text(&mut app).contains("   1       1  Bob"), "{}", text(&mut app));
    keys(&mut app, "f");

    // In another game, the name is taken; it opens the file instead.
    let mut other = knowing(&PATTERNS);
    let before = std::fs::read(&path).unwrap();
    keys(&mut other, "kxs");
    answer(&mut other, path.to_str().unwrap());
    assert!(text(&mut other).contains("Bob.fivo: this player already has a file"), "{}", text(&mut other));
    press(&mut other, KeyCode::Esc);
    assert_eq!(std::fs::read(&path).unwrap(), before);
    keys(&mut other, "o");
    assert!(text(&mut other).contains("y opens another, any other key cancels."), "{}", text(&mut other));
    keys(&mut other, "n");
    keys(&mut other, "oy");
    answer(&mut other, path.to_str().unwrap());
    assert_eq!(other.notebook().knowledge(), app.notebook().knowledge());
    assert!(text(&mut other).contains("Bob") && text(&mut other).contains("owner"));
    // New knowledge is empty.
    keys(&mut other, "n");
    assert!(text(&mut other).contains("No name yet") && other.notebook().knowledge().is_empty());
    // Its suggested path is in the same folder.
    keys(&mut other, "k");
    teach(&mut other);
    keys(&mut other, "ks");
    keys(&mut other, "Cid\n");
    assert!(path.with_file_name("Cid.fivo").exists(), "{}", text(&mut other));
}

#[test]
fn what_another_has_stored_meanwhile_stays_and_so_does_what_is_known() {
    let folder = tempfile::tempdir().unwrap();
    let path = store(folder.path(), "");
    let mut app = with_file(&path);
    let mut other = Fivo::open(&path, "").unwrap();
    other.knowledge_mut().unwrap().erase(0);
    other.store().unwrap();
    let before = std::fs::read(&path).unwrap();
    keys(&mut app, "kxxs");
    assert!(text(&mut app).contains("Ada.fivo: it has been changed since it was opened"), "{}", text(&mut app));
    assert_eq!(std::fs::read(&path).unwrap(), before);
    // Nothing is lost under another name.
    keys(&mut app, "S");
    let name = folder.path().join("Eve");
    answer(&mut app, name.to_str().unwrap());
    assert!(text(&mut app).contains("Eve") && !text(&mut app).contains("not stored"), "{}", text(&mut app));
    assert_eq!(Fivo::open(&folder.path().join("Eve.fivo"), "").unwrap().knowledge(), app.notebook().knowledge());
    assert_eq!(std::fs::read(&path).unwrap(), before);
}

#[test]
fn storing_nothing_erases_the_file_and_the_player() {
    let folder = tempfile::tempdir().unwrap();
    let path = store(folder.path(), "");
    let mut app = with_file(&path);
    assert_eq!(app.play.settings.agents[1], "self-taught", "who opens a file plays against it");
    keys(&mut app, "kXys");
    assert!(text(&mut app).contains("the file of Ada is erased"), "{}", text(&mut app));
    press(&mut app, KeyCode::Esc);
    assert!(path.exists());
    keys(&mut app, "sy");
    assert!(!path.exists() && HallOfFame::read(folder.path()).unwrap().players().len() == 0);
    assert!(text(&mut app).contains("new, level 0"));
    keys(&mut app, "s");
    assert!(text(&mut app).contains("There is nothing to store yet."));
}

#[test]
fn a_user_plays_and_looks_and_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = store(folder.path(), "secret");
    let before = std::fs::read(&path).unwrap();
    let mut app = with_file(&path);
    assert!(text(&mut app).contains("Ada") && text(&mut app).contains("user, level 4"));
    assert!(!text(&mut app).contains("no password"));
    for change in ["x", "X", "s", "S"] {
        keys(&mut app, "k");
        keys(&mut app, change);
        assert!(text(&mut app).contains("Only its owner may do that"), "{change}: {}", text(&mut app));
        keys(&mut app, "k");
    }
    teach(&mut app);
    assert!(text(&mut app).contains("Nothing learned: only the owner may change the file."), "{}", text(&mut app));
    assert_eq!((app.notebook().knowledge(), std::fs::read(&path).unwrap()), (&known(&PATTERNS), before));
    keys(&mut app, "q");
    assert!(app.quit, "nothing is lost");
}

#[test]
fn an_owner_sees_that_a_file_has_lost_its_password() {
    let folder = tempfile::tempdir().unwrap();
    let mut app = with_file(&store(folder.path(), ""));
    assert!(text(&mut app).contains("owner, level 4") && text(&mut app).contains("no password"), "{}", text(&mut app));
    keys(&mut app, "kpplugh\nplugh\nsk");
    assert!(!text(&mut app).contains("no password"), "{}", text(&mut app));
    // Another process changes the password: the file no longer belongs to this owner.
    let path = folder.path().join("Ada.fivo");
    std::fs::write(&path, std::fs::read(store(tempfile::tempdir().unwrap().path(), "")).unwrap()).unwrap();
    keys(&mut app, "kxs");
    assert!(text(&mut app).contains("its password has been changed"), "{}", text(&mut app));
    // The message appears when the file is opened again.
    keys(&mut app, "oy");
    answer(&mut app, path.to_str().unwrap());
    let shown = text(&mut app);
    assert!(shown.contains("owner, level 4") && shown.contains("It has no password; anyone may change it."), "{shown}");
    keys(&mut app, "k");
    assert!(text(&mut app).contains("  no password"), "{}", text(&mut app));
}

#[test]
fn a_password_is_asked_for_and_never_shown() {
    let folder = tempfile::tempdir().unwrap();
    let path = store(folder.path(), "Xyzzy7");
    let mut app = knowing(&[]);
    open(&mut app, &path);
    assert!(text(&mut app).contains("Password (blank for a user)"));
    // The keys are also visible on a narrow screen.
    assert!(screen(&mut app, 54, 17).join("\n").contains("Esc cancels."));
    let empty = screen(&mut app, 80, 24);
    for letter in "Xyzzy7".chars() {
        keys(&mut app, &letter.to_string());
        assert_eq!(screen(&mut app, 80, 24), empty, "not even how long it is");
    }
    keys(&mut app, "\n");
    assert!(text(&mut app).contains("owner, level 4") && text(&mut app).contains("You are the owner."));
    keys(&mut app, "k");
    // A wrong password, and a blank one for a user.
    for (wrong, said) in [("xyzzy7", "Wrong password, or an altered file"), ("", "Without its password")] {
        open(&mut app, &path);
        keys(&mut app, "\n");
        keys(&mut app, "k");
        open(&mut app, &path);
        keys(&mut app, wrong);
        keys(&mut app, "\n");
        assert!(
            text(&mut app).contains("user, level 4") && text(&mut app).contains(said),
            "{wrong}: {}",
            text(&mut app)
        );
        keys(&mut app, "k");
    }
    // The password can still be entered later. Then it is changed, with a repetition, and stored.
    keys(&mut app, "kpXyzzy7\n");
    assert!(text(&mut app).contains("owner, level 4"));
    keys(&mut app, "pplugh\nplug\n");
    assert!(text(&mut app).contains("The passwords differ"));
    assert!(!text(&mut app).contains("not stored"));
    keys(&mut app, "pplugh\nplugh\n");
    assert!(text(&mut app).contains("not stored"));
    assert!(Fivo::open(&path, "").unwrap().verify("Xyzzy7"), "not before it is stored");
    keys(&mut app, "s");
    let mut file = Fivo::open(&path, "").unwrap();
    assert!(!file.verify("Xyzzy7") && file.verify("plugh"));
    // A copy has the same password.
    keys(&mut app, "S");
    let copy = folder.path().join("Eve.fivo");
    answer(&mut app, copy.to_str().unwrap());
    let mut file = Fivo::open(&copy, "").unwrap();
    assert!(!file.verify("") && file.verify("plugh"));
    keys(&mut app, "p\n");
    assert!(text(&mut app).contains("removed once s has stored it"), "{}", text(&mut app));
    keys(&mut app, "s");
    assert!(Fivo::open(&copy, "").unwrap().verify(""), "a blank one always verifies");
}

#[test]
fn what_is_not_stored_is_not_lost_unasked() {
    let mut app = knowing(&[]);
    teach(&mut app);
    for leave in ["q", "m"] {
        keys(&mut app, leave);
        if leave == "m" {
            app.dialog = Some(Dialog::Menu(app.rows().len() - 1));
            keys(&mut app, "\n");
        }
        assert!(!app.quit && text(&mut app).contains("is not stored and would be lost"), "{}", text(&mut app));
        assert!(text(&mut app).contains("y quits, any other key cancels."), "{}", text(&mut app));
        press(&mut app, KeyCode::Esc);
        assert!(!app.quit && app.dialog.is_none());
    }
    keys(&mut app, "qy");
    assert!(app.quit);
    // With a file, only the changes would be lost.
    let folder = tempfile::tempdir().unwrap();
    let mut owner = with_file(&store(folder.path(), ""));
    keys(&mut owner, "kxkq");
    assert!(text(&mut owner).contains("The changes since Ada was stored would be lost."), "{}", text(&mut owner));
    // Ctrl-C confirms.
    app.quit = false;
    for insisted in [false, true] {
        app.event(&Event::Key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL)));
        assert_eq!(app.quit, insisted);
    }
}

#[test]
fn lessons_are_stored_when_nobody_can_be_asked_and_nothing_else_is() {
    let folder = tempfile::tempdir().unwrap();
    let cut_short = |app: &mut App| crate::match5::rescue(app.notebook());
    let level = |path: &Path| Fivo::open(path, "").unwrap().knowledge().level();
    // Nothing is new, and then there is no file.
    let path = store(folder.path(), "");
    let mut app = with_file(&path);
    assert_eq!(cut_short(&mut app), None);
    let mut nameless = knowing(&[]);
    teach(&mut nameless);
    assert_eq!(cut_short(&mut nameless).unwrap(), "The knowledge of self-taught was not stored.");
    // A lesson with an owner is stored.
    teach(&mut app);
    assert!(cut_short(&mut app).unwrap().starts_with("Stored in Ada.fivo"));
    assert_eq!((level(&path), cut_short(&mut app)), (5, None));
    // Erasures are not stored, even after a new lesson.
    keys(&mut app, "kXyk");
    teach(&mut app);
    assert_eq!(cut_short(&mut app).unwrap(), "Ada was not stored.");
    assert_eq!((level(&path), app.notebook().knowledge().level()), (5, 1));
    // A file changed by another process is not overwritten.
    let mut app = with_file(&path);
    keys(&mut app, "kXysyo");
    answer(&mut app, store(folder.path(), "").to_str().unwrap());
    keys(&mut app, "k");
    teach(&mut app);
    let mut other = Fivo::open(&path, "").unwrap();
    other.knowledge_mut().unwrap().erase(0);
    other.store().unwrap();
    assert!(cut_short(&mut app).unwrap().starts_with("Not stored: Ada.fivo: it has been changed"));
    assert_eq!(level(&path), 3);
}

#[test]
fn files_that_are_none_are_refused_and_what_is_known_stays() {
    let folder = tempfile::tempdir().unwrap();
    let path = store(folder.path(), "");
    let whole = std::fs::read(&path).unwrap();
    let mut app = with_file(&path);
    for (bytes, reason) in [(&whole[..whole.len() - 1], "cut short"), (b"nonsense".as_slice(), "Ada.fivo")] {
        std::fs::write(&path, bytes).unwrap();
        let refused = prepare(start::<Match5>(""), &Options { knowledge: Some(path.clone()), ..options() });
        assert!(refused.err().unwrap().contains(reason));
        open(&mut app, &path);
        assert!(
            text(&mut app).contains(reason) && app.notebook().knowledge() == &known(&PATTERNS),
            "{}",
            text(&mut app)
        );
        press(&mut app, KeyCode::Esc);
        // A file that was damaged after it was opened is not overwritten.
        keys(&mut app, "xs");
        assert!(text(&mut app).contains("not stored") && std::fs::read(&path).unwrap() == bytes);
        std::fs::write(&path, &whole).unwrap();
        keys(&mut app, "oy\nk");
    }
    let refused = |options: &Options| prepare(start::<Threes>(""), options).err().unwrap();
    assert!(
        refused(&Options { knowledge: Some(path.clone()), ..options() })
            .contains("no self-learning player in this game")
    );
    let large = start::<Match5<Wide>>("");
    let options = Options { knowledge: Some(path), ..options() };
    assert!(prepare(large, &options).err().unwrap().contains("on a board of this size"));
    // Knowledge for another winning row is rejected.
    let four = Registry::standard().start("match5:edge=9,row=4").unwrap();
    let refused = prepare(four, &options).err().unwrap();
    assert!(refused.ends_with("Ada.fivo: it is for 5 in a row; this game needs 4"), "{refused}");
}

#[test]
fn an_interruption_names_the_game_and_the_knowledge_that_are_lost() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    let mut app = knowing(&[]);
    teach(&mut app);
    app.play.undo();
    app.shelf = Shelf::at(&file);
    let said = app.end().unwrap();
    let lost = "The knowledge of self-taught was not stored; the game is not kept: ";
    assert!(said.starts_with(lost), "{said}");
}

#[test]
fn a_file_that_is_not_there_yet_begins_a_new_player() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("Eve.fivo");
    let new = || with_file(&path);
    let mut app = new();
    assert_eq!(app.play.settings.agents, ["self-taught", "self-taught"]);
    let shown = text(&mut app);
    assert!(shown.contains("Eve") && shown.contains("new, level 0"), "{shown}");
    assert!(!path.exists(), "nothing is known yet");
    teach(&mut app);
    keys(&mut app, "ks");
    assert!(text(&mut app).contains("Stored in Eve.fivo, number 1"), "{}", text(&mut app));
    assert_eq!(Fivo::open(&path, "").unwrap().knowledge().level(), 1);
    assert!(text(&mut new()).contains("owner, level 1"));
    // A lesson is stored when the program is interrupted.
    std::fs::remove_file(&path).unwrap();
    let mut app = new();
    teach(&mut app);
    assert!(crate::match5::rescue(app.notebook()).unwrap().starts_with("Stored in Eve.fivo"));
    // An invalid name and a missing folder are rejected immediately.
    let refused = |path: &Path| {
        let options = Options { knowledge: Some(path.to_owned()), ..options() };
        prepare(start::<Match5>(""), &options).err().unwrap()
    };
    let nowhere = refused(&folder.path().join("nowhere").join("Eve.fivo"));
    assert!(nowhere.contains("Eve.fivo: there is no folder"), "{nowhere}");
    #[cfg(unix)]
    {
        let link = folder.path().join("Link.fivo");
        std::os::unix::fs::symlink(folder.path().join("gone.fivo"), &link).unwrap();
        assert!(refused(&link).contains("Link.fivo"), "{}", refused(&link));
    }
}

#[test]
fn the_hall_of_fame_scrolls_to_its_hundredth() {
    let folder = tempfile::tempdir().unwrap();
    let path = store(folder.path(), "");
    let enter = |hall: &mut HallOfFame| {
        for level in 1..=120 {
            hall.enter(&format!("player {level:03}"), level);
        }
        Ok(hall.enter("Ada", 60))
    };
    HallOfFame::update(folder.path(), enter).unwrap();
    let mut app = with_file(&path);
    for (width, height) in [(80, 24), (200, 60), (54, 17)] {
        keys(&mut app, "f");
        let shown = |app: &mut App| screen(app, width, height).join("\n");
        assert!(shown(&mut app).contains("  1     120  player 120") && !shown(&mut app).contains("player 022"));
        press(&mut app, KeyCode::Down);
        assert!(!shown(&mut app).contains("player 120") && shown(&mut app).contains("player 119"));
        mouse(&mut app, MouseEventKind::ScrollUp, (40, 10));
        assert!(shown(&mut app).contains("player 120"));
        press(&mut app, KeyCode::End);
        let last = shown(&mut app);
        assert!(last.contains("level  player") && last.contains("100      22  player 022"), "{last}");
        assert!(last.lines().filter(|line| line.contains("player ")).count() > 8, "{last}");
        press(&mut app, KeyCode::PageUp);
        assert_ne!(shown(&mut app), last);
        press(&mut app, KeyCode::Home);
        assert!(shown(&mut app).contains("player 120"));
        keys(&mut app, "f");
    }
    std::fs::write(HallOfFame::path(folder.path()), "nonsense").unwrap();
    keys(&mut app, "f");
    assert!(text(&mut app).contains("match5_hall_of_fame"));
}

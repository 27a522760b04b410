//! Random keys, mouse events and sizes must not cause a panic.

use gambol::Seed;
use gambol::five_or_more::FiveOrMore;
use gambol::game::Notation;
use gambol::game::random::{Rng, below, pick};
use gambol::match5::Match5;
use gambol::pentago_swap::PentagoSwap;
use gambol::tenten::TenTen;
use gambol::threes::Threes;
use ratatui::crossterm::event::{KeyCode, MouseButton, MouseEventKind};

use super::*;

const KEYS: [KeyCode; 12] = [
    KeyCode::Left,
    KeyCode::Right,
    KeyCode::Up,
    KeyCode::Down,
    KeyCode::Enter,
    KeyCode::Esc,
    KeyCode::Tab,
    KeyCode::BackTab,
    KeyCode::Backspace,
    KeyCode::Delete,
    KeyCode::Home,
    KeyCode::F(5),
];
const LETTERS: &str = "  hasur+-lnwomb??bq123abcdé";
const MOUSE: [MouseEventKind; 8] = [
    MouseEventKind::Moved,
    MouseEventKind::Down(MouseButton::Left),
    MouseEventKind::Up(MouseButton::Left),
    MouseEventKind::Drag(MouseButton::Left),
    MouseEventKind::Down(MouseButton::Right),
    MouseEventKind::Down(MouseButton::Middle),
    MouseEventKind::ScrollUp,
    MouseEventKind::ScrollDown,
];

fn random_event(app: &mut App, letters: &str, (width, height): (u16, u16), rng: &mut impl Rng) {
    match below(rng, 4) {
        0 => press(app, *pick(rng, &KEYS).unwrap()),
        1 => press(app, KeyCode::Char(*pick(rng, &letters.chars().collect::<Vec<_>>()).unwrap())),
        // Mostly clicks, some of them outside.
        _ => {
            let at = (below(rng, u32::from(width) + 3) as u16, below(rng, u32::from(height) + 3) as u16);
            let kind = if below(rng, 2) == 0 { MOUSE[1] } else { *pick(rng, &MOUSE).unwrap() };
            mouse(app, kind, at);
        }
    }
}

/// Sends a hundred events at each size and while resizing, to a new app each time.
fn noise_at_sizes(seed: u64, letters: &str, make: impl Fn() -> App, mut look: impl FnMut(&App)) {
    for (number, resizing) in [(0, false), (1, false), (2, true)] {
        let mut rng = Seed::new(seed).derive(number).rng();
        let mut app = make();
        let mut size = if number == 0 { (80, 24) } else { (200, 60) };
        for _ in 0..100 {
            if resizing {
                size = (1 + below(&mut rng, 220) as u16, 1 + below(&mut rng, 70) as u16);
                app.event(&Event::Resize(size.0, size.1));
            }
            screen(&mut app, size.0, size.1);
            random_event(&mut app, letters, size, &mut rng);
            app.quit = false;
            app.tick(Instant::now());
            look(&app);
        }
        app.play.thinker.cancel();
    }
}

/// The same, with a new game. Returns the number of moves played.
fn noise<G: Notation>(seed: u64) -> u64 {
    let folder = tempfile::tempdir().unwrap();
    let make = || {
        let mut app = app::<G>("");
        // A safe path for games that random keys save.
        app.play.file = Some(folder.path().join("g"));
        app
    };
    let mut moves = 0;
    noise_at_sizes(seed, LETTERS, make, |app| moves = app.play.session.moves().max(moves));
    moves
}

/// With the dialogs of the self-learning player open, as owner and as user.
#[test]
fn noise_breaks_no_knowledge() {
    // Without o, which could open any file.
    const LETTERS: &str = "kkkfxxxXmlssSpnyy";
    let mut seen = [0; 2];
    let mut last = Vec::new();
    for seed in 0..6 {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("Ada.fivo");
        let make = || {
            super::knowledge::store(folder.path(), if seed == 0 { "secret" } else { "" });
            let mut app = super::knowledge::with_file(&path);
            app.play.file = Some(folder.path().join("g"));
            keys(&mut app, "k");
            app
        };
        noise_at_sizes(seed, LETTERS, make, |app| {
            let level = app.play.pupil.as_ref().unwrap().notebook.knowledge().level();
            seen[usize::from(level == 4)] += usize::from(app.dialog == Some(crate::dialog::Dialog::Knowledge));
            // The file is complete or absent at all times.
            let now = std::fs::read(&path).unwrap_or_default();
            if now != last {
                let file = gambol::self_taught::Fivo::open(&path, "");
                assert!(file.is_ok_and(|file| !file.knowledge().is_empty()) || !path.exists());
                last = now;
            }
        });
    }
    assert!(seen[0] > 50 && seen[1] > 50, "{seen:?}");
}

/// With each page open, and the menu.
#[test]
fn noise_breaks_no_page() {
    let mut open = 0;
    for (seed, first) in (0..).zip(["?", "b", "m"]) {
        let folder = tempfile::tempdir().unwrap();
        let make = || {
            let mut app = app::<Threes>("");
            app.play.file = Some(folder.path().join("g"));
            keys(&mut app, first);
            app
        };
        noise_at_sizes(seed, "?b?bm", make, |app| open += usize::from(app.dialog.is_some()));
    }
    assert!(open > 200, "{open}");
}

#[test]
fn noise_breaks_no_list_of_games() {
    let mut chosen = 0;
    for seed in 0..4 {
        let mut rng = Seed::new(seed).rng();
        let mut lobby = super::lobby::lobby();
        for _ in 0..100 {
            let (width, height) = match seed {
                0 => (80, 24),
                1 => (200, 60),
                _ => (1 + below(&mut rng, 220) as u16, 1 + below(&mut rng, 70) as u16),
            };
            let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
            terminal.draw(|frame| Stage::draw(&mut lobby, frame.area(), frame.buffer_mut())).unwrap();
            let event = match below(&mut rng, 3) {
                0 => Event::Key(KeyEvent::from(*pick(&mut rng, &KEYS).unwrap())),
                1 => Event::Key(KeyEvent::from(KeyCode::Char(*pick(&mut rng, &['?', 'b', 'q', ' ']).unwrap()))),
                _ => Event::Mouse(MouseEvent {
                    kind: *pick(&mut rng, &MOUSE).unwrap(),
                    column: below(&mut rng, u32::from(width) + 3) as u16,
                    row: below(&mut rng, u32::from(height) + 3) as u16,
                    modifiers: KeyModifiers::NONE,
                }),
            };
            lobby.event(&event);
            chosen += usize::from(lobby.take_choice().is_some());
        }
    }
    assert!(chosen > 10, "{chosen}");
}

#[test]
fn noise_breaks_no_game() {
    for seed in 0..2 {
        assert!(noise::<FiveOrMore>(seed) + noise::<TenTen>(seed) > 0);
        assert!(noise::<Threes>(seed) > 0);
        assert!(noise::<PentagoSwap>(seed) + noise::<Match5>(seed) > 0);
    }
}

//! The app, driven by events and looked at in buffers.

mod dialogs;
mod fivo;
mod games;
mod knowledge;
mod listed;
mod lobby;
mod monochrome;
mod noise;
mod picture;
mod self_taught;
mod turns;

use std::time::{Duration, Instant};

use gambol::GameExt;
use gambol::core::Notation;
use gambol::registry::{Position, Registry};
use gambol::self_taught::Notebook;
#[allow(unused_imports, reason = "what the tests of one kind or another need")]
use gambol_play::{Board, Direction, Flow, Options, Side, Spot, Who};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};

use super::app::App;
use super::run::{self, Stage};

/// What `gambol play` does without further options, with an agent that is quick.
fn options() -> Options {
    Options {
        game: "test".to_owned(),
        position: None,
        agents: vec!["mc:z=1".to_owned()],
        players: None,
        side: Some(Side::First),
        seed: 1,
        load: None,
        ms: 0,
        knowledge: None,
    }
}

/// A state of a standard game by the type of its states: its start, or another.
fn start<G: Notation>(position: &str) -> Position {
    let registry = Registry::standard();
    let names = registry.games().into_iter().map(|game| game.name);
    let mut names = names.chain(["five-or-more:large", "match5:gomoku"].map(str::to_owned));
    let is_typed = |start: &Position| start.state::<G>().is_some();
    let start = names.find_map(|name| registry.start(&name).ok().filter(is_typed)).expect("a standard game");
    if position.is_empty() { start } else { start.read(position).unwrap_or_else(|error| panic!("{error}")) }
}

/// The app that the options ask for, with a standard game.
fn prepare(start: Position, options: &Options) -> Result<App, String> {
    run::prepare(&Registry::standard(), start, options, options.load.is_some())
}

/// The app at a position of games with states of this type.
fn app<G: Notation>(position: &str) -> App {
    app_with::<G>(position, &options())
}

fn app_with<G: Notation>(position: &str, options: &Options) -> App {
    prepare(start::<G>(position), options).unwrap()
}

impl App {
    /// Waits until the search that runs has ended, and hears of all that it found.
    fn wait(&mut self) {
        while self.play.wait_for_more() {}
        self.place_cursor();
    }

    /// What the player that learns from this game knows.
    fn notebook(&mut self) -> &mut Notebook {
        &mut self.play.pupil.as_mut().unwrap().notebook
    }
}

/// What the screen shows.
fn drawn(app: &mut App, width: u16, height: u16) -> Buffer {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| app.draw(frame.area(), frame.buffer_mut())).unwrap();
    terminal.backend().buffer().clone()
}

/// The same line by line.
fn screen(app: &mut App, width: u16, height: u16) -> Vec<String> {
    let buffer = drawn(app, width, height);
    (0..height).map(|y| (0..width).map(|x| buffer[(x, y)].symbol()).collect()).collect()
}

/// The same as one text.
fn text(app: &mut App) -> String {
    screen(app, 80, 24).join("\n")
}

/// Presses keys: letters as they are.
fn keys(app: &mut App, keys: &str) {
    for character in keys.chars() {
        press(app, if character == '\n' { KeyCode::Enter } else { KeyCode::Char(character) });
    }
}

fn press(app: &mut App, code: KeyCode) {
    app.event(&Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
}

fn mouse(app: &mut App, kind: MouseEventKind, (column, row): (u16, u16)) {
    app.event(&Event::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }));
}

/// Presses and releases the left button in the middle of a spot.
fn click(app: &mut App, spot: Spot) {
    let place = app.geometry().unwrap().place(spot);
    let at = (place.x + place.width / 2, place.y + place.height / 2);
    mouse(app, MouseEventKind::Down(MouseButton::Left), at);
    mouse(app, MouseEventKind::Up(MouseButton::Left), at);
}

fn cell(name: &str) -> Spot {
    Spot::Cell(name.parse().unwrap())
}

/// Lets agents move until so many moves have been played, or the game is over.
fn run_to(app: &mut App, moves: u64) {
    let end = Instant::now() + Duration::from_secs(60);
    // Time passes faster here than the clock says.
    let later = Instant::now() + Duration::from_secs(3_600);
    while app.play.session.moves() < moves && !app.state().is_over() && Instant::now() < end {
        app.tick(later);
        app.wait();
        app.tick(later);
    }
    assert!(app.play.session.moves() >= moves || app.state().is_over(), "{}", text(app));
}

//! Tests of the app, driven by events and checked in buffers.

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

use gambol::game::Notation;
use gambol::registry::{Position, Registry};
use gambol::self_taught::Notebook;
use gambol::{GameExt, Player};
#[allow(unused_imports, reason = "what the tests of one kind or another need")]
use gambol_play::{Board, Direction, Flow, Options, Spot, Who};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};

use super::app::App;
use super::run::{self, Stage};

/// The default options of `gambol play`, with a fast agent.
fn options() -> Options {
    Options {
        game: "test".to_owned(),
        position: None,
        agents: vec!["mc:z=1".to_owned()],
        players: None,
        side: Some(Player::First),
        seed: 1,
        load: None,
        ms: 0,
        knowledge: None,
    }
}

/// Returns a state of a standard game by the type of its states: its start, or this position.
fn start<G: Notation>(position: &str) -> Position {
    let registry = Registry::standard();
    let names = registry.games().into_iter().map(|game| game.name);
    let mut names = names.chain(["five-or-more:large", "match5:gomoku"].map(str::to_owned));
    let is_typed = |start: &Position| start.state::<G>().is_some();
    let start = names.find_map(|name| registry.start(&name).ok().filter(is_typed)).expect("a standard game");
    if position.is_empty() { start } else { start.read(position).unwrap_or_else(|error| panic!("{error}")) }
}

/// Creates the app of these options, with a standard game.
fn prepare(start: Position, options: &Options) -> Result<App, String> {
    run::prepare(&Registry::standard(), start, options, options.load.is_some())
}

/// Creates the app at a position of the game with this type of states.
fn app<G: Notation>(position: &str) -> App {
    app_with::<G>(position, &options())
}

fn app_with<G: Notation>(position: &str, options: &Options) -> App {
    prepare(start::<G>(position), options).unwrap()
}

impl App {
    /// Waits until the running search has ended, and handles its results.
    fn wait(&mut self) {
        while self.play.wait_for_more() {}
        self.place_cursor();
    }

    /// Returns the knowledge of the self-learning player.
    fn notebook(&mut self) -> &mut Notebook {
        &mut self.play.pupil.as_mut().unwrap().notebook
    }
}

/// Returns the contents of the screen.
fn drawn(app: &mut App, width: u16, height: u16) -> Buffer {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| app.draw(frame.area(), frame.buffer_mut())).unwrap();
    terminal.backend().buffer().clone()
}

/// Returns the contents of the screen line by line.
fn screen(app: &mut App, width: u16, height: u16) -> Vec<String> {
    let buffer = drawn(app, width, height);
    (0..height).map(|y| (0..width).map(|x| buffer[(x, y)].symbol()).collect()).collect()
}

/// Returns the contents of the screen as one text.
fn text(app: &mut App) -> String {
    screen(app, 80, 24).join("\n")
}

/// Presses keys, with letters for themselves.
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

/// Lets agents move until this number of moves has been played, or the game is over.
fn run_to(app: &mut App, moves: u64) {
    let end = Instant::now() + Duration::from_secs(60);
    // A later time skips all pauses.
    let later = Instant::now() + Duration::from_secs(3_600);
    while app.play.session.moves() < moves && !app.state().is_over() && Instant::now() < end {
        app.tick(later);
        app.wait();
        app.tick(later);
    }
    assert!(app.play.session.moves() >= moves || app.state().is_over(), "{}", text(app));
}

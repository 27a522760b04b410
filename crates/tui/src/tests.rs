//! The app, driven by events and looked at in buffers.

mod dialogs;
mod fivo;
mod games;
mod knowledge;
mod lobby;
mod monochrome;
mod noise;
mod picture;
mod self_taught;
mod turns;

use std::sync::Arc;
use std::time::{Duration, Instant};

use gambol::GameExt;
use gambol::core::Notation;
use gambol::registry::{GameOf, Registry};
#[allow(unused_imports, reason = "what the tests of one kind or another need")]
use gambol_play::{Board, Companion, Direction, Flow, Options, Side, Spot, Who};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};

use super::app::App;
use super::run::{self, Stage};
use super::screen::Screen;

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

/// What the registry knows of a game.
pub(crate) fn entry<G: Notation>() -> Arc<dyn GameOf<G>> {
    let registry = Registry::standard();
    let names = registry.games().into_iter().map(|game| game.name);
    let mut names = names.chain(["five-or-more:large", "match5:gomoku"].map(str::to_owned));
    names.find_map(|name| registry.start(&name).ok()?.game_of::<G>()).expect("a standard game")
}

/// The app that the options ask for, with a standard game.
fn prepare<G: Screen + Notation>(state: G, options: &Options) -> Result<App<G>, String> {
    run::prepare(&Registry::standard(), state, entry::<G>(), options, options.load.is_some())
}

/// The app at a position.
fn app<G: Screen + Notation + Default>(position: &str) -> App<G> {
    app_with(position, &options())
}

fn app_with<G: Screen + Notation + Default>(position: &str, options: &Options) -> App<G> {
    let state = if position.is_empty() { G::default() } else { read(position) };
    prepare(state, options).unwrap()
}

fn read<G: Notation>(position: &str) -> G {
    position.parse().unwrap_or_else(|_| panic!("{position} is a position"))
}

impl<G: Screen> App<G> {
    /// Waits until the search that runs has ended, and hears of all that it found.
    fn wait(&mut self) {
        while self.play.wait_for_more() {}
        self.place_cursor();
    }
}

/// What the screen shows.
fn drawn<G: Screen>(app: &mut App<G>, width: u16, height: u16) -> Buffer {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| app.draw(frame.area(), frame.buffer_mut())).unwrap();
    terminal.backend().buffer().clone()
}

/// The same line by line.
fn screen<G: Screen>(app: &mut App<G>, width: u16, height: u16) -> Vec<String> {
    let buffer = drawn(app, width, height);
    (0..height).map(|y| (0..width).map(|x| buffer[(x, y)].symbol()).collect()).collect()
}

/// The same as one text.
fn text<G: Screen>(app: &mut App<G>) -> String {
    screen(app, 80, 24).join("\n")
}

/// Presses keys: letters as they are.
fn keys<G: Screen>(app: &mut App<G>, keys: &str) {
    for character in keys.chars() {
        press(app, if character == '\n' { KeyCode::Enter } else { KeyCode::Char(character) });
    }
}

fn press<G: Screen>(app: &mut App<G>, code: KeyCode) {
    app.event(&Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
}

fn mouse<G: Screen>(app: &mut App<G>, kind: MouseEventKind, (column, row): (u16, u16)) {
    app.event(&Event::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }));
}

/// Presses and releases the left button in the middle of a spot.
fn click<G: Screen>(app: &mut App<G>, spot: Spot) {
    let place = app.geometry().unwrap().place(spot);
    let at = (place.x + place.width / 2, place.y + place.height / 2);
    mouse(app, MouseEventKind::Down(MouseButton::Left), at);
    mouse(app, MouseEventKind::Up(MouseButton::Left), at);
}

fn cell(name: &str) -> Spot {
    Spot::Cell(name.parse().unwrap())
}

/// Lets agents move until so many moves have been played, or the game is over.
fn run_to<G: Screen>(app: &mut App<G>, moves: u64) {
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

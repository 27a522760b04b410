//! Starts games on the terminal, and runs them until the user has enough.

use std::io::{self, IsTerminal, stdout};
use std::time::{Duration, Instant};

use gambol::registry::{Position, Registry};
use gambol_play::{BEAT, Options, Play, Scores};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyModifiers};
use ratatui::crossterm::style::Colored;
use ratatui::layout::Rect;

use super::app::App;
use super::console::warn;
use super::lobby::Lobby;
use super::match5;
use super::signals::{self, Signals};
use super::terminal::Screen as Terminal;
use super::terminal::{give_back, input};

/// What is on the terminal: a game, or the list of games. It knows no terminal itself.
pub(crate) trait Stage {
    /// Draws everything.
    fn draw(&mut self, area: Rect, buffer: &mut Buffer);

    /// Does what an event of the terminal says.
    fn event(&mut self, event: &Event);

    /// Lets time pass. Whether there is something new to see.
    fn tick(&mut self, now: Instant) -> bool {
        let _ = now;
        false
    }

    /// How long nothing can happen but input.
    fn idle(&mut self, now: Instant) -> Duration {
        let _ = now;
        BEAT
    }

    /// Whether a search goes on, which shows how far it is.
    fn is_thinking(&self) -> bool {
        false
    }

    /// Whether the user has enough.
    fn is_done(&self) -> bool;

    /// Ends it. What is returned is said once the terminal is given back.
    fn end(&mut self) -> Option<String> {
        None
    }
}

impl Stage for App {
    fn draw(&mut self, area: Rect, buffer: &mut Buffer) {
        self.draw_all(area, buffer);
    }

    fn event(&mut self, event: &Event) {
        self.hear(event);
    }

    fn tick(&mut self, now: Instant) -> bool {
        self.play.held = self.dialog.is_some();
        let news = self.play.tick(now);
        self.place_cursor();
        news
    }

    fn idle(&mut self, now: Instant) -> Duration {
        self.play.held = self.dialog.is_some();
        self.play.idle(now)
    }

    fn is_thinking(&self) -> bool {
        self.play.thinker.purpose().is_some()
    }

    fn is_done(&self) -> bool {
        self.quit
    }

    fn end(&mut self) -> Option<String> {
        self.play.thinker.cancel();
        let pupil = self.play.pupil.as_mut().filter(|_| !self.quit)?;
        match5::rescue(&mut pupil.notebook)
    }
}

/// A seed for people who have named none: short enough to be typed again.
#[must_use]
pub fn draw_seed() -> u64 {
    rand::random_range(0..1_000_000_000)
}

/// Plays a game on the terminal until the user quits.
///
/// # Errors
///
/// In one line: what is wrong with the options, all of which is found out before the screen is
/// touched, that standard output is no terminal, or that the terminal failed.
pub fn play(registry: &Registry, options: &Options) -> Result<(), String> {
    let mut game = open(registry, options)?;
    on_terminal(|screen, signals| {
        let result = turn_around(&mut game, screen, signals);
        (result, game.end())
    })
}

/// Lets the user choose among the games of the registry, and plays them, until there is enough.
///
/// # Errors
///
/// In one line: that standard output is no terminal, or that the terminal failed.
pub fn menu(registry: &Registry) -> Result<(), String> {
    let mut lobby = Lobby::new(registry, Scores::of_user());
    on_terminal(|screen, signals| {
        loop {
            let result = turn_around(&mut lobby, screen, signals);
            let choice = lobby.take_choice().filter(|_| result.is_ok() && !signals.has_come());
            let Some(options) = choice else { return (result, None) };
            let played = match open(registry, &options) {
                Err(reason) => Err(reason),
                Ok(mut game) => {
                    let result = turn_around(&mut game, screen, signals);
                    let said = game.end();
                    if result.is_err() || signals.has_come() {
                        return (result, said);
                    }
                    Ok(())
                }
            };
            lobby.back(Scores::of_user(), played);
        }
    })
}

/// The game that the options ask for.
fn open(registry: &Registry, options: &Options) -> Result<App, String> {
    let (start, saved) = options.open(registry)?;
    let mut app = prepare(registry, start, options, saved.is_some())?;
    app.play.scores = Scores::of_user();
    app.monochrome = Colored::ansi_color_disabled();
    Ok(app)
}

/// The app that the options ask for.
pub(crate) fn prepare(registry: &Registry, start: Position, options: &Options, is_saved: bool) -> Result<App, String> {
    Play::prepare(registry, start, options, is_saved).map(App::new)
}

/// Takes the terminal over while `run` runs, and gives it back. What `run` returns is said then.
fn on_terminal(run: impl FnOnce(&mut Terminal, &Signals) -> (io::Result<()>, Option<String>)) -> Result<(), String> {
    if !stdout().is_terminal() {
        return Err("play needs a terminal, and standard output is none".to_owned());
    }
    let failed = |error: io::Error| format!("terminal: {error}");
    let signals = Signals::catch(give_back).map_err(failed)?;
    let mut screen = Terminal::open().map_err(failed)?;
    let (result, said) = run(&mut screen, &signals);
    drop(screen);
    if let Some(said) = said {
        warn(&said);
    }
    signals.obey().and(result).map_err(failed)
}

/// Runs what is on the screen until it is done or a signal comes.
fn turn_around(stage: &mut dyn Stage, screen: &mut Terminal, signals: &Signals) -> io::Result<()> {
    let mut news = true;
    let mut drawn = Instant::now();
    while !stage.is_done() && !signals.has_come() {
        // A search that goes on shows how far it is.
        if news || (stage.is_thinking() && drawn.elapsed() >= BEAT) {
            screen.draw(|area, buffer| stage.draw(area, buffer))?;
            drawn = Instant::now();
        }
        news = stage.tick(Instant::now());
        let mut wait = if news { Duration::ZERO } else { stage.idle(Instant::now()) };
        // All that has come is dealt with before the next frame: a mouse sends more than can be
        // drawn.
        while !stage.is_done() && input(wait)? {
            match event::read()? {
                event if is_suspend(&event) => screen.suspend(signals::suspend)?,
                event => stage.event(&event),
            }
            news = true;
            wait = Duration::ZERO;
        }
    }
    Ok(())
}

fn is_suspend(event: &Event) -> bool {
    let Event::Key(key) = event else { return false };
    key.code == KeyCode::Char('z') && key.modifiers.contains(KeyModifiers::CONTROL)
}

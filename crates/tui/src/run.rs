//! Runs games on the terminal until the user quits.

use std::io::{self, IsTerminal, stdout};
use std::time::{Duration, Instant};

use gambol::registry::{Position, Registry};
use gambol_play::{BEAT, Options, Play, Scores, Shelf};
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

/// The content of the terminal: a game, or the list of games. It is independent of the terminal.
pub(crate) trait Stage {
    /// Draws everything.
    fn draw(&mut self, area: Rect, buffer: &mut Buffer);

    /// Handles an event of the terminal.
    fn event(&mut self, event: &Event);

    /// Handles the passage of time. Returns whether anything has changed.
    fn tick(&mut self, now: Instant) -> bool {
        let _ = now;
        false
    }

    /// Returns the time until the next call of [`tick`](Self::tick) is necessary.
    fn idle(&mut self, now: Instant) -> Duration {
        let _ = now;
        BEAT
    }

    /// Whether a search is running, whose progress is shown.
    fn is_thinking(&self) -> bool {
        false
    }

    /// Whether the user has quit.
    fn is_done(&self) -> bool;

    /// Ends the stage. Returns a message for after the terminal is restored.
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
        let is_left = self.is_resumed && self.play.session.moves() == 0;
        let kept = if is_left { self.shelf.drop(&self.play.game) } else { self.shelf.keep(&self.play) };
        let pupil = self.play.pupil.as_mut().filter(|_| !self.quit);
        let said = [pupil.and_then(|pupil| match5::rescue(&mut pupil.notebook)), kept.err()];
        said.into_iter().flatten().reduce(|all, one| format!("{}; {one}", all.trim_end_matches('.')))
    }
}

/// Draws a random seed that is short enough to be typed.
#[must_use]
pub fn draw_seed() -> u64 {
    rand::random_range(0..1_000_000_000)
}

/// Plays a game on the terminal until the user quits. If it is not over then, it is kept for the
/// next time. `resumes` continues a kept game.
///
/// # Errors
///
/// Returns a one-line description if the options are invalid, which is checked before the screen is
/// touched, if standard output is not a terminal, or if the terminal fails.
pub fn play(registry: &Registry, options: &Options, resumes: bool) -> Result<(), String> {
    let mut game = open(registry, options, Shelf::of_user(), resumes)?;
    on_terminal(|screen, signals| {
        let result = turn_around(&mut game, screen, signals);
        (result, game.end())
    })
}

/// Shows the list of the registry's games, and plays those chosen, until the user quits.
///
/// # Errors
///
/// Returns a one-line description if standard output is not a terminal, or if the terminal fails.
pub fn menu(registry: &Registry) -> Result<(), String> {
    let mut lobby = Lobby::new(registry, Scores::of_user(), Shelf::of_user());
    on_terminal(|screen, signals| {
        loop {
            let result = turn_around(&mut lobby, screen, signals);
            let choice = lobby.take_choice().filter(|_| result.is_ok() && !signals.has_come());
            let Some(options) = choice else { return (result, None) };
            let played = match open(registry, &options, Shelf::of_user(), true) {
                Err(reason) => Err(reason),
                Ok(mut game) => {
                    let result = turn_around(&mut game, screen, signals);
                    let said = game.end();
                    if result.is_err() || signals.has_come() {
                        return (result, said);
                    }
                    said.map_or(Ok(()), Err)
                }
            };
            lobby.back(Scores::of_user(), played);
        }
    })
}

/// Opens the game of these options, or continues the kept one.
pub(crate) fn open(registry: &Registry, options: &Options, shelf: Shelf, resumes: bool) -> Result<App, String> {
    let app = |options: &Options| {
        let (start, saved) = options.open(registry)?;
        prepare(registry, start, options, saved.is_some())
    };
    let kept = shelf.find(&registry.play_name(&options.game));
    let (is_free, kept) = (kept.is_none(), kept.filter(|_| resumes));
    let mut app = match kept.map(|file| app(&Options { load: Some(file), ..options.clone() })) {
        None => app(options)?,
        Some(Ok(mut kept)) => {
            kept.play.file = None;
            kept.is_resumed = true;
            kept.play.say(format!("Your unfinished game, {} moves. n: a new one.", kept.play.session.moves()));
            kept
        }
        // A damaged file stays until another game is kept.
        Some(Err(reason)) => {
            let mut new = app(options)?;
            new.play.complain(format!("The unfinished game cannot be continued: {reason}"));
            new
        }
    };
    // A game of other options leaves the kept one as it is.
    app.shelf = if resumes || is_free { shelf } else { Shelf::default() };
    app.play.scores = Scores::of_user();
    app.monochrome = Colored::ansi_color_disabled();
    Ok(app)
}

/// Creates the app of these options.
pub(crate) fn prepare(registry: &Registry, start: Position, options: &Options, is_saved: bool) -> Result<App, String> {
    Play::prepare(registry, start, options, is_saved).map(App::new)
}

/// Takes over the terminal while `run` runs, restores it, and then prints the message that `run`
/// returns.
fn on_terminal(run: impl FnOnce(&mut Terminal, &Signals) -> (io::Result<()>, Option<String>)) -> Result<(), String> {
    if !stdout().is_terminal() {
        return Err("play needs a terminal, but standard output is not one".to_owned());
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

/// Runs a stage until it is done or a signal arrives.
fn turn_around(stage: &mut dyn Stage, screen: &mut Terminal, signals: &Signals) -> io::Result<()> {
    let mut news = true;
    let mut drawn = Instant::now();
    while !stage.is_done() && !signals.has_come() {
        // The progress of a search is redrawn regularly.
        if news || (stage.is_thinking() && drawn.elapsed() >= BEAT) {
            screen.draw(|area, buffer| stage.draw(area, buffer))?;
            drawn = Instant::now();
        }
        news = stage.tick(Instant::now());
        let mut wait = if news { Duration::ZERO } else { stage.idle(Instant::now()) };
        // All pending events are handled before the next frame, because a mouse sends more events
        // than frames can be drawn.
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

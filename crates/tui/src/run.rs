//! Starts a game on the terminal, and runs it until the user has enough.

use std::io::{self, IsTerminal, stdout};
use std::sync::Arc;
use std::time::{Duration, Instant};

use gambol::registry::{GameOf, Registry};
use gambol_play::{BEAT, Options, Play, Scores, for_board};
use ratatui::crossterm::event::{self, Event, KeyCode, KeyModifiers};

use super::app::App;
use super::console::warn;
use super::screen::{Dialogs, Screen};
use super::signals::{self, Signals};
use super::terminal::Screen as Terminal;
use super::terminal::{give_back, input};

/// Plays a game on the terminal until the user quits.
///
/// # Errors
///
/// In one line: what is wrong with the options, all of which is found out before the screen is
/// touched, that standard output is no terminal, or that the terminal failed.
pub fn play(registry: &Registry, options: &Options) -> Result<(), String> {
    let (position, saved) = options.open(registry)?;
    for_board!(position, |state, agents| start(registry, state, agents, options, saved.is_some()))
}

/// Checks everything, then takes the screen.
fn start<G: Screen>(
    registry: &Registry,
    state: G,
    agents: Arc<dyn GameOf<G>>,
    options: &Options,
    is_saved: bool,
) -> Result<(), String> {
    let mut app = prepare(registry, state, agents, options, is_saved)?;
    if !stdout().is_terminal() {
        return Err("play needs a terminal, and standard output is none".to_owned());
    }
    app.play.scores = Scores::of_user();
    // Without colours, letters tell the stones apart.
    app.play.settings.letters = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    run(&mut app).map_err(|error| format!("terminal: {error}"))
}

/// The app that the options ask for.
pub(crate) fn prepare<G: Screen>(
    registry: &Registry,
    state: G,
    agents: Arc<dyn GameOf<G>>,
    options: &Options,
    is_saved: bool,
) -> Result<App<G>, String> {
    let companion = G::Companion::new(&state);
    Play::prepare(registry, state, agents, options, is_saved, companion).map(App::new)
}

/// Runs the app on the terminal until it ends or a signal says so.
fn run<G: Screen>(app: &mut App<G>) -> io::Result<()> {
    let signals = Signals::catch(give_back)?;
    let mut screen = Terminal::open()?;
    let result = turn_around(app, &mut screen, &signals);
    app.play.thinker.cancel();
    let said = if app.quit { None } else { app.cut_short() };
    drop(screen);
    if let Some(said) = said {
        warn(&said);
    }
    signals.obey()?;
    result
}

fn turn_around<G: Screen>(app: &mut App<G>, screen: &mut Terminal, signals: &Signals) -> io::Result<()> {
    let mut news = true;
    let mut drawn = Instant::now();
    while !app.quit && !signals.has_come() {
        // A search that goes on shows how far it is.
        if news || (app.play.thinker.purpose().is_some() && drawn.elapsed() >= BEAT) {
            screen.draw(|area, buffer| app.draw(area, buffer))?;
            drawn = Instant::now();
        }
        news = app.tick(Instant::now());
        let mut wait = if news { Duration::ZERO } else { app.idle(Instant::now()) };
        // All that has come is dealt with before the next frame: a mouse sends more than can be
        // drawn.
        while !app.quit && input(wait)? {
            match event::read()? {
                event if is_suspend(&event) => screen.suspend(signals::suspend)?,
                event => app.event(&event),
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

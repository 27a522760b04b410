//! Starts a game on the terminal, and runs it until the user has enough.

use std::io::{self, IsTerminal, stdout};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use gambol::core::TextError;
use gambol::registry::{GameOf, Registry, split};
use gambol::{five_or_more, match5, pentago_swap, tenten, threes};
use ratatui::crossterm::event::{self, Event, KeyCode, KeyModifiers};

use super::app::{App, BEAT};
use super::best::Best;
use super::board::Board;
use super::companion::Companion;
use super::console::warn;
use super::record::{self, Saved};
use super::session::{Origin, Session};
use super::settings::{Choice, Settings};
use super::signals::{self, Signals};
use super::terminal::{Screen, give_back, input};

/// What is to be played, and by whom.
#[derive(Clone, Debug)]
pub struct Options {
    /// The game: a name of the registry, with settings after a colon.
    pub game: String,
    /// The position to start from, in the game's text form; the start of the game if there is none.
    pub position: Option<String>,
    /// The agents: none for the default, one for both sides, or one for each.
    pub agents: Vec<String>,
    /// How many people play, 0 to 2; one if nothing is said. The other sides are agents'.
    pub players: Option<u8>,
    /// The side of a person who plays against an agent.
    pub side: Side,
    /// The seed of chance and agents.
    pub seed: u64,
    /// A file with a game to go on with.
    pub load: Option<PathBuf>,
    /// The time for a move of an agent, in milliseconds, in place of its own; 0 for its own.
    pub ms: u64,
    /// A file with what the game's learning player knows. It plays then, unless agents are named.
    pub knowledge: Option<PathBuf>,
}

/// One of two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The first player.
    First,
    /// The second player.
    Second,
}

/// The time for a hint, in milliseconds, unless it is changed in the menu.
const HINT_MS: u64 = 3_000;

/// Plays a game on the terminal until the user quits.
///
/// # Errors
///
/// In one line: what is wrong with the options, all of which is found out before the screen is
/// touched, that standard output is no terminal, or that the terminal failed.
pub fn play(registry: &Registry, options: &Options) -> Result<(), String> {
    let saved = options.load.as_deref().map(record::load).transpose()?;
    let (name, _) = split(&options.game);
    let text = |error: TextError| error.to_string();
    let state = match (&saved, &options.load) {
        (Some(saved), Some(path)) => {
            if !registry.games().iter().any(|game| game.name == name) {
                // The registry says which games there are.
                registry.start(&options.game).map_err(text)?;
            }
            let (saved_name, _) = split(&saved.game);
            if saved_name != name {
                return Err(format!("{}: it is a game of {}, not of {}", path.display(), saved.game, options.game));
            }
            let state = registry.position(saved_name, &saved.text.start);
            state.map_err(|error| format!("{}: {error}", path.display()))?
        }
        _ => match &options.position {
            None => registry.start(&options.game).map_err(text)?,
            Some(position) => registry.position(&options.game, position).map_err(text)?,
        },
    };
    // Games with boards of their own; the actions of all others are listed.
    macro_rules! among {
        ($($game:ty),*) => {
            $(if let (Some(state), Some(agents)) = (state.state::<$game>(), state.entry::<$game>()) {
                return start(registry, state.clone(), agents.clone(), options, saved.as_ref());
            })*
        };
    }
    among!(
        five_or_more::FiveOrMore<u128>,
        five_or_more::FiveOrMore<five_or_more::Wide>,
        tenten::TenTen,
        threes::Threes,
        pentago_swap::PentagoSwap,
        match5::Match5<u128>,
        match5::Match5<match5::Wide>
    );
    let agents = Arc::new(state.clone());
    start(registry, state, agents, options, saved.as_ref())
}

/// Checks everything, then takes the screen.
fn start<G: Board>(
    registry: &Registry,
    state: G,
    agents: Arc<dyn GameOf<G>>,
    options: &Options,
    saved: Option<&Saved>,
) -> Result<(), String> {
    let mut app = prepare(registry, state, agents, options, saved)?;
    if !stdout().is_terminal() {
        return Err("play needs a terminal, and standard output is none".to_owned());
    }
    app.best = Best::of_user();
    run(&mut app).map_err(|error| format!("terminal: {error}"))
}

/// The app that the options ask for.
pub(crate) fn prepare<G: Board>(
    registry: &Registry,
    state: G,
    agents: Arc<dyn GameOf<G>>,
    options: &Options,
    saved: Option<&Saved>,
) -> Result<App<G>, String> {
    let players = state.players();
    let settings = settings(agents.as_ref(), players, options)?;
    let session = Session::new(state, Origin::first(options.seed));
    let game = options.game.clone();
    let mut app = App::new(registry.clone(), agents, game, session, settings.clone(), Best::default());
    if let Some(path) = &options.knowledge {
        app.companion.open(path)?;
    }
    if options.position.is_some() {
        app.session.set_up();
    }
    if let (Some(_), Some(path)) = (saved, &options.load) {
        app.load(path)?;
        // What was asked for goes before what was.
        if !options.agents.is_empty() {
            app.settings.agents = settings.agents;
        }
        if options.players.is_some() && players > 1 {
            app.settings.people = settings.people;
        }
        app.changed();
    }
    Ok(app)
}

fn settings<G: Board>(agents: &dyn GameOf<G>, players: usize, options: &Options) -> Result<Settings, String> {
    let learner = options.knowledge.as_ref().and(<G::Companion as Companion<G>>::AGENT);
    let agent = |side: usize| -> Result<String, String> {
        let said = options.agents.get(side).or(options.agents.first()).map(String::as_str);
        let agent = said.or(learner).unwrap_or(agents.default_agent());
        agents.make(agent).map_err(|error| error.to_string())?;
        Ok(agent.to_owned())
    };
    if options.agents.len() > players {
        return Err(format!("agents: {} are too many for this game", options.agents.len()));
    }
    let people = match options.players.unwrap_or(1) {
        0 => [false; 2],
        1 if players == 1 => [true; 2],
        1 => [options.side == Side::First, options.side == Side::Second],
        2 if players == 2 => [true; 2],
        people => return Err(format!("players: {people} are too many for this game")),
    };
    Ok(Settings {
        people,
        agents: [agent(0)?, agent(1)?],
        limit: Choice::limit(options.ms),
        hint_limit: Choice::limit(HINT_MS),
        speed: Choice::speed(),
        over_chance: false,
        // Without colours, letters tell the stones apart.
        letters: std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty()),
    })
}

/// Runs the app on the terminal until it ends or a signal says so.
fn run<G: Board>(app: &mut App<G>) -> io::Result<()> {
    let signals = Signals::catch(give_back)?;
    let mut screen = Screen::open()?;
    let result = turn_around(app, &mut screen, &signals);
    app.thinker.cancel();
    let said = if app.quit { None } else { app.companion.cut_short() };
    drop(screen);
    if let Some(said) = said {
        warn(&said);
    }
    signals.obey()?;
    result
}

fn turn_around<G: Board>(app: &mut App<G>, screen: &mut Screen, signals: &Signals) -> io::Result<()> {
    let mut news = true;
    let mut drawn = Instant::now();
    while !app.quit && !signals.has_come() {
        // A search that goes on shows how far it is.
        if news || (app.thinker.purpose().is_some() && drawn.elapsed() >= BEAT) {
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

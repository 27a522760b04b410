#![doc = include_str!("../README.md")]
// The macros panic on a closed stream and do not escape; use `warn` and `output::print`.
#![deny(clippy::print_stdout, clippy::print_stderr)]

mod analyse;
mod args;
mod campaign;
mod crew;
mod draw;
mod engine;
mod export;
mod external;
mod hint;
mod inspect;
mod learn;
mod lists;
mod merge;
mod output;
mod perft;
mod place;
mod progress;
mod report;
mod series;
mod summary;
mod verify;

use std::io::IsTerminal;
use std::process::ExitCode;

use clap::Parser;
use clap::error::ErrorKind;
use gambol::registry::Registry;
use gambol_tui::warn;

use args::{Cli, Command};
use output::Failure;

/// Runs the program on the process's command line, with the games of this registry.
///
/// Prints the result to standard output and errors to standard error. Returns 0 if all went well, 1
/// if an input was refused, and 2 if the command line was wrong.
#[must_use]
pub fn main(registry: &Registry) -> ExitCode {
    let cli = match Cli::try_parse_from(engine::arguments(std::env::args_os())) {
        Ok(cli) => cli,
        Err(error) => return usage(&error),
    };
    let command = match command(cli) {
        Ok(command) => command,
        Err(missing) => {
            warn(&format!("{missing}; see gambol --help"));
            return ExitCode::from(2);
        }
    };
    let result = match command {
        Command::Games(output) => lists::games(registry, output),
        Command::Agents { game, output } => lists::agents(registry, &game, output),
        Command::Play(args) => play(registry, args),
        Command::Hint(args) => hint::hint(registry, &args),
        Command::Run(args) => campaign::run(registry, &args),
        Command::Match(args) => campaign::contest(registry, &args),
        Command::Tournament(args) => series::tournament::tournament(registry, &args),
        Command::Sweep(args) => series::sweep::sweep(registry, &args),
        Command::Analyse(args) => analyse::analyse(registry, &args),
        Command::Export(args) => export::export(registry, &args),
        Command::Learn(args) => learn::learn(registry, &args),
        Command::Merge(args) => merge::merge(registry, &args),
        Command::Report(args) => report::report(registry, &args),
        Command::Perft(args) => perft::perft(registry, &args),
        Command::Inspect(args) => inspect::inspect(registry, &args),
        Command::Gomocup(args) => engine::gomocup(registry, &args),
        Command::Ugi(args) => engine::ugi(registry, &args),
    };
    // Engines and games have said all that they have to say.
    match result.and_then(|text| if text.is_empty() { Ok(()) } else { output::print(&text) }) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure(message)) => {
            warn(&message);
            ExitCode::from(1)
        }
    }
}

/// Plays on the screen; there is nothing to print afterwards.
fn play(registry: &Registry, args: args::Play) -> Result<String, Failure> {
    let Some(game) = args.game else {
        gambol_tui::menu(registry).map_err(Failure)?;
        return Ok(String::new());
    };
    let options = gambol_tui::Options {
        game,
        position: args.position,
        agents: args.level.map_or(args.agent, |level| vec![level.agent().to_owned()]),
        players: args.players,
        side: args.side.map(|side| match side {
            args::Side::First => gambol_tui::Side::First,
            args::Side::Second => gambol_tui::Side::Second,
        }),
        seed: args.seed.unwrap_or_else(gambol_tui::draw_seed),
        load: args.load,
        ms: args.ms.unwrap_or(0),
        knowledge: args.knowledge,
    };
    gambol_tui::play(registry, &options).map_err(Failure)?;
    Ok(String::new())
}

/// The command that is to be run. On a terminal the games to choose from take the place of none.
///
/// # Errors
///
/// In a line: what is missing.
fn command(cli: Cli) -> Result<Command, &'static str> {
    let terminal = std::io::stdout().is_terminal();
    match cli.command {
        None if terminal => Ok(Command::Play(args::Play::default())),
        None => Err("a command is missing"),
        Some(Command::Play(args::Play { game: None, .. })) if !terminal => {
            Err("a game is missing: play needs a terminal to show a list")
        }
        Some(command) => Ok(command),
    }
}

/// Prints help as it is, and a mistake in one line.
fn usage(error: &clap::Error) -> ExitCode {
    let text = error.to_string();
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => match output::print(text.trim_end()) {
            Ok(()) => ExitCode::SUCCESS,
            Err(_) => ExitCode::from(1),
        },
        _ => {
            let lines = text.lines().map(str::trim).take_while(|line| {
                // What follows says what the end of the line says anyway.
                !line.starts_with("Usage:") && !line.starts_with("For more information")
            });
            let message: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
            let message = message.join(" ");
            warn(&format!("{}; see gambol --help", message.strip_prefix("error: ").unwrap_or(&message)));
            ExitCode::from(2)
        }
    }
}

#![doc = include_str!("../README.md")]
// The macros panic on a closed stream and do not escape their output; use `warn` and
// `output::print`.
#![deny(clippy::print_stdout, clippy::print_stderr)]

mod analyse;
mod args;
mod campaign;
mod crew;
mod draw;
mod engine;
mod export;
mod external;
mod files;
mod hint;
mod inspect;
mod learn;
mod lists;
mod manual;
mod merge;
mod npz;
mod openings;
mod output;
mod perft;
mod place;
mod progress;
mod report;
mod self_play;
mod series;
mod serve;
mod solve;
mod summary;
mod train;
mod tune;
mod verify;

use std::ffi::OsString;
use std::fmt;
use std::io::{BufRead, IsTerminal, Write};
use std::process::ExitCode;

use clap::Parser;
use clap::error::ErrorKind;
use gambol::registry::Registry;
use gambol_tui::warn;

use args::{Cli, Command};
use output::Failure;

/// Runs the program on the process's command line, with the games of this registry.
///
/// Prints the result to standard output and errors to standard error. Returns 0 on success, 1 if an
/// input was rejected, and 2 for an invalid command line.
#[must_use]
pub fn main(registry: &Registry) -> ExitCode {
    let streams = Streams::new(std::io::BufReader::new(std::io::stdin()), std::io::stdout());
    let refused = match run(registry, engine::arguments(std::env::args_os()), streams) {
        // Engines and games have already written their output.
        Ok(text) if text.is_empty() => return ExitCode::SUCCESS,
        Ok(text) => match output::print(&text) {
            Ok(()) => return ExitCode::SUCCESS,
            Err(Failure(message)) => Refusal { code: 1, message },
        },
        Err(refused) => refused,
    };
    warn(&refused.message);
    ExitCode::from(refused.code)
}

/// Input and output of the interactive commands: `ugi`, `gomocup` and `serve`.
pub struct Streams {
    input: Box<dyn BufRead + Send>,
    output: Box<dyn Write + Send>,
}

impl Streams {
    /// Creates a pair of streams: lines are read from `input`, and answers are written to `output`.
    pub fn new(input: impl BufRead + Send + 'static, output: impl Write + Send + 'static) -> Self {
        Self { input: Box::new(input), output: Box::new(output) }
    }
}

impl fmt::Debug for Streams {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Streams").finish_non_exhaustive()
    }
}

/// Error returned when a command line cannot be carried out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Exit code: 1 if an input was rejected, 2 for an invalid command line.
    pub code: u8,
    /// Description of the error.
    pub message: String,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Refusal {}

/// Runs a command line, whose first word is the program's name, and returns the text that [`main`]
/// prints. `ugi`, `gomocup` and `serve` use the streams and return an empty text. Progress is
/// written to standard error, and `play` needs the process's terminal.
///
/// # Errors
///
/// Returns the message that [`main`] prints to standard error, and its exit code.
///
/// ```
/// use gambol::registry::Registry;
/// use gambol_cli::Streams;
///
/// let streams = Streams::new(&b""[..], Vec::new());
/// let text = gambol_cli::run(
///     &Registry::standard(),
///     ["gambol", "perft", "match5", "--depth", "2"],
///     streams,
/// )?;
/// assert!(text.contains("6480"));
/// # Ok::<(), gambol_cli::Refusal>(())
/// ```
pub fn run<T: Into<OsString> + Clone>(
    registry: &Registry,
    command_line: impl IntoIterator<Item = T>,
    streams: Streams,
) -> Result<String, Refusal> {
    let command_line: Vec<OsString> = command_line.into_iter().map(Into::into).collect();
    let program = gambol_tui::program_of(command_line.first());
    let cli = match Cli::try_parse_from(command_line) {
        Ok(cli) => cli,
        Err(error) => return usage(&error, &program),
    };
    let missing = |missing| Refusal { code: 2, message: format!("{missing}; see {program} --help") };
    let result = match command(cli).map_err(missing)? {
        Command::Games(output) => lists::games(registry, output),
        Command::Agents { game, output } => lists::agents(registry, &game, output),
        Command::Play(args) => play(registry, args),
        Command::Hint(args) => hint::hint(registry, &args),
        Command::Run(args) => campaign::run(registry, &args),
        Command::Match(args) => campaign::contest(registry, &args),
        Command::Tournament(args) => series::tournament::tournament(registry, &args),
        Command::Sweep(args) => series::sweep::sweep(registry, &args),
        Command::Tune(args) => tune::tune(registry, &args),
        Command::Analyse(args) => analyse::analyse(registry, &args),
        Command::Export(args) => export::export(registry, &args),
        Command::SelfPlay(args) => self_play::self_play(registry, &args),
        Command::Learn(args) => learn::learn(registry, &args),
        Command::Train(args) => train::train(registry, &args),
        Command::Solve(args) => solve::solve(&args),
        Command::Merge(args) => merge::merge(registry, &args),
        Command::Report(args) => report::report(registry, &args),
        Command::Perft(args) => perft::perft(registry, &args),
        Command::Inspect(args) => inspect::inspect(registry, &args),
        Command::Gomocup(args) => engine::gomocup(registry, &args, streams),
        Command::Ugi(args) => engine::ugi(registry, &args, streams),
        Command::Serve(args) => serve::serve(registry, &args, streams),
        Command::Completions { shell } => manual::completions(shell, &program),
        Command::Man { out } => manual::man(out.as_deref(), &program),
    };
    result.map_err(|Failure(message)| Refusal { code: 1, message })
}

/// Runs the full-screen game, which leaves nothing to print.
fn play(registry: &Registry, args: args::Play) -> Result<String, Failure> {
    let Some(game) = args.game else {
        gambol_tui::menu(registry).map_err(Failure)?;
        return Ok(String::new());
    };
    // What only a new game has asks for one.
    let is_new = args.seed.is_some() || args.position.is_some() || args.load.is_some() || args.players.is_some();
    let resumes = !is_new && args.side.is_none() && args.knowledge.is_none();
    let options = gambol_tui::Options {
        game,
        position: args.position,
        agents: args.level.map_or(args.agent, |level| vec![level]),
        players: args.players,
        side: args.side,
        seed: args.seed.unwrap_or_else(gambol_tui::draw_seed),
        load: args.load,
        ms: args.ms.unwrap_or(0),
        knowledge: args.knowledge,
    };
    gambol_tui::play(registry, &options, resumes).map_err(Failure)?;
    Ok(String::new())
}

/// Returns the command to run. On a terminal, the default is the list of games.
///
/// # Errors
///
/// Returns the reason if a command or a game is missing.
fn command(cli: Cli) -> Result<Command, &'static str> {
    let terminal = std::io::stdout().is_terminal();
    match cli.command {
        None if terminal => Ok(Command::Play(args::Play::default())),
        None => Err("missing command"),
        Some(Command::Play(args::Play { game: None, .. })) if !terminal => {
            Err("missing game; without a terminal, play cannot show a list")
        }
        Some(command) => Ok(command),
    }
}

/// Returns help as it is; any other error becomes one line.
fn usage(error: &clap::Error, program: &str) -> Result<String, Refusal> {
    let text = error.to_string();
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => Ok(text.trim_end().to_owned()),
        _ => {
            let lines = text.lines().map(str::trim).take_while(|line| {
                // The end of the message already refers to the help.
                !line.starts_with("Usage:") && !line.starts_with("For more information")
            });
            // The tip to pass an option as a value is never useful here.
            let lines = lines.filter(|line| !line.is_empty() && !line.starts_with("tip: to pass"));
            let message = lines.collect::<Vec<_>>().join(" ").replace(" tip: ", "; ");
            let message = format!("{}; see {program} --help", message.strip_prefix("error: ").unwrap_or(&message));
            Err(Refusal { code: 2, message })
        }
    }
}

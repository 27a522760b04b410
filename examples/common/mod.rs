//! What the examples of the five games share: flags, and watching an agent play one game.

use std::error::Error;
use std::fmt::Write as _;
use std::io::{IsTerminal, Write as _};
use std::time::Instant;

use gambol::core::Notation;
use gambol::registry::Registry;
use gambol::{Event, Seed};
use gambol_arena::LiveGame;
use lexopt::ValueExt as _;

/// What can be said on an example's command line.
pub(crate) struct Options {
    /// The agent, as in `mc:z=100`.
    pub(crate) agent: String,
    /// The seed that fixes the game.
    pub(crate) seed: Seed,
    /// The game's settings, such as its size; what the game takes for its default if empty.
    pub(crate) settings: String,
    /// Ends the game after so many moves.
    longest: u64,
}

impl Options {
    /// Reads the command line. `agent` plays unless another is named; `--budget small` is for a
    /// quick look.
    pub(crate) fn read(agent: &str, small: &str) -> Result<Self, Box<dyn Error>> {
        let mut options =
            Self { agent: agent.to_owned(), seed: Seed::new(1), settings: String::new(), longest: u64::MAX };
        let mut parser = lexopt::Parser::from_env();
        while let Some(argument) = parser.next()? {
            match argument {
                lexopt::Arg::Long("agent") => options.agent = parser.value()?.string()?,
                lexopt::Arg::Long("seed") => options.seed = Seed::new(parser.value()?.parse()?),
                lexopt::Arg::Long("size" | "rules") => options.settings = parser.value()?.string()?,
                lexopt::Arg::Long("budget") => match parser.value()?.string()?.as_str() {
                    "small" => (options.agent, options.longest) = (small.to_owned(), 20),
                    "default" => {}
                    other => return Err(format!("--budget is small or default, not {other}").into()),
                },
                lexopt::Arg::Long("help") | lexopt::Arg::Short('h') => {
                    println!(
                        "flags: --agent AGENT (default {agent}), --seed N, --rules SETTINGS, --budget small|default"
                    );
                    std::process::exit(0);
                }
                other => return Err(other.unexpected().into()),
            }
        }
        Ok(options)
    }
}

/// A square of a drawn board: what is on it, and its colour among the 256 of a terminal, if it has
/// one.
pub(crate) struct Square {
    /// Two characters at most.
    pub(crate) text: String,
    /// A terminal colour.
    pub(crate) colour: Option<u8>,
}

impl Square {
    /// A square with text on a colour.
    pub(crate) fn new(text: impl Into<String>, colour: Option<u8>) -> Self {
        Self { text: text.into(), colour }
    }
}

/// Draws rows of squares, in colour if asked.
pub(crate) fn draw(rows: impl IntoIterator<Item = Vec<Square>>, width: usize, in_colour: bool) -> String {
    let mut text = String::new();
    for row in rows {
        for Square { text: piece, colour } in row {
            let _ = match colour.filter(|_| in_colour) {
                Some(colour) => write!(text, "\x1b[30;48;5;{colour}m{piece:^width$}\x1b[0m"),
                None => write!(text, "{piece:^width$}"),
            };
        }
        text.push('\n');
    }
    text
}

/// Lets an agent play a game to its end. On a terminal the board is drawn anew after each move;
/// elsewhere there is a line a move, and the board at the end.
pub(crate) fn watch<G: Notation>(
    name: &str,
    start: G,
    options: &Options,
    board: impl Fn(&G, bool) -> String,
) -> Result<(), Box<dyn Error>> {
    let game = Registry::standard().entry::<G>(name).ok_or("the registry has this game")?;
    let mut agents = [game.make(&options.agent)?];
    let mut game = LiveGame::new(start, options.seed);
    let mut out = std::io::stdout().lock();
    let terminal = out.is_terminal();
    let started = Instant::now();
    while game.moves() < options.longest {
        let Some(step) = game.step(&mut agents)? else { break };
        let (Event::Action(action), Some(decision)) = (step.event, step.decision) else { continue };
        let line =
            format!("{:4}. {action:<8} value {:9.2}  score {}", game.moves(), decision.value, game.state().score());
        if terminal {
            write!(out, "\x1b[H\x1b[2J{}\n{line}\n", board(game.state(), true))?;
        } else {
            writeln!(out, "{line}")?;
        }
        out.flush()?;
    }
    if !terminal {
        write!(out, "\n{}", board(game.state(), false))?;
    }
    let seconds = started.elapsed().as_secs_f64();
    writeln!(
        out,
        "\n{} played {} moves in {seconds:.1} s: score {}.",
        options.agent,
        game.moves(),
        game.state().score()
    )?;
    Ok(())
}

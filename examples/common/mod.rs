//! Helpers of the examples of the five games: flags, and playing out a game by a search.

use std::error::Error;
use std::fmt::{Display, Write as _};
use std::io::{IsTerminal, Write as _};
use std::time::Instant;

use gambol::prelude::*;
use lexopt::ValueExt as _;

/// The command-line options of an example.
pub(crate) struct Options {
    /// Seed of the game.
    pub(crate) seed: Seed,
    /// Rules of the game, such as its size.
    pub(crate) rules: String,
    /// Budget of a move: the example's own, or a small one.
    pub(crate) budget: Budget,
    /// Whether the agent of the document that the rules are from plays, instead of ours.
    pub(crate) is_document: bool,
    /// Maximum number of moves.
    longest: u64,
}

impl Options {
    /// Parses the command line. `rules` are the default rules of the game, and `budget` is that of
    /// a move; `--budget small` selects `small` instead, and twenty moves.
    pub(crate) fn read(rules: &str, budget: Budget, small: &Budget) -> Result<Self, Box<dyn Error>> {
        let (seed, rules) = (Seed::new(1), rules.to_owned());
        let mut options = Self { seed, rules, budget, is_document: false, longest: u64::MAX };
        let mut parser = lexopt::Parser::from_env();
        while let Some(argument) = parser.next()? {
            match argument {
                lexopt::Arg::Long("seed") => options.seed = Seed::new(parser.value()?.parse()?),
                lexopt::Arg::Long("rules") => options.rules = parser.value()?.string()?,
                lexopt::Arg::Long("agent") => match parser.value()?.string()?.as_str() {
                    "document" => options.is_document = true,
                    "default" => {}
                    other => return Err(format!("--agent is document or default, not {other}").into()),
                },
                lexopt::Arg::Long("budget") => match parser.value()?.string()?.as_str() {
                    "small" => (options.budget, options.longest) = (small.clone(), 20),
                    "default" => {}
                    other => return Err(format!("--budget is small or default, not {other}").into()),
                },
                lexopt::Arg::Long("help") | lexopt::Arg::Short('h') => {
                    println!("flags: --seed N, --rules SETTINGS, --agent document|default, --budget small|default");
                    std::process::exit(0);
                }
                other => return Err(other.unexpected().into()),
            }
        }
        Ok(options)
    }
}

/// A square of a drawn board: its text, and its colour among the 256 of a terminal, if any.
pub(crate) struct Square {
    /// At most as many characters as a square is wide.
    pub(crate) text: String,
    /// A terminal colour.
    pub(crate) colour: Option<u8>,
}

impl Square {
    /// Creates a square with text on a colour.
    pub(crate) fn new(text: impl Into<String>, colour: Option<u8>) -> Self {
        Self { text: text.into(), colour }
    }
}

/// Draws rows of squares, in colour if `in_colour`.
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

/// Plays a game to its end by a search, both sides of a two-player game. On a terminal the board is
/// redrawn after each move; otherwise a line is printed per move, and the board at the end.
pub(crate) fn watch<G: Game<Action: Display>>(
    mut state: G,
    mut search: impl Search<G>,
    options: &Options,
    board: impl Fn(&G, bool) -> String,
) -> Result<(), Box<dyn Error>> {
    let mut chance = options.seed.derive(0).rng();
    let mut out = std::io::stdout().lock();
    let terminal = out.is_terminal();
    let started = Instant::now();
    let mut moves = 0;
    state.settle(&mut chance);
    search.new_game(&state);
    while moves < options.longest && !state.is_over() {
        moves += 1;
        let decision = search.search(&state, &options.budget, options.seed.derive(moves))?;
        state.play(decision.action);
        state.settle(&mut chance);
        let action = decision.action.to_string();
        let line = format!("{moves:4}. {action:<8} value {:9.2}  score {}", decision.value, state.score());
        if terminal {
            write!(out, "\x1b[H\x1b[2J{}\n{line}\n", board(&state, true))?;
        } else {
            writeln!(out, "{line}")?;
        }
        out.flush()?;
    }
    if !terminal {
        write!(out, "\n{}", board(&state, false))?;
    }
    let seconds = started.elapsed().as_secs_f64();
    writeln!(out, "\n{moves} moves in {seconds:.1} s: score {}.", state.score())?;
    Ok(())
}

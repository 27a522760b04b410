//! The command line.

mod games;
mod tune;

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand};
use gambol::Player;

pub(crate) use games::{
    Analyse, Conditions, Duels, Export, Many, Match, Order, Run, SelfPlay, Series, Sweep, Tournament,
};
pub(crate) use tune::{Objective, Tune};

/// Game AI under chance: exact rules, searches and reproducible measurements.
#[derive(Debug, Parser)]
#[command(name = "gambol", version, about, max_term_width = 110)]
pub(crate) struct Cli {
    /// Without a command, a terminal shows a list of games to play.
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Lists the games.
    Games(Output),
    /// Lists the agents that play a game, and their parameters.
    Agents {
        /// The game's name.
        game: String,
        #[command(flatten)]
        output: Output,
    },
    /// Plays a game on the full screen of the terminal, by mouse and keys; ? shows the keys and the
    /// rules. Without a game, shows a list of games.
    Play(Play),
    /// Searches a position and shows the best action and the value of every action. Values are for
    /// the player to move, in JSON too.
    Hint(Hint),
    /// Plays many games of one agent and prints summary statistics.
    Run(Run),
    /// Plays two agents against each other; in a puzzle, side by side on the same seeds.
    Match(Match),
    /// Plays a round robin or a gauntlet of many agents and prints a cross table with Elo; in a
    /// puzzle, a table of mean scores with differences on the same seeds.
    Tournament(Tournament),
    /// Plays an agent with every combination of parameter values.
    Sweep(Sweep),
    /// Tunes an agent's parameters with CMA-ES, an evolution strategy.
    Tune(Tune),
    /// Evaluates every move of a recorded game by search, and reports the worst.
    Analyse(Analyse),
    /// Plays an agent against itself and writes each decision as training data: state, values and
    /// visits of all actions, and the result of the game.
    Export(Export),
    /// Plays games by tree search, with a network or rollouts, and writes arrays of planes,
    /// policies and values for learners.
    SelfPlay(SelfPlay),
    /// Trains Match5's self-learning player in a series of games, and stores its knowledge.
    Learn(Learn),
    /// Trains the network of a puzzle by temporal-difference learning, and writes its weights.
    Train(Train),
    /// Solves a position of pentago-swap exactly: a win, loss or draw within N plies, and the
    /// principal variation.
    Solve(Solve),
    /// Merges shard files; fails on missing or duplicate games.
    Merge(Merge),
    /// Writes a self-contained HTML page with tables, plots and replays from files of records.
    Report(Report),
    /// Counts the sequences of actions and chance outcomes from a position.
    Perft(Perft),
    /// Shows a position: turn, score, legal actions, chance outcomes and the resulting positions.
    Inspect(Inspect),
    /// Plays five in a row under a gomoku manager: the Piskvork protocol of Gomocup on standard
    /// input and output.
    Gomocup(Gomocup),
    /// Plays a two-player game without chance under a match manager: UGI, the universal game
    /// interface, on standard input and output.
    Ugi(Ugi),
    /// Answers lines of JSON on standard input for programs in any language: positions, legal
    /// actions, outcomes, searches, planes; see docs/protocols.md.
    Serve(Serve),
    /// Prints a completion script for a shell.
    Completions {
        /// The shell.
        #[arg(value_enum)]
        shell: clap_complete::Shell,
    },
    /// Prints the manual page of the program.
    Man {
        /// Folder for the pages of the program and of every command, instead of standard output.
        #[arg(long, value_name = "FOLDER")]
        out: Option<PathBuf>,
    },
}

/// Output format.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Output {
    /// Print the result as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

/// The position that a command works on.
#[derive(Args, Debug)]
pub(crate) struct Place {
    /// The game: a name from `gambol games`, with settings after a colon, as in
    /// `five-or-more:large`.
    pub(crate) game: String,
    /// The position, in the game's text form [default: the start of the game].
    #[arg(long, value_name = "TEXT")]
    pub(crate) position: Option<String>,
}

/// Option to draw the board.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Drawn {
    /// Draw the board. On by default if standard output is a terminal.
    #[arg(long, conflicts_with = "json")]
    pub(crate) board: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Inspect {
    #[command(flatten)]
    pub(crate) place: Place,
    /// An action or a chance outcome to apply first; repeatable, in order.
    #[arg(long, value_name = "EVENT")]
    pub(crate) play: Vec<String>,
    /// List all chance outcomes [default: their number and the most likely].
    #[arg(long)]
    pub(crate) all: bool,
    #[command(flatten)]
    pub(crate) drawn: Drawn,
    #[command(flatten)]
    pub(crate) output: Output,
}

#[derive(Args, Debug)]
pub(crate) struct Gomocup {
    /// The agent, one of `gambol agents match5`. The manager's time replaces its own.
    #[arg(long, default_value = "patterns")]
    pub(crate) agent: String,
    #[command(flatten)]
    pub(crate) engine: Engine,
}

#[derive(Args, Debug)]
pub(crate) struct Ugi {
    /// The game: a name from `gambol games`, with settings after a colon, as in `match5:gomoku`.
    pub(crate) game: String,
    /// The agent, one of `gambol agents GAME` [default: the game's]. The manager's time replaces
    /// its own.
    #[arg(long)]
    pub(crate) agent: Option<String>,
    #[command(flatten)]
    pub(crate) engine: Engine,
}

#[derive(Args, Debug)]
pub(crate) struct Serve {
    /// Worker threads of searches [default: all cores].
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: Option<u16>,
}

/// Options common to all engines.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Engine {
    /// Seed of the searches.
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Worker threads [default: all cores].
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: Option<u16>,
}

#[derive(Args, Debug)]
pub(crate) struct Perft {
    #[command(flatten)]
    pub(crate) place: Place,
    /// Maximum depth in plies; actions and chance outcomes both count.
    #[arg(long, value_parser = clap::value_parser!(u32).range(..=99))]
    pub(crate) depth: u32,
    /// Count distinct states instead of sequences.
    #[arg(long)]
    pub(crate) unique: bool,
    /// With --unique, count symmetric states as one.
    #[arg(long, requires = "unique")]
    pub(crate) symmetric: bool,
    #[command(flatten)]
    pub(crate) output: Output,
}

#[derive(Args, Debug, Default)]
pub(crate) struct Play {
    /// The game: a name from `gambol games`, with settings after a colon, as in
    /// `five-or-more:large` [default: a list to choose from].
    pub(crate) game: Option<String>,
    /// The position, in the game's text form [default: the start of the game].
    #[arg(long, value_name = "TEXT", requires = "game")]
    pub(crate) position: Option<String>,
    /// Strength of the opponent, or of the hints in a puzzle [default: hard]; strong is the default
    /// agent of the other commands.
    #[arg(long, value_parser = ["easy", "medium", "hard", "strong"], conflicts_with = "agent", requires = "game")]
    pub(crate) level: Option<String>,
    /// The agent that gives hints, plays automatically and plays the other side, with parameters
    /// after a colon, as in `mc:rollouts=100` [default: the level's]. For two-player games, repeat
    /// to set one per side.
    #[arg(long, value_name = "AGENT", requires = "game")]
    pub(crate) agent: Vec<String>,
    /// Number of human players: 2 against each other, 1 alone or against the agent, 0 to watch. The
    /// menu can change it.
    #[arg(long, value_name = "0|1|2", requires = "game", value_parser = clap::value_parser!(u8).range(..=2))]
    pub(crate) players: Option<u8>,
    /// Your side: the first moves first, unless the position has the other to move
    /// [default: first; in Match5 blue, against the computer's red].
    #[arg(long, requires = "game", value_parser = PossibleValuesParser::new(["first", "second"])
        .map(|name| if name == "second" { Player::Second } else { Player::First }))]
    pub(crate) side: Option<Player>,
    /// Seed of chance and of the agents [default: random; the screen shows it].
    #[arg(long, requires = "game")]
    pub(crate) seed: Option<u64>,
    /// File whose first game is continued: a saved game, or the records of
    /// `gambol run --record-games`.
    #[arg(long, value_name = "FILE", requires = "game", conflicts_with = "position")]
    pub(crate) load: Option<PathBuf>,
    /// Milliseconds for a move of an agent, instead of the agent's setting; 0 keeps the setting.
    #[arg(long, requires = "game")]
    pub(crate) ms: Option<u64>,
    /// Match5: file of the self-learning player, NAME.fivo, which plays against you and learns from
    /// the games; created if missing. The agent defaults to `self-taught`. A password is entered on
    /// the screen, with the keys k and p.
    #[arg(long, value_name = "FILE", requires = "game")]
    pub(crate) knowledge: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct Hint {
    #[command(flatten)]
    pub(crate) place: Place,
    /// The agent, with parameters after a colon, as in `mc:rollouts=100` [default: the game's, in
    /// `gambol agents`].
    #[arg(long)]
    pub(crate) agent: Option<String>,
    /// Seed of the search, and of chance before the first move if no position is given.
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Milliseconds for the search, in place of the agent's own time and its default limit.
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    pub(crate) ms: Option<u64>,
    /// Worker threads [default: all cores]; the result does not depend on it.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: Option<u16>,
    /// Also draws the position with the action as a picture, FILE.svg.
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) drawn: Drawn,
    #[command(flatten)]
    pub(crate) output: Output,
}

#[derive(Args, Debug)]
pub(crate) struct Learn {
    /// The game: `match5`, with settings after a colon; the edge has at most 11 cells.
    pub(crate) game: String,
    /// The opponent, with parameters after a colon, as in `mc:rollouts=100`. It moves first in
    /// every other game.
    #[arg(long, value_name = "AGENT", default_value = "threat")]
    pub(crate) opponent: String,
    /// Total number of games, including those of an existing file.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub(crate) games: u64,
    /// Master seed; game k depends only on it, k and the knowledge from earlier games.
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Cells for moves when no pattern is recognised: anywhere, or beside a stone.
    #[arg(long, value_name = "anywhere|beside", default_value_t = gambol::self_taught::FreeMoves::Anywhere)]
    pub(crate) free: gambol::self_taught::FreeMoves,
    /// Fields of a defended pattern that go into the next pattern.
    #[arg(long, value_enum, default_value = "figure")]
    pub(crate) reading: Reading,
    /// The knowledge file, NAME.fivo. An existing file is continued. It is saved every ten seconds
    /// and at the end; NAME is entered into the hall of fame of its folder.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// A file whose first line is the password of the knowledge file. A new knowledge file is
    /// protected with it. Files without a password, and files altered without it, are rejected.
    #[arg(long, value_name = "FILE")]
    pub(crate) password_file: Option<PathBuf>,
    /// Output file for a plot of the games won per hundred, as SVG.
    #[arg(long, value_name = "SVG")]
    pub(crate) plot: Option<PathBuf>,
    /// Another knowledge file for the plot; repeatable.
    #[arg(long, value_name = "FILE", requires = "plot")]
    pub(crate) with: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) output: Output,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Example:
  gambol train threes --out threes.weights --log threes.jsonl --plot threes.svg

The result does not depend on the number of threads. Continue an interrupted training with --resume.")]
pub(crate) struct Train {
    /// The game.
    pub(crate) game: String,
    /// The training, for games that have several [default: that of the shipped weights].
    #[arg(long, value_name = "NAME")]
    pub(crate) training: Option<String>,
    /// Output file for the weights.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Checkpoint file, written about every minute and removed at the end
    /// [default: beside the weights].
    #[arg(long, value_name = "FILE")]
    pub(crate) checkpoint: Option<PathBuf>,
    /// Continue from the checkpoint.
    #[arg(long)]
    pub(crate) resume: bool,
    /// Factor on the number of turns of the training, for a quick trial.
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0, value_parser = factor)]
    pub(crate) scale: f64,
    /// Games per evaluation on unseen seeds, which takes place each time the turns have doubled.
    #[arg(long, value_name = "N", default_value_t = 200)]
    pub(crate) games: u16,
    /// Worker threads [default: all cores]; results do not depend on it.
    #[arg(long, value_name = "J", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) jobs: Option<u16>,
    /// Output file for a line of JSON per epoch.
    #[arg(long, value_name = "JSONL")]
    pub(crate) log: Option<PathBuf>,
    /// Output file for a plot of the evaluations, as SVG.
    #[arg(long, value_name = "SVG")]
    pub(crate) plot: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) output: Output,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  gambol solve pentago-swap --plies 19 --checkpoint results --certificate proof
  gambol solve pentago-swap --position '6/1w4/3b2/6/4w1/1b4 w' --plies 9

The answer does not depend on the number of threads. Continue an interrupted run with --resume.")]
pub(crate) struct Solve {
    /// The game: `pentago-swap`.
    pub(crate) game: String,
    /// The position, in the game's text form [default: the empty board].
    #[arg(long, value_name = "TEXT")]
    pub(crate) position: Option<String>,
    /// Maximum number of plies of a win, for either side.
    #[arg(long, default_value_t = 19, value_parser = clap::value_parser!(u32).range(1..=36))]
    pub(crate) plies: u32,
    /// Worker threads [default: all cores]; the answer does not depend on it.
    #[arg(long, value_name = "J", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: Option<u16>,
    /// Table size in MiB, at least 32; rounded down to a power of two.
    #[arg(long, default_value_t = 4096)]
    pub(crate) mb: usize,
    /// Output file for the strategy for a won position, for a checker.
    #[arg(long, value_name = "FILE")]
    pub(crate) certificate: Option<PathBuf>,
    /// Length in plies up to which the certificate omits wins; the checker searches them.
    #[arg(long, value_name = "PLIES", default_value_t = 1, requires = "certificate")]
    pub(crate) search: u32,
    /// Output file for a book: the first moves of the strategy for a won position.
    #[arg(long, value_name = "FILE")]
    pub(crate) book: Option<PathBuf>,
    /// Number of the winner's moves in the book.
    #[arg(long, value_name = "N", default_value_t = 5, requires = "book", value_parser = clap::value_parser!(u32).range(1..=18))]
    pub(crate) book_moves: u32,
    /// Output file for results, written every five minutes and at the end.
    #[arg(long, value_name = "FILE")]
    pub(crate) checkpoint: Option<PathBuf>,
    /// Continue from the results in the checkpoint.
    #[arg(long, requires = "checkpoint")]
    pub(crate) resume: bool,
    #[command(flatten)]
    pub(crate) output: Output,
}

/// Parses a factor from a millionth to a thousand.
fn factor(text: &str) -> Result<f64, String> {
    let factor: Option<f64> = text.parse().ok().filter(|factor| (1e-6..=1e3).contains(factor));
    factor.ok_or_else(|| "expected a number from 0.000001 to 1000".to_owned())
}

#[derive(Args, Debug)]
pub(crate) struct Merge {
    /// The files of all shards, in any order.
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Output file for the records of all games.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    #[command(flatten)]
    pub(crate) output: Output,
}

#[derive(Args, Debug)]
pub(crate) struct Report {
    /// Files of records, one for each run or match.
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Output file for the page.
    #[arg(long, value_name = "PAGE")]
    pub(crate) out: PathBuf,
    /// Folder for an additional SVG file of each plot.
    #[arg(long, value_name = "FOLDER")]
    pub(crate) plots: Option<PathBuf>,
    /// Number of a game to replay; repeatable
    /// [default: the best, median and worst recorded game of each file].
    #[arg(long, value_name = "INDEX")]
    pub(crate) replay: Vec<u64>,
    /// Agent that searches every state of the replays, for the values of the actions on the page.
    #[arg(long, value_name = "AGENT")]
    pub(crate) values: Option<String>,
    #[command(flatten)]
    pub(crate) output: Output,
}

/// Command-line names of the two readings.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(crate) enum Reading {
    /// The blue fields and the X, as in the page's figure
    Figure,
    /// Every field, as in the page's text
    Text,
}

impl From<Reading> for gambol::self_taught::Reading {
    fn from(reading: Reading) -> Self {
        match reading {
            Reading::Figure => Self::BlueAndFocus,
            Reading::Text => Self::EveryField,
        }
    }
}

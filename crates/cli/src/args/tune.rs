//! The options of `gambol tune`.

use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use super::Conditions;

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  gambol tune tenten --agent greedy-triple:weights={hole}/1/{free}/{surface}/0.5 \\
    --parameters hole=50 free=1 surface=2.5 --objective log --games 50 --generations 20 \\
    --out tenten.jsonl --plot tenten.svg
  gambol tune match5 --agent mcts:simulations=200,c={c} --parameters c=0.7,0.3,0,10 --games 40 \\
    --generations 10")]
pub(crate) struct Tune {
    #[command(flatten)]
    pub(crate) conditions: Conditions,
    /// The agent, with the names of parameters in braces where their values are to stand.
    #[arg(long)]
    pub(crate) agent: String,
    /// The parameters: where the search starts, its first standard deviation [default: half of
    /// START, or 0.5 if that is 0], and the least and the greatest value [default: none].
    #[arg(long, value_name = "NAME=START[,STEP[,LOW,HIGH]]", num_args = 1.., required = true)]
    pub(crate) parameters: Vec<String>,
    /// Parameters whose values are rounded to whole numbers.
    #[arg(long, value_name = "NAME", num_args = 1..)]
    pub(crate) whole: Vec<String>,
    /// Games of each candidate. The candidates of a generation play the same seeds; in a
    /// two-player game the games go in pairs with sides swapped.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub(crate) games: u64,
    /// Number of generations, including those of an existing file.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) generations: u32,
    /// Candidates of a generation [default: 4 + 3 ln N for N parameters].
    #[arg(long, value_parser = clap::value_parser!(u16).range(4..=10_000))]
    pub(crate) candidates: Option<u16>,
    /// Puzzles: what is maximised.
    #[arg(long, value_enum, default_value = "mean")]
    pub(crate) objective: Objective,
    /// Two-player games: the opponent [default: the agent with the start values].
    #[arg(long, value_name = "AGENT")]
    pub(crate) against: Option<String>,
    /// Random moves at the start of a two-player game, the same in both games of a pair and for all
    /// candidates of a generation [default: 4].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=1000))]
    pub(crate) opening_plies: Option<u32>,
    /// Games of the comparison of the result with the start, on seeds that no candidate has played;
    /// 0 for none.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(..=1_000_000_000))]
    pub(crate) check: u64,
    /// Write the settings and a line for each candidate to this file, as JSON lines.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Continue with the file: its candidates are not played again.
    #[arg(long, requires = "out")]
    pub(crate) resume: bool,
    /// Write a plot of the best and the median candidate of each generation to this file, as SVG.
    #[arg(long, value_name = "SVG")]
    pub(crate) plot: Option<PathBuf>,
}

/// What is maximised in a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Objective {
    /// The mean score
    Mean,
    /// The mean of ln(1 + score), which a few long games do not decide
    Log,
}

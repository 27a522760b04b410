//! Options of `gambol tune`.

use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use super::{Conditions, Duels};

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
    /// The agent, with parameter names in braces in place of their values.
    #[arg(long)]
    pub(crate) agent: String,
    /// The parameters: start value, initial standard deviation
    /// [default: half of START, or 0.5 if that is 0], and minimum and maximum [default: none].
    #[arg(long, value_name = "NAME=START[,STEP[,LOW,HIGH]]", num_args = 1.., required = true)]
    pub(crate) parameters: Vec<String>,
    /// Parameters that are rounded to integers.
    #[arg(long, value_name = "NAME", num_args = 1..)]
    pub(crate) whole: Vec<String>,
    /// Games per candidate. The candidates of a generation play the same seeds; in a two-player
    /// game the games go in pairs with sides swapped.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub(crate) games: u64,
    /// Total number of generations, including those of an existing file.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) generations: u32,
    /// Candidates per generation [default: 4 + 3 ln N for N parameters].
    #[arg(long, value_parser = clap::value_parser!(u16).range(4..=10_000))]
    pub(crate) candidates: Option<u16>,
    /// Puzzles: the objective to maximise.
    #[arg(long, value_enum, default_value = "mean")]
    pub(crate) objective: Objective,
    /// Two-player games: the opponent [default: the agent with the start values].
    #[arg(long, value_name = "AGENT")]
    pub(crate) against: Option<String>,
    #[command(flatten)]
    pub(crate) duels: Duels,
    /// Games that compare the result with the start values, on seeds that no candidate has played;
    /// 0 for none.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(..=1_000_000_000))]
    pub(crate) check: u64,
    /// Output file: the settings and a line for each candidate, as JSON lines.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Continue the file; candidates in it are not played again.
    #[arg(long, requires = "out")]
    pub(crate) resume: bool,
    /// Output file for a plot of the best and the median candidate of each generation, as SVG.
    #[arg(long, value_name = "SVG")]
    pub(crate) plot: Option<PathBuf>,
}

/// Objective of the tuning in a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Objective {
    /// The mean score
    Mean,
    /// The mean of ln(1 + score), which is less sensitive to a few long games
    Log,
}

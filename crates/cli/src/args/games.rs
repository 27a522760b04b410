//! The options of the commands that play many games.

use std::path::PathBuf;

use clap::Args;
use gambol_arena::{Shard, Sprt};

use super::Output;

/// How the games of a command are played.
#[derive(Args, Debug)]
pub(crate) struct Conditions {
    /// The game: a name of `gambol games`, with settings after a colon, as in `five-or-more:large`.
    pub(crate) game: String,
    /// Master seed; game k depends only on it and k.
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Worker threads [default: all cores]; results do not depend on it.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: Option<u16>,
    /// End games after so many moves of agents.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) max_moves: Option<u64>,
    /// Give every agent T milliseconds a move, in place of its own time and its default limit.
    /// Limits that its text sets, such as `depth=3`, hold too. The games then depend on the machine
    /// and its load; use fewer --jobs than cores.
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    pub(crate) ms: Option<u64>,
    #[command(flatten)]
    pub(crate) output: Output,
}

/// Many games: which, how many, and where their records go.
#[derive(Args, Debug)]
pub(crate) struct Many {
    #[command(flatten)]
    pub(crate) conditions: Conditions,
    /// Number of games. In a match they go in pairs: with sides swapped, or in a puzzle one for
    /// each agent.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub(crate) games: u64,
    /// Play only share I of N, I from 1; `gambol merge` merges the files.
    #[arg(long, value_name = "I/N", default_value_t = Shard::WHOLE)]
    pub(crate) shard: Shard,
    /// Write a record of each game to this file, as JSON lines in the order of the games. Its name
    /// is FILE.partial until it is complete; an existing FILE is then replaced.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Continue FILE.partial, if there is one; leave FILE as it is, if it is complete.
    #[arg(long, requires = "out")]
    pub(crate) resume: bool,
    /// Keep every game whole in its record: the start, and all actions and chance outcomes.
    #[arg(long, requires = "out")]
    pub(crate) record_games: bool,
}

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  gambol run five-or-more --agent semi-tree:peek=2 --games 100
  gambol run threes --agent expectimax --ms 20 --games 20 --jobs 1
  gambol run tenten --agent greedy --games 1000 --out games.jsonl --resume")]
pub(crate) struct Run {
    #[command(flatten)]
    pub(crate) many: Many,
    /// The agent, with parameters after a colon, as in `mc:rollouts=100` [default: the game's, in
    /// `gambol agents`].
    #[arg(long)]
    pub(crate) agent: Option<String>,
}

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  gambol match match5 --agents threat mcts:simulations=500 --games 100
  gambol match threes --agents expectimax:depth=2 mc --games 40
  gambol match pentago-swap --agents alpha-beta mcts --ms 100 --games 200 --sprt 0,50")]
pub(crate) struct Match {
    #[command(flatten)]
    pub(crate) many: Many,
    /// The two agents, with parameters after a colon, as in `mc:rollouts=100 random`.
    #[arg(long, num_args = 2, value_names = ["A", "B"], required = true)]
    pub(crate) agents: Vec<String>,
    /// Random moves at the start of a two-player game, the same in both games of a pair [default:
    /// 4].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=1000))]
    pub(crate) opening_plies: Option<u32>,
    /// End a match of a two-player game early, once it is known whether A is ELO0 or ELO1 stronger
    /// than B. ALPHA and BETA are the type I and II error rates [default: 0.05].
    #[arg(long, value_name = "ELO0,ELO1[,ALPHA,BETA]", allow_hyphen_values = true)]
    pub(crate) sprt: Option<Sprt>,
}

/// A series of runs or matches, each with a file of its own.
#[derive(Args, Debug)]
pub(crate) struct Series {
    #[command(flatten)]
    pub(crate) conditions: Conditions,
    /// Number of games: of each pairing in a two-player game, where they go in pairs with sides
    /// swapped; of each agent in a puzzle, where all play the same seeds.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub(crate) games: u64,
    /// Random moves at the start of a two-player game, the same in both games of a pair and in all
    /// pairings [default: 4].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=1000))]
    pub(crate) opening_plies: Option<u32>,
    /// Write the records of each run or match to a file in this folder, as `gambol run` and `gambol
    /// match` do; `gambol report DIR/*.jsonl` shows them.
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Continue with the files in DIR.
    #[arg(long, requires = "out")]
    pub(crate) resume: bool,
    /// Keep every game whole in its record: the start, and all actions and chance outcomes.
    #[arg(long, requires = "out")]
    pub(crate) record_games: bool,
}

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  gambol tournament match5 --agents random threat mcts:simulations=500 alpha-beta --games 40
  gambol tournament pentago-swap --agents alpha-beta mcts mc --gauntlet --ms 50 --games 100
  gambol tournament threes --agents random mc:rollouts=10 greedy --games 20 --out cup --resume")]
pub(crate) struct Tournament {
    #[command(flatten)]
    pub(crate) series: Series,
    /// The agents, at least two, with parameters after a colon.
    #[arg(long, num_args = 2.., value_name = "AGENT", required = true)]
    pub(crate) agents: Vec<String>,
    /// The first agent against each of the others, in place of a round robin.
    #[arg(long)]
    pub(crate) gauntlet: bool,
}

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  gambol sweep match5 --agent mcts:simulations=200,c={c} --over c=0.2,0.5,1 --against threat \\
    --games 50
  gambol sweep threes --agent mc:rollouts={z} --over z=5,10,20 --games 50
  gambol sweep tenten --agent mcts:simulations={s},c={c} --over s=100,200 --over c=0.5,1 --games 10")]
pub(crate) struct Sweep {
    #[command(flatten)]
    pub(crate) series: Series,
    /// The agent, with the names of parameters in braces where their values are to stand.
    #[arg(long)]
    pub(crate) agent: String,
    /// A parameter and its values; repeat for all combinations.
    #[arg(long, value_name = "NAME=VALUE,VALUE,…", required = true)]
    pub(crate) over: Vec<String>,
    /// Two-player games: the opponent [default: the game's default player].
    #[arg(long, value_name = "AGENT")]
    pub(crate) against: Option<String>,
}

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  gambol export match5 --agent mcts:simulations=400 --games 1000 --out games.jsonl
  gambol export threes --agent expectimax:depth=2 --games 100 --seed 7 --out threes.jsonl")]
pub(crate) struct Export {
    #[command(flatten)]
    pub(crate) conditions: Conditions,
    /// The agent that plays, in a two-player game both sides [default: the game's, in `gambol
    /// agents`].
    #[arg(long)]
    pub(crate) agent: Option<String>,
    /// Number of games.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub(crate) games: u64,
    /// Random moves at the start of a two-player game, which are not exported [default: 4].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=1000))]
    pub(crate) opening_plies: Option<u32>,
    /// The file, as JSON lines; it appears once it is complete.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
}

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  gambol analyse games.jsonl --game 3 --agent alpha-beta:depth=4
  gambol analyse threes.jsonl --ms 200
  gambol analyse games.jsonl --json")]
pub(crate) struct Analyse {
    /// A file of records that keeps its games (--record-games), or a game saved by `gambol play`.
    pub(crate) file: PathBuf,
    /// The number of the game [default: the first in the file].
    #[arg(long, value_name = "K")]
    pub(crate) game: Option<u64>,
    /// The agent whose search judges [default: the game's default player].
    #[arg(long)]
    pub(crate) agent: Option<String>,
    /// The seed of the searches.
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Milliseconds for each move, in place of the agent's own time and its default limit.
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    pub(crate) ms: Option<u64>,
    /// Worker threads [default: all cores]; results do not depend on it.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: Option<u16>,
    #[command(flatten)]
    pub(crate) output: Output,
}

//! Options of the commands that play many games.

use std::path::PathBuf;

use clap::Args;
use gambol_arena::{DrawRule, Resign, Shard, Sprt, TimeControl};

use super::Output;

/// Options common to the commands that play many games.
#[derive(Args, Debug)]
pub(crate) struct Conditions {
    /// The game: a name from `gambol games`, with settings after a colon, as in
    /// `five-or-more:large`.
    pub(crate) game: String,
    /// Master seed; game k depends only on it and k.
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Worker threads [default: all cores]; results do not depend on it.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: Option<u16>,
    /// Maximum number of agents' moves per game; longer games end there.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) max_moves: Option<u64>,
    /// Milliseconds per move of every agent, in place of its own time and its default limit. Limits
    /// in its text, such as `depth=3`, still apply. The games then depend on the machine and its
    /// load; use fewer --jobs than cores.
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    pub(crate) ms: Option<u64>,
    /// Folder for the logs of external engines, one for each process: all lines that it gets and
    /// prints, with times. Existing logs are continued.
    #[arg(long, value_name = "DIR")]
    pub(crate) log: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) output: Output,
}

/// Options of a run or a match: number of games, shard and records.
#[derive(Args, Debug)]
pub(crate) struct Many {
    #[command(flatten)]
    pub(crate) conditions: Conditions,
    /// Number of games. The games of a match go in pairs: with sides swapped, or in a puzzle one
    /// for each agent.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub(crate) games: u64,
    /// Shard to play: I of N, from 1; `gambol merge` merges the files.
    #[arg(long, value_name = "I/N", default_value_t = Shard::WHOLE)]
    pub(crate) shard: Shard,
    /// Output file: one record per game, as JSON lines in the order of the games. The file is
    /// called FILE.partial until it is complete; an existing FILE is then replaced.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Continue FILE.partial if it exists; leave a complete FILE as it is.
    #[arg(long, requires = "out")]
    pub(crate) resume: bool,
    /// Record every game in full: the start, and all actions and chance outcomes.
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
  gambol match pentago-swap --agents alpha-beta mcts --ms 100 --games 200 --sprt 0,50
  gambol match match5 --agents alpha-beta mcts --tc 10+0.1 --games 20 --jobs 1")]
pub(crate) struct Match {
    #[command(flatten)]
    pub(crate) many: Many,
    /// The two agents, with parameters after a colon, as in `mc:rollouts=100 random`.
    #[arg(long, num_args = 2, value_names = ["A", "B"], required = true)]
    pub(crate) agents: Vec<String>,
    #[command(flatten)]
    pub(crate) duels: Duels,
    /// Two-player games: early stop by a sequential probability ratio test of whether A is ELO0 or
    /// ELO1 stronger than B. ALPHA and BETA are the type I and II error rates [default: 0.05].
    #[arg(long, value_name = "ELO0,ELO1[,ALPHA,BETA]", allow_hyphen_values = true)]
    pub(crate) sprt: Option<Sprt>,
}

/// Options of matches of two-player games.
#[derive(Args, Debug, Default)]
pub(crate) struct Duels {
    /// Two-player games: file of openings, one a line: the text of a position, actions after the
    /// word `moves`, or both. Each is played by both games of a pair; the first follows after the
    /// last. Lines that begin with # are comments.
    #[arg(long, value_name = "FILE")]
    pub(crate) openings: Option<PathBuf>,
    /// Order of the openings: that of the file, or shuffled by the master seed.
    #[arg(long, value_enum, default_value = "sequential", requires = "openings")]
    pub(crate) order: Order,
    /// Number of the first opening in this order.
    #[arg(long, value_name = "N", default_value_t = 1, requires = "openings")]
    pub(crate) start: usize,
    /// Random moves at the start of a two-player game, after the opening of a file; the same in
    /// both games of a pair, in all pairings and for all candidates
    /// [default: 4, or 0 with --openings].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=1000))]
    pub(crate) opening_plies: Option<u32>,
    /// Two-player games: game clock of each agent, in seconds or minutes and seconds, as in 10+0.1,
    /// 40/60 or 40/1:00+0.6. It replaces the agent's own time and its default limit. An agent that
    /// uses more time than it has loses the game. The games then depend on the machine and its
    /// load; use fewer --jobs than cores.
    #[arg(long, value_name = "[MOVES/]TIME[+INCREMENT]", conflicts_with = "ms")]
    pub(crate) tc: Option<TimeControl>,
    /// Two-player games: an agent resigns after M consecutive moves with values of -S or less, in
    /// the unit of its values. With twosided=true, the opponent's must be S or more.
    #[arg(long, value_name = "movecount=M,score=S[,twosided=true]")]
    pub(crate) resign: Option<Resign>,
    /// Two-player games: a game is drawn after N moves of both agents and M consecutive ones of
    /// both with values from -S to S, each in the unit of the agent's values.
    #[arg(long, value_name = "movenumber=N,movecount=M,score=S")]
    pub(crate) draw: Option<DrawRule>,
}

/// Order of the openings of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Order {
    #[default]
    Sequential,
    Random,
}

/// Options of a series of runs or matches, with one file each.
#[derive(Args, Debug)]
pub(crate) struct Series {
    #[command(flatten)]
    pub(crate) conditions: Conditions,
    /// Number of games: per pairing in a two-player game, in pairs with sides swapped; per agent in
    /// a puzzle, all on the same seeds.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub(crate) games: u64,
    #[command(flatten)]
    pub(crate) duels: Duels,
    /// Shard to play: I of N, from 1. The same command without --shard and with --resume merges the
    /// files in DIR.
    #[arg(long, value_name = "I/N", default_value_t = Shard::WHOLE, requires = "out")]
    pub(crate) shard: Shard,
    /// Folder for the records of each run or match, as from `gambol run` and `gambol match`;
    /// `gambol report DIR/*.jsonl` shows them.
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Continue the files in DIR, and merge the files of shards.
    #[arg(long, requires = "out")]
    pub(crate) resume: bool,
    /// Record every game in full: the start, and all actions and chance outcomes.
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
    /// Play the first agent against each of the others, instead of a round robin.
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
    /// The agent, with parameter names in braces in place of their values.
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
    /// The agent, which plays both sides of a two-player game
    /// [default: the game's, in `gambol agents`].
    #[arg(long)]
    pub(crate) agent: Option<String>,
    /// Number of games.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub(crate) games: u64,
    /// Random moves at the start of a two-player game, which are not exported [default: 4].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=1000))]
    pub(crate) opening_plies: Option<u32>,
    /// The output file, as JSON lines; it is created once it is complete.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
}

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  gambol self-play threes --games 640 --out generation-0
  gambol self-play threes --prior onnx:threes.onnx --games 640 --seed 2 --out generation-1")]
pub(crate) struct SelfPlay {
    /// The game, one with encodings.
    pub(crate) game: String,
    /// The network that weighs and values states; without it, all actions have equal weights, and
    /// states are valued by random rollouts.
    #[arg(long, value_name = "onnx:FILE")]
    pub(crate) prior: Option<String>,
    /// Number of games.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub(crate) games: u64,
    /// Simulations per move.
    #[arg(long, default_value_t = 32, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub(crate) simulations: u64,
    /// Maximum number of moves per game; longer games end there.
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) max_moves: u64,
    /// Master seed; game k depends only on it and k.
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Shard to play: I of N, from 1; all shards write into one directory.
    #[arg(long, value_name = "I/N", default_value_t = Shard::WHOLE)]
    pub(crate) shard: Shard,
    /// Worker threads [default: all cores]; results do not depend on it.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: Option<u16>,
    /// The output directory. Each file has 64 games; files that are there are kept.
    #[arg(long, value_name = "DIRECTORY")]
    pub(crate) out: PathBuf,
    #[command(flatten)]
    pub(crate) output: Output,
}

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  gambol analyse games.jsonl --game 3 --agent alpha-beta:depth=4
  gambol analyse threes.jsonl --ms 200
  gambol analyse games.jsonl --json")]
pub(crate) struct Analyse {
    /// A file of records with whole games (--record-games), or a game saved by `gambol play`.
    pub(crate) file: PathBuf,
    /// Number of the game [default: the first in the file].
    #[arg(long, value_name = "K")]
    pub(crate) game: Option<u64>,
    /// The agent that evaluates the moves [default: the game's default player].
    #[arg(long)]
    pub(crate) agent: Option<String>,
    /// Seed of the searches.
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Milliseconds per move, in place of the agent's own time and its default limit.
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    pub(crate) ms: Option<u64>,
    /// Worker threads [default: all cores]; results do not depend on it.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: Option<u16>,
    #[command(flatten)]
    pub(crate) output: Output,
}

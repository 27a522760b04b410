//! `gambol self-play`: games by tree search with a network, as arrays for learners.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use gambol::game::{Event, Game, Indexed, Observe, Uniform};
use gambol::registry::{Label, Position, Registry};
use gambol::search::{Batched, Forest, Mcts};
use gambol::{Player, Seed};
use gambol_arena::{AgentFile, replace_by};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::args;
use crate::files::create_folder;
use crate::npz::{self, Array, Numbers};
use crate::output::{Failure, json, table};
use crate::place::pool;
use crate::progress::bar;

/// Number of games of a file, whose leaves are evaluated together.
const GAMES_PER_FILE: u64 = 64;
/// The constant of PUCT below the root, and the number of actions that Gumbel selection considers.
const C: f64 = 1.5;
const CONSIDERED: u32 = 16;
/// The file with the settings.
const ABOUT: &str = "self-play.json";

/// The number of arrays of a file.
const ARRAYS: usize = 6;

/// Settings on which the arrays depend.
#[derive(Deserialize, PartialEq, Serialize)]
struct About {
    schema: String,
    version: u32,
    game: String,
    start: String,
    /// The network; `null` for rollouts.
    prior: Option<AgentFile>,
    simulations: u64,
    games: u64,
    max_moves: u64,
    seed: u64,
}

#[derive(Serialize)]
struct Summary<'a> {
    out: String,
    game: &'a str,
    games: u64,
    positions: u64,
    /// Games of files that were there already.
    kept: u64,
    mean_score: Option<f64>,
}

pub(crate) fn self_play(registry: &Registry, args: &args::SelfPlay) -> Result<String, Failure> {
    let start = registry.start(&args.game)?;
    if !start.is_encoded() {
        return Err(Failure::of(&args.game, "the game has no encodings, which self-play writes"));
    }
    let network = args.prior.as_deref().map(|prior| Network::open(prior, &start)).transpose()?;
    let about = About {
        schema: "gambol-self-play-arrays".to_owned(),
        version: 1,
        game: args.game.clone(),
        start: start.to_string(),
        prior: network.as_ref().map(|network| network.file.clone()),
        simulations: args.simulations,
        games: args.games,
        max_moves: args.max_moves,
        seed: args.seed,
    };
    prepare(&args.out, &about)?;
    let files = args.shard.range(args.games.div_ceil(GAMES_PER_FILE));
    let bar = bar(0, files.end - files.start, "files, {eta} left");
    let (games, positions, kept) = (AtomicU64::new(0), AtomicU64::new(0), AtomicU64::new(0));
    let add = |sum: &AtomicU64, part: u64| {
        sum.fetch_add(part, Ordering::Relaxed);
    };
    let scores: Vec<Vec<i64>> = pool(args.jobs)?.install(|| {
        files
            .into_par_iter()
            .map(|file| {
                let range = file * GAMES_PER_FILE..args.games.min((file + 1) * GAMES_PER_FILE);
                let path = args.out.join(format!("{file:06}.npz"));
                let scores = if path.exists() {
                    npz::check(&path, ARRAYS).map_err(|error| {
                        let why = format_args!("{error}; remove the damaged file, and its games are played again");
                        Failure::of(path.display(), why)
                    })?;
                    add(&kept, range.end - range.start);
                    Vec::new()
                } else {
                    let played = Rows::play(&start, network.as_ref(), &about, range.start..range.end)?;
                    add(&games, range.end - range.start);
                    add(&positions, played.values.len() as u64);
                    replace_by(&path, |out| {
                        played.write(&start, out).map_err(|error| Failure::of(path.display(), error))
                    })?;
                    played.scores
                };
                bar.inc(1);
                Ok(scores)
            })
            .collect::<Result<_, Failure>>()
    })?;
    bar.finish_and_clear();
    let scores: Vec<i64> = scores.concat();
    let mean = scores.iter().map(|&score| score as f64).sum::<f64>() / scores.len() as f64;
    let summary = Summary {
        out: args.out.display().to_string(),
        game: &args.game,
        games: games.into_inner(),
        positions: positions.into_inner(),
        kept: kept.into_inner(),
        mean_score: Some(mean).filter(|mean| mean.is_finite()),
    };
    if args.output.json {
        return json(&summary);
    }
    let row = |name: &str, text: String| vec![name.to_owned(), text];
    let mut rows =
        vec![row("out", summary.out), row("games", format!("{}, {} positions", summary.games, summary.positions))];
    rows.extend(summary.mean_score.map(|mean| row("mean score", format!("{mean:.1} points"))));
    rows.extend((summary.kept > 0).then(|| row("kept", format!("{} games of complete files", summary.kept))));
    Ok(table(&rows))
}

/// Creates the directory and the file with the settings, or checks that the settings are those of
/// the file. Arrays without settings are of unknown games.
fn prepare(directory: &Path, about: &About) -> Result<(), Failure> {
    create_folder(directory)?;
    let path = directory.join(ABOUT);
    let refuse = |error: &dyn std::fmt::Display| Failure::of(path.display(), error);
    if path.exists() {
        let bytes = fs::read(&path).map_err(|error| refuse(&error))?;
        let found: About = serde_json::from_slice(&bytes).map_err(|error| refuse(&error))?;
        if found != *about {
            let text = |about: &About| serde_json::to_string(about).unwrap_or_default();
            let differs = format!("the directory has games of other settings: {}, not {}", text(&found), text(about));
            return Err(refuse(&differs));
        }
        return Ok(());
    }
    for entry in fs::read_dir(directory).map_err(|error| Failure::of(directory.display(), error))? {
        if entry.is_ok_and(|entry| entry.path().extension().is_some_and(|extension| extension == "npz")) {
            return Err(refuse(&"missing, but the directory has arrays; choose another one"));
        }
    }
    replace_by(&path, |out| -> Result<(), Failure> {
        serde_json::to_writer_pretty(&mut *out, about).map_err(|error| refuse(&error))
    })
}

/// The decisions of some games.
#[derive(Default)]
struct Rows {
    /// Rows of planes, of policies, and of values: points to come for the player to move, in the
    /// end and by the search.
    planes: Vec<f32>,
    policies: Vec<f32>,
    values: Vec<f32>,
    estimates: Vec<f32>,
    /// Game of each row, and final scores of the games.
    games: Vec<i64>,
    scores: Vec<i64>,
}

/// The player and the score of a row, which its value needs.
type From = (Player, i64);

impl Rows {
    /// Plays games together, each until it is over or has this many moves.
    fn play(
        start: &Position,
        network: Option<&Network>,
        about: &About,
        range: std::ops::Range<u64>,
    ) -> Result<Self, Failure> {
        let refuse = |error: &dyn std::fmt::Display| Failure::of(&about.game, error);
        let seed = |game: u64| Seed::new(about.seed).derive(game);
        let mut rngs: Vec<_> = range.clone().map(|game| seed(game).derive(1).rng()).collect();
        let mut states = vec![start.clone(); rngs.len()];
        states.iter_mut().zip(&mut rngs).for_each(|(state, rng)| state.settle(rng));
        // The trees of a file have seeds of their own, so that files can be made anywhere.
        let mut forest: Forest<Position> = Mcts::new()
            .puct(C, Batched)
            .gumbel(CONSIDERED, 1.0)
            .forest(states, seed(range.start).derive(2))
            .map_err(|error| refuse(&error))?;
        let (mut played, mut starts) = (Self::default(), Vec::<From>::new());
        for _ in 0..about.max_moves {
            grow(&mut forest, network, about.simulations).map_err(|error| refuse(&error))?;
            let due: Vec<usize> = (0..rngs.len())
                .filter(|&game| forest.state(game).is_some_and(|state| state.turn().player().is_some()))
                .collect();
            if due.is_empty() {
                break;
            }
            for game in due {
                let policy = forest.policy(game).map_err(|error| refuse(&error))?;
                let decision = forest.decision(game).map_err(|error| refuse(&error))?;
                let Some(state) = forest.state(game) else { continue };
                played.add(state, decision.player, &policy);
                let to_come = decision.player.sign() as f64 * (decision.value - state.score() as f64);
                played.estimates.push(to_come as f32);
                played.games.push((range.start + game as u64) as i64);
                starts.push((decision.player, state.score()));
                forest.advance(game, Event::Action(decision.action)).map_err(|error| refuse(&error))?;
                forest.settle(game, &mut rngs[game]).map_err(|error| refuse(&error))?;
            }
        }
        played.scores = (0..rngs.len()).filter_map(|game| forest.state(game)).map(Game::score).collect();
        let to_come = |(&(player, score), &game): (&From, &i64)| {
            let end = played.scores[(game as u64 - range.start) as usize];
            (player.sign() * (end - score)) as f32
        };
        played.values = starts.iter().zip(&played.games).map(to_come).collect();
        Ok(played)
    }

    /// Appends the planes and the policy of a state.
    fn add(&mut self, state: &Position, player: Player, policy: &[(Label, f64)]) {
        let from = self.planes.len();
        self.planes.resize(from + state.plane_shape().len(), 0.0);
        state.observe(player, &mut self.planes[from..]);
        let from = self.policies.len();
        self.policies.resize(from + state.action_count(), 0.0);
        for &(action, probability) in policy {
            if let Some(entry) = self.policies[from..].get_mut(state.action_index(action)) {
                *entry = probability as f32;
            }
        }
    }

    fn write<W: std::io::Write>(&self, start: &Position, out: W) -> Result<(), std::io::Error> {
        let (rows, shape) = (self.values.len(), start.plane_shape());
        let array = |name, shape, numbers| Array { name, shape, numbers };
        npz::write::<_, ARRAYS>(
            out,
            &[
                array("planes", &[rows, shape.planes, shape.height, shape.width], Numbers::F32(&self.planes)),
                array("policies", &[rows, start.action_count()], Numbers::F32(&self.policies)),
                array("values", &[rows], Numbers::F32(&self.values)),
                array("estimates", &[rows], Numbers::F32(&self.estimates)),
                array("games", &[rows], Numbers::I64(&self.games)),
                array("scores", &[self.scores.len()], Numbers::I64(&self.scores)),
            ],
        )
    }
}

/// Grows all trees to this number of simulations.
fn grow(forest: &mut Forest<Position>, network: Option<&Network>, simulations: u64) -> Result<(), String> {
    let Some(network) = network else { return forest.run(&Uniform, simulations).map_err(|error| error.to_string()) };
    loop {
        let leaves = forest.gather(simulations).map_err(|error| error.to_string())?;
        if leaves.is_empty() {
            return Ok(());
        }
        let (weights, values) = network.weigh(&leaves)?;
        forest.learn(&weights, &values).map_err(|error| error.to_string())?;
    }
}

/// A policy network by name.
struct Network {
    file: AgentFile,
    #[cfg(feature = "onnx")]
    policy: gambol::onnx::PolicyNetwork,
    #[cfg(not(feature = "onnx"))]
    policy: std::convert::Infallible,
}

#[cfg(feature = "onnx")]
impl Network {
    fn open(text: &str, start: &Position) -> Result<Self, Failure> {
        let Some(path) = text.strip_prefix("onnx:") else {
            return Err(Failure::of("--prior", format!("unknown prior {text}; expected onnx:FILE")));
        };
        let refuse = |error: &dyn std::fmt::Display| Failure::of(path, error);
        let bytes = gambol::game::files::read_limited(path.as_ref(), 1 << 30).map_err(|error| refuse(&error))?;
        let policy = gambol::onnx::PolicyNetwork::from_bytes(&bytes, start).map_err(|error| refuse(&error))?;
        Ok(Self { file: AgentFile::new(text, path, &bytes), policy })
    }

    fn weigh(&self, leaves: &gambol::search::Leaves<'_, Position>) -> Result<(Vec<f32>, Vec<Option<f64>>), String> {
        let states: Vec<(&Position, &[Label])> = leaves.iter().map(|leaf| (leaf.state, leaf.actions)).collect();
        self.policy.weigh_all(states.into_iter()).map_err(|error| error.to_string())
    }
}

#[cfg(not(feature = "onnx"))]
impl Network {
    fn open(_: &str, _: &Position) -> Result<Self, Failure> {
        Err(Failure::of("--prior", "this program was built without the feature onnx"))
    }

    fn weigh(&self, _: &gambol::search::Leaves<'_, Position>) -> Result<(Vec<f32>, Vec<Option<f64>>), String> {
        match self.policy {}
    }
}

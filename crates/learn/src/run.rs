//! Complete trainings: phases, reports, checkpoints.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use gambol_core::files::{Replacement, read_limited};
use gambol_core::random::below;
use gambol_core::{Game, Player, Seed, TextForm, Turn};
use gambol_search::SearchError;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::actor::{Actor, OnePly};
use crate::checkpoint::CheckpointError;
use crate::envelope::{self, EnvelopeError};
use crate::episode::{Start, open, play, settle};
use crate::features::{Features, OneStage, Stages};
use crate::learner::{EpochReport, LearnError, Learner, mean_with_interval};
use crate::network::Network;
use crate::reward::Reward;

/// Seconds between two checkpoints.
const INTERVAL: Duration = Duration::from_secs(60);
/// The first line of every checkpoint of a run; a header and the learner's checkpoint follow.
const MAGIC: &[u8] = b"gambol run 2\n";
/// Maximum size of a checkpoint in bytes. A weight takes twelve.
const LIMIT: u64 = 1 << 32;

/// The header line of a checkpoint: JSON.
#[derive(Debug, Serialize, Deserialize)]
struct Header {
    /// The phase, from 1.
    phase: u32,
    /// Turns of this phase so far.
    played: u64,
    /// Scale factor of the turns of all phases.
    scale: f64,
}

/// A checkpoint to continue from.
struct Resumed {
    path: PathBuf,
    header: Header,
    /// The checkpoint of the learner.
    learner: Vec<u8>,
}

/// Callback after each epoch.
type Callback<'a> = dyn FnMut(&TrainingReport) -> ControlFlow<()> + Send + 'a;

/// A training in phases, with progress reports, checkpoints and resumption.
///
/// A training is a function of a run: it creates a learner, [trains](Self::train) it for some
/// turns, may widen it or divide it into stages, trains it further, and returns the network. With a
/// checkpoint, complete phases are skipped, and the phase of the checkpoint continues. The result
/// is the same, bit for bit, as without an interruption.
///
/// ```
/// # mod edges { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/doc/edges.rs")); }
/// # use edges::Edges;
/// use gambol_learn::{LearnError, Learner, Network, OnePly, Points, Run, Settings};
/// use gambol_threes::Threes;
///
/// fn train(run: &mut Run<'_>) -> Result<Network<Edges>, LearnError> {
///     let settings =
///         Settings::default().turns_per_round(1000).rounds_per_epoch(2);
///     let mut learner = Learner::new(Threes::default(), Edges, Points, settings);
///     run.train(&mut learner, 4000, OnePly::new)?;
///     learner.settings_mut().learning_rate = 0.1;
///     run.train(&mut learner, 2000, OnePly::new)?;
///     Ok(learner.network())
/// }
///
/// let mut phases = Vec::new();
/// let network = train(&mut Run::new().on_report(|report| {
///     phases.push(report.phase);
///     std::ops::ControlFlow::Continue(())
/// }))?;
/// assert!(network.weights().iter().any(|&weight| weight > 0.0));
/// assert_eq!((phases.first(), phases.last()), (Some(&1), Some(&2)));
/// # Ok::<(), LearnError>(())
/// ```
#[expect(missing_debug_implementations, reason = "a callback has no such form")]
pub struct Run<'a> {
    report: Box<Callback<'a>>,
    path: Option<PathBuf>,
    resumed: Option<Resumed>,
    scale: f64,
    evaluation: Option<(usize, Seed)>,
    phase: u32,
    /// Number of turns of the learner at which the next evaluation is due.
    due: u64,
    saved: Instant,
}

/// Progress of a training after an epoch.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct TrainingReport {
    /// Number of the phase, from 1.
    pub phase: u32,
    /// Turns of this phase so far.
    pub turns: u64,
    /// Total turns of this phase.
    pub turns_of_phase: u64,
    /// Turns of all phases so far.
    pub total_turns: u64,
    /// Turns of the last epoch per second.
    pub turns_per_second: f64,
    /// Number of games of the last epoch that were played from start to end.
    pub games: usize,
    /// Their mean score, while learning.
    pub mean: Option<f64>,
    /// Half the width of its 95 % confidence interval. `None` with fewer than five games.
    pub ci95: Option<f64>,
    /// Result on seeds that are never used for training: of games, or in a two-player game of games
    /// against an older generation.
    pub evaluation: Option<Evaluation>,
}

/// Result of games by the best afterstate on seeds that are never used for training.
///
/// In a two-player game, they are games against the network at the last evaluation, which had half
/// as many turns, or at the first one of a run against random actions. Each opening is played
/// twice, once with each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Evaluation {
    /// Number of games.
    pub games: usize,
    /// Their mean score, that of the current network in a two-player game.
    pub mean: f64,
    /// Half the width of its 95 % confidence interval. `None` with fewer than five games, or
    /// openings in a two-player game.
    pub ci95: Option<f64>,
    /// Turns of training of the opponent, 0 for random actions. `None` for one player.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opponent: Option<u64>,
}

impl Default for Run<'_> {
    fn default() -> Self {
        Self::new()
    }
}

impl<'a> Run<'a> {
    /// Creates a run from the beginning, without reports and checkpoints.
    #[must_use]
    pub fn new() -> Self {
        Self {
            report: Box::new(|_| ControlFlow::Continue(())),
            path: None,
            resumed: None,
            scale: 1.0,
            evaluation: None,
            phase: 0,
            due: 0,
            saved: Instant::now(),
        }
    }

    /// Calls `report` after each epoch. If it breaks, the run writes its checkpoint and ends with
    /// [`LearnError::Stopped`].
    #[must_use]
    pub fn on_report(mut self, report: impl FnMut(&TrainingReport) -> ControlFlow<()> + Send + 'a) -> Self {
        self.report = Box::new(report);
        self
    }

    /// Multiplies the turns of all phases (default 1), for quick trials. Each phase has at least
    /// one epoch, whose rounds are shorter if the phase is short.
    #[must_use]
    pub fn scale(mut self, factor: f64) -> Self {
        self.scale = factor;
        self
    }

    /// Plays this many games with the current network whenever the number of turns has doubled, on
    /// seeds derived from this one that are never used for training. In a two-player game, they are
    /// against an [older generation](Evaluation).
    #[must_use]
    pub fn evaluate(mut self, games: usize, seed: Seed) -> Self {
        self.evaluation = Some((games, seed));
        self
    }

    /// Writes a checkpoint to this file at the end of each phase, when stopped, and about every
    /// minute. The file is replaced only when a new one is complete.
    #[must_use]
    pub fn checkpoint(mut self, path: impl AsRef<Path>) -> Self {
        self.path = Some(path.as_ref().to_owned());
        self
    }

    /// Continues from a checkpoint written by a run of the same training with the same scale.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read or is not a checkpoint of a run.
    pub fn resume(mut self, path: impl AsRef<Path>) -> Result<Self, LearnError> {
        let path = path.as_ref();
        let refuse = |reason: String| LearnError::File { path: path.to_owned(), reason };
        let mut bytes = read_limited(path, LIMIT).map_err(|error| refuse(error.to_string()))?;
        let (header, learner) = envelope::read::<Header>(MAGIC, &bytes).map_err(|error| match error {
            EnvelopeError::Foreign => refuse("this is not a checkpoint of a run of this version".to_owned()),
            error => refuse(CheckpointError::from(error).to_string()),
        })?;
        // Keep only the bytes of the learner, in place.
        let length = learner.len();
        bytes.truncate(bytes.len() - envelope::CHECKSUM);
        bytes.drain(..bytes.len() - length);
        self.resumed = Some(Resumed { path: path.to_owned(), header, learner: bytes });
        Ok(self)
    }

    /// Returns the phase, from 1, and its turns so far of the checkpoint to continue from, if any.
    #[must_use]
    pub fn resumed(&self) -> Option<(u32, u64)> {
        self.resumed.as_ref().map(|resumed| (resumed.header.phase, resumed.header.played))
    }

    /// Runs a phase: epochs until the learner has played `turns` more turns than at the beginning
    /// of the phase.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Learner::epoch`], [`LearnError::File`] if the checkpoint to continue
    /// from is not of this phase or cannot be written, and [`LearnError::Stopped`] if the callback
    /// stops the run.
    pub fn train<G, F, R, S, A>(
        &mut self,
        learner: &mut Learner<G, F, R, S>,
        turns: u64,
        actor: impl Fn(Arc<Network<F>>) -> A + Sync,
    ) -> Result<(), LearnError>
    where
        G: Game + TextForm,
        F: Features<G>,
        R: Reward<G>,
        S: Stages<G>,
        A: Actor<G>,
    {
        self.phase += 1;
        let turns = ((turns as f64 * self.scale) as u64).max(1);
        let of_round = learner.settings.turns_per_round;
        let mut played = 0;
        match self.resumed.take_if(|resumed| resumed.header.phase <= self.phase) {
            None if self.resumed.is_some() => return Ok(()),
            None => {}
            Some(Resumed { path, header, learner: bytes }) => {
                let refuse = |reason: String| LearnError::File { path, reason };
                if header.phase != self.phase || header.scale != self.scale {
                    let Header { phase, scale, .. } = header;
                    let Self { phase: own, scale: factor, .. } = self;
                    return Err(refuse(format!(
                        "it is a checkpoint of phase {phase} at scale {scale}; expected phase {own} at scale {factor}"
                    )));
                }
                played = header.played;
                learner.restore(&bytes).map_err(|error| refuse(error.to_string()))?;
            }
        }
        // An epoch is not longer than the phase.
        let most = turns.div_ceil(u64::from(learner.settings.rounds_per_epoch.max(1)));
        while played < turns {
            let began = Instant::now();
            learner.settings.turns_per_round = of_round.min(most);
            let epoch = learner.epoch(&actor);
            learner.settings.turns_per_round = of_round;
            let epoch = epoch?;
            played = played.saturating_add(epoch.turns);
            let seconds = began.elapsed().as_secs_f64();
            let stop = self.tell(learner, played, turns, &epoch, seconds)?.is_break();
            if stop || played >= turns || self.saved.elapsed() > INTERVAL {
                self.save(learner, played)?;
            }
            if stop {
                return Err(LearnError::Stopped);
            }
        }
        Ok(())
    }

    /// Ends a training: checks that the checkpoint to continue from belonged to one of its phases,
    /// since otherwise nothing was trained.
    ///
    /// # Errors
    ///
    /// [`LearnError::File`] if the checkpoint is of a phase after the last.
    pub fn finish(&self) -> Result<(), LearnError> {
        let Some(Resumed { path, header, .. }) = &self.resumed else { return Ok(()) };
        let reason = format!("it is a checkpoint of phase {}; this training has {}", header.phase, self.phase);
        Err(LearnError::File { path: path.clone(), reason })
    }

    /// Reports on an epoch.
    fn tell<G: Game, F: Features<G>, R: Reward<G>, S: Stages<G>>(
        &mut self,
        learner: &mut Learner<G, F, R, S>,
        turns: u64,
        turns_of_phase: u64,
        epoch: &EpochReport,
        seconds: f64,
    ) -> Result<ControlFlow<()>, LearnError> {
        let (mean, ci95) = epoch.mean().unzip();
        let ci95 = ci95.flatten();
        let is_due = learner.turns() >= self.due || turns >= turns_of_phase;
        let evaluation = match self.evaluation.filter(|_| is_due) {
            None => None,
            Some((games, seed)) => {
                self.due = 2 * learner.turns();
                Some(learner.measure(games, seed)?).filter(|_| games > 0)
            }
        };
        let turns_per_second = epoch.turns as f64 / seconds.max(1e-9);
        let games = epoch.scores.len();
        Ok((self.report)(&TrainingReport {
            phase: self.phase,
            turns,
            turns_of_phase,
            total_turns: epoch.total_turns,
            turns_per_second,
            games,
            mean,
            ci95,
            evaluation,
        }))
    }

    /// Replaces the checkpoint.
    fn save<G, F, R, S>(&mut self, learner: &Learner<G, F, R, S>, played: u64) -> Result<(), LearnError>
    where
        G: Game + TextForm,
        F: Features<G>,
        S: Stages<G>,
    {
        let Some(path) = &self.path else { return Ok(()) };
        let header = Header { phase: self.phase, played, scale: self.scale };
        let bytes = learner.checkpoint();
        let file = envelope::write(MAGIC, &header, bytes.len(), |file| file.extend(bytes));
        replace(path, &file).map_err(|error| LearnError::File { path: path.clone(), reason: error.to_string() })?;
        self.saved = Instant::now();
        Ok(())
    }
}

/// Replaces a file atomically.
fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = Replacement::new(path)?;
    file.writer().write_all(bytes)?;
    file.commit()
}

impl<G: Game, F: Features<G>, R: Reward<G>, S: Stages<G>> Learner<G, F, R, S> {
    /// Plays complete games by the best afterstate of the current network, and returns their scores
    /// in the order of their seeds.
    fn evaluate(&self, games: usize, seed: Seed) -> Result<Vec<i64>, LearnError> {
        let network = Arc::new(self.network());
        let scores: Result<_, _> = (0..games as u64)
            .into_par_iter()
            .map_init(
                || OnePly::new(Arc::clone(&network)),
                |actor, game| {
                    let (state, seed) = (self.start.clone(), seed.derive(game));
                    let start = Start { state, is_fresh: true, goes_on: false, opening: 0, seed };
                    let learns = |state: &G| network.features().learns(state);
                    play(start, actor, learns, &OneStage, usize::MAX).map(|episode| episode.last.score())
                },
            )
            .collect();
        Ok(scores?)
    }

    /// Plays two-player games by the best afterstate of the current network against another actor,
    /// and returns their scores for the network: two for each opening, once with each side.
    /// Openings have up to [`opening_plies`](crate::Settings#structfield.opening_plies) random
    /// plies.
    fn evaluate_against<A: Actor<G>>(
        &self,
        opponent: impl Fn() -> A + Sync,
        openings: usize,
        seed: Seed,
    ) -> Result<Vec<[i64; 2]>, LearnError> {
        let network = Arc::new(self.network());
        let scores: Result<_, _> = (0..openings as u64)
            .into_par_iter()
            .map_init(
                || (OnePly::new(Arc::clone(&network)), opponent()),
                |(own, other), opening| {
                    let seed = seed.derive(opening);
                    Ok::<_, SearchError>([
                        self.contest(Player::First, own, other, seed)?,
                        self.contest(Player::Second, own, other, seed)?,
                    ])
                },
            )
            .collect();
        Ok(scores?)
    }

    /// Plays a game with `own` as this player, and returns its score.
    fn contest<A: Actor<G>>(
        &self,
        player: Player,
        own: &mut OnePly<F>,
        other: &mut A,
        seed: Seed,
    ) -> Result<i64, SearchError> {
        let mut rng = seed.rng();
        let mut state = self.start.clone();
        settle(&mut state, &mut rng)?;
        let plies = below(&mut rng, self.settings.opening_plies.saturating_add(1));
        open(&mut state, plies, &mut rng)?;
        let mut decisions = 0;
        while let Turn::Player(to_move) = state.turn() {
            decisions += 1;
            let seed = seed.derive(decisions);
            let action = if to_move == player { own.act(&state, seed)? } else { other.act(&state, seed)? };
            state.play(action);
            settle(&mut state, &mut rng)?;
        }
        Ok(player.sign().saturating_mul(state.score()))
    }

    /// Evaluates the current network: alone, or in a two-player game against the one that it
    /// measured last.
    fn measure(&mut self, games: usize, seed: Seed) -> Result<Evaluation, LearnError> {
        if G::PLAYERS == 1 {
            let (mean, ci95) = mean_with_interval(&self.evaluate(games, seed)?).unwrap_or_default();
            return Ok(Evaluation { games, mean, ci95, opponent: None });
        }
        let openings = games.div_ceil(2);
        let (opponent, scores) = match &self.older {
            Some((turns, network)) => {
                let opponent = || OnePly::new(Arc::clone(network));
                (*turns, self.evaluate_against(opponent, openings, seed)?)
            }
            None => (0, self.evaluate_against(|| RandomActor, openings, seed)?),
        };
        self.older = Some((self.turns(), Arc::new(self.network())));
        let sums: Vec<i64> = scores.iter().map(|[first, second]| first + second).collect();
        let (mean, ci95) = mean_with_interval(&sums).unwrap_or_default();
        let ci95 = ci95.map(|ci95| ci95 / 2.0);
        Ok(Evaluation { games: 2 * openings, mean: mean / 2.0, ci95, opponent: Some(opponent) })
    }
}

/// Plays random actions.
struct RandomActor;

impl<G: Game> Actor<G> for RandomActor {
    fn act(&mut self, state: &G, seed: Seed) -> Result<G::Action, SearchError> {
        let action = state.random_action(&mut seed.rng());
        action.ok_or(SearchError::NoPlayersTurn { turn: state.turn() })
    }
}

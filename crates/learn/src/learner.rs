//! Temporal-difference learning from self-play.

use std::path::PathBuf;
use std::sync::Arc;

use gambol_core::random::{below, pick, unit};
use gambol_core::{Game, Rng, Seed};
use gambol_search::SearchError;
use rayon::prelude::*;

use crate::actor::Actor;
use crate::checkpoint::CheckpointError;
use crate::coherence::{Rate, Update, copy_changed, words};
use crate::episode::{Episode, Start, play};
use crate::features::{Features, OneStage, Staged, Stages};
use crate::file::WeightsError;
use crate::network::{Network, ValueKind};
use crate::reward::Reward;

/// Settings of a [`Learner`].
///
/// ```
/// use gambol_learn::Settings;
/// let settings = Settings::default().offset(30_000.0).late_starts(0.75).seed(1);
/// assert_eq!((settings.offset, settings.lambda), (30_000.0, 0.0));
/// ```
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct Settings {
    /// Discount per turn of future values, from 0 to 1 (default 1).
    pub discount: f32,
    /// λ of TD(λ), from 0 to 1 (default 0): the weight of the rewards of an episode against the
    /// later outputs. With 0, an output learns from the next one, with 1 from the rewards alone. It
    /// takes the place of n-step returns, of which the λ-return is a weighted mean.
    pub lambda: f32,
    /// Part of an error that an update removes (default 1). With coherence, that is the part while
    /// all errors have the same sign.
    pub learning_rate: f32,
    /// Whether every weight has its own learning rate, by temporal coherence (default `true`). With
    /// `false`, all have the same fixed one: the first phase of the published recipe of 2048, with
    /// a learning rate of 0.1 and an optimistic [`offset`](Self#structfield.offset).
    pub coherence: bool,
    /// Initial output of every state (default 0). An optimistic one, above the values of good
    /// play, makes a greedy player explore.
    pub offset: f32,
    /// Meaning of the output (default [`ValueKind::Points`]).
    pub kind: ValueKind,
    /// Maximum number of random plies before each game (default 0). The number is drawn from 0 to
    /// this one, with equal probability. Games without chance need them: they would all be the
    /// same.
    pub opening_plies: u32,
    /// Probability that an episode begins with a stored state of a later stage (default 0).
    pub late_starts: f64,
    /// Number of states stored for each stage (default 4,000).
    pub stored: usize,
    /// Turns after which an episode is cut; its game continues in a later one (default 100,000).
    pub turns_per_episode: usize,
    /// Approximate number of turns of a round, whose games are played by the same weights, at most
    /// a billion (default 100,000).
    pub turns_per_round: u64,
    /// Whether the learner processes each game before the next one begins, on one thread (default
    /// `false`). Every game is played with the weights of all games before it, which helps where
    /// games are short. An actor is created for every game.
    pub in_place: bool,
    /// Rounds of an epoch (default 16).
    pub rounds_per_epoch: u32,
    /// Master seed (default 0).
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            discount: 1.0,
            lambda: 0.0,
            learning_rate: 1.0,
            coherence: true,
            offset: 0.0,
            kind: ValueKind::Points,
            opening_plies: 0,
            late_starts: 0.0,
            stored: 4000,
            turns_per_episode: 100_000,
            turns_per_round: 100_000,
            in_place: false,
            rounds_per_epoch: 16,
            seed: 0,
        }
    }
}

impl Settings {
    /// Refuses values out of range.
    fn check(&self) -> Result<(), LearnError> {
        let (discount, late_starts) = (f64::from(self.discount), self.late_starts);
        check("discount", discount, "from 0 to 1", (0.0..=1.0).contains(&discount))?;
        check_rate(self.learning_rate, self.lambda)?;
        check("offset", self.offset.into(), "a finite number", self.offset.is_finite())?;
        check("late_starts", late_starts, "from 0 to 1", (0.0..=1.0).contains(&late_starts))?;
        let turns = self.turns_per_episode;
        check("turns_per_episode", turns as f64, "at least 1", turns > 0)?;
        let turns = self.turns_per_round;
        check("turns_per_round", turns as f64, "at most a billion", turns <= MOST_TURNS)
    }
}

/// Maximum number of turns of a round, since all its games are in memory.
const MOST_TURNS: u64 = 1_000_000_000;

/// Refuses a learning rate or a λ out of range.
pub(crate) fn check_rate(learning_rate: f32, lambda: f32) -> Result<(), LearnError> {
    let is_rate = learning_rate.is_finite() && learning_rate >= 0.0;
    check("learning_rate", learning_rate.into(), "finite and at least 0", is_rate)?;
    check("lambda", lambda.into(), "from 0 to 1", (0.0..=1.0).contains(&lambda))
}

/// Returns an error for the value of a setting, unless it is in its range.
pub(crate) fn check(
    setting: &'static str,
    value: f64,
    range: &'static str,
    is_in_range: bool,
) -> Result<(), LearnError> {
    if is_in_range { Ok(()) } else { Err(SearchError::Setting { setting, value, range }.into()) }
}

/// Methods that set the fields of settings.
macro_rules! setters {
    ($settings:ident: $($field:ident: $type:ty,)*) => {
        impl $settings {
            $(
                #[doc = concat!("Sets [`", stringify!($field), "`](Self#structfield.", stringify!($field), ").")]
                #[must_use]
                pub fn $field(mut self, $field: $type) -> Self {
                    self.$field = $field;
                    self
                }
            )*
        }
    };
}
pub(crate) use setters;

setters! { Settings:
    discount: f32,
    lambda: f32,
    learning_rate: f32,
    coherence: bool,
    offset: f32,
    kind: ValueKind,
    opening_plies: u32,
    late_starts: f64,
    stored: usize,
    turns_per_episode: usize,
    turns_per_round: u64,
    in_place: bool,
    rounds_per_epoch: u32,
    seed: u64,
}

/// Learns the weights of a network by self-play, for one player or two.
///
/// Temporal-difference learning of afterstates, backwards through each game, with temporal
/// coherence: every weight has its own learning rate.
///
/// In a two-player game, the network plays both sides: the first player takes the afterstate of the
/// greatest value, the second that of the least. The afterstates of both are learned from. Values
/// and rewards are those of the first player throughout, so no target changes its sign.
/// [`ValueKind::Tanh`] limits values to −1…1, and
/// [`opening_plies`](Settings#structfield.opening_plies) make games differ. [`SideToMove`] gives
/// each side its weights.
///
/// [`SideToMove`]: crate::SideToMove
///
/// # Reproducible on any number of threads
///
/// Games are played in rounds, in parallel, with the weights from the beginning of the round. The
/// learner processes the games in their order, while the next round is already played, except at
/// the end of an epoch. The weights after an epoch therefore depend only on the settings, bit for
/// bit.
///
/// Source: M. Szubert and W. Jaśkowski, *Temporal difference learning of n-tuple networks for the
/// game 2048*, CIG 2014; late starts: I.-C. Wu et al., *Multi-stage temporal difference learning
/// for 2048*, 2014; K. Matsuzaki, *Developing a 2048 player with backward temporal coherence
/// learning and restart*, 2017.
#[derive(Clone, Debug)]
pub struct Learner<G, F, R, S = OneStage> {
    pub(crate) start: G,
    pub(crate) features: F,
    pub(crate) reward: R,
    pub(crate) stages: S,
    pub(crate) settings: Settings,
    pub(crate) values: Vec<f32>,
    pub(crate) rates: Vec<Rate>,
    pub(crate) progress: Progress<G>,
    /// The network at the last round, which the next one updates by the lines that have
    /// changed since.
    pub(crate) snapshot: Option<Arc<Network<F>>>,
    changed: Vec<u64>,
    indices: Vec<usize>,
    /// The network at the last evaluation against another one, and its turns.
    pub(crate) older: Option<(u64, Arc<Network<F>>)>,
}

/// The progress of a learner, besides the weights.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Progress<G> {
    pub(crate) epochs: u64,
    pub(crate) turns: u64,
    /// Mean number of turns of an episode in the last epoch.
    pub(crate) length: u64,
    /// Stored states of each stage but the first.
    pub(crate) stored: Vec<Vec<G>>,
    /// Games that were cut, and whether each began with the start.
    pub(crate) unfinished: Vec<(bool, G)>,
}

/// Error of a [`Learner`].
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum LearnError {
    /// The number of weights is wrong.
    #[error("{found} weights; expected {expected}")]
    Weights {
        /// Actual number.
        found: usize,
        /// Expected number.
        expected: usize,
    },
    /// A network has another number of inputs than the game has plane values.
    #[error("a network of {found} inputs for a game of {expected} plane values")]
    Inputs {
        /// Inputs of the network.
        found: usize,
        /// Plane values of the game.
        expected: usize,
    },
    /// The results of a network are not those of a game with this number of players.
    #[error(
        "the results of a network are two to eight ascending scores, with the negative of each in a two-player game"
    )]
    Results,
    /// A game ended with a score that is not among the results of the network.
    #[error("a game ended with the score {score}, which is not among the results of the network")]
    Score {
        /// Score of the game.
        score: i64,
    },
    /// An actor failed, a chance event of the game cannot be drawn, or a setting is out of range.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// An output is NaN or infinite.
    #[error("learning has diverged: an output is not finite; try a lower learning rate")]
    Diverged,
    /// The callback of a [`Run`](crate::Run) stopped it.
    #[error("stopped")]
    Stopped,
    /// A checkpoint was rejected.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// A file of weights was rejected, or cannot be made of these weights.
    #[error(transparent)]
    WeightsFile(#[from] WeightsError),
    /// A file cannot be read or written.
    #[error("{}: {reason}", path.display())]
    File {
        /// File.
        path: PathBuf,
        /// Reason.
        reason: String,
    },
}

/// Statistics of an epoch.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct EpochReport {
    /// Number of this epoch, from 1.
    pub epoch: u64,
    /// Number of episodes of this epoch.
    pub episodes: u64,
    /// Number of turns of this epoch.
    pub turns: u64,
    /// Number of turns since the beginning.
    pub total_turns: u64,
    /// Scores of the games that were played from start to end, in order.
    pub scores: Vec<i64>,
}

impl EpochReport {
    /// Returns the mean score of the games from the start, with half the width of its 95 %
    /// confidence interval, which needs at least five games. `None` without games.
    ///
    /// ```
    /// use gambol_learn::EpochReport;
    ///
    /// let (mut four, mut five) = (EpochReport::default(), EpochReport::default());
    /// four.scores = vec![7; 4];
    /// assert_eq!(four.mean(), Some((7.0, None)));
    /// five.scores = vec![7; 5];
    /// assert_eq!(five.mean(), Some((7.0, Some(0.0))));
    /// ```
    pub fn mean(&self) -> Option<(f64, Option<f64>)> {
        mean_with_interval(&self.scores)
    }
}

/// Minimum number of games for an interval, as in `gambol-arena`.
const FEWEST_GAMES: usize = 5;

/// The mean, and half the width of its 95 % confidence interval if there are enough scores. `None`
/// without scores.
pub(crate) fn mean_with_interval(scores: &[i64]) -> Option<(f64, Option<f64>)> {
    if scores.is_empty() {
        return None;
    }
    let n = scores.len() as f64;
    let mean = scores.iter().map(|&score| score as f64).sum::<f64>() / n;
    let squares: f64 = scores.iter().map(|&score| (score as f64 - mean).powi(2)).sum();
    let ci95 = (scores.len() >= FEWEST_GAMES).then(|| 1.96 * (squares / (n - 1.0) / n).sqrt());
    Some((mean, ci95))
}

impl<G: Game, F: Features<G>, R: Reward<G>> Learner<G, F, R> {
    /// Creates an untrained learner for games that begin in `start`.
    pub fn new(start: G, features: F, reward: R, settings: Settings) -> Self {
        let progress = Progress { epochs: 0, turns: 0, length: 0, stored: Vec::new(), unfinished: Vec::new() };
        let (values, rates) = (vec![0.0; features.len()], vec![Rate::default(); features.len()]);
        let parts = (start, features, reward, OneStage, settings);
        Self::from_parts(parts, values, rates, progress)
    }
}

/// Start, features, reward, stages and settings.
type Parts<G, F, R, S> = (G, F, R, S, Settings);

impl<G, F, R, S> Learner<G, F, R, S> {
    fn from_parts(
        (start, features, reward, stages, settings): Parts<G, F, R, S>,
        values: Vec<f32>,
        rates: Vec<Rate>,
        progress: Progress<G>,
    ) -> Self {
        let (snapshot, changed, indices, older) = (None, Vec::new(), Vec::new(), None);
        Self { start, features, reward, stages, settings, values, rates, progress, snapshot, changed, indices, older }
    }
}

impl<G: Game, F: Features<G>, R: Reward<G>, S: Stages<G>> Learner<G, F, R, S> {
    /// Stores states of later stages, for episodes that begin in them.
    #[must_use]
    pub fn with_stages<T: Stages<G>>(self, stages: T) -> Learner<G, F, R, T> {
        let Self { start, features, reward, settings, values, rates, mut progress, .. } = self;
        progress.stored = vec![Vec::new(); stages.count().saturating_sub(1)];
        Learner::from_parts((start, features, reward, stages, settings), values, rates, progress)
    }

    /// Gives every stage separate weights, which begin as copies.
    #[must_use]
    pub fn into_stages(self) -> Learner<G, Staged<F, S>, R, S> {
        let Self { start, features, reward, stages, settings, values, rates, progress, .. } = self;
        let (values, rates) = (values.repeat(stages.count()), rates.repeat(stages.count()));
        let features = Staged::new(features, stages.clone());
        Learner::from_parts((start, features, reward, stages, settings), values, rates, progress)
    }

    /// Replaces the features: the first weights of `wider` are those of the present features.
    ///
    /// # Errors
    ///
    /// [`LearnError::Weights`] if `wider` has fewer weights.
    pub fn widen<W: Features<G>>(self, wider: W) -> Result<Learner<G, W, R, S>, LearnError> {
        if wider.len() < self.values.len() {
            return Err(LearnError::Weights { found: wider.len(), expected: self.values.len() });
        }
        let Self { start, reward, stages, settings, mut values, mut rates, progress, .. } = self;
        values.resize(wider.len(), 0.0);
        rates.resize(wider.len(), Rate::default());
        Ok(Learner::from_parts((start, wider, reward, stages, settings), values, rates, progress))
    }

    /// Sets all weights and resets their learning rates.
    ///
    /// # Errors
    ///
    /// [`LearnError::Weights`] if their number differs from that of the features.
    pub fn set_weights(&mut self, weights: &[f32]) -> Result<(), LearnError> {
        if weights.len() != self.values.len() {
            return Err(LearnError::Weights { found: weights.len(), expected: self.values.len() });
        }
        self.values.copy_from_slice(weights);
        self.snapshot = None;
        self.rates.fill(Rate::default());
        Ok(())
    }

    /// Returns the settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Returns the settings for changes. Those of the offset and the kind of values hold for the
    /// network at once, the others from the next epoch or evaluation on.
    pub fn settings_mut(&mut self) -> &mut Settings {
        &mut self.settings
    }

    /// Returns the number of turns played so far.
    pub fn turns(&self) -> u64 {
        self.progress.turns
    }

    /// Returns the current network.
    pub fn network(&self) -> Network<F> {
        let Settings { offset, kind, .. } = self.settings;
        Network::unchecked(self.features.clone(), self.values.clone(), offset, kind)
    }

    /// Returns the current network for the games of a round, without copying weights that have not
    /// changed since the last round.
    fn current(&mut self) -> Arc<Network<F>> {
        let Settings { offset, kind, .. } = self.settings;
        let is_same = |network: &Arc<Network<F>>| network.offset() == offset && network.kind() == kind;
        let network = match self.snapshot.take().filter(is_same) {
            Some(mut network) => {
                copy_changed(&mut self.changed, &self.values, Arc::make_mut(&mut network).weights_mut());
                network
            }
            None => Arc::new(self.network()),
        };
        self.changed.clear();
        self.changed.resize(words(self.values.len()), 0);
        self.snapshot = Some(Arc::clone(&network));
        network
    }

    /// Learns from the games of an epoch, played on the threads of the current rayon pool by the
    /// actors that `actor` creates from the current network.
    ///
    /// # Errors
    ///
    /// [`LearnError::Search`] if an actor fails, a chance event cannot be drawn or a setting is out
    /// of range, and [`LearnError::Diverged`] if an output is no longer finite. The weights are
    /// unusable after an error, except one of a setting.
    pub fn epoch<A, M>(&mut self, actor: M) -> Result<EpochReport, LearnError>
    where
        A: Actor<G>,
        M: Fn(Arc<Network<F>>) -> A + Sync,
    {
        self.settings.check()?;
        let seed = Seed::new(self.settings.seed).derive(self.progress.epochs);
        let mut report = EpochReport { epoch: self.progress.epochs + 1, ..EpochReport::default() };
        let rounds = u64::from(self.settings.rounds_per_epoch.max(1));
        if self.settings.in_place {
            for round in 0..rounds {
                self.round_in_place(seed.derive(round), &actor, &mut report)?;
            }
        } else {
            self.rounds(rounds, seed, &actor, &mut report)?;
        }
        self.progress.epochs += 1;
        self.progress.turns += report.turns;
        self.progress.length = report.turns / report.episodes.max(1);
        report.total_turns = self.progress.turns;
        Ok(report)
    }

    /// Plays each round while the last one is learned from.
    fn rounds<A: Actor<G>>(
        &mut self,
        rounds: u64,
        seed: Seed,
        actor: &(impl Fn(Arc<Network<F>>) -> A + Sync),
        report: &mut EpochReport,
    ) -> Result<(), LearnError> {
        let plan = self.plan(seed.derive(0));
        let mut played = play_round(plan, &self.current(), actor, &self.stages, &self.settings)?;
        for round in 1..=rounds {
            let open = played.iter().filter(|episode| !episode.is_over());
            self.progress.unfinished.extend(open.map(|episode| (episode.is_fresh, episode.last.clone())));
            let seed = seed.derive(round);
            let next = if round < rounds { Some((self.plan(seed), self.current())) } else { None };
            let (stages, settings) = (self.stages.clone(), self.settings.clone());
            let mut rng = seed.derive(u64::MAX).rng();
            let (is_finite, next) = rayon::join(
                || self.learn(&played, &mut rng, report),
                || next.map(|(plan, network)| play_round(plan, &network, actor, &stages, &settings)).transpose(),
            );
            if !is_finite {
                return Err(LearnError::Diverged);
            }
            played = next?.unwrap_or_default();
        }
        Ok(())
    }

    /// Learns from each game of a round before the next one begins.
    fn round_in_place<A: Actor<G>>(
        &mut self,
        seed: Seed,
        actor: &impl Fn(Arc<Network<F>>) -> A,
        report: &mut EpochReport,
    ) -> Result<(), LearnError> {
        let plan = self.plan(seed);
        let mut rng = seed.derive(u64::MAX).rng();
        let Settings { offset, kind, .. } = self.settings;
        self.snapshot = None;
        self.changed = Vec::new();
        // The weights move into the network for each game, and back to be changed.
        let mut network = Arc::new(Network::unchecked(self.features.clone(), Vec::new(), offset, kind));
        for start in plan {
            std::mem::swap(Arc::make_mut(&mut network).weights_mut(), &mut self.values);
            let learns = |state: &G| network.features().learns(state);
            let mut player = actor(Arc::clone(&network));
            let episode = play(start, &mut player, learns, &self.stages, self.settings.turns_per_episode);
            drop(player);
            std::mem::swap(Arc::make_mut(&mut network).weights_mut(), &mut self.values);
            let episode = episode?;
            if !episode.is_over() {
                self.progress.unfinished.push((episode.is_fresh, episode.last.clone()));
            }
            if !self.learn(&[episode], &mut rng, report) {
                return Err(LearnError::Diverged);
            }
        }
        Ok(())
    }

    /// The first states of the episodes of a round, each with its seed.
    fn plan(&mut self, seed: Seed) -> Vec<Start<G>> {
        // Unknown before the first epoch.
        let length = if self.progress.length == 0 { 500 } else { self.progress.length };
        let episodes = self.settings.turns_per_round.div_ceil(length).max(1);
        let mut unfinished = std::mem::take(&mut self.progress.unfinished).into_iter();
        let mut rng = seed.derive(0).rng();
        let plies = self.settings.opening_plies;
        let mut start = |episode| {
            let seed = seed.derive(episode);
            if let Some((is_fresh, state)) = unfinished.next() {
                return Start { state, is_fresh, goes_on: true, opening: 0, seed };
            }
            let is_late = self.settings.late_starts > 0.0 && unit(&mut rng) < self.settings.late_starts;
            let state = if is_late { self.progress.late(&mut rng) } else { None };
            let has_opening = plies > 0 && state.is_none();
            Start {
                opening: if has_opening { below(&mut rng, plies.saturating_add(1)) } else { 0 },
                is_fresh: state.is_none(),
                state: state.unwrap_or_else(|| self.start.clone()),
                goes_on: false,
                seed,
            }
        };
        let plan = (1..=episodes).map(&mut start).collect();
        self.progress.unfinished = unfinished.collect();
        plan
    }

    /// Processes the episodes of a round. Returns whether all outputs are finite.
    fn learn(&mut self, played: &[Episode<G>], rng: &mut impl Rng, report: &mut EpochReport) -> bool {
        let Settings { discount, lambda, learning_rate, coherence, offset, kind, stored, .. } = self.settings;
        let mut update = Update {
            features: &self.features,
            values: &mut self.values,
            rates: &mut self.rates,
            changed: &mut self.changed,
            indices: &mut self.indices,
            offset,
            kind,
            learning_rate,
            has_coherence: coherence,
        };
        let mut is_finite = true;
        for episode in played {
            let mut next = &episode.last;
            let mut output = 0.0;
            if episode.is_over() {
                if episode.is_fresh {
                    report.scores.push(next.score());
                }
            } else {
                output = update.predict(next);
            }
            // The λ-return: the return of a state by the rewards of the episode.
            let mut coming = output;
            for afterstate in episode.afterstates.iter().rev() {
                let value = (1.0 - lambda) * output + lambda * coming;
                let target = kind.limit(discount * (self.reward.reward(afterstate, next) + value));
                coming = target;
                output = update.learn(afterstate, target);
                next = afterstate;
            }
            is_finite &= output.is_finite();
            report.episodes += 1;
            report.turns += episode.afterstates.len() as u64;
            for (stage, state) in &episode.entries {
                self.progress.store(*stage, state, stored, rng);
            }
        }
        is_finite
    }
}

impl<G: Clone> Progress<G> {
    /// A random stored state, with equal probability of each stage. `None` if nothing is stored.
    fn late(&self, rng: &mut impl Rng) -> Option<G> {
        let stages: Vec<&Vec<G>> = self.stored.iter().filter(|states| !states.is_empty()).collect();
        pick(rng, &stages).and_then(|states| pick(rng, states)).cloned()
    }

    /// Stores a state, replacing a random one if the stage is full.
    fn store(&mut self, stage: usize, state: &G, most: usize, rng: &mut impl Rng) {
        let Some(states) = stage.checked_sub(1).and_then(|stage| self.stored.get_mut(stage)) else { return };
        if states.len() < most {
            states.push(state.clone());
        } else if !states.is_empty() {
            let index = below(rng, states.len() as u32) as usize;
            states[index] = state.clone();
        }
    }
}

/// Plays the episodes of a round in parallel.
fn play_round<G: Game, F: Features<G>, A: Actor<G>>(
    plan: Vec<Start<G>>,
    network: &Arc<Network<F>>,
    actor: &(impl Fn(Arc<Network<F>>) -> A + Sync),
    stages: &impl Stages<G>,
    settings: &Settings,
) -> Result<Vec<Episode<G>>, SearchError> {
    plan.into_par_iter()
        .map_init(
            || actor(Arc::clone(network)),
            |actor, start| {
                let learns = |state: &G| network.features().learns(state);
                play(start, actor, learns, stages, settings.turns_per_episode)
            },
        )
        .collect()
}

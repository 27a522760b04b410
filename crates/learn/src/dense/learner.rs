//! Temporal-difference learning of dense networks from self-play.

use gambol_core::{Observe, Player, Seed};
use rayon::prelude::*;

use super::episode::{Episode, play};
use super::network::{DenseNetwork, DenseScratch};
use super::units::Row;
use crate::learner::{LearnError, check, check_rate, setters};

/// Settings of a [`DenseLearner`].
///
/// ```
/// use gambol_learn::DenseSettings;
/// let settings = DenseSettings::default().lambda(0.7).seed(1);
/// assert_eq!((settings.lambda, settings.games_per_round), (0.7, 100));
/// ```
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub struct DenseSettings {
    /// Size of the steps of gradient descent (default 0.01).
    pub learning_rate: f32,
    /// λ of TD(λ), from 0 to 1 (default 0): the weight of the result of a game against the later
    /// outputs. With 0, an output learns from the next one, with 1 from the result alone.
    pub lambda: f32,
    /// Probability of a random action in self-play (default 0). Games without chance need it.
    /// States before such an action do not learn from those after it.
    pub exploration: f64,
    /// Number of games of a round, which are played by the same weights (default 100).
    pub games_per_round: u32,
    /// Rounds of an epoch (default 100).
    pub rounds_per_epoch: u32,
    /// Master seed (default 0).
    pub seed: u64,
}

impl Default for DenseSettings {
    fn default() -> Self {
        Self {
            learning_rate: 0.01,
            lambda: 0.0,
            exploration: 0.0,
            games_per_round: 100,
            rounds_per_epoch: 100,
            seed: 0,
        }
    }
}

setters! { DenseSettings:
    learning_rate: f32,
    lambda: f32,
    exploration: f64,
    games_per_round: u32,
    rounds_per_epoch: u32,
    seed: u64,
}

/// Learns the weights of a [`DenseNetwork`] by self-play, in games of one or two players, with or
/// without chance.
///
/// TD(λ) of afterstates, backwards through each game: the target of a state is a distribution over
/// the results, mixed from the output for the next state and that state's own target, and at the
/// end the result. Each state is one step of stochastic gradient descent on the cross entropy.
///
/// # Reproducible on any number of threads
///
/// Games are played in rounds, in parallel, with the weights from the beginning of the round. The
/// learner processes the games in their order, while the next round is already played, except at
/// the end of an epoch. The weights after an epoch therefore depend only on the settings, bit for
/// bit.
///
/// Source: G. Tesauro, *Temporal difference learning and TD-Gammon*, Communications of the ACM
/// 38(3), 1995.
///
/// ```
/// # mod dice_race { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/doc/dice_race.rs")); }
/// # use dice_race::DiceRace;
/// use gambol_core::{Evaluator, Seed};
/// use gambol_learn::{DenseLearner, DenseNetwork, DenseSettings};
///
/// let start = DiceRace::default();
/// let results = [-2, -1, 1, 2];
/// let network = DenseNetwork::random(&start, &results, 16, Seed::new(1)).ok_or("results")?;
/// let mut learner = DenseLearner::new(start.clone(), network, DenseSettings::default())?;
/// learner.epoch()?;
/// // Whoever moves first is ahead.
/// assert!(learner.network().evaluate(&start) > 0.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct DenseLearner<G> {
    pub(crate) start: G,
    pub(crate) network: DenseNetwork,
    pub(crate) settings: DenseSettings,
    pub(crate) progress: Progress,
}

/// The progress of a learner, besides the weights.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Progress {
    pub(crate) epochs: u64,
    pub(crate) games: u64,
    pub(crate) turns: u64,
}

/// Statistics of an epoch of a [`DenseLearner`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct DenseReport {
    /// Number of this epoch, from 1.
    pub epoch: u64,
    /// Number of games of this epoch.
    pub games: u64,
    /// Number of turns of this epoch.
    pub turns: u64,
    /// Number of games since the beginning.
    pub total_games: u64,
    /// Number of turns since the beginning.
    pub total_turns: u64,
    /// Mean score of the games.
    pub mean: f64,
    /// Mean cross entropy of the targets and the outputs, in nats, over the states that have a
    /// target: those before a random action have none.
    pub loss: f64,
}

impl<G: Observe> DenseLearner<G> {
    /// Creates a learner for games that begin in `start`. It continues from the weights of
    /// `network`.
    ///
    /// # Errors
    ///
    /// [`LearnError::Inputs`] if the network has another number of inputs than the planes of the
    /// game, and [`LearnError::Results`] if its results are not those of a game with this number of
    /// players.
    pub fn new(start: G, network: DenseNetwork, settings: DenseSettings) -> Result<Self, LearnError> {
        let expected = start.plane_shape().len();
        if network.inputs() != expected {
            return Err(LearnError::Inputs { found: network.inputs(), expected });
        }
        if !super::network::are_results(network.results(), G::PLAYERS) {
            return Err(LearnError::Results);
        }
        Ok(Self { start, network, settings, progress: Progress::default() })
    }

    /// Returns the current network.
    pub fn network(&self) -> &DenseNetwork {
        &self.network
    }

    /// Returns the settings.
    pub fn settings(&self) -> &DenseSettings {
        &self.settings
    }

    /// Returns the settings for changes, which take effect in the next epoch.
    pub fn settings_mut(&mut self) -> &mut DenseSettings {
        &mut self.settings
    }

    /// Returns the number of games played so far.
    pub fn games(&self) -> u64 {
        self.progress.games
    }

    /// Returns the number of turns played so far.
    pub fn turns(&self) -> u64 {
        self.progress.turns
    }

    /// Learns from the games of an epoch, played on the threads of the current rayon pool.
    ///
    /// # Errors
    ///
    /// [`LearnError::Score`] if a game ends with a score that is not among the results,
    /// [`LearnError::Search`] if a chance event cannot be drawn or a setting is out of range, and
    /// [`LearnError::Diverged`] if a weight is no longer finite. The weights are unusable after an
    /// error, except one of a setting.
    pub fn epoch(&mut self) -> Result<DenseReport, LearnError> {
        let exploration = self.settings.exploration;
        check_rate(self.settings.learning_rate, self.settings.lambda)?;
        check("exploration", exploration, "from 0 to 1", (0.0..=1.0).contains(&exploration))?;
        let seed = Seed::new(self.settings.seed).derive(self.progress.epochs);
        let rounds = u64::from(self.settings.rounds_per_epoch.max(1));
        let mut report = DenseReport { epoch: self.progress.epochs + 1, ..DenseReport::default() };
        let mut played = play_round(&self.start, &self.network, &self.settings, seed.derive(0))?;
        let (mut scratch, mut targets) = (DenseScratch::default(), 0_u64);
        for round in 1..=rounds {
            let next = (round < rounds).then(|| self.network.clone());
            let Self { start, network, settings, .. } = &mut *self;
            let (learned, next) = rayon::join(
                || learn(network, settings, &played, &mut report, &mut scratch),
                || next.map(|network| play_round(start, &network, settings, seed.derive(round))).transpose(),
            );
            targets += learned?;
            played = next?.unwrap_or_default();
        }
        if !self.network.units.is_finite() {
            return Err(LearnError::Diverged);
        }
        report.mean /= report.games.max(1) as f64;
        report.loss /= targets.max(1) as f64;
        let progress = &mut self.progress;
        progress.epochs += 1;
        progress.games += report.games;
        progress.turns += report.turns;
        (report.total_games, report.total_turns) = (progress.games, progress.turns);
        Ok(report)
    }
}

/// Plays the games of a round.
fn play_round<G: Observe>(
    start: &G,
    network: &DenseNetwork,
    settings: &DenseSettings,
    seed: Seed,
) -> Result<Vec<Episode<G>>, LearnError> {
    let games = 0..u64::from(settings.games_per_round.max(1));
    let played: Result<_, _> = games
        .into_par_iter()
        .map_init(DenseScratch::default, |scratch, game| {
            play(start, network, settings.exploration, seed.derive(game), scratch)
        })
        .collect();
    Ok(played?)
}

/// Learns from the games in their order. Returns the number of targets.
fn learn<G: Observe>(
    network: &mut DenseNetwork,
    settings: &DenseSettings,
    played: &[Episode<G>],
    report: &mut DenseReport,
    scratch: &mut DenseScratch,
) -> Result<u64, LearnError> {
    let mut targets = 0;
    for episode in played {
        let score = episode.last.score();
        // From the view of the first player.
        let result = network.results.binary_search(&score).map_err(|_| LearnError::Score { score })?;
        let mut end = Row::default();
        end[result] = 1.0;
        report.games += 1;
        report.turns += episode.states.len() as u64;
        report.mean += score as f64;
        let mut target = (!episode.is_end_random).then_some((end, Player::First));
        for (state, is_random) in episode.states.iter().rev() {
            let viewer = state.viewer();
            let output = network.row(state, scratch);
            let mut mixed = output;
            if let Some((target, of)) = target {
                let target = if of == viewer { target } else { reversed(&target, network.results.len()) };
                targets += 1;
                report.loss += entropy(&target, &output);
                network.units.descend(&scratch.active, &mut scratch.sums, &output, &target, settings.learning_rate);
                for (mixed, target) in mixed.iter_mut().zip(target) {
                    *mixed += settings.lambda * (target - *mixed);
                }
            }
            target = (!is_random).then_some((mixed, viewer));
        }
    }
    Ok(targets)
}

/// The same distribution from the view of the opponent.
fn reversed(row: &Row, results: usize) -> Row {
    let mut row = *row;
    row[..results].reverse();
    row
}

/// The cross entropy of an output.
fn entropy(target: &Row, output: &Row) -> f64 {
    target
        .iter()
        .zip(output)
        .filter(|(t, _)| **t > 0.0)
        .map(|(&t, &p)| -f64::from(t) * f64::from(p.max(1e-12)).ln())
        .sum()
}

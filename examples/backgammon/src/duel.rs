//! Matches of two players, with seats and dice swapped.

use std::fmt;

use gambol_core::{Game, Seed, Turn};
use gambol_learn::{DenseNetwork, DenseScratch};
use gambol_search::{Budget, Search};

use crate::play::Play;
use crate::pubeval::Pubeval;
use crate::state::Backgammon;

/// A player of matches.
pub trait Contestant {
    /// Returns a legal play of a state with a roll.
    ///
    /// # Errors
    ///
    /// Returns the reason why there is none.
    fn choose(&mut self, state: &Backgammon, seed: Seed) -> Result<Play, String>;
}

/// The best afterstate by a network: one ply.
#[derive(Debug)]
pub struct OnePly<'a> {
    network: &'a DenseNetwork,
    scratch: DenseScratch,
}

impl<'a> OnePly<'a> {
    /// Creates a player with this network.
    #[must_use]
    pub fn new(network: &'a DenseNetwork) -> Self {
        Self { network, scratch: DenseScratch::default() }
    }
}

impl Contestant for OnePly<'_> {
    fn choose(&mut self, state: &Backgammon, _: Seed) -> Result<Play, String> {
        let best = self.network.best_action(state, &mut self.scratch);
        best.map(|(play, _, _)| play).ok_or_else(|| format!("no player is to move in {state}"))
    }
}

impl Contestant for Pubeval {
    fn choose(&mut self, state: &Backgammon, _: Seed) -> Result<Play, String> {
        self.best_play(state).ok_or_else(|| format!("no player is to move in {state}"))
    }
}

/// A search with a budget for each play.
#[derive(Debug)]
pub struct Searching<S> {
    search: S,
    budget: Budget,
}

impl<S> Searching<S> {
    /// Creates a player that plays the action of a search.
    pub fn new(search: S, budget: Budget) -> Self {
        Self { search, budget }
    }
}

impl<S: Search<Backgammon>> Contestant for Searching<S> {
    fn choose(&mut self, state: &Backgammon, seed: Seed) -> Result<Play, String> {
        let decision = self.search.search(state, &self.budget, seed);
        decision.map(|decision| decision.action).map_err(|error| error.to_string())
    }
}

/// Plays a pair of games with the same dice, in which the players swap seats. Returns the points of
/// `one` in both.
///
/// # Errors
///
/// Returns the error of a player.
pub fn pair(one: &mut dyn Contestant, other: &mut dyn Contestant, seed: Seed) -> Result<[i64; 2], String> {
    let mut points = [0; 2];
    for (game, points) in points.iter_mut().enumerate() {
        let mut dice = seed.derive(0).rng();
        let mut state = Backgammon::new();
        let mut turns = 0;
        state.settle(&mut dice);
        while let Turn::Player(player) = state.turn() {
            turns += 1;
            let is_one = (player == gambol_core::Player::First) == (game == 0);
            let chooser: &mut dyn Contestant = if is_one { &mut *one } else { &mut *other };
            let play = chooser.choose(&state, seed.derive(turns))?;
            state.play(play);
            state.settle(&mut dice);
        }
        *points = if game == 0 { state.score() } else { -state.score() };
    }
    Ok(points)
}

/// The result of a match: points a game with a 95 % interval from the means of pairs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Summary {
    /// Number of games.
    pub games: usize,
    /// Mean points of a game.
    pub mean: f64,
    /// Half the width of the 95 % interval.
    pub ci95: f64,
    /// Share of games won.
    pub wins: f64,
}

impl Summary {
    /// Summarises pairs of games.
    #[must_use]
    pub fn new(pairs: &[[i64; 2]]) -> Self {
        let n = pairs.len().max(1) as f64;
        let of_pair = |pair: &[i64; 2]| (pair[0] + pair[1]) as f64 / 2.0;
        let mean = pairs.iter().map(of_pair).sum::<f64>() / n;
        let squares: f64 = pairs.iter().map(|pair| (of_pair(pair) - mean).powi(2)).sum();
        let wins = pairs.iter().flatten().filter(|&&points| points > 0).count() as f64 / (2.0 * n);
        Self { games: 2 * pairs.len(), mean, ci95: 1.96 * (squares / (n - 1.0).max(1.0) / n).sqrt(), wins }
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { games, mean, ci95, wins } = self;
        write!(f, "{games} games, {mean:+.3} ± {ci95:.3} points a game, {:.1} % won", 100.0 * wins)
    }
}

//! Many games of one agent.

use std::time::Duration;

use gambol_core::{Notation, Seed};
use gambol_search::{Agent, SearchError};
use rayon::prelude::*;
use serde::Serialize;

use crate::game::Match;
use crate::statistics::{Estimate, median};

/// How to play a run of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// How many games.
    pub games: u64,
    /// The seed of the run: game `k` has the seed derived from it and `k`.
    pub seed: Seed,
    /// Ends games after this many actions of players; `u64::MAX` for never.
    pub longest: u64,
}

/// What is kept of a game. It says nothing of time: the same run gives the same records.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Record {
    /// Its number in the run.
    pub index: u64,
    /// Its own seed.
    pub seed: u64,
    /// The score at its end.
    pub score: i64,
    /// The actions that players played.
    pub moves: u64,
    /// The state at its end, as text.
    #[serde(rename = "final")]
    pub last: String,
}

/// A game that was played, and the time that its decisions took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// What is kept of it.
    pub record: Record,
    /// The time for all its decisions.
    pub thinking: Duration,
}

/// Plays the games of a run on all threads of the current rayon pool and calls `done` after each, in no particular order.
/// The result is in the order of their numbers, and the same whatever the number of threads.
///
/// `agent` makes a fresh agent for each game.
///
/// # Errors
///
/// The first error of an agent.
pub fn play<G: Notation>(
    run: &Run,
    start: &G,
    agent: impl Fn() -> Box<dyn Agent<G>> + Sync,
    done: impl Fn(&Played) + Sync,
) -> Result<Vec<Played>, SearchError> {
    let play_one = |index: u64| {
        let seed = run.seed.derive(index);
        let mut game = Match::new(start.clone(), seed);
        game.play_out(&mut [agent()], run.longest)?;
        let state = game.state();
        let record =
            Record { index, seed: seed.get(), score: state.score(), moves: game.moves(), last: state.to_string() };
        let played = Played { record, thinking: game.thinking() };
        done(&played);
        Ok(played)
    };
    (0..run.games).into_par_iter().map(play_one).collect()
}

/// What a run came to.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// The number of games.
    pub games: u64,
    /// The mean score, its standard error and its 95 % interval.
    #[serde(flatten)]
    pub score: Estimate,
    /// The median score.
    pub median: f64,
    /// The lowest score.
    pub min: i64,
    /// The highest score.
    pub max: i64,
    /// The games that ended with a score of 0.
    pub zero_games: u64,
    /// The mean number of actions that players played in a game.
    pub moves_per_game: f64,
    /// The mean time for a decision, in milliseconds.
    pub ms_per_move: f64,
    /// Games a second, over all threads.
    pub games_per_second: f64,
}

impl Summary {
    /// Sums up games that took this much time together.
    #[must_use]
    pub fn of(games: &[Played], elapsed: Duration) -> Self {
        let scores: Vec<f64> = games.iter().map(|game| game.record.score as f64).collect();
        let moves: u64 = games.iter().map(|game| game.record.moves).sum();
        let thinking: Duration = games.iter().map(|game| game.thinking).sum();
        let ratio = |above: f64, below: f64| if below > 0.0 { above / below } else { 0.0 };
        Self {
            games: games.len() as u64,
            score: Estimate::of(&scores),
            median: median(&scores),
            min: games.iter().map(|game| game.record.score).min().unwrap_or(0),
            max: games.iter().map(|game| game.record.score).max().unwrap_or(0),
            zero_games: games.iter().filter(|game| game.record.score == 0).count() as u64,
            moves_per_game: ratio(moves as f64, games.len() as f64),
            ms_per_move: ratio(thinking.as_secs_f64() * 1e3, moves as f64),
            games_per_second: ratio(games.len() as f64, elapsed.as_secs_f64()),
        }
    }
}

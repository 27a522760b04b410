//! Random games for tests with literal values.

use gambol_core::{Event, EventOf, Game, GameExt, Seed};

/// A random game to pin in a test, so that a change of rules, listings or random streams is
/// detected.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/doc/nim.rs")); }
/// # use nim::*;
/// use gambol_conformance::RandomGame;
/// use gambol_core::{GameExt, Seed};
///
/// let game = RandomGame::play(Nim { matches: 7, to_move: Player::First }, Seed::new(1));
/// assert!(game.last.is_over() && game.events.len() <= 7);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RandomGame<G: Game> {
    /// All events, in order.
    pub events: Vec<EventOf<G>>,
    /// The state after the last event.
    pub last: G,
}

impl<G: Game> RandomGame<G> {
    /// Plays a game of uniformly random actions and of outcomes by their probabilities, event by
    /// event.
    pub fn play(start: G, seed: Seed) -> Self {
        let (mut last, mut rng) = (start, seed.rng());
        let events = core::iter::from_fn(|| last.random_step(&mut rng)).collect();
        Self { events, last }
    }

    /// The actions of players.
    pub fn actions(&self) -> impl Iterator<Item = G::Action> {
        self.events.iter().filter_map(|&event| match event {
            Event::Action(action) => Some(action),
            Event::Outcome(_) => None,
        })
    }

    /// Plays random games; returns the numbers of wins of the second player, of draws, and of wins
    /// of the first player. Game k uses stream k of the seed.
    pub fn results(start: &G, games: u64, seed: Seed) -> [u64; 3] {
        let mut results = [0; 3];
        for game in 0..games {
            let score = Self::play(start.clone(), seed.derive(game)).last.score();
            results[(score.signum() + 1) as usize] += 1;
        }
        results
    }
}

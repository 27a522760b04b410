//! Builder of plans, which rejects inconsistent ones.

use std::fmt::Display;

use gambol_core::Game;

use crate::adjudication::{DrawRule, Resign};
use crate::plan::{AgentFile, Plan};
use crate::sprt::Sprt;
use crate::time_control::TimeControl;

/// Error returned when a plan is inconsistent, or does not fit the state or the agents.
///
/// ```
/// use gambol_arena::{Plan, PlanError};
/// use gambol_match5::Match5;
///
/// let start: Match5 = Match5::default();
/// let error: PlanError =
///     Plan::builder("match5", &start).agents(["threat", "random"]).games(3).build().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "games: the number of games of a match must be even (got 3)"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{field}: {reason}")]
#[non_exhaustive]
pub struct PlanError {
    /// Field of the plan, such as `games`.
    pub field: &'static str,
    /// Reason.
    pub reason: String,
}

impl PlanError {
    pub(crate) fn new(field: &'static str, reason: impl Into<String>) -> Self {
        Self { field, reason: reason.into() }
    }
}

/// Builder of a [`Plan`].
///
/// The number of agents determines the kind of plan: one agent plays a run, two play a match. The
/// number of games and the agents are required; everything else has a default.
///
/// ```
/// use gambol_arena::Plan;
/// use gambol_match5::Match5;
///
/// let start: Match5 = Match5::default();
/// let plan =
///     Plan::builder("match5", &start).agent("threat").agent("random").games(100).build()?;
/// assert_eq!(
///     (plan.seed(), plan.opening_plies(), plan.max_moves(), plan.record_games()),
///     (1, 4, None, false)
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PlanBuilder {
    plan: Plan,
    opening_plies: Option<u32>,
}

/// Default number of random plies at the start of the games of a match of a two-player game.
const OPENING_PLIES: u32 = 4;

/// Maximum length of all openings in bytes, so that they fit into the header of a file of records.
const LONGEST_OPENINGS: usize = 1 << 19;

impl Plan {
    /// Returns a builder of a plan whose games start in this state. `game` is the name of the game,
    /// with its settings.
    ///
    /// A state type that serves one-player and two-player games also needs
    /// [`PlanBuilder::players`].
    pub fn builder<G: Game + Display>(game: &str, start: &G) -> PlanBuilder {
        PlanBuilder::new(game, &start.to_string(), G::PLAYERS)
    }
}

impl PlanBuilder {
    pub(crate) fn new(game: &str, start: &str, players: usize) -> Self {
        let plan = Plan {
            game: game.to_owned(),
            start: start.to_owned(),
            players,
            agents: Vec::new(),
            files: Vec::new(),
            games: 0,
            seed: 1,
            max_moves: None,
            opening_plies: 0,
            openings: Vec::new(),
            record_games: false,
            sprt: None,
            ms: None,
            tc: None,
            resign: None,
            draw: None,
        };
        Self { plan, opening_plies: None }
    }

    /// Adds the first or the second agent, by a name that includes its settings.
    #[must_use]
    pub fn agent(mut self, name: &str) -> Self {
        self.plan.agents.push(name.to_owned());
        self
    }

    /// Adds agents.
    #[must_use]
    pub fn agents<S: AsRef<str>>(self, names: impl IntoIterator<Item = S>) -> Self {
        names.into_iter().fold(self, |builder, name| builder.agent(name.as_ref()))
    }

    /// Adds a file that an agent reads. Its contents are part of the plan: with another file of
    /// this name, records belong to another run.
    #[must_use]
    pub fn file(mut self, file: AgentFile) -> Self {
        self.plan.files.push(file);
        self
    }

    /// Number of games (no default; at least 1). In a match they are played in pairs: an odd number
    /// is an error.
    #[must_use]
    pub fn games(mut self, games: u64) -> Self {
        self.plan.games = games;
        self
    }

    /// Master seed (default 1); game k depends only on it and k.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.plan.seed = seed;
        self
    }

    /// Number of players, 1 or 2 (default: that of the state's type).
    #[must_use]
    pub fn players(mut self, players: usize) -> Self {
        self.plan.players = players;
        self
    }

    /// Ends games after this many player actions, not counting the opening (default: never).
    #[must_use]
    pub fn max_moves(mut self, moves: u64) -> Self {
        self.plan.max_moves = Some(moves);
        self
    }

    /// Number of random actions at the start of each game of a match of a two-player game, the same
    /// in both games of a pair (default 4, or 0 with [`openings`](Self::openings), after which they
    /// are played). Chance events between them happen and do not count. Without openings and random
    /// actions, two deterministic agents repeat the same games.
    #[must_use]
    pub fn opening_plies(mut self, plies: u32) -> Self {
        self.opening_plies = Some(plies);
        self
    }

    /// Openings of a match of a two-player game, in the order of the pairs, which begin again after
    /// the last (default: none). Each is the text of a state, actions and chance outcomes after the
    /// word `moves`, or both: `STATE`, `moves EVENT …`, `STATE moves EVENT …`. Openings that no
    /// pair reaches are dropped.
    #[must_use]
    pub fn openings<S: Into<String>>(mut self, openings: impl IntoIterator<Item = S>) -> Self {
        self.plan.openings = openings.into_iter().map(Into::into).collect();
        self
    }

    /// Whether records include the whole game (default `false`).
    #[must_use]
    pub fn record_games(mut self, record: bool) -> Self {
        self.plan.record_games = record;
        self
    }

    /// Sequential test that may end a match of a two-player game early (default: none).
    #[must_use]
    pub fn sprt(mut self, test: Sprt) -> Self {
        self.plan.sprt = Some(test);
        self
    }

    /// Time limit of every decision in milliseconds, in place of the agents' own (default: none).
    /// The games then depend on the machine.
    #[must_use]
    pub fn ms(mut self, ms: u64) -> Self {
        self.plan.ms = Some(ms);
        self
    }

    /// Game clock of each agent in a match of a two-player game (default: none). An agent that uses
    /// more time than it has loses the game. The games then depend on the machine.
    #[must_use]
    pub fn tc(mut self, control: TimeControl) -> Self {
        self.plan.tc = Some(control);
        self
    }

    /// Adjudication of losses in a match of a two-player game (default: none).
    #[must_use]
    pub fn resign(mut self, rule: Resign) -> Self {
        self.plan.resign = Some(rule);
        self
    }

    /// Adjudication of draws in a match of a two-player game (default: none).
    #[must_use]
    pub fn draw(mut self, rule: DrawRule) -> Self {
        self.plan.draw = Some(rule);
        self
    }

    /// Builds the plan.
    ///
    /// # Errors
    ///
    /// Returns the first field that is missing or invalid.
    pub fn build(self) -> Result<Plan, PlanError> {
        let Self { mut plan, opening_plies } = self;
        let refuse = |field, reason: &str| Err(PlanError::new(field, reason));
        if plan.game.is_empty() {
            return refuse("game", "the name is missing");
        }
        if plan.agents.iter().any(String::is_empty) {
            return refuse("agents", "the name of an agent is missing");
        }
        if plan.games == 0 {
            return refuse("games", "the number of games must be at least 1");
        }
        if plan.max_moves == Some(0) {
            return refuse("max_moves", "the limit of moves must be at least 1");
        }
        if plan.ms == Some(0) {
            return refuse("ms", "the time limit must be at least 1 millisecond");
        }
        plan.check()?;
        plan.openings.truncate(usize::try_from(plan.games / plan.unit()).unwrap_or(usize::MAX));
        if plan.openings.iter().map(String::len).sum::<usize>() > LONGEST_OPENINGS {
            return refuse(
                "openings",
                &format!("the openings have more than {LONGEST_OPENINGS} bytes; play fewer games"),
            );
        }
        if opening_plies.is_some() && !plan.is_duel() {
            return refuse("opening_plies", "only matches of two-player games have openings, not puzzles or runs");
        }
        if plan.is_duel() {
            let usual = if plan.openings.is_empty() { OPENING_PLIES } else { 0 };
            plan.opening_plies = opening_plies.unwrap_or(usual);
        }
        Ok(plan)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn builder(players: usize, agents: &[&str]) -> PlanBuilder {
        PlanBuilder::new("grab", "0", players).agents(agents).games(4)
    }

    #[test]
    fn openings_are_those_of_matches_for_two() {
        let plies = |players, agents: &[&str]| builder(players, agents).build().unwrap().opening_plies();
        assert_eq!((plies(2, &["a", "b"]), plies(2, &["a"]), plies(1, &["a", "b"]), plies(1, &["a"])), (4, 0, 0, 0));
        assert_eq!(builder(2, &["a", "b"]).opening_plies(0).build().unwrap().opening_plies(), 0);
        let listed = builder(2, &["a", "b"]).openings(["1", "2 moves a", "moves b c"]);
        let plan = listed.clone().build().unwrap();
        assert_eq!(plan.opening_plies(), 0);
        assert_eq!(plan.openings(), ["1", "2 moves a"], "four games have two pairs");
        assert_eq!(listed.opening_plies(3).build().unwrap().opening_plies(), 3);
    }

    #[test]
    fn the_field_that_does_not_fit_is_named() {
        let test: Sprt = "0,5".parse().unwrap();
        for (builder, field) in [
            (PlanBuilder::new("", "0", 2).agent("a").games(1), "game"),
            (builder(0, &["a"]), "players"),
            (builder(3, &["a"]), "players"),
            (builder(2, &[]), "agents"),
            (builder(2, &["a", ""]), "agents"),
            (builder(2, &["a", "b", "c"]), "agents"),
            (builder(2, &["a", "b"]).games(3), "games"),
            (builder(1, &["a", "b"]).games(3), "games"),
            (builder(1, &["a"]).games(0), "games"),
            (builder(2, &["a"]).max_moves(0), "max_moves"),
            (builder(2, &["a"]).ms(0), "ms"),
            (builder(1, &["a", "b"]).opening_plies(2), "opening_plies"),
            (builder(2, &["a"]).opening_plies(2), "opening_plies"),
            (builder(1, &["a", "b"]).openings(["1"]), "openings"),
            (builder(2, &["a"]).openings(["1"]), "openings"),
            (builder(2, &["a", "b"]).openings(["x".repeat(LONGEST_OPENINGS + 1)]), "openings"),
            (builder(2, &["a"]).tc("60".parse().unwrap()), "tc"),
            (builder(2, &["a", "b"]).tc("60".parse().unwrap()).ms(5), "tc"),
            (builder(1, &["a", "b"]).resign("score=4".parse().unwrap()), "resign"),
            (builder(2, &["a"]).draw("score=0".parse().unwrap()), "draw"),
            (builder(2, &["a"]).sprt(test), "sprt"),
            (builder(1, &["a", "b"]).sprt(test), "sprt"),
        ] {
            let error = builder.build().unwrap_err();
            assert_eq!(error.field, field, "{error}");
            assert!(error.to_string().starts_with(&format!("{field}: ")), "{error}");
        }
        assert!(builder(2, &["a"]).games(3).build().is_ok(), "a run has no pairs");
    }
}

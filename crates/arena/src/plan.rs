//! Plans: everything that determines the games of a run or a match.

use std::hash::Hasher;
use std::ops::Range;

use gambol_core::{Event, Seed, StableHasher};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::adjudication::{DrawRule, Resign};
use crate::builder::PlanError;
use crate::record::GameText;
use crate::shard::Shard;
use crate::sprt::Sprt;
use crate::time_control::TimeControl;

/// Everything that determines the games of a run (one agent) or of a match (two agents).
///
/// The games of a match come in pairs: games `2p` and `2p + 1`. In a two-player game, both have the
/// same opening and the same random numbers, and the agents swap sides: the first agent moves first
/// in the first game of a pair. In a puzzle each agent plays one game of the pair, with the same
/// seed.
///
/// [`Plan::builder`] builds plans, [`lineup`](Self::lineup) plays them:
///
/// ```
/// # use core::{fmt, ops::ControlFlow};
/// # use gambol_core::{Game, NoChance, Player, Turn, Uniform};
/// # #[derive(Clone, Debug, PartialEq, Eq, Hash)]
/// # struct Nim { matches: u8, to_move: Player }
/// # impl Game for Nim {
/// #     type Action = u8;
/// #     type Outcome = NoChance;
/// #     const PLAYERS: usize = 2;
/// #     fn turn(&self) -> Turn {
/// #         if self.matches == 0 { Turn::Over } else { Turn::Player(self.to_move) }
/// #     }
/// #     fn score(&self) -> i64 { if self.matches == 0 { -self.to_move.sign() } else { 0 } }
/// #     fn visit_actions<F>(&self, visit: F) -> ControlFlow<()>
/// #     where
/// #         F: FnMut(u8) -> ControlFlow<()>,
/// #     {
/// #         (1..=self.matches.min(3)).try_for_each(visit)
/// #     }
/// #     fn visit_outcomes<F>(&self, _: F) -> ControlFlow<()>
/// #     where
/// #         F: FnMut(NoChance, f64) -> ControlFlow<()>,
/// #     {
/// #         ControlFlow::Continue(())
/// #     }
/// #     fn play(&mut self, action: u8) {
/// #         self.matches -= action; self.to_move = self.to_move.opponent();
/// #     }
/// #     fn resolve(&mut self, outcome: NoChance) { match outcome {} }
/// # }
/// # impl fmt::Display for Nim {
/// #     fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
/// #         write!(f, "{} {}", self.matches, self.to_move)
/// #     }
/// # }
/// use gambol_arena::{Plan, PlayError};
/// use gambol_search::{Mcts, PolicyOnly};
///
/// let start = Nim { matches: 21, to_move: Player::First };
/// let plan = Plan::builder("nim", &start).agent("mcts").agent("random").games(20).build()?;
/// let tally = plan
///     .lineup(&start)?
///     .agent("mcts", || Mcts::new().simulations(200))
///     .agent("random", || PolicyOnly(Uniform))
///     .play()?;
/// println!("{}", tally.glance());
/// # assert_eq!(tally.games(), 20);
/// # Ok::<(), PlayError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    pub(crate) game: String,
    pub(crate) start: String,
    pub(crate) players: usize,
    pub(crate) agents: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) files: Vec<AgentFile>,
    pub(crate) games: u64,
    pub(crate) seed: u64,
    pub(crate) max_moves: Option<u64>,
    pub(crate) opening_plies: u32,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) openings: Vec<String>,
    pub(crate) record_games: bool,
    pub(crate) sprt: Option<Sprt>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) ms: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) tc: Option<TimeControl>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) resign: Option<Resign>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) draw: Option<DrawRule>,
}

impl Plan {
    /// Name of the game, with its settings.
    #[must_use]
    pub fn game(&self) -> &str {
        &self.game
    }

    /// First state of every game, as text, which includes all settings of the game.
    #[must_use]
    pub fn start(&self) -> &str {
        &self.start
    }

    /// Number of players: 1 or 2.
    #[must_use]
    pub fn players(&self) -> usize {
        self.players
    }

    /// Agents with their settings: one in a run, two in a match.
    #[must_use]
    pub fn agents(&self) -> &[String] {
        &self.agents
    }

    /// Files that the agents read, with hashes of their contents.
    #[must_use]
    pub fn files(&self) -> &[AgentFile] {
        &self.files
    }

    /// Number of games in all shards; even in a match.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Master seed.
    #[must_use]
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Number of player actions after which games end, not counting the opening; `None` for no
    /// limit.
    #[must_use]
    pub fn max_moves(&self) -> Option<u64> {
        self.max_moves
    }

    /// Openings as text, in the order of the pairs, which begin again after the last; empty if all
    /// games start in [`start`](Self::start).
    #[must_use]
    pub fn openings(&self) -> &[String] {
        &self.openings
    }

    /// Opening of a game, the same in both games of a pair; `None` if the plan has no openings.
    ///
    /// ```
    /// use gambol_arena::Plan;
    /// use gambol_match5::Match5;
    ///
    /// let start: Match5 = Match5::default();
    /// let plan = Plan::builder("match5", &start).agents(["threat", "random"]).games(4);
    /// let plan = plan.openings(["moves e5 d4", "9/9/9/9/4r4/9/9/9/9 b"]).build()?;
    /// let opening = plan.opening_of(1).ok_or("the plan has openings")?;
    /// assert_eq!((opening.start.as_str(), opening.events.len()), (plan.start(), 2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn opening_of(&self, index: u64) -> Option<GameText> {
        let number = (index / self.unit()).checked_rem(self.openings.len() as u64)?;
        Some(GameText::opening(&self.start, &self.openings[number as usize]))
    }

    /// Returns a function that tells of each event of a game, in order, whether it belongs to the
    /// opening: the listed events, and the random actions after them with the chance before each.
    /// These actions are no agent's.
    ///
    /// ```
    /// use gambol_arena::Plan;
    /// use gambol_core::{Cell, Event, NoChance};
    /// use gambol_match5::Match5;
    ///
    /// let plan = Plan::builder("match5", &Match5::<u128>::default()).agents(["threat", "random"]).games(2);
    /// let mut is_opening = plan.opening_plies(2).build()?.opening_events(0);
    /// let cells = [Cell::new(0, 0), Cell::new(1, 0), Cell::new(2, 0)];
    /// assert_eq!(cells.map(|cell| is_opening(&Event::<Cell, NoChance>::Action(cell))), [true, true, false]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn opening_events<A, O>(&self, index: u64) -> impl FnMut(&Event<A, O>) -> bool + use<A, O> {
        let mut listed = self.opening_of(index).map_or(0, |opening| opening.events.len());
        let mut drawn = self.opening_plies;
        move |event| {
            let is_opening = listed > 0 || drawn > 0;
            if listed > 0 {
                listed -= 1;
            } else if matches!(event, Event::Action(_)) {
                drawn = drawn.saturating_sub(1);
            }
            is_opening
        }
    }

    /// Number of random actions after the opening, the same in both games of a pair.
    #[must_use]
    pub fn opening_plies(&self) -> u32 {
        self.opening_plies
    }

    /// Whether records include the whole game.
    #[must_use]
    pub fn record_games(&self) -> bool {
        self.record_games
    }

    /// Sequential test that may end a match early.
    #[must_use]
    pub fn sprt(&self) -> Option<Sprt> {
        self.sprt
    }

    /// Time limit of every decision in milliseconds, in place of the agents' own; `None` if each
    /// agent uses its own limits. With a time limit, the games depend on the machine.
    #[must_use]
    pub fn ms(&self) -> Option<u64> {
        self.ms
    }

    /// Game clock of each agent; `None` without clocks. With clocks, the games depend on the
    /// machine.
    #[must_use]
    pub fn tc(&self) -> Option<TimeControl> {
        self.tc
    }

    /// Adjudication of losses.
    #[must_use]
    pub fn resign(&self) -> Option<Resign> {
        self.resign
    }

    /// Adjudication of draws.
    #[must_use]
    pub fn draw(&self) -> Option<DrawRule> {
        self.draw
    }

    /// Number of games that belong together: 2 in a match, 1 in a run.
    #[must_use]
    pub fn unit(&self) -> u64 {
        if self.is_match() { 2 } else { 1 }
    }

    /// Whether two agents are compared.
    #[must_use]
    pub fn is_match(&self) -> bool {
        self.agents.len() > 1
    }

    /// Whether two agents play against each other.
    #[must_use]
    pub fn is_duel(&self) -> bool {
        self.is_match() && self.players > 1
    }

    /// Seed of a game. It depends only on the master seed and the number of the game (in a match,
    /// of its pair).
    #[must_use]
    pub fn seed_of(&self, index: u64) -> Seed {
        Seed::new(self.seed).derive(index / self.unit())
    }

    /// Index of the agent that moves first in a game of a match or, in a puzzle, that plays it.
    /// `None` in a run.
    #[must_use]
    pub fn first_of(&self, index: u64) -> Option<usize> {
        self.is_match().then_some((index % 2) as usize)
    }

    /// Games of a shard. A pair is never split.
    #[must_use]
    pub fn range(&self, shard: Shard) -> Range<u64> {
        let pairs = shard.range(self.games / self.unit());
        pairs.start * self.unit()..pairs.end * self.unit()
    }

    /// Checks a plan that was read from a file, as far as possible without the game.
    ///
    /// # Errors
    ///
    /// Returns the first field that is invalid.
    pub fn check(&self) -> Result<(), PlanError> {
        if !(1..=2).contains(&self.players) {
            return Err(PlanError::new(
                "players",
                format!("the number of players must be 1 or 2 (got {})", self.players),
            ));
        }
        if !(1..=2).contains(&self.agents.len()) {
            return Err(PlanError::new(
                "agents",
                format!("the number of agents must be 1 or 2 (got {})", self.agents.len()),
            ));
        }
        if !self.games.is_multiple_of(self.unit()) {
            let reason = format!("the number of games of a match must be even (got {})", self.games);
            return Err(PlanError::new("games", reason));
        }
        if self.sprt.is_some() && !self.is_duel() {
            return Err(PlanError::new(
                "sprt",
                "only matches of two-player games have a sequential test, not puzzles or runs",
            ));
        }
        let of_duels = [
            ("openings", !self.openings.is_empty(), "openings"),
            ("tc", self.tc.is_some(), "clocks"),
            ("resign", self.resign.is_some(), "adjudication"),
            ("draw", self.draw.is_some(), "adjudication"),
        ];
        if let Some((field, _, what)) = of_duels.into_iter().find(|&(_, is_set, _)| is_set && !self.is_duel()) {
            let reason = format!("only matches of two-player games have {what}, not puzzles or runs");
            return Err(PlanError::new(field, reason));
        }
        if self.tc.is_some() && self.ms.is_some() {
            return Err(PlanError::new("tc", "a match has either clocks or a time limit per move"));
        }
        Ok(())
    }

    /// Digest of the whole plan, the same on every machine.
    #[must_use]
    pub fn digest(&self) -> u64 {
        let mut hasher = StableHasher::default();
        // Its JSON lists the fields in the order of their declaration, and is therefore stable.
        hasher.write(serde_json::to_string(self).unwrap_or_default().as_bytes());
        hasher.finish()
    }
}

/// A file that an agent reads, such as the weights of its network, and that thus affects the games.
///
/// ```
/// use gambol_arena::{AgentFile, Plan};
/// use gambol_match5::Match5;
///
/// let start: Match5 = Match5::default();
/// let file = AgentFile::new("self-taught:file=Ada.fivo", "Ada.fivo", b"abc");
/// assert_eq!(file.sha256, "ba7816bf8f01cfea");
/// let plan = Plan::builder("match5", &start).agent(&file.agent).file(file.clone()).games(2).build()?;
/// assert_eq!(plan.files(), [file]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct AgentFile {
    /// Agent with its settings.
    pub agent: String,
    /// Name of the file, as in the agent's settings.
    pub file: String,
    /// First sixteen hexadecimal digits of the SHA-256 of its contents.
    pub sha256: String,
}

impl AgentFile {
    /// Creates the entry of an agent's file with these contents.
    #[must_use]
    pub fn new(agent: &str, file: &str, bytes: &[u8]) -> Self {
        let [a, b, c, d, e, f, g, h, ..]: [u8; 32] = Sha256::digest(bytes).into();
        let sha256 = format!("{:016x}", u64::from_be_bytes([a, b, c, d, e, f, g, h]));
        Self { agent: agent.to_owned(), file: file.to_owned(), sha256 }
    }

    /// Returns the same file, read by another agent.
    #[must_use]
    pub fn of(&self, agent: &str) -> Self {
        Self { agent: agent.to_owned(), ..self.clone() }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::builder::PlanBuilder;

    /// A plan of a two-player game, without openings.
    pub(crate) fn plan(agents: &[&str], games: u64) -> Plan {
        let builder = PlanBuilder::new("grab", "0 0-0 first", 2).agents(agents.iter().copied());
        let openings = if agents.len() > 1 { Some(0) } else { None };
        openings.into_iter().fold(builder, PlanBuilder::opening_plies).games(games).seed(7).build().unwrap()
    }

    #[test]
    fn games_of_a_pair_share_a_seed_and_a_shard() {
        let (run, contest) = (plan(&["a"], 10), plan(&["a", "b"], 10));
        assert_eq!(run.seed_of(3), Seed::new(7).derive(3));
        assert_eq!((contest.seed_of(6), contest.seed_of(7)), (Seed::new(7).derive(3), Seed::new(7).derive(3)));
        assert_eq!(contest.range("1/2".parse().unwrap()), 0..4);
        assert_eq!(contest.range("2/2".parse().unwrap()), 4..10);
        assert_eq!((contest.first_of(6), contest.first_of(7), run.first_of(7)), (Some(0), Some(1), None));
    }
}

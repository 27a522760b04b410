#![doc = include_str!("../README.md")]
//!
//! Games and agents by name, for programs: one extensible list that commands, matches and engines
//! share.
//!
//! [`Registry::standard`] contains the games of Gambol whose features are enabled, by default all
//! five. [`Registry::with`] adds a game as a [`GameEntry`]: its first state, and its agents,
//! evaluators and policies. A state of a named game is a [`Position`]: it is read from text,
//! written as text, and is itself a [`Game`](gambol_core::Game).
//!
//! # Agents
//!
//! An agent is written as text: `NAME` or `NAME:KEY=VALUE,KEY=VALUE`. Every game has the searches
//! that fit it:
//!
//! | name | search | fits |
//! |---|---|---|
//! | `random` | uniformly random actions | every game |
//! | `mc` | [`FlatMonteCarlo`](gambol_search::FlatMonteCarlo) | every game |
//! | `mcts` | [`Mcts`](gambol_search::Mcts) | every game |
//! | `greedy` | [`Greedy`](gambol_search::Greedy) | every game |
//! | `alpha-beta` | [`AlphaBeta`](gambol_search::AlphaBeta) | without chance |
//! | `expectimax` | [`Expectimax`](gambol_search::Expectimax) | with chance |
//! | `two-ply` | [`SampledTwoPly`](gambol_search::SampledTwoPly) | with chance |
//! | `prove` | [`ProofNumber`](gambol_search::ProofNumber) | two players, wins and losses, without chance |
//!
//! `easy`, `medium`, `hard` and `strong` are agents of every game, too: its levels, of which
//! `strong` is the default player. Parameters override theirs, as in `strong:ms=100`.
//!
//! `eval=NAME` and `policy=NAME` select an evaluator and a policy of the game; each search lists
//! its parameters. Games also have their own agents, which may replace a search of the same name.
//!
//! # A game of your own
//!
//! ```
//! # use core::{fmt, ops::ControlFlow, str::FromStr};
//! # use gambol_core::{Game, NoChance, Player, Turn};
//! # #[derive(Clone, Debug, PartialEq, Eq, Hash)]
//! # struct Nim { matches: u8, to_move: Player }
//! # impl Game for Nim {
//! #     type Action = u8;
//! #     type Outcome = NoChance;
//! #     const PLAYERS: usize = 2;
//! #     fn turn(&self) -> Turn {
//! #         if self.matches == 0 { Turn::Over } else { Turn::Player(self.to_move) }
//! #     }
//! #     fn score(&self) -> i64 { if self.matches == 0 { -self.to_move.sign() } else { 0 } }
//! #     fn visit_actions<F>(&self, visit: F) -> ControlFlow<()>
//! #     where
//! #         F: FnMut(u8) -> ControlFlow<()>,
//! #     {
//! #         (1..=self.matches.min(3)).try_for_each(visit)
//! #     }
//! #     fn visit_outcomes<F>(&self, _: F) -> ControlFlow<()>
//! #     where
//! #         F: FnMut(NoChance, f64) -> ControlFlow<()>,
//! #     {
//! #         ControlFlow::Continue(())
//! #     }
//! #     fn play(&mut self, action: u8) {
//! #         self.matches -= action; self.to_move = self.to_move.opponent();
//! #     }
//! #     fn resolve(&mut self, outcome: NoChance) { match outcome {} }
//! # }
//! # impl fmt::Display for Nim {
//! #     fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
//! #         write!(f, "{} {}", self.matches, self.to_move)
//! #     }
//! # }
//! # impl FromStr for Nim {
//! #     type Err = String;
//! #     fn from_str(text: &str) -> Result<Self, String> {
//! #         let (matches, to_move) = text.split_once(' ').ok_or("two fields")?;
//! #         let to_move = if to_move == "first" { Player::First } else { Player::Second };
//! #         Ok(Self { matches: matches.parse().map_err(|_| "a number")?, to_move })
//! #     }
//! # }
//! use gambol_core::Seed;
//! use gambol_registry::{GameEntry, Registry};
//! use gambol_search::{Budget, Search};
//!
//! // Nim has text forms for states, actions and outcomes: that is all that the registry asks for.
//! let nim = GameEntry::new("nim", "take one to three matches; the last one wins", |_| {
//!     Ok(Nim { matches: 21, to_move: Player::First })
//! });
//! let registry = Registry::standard().with(nim.without_chance());
//!
//! let state = registry.start("nim")?;
//! let decision = state.agent("prove")?.search(&state, &Budget::unlimited(), Seed::new(1))?;
//! assert_eq!(decision.action.as_str(), "1");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
// Some games do not use all of the code that the games share.
#![cfg_attr(
    not(all(
        feature = "five-or-more",
        feature = "match5",
        feature = "pentago-swap",
        feature = "tenten",
        feature = "threes"
    )),
    allow(dead_code)
)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod agents;
mod encoded;
mod entry;
#[cfg(any(feature = "files", feature = "networks", feature = "onnx"))]
mod files;
mod games;
mod label;
mod position;
#[cfg(feature = "env")]
mod trees;
mod typed;

use alloc::format;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::any::Any;
use core::fmt;

use gambol_core::{Notation, TextError, TextErrorKind};

pub use agents::spec::{Parameter, Spec, is_called};
pub use entry::{AgentEntry, AgentInfo, GameEntry, GameInfo, Info, Level, Made};
pub use label::Label;
pub use position::Position;
#[cfg(feature = "env")]
#[cfg_attr(docsrs, doc(cfg(feature = "env")))]
pub use trees::Trees;
pub use typed::Typed;

/// Whether agents are made. If not, the compiler removes all code that makes them.
const MAKES_AGENTS: bool = cfg!(feature = "agents");

/// Error for agents, and their parts, in builds without them.
fn not_made(name: &str) -> TextError {
    TextError::new("searches", name, "this program was built without agents (feature registry)")
        .of_kind(TextErrorKind::Unavailable)
}

/// A position, or an error in its text.
type Placed = Result<Position, TextError>;

/// Makes the first state of a game with settings.
type Start = dyn Fn(Option<&str>) -> Placed + Send + Sync;
/// Parses a state of a game.
type Read = dyn Fn(&str) -> Placed + Send + Sync;

/// A named game with its type erased.
#[derive(Clone)]
struct Entry {
    info: GameInfo,
    start: Arc<Start>,
    read: Arc<Read>,
    /// The `GameEntry` itself.
    typed: Arc<dyn Any + Send + Sync>,
}

impl Entry {
    fn new<G: Notation>(game: GameEntry<G>) -> Self {
        let game = Arc::new(game.told());
        let (starting, reading) = (Arc::clone(&game), Arc::clone(&game));
        Self {
            info: game.info.clone(),
            start: Arc::new(move |settings| {
                (starting.start)(settings).map(|state| Position::new(state, Arc::clone(&starting)))
            }),
            read: Arc::new(move |text| reading.read(text).map(|state| Position::new(state, Arc::clone(&reading)))),
            typed: game,
        }
    }
}

/// Games by name. Clones share the games that were added before.
#[derive(Clone, Default)]
pub struct Registry {
    entries: Vec<Entry>,
}

impl fmt::Debug for Registry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.games()).finish()
    }
}

impl Registry {
    /// Creates a registry without games.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The games of Gambol whose features are enabled, by default all five.
    #[must_use]
    pub fn standard() -> Self {
        games::add(Self::new())
    }

    /// Returns this registry with another game. Games of the same name are variants of one, for
    /// example for boards of different sizes: if one rejects a text, the next is tried.
    #[must_use]
    pub fn with<G: Notation>(mut self, game: GameEntry<G>) -> Self {
        self.entries.push(Entry::new(game));
        self
    }

    /// Returns the games in the order in which they were added.
    pub fn games(&self) -> Vec<GameInfo> {
        let mut games: Vec<GameInfo> = Vec::new();
        for entry in &self.entries {
            if games.iter().all(|game| game.name != entry.info.name) {
                games.push(entry.info.clone());
            }
        }
        games
    }

    /// Returns the first state of the game that a text such as `five-or-more` or
    /// `five-or-more:large` names.
    ///
    /// # Errors
    ///
    /// Fails for an unknown game or invalid settings.
    pub fn start(&self, game: &str) -> Result<Position, TextError> {
        let (name, settings) = split(game);
        let refuse = |error: &TextError| {
            // The text of the game already contains the settings, which errors show escaped and cut.
            let is_named = settings.is_some_and(|text| TextError::new("settings", text, "").text() == error.text());
            let reason = if is_named { error.reason().to_string() } else { error.to_string() };
            TextError::new("game", game, reason)
        };
        self.first(name, |entry| (entry.start)(settings))?
            .map_err(|error| if error.kind() == TextErrorKind::Unknown { error } else { refuse(&error) })
    }

    /// Returns the name of a game for human players: with their
    /// [settings](GameEntry::play_settings) if the name has none.
    #[must_use]
    pub fn play_name(&self, game: &str) -> String {
        let known = self.games().into_iter().find(|known| known.name == game);
        known.map_or_else(|| game.to_string(), |known| known.play_name())
    }

    /// Parses a position of a game; the text includes the settings.
    ///
    /// # Errors
    ///
    /// Fails for an unknown game, a name with settings, or an invalid position.
    pub fn position(&self, game: &str, text: &str) -> Result<Position, TextError> {
        let (name, settings) = split(game);
        if settings.is_some() {
            return Err(TextError::new(
                "game",
                game,
                "a position includes its settings; omit them after the game's name",
            ));
        }
        self.first(name, |entry| (entry.read)(text))?
    }

    /// Returns the first result of a variant of a game that accepts; the last error if none does.
    fn first(&self, name: &str, make: impl Fn(&Entry) -> Placed) -> Result<Placed, TextError> {
        let mut result = None;
        for entry in self.entries.iter().filter(|entry| entry.info.name == name) {
            let made = make(entry);
            if made.is_ok() {
                return Ok(made);
            }
            result = Some(made);
        }
        result.ok_or_else(|| {
            let games: Vec<_> = self.games().into_iter().map(|game| game.name).collect();
            TextError::new("game", name, unknown("game", name, &games)).of_kind(TextErrorKind::Unknown)
        })
    }

    /// Returns the entry of a game with states of type `G`.
    ///
    /// ```
    /// use gambol_core::Seed;
    /// use gambol_pentago_swap::PentagoSwap;
    /// use gambol_registry::Registry;
    /// use gambol_search::{Budget, Search};
    ///
    /// let registry = Registry::standard();
    /// let game = registry.entry::<PentagoSwap>("pentago-swap").unwrap();
    /// let state = PentagoSwap::new();
    /// let decision = game.make("mcts:simulations=100")?.search(
    ///     &state,
    ///     &Budget::unlimited(),
    ///     Seed::new(1),
    /// )?;
    /// println!("{}", decision.action);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn entry<G: Notation>(&self, game: &str) -> Option<Arc<GameEntry<G>>> {
        let of_name = self.entries.iter().filter(|entry| entry.info.name == game);
        of_name.cloned().find_map(|entry| entry.typed.downcast().ok())
    }
}

/// Splits the text of a game or an agent, such as `five-or-more:large` or `mc:rollouts=100`, into
/// name and settings.
///
/// ```
/// use gambol_registry::split;
/// assert_eq!(split("five-or-more:large,drop=5"), ("five-or-more", Some("large,drop=5")));
/// assert_eq!(split("mc"), ("mc", None));
/// ```
pub fn split(text: &str) -> (&str, Option<&str>) {
    match text.split_once(':') {
        None => (text, None),
        Some((name, settings)) => (name, Some(settings)),
    }
}

/// Error for an unknown name: suggests the closest known name, or lists all.
fn unknown(what: &str, name: &str, known: &[String]) -> String {
    let near = known.iter().map(|known| (edits(name, known), known)).min_by_key(|(edits, _)| *edits);
    match near {
        Some((edits, meant)) if edits <= 2 && edits < name.chars().count() / 2 => {
            format!("unknown {what}; did you mean {meant}?")
        }
        _ => format!("unknown {what}; expected one of {}", known.join(", ")),
    }
}

/// The edit distance of two words: insertions, deletions and substitutions (V. I. Levenshtein,
/// 1966).
fn edits(one: &str, other: &str) -> usize {
    let mut row: Vec<usize> = (0..=other.chars().count()).collect();
    for (number, letter) in one.chars().enumerate() {
        let mut before = row[0];
        row[0] = number + 1;
        for (column, there) in other.chars().enumerate() {
            let changed = before + usize::from(letter != there);
            before = row[column + 1];
            row[column + 1] = changed.min(before + 1).min(row[column] + 1);
        }
    }
    row.last().copied().unwrap_or_default()
}

//! What the registry knows of one type of game.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::any::Any;
use core::fmt;

#[cfg(feature = "networks")]
use gambol_core::files::read_limited;
use gambol_core::{DynPolicy, Evaluator, Game, NoChance, Notation, Policy, TextError};
#[cfg(feature = "networks")]
use gambol_learn::WeightsError;
use gambol_search::Search;

use crate::agents::parameters::slashed;
use crate::agents::searches::{self, Deterministic};
use crate::agents::spec::{Parameter, Spec};
#[cfg(feature = "networks")]
use crate::files::Files;
use crate::{MAKES_AGENTS, not_made, split, unknown};

/// The name of an evaluator or a policy, and what it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Info {
    /// Its name, in kebab case.
    pub name: String,
    /// What it is, in a line.
    pub about: String,
}

/// A game of a [`Registry`](super::Registry).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameInfo {
    /// Its name, in kebab case.
    pub name: String,
    /// What it is, in a line.
    pub about: String,
    /// What can be set after a colon; empty if nothing can be.
    pub settings: String,
    /// The rules in short, for people who play: paragraphs, with a blank line between. Empty if
    /// they are not said.
    pub rules: String,
    /// The settings with which people play if they name none; empty for those of the game's name
    /// alone, with which commands play.
    pub play_settings: String,
    /// The level that people play with if they name no agent: that of the other side, and of the
    /// hints in a puzzle.
    pub play_level: &'static str,
    /// The levels, weakest first: `easy`, `medium`, `hard`, and `strong`, the default player. All
    /// are names of agents.
    pub levels: Vec<Level>,
    /// The agents: those of this game, and the searches that fit it.
    pub agents: Vec<AgentInfo>,
    /// The evaluators, the default first.
    pub evaluators: Vec<Info>,
    /// The policies.
    pub policies: Vec<Info>,
}

impl GameInfo {
    /// The name with the settings with which people play.
    #[must_use]
    pub fn play_name(&self) -> String {
        let Self { name, play_settings, .. } = self;
        if play_settings.is_empty() { name.clone() } else { format!("{name}:{play_settings}") }
    }

    /// The agent that plays in commands where none is named.
    pub fn default_agent(&self) -> &str {
        self.levels.last().map_or(STRONG, |level| &level.agent)
    }

    /// The agent that a text names, with a level replaced by what it stands for: `strong:ms=100` is
    /// the default player with 100 milliseconds a move.
    ///
    /// # Errors
    ///
    /// If the text is not of the form `NAME:KEY=VALUE,KEY=VALUE`.
    pub fn expand(&self, text: &str) -> Result<String, TextError> {
        let spec: Spec = text.parse()?;
        // A game may have an agent of such a name.
        let is_agent = self.agents.iter().any(|agent| agent.name == spec.name());
        match self.levels.iter().find(|level| level.name == spec.name()) {
            Some(level) if !is_agent => Ok(spec.over(&level.agent.parse()?)),
            _ => Ok(text.to_string()),
        }
    }
}

/// What can be said of an agent before it is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgentInfo {
    /// Its name, in kebab case.
    pub name: String,
    /// What it does, in a line.
    pub about: String,
    /// What it can be told.
    pub parameters: Vec<Parameter>,
}

/// A strength by name, and the agent that it stands for in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    /// `easy`, `medium`, `hard` or `strong`, the default player.
    pub name: &'static str,
    /// The agent, with its parameters.
    pub agent: String,
}

/// The levels of a game that names no others, weakest first. The last is the default player.
const LEVELS: [(&str, &str); 4] =
    [("easy", "mc:rollouts=2"), ("medium", "mc:rollouts=20"), ("hard", "mc:rollouts=200"), ("strong", STRONG)];
const STRONG: &str = "mc";

/// An agent, or what is wrong with its settings.
pub type Made<G> = Result<Box<dyn Search<G>>, TextError>;

type Make<G> = Arc<dyn Fn(&Spec) -> Made<G> + Send + Sync>;

/// A named agent of a game, and how it is made from its settings.
pub struct AgentEntry<G> {
    info: AgentInfo,
    make: Make<G>,
}

impl<G> AgentEntry<G> {
    /// An agent with a name in kebab case, a line about it and its parameters; `make` makes it from
    /// what it is told. Parameters that are not among these are refused before.
    pub fn new(
        name: &str,
        about: &str,
        parameters: &[Parameter],
        make: impl Fn(&Spec) -> Made<G> + Send + Sync + 'static,
    ) -> Self {
        let info = AgentInfo { name: name.to_string(), about: about.to_string(), parameters: parameters.to_vec() };
        let make: Make<G> =
            if MAKES_AGENTS { Arc::new(make) } else { Arc::new(|spec: &Spec| Err(not_made(spec.name()))) };
        Self { info, make }
    }
}

impl<G> fmt::Debug for AgentEntry<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AgentEntry").field("info", &self.info).finish_non_exhaustive()
    }
}

/// Makes something of weights, which may have to be loaded first.
type OfWeights<T> = Box<dyn Fn(&[f64]) -> Result<Arc<T>, TextError> + Send + Sync>;

/// Something with a name, which is made when it is asked for: some have tables to compute.
pub(crate) struct Named<T: ?Sized> {
    pub(crate) info: Info,
    /// Makes it of weights, as many as the usual ones, which are none for most.
    make: OfWeights<T>,
    weights: Vec<f64>,
    /// Makes it of a file of weights.
    #[cfg(feature = "networks")]
    read: Option<OfFile<T>>,
}

/// Bytes of a file of weights, at most.
#[cfg(feature = "networks")]
const MAX_WEIGHTS: u64 = 1 << 28;

/// Makes something of a file of weights, or says why not.
#[cfg(feature = "networks")]
type OfFile<T> = Box<dyn Fn(&str) -> Result<Arc<T>, String> + Send + Sync>;

/// What makes something, if there are agents that can ask for it.
fn of_weights<T: ?Sized>(make: impl Fn(&[f64]) -> Result<Arc<T>, TextError> + Send + Sync + 'static) -> OfWeights<T> {
    if MAKES_AGENTS { Box::new(make) } else { Box::new(|_| Err(not_made("evaluators"))) }
}

impl<T: ?Sized> Named<T> {
    fn new(name: &str, about: &str, make: impl Fn() -> Arc<T> + Send + Sync + 'static) -> Self {
        let info = Info { name: name.to_string(), about: about.to_string() };
        Self {
            info,
            make: of_weights(move |_| Ok(make())),
            weights: Vec::new(),
            #[cfg(feature = "networks")]
            read: None,
        }
    }

    /// It, with the weights of a file.
    #[cfg(feature = "networks")]
    pub(crate) fn read(&self, path: &str) -> Result<Arc<T>, String> {
        let refused = || Err(format!("{} takes no file of weights", self.info.name));
        self.read.as_ref().map_or_else(refused, |read| read(path))
    }

    /// Makes it with the usual weights, if it has any.
    pub(crate) fn make(&self) -> Result<Arc<T>, TextError> {
        (self.make)(&self.weights)
    }

    /// Makes it with these weights, joined by slashes. The error says what they should be.
    pub(crate) fn make_with(&self, weights: &str) -> Result<Arc<T>, String> {
        match (self.weights.len(), slashed(weights, [-1e9, 1e9])) {
            (0, _) => Err(format!("{} has no weights", self.info.name)),
            (count, Some(read)) if read.len() == count => (self.make)(&read).map_err(|error| error.to_string()),
            (count, _) => {
                let name = &self.info.name;
                Err(format!("{name} has {count} weights from -1000000000 to 1000000000, joined by /, not {weights}"))
            }
        }
    }
}

/// Says that the weights of a game are not loaded: [`TextError::what`] is `weights`.
#[cfg(feature = "networks")]
pub(crate) fn not_loaded(game: &str) -> TextError {
    TextError::new("weights", game, "they are not loaded")
}

type Start<G> = Arc<dyn Fn(Option<&str>) -> Result<G, TextError> + Send + Sync>;

/// A game by name: how it starts, and the agents, evaluators and policies that it has by name.
///
/// Every game can be played by the searches that fit it; see the module's [page](super).
pub struct GameEntry<G> {
    pub(crate) info: GameInfo,
    pub(crate) start: Start<G>,
    agents: Vec<AgentEntry<G>>,
    pub(crate) evaluators: Vec<Named<dyn Evaluator<G>>>,
    pub(crate) policies: Vec<Named<dyn DynPolicy<G>>>,
    /// Alpha-beta and proofs, for a game that has no chance and says so.
    pub(crate) deterministic: Option<Deterministic<G>>,
    /// What other crates keep with the game.
    pub(crate) data: Vec<Box<dyn Any + Send + Sync>>,
}

impl<G> fmt::Debug for GameEntry<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GameEntry").field("info", &self.info).field("agents", &self.agents).finish_non_exhaustive()
    }
}

impl<G: Notation> GameEntry<G> {
    /// A game with a name in kebab case and a line about it. `start` makes its first state from the
    /// settings that follow the name after a colon, or says what is wrong with them.
    pub fn new(
        name: &str,
        about: &str,
        start: impl Fn(Option<&str>) -> Result<G, TextError> + Send + Sync + 'static,
    ) -> Self {
        Self {
            info: GameInfo {
                name: name.to_string(),
                about: about.to_string(),
                settings: String::new(),
                rules: String::new(),
                play_settings: String::new(),
                // Weaker levels may be policies, which give hints without values; the strongest may
                // need weights that are not loaded, and never lose.
                play_level: LEVELS[2].0,
                levels: LEVELS.map(|(name, agent)| Level { name, agent: agent.to_string() }).to_vec(),
                agents: Vec::new(),
                evaluators: Vec::new(),
                policies: Vec::new(),
            },
            start: Arc::new(start),
            agents: Vec::new(),
            evaluators: Vec::new(),
            policies: Vec::new(),
            deterministic: None,
            data: Vec::new(),
        }
    }

    /// Adds something that another crate keeps with the game, found by its type: a board to draw, a
    /// training. [`Position::data`](super::Position::data) gives it back.
    #[must_use]
    pub fn with<T: Any + Send + Sync>(mut self, data: T) -> Self {
        self.data.push(Box::new(data));
        self
    }

    /// Says what can be set after a colon: presets, and settings of which those left out are the
    /// preset's. Choices are separated by `|`, the usual one first. Nothing by default.
    #[must_use]
    pub fn settings(mut self, settings: &str) -> Self {
        self.info.settings = settings.to_string();
        self
    }

    /// The rules in short, for people who play: what a move is, what it scores or wins, and when
    /// the game is over. Paragraphs have a blank line between; screens break lines.
    #[must_use]
    pub fn rules(mut self, rules: &str) -> Self {
        self.info.rules = rules.to_string();
        self
    }

    /// Sets the settings with which people play if they name none. By default those with which
    /// commands play.
    ///
    /// ```
    /// use gambol::registry::Registry;
    ///
    /// assert_eq!(Registry::standard().play_name("tenten"), "tenten:paper");
    /// assert_eq!(Registry::standard().play_name("tenten:uniform"), "tenten:uniform");
    /// ```
    #[must_use]
    pub fn play_settings(mut self, settings: &str) -> Self {
        self.info.play_settings = settings.to_string();
        self
    }

    /// The agent that plays in commands where none is named, also called `strong`; `mc` by default.
    /// It should be the strongest that takes at most a second a move. People who name no agent play
    /// with `hard`.
    #[must_use]
    pub fn player(mut self, agent: &str) -> Self {
        if let Some(strong) = self.info.levels.last_mut() {
            strong.agent = agent.to_string();
        }
        self
    }

    /// The agents that `easy`, `medium` and `hard` stand for; by default `mc` with 2, 20 and 200
    /// rollouts.
    #[must_use]
    pub fn levels(mut self, agents: [&str; 3]) -> Self {
        for (level, agent) in self.info.levels.iter_mut().zip(agents) {
            level.agent = agent.to_string();
        }
        self
    }

    /// Says that the game has no chance: then alpha-beta and proofs play it.
    #[must_use]
    pub fn without_chance(mut self) -> Self
    where
        G: Game<Outcome = NoChance>,
    {
        self.deterministic = Some(Deterministic::without_chance());
        self
    }

    /// Adds an agent. It takes the place of a search of the same name.
    #[must_use]
    pub fn agent(mut self, agent: AgentEntry<G>) -> Self {
        self.agents.push(agent);
        self
    }

    /// Adds agents.
    #[must_use]
    pub fn agents(mut self, agents: impl IntoIterator<Item = AgentEntry<G>>) -> Self {
        self.agents.extend(agents);
        self
    }

    /// Adds an evaluator for `eval=NAME`, which `make` makes when an agent asks for it. The first
    /// one added is the default of the searches that need one.
    #[must_use]
    pub fn evaluator<E: Evaluator<G> + 'static>(
        mut self,
        name: &str,
        about: &str,
        make: impl Fn() -> E + Send + Sync + 'static,
    ) -> Self {
        self.evaluators.push(Named::new(name, about, move || -> Arc<dyn Evaluator<G>> { Arc::new(make()) }));
        self
    }

    /// Adds an evaluator with weights: `eval=NAME` has the usual ones, `eval=NAME:W/W/…` others,
    /// finite numbers up to 1,000,000,000 in size.
    ///
    /// ```
    /// use gambol::prelude::*;
    /// use gambol::registry::GameEntry;
    /// use gambol::threes::Threes;
    ///
    /// let threes = GameEntry::new("threes", "with weights", |_| Ok(Threes::default()));
    /// let threes = threes.weighted_evaluator("linear", "score, swipes", [1.0, 10.0], |[a, b]| {
    ///     FromFn(move |state: &Threes| {
    ///         a * state.score() as f64 + b * state.actions().len() as f64
    ///     })
    /// });
    /// assert!(threes.make("greedy:eval=linear:1/25").is_ok());
    /// ```
    #[must_use]
    pub fn weighted_evaluator<const N: usize, E: Evaluator<G> + 'static>(
        mut self,
        name: &str,
        about: &str,
        weights: [f64; N],
        make: impl Fn([f64; N]) -> E + Send + Sync + 'static,
    ) -> Self {
        let usual: Vec<String> = weights.iter().map(ToString::to_string).collect();
        let about = format!("{about}; weights {}", usual.join("/"));
        let info = Info { name: name.to_string(), about };
        let make =
            move |given: &[f64]| -> Arc<dyn Evaluator<G>> { Arc::new(make(given.try_into().unwrap_or(weights))) };
        self.evaluators.push(Named {
            info,
            make: of_weights(move |given| Ok(make(given))),
            weights: weights.to_vec(),
            #[cfg(feature = "networks")]
            read: None,
        });
        self
    }

    /// Adds a learned network as the evaluator `network`: `shipped` returns the one with the usual
    /// weights, or `None` as long as they are [not loaded](gambol_players::WeightsFile::load), and
    /// `weights=FILE` has those of a file of up to 256 MiB, of whose bytes `read` makes it. A file
    /// is read once for all agents.
    #[cfg(feature = "networks")]
    #[cfg_attr(docsrs, doc(cfg(feature = "networks")))]
    #[must_use]
    pub fn network<E: Evaluator<G> + 'static>(
        mut self,
        about: &str,
        shipped: impl Fn() -> Option<E> + Send + Sync + 'static,
        read: impl Fn(&[u8]) -> Result<E, WeightsError> + Send + Sync + 'static,
    ) -> Self {
        let files = Files::new();
        let read = move |path: &str| -> Result<Arc<dyn Evaluator<G>>, String> {
            let load = || {
                let refuse = |error: &dyn fmt::Display| format!("{path}: {error}");
                let bytes = read_limited(path.as_ref(), MAX_WEIGHTS).map_err(|error| refuse(&error))?;
                let network: Arc<dyn Evaluator<G>> = Arc::new(read(&bytes).map_err(|error| refuse(&error))?);
                Ok::<_, String>((network, bytes))
            };
            files.get(path, load)
        };
        let game = self.info.name.clone();
        let make = move |_: &[f64]| -> Result<Arc<dyn Evaluator<G>>, TextError> {
            let shipped = shipped().ok_or_else(|| not_loaded(&game))?;
            Ok(Arc::new(shipped))
        };
        let info = Info { name: "network".to_string(), about: about.to_string() };
        let read = if MAKES_AGENTS { Some(Box::new(read) as OfFile<_>) } else { None };
        self.evaluators.push(Named { info, make: of_weights(make), weights: Vec::new(), read });
        self
    }

    /// Adds a policy for `policy=NAME`, which `make` makes when an agent asks for it.
    #[must_use]
    pub fn policy<P: Policy<G> + 'static>(
        mut self,
        name: &str,
        about: &str,
        make: impl Fn() -> P + Send + Sync + 'static,
    ) -> Self {
        self.policies.push(Named::new(name, about, move || -> Arc<dyn DynPolicy<G>> { Arc::new(make()) }));
        self
    }

    /// A state of this game from its text.
    ///
    /// # Errors
    ///
    /// What is wrong with the text.
    pub fn read(&self, text: &str) -> Result<G, TextError> {
        text.parse::<G>().map_err(|error| {
            // Some games say themselves that it is the position.
            let prefix = TextError::new("position", text, "").to_string();
            let reason = error.to_string();
            let reason = reason.strip_prefix(&prefix).unwrap_or(&reason);
            TextError::new("position", text, reason.to_string())
        })
    }

    /// Makes the agent that a text such as `mc:rollouts=100` names, or a level.
    ///
    /// # Errors
    ///
    /// Names the agent or the parameter that this game does not know, and those that it does; or
    /// why a search does not fit the game.
    pub fn make(&self, text: &str) -> Made<G> {
        let is_own = self.agents.iter().any(|agent| split(text).0 == agent.info.name);
        let text_of_agent = if is_own { text.to_string() } else { self.info.expand(text)? };
        let spec: Spec = text_of_agent.parse()?;
        if let Some(own) = self.agents.iter().find(|agent| agent.info.name == spec.name()) {
            spec.allow(&own.info.parameters)?;
            return (own.make)(&spec);
        }
        if let Some(made) = searches::make(self, &spec) {
            return made;
        }
        let known: Vec<String> = self.list_agents().into_iter().map(|agent| agent.name).collect();
        Err(TextError::new("agent", text, unknown("agent", spec.name(), &known)))
    }

    /// What can be said of the game, its agents included.
    pub fn info(&self) -> GameInfo {
        GameInfo {
            agents: self.list_agents(),
            evaluators: self.evaluators.iter().map(|named| named.info.clone()).collect(),
            policies: self.policies.iter().map(|named| named.info.clone()).collect(),
            ..self.info.clone()
        }
    }

    /// The entry as a registry keeps it.
    pub(crate) fn told(mut self) -> Self {
        self.info = self.info();
        self
    }

    /// The agents: those of this game, and the searches that fit it.
    fn list_agents(&self) -> Vec<AgentInfo> {
        let searches = searches::list(self);
        let is_own = |search: &AgentInfo| self.agents.iter().any(|own| own.info.name == search.name);
        let own = self.agents.iter().map(|agent| agent.info.clone());
        searches.into_iter().filter(|search| !is_own(search)).chain(own).collect()
    }
}

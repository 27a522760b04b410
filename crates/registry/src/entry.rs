//! Registry entries: a game with its agents, evaluators and policies.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::any::Any;
use core::fmt;

#[cfg(feature = "networks")]
use gambol_core::TextErrorKind;
#[cfg(feature = "networks")]
use gambol_core::files::read_limited;
use gambol_core::{Companion, Evaluator, Game, Indexed, NoChance, Notation, Observe, Policy, TextError, Tracked};
#[cfg(feature = "networks")]
use gambol_learn::WeightsError;
use gambol_search::Search;

use crate::agents::parameters::slashed;
use crate::agents::searches::{self, Deterministic};
use crate::agents::spec::{Parameter, Spec};
use crate::encoded::Encoding;
#[cfg(feature = "networks")]
use crate::files::Files;
use crate::{MAKES_AGENTS, not_made, split, unknown};

/// Name and description of an evaluator or a policy.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Info {
    /// Name in kebab case.
    pub name: String,
    /// Description in one line.
    pub about: String,
}

/// Description of a game of a [`Registry`](super::Registry).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GameInfo {
    /// Name in kebab case.
    pub name: String,
    /// Description in one line.
    pub about: String,
    /// Settings that may follow the name after a colon; empty if there are none.
    pub settings: String,
    /// Short rules for human players: paragraphs, separated by blank lines. Empty if not given.
    pub rules: String,
    /// Settings for human players who name none. If empty, those of the bare name, which commands
    /// use.
    pub play_settings: String,
    /// Level for human players who name no agent: that of the opponent or, in a puzzle, of the
    /// hints.
    pub play_level: &'static str,
    /// Levels, weakest first: `easy`, `medium`, `hard`, and `strong`, the default player. All are
    /// accepted as names of agents.
    pub levels: Vec<Level>,
    /// Agents: the game's own, and the searches that fit it.
    pub agents: Vec<AgentInfo>,
    /// Evaluators, the default first.
    pub evaluators: Vec<Info>,
    /// Policies.
    pub policies: Vec<Info>,
}

impl GameInfo {
    /// Returns the name with the settings for human players.
    #[must_use]
    pub fn play_name(&self) -> String {
        let Self { name, play_settings, .. } = self;
        if play_settings.is_empty() { name.clone() } else { format!("{name}:{play_settings}") }
    }

    /// Returns the agent that commands use if none is named.
    pub fn default_agent(&self) -> &str {
        self.levels.last().map_or(STRONG, |level| &level.agent)
    }

    /// Returns the agent that a text names, with a level replaced by its agent: `strong:ms=100` is
    /// the default player with 100 milliseconds a move.
    ///
    /// # Errors
    ///
    /// Fails if the text is not of the form `NAME:KEY=VALUE,KEY=VALUE`.
    pub fn expand(&self, text: &str) -> Result<String, TextError> {
        let spec: Spec = text.parse()?;
        // A game may have an agent with the name of a level.
        let is_agent = self.agents.iter().any(|agent| agent.name == spec.name());
        match self.levels.iter().find(|level| level.name == spec.name()) {
            Some(level) if !is_agent => Ok(spec.over(&level.agent.parse()?)),
            _ => Ok(text.to_string()),
        }
    }
}

/// Description of an agent.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AgentInfo {
    /// Name in kebab case.
    pub name: String,
    /// Description in one line.
    pub about: String,
    /// Parameters.
    pub parameters: Vec<Parameter>,
}

/// A named difficulty level and its agent.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Level {
    /// `easy`, `medium`, `hard` or `strong`, the default player.
    pub name: &'static str,
    /// Agent with its parameters.
    pub agent: String,
}

/// The default levels of a game, weakest first. The last is the default player.
const LEVELS: [(&str, &str); 4] =
    [("easy", "mc:rollouts=2"), ("medium", "mc:rollouts=20"), ("hard", "mc:rollouts=200"), ("strong", STRONG)];
const STRONG: &str = "mc";

/// An agent, or an error in its settings.
pub type Made<G> = Result<Box<dyn Search<G>>, TextError>;

type Make<G> = Arc<dyn Fn(&Spec) -> Made<G> + Send + Sync>;

/// A named agent of a game and its constructor.
pub struct AgentEntry<G> {
    info: AgentInfo,
    make: Make<G>,
}

impl<G> AgentEntry<G> {
    /// Creates an entry from a name in kebab case, a description in one line and the parameters.
    /// `make` makes the agent from its settings. Parameters that are not listed are rejected
    /// before.
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

/// Constructor from weights, which may have to be loaded first.
type OfWeights<T> = Box<dyn Fn(&[f64]) -> Result<Arc<T>, TextError> + Send + Sync>;

/// A named object that is made on demand, since some have tables to compute.
pub(crate) struct Named<T: ?Sized> {
    pub(crate) info: Info,
    /// Makes it from weights. Their number is that of the defaults, which is 0 for most objects.
    make: OfWeights<T>,
    weights: Vec<f64>,
    /// Makes it from a weights file.
    #[cfg(feature = "networks")]
    read: Option<OfFile<T>>,
}

/// Maximum size of a weights file in bytes.
#[cfg(feature = "networks")]
const MAX_WEIGHTS: u64 = 1 << 28;

/// Constructor from a weights file.
#[cfg(feature = "networks")]
type OfFile<T> = Box<dyn Fn(&str) -> Result<Arc<T>, String> + Send + Sync>;

/// A constructor that works only in builds with agents, which alone call it.
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

    /// Makes it with the weights of a file.
    #[cfg(feature = "networks")]
    pub(crate) fn read(&self, path: &str) -> Result<Arc<T>, String> {
        let refused = || Err(format!("{} takes no weights file", self.info.name));
        self.read.as_ref().map_or_else(refused, |read| read(path))
    }

    /// Makes it with its default weights, if it has any.
    pub(crate) fn make(&self) -> Result<Arc<T>, TextError> {
        (self.make)(&self.weights)
    }

    /// Makes it with these weights, joined by slashes. The error describes the expected weights.
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

/// Error for weights that are not loaded.
#[cfg(feature = "networks")]
pub(crate) fn not_loaded(game: &str) -> TextError {
    TextError::new("weights", game, "not loaded").of_kind(TextErrorKind::Unavailable)
}

type Start<G> = Arc<dyn Fn(Option<&str>) -> Result<G, TextError> + Send + Sync>;

/// A named game: its first state, and its agents, evaluators and policies.
///
/// Every game can be played by the searches that fit it; see the [crate documentation](super).
pub struct GameEntry<G: Game> {
    pub(crate) info: GameInfo,
    pub(crate) start: Start<G>,
    agents: Vec<AgentEntry<G>>,
    pub(crate) evaluators: Vec<Named<dyn Evaluator<G>>>,
    pub(crate) policies: Vec<Named<dyn Policy<G>>>,
    /// Alpha-beta and proof-number search, for games marked as free of chance.
    pub(crate) deterministic: Option<Deterministic<G>>,
    /// Indices and planes, for games marked as encoded.
    pub(crate) encoding: Option<Encoding<G>>,
    /// Data that other crates attach to the game.
    pub(crate) data: Vec<Box<dyn Any + Send + Sync>>,
}

/// An agent's game: the entry, and a state of the variant that it plays.
pub(crate) struct Seat<'a, G: Game> {
    pub(crate) entry: &'a GameEntry<G>,
    /// Networks of ONNX files are made for it.
    #[cfg_attr(not(feature = "onnx"), expect(dead_code))]
    pub(crate) state: Option<&'a G>,
}

impl<G: Game> fmt::Debug for GameEntry<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GameEntry").field("info", &self.info).field("agents", &self.agents).finish_non_exhaustive()
    }
}

impl<G: Notation> GameEntry<G> {
    /// Creates an entry from a name in kebab case and a description in one line. `start` makes the
    /// first state from the settings that follow the name after a colon, or returns an error about
    /// them.
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
                // Weaker levels may be policies, which give hints without values. The strongest may
                // need weights that are not loaded, and may never lose.
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
            encoding: None,
            data: Vec::new(),
        }
    }

    /// Attaches data of another crate, found by its type: a board to draw, a training.
    /// [`Position::data`](super::Position::data) returns it.
    #[must_use]
    pub fn with<T: Any + Send + Sync>(mut self, data: T) -> Self {
        self.data.push(Box::new(data));
        self
    }

    /// Describes the settings that may follow a colon: presets, and single settings, which default
    /// to those of the preset. Choices are separated by `|`, the default first. Empty by default.
    #[must_use]
    pub fn settings(mut self, settings: &str) -> Self {
        self.info.settings = settings.to_string();
        self
    }

    /// Sets the short rules for human players: the moves, what they score or win, and the end of
    /// the game. Paragraphs are separated by blank lines; user interfaces wrap the lines.
    #[must_use]
    pub fn rules(mut self, rules: &str) -> Self {
        self.info.rules = rules.to_string();
        self
    }

    /// Sets the settings for human players who name none. By default they are those of the bare
    /// name, which commands use.
    ///
    /// ```
    /// use gambol_registry::Registry;
    ///
    /// assert_eq!(Registry::standard().play_name("tenten"), "tenten:paper");
    /// assert_eq!(Registry::standard().play_name("tenten:uniform"), "tenten:uniform");
    /// ```
    #[must_use]
    pub fn play_settings(mut self, settings: &str) -> Self {
        self.info.play_settings = settings.to_string();
        self
    }

    /// Sets the agent that commands use if none is named, also called `strong`; `mc` by default. It
    /// should be the strongest that takes at most a second per move. Human players who name no
    /// agent get `hard`.
    #[must_use]
    pub fn player(mut self, agent: &str) -> Self {
        if let Some(strong) = self.info.levels.last_mut() {
            strong.agent = agent.to_string();
        }
        self
    }

    /// Sets the agents of `easy`, `medium` and `hard`; by default `mc` with 2, 20 and 200 rollouts.
    #[must_use]
    pub fn levels(mut self, agents: [&str; 3]) -> Self {
        for (level, agent) in self.info.levels.iter_mut().zip(agents) {
            level.agent = agent.to_string();
        }
        self
    }

    /// Marks the game as free of chance, which adds alpha-beta and proof-number search.
    #[must_use]
    pub fn without_chance(mut self) -> Self
    where
        G: Game<Outcome = NoChance>,
    {
        self.deterministic = Some(Deterministic::without_chance());
        self
    }

    /// Lets alpha-beta with the evaluator of this name keep a companion, with an evaluator that
    /// returns the same values from it. Follows [`without_chance`](Self::without_chance).
    #[must_use]
    pub fn companion<C, E>(mut self, name: &'static str, make: fn() -> (C, E)) -> Self
    where
        G: Game<Outcome = NoChance>,
        C: Companion<G>,
        E: Evaluator<Tracked<G, C>> + 'static,
    {
        if let Some(searches) = &mut self.deterministic {
            searches.track(name, make);
        }
        self
    }

    /// Marks the game as encoded: its positions have the index of actions and the planes of the
    /// type, for networks, data sets, environments and bindings to other languages. See
    /// [`Position::is_encoded`](super::Position::is_encoded).
    #[must_use]
    pub fn encoded(mut self) -> Self
    where
        G: Indexed + Observe,
    {
        self.encoding = Some(Encoding::new());
        self
    }

    /// Adds an agent. It replaces a search of the same name.
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

    /// Adds an evaluator for `eval=NAME`; `make` is called when an agent needs it. The first one
    /// added is the default of the searches that need one.
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

    /// Adds an evaluator with weights: `eval=NAME` uses the default weights, `eval=NAME:W/W/…`
    /// others, finite numbers of magnitude up to 1,000,000,000.
    ///
    /// ```
    /// use gambol_core::{FromFn, Game, GameExt};
    /// use gambol_registry::GameEntry;
    /// use gambol_threes::Threes;
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
        self,
        name: &str,
        about: &str,
        weights: [f64; N],
        make: impl Fn([f64; N]) -> E + Send + Sync + 'static,
    ) -> Self {
        self.try_weighted_evaluator(name, about, weights, move |weights| Ok(make(weights)))
    }

    /// Adds an evaluator that refuses some weights.
    pub(crate) fn try_weighted_evaluator<const N: usize, E: Evaluator<G> + 'static>(
        mut self,
        name: &str,
        about: &str,
        weights: [f64; N],
        make: impl Fn([f64; N]) -> Result<E, TextError> + Send + Sync + 'static,
    ) -> Self {
        let usual: Vec<String> = weights.iter().map(ToString::to_string).collect();
        let about = format!("{about}; weights {}", usual.join("/"));
        let info = Info { name: name.to_string(), about };
        let make = move |given: &[f64]| -> Result<Arc<dyn Evaluator<G>>, TextError> {
            Ok(Arc::new(make(given.try_into().unwrap_or(weights))?))
        };
        self.evaluators.push(Named {
            info,
            make: of_weights(make),
            weights: weights.to_vec(),
            #[cfg(feature = "networks")]
            read: None,
        });
        self
    }

    /// Adds a learned network as the evaluator `network`. `shipped` returns the one with the
    /// shipped weights, or `None` while they are [not loaded](gambol_players::WeightsFile::load).
    /// `weights=FILE` selects the weights of a file of up to 256 MiB, whose bytes are passed to
    /// `read`. A file is read once for all agents.
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
            files.get(path, "", load)
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

    /// Adds a policy for `policy=NAME`; `make` is called when an agent needs it.
    #[must_use]
    pub fn policy<P: Policy<G> + 'static>(
        mut self,
        name: &str,
        about: &str,
        make: impl Fn() -> P + Send + Sync + 'static,
    ) -> Self {
        self.policies.push(Named::new(name, about, move || -> Arc<dyn Policy<G>> { Arc::new(make()) }));
        self
    }

    /// Parses a state of this game.
    ///
    /// # Errors
    ///
    /// Fails if the text is not a state of this game.
    pub fn read(&self, text: &str) -> Result<G, TextError> {
        text.parse::<G>().map_err(|error| {
            // The errors of some games already start with the prefix.
            let prefix = TextError::new("position", text, "").to_string();
            let reason = error.to_string();
            let reason = reason.strip_prefix(&prefix).unwrap_or(&reason);
            TextError::new("position", text, reason.to_string())
        })
    }

    /// Makes the agent that a text such as `mc:rollouts=100` names, or a level. Networks of ONNX
    /// files are those for the first state of the bare game.
    ///
    /// # Errors
    ///
    /// Fails for an unknown agent or parameter, which the error names together with the known ones,
    /// and for a search that does not fit the game.
    pub fn make(&self, text: &str) -> Made<G> {
        self.make_for(None, text)
    }

    /// Makes an agent for the states of the variant of `state`.
    pub(crate) fn make_for(&self, state: Option<&G>, text: &str) -> Made<G> {
        let is_own = self.agents.iter().any(|agent| split(text).0 == agent.info.name);
        let text_of_agent = if is_own { text.to_string() } else { self.info.expand(text)? };
        let spec: Spec = text_of_agent.parse()?;
        if let Some(own) = self.agents.iter().find(|agent| agent.info.name == spec.name()) {
            spec.allow(&own.info.parameters)?;
            return (own.make)(&spec);
        }
        if let Some(made) = searches::make(&Seat { entry: self, state }, &spec) {
            return made;
        }
        let known: Vec<String> = self.list_agents().into_iter().map(|agent| agent.name).collect();
        Err(TextError::new("agent", text, unknown("agent", spec.name(), &known)))
    }

    /// Returns the description of the game, its agents included.
    pub fn info(&self) -> GameInfo {
        GameInfo {
            agents: self.list_agents(),
            evaluators: self.evaluators.iter().map(|named| named.info.clone()).collect(),
            policies: self.policies.iter().map(|named| named.info.clone()).collect(),
            ..self.info.clone()
        }
    }

    /// Returns the entry with its description completed, as a registry keeps it.
    pub(crate) fn told(mut self) -> Self {
        self.info = self.info();
        self
    }

    /// The agents: the game's own, and the searches that fit it.
    fn list_agents(&self) -> Vec<AgentInfo> {
        let searches = searches::list(self);
        let is_own = |search: &AgentInfo| self.agents.iter().any(|own| own.info.name == search.name);
        let own = self.agents.iter().map(|agent| agent.info.clone());
        searches.into_iter().filter(|search| !is_own(search)).chain(own).collect()
    }
}

//! The general searches as agents, for the games that they fit.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;

use gambol_core::{
    Afterstate, Companion, Evaluator, EventOf, Game, GameExt, NoChance, Notation, Null, Policy, Prior, Score, Scoring,
    Seed, TextError, Tracked, Uniform,
};
use gambol_search::{
    AlphaBeta, Budget, ChanceNodes, Decision, Expectimax, Greedy, Limits, Mcts, PolicyOnly, ProofNumber, SampledTwoPly,
    Scope, Search, SearchError, WithBudget, WithCompanion,
};

use super::networks::{self, ONNX};
use super::parameters::{self as settings, AUTO, MS, NODES, limits, limits_or_nodes, max_plies};
use super::parameters::{
    ACTIONS, C, CUT_EVAL, CUTOFF, DEPTH, EVAL, KINDS, Kind, LIMIT, MB, POLICY, PRIOR, SAMPLES, SAMPLES_OF_CHANCE,
    SIMULATIONS, SYMMETRIC, TREES, WEIGHTS, WIDTH, WORKERS,
};
use super::spec::{Parameter, Spec};
use crate::entry::{AgentInfo, GameEntry, Made, Named, Seat};
use crate::{MAKES_AGENTS, not_made, split};

/// Constructors of the searches for games without chance.
pub(crate) struct Deterministic<G: Game> {
    alpha_beta: fn(&Seat<'_, G>, &Spec) -> Made<G>,
    prove: fn(&Spec) -> Made<G>,
    /// Alpha-beta with a companion, by the name of its evaluator.
    tracked: Vec<(&'static str, Box<MakeTracked<G>>)>,
}

type MakeTracked<G> = dyn Fn(&Spec) -> Made<G> + Send + Sync;

impl<G: Game> Deterministic<G> {
    pub(super) fn new(alpha_beta: fn(&Seat<'_, G>, &Spec) -> Made<G>, prove: fn(&Spec) -> Made<G>) -> Self {
        let tracked = Vec::new();
        if MAKES_AGENTS {
            Self { alpha_beta, prove, tracked }
        } else {
            Self { alpha_beta: |_, spec| Err(not_made(spec.name())), prove: |spec| Err(not_made(spec.name())), tracked }
        }
    }
}

impl<G: Notation + Game<Outcome = NoChance>> Deterministic<G> {
    /// The constructors for a game without chance.
    pub(crate) fn without_chance() -> Self {
        Self::new(
            |seat, spec| {
                let evaluator = evaluator(seat, spec, &EVAL)?;
                if let Some(make) = tracked(seat.entry, spec)? {
                    return make(spec);
                }
                Ok(Box::new(deepening(spec, alpha_beta(spec, evaluator)?, 4)?))
            },
            |spec| Ok(Box::new(prove(spec)?)),
        )
    }

    /// Adds a companion for alpha-beta with an evaluator.
    pub(crate) fn track<C, E>(&mut self, name: &'static str, make: fn() -> (C, E))
    where
        C: Companion<G>,
        E: Evaluator<Tracked<G, C>> + 'static,
    {
        let made = move |spec: &Spec| -> Made<G> {
            let (prototype, evaluator) = make();
            let search = WithCompanion::new(prototype, alpha_beta(spec, evaluator)?);
            Ok(Box::new(deepening(spec, search, 4)?))
        };
        if MAKES_AGENTS {
            self.tracked.push((name, Box::new(made)));
        }
    }
}

const WITHOUT_CHANCE: &str = "this game has no chance: try alpha-beta";

/// Returns the reason why a search does not fit a game, if there is one.
fn misfit<G: Game>(entry: &GameEntry<G>, kind: &Kind) -> Option<&'static str> {
    match kind.name {
        "expectimax" | "two-ply" if !G::HAS_CHANCE => Some(WITHOUT_CHANCE),
        "prove" if G::HAS_CHANCE => Some("this game has chance: prove needs a game without"),
        "prove" if G::SCORING == Scoring::Points => Some("this game is scored in points: prove needs wins and losses"),
        "alpha-beta" if G::HAS_CHANCE => Some("this game has chance: try expectimax"),
        "alpha-beta" | "prove" if entry.deterministic.is_none() => {
            Some("this game is not registered as free of chance")
        }
        _ => None,
    }
}

/// The searches that fit a game, including those that fit it only with some settings.
pub(crate) fn list<G: Game>(entry: &GameEntry<G>) -> Vec<AgentInfo> {
    let fitting = KINDS.into_iter().filter(|kind| misfit(entry, kind).is_none());
    let info = |kind: &Kind| AgentInfo {
        name: kind.name.to_string(),
        about: kind.about.to_string(),
        parameters: kind.parameters.to_vec(),
    };
    fitting.map(info).collect()
}

/// Makes the search that a text names; `None` if the name is unknown.
pub(crate) fn make<G: Notation>(seat: &Seat<'_, G>, spec: &Spec) -> Option<Made<G>> {
    let kind = KINDS.into_iter().find(|kind| kind.name == spec.name())?;
    Some(make_kind(seat, spec, kind))
}

fn make_kind<G: Notation>(seat: &Seat<'_, G>, spec: &Spec, kind: &Kind) -> Made<G> {
    let entry = seat.entry;
    if let Some(why) = misfit(entry, kind) {
        return Err(spec.error(why));
    }
    spec.allow(kind.parameters)?;
    match (kind.name, &entry.deterministic) {
        ("alpha-beta", Some(searches)) => (searches.alpha_beta)(seat, spec),
        ("prove", Some(searches)) => (searches.prove)(spec),
        (name, _) if MAKES_AGENTS => with_chance(seat, spec, name),
        (name, _) => Err(not_made(name)),
    }
}

/// Makes a search that also fits games with chance.
fn with_chance<G: Notation>(seat: &Seat<'_, G>, spec: &Spec, name: &str) -> Made<G> {
    match name {
        "random" => Ok(Box::new(PolicyOnly(Uniform))),
        "mc" => match advice(seat, spec)? {
            None => monte_carlo(spec, Uniform, Score),
            Some((policy, evaluator)) => monte_carlo(spec, policy, evaluator),
        },
        "mcts" => {
            let advice = advice(seat, spec)?;
            if let Some(prior) = prior(seat, spec)? {
                return guided(spec, advice, prior);
            }
            match advice {
                None => within_budget(mcts(spec, Uniform, Score)?),
                Some((policy, evaluator)) => within_budget(mcts(spec, policy, evaluator)?),
            }
        }
        "greedy" => {
            let search = Greedy::new(Afterstate(evaluator(seat, spec, &EVAL)?)).scope(Scope::Turn);
            Ok(Box::new(WithBudget::new(search, Budget::unlimited())))
        }
        // A constant condition: these are not compiled for games without chance.
        _ => {
            if G::HAS_CHANCE {
                average(seat, spec, name)
            } else {
                Err(spec.error(WITHOUT_CHANCE))
            }
        }
    }
}

/// Makes a search that averages over chance.
fn average<G: Notation>(seat: &Seat<'_, G>, spec: &Spec, name: &str) -> Made<G> {
    if name == "expectimax" {
        return expectimax(seat, spec);
    }
    let positive = |&number: &usize| number > 0;
    let width = spec.get(&ACTIONS, "at least 1", positive)?;
    let samples = spec.get(&SAMPLES, "at least 1", |&number: &u32| number > 0)?;
    let search = SampledTwoPly::new(Afterstate(evaluator(seat, spec, &EVAL)?)).width(width).samples(samples);
    let budget = settings::simulations(spec, &LIMIT, limits(spec, None)?)?;
    Ok(Box::new(WithBudget::new(search, budget)))
}

pub(super) fn prove(spec: &Spec) -> Result<Yielding<ProofNumber>, TextError> {
    let mut search = ProofNumber::new();
    if let Some(bytes) = settings::table(spec, &MB)? {
        search = search.memory(bytes);
    }
    Ok(Yielding { search, said: limits(spec, None)?, default: limits_or_nodes(spec)? })
}

/// The constructor of alpha-beta with a companion for the evaluator of a text; `None` if the
/// evaluator has none.
fn tracked<'a, G: Game>(entry: &'a GameEntry<G>, spec: &Spec) -> Result<Option<&'a MakeTracked<G>>, TextError> {
    let name: String = spec.get(&EVAL, "the name of an evaluator", |_| true)?;
    let name = match entry.evaluators.first() {
        Some(first) if name == AUTO => &first.info.name,
        _ => &name,
    };
    let mut tracked = entry.deterministic.iter().flat_map(|searches| &searches.tracked);
    Ok(tracked.find(|(of, _)| of == name).map(|(_, make)| &**make))
}

/// Makes the evaluator that a parameter names.
pub(super) fn evaluator<G: Notation>(
    seat: &Seat<'_, G>,
    spec: &Spec,
    parameter: &Parameter,
) -> Result<Arc<dyn Evaluator<G>>, TextError> {
    let name: String = spec.get(parameter, "the name of an evaluator", |_| true)?;
    let (name, weights) = split(&name);
    let entry = seat.entry;
    let named = entry.evaluators.iter().find(|named| named.info.name == name);
    if let Some(path) = spec.said(WEIGHTS.key).filter(|&path| path != WEIGHTS.default) {
        return file(named, path).map_err(|why| spec.error(why));
    }
    if let (Some(named), Some(weights)) = (named, weights) {
        return named.make_with(weights).map_err(|why| spec.error(why));
    }
    match (name, named, entry.evaluators.first()) {
        (ONNX, None, _) => networks::value(seat, weights).map_err(|why| spec.error(why)),
        ("score" | "null" | AUTO, ..) if weights.is_some() => Err(spec.error(format!("{name} has no weights"))),
        (_, Some(named), _) | (AUTO, None, Some(named)) => named.make(),
        ("score", ..) | (AUTO, None, None) => Ok(Arc::new(Score)),
        ("null", ..) => Ok(Arc::new(Null)),
        _ => {
            let known = entry.evaluators.iter().map(|named| named.info.name.as_str());
            let known: Vec<&str> = known.filter(|&name| name != "score").chain(["score", "null"]).collect();
            Err(spec.error(format!("unknown evaluator {name}; expected one of {}", known.join(", "))))
        }
    }
}

/// Makes an evaluator with the weights of a file.
#[cfg(feature = "networks")]
fn file<G>(named: Option<&Named<dyn Evaluator<G>>>, path: &str) -> Result<Arc<dyn Evaluator<G>>, String> {
    named.ok_or_else(|| "weights need eval=network".to_string())?.read(path)
}

/// Fails, since no evaluator of this build reads a weights file.
#[cfg(not(feature = "networks"))]
fn file<G>(_: Option<&Named<dyn Evaluator<G>>>, _: &str) -> Result<Arc<dyn Evaluator<G>>, String> {
    Err("this program was built without the feature networks".to_string())
}

/// The policy and the evaluator of rollouts.
type Advice<G> = (Arc<dyn Policy<G>>, Arc<dyn Evaluator<G>>);

/// The named rollout policy and evaluator; `None` for uniform rollouts and the score, which are
/// compiled into the search.
fn advice<G: Notation>(seat: &Seat<'_, G>, spec: &Spec) -> Result<Option<Advice<G>>, TextError> {
    let policy = policy(seat.entry, spec)?;
    if policy.is_none() && spec.said(CUT_EVAL.key).is_none() && !spec.sets(&WEIGHTS) {
        return Ok(None);
    }
    Ok(Some((policy.unwrap_or_else(|| Arc::new(Uniform)), evaluator(seat, spec, &CUT_EVAL)?)))
}

/// The named prior of tree search; `None` if none is set.
fn prior<G: Notation>(seat: &Seat<'_, G>, spec: &Spec) -> Result<Option<Arc<dyn Prior<G>>>, TextError> {
    let Some(name) = spec.said(PRIOR.key).filter(|&name| name != PRIOR.default) else { return Ok(None) };
    match split(name) {
        (ONNX, path) => networks::policy(seat, path).map(Some).map_err(|why| spec.error(why)),
        (name, _) => Err(spec.error(format!("unknown prior {name}; expected onnx:FILE"))),
    }
}

/// Tree search with a prior.
fn guided<G: Notation>(spec: &Spec, advice: Option<Advice<G>>, prior: Arc<dyn Prior<G>>) -> Made<G> {
    let (policy, evaluator) = advice.unwrap_or_else(|| (Arc::new(Uniform), Arc::new(Score)));
    let (search, budget) = mcts(spec, policy, evaluator)?;
    let c = if spec.said(C.key).is_some() { exploration(spec)? } else { PUCT_C };
    within_budget((search.puct(c, prior), budget))
}

/// Boxes a search with its budget.
#[expect(clippy::unnecessary_wraps, reason = "the result of a constructor")]
fn within_budget<G: Notation, S: Search<G> + 'static>((search, budget): (S, Budget)) -> Made<G> {
    Ok(Box::new(WithBudget::new(search, budget)))
}

/// The named policy; `None` if none is set.
fn policy<G: Notation>(entry: &GameEntry<G>, spec: &Spec) -> Result<Option<Arc<dyn Policy<G>>>, TextError> {
    let name: Option<String> = spec.optional(&POLICY, "the name of a policy", |_| true)?;
    let Some(name) = name else { return Ok(None) };
    if let Some(named) = entry.policies.iter().find(|named| named.info.name == name) {
        return named.make().map(Some);
    }
    let known = entry.policies.iter().map(|named| named.info.name.as_str());
    let known: Vec<&str> = ["uniform"].into_iter().chain(known).collect();
    Err(spec.error(format!("unknown policy {name}; expected one of {}", known.join(", "))))
}

/// Whether a limit of time or nodes is set.
fn is_limited(spec: &Spec) -> bool {
    [MS, NODES].iter().any(|limit| spec.sets(limit))
}

fn monte_carlo<G, P, E>(spec: &Spec, policy: P, evaluator: E) -> Made<G>
where
    G: Notation,
    P: Policy<G> + 'static,
    E: Evaluator<G> + 'static,
{
    let search = settings::flat(spec, policy)?.evaluator(evaluator);
    Ok(Box::new(WithBudget::new(search, limits(spec, None)?)))
}

/// The exploration constant of a text, or the default of UCT.
fn exploration(spec: &Spec) -> Result<f64, TextError> {
    spec.get(&C, "a number from 0 to 1000", |c| (0.0..=1000.0).contains(c))
}

/// The exploration constant of tree search with a prior.
const PUCT_C: f64 = 1.5;

/// Monte Carlo tree search with the settings of `mcts`, and its budget.
fn mcts<P, E>(spec: &Spec, policy: P, evaluator: E) -> Result<(Mcts<P, E>, Budget), TextError> {
    let mut search = Mcts::with_policy(policy)
        .truncate_rollouts(max_plies(spec)?, evaluator)
        .exploration(exploration(spec)?)
        .trees(spec.get(&TREES, "a number from 1 to 64", |trees| (1..=64).contains(trees))?);
    if let Some(bytes) = settings::table(spec, &MB)? {
        search = search.memory(bytes);
    }
    let simulations = spec.get(&SIMULATIONS, "a number from 1 to 1000000000", |n| (1..=1_000_000_000).contains(n))?;
    // The search's own number of simulations yields to limits of time and nodes; a budget's does
    // not.
    search = search.simulations(simulations);
    let budget = limits(spec, None)?;
    let budget = if spec.said("simulations").is_some() { budget.simulations(simulations) } else { budget };
    Ok((search, budget))
}

/// A search with iterative deepening: within the limits that are set, or else to this depth.
pub(super) fn deepening<S>(spec: &Spec, search: S, unlimited: u32) -> Result<Yielding<S>, TextError> {
    let depth = spec.optional(&DEPTH, "a number from 1 to 127", |depth| (1..=127).contains(depth))?;
    let said = limits(spec, depth)?;
    let default = if depth.is_some() || is_limited(spec) { said.clone() } else { said.clone().depth(unlimited) };
    Ok(Yielding { search, said, default })
}

/// A search whose default depth yields to a caller's limit of time or nodes; explicit limits do
/// not.
pub(super) struct Yielding<S> {
    search: S,
    said: Budget,
    default: Budget,
}

impl<G: Game, S: Search<G>> Search<G> for Yielding<S> {
    fn search(&mut self, state: &G, budget: &Budget, seed: Seed) -> Result<Decision<G::Action>, SearchError> {
        let yields = budget.max_time().is_some() || budget.max_nodes().is_some();
        let own = if yields { &self.said } else { &self.default };
        self.search.search(state, &own.under(budget), seed)
    }

    fn limits(&self) -> Limits {
        self.search.limits().open_ended(false)
    }

    fn new_game(&mut self, start: &G) {
        self.search.new_game(start);
    }

    fn observe(&mut self, before: &G, event: EventOf<G>, after: &G) {
        self.search.observe(before, event, after);
    }

    fn game_over(&mut self, last: &G) {
        self.search.game_over(last);
    }
}

pub(super) fn alpha_beta<E>(spec: &Spec, evaluator: E) -> Result<AlphaBeta<E>, TextError> {
    let mut search = AlphaBeta::new(evaluator)
        .workers(spec.get(&WORKERS, "a number from 1 to 64", |workers| (1..=64).contains(workers))?);
    if let Some(plies) = spec.optional(&SYMMETRIC, "a number of plies", |_| true)? {
        search = search.symmetric_plies(plies);
    }
    if let Some(width) = spec.optional(&WIDTH, "at least 1", |&width| width > 0)? {
        search = search.width(width);
    }
    if let Some(bytes) = settings::table(spec, &MB)? {
        search = search.table_bytes(bytes);
    }
    Ok(search)
}

fn expectimax<G: Notation>(seat: &Seat<'_, G>, spec: &Spec) -> Made<G> {
    let mut search = Expectimax::new(evaluator(seat, spec, &EVAL)?).depth(127).probability_cutoff(spec.get(
        &CUTOFF,
        "a number from 0 to 1",
        |cut| (0.0..=1.0).contains(cut),
    )?);
    if let Some(samples) = spec.optional(&SAMPLES_OF_CHANCE, "at least 1", |&samples| samples > 0)? {
        search = search.chance(ChanceNodes::Sampled(samples));
    }
    if let Some(bytes) = settings::table(spec, &MB)? {
        search = search.table_bytes(bytes);
    }
    Ok(Box::new(deepening(spec, search, 2)?))
}

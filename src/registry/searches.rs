//! The searches that every game has as agents, where they fit.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::any::TypeId;
use core::ops::{ControlFlow, Range};

use gambol_core::{
    Afterstate, DynPolicy, Evaluator, Game, NoChance, Notation, Null, Player, Policy, Score, Scoring, Seed, TextError,
    Turn, Uniform,
};
use gambol_search::{
    Adversarial, AgainstChance, AllOutcomes, AlphaBeta, Budget, Chance, Dealer, Expectimax, Greedy, Mcts, PolicyOnly,
    ProofNumber, SampledOutcomes, SampledTwoPly, Scope, WithBudget,
};

use super::entry::{AgentInfo, GameEntry, Made};
use super::settings::{self, AUTO, MAX_PLIES, MC, max_plies, word, yes};
use super::spec::{Parameter, Spec};

const EVAL: Parameter =
    Parameter { key: "eval", default: "auto", about: "evaluator; auto is the first that the game lists" };
const POLICY: Parameter =
    Parameter { key: "policy", default: "uniform", about: "rollout policy: uniform, or one that the game lists" };
const MS: Parameter =
    Parameter { key: "ms", default: "none", about: "time limit in milliseconds a move, 1 to 3600000" };
const NODES: Parameter = Parameter { key: "nodes", default: "none", about: "node limit a move, at least 1" };
const DEPTH: Parameter = Parameter { key: "depth", default: "auto", about: "depth limit, 1 to 127" };
const MB: Parameter = Parameter {
    key: "mb",
    default: AUTO,
    about: "megabytes for the table or the tree, 0 to 65536; auto is the search's default",
};

/// What a search is called, what it does and what it can be told.
struct Kind {
    name: &'static str,
    about: &'static str,
    parameters: &'static [Parameter],
}

const RANDOM: Kind = Kind { name: "random", about: "plays uniformly random actions", parameters: &[] };
const FLAT: Kind = Kind {
    name: "mc",
    about: "flat Monte Carlo: rollouts from every action",
    parameters: &[MC[0], MC[1], MC[2], MC[3], MC[4], MC[5], POLICY, CUT_EVAL, MS, NODES],
};
const CUT_EVAL: Parameter =
    Parameter { key: "eval", default: "score", about: "evaluator of truncated rollouts, one that the game lists" };
const TREE: Kind = Kind {
    name: "mcts",
    about: "Monte Carlo tree search with chance nodes and a solver",
    parameters: &[SIMULATIONS, C, POLICY, CUT_EVAL, MAX_PLIES, SOLVER, TREES, MB, MS, NODES],
};
const SIMULATIONS: Parameter = Parameter {
    key: "simulations",
    default: "10000",
    about: "simulations a move, 1 to 1000000000; no limit if only ms or nodes is set",
};
const C: Parameter = Parameter { key: "c", default: "0.7", about: "UCT exploration constant, 0 to 1000" };
const SOLVER: Parameter =
    Parameter { key: "solver", default: "yes", about: "proves wins, draws and losses: yes or no" };
const TREES: Parameter =
    Parameter { key: "trees", default: "1", about: "independent trees, one for each thread, 1 to 64" };
const GREEDY: Kind = Kind {
    name: "greedy",
    about: "best-first search by an evaluator, of one action or a whole turn",
    parameters: &[SCOPE, EVAL],
};
const SCOPE: Parameter =
    Parameter { key: "scope", default: "turn", about: "turn: all actions up to chance or the opponent; or action" };
const ALPHA_BETA: Kind = Kind {
    name: "alpha-beta",
    about: "alpha-beta with iterative deepening",
    parameters: &[DEPTH, EVAL, MS, NODES, MB, WIDTH, QUIESCENCE, REDUCTION, WORKERS, ADVERSARY],
};
const WIDTH: Parameter =
    Parameter { key: "width", default: "all", about: "root actions searched deeper than one ply, the best after one" };
const QUIESCENCE: Parameter =
    Parameter { key: "quiescence", default: "0", about: "quiescence extension in plies, 0 to 27" };
const REDUCTION: Parameter =
    Parameter { key: "reduction", default: "no", about: "internal iterative reduction: no or yes" };
const WORKERS: Parameter = Parameter { key: "workers", default: "1", about: "workers that share the search, 1 to 64" };
const ADVERSARY: Parameter = Parameter {
    key: "adversary",
    default: "none",
    about: "makes an opponent of chance, with all outcomes or ten sampled ones: none, all or sampled",
};
const EXPECTIMAX: Kind = Kind {
    name: "expectimax",
    about: "expectimax with iterative deepening",
    parameters: &[DEPTH, EVAL, MS, NODES, CUTOFF, SAMPLES_OF_CHANCE, MB],
};
const CUTOFF: Parameter = Parameter {
    key: "cutoff",
    default: "0",
    about: "probability cut-off: evaluates statically below this reach probability, 0 to 1",
};
const SAMPLES_OF_CHANCE: Parameter = Parameter {
    key: "samples",
    default: "all",
    about: "samples of each chance event in place of all outcomes, at least 1",
};
const TWO_PLY: Kind = Kind {
    name: "two-ply",
    about: "the best actions by an evaluator, with sampled chance and the best reply",
    parameters: &[EVAL, ACTIONS, SAMPLES, MS, LIMIT],
};
const ACTIONS: Parameter = Parameter { key: "width", default: "16", about: "actions that are sampled, at least 1" };
const SAMPLES: Parameter =
    Parameter { key: "samples", default: "8", about: "samples of each action in the first round, at least 1" };
const LIMIT: Parameter = Parameter { key: "simulations", default: "none", about: "simulations a move, at least 1" };
const PROVE: Kind = Kind {
    name: "prove",
    about: "proof-number search: proves who wins, without an evaluation",
    parameters: &[MS, NODE_LIMIT, MB],
};
const NODE_LIMIT: Parameter =
    Parameter { key: "nodes", default: "1000000", about: "node limit a move, at least 1; none if only ms is set" };

const KINDS: [&Kind; 8] = [&RANDOM, &FLAT, &TREE, &GREEDY, &ALPHA_BETA, &EXPECTIMAX, &TWO_PLY, &PROVE];

fn has_chance<G: Game>() -> bool {
    TypeId::of::<G::Outcome>() != TypeId::of::<NoChance>()
}

/// Why a search does not fit a game, if it does not.
fn misfit<G: Game>(kind: &Kind) -> Option<&'static str> {
    match kind.name {
        "expectimax" | "two-ply" if !has_chance::<G>() => Some("this game has no chance: try alpha-beta"),
        "prove" if has_chance::<G>() => Some("this game has chance, and it proves games without"),
        "prove" if G::SCORING == Scoring::Points => Some("it proves wins, and this game is scored in points"),
        _ => None,
    }
}

/// The searches that fit a game. One that fits with a setting counts.
pub(super) fn list<G: Notation>(entry: &GameEntry<G>) -> Vec<AgentInfo> {
    let _ = entry;
    let fitting = KINDS.into_iter().filter(|kind| misfit::<G>(kind).is_none());
    let info = |kind: &Kind| AgentInfo {
        name: kind.name.to_string(),
        about: kind.about.to_string(),
        parameters: kind.parameters.to_vec(),
    };
    fitting.map(info).collect()
}

/// The search that a text names. `None` if there is none of this name.
pub(super) fn make<G: Notation>(entry: &GameEntry<G>, spec: &Spec) -> Option<Made<G>> {
    let kind = KINDS.into_iter().find(|kind| kind.name == spec.name())?;
    Some(make_kind(entry, spec, kind))
}

fn make_kind<G: Notation>(entry: &GameEntry<G>, spec: &Spec, kind: &Kind) -> Made<G> {
    if let Some(why) = misfit::<G>(kind) {
        return Err(spec.error(why));
    }
    spec.allow(kind.parameters)?;
    match kind.name {
        "random" => Ok(Box::new(PolicyOnly(Uniform))),
        "mc" => match advice(entry, spec)? {
            None => monte_carlo(spec, Uniform, Score),
            Some((policy, evaluator)) => monte_carlo(spec, policy, evaluator),
        },
        "mcts" => match advice(entry, spec)? {
            None => mcts(spec, Uniform, Score),
            Some((policy, evaluator)) => mcts(spec, policy, evaluator),
        },
        "greedy" => {
            let scope = [Scope::Turn, Scope::Action][word(spec, &SCOPE, ["turn", "action"])?];
            let search = Greedy::new(Afterstate(evaluator(entry, spec, &EVAL)?)).scope(scope);
            Ok(Box::new(WithBudget::new(search, Budget::unlimited())))
        }
        "alpha-beta" => match word(spec, &ADVERSARY, ["none", "all", "sampled"])? {
            0 if has_chance::<G>() => Err(spec.error(
                "this game has chance: try expectimax, or alpha-beta:adversary=sampled, which makes an opponent of it",
            )),
            2 => alpha_beta(entry, spec, Outcomes::Sampled(SampledOutcomes::new(10, Seed::new(0)))),
            _ => alpha_beta(entry, spec, Outcomes::All),
        },
        "expectimax" => expectimax(entry, spec),
        "two-ply" => {
            let positive = |&number: &usize| number > 0;
            let width = spec.get(&ACTIONS, "a number, at least 1", positive)?;
            let samples = spec.get(&SAMPLES, "a number, at least 1", |&number: &u32| number > 0)?;
            let search = SampledTwoPly::new(Afterstate(evaluator(entry, spec, &EVAL)?)).width(width).samples(samples);
            let budget = limits(spec, None)?;
            let simulations = spec.optional(&LIMIT, "a number, at least 1", |&number: &u64| number > 0)?;
            let budget = match simulations {
                Some(simulations) => budget.simulations(simulations),
                None => budget,
            };
            Ok(Box::new(WithBudget::new(search, budget)))
        }
        _ => {
            let mut search = ProofNumber::new();
            if let Some(bytes) = settings::table(spec, &MB)? {
                search = search.memory(bytes);
            }
            let nodes = spec.get(&NODE_LIMIT, "a number, at least 1", |&nodes: &u64| nodes > 0)?;
            let budget = limits(spec, None)?;
            let only_time = spec.said("ms").is_some() && spec.said("nodes").is_none();
            let budget = if only_time { budget } else { budget.nodes(nodes) };
            Ok(Box::new(AgainstChance::new(WithBudget::new(search, budget), AllOutcomes)))
        }
    }
}

/// The evaluator that a parameter names.
fn evaluator<G: Notation>(
    entry: &GameEntry<G>,
    spec: &Spec,
    parameter: &Parameter,
) -> Result<Arc<dyn Evaluator<G>>, TextError> {
    let name: String = spec.get(parameter, "the name of an evaluator", |_| true)?;
    let named = entry.evaluators.iter().find(|named| named.info.name == name);
    match (name.as_str(), named, entry.evaluators.first()) {
        (_, Some(named), _) | (AUTO, None, Some(named)) => Ok(named.make()),
        ("score", ..) | (AUTO, None, None) => Ok(Arc::new(Score)),
        ("null", ..) => Ok(Arc::new(Null)),
        _ => {
            let known = entry.evaluators.iter().map(|named| named.info.name.as_str());
            let known: Vec<&str> = known.filter(|&name| name != "score").chain(["score", "null"]).collect();
            Err(spec.error(format!("unknown evaluator {name}; expected one of {}", known.join(", "))))
        }
    }
}

/// A policy and an evaluator for rollouts.
type Advice<G> = (Arc<dyn DynPolicy<G>>, Arc<dyn Evaluator<G>>);

/// The rollout policy and the evaluator that are named; none for uniform rollouts and the score,
/// which are compiled into the search.
fn advice<G: Notation>(entry: &GameEntry<G>, spec: &Spec) -> Result<Option<Advice<G>>, TextError> {
    let policy = policy(entry, spec)?;
    if policy.is_none() && spec.said(CUT_EVAL.key).is_none() {
        return Ok(None);
    }
    Ok(Some((policy.unwrap_or_else(|| Arc::new(Uniform)), evaluator(entry, spec, &CUT_EVAL)?)))
}

/// The policy that is named, unless it is the uniform one.
fn policy<G: Notation>(entry: &GameEntry<G>, spec: &Spec) -> Result<Option<Arc<dyn DynPolicy<G>>>, TextError> {
    let name: Option<String> = spec.optional(&POLICY, "the name of a policy", |_| true)?;
    let Some(name) = name else { return Ok(None) };
    if let Some(named) = entry.policies.iter().find(|named| named.info.name == name) {
        return Ok(Some(named.make()));
    }
    let known = entry.policies.iter().map(|named| named.info.name.as_str());
    let known: Vec<&str> = ["uniform"].into_iter().chain(known).collect();
    Err(spec.error(format!("unknown policy {name}; expected one of {}", known.join(", "))))
}

/// The limits of time and nodes, and a depth.
fn limits(spec: &Spec, depth: Option<u32>) -> Result<Budget, TextError> {
    let mut budget = depth.map_or(Budget::unlimited(), |depth| Budget::unlimited().depth(depth));
    let ms = spec.optional(&MS, "a number of milliseconds from 1 to 3600000", |ms| (1..=3_600_000).contains(ms))?;
    if let Some(ms) = ms {
        budget = settings::time(spec, budget, ms)?;
    }
    if spec.said("nodes").is_some() {
        let nodes = spec.optional(&NODES, "a number, at least 1", |&nodes: &u64| nodes > 0)?;
        budget = nodes.map_or(budget.clone(), |nodes| budget.nodes(nodes));
    }
    Ok(budget)
}

/// Whether time or nodes are limited.
fn is_limited(spec: &Spec) -> bool {
    [MS, NODES].iter().any(|limit| spec.said(limit.key).is_some_and(|said| said != limit.default))
}

fn monte_carlo<G, P, E>(spec: &Spec, policy: P, evaluator: E) -> Made<G>
where
    G: Notation,
    P: Policy<G> + 'static,
    E: Evaluator<G> + 'static,
{
    let search = settings::flat(spec, policy)?.evaluator(evaluator);
    let open = is_limited(spec) && spec.said("rollouts").is_none();
    let search = if open { search.until_stopped() } else { search };
    Ok(Box::new(WithBudget::new(search, limits(spec, None)?)))
}

fn mcts<G, P, E>(spec: &Spec, policy: P, evaluator: E) -> Made<G>
where
    G: Notation,
    P: Policy<G> + 'static,
    E: Evaluator<G> + 'static,
{
    let in_range = |&c: &f64| (0.0..=1000.0).contains(&c);
    let mut search = Mcts::with_policy(policy)
        .truncate_rollouts(max_plies(spec)?, evaluator)
        .exploration(spec.get(&C, "a number from 0 to 1000", in_range)?)
        .solver(word(spec, &SOLVER, ["yes", "no"])? == 0)
        .trees(spec.get(&TREES, "a number from 1 to 64", |trees| (1..=64).contains(trees))?);
    if let Some(bytes) = settings::table(spec, &MB)? {
        search = search.memory(bytes);
    }
    let simulations = spec.get(&SIMULATIONS, "a number from 1 to 1000000000", |n| (1..=1_000_000_000).contains(n))?;
    let budget = limits(spec, None)?;
    let open = is_limited(spec) && spec.said("simulations").is_none();
    let budget = if open { budget } else { budget.simulations(simulations) };
    Ok(Box::new(WithBudget::new(search, budget)))
}

/// The depth that is said, or one where nothing else limits the search.
fn depth(spec: &Spec, unlimited: u32) -> Result<Option<u32>, TextError> {
    let depth = spec.optional(&DEPTH, "a number from 1 to 127", |depth| (1..=127).contains(depth))?;
    Ok(depth.or((!is_limited(spec)).then_some(unlimited)))
}

fn alpha_beta<G: Notation>(entry: &GameEntry<G>, spec: &Spec, outcomes: Outcomes) -> Made<G> {
    let mut search = AlphaBeta::new(OfGame(evaluator(entry, spec, &EVAL)?))
        .quiescence(spec.get(&QUIESCENCE, "a number from 0 to 27", |plies| (0..=27).contains(plies))?)
        .reduction(yes(spec, &REDUCTION)?)
        .workers(spec.get(&WORKERS, "a number from 1 to 64", |workers| (1..=64).contains(workers))?);
    if let Some(width) = spec.optional(&WIDTH, "a number, at least 1", |&width| width > 0)? {
        search = search.width(width);
    }
    if let Some(bytes) = settings::table(spec, &MB)? {
        search = search.table_bytes(bytes);
    }
    let budget = limits(spec, depth(spec, 4)?)?;
    Ok(Box::new(WithBudget::new(AgainstChance::new(search, outcomes), budget)))
}

fn expectimax<G: Notation>(entry: &GameEntry<G>, spec: &Spec) -> Made<G> {
    let mut search = Expectimax::new(evaluator(entry, spec, &EVAL)?).depth(127).probability_cutoff(spec.get(
        &CUTOFF,
        "a number from 0 to 1",
        |cut| (0.0..=1.0).contains(cut),
    )?);
    if let Some(samples) = spec.optional(&SAMPLES_OF_CHANCE, "a number, at least 1", |&samples| samples > 0)? {
        search = search.chance(Chance::Sampled(samples));
    }
    if let Some(bytes) = settings::table(spec, &MB)? {
        search = search.table_bytes(bytes);
    }
    let budget = limits(spec, depth(spec, 2)?)?;
    Ok(Box::new(WithBudget::new(search, budget)))
}

/// Which outcomes an adversary chooses from.
#[derive(Clone)]
enum Outcomes {
    All,
    Sampled(SampledOutcomes),
}

impl<G: Game> Dealer<G> for Outcomes {
    fn visit<F>(&self, state: &G, adversary: Player, visit: F) -> ControlFlow<()>
    where
        F: FnMut(G::Outcome) -> ControlFlow<()>,
    {
        match self {
            Self::All => AllOutcomes.visit(state, adversary, visit),
            Self::Sampled(sampled) => sampled.visit(state, adversary, visit),
        }
    }

    fn is_symmetric(&self) -> bool {
        matches!(self, Self::All)
    }

    fn is_selective(&self) -> bool {
        matches!(self, Self::Sampled(_))
    }
}

/// An evaluator of a game for the game in which chance is an adversary.
struct OfGame<E>(E);

impl<G: Game, D: Dealer<G>, E: Evaluator<G>> Evaluator<Adversarial<G, D>> for OfGame<E> {
    fn evaluate(&self, state: &Adversarial<G, D>) -> f64 {
        self.0.evaluate(state.game())
    }

    fn is_cheap(&self) -> bool {
        self.0.is_cheap()
    }

    fn best_successor(&self, state: &Adversarial<G, D>, window: Range<f64>) -> Option<f64> {
        match state.game().turn() {
            Turn::Player(_) => self.0.best_successor(state.game(), window),
            // What the adversary chooses from is no evaluator's matter.
            Turn::Chance | Turn::Over => None,
        }
    }

    fn is_quiet(&self, state: &Adversarial<G, D>) -> bool {
        self.0.is_quiet(state.game())
    }
}

//! Parameters of agents: the table of the general searches, and the parsing of parameters.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use gambol_core::TextError;
use gambol_search::{Aggregate, Allocation, Budget, FlatMonteCarlo, Ties};

use super::spec::{Parameter, Spec};

pub(crate) const ROLLOUTS: Parameter = Parameter {
    key: "rollouts",
    default: "100",
    about: "rollouts per legal action, 1 to 1000000; alias z, its name in the thesis",
};
pub(crate) const ALLOCATION: Parameter = Parameter {
    key: "allocation",
    default: "uniform",
    about: "rollout allocation: uniform, halving, ucb or ocba; the mean per action stays the same",
};
pub(crate) const CRN: Parameter =
    Parameter { key: "crn", default: "no", about: "common random numbers for all actions: no or yes" };
const AGGREGATE: Parameter =
    Parameter { key: "aggregate", default: "average", about: "value of an action: average or maximum of its rollouts" };
pub(crate) const TIES: Parameter =
    Parameter { key: "ties", default: "first", about: "tie-breaking between equal actions: first or random" };
pub(crate) const MAX_PLIES: Parameter =
    Parameter { key: "max-plies", default: "none", about: "truncates rollouts after this many plies, at least 1" };

pub(crate) const MS: Parameter =
    Parameter { key: "ms", default: "none", about: "time limit per move in milliseconds, 1 to 3600000" };
pub(crate) const NODES: Parameter =
    Parameter { key: "nodes", default: "none", about: "node limit per move, at least 1" };

pub(crate) const EVAL: Parameter = Parameter {
    key: "eval",
    default: "auto",
    about: "evaluator; NAME:W/W/… sets its weights; onnx:FILE is a value network; auto is the game's first evaluator",
};
pub(crate) const WEIGHTS: Parameter = Parameter {
    key: "weights",
    default: "shipped",
    about: "weights file for eval=network, written by gambol train; its name must not contain commas",
};
pub(crate) const POLICY: Parameter =
    Parameter { key: "policy", default: "uniform", about: "rollout policy: uniform, or one of the game's policies" };
pub(crate) const DEPTH: Parameter = Parameter { key: "depth", default: "auto", about: "depth limit, 1 to 127" };
pub(crate) const MB: Parameter = Parameter {
    key: "mb",
    default: AUTO,
    about: "megabytes of the table or tree, 0 to 65536; auto is the search's default",
};

/// Name, description and parameters of a search.
pub(crate) struct Kind {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    pub(crate) parameters: &'static [Parameter],
}

pub(crate) const RANDOM: Kind = Kind { name: "random", about: "plays uniformly random actions", parameters: &[] };
pub(crate) const FLAT: Kind = Kind {
    name: "mc",
    about: "flat Monte Carlo: rollouts from every action",
    parameters: &[ROLLOUTS, ALLOCATION, CRN, AGGREGATE, TIES, MAX_PLIES, POLICY, CUT_EVAL, WEIGHTS, MS, NODES],
};
pub(crate) const CUT_EVAL: Parameter =
    Parameter { key: "eval", default: "score", about: "evaluator of truncated rollouts: one of the game's" };
pub(crate) const TREE: Kind = Kind {
    name: "mcts",
    about: "Monte Carlo tree search with chance nodes and a solver",
    parameters: &[SIMULATIONS, C, PRIOR, POLICY, CUT_EVAL, WEIGHTS, MAX_PLIES, TREES, MB, MS, NODES],
};
pub(crate) const SIMULATIONS: Parameter = Parameter {
    key: "simulations",
    default: "10000",
    about: "simulations per move, 1 to 1000000000; unlimited if only ms or nodes is set",
};
pub(crate) const C: Parameter =
    Parameter { key: "c", default: "0.7", about: "exploration constant, 0 to 1000; 1.5 by default with a prior" };
pub(crate) const PRIOR: Parameter = Parameter {
    key: "prior",
    default: "none",
    about: "policy network for selection by PUCT: onnx:FILE; its value, if it has one, replaces rollouts",
};
pub(crate) const TREES: Parameter =
    Parameter { key: "trees", default: "1", about: "independent trees, one per thread, 1 to 64" };
pub(crate) const GREEDY: Kind =
    Kind { name: "greedy", about: "best-first search of a turn by an evaluator", parameters: &[EVAL, WEIGHTS] };
pub(crate) const ALPHA_BETA: Kind = Kind {
    name: "alpha-beta",
    about: "alpha-beta with iterative deepening",
    parameters: &[DEPTH, EVAL, WEIGHTS, MS, NODES, MB, WIDTH, WORKERS, SYMMETRIC],
};
pub(crate) const WIDTH: Parameter =
    Parameter { key: "width", default: "all", about: "root actions searched deeper: the best after one ply" };
pub(crate) const SYMMETRIC: Parameter = Parameter {
    key: "symmetric",
    default: AUTO,
    about: "takes symmetric states for one down to this ply; 0 for evaluators that are not symmetric; \
            auto: 3, or all from a symmetric state",
};
pub(crate) const WORKERS: Parameter =
    Parameter { key: "workers", default: "1", about: "workers that share the search, 1 to 64" };
pub(crate) const EXPECTIMAX: Kind = Kind {
    name: "expectimax",
    about: "expectimax with iterative deepening",
    parameters: &[DEPTH, EVAL, WEIGHTS, MS, NODES, CUTOFF, SAMPLES_OF_CHANCE, MB],
};
pub(crate) const CUTOFF: Parameter = Parameter {
    key: "cutoff",
    default: "0",
    about: "probability cut-off: evaluates statically below this reach probability, 0 to 1",
};
pub(crate) const SAMPLES_OF_CHANCE: Parameter = Parameter {
    key: "samples",
    default: "all",
    about: "sampled outcomes per chance event, in place of all, at least 1",
};
pub(crate) const TWO_PLY: Kind = Kind {
    name: "two-ply",
    about: "the best actions by an evaluator, searched one reply deeper with sampled chance",
    parameters: &[EVAL, WEIGHTS, ACTIONS, SAMPLES, MS, LIMIT],
};
pub(crate) const ACTIONS: Parameter =
    Parameter { key: "width", default: "16", about: "root actions that are sampled, at least 1" };
pub(crate) const SAMPLES: Parameter =
    Parameter { key: "samples", default: "8", about: "samples per action in the first round, at least 1" };
pub(crate) const LIMIT: Parameter =
    Parameter { key: "simulations", default: "none", about: "simulations per move, at least 1" };
pub(crate) const PROVE: Kind = Kind {
    name: "prove",
    about: "proof-number search: proves who wins, without an evaluator",
    parameters: &[MS, NODE_LIMIT, MB],
};
pub(crate) const NODE_LIMIT: Parameter = Parameter {
    key: "nodes",
    default: "1000000",
    about: "node limit per move, at least 1; unlimited if only ms is set",
};

pub(crate) const KINDS: [&Kind; 8] = [&RANDOM, &FLAT, &TREE, &GREEDY, &ALPHA_BETA, &EXPECTIMAX, &TWO_PLY, &PROVE];

/// Flat Monte Carlo with the settings of [`FLAT`] and a rollout policy.
pub(crate) fn flat<P>(spec: &Spec, policy: P) -> Result<FlatMonteCarlo<P>, TextError> {
    let mut search = FlatMonteCarlo::with_policy(policy).max_rollout_plies(max_plies(spec)?);
    let each = rollouts(spec)?;
    // The search's own default, which is the same number, yields to limits of time and nodes.
    if spec.said(ROLLOUTS.key).is_some() {
        search = search.rollouts(each);
    }
    search = search.allocation(match word(spec, &ALLOCATION, ["uniform", "halving", "ucb", "ocba"])? {
        0 => Allocation::Uniform,
        1 => Allocation::SequentialHalving,
        2 => Allocation::Ucb { c: 2.0 },
        _ => Allocation::Ocba,
    });
    search = search.common_random_numbers(yes(spec, &CRN)?);
    if word(spec, &AGGREGATE, ["average", "maximum"])? == 1 {
        search = search.aggregate(Aggregate::Maximum);
    }
    if word(spec, &TIES, ["first", "random"])? == 1 {
        search = search.ties(Ties::Random);
    }
    Ok(search)
}

/// Reads the parameter [`ROLLOUTS`].
pub(crate) fn rollouts(spec: &Spec) -> Result<u32, TextError> {
    spec.get(&ROLLOUTS, "a number from 1 to 1000000", |rollouts| (1..=1_000_000).contains(rollouts))
}

/// Reads the parameter [`MAX_PLIES`].
pub(crate) fn max_plies(spec: &Spec) -> Result<u64, TextError> {
    Ok(spec.optional(&MAX_PLIES, "at least 1", |&plies| plies > 0)?.unwrap_or(u64::MAX))
}

/// Reads a parameter whose values are no and yes.
pub(crate) fn yes(spec: &Spec, parameter: &Parameter) -> Result<bool, TextError> {
    Ok(word(spec, parameter, ["no", "yes"])? == 1)
}

/// Returns the index of a parameter's value among the words.
pub(crate) fn word<const N: usize>(spec: &Spec, parameter: &Parameter, words: [&str; N]) -> Result<usize, TextError> {
    let said: String = spec.get(parameter, &words.join(" or "), |said: &String| words.contains(&said.as_str()))?;
    Ok(words.iter().position(|&word| word == said).unwrap_or(0))
}

/// Reads a parameter of `N` numbers joined by slashes, each from `low` to `high`.
pub(crate) fn numbers<const N: usize>(
    spec: &Spec,
    parameter: &Parameter,
    [low, high]: [f64; 2],
) -> Result<[f64; N], TextError> {
    let text: String = spec.get(parameter, "numbers joined by /", |_| true)?;
    match slashed(&text, [low, high]).and_then(|numbers| numbers.try_into().ok()) {
        Some(numbers) => Ok(numbers),
        None => {
            Err(spec
                .error(format!("{} must be {N} numbers from {low} to {high}, joined by /, not {text}", parameter.key)))
        }
    }
}

/// Parses numbers joined by slashes; `None` unless each is from `low` to `high`.
pub(crate) fn slashed(text: &str, [low, high]: [f64; 2]) -> Option<Vec<f64>> {
    text.split('/').map(|number| number.parse().ok().filter(|number| (low..=high).contains(number))).collect()
}

/// Adds the simulation limit of a parameter, if set, to a budget.
pub(crate) fn simulations(spec: &Spec, parameter: &Parameter, budget: Budget) -> Result<Budget, TextError> {
    let simulations = spec.optional(parameter, "at least 1", |&number: &u64| number > 0)?;
    Ok(match simulations {
        Some(simulations) => budget.simulations(simulations),
        None => budget,
    })
}

/// Reads a parameter that is a number of plies from 1 to `most`, if it is set.
pub(crate) fn depth(spec: &Spec, parameter: &Parameter, most: u32) -> Result<Option<u32>, TextError> {
    spec.optional(parameter, &format!("a number from 1 to {most}"), |depth| (1..=most).contains(depth))
}

/// The default of a table size that is left to the search.
pub(crate) const AUTO: &str = "auto";

/// Reads a table size in megabytes and returns bytes; `None` for [`AUTO`].
///
/// Sizes that the system cannot allocate are rejected here: later, in the middle of a game, they
/// would abort the program.
pub(crate) fn table(spec: &Spec, parameter: &Parameter) -> Result<Option<usize>, TextError> {
    const RANGE: &str = "a number from 0 to 65536";
    let fits = |megabytes: &usize| *megabytes <= 65_536;
    let megabytes = if parameter.default == AUTO {
        spec.optional(parameter, RANGE, fits)?
    } else {
        Some(spec.get(parameter, RANGE, fits)?)
    };
    let Some(megabytes) = megabytes else { return Ok(None) };
    let bytes = megabytes.saturating_mul(1_000_000);
    // Allocated and freed untouched; the black box keeps the compiler from removing the allocation.
    let mut room = Vec::<u8>::new();
    let granted = room.try_reserve_exact(bytes);
    core::hint::black_box(&room);
    match granted {
        Ok(()) => Ok(Some(bytes)),
        Err(_) => Err(spec.error(format!("cannot allocate a table of {megabytes} megabytes"))),
    }
}

/// The default depth without a clock.
#[cfg(not(feature = "clock"))]
const WITHOUT_CLOCK: u32 = 3;

/// Adds a time limit to a budget.
#[cfg(feature = "clock")]
#[expect(clippy::unnecessary_wraps, reason = "without a clock it is refused")]
pub(crate) fn time(_: &Spec, budget: Budget, ms: u64) -> Result<Budget, TextError> {
    Ok(budget.millis(ms))
}

/// Rejects a time limit, since this build has no clock.
#[cfg(not(feature = "clock"))]
pub(crate) fn time(spec: &Spec, _: Budget, _: u64) -> Result<Budget, TextError> {
    Err(spec.error("ms needs a build with a clock"))
}

/// The budget of the limits of time and nodes, and a depth.
pub(crate) fn limits(spec: &Spec, depth: Option<u32>) -> Result<Budget, TextError> {
    let mut budget = depth.map_or(Budget::unlimited(), |depth| Budget::unlimited().depth(depth));
    let ms = spec.optional(&MS, "a number of milliseconds from 1 to 3600000", |ms| (1..=3_600_000).contains(ms))?;
    if let Some(ms) = ms {
        budget = time(spec, budget, ms)?;
    }
    if spec.said("nodes").is_some() {
        let nodes = spec.optional(&NODES, "at least 1", |&nodes: &u64| nodes > 0)?;
        budget = nodes.map_or(budget.clone(), |nodes| budget.nodes(nodes));
    }
    Ok(budget)
}

/// The limits of time and nodes, with the default of [`NODE_LIMIT`] unless a time is set.
pub(crate) fn limits_or_nodes(spec: &Spec) -> Result<Budget, TextError> {
    let limits = limits(spec, None)?;
    if spec.sets(&MS) {
        return Ok(limits);
    }
    Ok(limits.nodes(spec.get(&NODE_LIMIT, "at least 1", |&nodes: &u64| nodes > 0)?))
}

/// Budgets of a depth, each with the time limit of one parameter. In builds without a clock, times
/// other than the defaults are rejected, and the depth is 3 unless it is set.
pub(crate) fn budgets<const N: usize>(
    spec: &Spec,
    times: [&Parameter; N],
    depth: Option<u32>,
) -> Result<[Budget; N], TextError> {
    let limits = milliseconds(spec, times, depth)?;
    #[cfg(not(feature = "clock"))]
    for (time, limit) in times.into_iter().zip(limits) {
        if limit.is_some_and(|ms| time.default.parse() != Ok(ms)) {
            return Err(spec.error(format!("{} needs a build with a clock", time.key)));
        }
    }
    #[cfg(not(feature = "clock"))]
    let depth = depth.or(Some(WITHOUT_CLOCK));
    let budget = depth.map_or(Budget::unlimited(), |depth| Budget::unlimited().depth(depth));
    Ok(limits.map(|limit| match limit {
        #[cfg(feature = "clock")]
        Some(ms) => budget.clone().time(core::time::Duration::from_millis(ms)),
        _ => budget.clone(),
    }))
}

/// The time limit of each parameter: its value or its default, but no limit if a depth is set and
/// none of the parameters is.
fn milliseconds<const N: usize>(
    spec: &Spec,
    times: [&Parameter; N],
    depth: Option<u32>,
) -> Result<[Option<u64>; N], TextError> {
    let only_depth = depth.is_some() && times.iter().all(|time| spec.said(time.key).is_none());
    let mut limits = [None; N];
    for (time, limit) in times.into_iter().zip(&mut limits) {
        let ms = spec.get(time, "a number of milliseconds from 1 to 3600000", |ms| (1..=3_600_000).contains(ms))?;
        *limit = (!only_depth).then_some(ms);
    }
    Ok(limits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn numbers_are_joined_by_slashes() {
        const WEIGHTS: Parameter = Parameter { key: "weights", default: "2/0.5/-1", about: "" };
        let read = |text: &str| numbers::<3>(&text.parse().unwrap(), &WEIGHTS, [-9.0, 9.0]);
        assert_eq!(read("a"), Ok([2.0, 0.5, -1.0]));
        assert_eq!(read("a:weights=1/2/3e-1"), Ok([1.0, 2.0, 0.3]));
        for wrong in ["1/2", "1/2/3/4", "1/2/10", "1/2/NaN", "1//3", "a"] {
            let error = read(&format!("a:weights={wrong}")).unwrap_err().to_string();
            assert!(
                error.contains(&format!("weights must be 3 numbers from -9 to 9, joined by /, not {wrong}")),
                "{error}"
            );
        }
    }

    #[test]
    fn only_a_limit_of_time_replaces_that_of_nodes() {
        for (text, nodes) in [
            ("prove", Some(1_000_000)),
            ("prove:ms=none", Some(1_000_000)),
            ("prove:ms=none,nodes=7", Some(7)),
            #[cfg(feature = "clock")]
            ("prove:ms=5", None),
            #[cfg(feature = "clock")]
            ("prove:ms=5,nodes=7", Some(7)),
        ] {
            let budget = limits_or_nodes(&text.parse().unwrap());
            assert_eq!(budget.map(|budget| budget.max_nodes()), Ok(nodes), "{text}");
        }
    }

    #[test]
    fn only_a_depth_alone_has_no_limit_of_time() {
        const FIRST: Parameter = Parameter { key: "first", default: "30000", about: "" };
        const MS: Parameter = Parameter { key: "ms", default: "2000", about: "" };
        for (text, depth, limits) in [
            ("a", None, [Some(30_000), Some(2_000)]),
            ("a", Some(4), [None, None]),
            ("a:ms=100", Some(4), [Some(30_000), Some(100)]),
            ("a:ms=2000", Some(4), [Some(30_000), Some(2_000)]),
            ("a:first=500", Some(4), [Some(500), Some(2_000)]),
            ("a:ms=100,first=500", None, [Some(500), Some(100)]),
        ] {
            assert_eq!(milliseconds(&text.parse().unwrap(), [&FIRST, &MS], depth), Ok(limits), "{text} {depth:?}");
        }
    }
}

//! The agents that play every game, by name.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use gambol_core::{Game, TextError, Uniform};
use gambol_search::{Agent, Aggregate, Allocation, Budget, ByPolicy, FlatMonteCarlo, Mcts, Searcher, Ties};

use super::spec::{Parameter, Spec};

/// A named agent: what it is called, what it can be told, and how it is made.
pub struct AgentEntry<G: Game> {
    /// Its name, in kebab case.
    pub name: &'static str,
    /// What it does, in a line.
    pub about: &'static str,
    /// What it can be told.
    pub parameters: &'static [Parameter],
    pub(super) make: Make<G>,
}

/// How an agent is made from its settings.
pub(super) type Make<G> = fn(&Spec) -> Made<G>;

/// An agent, or what is wrong with its settings.
pub(super) type Made<G> = Result<Box<dyn Agent<G>>, TextError>;

impl<G: Game> fmt::Debug for AgentEntry<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AgentEntry").field("name", &self.name).finish_non_exhaustive()
    }
}

impl<G: Game> AgentEntry<G> {
    /// Makes the agent with these settings.
    ///
    /// # Errors
    ///
    /// Names the parameter that is unknown or out of its range.
    pub fn make(&self, spec: &Spec) -> Result<Box<dyn Agent<G>>, TextError> {
        spec.allow(self.parameters)?;
        (self.make)(spec)
    }
}

/// The agents that play any game.
pub(super) fn common<G: Game + 'static>() -> Vec<AgentEntry<G>> {
    vec![
        AgentEntry {
            name: "random",
            about: "every legal action with the same probability",
            parameters: &[],
            make: |_| Ok(Box::new(ByPolicy(Uniform))),
        },
        AgentEntry { name: "mc", about: "flat Monte Carlo with random rollouts", parameters: &MC, make: monte_carlo },
        AgentEntry {
            name: "mcts",
            about: "Monte Carlo tree search with random rollouts",
            parameters: &MCTS,
            make: mcts,
        },
    ]
}

/// The parameters of flat Monte Carlo.
pub(super) const MC: [Parameter; 6] = [
    Parameter { key: "z", default: "100", about: "rollouts for each legal action, 1 to 1000000" },
    Parameter {
        key: "share",
        default: "uniform",
        about: "how rollouts are shared out, z a move on average: uniform, halving, ucb or ocba",
    },
    Parameter { key: "common", default: "no", about: "common random numbers for all moves: no or yes" },
    Parameter { key: "pick", default: "average", about: "what rollouts are worth: average or maximum" },
    Parameter { key: "ties", default: "first", about: "which of equal actions is played: first or random" },
    Parameter { key: "longest", default: "none", about: "cut rollouts after so many plies, at least 1" },
];

fn monte_carlo<G: Game + 'static>(spec: &Spec) -> Made<G> {
    Ok(Box::new(Searcher::new(flat(spec, Uniform)?, Budget::unlimited())))
}

/// Flat Monte Carlo with the settings of [`MC`], whose rollouts play by a policy.
pub(super) fn flat<P>(spec: &Spec, policy: P) -> Result<FlatMonteCarlo<P>, TextError> {
    let mut search = FlatMonteCarlo::with_policy(policy)
        .rollouts(spec.get("z", 100, "a number from 1 to 1000000", |z| (1..=1_000_000).contains(z))?)
        .longest(spec.get("longest", u64::MAX, "a number, at least 1", |&plies| plies > 0)?);
    search = search.allocation(match word(spec, "share", ["uniform", "halving", "ucb", "ocba"])? {
        0 => Allocation::Uniform,
        1 => Allocation::SequentialHalving,
        2 => Allocation::Ucb { c: 2.0 },
        _ => Allocation::Ocba,
    });
    search = search.common_random_numbers(word(spec, "common", ["no", "yes"])? == 1);
    if word(spec, "pick", ["average", "maximum"])? == 1 {
        search = search.aggregate(Aggregate::Maximum);
    }
    if word(spec, "ties", ["first", "random"])? == 1 {
        search = search.ties(Ties::Random);
    }
    Ok(search)
}

const MCTS: [Parameter; 2] = [
    Parameter { key: "sims", default: "10000", about: "simulations a move, 1 to 1000000000" },
    Parameter { key: "longest", default: "none", about: "cut rollouts after so many plies, at least 1" },
];

fn mcts<G: Game + 'static>(spec: &Spec) -> Made<G> {
    let simulations = spec.get("sims", 10_000, "a number from 1 to 1000000000", |n| (1..=1_000_000_000).contains(n))?;
    let longest = spec.get("longest", u64::MAX, "a number, at least 1", |&plies| plies > 0)?;
    let search = Mcts::new().longest(longest);
    Ok(Box::new(Searcher::new(search, Budget::unlimited().simulations(simulations))))
}

/// Which of the words a parameter is; the first if nothing is said.
pub(super) fn word<const N: usize>(spec: &Spec, key: &str, words: [&str; N]) -> Result<usize, TextError> {
    let said = spec
        .get(key, alloc::string::String::from(words[0]), &words.join(" or "), |said| words.contains(&said.as_str()))?;
    Ok(words.iter().position(|&word| word == said).unwrap_or(0))
}

/// The parameter `depth`: plies from 1 to `most`, if it is set.
pub(super) fn depth(spec: &Spec, most: u32) -> Result<Option<u32>, TextError> {
    let depth =
        spec.get("depth", 0, &alloc::format!("a number from 1 to {most}"), |depth| (1..=most).contains(depth))?;
    Ok((depth > 0).then_some(depth))
}

/// The depth that searches reach at least where there is no clock and no depth is set.
#[cfg(not(feature = "clock"))]
const WITHOUT_CLOCK: u32 = 3;

/// A budget of a depth, and of the milliseconds that the parameter `key` says: `default` unless the depth is set and the time is
/// not. In builds without a clock, times are refused, and the depth is 3 unless it is set.
pub(super) fn budget(spec: &Spec, key: &str, default: u64, depth: Option<u32>) -> Result<Budget, TextError> {
    let ms = spec.get(key, 0, "a number of milliseconds from 1 to 3600000", |ms| (1..=3_600_000).contains(ms))?;
    let ms = if ms == 0 && depth.is_none() { default } else { ms };
    let budget = depth.map_or(Budget::unlimited(), |depth| Budget::unlimited().depth(depth));
    #[cfg(feature = "clock")]
    let budget = if ms > 0 { budget.time(core::time::Duration::from_millis(ms)) } else { budget };
    #[cfg(not(feature = "clock"))]
    let budget = match depth {
        _ if ms != 0 && ms != default => return Err(spec.error(alloc::format!("{key} needs a build with a clock"))),
        None => budget.depth(WITHOUT_CLOCK),
        Some(_) => budget,
    };
    Ok(budget)
}

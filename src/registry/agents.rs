//! The agents that play every game, by name.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use gambol_core::{Game, TextError, Uniform};
use gambol_search::{Aggregate, Allocation, Budget, FlatMonteCarlo, Mcts, PolicyOnly, Search, Ties, WithBudget};

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
pub(super) type Made<G> = Result<Box<dyn Search<G>>, TextError>;

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
    pub fn make(&self, spec: &Spec) -> Result<Box<dyn Search<G>>, TextError> {
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
            make: |_| Ok(Box::new(PolicyOnly(Uniform))),
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
pub(super) const MC: [Parameter; 6] = [Z, SHARE, COMMON, PICK, TIES, LONGEST];
pub(super) const Z: Parameter =
    Parameter { key: "z", default: "100", about: "rollouts for each legal action, 1 to 1000000" };
const SHARE: Parameter = Parameter {
    key: "share",
    default: "uniform",
    about: "how rollouts are shared out, z a move on average: uniform, halving, ucb or ocba",
};
const COMMON: Parameter =
    Parameter { key: "common", default: "no", about: "common random numbers for all moves: no or yes" };
const PICK: Parameter =
    Parameter { key: "pick", default: "average", about: "what rollouts are worth: average or maximum" };
const TIES: Parameter =
    Parameter { key: "ties", default: "first", about: "which of equal actions is played: first or random" };
const LONGEST: Parameter =
    Parameter { key: "longest", default: "none", about: "cut rollouts after so many plies, at least 1" };

fn monte_carlo<G: Game + 'static>(spec: &Spec) -> Made<G> {
    Ok(Box::new(WithBudget::new(flat(spec, Uniform)?, Budget::unlimited())))
}

/// Flat Monte Carlo with the settings of [`MC`], whose rollouts play by a policy.
pub(super) fn flat<P>(spec: &Spec, policy: P) -> Result<FlatMonteCarlo<P>, TextError> {
    let mut search = FlatMonteCarlo::with_policy(policy).rollouts(rollouts(spec)?).longest(longest(spec)?);
    search = search.allocation(match word(spec, &SHARE, ["uniform", "halving", "ucb", "ocba"])? {
        0 => Allocation::Uniform,
        1 => Allocation::SequentialHalving,
        2 => Allocation::Ucb { c: 2.0 },
        _ => Allocation::Ocba,
    });
    search = search.common_random_numbers(word(spec, &COMMON, ["no", "yes"])? == 1);
    if word(spec, &PICK, ["average", "maximum"])? == 1 {
        search = search.aggregate(Aggregate::Maximum);
    }
    if word(spec, &TIES, ["first", "random"])? == 1 {
        search = search.ties(Ties::Random);
    }
    Ok(search)
}

/// The parameter [`Z`].
pub(super) fn rollouts(spec: &Spec) -> Result<u32, TextError> {
    spec.get(&Z, "a number from 1 to 1000000", |z| (1..=1_000_000).contains(z))
}

/// The parameter [`LONGEST`].
fn longest(spec: &Spec) -> Result<u64, TextError> {
    Ok(spec.optional(&LONGEST, "a number, at least 1", |&plies| plies > 0)?.unwrap_or(u64::MAX))
}

const MCTS: [Parameter; 2] = [SIMS, LONGEST];
const SIMS: Parameter = Parameter { key: "sims", default: "10000", about: "simulations a move, 1 to 1000000000" };

fn mcts<G: Game + 'static>(spec: &Spec) -> Made<G> {
    let simulations = spec.get(&SIMS, "a number from 1 to 1000000000", |n| (1..=1_000_000_000).contains(n))?;
    let search = Mcts::new().longest(longest(spec)?);
    Ok(Box::new(WithBudget::new(search, Budget::unlimited().simulations(simulations))))
}

/// Which of the words a parameter is.
pub(super) fn word<const N: usize>(spec: &Spec, parameter: &Parameter, words: [&str; N]) -> Result<usize, TextError> {
    let said: String = spec.get(parameter, &words.join(" or "), |said: &String| words.contains(&said.as_str()))?;
    Ok(words.iter().position(|&word| word == said).unwrap_or(0))
}

/// A parameter that is a number of plies from 1 to `most`, if it is set.
pub(super) fn depth(spec: &Spec, parameter: &Parameter, most: u32) -> Result<Option<u32>, TextError> {
    spec.optional(parameter, &format!("a number from 1 to {most}"), |depth| (1..=most).contains(depth))
}

/// The default of a table's size that leaves it to the search.
pub(super) const AUTO: &str = "auto";

/// A parameter that is the size of a table in megabytes, as bytes; none if it is [`AUTO`].
///
/// Sizes for which the system has no room are refused here: later, in the middle of a game, they would end the program.
pub(super) fn table(spec: &Spec, parameter: &Parameter) -> Result<Option<usize>, TextError> {
    const RANGE: &str = "a number from 0 to 65536";
    let fits = |megabytes: &usize| *megabytes <= 65_536;
    let megabytes = if parameter.default == AUTO {
        spec.optional(parameter, RANGE, fits)?
    } else {
        Some(spec.get(parameter, RANGE, fits)?)
    };
    let Some(megabytes) = megabytes else { return Ok(None) };
    let bytes = megabytes.saturating_mul(1_000_000);
    // Asked for and given back, untouched; seen by the black box, so that the compiler does not leave it out.
    let mut room = Vec::<u8>::new();
    let granted = room.try_reserve_exact(bytes);
    core::hint::black_box(&room);
    match granted {
        Ok(()) => Ok(Some(bytes)),
        Err(_) => Err(spec.error(format!("there is no room for a table of {megabytes} megabytes"))),
    }
}

/// The depth that searches reach at least where there is no clock and no depth is set.
#[cfg(not(feature = "clock"))]
const WITHOUT_CLOCK: u32 = 3;

/// Budgets of a depth, each with the milliseconds that a parameter says. In builds without a clock, times but the defaults are
/// refused, and the depth is 3 unless it is set.
pub(super) fn budgets<const N: usize>(
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

/// What each of the parameters says: their defaults if nothing is said, but no limit if a depth is set and none of them is.
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

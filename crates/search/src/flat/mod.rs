//! Flat Monte Carlo: simulations of every legal action, without a tree.

mod allocation;
mod simulation;
mod tally;

use alloc::vec;
use alloc::vec::Vec;

use gambol_core::random::below;
use gambol_core::{Evaluator, Game, GameExt, Player, Policy, Score, Seed, Uniform};

use crate::budget::Budget;
use crate::decision::{Decision, RootAction, best_for, root_of, worth};
use crate::error::{Fault, SearchError, check_setting};
use crate::meter::{Counter, DESCENT, Meter};
use crate::parallel;
use crate::search::{Limits, Search};
use crate::terminal::Terminal;

use allocation::{Allocator, Total};
use simulation::{MAX_SEQUENCE, Simulation, Streams};
use tally::Tally;

pub use allocation::Allocation;

/// Aggregate value of a set of simulations.
///
/// ```
/// use gambol_core::Seed;
/// use gambol_search::{Aggregate, Budget, FlatMonteCarlo, Search};
/// use gambol_threes::Threes;
///
/// let state: Threes = "6,12,6,3/2,24,1,2/3,3,6,12/0,0,2,0 3 4,2,1 m".parse()?;
/// let value = |aggregate| {
///     let mut search = FlatMonteCarlo::new().rollouts(10).aggregate(aggregate);
///     search.search(&state, &Budget::unlimited(), Seed::new(1)).map(|decision| decision.value)
/// };
/// assert!(value(Aggregate::Average)? < value(Aggregate::Maximum)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Aggregate {
    /// The mean of their values (the default).
    #[default]
    Average,
    /// The best of their values for the player to move.
    Maximum,
}

/// Tie break among best actions.
///
/// ```
/// use gambol_core::{Afterstate, Null, Seed};
/// use gambol_search::{Budget, Greedy, Search, Ties};
/// use gambol_threes::{Swipe, Threes};
///
/// let state: Threes = "6,12,6,3/2,24,1,2/3,3,6,12/0,0,2,0 3 4,2,1 m".parse()?;
/// let choose = |ties, seed| {
///     let mut search = Greedy::new(Afterstate(Null)).ties(ties);
///     search.search(&state, &Budget::unlimited(), Seed::new(seed)).map(|decision| decision.action)
/// };
/// // To an evaluator that knows nothing, all actions are equal.
/// assert_eq!((choose(Ties::First, 1)?, choose(Ties::First, 2)?), (Swipe::Left, Swipe::Left));
/// let random: Vec<Swipe> = (0..20).map(|seed| choose(Ties::Random, seed)).collect::<Result<_, _>>()?;
/// assert!(random.iter().any(|&swipe| swipe != Swipe::Left));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Ties {
    /// The first in the order in which the game lists them (the default).
    #[default]
    First,
    /// A random one, by the search's seed.
    Random,
}

/// Flat Monte Carlo: plays rollouts from every legal action to the end of the game and takes the
/// action with the best mean.
///
/// By default, every action gets the same number of rollouts (see [`Allocation`]). Rollouts follow
/// a rollout policy (default [`Uniform`]) and play at random where it abstains. Works for any game
/// with or without chance, for one player and two; rollouts play both sides.
///
/// An anytime search. It does not converge to best play, since rollouts do not search.
/// Deterministic: rollout `k` of action `i` has separate random streams, derived from (seed, `i`,
/// `k`), or from (seed, `k`) with [common random numbers](Self::common_random_numbers).
///
/// For biased play, set a rollout policy ([`with_policy`](Self::with_policy)), apply a policy at
/// the root ([`PolicyFirst`](crate::PolicyFirst)), or both.
///
/// Sources: O. A. de Bruin, *Calculating and Predicting the Game Five or More*, Leiden 2010,
/// section 3.1, with `Z` = [`rollouts`](Self::rollouts); the idea goes back to B. Abramson's
/// *expected-outcome model*, IEEE PAMI 12(2), 1990. Short sequences instead of rollouts
/// ([`best_of_sequences`](Self::best_of_sequences)) are the method of *Recreating the Threes game
/// app*, part 3, 2014.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/doc/nim.rs")); }
/// # use nim::*;
/// use gambol_core::Seed;
/// use gambol_search::{Budget, FlatMonteCarlo, Search};
///
/// let state = Nim { matches: 7, to_move: Player::First };
/// let decision = FlatMonteCarlo::new().rollouts(200).search(&state, &Budget::unlimited(), Seed::new(1))?;
/// assert_eq!(decision.action, 3, "whoever leaves four matches wins");
/// # Ok::<(), gambol_search::SearchError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct FlatMonteCarlo<P = Uniform, E = Score> {
    policy: P,
    evaluator: E,
    /// Mean number of rollouts per action; `None` for the default, which depends on the budget.
    rollouts: Option<u32>,
    max_rollout_plies: u64,
    sequences: Option<u32>,
    dead_end: Option<f64>,
    allocation: Allocation,
    aggregate: Aggregate,
    ties: Ties,
    common: bool,
    terminal: Option<Terminal>,
}

impl FlatMonteCarlo {
    /// Creates a search with uniformly random rollouts, [100 per action](Self::rollouts) unless the
    /// budget has a limit.
    #[must_use]
    pub fn new() -> Self {
        Self::with_policy(Uniform)
    }
}

impl Default for FlatMonteCarlo {
    fn default() -> Self {
        Self::new()
    }
}

impl<P> FlatMonteCarlo<P> {
    /// Creates a search with this rollout policy.
    pub fn with_policy(policy: P) -> Self {
        Self {
            policy,
            evaluator: Score,
            rollouts: None,
            max_rollout_plies: u64::MAX,
            sequences: None,
            dead_end: None,
            allocation: Allocation::default(),
            aggregate: Aggregate::default(),
            ties: Ties::default(),
            common: false,
            terminal: None,
        }
    }
}

impl<P, E> FlatMonteCarlo<P, E> {
    /// Mean number of rollouts per action, unless the budget ends the search earlier; a simulation
    /// limit of the budget overrides it. Default: 100 if the budget limits neither time nor nodes
    /// nor simulations, otherwise as many as it allows.
    #[must_use]
    pub fn rollouts(mut self, rollouts: u32) -> Self {
        self.rollouts = Some(rollouts);
        self
    }

    /// Truncates rollouts after this many plies (default: never); a chance chain counts once. The
    /// [evaluator](Self::evaluator) gives the value of a truncated rollout. Required for games that
    /// may never end.
    #[must_use]
    pub fn max_rollout_plies(mut self, plies: u64) -> Self {
        self.max_rollout_plies = plies;
        self
    }

    /// Evaluator of the states at which rollouts are [truncated](Self::max_rollout_plies) and
    /// sequences end (default: the score).
    #[must_use]
    pub fn evaluator<F>(self, evaluator: F) -> FlatMonteCarlo<P, F> {
        let Self {
            policy,
            evaluator: _,
            rollouts,
            max_rollout_plies,
            sequences,
            dead_end,
            allocation,
            aggregate,
            ties,
            common,
            terminal,
        } = self;
        FlatMonteCarlo {
            policy,
            evaluator,
            rollouts,
            max_rollout_plies,
            sequences,
            dead_end,
            allocation,
            aggregate,
            ties,
            common,
            terminal,
        }
    }

    /// Values of ended games (default: by the game's [scoring](Game::SCORING)). The evaluator must
    /// use the same units.
    #[must_use]
    pub fn terminal(mut self, terminal: Terminal) -> Self {
        self.terminal = Some(terminal);
        self
    }

    /// Replaces rollouts by the best sequence: a simulation tries all sequences of `depth` actions
    /// after the first, at most 512, and has the best value at their ends. Chance is sampled at
    /// every step of every sequence. The cost of a simulation is the branching factor to the power
    /// of `depth`.
    #[must_use]
    pub fn best_of_sequences(mut self, depth: u32) -> Self {
        self.sequences = Some(depth.min(MAX_SEQUENCE));
        self
    }

    /// Value of a simulation by [sequences](Self::best_of_sequences) that ends before its second
    /// action (default: the value of other [ended games](Self::terminal)).
    #[must_use]
    pub fn dead_end(mut self, value: f64) -> Self {
        self.dead_end = Some(value);
        self
    }

    /// Allocation of simulations to actions (default [`Allocation::Uniform`]).
    #[must_use]
    pub fn allocation(mut self, allocation: Allocation) -> Self {
        self.allocation = allocation;
        self
    }

    /// Aggregate of an action's simulations (default [`Aggregate::Average`]).
    #[must_use]
    pub fn aggregate(mut self, aggregate: Aggregate) -> Self {
        self.aggregate = aggregate;
        self
    }

    /// Tie break among best actions (default [`Ties::First`]).
    #[must_use]
    pub fn ties(mut self, ties: Ties) -> Self {
        self.ties = ties;
        self
    }

    /// Common random numbers (off by default): simulation `k` has the same random streams for every
    /// action, one for chance and one for the players. This reduces the variance of the differences
    /// between actions.
    #[must_use]
    pub fn common_random_numbers(mut self, common: bool) -> Self {
        self.common = common;
        self
    }
}

impl<G: Game, P: Policy<G>, E: Evaluator<G>> Search<G> for FlatMonteCarlo<P, E> {
    fn search(&mut self, state: &G, budget: &Budget, seed: Seed) -> Result<Decision<G::Action>, SearchError> {
        self.check()?;
        let (player, actions) = root_of(state, budget)?;
        let terminal = Terminal::for_game::<G>(self.terminal);
        let meter = budget.meter();
        let simulate = |task: &Task| {
            let afterstate = state.afterstate(actions[task.action]);
            let stream = if self.common { seed.derive(COMMON) } else { seed.derive(task.action as u64) };
            let (mut tally, mut fault) = (Tally::new(player), Fault::default());
            let mut counter = Counter::of_plies(&meter);
            for number in task.first..task.first + task.simulations {
                if !counter.tick_all(DESCENT) {
                    break;
                }
                let seed = stream.derive(number);
                let streams = Streams { chance: seed.derive(0).rng(), players: seed.derive(1).rng() };
                let (evaluator, counter, fault) = (&self.evaluator, &mut counter, &mut fault);
                let mut simulation = Simulation { evaluator, terminal, streams, counter, fault };
                let mut state = afterstate.clone();
                let simulated = match self.sequences {
                    None => simulation.rollout(&mut state, &self.policy, self.max_rollout_plies),
                    Some(depth) => {
                        state.settle(&mut simulation.streams.chance);
                        match self.dead_end {
                            Some(value) if state.is_over() => Some((value, 1)),
                            _ => simulation.best_sequence(&mut state, depth, player),
                        }
                    }
                };
                match simulated {
                    Some((value, nodes)) => tally.add(value, nodes),
                    None => break,
                }
            }
            fault.result().map(|()| tally)
        };
        let mut tallies = vec![Tally::new(player); actions.len()];
        let mut reported = actions.len() as u64 / 2;
        let mut allocator = Allocator::new(self.allocation, self.aggregate, player, actions.len(), self.total(budget));
        loop {
            let nodes: u64 = tallies.iter().map(|tally| tally.nodes).sum();
            if meter.is_over() || budget.max_nodes().is_some_and(|most| nodes >= most) {
                break;
            }
            let batch = allocator.next(&tallies);
            if batch.is_empty() {
                break;
            }
            for (action, tally) in parallel::map(&batch, |task| (task.action, simulate(task))) {
                tallies[action].merge(&tally?);
            }
            let simulations: u64 = tallies.iter().map(Tally::simulations).sum();
            if meter.is_watched() && simulations >= 2 * reported {
                reported = simulations;
                meter.report(&self.decision(state, player, &actions, &tallies, &meter, seed)?);
            }
        }

        self.decision(state, player, &actions, &tallies, &meter, seed)
    }

    fn limits(&self) -> Limits {
        Limits::none().nodes().simulations().progress()
    }
}

impl<P, E> FlatMonteCarlo<P, E> {
    /// Makes the decision from the tallies.
    fn decision<G: Game>(
        &self,
        state: &G,
        player: Player,
        actions: &[G::Action],
        tallies: &[Tally],
        meter: &Meter<'_>,
        seed: Seed,
    ) -> Result<Decision<G::Action>, SearchError> {
        let root: Vec<_> = actions
            .iter()
            .zip(tallies)
            .map(|(&action, tally)| match tally.value(self.aggregate) {
                Some(value) => {
                    let std_error = tally.std_error().filter(|_| self.aggregate == Aggregate::Average);
                    RootAction { std_error, ..RootAction::new(action, value).visits(tally.simulations()) }
                }
                None => RootAction::unsearched(action, state.afterstate(action).score()),
            })
            .collect();
        let best = self.best(player, &root, seed).ok_or(SearchError::NoActions { player })?;
        let mut decision = Decision::new(player, root[best].action, root[best].value);
        let sum = |number: fn(&Tally) -> u64| tallies.iter().map(number).sum();
        decision.stats = meter.stats(sum(|tally| tally.nodes), sum(Tally::simulations), 0);
        decision.root = root;
        Ok(decision)
    }
}

/// Seed streams that are not those of an action.
const COMMON: u64 = u64::MAX;
const TIES: u64 = u64::MAX - 1;

impl<P, E> FlatMonteCarlo<P, E> {
    fn check(&self) -> Result<(), SearchError> {
        if let Allocation::Ucb { c } = self.allocation {
            check_setting("allocation: c", c, "finite and at least 0", |c| c.is_finite() && c >= 0.0)?;
        }
        self.dead_end.map_or(Ok(()), |value| check_setting("dead_end", value, "a finite number", f64::is_finite))
    }

    /// Returns the total number of simulations.
    fn total(&self, budget: &Budget) -> Total {
        match (budget.max_simulations(), self.rollouts) {
            (Some(simulations), _) => Total::InAll(simulations),
            (None, Some(rollouts)) => Total::Each(u64::from(rollouts)),
            (None, None) if budget.bounds_work() => Total::Open,
            (None, None) => Total::Each(100),
        }
    }

    /// Returns the index of the action to take. Allocations that prefer some actions leave others
    /// with few simulations, so only actions with at least half of the most visits are eligible.
    fn best<A>(&self, player: Player, root: &[RootAction<A>], seed: Seed) -> Option<usize> {
        let most = root.iter().map(|action| action.visits).max()?;
        let least = match self.allocation {
            Allocation::Uniform | Allocation::Ocba => most.min(1),
            _ => most.div_ceil(2),
        };
        let worst = -player.sign() as f64 * f64::INFINITY;
        let value = |action: &RootAction<A>| if action.visits < least { worst } else { action.value };
        let best = best_for(player, root.iter().map(value))?;
        match self.ties {
            Ties::First => Some(best),
            Ties::Random => {
                let worth = |index: usize| worth(player, value(&root[index]));
                let equals = || (0..root.len()).filter(|&index| worth(index) == worth(best));
                let mut rng = seed.derive(TIES).rng();
                equals().nth(below(&mut rng, equals().count() as u32) as usize)
            }
        }
    }
}

/// Consecutive simulations of one action.
#[derive(Clone, Copy, Debug)]
struct Task {
    action: usize,
    first: u64,
    simulations: u64,
}

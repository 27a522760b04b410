//! Monte Carlo tree search.

mod arena;
mod decide;
mod forest;
mod guide;
mod gumbel;
mod math;
mod node;
mod noise;
mod prove;
mod select;
mod settings;
mod tree;

use alloc::vec::Vec;

use gambol_core::{Evaluator, EventOf, Game, Policy, Prior, Score, Seed, Uniform};

use crate::budget::Budget;
use crate::decision::Decision;
use crate::error::{SearchError, check_setting};
use crate::meter::Meter;
use crate::parallel;
use crate::search::{Limits, Search};
use crate::spare::Spare;
use crate::terminal::Terminal;

use arena::{Memory, Room};
use settings::{Exploring, Root, Settings, TreeLimits};
use tree::Tree;

pub use forest::{Batched, Forest, ForestError, Leaf, Leaves};

/// Simulations of one tree per turn.
const SLICE: u64 = 256;

/// Monte Carlo tree search: each simulation descends the tree, expands a leaf and plays a rollout
/// from it.
///
/// For one player and two, with and without chance. Anytime; means converge to the values of best
/// play.
///
/// - **Selection** is UCT, or [PUCT](Self::puct) with a prior. UCT adds up the mean of a child,
///   scaled to the range of the simulations' values so far, and [`exploration`](Self::exploration)
///   times `√(ln N / n)`. The scaling makes exploration independent of the size of scores. Each
///   child is visited once, in random order, before any is visited again. The player to move
///   determines the sign of the mean.
/// - **Chance nodes** (closed loop): each outcome has its own subtree, created when it is first
///   sampled.
/// - **Rollouts** follow a rollout policy (default [`Uniform`]) to the end of the game or to a
///   truncation with static evaluation.
/// - **The solver** ([`solver`](Self::solver)) proves values: of ended games, of a player's state
///   if an action wins or all actions are proved, and of a chance node if all its outcomes are
///   proved. Proved subtrees are not visited again. A proved root ends the search.
/// - **Memory** ([`memory`](Self::memory)) is bounded. When it is full, the search continues
///   without new nodes.
/// - **Trees** ([`trees`](Self::trees)): root parallelism. Several independent trees use several
///   threads, and their root statistics are added. The number of trees is a setting, so the
///   decision does not depend on the number of threads.
///
/// If the root is proved, the search plays an action whose proof has that value: the shortest
/// proved win, or the longest loss. Otherwise it plays the action with the most visits, or a proved
/// action if its value is higher. The mean breaks ties between visit counts. Actions with equal
/// afterstates share one subtree, its value and its visits.
///
/// Sources: L. Kocsis and C. Szepesvári, *Bandit Based Monte-Carlo Planning*, ECML 2006; R. Coulom,
/// *Efficient Selectivity and Backup Operators in Monte-Carlo Tree Search*, CG 2006; M. Winands, Y.
/// Björnsson and J.-T. Saito, *Monte-Carlo Tree Search Solver*, CG 2008; G. Chaslot, M. Winands and
/// J. van den Herik, *Parallel Monte-Carlo Tree Search*, CG 2008.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/doc/nim.rs")); }
/// # use nim::*;
/// use gambol_core::Seed;
/// use gambol_search::{Budget, Mcts, Search};
///
/// // Players take one to three matches in turn; who takes the last one wins.
/// let state = Nim { matches: 21, to_move: Player::First };
/// let decision =
///     Mcts::new().search(&state, &Budget::unlimited().simulations(100_000), Seed::new(1))?;
/// assert_eq!((decision.action, decision.value), (1, 1.0));
/// assert!(decision.stats.simulations < 100_000, "a proof ended the search");
/// # Ok::<(), gambol_search::SearchError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Mcts<P = Uniform, E = Score, R = Uniform> {
    settings: Settings<P, E, R>,
    memory: usize,
    trees: u32,
    simulations: u64,
    spare: Spare,
}

impl Mcts {
    /// Creates a tree search with uniformly random rollouts to the end of the game.
    #[must_use]
    pub fn new() -> Self {
        Self::with_policy(Uniform)
    }
}

impl Default for Mcts {
    fn default() -> Self {
        Self::new()
    }
}

impl<P> Mcts<P> {
    /// Creates a tree search with this rollout policy. Rollouts play at random where the policy
    /// abstains.
    pub fn with_policy(policy: P) -> Self {
        let settings = Settings {
            policy,
            evaluator: Score,
            prior: None,
            exploration: 0.7,
            expansion_threshold: 2,
            max_rollout_plies: u64::MAX,
            solver: true,
            terminal: None,
            exploring: Exploring::default(),
        };
        Self { settings, memory: 256 << 20, trees: 1, simulations: 10_000, spare: Spare::default() }
    }
}

impl<P, E, R> Mcts<P, E, R> {
    /// Truncates rollouts after this many plies (default: never) and evaluates the reached state
    /// with this evaluator. A chance chain counts once. Required for games that may never end. The
    /// evaluator must use the same units as the values of [ended games](Self::terminal). With 0
    /// plies, leaves are evaluated without a rollout.
    #[must_use]
    pub fn truncate_rollouts<F>(self, plies: u64, evaluator: F) -> Mcts<P, F, R> {
        let Settings { policy, prior, exploration, expansion_threshold, solver, terminal, exploring, .. } =
            self.settings;
        let settings = Settings {
            policy,
            evaluator,
            prior,
            exploration,
            expansion_threshold,
            max_rollout_plies: plies,
            solver,
            terminal,
            exploring,
        };
        Mcts { settings, memory: self.memory, trees: self.trees, simulations: self.simulations, spare: self.spare }
    }

    /// Selects by PUCT instead of UCT, with the exploration constant `c` and this prior. The bound
    /// is the mean of a child, scaled as for UCT, plus `c · share · √N / (1 + n)`. The `share` is
    /// the child's fraction of the prior's weights. Values from 1 to 4 are usual for `c`.
    ///
    /// - One per cent of the shares is divided equally among all children. No action is therefore
    ///   ruled out, and enough simulations find what the prior misses. If all weights are 0, all
    ///   shares are equal. Negative, NaN or infinite weights are an [error](SearchError::Weight).
    /// - A child without visits has the mean of its parent. Ties go to the first child.
    /// - Leaves are [expanded](Self::expansion_threshold) on their first visit, so the prior is
    ///   called once for every new leaf. If the prior returns a value, it is the value of the leaf.
    ///   Otherwise the leaf gets a rollout or an evaluation.
    /// - A node takes 4 more bytes.
    ///
    /// Sources: C. D. Rosin, *Multi-Armed Bandits with Episode Context*, 2011; D. Silver et al.,
    /// *Mastering the Game of Go without Human Knowledge*, Nature 550, 2017.
    ///
    /// A prior and an evaluator without rollouts, then both in one call, as with a neural network:
    ///
    /// ```
    /// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/doc/nim.rs")); }
    /// # use nim::*;
    /// use gambol_core::{Afterstate, FromFn, Seed, Softmax};
    /// use gambol_search::{Budget, Mcts, Search};
    ///
    /// // Who is to move loses with a multiple of four matches.
    /// fn value(state: &Nim) -> f64 {
    ///     let lost = state.matches % 4 == 0;
    ///     state.to_move.sign() as f64 * if lost { -0.5 } else { 0.5 }
    /// }
    ///
    /// let state = Nim { matches: 21, to_move: Player::First };
    /// let budget = Budget::unlimited().simulations(50);
    /// let prior = Softmax(0.5, Afterstate(FromFn(value)));
    /// let mut search = Mcts::new().puct(1.0, prior).truncate_rollouts(0, FromFn(value));
    /// let decision = search.search(&state, &budget, Seed::new(1))?;
    /// assert_eq!(decision.action, 1);
    ///
    /// let network = FromFn(|state: &Nim, actions: &[u8], policy: &mut [f32]| {
    ///     for (weight, &taken) in policy.iter_mut().zip(actions) {
    ///         *weight = if (state.matches - taken) % 4 == 0 { 0.8 } else { 0.1 };
    ///     }
    ///     Some(value(state))
    /// });
    /// let decision = Mcts::new().puct(1.0, network).search(&state, &budget, Seed::new(1))?;
    /// assert_eq!(decision.action, 1);
    /// # Ok::<(), gambol_search::SearchError>(())
    /// ```
    #[must_use]
    pub fn puct<Q>(self, c: f64, prior: Q) -> Mcts<P, E, Q> {
        let Settings { policy, evaluator, max_rollout_plies, solver, terminal, exploring, .. } = self.settings;
        let prior = Some(prior);
        let settings = Settings {
            policy,
            evaluator,
            prior,
            exploration: c,
            expansion_threshold: 0,
            max_rollout_plies,
            solver,
            terminal,
            exploring,
        };
        Mcts { settings, memory: self.memory, trees: self.trees, simulations: self.simulations, spare: self.spare }
    }

    /// First-play urgency of PUCT (default 0): a child without visits has the mean of its parent
    /// plus this fraction of the range of values, for the player to move. Positive values try more
    /// children, negative ones fewer.
    ///
    /// The search returns an error for a NaN or infinite value, and without a [prior](Self::puct).
    ///
    /// Source: S. Gelly and Y. Wang, *Exploration Exploitation in Go: UCT for Monte-Carlo Go*, NIPS
    /// Workshop 2006.
    #[must_use]
    pub fn first_play_urgency(mut self, urgency: f64) -> Self {
        self.settings.exploring.first_play_urgency = urgency;
        self
    }

    /// Mixes Dirichlet noise into the prior's shares at the root, for self-play (default: none).
    /// The noise has this `share`, from 0 to 1, and the concentration `alpha`, above 0. Usual
    /// values are 0.25 and 10 divided by the number of actions.
    ///
    /// The search returns an error for other values, and without a [prior](Self::puct).
    ///
    /// Source: D. Silver et al., *Mastering the Game of Go without Human Knowledge*, Nature 550,
    /// 2017.
    #[must_use]
    pub fn root_noise(mut self, share: f64, alpha: f64) -> Self {
        self.settings.exploring.noise = Some((share, alpha));
        self
    }

    /// Selects at the root by Gumbel-Top-k and sequential halving instead of PUCT, for few
    /// simulations (default: off). Below the root, selection remains PUCT.
    ///
    /// The search considers the `considered` actions with the greatest sums of a Gumbel variate and
    /// the logit of the prior. It divides the simulations into phases. All considered actions have
    /// the same number of visits in a phase, and the worse half of them is dropped at its end. The
    /// choice is the best of the most visited actions. The variates are multiplied by `noise`: 1
    /// for self-play, 0 to play as well as possible. [`Forest::policy`] returns the improved policy
    /// as a target for learning.
    ///
    /// The phases divide the number of simulations of the budget, or the
    /// [default](Self::simulations) if the budget has none. Requires a [prior](Self::puct) and one
    /// [tree](Self::trees); the search returns an error otherwise. A [`Forest`] does not
    /// keep the tree for the next search.
    ///
    /// Source: I. Danihelka, A. Guez, J. Schrittwieser and D. Silver, *Policy Improvement by
    /// Planning with Gumbel*, ICLR 2022.
    #[must_use]
    pub fn gumbel(mut self, considered: u32, noise: f64) -> Self {
        self.settings.exploring.gumbel = Some((considered, noise));
        self
    }

    /// Exploration constant of UCT (default 0.7): the factor of `√(ln N / n)` for values between 0
    /// and 1. 0 disables exploration; the search rejects negative and infinite values. After
    /// [`puct`](Self::puct), the exploration constant of PUCT.
    #[must_use]
    pub fn exploration(mut self, factor: f64) -> Self {
        self.settings.exploration = factor;
        self
    }

    /// Expansion threshold (default 2; 0 with [`puct`](Self::puct)): visits before a leaf is
    /// expanded. A higher threshold saves time and memory, but the tree is shallower. With 0, a
    /// leaf is expanded on its first visit, and the rollout starts from the leaf itself.
    #[must_use]
    pub fn expansion_threshold(mut self, visits: u32) -> Self {
        self.settings.expansion_threshold = visits;
        self
    }

    /// Enables the MCTS solver, which proves values of states (on by default).
    ///
    /// With [`Terminal::WinLoss`], one winning action proves a state won. With the other settings,
    /// the best possible value is unknown, and a state is proved once all its actions are.
    /// [Evaluated](Terminal::Evaluated) values of ended games count as proved in the search, but
    /// are not reported as [`Proven`](crate::Proven).
    #[must_use]
    pub fn solver(mut self, on: bool) -> Self {
        self.settings.solver = on;
        self
    }

    /// Values of ended games (default: by the game's [scoring](Game::SCORING)).
    #[must_use]
    pub fn terminal(mut self, terminal: Terminal) -> Self {
        self.settings.terminal = Some(terminal);
        self
    }

    /// Memory limit for the nodes of all trees in bytes (default 256 MiB). Each tree has room for
    /// the root and its children even if they exceed the limit. Memory is allocated as trees grow.
    /// Up to a third is reserved for reallocation. The allocation is kept for the next search.
    ///
    /// A node takes 24 bytes if actions and outcomes take at most 4. Expanding a leaf takes a node
    /// for each of its actions: in Connect four, a million simulations take about 50 MB. States
    /// with more than 1,048,575 actions are not expanded.
    #[must_use]
    pub fn memory(mut self, bytes: usize) -> Self {
        self.memory = bytes;
        self.spare = Spare::default();
        self
    }

    /// Number of trees, 1 to 1,024 (default 1). The trees divide simulations, nodes and memory
    /// among themselves. With several threads (feature `parallel`), several trees are stronger than
    /// one in the same time, but weaker with the same number of simulations.
    #[must_use]
    pub fn trees(mut self, trees: u32) -> Self {
        self.trees = trees.clamp(1, 1 << 10);
        self.spare = Spare::default();
        self
    }

    /// Number of simulations if the budget limits neither time nor nodes nor simulations (default
    /// 10,000).
    #[must_use]
    pub fn simulations(mut self, simulations: u64) -> Self {
        self.simulations = simulations;
        self
    }

    /// Returns the limits of each tree.
    fn tree_limits(&self, budget: &Budget) -> impl Fn(u64) -> TreeLimits {
        let trees = u64::from(self.trees);
        let default = if budget.bounds_work() { u64::MAX } else { self.simulations };
        let simulations = budget.max_simulations().unwrap_or(default);
        let nodes = budget.max_nodes().map_or(u64::MAX, |nodes| nodes.div_ceil(trees));
        let depth = budget.max_depth().map_or(usize::MAX, |depth| depth as usize);
        let default = self.simulations;
        move |tree| TreeLimits {
            simulations: if simulations == u64::MAX {
                u64::MAX
            } else {
                simulations / trees + u64::from(tree < simulations % trees)
            },
            planned: if simulations == u64::MAX { default } else { simulations },
            nodes,
            depth,
        }
    }

    /// Creates a tree with its share of the memory limit in the allocation `memory`.
    fn seedling<G: Game>(&self, root: &Root<'_, G>, memory: Memory<EventOf<G>>, seed: Seed) -> Option<Tree<G>> {
        let limit = self.memory / self.trees as usize;
        Tree::new(root, Room { limit, copied: false, guided: self.settings.prior.is_some() }, memory, seed)
    }

    /// Runs all trees up to their limits.
    fn grow<G: Game>(
        &self,
        root: &Root<'_, G>,
        trees: &mut [Tree<G>],
        budget: &Budget,
        meter: &Meter<'_>,
    ) -> Result<(), SearchError>
    where
        P: Policy<G>,
        E: Evaluator<G>,
        R: Prior<G>,
    {
        self.settings.check()?;
        let single = |_| self.trees == 1 || self.settings.exploring.gumbel.is_none();
        check_setting("trees", f64::from(self.trees), "1 with gumbel", single)?;
        let (settings, limits) = (self.settings.borrow(), self.tree_limits(budget));
        let slice = if trees.len() == 1 && !meter.is_watched() { u64::MAX } else { SLICE };
        let mut reported = SLICE / 2;
        // Every tree runs a slice in each round until all of them have finished.
        loop {
            let mut tasks: Vec<(&mut Tree<G>, TreeLimits)> =
                trees.iter_mut().zip(0..).map(|(tree, number)| (tree, limits(number))).collect();
            let run =
                |(tree, limits): &mut (&mut Tree<G>, TreeLimits)| tree.run(root.state, &settings, limits, meter, slice);
            let goes_on = parallel::map_mut(&mut tasks, run).contains(&true);
            trees.iter().try_for_each(|tree| tree.fault.result())?;
            if !goes_on {
                return Ok(());
            }
            let simulations: u64 = trees.iter().map(|tree| tree.simulations).sum();
            if meter.is_watched() && simulations >= 2 * reported {
                reported = simulations;
                meter.report(&decide::decide(root, trees, meter));
            }
        }
    }
}

impl<G: Game, P: Policy<G>, E: Evaluator<G>, R: Prior<G>> Search<G> for Mcts<P, E, R> {
    fn search(&mut self, state: &G, budget: &Budget, seed: Seed) -> Result<Decision<G::Action>, SearchError> {
        let root = Root::new(state, budget, self.settings.terminal)?;
        let meter = budget.meter();
        let numbers = 0..u64::from(self.trees);
        let mut spare = self.spare.take::<Vec<Tree<G>>>().unwrap_or_default().into_iter().map(Tree::into_memory);
        let mut seedling = |number| {
            let memory = spare.next().unwrap_or_default();
            self.seedling(&root, memory, seed.derive(number))
        };
        let mut trees: Vec<Tree<G>> = numbers.filter_map(&mut seedling).collect();
        drop(spare);
        self.grow(&root, &mut trees, budget, &meter)?;
        let decision = decide::decide(&root, &trees, &meter);
        self.spare.keep(trees);
        Ok(decision)
    }

    fn limits(&self) -> Limits {
        Limits::none().nodes().simulations().depth().progress()
    }
}

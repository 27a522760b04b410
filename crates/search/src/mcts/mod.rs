//! Monte Carlo tree search.

mod arena;
mod decide;
mod math;
mod node;
mod prove;
mod reuse;
mod select;
mod settings;
mod tree;

use alloc::vec::Vec;

use gambol_core::{Evaluator, EventOf, Game, Player, Policy, Score, Seed, Uniform};

use crate::budget::Budget;
use crate::decision::{Decision, root_of};
use crate::error::{SearchError, check_setting};
use crate::meter::Meter;
use crate::parallel;
use crate::search::Search;
use crate::spare::Spare;

use node::Node;
use settings::{Limits, Settings};
use tree::Tree;

pub use reuse::ReusingMcts;

/// Simulations of one tree before the others have their turn.
const SLICE: u64 = 256;

/// Monte Carlo tree search: simulations descend a tree that grows by the most promising lines, and play from its leaves to the
/// end of the game.
///
/// For one player and two, with and without chance. Any time, and in the limit exact: means converge to the values of best play.
///
/// - **Selection** is UCT: the mean of a child, scaled to the range that the values of simulations have had so far, so that scores
///   of thousands and wins of one are explored alike, plus [`exploration`](Self::exploration) times `√(ln N / n)`. Children are
///   tried once each, in random order, before any is tried again. Signs come from whose turn it is.
/// - **Chance** has nodes of its own (a closed loop): each outcome has its own subtree, created when it is first sampled.
/// - **Rollouts** play by a policy, [`Uniform`] unless another is given, to the end of the game, or to a cut where an
///   evaluator judges.
/// - **The solver** ([`solver`](Self::solver)) proves values: of finished games, of a player's state if an action has the best score
///   that there is or if all actions are proved, of a turn of chance if all outcomes are proved. Proved subtrees are not
///   visited again, and a proved root ends the search.
/// - **Memory** ([`memory`](Self::memory)) is bounded. When it is full, the search goes on without new nodes.
/// - **Trees** ([`trees`](Self::trees)): several independent trees whose results are added (root parallelism) use several threads.
///   Their number is a setting, and no thread sees another's work, so the decision is the same on any number of threads.
///
/// Where the root is proved, an action is played whose proof is that value: the shortest win that was proved, or the longest loss.
/// Otherwise the action with most visits is played, of equals the one with the better mean; a proved action if it is worth more.
/// Where actions have the same afterstate, one stands for all, and they share its value and visits.
///
/// Sources: L. Kocsis and C. Szepesvári, *Bandit Based Monte-Carlo Planning*, ECML 2006; R. Coulom, *Efficient Selectivity
/// and Backup Operators in Monte-Carlo Tree Search*, CG 2006; M. Winands, Y. Björnsson and J.-T. Saito, *Monte-Carlo Tree Search
/// Solver*, CG 2008; G. Chaslot, M. Winands and J. van den Herik, *Parallel Monte-Carlo Tree Search*, CG 2008.
///
/// ```
/// # use core::ops::ControlFlow;
/// # use gambol_core::{Game, NoChance, Player, Turn};
/// # #[derive(Clone, Debug, PartialEq, Eq, Hash)]
/// # struct Nim { matches: u8, to_move: Player }
/// # impl Game for Nim {
/// #     type Action = u8;
/// #     type Outcome = NoChance;
/// #     const PLAYERS: usize = 2;
/// #     fn turn(&self) -> Turn { if self.matches == 0 { Turn::Over } else { Turn::Player(self.to_move) } }
/// #     fn score(&self) -> i64 { if self.matches == 0 { -self.to_move.sign() } else { 0 } }
/// #     fn visit_actions<F: FnMut(u8) -> ControlFlow<()>>(&self, visit: F) -> ControlFlow<()> { (1..=self.matches.min(3)).try_for_each(visit) }
/// #     fn visit_outcomes<F: FnMut(NoChance, f64) -> ControlFlow<()>>(&self, _: F) -> ControlFlow<()> { ControlFlow::Continue(()) }
/// #     fn play(&mut self, action: u8) { self.matches -= action; self.to_move = self.to_move.opponent(); }
/// #     fn resolve(&mut self, outcome: NoChance) { match outcome {} }
/// # }
/// use gambol_core::Seed;
/// use gambol_search::{Budget, Mcts, Search};
///
/// // Players take one to three matches in turn; who takes the last one wins.
/// let state = Nim { matches: 21, to_move: Player::First };
/// let decision = Mcts::new().search(&state, &Budget::unlimited().simulations(100_000), Seed::new(1))?;
/// assert_eq!((decision.action, decision.value), (1, 1.0));
/// assert!(decision.stats.simulations < 100_000, "a proof ended the search");
/// # Ok::<(), gambol_search::SearchError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Mcts<P = Uniform, E = Score> {
    settings: Settings<P, E>,
    memory: usize,
    trees: u32,
    simulations: u64,
    spare: Spare,
}

impl Mcts {
    /// Tree search with uniformly random rollouts to the end of the game.
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
    /// Tree search whose rollouts play by this policy; at random where it has no opinion.
    pub fn with_policy(policy: P) -> Self {
        let settings = Settings {
            policy,
            evaluator: Score,
            exploration: 0.7,
            ripe: 2,
            longest: u64::MAX,
            solver: true,
            scores: None,
        };
        Self { settings, memory: 256 << 20, trees: 1, simulations: 10_000, spare: Spare::default() }
    }
}

impl<P, E> Mcts<P, E> {
    /// Cuts rollouts after this many plies, a chain of chance counted as one; an evaluator, whose units are those of the score, then
    /// tells what the state is worth. 0 plies: no rollouts, leaves are judged at once.
    #[must_use]
    pub fn cut<F>(self, plies: u64, evaluator: F) -> Mcts<P, F> {
        let Settings { policy, exploration, ripe, solver, scores, .. } = self.settings;
        let settings = Settings { policy, evaluator, exploration, ripe, longest: plies, solver, scores };
        Mcts { settings, memory: self.memory, trees: self.trees, simulations: self.simulations, spare: self.spare }
    }

    /// Cuts rollouts after this many plies, a chain of chance counted as one; they are then worth the score so far, or what
    /// the evaluator given with [`cut`](Self::cut) says. Games that may never end need it.
    #[must_use]
    pub fn longest(mut self, plies: u64) -> Self {
        self.settings.longest = plies;
        self
    }

    /// UCT exploration constant (default 0.7): the factor of `√(ln N / n)`, where values lie between 0 and 1. More explores
    /// more, 0 not at all; the search refuses negative and infinite ones.
    #[must_use]
    pub fn exploration(mut self, factor: f64) -> Self {
        self.settings.exploration = factor;
        self
    }

    /// After how many visits a node gets children; at least 1. 2 unless set. More save time and memory, and look ahead less.
    #[must_use]
    pub fn expand_after(mut self, visits: u32) -> Self {
        self.settings.ripe = visits.max(1);
        self
    }

    /// Whether values are proved. On unless switched off.
    ///
    /// A game of [wins and losses](gambol_core::Scoring::WinLoss) in which all scores seen so far
    /// are -1, 0 or 1 is taken to have no others, so that one winning action proves a state won;
    /// [`scores`](Self::scores) says it for other games. Once another score is seen, proofs that
    /// rest on this are undone. All other proofs are exact whatever the scores.
    #[must_use]
    pub fn solver(mut self, on: bool) -> Self {
        self.settings.solver = on;
        self
    }

    /// States the least and the greatest score that games can end with, which the solver uses: an action that reaches it is not
    /// improved upon. For a game that ends with scores beyond, the solver may be content with less than best play.
    #[must_use]
    pub fn scores(mut self, least: i64, greatest: i64) -> Self {
        self.settings.scores = Some((least as f64, greatest as f64));
        self
    }

    /// The memory for nodes, in bytes, of all trees together: it is never exceeded, but each tree has room for the root and its
    /// children. 256 MiB unless set. It is taken as trees grow, and up to a third of it stays free to make room for that. What
    /// was taken is kept for the next search.
    ///
    /// A node takes 24 bytes if actions and outcomes take at most 4. A state that is visited often enough to get children takes a
    /// node for each of its actions: in Connect four, a million simulations take about 50 MB. States with more than 1,048,575
    /// actions get no children.
    #[must_use]
    pub fn memory(mut self, bytes: usize) -> Self {
        self.memory = bytes;
        self.spare = Spare::default();
        self
    }

    /// The number of trees, which share simulations, nodes and memory; at least 1, which is the default. More than one makes sense
    /// with more than one thread (feature `parallel`), and makes a stronger player of them, but a weaker one of the same number
    /// of simulations.
    #[must_use]
    pub fn trees(mut self, trees: u32) -> Self {
        self.trees = trees.max(1);
        self.spare = Spare::default();
        self
    }

    /// How many simulations are done if the budget limits neither time nor nodes nor simulations. 10,000 unless set.
    #[must_use]
    pub fn simulations(mut self, simulations: u64) -> Self {
        self.simulations = simulations;
        self
    }

    /// This search with a memory: what it has learnt of a state is kept for the next call.
    #[must_use]
    pub fn reusing<G: Game>(self) -> ReusingMcts<G, P, E> {
        ReusingMcts::new(self)
    }

    /// What each tree may spend.
    fn limits(&self, budget: &Budget) -> impl Fn(u64) -> Limits {
        let trees = u64::from(self.trees);
        let default = if budget.bounds_work() { u64::MAX } else { self.simulations };
        let simulations = budget.max_simulations().unwrap_or(default);
        let nodes = budget.max_nodes().map_or(u64::MAX, |nodes| nodes.div_ceil(trees));
        let depth = budget.max_depth().map_or(usize::MAX, |depth| depth as usize);
        move |tree| Limits {
            simulations: if simulations == u64::MAX {
                u64::MAX
            } else {
                simulations / trees + u64::from(tree < simulations % trees)
            },
            nodes,
            depth,
        }
    }

    /// A new tree with its share of the memory, of which `memory` is taken already. `copied`: whether its nodes will be copied
    /// to another.
    fn seedling<G: Game>(
        &self,
        root: &G,
        actions: &[G::Action],
        copied: bool,
        memory: Vec<Node<EventOf<G>>>,
        seed: Seed,
    ) -> Option<Tree<G>> {
        Tree::new(root, actions, self.memory / self.trees as usize, copied, memory, seed)
    }

    /// Lets all trees grow until they have spent what they may.
    fn grow<G: Game>(
        &self,
        root: &G,
        player: Player,
        actions: &[G::Action],
        trees: &mut [Tree<G>],
        budget: &Budget,
        meter: &Meter<'_>,
    ) -> Result<(), SearchError>
    where
        P: Policy<G>,
        E: Evaluator<G>,
    {
        let in_range = |factor: f64| factor.is_finite() && factor >= 0.0;
        check_setting("exploration", self.settings.exploration, "finite and at least 0", in_range)?;
        let limits = self.limits(budget);
        let slice = if trees.len() == 1 && !meter.is_watched() { u64::MAX } else { SLICE };
        let mut reported = SLICE / 2;
        // Every tree has its turn as long as any of them has more to do.
        loop {
            let mut tasks: Vec<(&mut Tree<G>, Limits)> =
                trees.iter_mut().zip(0..).map(|(tree, number)| (tree, limits(number))).collect();
            let run =
                |(tree, limits): &mut (&mut Tree<G>, Limits)| tree.run(root, &self.settings, limits, meter, slice);
            let goes_on = parallel::map_mut(&mut tasks, run).contains(&true);
            trees.iter().try_for_each(|tree| tree.fault.result())?;
            if !goes_on {
                return Ok(());
            }
            let simulations: u64 = trees.iter().map(|tree| tree.simulations).sum();
            if meter.is_watched() && simulations >= 2 * reported {
                reported = simulations;
                meter.report(&decide::decide(root, player, actions, trees, &self.settings, meter));
            }
        }
    }
}

impl<G: Game, P: Policy<G>, E: Evaluator<G>> Search<G> for Mcts<P, E> {
    fn search(&mut self, state: &G, budget: &Budget, seed: Seed) -> Result<Decision<G::Action>, SearchError> {
        let (player, actions) = root_of(state)?;
        let meter = budget.meter();
        let numbers = 0..u64::from(self.trees);
        let mut spare = self.spare.take::<Vec<Tree<G>>>().unwrap_or_default().into_iter().map(Tree::into_memory);
        let mut seedling = |number| {
            let memory = spare.next().unwrap_or_default();
            self.seedling(state, &actions, false, memory, seed.derive(number))
        };
        let mut trees: Vec<Tree<G>> = numbers.filter_map(&mut seedling).collect();
        drop(spare);
        self.grow(state, player, &actions, &mut trees, budget, &meter)?;
        let decision = decide::decide(state, player, &actions, &trees, &self.settings, &meter);
        self.spare.keep(trees);
        Ok(decision)
    }
}

//! Expectimax: players choose their best action; chance nodes are averaged.

mod probing;
mod pruned;
mod settings;
mod tree;

use alloc::vec::Vec;

use gambol_core::{Evaluator, Game, GameExt, Player, Seed};

use crate::batch::Batch;
use crate::budget::Budget;
use crate::decision::{self, Decision, Proven, RootAction, best_first, best_for, root_of, worth};
use crate::error::{Fault, SearchError};
use crate::meter::{Counter, Meter};
use crate::parallel;
use crate::search::{Limits, Search};
use crate::table::{MAX_ENTRY_DEPTH, TranspositionTable};
use crate::terminal::Terminal;

use probing::{Keys, Worth};
pub use settings::ChanceNodes;
use settings::Settings;
use tree::{SearchParams, Tree};

/// Expectimax with iterative deepening, for games with chance, one player or two.
///
/// Depth counts players' actions; chance events do not count. A chance chain that can repeat itself
/// ("six: roll again") is followed down to the probability 10⁻¹², and every line for at most 512
/// events of players and chance. States beyond are evaluated statically. With [all
/// outcomes](ChanceNodes::All) and a probability cut-off of 0, values are exact to the depth with
/// respect to the evaluator. The value of a game that ends within the depth is exact, and the
/// search ends if all lines do. A win that is proven and worth most ends the search.
/// States with equal mixed keys collide: less than once in 2⁴⁰ probes of a table of up to 256 MiB.
///
/// Anytime: the last completed depth counts. An incomplete depth counts, too, if the best action so
/// far, which is searched first, was finished at that depth. The best of the finished actions is
/// then chosen, and the others keep their values of the previous depth. A depth is not started if
/// the best action so far would take more than twice the remaining time or nodes, as estimated from
/// the growth between depths. If only the depth is limited, that depth is searched directly.
///
/// Source: D. Michie, *Game-playing and Game-learning Automata*, 1966.
///
/// ```
/// # use core::ops::ControlFlow;
/// # use gambol_core::{Game, Player, Turn};
/// # #[derive(Clone, Debug, PartialEq, Eq, Hash)]
/// # enum Bet { Choice, Toss, Over(i64) }
/// # impl Game for Bet {
/// #     type Action = bool;
/// #     type Outcome = bool;
/// #     const PLAYERS: usize = 1;
/// #     fn turn(&self) -> Turn {
/// #         match self { Bet::Choice => Turn::Player(Player::First), Bet::Toss => Turn::Chance, Bet::Over(_) => Turn::Over }
/// #     }
/// #     fn score(&self) -> i64 { if let Bet::Over(points) = self { *points } else { 0 } }
/// #     fn visit_actions<F>(&self, visit: F) -> ControlFlow<()>
/// #     where
/// #         F: FnMut(bool) -> ControlFlow<()>,
/// #     {
/// #         [true, false].into_iter().filter(|_| *self == Bet::Choice).try_for_each(visit)
/// #     }
/// #     fn visit_outcomes<F>(&self, mut visit: F) -> ControlFlow<()>
/// #     where
/// #         F: FnMut(bool, f64) -> ControlFlow<()>,
/// #     {
/// #         if *self == Bet::Toss { visit(true, 0.5)?; visit(false, 0.5)?; } ControlFlow::Continue(())
/// #     }
/// #     fn play(&mut self, bet: bool) { *self = if bet { Bet::Toss } else { Bet::Over(4) }; }
/// #     fn resolve(&mut self, heads: bool) { *self = Bet::Over(if heads { 10 } else { 0 }); }
/// # }
/// use gambol_core::{Score, Seed};
/// use gambol_search::{Budget, Expectimax, Search};
///
/// // Four points for sure, or a coin for ten.
/// let decision =
///     Expectimax::new(Score).depth(3).search(&Bet::Choice, &Budget::unlimited(), Seed::new(1))?;
/// assert_eq!((decision.action, decision.value), (true, 5.0));
/// # Ok::<(), gambol_search::SearchError>(())
/// ```
#[derive(Debug)]
pub struct Expectimax<E> {
    evaluator: E,
    settings: Settings,
    bytes: usize,
    parallel: bool,
    /// Allocations are kept between searches, entries are not.
    tables: Vec<TranspositionTable>,
}

impl<E> Expectimax<E> {
    /// Creates a search of depth 2 with this evaluator and a table of 16 MiB.
    ///
    /// Evaluations and the values of ended games share one scale. In a game that is
    /// [won or lost](gambol_core::Scoring::WinLoss), an end is worth 1, 0 or −1: an evaluator in
    /// other units outranks wins.
    pub fn new(evaluator: E) -> Self {
        let settings = Settings { depth: 2, cutoff: 0.0, chance: ChanceNodes::default(), range: None, terminal: None };
        Self { evaluator, settings, bytes: 16 << 20, parallel: false, tables: Vec::new() }
    }

    /// Maximum depth in players' actions (default 2), clamped to 1 to 127. The lesser of this and
    /// the budget's depth applies. Under a limit of time or nodes, set it to 127: a search ends at
    /// its depth, however much of the budget is left.
    #[must_use]
    pub fn depth(mut self, depth: u32) -> Self {
        self.settings.depth = depth.clamp(1, u32::from(MAX_ENTRY_DEPTH));
        self
    }

    /// Probability cut-off, from 0 to 1 (default 0, never): evaluates statically below this reach
    /// probability. The search rejects other values.
    ///
    /// With a cut-off, the value of a state depends on the path to it. A transposition table entry
    /// is used if it was stored with at least the required reach probability (to within one part in
    /// 128). A table therefore makes values more accurate, not equal.
    #[must_use]
    pub fn probability_cutoff(mut self, probability: f64) -> Self {
        self.settings.cutoff = probability;
        self
    }

    /// Outcomes considered at chance nodes (default [`ChanceNodes::All`]).
    #[must_use]
    pub fn chance(mut self, chance: ChanceNodes) -> Self {
        self.settings.chance = chance;
        self
    }

    /// Prunes chance nodes by Star2 (off by default): probes one action after each outcome, and
    /// stops once the remaining outcomes cannot bring the mean back into the window. Values do not
    /// change. Useful if players move before and after chance.
    ///
    /// No value of the evaluator or of an [ended game](Terminal) may be below `low` or above
    /// `high`. The search returns an error unless both are finite and `low` is at most `high`.
    ///
    /// Source: B. W. Ballard, *The \*-Minimax Search Procedure for Trees Containing Chance Nodes*,
    /// Artificial Intelligence 21, 1983.
    ///
    /// ```
    /// use gambol_core::{FromFn, Game, Seed};
    /// use gambol_search::{Budget, Expectimax, Search, Terminal};
    /// use gambol_threes::Threes;
    ///
    /// // All values are from 0 to 1, those of ended games too.
    /// let risk = FromFn(|state: &Threes| 1.0 / (1.0 + state.score() as f64));
    /// let state: Threes = "6,12,6,3/2,24,1,2/3,3,6,12/0,0,2,0 3 4,2,1 m".parse()?;
    /// let plain = Expectimax::new(risk).depth(2).terminal(Terminal::Evaluated);
    /// let decide = |mut search: Expectimax<_>| search.search(&state, &Budget::unlimited(), Seed::new(1));
    /// let (all, pruned) = (decide(plain.clone())?, decide(plain.values_within(0.0, 1.0))?);
    /// assert_eq!((all.action, all.value), (pruned.action, pruned.value));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn values_within(mut self, low: f64, high: f64) -> Self {
        self.settings.range = Some((low, high));
        self
    }

    /// Values of ended games (default: by the game's [scoring](Game::SCORING)). The evaluator must
    /// use the same units.
    #[must_use]
    pub fn terminal(mut self, terminal: Terminal) -> Self {
        self.settings.terminal = Some(terminal);
        self
    }

    /// Size of the transposition table in bytes (default 16 MiB), never exceeded; 0 disables it.
    #[must_use]
    pub fn table_bytes(mut self, bytes: usize) -> Self {
        self.bytes = bytes;
        self.tables.clear();
        self
    }

    /// Searches the root actions in parallel (off by default), each with its share of the table.
    /// Decisions do not depend on the number of threads. Slower on one thread, since root actions
    /// then share no table entries.
    #[cfg(feature = "parallel")]
    #[cfg_attr(docsrs, doc(cfg(feature = "parallel")))]
    #[must_use]
    pub fn parallel(mut self, parallel: bool) -> Self {
        self.parallel = parallel;
        self.tables.clear();
        self
    }

    /// Searches every root action to this depth.
    fn values<G: Game>(
        &mut self,
        roots: &[G],
        depth: u32,
        terminal: Terminal,
        meter: &Meter<'_>,
        most: u64,
        seed: Seed,
    ) -> Result<Vec<RootValue>, SearchError>
    where
        E: Evaluator<G>,
    {
        let (settings, evaluator) = (&self.settings, &self.evaluator);
        let groups = if self.parallel { roots.len() } else { 1 };
        let most = most / groups as u64;
        let search = |(roots, table): &mut (&[G], &mut TranspositionTable)| {
            let is_cheap = evaluator.properties().is_cheap;
            let new_counter = if is_cheap { Counter::of_cheap_nodes } else { Counter::new };
            let (probes, fault, batch) = (Vec::new(), Fault::default(), Batch::new());
            let mut tree = Tree {
                settings,
                terminal,
                evaluator,
                table,
                keys: Keys::new::<G, E>(evaluator, terminal),
                worth: is_cheap.then(Worth::default),
                merges: evaluator.properties().ignores_preview,
                counter: new_counter(meter, most),
                seed,
                cut: false,
                least_depth: depth,
                probes,
                fault,
                batch,
            };
            let mut values = Vec::with_capacity(roots.len());
            for root in *roots {
                let before = tree.counter.nodes();
                (tree.cut, tree.least_depth) = (false, depth);
                let value = tree.value(root, SearchParams::new(depth));
                let (nodes, depth_left) = (tree.counter.nodes() - before, tree.least_depth);
                values.push(RootValue { value, nodes, solved: value.is_some() && !tree.cut, depth_left });
            }
            (values, tree.fault)
        };
        // Each group has a share of the table. Tables from a search with another number of groups
        // have the wrong size.
        if self.tables.len() != groups {
            self.tables.clear();
            self.tables.resize_with(groups, || TranspositionTable::new(self.bytes / groups));
        }
        let size = roots.len().div_ceil(groups).max(1);
        let mut shares: Vec<_> = roots.chunks(size).zip(&mut self.tables).collect();
        let parts = parallel::map_mut(&mut shares, search);
        let mut found = Vec::with_capacity(roots.len());
        for (values, fault) in parts {
            fault.result()?;
            found.extend(values);
        }
        Ok(found)
    }
}

/// Result of a root action at one depth.
#[derive(Clone, Copy, Debug)]
struct RootValue {
    /// `None` if the search was not finished.
    value: Option<f64>,
    nodes: u64,
    /// Whether no state was evaluated at the horizon, so that deeper searches give the same value.
    solved: bool,
    /// Remaining depth at the end of the longest line.
    depth_left: u32,
}

/// Growth of the node count from depth to depth.
#[derive(Clone, Copy, Debug, Default)]
struct Growth {
    /// Nodes of the depth before the last.
    before: u64,
    last: u64,
    /// Nodes of the best action so far in the last depth.
    best: u64,
}

impl Growth {
    /// Records the nodes of a depth and of its first action.
    fn add(&mut self, nodes: u64, best: u64) {
        *self = Self { before: self.last, last: nodes, best };
    }

    /// Whether twice the remaining budget may suffice for the best action at the next depth.
    fn is_worth_a_try(self, meter: &Meter<'_>, nodes: u64) -> bool {
        if self.before == 0 {
            return true;
        }
        let next = self.best as f64 * self.last as f64 / self.before as f64;
        next <= 2.0 * meter.estimated_nodes_left(nodes)
    }
}

impl<G: Game, E: Evaluator<G>> Search<G> for Expectimax<E> {
    fn search(&mut self, state: &G, budget: &Budget, seed: Seed) -> Result<Decision<G::Action>, SearchError> {
        self.settings.check()?;
        Search::<G>::limits(self).check(budget)?;
        let (player, actions) = root_of(state, budget)?;
        let terminal = Terminal::for_game::<G>(self.settings.terminal);
        let meter = budget.meter();
        let roots: Vec<G> = actions.iter().map(|&action| state.afterstate(action)).collect();
        let most = budget.max_nodes().unwrap_or(u64::MAX);
        let max_depth = budget.max_depth().unwrap_or(u32::MAX).min(self.settings.depth).max(1);
        self.tables.iter_mut().for_each(TranspositionTable::clear);

        // Initially, the value of an action is the static evaluation of its afterstate.
        let (mut fault, mut counter) = (Fault::default(), Counter::new(&meter, u64::MAX));
        let static_eval = |root| {
            // A decision needs at least one value.
            let is_due = counter.tick() || counter.nodes() == 1;
            if is_due { self.static_eval(root, terminal, &mut fault) } else { None }
        };
        let static_evals: Vec<f64> = roots.iter().map_while(static_eval).collect();
        fault.result()?;
        let mut root = decision::roots(&actions, &static_evals, |index| roots[index].score());
        let mut nodes = static_evals.len() as u64;
        let mut completed = 0;
        // Shallower searches are needed only if the budget can interrupt the search.
        let first_depth = if budget.only_bounds_depth() { max_depth } else { 1 };
        let mut growth = Growth::default();
        let mut is_searched = alloc::vec![false; roots.len()];
        // Root actions that were finished at the last depth.
        let mut finished: Vec<usize> = (0..static_evals.len()).collect();
        for depth in first_depth..=max_depth {
            if meter.is_over() || nodes >= most || !growth.is_worth_a_try(&meter, nodes) {
                break;
            }
            // The best action so far comes first.
            let mut order: Vec<usize> = (0..roots.len()).collect();
            best_first(&mut order, |&index| worth(player, root[index].value));
            let in_order: Vec<G> = order.iter().map(|&index| roots[index].clone()).collect();
            meter.begin_part();
            let found = self.values(&in_order, depth - 1, terminal, &meter, most - nodes, seed)?;
            for (&index, found) in order.iter().zip(&found) {
                nodes += found.nodes;
                root[index].visits += found.nodes;
            }
            growth.add(found.iter().map(|found| found.nodes).sum(), found.first().map_or(0, |found| found.nodes));
            // Values of different depths are not comparable. If the best action so far was finished
            // at this depth, the best of the finished actions is chosen.
            if found.first().is_none_or(|first| first.value.is_none()) {
                break;
            }
            finished.clear();
            for (&index, found) in order.iter().zip(&found) {
                let Some(value) = found.value else { continue };
                let is_exact = found.solved && self.settings.chance == ChanceNodes::All;
                is_searched[index] = true;
                root[index].value = value;
                root[index].proven = if is_exact { terminal.proven::<G>(value, None) } else { None };
                finished.push(index);
            }
            finished.sort_unstable();
            if finished.len() < roots.len() {
                for (root, _) in root.iter_mut().zip(&is_searched).filter(|&(_, &is_searched)| !is_searched) {
                    *root = root.only_seen();
                }
                break;
            }
            let is_solved = found.iter().all(|found| found.solved);
            // Without earlier shallower searches, all lines may end within a smaller depth.
            let is_first = depth == first_depth;
            let left = found.iter().map(|found| found.depth_left).min().filter(|_| is_solved && is_first);
            completed = depth - left.unwrap_or(0);
            if meter.is_watched() {
                meter.report(&decided(player, &root, &finished, &meter, nodes, completed)?);
            }
            // A deeper search would find longer wins of the same value.
            if is_solved || best_root(player, &root, &finished).is_some_and(|best| is_win(&root[best], player)) {
                break;
            }
        }
        decided(player, &root, &finished, &meter, nodes, completed)
    }

    fn limits(&self) -> Limits {
        let open_ended = self.settings.depth == u32::from(MAX_ENTRY_DEPTH);
        Limits::none().nodes().depth().progress().open_ended(open_ended)
    }
}

/// Returns the index of the best of these root actions: of equal values, a proven win, else the
/// first.
fn best_root<A>(player: Player, root: &[RootAction<A>], among: &[usize]) -> Option<usize> {
    let best = among[best_for(player, among.iter().map(|&index| root[index].value))?];
    let mut equals = among.iter().copied().filter(|&index| root[index].value == root[best].value);
    Some(equals.find(|&index| is_win(&root[index], player)).unwrap_or(best))
}

/// Whether an action is a proven win of a player.
fn is_win<A>(root: &RootAction<A>, player: Player) -> bool {
    matches!(root.proven, Some(Proven::Win { winner, .. }) if winner == player)
}

/// Returns the decision for the best of these root actions.
fn decided<A: Copy>(
    player: Player,
    root: &[RootAction<A>],
    among: &[usize],
    meter: &Meter<'_>,
    nodes: u64,
    depth: u32,
) -> Result<Decision<A>, SearchError> {
    let best = best_root(player, root, among).ok_or(SearchError::NoActions { player })?;
    let mut decision = Decision::new(player, root[best].action, root[best].value);
    decision.proven = root[best].proven;
    decision.stats = meter.stats(nodes, 0, depth);
    decision.root = root.to_vec();
    Ok(decision)
}

/// A clone has no tables; its first search allocates them.
impl<E: Clone> Clone for Expectimax<E> {
    fn clone(&self) -> Self {
        Self {
            evaluator: self.evaluator.clone(),
            settings: self.settings.clone(),
            bytes: self.bytes,
            parallel: self.parallel,
            tables: Vec::new(),
        }
    }
}

impl<E> Expectimax<E> {
    fn static_eval<G: Game>(&self, state: &G, terminal: Terminal, fault: &mut Fault) -> Option<f64>
    where
        E: Evaluator<G>,
    {
        terminal.value_if_over(state).or_else(|| fault.check(self.evaluator.evaluate(state), state))
    }
}

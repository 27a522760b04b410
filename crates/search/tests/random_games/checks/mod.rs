//! One check for each search, and their common parts.

mod adapters;
mod alpha_beta;
mod batch;
mod broken;
mod budgets;
mod ended;
mod expectimax;
mod flat;
mod greedy;
mod mcts;
mod proof_number;
mod two_ply;

use std::collections::{HashMap, HashSet, VecDeque};
use std::env;
use std::fmt::Debug;
use std::sync::{Arc, LazyLock};

use gambol_core::random::{GameRng, below};
use gambol_core::{Game, GameExt, Player, Seed, Turn};
use gambol_search::{Budget, Decision, Proven, Search, SearchError, Terminal};
use rayon::ThreadPool;

use crate::evaluate::Static;
use crate::game::{State, sign};
use crate::graph::{Cycles, Graph, Node};
use crate::solver::{self, Ends};

/// `Err` describes the failure.
pub(crate) type Verdict = Result<(), String>;

macro_rules! ensure {
    ($holds:expr, $($message:tt)+) => {
        if !$holds {
            return Err(format!($($message)+));
        }
    };
}
pub(crate) use ensure;

/// A check and the games to which it applies.
#[derive(Clone, Copy)]
pub(crate) struct Check {
    pub(crate) name: &'static str,
    pub(crate) run: fn(&mut Bench<'_>) -> Verdict,
    pub(crate) fits: fn(&Graph) -> bool,
    /// The check runs on one of this many games.
    every: u32,
}

impl Check {
    /// Checks whose names begin with `GAMBOL_CHECK` run; by default all.
    pub(crate) fn is_asked_for(&self) -> bool {
        static ASKED: LazyLock<String> = LazyLock::new(|| env::var("GAMBOL_CHECK").unwrap_or_default());
        self.name.starts_with(ASKED.as_str())
    }

    pub(crate) fn is_due(&self, graph: &Graph, seed: Seed) -> bool {
        let drawn = || below(&mut seed.derive(2).derive(number(self.name)).rng(), self.every) == 0;
        (self.fits)(graph) && drawn()
    }
}

fn number(name: &str) -> u64 {
    name.bytes().fold(0, |number, byte| gambol_core::mix(number, u64::from(byte)))
}

/// All checks.
pub(crate) const CHECKS: &[Check] = &[
    Check { name: "alpha-beta", run: alpha_beta::whole, fits: is_sure, every: 1 },
    Check { name: "alpha-beta, limited depth", run: alpha_beta::limited, fits: is_sure, every: 1 },
    Check { name: "alpha-beta against chance", run: adapters::against_chance, fits: is_acyclic, every: 1 },
    Check { name: "expectimax", run: expectimax::whole, fits: is_solvable, every: 1 },
    Check { name: "expectimax, limited depth", run: expectimax::limited, fits: is_played, every: 1 },
    Check { name: "expectimax, sampled", run: expectimax::sampled, fits: is_played, every: 3 },
    Check { name: "tree search", run: mcts::search, fits: is_played, every: 1 },
    Check { name: "tree search, kept in a forest", run: mcts::kept, fits: is_played, every: 2 },
    Check { name: "proof numbers", run: proof_number::prove, fits: is_sure, every: 1 },
    Check { name: "proof-number search", run: proof_number::search, fits: is_sure_duel, every: 1 },
    Check { name: "flat Monte Carlo", run: flat::search, fits: is_played, every: 1 },
    Check { name: "flat Monte Carlo, sequences", run: flat::sequences, fits: is_played, every: 3 },
    Check { name: "greedy, one action", run: greedy::action, fits: is_played, every: 3 },
    Check { name: "greedy, turns", run: greedy::turn, fits: is_played, every: 2 },
    Check { name: "turns", run: greedy::all_turns, fits: is_played, every: 2 },
    Check { name: "sampled two-ply", run: two_ply::search, fits: is_played, every: 2 },
    Check { name: "actions evaluated together", run: batch::search, fits: is_played, every: 1 },
    Check { name: "evaluations that are not finite", run: broken::noticed, fits: is_played, every: 4 },
    Check { name: "budgets", run: budgets::some, fits: is_played, every: 1 },
    Check { name: "ended roots", run: ended::refused, fits: |graph| !is_played(graph), every: 1 },
];

fn is_played(graph: &Graph) -> bool {
    graph.turn().player().is_some()
}

fn is_acyclic(graph: &Graph) -> bool {
    is_played(graph) && graph.cycles == Cycles::None
}

fn is_sure(graph: &Graph) -> bool {
    is_played(graph) && !graph.has_chance()
}

fn is_sure_duel(graph: &Graph) -> bool {
    is_sure(graph) && graph.players == 2
}

/// Whether a search can reach the ends of all lines, up to those that chance does not take.
fn is_solvable(graph: &Graph) -> bool {
    is_played(graph) && graph.cycles != Cycles::Players
}

/// The game of a check.
pub(crate) struct Bench<'g> {
    pub(crate) graph: &'g Arc<Graph>,
    pub(crate) survey: &'g Survey,
    pub(crate) seed: Seed,
    pub(crate) rng: GameRng,
    pub(crate) pools: &'g [ThreadPool],
}

impl<'g> Bench<'g> {
    pub(crate) fn new(
        graph: &'g Arc<Graph>,
        survey: &'g Survey,
        seed: Seed,
        check: &Check,
        pools: &'g [ThreadPool],
    ) -> Self {
        let seed = seed.derive(3).derive(number(check.name));
        Self { graph, survey, seed, rng: seed.rng(), pools }
    }

    pub(crate) fn below(&mut self, bound: u32) -> u32 {
        below(&mut self.rng, bound)
    }

    pub(crate) fn chance(&mut self, one_in: u32) -> bool {
        self.below(one_in) == 0
    }

    pub(crate) fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len() as u32) as usize]
    }

    /// A setting of the worth of ended games.
    pub(crate) fn terminal(&mut self) -> Option<Terminal> {
        // Points without bound have no table of values.
        if self.survey.unbounded {
            return self.pick(&[None, Some(Terminal::Score)]);
        }
        self.pick(&[None, None, Some(Terminal::Score), Some(Terminal::WinLoss), Some(Terminal::Evaluated)])
    }

    /// The exact values of states by their nodes and points; `None` if there are too many.
    pub(crate) fn solved<const P: usize>(&self, ends: Ends, of: Static) -> Option<impl Fn(&State<P>) -> f64 + use<P>> {
        let by_points = ends.terminal == Terminal::Score;
        let values = if by_points { HashMap::new() } else { solver::solve::<P>(self.graph, ends, of)? };
        let exact = self.survey.exact.clone();
        Some(move |state: &State<P>| match values.get(&(state.at, state.points)) {
            Some(value) => *value,
            None => state.points as f64 + exact[usize::from(state.at)],
        })
    }

    /// No value of any state is beyond these.
    pub(crate) fn range(&self, ends: Ends) -> (f64, f64) {
        let Survey { low, high, .. } = *self.survey;
        if ends.has_wins() { (low.min(-1.0), high.max(1.0)) } else { (low, high) }
    }

    /// The exact value of a state to the first player, by points.
    pub(crate) fn exact<const P: usize>(&self, state: &State<P>) -> f64 {
        state.points as f64 + self.survey.exact[usize::from(state.at)]
    }

    /// The tolerance of a value.
    ///
    /// Without chance nothing is added up, and values are equal. A mean of n outcomes is off by at
    /// most n·2⁻⁵³ of the greatest value, as much again at each of d chance nodes on a line; n is
    /// at most 900 and d less than 60, which makes 6·10⁻¹². Cycles are cut where chance gets with a
    /// probability of 10⁻¹² at most, at a few hundred places, and are worth some ten points at each
    /// turn.
    pub(crate) fn tolerance(&self) -> f64 {
        let size = self.survey.low.abs().max(self.survey.high.abs()).max(1.0);
        match (self.graph.has_chance(), self.graph.cycles) {
            (false, _) => 0.0,
            (true, Cycles::None) => 6e-12 * size,
            (true, _) => 1e-9 * size.max(100.0),
        }
    }
}

/// The properties of a game, computed before any search.
#[derive(Debug)]
pub(crate) struct Survey {
    pub(crate) exact: Vec<f64>,
    /// No score or static evaluation of any state is beyond these.
    pub(crate) low: f64,
    pub(crate) high: f64,
    /// Whether cycles bring points, so that there is no greatest score.
    pub(crate) unbounded: bool,
}

impl Survey {
    pub(crate) fn new(graph: &Graph) -> Self {
        // Every edge of a chance node may be on a cycle, and every edge of a game with cycles
        // through players.
        let in_cycle = |node: &Node| match graph.cycles {
            Cycles::None => false,
            Cycles::Chance => node.turn == Turn::Chance,
            Cycles::Players => true,
        };
        let pays = |node: &Node| node.edges.iter().any(|edge| edge.reward != 0);
        let unbounded = graph.nodes.iter().any(|node| in_cycle(node) && pays(node));
        let (mut low, mut high) = (0.0_f64, 0.0_f64);
        for (at, points) in reachable(graph, 0, 0) {
            let Node { opinion, .. } = *graph.node(at);
            for value in [points as f64, opinion, points as f64 + opinion] {
                (low, high) = (low.min(value), high.max(value));
            }
        }
        Self { exact: solver::exact(graph, None), low, high, unbounded }
    }

    /// The values of the ends that can be reached from a state.
    pub(crate) fn ends_from<const P: usize>(graph: &Arc<Graph>, state: &State<P>, ends: Ends, of: Static) -> Vec<f64> {
        let over = |&(at, _): &(u16, i64)| graph.node(at).turn == Turn::Over;
        let states = reachable(graph, state.at, state.points).into_iter().filter(over);
        states.map(|(at, points)| ends.value(&State::<P>::at(graph, at, points), |state| of.of(state))).collect()
    }
}

/// The nodes that can be reached, and the points there; the nearest if cycles bring points.
fn reachable(graph: &Graph, at: u16, points: i64) -> HashSet<(u16, i64)> {
    let mut seen = HashSet::from([(at, points)]);
    let mut open = VecDeque::from([(at, points)]);
    while let Some((at, points)) = open.pop_front() {
        for edge in &graph.node(at).edges {
            let next = (edge.to, points + edge.reward);
            if seen.len() < 5_000 && seen.insert(next) {
                open.push_back(next);
            }
        }
    }
    seen
}

/// Decides on one thread, again with the same search, and, for some games, on several threads;
/// decisions must not differ.
pub(crate) fn decide<G, S>(
    bench: &mut Bench<'_>,
    state: &G,
    search: &S,
    budget: &Budget,
) -> Result<Decision<G::Action>, String>
where
    G: Game,
    S: Search<G> + Clone + Sync,
{
    let seed = bench.seed.derive(1);
    let mut used = search.clone();
    bench.graph.watch.restart(u64::MAX);
    let first = told(used.search(state, budget, seed))?;
    is_fair(state, &first)?;
    bench.graph.watch.restart(u64::MAX);
    // Data of another state must have no effect.
    let other = state.afterstate(state.actions()[bench.below(state.actions().len() as u32) as usize]);
    if other.turn().player().is_some() {
        let _ = told(used.search(&other, budget, seed))?;
    }
    let second = told(used.search(state, budget, seed))?;
    ensure!(first == second, "the second call decides otherwise: {first:?} and {second:?}");
    if bench.chance(2) {
        let pool = &bench.pools[bench.below(bench.pools.len() as u32) as usize];
        bench.graph.watch.restart(u64::MAX);
        let on_pool = told(pool.install(|| search.clone().search(state, budget, seed)))?;
        let threads = pool.current_num_threads();
        ensure!(first == on_pool, "decisions differ on {threads} threads: {first:?} and {on_pool:?}");
    }
    Ok(first)
}

/// A decision without its time, which differs from call to call.
pub(crate) fn told<A>(found: Result<Decision<A>, SearchError>) -> Result<Decision<A>, String> {
    let mut decision = found.map_err(|error| format!("an error: {error}"))?;
    decision.stats.time = None;
    Ok(decision)
}

/// Checks the properties of every decision of every search.
pub(crate) fn is_fair<G: Game>(state: &G, decision: &Decision<G::Action>) -> Verdict {
    let Decision { action, value, root, pv: line, .. } = decision;
    let actions = state.actions();
    let shown: Vec<G::Action> = root.iter().map(|root| root.action).collect();
    ensure!(shown == actions, "the root's actions are {shown:?} and not {actions:?}");
    ensure!(actions.contains(action), "{action:?} is not legal");
    ensure!(value.is_finite() && root.iter().all(|root| root.value.is_finite()), "no finite value: {decision:?}");
    ensure!(line.first() == Some(action), "the line {line:?} does not begin with {action:?}");
    lines_end(state, line).map(|_| ())
}

/// The states on a line of actions, all of which must be legal.
pub(crate) fn lines_end<G: Game>(state: &G, line: &[G::Action]) -> Result<Vec<G>, String> {
    let mut states = vec![state.clone()];
    for &action in line {
        let before = &states[states.len() - 1];
        ensure!(before.actions().contains(&action), "{action:?} in the line {line:?} is not legal in {before:?}");
        states.push(before.afterstate(action));
    }
    Ok(states)
}

/// Whether a value is no worse for the player than another one.
pub(crate) fn at_least(player: Player, value: f64, other: f64, tolerance: f64) -> bool {
    sign(player) * (value - other) >= -tolerance
}

/// Whether values are equal up to a tolerance.
pub(crate) fn close(value: f64, other: f64, tolerance: f64) -> bool {
    (value - other).abs() <= tolerance
}

/// The player to move at the root.
pub(crate) fn mover<G: Game>(state: &G) -> Player {
    state.turn().player().unwrap_or(Player::First)
}

/// Whether the proofs of actions are true.
pub(crate) fn is_proven<const P: usize>(
    state: &State<P>,
    decision: &Decision<u16>,
    ends: Ends,
    exact: impl Fn(&State<P>) -> f64,
    tolerance: f64,
) -> Verdict {
    for root in &decision.root {
        let Some(proven) = root.proven else { continue };
        let truth = exact(&state.afterstate(root.action));
        let tolerance = if truth.abs() == 1.0 && ends.has_wins() { 1e-9 } else { tolerance };
        let (right, shown) = match (ends.terminal, proven) {
            (Terminal::Evaluated, _) => (false, 0.0),
            (Terminal::Score, proven) => (matches!(proven, Proven::Score(_)), root.value),
            (_, Proven::Win { winner, .. }) => (true, sign(winner)),
            // A mean does not determine its terms.
            (_, Proven::Score(value)) => (true, value),
            _ => (false, 0.0),
        };
        let holds = right && close(root.value, truth, tolerance) && close(shown, truth, tolerance);
        ensure!(holds, "{proven:?} of {} is not so, it is worth {truth}: {decision:?}, {ends:?}", root.action);
    }
    Ok(())
}

/// A solved game: the value, the action and all other parts of the decision must be those of best
/// play.
pub(crate) fn is_best<G: Game>(
    state: &G,
    decision: &Decision<G::Action>,
    true_values: &[f64],
    tolerance: f64,
    settings: &impl Debug,
) -> Verdict {
    let player = mover(state);
    let best = solver::best_of(player, true_values.iter().copied());
    let says = || format!("{decision:?}, values are {true_values:?}, by {settings:?}");
    ensure!(close(decision.value, best, tolerance), "the value is not {best}: {}", says());
    let place = state.actions().iter().position(|action| *action == decision.action).unwrap_or(0);
    ensure!(close(true_values[place], best, tolerance), "the action is worth {}: {}", true_values[place], says());
    Ok(())
}

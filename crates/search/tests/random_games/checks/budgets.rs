//! Every search under every kind of budget.

use std::sync::{Arc, Mutex};
#[cfg(feature = "clock")]
use std::time::Duration;

use gambol_core::{Game, Seed};
use gambol_search::{
    AgainstChance, AllOutcomes, Allocation, AlphaBeta, Budget, ChanceNodes, Decision, Expectimax, FlatMonteCarlo,
    Greedy, Mcts, PolicyFirst, ProofNumber, SampledTwoPly, Scope, Search, WithBudget,
};

use super::{Bench, Verdict, ensure, is_fair, told};
use crate::evaluate::{Deed, Guess, Habit, Judgement, Opinion, Static};
use crate::game::{State, Sure, View};
use crate::graph::Cycles;

/// A kind of budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// No limit besides the search's own settings.
    Unlimited,
    Nodes(u64),
    Simulations(u64),
    Depth(u32),
    /// In microseconds.
    #[cfg(feature = "clock")]
    Time(u64),
    /// A flag that is raised at this step.
    Flag(u64),
    /// Nodes and depth.
    Both(u64, u32),
}

const KINDS: &[Kind] = &[
    Kind::Unlimited,
    Kind::Nodes(0),
    Kind::Nodes(1),
    Kind::Nodes(2),
    Kind::Nodes(3),
    Kind::Nodes(17),
    Kind::Nodes(300),
    Kind::Simulations(0),
    Kind::Simulations(1),
    Kind::Simulations(2),
    Kind::Simulations(3),
    Kind::Simulations(50),
    Kind::Depth(0),
    Kind::Depth(1),
    Kind::Depth(2),
    #[cfg(feature = "clock")]
    Kind::Time(0),
    #[cfg(feature = "clock")]
    Kind::Time(100),
    Kind::Flag(0),
    Kind::Flag(1),
    Kind::Flag(40),
    Kind::Flag(2_000),
    Kind::Both(5, 2),
];

/// The maximum steps of the game that a search may take after the stop flag is raised.
const LATE: u64 = 400_000;

/// A search with small settings, and whether it ends by itself.
pub(super) struct Entry<G: Game> {
    pub(super) name: &'static str,
    pub(super) search: Box<dyn Search<G>>,
    ends: bool,
    /// The factor by which a node limit may be exceeded, and the number of additional nodes, in
    /// units of the longest simulation.
    slack: (u64, u64),
}

fn entry<G: Game>(name: &'static str, search: impl Search<G> + 'static, slack: (u64, u64)) -> Entry<G> {
    Entry { name, search: Box::new(search), ends: true, slack }
}

/// Searches of games without chance.
pub(super) fn sure_searches<const P: usize>() -> Vec<Entry<Sure<P>>> {
    let judgement = |cheap| Judgement { of: Static::Score, cheap, at_once: !cheap };
    let alpha_beta = |cheap| AlphaBeta::with_evaluators(judgement(cheap), judgement(cheap)).table_bytes(4_096);
    let mut all = vec![
        entry("alpha-beta", alpha_beta(true).quiescence(0), (1, 0)),
        entry(
            "alpha-beta, exact",
            WithBudget::new(alpha_beta(false).quiescence(2), Budget::unlimited().exact_values(usize::MAX)),
            (1, 0),
        ),
        entry("alpha-beta of three", alpha_beta(false).workers(3), (1, 0)),
    ];
    if P == 2 {
        all.push(entry("proof numbers", ProofNumber::new().memory(1 << 12).nodes(5_000), (1, 0)));
    }
    all
}

/// Searches of all games.
pub(super) fn searches<const P: usize>() -> Vec<Entry<State<P>>> {
    let score = Opinion { of: Static::Score, cheap: true, told: true };
    let expectimax = Expectimax::new(score).depth(3).table_bytes(4_096);
    let flat = FlatMonteCarlo::with_policy(Habit::Uniform).evaluator(score);
    let tree = Mcts::new().simulations(200).memory(1 << 14);
    let judgement = Judgement { of: Static::Score, cheap: true, at_once: false };
    let careful = AlphaBeta::with_evaluators(judgement, judgement).table_bytes(4_096).depth(4);
    let mut all = vec![
        entry("expectimax", expectimax.clone(), (1, 1)),
        entry("expectimax by samples", expectimax.clone().chance(ChanceNodes::Sampled(2)), (1, 1)),
        entry("greedy", Greedy::new(Deed::Whim), (1, 1)),
        entry("greedy turns", Greedy::new(Deed::Whim).scope(Scope::Turn), (1, 1)),
        entry("two-ply", SampledTwoPly::new(Deed::After(Static::Score)), (300, 1)),
        entry("tree search", tree.clone(), (1, 2)),
        entry("tree search without a solver", tree.clone().solver(false).trees(3).memory(0), (1, 6)),
        entry("tree search by a prior", tree.clone().puct(1.0, Guess::Whim), (1, 2)),
        entry("flat", flat, (30, 2)),
        entry("flat by sequences", flat.rollouts(2).best_of_sequences(1), (300, 2)),
        entry("flat, cut at once", flat.max_rollout_plies(0), (30, 2)),
        entry("policy first", PolicyFirst::new(Habit::None, flat), (30, 2)),
        entry("alpha-beta against chance", AgainstChance::new(careful.quiescence(0), AllOutcomes), (1, 1)),
    ];
    let allocations =
        [Allocation::Uniform, Allocation::SequentialHalving, Allocation::Ucb { c: 1.0 }, Allocation::Ocba];
    for allocation in allocations {
        all.push(entry("flat by an allocation", flat.allocation(allocation), (30, 2)));
        let open = flat.allocation(allocation).rollouts(u32::MAX);
        all.push(Entry { ends: false, ..entry("flat without a limit", open, (30, 2)) });
    }
    all
}

/// One search under one budget.
pub(super) fn some(bench: &mut Bench<'_>) -> Verdict {
    match bench.graph.players {
        1 => one_of::<1>(bench),
        _ => one_of::<2>(bench),
    }
}

fn one_of<const P: usize>(bench: &mut Bench<'_>) -> Verdict {
    let kind = bench.pick(KINDS);
    let state = State::<P>::new(bench.graph);
    if !bench.graph.has_chance() && bench.chance(3) {
        let mut all = sure_searches::<P>();
        let one = bench.below(all.len() as u32) as usize;
        return returns(bench, &Sure(state), &mut all[one], kind);
    }
    let mut all = searches::<P>();
    let one = bench.below(all.len() as u32) as usize;
    returns(bench, &state, &mut all[one], kind)
}

fn returns<G: View>(bench: &Bench<'_>, state: &G, entry: &mut Entry<G>, kind: Kind) -> Verdict {
    let heeded = match kind {
        Kind::Unlimited | Kind::Depth(_) => entry.ends,
        _ => true,
    };
    if !heeded {
        return Ok(());
    }
    let watch = &bench.graph.watch;
    let told_of: Arc<Mutex<Vec<Decision<G::Action>>>> = Arc::default();
    let notes = told_of.clone();
    let budget =
        Budget::unlimited().watch(move |so_far: &Decision<G::Action>| notes.lock().unwrap().push(so_far.clone()));
    let budget = match kind {
        Kind::Unlimited => budget,
        Kind::Nodes(nodes) => budget.nodes(nodes),
        Kind::Simulations(simulations) => budget.simulations(simulations),
        Kind::Depth(depth) => budget.depth(depth),
        #[cfg(feature = "clock")]
        Kind::Time(time) => budget.time(Duration::from_micros(time)),
        Kind::Flag(_) => budget.stop(watch.flag.clone()),
        Kind::Both(nodes, depth) => budget.nodes(nodes).depth(depth),
    };
    let alarm = if let Kind::Flag(step) = kind { step } else { u64::MAX };
    watch.restart(alarm);
    if alarm == 0 {
        watch.flag.raise();
    }
    let name = entry.name;
    if let Err(error) = entry.search.limits().check(&budget) {
        let found = entry.search.search(state, &budget, Seed::new(7));
        ensure!(found.as_ref() == Err(&error), "{name}, {kind:?}: {found:?}");
        return Ok(());
    }
    let decision = told(entry.search.search(state, &budget, Seed::new(7)))
        .map_err(|error| format!("{name}, {kind:?}: {error}"))?;
    let steps = watch.steps();
    is_fair(state, &decision).map_err(|error| format!("{name}, {kind:?}: {error}"))?;
    let says = || format!("{name}, {kind:?}, {steps} steps: {decision:?}");
    ensure!(alarm == u64::MAX || steps <= alarm + LATE, "the flag is not seen: {}", says());
    match kind {
        Kind::Simulations(most) => ensure!(decision.stats.simulations <= most, "more simulations: {}", says()),
        Kind::Depth(depth) | Kind::Both(_, depth) if name.starts_with("alpha") => {
            ensure!(decision.stats.depth <= depth, "deeper: {}", says());
        }
        _ => {}
    }
    if let (Kind::Nodes(most) | Kind::Both(most, _), Cycles::None) = (kind, bench.graph.cycles) {
        let actions = decision.root.len() as u64;
        let (times, besides) = entry.slack;
        let most = times * (most + besides * (actions + 60));
        ensure!(decision.stats.nodes <= most, "more than {most} nodes: {}", says());
    }
    let told_of = told_of.lock().unwrap();
    let stats = |pair: usize| (told_of[pair].stats, told_of[pair + 1].stats);
    let more = (1..told_of.len()).map(|last| stats(last - 1)).all(|(before, after)| {
        before.depth <= after.depth && before.nodes <= after.nodes && before.simulations <= after.simulations
    });
    ensure!(more, "told of {told_of:?}: {}", says());
    for so_far in told_of.iter() {
        is_fair(state, so_far).map_err(|error| format!("{error}, so far: {}", says()))?;
    }
    ensure!(
        told_of.last().is_none_or(|last| last.stats.depth <= decision.stats.depth),
        "told of {told_of:?}: {}",
        says()
    );
    Ok(())
}

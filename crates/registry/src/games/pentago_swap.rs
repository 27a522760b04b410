//! The agents of Pentago-Swap.
//!
//! Source: Z. Zhao, *COMP 424 Final Project (Pentago-Swap)*.

#[cfg(feature = "solver")]
mod solved;

use alloc::boxed::Box;
use alloc::sync::Arc;

use gambol_core::{Evaluator, Game, Player, Seed, TextError};
use gambol_pentago_swap::{
    CaseWeights, FittedLines, LineCounts, LineProduct, Move, Opening, PentagoSwap, QuadrantLines,
};
use gambol_search::{
    AlphaBeta, Budget, Decision, FlatMonteCarlo, Limits, Mcts, PolicyFirst, Search, SearchError, WithBudget,
};

use crate::agents::parameters::{self as settings, word};
use crate::agents::spec::{Parameter, Spec};
use crate::entry::{AgentEntry, GameEntry, Made};

pub(super) fn entry() -> GameEntry<PentagoSwap> {
    let about = "place a piece and swap two quadrants; five in a row on 6×6 (two players)";
    let entry = GameEntry::new("pentago-swap", about, |settings| match settings {
        None => Ok(PentagoSwap::new()),
        Some(settings) => Err(TextError::new("settings", settings, "this game has no settings")),
    })
    .encoded()
    .rules(include_str!("rules/pentago-swap.txt"))
    .without_chance()
    .player("alpha-beta:eval=fitted,ms=1000")
    .levels(["alpha-beta:eval=quadrants,depth=1", "alpha-beta:eval=lines,depth=2", "alpha-beta:eval=fitted,ms=200"])
    .evaluator("fitted", "line counts in any arrangement of the quadrants, fitted to games", FittedLines::new)
    .evaluator("lines", "line counts, with the weights of the report's white player", LineCounts::as_white)
    .evaluator("lines-black", "line counts, with the weights of the report's black player", LineCounts::as_black)
    .evaluator("program", "line counts, with the weights of the author's program for white", || {
        LineCounts::program(Player::First)
    })
    .evaluator("program-black", "line counts, with the weights of the author's program for black", || {
        LineCounts::program(Player::Second)
    })
    .evaluator("quadrants", "lines in each quadrant, with white's weights", QuadrantLines::as_white)
    .evaluator("product", "products of line counts, with white's weights", LineProduct::as_white)
    .policy("opening", "the report's first moves", Opening::new)
    .agent(AgentEntry::new(
        "report",
        "iterative alpha-beta with an evaluation for each side and an opening (the Pentago-Swap report)",
        &REPORT,
        report,
    ));
    #[cfg(feature = "solver")]
    let entry = solved::add(entry);
    entry
}

const REPORT: [Parameter; 9] = [MS, FIRST_MS, FIRST, DEPTH, MIN_DEPTH, EVALUATION, WEIGHTS, MB, OPENING];
const MS: Parameter = Parameter {
    key: "ms",
    default: "1700",
    about: "milliseconds per move, 1 to 3600000, of the two seconds allowed; unlimited if only depth is set",
};
const FIRST_MS: Parameter = Parameter {
    key: "first-ms",
    default: "29950",
    about: "milliseconds for the agent's first move of a game; unlimited if only depth is set; \
            unused with the opening, whose moves are known",
};
const FIRST: Parameter = Parameter {
    key: "first",
    default: "alpha-beta",
    about: "search of the agent's first move, within first-ms: alpha-beta; or mcts or mc, Monte Carlo tree search \
            and flat Monte Carlo, in place of the opening's first move",
};
const DEPTH: Parameter = Parameter { key: "depth", default: "none", about: "depth limit in plies, 1 to 36" };
const MIN_DEPTH: Parameter = Parameter {
    key: "min-depth",
    default: "2",
    about: "minimum depth in plies, 1 to 36, even after the time of ms or first-ms; \
            the caller's limits and depth take precedence",
};
const EVALUATION: Parameter = Parameter {
    key: "evaluation",
    default: "lines",
    about: "lines; program (weights of the author's program); quadrants or product, \
            which the report tried and discarded",
};
const WEIGHTS: Parameter = Parameter {
    key: "weights",
    default: "none",
    about: "line weights for either side: 4+2, 4+1, 3+3, 3+2, 2+4 and 2+3, pieces and empty cells, \
            and the factor of the opponent's sum, such as 10/7/5/3/2/1/0.8, from -100 to 100; none: the report's",
};
const MB: Parameter =
    Parameter { key: "mb", default: "512", about: "megabytes of the transposition table, 0 to 65536" };
const OPENING: Parameter = Parameter { key: "opening", default: "yes", about: "the report's first moves: yes or no" };

fn report(spec: &Spec) -> Made<PentagoSwap> {
    if let Some(weights) = weights(spec)? {
        if spec.said(EVALUATION.key).is_some_and(|said| said != EVALUATION.default) {
            return Err(spec.error("weights need evaluation=lines"));
        }
        let of = |player| LineCounts::with_weights(player, &weights).map_err(|error| spec.error(error));
        return player(spec, [of(Player::First)?, of(Player::Second)?]);
    }
    match word(spec, &EVALUATION, ["lines", "program", "quadrants", "product"])? {
        0 => player(spec, [LineCounts::as_white(), LineCounts::as_black()]),
        1 => player(spec, [LineCounts::program(Player::First), LineCounts::program(Player::Second)]),
        2 => player(spec, [QuadrantLines::as_white(), QuadrantLines::as_black()]),
        _ => player(spec, [LineProduct::as_white(), LineProduct::as_black()]),
    }
}

/// The weights of a spec, if it sets any.
fn weights(spec: &Spec) -> Result<Option<CaseWeights>, TextError> {
    if spec.said(WEIGHTS.key).is_none_or(|said| said == WEIGHTS.default) {
        return Ok(None);
    }
    let [own @ .., factor] = settings::numbers::<7>(spec, &WEIGHTS, [-100.0, 100.0])?;
    Ok(Some(CaseWeights::new(own, factor)))
}

fn player<E: Evaluator<PentagoSwap> + 'static>(spec: &Spec, evaluators: [E; 2]) -> Made<PentagoSwap> {
    let [as_white, as_black] = evaluators.map(|evaluator| -> Arc<dyn Evaluator<PentagoSwap>> { Arc::new(evaluator) });
    let depth = settings::depth(spec, &DEPTH, 36)?;
    let (mut search, mut tree) = (AlphaBeta::with_evaluators(as_white, as_black), Mcts::new());
    if let Some(bytes) = settings::table(spec, &MB)? {
        (search, tree) = (search.table_bytes(bytes), tree.memory(bytes));
    }
    let at_least = spec.get(&MIN_DEPTH, "a number from 1 to 36", |depth| (1..=36).contains(depth))?;
    let has_opening = word(spec, &OPENING, ["yes", "no"])? == 0;
    let [first, budget] = settings::budgets(spec, [&FIRST_MS, &MS], depth)?;
    let time = only_time(&first);
    let search = Timed { search, first, budget, at_least };
    let search: Box<dyn Search<PentagoSwap>> =
        if has_opening { Box::new(PolicyFirst::new(Opening::new(), search)) } else { Box::new(search) };
    Ok(match word(spec, &FIRST, ["alpha-beta", "mcts", "mc"])? {
        0 => search,
        1 => Box::new(FirstBy { first: WithBudget::new(tree, time), search }),
        _ => Box::new(FirstBy { first: WithBudget::new(FlatMonteCarlo::new(), time), search }),
    })
}

/// A budget of the time limit alone, since Monte Carlo interprets the depth differently.
fn only_time(budget: &Budget) -> Budget {
    #[cfg(feature = "clock")]
    if let Some(time) = budget.max_time() {
        return Budget::unlimited().time(time);
    }
    let _ = budget;
    Budget::unlimited()
}

/// A search, and another one for the first move of each side.
struct FirstBy<F> {
    first: F,
    search: Box<dyn Search<PentagoSwap>>,
}

impl<F: Search<PentagoSwap>> Search<PentagoSwap> for FirstBy<F> {
    fn search(&mut self, state: &PentagoSwap, budget: &Budget, seed: Seed) -> Result<Decision<Move>, SearchError> {
        if is_first_move(state) {
            self.first.search(state, budget, seed)
        } else {
            self.search.search(state, budget, seed)
        }
    }

    fn limits(&self) -> Limits {
        self.first.limits().both(self.search.limits())
    }

    fn new_game(&mut self, start: &PentagoSwap) {
        self.first.new_game(start);
        self.search.new_game(start);
    }
}

/// A search with its own budget, another one for the first move of each side, and a minimum depth
/// that its own time limits do not cut short.
struct Timed<S> {
    search: S,
    first: Budget,
    budget: Budget,
    at_least: u32,
}

impl<S: Search<PentagoSwap>> Search<PentagoSwap> for Timed<S> {
    fn search(&mut self, state: &PentagoSwap, budget: &Budget, seed: Seed) -> Result<Decision<Move>, SearchError> {
        let own = if is_first_move(state) { &self.first } else { &self.budget };
        let decision = self.search.search(state, &own.under(budget), seed)?;
        // A caller's time limit replaces the search's own one, and is kept.
        let is_own_time = own.max_time().is_some() && budget.max_time().is_none();
        let depths = [own.max_depth(), budget.max_depth()].into_iter().flatten();
        let depth = depths.fold(self.at_least, u32::min);
        if !is_own_time || decision.is_proven() || decision.stats.depth >= depth {
            return Ok(decision);
        }
        let mut rest = Budget::unlimited().depth(depth).under(budget);
        if let Some(nodes) = budget.max_nodes() {
            rest = rest.nodes(nodes.saturating_sub(decision.stats.nodes));
        }
        let mut deeper = self.search.search(state, &rest, seed)?;
        if deeper.stats.depth < decision.stats.depth {
            return Ok(decision);
        }
        deeper.stats.nodes += decision.stats.nodes;
        deeper.stats.time = decision.stats.time.map(|time| time + deeper.stats.time.unwrap_or_default());
        Ok(deeper)
    }

    fn limits(&self) -> Limits {
        self.search.limits()
    }

    fn new_game(&mut self, start: &PentagoSwap) {
        self.search.new_game(start);
    }
}

/// Whether the side to move has not moved yet.
fn is_first_move(state: &PentagoSwap) -> bool {
    state.plies() < PentagoSwap::PLAYERS as u32
}

//! A player that is perfect in solved positions.

use std::time::Duration;

use gambol_core::{EventOf, Game, GameExt, Player, Seed};
use gambol_pentago_swap::{Move, PentagoSwap};
use gambol_search::{Budget, Decision, Limits, Meter, Proven, RootAction, Search, SearchError};

use crate::book::Book;
use crate::search::Until;
use crate::solver::{Solver, SolverError};

/// A player that uses a book and the exact solver, and another search if they do not decide.
///
/// In a position of the [book](Book), the move of the book is played at once. Otherwise the solver
/// searches for a win of either side, ply by ply, with at most half of the time or nodes of the
/// budget. A proven win is played; if all moves lose, the one that loses latest. If neither is
/// proven, the other search decides within the rest of the budget, and the best of its moves is
/// played that the solver does not prove to lose.
///
/// With the standard book, the first player wins from the empty board at any limit: the last five
/// plies of the strategy, which are not in the book, are searched at any budget. That takes less
/// than a thousand nodes, a fraction of a millisecond, and ends there in other positions.
///
/// Without a limit of time, nodes or depth, the solver alone decides, and may take years.
///
/// The solver's results hold in every game, and its table keeps them. With a limit of nodes, a
/// later search may therefore prove more than the same search of a new `SolveFirst`.
///
/// ```
/// use gambol_core::Seed;
/// use gambol_pentago_swap::{FittedLines, PentagoSwap};
/// use gambol_search::{AlphaBeta, Budget, Proven, Search};
/// use gambol_pentago_solver::SolveFirst;
///
/// let mut search = SolveFirst::new(AlphaBeta::new(FittedLines::new()));
/// let position: PentagoSwap = "1www2/6/6/6/1bbb2/6 w".parse()?;
/// let decision = search.search(&position, &Budget::unlimited().nodes(100_000), Seed::new(1))?;
/// assert!(matches!(decision.proven, Some(Proven::Win { plies: Some(3), .. })));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct SolveFirst<S> {
    search: S,
    book: Option<&'static Book>,
    bytes: usize,
    /// Created when a game begins or when it is first needed, if there is enough memory.
    solver: Option<Solver>,
}

/// Maximum number of nodes of searches that ignore the budget, checked every few hundred. The
/// positions of the strategy take at most 463.
const FREE_NODES: u64 = 1_000;

/// Default size of the solver's table in bytes.
const TABLE: usize = 64 << 20;

/// Result of the solver for a position.
enum Found {
    /// This side wins within this many plies: by this move, or against this move, which loses
    /// latest.
    Win { winner: Player, action: Move, plies: u32 },
    /// Neither side wins within this many plies.
    Open(u32),
}

impl<S> SolveFirst<S> {
    /// Creates a player with the solver and the [standard book](Book::standard) in front of
    /// `search`.
    pub fn new(search: S) -> Self {
        Self { search, book: Some(Book::standard()), bytes: TABLE, solver: None }
    }

    /// Replaces or removes the book.
    #[must_use]
    pub fn book(self, book: Option<&'static Book>) -> Self {
        Self { book, ..self }
    }

    /// Sets the memory of the solver's table in bytes, 64 MiB by default. Below [the
    /// minimum](crate::SolverError::Memory), or if it cannot be allocated, nothing is solved.
    #[must_use]
    pub fn table_bytes(self, bytes: usize) -> Self {
        Self { bytes, solver: None, ..self }
    }

    fn allocate(&mut self) {
        if self.solver.is_none() {
            self.solver = Solver::new(self.bytes).ok();
        }
    }
}

/// The share of a budget after which a part of the work ends.
struct Share<'a> {
    meter: &'a Meter<'a>,
    time: Option<Duration>,
    nodes: Option<u64>,
}

impl<'a> Share<'a> {
    /// Creates the share of `part` quarters of the limits.
    fn new(budget: &Budget, meter: &'a Meter<'a>, part: u32) -> Self {
        let time = budget.max_time().map(|time| time / 4 * part);
        Self { meter, time, nodes: budget.max_nodes().map(|nodes| nodes / 4 * u64::from(part)) }
    }

    fn is_spent(&self, nodes: u64) -> bool {
        let elapsed = self.time.and_then(|_| self.meter.elapsed());
        self.meter.is_over()
            || self.nodes.is_some_and(|limit| nodes >= limit)
            || self.time.is_some_and(|limit| elapsed.is_some_and(|elapsed| elapsed >= limit))
    }
}

impl Solver {
    /// Searches ply by ply until one side wins, or until `until` returns true.
    fn find(&mut self, position: &PentagoSwap, player: Player, plies: u32, until: Until<'_>) -> Found {
        for within in 1..=plies {
            // Each side usually wins by its own move.
            let likely = if within % 2 == 1 { player } else { player.opponent() };
            for side in [likely, likely.opponent()].into_iter().take(1 + usize::from(within == plies)) {
                let wins = |solver: &mut Self, next: &PentagoSwap, plies: u32| {
                    solver.ask(next, side, plies, until).ok_or(SolverError::Stopped)
                };
                match wins(self, position, within) {
                    Err(_) => return Found::Open(within - 1),
                    Ok(false) => continue,
                    Ok(true) => {}
                }
                // The results are in the table, so that a move is found quickly.
                let action = if side == player {
                    self.winning_move_by(position, player, within, wins)
                } else {
                    self.longest_defence_by(position, side, within, wins)
                };
                return match action {
                    Ok(Some(action)) => Found::Win { winner: side, action, plies: within },
                    _ => Found::Open(within - 1),
                };
            }
        }
        Found::Open(plies)
    }
}

impl<S: Search<PentagoSwap>> Search<PentagoSwap> for SolveFirst<S> {
    fn search(&mut self, state: &PentagoSwap, budget: &Budget, seed: Seed) -> Result<Decision<Move>, SearchError> {
        let turn = state.turn();
        let player = turn.player().ok_or(SearchError::NoPlayersTurn { turn })?;
        self.limits().check(budget)?;
        let meter = budget.meter();
        if let Some((action, plies)) = self.book.and_then(|book| book.get(state)) {
            return Ok(proven(player, action, player, plies, &meter, 0));
        }
        self.allocate();
        let Some(solver) = &mut self.solver else {
            return self.search.search(state, budget, seed);
        };
        let before = solver.nodes();
        let end = self.book.and_then(|book| book.plies_after_end(state));
        if let Some(plies) = end
            && let Found::Win { winner, action, plies } =
                solver.find(state, player, plies, &|nodes| nodes - before >= FREE_NODES)
        {
            return Ok(proven(player, action, winner, plies, &meter, solver.nodes() - before));
        }
        let half = Share::new(budget, &meter, 2);
        let plies = (36 - state.plies()).min(budget.max_depth().unwrap_or(u32::MAX));
        let found = solver.find(state, player, plies, &|nodes| half.is_spent(nodes - before));
        let open = match found {
            Found::Win { winner, action, plies } => {
                return Ok(proven(player, action, winner, plies, &meter, solver.nodes() - before));
            }
            Found::Open(plies) => plies,
        };
        let spent = solver.nodes() - before;
        let mut rest = budget.clone();
        if let Some(nodes) = budget.max_nodes() {
            rest = rest.nodes((nodes - spent.min(nodes)) / 2);
        }
        if let (Some(time), Some(elapsed)) = (budget.max_time(), meter.elapsed()) {
            rest = rest.time(time.saturating_sub(elapsed) / 2);
        }
        let mut decision = self.search.search(state, &rest, seed)?;
        let whole = Share::new(budget, &meter, 4);
        let other = decision.stats.nodes;
        avoid_losses(&mut decision, open, |action| {
            let until = |nodes: u64| whole.is_spent(nodes - before + other);
            solver.ask(&state.afterstate(action), player.opponent(), open.saturating_sub(1), &until)
        });
        decision.stats.nodes += solver.nodes() - before;
        decision.stats.time = meter.elapsed();
        Ok(decision)
    }

    fn limits(&self) -> Limits {
        // Those of the solver, which is not bounded by simulations, and of the other search.
        Limits::none().nodes().depth().open_ended(true).both(self.search.limits())
    }

    fn new_game(&mut self, start: &PentagoSwap) {
        // Zeroing the table takes longer than short limits.
        self.allocate();
        self.search.new_game(start);
    }

    fn observe(&mut self, before: &PentagoSwap, event: EventOf<PentagoSwap>, after: &PentagoSwap) {
        self.search.observe(before, event, after);
    }

    fn game_over(&mut self, last: &PentagoSwap) {
        self.search.game_over(last);
    }
}

/// Creates a decision with a proven result.
fn proven(player: Player, action: Move, winner: Player, plies: u32, meter: &Meter<'_>, nodes: u64) -> Decision<Move> {
    let proven = Proven::Win { winner, plies: Some(plies) };
    let mut decision = Decision::new(player, action, winner.sign() as f64);
    decision.proven = Some(proven);
    decision.root = vec![RootAction::new(action, decision.value).proven(proven)];
    decision.stats = meter.stats(nodes, 0, plies);
    decision
}

/// Replaces the chosen move by the best one that is not proven to lose within `plies`.
fn avoid_losses(decision: &mut Decision<Move>, plies: u32, mut loses: impl FnMut(Move) -> Option<bool>) {
    if decision.is_proven() || plies < 2 {
        return;
    }
    let winner = decision.player.opponent();
    for candidate in decision.top(decision.root.len()) {
        if loses(candidate.action) != Some(true) {
            if candidate.action != decision.action {
                (decision.action, decision.value) = (candidate.action, candidate.value);
                decision.pv = vec![candidate.action];
            }
            return;
        }
        if let Some(root) = decision.root.iter_mut().find(|root| root.action == candidate.action) {
            root.value = winner.sign() as f64;
            root.proven = Some(Proven::Win { winner, plies: Some(plies) });
        }
    }
}

//! Alpha-beta search.

use core::fmt;

use gambol_core::{Evaluator, Game, NoChance, Player, Seed};

use crate::budget::Budget;
use crate::decision::{Decision, root_of};
use crate::error::SearchError;
use crate::search::{Limits, Search};
use crate::table::MAX_ENTRY_DEPTH;
use crate::terminal::Terminal;

mod moves;
mod node;
mod order;
mod pace;
mod pv;
mod root;
mod run;
mod smp;
mod tables;
mod value;
mod worker;

use run::Run;
use tables::Tables;
use value::Scale;

/// Alpha-beta with iterative deepening, for games without chance.
///
/// Both players play optimally with respect to the static evaluation at the horizon. The depth
/// grows by one ply at a time until the budget ends, the [maximum depth](Self::depth) is reached, a
/// win is proven, or the game tree is exhausted. For puzzles with one player, it is depth-first
/// branch and bound.
///
/// Games with chance are rejected at compile time, since chance does not choose the opponent's best
/// outcome:
///
/// ```compile_fail,E0271
/// # use core::ops::ControlFlow;
/// # use gambol_core::{Game, Player, Score, Seed, Turn};
/// # use gambol_search::{AlphaBeta, Budget, Search};
/// # #[derive(Clone, Debug, PartialEq, Eq, Hash)]
/// # struct Coin(u8);
/// impl Game for Coin {
///     type Action = u8;
///     type Outcome = bool; // heads or tails
/// #   const PLAYERS: usize = 1;
/// #   fn turn(&self) -> Turn {
/// #       if self.0 == 0 { Turn::Player(Player::First) } else { Turn::Over }
/// #   }
/// #   fn score(&self) -> i64 { 0 }
/// #   fn visit_actions<F>(&self, visit: F) -> ControlFlow<()>
/// #   where
/// #       F: FnMut(u8) -> ControlFlow<()>,
/// #   {
/// #       (0..1).try_for_each(visit)
/// #   }
/// #   fn visit_outcomes<F>(&self, _: F) -> ControlFlow<()>
/// #   where
/// #       F: FnMut(bool, f64) -> ControlFlow<()>,
/// #   {
/// #       ControlFlow::Continue(())
/// #   }
/// #   fn play(&mut self, _: u8) { self.0 = 1; }
/// #   fn resolve(&mut self, _: bool) {}
///     // …
/// }
/// // No alpha-beta for Coin.
/// AlphaBeta::new(Score).search(&Coin(0), &Budget::unlimited(), Seed::new(1));
/// ```
///
/// [`Adversarial`](crate::Adversarial) turns chance into an opponent if that is intended.
///
/// # Algorithm
///
/// Principal variation search (T. A. Marsland and M. Campbell, *Parallel Search of Strongly Ordered
/// Game Trees*, 1982) with aspiration windows and a transposition table (D. M. Breuker, *Memory
/// versus Search in Games*, 1998). Move ordering: the table's action, the killer moves of the ply,
/// then the others by the history heuristic and, at least three plies above the horizon, by static
/// evaluation, or all in [the order of the game](Self::game_order). Root actions with equal or
/// symmetric afterstates are searched once; so are symmetric states
/// [near the root](Self::symmetric_plies). Below the root, the search visits
/// [candidates](Game::visit_candidates), so that a game can merge equivalent actions. A player may
/// move several times in a row: the player to move ([`turn`](Game::turn)) determines the sign of a
/// value.
///
/// # Guarantees
///
/// The value of a completed depth is the minimax value to that depth with any settings, except in
/// these cases:
///
/// - A state reached at several depths keeps the value of its deepest search.
/// - Symmetric states must have equal evaluations.
/// - With [`selective`](Self::selective), some states are searched less deep.
/// - With [`futility`](Self::futility), some states are not searched.
/// - States with equal mixed keys collide: less than once in 2⁴⁰ probes of a table of up to 256
///   MiB.
///
/// Values of lines that end within the depth are exact. The search ends when all lines do.
///
/// A win is proven against every reply. If the candidates of a state may omit [better
/// replies](Game::has_exact_candidates), the loss of all candidates proves nothing. Its value is
/// below every evaluation and above a proven loss. The search continues, and the decision reports
/// the value as an evaluation.
///
/// It is an anytime search: an incomplete depth counts once its first action has been searched,
/// unless that action turns out to lose while others are not known to lose. Without a time limit,
/// the decision of one [worker](Self::workers) is deterministic; the seed is not used. No memory is
/// allocated per node, and the table never exceeds [its size](Self::table_bytes). It is cleared
/// between searches unless it is [kept](Self::keep_table).
///
/// In [`Decision::root`], the value of the best action is exact to the depth reached, or a
/// [bound](crate::Bound) if the budget ended while it was searched again with another window. The
/// other values are upper bounds for the player to move; [`Budget::exact_values`] requests more
/// exact ones.
///
/// # Example
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/doc/nim.rs")); }
/// # use nim::*;
/// use gambol_core::{Null, Seed};
/// use gambol_search::{AlphaBeta, Budget, Proven, Search};
///
/// // Players take one to three matches in turn; whoever takes the last one wins.
/// let state = Nim { matches: 21, to_move: Player::First };
/// let decision = AlphaBeta::new(Null).search(&state, &Budget::unlimited(), Seed::new(1))?;
/// assert_eq!(decision.action, 1, "whoever leaves a multiple of four wins");
/// assert_eq!(decision.proven, Some(Proven::Win { winner: Player::First, plies: Some(11) }));
/// # Ok::<(), gambol_search::SearchError>(())
/// ```
pub struct AlphaBeta<E> {
    as_first: E,
    as_second: Option<E>,
    settings: Settings,
    /// Allocated by the first search.
    tables: Option<Tables>,
    /// Player to move and settings of the searches whose entries the tables hold; `None` if there
    /// are no valid entries.
    kept_for: Option<(Player, Settings)>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Settings {
    depth: u8,
    first_depth: u8,
    /// Bounds of the values to distinguish, for the first player.
    window: (f64, f64),
    game_order: bool,
    table_bytes: usize,
    terminal: Option<Terminal>,
    extensions: u8,
    /// `None` for the default, which depends on the root.
    symmetric_plies: Option<usize>,
    /// Whether late actions are searched less deep, and few candidates near the horizon.
    is_selective: bool,
    /// Margin of reverse futility pruning for each ply; infinite if it is off.
    futility: f64,
    width: usize,
    workers: usize,
    keeps_table: bool,
}

/// Maximum depth in the small table if the last plies are cheap to search again.
const SMALL_TABLE_DEPTH: u8 = 5;

/// Maximum depth, including extensions.
const MAX_DEPTH: u8 = MAX_ENTRY_DEPTH;

impl Default for Settings {
    fn default() -> Self {
        Self {
            depth: MAX_DEPTH,
            first_depth: 1,
            window: (f64::NEG_INFINITY, f64::INFINITY),
            game_order: false,
            table_bytes: 64 << 20,
            terminal: None,
            extensions: 0,
            symmetric_plies: None,
            is_selective: false,
            futility: f64::INFINITY,
            width: usize::MAX,
            workers: 1,
            keeps_table: false,
        }
    }
}

impl<E> AlphaBeta<E> {
    /// Creates a search with this evaluator for both sides.
    #[must_use]
    pub fn new(evaluator: E) -> Self {
        Self::of(evaluator, None)
    }

    /// Creates a search with one evaluator per side: `as_first` is used if the first player is to
    /// move at the root, `as_second` otherwise.
    #[must_use]
    pub fn with_evaluators(as_first: E, as_second: E) -> Self {
        Self::of(as_first, Some(as_second))
    }

    fn of(as_first: E, as_second: Option<E>) -> Self {
        Self { as_first, as_second, settings: Settings::default(), tables: None, kept_for: None }
    }

    /// Maximum depth in plies, 1 to 127 (default 127).
    #[must_use]
    pub fn depth(mut self, plies: u32) -> Self {
        self.settings.depth = plies.clamp(1, u32::from(MAX_DEPTH)) as u8;
        self
    }

    /// Depth of the first iteration in plies, 1 to 127 (default 1). A [beam](Self::width) starts at
    /// depth 1.
    ///
    /// A constant evaluator such as [`Null`](gambol_core::Null) distinguishes nothing before the
    /// end of the game, so that all iterations but the last only order actions. With a first depth
    /// of 127, the search solves the game in one iteration. If its values are
    /// [wins](Terminal::WinLoss), that iteration first finds out who wins and then the quickest
    /// win.
    ///
    /// A search that is stopped within the first iteration reports depth 0.
    ///
    /// ```
    /// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/doc/nim.rs")); }
    /// # use nim::*;
    /// use gambol_core::{Null, Seed};
    /// use gambol_search::{AlphaBeta, Budget, Proven, Search};
    ///
    /// let state = Nim { matches: 21, to_move: Player::First };
    /// let mut solver = AlphaBeta::new(Null).first_depth(127).game_order(true);
    /// let decision = solver.search(&state, &Budget::unlimited(), Seed::new(1))?;
    /// assert_eq!(decision.proven, Some(Proven::Win { winner: Player::First, plies: Some(11) }));
    /// # Ok::<(), gambol_search::SearchError>(())
    /// ```
    #[must_use]
    pub fn first_depth(mut self, plies: u32) -> Self {
        self.settings.first_depth = plies.clamp(1, u32::from(MAX_DEPTH)) as u8;
        self
    }

    /// Window of the values to distinguish, for the first player (default: all). All values from
    /// `upper` on are equally good, all down from `lower` equally bad, so that more of the tree is
    /// cut off. Such values are reported as bounds. No effect unless `lower` is below `upper`.
    ///
    /// Every number is below a [win](Terminal::WinLoss) and above a loss: the window from
    /// −1 to 1 asks who wins, and the plies of a proven win are an upper bound.
    ///
    /// ```
    /// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/doc/nim.rs")); }
    /// # use nim::*;
    /// use gambol_core::{Null, Seed};
    /// use gambol_search::{AlphaBeta, Budget, Proven, Search};
    ///
    /// let state = Nim { matches: 21, to_move: Player::First };
    /// let decision = AlphaBeta::new(Null).window(-1.0, 1.0).search(&state, &Budget::unlimited(), Seed::new(1))?;
    /// assert!(matches!(decision.proven, Some(Proven::Win { winner: Player::First, .. })));
    /// # Ok::<(), gambol_search::SearchError>(())
    /// ```
    #[must_use]
    pub fn window(mut self, lower: f64, upper: f64) -> Self {
        if lower < upper {
            self.settings.window = (lower, upper);
        }
        self
    }

    /// Searches the [candidates](Game::visit_candidates) of a state in the order of the game, after
    /// the table's action (off by default). It suits a game that lists them from the best to the
    /// worst: neither killer moves and history nor static evaluations then change their order.
    /// The reductions of a [selective](Self::selective) search do not apply.
    #[must_use]
    pub fn game_order(mut self, on: bool) -> Self {
        self.settings.game_order = on;
        self
    }

    /// Size of the transposition table in bytes (default 64 MiB), never exceeded. A size below a
    /// few hundred bytes disables the table. The system commits memory as the table fills.
    /// [Workers](Self::workers) divide the size among them.
    #[must_use]
    pub fn table_bytes(mut self, bytes: usize) -> Self {
        self.settings.table_bytes = bytes;
        self
    }

    /// Values of ended games (default: by the game's [scoring](Game::SCORING)). With
    /// [`Terminal::WinLoss`], a win outranks any evaluation, and quicker wins and slower losses are
    /// better. Decisions report them as 1 and −1, with the [proof](crate::Proven). With
    /// [`Terminal::Score`], the evaluator must return points.
    #[must_use]
    pub fn terminal(mut self, terminal: Terminal) -> Self {
        self.settings.terminal = Some(terminal);
        self
    }

    /// Quiescence extension in plies, 0 to 27 (default 0): searches states at the horizon up to
    /// this much deeper while they are not [quiet](Evaluator::is_quiet), so that the search does
    /// not stop in the middle of an exchange. All actions of such a state are searched, and the
    /// [forcing actions](Evaluator::visit_forcing) of a quiet one.
    /// [`Evaluator::minimax`] is not called if extensions are enabled.
    #[must_use]
    pub fn quiescence(mut self, plies: u32) -> Self {
        self.settings.extensions = plies.min(27) as u8;
        self
    }

    /// Merges symmetric states down to this ply (0 for never). By default, this is ply 3. If the
    /// root itself is symmetric, all plies are merged, since every state may then be reached in
    /// several images. The evaluator must return equal values for symmetric states. No cost in
    /// games without symmetries.
    #[must_use]
    pub fn symmetric_plies(mut self, plies: u32) -> Self {
        self.settings.symmetric_plies = Some(plies as usize);
        self
    }

    /// Selective search (off by default), for games with many actions, listed from the best to the
    /// worst.
    ///
    /// - Late move reductions: all but the first few actions of a state are first searched with a
    ///   null window and less deep: by ⌊1 + ln *d* · ln *n*⌋ plies for the *n*-th action at *d*
    ///   plies above the horizon, and by one for every five places below the third in the list of
    ///   candidates.
    /// - A reply in a state that is not [quiet](Evaluator::is_quiet) costs no depth.
    /// - At *d* plies above the horizon, only the first 4 + 2 *d* candidates are searched, unless
    ///   they are [exact](Game::has_exact_candidates) or there is a
    ///   [threat](Evaluator::is_threatened).
    ///
    /// Values are then no longer minimax values, and a proven win need not be the quickest. Proofs
    /// remain valid.
    #[must_use]
    pub fn selective(mut self, on: bool) -> Self {
        self.settings.is_selective = on;
        self
    }

    /// Reverse futility pruning in a [selective](Self::selective) search (off by default): a state
    /// off the principal variation gets its static evaluation if it exceeds the window by `margin`
    /// for each ply above the last one before the horizon, or for one ply less if it has improved
    /// over the state two plies before (two plies below the root: over 0). States with a
    /// [threat](Evaluator::is_threatened) are searched.
    ///
    /// The margin is in the units of the evaluator. Proofs remain valid.
    #[must_use]
    pub fn futility(mut self, margin: f64) -> Self {
        self.settings.futility = margin.max(0.0);
        self
    }

    /// Beam width at the root (default: all; at least 1): only this many actions, the best at depth
    /// 1, are searched deeper. The others count as [not searched](crate::Bound::Unsearched). If all
    /// actions of the beam lose, the others are searched, too. Actions with equal or symmetric
    /// afterstates count once.
    #[must_use]
    pub fn width(mut self, actions: usize) -> Self {
        self.settings.width = actions.max(1);
        self
    }

    /// Number of workers, 1 to 64 (default 1). With the feature `parallel`, they run on the threads
    /// of the current rayon pool.
    ///
    /// Several workers search the whole tree in parallel with one shared table (lazy SMP). The
    /// decision depends on their relative speed and so may differ from run to run, even without a
    /// time limit. The value of a completed depth is still the minimax value to that depth. Two
    /// workers on two cores search nearly twice the nodes per second.
    ///
    /// ```
    /// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/doc/nim.rs")); }
    /// # use nim::*;
    /// use gambol_core::{Null, Seed};
    /// use gambol_search::{AlphaBeta, Budget, Search};
    ///
    /// let state = Nim { matches: 21, to_move: Player::First };
    /// let mut search = AlphaBeta::new(Null).workers(2);
    /// assert_eq!(search.search(&state, &Budget::unlimited(), Seed::new(1))?.action, 1);
    /// # Ok::<(), gambol_search::SearchError>(())
    /// ```
    #[must_use]
    pub fn workers(mut self, workers: usize) -> Self {
        self.settings.workers = workers.clamp(1, 64);
        self
    }

    /// Keeps the transposition table between searches until a [new game](Search::new_game) (off by
    /// default).
    ///
    /// A search then starts with the entries of the earlier ones, and its decision depends on all
    /// searches since the start of the game. A sequence of searches is reproducible as a whole, but
    /// a single search is not. The table is cleared if the other player is to move. The evaluators
    /// must stay the same.
    #[must_use]
    pub fn keep_table(mut self, on: bool) -> Self {
        self.settings.keeps_table = on;
        self
    }
}

impl<G: Game<Outcome = NoChance>, E: Evaluator<G>> Search<G> for AlphaBeta<E> {
    fn search(&mut self, state: &G, budget: &Budget, _: Seed) -> Result<Decision<G::Action>, SearchError> {
        Search::<G>::limits(self).check(budget)?;
        // The preparation counts towards the time limit.
        let meter = budget.meter();
        let (player, actions) = root_of(state, budget)?;
        let scale = Scale::new(Terminal::for_game::<G>(self.settings.terminal));
        let Self { as_first, as_second, settings, tables, kept_for } = self;
        let kept = kept_for.replace((player, *settings));
        let (workers, bytes) = (settings.workers, settings.table_bytes);
        tables.take_if(|tables| !tables.are_for(workers, bytes));
        let tables = tables.get_or_insert_with(|| Tables::new(workers, bytes));
        if settings.keeps_table && kept == *kept_for {
            tables.continue_search();
        } else {
            tables.renew();
        }
        let run = Run { state, player, actions, budget, meter: &meter, settings, scale };
        let evaluator = as_second.as_ref().filter(|_| player == Player::Second).unwrap_or(as_first);
        run.execute(evaluator, tables)
    }

    fn limits(&self) -> Limits {
        Limits::none().nodes().depth().progress().open_ended(self.settings.depth == MAX_DEPTH)
    }

    fn new_game(&mut self, _: &G) {
        self.kept_for = None;
    }
}

/// A clone has no tables; its first search allocates them.
impl<E: Clone> Clone for AlphaBeta<E> {
    fn clone(&self) -> Self {
        Self {
            as_first: self.as_first.clone(),
            as_second: self.as_second.clone(),
            settings: self.settings,
            tables: None,
            kept_for: None,
        }
    }
}

impl<E: fmt::Debug> fmt::Debug for AlphaBeta<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AlphaBeta")
            .field("as_first", &self.as_first)
            .field("as_second", &self.as_second)
            .field("settings", &self.settings)
            .finish_non_exhaustive()
    }
}

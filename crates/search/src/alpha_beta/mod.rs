//! Alpha-beta.

use alloc::vec::Vec;
use core::fmt;

use gambol_core::{Evaluator, Game, NoChance, Player, Seed};

use crate::budget::Budget;
use crate::decision::{Bound, Decision, RootAction, best_for, root_of};
use crate::error::SearchError;
use crate::meter::Meter;
use crate::search::Search;
use crate::table::DEEPEST;
use crate::terminal::Terminal;

#[cfg_attr(not(feature = "clock"), allow(dead_code))]
mod gaps;
mod lines;
mod memory;
mod order;
mod pace;
mod root;
mod value;
mod worker;

use gaps::Gaps;
use memory::Memory;
use pace::Pace;
use root::{Class, Root};
use value::{Scale, shown};
use worker::{MANY, Terms, Worker};

/// Alpha-beta with iterative deepening, for games without chance.
///
/// Both players are taken to play their best against each other, as an evaluator judges the states at the horizon. The depth
/// grows by one ply at a time until the budget ends, the depth that was [set](Self::depth) is reached, a win is proven, or
/// nothing is left to search. It works for puzzles too: with one player to move it is depth-first search with bounds.
///
/// A game with chance does not compile, since the best outcome for the opponent is not what chance does:
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
/// #   fn turn(&self) -> Turn { if self.0 == 0 { Turn::Player(Player::First) } else { Turn::Over } }
/// #   fn score(&self) -> i64 { 0 }
/// #   fn visit_actions<F: FnMut(u8) -> ControlFlow<()>>(&self, visit: F) -> ControlFlow<()> { (0..1).try_for_each(visit) }
/// #   fn visit_outcomes<F: FnMut(bool, f64) -> ControlFlow<()>>(&self, _: F) -> ControlFlow<()> { ControlFlow::Continue(()) }
/// #   fn play(&mut self, _: u8) { self.0 = 1; }
/// #   fn resolve(&mut self, _: bool) {}
///     // …
/// }
/// AlphaBeta::new(Score).search(&Coin(0), &Budget::unlimited(), Seed::new(1)); // no alpha-beta for Coin
/// ```
///
/// [`Adversarial`](crate::Adversarial) makes an opponent of chance, for those who mean it.
///
/// # What it does
///
/// Principal variation search (T. A. Marsland and M. Campbell, *Parallel Search of Strongly Ordered
/// Game Trees*, 1982) with aspiration windows and a transposition table (D. M. Breuker, *Memory
/// versus Search in Games*, 1998). Actions are tried in the order: the table's, the killers of the
/// ply, and the others by history and, three plies above the horizon and further up, by the
/// evaluator. Root actions that lead to equal states, or symmetric ones, are searched once; so are
/// symmetric states [near the root](Self::symmetric_plies), and below it
/// [`visit_candidates`](Game::visit_candidates) is asked, so that a game can merge what it knows to
/// be equal. Signs come from [`turn`](Game::turn): a player may move several times in a row.
///
/// # What it promises
///
/// The value of a completed depth is that of plain minimax to that depth, whatever the settings, with these exceptions: a state that
/// comes about at several depths keeps the value of its deepest search; evaluators must judge symmetric states alike; with
/// [`reduction`](Self::reduction) some states are searched less deep; and states with equal mixed keys
/// are confused: less than once in 2⁴⁰ looks into a table of up to 256 MiB. Values of lines that end within the depth are
/// exact, and the search ends when all do.
///
/// There is a best action at any time: a depth that is not completed counts as soon as its first action has been searched. The
/// same seed and a budget without time give the same decision on any number of threads; the seed itself is not used. No memory is
/// allocated per node, and the table never holds more than [its bytes](Self::table_bytes). What it holds is forgotten between two
/// searches, unless it is [kept](Self::keep_table).
///
/// In [`Decision::root`], the best action's value is exact to the depth reached, those of others are [bounds](crate::Bound): no
/// more than this for the player to move. [`Budget::exact_values`] asks for more exact ones.
///
/// # Example
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
/// use gambol_core::{Null, Seed};
/// use gambol_search::{AlphaBeta, Budget, Proven, Search};
///
/// // Whoever takes the last match wins; one to three may be taken at a time.
/// let state = Nim { matches: 21, to_move: Player::First };
/// let decision = AlphaBeta::new(Null).search(&state, &Budget::unlimited(), Seed::new(1))?;
/// assert_eq!(decision.action, 1, "whoever leaves a multiple of four wins");
/// assert_eq!(decision.proven, Some(Proven::Win { winner: Player::First, plies: Some(11) }));
/// # Ok::<(), gambol_search::SearchError>(())
/// ```
pub struct AlphaBeta<E, F = E> {
    as_first: E,
    as_second: Option<F>,
    settings: Settings,
    /// Made by the first search.
    memory: Option<Memory>,
    /// The player who decided in the searches whose values the table holds, if they count.
    kept_for: Option<Player>,
    /// The gaps between two looks at the clock of late.
    gaps: Gaps,
}

#[derive(Clone, Copy, Debug)]
struct Settings {
    depth: u8,
    table_bytes: usize,
    terminal: Option<Terminal>,
    extensions: u8,
    symmetric_plies: usize,
    reduction: bool,
    width: usize,
    workers: usize,
    keeps_table: bool,
}

/// Where the last plies are quick to play again, states searched this deep and less deep are kept in a small table.
const SHALLOW: u8 = 5;

/// Depth and extensions together.
const MAX_DEPTH: u8 = DEEPEST;

impl Default for Settings {
    fn default() -> Self {
        Self {
            depth: MAX_DEPTH,
            table_bytes: 64 << 20,
            terminal: None,
            extensions: 0,
            symmetric_plies: 3,
            reduction: false,
            width: usize::MAX,
            workers: 1,
            keeps_table: false,
        }
    }
}

impl<E> AlphaBeta<E> {
    /// Alpha-beta that evaluates states by this evaluator, whichever side it plays.
    #[must_use]
    pub fn new(evaluator: E) -> Self {
        Self::of(evaluator, None)
    }
}

impl<E, F> AlphaBeta<E, F> {
    /// Alpha-beta that judges states differently as the first player and as the second: the one to move at the root.
    #[must_use]
    pub fn with_evaluators(as_first: E, as_second: F) -> Self {
        Self::of(as_first, Some(as_second))
    }

    fn of(as_first: E, as_second: Option<F>) -> Self {
        Self { as_first, as_second, settings: Settings::default(), memory: None, kept_for: None, gaps: Gaps::default() }
    }

    /// Searches to this depth at most, in plies: 1 to 127, the default.
    #[must_use]
    pub fn depth(mut self, plies: u32) -> Self {
        self.settings.depth = plies.clamp(1, u32::from(MAX_DEPTH)) as u8;
        self
    }

    /// The size of the transposition table in bytes, 64 MiB unless set. It is never exceeded; below some hundred bytes there is no
    /// table. Memory is taken from the system as the table fills. Several [workers](Self::workers) share it out among
    /// them.
    #[must_use]
    pub fn table_bytes(mut self, bytes: usize) -> Self {
        self.settings.table_bytes = bytes;
        self.memory = None;
        self.kept_for = None;
        self
    }

    /// The worth of ended games; by default, as the game is [scored](Game::SCORING). With
    /// [`Terminal::WinLoss`], a win is worth more than any evaluation; quicker wins and slower
    /// losses are better. Decisions show them as 1 and -1, with the [proof](crate::Proven). With
    /// [`Terminal::Score`], the evaluator must be in points.
    #[must_use]
    pub fn terminal(mut self, terminal: Terminal) -> Self {
        self.settings.terminal = Some(terminal);
        self.kept_for = None;
        self
    }

    /// Quiescence extension in plies, 0 to 27 (default 0): searches states at the horizon at most
    /// this much deeper while the evaluator says that they are not
    /// [quiet](Evaluator::is_quiet), so that the search does not stop in the middle of an exchange.
    /// All actions of such a state are searched. [`Evaluator::best_successor`] is not asked then.
    #[must_use]
    pub fn quiescence(mut self, plies: u32) -> Self {
        self.settings.extensions = plies.min(27) as u8;
        self.kept_for = None;
        self
    }

    /// Takes symmetric states for one down to this ply, 3 unless set; 0 for never. The evaluator must judge them alike then. Costs
    /// nothing in games without symmetries.
    #[must_use]
    pub fn symmetric_plies(mut self, plies: u32) -> Self {
        self.settings.symmetric_plies = plies as usize;
        self.kept_for = None;
        self
    }

    /// Internal iterative reduction: searches a state that the table does not know, and therefore has no good first action
    /// for, one ply less deep. Off unless set, since the value of a depth is then no longer that of minimax.
    #[must_use]
    pub fn reduction(mut self, on: bool) -> Self {
        self.settings.reduction = on;
        self.kept_for = None;
        self
    }

    /// Searches only the best so many root actions deeper than one ply, as judged after one; equal and symmetric ones count
    /// once. All, unless set; at least 1.
    #[must_use]
    pub fn width(mut self, actions: usize) -> Self {
        self.settings.width = actions.max(1);
        self
    }

    /// Shares the work below the principal line out among so many workers, 1 to 64, which run on the threads of the current rayon
    /// pool if the crate is built with the feature `parallel`. 1 unless set.
    ///
    /// The decision depends on the number of workers, but not on the number of threads, nor on that feature. Workers learn what
    /// others have found only between two pieces of work, so that they search many states twice. Where evaluators are slow or
    /// states seldom come about in two ways, as many workers as cores are best; in games like connect four and Pentago-Swap one
    /// worker alone is as fast as two on two cores.
    #[must_use]
    pub fn workers(mut self, workers: usize) -> Self {
        self.settings.workers = workers.clamp(1, 64);
        self.memory = None;
        self.kept_for = None;
        self
    }

    /// Keeps the transposition table from search to search until a [new game](Search::new_game). Off by
    /// default.
    ///
    /// The next move then starts from what was found before it. Decisions depend on the searches since
    /// the game began: a sequence of searches is reproducible as a whole, a single one is not. The
    /// table is dropped when the other player is to decide. The evaluators must stay the same.
    #[must_use]
    pub fn keep_table(mut self, on: bool) -> Self {
        self.settings.keeps_table = on;
        self
    }
}

impl<G, E, F> Search<G> for AlphaBeta<E, F>
where
    G: Game<Outcome = NoChance>,
    E: Evaluator<G>,
    F: Evaluator<G>,
{
    fn search(&mut self, state: &G, budget: &Budget, _: Seed) -> Result<Decision<G::Action>, SearchError> {
        // What is prepared takes time too.
        let meter = budget.meter();
        let (player, actions) = root_of(state)?;
        let scale = Scale::new(Terminal::for_decision::<G>(self.settings.terminal, player)?);
        let Self { as_first, as_second, settings, memory, kept_for, gaps } = self;
        let memory = memory.get_or_insert_with(|| Memory::new(settings.workers, settings.table_bytes));
        if kept_for.replace(player) == Some(player) && settings.keeps_table {
            memory.continue_search();
        } else {
            memory.renew();
        }
        let task = Task { state, player, actions, budget, meter: &meter, settings, scale };
        match as_second {
            Some(evaluator) if player == Player::Second => task.run(evaluator, memory, gaps),
            _ => task.run(as_first, memory, gaps),
        }
    }

    fn new_game(&mut self, _: &G) {
        self.kept_for = None;
    }
}

/// One search.
struct Task<'a, G: Game> {
    state: &'a G,
    player: Player,
    actions: Vec<G::Action>,
    budget: &'a Budget,
    meter: &'a Meter<'a>,
    settings: &'a Settings,
    scale: Scale,
}

impl<G: Game<Outcome = NoChance>> Task<'_, G> {
    fn run<E: Evaluator<G>>(
        self,
        evaluator: &E,
        memory: &mut Memory,
        gaps: &mut Gaps,
    ) -> Result<Decision<G::Action>, SearchError> {
        let Self { state, player, actions, budget, meter, settings, scale } = self;
        let quick = settings.extensions == 0 && actions.len() < MANY && evaluator.is_cheap();
        let (common, recollections) = memory.lend(if quick { SHALLOW } else { 0 });
        let terms = Terms {
            scale,
            extensions: settings.extensions,
            symmetric_plies: settings.symmetric_plies,
            reduction: settings.reduction,
            quick,
        };
        let (classes, class_of) = root::classes(state, player, &actions, terms.symmetric_plies > 0);
        let workers =
            recollections.into_iter().map(|own| Worker::new(evaluator, terms, own, Pace::new(budget, meter, gaps)));
        let mut root = Root {
            player,
            order: (0..classes.len()).collect(),
            common,
            workers: workers.collect(),
            max_nodes: budget.max_nodes().unwrap_or(u64::MAX),
            exact: budget.exact_count(),
            width: settings.width,
            // Until one is searched: the best by the score right after it.
            best: best_for(Player::First, classes.iter().map(|class| class.value)).unwrap_or(0),
            classes,
            line: Vec::new(),
        };
        let deepest = settings.depth.min(MAX_DEPTH - settings.extensions);
        let deepest = budget.max_depth().map_or(deepest, |depth| deepest.min(depth.min(255) as u8));
        let outcome = Outcome { state, player, actions: &actions, class_of: &class_of, terms, meter };
        let depth = root.deepen(deepest, terms.extensions, |depth, root| {
            if meter.is_watched() {
                // The tables are at work: the line ends where the search found the rest in them.
                meter.report(&outcome.decision(&root.classes, root.best, &root.line, depth, root.nodes(), None));
            }
        });

        let nodes = root.nodes();
        let Root { classes, best, line, common, workers, .. } = root;
        let seen = workers.iter().map(|worker| worker.pace.gaps());
        *gaps = seen.max_by_key(Gaps::reserve).unwrap_or(*gaps);
        let faults = workers.iter().try_for_each(|worker| worker.fault.result());
        drop(workers);
        memory.take_back(common);
        faults?;
        Ok(outcome.decision(&classes, best, &line, depth, nodes, Some(memory)))
    }
}

/// What a decision is made of besides what the search found.
#[derive(Debug)]
struct Outcome<'a, G: Game> {
    state: &'a G,
    player: Player,
    actions: &'a [G::Action],
    class_of: &'a [usize],
    terms: Terms,
    meter: &'a Meter<'a>,
}

impl<G: Game> Outcome<'_, G> {
    fn decision(
        &self,
        classes: &[Class<G>],
        best: usize,
        line: &[G::Action],
        depth: u8,
        nodes: u64,
        memory: Option<&Memory>,
    ) -> Decision<G::Action> {
        let Self { state, player, actions, class_of, terms, meter } = *self;
        let sign = player.sign() as f64;
        let show = |action: G::Action, class: &Class<G>| {
            let bound = if player == Player::First { class.bound } else { class.bound.reversed() };
            let known = Some(bound).filter(|&bound| bound != Bound::Unsearched);
            match known.and_then(|bound| shown(terms.scale, sign * class.value, bound, class.solved)) {
                Some((value, bound, proven)) => {
                    RootAction { bound, proven, ..RootAction::new(action, value).visits(class.nodes) }
                }
                None => RootAction::unsearched(action, class.after.score()).visits(class.nodes),
            }
        };
        let first = actions[class_of.iter().position(|&class| class == best).unwrap_or(0)];
        let chosen = show(first, &classes[best]);
        let mut decision = Decision::new(player, first, chosen.value);
        decision.proven = chosen.proven;
        decision.root = actions.iter().zip(class_of).map(|(&action, &class)| show(action, &classes[class])).collect();
        let longest = usize::from(depth) + 1;
        decision.pv = lines::unfold(state, first, line, terms.symmetric_plies, memory, longest);
        decision.stats = meter.stats(nodes, 0, u32::from(depth));
        decision
    }
}

/// The tables are not copied: a clone makes its own.
impl<E: Clone, F: Clone> Clone for AlphaBeta<E, F> {
    fn clone(&self) -> Self {
        Self {
            as_first: self.as_first.clone(),
            as_second: self.as_second.clone(),
            settings: self.settings,
            memory: None,
            kept_for: None,
            gaps: Gaps::default(),
        }
    }
}

impl<E: fmt::Debug, F: fmt::Debug> fmt::Debug for AlphaBeta<E, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AlphaBeta")
            .field("as_first", &self.as_first)
            .field("as_second", &self.as_second)
            .field("settings", &self.settings)
            .finish_non_exhaustive()
    }
}

//! Proof-number search.

mod search;
mod table;

use alloc::vec;
use alloc::vec::Vec;

use gambol_core::{Game, GameExt, NoChance, Player, Scoring, Seed, Turn, mix};

use crate::budget::Budget;
use crate::decision::{Bound, Decision, Proven, RootAction, root_of};
use crate::error::SearchError;
use crate::meter::{Counter, Meter};
use crate::search::{Limits, Search};
use crate::spare::Spare;

use search::Prover;
use table::{Numbers, ProofTable};

/// Nodes of the first slice for each goal; doubled in each round.
const SLICE: u64 = 4096;

/// Goal of a proof: a player can force a score.
///
/// ```
/// use gambol_core::Player;
/// use gambol_search::Goal;
/// assert_eq!(Goal::win(Player::Second), Goal::at_least(Player::Second, 1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Goal {
    player: Player,
    points: i64,
}

impl Goal {
    /// Goal that this player wins: the game ends with a score above 0 for them. A disproof means
    /// that the opponent can draw or win.
    #[must_use]
    pub const fn win(player: Player) -> Self {
        Self::at_least(player, 1)
    }

    /// Goal that this player does not lose: the game ends with a score of 0 or above for them. A
    /// disproof means that they lose.
    #[must_use]
    pub const fn draw_or_better(player: Player) -> Self {
        Self::at_least(player, 0)
    }

    /// Goal that the game ends with at least this many points for this player. Points are the score
    /// for the first player and its negative for the second.
    #[must_use]
    pub const fn at_least(player: Player, points: i64) -> Self {
        Self { player, points }
    }

    fn is_met(self, score: i64) -> bool {
        self.player.sign().saturating_mul(score) >= self.points
    }

    /// Returns the result if this player wins, or `None` if it depends on the margin.
    fn if_won_by(self, player: Player) -> Option<Numbers> {
        if player == self.player {
            (self.points <= 1).then_some(Numbers::PROVED)
        } else {
            (self.points >= 0).then_some(Numbers::DISPROVED)
        }
    }

    /// Hash salt of the goal, so that goals can share a table.
    fn salt(self) -> u64 {
        mix(self.player.sign() as u64, self.points as u64)
    }
}

/// Result of a proof search.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/doc/nim.rs")); }
/// # use nim::*;
/// use gambol_search::{Budget, Goal, ProofNumber, Verdict};
///
/// let mut search = ProofNumber::new().memory(1 << 16);
/// let mut prove = |matches, budget: &Budget| {
///     search
///         .prove(&Nim { matches, to_move: Player::First }, Goal::win(Player::First), budget)
///         .result
/// };
/// assert_eq!(prove(7, &Budget::unlimited()), Verdict::Proved);
/// assert_eq!(prove(8, &Budget::unlimited()), Verdict::Disproved);
/// assert_eq!(prove(100, &Budget::unlimited().nodes(1)), Verdict::Unknown);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The goal's player can force the goal against any play.
    Proved,
    /// The opponent can prevent the goal against any play.
    Disproved,
    /// The budget ran out before a proof or disproof.
    Unknown,
}

/// Result, line and node count of a proof search.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/doc/nim.rs")); }
/// # use nim::*;
/// use gambol_search::{Budget, Goal, ProofNumber};
///
/// let nim = Nim { matches: 3, to_move: Player::First };
/// let proof = ProofNumber::new().memory(1 << 16).prove(
///     &nim,
///     Goal::win(Player::First),
///     &Budget::unlimited(),
/// );
/// assert_eq!(proof.line, [3], "takes all");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Proof<A> {
    /// Whether the goal is proved.
    pub result: Verdict,
    /// The line of the proof or disproof. Its side plays actions that prove the result; the other
    /// side plays the actions that were hardest to refute. Empty if the result is unknown. It ends
    /// with the game, at a lost table entry, or before a state would repeat.
    pub line: Vec<A>,
    /// Node count: visited states, without those examined by tests for an immediate win.
    pub nodes: u64,
}

/// Proof-number search: proves a win, a loss, or a draw or better in a two-player game without
/// chance; needs no evaluator.
///
/// Each step expands a leaf of the smallest set of leaves that are missing for a proof or a
/// disproof, so the search finds forced lines far deeper than a full-width search. This is the
/// depth-first form (df-pn): proof and disproof numbers are stored in a table of fixed size, and
/// lost entries are searched again. A new leaf whose mover [wins at once](Game::winning_action) is
/// decided without expansion; otherwise, a leaf with few actions starts with their number. Results
/// are exact, provided that the game's [`key`](Game::key) distinguishes its states. If the
/// candidates of a selective state may omit [better actions](Game::has_exact_candidates), all legal
/// actions are searched. A player may move several times in a row.
///
/// Requires a game that never repeats a state. With repetitions, the search would mix numbers of
/// different histories (the graph-history interaction problem) and might cycle until the budget
/// runs out.
///
/// [`prove`](Self::prove) decides one goal. As a [`Search`], it alternates between two goals of the
/// player to move, a win and a draw or better. It plays an action proved to win, otherwise one
/// proved not to lose, otherwise the first that is not disproved. Values for the first player are
/// 1, 0 and −1, and 0 if unknown; a game of [points](Scoring::Points) has no such values and is
/// refused. It runs on one thread and does not use the seed.
///
/// Sources: A. Nagai, *Df-pn Algorithm for Searching AND/OR Trees and Its Applications*, Tokyo
/// 2002; A. Kishimoto, M. Winands, M. Müller and J.-T. Saito, *Game-Tree Search Using Proof
/// Numbers: The First Twenty Years*, ICGA Journal 35(3), 2012.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/doc/nim.rs")); }
/// # use nim::*;
/// use gambol_search::{Budget, Goal, ProofNumber, Verdict};
///
/// // Players take one to three matches in turn; who takes the last one wins.
/// let state = Nim { matches: 30, to_move: Player::First };
/// let proof = ProofNumber::new().prove(&state, Goal::win(Player::First), &Budget::unlimited());
/// assert_eq!((proof.result, proof.line[0]), (Verdict::Proved, 2));
/// ```
#[derive(Clone, Debug)]
pub struct ProofNumber {
    memory: usize,
    nodes: u64,
    leaf_weight: u32,
    spare: Spare,
}

impl ProofNumber {
    /// Creates a proof-number search with a table of 64 MiB and a limit of 10 million nodes.
    #[must_use]
    pub fn new() -> Self {
        Self { memory: 64 << 20, nodes: 10_000_000, leaf_weight: 1, spare: Spare::default() }
    }

    /// Table size in bytes (default 64 MiB), 16 per entry, never exceeded. The system commits
    /// memory as the table fills, and the next search uses it again. Besides the table, only the
    /// current line takes memory.
    #[must_use]
    pub fn memory(mut self, bytes: usize) -> Self {
        self.memory = bytes;
        self
    }

    /// Node limit if the budget limits neither time nor nodes (default 10 million).
    #[must_use]
    pub fn nodes(mut self, nodes: u64) -> Self {
        self.nodes = nodes;
        self
    }

    /// Weight of the actions of a new leaf, 1 to 1024 (default 1): the side that must solve all of
    /// them starts with their number times this. Leaves with more than 16 actions are not weighted.
    ///
    /// The greater the weight, the longer the search stays with one line. It suits a game whose
    /// [candidates](Game::visit_candidates) are few and in order: on connect four with the
    /// moves that do not lose at once, best first, a weight of 32 takes a fifth of the nodes. With
    /// all columns, a weight of 2 takes four fifths, and one of 8 twice as many.
    ///
    /// ```
    /// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/doc/nim.rs")); }
    /// # use nim::*;
    /// use gambol_core::Player;
    /// use gambol_search::{Budget, Goal, ProofNumber, Verdict};
    ///
    /// let nim = Nim { matches: 30, to_move: Player::First };
    /// let proof = ProofNumber::new().leaf_weight(32).prove(&nim, Goal::win(Player::First), &Budget::unlimited());
    /// assert_eq!(proof.result, Verdict::Proved);
    /// ```
    #[must_use]
    pub fn leaf_weight(mut self, weight: u32) -> Self {
        self.leaf_weight = weight.clamp(1, 1 << 10);
        self
    }

    /// Decides whether a goal can be forced from a state.
    ///
    /// Respects the time limit, node limit and stop flag of the budget.
    pub fn prove<G: Game<Outcome = NoChance>>(&mut self, state: &G, goal: Goal, budget: &Budget) -> Proof<G::Action> {
        if state.turn() == Turn::Over {
            let result = if goal.is_met(state.score()) { Verdict::Proved } else { Verdict::Disproved };
            return Proof { result, line: Vec::new(), nodes: 0 };
        }
        let meter = budget.meter();
        let mut table = self.empty_table();
        let mut prover = Prover::new(goal, self.leaf_weight);
        let (result, nodes) = run(&mut prover, state, &mut table, &meter, self.most(budget));
        let line = match result {
            Verdict::Unknown => Vec::new(),
            _ => full_line(&prover, state, &table, result),
        };
        self.spare.keep(table);
        Proof { result, line, nodes }
    }

    /// Returns an empty table in the memory of the last search, if its size has not changed. Memory
    /// of another size is freed first.
    fn empty_table(&mut self) -> ProofTable {
        match self.spare.take::<ProofTable>().filter(|table| table.is_for(self.memory)) {
            Some(mut table) => {
                table.clear();
                table
            }
            None => ProofTable::new(self.memory),
        }
    }

    fn most(&self, budget: &Budget) -> u64 {
        let default = if budget.max_time().is_some() { u64::MAX } else { self.nodes };
        budget.max_nodes().unwrap_or(default)
    }
}

impl Default for ProofNumber {
    fn default() -> Self {
        Self::new()
    }
}

fn verdict(numbers: Numbers) -> Verdict {
    match numbers {
        Numbers::PROVED => Verdict::Proved,
        Numbers::DISPROVED => Verdict::Disproved,
        _ => Verdict::Unknown,
    }
}

/// Searches from a state with at most this many nodes. Returns the result and the number of nodes.
fn run<G: Game<Outcome = NoChance>>(
    prover: &mut Prover<G>,
    root: &G,
    table: &mut ProofTable,
    meter: &Meter<'_>,
    most: u64,
) -> (Verdict, u64) {
    let mut counter = Counter::new(meter, most);
    let numbers = prover.run(root, table, &mut counter);
    (verdict(numbers), counter.nodes())
}

/// Returns the line of a result. If the table has lost its first action, it comes from the root's
/// children.
fn full_line<G: Game<Outcome = NoChance>>(
    prover: &Prover<G>,
    root: &G,
    table: &ProofTable,
    result: Verdict,
) -> Vec<G::Action> {
    let line = prover.line(root, table, result == Verdict::Proved);
    if !line.is_empty() {
        return line;
    }
    let first = prover.children.iter().find(|child| verdict(child.numbers) == result);
    first.map(|child| child.action).into_iter().collect()
}

impl<G: Game<Outcome = NoChance>> Search<G> for ProofNumber {
    fn search(&mut self, state: &G, budget: &Budget, _: Seed) -> Result<Decision<G::Action>, SearchError> {
        if G::SCORING == Scoring::Points {
            return Err(SearchError::Unfit {
                why: "the game has points, and proof-number search decides wins and losses; prove a goal",
            });
        }
        let (player, candidates) = root_of(state, budget)?;
        let actions = if state.has_exact_candidates() { candidates } else { state.actions() };
        let meter = budget.meter();
        let most = self.most(budget);
        let mut table = self.empty_table();
        let mut win = Prover::<G>::new(Goal::win(player), self.leaf_weight);
        let mut draw = Prover::<G>::new(Goal::draw_or_better(player), self.leaf_weight);
        let (mut wins, mut draws) = (Verdict::Unknown, Verdict::Unknown);
        let (mut spent, mut slice) = (0, SLICE);
        // Verdicts on every action for both goals: a win, and a draw or better.
        let mut known = vec![[Verdict::Unknown; 2]; actions.len()];
        'search: loop {
            for (which, prover) in [&mut win, &mut draw].into_iter().enumerate() {
                let answer = if which == 0 { &mut wins } else { &mut draws };
                if *answer != Verdict::Unknown {
                    continue;
                }
                let (found, nodes) = run(prover, state, &mut table, &meter, slice.min(most - spent));
                *answer = found;
                spent += nodes.min(most - spent);
                for (known, child) in known.iter_mut().zip(&prover.children) {
                    if known[which] == Verdict::Unknown {
                        known[which] = verdict(child.numbers);
                    }
                }
                if spent >= most || meter.has_expired() {
                    break 'search;
                }
            }
            let decided = wins != Verdict::Unknown && draws != Verdict::Unknown;
            if decided || wins == Verdict::Proved || draws == Verdict::Disproved {
                break;
            }
            slice = slice.saturating_mul(2);
            if meter.is_watched() {
                let mut so_far = decision(player, &actions, &known, [&win, &draw]);
                so_far.stats = meter.stats(spent, 0, 0);
                meter.report(&so_far);
            }
        }

        let mut decision = decision(player, &actions, &known, [&win, &draw]);
        let place = actions.iter().position(|action| *action == decision.action).unwrap_or(0);
        let after = state.afterstate(decision.action);
        match known[place] {
            [Verdict::Proved, _] => decision.pv.extend(win.line(&after, &table, true)),
            [_, Verdict::Unknown] => {}
            [_, answer] => decision.pv.extend(draw.line(&after, &table, answer == Verdict::Proved)),
        }
        self.spare.keep(table);
        decision.stats = meter.stats(spent, 0, 0);
        Ok(decision)
    }

    fn limits(&self) -> Limits {
        Limits::none().nodes().progress()
    }
}

/// Returns the decision for the verdicts on every action for both goals.
fn decision<G: Game<Outcome = NoChance>>(
    player: Player,
    actions: &[G::Action],
    known: &[[Verdict; 2]],
    provers: [&Prover<G>; 2],
) -> Decision<G::Action> {
    let root: Vec<RootAction<G::Action>> = actions
        .iter()
        .enumerate()
        .map(|(place, &action)| {
            let plies = None;
            let proven = match known[place] {
                [Verdict::Proved, _] => Some(Proven::Win { winner: player, plies }),
                [_, Verdict::Disproved] => Some(Proven::Win { winner: player.opponent(), plies }),
                [Verdict::Disproved, Verdict::Proved] => Some(Proven::Draw),
                _ => None,
            };
            let value = match proven {
                Some(Proven::Win { winner, .. }) => winner.sign() as f64,
                _ => 0.0,
            };
            let visits = provers.map(|prover| prover.children.get(place).map_or(0, |child| child.nodes));
            let bound = if proven.is_some() { Bound::Exact } else { Bound::Unsearched };
            RootAction { bound, proven, ..RootAction::new(action, value).visits(visits[0] + visits[1]) }
        })
        .collect();
    let find = |which: usize, answer| known.iter().position(|known| known[which] == answer);
    let best = find(0, Verdict::Proved)
        .or_else(|| find(1, Verdict::Proved))
        .or_else(|| known.iter().position(|known| known[1] != Verdict::Disproved))
        // All actions lose: the one whose refutation took the most work.
        .or_else(|| (0..root.len()).rev().max_by_key(|&place| root[place].visits))
        .unwrap_or(0);
    let RootAction { action, value, proven, .. } = root[best];
    let mut decision = Decision::new(player, action, value);
    (decision.proven, decision.root) = (proven, root);
    decision
}

//! Proof-number search.

mod search;
mod table;

use alloc::vec;
use alloc::vec::Vec;

use gambol_core::{Game, GameExt, NoChance, Player, Seed, Turn, mix};

use crate::budget::Budget;
use crate::decision::{Bound, Decision, Proven, RootAction, root_of};
use crate::error::SearchError;
use crate::meter::Counter;
use crate::search::Search;
use crate::spare::Spare;

use search::Prover;
use table::ProofTable;

/// The first goes at either goal take so many nodes, each of the next twice as many.
const SLICE: u64 = 4096;

/// What is to be proved: that a player can force a score.
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
    /// This player wins: the game ends with a score above 0 for them. If it is disproved, the opponent can draw or win.
    #[must_use]
    pub const fn win(player: Player) -> Self {
        Self::at_least(player, 1)
    }

    /// This player does not lose: the game ends with a score of 0 or above for them. If it is disproved, they lose.
    #[must_use]
    pub const fn draw_or_better(player: Player) -> Self {
        Self::at_least(player, 0)
    }

    /// The game ends with a score of at least so many points for this player: the score itself for the first player, its
    /// negative for the second.
    #[must_use]
    pub const fn at_least(player: Player, points: i64) -> Self {
        Self { player, points }
    }

    fn is_met(self, score: i64) -> bool {
        self.player.sign().saturating_mul(score) >= self.points
    }

    /// A number that tells goals apart in one table.
    fn salt(self) -> u64 {
        mix(self.player.sign() as u64, self.points as u64)
    }
}

/// Whether a goal can be forced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The goal's player can force it against any play.
    Proved,
    /// The opponent can prevent it against any play.
    Disproved,
    /// The budget was spent before an answer was found.
    Unknown,
}

/// What a proof search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof<A> {
    /// The answer.
    pub result: Verdict,
    /// How play goes on: the side for which the answer speaks takes an action that proves it, the other one that made it hard to
    /// prove. It begins with the action to take, unless the answer is unknown, and ends where the game is over, where the table
    /// has forgotten what follows, or where only states that were on it before would follow.
    pub line: Vec<A>,
    /// The states that it stepped through.
    pub nodes: u64,
}

/// Proof-number search: proves a win, a loss, or a draw or better of a two-player game without chance, and needs no evaluation.
///
/// It always works where the fewest leaves are missing for a proof or a disproof, and so finds forced lines that are far deeper than
/// a search of full width could look. It is the depth-first form (df-pn): the numbers live in a table of fixed size, and what has
/// no room there is searched again. Answers are exact: a proof is a proof, provided that the game's
/// [`key`](Game::key) tells its states apart. A player may move several times in a row.
///
/// It relies on the game never repeating a state; with repetitions, numbers of states that were reached by different histories
/// would be mixed up (the graph-history interaction problem), and it may go round in circles until the budget is spent.
///
/// [`prove`](Self::prove) answers one question. As a [`Search`] it asks two, whether the player to move can win, and whether
/// they can draw or better, by turns, and plays an action that is proved to win, else one that is proved not to lose, else the
/// first that is not refuted. Values are 1, 0 and -1 to the first player; 0 where nothing is known. It runs on one thread, and the
/// seed does not matter.
///
/// Sources: A. Nagai, *Df-pn Algorithm for Searching AND/OR Trees and Its Applications*, Tokyo 2002; A. Kishimoto, M. Winands,
/// M. Müller and J.-T. Saito, *Game-Tree Search Using Proof Numbers: The First Twenty Years*, ICGA Journal 35(3), 2012.
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
    spare: Spare,
}

impl ProofNumber {
    /// Proof-number search with a table of 64 MiB and 10 million nodes.
    #[must_use]
    pub fn new() -> Self {
        Self { memory: 64 << 20, nodes: 10_000_000, spare: Spare::default() }
    }

    /// The size of the table in bytes. It is taken at the start, never grows, and is given back when the next search begins;
    /// besides it there is only the line of play that is being searched. An entry takes 16 bytes.
    #[must_use]
    pub fn memory(mut self, bytes: usize) -> Self {
        self.memory = bytes;
        self
    }

    /// How many nodes are searched if the budget limits neither time nor nodes. 10 million unless set.
    #[must_use]
    pub fn nodes(mut self, nodes: u64) -> Self {
        self.nodes = nodes;
        self
    }

    /// Whether a goal can be forced from a state.
    ///
    /// Time, nodes and the stop flag of the budget hold.
    pub fn prove<G: Game<Outcome = NoChance>>(&mut self, state: &G, goal: Goal, budget: &Budget) -> Proof<G::Action> {
        if state.turn() == Turn::Over {
            let result = if goal.is_met(state.score()) { Verdict::Proved } else { Verdict::Disproved };
            return Proof { result, line: Vec::new(), nodes: 0 };
        }
        let meter = budget.meter();
        let mut counter = Counter::new(&meter, self.most(budget));
        let mut table = self.table();
        let mut prover = Prover::new(goal);
        let result = verdict(prover.run(state, &mut table, &mut counter));
        let line = match result {
            Verdict::Unknown => Vec::new(),
            _ => full_line(&prover, state, &table, result),
        };
        self.spare.keep(table);
        Proof { result, line, nodes: counter.nodes() }
    }

    /// An empty table, after what the last search used was given back.
    fn table(&mut self) -> ProofTable {
        drop(self.spare.take::<ProofTable>());
        ProofTable::new(self.memory)
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

fn verdict(numbers: table::Numbers) -> Verdict {
    match numbers {
        table::Numbers { proof: 0, .. } => Verdict::Proved,
        table::Numbers { disproof: 0, .. } => Verdict::Disproved,
        _ => Verdict::Unknown,
    }
}

/// The line of an answer. The root's own children know its first action, even if the table has forgotten it.
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
        let (player, actions) = root_of(state)?;
        let meter = budget.meter();
        let most = self.most(budget);
        let mut table = self.table();
        let mut win = Prover::<G>::new(Goal::win(player));
        let mut draw = Prover::<G>::new(Goal::draw_or_better(player));
        let (mut wins, mut draws) = (Verdict::Unknown, Verdict::Unknown);
        let (mut spent, mut slice) = (0, SLICE);
        // What is known of every action: that it wins, and that it does not lose.
        let mut known = vec![[Verdict::Unknown; 2]; actions.len()];
        'search: loop {
            for (which, prover) in [&mut win, &mut draw].into_iter().enumerate() {
                let answer = if which == 0 { &mut wins } else { &mut draws };
                if *answer != Verdict::Unknown {
                    continue;
                }
                let mut counter = Counter::new(&meter, slice.min(most - spent));
                *answer = verdict(prover.run(state, &mut table, &mut counter));
                spent += counter.nodes().min(most - spent);
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
}

/// The decision for what is known of every action: that it wins, and that it does not lose.
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
        // All lose: the one whose refutation took most work.
        .or_else(|| (0..root.len()).rev().max_by_key(|&place| root[place].visits))
        .unwrap_or(0);
    let RootAction { action, value, proven, .. } = root[best];
    let mut decision = Decision::new(player, action, value);
    (decision.proven, decision.root) = (proven, root);
    decision
}

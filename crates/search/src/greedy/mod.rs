//! Greedy best-first search for the best action or turn by an evaluator.

mod frontier;

use alloc::vec::Vec;
use core::ops::ControlFlow;

use gambol_core::{ActionEvaluator, Game, GameExt, Player, Seed, Turn};

use crate::batch::Batch;
use crate::budget::Budget;
use crate::decision::{Decision, RootAction, root_of, worth};
use crate::error::{Fault, SearchError};
use crate::flat::Ties;
use crate::meter::{Counter, Meter};
use crate::search::{Limits, Search};
use crate::terminal::Terminal;
use crate::turns::MAX_TURN;

use frontier::{Frontier, Node, Stage};

/// Scope of a greedy search.
///
/// ```
/// use gambol_core::{Afterstate, Score, Seed};
/// use gambol_search::{Budget, Greedy, Scope, Search};
/// use gambol_tenten::TenTen;
///
/// // A turn of 1010! is the placement of three pieces; here, of the two that are left.
/// let state: TenTen = "10/10/10/10/10/10/10/10/10/10 o3,v2 0".parse()?;
/// let plan = |scope| {
///     let mut search = Greedy::new(Afterstate(Score)).scope(scope);
///     search.search(&state, &Budget::unlimited(), Seed::new(1)).map(|decision| decision.pv.len())
/// };
/// assert_eq!((plan(Scope::Action)?, plan(Scope::Turn)?), (1, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Scope {
    /// One action (the default).
    #[default]
    Action,
    /// Best-first search for a complete turn: the actions up to the next chance event, the
    /// opponent's turn or the end of the game. The state with the best value is expanded next, and
    /// the first complete turn is taken. Ties go to states later in the turn, so that a constant
    /// evaluator leads directly to a complete turn.
    Turn,
}

/// Greedy best-first search with an evaluator of actions ([`Afterstate`](gambol_core::Afterstate)
/// converts an evaluator of states). The value of a state is the evaluation of the action that led
/// to it, as in *1010! Game Agents*, where f(s) = h(s). Evaluations are not summed along the path.
///
/// States with the same [key](Game::key) are merged: a turn of three pieces that can be placed in
/// six orders is searched once. The first path to a state and its evaluation count. A turn counts
/// as complete after 64 actions. The search ignores chance and the opponent;
/// [`TurnSearch`](crate::TurnSearch) compares several ends of a turn.
///
/// A proven win for the player to move is taken at once. Otherwise, [`Scope::Turn`] takes an end of
/// the game only if it finds no other end of the turn. [`Scope::Action`] compares the
/// [value](Self::terminal) of an ended game with the evaluations of the other actions.
///
/// The value of a root action is that of the best end of a turn found through it, unless another
/// action reached that end earlier. An action without such an end is [not
/// searched](crate::Bound::Unsearched). All root actions are evaluated first, unless the time limit
/// or the stop flag ends the search. If the budget ends before the first end of a turn, values are
/// the actions' own evaluations.
///
/// Source: A. Cohen, I. Bezgin, R. Charedim, N. O. Tuito, *1010! Game Agents*: `single` is
/// [`Scope::Action`] and `triple` [`Scope::Turn`].
#[derive(Clone, Copy, Debug)]
pub struct Greedy<E> {
    evaluator: E,
    scope: Scope,
    ties: Ties,
    terminal: Option<Terminal>,
}

impl<E> Greedy<E> {
    /// Creates a search for one action with this evaluator.
    pub fn new(evaluator: E) -> Self {
        Self { evaluator, scope: Scope::default(), ties: Ties::default(), terminal: None }
    }

    /// Scope of the search (default [`Scope::Action`]).
    #[must_use]
    pub fn scope(mut self, scope: Scope) -> Self {
        self.scope = scope;
        self
    }

    /// Values of ended games (default: by the game's [scoring](Game::SCORING)).
    #[must_use]
    pub fn terminal(mut self, terminal: Terminal) -> Self {
        self.terminal = Some(terminal);
        self
    }

    /// Tie break among states of equal value (default [`Ties::First`]).
    #[must_use]
    pub fn ties(mut self, ties: Ties) -> Self {
        self.ties = ties;
        self
    }
}

impl<G: Game, E: ActionEvaluator<G>> Search<G> for Greedy<E> {
    fn search(&mut self, state: &G, budget: &Budget, seed: Seed) -> Result<Decision<G::Action>, SearchError> {
        let (player, actions) = root_of(state, budget)?;
        let meter = budget.meter();
        let mut work = Work {
            evaluator: &self.evaluator,
            player,
            terminal: Terminal::for_game::<G>(self.terminal),
            won: None,
            opened: 0,
            nodes: Vec::with_capacity(2 * actions.len()),
            frontier: Frontier::new(player, self.ties, seed),
            counter: Counter::new(&meter, budget.max_nodes().unwrap_or(u64::MAX)),
            fault: Fault::default(),
            batch: Batch::new(),
        };
        work.open(state, &actions);
        work.fault.result()?;
        let end = match self.scope {
            _ if work.won.is_some() => work.won,
            _ if work.opened < actions.len() => None,
            Scope::Action => None,
            Scope::Turn => work.best_first(),
        };
        work.fault.result()?;
        let end = work.won.or(end);
        Ok(work.decide(state, &actions, end, &meter))
    }

    fn limits(&self) -> Limits {
        Limits::none().nodes()
    }
}

/// State of a running search.
struct Work<'a, G: Game, E> {
    evaluator: &'a E,
    player: Player,
    terminal: Terminal,
    /// First node in which the player has won.
    won: Option<usize>,
    /// Number of root actions evaluated before the meter expired.
    opened: usize,
    /// All states found; first the children of the root in the order of the actions.
    nodes: Vec<Node<G>>,
    frontier: Frontier,
    counter: Counter<'a>,
    fault: Fault,
    batch: Batch<G::Action>,
}

impl<G: Game, E: ActionEvaluator<G>> Work<'_, G, E> {
    /// Evaluates all root actions regardless of the node limit. If the meter expires, evaluates at
    /// least one.
    fn open(&mut self, root: &G, actions: &[G::Action]) {
        let is_batch = self.batch.actions(self.evaluator, root, actions);
        for (index, &action) in actions.iter().enumerate() {
            let value = if is_batch { self.batch.get(index).map(|(_, value)| value) } else { None };
            if self.add(root, action, value, index, None).is_none() {
                break;
            }
            self.opened += 1;
        }
    }

    /// Adds the afterstate of an action with its value, which is evaluated if it is not given.
    /// Returns `None` if the state is known, the value is not finite, or the budget ran out.
    fn add(
        &mut self,
        before: &G,
        action: G::Action,
        value: Option<f64>,
        root: usize,
        parent: Option<usize>,
    ) -> Option<usize> {
        if !self.counter.tick() {
            // At least one root action must have a value.
            let is_needed = value.is_some() || root == 0 || !self.counter.has_expired();
            if parent.is_some() || !is_needed {
                return None;
            }
        }
        let mut state = before.clone();
        state.play(action);
        let turn = state.turn();
        let ended = self.terminal.value_if_over(&state);
        let value = match ended.or(value) {
            Some(value) => value,
            None => self.evaluator.evaluate_action(before, action, &state),
        };
        let value = self.fault.check(value, &state)?;
        let length = parent.map_or(1, |parent| self.nodes[parent].length + 1);
        let ends = turn != Turn::Player(self.player) || length as usize >= MAX_TURN;
        let wins = turn == Turn::Over && self.terminal.is_won_by(self.player, &state);
        let known = self.frontier.enter(state.key(), self.nodes.len());
        let stage = match known {
            _ if ends => Stage::End,
            None => Stage::Open,
            Some(_) => Stage::Double,
        };
        // Root actions are kept even if their states are known.
        if known.is_some() && parent.is_some() {
            return None;
        }
        let node = Node { state, action, value, root, parent, length, stage };
        if wins && self.won.is_none() {
            self.won = Some(self.nodes.len());
        }
        self.nodes.push(node);
        Some(self.nodes.len() - 1)
    }

    /// Evaluates all actions of a known state. Returns `false` if the search must end.
    fn expand(&mut self, index: usize, mut found: impl FnMut(&mut Self, usize)) -> bool {
        let state = self.nodes[index].state.clone();
        let root = self.nodes[index].root;
        let mut spent = false;
        let mut judge = |work: &mut Self, action, value| {
            if let Some(child) = work.add(&state, action, value, root, Some(index)) {
                found(work, child);
            }
            spent = work.counter.is_over() || work.fault.is_noted() || work.won.is_some();
            if spent { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        if self.batch.candidates(self.evaluator, &state) {
            let mut next = 0;
            while let Some((action, value)) = self.batch.get(next) {
                if judge(self, action, Some(value)).is_break() {
                    break;
                }
                next += 1;
            }
        } else {
            let _ = state.visit_candidates(|action| judge(self, action, None));
        }
        !spent
    }

    /// Expands the best state until a turn is complete and returns the node of its end. An end of
    /// the game is returned only if there is no other end.
    fn best_first(&mut self) -> Option<usize> {
        // The afterstates of the root actions, without duplicates.
        for (index, node) in self.nodes.iter().enumerate().filter(|(_, node)| node.stage != Stage::Double) {
            self.frontier.push(index, node.value, 1);
        }
        let mut over = None;
        while let Some(index) = self.frontier.pop() {
            if self.nodes[index].stage == Stage::Open {
                let finished = self.expand(index, |work, child| {
                    let Node { value, length, .. } = work.nodes[child];
                    work.frontier.push(child, value, length);
                });
                if !finished {
                    return None;
                }
            } else if self.nodes[index].state.turn() == Turn::Over {
                over = over.or(Some(index));
            } else {
                return Some(index);
            }
        }
        over
    }

    /// Returns the decision: the first action of the path to `end`, or the best single action.
    fn decide(
        mut self,
        start: &G,
        actions: &[G::Action],
        end: Option<usize>,
        meter: &Meter<'_>,
    ) -> Decision<G::Action> {
        let opened = &self.nodes[..self.opened];
        let mut root: Vec<RootAction<G::Action>> =
            (actions.iter().zip(opened)).map(|(&action, node)| RootAction::new(action, node.value).visits(1)).collect();
        let chosen =
            end.unwrap_or_else(|| self.frontier.best(0..root.len(), |index| self.nodes[index].value).unwrap_or(0));
        self.credit(&mut root, end);
        let mut line = Vec::new();
        let mut at = Some(chosen);
        while let Some(index) = at {
            line.push(self.nodes[index].action);
            at = self.nodes[index].parent;
        }
        line.reverse();
        let mut decision = Decision::new(self.player, actions[self.nodes[chosen].root], self.nodes[chosen].value);
        decision.stats = meter.stats(self.counter.nodes(), 0, line.len() as u32);
        // An action has a proven result if it ends the game.
        for (action, node) in root.iter_mut().zip(&self.nodes) {
            let is_over = node.state.is_over();
            action.proven = if is_over { self.terminal.proven::<G>(node.value, Some(1)) } else { None };
        }
        if self.won == Some(chosen) {
            decision.proven = self.terminal.proven::<G>(decision.value, Some(line.len() as u32));
        } else if line.len() == 1 {
            decision.proven = root[self.nodes[chosen].root].proven;
        }
        let score = |&action: &G::Action| start.afterstate(action).score();
        root.extend(actions[root.len()..].iter().map(|action| RootAction::unsearched(*action, score(action))));
        (decision.root, decision.pv) = (root, line);
        decision
    }

    /// Counts the states below each root action and assigns it the value of its best complete turn.
    fn credit(&self, root: &mut [RootAction<G::Action>], end: Option<usize>) {
        let mut ends = alloc::vec![None; root.len()];
        for (index, node) in self.nodes.iter().enumerate() {
            root[node.root].visits += u64::from(index >= root.len());
            let best = &mut ends[node.root];
            if node.stage == Stage::End
                && best.is_none_or(|best| worth(self.player, node.value) > worth(self.player, best))
            {
                *best = Some(node.value);
            }
        }
        let Some(end) = end else { return };
        for (action, best) in root.iter_mut().zip(ends) {
            match best {
                Some(best) => action.value = best,
                None => *action = action.only_seen(),
            }
        }
        root[self.nodes[end].root].value = self.nodes[end].value;
    }
}

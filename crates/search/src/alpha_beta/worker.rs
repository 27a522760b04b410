//! The search below the root: one worker, with everything that it needs.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use gambol_core::{Evaluator, Game, GameExt, NoChance, Player, Turn};

use super::lines::Lines;
use super::memory::Recollection;
use super::order::{GREATEST, NO_PLACE, Order, Waiting};
use super::pace::Pace;
use super::value::Scale;
use crate::decision;
use crate::error::Fault;
use crate::table::{Bound, Entry, key_with_score};

/// What does not change during a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Terms {
    pub(super) scale: Scale,
    /// How many plies unquiet states may be searched beyond the depth.
    pub(super) extensions: u8,
    /// Down to which ply symmetric states are taken for one.
    pub(super) symmetric_plies: usize,
    /// Whether states that the table does not know are searched a ply less deep.
    pub(super) reduction: bool,
    /// Whether states have few actions and are judged in no time, so that the last ply is not worth remembering or ordering.
    pub(super) quick: bool,
}

/// States with at least this depth left are reduced if the table does not know them.
const REDUCED: u8 = 4;

/// The longest line that is followed; the recursion is bounded by it too.
pub(super) const PLIES: usize = 128;

/// What the search of a state came to, for the player to move at the state above.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub(super) value: f64,
    /// Whether all that the value rests on ended in ended games, so that a deeper search comes to the same.
    pub(super) solved: bool,
}

impl Found {
    /// The same for the other player.
    pub(super) fn reversed(self) -> Self {
        Self { value: -self.value, ..self }
    }
}

/// A state that is being searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    key: u64,
    pub(super) reach: Reach,
    /// For the player to move.
    pub(super) window: Window,
    /// The number of the action that was best when the state was last searched.
    known: Option<u16>,
}

/// The states still to be searched below this one, in plies, the extensions included; and how far it is from the root.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach {
    pub(super) left: u8,
    pub(super) ply: usize,
}

impl Reach {
    pub(super) fn next(self) -> Self {
        Self { left: self.left - 1, ply: self.ply + 1 }
    }
}

/// What the mover of a state can be sure of, and what the opponent can; both for the mover.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub(super) alpha: f64,
    pub(super) beta: f64,
}

impl Window {
    pub(super) const FULL: Self = Self { alpha: f64::NEG_INFINITY, beta: f64::INFINITY };

    /// The window that only asks whether a value is greater than `alpha`.
    pub(super) fn above(alpha: f64) -> Self {
        Self { alpha, beta: alpha.next_up() }
    }

    pub(super) fn is_open(self) -> bool {
        self.alpha.next_up() < self.beta
    }

    pub(super) fn reversed(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    /// What a value says that a search with this window came to.
    pub(super) fn bound(self, value: f64) -> decision::Bound {
        if value <= self.alpha {
            decision::Bound::AtMost
        } else if value >= self.beta {
            decision::Bound::AtLeast
        } else {
            decision::Bound::Exact
        }
    }
}

#[derive(Debug)]
pub(super) struct Worker<'a, G: Game, E> {
    evaluator: &'a E,
    pub(super) terms: Terms,
    pub(super) table: Recollection<'a>,
    pub(super) pace: Pace<'a>,
    pub(super) fault: Fault,
    pub(super) order: Order<G::Action>,
    pub(super) lines: Lines<G::Action>,
    /// The actions that wait at every node from the root to the current one.
    waiting: Vec<Waiting<G::Action>>,
}

impl<'a, G: Game<Outcome = NoChance>, E: Evaluator<G>> Worker<'a, G, E> {
    pub(super) fn new(evaluator: &'a E, terms: Terms, table: Recollection<'a>, pace: Pace<'a>) -> Self {
        let (order, lines) = (Order::new(PLIES), Lines::new(PLIES));
        let (fault, waiting) = (Fault::default(), Vec::with_capacity(1 << 12));
        Self { evaluator, terms, table, pace, fault, order, lines, waiting }
    }

    /// The value of a state to the player who moved to it.
    #[inline]
    pub(super) fn child(&mut self, state: &G, mover: Player, reach: Reach, window: Window) -> Found {
        const ABORTED: Found = Found { value: 0.0, solved: false };
        if !self.pace.tick() {
            return ABORTED;
        }
        let scale = self.terms.scale;
        let turn = state.turn();
        let Turn::Player(player) = turn else {
            let value = scale.end(state, reach.ply).unwrap_or_else(|| self.evaluate(state));
            return Found { value: mover.sign() as f64 * value, solved: true };
        };
        let ends_here = reach.left <= self.terms.extensions && (reach.left == 0 || self.evaluator.is_quiet(state));
        if ends_here || reach.ply >= PLIES {
            return self.judged(state, mover);
        }
        if player == mover {
            self.node(state, player, reach, window)
        } else {
            self.node(state, player, reach, window.reversed()).reversed()
        }
    }

    /// The value of a state to the player to move.
    fn node(&mut self, state: &G, player: Player, reach: Reach, window: Window) -> Found {
        match self.turned(state, reach) {
            Some(turned) => self.open(&turned, player, reach, window),
            None => self.open(state, player, reach, window),
        }
    }

    /// The state that stands for this one and those symmetric to it, where they are taken for one.
    #[inline]
    pub(super) fn turned(&self, state: &G, reach: Reach) -> Option<G> {
        (reach.ply <= self.terms.symmetric_plies && state.symmetries() > 1).then(|| state.canonical())
    }

    fn open(&mut self, state: &G, player: Player, reach: Reach, window: Window) -> Found {
        if reach.left == 1 && self.terms.quick {
            return self.last(state, player, reach, window);
        }
        let node = match self.enter(state, player, reach, window) {
            Ok(node) => node,
            Err(found) => return found,
        };
        let Node { reach, window: Window { mut alpha, beta }, .. } = node;
        let is_open = node.window.is_open();
        let first = self.waiting.len();
        let guesses = self.list(state, reach, node.known);
        let last = self.waiting.len();
        let mut best: Option<(f64, u16)> = None;
        let mut solved = true;
        for index in first..last {
            if reach.left > 1 && index >= first + guesses {
                if index == first + guesses {
                    self.rank(state, player, reach, index);
                }
                self.pick(index, index - first - guesses);
            }
            let Waiting { action, number, .. } = self.waiting[index];
            let mut found = Found { value: f64::NEG_INFINITY, solved: true };
            // All but the first are only asked whether they are better.
            let scout = index > first && is_open;
            if scout {
                found = self.step(state, player, action, reach, Window::above(alpha));
            }
            if !scout || (found.value > alpha && found.value < beta) {
                if is_open {
                    self.lines.clear(reach.ply + 1);
                }
                found = self.step(state, player, action, reach, Window { alpha, beta });
            }
            if self.pace.is_over() {
                self.waiting.truncate(first);
                return found;
            }
            solved &= found.solved;
            if best.is_none_or(|(value, _)| found.value > value) {
                best = Some((found.value, number));
            }
            if found.value > alpha {
                alpha = found.value;
                // Before the cut: the quickest win that there is cuts, and is the principal line nevertheless.
                if is_open {
                    self.lines.extend(reach.ply, action);
                }
                if found.value >= beta {
                    solved = found.solved;
                    self.order.refuted(reach.ply, action);
                    if reach.left > 1 {
                        self.order.learn(player, &self.waiting[first..=index], reach.left);
                    }
                    break;
                }
            }
        }
        self.waiting.truncate(first);
        match best {
            Some((value, number)) => self.leave(&node, Found { value, solved }, number),
            // A player is to move and cannot: the game's rules are broken.
            None => self.judged(state, player),
        }
    }

    /// The value of a state whose actions all lead to the horizon, where these are few: the first that refutes is as good as any.
    fn last(&mut self, state: &G, player: Player, reach: Reach, window: Window) -> Found {
        let window = match self.possible(state, player, reach, window) {
            Ok(window) => window,
            Err(found) => return found,
        };
        let mut best: Option<Found> = None;
        let mut solved = true;
        let _ = state.visit_candidates(|action| {
            let found = self.child(&state.afterstate(action), player, reach.next(), window);
            solved &= found.solved;
            if best.is_none_or(|best| found.value > best.value) {
                best = Some(found);
                if found.value > window.alpha && window.is_open() {
                    self.lines.clear(reach.ply + 1);
                    self.lines.extend(reach.ply, action);
                }
                if found.value >= window.beta {
                    solved = found.solved;
                    return ControlFlow::Break(());
                }
            }
            if self.pace.is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        match best {
            Some(best) => Found { solved, ..best },
            // A player is to move and cannot: the game's rules are broken.
            None => self.judged(state, player),
        }
    }

    /// A window without what cannot be: nobody wins sooner or loses sooner than by the next action. `Err` if nothing is left of it,
    /// or the evaluator knows what the next action comes to.
    #[inline]
    fn possible(&mut self, state: &G, player: Player, reach: Reach, window: Window) -> Result<Window, Found> {
        let scale = self.terms.scale;
        let best = scale.best_at(reach.ply);
        let (alpha, beta) = (window.alpha.max(-best), window.beta.min(best));
        let window = Window { alpha, beta };
        if alpha >= beta {
            return Err(Found { value: alpha, solved: true });
        }
        if reach.left == 1 && self.terms.extensions == 0 && !window.is_open() {
            // Evaluations are the first player's.
            let asked = if player == Player::First { alpha..beta } else { -beta..-alpha };
            if let Some(value) = self.evaluator.best_successor(state, asked) {
                let value = self.checked(value, state);
                return Err(Found { value: player.sign() as f64 * value, solved: false });
            }
        }
        Ok(window)
    }

    /// What is known of a state before its actions are looked at: all that is asked (`Err`), or where to go on.
    #[inline]
    pub(super) fn enter(&mut self, state: &G, player: Player, mut reach: Reach, window: Window) -> Result<Node, Found> {
        let window = self.possible(state, player, reach, window)?;
        let Window { alpha, beta } = window;
        let scale = self.terms.scale;
        let key = key_with_score(state);
        let known = self.table.get(key, reach.left);
        if let Some(entry) = known {
            let value = scale.recalled(entry.value, reach.ply);
            let cuts = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => value >= beta,
                Bound::Upper => value <= alpha,
            };
            if cuts && (entry.solved || entry.depth >= reach.left) {
                return Err(Found { value, solved: entry.solved });
            }
        } else if self.terms.reduction && reach.left >= self.terms.extensions + REDUCED {
            reach.left -= 1;
        }
        Ok(Node { key, reach, window, known: known.and_then(|entry| entry.best) })
    }

    /// Keeps in the table what a state came to, by the action of this number.
    #[inline]
    pub(super) fn leave(&mut self, node: &Node, found: Found, number: u16) -> Found {
        let Found { value, solved } = found;
        let bound = if value >= node.window.beta {
            Bound::Lower
        } else if value > node.window.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let value = self.terms.scale.kept(value, node.reach.ply);
        self.table.put(node.key, Entry { value, bound, depth: node.reach.left, solved, best: Some(number) });
        found
    }

    /// A state's value without search.
    #[inline]
    fn judged(&mut self, state: &G, player: Player) -> Found {
        Found { value: player.sign() as f64 * self.evaluate(state), solved: false }
    }

    /// The static evaluation of a state.
    #[inline]
    fn evaluate(&mut self, state: &G) -> f64 {
        self.checked(self.evaluator.evaluate(state), state)
    }

    /// An evaluation, made comparable; ends the search if it is not finite.
    #[inline]
    fn checked(&mut self, value: f64, state: &G) -> f64 {
        let Some(value) = self.fault.check(value, state) else {
            self.pace.stop();
            return 0.0;
        };
        self.terms.scale.judged(value)
    }

    /// The actions of a state, the most promising first.
    pub(super) fn ordered(&mut self, state: &G, player: Player, node: &Node) -> Vec<Waiting<G::Action>> {
        let first = self.waiting.len();
        let guesses = self.list(state, node.reach, node.known);
        self.rank(state, player, node.reach, first + guesses);
        for index in first + guesses..self.waiting.len() {
            self.pick(index, index - first - guesses);
        }
        self.waiting.split_off(first)
    }

    /// The value of an action.
    #[inline]
    fn step(&mut self, state: &G, player: Player, action: G::Action, reach: Reach, window: Window) -> Found {
        let mut after = state.clone();
        after.play(action);
        self.child(&after, player, reach.next(), window)
    }

    /// Lists the actions of a state behind those that wait already. The table's and the killers, as far as they are legal,
    /// come first; says how many these are.
    fn list(&mut self, state: &G, reach: Reach, known: Option<u16>) -> usize {
        let first = self.waiting.len();
        let waiting = &mut self.waiting;
        let mut number = 0_u16;
        let _ = state.visit_candidates(|action| {
            waiting.push(Waiting { action, promise: 0, judged: 0.0, number, place: NO_PLACE });
            number = number.saturating_add(1);
            ControlFlow::Continue(())
        });
        let listed = &mut waiting[first..];
        let mut guesses = 0;
        if let Some(known) = known.map(usize::from).filter(|&known| known < listed.len()) {
            listed.swap(0, known);
            guesses = 1;
        }
        if !self.terms.quick && (reach.left > 1 || listed.len() >= MANY) {
            for killer in self.order.killers(reach.ply).into_iter().flatten() {
                let found = listed[guesses..].iter().position(|waiting| waiting.action == killer);
                if let Some(at) = found {
                    listed.swap(guesses, guesses + at);
                    guesses += 1;
                }
            }
        }
        guesses
    }

    /// Says how promising the actions from `from` on are: by their history, and, where much is searched below them, by what
    /// the evaluator says of the states they lead to.
    fn rank(&mut self, state: &G, player: Player, reach: Reach, from: usize) {
        for waiting in &mut self.waiting[from..] {
            waiting.place = Order::place(player, waiting.action);
            waiting.promise = self.order.history(waiting.place);
        }
        if reach.left < self.terms.extensions + JUDGED {
            return;
        }
        let (mut least, mut greatest) = (f64::INFINITY, f64::NEG_INFINITY);
        for index in from..self.waiting.len() {
            let action = self.waiting[index].action;
            let value = self.glance(&state.afterstate(action)) * player.sign() as f64;
            if self.pace.is_over() {
                return;
            }
            self.waiting[index].judged = value;
            if value.abs() < f64::MAX {
                (least, greatest) = (least.min(value), greatest.max(value));
            }
        }
        let scale = if greatest > least { f64::from(GREATEST / 8) / (greatest - least) } else { 0.0 };
        for waiting in &mut self.waiting[from..] {
            // Converted numbers are cut to what an integer holds, so that wins come first and losses last.
            let promise = (waiting.judged - least) * scale;
            waiting.promise = waiting.promise.saturating_add(promise as i32);
        }
    }

    /// What a state looks like, without search.
    fn glance(&mut self, state: &G) -> f64 {
        self.pace.tick();
        let end = if state.turn() == Turn::Over { self.terms.scale.end(state, 0) } else { None };
        end.unwrap_or_else(|| self.evaluate(state))
    }

    /// Brings the most promising of the actions from `from` on there; it is the `nth`. The first few are selected one by
    /// one, since one of them may refute the state; then the rest are sorted.
    #[inline]
    fn pick(&mut self, from: usize, nth: usize) {
        let rest = &mut self.waiting[from..];
        if nth < SELECTED {
            let mut best = 0;
            for candidate in 1..rest.len() {
                if rest[candidate].promise > rest[best].promise {
                    best = candidate;
                }
            }
            rest.swap(0, best);
        } else if nth == SELECTED {
            // One number of both, as it is compared faster than two.
            rest.sort_unstable_by_key(|waiting| (-i64::from(waiting.promise) << 16) | i64::from(waiting.number));
        }
    }
}

/// Above leaves with fewer actions than this, killers are not tried first: there any order soon finds a refutation, and one that
/// is always the same finds the same states again more often. Where states are judged in no time, that holds at every ply
/// (connect four is searched in a tenth less nodes).
pub(super) const MANY: usize = 32;

/// States with at least this depth left have their actions ordered by the evaluator too.
const JUDGED: u8 = 3;

/// How many actions are selected before the rest are sorted.
const SELECTED: usize = 4;

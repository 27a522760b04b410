//! Beam search for the best ends of a turn.

use alloc::vec::Vec;
use core::cmp::Ordering;
use core::ops::ControlFlow;

use gambol_core::{ActionEvaluator, Afterstate, Evaluator, Game, GameExt, Player, ScoreUse, Turn};

use crate::batch::Batch;
use crate::decision::{best_first, worth};
use crate::error::Fault;
use crate::key_map::KeyMap;
use crate::meter::Counter;
use crate::table::key_with_score;
use crate::terminal::Terminal;

use super::MAX_TURN;

/// A state of the turn and the action that led to it.
#[derive(Debug)]
struct Step<G: Game> {
    state: G,
    action: G::Action,
    /// Value for the first player.
    value: f64,
    /// Index of the parent step; `None` for the root.
    parent: Option<usize>,
}

/// An action that has been evaluated but not played.
#[derive(Clone, Copy, Debug)]
struct Candidate<A> {
    action: A,
    value: f64,
    /// Index of the step in which it is legal; `None` for the root.
    parent: Option<usize>,
    order: usize,
}

impl<A> Candidate<A> {
    /// Orders better candidates first; ties go to the earlier ones.
    fn compare(&self, other: &Self, player: Player) -> Ordering {
        worth(player, other.value).total_cmp(&worth(player, self.value)).then(self.order.cmp(&other.order))
    }
}

/// An end of the turn.
#[derive(Clone, Debug)]
pub(super) struct End<G: Game> {
    pub(super) state: G,
    pub(super) value: f64,
    pub(super) actions: Vec<G::Action>,
}

/// Evaluator and terminal values of a beam search.
#[derive(Debug)]
pub(super) struct Terms<'a, E> {
    pub(super) evaluator: &'a E,
    pub(super) terminal: Terminal,
}

/// Buffers of beam searches, which are reused.
#[derive(Debug)]
pub(super) struct Beam<G: Game> {
    batch: Batch<G::Action>,
    steps: Vec<Step<G>>,
    layer: Vec<usize>,
    candidates: Vec<Candidate<G::Action>>,
    /// Keys of the states of a layer.
    keys: KeyMap,
    /// Steps that end the turn but not the game.
    ends: Vec<usize>,
    /// Steps that end the game.
    over: Vec<usize>,
    /// Whether candidates were dropped.
    is_cut: bool,
}

impl<G: Game> Beam<G> {
    pub(super) fn new() -> Self {
        Self {
            batch: Batch::new(),
            steps: Vec::new(),
            layer: Vec::new(),
            candidates: Vec::new(),
            keys: KeyMap::new(),
            ends: Vec::new(),
            over: Vec::new(),
            is_cut: false,
        }
    }

    /// Finds at most `keep` best ends of a turn of `player`, best first. It returns ends of the
    /// game only if there are no others. After each action, the best `width` states are kept. If
    /// all paths through them end the game, the beam is widened, at most `widenings` times.
    ///
    /// `first` is called with the value of each root action.
    #[allow(clippy::too_many_arguments)] // Called once for the turn and once for the replies.
    pub(super) fn search<E: Evaluator<G>>(
        &mut self,
        terms: &Terms<'_, E>,
        root: &G,
        player: Player,
        [width, keep]: [usize; 2],
        widenings: u32,
        counter: &mut Counter<'_>,
        fault: &mut Fault,
        mut first: impl FnMut(G::Action, f64),
    ) {
        let mut width = width;
        for widening in 0..=widenings {
            self.forget();
            self.expand(terms, root, None, counter, fault);
            if widening == 0 {
                self.candidates.iter().for_each(|candidate| first(candidate.action, candidate.value));
            }
            for length in 1.. {
                self.select(terms, root, player, [width, keep], length);
                if self.layer.is_empty() || fault.is_noted() || counter.is_over() {
                    break;
                }
                let layer = core::mem::take(&mut self.layer);
                for &step in &layer {
                    let state = self.steps[step].state.clone();
                    if !self.expand(terms, &state, Some(step), counter, fault) {
                        break;
                    }
                }
                self.layer = layer;
                self.layer.clear();
            }
            if !self.ends.is_empty() || !self.is_cut || fault.is_noted() || counter.is_over() {
                break;
            }
            width = width.saturating_mul(8);
        }
        if self.ends.is_empty() {
            core::mem::swap(&mut self.ends, &mut self.over);
        }
        let Self { steps, ends, .. } = self;
        best_first(ends, |&end| worth(player, steps[end].value));
        ends.truncate(keep);
    }

    fn forget(&mut self) {
        self.steps.clear();
        self.layer.clear();
        self.candidates.clear();
        self.ends.clear();
        self.over.clear();
        self.is_cut = false;
    }

    /// Evaluates all actions of a state of the turn, unless the meter expires, and at least one
    /// action of the root. Returns `false` if the search must end.
    fn expand<E: Evaluator<G>>(
        &mut self,
        terms: &Terms<'_, E>,
        state: &G,
        parent: Option<usize>,
        counter: &mut Counter<'_>,
        fault: &mut Fault,
    ) -> bool {
        let evaluator = Afterstate(terms.evaluator);
        let Self { batch, candidates, .. } = self;
        let mut take = |action, value| {
            let Some(value) = value else { return ControlFlow::Break(()) };
            candidates.push(Candidate { action, value, parent, order: candidates.len() });
            ControlFlow::Continue(())
        };
        if batch.candidates(&evaluator, state) {
            let mut next = 0;
            while let Some((action, value)) = batch.get(next) {
                if take(action, fault.check_action(value, state, action)).is_break() {
                    break;
                }
                next += 1;
            }
            counter.tick_all(next as u64)
        } else {
            let (mut goes_on, mut is_first) = (true, parent.is_none());
            let _ = state.visit_candidates(|action| {
                goes_on = counter.tick();
                if !goes_on && counter.has_expired() && !core::mem::take(&mut is_first) {
                    return ControlFlow::Break(());
                }
                is_first = false;
                let after = state.afterstate(action);
                let ended = terms.terminal.value_if_over(&after);
                let value = ended.unwrap_or_else(|| evaluator.evaluate_action(state, action, &after));
                take(action, fault.check(value, &after))
            });
            goes_on
        }
    }

    /// Plays the best candidates, which are action number `length` of the turn, until `width`
    /// states continue the turn or `keep` states end it.
    fn select<E: Evaluator<G>>(
        &mut self,
        terms: &Terms<'_, E>,
        root: &G,
        player: Player,
        [width, keep]: [usize; 2],
        length: usize,
    ) {
        let ignores_score = terms.evaluator.properties().score == ScoreUse::Ignored;
        let Self { steps, layer, candidates, keys, ends, over, is_cut, .. } = self;
        keys.clear();
        let (mut from, before) = (0, ends.len());
        'chunks: while from < candidates.len() {
            let rest = &mut candidates[from..];
            let count = rest.len().min(width.max(keep).saturating_mul(4));
            if count < rest.len() {
                rest.select_nth_unstable_by(count - 1, |a, b| a.compare(b, player));
            }
            rest[..count].sort_unstable_by(|a, b| a.compare(b, player));
            for candidate in &candidates[from..from + count] {
                if layer.len() == width || ends.len() - before == keep {
                    *is_cut = true;
                    break 'chunks;
                }
                let Candidate { action, value, parent, .. } = *candidate;
                let mut state = parent.map_or(root, |step| &steps[step].state).clone();
                state.play(action);
                let key = if ignores_score { state.key() } else { key_with_score(&state) };
                if keys.insert(key, steps.len()).is_some() {
                    continue;
                }
                let list = match state.turn() {
                    Turn::Player(mover) if mover == player && length < MAX_TURN => &mut *layer,
                    Turn::Over => &mut *over,
                    _ => &mut *ends,
                };
                list.push(steps.len());
                steps.push(Step { state, action, value, parent });
            }
            from += count;
        }
        candidates.clear();
    }

    /// Returns the value of the best end.
    pub(super) fn best(&self) -> Option<f64> {
        self.ends.first().map(|&end| self.steps[end].value)
    }

    /// Returns the ends found by the last search, best first.
    pub(super) fn ends(&self) -> impl Iterator<Item = End<G>> {
        self.ends.iter().map(|&end| {
            let mut actions = Vec::new();
            let mut at = Some(end);
            while let Some(step) = at {
                actions.push(self.steps[step].action);
                at = self.steps[step].parent;
            }
            actions.reverse();
            let Step { state, value, .. } = &self.steps[end];
            End { state: state.clone(), value: *value, actions }
        })
    }
}

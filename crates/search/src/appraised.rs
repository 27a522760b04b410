//! Evaluators of actions for searches that judge states.

use alloc::vec::Vec;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::ops::ControlFlow;

use gambol_core::{ActionEvaluator, Game, GameExt, Illegal, Player, Rng, Scoring, Seed, Turn, mix};

use crate::budget::Budget;
use crate::decision::{Decision, RootAction, root_of, worth};
use crate::error::SearchError;
use crate::greedy::{Greedy, Scope};
use crate::search::Search;

/// A game whose states remember what an evaluator said of the action that led to them.
///
/// A search such as [`AlphaBeta`](crate::AlphaBeta) judges states. Where the evaluator judges actions, because where a piece went
/// counts and not only what the board looks like afterwards, let it search this game and judge states by
/// [`appraisal`](Self::appraisal).
///
/// The tree can be made smaller in two ways: only the [best](Appraiser::width) actions of a state
/// are [candidates](Game::visit_candidates), as the evaluator judges them one by one; and each
/// action can be [completed](Appraiser::completing) to a whole turn, up to the next chance event,
/// the opponent's turn or the end. Such a game is played in turns: one action of it is an action
/// and what greedy best-first search makes follow it.
///
/// States are equal only if their appraisals are. There are no symmetries. Budgets are not looked at while a turn is completed.
/// [`ByActions`] makes a search of it.
///
/// Source: the nodes of the second and the third version of alpha-beta in *1010! Game Agents*, section III.C.
#[derive(Clone)]
pub struct Appraised<G, E> {
    game: G,
    by: Appraiser<E>,
    appraisal: f64,
}

/// An evaluator of actions, and how it makes an [`Appraised`] game of a game.
#[derive(Clone, Copy, Debug)]
pub struct Appraiser<E> {
    evaluator: E,
    completing: bool,
    summing: bool,
    width: usize,
}

impl<E> Appraiser<E> {
    /// Judges states by the last action, considers all actions and completes none.
    pub fn new(evaluator: E) -> Self {
        Self { evaluator, completing: false, summing: false, width: usize::MAX }
    }

    /// Completes each action to a whole turn by greedy best-first search ([`Scope::Turn`]), the first of equals.
    #[must_use]
    pub fn completing(mut self, on: bool) -> Self {
        self.completing = on;
        self
    }

    /// Adds appraisals up: that of a state is then the sum over all actions since the root or the last chance event. Where
    /// several actions make a turn and each is judged by itself, the last alone says little of the turn.
    #[must_use]
    pub fn summing(mut self, on: bool) -> Self {
        self.summing = on;
        self
    }

    /// Makes only so many actions of each state candidates, the best for the player to move as they
    /// are judged one by one, best first; of equals the first. At least 1.
    #[must_use]
    pub fn width(mut self, actions: usize) -> Self {
        self.width = actions.max(1);
        self
    }
}

impl<G: Game, E: ActionEvaluator<G> + Clone> Appraised<G, E> {
    /// This state, to be played on with this appraiser. Its own appraisal is 0.
    pub fn new(game: G, by: Appraiser<E>) -> Self {
        Self { game, by, appraisal: 0.0 }
    }

    /// The state of the game itself.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// What the evaluator says of the last action, or of [all](Appraiser::summing) so far; 0 at the root and after a chance event.
    pub fn appraisal(&self) -> f64 {
        self.appraisal
    }

    /// The appraisal of the whole turn that greedy best-first search makes from here with the evaluator reversed: what the turn may
    /// come to if it is played badly. If no player is to move, the [`appraisal`](Self::appraisal).
    pub fn reversed_appraisal(&self) -> f64 {
        match greedy(gambol_core::Scaled(-1.0, self.by.evaluator.clone()), &self.game) {
            Some(decision) => {
                let mut after = self.clone();
                decision.pv.into_iter().for_each(|action| after.step(action));
                after.appraisal
            }
            None => self.appraisal,
        }
    }

    /// Plays one action of the game, and appraises it.
    fn step(&mut self, action: G::Action) {
        let before = self.game.clone();
        self.game.play(action);
        let judged = self.by.evaluator.evaluate_action(&before, action, &self.game);
        self.appraisal = if self.by.summing { self.appraisal + judged } else { judged };
    }

    fn shown(&self, player: Player) -> Vec<G::Action> {
        let mut judged: Vec<(f64, G::Action)> = Vec::new();
        let _ = self.game.visit_candidates(|action| {
            let mut after = self.game.clone();
            after.play(action);
            let value = self.by.evaluator.evaluate_action(&self.game, action, &after);
            // What is not finite comes first, so that the search meets it.
            judged.push((if value.is_finite() { worth(player, value) } else { f64::INFINITY }, action));
            ControlFlow::Continue(())
        });
        // Stable, so that the first of equals stays first.
        judged.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        judged.truncate(self.by.width);
        judged.into_iter().map(|(_, action)| action).collect()
    }
}

/// The whole turn of the player to move by greedy best-first search; `None` if no player is to move.
fn greedy<G: Game, E: ActionEvaluator<G>>(evaluator: E, game: &G) -> Option<Decision<G::Action>> {
    Greedy::new(evaluator).scope(Scope::Turn).search(game, &Budget::unlimited(), Seed::new(0)).ok()
}

impl<G: Game, E: ActionEvaluator<G> + Clone + 'static> Game for Appraised<G, E> {
    type Action = G::Action;
    type Outcome = G::Outcome;
    const PLAYERS: usize = G::PLAYERS;
    const SCORING: Scoring = G::SCORING;

    #[inline]
    fn turn(&self) -> Turn {
        self.game.turn()
    }

    #[inline]
    fn score(&self) -> i64 {
        self.game.score()
    }

    fn visit_actions<F>(&self, visit: F) -> ControlFlow<()>
    where
        F: FnMut(G::Action) -> ControlFlow<()>,
    {
        self.game.visit_actions(visit)
    }

    fn visit_outcomes<F>(&self, visit: F) -> ControlFlow<()>
    where
        F: FnMut(G::Outcome, f64) -> ControlFlow<()>,
    {
        self.game.visit_outcomes(visit)
    }

    fn play(&mut self, action: G::Action) {
        let turn = self.game.turn();
        self.step(action);
        if self.by.completing
            && turn == self.game.turn()
            && let Some(rest) = greedy(self.by.evaluator.clone(), &self.game)
        {
            rest.pv.into_iter().for_each(|action| self.step(action));
        }
    }

    fn resolve(&mut self, outcome: G::Outcome) {
        self.game.resolve(outcome);
        self.appraisal = 0.0;
    }

    fn check_action(&self, action: G::Action) -> Result<(), Illegal> {
        self.game.check_action(action)
    }

    /// The best by [`Appraiser::width`], best first. Without a width all that the game's own
    /// searches consider; equal states of the game may be appraised differently, so that none are
    /// merged.
    fn visit_candidates<F>(&self, visit: F) -> ControlFlow<()>
    where
        F: FnMut(G::Action) -> ControlFlow<()>,
    {
        match self.turn() {
            Turn::Player(player) if self.by.width < usize::MAX => self.shown(player).into_iter().try_for_each(visit),
            _ if self.game.is_selective() => self.game.visit_candidates(visit),
            _ => self.game.visit_actions(visit),
        }
    }

    fn is_selective(&self) -> bool {
        self.by.width < usize::MAX || self.game.is_selective()
    }

    fn check_outcome(&self, outcome: G::Outcome) -> Result<(), Illegal> {
        self.game.check_outcome(outcome)
    }

    fn random_outcome<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<G::Outcome> {
        self.game.random_outcome(rng)
    }

    #[inline]
    fn key(&self) -> u64 {
        mix(self.game.key(), self.appraisal.to_bits())
    }
}

/// States are equal if those of the game are, and the appraisals; evaluators are not compared.
impl<G: PartialEq, E> PartialEq for Appraised<G, E> {
    fn eq(&self, other: &Self) -> bool {
        self.appraisal.to_bits() == other.appraisal.to_bits() && self.game == other.game
    }
}

impl<G: Eq, E> Eq for Appraised<G, E> {}

impl<G: Hash, E> Hash for Appraised<G, E> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.game.hash(state);
        self.appraisal.to_bits().hash(state);
    }
}

impl<G: fmt::Debug, E> fmt::Debug for Appraised<G, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Appraised")
            .field("game", &self.game)
            .field("appraisal", &self.appraisal)
            .finish_non_exhaustive()
    }
}

/// A search of a game by a search of the [`Appraised`] game.
///
/// The decision's line is the first whole turn if turns are completed. Actions that are no
/// candidates have no visits.
#[derive(Clone, Copy, Debug)]
pub struct ByActions<S, E> {
    search: S,
    by: Appraiser<E>,
}

impl<S, E> ByActions<S, E> {
    /// This search, with the appraisals of this appraiser.
    pub fn new(search: S, by: Appraiser<E>) -> Self {
        Self { search, by }
    }
}

impl<G, E, S> Search<G> for ByActions<S, E>
where
    G: Game,
    E: ActionEvaluator<G> + Clone + 'static,
    S: Search<Appraised<G, E>>,
{
    fn search(&mut self, state: &G, budget: &Budget, seed: Seed) -> Result<Decision<G::Action>, SearchError> {
        root_of(state)?;
        let appraised = Appraised::new(state.clone(), self.by.clone());
        let (before, by) = (state.clone(), self.by.clone());
        let budget = budget.translating(move |found: &Decision<G::Action>| Some(by.complete(&before, found)));
        let found = self.search.search(&appraised, &budget, seed)?;
        Ok(self.by.complete(state, &found))
    }
}

impl<E> Appraiser<E> {
    /// A decision about the actions that are shown as one about all; its line is the first whole turn if turns are completed.
    fn complete<G: Game>(&self, state: &G, found: &Decision<G::Action>) -> Decision<G::Action>
    where
        E: ActionEvaluator<G> + Clone,
    {
        let mut decision = found.clone();
        let root = state.actions().into_iter().map(|action| {
            let searched = found.root.iter().find(|searched| searched.action == action).copied();
            searched.unwrap_or_else(|| RootAction::unsearched(action, state.afterstate(action).score()))
        });
        decision.root = root.collect();
        if self.completing {
            let after = state.afterstate(found.action);
            decision.pv.truncate(1);
            let rest = if after.turn() == state.turn() { greedy(self.evaluator.clone(), &after) } else { None };
            decision.pv.extend(rest.into_iter().flat_map(|rest| rest.pv));
        }
        decision
    }
}

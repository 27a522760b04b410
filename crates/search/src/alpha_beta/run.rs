//! One search, from the root's actions to the decision.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::sync::atomic::AtomicBool;

use gambol_core::{Evaluator, Game, NoChance, Player};

use super::moves::MIN_KILLER_ACTIONS;
use super::pace::Pace;
use super::root::{self, Class, Root};
use super::smp::Helpers;
use super::tables::Tables;
use super::value::{Scale, Seen, reported};
use super::worker::{Params, Worker};
use super::{MAX_DEPTH, SMALL_TABLE_DEPTH, Settings, pv};
use crate::budget::Budget;
use crate::decision::{Bound, Decision, RootAction, best_for};
use crate::error::SearchError;
use crate::meter::Meter;
use crate::table::Busy;

/// One search.
pub(super) struct Run<'a, G: Game> {
    pub(super) state: &'a G,
    pub(super) player: Player,
    pub(super) actions: Vec<G::Action>,
    pub(super) budget: &'a Budget,
    pub(super) meter: &'a Meter<'a>,
    pub(super) settings: &'a Settings,
    pub(super) scale: Scale,
}

impl<G: Game<Outcome = NoChance>> Run<'_, G> {
    pub(super) fn execute<E: Evaluator<G>>(
        self,
        evaluator: &E,
        tables: &mut Tables,
    ) -> Result<Decision<G::Action>, SearchError> {
        let Self { state, player, actions, budget, meter, settings, scale } = self;
        let quick = settings.extensions == 0 && actions.len() < MIN_KILLER_ACTIONS && evaluator.properties().is_cheap;
        let before = tables.seen;
        let (views, shared) = tables.lend(if quick { SMALL_TABLE_DEPTH } else { 0 });
        let symmetric_plies = settings.symmetric_plies.unwrap_or_else(|| root::symmetric_plies(state));
        let params = Params { settings: *settings, scale, symmetric_plies, quick };
        let (classes, class_of) = root::classes(state, player, &actions, symmetric_plies > 0);
        let count = views.len() as u64;
        let busy = shared.is_some().then(|| Arc::new(Busy::new()));
        let completed = shared.is_some().then(|| Arc::new(AtomicBool::new(false)));
        let mut workers = views.into_iter().map(|view| {
            let pace = Pace::new(meter, completed.clone());
            Worker::new(evaluator, params, view, pace, busy.clone())
        });
        let Some(worker) = workers.next() else { return Err(SearchError::NoActions { player }) };
        let mut root = Root {
            player,
            order: (0..classes.len()).collect(),
            worker,
            max_nodes: budget.max_nodes().unwrap_or(u64::MAX) / count,
            exact: budget.exact_count(),
            width: settings.width,
            // Initially the best class by the score of its afterstate.
            best: best_for(Player::First, classes.iter().map(|class| class.value)).unwrap_or(0),
            classes,
            pv: Vec::new(),
            searched: 0,
            others: 0,
        };
        let mut helpers = shared.zip(completed.clone()).map(|(table, completed)| Helpers {
            roots: workers.map(|worker| root.helper(worker)).collect(),
            table,
            completed,
        });
        let deepest = settings.depth.min(MAX_DEPTH - settings.extensions);
        let deepest = budget.max_depth().map_or(deepest, |depth| deepest.min(depth.min(255) as u8));
        let context = DecisionContext { state, player, actions: &actions, class_of: &class_of, params, meter };
        let depth = root.deepen(
            deepest,
            |root, left, window, exact| match &mut helpers {
                Some(helpers) => helpers.pass(root, left, window, exact),
                None => root.pass(left, window, exact),
            },
            |depth, root| {
                if meter.is_watched() {
                    // The tables are lent to the workers, so the pv ends where the search used an
                    // entry.
                    let seen = before.and(root.worker.seen);
                    let outcome = Outcome { classes: &root.classes, best: root.best, pv: &root.pv, seen };
                    meter.report(&context.decision(&outcome, depth, root.nodes(), None));
                }
            },
        );

        let nodes = root.nodes();
        let Root { classes, best, pv, worker, .. } = root;
        let (roots, shared) = helpers.map(|helpers| (helpers.roots, helpers.table)).unzip();
        let others = roots.into_iter().flatten().map(|root| root.worker);
        let workers: Vec<_> = core::iter::once(worker).chain(others).collect();
        let seen = workers.iter().fold(before, |seen, worker| seen.and(worker.seen));
        let faults = workers.iter().try_for_each(|worker| worker.fault.result());
        drop(workers);
        tables.take_back(shared);
        tables.seen = seen;
        faults?;
        let outcome = Outcome { classes: &classes, best, pv: &pv, seen };
        Ok(context.decision(&outcome, depth, nodes, Some(tables)))
    }
}

/// Results of a search.
#[derive(Debug)]
struct Outcome<'a, G: Game> {
    classes: &'a [Class<G>],
    best: usize,
    /// The principal variation after the best action.
    pv: &'a [G::Action],
    seen: Seen,
}

/// Inputs of a decision besides the results of the search.
#[derive(Debug)]
struct DecisionContext<'a, G: Game> {
    state: &'a G,
    player: Player,
    actions: &'a [G::Action],
    class_of: &'a [usize],
    params: Params,
    meter: &'a Meter<'a>,
}

impl<G: Game> DecisionContext<'_, G> {
    fn decision(
        &self,
        &Outcome { classes, best, pv, seen }: &Outcome<'_, G>,
        depth: u8,
        nodes: u64,
        tables: Option<&Tables>,
    ) -> Decision<G::Action> {
        let Self { state, player, actions, class_of, params, meter } = *self;
        let sign = player.sign() as f64;
        let root_action = |action: G::Action, class: &Class<G>| {
            let bound = if player == Player::First { class.bound } else { class.bound.reversed() };
            let known = Some(bound).filter(|&bound| bound != Bound::Unsearched);
            match known.and_then(|bound| reported(params.scale, seen, sign * class.value, bound, class.solved)) {
                Some((value, bound, proven)) => {
                    RootAction { bound, proven, ..RootAction::new(action, value).visits(class.nodes) }
                }
                None => RootAction::unsearched(action, class.after.score()).visits(class.nodes),
            }
        };
        let first = actions[class_of.iter().position(|&class| class == best).unwrap_or(0)];
        let chosen = root_action(first, &classes[best]);
        let mut decision = Decision::new(player, first, chosen.value);
        decision.proven = chosen.proven;
        decision.root =
            actions.iter().zip(class_of).map(|(&action, &class)| root_action(action, &classes[class])).collect();
        let max_len = usize::from(depth) + 1;
        decision.pv = pv::expand_pv(state, first, pv, params.symmetric_plies, tables, max_len);
        decision.stats = meter.stats(nodes, 0, u32::from(depth));
        decision
    }
}

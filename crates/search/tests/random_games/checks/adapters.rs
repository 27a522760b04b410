//! Searches of adapted games: chance as an adversary.

use gambol_core::GameExt;
use gambol_search::{Adversarial, AgainstChance, AllOutcomes, Budget, Dealer, SampledOutcomes, Search, Terminal};

use super::alpha_beta::{Searched, Settings, counted};
use super::{Bench, Verdict, decide, ensure, is_best, mover};
use crate::game::State;
use crate::solver::{self, considered};

pub(super) fn against_chance(bench: &mut Bench<'_>) -> Verdict {
    match bench.graph.players {
        1 => adversary::<1>(bench),
        _ => adversary::<2>(bench),
    }
}

fn adversary<const P: usize>(bench: &mut Bench<'_>) -> Verdict {
    if bench.chance(2) {
        dealt::<P, _>(bench, AllOutcomes, true)
    } else {
        let most = 1 + bench.below(3);
        dealt::<P, _>(bench, SampledOutcomes::new(most, bench.seed), false)
    }
}

/// Chance by a dealer: minimax of the game of two, and if all outcomes are dealt, of the graph
/// itself.
fn dealt<const P: usize, D>(bench: &mut Bench<'_>, dealer: D, all: bool) -> Verdict
where
    D: Dealer<State<P>> + Sync,
    AgainstChance<Searched, D>: Search<State<P>>,
{
    let state = State::<P>::new(bench.graph);
    let drawn = Settings::draw(bench);
    // Wins beyond the depth and wins of a selective search, which need not be the shortest, are
    // tested without an adversary.
    let settings = Settings { width: usize::MAX, extensions: 0, is_selective: false, ..drawn };
    let search = AgainstChance::new(settings.search(), dealer.clone());
    let decision = decide(bench, &state, &search, &Budget::unlimited())
        .map(counted)
        .map_err(|error| format!("{error} by {settings:?}"))?;
    let game = Adversarial::new(state.clone(), dealer);
    let minimax = settings.minimax(&game);
    let actions = considered(&game).into_iter();
    let values: Vec<f64> = actions.map(|action| minimax.value(&game.afterstate(action), 1, 1_000)).collect();
    let best = solver::best_of(mover(&state), values.iter().copied());
    if minimax.ends.has_wins() && solver::is_unproven(best) {
        // A static evaluation, but of an action with the same result as the best one.
        let place = state.actions().iter().position(|action| *action == decision.action).unwrap_or(0);
        let is_same = solver::is_unproven(values[place]) && values[place] * decision.value > 0.0;
        ensure!(is_same && decision.proven.is_none(), "not {best}: {decision:?}, {values:?}, {settings:?}");
        return Ok(());
    }
    is_best(&state, &decision, &values, 0.0, &settings)?;
    if all && minimax.ends.terminal == Terminal::Score {
        let best = solver::exact(bench.graph, Some(mover(&state).opponent()))[0];
        ensure!(decision.value == best, "the worst luck is worth {best}: {decision:?} by {settings:?}");
    }
    Ok(())
}

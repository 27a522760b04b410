//! Whole plans of a search, played without searching again.

use alloc::vec::Vec;

use gambol_core::{Game, GameExt, Player, Seed, Turn};

use crate::budget::Budget;
use crate::decision::Decision;
use crate::error::SearchError;
use crate::limits::Limits;
use crate::search::{Search, forward_game};

/// Plays the principal variation of one search up to the next chance event, the opponent's turn or
/// the end of the game, and searches again only then.
///
/// Saves the searches in the middle of a turn, for a search that plans whole turns, as
/// [`Greedy`](crate::Greedy) with [`Scope::Turn`](crate::Scope::Turn) does. A search anew after
/// each action is never blinder, and often stronger.
///
/// A decision from a plan has no root actions and no nodes; its value is that of the search that
/// made the plan. A state other than the one that the plan leads to is searched as usual. So a
/// decision depends on what was decided before, but on nothing else than that and the seeds.
///
/// ```
/// use gambol_core::{Afterstate, Game, Score, Seed};
/// use gambol_search::{Budget, Greedy, PlanOnce, Scope, Search};
/// use gambol_tenten::TenTen;
///
/// let mut state: TenTen = "10/10/10/10/10/10/10/10/10/10 o3,v2 0".parse()?;
/// let mut search = PlanOnce::new(Greedy::new(Afterstate(Score)).scope(Scope::Turn));
/// let planned = search.search(&state, &Budget::unlimited(), Seed::new(1))?;
/// state.play(planned.action);
/// let followed = search.search(&state, &Budget::unlimited(), Seed::new(2))?;
/// assert_eq!([planned.action, followed.action], planned.pv[..]);
/// assert_eq!(followed.stats.nodes, 0, "nothing was searched");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PlanOnce<G: Game, S> {
    search: S,
    plan: Option<Plan<G>>,
}

/// The rest of a plan.
#[derive(Clone, Debug)]
struct Plan<G: Game> {
    /// The state in which it goes on.
    state: G,
    player: Player,
    /// At least one action.
    actions: Vec<G::Action>,
    value: f64,
}

impl<G: Game, S> PlanOnce<G, S> {
    /// This search, whose plans are played whole.
    pub fn new(search: S) -> Self {
        Self { search, plan: None }
    }

    /// The decision of the plan, if it leads to this state and its next action is legal.
    fn follow(&mut self, state: &G) -> Option<Decision<G::Action>> {
        let plan = self.plan.take().filter(|plan| plan.state == *state)?;
        let action = *plan.actions.first()?;
        state.check_action(action).ok()?;
        let mut decision = Decision::new(plan.player, action, plan.value);
        decision.pv = plan.actions;
        Some(decision)
    }

    /// What is left of the principal variation of a decision in this state.
    fn remember(&mut self, state: &G, decision: &Decision<G::Action>) {
        let Some((&action, rest)) = decision.pv.split_first() else { return };
        if action == decision.action && !rest.is_empty() {
            let (state, player) = (state.afterstate(action), decision.player);
            if state.turn() == Turn::Player(player) {
                self.plan = Some(Plan { state, player, actions: rest.to_vec(), value: decision.value });
            }
        }
    }
}

impl<G: Game, S: Search<G>> Search<G> for PlanOnce<G, S> {
    fn search(&mut self, state: &G, budget: &Budget, seed: Seed) -> Result<Decision<G::Action>, SearchError> {
        let decision = match self.follow(state) {
            Some(followed) => followed,
            None => self.search.search(state, budget, seed)?,
        };
        self.remember(state, &decision);
        Ok(decision)
    }

    fn limits(&self) -> Limits {
        self.search.limits()
    }

    fn new_game(&mut self, start: &G) {
        self.plan = None;
        self.search.new_game(start);
    }

    forward_game!(observe, game_over => (this: this.search));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::greedy::{Greedy, Scope};
    use alloc::string::ToString;
    use gambol_core::{Afterstate, Score};
    use gambol_tenten::TenTen;

    fn search(search: &mut impl Search<TenTen>, state: &str) -> Decision<gambol_tenten::Placement> {
        search.search(&state.parse().unwrap(), &Budget::unlimited(), Seed::new(1)).unwrap()
    }

    #[test]
    fn only_the_state_that_the_plan_leads_to_follows_it() {
        const START: &str = "10/10/10/10/10/10/10/10/10/10 h2,o3,v2 0";
        let mut planning = PlanOnce::new(Greedy::new(Afterstate(Score)).scope(Scope::Turn));
        let first = search(&mut planning, START);
        assert_eq!(first.pv.len(), 3);
        // Another state of the same hand: the plan is given up, also for its own state later.
        let other = search(&mut planning, "x9/10/10/10/10/10/10/10/10/10 o3,v2 1");
        assert!(other.stats.nodes > 0);
        let mut next: TenTen = START.parse().unwrap();
        next.play(first.action);
        assert!(search(&mut planning, &next.to_string()).stats.nodes > 0);

        let first = search(&mut planning, START);
        planning.new_game(&START.parse().unwrap());
        let mut next: TenTen = START.parse().unwrap();
        next.play(first.action);
        assert!(search(&mut planning, &next.to_string()).stats.nodes > 0, "a new game knows no plan");
    }

    #[test]
    fn a_plan_ends_with_its_turn() {
        let mut planning = PlanOnce::new(Greedy::new(Afterstate(Score)).scope(Scope::Turn));
        let last = search(&mut planning, "10/10/10/10/10/10/10/10/10/10 v2 0");
        assert!(last.pv.len() == 1 && planning.plan.is_none());
    }
}

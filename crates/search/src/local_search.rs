//! Local search among plans for a turn.

use alloc::vec::Vec;

use gambol_core::random::{GameRng, below};
use gambol_core::{ActionEvaluator, Game, GameExt, Player, Seed, Turn};

use crate::budget::Budget;
use crate::decision::{Decision, Proven, RootAction, root_of, roots, worth};
use crate::error::{Fault, SearchError};
use crate::meter::{Counter, Meter};
use crate::search::{Limits, Search};
use crate::terminal::Terminal;
use crate::turns::MAX_TURN;

/// Number of consecutive steps without a better plan that end a climb.
const PATIENCE: u32 = 100;

/// Hill climbing among plans for a turn. A plan contains the actions up to the next chance event,
/// the opponent's turn or the end of the game.
///
/// The value of a plan is the sum of the evaluations of its actions. The first climb starts from
/// the greedy plan, the others from random plans. A step replaces one action by a random one. Later
/// actions are kept if they are legal, and random actions complete the turn. The new plan replaces
/// the old one if it is not worse. A climb ends after 100 consecutive steps without improvement.
///
/// A plan that wins ranks above all others. A plan that ends the game without a win ranks below all
/// others. Anytime: a budget may end the search after any plan, and a time limit even within the
/// first one. The decision is the best plan so far. A simulation is one plan; a node is one action
/// of a plan. Plans end after 64 actions.
///
/// The value of a root action is that of the best plan found that starts with it. Its visits are
/// the number of these plans.
///
/// Source: a suggestion in A. Cohen, I. Bezgin, R. Charedim, N. O. Tuito, *1010! Game Agents*,
/// section V; random-restart hill climbing as in S. Russell, P. Norvig, *Artificial Intelligence: A
/// Modern Approach*, section 4.1.
///
/// ```
/// use gambol_core::{Afterstate, Score, Seed};
/// use gambol_search::{Budget, LocalSearch, Search};
/// use gambol_tenten::TenTen;
///
/// let state: TenTen = "7xxx/7xxx/10/10/10/10/10/10/10/7xxx h3,h4,o2 9".parse()?;
/// let mut search = LocalSearch::new(Afterstate(Score)).climbs(2);
/// let decision = search.search(&state, &Budget::unlimited(), Seed::new(1))?;
/// assert_eq!(decision.pv.len(), 3, "a plan for the hand");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct LocalSearch<E> {
    evaluator: E,
    climbs: u32,
}

impl<E> LocalSearch<E> {
    /// Creates a local search with this evaluator, 4 climbs.
    pub fn new(evaluator: E) -> Self {
        Self { evaluator, climbs: 4 }
    }

    /// Number of climbs (default 4; at least 1).
    #[must_use]
    pub fn climbs(mut self, climbs: u32) -> Self {
        self.climbs = climbs.max(1);
        self
    }
}

/// End of a plan, worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum End {
    Over,
    GoesOn,
    Won,
}

#[derive(Clone, Debug)]
struct Plan<A> {
    actions: Vec<A>,
    end: End,
    /// Sum of the evaluations for the first player, or 1 or −1 for the winner.
    value: f64,
}

/// Choice of actions that are not given.
#[derive(Clone, Copy)]
enum Filling {
    Greedy,
    Random,
}

/// State of a running search.
struct Work<'a, G: Game, E> {
    evaluator: &'a E,
    root: &'a G,
    player: Player,
    terminal: Terminal,
    counter: Counter<'a>,
    rng: GameRng,
    plans: u64,
    most_plans: u64,
    fault: Fault,
    /// Root actions in the order of the game, with the value of the best plan of each.
    actions: Vec<RootAction<G::Action>>,
    /// The end of that plan.
    ends: Vec<End>,
}

impl<G: Game, E: ActionEvaluator<G>> Work<'_, G, E> {
    /// Plays the given actions as far as they are legal and completes the turn. Returns `None` if
    /// the search must end.
    fn complete(&mut self, given: &[G::Action], filling: Filling) -> Option<Plan<G::Action>> {
        let mut plan = Plan { actions: Vec::with_capacity(given.len() + 1), end: End::GoesOn, value: 0.0 };
        let mut state = self.root.clone();
        let mut given = given.iter().copied();
        while state.turn() == Turn::Player(self.player) && plan.actions.len() < MAX_TURN {
            if self.plans == 0 && !plan.actions.is_empty() && self.counter.has_expired() {
                // Only the first plan may be incomplete.
                break;
            }
            let legal = given.find(|&action| state.check_action(action).is_ok());
            let (action, known) = match (legal, filling) {
                (Some(action), _) => (action, None),
                (None, Filling::Random) => (state.random_action(&mut self.rng)?, None),
                (None, Filling::Greedy) => self.greedy(&state)?,
            };
            let (after, value) = match known.filter(|_| self.counter.has_expired()) {
                Some(value) => (state.afterstate(action), value),
                None => self.step(&state, action, true)?,
            };
            plan.actions.push(action);
            plan.value += value;
            state = after;
        }
        if state.turn() == Turn::Over {
            plan.end = End::Over;
            if self.terminal.is_won_by(self.player, &state) {
                (plan.end, plan.value) = (End::Won, self.player.sign() as f64);
            }
        }
        self.plans += 1;
        self.credit(&plan);
        Some(plan)
    }

    /// Returns the state after an action and the evaluation of the action. The first plan ignores
    /// the node limit, and its needed steps ignore the time limit, so that there is always a
    /// decision.
    fn step(&mut self, state: &G, action: G::Action, is_needed: bool) -> Option<(G, f64)> {
        if !self.counter.tick() && (self.plans > 0 || (!is_needed && self.counter.has_expired())) {
            return None;
        }
        let after = state.afterstate(action);
        let value = self.evaluator.evaluate_action(state, action, &after);
        let value = self.fault.check(value, &after)?;
        Some((after, value))
    }

    /// Returns the action with the best evaluation and its value, among those evaluated before the
    /// meter expires. Ties go to the first.
    fn greedy(&mut self, state: &G) -> Option<(G::Action, Option<f64>)> {
        let mut best: Option<(G::Action, f64)> = None;
        for action in state.actions() {
            let Some((_, value)) = self.step(state, action, best.is_none()) else { break };
            if best.is_none_or(|(_, greatest)| worth(self.player, value) > worth(self.player, greatest)) {
                best = Some((action, value));
            }
        }
        best.map(|(action, value)| (action, Some(value)))
    }

    /// Returns a neighbouring plan with one action replaced.
    fn neighbour(&mut self, plan: &Plan<G::Action>) -> Option<Plan<G::Action>> {
        let place = below(&mut self.rng, plan.actions.len() as u32) as usize;
        let mut state = self.root.clone();
        plan.actions[..place].iter().for_each(|&action| state.play(action));
        let mut given = plan.actions.clone();
        let other = state.random_action(&mut self.rng)?;
        // The replaced action may still complete the turn after the later actions.
        let replaced = core::mem::replace(&mut given[place], other);
        given.push(replaced);
        self.complete(&given, Filling::Random)
    }

    /// Whether a plan is better than another; `or_equal` is the result for equal plans.
    fn is_better(&self, plan: &Plan<G::Action>, than: &Plan<G::Action>, or_equal: bool) -> bool {
        let key = |plan: &Plan<G::Action>| (plan.end, worth(self.player, plan.value));
        let ((end, value), (other_end, other)) = (key(plan), key(than));
        end > other_end || (end == other_end && (value > other || (or_equal && value == other)))
    }

    fn credit(&mut self, plan: &Plan<G::Action>) {
        let first = plan.actions.first();
        let Some(at) = self.actions.iter().position(|root| Some(&root.action) == first) else { return };
        let key = |end: End, value: f64| (end, worth(self.player, value));
        let (mut root, visits) = (self.actions[at], self.actions[at].visits + 1);
        if root.visits == 0 || key(plan.end, plan.value) > key(self.ends[at], root.value) {
            root = RootAction::new(root.action, plan.value);
            root.proven = self.proven(plan);
            self.ends[at] = plan.end;
        }
        self.actions[at] = root.visits(visits);
    }

    /// Returns the result of a plan that wins.
    fn proven(&self, plan: &Plan<G::Action>) -> Option<Proven> {
        let won = (plan.end == End::Won).then_some(plan.value)?;
        self.terminal.proven::<G>(won, Some(plan.actions.len() as u32))
    }

    fn is_over(&self) -> bool {
        self.fault.is_noted() || self.counter.is_over() || self.plans >= self.most_plans
    }

    fn decide(&self, best: &Plan<G::Action>, meter: &Meter<'_>) -> Option<Decision<G::Action>> {
        let mut decision = Decision::new(self.player, *best.actions.first()?, best.value);
        decision.stats = meter.stats(self.counter.nodes(), self.plans, best.actions.len() as u32);
        decision.root.clone_from(&self.actions);
        decision.pv.clone_from(&best.actions);
        decision.proven = self.proven(best);
        Some(decision)
    }
}

impl<G: Game, E: ActionEvaluator<G>> Search<G> for LocalSearch<E> {
    fn search(&mut self, state: &G, budget: &Budget, seed: Seed) -> Result<Decision<G::Action>, SearchError> {
        let (player, actions) = root_of(state, budget)?;
        let meter = budget.meter();
        let mut work = Work {
            evaluator: &self.evaluator,
            root: state,
            player,
            terminal: Terminal::of::<G>(),
            counter: Counter::new(&meter, budget.max_nodes().unwrap_or(u64::MAX)),
            rng: seed.rng(),
            plans: 0,
            most_plans: budget.max_simulations().unwrap_or(u64::MAX).max(1),
            fault: Fault::default(),
            actions: roots(&actions, &[], |index| state.afterstate(actions[index]).score()),
            ends: alloc::vec![End::Over; actions.len()],
        };
        let mut best: Option<Plan<G::Action>> = None;
        for climb in 0..self.climbs {
            let filling = if climb == 0 { Filling::Greedy } else { Filling::Random };
            let Some(mut plan) = work.complete(&[], filling) else { break };
            let mut idle = 0;
            while idle < PATIENCE && !work.is_over() {
                let Some(other) = work.neighbour(&plan) else { break };
                idle = if work.is_better(&other, &plan, false) { 0 } else { idle + 1 };
                if work.is_better(&other, &plan, true) {
                    plan = other;
                }
            }
            if best.as_ref().is_none_or(|best| work.is_better(&plan, best, false)) {
                if meter.is_watched()
                    && let Some(decision) = work.decide(&plan, &meter)
                {
                    meter.report(&decision);
                }
                best = Some(plan);
            }
            if work.is_over() {
                break;
            }
        }
        work.fault.result()?;
        best.and_then(|best| work.decide(&best, &meter)).ok_or(SearchError::NoActions { player })
    }

    fn limits(&self) -> Limits {
        Limits::none().nodes().simulations().progress()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;
    use core::ops::ControlFlow;
    use gambol_core::{Afterstate, Cell, FromFn, Score};
    use gambol_tenten::{Heuristics, TenTen};

    fn search(state: &str, budget: &Budget, seed: u64) -> Decision<gambol_tenten::Placement> {
        let state: TenTen = state.parse().unwrap();
        LocalSearch::new(Afterstate(Score)).search(&state, budget, Seed::new(seed)).unwrap()
    }

    /// Two of the three pieces fill the first row together, in two ways out of thousands; one alone
    /// scores no more there than anywhere.
    const LINE: &str = "5xxxxx/10/10/10/10/10/10/10/10/10 h2,h3,o1 5";

    #[test]
    fn a_rare_plan_is_found() {
        let start: TenTen = LINE.parse().unwrap();
        let mut search = LocalSearch::new(Afterstate(Score)).climbs(400);
        let decision = search.search(&start, &Budget::unlimited(), Seed::new(3)).unwrap();
        let mut state = start;
        decision.pv.iter().for_each(|&action| state.play(action));
        assert_eq!(state.score() - start.score(), 6 + 10, "{:?}", decision.pv);
        assert_eq!(decision.action, decision.pv[0]);
    }

    #[test]
    fn equal_seeds_find_equal_plans() {
        let state = "10/10/3x6/10/10/10/10/10/10/10 l3nw,o2,v5 1".parse::<TenTen>().unwrap();
        let find = |seed| {
            let mut search = LocalSearch::new(Heuristics::COMBINED).climbs(2);
            search.search(&state, &Budget::unlimited(), Seed::new(seed)).unwrap()
        };
        assert_eq!(find(1).pv, find(1).pv);
        let plans: Vec<_> = (0..8).map(|seed| find(seed).pv).collect();
        assert!(plans.iter().any(|plan| *plan != plans[0]), "seeds matter");
    }

    #[test]
    fn a_budget_ends_it_after_a_plan() {
        for budget in [Budget::unlimited().nodes(1), Budget::unlimited().simulations(1)] {
            let decision = search(LINE, &budget, 1);
            assert_eq!((decision.pv.len(), decision.stats.simulations), (3, 1));
        }
        let decision = search(LINE, &Budget::unlimited().simulations(40), 1);
        assert_eq!(decision.stats.simulations, 40);
        assert_eq!(decision.root.iter().map(|root| root.visits).sum::<u64>(), 40);
    }

    #[test]
    fn a_plan_that_wins_has_the_value_of_a_win() {
        let state: gambol_pentago_swap::PentagoSwap = "wwww2/6/6/6/bbbb2/6 w".parse().unwrap();
        let decision =
            LocalSearch::new(Afterstate(gambol_core::Null)).search(&state, &Budget::unlimited(), Seed::new(1)).unwrap();
        let winning = Some(Proven::Win { winner: Player::First, plies: Some(1) });
        assert_eq!((decision.value, decision.proven), (1.0, winning));
        let chosen = decision.root.iter().find(|root| root.action == decision.action).unwrap();
        assert_eq!((chosen.value, chosen.proven), (1.0, winning));
    }

    /// A turn of two numbers up to 3; a last 3 ends the game.
    #[derive(Clone, Debug, PartialEq, Eq, Hash)]
    struct Pair(Vec<u8>);

    impl Game for Pair {
        type Action = u8;
        type Outcome = u8;
        const PLAYERS: usize = 1;

        fn turn(&self) -> Turn {
            match self.0[..] {
                [_, 3] => Turn::Over,
                [_, _] => Turn::Chance,
                _ => Turn::Player(Player::First),
            }
        }

        fn score(&self) -> i64 {
            self.0.iter().map(|&number| i64::from(number)).sum()
        }

        fn visit_actions<F: FnMut(u8) -> ControlFlow<()>>(&self, visit: F) -> ControlFlow<()> {
            (0..4).try_for_each(visit)
        }

        fn visit_outcomes<F: FnMut(u8, f64) -> ControlFlow<()>>(&self, mut visit: F) -> ControlFlow<()> {
            visit(0, 1.0)
        }

        fn play(&mut self, action: u8) {
            self.0.push(action);
        }

        fn resolve(&mut self, _: u8) {
            self.0.clear();
        }
    }

    #[test]
    fn the_value_of_a_root_action_is_that_of_its_best_plan() {
        let last = Afterstate(FromFn(|state: &Pair| f64::from(*state.0.last().unwrap_or(&0))));
        let decision = LocalSearch::new(last).search(&Pair(Vec::new()), &Budget::unlimited(), Seed::new(1)).unwrap();
        assert_eq!((&decision.pv[..], decision.value), (&[3, 2][..], 5.0));
        let values: Vec<f64> = decision.root.iter().map(|root| root.value).collect();
        assert_eq!(values, [2.0, 3.0, 4.0, 5.0]);
    }

    #[test]
    fn the_end_of_the_game_is_the_last_choice() {
        // v5 fits in one place. The evaluator likes the small square in the middle of it, which
        // ends the game.
        let start: TenTen = "1xxxxxxxxx/2xxxxxxxx/1x1xxxxxxx/1xx1xxxxxx/1xxx1xxxxx/xxxxx1xxxx/xxxxxx1xxx/xxxxxxx1xx/\
                             xxxxxxxx1x/xxxxxxxxx1 o1,v5 80"
            .parse()
            .unwrap();
        let bad = FromFn(|state: &TenTen| {
            let is_filled = |row| state.board().filled().contains(Cell::new(0, row));
            if is_filled(2) && !is_filled(0) { 1e6 } else { 0.0 }
        });
        let greedy =
            LocalSearch::new(Afterstate(&bad)).search(&start, &Budget::unlimited().simulations(1), Seed::new(1));
        assert_eq!(greedy.unwrap().action.to_string(), "o1@a3", "the first plan");
        let decision = LocalSearch::new(Afterstate(&bad)).search(&start, &Budget::unlimited(), Seed::new(1)).unwrap();
        let mut state = start;
        decision.pv.iter().for_each(|&action| state.play(action));
        assert_eq!((decision.pv.len(), state.turn()), (2, Turn::Chance), "{:?}", decision.pv);
    }
}

//! Search over whole turns: a beam search for the best ends of a turn, and samples of later turns.

mod beam;

use alloc::vec::Vec;

use gambol_core::{Evaluator, Game, GameExt, Null, Player, Seed, Turn};

use crate::budget::Budget;
use crate::decision::{Decision, RootAction, best_first, root_of, worth};
use crate::error::{Fault, SearchError};
use crate::meter::{Counter, Meter};
use crate::parallel;
use crate::samples::Samples;
use crate::search::{Limits, Search};
use crate::terminal::Terminal;

use beam::{Beam, End, Terms};

/// Maximum widenings of the root's beam if it finds only ends of the game.
const ROOT_WIDENINGS: u32 = 8;
/// Maximum widenings of the beam for the turn after a sample of chance.
const REPLY_WIDENINGS: u32 = 1;

/// Number of actions after which a turn counts as complete, so that searches of whole turns
/// terminate in games with endless turns.
pub(crate) const MAX_TURN: usize = 64;

/// Search over whole turns, for games with several actions between two chance events. The search
/// chooses among ends of the turn instead of single actions.
///
/// A beam search finds the best ends of the turn, each once. Three stages follow; the last two are
/// optional:
///
/// 1. The evaluator ranks the [`ends`](Self::ends).
/// 2. A [`reward`](Self::reward) is added to the value of each end. It is another evaluator, for
///    evaluations too slow for every state.
/// 3. [`samples`](Self::samples) of chance are followed by the best end of the next turn, found
///    with a narrower beam. The value of an end is then the sum of its reward and the mean of its
///    samples. Samples use common random numbers. After each round of sequential halving, the worse
///    half of the ends is dropped, and the samples of the others are doubled, until one is left.
///
/// States with the same [key](Game::key) and score are merged; scores are not compared if the
/// evaluator [ignores](gambol_core::ScoreUse) them. An end of the game is taken only if no other
/// end is found, after the beam has been widened. A turn counts as complete after 64 actions. Use
/// [`PlanOnce`](crate::PlanOnce) to play whole turns without further searches.
///
/// ```
/// use gambol_core::{FromFn, Seed};
/// use gambol_search::{Budget, Search, TurnSearch};
/// use gambol_tenten::{Room, Rules, TenTen};
///
/// // The risk of the next deal counts for much besides the room that is left.
/// let risk = FromFn(|state: &TenTen| -100_000.0 * state.board().death_probability(&Rules::UNIFORM));
/// let mut search = TurnSearch::new(Room::new()).beam(8).ends(4).reward(risk);
/// let state: TenTen = "3x6/3x6/3xxx4/10/10/10/xxxx6/10/10/10 h3,l3nw,o3 0".parse()?;
/// let decision = search.search(&state, &Budget::unlimited(), Seed::new(1))?;
/// assert_eq!(decision.pv.len(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct TurnSearch<E, R = Null> {
    evaluator: E,
    reward: R,
    beam: usize,
    ends: usize,
    samples: u32,
    reply_beam: usize,
    terminal: Option<Terminal>,
}

impl<E> TurnSearch<E> {
    /// Creates a search with this evaluator of states, a beam of 20, one end, and neither reward
    /// nor samples.
    pub fn new(evaluator: E) -> Self {
        Self { evaluator, reward: Null, beam: 20, ends: 1, samples: 0, reply_beam: 6, terminal: None }
    }
}

impl<E, R> TurnSearch<E, R> {
    /// Beam width: states kept after each action (default 20; at least 1).
    #[must_use]
    pub fn beam(mut self, states: usize) -> Self {
        self.beam = states.max(1);
        self
    }

    /// Number of ends of the turn that are compared (default 1; at least 1). Once this many ends
    /// are found after the same number of actions, worse states after that number are dropped.
    /// Games whose turns differ in length therefore need more than one.
    #[must_use]
    pub fn ends(mut self, ends: usize) -> Self {
        self.ends = ends.max(1);
        self
    }

    /// Reward of the end of a turn, in the units of the evaluator (default none).
    #[must_use]
    pub fn reward<N>(self, reward: N) -> TurnSearch<E, N> {
        let Self { evaluator, reward: _, beam, ends, samples, reply_beam, terminal } = self;
        TurnSearch { evaluator, reward, beam, ends, samples, reply_beam, terminal }
    }

    /// Samples of chance for each end in the first round (default 0).
    #[must_use]
    pub fn samples(mut self, samples: u32) -> Self {
        self.samples = samples;
        self
    }

    /// Beam width of the turns after a sample of chance (default 6; at least 1).
    #[must_use]
    pub fn reply_beam(mut self, states: usize) -> Self {
        self.reply_beam = states.max(1);
        self
    }

    /// Values of ended games (default: by the game's [scoring](Game::SCORING)). The evaluator must
    /// use the same units.
    #[must_use]
    pub fn terminal(mut self, terminal: Terminal) -> Self {
        self.terminal = Some(terminal);
        self
    }
}

/// An end of the turn under comparison.
#[derive(Clone, Debug)]
struct Rated<G: Game> {
    end: End<G>,
    reward: f64,
    samples: Samples,
    nodes: u64,
}

impl<G: Game> Rated<G> {
    /// Returns the value for the first player.
    fn value(&self) -> f64 {
        self.reward + self.samples.mean().unwrap_or(self.end.value)
    }
}

impl<E, R> TurnSearch<E, R> {
    /// Adds the samples of an end with these numbers.
    fn sample<G: Game>(
        &self,
        rated: &mut Rated<G>,
        numbers: core::ops::Range<u64>,
        terms: &Terms<'_, E>,
        counter: &mut Counter<'_>,
        seed: Seed,
    ) -> Result<(), SearchError>
    where
        E: Evaluator<G>,
    {
        let (mut beam, mut fault) = (Beam::new(), Fault::default());
        for number in numbers {
            if counter.has_expired() {
                break;
            }
            let mut state = rated.end.state.clone();
            state.settle(&mut seed.derive(number).rng());
            let value = match state.turn() {
                Turn::Player(player) => {
                    let size = [self.reply_beam, 1];
                    beam.search(terms, &state, player, size, REPLY_WIDENINGS, counter, &mut fault, |_, _| {});
                    fault.result()?;
                    if counter.is_over() {
                        break;
                    }
                    beam.best().unwrap_or(rated.end.value)
                }
                Turn::Over => match terms.terminal.value(&state) {
                    Some(value) => value,
                    None => fault.check(terms.evaluator.evaluate(&state), &state).unwrap_or(0.0),
                },
                // An endless chance chain.
                Turn::Chance => {
                    fault.check_chance(&state);
                    rated.end.value
                }
            };
            fault.result()?;
            rated.samples.add(value);
        }
        Ok(())
    }

    /// Adds rewards and samples until one end is left. The best end comes first.
    fn compare<G: Game>(
        &self,
        rated: &mut Vec<Rated<G>>,
        player: Player,
        terms: &Terms<'_, E>,
        meter: &Meter<'_>,
        seed: Seed,
        mut nodes: u64,
    ) -> Result<u64, SearchError>
    where
        E: Evaluator<G>,
        R: Evaluator<G>,
    {
        let mut fault = Fault::default();
        for index in 0..rated.len() {
            if meter.is_over() {
                // Ends with and without a reward are not comparable.
                rated.truncate(index.max(1));
                break;
            }
            let end = &rated[index].end.state;
            if end.turn() != Turn::Over {
                rated[index].reward = fault.check(self.reward.evaluate(end), end).unwrap_or(0.0);
            }
        }
        fault.result()?;
        let worth = |rated: &Rated<G>| worth(player, rated.value());
        best_first(rated, worth);
        let (mut left, mut until, mut simulations) = (rated.len(), u64::from(self.samples), 0);
        while self.samples > 0 && left > 1 {
            let done = rated[0].samples.count;
            let work = left as u64 * (until - done);
            if !meter.allows_round(nodes, simulations + work) {
                break;
            }
            let rest = meter.nodes_left(nodes);
            meter.begin_part();
            let studied = parallel::map(&rated[..left], |before| {
                let (mut after, mut counter) = (before.clone(), Counter::new(meter, rest));
                self.sample(&mut after, done..until, terms, &mut counter, seed)?;
                after.nodes += counter.nodes();
                Ok(after)
            });
            let studied = studied.into_iter().collect::<Result<Vec<_>, SearchError>>()?;
            // An aborted round is discarded.
            if studied.iter().any(|rated| rated.samples.count < until) {
                break;
            }
            nodes += studied.iter().zip(&*rated).map(|(after, before)| after.nodes - before.nodes).sum::<u64>();
            simulations += work;
            rated.splice(..left, studied);
            best_first(&mut rated[..left], worth);
            left = left.div_ceil(2);
            until = until.saturating_mul(2);
        }
        Ok(nodes)
    }
}

impl<G, E, R> Search<G> for TurnSearch<E, R>
where
    G: Game,
    E: Evaluator<G>,
    R: Evaluator<G>,
{
    fn search(&mut self, state: &G, budget: &Budget, seed: Seed) -> Result<Decision<G::Action>, SearchError> {
        let (player, actions) = root_of(state, budget)?;
        let terminal = Terminal::for_game::<G>(self.terminal);
        let meter = budget.meter();
        let mut counter = meter.counter();
        let terms = Terms { evaluator: &self.evaluator, terminal };
        let (mut beam, mut fault) = (Beam::new(), Fault::default());
        let mut root: Vec<RootAction<G::Action>> = Vec::with_capacity(actions.len());
        let first = |action, value| root.push(RootAction::new(action, value).visits(1));
        let size = [self.beam, self.ends];
        beam.search(&terms, state, player, size, ROOT_WIDENINGS, &mut counter, &mut fault, first);
        fault.result()?;
        let new = |end| Rated { end, reward: 0.0, samples: Samples::default(), nodes: 0 };
        let mut rated: Vec<Rated<G>> = beam.ends().map(new).collect();
        let nodes = self.compare(&mut rated, player, &terms, &meter, seed, counter.nodes())?;
        let simulations = rated.iter().map(|rated| rated.samples.count).sum();
        // An action without an end counts as unsearched, unless it ends the turn by itself and its
        // value is comparable.
        let is_plain = simulations == 0 && rated.iter().all(|rated| rated.reward == 0.0);
        for root in root.iter_mut().filter(|_| !rated.is_empty()) {
            if !is_plain || state.afterstate(root.action).turn() == Turn::Player(player) {
                *root = root.only_seen();
            }
        }
        // Better ends last, so that they determine the values of their first actions.
        for rated in rated.iter().rev() {
            if let Some(root) = root.iter_mut().find(|root| root.action == rated.end.actions[0]) {
                let (std_error, visits) = (rated.samples.std_error(), root.visits + rated.samples.count);
                *root = RootAction { std_error, ..RootAction::new(root.action, rated.value()).visits(visits) };
            }
        }
        let mut decision = if let Some(best) = rated.first() {
            let mut decision = Decision::new(player, best.end.actions[0], best.value());
            decision.pv.clone_from(&best.end.actions);
            decision
        } else {
            // The budget ran out before the end of a turn.
            let better = |best: RootAction<G::Action>, other: RootAction<G::Action>| {
                if worth(player, other.value) > worth(player, best.value) { other } else { best }
            };
            let best = root.iter().copied().reduce(better).ok_or(SearchError::NoActions { player })?;
            Decision::new(player, best.action, best.value)
        };
        decision.stats = meter.stats(nodes, simulations, if simulations > 0 { 2 } else { 1 });
        if root.len() < actions.len() {
            // Only one of several merged actions was searched, and time may have run out.
            let known = |action: &G::Action| root.iter().find(|known| known.action == *action).copied();
            let unsearched = |action| RootAction::unsearched(action, state.afterstate(action).score());
            root = actions.iter().map(|action| known(action).unwrap_or_else(|| unsearched(*action))).collect();
        }
        decision.root = root;
        Ok(decision)
    }

    fn limits(&self) -> Limits {
        Limits::none().nodes().simulations()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;
    use gambol_core::FromFn;
    use gambol_tenten::{Room, Rules, TenTen};

    fn decide(search: &mut impl Search<TenTen>, state: &TenTen) -> Decision<gambol_tenten::Placement> {
        search.search(state, &Budget::unlimited(), Seed::new(1)).unwrap()
    }

    /// States with whole hands from games of a player that survives for a while.
    fn hands(count: usize) -> Vec<TenTen> {
        let (mut rng, mut states) = (Seed::new(3).rng(), Vec::new());
        let mut search = TurnSearch::new(Room::new()).beam(2);
        while states.len() < count {
            let mut state = TenTen::default();
            state.settle(&mut rng);
            while !state.is_over() && states.len() < count {
                states.push(state);
                for action in decide(&mut search, &state).pv {
                    state.play(action);
                }
                state.settle(&mut rng);
            }
        }
        states
    }

    /// The greatest value of an end of the turn.
    fn best_end(state: &TenTen) -> f64 {
        match state.turn() {
            Turn::Player(_) => {
                let ends = state.actions().into_iter().map(|action| best_end(&state.afterstate(action)));
                ends.fold(f64::NEG_INFINITY, f64::max)
            }
            Turn::Chance => Room::new().evaluate(state),
            Turn::Over => f64::NEG_INFINITY,
        }
    }

    #[test]
    fn without_a_beam_it_finds_the_best_of_all_turns() {
        for state in hands(60) {
            for beam in [1, 7, 100_000] {
                if beam > 1_000 && state.board().filled().count() < 55 {
                    continue;
                }
                let turns = decide(&mut TurnSearch::new(Room::new()).beam(beam), &state);
                let best = if beam > 1_000 { best_end(&state) } else { f64::NEG_INFINITY };
                assert!(best.is_infinite() || turns.value == best, "{state} {beam}");
                let mut end = state;
                turns.pv.iter().for_each(|&action| end.play(action));
                assert!(end.turn() == Turn::Over || turns.value == Room::new().evaluate(&end), "{state}");
                assert_eq!(turns.action, turns.pv[0]);
            }
        }
    }

    #[test]
    fn a_reward_changes_the_end() {
        // The evaluator likes filled cells, the reward an empty board more.
        let filled = FromFn(|state: &TenTen| f64::from(state.board().filled().count()));
        let empty = FromFn(|state: &TenTen| -2.0 * f64::from(state.board().filled().count()));
        let state: TenTen = "xxxxxxxxx1/10/10/10/10/10/10/10/10/10 o1 0".parse().unwrap();
        let mut search = TurnSearch::new(filled).ends(100);
        let by_evaluator = decide(&mut search, &state);
        assert_eq!((by_evaluator.value, by_evaluator.root.len()), (10.0, 91));
        let by_both = decide(&mut search.reward(empty), &state);
        assert_eq!((by_both.action.to_string().as_str(), by_both.value), ("o1@j1", 0.0));
    }

    #[test]
    fn samples_see_the_death_that_the_evaluator_does_not() {
        // All ends look alike to the evaluator: only what may be dealt next tells them apart.
        let alive = FromFn(|state: &TenTen| if state.is_over() { -1.0 } else { 0.0 });
        let mut sampling = TurnSearch::new(alive).ends(40).samples(16).terminal(crate::Terminal::Evaluated);
        let (mut blind, mut seeing) = (0.0, 0.0);
        for state in hands(400).into_iter().filter(|state| state.board().filled().count() > 50).take(30) {
            let risk = |decision: &Decision<gambol_tenten::Placement>| {
                let mut end = state;
                decision.pv.iter().for_each(|&action| end.play(action));
                if end.is_over() { 1.0 } else { end.board().death_probability(&Rules::UNIFORM) }
            };
            blind += risk(&decide(&mut TurnSearch::new(alive).terminal(crate::Terminal::Evaluated), &state));
            seeing += risk(&decide(&mut sampling, &state));
        }
        assert!(seeing < 0.8 * blind, "{seeing} {blind}");
    }

    #[test]
    fn the_beam_is_widened_before_the_game_is_given_up() {
        // The evaluator likes what ends the game: h5 first takes the last room of o3.
        let bad = FromFn(|state: &TenTen| if state.board().filled().count().is_multiple_of(2) { 1.0 } else { 0.0 });
        for state in hands(60) {
            let wide = decide(&mut TurnSearch::new(bad).beam(100_000).terminal(crate::Terminal::Evaluated), &state);
            let narrow = decide(&mut TurnSearch::new(bad).beam(1).terminal(crate::Terminal::Evaluated), &state);
            let survives = |decision: &Decision<gambol_tenten::Placement>| {
                let mut end = state;
                decision.pv.iter().for_each(|&action| end.play(action));
                !end.is_over()
            };
            assert_eq!(survives(&narrow), survives(&wide), "{state}");
        }
    }

    #[test]
    fn beams_of_any_width_will_do() {
        let state: TenTen = "10/10/10/10/10/10/10/10/10/10 o1 0".parse().unwrap();
        for width in [0, 1, usize::MAX / 2, usize::MAX] {
            let mut search = TurnSearch::new(Room::new()).beam(width).ends(width).samples(1).reply_beam(width);
            let decision = search.search(&state, &Budget::unlimited().simulations(1), Seed::new(1)).unwrap();
            assert!(state.check_action(decision.action).is_ok());
        }
    }

    #[test]
    fn budgets_hold_and_there_is_always_an_action() {
        let state: TenTen = "10/10/10/10/10/10/10/10/10/10 h2,o3,v2 0".parse().unwrap();
        let mut search = TurnSearch::new(Room::new()).ends(8).samples(4);
        for nodes in [0, 1, 100, 1_000, 5_000] {
            let decision = search.search(&state, &Budget::unlimited().nodes(nodes), Seed::new(1)).unwrap();
            assert!(state.check_action(decision.action).is_ok());
            // All actions of a state are evaluated together.
            assert!(decision.stats.nodes <= nodes.max(264) + 2_000, "{nodes}: {:?}", decision.stats);
        }
        let counted = search.search(&state, &Budget::unlimited().simulations(31), Seed::new(1)).unwrap();
        assert_eq!(counted.stats.simulations, 0);
        let counted = search.search(&state, &Budget::unlimited().simulations(32), Seed::new(1)).unwrap();
        assert_eq!(counted.stats.simulations, 32);
        let over: TenTen = "x1x1x1x1x1/1x1x1x1x1x/x1x1x1x1x1/1x1x1x1x1x/x1x1x1x1x1/1x1x1x1x1x/x1x1x1x1x1/1x1x1x1x1x/x1x1x1x1x1/1x1x1x1x1x h2 0".parse().unwrap();
        assert!(search.search(&over, &Budget::unlimited(), Seed::new(1)).is_err());
    }
}

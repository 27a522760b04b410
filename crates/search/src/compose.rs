//! Searches composed of policies and other searches.
//!
//! Users: [`WithBudget`] for limits in an agent's text, [`PolicyFirst`] for biased play as in the
//! thesis, [`WinFirst`] and [`WithCompanion`] for Match5's `patterns`, [`Escalate`] for the strong
//! players of Five or More and 1010!, [`PlanOnce`] for that of 1010!, [`TimeBank`] for
//! `strong:ms=`, and [`Follower`] for programs with takeback.

use alloc::vec::Vec;
#[cfg(feature = "clock")]
use core::time::Duration;

use gambol_core::{Companion, EventOf, Game, GameExt, Player, Policy, Seed, Tracked, Turn};

use crate::budget::Budget;
use crate::decision::{Decision, Proven, RootAction, SearchStats, root_of};
use crate::error::SearchError;
use crate::search::{Limits, Search, forward_game};

/// A search with its own budget, combined with the caller's by [`Budget::under`], for players with
/// separate limits.
///
/// ```
/// use gambol_core::{Game, Seed};
/// use gambol_search::{Budget, Decision, Mcts, Search, SearchError, WithBudget};
///
/// fn decide<G: Game>(state: &G) -> Result<Decision<G::Action>, SearchError> {
///     let mut player = WithBudget::new(Mcts::new(), Budget::unlimited().simulations(10_000));
///     // 10,000 simulations, since the caller sets no limit.
///     player.search(state, &Budget::unlimited(), Seed::new(1))
/// }
/// ```
#[derive(Clone, Debug)]
pub struct WithBudget<S> {
    inner: S,
    budget: Budget,
}

impl<S> WithBudget<S> {
    /// Creates an adapter for this search with this budget.
    pub fn new(search: S, budget: Budget) -> Self {
        Self { inner: search, budget }
    }
}

impl<G: Game, S: Search<G>> Search<G> for WithBudget<S> {
    fn search(&mut self, state: &G, budget: &Budget, seed: Seed) -> Result<Decision<G::Action>, SearchError> {
        self.inner.search(state, &self.budget.under(budget), seed)
    }

    fn limits(&self) -> Limits {
        let limits = self.inner.limits();
        limits.open_ended(limits.open_ended && !limits.is_bound_by(&self.budget))
    }

    forward_game!(new_game, observe, game_over => (this: this.inner));
}

/// A policy as a search: plays the policy's action, or a uniformly random one if the policy
/// abstains.
///
/// Decisions have no root actions, and their value is the score. The budget is ignored.
///
/// ```
/// use gambol_core::{Seed, Uniform};
/// use gambol_search::{Budget, PolicyOnly, Search};
/// use gambol_threes::Threes;
///
/// let state: Threes = "6,12,6,3/2,24,1,2/3,3,6,12/0,0,2,0 3 4,2,1 m".parse()?;
/// let decision = PolicyOnly(Uniform).search(&state, &Budget::unlimited(), Seed::new(1))?;
/// assert!(decision.root.is_empty(), "nothing was compared");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct PolicyOnly<P>(pub P);

impl<G: Game, P: Policy<G>> Search<G> for PolicyOnly<P> {
    fn search(&mut self, state: &G, budget: &Budget, seed: Seed) -> Result<Decision<G::Action>, SearchError> {
        let mut rng = seed.rng();
        let chosen = self.0.choose(state, &mut rng).or_else(|| state.random_action(&mut rng));
        let action = match chosen {
            Some(action) => action,
            // No action was chosen: return the reason.
            None => root_of(state, budget)?.1[0],
        };
        Ok(by_policy(state, action))
    }
}

/// A policy, with a search for the states in which it abstains. This is *biased* play in de Bruin's
/// thesis; its BMC is this adapter with [`FlatMonteCarlo`](crate::FlatMonteCarlo).
///
/// ```
/// use gambol_core::{FromFn, Game, GameRng, Seed};
/// use gambol_search::{Budget, FlatMonteCarlo, PolicyFirst, Search};
/// use gambol_threes::{Swipe, Threes};
///
/// // Down where it is legal; a search decides elsewhere.
/// let down = FromFn(|state: &Threes, _: &mut GameRng| {
///     state.check_action(Swipe::Down).is_ok().then_some(Swipe::Down)
/// });
/// let state: Threes = "6,12,6,3/2,24,1,2/3,3,6,12/0,0,2,0 3 4,2,1 m".parse()?;
/// let mut search = PolicyFirst::new(down, FlatMonteCarlo::new().rollouts(5));
/// assert_eq!(search.search(&state, &Budget::unlimited(), Seed::new(1))?.action, Swipe::Down);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct PolicyFirst<P, S> {
    policy: P,
    inner: S,
}

impl<P, S> PolicyFirst<P, S> {
    /// Creates an adapter of this policy and this search.
    pub fn new(policy: P, search: S) -> Self {
        Self { policy, inner: search }
    }
}

impl<G: Game, P: Policy<G>, S: Search<G>> Search<G> for PolicyFirst<P, S> {
    fn search(&mut self, state: &G, budget: &Budget, seed: Seed) -> Result<Decision<G::Action>, SearchError> {
        match self.policy.choose(state, &mut seed.derive(0).rng()) {
            Some(action) => Ok(by_policy(state, action)),
            None => self.inner.search(state, budget, seed.derive(1)),
        }
    }

    fn limits(&self) -> Limits {
        self.inner.limits()
    }

    forward_game!(new_game, observe, game_over => (this: this.inner));
}

/// Returns the decision for an action that a policy chose.
fn by_policy<G: Game>(state: &G, action: G::Action) -> Decision<G::Action> {
    let player = state.turn().player().unwrap_or(Player::First);
    let mut decision = Decision::new(player, action, state.score() as f64);
    decision.stats = SearchStats::new(1, 0, 0);
    decision
}

/// A search for forced wins, with another search if it finds none, such as threat-space search
/// before alpha-beta in five in a row.
///
/// The first search is a closure that returns a line which wins for the player to move against
/// every reply. The line contains the moves of both sides up to the end of the game, with the
/// longest known defence. Its first move must be legal. The closure receives the budget to bound
/// its work. A bound by nodes instead of the clock keeps decisions reproducible. If the budget has
/// a time limit, the other search gets the remaining time.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/doc/nim.rs")); }
/// # use nim::*;
/// use gambol_core::{Null, Seed};
/// use gambol_search::{AlphaBeta, Budget, Proven, Search, WinFirst};
///
/// // Up to three matches are taken at once.
/// let takes_all =
///     |nim: &Nim, _: &Budget| (1..=3).contains(&nim.matches).then(|| vec![nim.matches]);
/// let mut search = WinFirst::new(takes_all, AlphaBeta::new(Null));
/// let nim = |matches| Nim { matches, to_move: Player::Second };
/// let decision = search.search(&nim(3), &Budget::unlimited(), Seed::new(1))?;
/// assert_eq!((decision.action, decision.stats.nodes), (3, 0));
/// assert_eq!(decision.proven, Some(Proven::Win { winner: Player::Second, plies: Some(1) }));
/// assert_eq!(search.search(&nim(5), &Budget::unlimited(), Seed::new(1))?.action, 1);
/// # Ok::<(), gambol_search::SearchError>(())
/// ```
#[derive(Clone, Debug)]
pub struct WinFirst<F, S> {
    find: F,
    inner: S,
}

impl<F, S> WinFirst<F, S> {
    /// Creates a search that calls `find` before `search`.
    pub fn new(find: F, search: S) -> Self {
        Self { find, inner: search }
    }
}

impl<G, F, S> Search<G> for WinFirst<F, S>
where
    G: Game,
    F: FnMut(&G, &Budget) -> Option<Vec<G::Action>> + Send,
    S: Search<G>,
{
    fn search(&mut self, state: &G, budget: &Budget, seed: Seed) -> Result<Decision<G::Action>, SearchError> {
        let turn = state.turn();
        let player = turn.player().ok_or(SearchError::NoPlayersTurn { turn })?;
        let meter = budget.meter();
        if let Some(line) = (self.find)(state, budget)
            && let Some(&action) = line.first()
        {
            let proven = Proven::Win { winner: player, plies: Some(line.len() as u32) };
            let mut decision = Decision::new(player, action, player.sign() as f64);
            decision.proven = Some(proven);
            decision.root = alloc::vec![RootAction::new(action, decision.value).proven(proven)];
            decision.stats = meter.stats(0, 0, line.len() as u32);
            decision.pv = line;
            return Ok(decision);
        }
        let rest = budget.less(meter.elapsed());
        let mut decision = self.inner.search(state, &rest, seed)?;
        decision.stats.time = meter.elapsed();
        Ok(decision)
    }

    fn limits(&self) -> Limits {
        self.inner.limits()
    }

    forward_game!(new_game, observe, game_over => (this: this.inner));
}

/// A quick search, followed by a thorough search of the same state if a predicate on the state and
/// the quick decision holds.
///
/// If danger is rare, longer searches in danger cost little on average: of a thousand hands of
/// 1010!, a good player is in danger in ten or twenty.
///
/// Nodes, simulations and time are the totals of both searches; the depth is that of the search
/// that decided. If the budget limits time, nodes or simulations, the thorough search gets the
/// remainder. If no time is left, the quick decision stands.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/doc/nim.rs")); }
/// # use nim::*;
/// use gambol_core::{Afterstate, Null, Score, Seed};
/// use gambol_search::{AlphaBeta, Budget, Decision, Escalate, Greedy, Search};
///
/// // Takes the first action; looks ahead near the end only.
/// let near_end = |nim: &Nim, _: &Decision<u8>| nim.matches <= 6;
/// let mut search = Escalate::new(Greedy::new(Afterstate(Score)), near_end, AlphaBeta::new(Null));
/// let mut decide = |matches| {
///     let nim = Nim { matches, to_move: Player::First };
///     search.search(&nim, &Budget::unlimited(), Seed::new(1)).map(|decision| decision.action)
/// };
/// assert_eq!((decide(7)?, decide(6)?), (1, 2));
/// # Ok::<(), gambol_search::SearchError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Escalate<Q, W, T> {
    quick: Q,
    when: W,
    thorough: T,
}

impl<Q, W, T> Escalate<Q, W, T> {
    /// Creates a search that calls `quick`, and then `thorough` if `when` returns `true` for the
    /// quick decision.
    pub fn new(quick: Q, when: W, thorough: T) -> Self {
        Self { quick, when, thorough }
    }
}

impl<G, Q, W, T> Search<G> for Escalate<Q, W, T>
where
    G: Game,
    Q: Search<G>,
    W: FnMut(&G, &Decision<G::Action>) -> bool + Send,
    T: Search<G>,
{
    fn search(&mut self, state: &G, budget: &Budget, seed: Seed) -> Result<Decision<G::Action>, SearchError> {
        let meter = budget.meter();
        let quick = self.quick.search(state, budget, seed.derive(0))?;
        if meter.is_over() || !(self.when)(state, &quick) {
            return Ok(quick);
        }
        let mut rest = budget.less(meter.elapsed());
        let left = |limit: Option<u64>, spent: u64| limit.map(|limit| limit.saturating_sub(spent));
        if let Some(nodes) = left(budget.max_nodes(), quick.stats.nodes) {
            rest = rest.nodes(nodes);
        }
        if let Some(simulations) = left(budget.max_simulations(), quick.stats.simulations) {
            rest = rest.simulations(simulations);
        }
        if rest.max_nodes() == Some(0) || rest.max_simulations() == Some(0) {
            return Ok(quick);
        }
        let mut decision = self.thorough.search(state, &rest, seed.derive(1))?;
        decision.stats.nodes += quick.stats.nodes;
        decision.stats.simulations += quick.stats.simulations;
        decision.stats.time = meter.elapsed();
        Ok(decision)
    }

    fn limits(&self) -> Limits {
        self.quick.limits().both(self.thorough.limits())
    }

    forward_game!(new_game, observe, game_over => (this: this.quick, this.thorough));
}

/// Plays the principal variation of one search up to the next chance event, the opponent's turn or
/// the end of the game, and searches again only then.
///
/// For searches that plan whole turns, such as [`Greedy`](crate::Greedy) with
/// [`Scope::Turn`](crate::Scope::Turn), this saves the searches in the middle of a turn. Searching
/// again after each action uses at least as much information and is often stronger.
///
/// A decision from a plan has no root actions and no nodes; its value is that of the search that
/// produced the plan. A state other than the next one of the plan is searched as usual. A decision
/// therefore depends on earlier decisions and the seeds, and on nothing else.
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
    inner: S,
    plan: Option<Plan<G>>,
}

/// The remaining plan.
#[derive(Clone, Debug)]
struct Plan<G: Game> {
    /// The state in which the plan continues.
    state: G,
    player: Player,
    /// At least one action.
    actions: Vec<G::Action>,
    value: f64,
}

impl<G: Game, S> PlanOnce<G, S> {
    /// Creates an adapter that plays the plans of this search.
    pub fn new(search: S) -> Self {
        Self { inner: search, plan: None }
    }

    /// Returns the planned decision if the plan continues in this state and its next action is
    /// legal.
    fn follow(&mut self, state: &G) -> Option<Decision<G::Action>> {
        let plan = self.plan.take().filter(|plan| plan.state == *state)?;
        let action = *plan.actions.first()?;
        state.check_action(action).ok()?;
        let mut decision = Decision::new(plan.player, action, plan.value);
        decision.pv = plan.actions;
        Some(decision)
    }

    /// Stores the rest of the principal variation of a decision in this state as the plan.
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
            None => self.inner.search(state, budget, seed)?,
        };
        self.remember(state, &decision);
        Ok(decision)
    }

    fn limits(&self) -> Limits {
        self.inner.limits()
    }

    fn new_game(&mut self, start: &G) {
        self.plan = None;
        self.inner.new_game(start);
    }

    forward_game!(observe, game_over => (this: this.inner));
}

/// A time limit that holds on average over a game: unused time is saved, and a move may spend half
/// of the savings.
///
/// For searches that rarely need much time: a quick search with a thorough one in danger, proofs,
/// small trees. A search that always uses its whole time has the same time for every move after the
/// first few. The savings start at zero in a [new game](Search::new_game) and are limited to the
/// time of 200 moves. A time limit of the caller takes precedence.
///
/// ```
/// use core::time::Duration;
///
/// use gambol_core::{Afterstate, Score, Seed};
/// use gambol_search::{Budget, Greedy, Search, TimeBank};
/// use gambol_threes::Threes;
///
/// let mut search = TimeBank::new(Greedy::new(Afterstate(Score)), Duration::from_millis(10));
/// let state: Threes = "6,12,6,3/2,24,1,2/3,3,6,12/0,0,2,0 3 4,2,1 m".parse()?;
/// let decision = search.search(&state, &Budget::unlimited(), Seed::new(1))?;
/// assert!(decision.stats.time.is_some(), "the rest is saved for later moves");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[cfg(feature = "clock")]
#[cfg_attr(docsrs, doc(cfg(feature = "clock")))]
#[derive(Clone, Debug)]
pub struct TimeBank<S> {
    inner: S,
    per_move: Duration,
    saved: Duration,
}

#[cfg(feature = "clock")]
impl<S> TimeBank<S> {
    /// Maximum savings in moves.
    const MOST: u32 = 200;

    /// Creates an adapter for this search with this average time per move.
    pub fn new(search: S, per_move: Duration) -> Self {
        Self { inner: search, per_move, saved: Duration::ZERO }
    }
}

#[cfg(feature = "clock")]
impl<G: Game, S: Search<G>> Search<G> for TimeBank<S> {
    fn search(&mut self, state: &G, budget: &Budget, seed: Seed) -> Result<Decision<G::Action>, SearchError> {
        self.saved = self.saved.saturating_add(self.per_move).min(self.per_move.saturating_mul(TimeBank::<S>::MOST));
        let budget = Budget::unlimited().time(self.saved / 2).under(budget).measure_time();
        let decision = self.inner.search(state, &budget, seed)?;
        self.saved = self.saved.saturating_sub(decision.stats.time.unwrap_or_default());
        Ok(decision)
    }

    fn limits(&self) -> Limits {
        // The bank sets a time limit.
        self.inner.limits().open_ended(false)
    }

    fn new_game(&mut self, start: &G) {
        self.saved = Duration::ZERO;
        self.inner.new_game(start);
    }

    forward_game!(observe, game_over => (this: this.inner));
}

/// Adapter that applies a search of [`Tracked`] states to plain states. It creates the
/// [`Companion`] of the root, and the search updates it along its path.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/doc/nim.rs")); }
/// # use nim::*;
/// use gambol_core::{Companion, FromFn, Seed, Tracked};
/// use gambol_search::{AlphaBeta, Budget, Search, WithCompanion};
///
/// /// The matches beyond the last multiple of four.
/// #[derive(Clone, Debug, Default)]
/// struct Rest(u8);
///
/// impl Companion<Nim> for Rest {
///     fn at(&self, state: &Nim) -> Self {
///         Self(state.matches % 4)
///     }
///     fn play(&mut self, _: &Nim, action: u8) {
///         self.0 = (self.0 + 4 - action) % 4;
///     }
/// }
///
/// // Whoever leaves a multiple of four wins: one ply is enough.
/// let by_rest = FromFn(|tracked: &Tracked<Nim, Rest>| {
///     let mover = tracked.state().to_move.sign() as f64;
///     if tracked.companion().0 == 0 { -mover } else { mover }
/// });
/// let mut search = WithCompanion::new(Rest::default(), AlphaBeta::new(by_rest).depth(1));
/// let state = Nim { matches: 21, to_move: Player::First };
/// assert_eq!(search.search(&state, &Budget::unlimited(), Seed::new(1))?.action, 1);
/// # Ok::<(), gambol_search::SearchError>(())
/// ```
#[derive(Clone, Debug)]
pub struct WithCompanion<C, S> {
    prototype: C,
    inner: S,
}

impl<C, S> WithCompanion<C, S> {
    /// Creates an adapter for this search, with companions that have the settings of `prototype`.
    pub fn new(prototype: C, search: S) -> Self {
        Self { prototype, inner: search }
    }

    fn tracked<G: Game>(&self, state: &G) -> Tracked<G, C>
    where
        C: Companion<G>,
    {
        Tracked::new(state.clone(), &self.prototype)
    }
}

impl<G: Game, C: Companion<G>, S: Search<Tracked<G, C>>> Search<G> for WithCompanion<C, S> {
    fn search(&mut self, state: &G, budget: &Budget, seed: Seed) -> Result<Decision<G::Action>, SearchError> {
        let tracked = self.tracked(state);
        self.inner.search(&tracked, budget, seed)
    }

    fn limits(&self) -> Limits {
        self.inner.limits()
    }

    fn new_game(&mut self, start: &G) {
        let tracked = self.tracked(start);
        self.inner.new_game(&tracked);
    }

    fn observe(&mut self, before: &G, event: EventOf<G>, after: &G) {
        let (before, after) = (self.tracked(before), self.tracked(after));
        self.inner.observe(&before, event, &after);
    }

    fn game_over(&mut self, last: &G) {
        let tracked = self.tracked(last);
        self.inner.game_over(&tracked);
    }
}

/// Reports the events of a game to a search, for callers that keep the history of a game, take back
/// moves or set up positions.
///
/// ```
/// use gambol_core::{Event, EventOf, Game, GameExt, Null, Seed};
/// use gambol_pentago_swap::PentagoSwap;
/// use gambol_search::{AlphaBeta, Budget, Follower, Search};
///
/// let (start, mut search, mut follower) =
///     (PentagoSwap::new(), AlphaBeta::new(Null).depth(1).keep_table(true), Follower::new());
/// let mut history: Vec<EventOf<PentagoSwap>> = Vec::new();
/// for ply in 0..2 {
///     let mut state = start.clone();
///     history.iter().for_each(|&event| state.advance(event));
///     follower.catch_up(&mut search, &start, &history); // also after moves that were taken back
///     let decision = search.search(&state, &Budget::unlimited(), Seed::new(ply))?;
///     history.push(Event::Action(decision.action));
/// }
/// # assert_eq!(history.len(), 2);
/// # Ok::<(), gambol_search::SearchError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Follower<G: Game> {
    told: Option<Told<G>>,
}

#[derive(Clone, Debug)]
struct Told<G: Game> {
    start: G,
    events: Vec<EventOf<G>>,
    state: G,
}

impl<G: Game> Default for Follower<G> {
    fn default() -> Self {
        Self { told: None }
    }
}

impl<G: Game> Follower<G> {
    /// Creates a follower for a search without a game.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Reports new events to the search, and the [end of the game](Search::game_over). `events` are
    /// all events since `start`. If the events reported earlier are not a prefix of them, or the
    /// start differs, a [new game](Search::new_game) begins, for example after a takeback. All
    /// events must be legal, and the search must be the same in all calls.
    pub fn catch_up(&mut self, search: &mut dyn Search<G>, start: &G, events: &[EventOf<G>]) {
        let told = self.told.take().filter(|told| told.start == *start && events.starts_with(&told.events));
        let told = self.told.insert(told.unwrap_or_else(|| {
            search.new_game(start);
            Told { start: start.clone(), events: Vec::new(), state: start.clone() }
        }));
        for &event in &events[told.events.len()..] {
            let before = told.state.clone();
            told.state.advance(event);
            told.events.push(event);
            search.observe(&before, event, &told.state);
            if told.state.is_over() {
                search.game_over(&told.state);
            }
        }
    }
}

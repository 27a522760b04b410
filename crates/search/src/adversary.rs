//! Chance as an adversary.

use alloc::vec::Vec;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::ops::ControlFlow;

use gambol_core::{Event, EventOf, Game, GameExt, Illegal, NoChance, Player, Rng, Scoring, Seed, Turn, mix};
use smallvec::SmallVec;

use crate::budget::Budget;
use crate::decision::Decision;
use crate::error::{Fault, SearchError};
use crate::search::{Limits, Search};

/// Selection of the outcomes from which an adversary may choose.
///
/// ```
/// use core::ops::ControlFlow;
///
/// use gambol_core::{Game, GameExt, Player};
/// use gambol_search::Dealer;
///
/// /// The first outcome that the game lists, whatever happens.
/// #[derive(Clone, Copy)]
/// struct FirstOutcome;
///
/// impl<G: Game> Dealer<G> for FirstOutcome {
///     fn visit<F: FnMut(G::Outcome) -> ControlFlow<()>>(
///         &self,
///         state: &G,
///         _: Player,
///         visit: F,
///     ) -> ControlFlow<()> {
///         state.outcomes().first().map(|&(outcome, _)| outcome).into_iter().try_for_each(visit)
///     }
/// }
/// ```
pub trait Dealer<G: Game>: Clone + Send + Sync + 'static {
    /// Visits outcomes of the pending chance event, each once, until `visit` breaks. It visits at
    /// least one, and always the same ones for the same state. `adversary` is the player who will
    /// choose.
    fn visit<F>(&self, state: &G, adversary: Player, visit: F) -> ControlFlow<()>
    where
        F: FnMut(G::Outcome) -> ControlFlow<()>;

    /// Whether outcomes may be omitted. If not, they are visited in the order of the game, and
    /// symmetric states have symmetric outcomes.
    fn is_selective(&self) -> bool {
        true
    }
}

/// All outcomes, regardless of their probabilities.
///
/// ```
/// use gambol_core::{Score, Seed};
/// use gambol_search::{AgainstChance, AllOutcomes, AlphaBeta, Budget, Search};
/// use gambol_threes::Threes;
///
/// let state: Threes = "6,12,6,3/2,24,1,2/3,3,6,12/0,0,2,0 3 4,2,1 m".parse()?;
/// let mut search = AgainstChance::new(AlphaBeta::new(Score), AllOutcomes);
/// let decision = search.search(&state, &Budget::unlimited().depth(3), Seed::new(1))?;
/// println!("{} brings {:.0} points, whatever the cards do", decision.action, decision.value);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AllOutcomes;

impl<G: Game> Dealer<G> for AllOutcomes {
    #[inline]
    fn visit<F>(&self, state: &G, _: Player, mut visit: F) -> ControlFlow<()>
    where
        F: FnMut(G::Outcome) -> ControlFlow<()>,
    {
        state.visit_outcomes(|outcome, _| visit(outcome))
    }

    fn is_selective(&self) -> bool {
        false
    }
}

/// A random sample of outcomes, drawn by their probabilities, without duplicates. It depends only
/// on the seed and the state's [key](Game::key).
///
/// Up to 32 draws need no allocation.
///
/// ```
/// use gambol_core::{Score, Seed};
/// use gambol_search::{AgainstChance, AlphaBeta, Budget, SampledOutcomes, Search};
/// use gambol_threes::Threes;
///
/// let state: Threes = "6,12,6,3/2,24,1,2/3,3,6,12/0,0,2,0 3 4,2,1 m".parse()?;
/// // Chance chooses the worst of two draws.
/// let mut search =
///     AgainstChance::new(AlphaBeta::new(Score), SampledOutcomes::new(2, Seed::new(7)));
/// let decision = search.search(&state, &Budget::unlimited().depth(3), Seed::new(1))?;
/// # assert!(decision.value.is_finite());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SampledOutcomes {
    draws: u32,
    seed: Seed,
}

impl SampledOutcomes {
    /// Creates a dealer with this many draws, at least one, from streams derived from this seed.
    #[must_use]
    pub fn new(draws: u32, seed: Seed) -> Self {
        Self { draws: draws.max(1), seed }
    }
}

impl<G: Game> Dealer<G> for SampledOutcomes {
    fn visit<F>(&self, state: &G, _: Player, mut visit: F) -> ControlFlow<()>
    where
        F: FnMut(G::Outcome) -> ControlFlow<()>,
    {
        let mut rng = self.seed.derive(state.key()).rng();
        let mut seen: SmallVec<[G::Outcome; 32]> = SmallVec::new();
        for _ in 0..self.draws {
            let Some(outcome) = state.random_outcome(&mut rng) else { break };
            if !seen.contains(&outcome) {
                seen.push(outcome);
                visit(outcome)?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// A game whose chance events are decided by an adversary. It has no chance, so
/// [`AlphaBeta`](crate::AlphaBeta) can search it.
///
/// At a chance event, the adversary is to move: the opponent of the player whom it is
/// [against](Self::against), or the second player in a puzzle. The adversary chooses among the
/// outcomes that a [`Dealer`] visits: all of them, or a sample. A chance chain is a sequence of
/// turns of the adversary, each with separate outcomes.
///
/// Actions are [events](Event): the players' actions, and outcomes as actions of the adversary. The
/// score is that of the game, and so are the symmetries, unless a sample would break them. The key
/// includes the adversary. Every outcome is a legal action of the adversary; those that the dealer
/// visits are its [candidates](Game::visit_candidates). The game has two players, including the
/// adversary, but keeps its [`SCORING`](Game::SCORING): a puzzle is still scored in points.
///
/// Values are worst cases instead of averages, which makes play over-cautious.
///
/// Source: the Max and Min players of the 1010! paper of the Hebrew University, section III.C.
///
/// ```
/// # use core::ops::ControlFlow;
/// # use gambol_core::{Game, Player, Turn};
/// # #[derive(Clone, Debug, PartialEq, Eq, Hash)]
/// # struct Bet { stake: Option<i64>, won: Option<i64> }
/// # impl Game for Bet {
/// #     type Action = i64;
/// #     type Outcome = bool;
/// #     const PLAYERS: usize = 1;
/// #     fn turn(&self) -> Turn {
/// #         if self.won.is_some() { Turn::Over } else if self.stake.is_some() { Turn::Chance } else { Turn::Player(Player::First) }
/// #     }
/// #     fn score(&self) -> i64 { self.won.unwrap_or(0) }
/// #     fn visit_actions<F>(&self, visit: F) -> ControlFlow<()>
/// #     where
/// #         F: FnMut(i64) -> ControlFlow<()>,
/// #     {
/// #         if self.stake.is_none() { (0..=3).try_for_each(visit) } else { ControlFlow::Continue(()) }
/// #     }
/// #     fn visit_outcomes<F>(&self, mut visit: F) -> ControlFlow<()>
/// #     where
/// #         F: FnMut(bool, f64) -> ControlFlow<()>,
/// #     {
/// #         if self.turn() == Turn::Chance { visit(true, 0.75)?; visit(false, 0.25) } else { ControlFlow::Continue(()) }
/// #     }
/// #     fn play(&mut self, stake: i64) { self.stake = Some(stake); }
/// #     fn resolve(&mut self, heads: bool) {
/// #         self.won = self.stake.map(|stake| if heads { stake } else { -stake });
/// #     }
/// # }
/// use gambol_core::{Event, Score, Seed};
/// use gambol_search::{Adversarial, AllOutcomes, AlphaBeta, Budget, Search};
///
/// // A stake from 0 to 3 on a coin that shows heads three times out of four.
/// let state = Adversarial::new(Bet { stake: None, won: None }, AllOutcomes);
/// let decision = AlphaBeta::new(Score).search(&state, &Budget::unlimited(), Seed::new(1))?;
/// assert_eq!(decision.action, Event::Action(0), "an adversary would show tails");
/// # Ok::<(), gambol_search::SearchError>(())
/// ```
#[derive(Clone)]
pub struct Adversarial<G, D = AllOutcomes> {
    game: G,
    dealer: D,
    adversary: Player,
}

impl<G: Game, D: Dealer<G>> Adversarial<G, D> {
    /// Creates an adversarial game from this state. The adversary is against the player to move, or
    /// against the first player if no player is to move.
    pub fn new(game: G, dealer: D) -> Self {
        let victim = game.turn().player().unwrap_or(Player::First);
        Self::against(victim, game, dealer)
    }

    /// Creates an adversarial game from this state with an adversary against this player.
    pub fn against(player: Player, game: G, dealer: D) -> Self {
        Self { game, dealer, adversary: player.opponent() }
    }

    /// Returns the state of the underlying game.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Returns the player who decides chance events.
    pub fn adversary(&self) -> Player {
        self.adversary
    }
}

/// Compares the states of the game and the adversaries, but not the dealers.
impl<G: PartialEq, D> PartialEq for Adversarial<G, D> {
    fn eq(&self, other: &Self) -> bool {
        self.adversary == other.adversary && self.game == other.game
    }
}

impl<G: Eq, D> Eq for Adversarial<G, D> {}

impl<G: Hash, D> Hash for Adversarial<G, D> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.game.hash(state);
        self.adversary.hash(state);
    }
}

impl<G: fmt::Debug, D> fmt::Debug for Adversarial<G, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Adversarial")
            .field("game", &self.game)
            .field("adversary", &self.adversary)
            .finish_non_exhaustive()
    }
}

impl<G: Game, D: Dealer<G>> Game for Adversarial<G, D> {
    type Action = EventOf<G>;
    type Outcome = NoChance;
    const PLAYERS: usize = 2;
    const SCORING: Scoring = G::SCORING;

    #[inline]
    fn turn(&self) -> Turn {
        match self.game.turn() {
            Turn::Chance => Turn::Player(self.adversary),
            turn => turn,
        }
    }

    #[inline]
    fn score(&self) -> i64 {
        self.game.score()
    }

    #[inline]
    fn visit_actions<F>(&self, mut visit: F) -> ControlFlow<()>
    where
        F: FnMut(Self::Action) -> ControlFlow<()>,
    {
        match self.game.turn() {
            Turn::Player(_) => self.game.visit_actions(|action| visit(Event::Action(action))),
            Turn::Chance => self.game.visit_outcomes(|outcome, _| visit(Event::Outcome(outcome))),
            Turn::Over => ControlFlow::Continue(()),
        }
    }

    fn visit_outcomes<F>(&self, _: F) -> ControlFlow<()>
    where
        F: FnMut(NoChance, f64) -> ControlFlow<()>,
    {
        ControlFlow::Continue(())
    }

    #[inline]
    fn play(&mut self, event: Self::Action) {
        match event {
            Event::Action(action) => self.game.play(action),
            Event::Outcome(outcome) => self.game.resolve(outcome),
        }
    }

    fn resolve(&mut self, outcome: NoChance) {
        match outcome {}
    }

    fn check_action(&self, event: Self::Action) -> Result<(), Illegal> {
        match event {
            Event::Action(action) => self.game.check_action(action),
            Event::Outcome(outcome) => self.game.check_outcome(outcome),
        }
    }

    #[inline]
    fn visit_candidates<F>(&self, mut visit: F) -> ControlFlow<()>
    where
        F: FnMut(Self::Action) -> ControlFlow<()>,
    {
        match self.game.turn() {
            Turn::Player(_) => self.game.visit_candidates(|action| visit(Event::Action(action))),
            Turn::Chance => self.dealer.visit(&self.game, self.adversary, |outcome| visit(Event::Outcome(outcome))),
            Turn::Over => ControlFlow::Continue(()),
        }
    }

    fn is_selective(&self) -> bool {
        match self.game.turn() {
            Turn::Player(_) => self.game.is_selective(),
            Turn::Chance => self.dealer.is_selective(),
            Turn::Over => false,
        }
    }

    fn has_exact_candidates(&self) -> bool {
        match self.game.turn() {
            Turn::Player(_) => self.game.has_exact_candidates(),
            Turn::Chance => !self.dealer.is_selective(),
            Turn::Over => true,
        }
    }

    fn random_action<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<Self::Action> {
        match self.game.turn() {
            Turn::Player(_) => self.game.random_action(rng).map(Event::Action),
            Turn::Chance => {
                let mut outcomes = Vec::new();
                let _ = self.visit_candidates(|event| {
                    outcomes.push(event);
                    ControlFlow::Continue(())
                });
                gambol_core::random::pick(rng, &outcomes).copied()
            }
            Turn::Over => None,
        }
    }

    #[inline]
    fn key(&self) -> u64 {
        mix(self.game.key(), u64::from(self.adversary == Player::Second))
    }

    fn symmetries(&self) -> usize {
        if self.dealer.is_selective() { 1 } else { self.game.symmetries() }
    }

    fn transform(&self, symmetry: usize) -> Self {
        if symmetry >= self.symmetries() {
            return self.clone();
        }
        Self { game: self.game.transform(symmetry), ..self.clone() }
    }

    fn transform_action(&self, symmetry: usize, event: Self::Action) -> Self::Action {
        if symmetry >= self.symmetries() {
            return event;
        }
        match event {
            Event::Action(action) => Event::Action(self.game.transform_action(symmetry, action)),
            Event::Outcome(outcome) => Event::Outcome(self.game.transform_outcome(symmetry, outcome)),
        }
    }
}

/// Adapter that applies a search for games without chance to a game with chance. It searches the
/// [`Adversarial`] game, with the adversary against the player to move.
///
/// The principal variation ends at the first chance event. An evaluator of the game evaluates the
/// [game](Adversarial::game) of an adversarial state:
///
/// ```
/// use gambol_core::{FromFn, GameExt, Seed};
/// use gambol_search::{Adversarial, AgainstChance, AllOutcomes, AlphaBeta, Budget, Search};
/// use gambol_threes::Threes;
///
/// let state: Threes = "6,12,6,3/2,24,1,2/3,3,6,12/0,0,2,0 3 4,2,1 m".parse()?;
/// let freedom = FromFn(|state: &Adversarial<Threes>| state.game().actions().len() as f64);
/// let careful = AlphaBeta::new(freedom).depth(3);
/// let decision =
///     AgainstChance::new(careful, AllOutcomes).search(&state, &Budget::unlimited(), Seed::new(1))?;
/// println!("{} keeps {} swipes at least", decision.action, decision.value);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// ```
/// use gambol_core::{Score, Seed};
/// use gambol_search::{AgainstChance, AllOutcomes, AlphaBeta, SampledOutcomes};
/// // All outcomes; or ten draws at each chance event.
/// let careful = AgainstChance::new(AlphaBeta::new(Score).depth(4), AllOutcomes);
/// let sampling =
///     AgainstChance::new(AlphaBeta::new(Score).depth(4), SampledOutcomes::new(10, Seed::new(1)));
/// # let _ = (careful, sampling);
/// ```
#[derive(Clone, Debug)]
pub struct AgainstChance<S, D = AllOutcomes> {
    inner: S,
    dealer: D,
}

impl<S, D> AgainstChance<S, D> {
    /// Creates an adapter for this search with this dealer.
    pub fn new(search: S, dealer: D) -> Self {
        Self { inner: search, dealer }
    }

    /// Returns an error if the chance event after the first action breaks the contract of the game.
    /// The inner search would treat an adversary without outcomes as the end of a line.
    fn check_first_chance<G: Game>(&self, state: &G) -> Result<(), SearchError>
    where
        D: Dealer<G>,
    {
        let mut first = None;
        let _ = state.visit_actions(|action| {
            first = Some(state.afterstate(action));
            ControlFlow::Break(())
        });
        let Some(after) = first.filter(|after| after.turn() == Turn::Chance) else { return Ok(()) };
        let victim = state.turn().player().unwrap_or(Player::First);
        let is_dealt = self.dealer.visit(&after, victim.opponent(), |_| ControlFlow::Break(())).is_break();
        // Only dealers of all outcomes are checked, since they list all outcomes in any case.
        let mut fault = Fault::default();
        if !is_dealt || !(self.dealer.is_selective() || fault.check_chance(&after)) {
            return Err(SearchError::undrawn(&after));
        }
        Ok(())
    }
}

impl<G: Game, D: Dealer<G>, S: Search<Adversarial<G, D>>> Search<G> for AgainstChance<S, D> {
    fn search(&mut self, state: &G, budget: &Budget, seed: Seed) -> Result<Decision<G::Action>, SearchError> {
        let turn = state.turn();
        let adversarial = Adversarial::new(state.clone(), self.dealer.clone());
        if turn.player().is_none() {
            return Err(SearchError::NoPlayersTurn { turn });
        }
        self.check_first_chance(state)?;
        let budget = budget.translating(players::<G::Action, G::Outcome>);
        let found = self.inner.search(&adversarial, &budget, seed)?;
        players(&found).ok_or(SearchError::NoPlayersTurn { turn })
    }

    fn limits(&self) -> Limits {
        self.inner.limits()
    }

    fn new_game(&mut self, start: &G) {
        self.inner.new_game(&Adversarial::new(start.clone(), self.dealer.clone()));
    }

    fn observe(&mut self, before: &G, event: EventOf<G>, after: &G) {
        let before = Adversarial::new(before.clone(), self.dealer.clone());
        let after = Adversarial::against(before.adversary().opponent(), after.clone(), self.dealer.clone());
        self.inner.observe(&before, Event::Action(event), &after);
    }

    fn game_over(&mut self, last: &G) {
        self.inner.game_over(&Adversarial::new(last.clone(), self.dealer.clone()));
    }
}

/// Converts a decision on events to one on actions. At a player's turn, all events are actions.
fn players<A: Copy, O: Copy>(found: &Decision<Event<A, O>>) -> Option<Decision<A>> {
    let own = |event: Event<A, O>| match event {
        Event::Action(action) => Some(action),
        Event::Outcome(_) => None,
    };
    Some(found.translated(own(found.action)?, own))
}

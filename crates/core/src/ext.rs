//! Methods of every game.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use crate::error::Illegal;
use crate::game::Game;
use crate::random::Rng;
use crate::turn::{Event, Turn};

/// The event type of a game.
///
/// ```
/// # mod toss { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/doc/toss.rs")); }
/// # use toss::*;
/// use gambol_core::{Event, EventOf, GameExt};
///
/// let history: [EventOf<Toss>; 3] =
///     [Event::Action("toss"), Event::Outcome(true), Event::Action("stop")];
/// let mut state = Toss { points: 1, turn: Turn::Player(Player::First) };
/// history.into_iter().for_each(|event| state.advance(event));
/// assert_eq!((state.score(), state.is_over()), (2, true));
/// ```
pub type EventOf<G> = Event<<G as Game>::Action, <G as Game>::Outcome>;

/// Convenience methods of every [`Game`]. They are in a separate trait because games may not
/// override them.
///
/// ```
/// # mod toss { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/doc/toss.rs")); }
/// # use toss::*;
/// use gambol_core::{Event, GameExt, Seed};
///
/// let mut state = Toss { points: 1, turn: Turn::Player(Player::First) };
/// assert_eq!(state.actions(), ["stop", "toss"]);
/// assert!(state.try_play("tos").is_err(), "checked, and the state is as it was");
///
/// state.advance(Event::Action("toss"));
/// assert_eq!(state.outcomes(), [(true, 0.5), (false, 0.5)]);
/// assert_eq!(state.after(Event::Outcome(true)).score(), 2);
///
/// let mut rng = Seed::new(1).rng();
/// while state.random_step(&mut rng).is_some() {}
/// assert!(state.is_over());
/// ```
pub trait GameExt: Game {
    /// Whether the game has chance events: its outcome type has values, which
    /// [`NoChance`](crate::NoChance) has not.
    // `Option` has no room for a value that cannot exist. As a constant, it keeps searches for
    // chance from being compiled for games without.
    const HAS_CHANCE: bool = size_of::<Option<Self::Outcome>>() > 0;

    /// Whether the game is over.
    fn is_over(&self) -> bool {
        self.turn() == Turn::Over
    }

    /// Returns the legal actions. Allocates; inside a search, use [`Game::visit_actions`].
    fn actions(&self) -> Vec<Self::Action> {
        let mut actions = Vec::new();
        let _ = self.visit_actions(|action| {
            actions.push(action);
            ControlFlow::Continue(())
        });
        actions
    }

    /// Returns the candidates of searches. Allocates; inside a search, use
    /// [`Game::visit_candidates`].
    fn candidates(&self) -> Vec<Self::Action> {
        let mut candidates = Vec::new();
        let _ = self.visit_candidates(|action| {
            candidates.push(action);
            ControlFlow::Continue(())
        });
        candidates
    }

    /// Returns the possible outcomes and their probabilities. Allocates; inside a search, use
    /// [`Game::visit_outcomes`].
    fn outcomes(&self) -> Vec<(Self::Outcome, f64)> {
        let mut outcomes = Vec::new();
        let _ = self.visit_outcomes(|outcome, probability| {
            outcomes.push((outcome, probability));
            ControlFlow::Continue(())
        });
        outcomes
    }

    /// Calls `visit` with every legal event until it breaks: the actions of the player to move, or
    /// the outcomes of the chance event. Visits none if the game is over. Returns what the last
    /// call to `visit` returned.
    fn visit_events<F>(&self, mut visit: F) -> ControlFlow<()>
    where
        F: FnMut(EventOf<Self>) -> ControlFlow<()>,
    {
        match self.turn() {
            Turn::Player(_) => self.visit_actions(|action| visit(Event::Action(action))),
            Turn::Chance => self.visit_outcomes(|outcome, _| visit(Event::Outcome(outcome))),
            Turn::Over => ControlFlow::Continue(()),
        }
    }

    /// Returns the legal events. Allocates; inside a search, use [`GameExt::visit_events`].
    fn events(&self) -> Vec<EventOf<Self>> {
        let mut events = Vec::new();
        let _ = self.visit_events(|event| {
            events.push(event);
            ControlFlow::Continue(())
        });
        events
    }

    /// Applies an event, unchecked.
    fn advance(&mut self, event: EventOf<Self>) {
        match event {
            Event::Action(action) => self.play(action),
            Event::Outcome(outcome) => self.resolve(outcome),
        }
    }

    /// Returns the state after an event, unchecked.
    #[must_use]
    fn after(&self, event: EventOf<Self>) -> Self {
        let mut after = self.clone();
        after.advance(event);
        after
    }

    /// Returns the *afterstate* of a legal action: the state before the next chance event.
    #[must_use]
    fn afterstate(&self, action: Self::Action) -> Self {
        self.after(Event::Action(action))
    }

    /// Plays an action if it is legal.
    ///
    /// # Errors
    ///
    /// Returns an error with the action and the rule that it breaks, and leaves the state
    /// unchanged.
    fn try_play(&mut self, action: Self::Action) -> Result<(), Illegal> {
        self.check_action(action)?;
        self.play(action);
        Ok(())
    }

    /// Applies an outcome if it is possible.
    ///
    /// # Errors
    ///
    /// Returns an error with the outcome and the reason why it is impossible, and leaves the state
    /// unchanged.
    fn try_resolve(&mut self, outcome: Self::Outcome) -> Result<(), Illegal> {
        self.check_outcome(outcome)?;
        self.resolve(outcome);
        Ok(())
    }

    /// Applies an event if it is legal.
    ///
    /// # Errors
    ///
    /// Returns an error with the event and the rule that it breaks, and leaves the state unchanged.
    fn try_advance(&mut self, event: EventOf<Self>) -> Result<(), Illegal> {
        match event {
            Event::Action(action) => self.try_play(action),
            Event::Outcome(outcome) => self.try_resolve(outcome),
        }
    }

    /// Applies one random event and returns it: a uniformly random action, or an outcome by its
    /// probability. Returns `None` if the game is over.
    fn random_step<R: Rng + ?Sized>(&mut self, rng: &mut R) -> Option<EventOf<Self>> {
        let event = match self.turn() {
            Turn::Player(_) => Event::Action(self.random_action(rng)?),
            Turn::Chance => Event::Outcome(self.random_outcome(rng)?),
            Turn::Over => return None,
        };
        self.advance(event);
        Some(event)
    }

    /// Returns the image of an event of this state under a symmetry.
    fn transform_event(&self, symmetry: usize, event: EventOf<Self>) -> EventOf<Self> {
        match event {
            Event::Action(action) => Event::Action(self.transform_action(symmetry, action)),
            Event::Outcome(outcome) => Event::Outcome(self.transform_outcome(symmetry, outcome)),
        }
    }
}

impl<G: Game> GameExt for G {}

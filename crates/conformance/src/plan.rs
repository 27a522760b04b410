//! The settings of a kit: the game's start states and forms, and the amount of testing.

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::Check;
use super::guard::guarded;
use gambol_core::EventOf;
use gambol_core::Game;
use gambol_core::Indexed;
use gambol_core::Seed;
use gambol_core::TextForm;
use gambol_core::{Event, Player};
use gambol_core::{Observe, PlaneShape};

/// A universe of actions for a state.
pub(super) type Universe<G> = Box<dyn Fn(&G) -> Vec<<G as Game>::Action>>;

/// The settings of a kit.
pub(super) struct Plan<G: Game> {
    pub(super) start: Box<dyn Fn(Seed) -> G>,
    pub(super) states: usize,
    pub(super) plies: usize,
    pub(super) universe: Option<Universe<G>>,
    pub(super) text: Option<Forms<G>>,
    pub(super) serde: Option<Forms<G>>,
    pub(super) indexed: Option<Index<G>>,
    pub(super) observed: Option<View<G>>,
    pub(super) spread_keys: bool,
    pub(super) without: Vec<Check>,
}

impl<G: Game> Plan<G> {
    /// A state as text for messages.
    pub(super) fn show(&self, state: &G) -> String {
        match &self.text {
            Some(forms) => guarded(|| (forms.state.write)(state)).unwrap_or_else(|_| format!("{state:?}")),
            None => format!("{state:?}"),
        }
    }

    /// An event as text for messages.
    pub(super) fn show_event(&self, event: EventOf<G>) -> String {
        let text = self.text.as_ref().and_then(|forms| match event {
            Event::Action(action) => guarded(|| (forms.action.write)(&action)).ok(),
            Event::Outcome(outcome) => guarded(|| (forms.outcome.write)(&outcome)).ok(),
        });
        text.unwrap_or_else(|| match event {
            Event::Action(action) => format!("{action:?}"),
            Event::Outcome(outcome) => format!("{outcome:?}"),
        })
    }
}

/// The functions that write and read a value.
pub(super) struct Form<T> {
    pub(super) write: fn(&T) -> Result<String, String>,
    pub(super) read: fn(&str) -> Result<T, String>,
}

impl<T: TextForm> Form<T> {
    fn text() -> Self {
        Self {
            write: |value| Ok(value.to_string()),
            read: |text| text.parse().map_err(|error| format!("`{text}` does not parse: {error}")),
        }
    }
}

impl<T: Serialize + DeserializeOwned> Form<T> {
    fn json() -> Self {
        Self {
            write: |value| {
                serde_json::to_string(value).map_err(|error| format!("it cannot be written as JSON: {error}"))
            },
            read: |text| serde_json::from_str(text).map_err(|error| format!("{text} does not parse: {error}")),
        }
    }
}

impl<T> Form<T> {
    /// The value after a round trip, and its written form.
    pub(super) fn round_trip(&self, value: &T) -> Result<(T, String), String> {
        let written = (self.write)(value)?;
        Ok(((self.read)(&written)?, written))
    }
}

/// The forms of states, actions and outcomes.
pub(super) struct Forms<G: Game> {
    pub(super) state: Form<G>,
    pub(super) action: Form<G::Action>,
    pub(super) outcome: Form<G::Outcome>,
}

impl<G: Game<Action: TextForm, Outcome: TextForm> + TextForm> Forms<G> {
    pub(super) fn text() -> Self {
        Self { state: Form::text(), action: Form::text(), outcome: Form::text() }
    }
}

impl<G> Forms<G>
where
    G: Game<Action: Serialize + DeserializeOwned, Outcome: Serialize + DeserializeOwned> + Serialize + DeserializeOwned,
{
    pub(super) fn json() -> Self {
        Self { state: Form::json(), action: Form::json(), outcome: Form::json() }
    }
}

/// The methods of [`Indexed`].
pub(super) struct Index<G: Game> {
    pub(super) count: fn(&G) -> usize,
    pub(super) of: fn(&G, G::Action) -> usize,
    pub(super) action: fn(&G, usize) -> Option<G::Action>,
    pub(super) mask: fn(&G, &mut [bool]),
    pub(super) list: fn(&G, &mut Vec<u32>),
    pub(super) shape: fn(&G) -> Vec<usize>,
    pub(super) permutation: fn(&G, usize) -> Vec<u32>,
}

impl<G: Indexed> Index<G> {
    pub(super) fn new() -> Self {
        Self {
            count: G::action_count,
            of: G::action_index,
            action: G::indexed_action,
            mask: G::action_mask,
            list: G::legal_indices,
            shape: G::action_shape,
            permutation: G::permutation,
        }
    }
}

/// The methods of [`Observe`].
pub(super) struct View<G: Game> {
    pub(super) shape: fn(&G) -> PlaneShape,
    pub(super) observe: fn(&G, Player, &mut [f32]),
    pub(super) bytes: fn(&G, Player, &mut [u8]),
}

impl<G: Observe> View<G> {
    pub(super) fn new() -> Self {
        Self { shape: G::plane_shape, observe: G::observe, bytes: G::observe_bytes }
    }
}

impl<G: Game> View<G> {
    /// The observing players: one in a one-player game.
    pub(super) fn players() -> &'static [Player] {
        if G::PLAYERS == 1 { &[Player::First] } else { &[Player::First, Player::Second] }
    }

    /// The bits of a state's planes, which are equal exactly if the planes are: −0 becomes 0.
    pub(super) fn bits(&self, state: &G, player: Player) -> Vec<u32> {
        let mut planes = std::vec![0.0; (self.shape)(state).len()];
        (self.observe)(state, player, &mut planes);
        planes.into_iter().map(|value| (value + 0.0).to_bits()).collect()
    }
}

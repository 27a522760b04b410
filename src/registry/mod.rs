//! Games and agents by name: one list that examples, matches and the `gambol` program share.
//!
//! Games have types of their own, so what is done with a named game is a [`Visitor`]: its `visit` is compiled for each.
//!
//! ```
//! use gambol::registry::{self, Playable, Visitor};
//!
//! struct CountActions;
//!
//! impl Visitor for CountActions {
//!     type Output = usize;
//!     fn visit<G: Playable>(self, mut state: G) -> usize {
//!         use gambol::{Game, GameExt, Seed};
//!         state.settle(&mut Seed::new(1).rng());
//!         state.actions().len()
//!     }
//! }
//!
//! assert_eq!(registry::start("pentago-swap", CountActions)?, 36 * 6);
//! # Ok::<(), gambol::core::TextError>(())
//! ```

mod agents;
mod five_or_more;
mod games;
mod match5;
mod pentago_swap;
mod self_taught;
mod spec;
mod tenten;
mod threes;

use alloc::boxed::Box;
use alloc::format;
use alloc::vec::Vec;

use gambol_core::{Notation, TextError};
use gambol_search::Search;

pub use agents::AgentEntry;
pub use games::{GAMES, GameEntry, position, start};
pub use spec::{Parameter, Spec};

/// A game of the registry.
pub trait Playable: Notation + 'static {
    /// The agents that play it.
    fn agents() -> Vec<AgentEntry<Self>> {
        agents::common()
    }

    /// Makes the agent that a text such as `mc:z=100` names.
    ///
    /// # Errors
    ///
    /// Names the agent or the parameter that this game does not know, and those that it does.
    fn agent(text: &str) -> Result<Box<dyn Search<Self>>, TextError> {
        let spec: Spec = text.parse()?;
        let entries = Self::agents();
        let Some(entry) = entries.iter().find(|entry| entry.name == spec.name()) else {
            let known: Vec<&str> = entries.iter().map(|entry| entry.name).collect();
            return Err(TextError::new("agent", text, format!("no such agent; there are {}", known.join(", "))));
        };
        entry.make(&spec)
    }
}

/// What is to be done with a game that is known by name only.
pub trait Visitor {
    /// What comes of it.
    type Output;

    /// Does it, with a state of the game.
    fn visit<G: Playable>(self, state: G) -> Self::Output;
}

/// The name and the settings of a game's or an agent's text, such as `five-or-more:large` or `mc:z=100`.
///
/// ```
/// use gambol::registry::split;
/// assert_eq!(split("five-or-more:large,drop=5"), ("five-or-more", Some("large,drop=5")));
/// assert_eq!(split("mc"), ("mc", None));
/// ```
pub fn split(text: &str) -> (&str, Option<&str>) {
    match text.split_once(':') {
        None => (text, None),
        Some((name, settings)) => (name, Some(settings)),
    }
}

/// Says that there is no such game, and which there are.
fn unknown(name: &str) -> TextError {
    TextError::new("game", name, format!("no such game; there are {}", GAMES.map(|game| game.name).join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives every default back that a game's agents show: one at a time, and all at once.
    struct GiveDefaultsBack;

    impl Visitor for GiveDefaultsBack {
        type Output = Vec<TextError>;

        fn visit<G: Playable>(self, _: G) -> Vec<TextError> {
            let mut refused = Vec::new();
            for entry in G::agents() {
                let settings = entry.parameters.iter().map(|it| format!("{}={}", it.key, it.default));
                let settings: Vec<_> = settings.collect();
                let all = (!settings.is_empty()).then(|| settings.join(","));
                for setting in settings.iter().chain(&all) {
                    refused.extend(G::agent(&format!("{}:{setting}", entry.name)).err());
                }
            }
            refused
        }
    }

    #[test]
    fn defaults_can_be_given_back_as_they_are_shown() {
        for game in GAMES {
            assert_eq!(start(game.name, GiveDefaultsBack), Ok(Vec::new()), "{}", game.name);
        }
    }
}

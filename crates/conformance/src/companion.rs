//! Checks of companions.

use gambol_core::{Companion, Event, Game, GameExt, Seed, Tracked, Turn};

/// The greatest number of events of a random game.
const LONGEST: usize = 1_000;

/// Tests the promise of [`Companion`] on a random game from each of these states: after every event
/// on the path, and after one event beside it, the updated companion equals the one created from
/// the state.
///
/// A companion may hold rounded sums, which differ by the order of events: its `PartialEq` must
/// tolerate that.
///
/// Candidates and winning actions are tested by a [`Kit`](crate::Kit) for [`Tracked`] states.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/doc/nim.rs")); }
/// # use nim::*;
/// use gambol_conformance::{Kit, assert_companion};
/// use gambol_core::{Companion, Tracked};
///
/// /// The matches beyond the last multiple of four.
/// #[derive(Clone, Debug, Default, PartialEq)]
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
/// let start = || Nim { matches: 17, to_move: Player::First };
/// assert_companion(&Rest::default(), (0..10).map(|_| start()));
/// Kit::new(move |_| Tracked::new(start(), &Rest::default())).states(100).assert();
/// ```
///
/// # Panics
///
/// Panics if the promise is broken, with the state, the event and both companions.
pub fn assert_companion<G, C>(prototype: &C, starts: impl IntoIterator<Item = G>)
where
    G: Game,
    C: Companion<G> + PartialEq,
{
    for (index, start) in starts.into_iter().enumerate() {
        let mut rng = Seed::new(index as u64).rng();
        let mut tracked = Tracked::new(start, prototype);
        for _ in 0..LONGEST {
            let before = tracked.clone();
            let mut beside = tracked.clone();
            // Not `random_step`, because a selection of candidates must not narrow the test.
            let event = match tracked.turn() {
                Turn::Player(_) => before.state().random_action(&mut rng).map(Event::Action),
                Turn::Chance => before.state().random_outcome(&mut rng).map(Event::Outcome),
                Turn::Over => None,
            };
            let Some(event) = event else { break };
            let Some(other) = beside.random_step(&mut rng) else { break };
            tracked.advance(event);
            for (after, event) in [(&tracked, event), (&beside, other)] {
                let anew = prototype.at(after.state());
                assert!(
                    *after.companion() == anew,
                    "after {event:?} in {:?}, the companion is {:?}, but {anew:?} if recomputed",
                    before.state(),
                    after.companion()
                );
            }
        }
    }
}

//! Policies: choices of actions without search.

use alloc::boxed::Box;
use alloc::sync::Arc;

use crate::game::Game;
use crate::random::GameRng;

/// A choice of an action without search: for rollouts, as a bias before a search, or as a player by
/// itself.
///
/// A policy may abstain: a policy that completes lines has no choice if no line can be completed.
/// [`or`](Policy::or) adds a fallback.
///
/// References, `Box`es and `Arc`s of policies are policies, those of trait objects such as
/// `Box<dyn Policy<G>>` too, and so are closures inside [`FromFn`](crate::FromFn).
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/doc/nim.rs")); }
/// # use nim::*;
/// use gambol_core::{GameRng, Policy, Seed, Uniform};
///
/// /// Leaves a multiple of four matches, and abstains where that is impossible.
/// struct Fours;
///
/// impl Policy<Nim> for Fours {
///     fn choose(&self, nim: &Nim, _: &mut GameRng) -> Option<u8> {
///         Some(nim.matches % 4).filter(|&taken| taken > 0)
///     }
/// }
///
/// let mut rng = Seed::new(1).rng();
/// let [seven, eight] = [7, 8].map(|matches| Nim { matches, to_move: Player::First });
/// assert_eq!((Fours.choose(&seven, &mut rng), Fours.choose(&eight, &mut rng)), (Some(3), None));
/// assert!(Fours.or(Uniform).choose(&eight, &mut rng).is_some());
/// ```
pub trait Policy<G: Game>: Send + Sync {
    /// Returns a legal action, or `None` if the policy abstains or no player is to move.
    fn choose(&self, state: &G, rng: &mut GameRng) -> Option<G::Action>;

    /// Adds a fallback: `next` chooses if this policy abstains.
    fn or<P: Policy<G>>(self, next: P) -> Or<Self, P>
    where
        Self: Sized,
    {
        Or { first: self, next }
    }
}

/// Forwards through a pointer to `P`.
macro_rules! forward {
    ($($pointer:ty),+) => {$(
        impl<G: Game, P: Policy<G> + ?Sized> Policy<G> for $pointer {
            #[inline]
            fn choose(&self, state: &G, rng: &mut GameRng) -> Option<G::Action> {
                (**self).choose(state, rng)
            }
        }
    )+};
}

forward!(&P, Box<P>, Arc<P>);

/// Uniformly random legal actions.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/doc/nim.rs")); }
/// # use nim::*;
/// use gambol_core::{Policy, Seed, Uniform};
///
/// let nim = Nim { matches: 7, to_move: Player::First };
/// let action = Uniform.choose(&nim, &mut Seed::new(1).rng());
/// assert!(action.is_some_and(|action| (1..=3).contains(&action)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Uniform;

impl<G: Game> Policy<G> for Uniform {
    #[inline]
    fn choose(&self, state: &G, rng: &mut GameRng) -> Option<G::Action> {
        state.random_action(rng)
    }
}

/// A policy with a fallback; created by [`Policy::or`].
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/doc/nim.rs")); }
/// # use nim::*;
/// use gambol_core::{FromFn, GameRng, Policy, Seed, Uniform};
///
/// // Takes the last match if it is the only one, otherwise any number.
/// let last = FromFn(|nim: &Nim, _: &mut GameRng| (nim.matches == 1).then_some(1));
/// let policy = last.or(Uniform);
/// let nim = Nim { matches: 5, to_move: Player::First };
/// assert!(policy.choose(&nim, &mut Seed::new(1).rng()).is_some());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Or<A, B> {
    first: A,
    next: B,
}

impl<G: Game, A: Policy<G>, B: Policy<G>> Policy<G> for Or<A, B> {
    #[inline]
    fn choose(&self, state: &G, rng: &mut GameRng) -> Option<G::Action> {
        self.first.choose(state, rng).or_else(|| self.next.choose(state, rng))
    }
}

//! Policies: choices of actions without search.

use alloc::boxed::Box;
use alloc::sync::Arc;

use crate::game::Game;
use crate::random::Rng;

/// A choice of an action without search: for rollouts, as a bias before a search, or as a player by
/// itself.
///
/// A policy may abstain: a policy that completes lines has no choice if no line can be completed.
/// [`or`](Policy::or) adds a fallback.
///
/// References, `Box`es and `Arc`s of policies are policies, and so are closures inside
/// [`FromFn`](crate::FromFn). For trait objects, use [`DynPolicy`].
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/doc/nim.rs")); }
/// # use nim::*;
/// use gambol_core::{Policy, Rng, Seed, Uniform};
///
/// /// Leaves a multiple of four matches, and abstains where that is impossible.
/// struct Fours;
///
/// impl Policy<Nim> for Fours {
///     fn choose<R: Rng + ?Sized>(&self, nim: &Nim, _: &mut R) -> Option<u8> {
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
    fn choose<R: Rng + ?Sized>(&self, state: &G, rng: &mut R) -> Option<G::Action>;

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
            fn choose<R: Rng + ?Sized>(&self, state: &G, rng: &mut R) -> Option<G::Action> {
                (**self).choose(state, rng)
            }
        }
    )+};
}

forward!(&P, Box<P>, Arc<P>);

/// Dyn-compatible counterpart of [`Policy`], for policies chosen at run time and for lists of
/// policies.
///
/// [`Policy::choose`] is generic over the generator, so that rollouts can inline it, and generic
/// methods are not dyn-compatible. Every policy is a `DynPolicy`. `dyn DynPolicy<G>` is a policy,
/// and so are `&dyn DynPolicy<G>`, `Box<dyn DynPolicy<G>>` and `Arc<dyn DynPolicy<G>>`. The same
/// seed gives the same actions. A choice costs a virtual call, plus one for each random number.
///
/// Implement [`Policy`] instead of this trait. `Send + Sync` are supertraits: write
/// `dyn DynPolicy<G>` without these bounds.
///
/// ```
/// use gambol_core::{DynPolicy, FromFn, Game, GameExt, Policy, Rng, Uniform};
///
/// fn by_name<G: Game + 'static>(name: &str) -> Option<Box<dyn DynPolicy<G>>> {
///     match name {
///         "uniform" => Some(Box::new(Uniform)),
///         "last" => Some(Box::new(FromFn(|state: &G, _: &mut dyn Rng| state.actions().pop()))),
///         _ => None,
///     }
/// }
///
/// // A box of it goes where a policy is asked for.
/// fn either<G: Game + 'static>(names: [&str; 2]) -> Option<impl Policy<G>> {
///     Some(by_name(names[0])?.or(by_name(names[1])?))
/// }
/// ```
pub trait DynPolicy<G: Game>: Send + Sync {
    /// [`Policy::choose`] with a generator behind a trait object.
    fn choose_dyn(&self, state: &G, rng: &mut dyn Rng) -> Option<G::Action>;
}

impl<G: Game, P: Policy<G>> DynPolicy<G> for P {
    #[inline]
    fn choose_dyn(&self, state: &G, rng: &mut dyn Rng) -> Option<G::Action> {
        self.choose(state, rng)
    }
}

impl<G: Game> Policy<G> for dyn DynPolicy<G> + '_ {
    #[inline]
    fn choose<R: Rng + ?Sized>(&self, state: &G, rng: &mut R) -> Option<G::Action> {
        self.choose_dyn(state, &mut &mut *rng)
    }
}

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
    fn choose<R: Rng + ?Sized>(&self, state: &G, rng: &mut R) -> Option<G::Action> {
        state.random_action(rng)
    }
}

/// A policy with a fallback; created by [`Policy::or`].
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/doc/nim.rs")); }
/// # use nim::*;
/// use gambol_core::{FromFn, Policy, Rng, Seed, Uniform};
///
/// // Takes the last match if it is the only one, otherwise any number.
/// let last = FromFn(|nim: &Nim, _: &mut dyn Rng| (nim.matches == 1).then_some(1));
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
    fn choose<R: Rng + ?Sized>(&self, state: &G, rng: &mut R) -> Option<G::Action> {
        self.first.choose(state, rng).or_else(|| self.next.choose(state, rng))
    }
}

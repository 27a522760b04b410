//! Time limits that hold on average over a game.

use alloc::boxed::Box;
use core::time::Duration;

use gambol_core::Game;
use gambol_search::{Search, TimeBank};

use crate::agents::spec::{Parameter, Spec};
use crate::entry::Made;

pub(super) const MEAN_MS: Parameter = Parameter {
    key: "ms",
    default: "none",
    about: "average time per move in milliseconds: time saved on safe boards is spent on dangerous ones",
};

/// A search with the time limit that a spec sets by [`MEAN_MS`], if it sets one.
pub(super) fn within_mean_time<G: Game>(spec: &Spec, search: impl Search<G> + 'static) -> Made<G> {
    let ms = spec.optional(&MEAN_MS, "a number from 1 to 3600000", |&ms: &u64| (1..=3_600_000).contains(&ms))?;
    Ok(match ms {
        None => Box::new(search),
        Some(ms) => Box::new(TimeBank::new(search, Duration::from_millis(ms))),
    })
}

//! The games of Gambol, one file each.

#[cfg(feature = "five-or-more")]
mod five_or_more;
#[cfg(feature = "match5")]
mod match5;
#[cfg(all(feature = "networks", any(feature = "five-or-more", feature = "tenten")))]
mod mean_time;
#[cfg(feature = "pentago-swap")]
mod pentago_swap;
#[cfg(feature = "self-taught")]
mod self_taught;
#[cfg(feature = "tenten")]
mod tenten;
#[cfg(feature = "threes")]
mod threes;

use core::str::FromStr;

use gambol_core::TextError;

use crate::Registry;

/// Adds the enabled games to a registry.
pub(crate) fn add(registry: Registry) -> Registry {
    #[cfg(feature = "five-or-more")]
    let registry =
        registry.with(five_or_more::entry::<u128>()).with(five_or_more::entry::<gambol_five_or_more::Wide>());
    #[cfg(feature = "tenten")]
    let registry = registry.with(tenten::entry());
    #[cfg(feature = "threes")]
    let registry = registry.with(threes::entry());
    #[cfg(feature = "pentago-swap")]
    let registry = registry.with(pentago_swap::entry());
    #[cfg(feature = "match5")]
    let registry = registry.with(match5::entry::<u128>()).with(match5::entry::<gambol_match5::Wide>());
    registry
}

/// The settings after the colon, or the game's default.
fn rules<R: Default + FromStr<Err = TextError>>(settings: Option<&str>) -> Result<R, TextError> {
    settings.map_or_else(|| Ok(R::default()), str::parse)
}

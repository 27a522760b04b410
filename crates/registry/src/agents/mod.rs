//! Agents from text: the searches that every game has, and their parameters.

#[cfg(feature = "adversary")]
pub(crate) mod against_chance;
pub(crate) mod parameters;
pub(crate) mod searches;
pub(crate) mod spec;

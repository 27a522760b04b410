//! Agents from text: the searches that every game has, and their parameters.

pub(crate) mod networks;
pub(crate) mod parameters;
pub(crate) mod searches;
pub(crate) mod spec;

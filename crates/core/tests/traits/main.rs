//! Tests of the traits by games that implement them.

mod defaults;
mod evaluators;
mod generators;
mod nim;
mod priors;

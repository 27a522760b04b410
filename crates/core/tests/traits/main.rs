//! Tests of the traits by games that implement them.

mod defaults;
mod evaluators;
mod generators;
mod nim {
    #![allow(missing_docs, unreachable_pub)]
    include!("../../src/doc/nim.rs");
}
mod priors;

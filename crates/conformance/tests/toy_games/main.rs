//! Tests of the conformance kit on toys with at most one defect. One program, so that the kit is
//! compiled once for each toy.

mod broken_games;
mod kit;
mod priors;
mod toys;

//! The conformance kit, on toys that have one defect or none. One program, so that the kit is
//! compiled once per toy.

mod broken_games;
mod kit;
mod priors;
mod toys;

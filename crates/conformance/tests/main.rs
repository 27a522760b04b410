//! The conformance kit, on toys that have one defect or none. One program, so that the kit is
//! compiled once per toy.
#![cfg(feature = "conformance")]

mod broken_games;
mod kit;
mod toys;

//! Tests of the rules of 1010!.

mod golden;
mod positions;
mod reference;

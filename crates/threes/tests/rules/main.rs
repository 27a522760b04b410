//! Tests of the rules of Threes!.

mod golden;
mod positions;
mod reference;

//! Tests of the rules of Pentago-Swap.

mod golden;
mod reference;

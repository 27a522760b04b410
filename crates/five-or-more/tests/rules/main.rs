//! Tests of the rules of Five or More.

mod chance;
mod golden;
mod positions;
mod reference;

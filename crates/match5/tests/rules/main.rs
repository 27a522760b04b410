//! Tests of the rules of Match5.

mod golden;
mod positions;
mod reference;

//! What is known about playing Threes! well.

mod blank;

pub use blank::BlankFactor;

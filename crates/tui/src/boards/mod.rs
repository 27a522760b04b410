//! How each of the five games is shown and played, and any other.

mod five_or_more;
mod listed;
mod match5;
mod pentago_swap;
mod tenten;
mod threes;

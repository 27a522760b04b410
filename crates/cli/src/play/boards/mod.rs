//! How each of the five games is shown and played.

mod five_or_more;
mod match5;
mod pentago_swap;
mod tenten;
mod threes;

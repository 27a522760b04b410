//! Tests of learners, through the public interface.

mod dense;
mod learner;
mod resume;
mod two_players;

//! Knowledge of good play: the functions of the thesis as policies, and our evaluator
//! [`WindowSum`].
//!
//! Source of the policies: O. A. de Bruin, *Calculating and Predicting the Game Five or More*,
//! Leiden University 2010. Two formulas rate an empty cell, there called a *place*, for a colour:
//!
//! - **simple** (section 3.2): along each of the four axes, the stones of the colour that adjoin
//!   the place on both sides without a gap are counted; the rating is the sum of the squares of the
//!   four counts. Three in a row rate 9.
//! - **advanced** (section 4.2): along an axis, `l` and `r` are the stones of the colour on either
//!   side up to the edge or to a stone of another colour, across gaps. The rating of the axis is
//!   `(l + 1)² × (r + 1)² − distance`, or, by the [`Formula`] of section 5.1, `− distance²`; the
//!   rating is the highest of the axes. An axis counts only if there are at least five cells
//!   between those two ends, including the place. A stone is rated by the same formula for its own
//!   colour.
//!
//! | policy | section | what it does |
//! |---|---|---|
//! | [`SimpleBias`] | 3.2 | fills the first place with a high enough simple rating |
//! | [`AdvancedBias`] | 4.2, 5.1 | fills the place with the highest advanced rating |
//! | [`LegacyBias`] | 4.2 | fills the place with the highest simple rating; also the *Score function* of section 5 |
//! | [`ClearUp`] | 5.2 | moves a stone out of another colour's line |
//! | [`Shovel`] | 5.3 | moves a stone out of the way of another one |
//! | [`SemiTree`] | 5.4 | scores, or tries align, clear up and shovel in a small tree |
//! | [`AtStones`] | 4.1 | another policy, restricted to boards with few or with many stones |
//!
//! The other strategies of the thesis combine these with [`Policy::or`] or with a search:
//! Align-Score is `LegacyBias::score(4)`, then `AdvancedBias::align(Formula::New)`, then random.
//!
//! # Where the thesis leaves a choice
//!
//! The choices are documented at each policy. Each is the reading that gives the figures of the
//! thesis' tables, compared in `docs/results/five-or-more.md` of the repository. For all policies:
//! places are ordered by rating, then from the top left row by row, then by colour; equally rated
//! stones have the same order. No policy distinguishes free moves. Board edges, colours and lines
//! are those of the rules of the state, so that the policies work on all variants.
//!
//! ```
//! use gambol_core::{Policy, Seed};
//! use gambol_five_or_more::FiveOrMore;
//! use gambol_five_or_more::knowledge::{AdvancedBias, Formula, LegacyBias};
//!
//! let state: FiveOrMore = "aa1a5/9/9/4a4/9/9/b8/9/9 bcd 0 m".parse()?;
//! // The type of the state selects the board size of the combined policy.
//! let align_score =
//!     Policy::<FiveOrMore>::or(LegacyBias::score(3), AdvancedBias::align(Formula::New));
//! let action = align_score.choose(&state, &mut Seed::new(1).rng());
//! assert_eq!(action.map(|action| action.to_string()).as_deref(), Some("e4-c1"));
//! # Ok::<(), gambol_core::TextError>(())
//! ```
//!
//! [`Policy::or`]: gambol_core::Policy::or

mod advanced;
mod at_stones;
mod clear_up;
mod legacy;
mod lines;
mod pairs;
mod rank;
mod ratings;
mod semi_tree;
mod shovel;
mod simple;
mod star;
mod windows;

pub use advanced::AdvancedBias;
pub use at_stones::AtStones;
pub use clear_up::ClearUp;
pub use legacy::LegacyBias;
pub use ratings::Formula;
pub use semi_tree::{SemiTree, Worth};
pub use shovel::Shovel;
pub use simple::SimpleBias;
pub use windows::{WindowSum, WindowWeights};

#[cfg(test)]
mod tests;

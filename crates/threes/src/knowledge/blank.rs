//! The score, weighted by the number of tiles.

use gambol_core::{Evaluator, Game, Properties};

use crate::state::Threes;

/// The score times 16, divided by the number of tiles: with two blank cells, 16/14 of the score. On
/// the empty board, the score, which is 0.
///
/// Source: *Recreating the Threes game app*, part 3 (coolcodea, 2014), under "One more thing": "you
/// stop when you run out of blanks, so the more blanks you have, the better".
///
/// ```
/// use gambol_core::Evaluator;
/// use gambol_threes::{BlankFactor, Threes};
/// let state: Threes = "3,6,0,0/1,2,3,3/1,2,1,2/3,3,3,3 2 3,3,3 m".parse()?;
/// assert_eq!(BlankFactor.evaluate(&state), 30.0 * 16.0 / 14.0);
/// # Ok::<(), gambol_core::TextError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BlankFactor;

impl Evaluator<Threes> for BlankFactor {
    #[inline]
    fn evaluate(&self, state: &Threes) -> f64 {
        state.score() as f64 * 16.0 / f64::from(state.tile_count().max(1))
    }

    #[inline]
    fn properties(&self) -> Properties {
        Properties::default().ignores_preview(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_are_worth_more_the_more_there_are() {
        let value = |text: &str| BlankFactor.evaluate(&text.parse().unwrap());
        let few = value("12,1,0,0/0,0,0,0/0,0,0,0/0,0,0,0 2 3,3,3 m");
        let many = value("12,1,2,1/2,1,2,1/1,0,0,0/0,0,0,0 2 3,3,3 m");
        assert_eq!((few, many), (27.0 * 8.0, 27.0 * 16.0 / 9.0));
        assert_eq!(BlankFactor.evaluate(&Threes::default()), 0.0);
    }
}

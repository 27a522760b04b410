//! A player with a lookahead of one move.

use gambol_core::GameRng;
use gambol_core::random::below;
use gambol_core::{Cell, Evaluator, Game, Policy};

use super::windows::OpenWindows;
use crate::bits::Bits;
use crate::board::{cells, index, row_through};
use crate::state::Match5;

/// Wins at once if possible; otherwise stops an immediate win of the opponent; otherwise makes the
/// move whose resulting position [`OpenWindows`] evaluates best. Ties are broken at random. Of
/// several wins to stop, it stops the one whose cell has the best evaluation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ThreatPlayer;

impl ThreatPlayer {
    /// The free cells on which a side would win at once: the side to move, or the other side if it
    /// were to move.
    fn wins<B: Bits>(state: &Match5<B>, stones: B) -> impl Iterator<Item = Cell> {
        let (edge, row) = (state.edge(), state.row());
        cells(state.free()).filter(move |&cell| row_through(stones | B::bit(index::<B>(cell)), cell, edge, row))
    }

    /// The best of some cells for the side to move.
    fn best<B: Bits>(state: &Match5<B>, cells: impl Iterator<Item = Cell>, rng: &mut GameRng) -> Option<Cell> {
        let sign = state.turn().player()?.sign() as f64;
        let mut best: Option<(f64, Cell)> = None;
        let mut equals = 0;
        for cell in cells {
            let mut after = *state;
            after.play(cell);
            let value = OpenWindows.evaluate(&after) * sign;
            if best.is_none_or(|(greatest, _)| value > greatest) {
                equals = 0;
            }
            if best.is_none_or(|(greatest, _)| value >= greatest) {
                equals += 1;
                if below(rng, equals) == 0 {
                    best = Some((value, cell));
                }
            }
        }
        best.map(|(_, cell)| cell)
    }
}

impl<B: Bits> Policy<Match5<B>> for ThreatPlayer {
    fn choose(&self, state: &Match5<B>, rng: &mut GameRng) -> Option<Cell> {
        state.turn().player()?;
        let (own, other) = state.sides();
        if let Some(win) = Self::wins(state, own).next() {
            return Some(win);
        }
        Self::best(state, Self::wins(state, other), rng).or_else(|| Self::best(state, cells(state.free()), rng))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::collections::BTreeSet;
    use alloc::string::{String, ToString};
    use gambol_core::Seed;

    fn choices(state: &str) -> BTreeSet<String> {
        let state: Match5 = state.parse().unwrap();
        (0..40)
            .filter_map(|seed| ThreatPlayer.choose(&state, &mut Seed::new(seed).rng()))
            .map(|cell| cell.to_string())
            .collect()
    }

    fn are(state: &str, expected: &[&str]) {
        let choices = choices(state);
        assert!(choices.iter().map(String::as_str).eq(expected.iter().copied()), "{state}: {choices:?}");
    }

    #[test]
    fn a_win_comes_before_a_block() {
        // Red completes its own row at e1, although blue threatens e9.
        are("rrrr5/9/9/9/9/9/9/9/bbbb5 r", &["e1"]);
        // Across a gap.
        are("bb1bb4/9/9/9/9/9/9/9/rr1r4r b", &["c1"]);
    }

    #[test]
    fn four_must_be_blocked() {
        are("rrrr5/9/9/9/4b4/3b5/9/9/7b1 b", &["e1"]);
        // Down a diagonal, from the other end.
        are("9/9/2r6/3r5/4r4/5r3/6b2/1b7/b8 b", &["b2"]);
    }

    #[test]
    fn an_open_three_is_answered_on_its_line() {
        for choice in choices("9/9/9/9/2rrr4/9/1b7/7b1/9 b") {
            assert!(["b5", "f5"].contains(&choice.as_str()), "{choice}");
        }
    }

    #[test]
    fn an_open_three_of_its_own_becomes_an_open_four() {
        for choice in choices("9/9/9/9/2rrr4/9/1b7/7b1/5b3 r") {
            assert!(["b5", "f5"].contains(&choice.as_str()), "{choice}");
        }
    }

    #[test]
    fn the_first_stone_goes_to_the_centre() {
        are("9/9/9/9/9/9/9/9/9 r", &["e5"]);
        assert!(choices("rrrrr4/bbbb5/9/9/9/9/9/9/9 b").is_empty(), "the game is over");
    }
}

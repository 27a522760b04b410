//! The Semi-Tree strategy.

use gambol_core::random::{Rng, below};
use gambol_core::{Game, Policy};

use crate::bits::Bits;
use crate::moves::Move;
use crate::state::{FiveOrMore, Phase};

use super::{AdvancedBias, ClearUp, Formula, LegacyBias, Shovel};

/// Scores if it can, and otherwise looks which of aligning, clearing up and shovelling leads to most points. Section 5.4.
///
/// Each of the three functions that has a move plays it on a copy, with a sampled drop; the Score function then moves once if it
/// can, with another drop if one is due. From there the three are tried again, down to the depth. The
/// function whose branch has the state with the highest score makes its move. If none of them has a move, neither has the
/// policy.
///
/// Choices: among branches with equal scores, mostly none, one is taken at random. A fixed order gives other figures than table 11: with
/// align first, lines of 4 to score come out better than lines of 3, which reverses the table's order.
/// The rating is the new one throughout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SemiTree {
    depth: u8,
    score: LegacyBias,
    align: AdvancedBias,
    clear: ClearUp,
    shovel: Shovel,
}

/// Nodes grow threefold with each level: ten thousand at this depth, some tenths of a second for a move.
const DEEPEST: u8 = 8;

impl SemiTree {
    /// A tree of this peek depth, 1 to 8, nearest taken; and the numbers of stones in the lines that are scored, cleared and
    /// shovelled for.
    #[must_use]
    pub const fn new(depth: u8, score: u8, clear: u8, shovel: u8) -> Self {
        let formula = Formula::New;
        let depth = if depth > DEEPEST { DEEPEST } else { depth };
        Self {
            depth: if depth == 0 { 1 } else { depth },
            score: LegacyBias::score(score),
            align: AdvancedBias::align(formula),
            clear: ClearUp::new(clear, formula),
            shovel: Shovel::new(shovel, formula),
        }
    }

    /// The best speculative move, and the score it leads to; without one, the score so far.
    fn speculate<B: Bits, R: Rng + ?Sized>(
        &self,
        state: &FiveOrMore<B>,
        depth: u8,
        rng: &mut R,
    ) -> (Option<Move>, i64) {
        let moves = [self.align.choose(state, rng), self.clear.choose(state, rng), self.shovel.choose(state, rng)];
        let mut best = (None, state.score());
        let mut equals = 0;
        for action in moves.into_iter().flatten() {
            let mut after = *state;
            after.play(action);
            after.settle(rng);
            if let Some(scoring) = self.score.choose(&after, rng) {
                after.play(scoring);
                after.settle(rng);
            }
            let value = if depth > 1 { self.speculate(&after, depth - 1, rng).1 } else { after.score() };
            if best.0.is_none() || value > best.1 {
                (best, equals) = ((Some(action), value), 1);
            } else if value == best.1 {
                equals += 1;
                if below(rng, equals) == 0 {
                    best.0 = Some(action);
                }
            }
        }
        best
    }
}

impl<B: Bits> Policy<FiveOrMore<B>> for SemiTree {
    fn choose<R: Rng + ?Sized>(&self, state: &FiveOrMore<B>, rng: &mut R) -> Option<Move> {
        if state.phase != Phase::Move {
            return None;
        }
        self.score.choose(state, rng).or_else(|| self.speculate(state, self.depth, rng).0)
    }
}

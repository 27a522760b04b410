//! The Semi-Tree strategy.

use gambol_core::random::{Rng, below};
use gambol_core::{Game, Policy};

use crate::bits::Bits;
use crate::moves::Move;
use crate::state::{FiveOrMore, Phase};

use super::{AdvancedBias, ClearUp, Formula, LegacyBias, Shovel};

/// Scores if it can, and otherwise looks which of aligning, clearing up and shovelling leads to
/// most points. Section 5.4.
///
/// Each of the three functions that has a move plays it on a copy, with a sampled drop; the Score
/// function then moves once if it can, with another drop if one is due. From there the three are
/// tried again, down to the depth. The function whose branch has the state with the highest score
/// makes its move. If none of them has a move, neither has the policy.
///
/// Choices: among branches with equal scores, mostly none, one is taken at random. A fixed order
/// gives other figures than table 11: with align first, lines of 4 to score come out better than
/// lines of 3, which reverses the table's order. The rating is the new one throughout. Only the
/// points at the end of a branch are compared, as the thesis does not say otherwise;
/// [`SemiTree::sooner`] compares those of the first level before those of the second, and so on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SemiTree {
    depth: u8,
    sooner: bool,
    score: LegacyBias,
    align: AdvancedBias,
    clear: ClearUp,
    shovel: Shovel,
}

/// Nodes grow threefold with each level: ten thousand at this depth, some tenths of a second for a
/// move.
const DEEPEST: u8 = 8;

/// What a branch gains, the most important points first.
type Gains = [i64; DEEPEST as usize];

impl SemiTree {
    /// A tree of this peek depth, 1 to 8, nearest taken; and the numbers of stones in the lines
    /// that are scored, cleared and shovelled for.
    #[must_use]
    pub const fn new(depth: u8, score: u8, clear: u8, shovel: u8) -> Self {
        let formula = Formula::New;
        let depth = if depth > DEEPEST { DEEPEST } else { depth };
        Self {
            depth: if depth == 0 { 1 } else { depth },
            sooner: false,
            score: LegacyBias::score(score),
            align: AdvancedBias::align(formula),
            clear: ClearUp::new(clear, formula),
            shovel: Shovel::new(shovel, formula),
        }
    }

    /// The same tree, in which points of an earlier level count before all that come later. The
    /// later ones rest on drops that will fall otherwise: with this, a deeper tree is a better one,
    /// as the thesis expects.
    #[must_use]
    pub const fn sooner(mut self) -> Self {
        self.sooner = true;
        self
    }

    /// The best speculative move at a level of the tree, counted from 0, and what it gains.
    fn speculate<B: Bits, R: Rng + ?Sized>(
        &self,
        state: &FiveOrMore<B>,
        level: u8,
        rng: &mut R,
    ) -> (Option<Move>, Gains) {
        let moves = [self.align.choose(state, rng), self.clear.choose(state, rng), self.shovel.choose(state, rng)];
        let mut best = (None, Gains::default());
        let mut equals = 0;
        for action in moves.into_iter().flatten() {
            let mut after = *state;
            after.play(action);
            after.settle(rng);
            if let Some(scoring) = self.score.choose(&after, rng) {
                after.play(scoring);
                after.settle(rng);
            }
            let next = level + 1;
            let mut gains = if next < self.depth { self.speculate(&after, next, rng).1 } else { Gains::default() };
            gains[if self.sooner { usize::from(level) } else { 0 }] += after.score() - state.score();
            if best.0.is_none() || gains > best.1 {
                (best, equals) = ((Some(action), gains), 1);
            } else if gains == best.1 {
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
        self.score.choose(state, rng).or_else(|| self.speculate(state, 0, rng).0)
    }
}

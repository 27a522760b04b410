//! The Semi-Tree strategy.

use gambol_core::random::{Rng, below};
use gambol_core::{Game, Policy};

use crate::bits::Bits;
use crate::moves::Move;
use crate::state::{FiveOrMore, Phase};

use super::{AdvancedBias, ClearUp, Formula, LegacyBias, Shovel};

/// What a branch of a [`SemiTree`] is worth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Worth {
    /// The number of levels at which the Score function found a line to finish.
    #[default]
    Found,
    /// The points gained along the branch, those of the drops included.
    Points,
}

/// Scores if it can, and otherwise plays the one of aligning, clearing up and shovelling whose
/// branch is worth most. Section 5.4.
///
/// Each of the three functions that has a move plays it on a copy, with a sampled drop; the Score
/// function then moves once if it can, with another drop if one is due. From there the three are
/// tried again, down to the depth. The function whose branch has the state with the highest score
/// makes its move. If none of them has a move, neither has the policy.
///
/// Choices: a branch is worth the number of lines that the Score function finished along it
/// ([`SemiTree::worth`]), and one of equal branches is taken at random ([`SemiTree::random_ties`]).
/// `docs/results/five-or-more.md` of the repository compares the four combinations with table 11.
/// Align and Shovel rate by the new formula, Clear-up by the old one. Levels of the tree count
/// alike, as the thesis does not say otherwise; [`SemiTree::sooner`] compares the gains of the
/// first level before those of the second, and so on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SemiTree {
    depth: u8,
    worth: Worth,
    random_ties: bool,
    sooner: bool,
    score: LegacyBias,
    align: AdvancedBias,
    clear: ClearUp,
    shovel: Shovel,
}

/// Nodes grow threefold with each level: ten thousand at this depth, some tenths of a second for a
/// move.
const DEEPEST: u8 = 8;

/// What a branch gains, the most important level first.
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
            worth: Worth::Found,
            random_ties: true,
            sooner: false,
            score: LegacyBias::score(score),
            align: AdvancedBias::align(formula),
            clear: ClearUp::new(clear, Formula::Old),
            shovel: Shovel::new(shovel, formula),
        }
    }

    /// Sets what a branch is worth.
    #[must_use]
    pub const fn worth(mut self, worth: Worth) -> Self {
        self.worth = worth;
        self
    }

    /// Whether one of equal branches is taken at random (the default) or the first in the order
    /// align, clear up, shovel.
    #[must_use]
    pub const fn random_ties(mut self, random_ties: bool) -> Self {
        self.random_ties = random_ties;
        self
    }

    /// The same tree, in which gains of an earlier level count before all that come later. The
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
            let scoring = self.score.choose(&after, rng);
            if let Some(scoring) = scoring {
                after.play(scoring);
                after.settle(rng);
            }
            let next = level + 1;
            let mut gains = if next < self.depth { self.speculate(&after, next, rng).1 } else { Gains::default() };
            gains[if self.sooner { usize::from(level) } else { 0 }] += match self.worth {
                Worth::Found => i64::from(scoring.is_some()),
                Worth::Points => after.score() - state.score(),
            };
            if best.0.is_none() || gains > best.1 {
                (best, equals) = ((Some(action), gains), 1);
            } else if self.random_ties && gains == best.1 {
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

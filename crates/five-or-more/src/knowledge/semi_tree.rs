//! The Semi-Tree strategy.

use gambol_core::GameRng;
use gambol_core::random::below;
use gambol_core::{Game, Policy};

use crate::bits::Bits;
use crate::moves::Move;
use crate::state::{FiveOrMore, Phase};

use super::{AdvancedBias, ClearUp, Formula, LegacyBias, Shovel};

/// The value of a branch of a [`SemiTree`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Worth {
    /// The number of levels at which the Score function found a line to finish.
    #[default]
    Found,
    /// The points gained along the branch, those of the drops included.
    Points,
}

/// Scores if it can; otherwise aligns, clears up or shovels, whichever has the branch of the
/// highest value. Section 5.4.
///
/// Each of the three functions that has a move plays it on a copy, with a sampled drop; the Score
/// function then moves once if it can, with another drop if one is due. From there the three are
/// tried again, down to the depth. The policy plays the move of the function whose branch has the
/// state with the highest score. It has no move if none of the three has one.
///
/// Choices: the value of a branch is the number of lines that the Score function finished along it
/// ([`SemiTree::worth`]), and ties are broken at random ([`SemiTree::random_ties`]).
/// `docs/results/five-or-more.md` of the repository compares the four combinations with table 11.
/// Align and Shovel rate by the new formula, Clear-up by the old one. All levels of the tree have
/// the same weight, since the thesis states no other; [`SemiTree::sooner`] compares the gains of
/// the first level before those of the second, and so on.
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

/// The greatest depth. Nodes grow threefold with each level: ten thousand at this depth, which take
/// some tenths of a second a move.
const DEEPEST: u8 = 8;

/// The gains of a branch, the most important level first.
type Gains = [i64; DEEPEST as usize];

impl SemiTree {
    /// A tree of this peek depth, clamped to 1 to 8, with the least numbers of stones of the lines
    /// to score, to clear and to shovel for.
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

    /// Sets the value of a branch.
    #[must_use]
    pub const fn worth(mut self, worth: Worth) -> Self {
        self.worth = worth;
        self
    }

    /// Whether ties are broken at random (the default) or by the order align, clear up, shovel.
    #[must_use]
    pub const fn random_ties(mut self, random_ties: bool) -> Self {
        self.random_ties = random_ties;
        self
    }

    /// The same tree, with lexicographic comparison of gains: earlier levels come first. Later
    /// gains rest on sampled drops. With this, deeper trees play better, as the thesis expects.
    #[must_use]
    pub const fn sooner(mut self) -> Self {
        self.sooner = true;
        self
    }

    /// The best speculative move at a level of the tree, counted from 0, and its gains.
    fn speculate<B: Bits>(&self, state: &FiveOrMore<B>, level: u8, rng: &mut GameRng) -> (Option<Move>, Gains) {
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
    fn choose(&self, state: &FiveOrMore<B>, rng: &mut GameRng) -> Option<Move> {
        if state.phase != Phase::Move {
            return None;
        }
        self.score.choose(state, rng).or_else(|| self.speculate(state, 0, rng).0)
    }
}

//! The player: the table's answer if it has one, else a free move; and the training in which it
//! learns.

use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use gambol_core::GameRng;
use gambol_core::random::pick;
use gambol_core::{Cell, Game, Player, Policy, Seed, TextError, Turn};

use super::lesson::{Lesson, NoLesson};
use super::table::Knowledge;
use gambol_match5::Bits;
use gambol_match5::Match5;

/// The player's choice of a cell when no pattern is recognised. The page does not specify it,
/// except that nothing is calculated. The text form is `anywhere` or `beside`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FreeMoves {
    /// Any free cell, with equal probability.
    #[default]
    Anywhere,
    /// A free cell beside a stone of either colour, including diagonally, with equal probability;
    /// the middle of an empty board.
    Beside,
}

impl fmt::Display for FreeMoves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Anywhere => "anywhere",
            Self::Beside => "beside",
        })
    }
}

impl FromStr for FreeMoves {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        match text {
            "anywhere" => Ok(Self::Anywhere),
            "beside" => Ok(Self::Beside),
            _ => Err(TextError::new("free moves", text, "expected anywhere or beside")),
        }
    }
}

impl FreeMoves {
    fn choose<B: Bits>(self, state: &Match5<B>, rng: &mut GameRng) -> Option<Cell> {
        if self == Self::Anywhere {
            return state.random_action(rng);
        }
        let edge = state.edge();
        let stone = |column: i16, row: i16| {
            let on_board = (0..i16::from(edge)).contains(&column) && (0..i16::from(edge)).contains(&row);
            on_board && state.stone(Cell::new(column as u8, row as u8)).is_some()
        };
        let beside = |cell: &Cell| {
            let (column, row) = (i16::from(cell.column), i16::from(cell.row));
            (-1..=1).any(|down| (-1..=1).any(|right| stone(column + right, row + down)))
        };
        let mut free = Vec::new();
        let _ = state.visit_actions(|cell| {
            free.push(cell);
            core::ops::ControlFlow::Continue(())
        });
        let near: Vec<Cell> = free.iter().copied().filter(beside).collect();
        let middle = Cell::new(edge / 2, edge / 2);
        pick(rng, &near).copied().or_else(|| free.contains(&middle).then_some(middle))
    }
}

/// The page's computer player: the X of the first recognised pattern, or a free move. As a
/// [`Policy`] it only plays; [`study`](Self::study) plays games and learns from losses.
///
/// ```
/// use gambol_core::{Seed, Uniform};
/// use gambol_match5::Match5;
/// use gambol_self_taught::SelfTaught;
/// let mut player = SelfTaught::default();
/// for game in 0..50 {
///     // Against random moves, as either colour in turn.
///     let trial = player.study_policy(&Match5::<u128>::default(), game, Seed::new(1), &Uniform);
///     assert_eq!(trial.lesson.is_some(), trial.score < 0);
/// }
/// assert!(player.knowledge.level() > 0);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SelfTaught {
    /// Its knowledge.
    pub knowledge: Knowledge,
    /// Its moves without a recognised pattern.
    pub free_moves: FreeMoves,
}

/// A training game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trial {
    /// +1 if the learner has won, -1 if it has lost, 0 for a draw.
    pub score: i8,
    /// All moves from the start.
    pub moves: Vec<Cell>,
    /// The lesson, if the game was lost.
    pub lesson: Option<Result<Lesson, NoLesson>>,
}

impl SelfTaught {
    /// Creates a player with this knowledge.
    #[must_use]
    pub fn new(knowledge: Knowledge, free_moves: FreeMoves) -> Self {
        Self { knowledge, free_moves }
    }

    /// Plays game number `number` of a training from a start, and learns if it is lost. The learner
    /// moves first in games with even numbers, second in the others. The game depends only on the
    /// seed of the training, the number, the opponent and the knowledge before it; move `n` has a
    /// separate seed, which is passed to the opponent.
    ///
    /// # Errors
    ///
    /// Returns the errors of the opponent. Nothing is learned then.
    pub fn study<B: Bits, E>(
        &mut self,
        start: &Match5<B>,
        number: u64,
        seed: Seed,
        mut opponent: impl FnMut(&Match5<B>, Seed) -> Result<Cell, E>,
    ) -> Result<Trial, E> {
        let seed = seed.derive(number);
        let learner = if number.is_multiple_of(2) { Player::First } else { Player::Second };
        let mut state = *start;
        let mut moves = Vec::new();
        while let Turn::Player(player) = state.turn() {
            let seed = seed.derive(moves.len() as u64);
            let mut chosen = None;
            if player == learner {
                chosen = self.choose(&state, &mut seed.rng());
            }
            let cell = match chosen {
                Some(cell) => cell,
                None => opponent(&state, seed)?,
            };
            state.play(cell);
            moves.push(cell);
        }
        let score = (state.score() * learner.sign()) as i8;
        let lesson = (score < 0).then(|| self.knowledge.learn(start, &moves));
        Ok(Trial { score, moves, lesson })
    }

    /// Plays a training game against a policy, which plays at random if it returns no move.
    pub fn study_policy<B: Bits>(
        &mut self,
        start: &Match5<B>,
        number: u64,
        seed: Seed,
        opponent: &impl Policy<Match5<B>>,
    ) -> Trial {
        let trial = self.study(start, number, seed, |state, seed| {
            let mut rng = seed.rng();
            opponent.choose(state, &mut rng).or_else(|| state.random_action(&mut rng)).ok_or(())
        });
        trial.unwrap_or_else(|()| Trial { score: 0, moves: Vec::new(), lesson: None })
    }
}

impl<B: Bits> Policy<Match5<B>> for SelfTaught {
    fn choose(&self, state: &Match5<B>, rng: &mut GameRng) -> Option<Cell> {
        self.knowledge.recognise(state).map(|found| found.cell()).or_else(|| self.free_moves.choose(state, rng))
    }
}

//! Learning: from a lost game to a new pattern.

use alloc::vec::Vec;

use gambol_core::{Cell, Game, Illegal};

use super::pattern::{Pattern, PatternError, Planes};
use super::table::{Knowledge, Reading, Recognised, Role, answer_of};
use crate::grid::{EDGE, bit};
use gambol_match5::Bits;
use gambol_match5::Match5;

/// Minimum number of blue fields of a learned pattern.
const LEAST_BLUE: u32 = 2;

/// Result of learning from a lost game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Lesson {
    /// Pattern that was added to the table.
    pub learned: Pattern,
    /// Patterns that it made redundant, and that were removed.
    pub erased: Vec<Pattern>,
    /// Index of the loser's move, from 0, up to which the game was taken back: there the loser will
    /// answer differently.
    pub turning_point: usize,
}

/// Reason for which nothing was learned from a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoLesson {
    /// A move of the record is illegal.
    #[error("move {number} of the game: {reason}")]
    Illegal {
        /// Number of the move, from 1.
        number: usize,
        /// Violated rule.
        reason: Illegal,
    },
    /// The game was not lost.
    #[error("nobody has lost the game")]
    NotLost,
    /// The number of stones in a row differs from that of the knowledge, or the board is too large.
    #[error("its knowledge is for other rules")]
    OtherRules,
    /// All moves of the loser in the record were forced: none of them is known to be wrong.
    #[error("all its moves were forced")]
    AllForced,
    /// The game was taken back so far that the pattern would have fewer than two of the winner's
    /// stones. Such a pattern matches every opening; it would force the first moves of every game,
    /// and no further loss could be learned from.
    #[error("the loss goes back to the opening")]
    Opening,
    /// The table contains the pattern, or a part of it: the loser did not play by the table.
    #[error("it knew that already")]
    Known,
    /// Only the owner of a file may change its knowledge.
    #[error("only the owner may change the file")]
    NotOwner,
    /// The pattern is larger than 9×9 fields, which is possible only on boards of edge length 10
    /// and 11.
    #[error(transparent)]
    TooLarge(#[from] PatternError),
}

/// The kind of a move of a record, as in the page's move table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveKind {
    /// A move of the winner. The page's 2, blue.
    Blue,
    /// A free move of the loser. The page's 1, red.
    Red,
    /// A move of the loser in the X field of a recognised pattern. The page's 3, red stopper.
    Stopper,
}

impl Knowledge {
    /// Learns from a lost game, given by the moves of both sides from a start.
    ///
    /// The winner's last move is taken back, since it caused the loss. If the loser's move before
    /// it was forced, it and the winner's move before it are taken back, too, and so on until a
    /// move of the loser that was not forced. The new pattern contains the winning row and, of each
    /// pattern that was defended against on the way, the fields selected by the [`Reading`], all as
    /// they were before that move of the loser. Its X is the winner's move that was taken back
    /// last, and its level the number of the winner's moves that were taken back.
    ///
    /// A move is forced if it is in the X field of the pattern recognised there, and that was for
    /// defence. A move is also forced if the loser would repeat it after learning the pattern: an
    /// attack of a level that is not higher, or a free move that equals the pattern's answer. The
    /// player therefore deviates from the line that it has lost by.
    ///
    /// # Errors
    ///
    /// Fails if the game is not lost or nothing can be learned from it; the table is then
    /// unchanged.
    pub fn learn<B: Bits>(&mut self, start: &Match5<B>, moves: &[Cell]) -> Result<Lesson, NoLesson> {
        let (learned, turning_point) = self.error_pattern(start, moves)?;
        if self.knows(&learned) {
            return Err(NoLesson::Known);
        }
        let erased = self.insert(learned);
        Ok(Lesson { learned, erased, turning_point })
    }

    /// Returns the pattern that [`learn`](Self::learn) would add, and the index of the loser's move
    /// that it refutes.
    fn error_pattern<B: Bits>(&self, start: &Match5<B>, moves: &[Cell]) -> Result<(Pattern, usize), NoLesson> {
        let states = replay(start, moves)?;
        let lost = states.last().unwrap_or(start);
        if lost.row() != self.row() || lost.edge() > EDGE {
            return Err(NoLesson::OtherRules);
        }
        if lost.winner().is_none() {
            return Err(NoLesson::NotLost);
        }
        // The winner's move that is taken back last.
        let mut taken = moves.len().checked_sub(1).ok_or(NoLesson::AllForced)?;
        let mut region = winning_row(lost, moves[taken]);
        let mut level = 1;
        loop {
            let answer = taken.checked_sub(1).ok_or(NoLesson::AllForced)?;
            let (state, made) = (&states[answer], moves[answer]);
            match self.forced(state, made) {
                Some(found) if found.role() == Role::Defence => region |= copied(&found, self.reading()),
                attack => {
                    let focus = moves[taken];
                    let planes = seen_by_loser(state, region | bit(focus));
                    if planes.blue.count_ones() < LEAST_BLUE {
                        return Err(NoLesson::Opening);
                    }
                    let pattern = Pattern::aligned(planes, focus, level)?;
                    let outranked = attack.is_some_and(|attack| self.level_of(&attack) <= level);
                    if !outranked && answer_of(&pattern, state) != Some(made) {
                        return Ok((pattern, answer));
                    }
                }
            }
            taken = answer.checked_sub(1).ok_or(NoLesson::AllForced)?;
            level += 1;
        }
    }

    fn level_of(&self, found: &Recognised) -> u8 {
        self.pattern(found.entry()).map_or(0, Pattern::level)
    }

    /// Returns the pattern that forced a move, if any.
    fn forced<B: Bits>(&self, state: &Match5<B>, cell: Cell) -> Option<Recognised> {
        self.recognise(state).filter(|found| found.cell() == cell)
    }

    /// Returns the kind of each move of a record of a game, as in the page's move table. Blue is
    /// the winner or, in a game that is not won, the side that did not begin.
    ///
    /// # Errors
    ///
    /// Fails if a move of the record is illegal.
    pub fn move_table<B: Bits>(&self, start: &Match5<B>, moves: &[Cell]) -> Result<Vec<MoveKind>, NoLesson> {
        let states = replay(start, moves)?;
        let blue = states.last().unwrap_or(start).winner().unwrap_or(start.rules().starts().other());
        let kind = |(state, &cell): (&Match5<B>, &Cell)| match self.forced(state, cell) {
            _ if state.side() == blue => MoveKind::Blue,
            None => MoveKind::Red,
            Some(_) => MoveKind::Stopper,
        };
        Ok(states.iter().zip(moves).map(kind).collect())
    }
}

/// Returns the states before each move, and the last.
fn replay<B: Bits>(start: &Match5<B>, moves: &[Cell]) -> Result<Vec<Match5<B>>, NoLesson> {
    let mut states = Vec::with_capacity(moves.len() + 1);
    states.push(*start);
    let mut state = *start;
    for (&cell, number) in moves.iter().zip(1..) {
        state.check_action(cell).map_err(|reason| NoLesson::Illegal { number, reason })?;
        state.play(cell);
        states.push(state);
    }
    Ok(states)
}

/// Returns the cells of a row completed by the last move: of exactly as many stones as win, and the
/// first in the order of [`Rules::windows_through`](gambol_match5::Rules::windows_through) if there
/// are several.
fn winning_row<B: Bits>(lost: &Match5<B>, last: Cell) -> u128 {
    let row =
        lost.rules().windows_through(last).find(|window| window.cells().all(|cell| lost.stone(cell) == lost.winner()));
    row.into_iter().flat_map(gambol_match5::Window::cells).fold(0, |set, cell| set | bit(cell))
}

/// Returns the cells of a pattern that was defended against which enter the new one.
fn copied(found: &Recognised, reading: Reading) -> u128 {
    match reading {
        Reading::BlueAndFocus => found.planes().blue | bit(found.cell()),
        Reading::EveryField => found.planes().all(),
    }
}

/// Returns the cells of a region as the fields of a pattern, as they are in a state with the loser
/// to move.
fn seen_by_loser<B: Bits>(state: &Match5<B>, region: u128) -> Planes {
    let mut planes = Planes::default();
    for cell in crate::grid::cells(region) {
        let plane = match state.stone(cell) {
            None => &mut planes.empty,
            Some(colour) if colour == state.side() => &mut planes.red,
            Some(_) => &mut planes.blue,
        };
        *plane |= bit(cell);
    }
    planes
}

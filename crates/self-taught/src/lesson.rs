//! Learning: from a lost game to a new pattern.

use alloc::vec::Vec;

use gambol_core::{Cell, Game, Illegal};

use super::pattern::{Pattern, PatternError, Planes};
use super::table::{Knowledge, Reading, Recognised, Role, answer_of};
use crate::grid::{EDGE, bit};
use gambol_match5::Bits;
use gambol_match5::Match5;

/// The least number of blue fields of a pattern that is learned.
const LEAST_BLUE: u32 = 2;

/// What has come of a lost game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// The pattern that was put into the table.
    pub learned: Pattern,
    /// The patterns that it made superfluous and took out.
    pub erased: Vec<Pattern>,
    /// The number of the move of the loser, from 0, up to which the game was taken back: there it
    /// will answer differently.
    pub turning_point: usize,
}

/// Why nothing was learned from a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoLesson {
    /// A move of the record breaks the rules.
    #[error("move {number} of the game: {reason}")]
    Illegal {
        /// The number of the move, from 1.
        number: usize,
        /// The rule that it breaks.
        reason: Illegal,
    },
    /// Nobody has lost.
    #[error("nobody has lost the game")]
    NotLost,
    /// Another row wins in this game than in those that the knowledge is for, or the board is too
    /// large.
    #[error("what it knows is of other games")]
    OtherRules,
    /// All moves of the loser that the record has were forced: none of them is known to be wrong.
    #[error("all its moves were forced")]
    AllForced,
    /// The game was taken back so far that the pattern would have fewer than two of the winner's
    /// stones. Such a pattern shows in every opening; it would force the first moves of every game,
    /// and nothing more could be learned of how that goes wrong.
    #[error("the loss goes back to the opening")]
    Opening,
    /// The table has the pattern, or a part of it: the loser did not play by the table.
    #[error("it knew that already")]
    Known,
    /// Only the owner of a file may change what is known.
    #[error("a user changes nothing")]
    NotOwner,
    /// The pattern is larger than 9×9 fields, which can happen on boards of 10 and 11 cells an edge
    /// only.
    #[error(transparent)]
    TooLarge(#[from] PatternError),
}

/// What a move of a record was, after the page's move table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveKind {
    /// The winner's. The page's 2, blue.
    Blue,
    /// A free one of the loser's. The page's 1, red.
    Red,
    /// One of the loser's in the X field of a recognised pattern. The page's 3, red stopper.
    Stopper,
}

impl Knowledge {
    /// Learns from a game that was lost: the moves from a start on, both sides' in turn.
    ///
    /// The winner's last move is taken back, for it caused the loss. If the loser's move before it
    /// was forced, it and the winner's move before it are taken back too, and so on until a move of
    /// the loser that was not. The new pattern holds the row that won, and of each pattern that was
    /// defended against on the way the fields that the [`Reading`] says, all as they were before
    /// that move of the loser. Its X is the winner's move taken back last, its level how many of
    /// the winner's moves were taken back.
    ///
    /// Forced is a move in the X field of the pattern recognised there, if that was for defence. It
    /// is also any move that the loser would make there again though it had learned the pattern: an
    /// attack whose level is not higher, or a free move that happens to be the pattern's own
    /// answer. So the player that has learned deviates from the line it has lost by.
    ///
    /// # Errors
    ///
    /// If nobody has lost or nothing can be learned of it; the table is as it was then.
    pub fn learn<B: Bits>(&mut self, start: &Match5<B>, moves: &[Cell]) -> Result<Lesson, NoLesson> {
        let (learned, turning_point) = self.error_pattern(start, moves)?;
        if self.knows(&learned) {
            return Err(NoLesson::Known);
        }
        let erased = self.insert(learned);
        Ok(Lesson { learned, erased, turning_point })
    }

    /// The pattern that [`learn`](Self::learn) would put in, and the number of the loser's move
    /// that it puts in question.
    fn error_pattern<B: Bits>(&self, start: &Match5<B>, moves: &[Cell]) -> Result<(Pattern, usize), NoLesson> {
        let states = replay(start, moves)?;
        let lost = states.last().unwrap_or(start);
        if lost.row() != self.row() || lost.edge() > EDGE {
            return Err(NoLesson::OtherRules);
        }
        if lost.winner().is_none() {
            return Err(NoLesson::NotLost);
        }
        // The winner's move taken back last.
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

    /// The pattern because of which a move was forced, if it was.
    fn forced<B: Bits>(&self, state: &Match5<B>, cell: Cell) -> Option<Recognised> {
        self.recognise(state).filter(|found| found.cell() == cell)
    }

    /// The kind of each move of a record of a game, as the page's move table has it; blue is the
    /// side that has won, or in a game that is not won the side that did not begin.
    ///
    /// # Errors
    ///
    /// If a move of the record breaks the rules.
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

/// The states before each move, and the last.
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

/// The cells of a row that the last move closed: of exactly as many stones as win, and the first in
/// the order of [`Rules::windows_through`](gambol_match5::Rules::windows_through) if there are
/// several.
fn winning_row<B: Bits>(lost: &Match5<B>, last: Cell) -> u128 {
    let row =
        lost.rules().windows_through(last).find(|window| window.cells().all(|cell| lost.stone(cell) == lost.winner()));
    row.into_iter().flat_map(gambol_match5::Window::cells).fold(0, |set, cell| set | bit(cell))
}

/// The cells of a pattern that was defended against which go into the new one.
fn copied(found: &Recognised, reading: Reading) -> u128 {
    match reading {
        Reading::BlueAndFocus => found.planes().blue | bit(found.cell()),
        Reading::EveryField => found.planes().all(),
    }
}

/// The cells of a region as the fields of a pattern: as they are in a state in which the loser is
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

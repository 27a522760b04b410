//! Lines of play from known results.

use std::ops::ControlFlow;

use gambol_core::{Game, GameExt, Player, Turn};
use gambol_pentago_swap::{Move, PentagoSwap};

use crate::arrangement::{ARRANGEMENTS, Mask, some};
use crate::key::Canonical;
use crate::node::Node;
use crate::search::decisive;
use crate::solver::{Solver, SolverError};
use crate::table::Found;

impl Solver {
    /// Returns a move by which `winner`, to move, wins within `plies`; `None` if there is none.
    ///
    /// # Errors
    ///
    /// [`SolverError::Stopped`] if the stop flag is raised.
    pub fn winning_move(&mut self, position: &PentagoSwap, plies: u32) -> Result<Option<Move>, SolverError> {
        let Turn::Player(winner) = position.turn() else { return Ok(None) };
        self.winning_move_by(position, winner, plies, |solver, next, plies| solver.wins_within(next, winner, plies))
    }

    /// Finds a winning move by `wins`, which returns whether the winner wins within a number of
    /// plies.
    pub(crate) fn winning_move_by(
        &mut self,
        position: &PentagoSwap,
        winner: Player,
        plies: u32,
        mut wins: impl FnMut(&mut Self, &PentagoSwap, u32) -> Result<bool, SolverError>,
    ) -> Result<Option<Move>, SolverError> {
        if plies == 0 {
            return Ok(None);
        }
        if let Some(action) = position.winning_action() {
            return Ok(Some(action));
        }
        if let Some(action) = self.known_move(position, winner, plies) {
            return Ok(Some(action));
        }
        if !wins(self, position, plies)? {
            return Ok(None);
        }
        if let Some(action) = self.known_move(position, winner, plies) {
            return Ok(Some(action));
        }
        for (action, next) in position.successors() {
            if wins(self, &next, plies - 1)? {
                return Ok(Some(action));
            }
        }
        Ok(None)
    }

    /// Returns a winning move whose result is in the table.
    fn known_move(&self, position: &PentagoSwap, winner: Player, plies: u32) -> Option<Move> {
        self.known_action(position, winner, plies - 1, |found| found.won)
    }

    /// Returns a reply after which, by the table, `winner` needs at least `plies` plies in total.
    fn known_defence(&self, position: &PentagoSwap, winner: Player, plies: u32) -> Option<Move> {
        let shorter = decisive(35 - position.plies(), plies.checked_sub(2)?, false);
        self.known_action(position, winner, shorter, |found| found.refuted)
    }

    /// Returns an action that does not end the game and whose resulting arrangement is among those
    /// that `of` selects from the table.
    fn known_action(
        &self,
        position: &PentagoSwap,
        winner: Player,
        plies_left: u32,
        of: impl Fn(Found) -> Mask,
    ) -> Option<Move> {
        let (node, white) = (Node::new(position, winner), winner == Player::First);
        let attacks = position.turn() == Turn::Player(winner);
        let mut known = None;
        // Every placement comes with its six swaps; contents are the same for all.
        let _ = position.visit_actions(|action| {
            let cell = action.cell();
            let (label, bit) =
                (usize::from(cell.row / 3 * 2 + cell.column / 3), 1 << (cell.row % 3 * 3 + cell.column % 3));
            let next = if attacks { node.attacked(label, bit) } else { node.defended(label, bit) };
            let frame = Canonical::new(&next, 1, white);
            let wanted = frame.leave(of(self.shared().table.get(frame.key, plies_left))) & some(1, 1);
            let (one, other) = action.swap().quadrants();
            let mut arrangement = [0, 1, 2, 3];
            arrangement.swap(one as usize, other as usize);
            let number = ARRANGEMENTS[1].iter().position(|&known| known == arrangement);
            let is_wanted = number.is_some_and(|number| wanted >> number & 1 == 1);
            if is_wanted && position.afterstate(action).turn() != Turn::Over {
                known = Some(action);
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        known
    }

    /// Returns a line in which `winner`, who wins within `plies`, does so against the longest
    /// defence.
    pub(crate) fn line(
        &mut self,
        position: &PentagoSwap,
        winner: Player,
        mut plies: u32,
    ) -> Result<Vec<Move>, SolverError> {
        let mut line = Vec::new();
        let mut position = *position;
        while plies > 0 {
            let action = match position.turn() {
                Turn::Player(player) if player == winner => self.winning_move(&position, plies)?,
                Turn::Player(_) => self.longest_defence_by(&position, winner, plies, |solver, next, plies| {
                    solver.wins_within(next, winner, plies)
                })?,
                _ => None,
            };
            let Some(action) = action else { break };
            line.push(action);
            position.play(action);
            plies -= 1;
        }
        Ok(line)
    }

    /// Returns the reply after which the winner, who wins within `plies`, takes longest. `wins`
    /// returns whether the winner wins within a number of plies.
    pub(crate) fn longest_defence_by(
        &mut self,
        position: &PentagoSwap,
        winner: Player,
        plies: u32,
        mut wins: impl FnMut(&mut Self, &PentagoSwap, u32) -> Result<bool, SolverError>,
    ) -> Result<Option<Move>, SolverError> {
        if let Some(action) = self.known_defence(position, winner, plies) {
            return Ok(Some(action));
        }
        let mut best = None;
        let mut length = 0;
        for (action, next) in position.successors() {
            // Not won within `length`: a longer defence.
            let mut longer = best.is_none();
            while length < plies - 1 && !wins(self, &next, length)? {
                length += 1;
                longer = true;
            }
            if longer {
                best = Some(action);
            }
            if length + 1 >= plies {
                break;
            }
        }
        Ok(best)
    }
}

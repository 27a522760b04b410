//! Certificates: a winning strategy closed under every reply.

use std::collections::BTreeMap;
use std::io::Write;

use gambol_core::{Cell, Game, Player, Turn};
use gambol_pentago_swap::{Move, PentagoSwap};

use crate::solver::{Solver, SolverError};

/// What a certificate holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CertificateSummary {
    /// The positions with a move.
    pub entries: u64,
    /// The entries by the plies that are left: `by_plies[n]` of those won within `n`.
    pub by_plies: [u64; 37],
    /// The length of the file.
    pub bytes: u64,
}

/// The number of a board: its cells as digits of base three, the first the lowest: empty, white, black.
fn code(position: &PentagoSwap) -> u64 {
    (0..36).rev().fold(0, |code, cell| {
        let digit = (position.white() >> cell & 1) + 2 * (position.black() >> cell & 1);
        3 * code + digit
    })
}

/// The board with the lowest number among its eight images.
fn lowest(position: &PentagoSwap) -> (u64, PentagoSwap) {
    let images = (0..8).map(|symmetry| position.transform(symmetry));
    let numbered = images.map(|image| (code(&image), image));
    numbered.min_by_key(|&(code, _)| code).unwrap_or((code(position), *position))
}

impl Solver {
    /// Writes a certificate that the side to move wins within `plies`: for every position that it
    /// can meet, a move. See the [format](crate#certificates).
    ///
    /// No entry is written for positions that are won within `search` plies: the checker has to find
    /// these wins. 1 makes large files that are checked fast; 3 makes small ones.
    ///
    /// # Errors
    ///
    /// [`SolverError::NoWin`] if the side to move does not win so soon, and those of writing.
    ///
    /// ```
    /// use gambol_solver::Solver;
    ///
    /// let mut file = Vec::new();
    /// let mut solver = Solver::new(32 << 20)?;
    /// let summary = solver.certificate(&"1www2/6/6/6/1bbb2/6 w".parse()?, 3, 1, &mut file)?;
    /// assert_eq!((summary.entries, summary.bytes), (1, file.len() as u64));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn certificate(
        &mut self,
        position: &PentagoSwap,
        plies: u32,
        search: u32,
        out: &mut impl Write,
    ) -> Result<CertificateSummary, SolverError> {
        let Turn::Player(winner) = position.turn() else { return Err(SolverError::NoWin { plies }) };
        if !self.wins_within(position, winner, plies)? {
            return Err(SolverError::NoWin { plies });
        }
        let mut entries = Vec::new();
        let mut by_plies = [0; 37];
        let mut layer = BTreeMap::from([lowest(position)]);
        let mut left = plies.min(36);
        while left > 0 && !layer.is_empty() {
            let mut next = BTreeMap::new();
            for (code, position) in layer {
                let action = self.shortest_win(&position, winner, left)?;
                entries.push((code, action.index() as u8));
                by_plies[left as usize] += 1;
                let mut after = position;
                after.play(action);
                for (_, reply) in after.successors() {
                    if !self.wins_within(&reply, winner, search.min(left.saturating_sub(2)))? {
                        let (code, image) = lowest(&reply);
                        next.insert(code, image);
                    }
                }
            }
            layer = next;
            left = left.saturating_sub(2);
        }
        entries.sort_unstable();
        let header = header(position, winner, plies, search, entries.len());
        out.write_all(header.as_bytes())?;
        for (code, action) in &entries {
            out.write_all(&code.to_le_bytes())?;
            out.write_all(&[*action])?;
        }
        out.flush()?;
        let bytes = (header.len() + 9 * entries.len()) as u64;
        Ok(CertificateSummary { entries: entries.len() as u64, by_plies, bytes })
    }

    /// A move of a shortest win, which is within `plies`.
    fn shortest_win(&mut self, position: &PentagoSwap, winner: Player, plies: u32) -> Result<Move, SolverError> {
        let mut within = 1 + (plies + 1) % 2;
        while within < plies && !self.wins_within(position, winner, within)? {
            within += 2;
        }
        self.winning_move(position, within.min(plies))?.ok_or(SolverError::NoWin { plies })
    }
}

fn header(position: &PentagoSwap, winner: Player, plies: u32, search: u32, entries: usize) -> String {
    let cells: String = (0..36)
        .map(|cell| match position.piece(Cell::new(cell % 6, cell / 6)) {
            Some(Player::First) => 'w',
            Some(Player::Second) => 'b',
            None => '.',
        })
        .collect();
    let side = if winner == Player::First { 'w' } else { 'b' };
    format!("pentago-swap certificate 1\nposition {cells} {side}\nplies {plies} search {search} entries {entries}\n")
}

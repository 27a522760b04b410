//! Proof tables of one or several workers, and their work.

use alloc::vec::Vec;

use gambol_core::{Game, NoChance};

use crate::meter::{Counter, Meter};
use crate::parallel;

use super::search::Prover;
use super::shared::Shared;
use super::table::{ProofTable, Proofs};
use super::{Verdict, verdict};

/// Table of proof and disproof numbers.
#[derive(Debug)]
pub(super) enum Memory {
    /// Table of one worker.
    Own(ProofTable),
    /// Table shared by several workers.
    Shared(Shared),
}

impl Memory {
    /// Creates an empty table of at most this many bytes for this many workers.
    fn new(bytes: usize, workers: usize) -> Self {
        if workers > 1 { Self::Shared(Shared::new(bytes)) } else { Self::Own(ProofTable::new(bytes)) }
    }

    /// Empties the table for a search with this many bytes and workers. Memory of another size is
    /// freed first.
    pub(super) fn renew(memory: Option<Self>, bytes: usize, workers: usize) -> Self {
        match memory {
            Some(Self::Own(mut table)) if workers == 1 && table.is_for(bytes) => {
                table.clear();
                Self::Own(table)
            }
            other => {
                drop(other);
                Self::new(bytes, workers)
            }
        }
    }

    /// Searches from a state with a prover for each worker and at most this many nodes. Returns the
    /// result and the number of nodes.
    pub(super) fn run<G: Game<Outcome = NoChance>>(
        &mut self,
        provers: &mut [Prover<G>],
        root: &G,
        meter: &Meter<'_>,
        most: u64,
    ) -> (Verdict, u64) {
        let share = most.div_ceil(provers.len().max(1) as u64);
        let ends = match self {
            Self::Own(table) => provers.iter_mut().map(|prover| work(prover, root, table, meter, share)).collect(),
            Self::Shared(shared) => {
                shared.set_done(false);
                parallel::map_mut(provers, |prover| {
                    let end = work(prover, root, &mut &*shared, meter, share);
                    if end.0 != Verdict::Unknown {
                        shared.set_done(true);
                    }
                    end
                })
            }
        };
        let result = ends.iter().map(|end| end.0).find(|&result| result != Verdict::Unknown);
        (result.unwrap_or(Verdict::Unknown), ends.iter().map(|end| end.1).sum())
    }

    /// Returns the line of a proof or disproof as far as the table has it.
    pub(super) fn line<G: Game<Outcome = NoChance>>(
        &self,
        prover: &Prover<G>,
        root: &G,
        proved: bool,
    ) -> Vec<G::Action> {
        match self {
            Self::Own(table) => prover.line(root, table, proved),
            Self::Shared(shared) => prover.line(root, &shared, proved),
        }
    }
}

/// Runs one worker. Returns its result and the number of nodes.
fn work<G: Game<Outcome = NoChance>, T: Proofs>(
    prover: &mut Prover<G>,
    root: &G,
    table: &mut T,
    meter: &Meter<'_>,
    most: u64,
) -> (Verdict, u64) {
    let mut counter = Counter::new(meter, most);
    let numbers = prover.run(root, table, &mut counter);
    (verdict(numbers), counter.nodes())
}

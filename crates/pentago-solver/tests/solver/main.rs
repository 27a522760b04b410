//! Tests of the solver, its files and its player. One program, so that the crate is linked once.

mod agreement;
mod alpha_beta;
mod book;
mod certificate;
mod short_wins;
mod solve_first;

use gambol_core::{GameExt, GameRng, Seed};
use gambol_pentago_solver::{Solver, Verdict};
use gambol_pentago_swap::PentagoSwap;

/// A position after this many random moves, or after fewer if the game is over.
fn random_position(plies: u32, rng: &mut GameRng) -> PentagoSwap {
    let mut position = PentagoSwap::new();
    while !position.is_over() && position.plies() < plies {
        position.random_step(rng);
    }
    position
}

/// Random positions whose verdict within `plies` is wanted, one for each seed: after as many moves
/// as `pieces` gives for it.
fn positions(
    pieces: impl Fn(u64) -> u64,
    plies: u32,
    is_wanted: impl Fn(Verdict) -> bool,
) -> impl Iterator<Item = PentagoSwap> {
    let mut solver = Solver::new(32 << 20).unwrap();
    let all = (0..5_000).map(move |seed| random_position(pieces(seed) as u32, &mut Seed::new(seed).rng()));
    all.filter(move |position| !position.is_over() && is_wanted(solver.solve(position, plies).unwrap().verdict))
}

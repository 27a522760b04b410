//! Connect four learned from self-play, and its share of perfect moves.
//!
//! `cargo run --release --example learn_connect_four -- --turns 10000000`
//!
//! The network is a sum over 70 random walks of eight cells, with a table for each side to move.
//! `positions.txt` was made by `-- --positions 200 --opening 12 --seed 2`, and the same with
//! openings of 10 and 14 and seeds 1 and 3, until there were enough.

mod game;
mod positions;

use std::error::Error;
use std::time::Instant;

use gambol::game::random::below;
use gambol::game::{Rng, Scratch};
use gambol::learn::{
    Alphabet, BoardFeatures, Learner, Network, OnePly, Points, Settings, SideToMove, Staged, Symmetries, ValueKind,
    Windows,
};
use gambol::prelude::*;
use gambol::search::AlphaBeta;
use lexopt::ValueExt as _;

use game::ConnectFour;
use positions::Positions;

/// The features: windows of the board, separate for each side to move.
type Walks = Staged<BoardFeatures<fn(&ConnectFour, &mut [u8])>, SideToMove>;

/// Number of windows without their mirror images, and their number of cells.
const WALKS: [usize; 2] = [70, 8];

fn main() -> Result<(), Box<dyn Error>> {
    let (mut turns, mut games, mut opening, mut seed) = (10_000_000, None, 12, 1);
    let mut parser = lexopt::Parser::from_env();
    while let Some(argument) = parser.next()? {
        match argument {
            lexopt::Arg::Long("turns") => turns = parser.value()?.parse()?,
            lexopt::Arg::Long("positions") => games = Some(parser.value()?.parse()?),
            lexopt::Arg::Long("opening") => opening = parser.value()?.parse()?,
            lexopt::Arg::Long("seed") => seed = parser.value()?.parse()?,
            lexopt::Arg::Long("budget") => match parser.value()?.string()?.as_str() {
                "small" => turns = 2000,
                other => return Err(format!("--budget is small, not {other}").into()),
            },
            other => return Err(other.unexpected().into()),
        }
    }
    if let Some(games) = games {
        positions::print(games, opening, seed);
        return Ok(());
    }
    let positions = Positions::read()?;
    let settings = Settings::default().kind(ValueKind::Tanh).lambda(0.5).opening_plies(20);
    let settings = settings.in_place(true).turns_per_round(20_000).seed(seed);
    let mut learner = Learner::new(ConnectFour::default(), walks()?, Points, settings);
    let (began, mut due) = (Instant::now(), 0);
    while learner.turns() < turns {
        learner.epoch(OnePly::new)?;
        if learner.turns() >= due.min(turns) {
            due = 2 * learner.turns();
            let seconds = began.elapsed().as_secs();
            report(&learner.network(), &positions, &format!("{} turns, {seconds} s", learner.turns()))?;
        }
    }
    Ok(())
}

/// Random walks over adjacent cells, of the four symbols of [`ConnectFour::symbols`].
fn walks() -> Result<Walks, Box<dyn Error>> {
    let [count, cells] = WALKS;
    let builder = Windows::builder(7, 6, Alphabet::Distinct(4)).symmetries(Symmetries::Mirror);
    let mut rng = Seed::new(1).rng();
    let windows = (0..count).fold(builder, |builder, _| builder.cells(&walk(cells, &mut rng))).build()?;
    let read: fn(&ConnectFour, &mut [u8]) = ConnectFour::symbols;
    Ok(Staged::new(windows.features("connect four walks v1", read), SideToMove))
}

/// The cells that a king visits in a random walk.
fn walk(length: usize, rng: &mut impl Rng) -> Vec<u8> {
    let (mut column, mut row) = (below(rng, 7), below(rng, 6));
    let mut cells = Vec::new();
    while cells.len() < length {
        let cell = (7 * row + column) as u8;
        if !cells.contains(&cell) {
            cells.push(cell);
        }
        // Steps off the board are not made.
        let (beside, above) = ((column + below(rng, 3)).wrapping_sub(1), (row + below(rng, 3)).wrapping_sub(1));
        if beside < 7 && above < 6 {
            (column, row) = (beside, above);
        }
    }
    cells
}

/// Prints the shares of perfect moves of the best afterstate, and of alpha-beta over six plies.
fn report(network: &Network<Walks>, positions: &Positions, progress: &str) -> Result<(), Box<dyn Error>> {
    let mut scratch = Scratch::new();
    let greedy =
        |state: &ConnectFour| network.best_action(state, &mut scratch).map(|(column, _)| column).ok_or("no move");
    println!("{progress}: one ply {}", positions.perfect(greedy)?);
    let mut search = AlphaBeta::new(network).depth(6);
    let deep = |state: &ConnectFour| search.search(state, &Budget::unlimited(), Seed::new(1)).map(|found| found.action);
    println!("{progress}: six plies {}", positions.perfect(deep)?);
    Ok(())
}

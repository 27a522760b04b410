//! Makes the book of a certificate of Pentago-Swap, or checks that all shorter wins of the
//! certificate are found at any limit.
//!
//! ```sh
//! xz -dk docs/results/data/pentago-swap/first-player.cert.xz
//! cargo run --release -p gambol-pentago-solver --example pack_book -- \
//!     docs/results/data/pentago-swap/first-player.cert crates/pentago-solver/data/first-player.book
//! cargo run --release -p gambol-pentago-solver --example pack_book -- \
//!     docs/results/data/pentago-swap/first-player.cert --check
//! ```

use std::collections::HashSet;
use std::io::Write;
use std::time::{Duration, Instant};

use gambol_core::files::Replacement;
use gambol_core::{Game, GameExt, Seed};
use gambol_pentago_solver::{Book, SolveFirst, Solver};
use gambol_pentago_swap::{FittedLines, PentagoSwap};
use gambol_search::{AlphaBeta, Budget, Proven, Search};

const LEAST: u32 = Book::LEAST;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [certificate, book] = arguments.as_slice() else {
        return Err("usage: pack_book CERTIFICATE BOOK, or pack_book CERTIFICATE --check".into());
    };
    let certificate = Book::read(&std::fs::read(certificate)?).ok_or("not a whole certificate")?;
    if book == "--check" {
        return check(&certificate);
    }
    let file = certificate.pack(LEAST);
    let boards = Book::read(&file).ok_or("not a whole book")?.len();
    let mut out = Replacement::new(book.as_ref())?;
    out.writer().write_all(&file)?;
    out.commit()?;
    println!("{book}: {boards} boards, {} bytes", file.len());
    Ok(())
}

/// Checks the player on every board of the certificate, with a limit of one node.
fn check(certificate: &Book) -> Result<(), Box<dyn std::error::Error>> {
    let mut player = SolveFirst::new(AlphaBeta::new(FittedLines::new()));
    let mut solver = Solver::new(64 << 20)?;
    player.new_game(&PentagoSwap::new());
    let (mut by_book, mut searched, mut most, mut slowest) = (0, 0, 0, Duration::ZERO);
    let long = certificate.iter().filter(|(_, _, plies)| *plies >= LEAST);
    let known: HashSet<(PentagoSwap, PentagoSwap)> =
        long.map(|(position, action, _)| (position.canonical(), position.afterstate(action).canonical())).collect();
    for (position, _, plies) in certificate.iter() {
        let start = Instant::now();
        let decision = player.search(&position, &Budget::unlimited().nodes(1), Seed::new(1))?;
        let time = start.elapsed();
        let is_won = matches!(decision.proven, Some(Proven::Win { plies: Some(within), winner })
            if within <= plies && winner == decision.player);
        // A move of the book must be one of the certificate for this board or an image; other moves
        // are searched again.
        let after = position.afterstate(decision.action);
        let is_right = match plies {
            LEAST.. => known.contains(&(position.canonical(), after.canonical())),
            _ => solver.wins_within(&after, decision.player, plies - 1)?,
        };
        if !is_won || !is_right {
            return Err(format!("{position}: {decision:?} does not win within {plies} plies").into());
        }
        if plies >= LEAST {
            by_book += 1;
        } else {
            searched += 1;
            slowest = slowest.max(time);
        }
        most = most.max(decision.stats.nodes);
    }
    println!("{by_book} boards won by the book, {searched} by a search of at most {most} nodes, {slowest:?}");
    Ok(())
}

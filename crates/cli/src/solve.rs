//! `gambol solve`: exact solutions of Pentago-Swap positions.

use std::path::Path;
use std::time::{Duration, Instant};

use gambol::game::Player;
use gambol::pentago_swap::PentagoSwap;
use gambol_pentago_solver::{CertificateSummary, Progress, Solution, Solver, Verdict};
use gambol_tui::warn;
use serde_json::json;

use crate::args;
use crate::files::{check_files, refuse_existing};
use crate::output::{Failure, json as to_json, print_before};

/// Interval between progress lines.
const PAUSE: Duration = Duration::from_secs(10);

/// Interval between checkpoints.
const CHECKPOINT: Duration = Duration::from_secs(300);

pub(crate) fn solve(args: &args::Solve) -> Result<String, Failure> {
    if args.game != "pentago-swap" {
        return Err(Failure::of(&args.game, "no solver for this game; expected pentago-swap"));
    }
    let position: PentagoSwap = match &args.position {
        Some(text) => text.parse()?,
        None => PentagoSwap::new(),
    };
    let checkpoint = &args.checkpoint;
    if !args.resume {
        checkpoint.as_deref().map_or(Ok(()), refuse_existing)?;
    }
    let outputs = [("--certificate", &args.certificate), ("--book", &args.book), ("--checkpoint", checkpoint)];
    check_files([], outputs.map(|(name, path)| (name, path.as_ref())))?;
    let jobs = args.jobs.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from);
    let mut solver = Solver::new(args.mb.saturating_mul(1 << 20))?.threads(jobs).progress(PAUSE, |progress| {
        if progress.elapsed >= PAUSE {
            warn(&glance(progress));
        }
    });
    if let Some(checkpoint) = checkpoint {
        if args.resume {
            let count = solver.resume(checkpoint).map_err(|error| Failure::of(checkpoint.display(), error))?;
            warn(&format!("{count} results from {}", checkpoint.display()));
        }
        solver = solver.checkpoint(checkpoint, CHECKPOINT);
    }
    let started = Instant::now();
    let solution = solver.solve(&position, args.plies)?;
    let seconds = started.elapsed().as_secs_f64();
    let mut written = Vec::new();
    let strategy = write_all(args, &mut solver, &position, solution.verdict, &mut written);
    let results = checkpoint.as_ref().map_or(Ok(()), |checkpoint| solver.save(checkpoint)).map_err(Failure::from);
    print_before(describe(args, &position, &solution, seconds, &written)?, strategy.and(results))
}

/// A file and a summary of its contents.
type Written<'a> = (&'a Path, CertificateSummary);

/// Formats the answer as text or as JSON.
fn describe(
    args: &args::Solve,
    position: &PentagoSwap,
    solution: &Solution,
    seconds: f64,
    written: &[Written<'_>],
) -> Result<String, Failure> {
    if args.output.json {
        let (name, plies) = match solution.verdict {
            Verdict::Win { plies } => ("win", Some(plies)),
            Verdict::Loss { plies } => ("loss", Some(plies)),
            Verdict::Draw => ("draw", None),
            Verdict::Unknown { plies } => ("unknown", Some(plies)),
        };
        let certificate = written.iter().find(|(path, _)| Some(*path) == args.certificate.as_deref());
        return to_json(&json!({
            "game": args.game,
            "position": position.to_string(),
            "verdict": name,
            "plies": plies,
            "line": solution.line.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "nodes": solution.nodes,
            "seconds": seconds,
            "certificate_entries": certificate.map(|(_, summary)| summary.entries),
        }));
    }
    let mut lines = vec![solution.verdict.to_string()];
    if !solution.line.is_empty() {
        lines.push(solution.line.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "));
    }
    lines.push(format!("{} nodes in {seconds:.1} s", solution.nodes));
    for (path, CertificateSummary { entries, boards, .. }) in written {
        lines.push(format!("{}: {entries} entries, {boards} boards", path.display()));
    }
    Ok(lines.join("\n"))
}

/// Writes the book and the certificate requested on the command line.
fn write_all<'a>(
    args: &'a args::Solve,
    solver: &mut Solver,
    position: &PentagoSwap,
    verdict: Verdict,
    written: &mut Vec<Written<'a>>,
) -> Result<(), Failure> {
    if let Some(path) = &args.book {
        written.push((path, write(solver, position, verdict, Part::Book(args.book_moves), path)?));
    }
    if let Some(path) = &args.certificate {
        written.push((path, write(solver, position, verdict, Part::Whole { search: args.search }, path)?));
    }
    Ok(())
}

/// Part of a strategy to write.
#[derive(Clone, Copy)]
enum Part {
    /// The first moves of the winner; their number.
    Book(u32),
    /// Everything except wins within `search` plies.
    Whole { search: u32 },
}

/// Writes a book or a certificate.
fn write(
    solver: &mut Solver,
    position: &PentagoSwap,
    verdict: Verdict,
    part: Part,
    path: &Path,
) -> Result<CertificateSummary, Failure> {
    let Verdict::Win { plies } = verdict else {
        return Err(Failure::of(path.display(), format!("only wins of the side to move are written, not: {verdict}")));
    };
    // An existing file is kept if this is interrupted.
    let mut written = None;
    gambol_arena::replace_by(path, |file| -> Result<(), Failure> {
        written = Some(match part {
            Part::Book(moves) => solver.book(position, plies, moves, file)?,
            Part::Whole { search } => solver.certificate(position, plies, search, file)?,
        });
        Ok(())
    })?;
    written.ok_or_else(|| Failure::of(path.display(), "nothing was written"))
}

/// Formats depth, nodes and memory in one line.
fn glance(progress: &Progress) -> String {
    let side = if progress.attacker == Player::First { 'w' } else { 'b' };
    let answer = match progress.answer {
        None => "?",
        Some(true) => "yes",
        Some(false) => "no",
    };
    let seconds = progress.elapsed.as_secs_f64();
    let unwritten = progress.checkpoint_error.map(|error| format!(", checkpoint not written: {error}"));
    format!(
        "{side} wins within {} plies: {answer}; {} nodes, {:.2} million a second, table {:.0} % full, {seconds:.0} s{}",
        progress.plies,
        progress.nodes,
        progress.nodes as f64 / 1e6 / seconds.max(1e-3),
        100.0 * progress.load,
        unwritten.unwrap_or_default(),
    )
}

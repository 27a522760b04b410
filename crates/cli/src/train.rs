//! `gambol train`: trains the weights of a network by self-play.

use std::fs::File;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use gambol::Seed;
use gambol::learn::{Run, Training, TrainingReport};
use gambol::registry::{Position, Registry};
use gambol_arena::plots::{self, Axis};
use serde::Deserialize;
use serde_json::json;

use crate::args;
use crate::files::{check_files, refuse_existing};
use crate::output::{Failure, json as to_json};
use crate::place::pool;
use crate::progress;

/// Seed of the evaluations, which no training uses.
const EVALUATION: Seed = Seed::new(0x6576_616C);

pub(crate) fn train(registry: &Registry, args: &args::Train) -> Result<String, Failure> {
    let training = find(registry, args)?;
    let checkpoint = args.checkpoint.clone().unwrap_or_else(|| beside(&args.out));
    if args.resume && !checkpoint.exists() {
        return Err(Failure::of(checkpoint.display(), "no checkpoint to resume from"));
    }
    if !args.resume {
        refuse_existing(&checkpoint)?;
    }
    let outputs = [("--out", Some(&args.out)), ("--checkpoint", Some(&checkpoint))];
    check_files([], outputs.into_iter().chain([("--log", args.log.as_ref()), ("--plot", args.plot.as_ref())]))?;
    let bar = progress::bar(0, 1, "turns, {msg}, {eta} left");
    let (mut evaluated, mut unwritten) = (Vec::new(), None);
    let mut run = Run::new().scale(args.scale).checkpoint(&checkpoint);
    if args.resume {
        run = run.resume(&checkpoint)?;
    }
    let mut log = args.log.as_deref().map(|path| open_log(path, run.resumed(), &mut evaluated)).transpose()?;
    if args.games > 0 {
        run = run.evaluate(usize::from(args.games), EVALUATION);
    }
    let mut run = run.on_report(|report| {
        bar.set_length(report.turns_of_phase);
        bar.set_position(report.turns.min(report.turns_of_phase));
        bar.set_message(glance(report));
        if let Some(evaluation) = report.evaluation {
            evaluated.push((report.total_turns as f64, evaluation.mean));
        }
        let written = log.as_mut().map_or(Ok(()), |log| {
            let mut line = serde_json::to_vec(report)?;
            line.push(b'\n');
            log.write_all(&line)
        });
        match written {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                unwritten = Some(error);
                ControlFlow::Break(())
            }
        }
    });
    let trained = pool(args.jobs)?.install(|| training.train(&mut run));
    drop(run);
    bar.finish_and_clear();
    if let (Some(error), Some(path)) = (unwritten, &args.log) {
        return Err(Failure::of(path.display(), error));
    }
    let file = trained?;
    gambol_arena::replace(&args.out, &file)?;
    std::fs::remove_file(&checkpoint).map_err(|error| Failure::of(checkpoint.display(), error))?;
    if let Some(path) = &args.plot {
        let greatest = evaluated.iter().map(|&(_, mean)| mean).fold(1.0, f64::max);
        let axis = Axis::new("mean score", 0.0..1.05 * greatest);
        let about = "mean score on seeds that are never trained on, over turns of self-play";
        let series = [(training.name().to_owned(), evaluated.clone())];
        gambol_arena::replace(path, &plots::curves(&series, "turns", axis, about)?)?;
    }
    let last = evaluated.last().map(|&(_, mean)| mean);
    if args.output.json {
        return to_json(&json!({
            "game": args.game,
            "training": training.name(),
            "out": args.out.display().to_string(),
            "bytes": file.len(),
            "evaluations": evaluated,
        }));
    }
    let result = last.map_or(String::new(), |mean| format!(", mean {mean:.1} on unseen seeds"));
    Ok(format!("{}: {} bytes of weights{result}", args.out.display(), file.len()))
}

/// Returns the training on the command line.
fn find(registry: &Registry, args: &args::Train) -> Result<Training, Failure> {
    let trainings = |start: Position| start.data::<Training>().copied().collect::<Vec<_>>();
    let of_game = trainings(registry.start(&args.game)?);
    let Some(first) = of_game.first() else {
        let games = registry.games().into_iter().map(|game| game.name);
        let has_some = |game: &String| registry.start(game).is_ok_and(|start| !trainings(start).is_empty());
        let games: Vec<String> = games.filter(has_some).collect();
        return Err(Failure::of(
            &args.game,
            format!("no training for this game; expected one of {}", games.join(", ")),
        ));
    };
    let Some(name) = &args.training else { return Ok(*first) };
    of_game.iter().find(|training| training.name() == name).copied().ok_or_else(|| {
        let names: Vec<&str> = of_game.iter().map(Training::name).collect();
        Failure::of(name, format!("unknown training; expected one of {}", names.join(", ")))
    })
}

/// Returns the default checkpoint of a weights file, in the same folder.
fn beside(out: &Path) -> PathBuf {
    let mut path = out.as_os_str().to_owned();
    path.push(".checkpoint");
    path.into()
}

/// The fields of a line of the log that a resumed run needs.
#[derive(Deserialize)]
struct Logged {
    phase: u32,
    turns: u64,
    /// `None` in a log of an older version.
    total_turns: Option<u64>,
    evaluation: Option<LoggedEvaluation>,
}

#[derive(Deserialize)]
struct LoggedEvaluation {
    mean: f64,
}

/// Opens the log. That of a resumed run is cut after the last line up to its checkpoint, since the
/// epochs after it are repeated; the evaluations in the remaining lines are added to `evaluated`.
fn open_log(path: &Path, resumed: Option<(u32, u64)>, evaluated: &mut Vec<(f64, f64)>) -> Result<File, Failure> {
    let refuse = |error: std::io::Error| Failure::of(path.display(), error);
    let Some(position) = resumed else { return File::create(path).map_err(refuse) };
    let log = if path.exists() { std::fs::read(path).map_err(refuse)? } else { Vec::new() };
    let mut kept = 0;
    // The last line is incomplete if the run was killed while it wrote it.
    for (index, line) in log.split_inclusive(|&byte| byte == b'\n').filter(|line| line.ends_with(b"\n")).enumerate() {
        let logged: Logged = serde_json::from_slice(line).map_err(|error| {
            Failure::of(path.display(), format!("line {}: not a line of a log: {error}", index + 1))
        })?;
        if (logged.phase, logged.turns) > position {
            break;
        }
        kept += line.len();
        evaluated.extend(logged.total_turns.zip(logged.evaluation).map(|(turns, of)| (turns as f64, of.mean)));
    }
    if kept < log.len() {
        gambol_arena::replace(path, &log[..kept])?;
    }
    File::options().create(true).append(true).open(path).map_err(refuse)
}

/// Formats phase, speed and results briefly.
fn glance(report: &TrainingReport) -> String {
    let about = |mean: f64, ci95: Option<f64>| {
        format!("{mean:.0}{}", ci95.map_or(String::new(), |ci95| format!(" ± {ci95:.0}")))
    };
    let mean = report.mean.map_or(String::new(), |mean| format!(", mean {} while learning", about(mean, report.ci95)));
    let unseen = report
        .evaluation
        .map_or(String::new(), |evaluation| format!(", {} on unseen seeds", about(evaluation.mean, evaluation.ci95)));
    format!("phase {}, {:.0} turns a second{mean}{unseen}", report.phase, report.turns_per_second)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gambol::learn::{EpochReport, Evaluation};

    #[test]
    fn intervals_need_as_many_games_as_in_summaries() {
        for games in 1..10 {
            let mut epoch = EpochReport::default();
            epoch.scores = vec![7; games];
            let has_interval = games as u64 >= gambol_arena::FEWEST_GAMES;
            assert_eq!(epoch.mean(), Some((7.0, has_interval.then_some(0.0))), "{games} games");
        }
    }

    #[test]
    fn a_mean_without_an_interval_is_shown_alone() {
        let report = |ci95| {
            let (mut report, mut evaluation) = (TrainingReport::default(), Evaluation::default());
            (evaluation.mean, evaluation.ci95) = (9.0, ci95);
            (report.phase, report.turns_per_second) = (1, 5.0);
            (report.mean, report.ci95, report.evaluation) = (Some(7.0), ci95, Some(evaluation));
            report
        };
        assert_eq!(glance(&report(None)), "phase 1, 5 turns a second, mean 7 while learning, 9 on unseen seeds");
        let both = "phase 1, 5 turns a second, mean 7 ± 3 while learning, 9 ± 3 on unseen seeds";
        assert_eq!(glance(&report(Some(3.0))), both);
    }
}

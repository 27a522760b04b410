//! `gambol run`: many games and their summary.

use std::io::{BufWriter, Write};
use std::path::Path;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use gambol::Seed;
use gambol::registry::{self, Playable, Visitor};
use gambol_arena::{Played, Summary, play};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use crate::args;
use crate::output::{Failure, json, table};
use crate::place::pool;

pub(crate) fn run(args: &args::Run) -> Result<String, Failure> {
    registry::start(&args.game, Run(args))?
}

struct Run<'a>(&'a args::Run);

#[derive(Serialize)]
struct Report<'a> {
    game: &'a str,
    agent: &'a str,
    seed: u64,
    #[serde(flatten)]
    summary: Summary,
}

impl Visitor for Run<'_> {
    type Output = Result<String, Failure>;

    fn visit<G: Playable>(self, start: G) -> Self::Output {
        let args = self.0;
        G::agent(&args.agent)?; // so that a bad name is refused before anything is played
        if let Some(path) = &args.out {
            check_folder(path)?;
        }
        let run = gambol_arena::Run {
            games: args.games,
            seed: Seed::new(args.seed),
            longest: args.max_moves.unwrap_or(u64::MAX),
        };
        let progress = Progress::new(args.games);
        // Threads that play have made sure that the name is good.
        let agent = || G::agent(&args.agent).unwrap_or_else(|_| Box::new(gambol::ByPolicy(gambol::Uniform)));
        let pool = pool(args.jobs)?;
        let started = Instant::now();
        let games = pool.install(|| play(&run, &start, agent, |game| progress.add(game)))?;
        let elapsed = started.elapsed();
        progress.finish();
        if let Some(path) = &args.out {
            write_records(path, &games)?;
        }
        let summary = Summary::of(&games, elapsed);
        let report = Report { game: &args.game, agent: &args.agent, seed: args.seed, summary };
        if args.output.json { json(&report) } else { Ok(report.describe(elapsed)) }
    }
}

/// The bar on standard error: games, mean so far, time left. Draws nothing where there is no terminal.
struct Progress {
    bar: ProgressBar,
    /// Games and their total score.
    sums: Mutex<(u64, i64)>,
}

impl Progress {
    fn new(games: u64) -> Self {
        let bar = ProgressBar::new(games);
        let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} games, {msg}, {per_sec}, {eta} left");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.enable_steady_tick(Duration::from_millis(250));
        Self { bar, sums: Mutex::new((0, 0)) }
    }

    fn add(&self, game: &Played) {
        if let Ok(mut sums) = self.sums.lock() {
            sums.0 += 1;
            sums.1 += game.record.score;
            // Short games come by the ten thousand; the bar need not hear of each.
            if sums.0.is_power_of_two() || sums.0 % 64 == 0 || game.thinking > Duration::from_millis(50) {
                self.bar.set_message(format!("mean {:.2}", sums.1 as f64 / sums.0 as f64));
                self.bar.set_position(sums.0);
            }
        }
    }

    fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// Refuses an output file that could not be written, before hours of games.
fn check_folder(path: &Path) -> Result<(), Failure> {
    if path.is_dir() {
        return Err(Failure::of(path.display(), "it is a folder, not a file"));
    }
    match folder(path).metadata() {
        Ok(data) if data.is_dir() => Ok(()),
        Ok(_) => Err(Failure::of(path.display(), "what it is in is no folder")),
        Err(error) => Err(Failure::of(path.display(), error)),
    }
}

fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// Writes the records to a file beside the one asked for and renames it, so that nobody ever sees half a file.
fn write_records(path: &Path, games: &[Played]) -> Result<(), Failure> {
    let write = || -> std::io::Result<()> {
        let mut builder = tempfile::Builder::new();
        // Readable as files usually are; temporary files are their owner's alone otherwise.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let mut file = BufWriter::new(builder.tempfile_in(folder(path))?);
        for game in games {
            serde_json::to_writer(&mut file, &game.record)?;
            file.write_all(b"\n")?;
        }
        let file = file.into_inner().map_err(std::io::IntoInnerError::into_error)?;
        file.as_file().sync_all()?;
        file.persist(path).map_err(|error| error.error)?;
        Ok(())
    };
    write().map_err(|error| Failure::of(path.display(), error))
}

impl Report<'_> {
    fn describe(&self, elapsed: Duration) -> String {
        let Summary { score, .. } = self.summary;
        let s = &self.summary;
        let row = |name: &str, text: String| vec![name.to_owned(), text];
        table(&[
            row("game", self.game.to_owned()),
            row("agent", self.agent.to_owned()),
            row("games", format!("{}, seed {}", s.games, self.seed)),
            row("mean", format!("{:.3} (95 % interval {:.3} to {:.3})", score.mean, score.ci95[0], score.ci95[1])),
            row("median", s.median.to_string()),
            row("range", format!("{} to {}", s.min, s.max)),
            row("score 0", format!("{} games", s.zero_games)),
            row("moves", format!("{:.2} a game, {:.4} ms each", s.moves_per_game, s.ms_per_move)),
            row("time", format!("{:.1} s, {:.1} games a second", elapsed.as_secs_f64(), s.games_per_second)),
        ])
    }
}

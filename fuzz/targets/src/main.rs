//! Runs mutated inputs through the fuzz targets, on stable Rust and without libFuzzer.
//!
//! ```text
//! gambol-fuzz [--inputs N] [--after N] [--seed S] [--jobs J] [--minutes M] [--full] [--all | TARGET…]
//! gambol-fuzz TARGET --files FILE…
//! gambol-fuzz --unpack DIR
//! ```

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use gambol::Seed;
use gambol_fuzz::{Campaign, Effort, TARGETS, Target, Total, WORKER, corpus, target};
use lexopt::{Arg, Parser, ValueExt};

const HELP: &str = "\
Runs mutated inputs through the fuzz targets, without libFuzzer.

Usage: gambol-fuzz [OPTIONS] [TARGET…]
       gambol-fuzz [OPTIONS] TARGET --files FILE…
       gambol-fuzz --unpack DIR

Options:
  --inputs N     inputs over all targets [default: 1000000]
  --after N      inputs that an earlier run with this seed has run, whose rest this is [default: 0]
  --seed S       master seed [default: 1]
  --jobs J       worker threads [default: 1]; results do not depend on it
  --minutes M    begin no more chunks after this many minutes
  --full         all checks on every input, not on one in 64
  --all          all targets [default: the cheap ones]
  --corpus DIR   the committed inputs [default: fuzz/corpus of the repository]
  --files        run these files and nothing else
  --unpack DIR   write the committed inputs as files into folders here, for libFuzzer";

fn main() -> ExitCode {
    match run() {
        Ok(code) => code,
        Err(error) => {
            eprintln!("gambol-fuzz: {error}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<ExitCode, lexopt::Error> {
    let (mut inputs, mut after, mut seed, mut jobs, mut minutes) = (1_000_000_u64, 0_u64, 1, 1, None);
    let (mut effort, mut all, mut files) = (Effort::Sampled, false, false);
    let (mut corpus, mut unpacked) = (PathBuf::from(corpus::CORPUS), None::<PathBuf>);
    let (mut chosen, mut paths): (Vec<Target>, Vec<PathBuf>) = (Vec::new(), Vec::new());
    let mut parser = Parser::from_env();
    while let Some(argument) = parser.next()? {
        match argument {
            Arg::Long("help") => {
                println!("{HELP}");
                return Ok(ExitCode::SUCCESS);
            }
            Arg::Long("inputs") => inputs = parser.value()?.parse()?,
            Arg::Long("after") => after = parser.value()?.parse()?,
            Arg::Long("seed") => seed = parser.value()?.parse()?,
            Arg::Long("jobs") => jobs = parser.value()?.parse()?,
            Arg::Long("minutes") => minutes = Some(parser.value()?.parse::<u64>()?),
            Arg::Long("full") => effort = Effort::Full,
            Arg::Long("all") => all = true,
            Arg::Long("corpus") => corpus = parser.value()?.into(),
            Arg::Long("unpack") => unpacked = Some(parser.value()?.into()),
            Arg::Long("files") => files = true,
            Arg::Value(path) if files => paths.push(path.into()),
            Arg::Value(name) => {
                let name = name.string()?;
                chosen.push(*target(&name).ok_or_else(|| {
                    let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
                    format!("unknown target {name}; expected one of {}", names.join(", "))
                })?);
            }
            _ => return Err(argument.unexpected()),
        }
    }
    if files {
        return replay(&chosen, &paths);
    }
    let read = |name: &str| corpus::read(&corpus, name).map_err(|error| lexopt::Error::from(error.to_string()));
    if let Some(folder) = unpacked {
        for target in TARGETS {
            let folder = folder.join(target.name);
            corpus::unpack(&read(target.name)?, &folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    if chosen.is_empty() {
        chosen = TARGETS.iter().filter(|target| all || target.is_cheap).copied().collect();
    }
    let targets =
        chosen.into_iter().map(|target| Ok((target, read(target.name)?))).collect::<Result<Vec<_>, lexopt::Error>>()?;
    let [inputs, after] = [inputs, after].map(|number| number.div_ceil(targets.len() as u64));
    let time = minutes.map(|minutes| Duration::from_secs(60 * minutes));
    let campaign = Campaign { targets: &targets, inputs, after, seed: Seed::new(seed), effort, threads: jobs, time };
    // Messages of targets are in the failures; the threads of a search have no handler that catches
    // their panics.
    std::panic::set_hook(Box::new(|panic| {
        if std::thread::current().name() != Some(WORKER) {
            eprintln!("{panic}");
        }
    }));
    let started = Instant::now();
    let (totals, failures) = campaign.run(|totals| eprintln!("{}", table(&targets, totals, started.elapsed())));
    println!("{}", table(&targets, &totals, started.elapsed()));
    for failure in &failures {
        println!("\n{}: {}\n  {}", failure.target, failure.message, failure.input.escape_ascii());
    }
    println!("\n{} failures", failures.len());
    Ok(if failures.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// Runs files with all checks; panics as the target does.
fn replay(targets: &[Target], paths: &[PathBuf]) -> Result<ExitCode, lexopt::Error> {
    let [target] = targets else { return Err("one target runs files".into()) };
    for path in paths {
        let data = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let accepted = (target.run)(&data, Effort::Full);
        println!("{}: {}", path.display(), if accepted { "accepted" } else { "refused" });
    }
    Ok(ExitCode::SUCCESS)
}

/// Prints Markdown, a line for each target.
fn table(targets: &[(Target, Vec<Vec<u8>>)], totals: &[Total], took: Duration) -> String {
    let mut lines = vec!["| target | inputs | accepted | µs each |".to_owned(), "|---|---|---|---|".to_owned()];
    let mut all = Total::default();
    let named = targets.iter().map(|(target, _)| target.name).zip(totals.iter().copied());
    let row = |name: &str, total: Total| {
        let share = 100.0 * total.accepted as f64 / total.inputs.max(1) as f64;
        let each = 1e6 * total.time.as_secs_f64() / total.inputs.max(1) as f64;
        format!("| {name} | {} | {share:.1} % | {each:.2} |", total.inputs)
    };
    for (name, total) in named {
        lines.push(row(name, total));
        all.inputs += total.inputs;
        all.accepted += total.accepted;
        all.time += total.time;
    }
    lines.push(row("**all**", all));
    lines.push(format!("\n{:.0} seconds", took.as_secs_f64()));
    lines.join("\n")
}

//! Series of runs and matches: tournaments and sweeps.

mod cross;
pub(crate) mod sweep;
pub(crate) mod tournament;

use std::path::{Path, PathBuf};

use gambol::registry::Registry;
use gambol_arena::{Course, Merged, Plan, Shard};
use rayon::ThreadPool;

use crate::args;
use crate::campaign::{Campaign, Target, header};
use crate::crew::Crew;
use crate::files::create_folder;
use crate::output::Failure;
use crate::place::pool;

/// Common settings of all runs and matches of a series.
pub(crate) struct Series<'a> {
    pub(crate) args: &'a args::Series,
    pub(crate) crew: Crew,
    /// Openings of the pairs, the same in all pairings.
    openings: Vec<String>,
    pool: ThreadPool,
}

impl<'a> Series<'a> {
    /// Creates a series of these agents.
    pub(crate) fn new(registry: &Registry, args: &'a args::Series, agents: &[String]) -> Result<Self, Failure> {
        let crew = Crew::new(&registry.start(&args.conditions.game)?, agents, args.conditions.log.as_deref())?;
        let openings = args.duels.read(crew.start(), args.conditions.seed)?;
        if let Some(folder) = &args.out {
            prepare(folder, args.shard, args.resume)?;
        }
        Ok(Self { args, crew, openings, pool: pool(args.conditions.jobs)? })
    }

    /// Whether the game has two players.
    pub(crate) fn is_for_two(&self) -> bool {
        self.crew.start().players() > 1
    }

    /// Returns the plan of one run or match.
    pub(crate) fn plan(&self, agents: &[String]) -> Result<Plan, Failure> {
        let args::Series { conditions, games, duels, record_games, .. } = self.args;
        let (games, record_games, openings) = (*games, *record_games, &self.openings);
        Campaign { conditions, games, record_games, agents, duels, openings, sprt: None }.plan(&self.crew)
    }

    /// Plays a run or a match, with a file of this name if there is a folder. It is number `number`
    /// of `all` in the series.
    pub(crate) fn play(&self, name: &str, plan: Plan, [number, all]: [usize; 2]) -> Result<Course, Failure> {
        let shard = self.args.shard;
        let header = header(plan, shard);
        let path: Option<PathBuf> =
            self.args.out.as_ref().map(|folder| folder.join(format!("{name}{}", ending(shard))));
        if let Some(path) = path.as_deref().filter(|_| shard == Shard::WHOLE && self.args.resume) {
            self.merge(name, path)?;
        }
        let target = path.as_deref().map(|path| Target { path, resume: self.args.resume });
        let (course, _) =
            crate::campaign::play(&self.crew, &header, target, &self.pool, &format!("{number} of {all} "))?;
        Ok(course)
    }

    /// Merges the files of the shards of a run or match, if there are any and the whole file does
    /// not exist yet.
    fn merge(&self, name: &str, path: &Path) -> Result<(), Failure> {
        let shards = match path.parent() {
            Some(folder) if !path.exists() => shards(folder, name)?,
            _ => Vec::new(),
        };
        if shards.is_empty() {
            return Ok(());
        }
        let merged = Merged::read(&shards, &|plan, record| self.crew.start().verify_game(plan, record))
            .map_err(|error| Failure::of(format_args!("shards of {}", path.display()), error))?;
        merged.write(path)?;
        Ok(())
    }
}

/// Returns the ending of the name of a file of records.
fn ending(shard: Shard) -> String {
    match shard {
        Shard::WHOLE => ".jsonl".to_owned(),
        shard => format!(".{}-of-{}.jsonl", shard.number(), shard.count()),
    }
}

/// Returns the complete files of the shards of a run or match, in their order.
fn shards(folder: &Path, name: &str) -> Result<Vec<PathBuf>, Failure> {
    let refuse = |error: std::io::Error| Failure::of(folder.display(), error);
    let mut shards = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(refuse)? {
        let path = entry.map_err(refuse)?.path();
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let shard = file.strip_suffix(".jsonl").and_then(|file| file.strip_prefix(name)?.strip_prefix('.'));
        let shard = shard.and_then(|shard| shard.replace("-of-", "/").parse::<Shard>().ok());
        shards.extend(shard.map(|shard| (shard.number(), shard.count(), path)));
    }
    shards.sort();
    Ok(shards.into_iter().map(|(.., path)| path).collect())
}

/// Creates the folder for the files. Unless `resume` is set, fails if it already has files of
/// records; a shard, if it already has its own.
fn prepare(folder: &Path, shard: Shard, resume: bool) -> Result<(), Failure> {
    let refuse = |error: std::io::Error| Failure::of(folder.display(), error);
    create_folder(folder)?;
    let ending = ending(shard);
    let is_records = |name: &str| name.strip_suffix(".partial").unwrap_or(name).ends_with(&ending);
    for entry in std::fs::read_dir(folder).map_err(refuse)? {
        let name = entry.map_err(refuse)?.file_name();
        if !resume && is_records(&name.to_string_lossy()) {
            let reason = "it contains files of records; continue them with --resume, or choose another folder";
            return Err(Failure::of(folder.display(), reason));
        }
    }
    Ok(())
}

/// Returns the number of the first item that is among those before it.
fn repeated<T: PartialEq>(items: &[T]) -> Option<usize> {
    (1..items.len()).find(|&number| items[..number].contains(&items[number]))
}

/// Formats a number with leading zeros, to the width of the greatest, so that file names sort.
fn numbered(number: usize, greatest: usize) -> String {
    format!("{number:0width$}", width = greatest.to_string().len())
}

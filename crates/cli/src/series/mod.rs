//! Series of runs and matches: tournaments and sweeps.

mod cross;
pub(crate) mod sweep;
pub(crate) mod tournament;

use std::path::{Path, PathBuf};

use gambol::registry::Registry;
use gambol_arena::{Course, Plan, Shard};
use rayon::ThreadPool;

use crate::args;
use crate::campaign::{Campaign, Target, header};
use crate::crew::Crew;
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
        let crew = Crew::new(&registry.start(&args.conditions.game)?, agents)?;
        let openings = args.openings.read(crew.start(), args.conditions.seed)?;
        if let Some(folder) = &args.out {
            prepare(folder, args.resume)?;
        }
        Ok(Self { args, crew, openings, pool: pool(args.conditions.jobs)? })
    }

    /// Whether the game has two players.
    pub(crate) fn is_for_two(&self) -> bool {
        self.crew.start().players() > 1
    }

    /// Returns the plan of one run or match.
    pub(crate) fn plan(&self, agents: &[String]) -> Result<Plan, Failure> {
        let args::Series { conditions, games, openings, record_games, .. } = self.args;
        let (games, record_games, opening_plies) = (*games, *record_games, openings.opening_plies);
        let openings = &self.openings;
        Campaign { conditions, games, record_games, agents, openings, opening_plies, sprt: None }.plan(&self.crew)
    }

    /// Plays a run or a match, with a file of this name if there is a folder.
    pub(crate) fn play(&self, name: &str, plan: Plan) -> Result<Course, Failure> {
        let header = header(plan, Shard::WHOLE);
        let path: Option<PathBuf> = self.args.out.as_ref().map(|folder| folder.join(format!("{name}.jsonl")));
        let target = path.as_deref().map(|path| Target { path, resume: self.args.resume });
        let (course, _) = crate::campaign::play(&self.crew, &header, target, &self.pool)?;
        Ok(course)
    }
}

/// Creates the folder for the files. Fails if it already has files of records, unless `resume` is
/// set.
fn prepare(folder: &Path, resume: bool) -> Result<(), Failure> {
    let refuse = |error: std::io::Error| Failure::of(folder.display(), error);
    std::fs::create_dir_all(folder).map_err(refuse)?;
    let is_records = |name: &str| [".jsonl", ".jsonl.partial"].iter().any(|&ending| name.ends_with(ending));
    for entry in std::fs::read_dir(folder).map_err(refuse)? {
        let name = entry.map_err(refuse)?.file_name();
        if !resume && is_records(&name.to_string_lossy()) {
            let reason = "it contains files of records; continue them with --resume, or choose another folder";
            return Err(Failure::of(folder.display(), reason));
        }
    }
    Ok(())
}

/// Formats a number with leading zeros, to the width of the greatest, so that file names sort.
fn numbered(number: usize, greatest: usize) -> String {
    format!("{number:0width$}", width = greatest.to_string().len())
}

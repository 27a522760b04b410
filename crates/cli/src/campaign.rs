//! `gambol run` and `gambol match`: plays many games, writes their records and summarises them.

use std::ffi::OsString;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Instant;

use gambol::registry::{Position, Registry};
use gambol_arena::{
    Course, FileError, Header, Opened, Plan, PlanBuilder, Provenance, Record, Shard, Sprt, Verify, Writer, play_games,
};
use rayon::ThreadPool;

use crate::args::{self, Conditions, Duels, Many};
use crate::crew::Crew;
use crate::files::check_files;
use crate::output::Failure;
use crate::place::pool;
use crate::progress::Progress;
use crate::summary::{Pace, report};

pub(crate) fn run(registry: &Registry, args: &args::Run) -> Result<String, Failure> {
    let agent = match &args.agent {
        Some(agent) => agent.clone(),
        None => registry.start(&args.many.conditions.game)?.game().default_agent().to_owned(),
    };
    one(registry, &args.many, &[agent], &Duels::default(), None)
}

pub(crate) fn contest(registry: &Registry, args: &args::Match) -> Result<String, Failure> {
    one(registry, &args.many, &args.agents, &args.duels, args.sprt)
}

/// Rejects random openings of a puzzle.
pub(crate) fn check_openings(start: &Position, plies: Option<u32>) -> Result<(), Failure> {
    match plies {
        Some(_) if start.players() < 2 => {
            Err(Failure::of("--opening-plies", "only for two-player games; this game is a puzzle"))
        }
        _ => Ok(()),
    }
}

/// Returns the opponent given on the command line, or else `usual`. A puzzle has none, and an
/// opponent given for one is an error.
pub(crate) fn opponent(start: &Position, said: Option<&str>, usual: &str) -> Result<Option<String>, Failure> {
    match said {
        _ if start.players() > 1 => Ok(Some(said.unwrap_or(usual).to_owned())),
        Some(_) => Err(Failure::of("--against", "only for two-player games; this game is a puzzle")),
        None => Ok(None),
    }
}

/// Plays a run or a match, and returns its summary.
fn one(
    registry: &Registry,
    many: &Many,
    agents: &[String],
    duels: &Duels,
    sprt: Option<Sprt>,
) -> Result<String, Failure> {
    let Many { conditions, games, shard, out, resume, record_games } = many;
    check_files(duels.file(), [("--out", out.as_ref())])?;
    let crew = Crew::new(&registry.start(&conditions.game)?, agents, conditions.log.as_deref())?;
    if sprt.is_some() && shard.count() > 1 {
        let why = "a sequential test needs the games of all shards; omit --sprt or --shard";
        return Err(Failure::of("--sprt", why));
    }
    let openings = duels.read(crew.start(), conditions.seed)?;
    let (games, record_games, openings) = (*games, *record_games, &openings);
    let campaign = Campaign { conditions, games, record_games, agents, duels, openings, sprt };
    let header = header(campaign.plan(&crew)?, *shard);
    let target = out.as_deref().map(|path| Target { path, resume: *resume });
    let (course, pace) = play(&crew, &header, target, &pool(conditions.jobs)?, "")?;
    report(&header, course.tally(), Some(pace), conditions.output)
}

/// Returns the header of a file of records written by this process.
pub(crate) fn header(plan: Plan, shard: Shard) -> Header {
    Header::new(env!("CARGO_PKG_VERSION"), plan, shard).played_by(here())
}

/// Describes this process: its command line, without the folder of the program, its machine and the
/// current time.
pub(crate) fn here() -> Provenance {
    let mut words: Vec<OsString> = std::env::args_os().collect();
    if let Some(program) = words.first_mut() {
        *program = Path::new(program).file_name().unwrap_or_default().to_owned();
    }
    Provenance::here(words.iter().map(|word| word.to_string_lossy().into_owned()))
}

/// The games to play.
pub(crate) struct Campaign<'a> {
    pub(crate) conditions: &'a Conditions,
    pub(crate) games: u64,
    pub(crate) record_games: bool,
    pub(crate) agents: &'a [String],
    pub(crate) duels: &'a Duels,
    pub(crate) openings: &'a [String],
    pub(crate) sprt: Option<Sprt>,
}

impl Campaign<'_> {
    /// Returns the plan. Errors name the option.
    pub(crate) fn plan(&self, crew: &Crew) -> Result<Plan, Failure> {
        self.plan_of(crew, self.conditions.seed)
    }

    /// Returns the plan with another master seed.
    pub(crate) fn plan_of(&self, crew: &Crew, seed: u64) -> Result<Plan, Failure> {
        let Conditions { game, max_moves, ms, .. } = self.conditions;
        let start = crew.start();
        // Records contain the agent behind the name of a level.
        let agents = self.agents.iter().map(|agent| start.game().expand(agent)).collect::<Result<Vec<_>, _>>()?;
        let mut builder = start.plan(game).agents(&agents).games(self.games).seed(seed);
        for (number, agent) in agents.iter().enumerate() {
            // In self-play, the agent's files are read once.
            if !agents[..number].contains(agent) {
                builder = crew.files(agent)?.into_iter().fold(builder, PlanBuilder::file);
            }
        }
        builder = max_moves.iter().copied().fold(builder, PlanBuilder::max_moves).record_games(self.record_games);
        let Duels { opening_plies, tc, resign, draw, .. } = self.duels;
        builder = builder.openings(self.openings);
        builder = opening_plies.iter().copied().fold(builder, PlanBuilder::opening_plies);
        builder = tc.iter().copied().fold(builder, PlanBuilder::tc);
        builder = resign.iter().copied().fold(builder, PlanBuilder::resign);
        builder = draw.iter().copied().fold(builder, PlanBuilder::draw);
        builder = self.sprt.into_iter().fold(builder, PlanBuilder::sprt);
        builder = ms.iter().copied().fold(builder, PlanBuilder::ms);
        builder.build().map_err(|error| Failure::of(format_args!("--{}", error.field.replace('_', "-")), error.reason))
    }
}

/// The output file of records, and whether it is continued.
#[derive(Clone, Copy)]
pub(crate) struct Target<'a> {
    pub(crate) path: &'a Path,
    pub(crate) resume: bool,
}

/// Plays the games of a plan that are missing from the file. `label` is in front of the progress
/// bar.
pub(crate) fn play(
    crew: &Crew,
    header: &Header,
    target: Option<Target<'_>>,
    pool: &ThreadPool,
    label: &str,
) -> Result<(Course, Pace), Failure> {
    let mut records = Records::open(target, header, &|plan, record| crew.start().verify_game(plan, record))?;
    let mut progress = Progress::new(records.course(), label);
    let games = records.course().rest();
    let started = Instant::now();
    let mut played = 0;
    let result = pool.install(|| {
        play_games(
            games,
            |index| crew.play_game(&header.plan, index),
            |record| {
                played += 1;
                records.add(&record)?;
                progress.show(records.course());
                Ok(if records.course().next().is_some() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
            },
        )
    });
    progress.finish();
    result?;
    Ok((records.finish()?, Pace { played, elapsed: started.elapsed() }))
}

/// Destination of the records: a file, or none if no file was requested or the file is already
/// complete.
enum Records {
    Nowhere(Course),
    File(Writer),
}

impl Records {
    fn open(target: Option<Target<'_>>, header: &Header, verify: Verify<'_>) -> Result<Self, Failure> {
        let Some(Target { path, resume }) = target else { return Ok(Self::Nowhere(Course::new(header))) };
        Ok(match Writer::open(path, header, resume, verify)? {
            Opened::Due(writer) => Self::File(writer),
            Opened::Whole(course) => {
                gambol_tui::warn(&format!("{} is already complete", path.display()));
                Self::Nowhere(course)
            }
        })
    }

    fn course(&self) -> &Course {
        match self {
            Self::Nowhere(course) => course,
            Self::File(writer) => writer.course(),
        }
    }

    fn add(&mut self, record: &Record) -> Result<(), Failure> {
        match self {
            Self::Nowhere(course) => course.add(record).map_err(Failure),
            Self::File(writer) => writer.add(record).map_err(Failure::from),
        }
    }

    fn finish(self) -> Result<Course, FileError> {
        match self {
            Self::Nowhere(course) => Ok(course),
            Self::File(writer) => writer.finish(),
        }
    }
}

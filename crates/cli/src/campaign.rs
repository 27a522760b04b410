//! `gambol run` and `gambol match`: many games, their records and their summary.

use std::ops::ControlFlow;
use std::time::Instant;

use gambol::registry::{Position, Registry};
use gambol_arena::{Course, FileError, Header, Opened, Plan, PlanBuilder, Record, Sprt, Verify, Writer, play_games};

use crate::args::{self, Many};
use crate::output::Failure;
use crate::place::pool;
use crate::progress::Progress;
use crate::summary::{Pace, report};

pub(crate) fn run(registry: &Registry, args: &args::Run) -> Result<String, Failure> {
    let agents = std::slice::from_ref(&args.agent);
    Campaign { many: &args.many, agents, opening: None, sprt: None }.play(registry)
}

pub(crate) fn contest(registry: &Registry, args: &args::Match) -> Result<String, Failure> {
    let (opening, sprt) = (args.opening_plies, args.sprt);
    Campaign { many: &args.many, agents: &args.agents, opening, sprt }.play(registry)
}

struct Campaign<'a> {
    many: &'a Many,
    agents: &'a [String],
    opening: Option<u32>,
    sprt: Option<Sprt>,
}

impl Campaign<'_> {
    fn play(&self, registry: &Registry) -> Result<String, Failure> {
        let many = self.many;
        let start = registry.start(&many.game)?;
        for agent in self.agents {
            start.agent(agent)?; // so that a bad name is refused before anything is played
        }
        let header = Header::new(env!("CARGO_PKG_VERSION"), self.plan(&start)?, many.shard);
        let mut records = Records::open(many, &header, &|plan, record| record.verify(plan, start.clone()))?;
        let mut progress = Progress::new(records.course());
        let games = records.course().rest();
        let pool = pool(many.jobs)?;
        let started = Instant::now();
        let mut played = 0;
        pool.install(|| {
            play_games(
                games,
                |index| start.play_game(&header.plan, index).map_err(Failure::from),
                |record| {
                    played += 1;
                    records.add(&record)?;
                    progress.show(records.course());
                    Ok(if records.course().next().is_some() {
                        ControlFlow::Continue(())
                    } else {
                        ControlFlow::Break(())
                    })
                },
            )
        })?;
        let pace = Pace { played, elapsed: started.elapsed() };
        progress.finish();
        let course = records.finish()?;
        report(&header, course.tally(), Some(pace), many.output)
    }

    /// The plan; errors name the option.
    fn plan(&self, start: &Position) -> Result<Plan, Failure> {
        let many = self.many;
        if self.sprt.is_some() && many.shard.count() > 1 {
            let why = "a shard does not know what the others have played; leave out one of the two";
            return Err(Failure::of("--sprt", why));
        }
        let mut builder = start.plan(&many.game).agents(self.agents).games(many.games).seed(many.seed);
        builder = many.max_moves.into_iter().fold(builder, PlanBuilder::max_moves).record_games(many.record_games);
        builder = self.opening.into_iter().fold(builder, PlanBuilder::opening_plies);
        builder = self.sprt.into_iter().fold(builder, PlanBuilder::sprt);
        builder.build().map_err(|error| Failure::of(format_args!("--{}", error.field.replace('_', "-")), error.reason))
    }
}

/// Where records go: into a file, or nowhere, because none is asked for or it is whole already.
enum Records {
    Nowhere(Course),
    File(Writer),
}

impl Records {
    fn open(many: &Many, header: &Header, verify: Verify<'_>) -> Result<Self, Failure> {
        let Some(path) = &many.out else { return Ok(Self::Nowhere(Course::new(header))) };
        Ok(match Writer::open(path, header, many.resume, verify)? {
            Opened::Due(writer) => Self::File(writer),
            Opened::Whole(course) => {
                gambol_tui::warn(&format!("{} is whole already", path.display()));
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

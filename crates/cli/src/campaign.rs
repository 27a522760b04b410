//! `gambol run` and `gambol match`: many games, their records and their summary.

use std::ops::ControlFlow;
use std::time::Instant;

use gambol::registry::{Position, Registry};
use gambol_arena::{Course, FileError, Header, Opened, Plan, Record, Sprt, Verify, Writer, play_games};

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

/// How many random moves begin the games of a match, unless it is said.
const OPENING_PLIES: u32 = 4;

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

    /// What is to be played, or why it cannot be.
    fn plan(&self, start: &Position) -> Result<Plan, Failure> {
        let many = self.many;
        let contest = self.agents.len() > 1;
        let refuse = |what: &str, why: &str| Err(Failure::of(what, why));
        if contest && many.games % 2 == 1 {
            return refuse("--games", "the games of a match go in pairs, so their number is even");
        }
        if start.players() < 2 && self.opening.is_some() {
            return refuse("--opening-plies", "this game is a puzzle; openings are for games for two");
        }
        if start.players() < 2 && self.sprt.is_some() {
            return refuse("--sprt", "this game is a puzzle; the test is for games for two");
        }
        if self.sprt.is_some() && many.shard.count() > 1 {
            return refuse("--sprt", "a shard does not know what the others have played; leave out one of the two");
        }
        let openings = contest && start.players() > 1;
        Ok(Plan {
            game: many.game.clone(),
            start: start.to_string(),
            players: start.players(),
            agents: self.agents.to_vec(),
            games: many.games,
            seed: many.seed,
            max_moves: many.max_moves,
            opening_plies: if openings { self.opening.unwrap_or(OPENING_PLIES) } else { 0 },
            record_games: many.record_games,
            sprt: self.sprt,
        })
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

//! `gambol tune`: tunes an agent's parameters.
//!
//! The method is the covariance matrix adaptation evolution strategy (N. Hansen, *The CMA Evolution
//! Strategy: A Tutorial*, arXiv:1604.00772). The candidates of a generation play the same seeds,
//! which reduces the variance of their differences. Each generation has its own seeds.

mod evolution;
mod journal;
mod space;

use std::ops::ControlFlow;

use gambol::game::mix;
use gambol::registry::Registry;
use gambol_arena::plots::{self, Axis};
use gambol_arena::{Course, Duel, MeanEstimate, Plan, PlanResult, Shard, play_games};
use rayon::ThreadPool;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::args::{self, Objective};
use crate::campaign::{Campaign, header, opponent};
use crate::crew::Crew;
use crate::files::check_files;
use crate::output::{Failure, between, json, print_before, table};
use crate::place::pool;
use crate::progress;
use crate::summary::strength;
use evolution::Evolution;
use journal::{Candidate, Journal, Settings};
use space::Space;

/// Stream of the check's seeds, which no generation has.
const CHECK: u64 = u64::MAX;

pub(crate) fn tune(registry: &Registry, args: &args::Tune) -> Result<String, Failure> {
    let space = Space::read(&args.agent, &args.parameters, &args.whole)?;
    check_files(args.duels.file(), [("--out", args.out.as_ref()), ("--plot", args.plot.as_ref())])?;
    let origin = space.agent(&vec![0.0; space.dimensions()]);
    let start = registry.start(&args.conditions.game)?;
    let is_for_two = start.players() > 1;
    let against = opponent(&start, args.against.as_deref(), &origin)?;
    let openings = args.duels.read(&start, args.conditions.seed)?;
    if is_for_two && args.objective == Objective::Log {
        return Err(Failure::of("--objective log", "only for puzzles, whose scores are points"));
    }
    let known: Vec<String> = std::iter::once(origin.clone()).chain(against.clone()).collect();
    let field = Field {
        args,
        crew: Crew::new(&start, &known, args.conditions.log.as_deref())?,
        openings,
        pool: pool(args.conditions.jobs)?,
        against,
    };
    // Checked before anything is played or written.
    let plan = field.plan(&known, args.games, args.conditions.seed)?;
    if is_for_two && !args.check.is_multiple_of(2) {
        return Err(Failure::of("--check", "must be even, because the games of two agents go in pairs"));
    }
    let candidates = args.candidates.map(usize::from);
    let evolution = Evolution::new(vec![0.0; space.dimensions()], 1.0, candidates, args.conditions.seed);
    let candidates = evolution.size();
    let settings = field.settings(&plan, candidates);
    let mut journal = match &args.out {
        Some(path) => Journal::open(path, &settings, args.resume)?,
        None => Journal::unwritten(),
    };
    let (end, generations) = field.search(&space, evolution, &mut journal)?;
    let tuned = space.agent(&end);
    let values = space.values(&end).into_iter().map(|(name, value)| (name.to_owned(), value.into())).collect();
    let check = if args.check == 0 { None } else { Some(field.check(&tuned, &origin)?) };
    let result = Tuning {
        game: &args.conditions.game,
        agent: tuned,
        values,
        start_agent: origin,
        generations,
        candidates,
        games: args.games,
        check,
    };
    let answer = if args.conditions.output.json { json(&result)? } else { result.describe() };
    let Some(path) = &args.plot else { return Ok(answer) };
    let plotted = plot(&journal, args.objective, is_for_two)
        .and_then(|page| gambol_arena::replace(path, &page).map_err(Failure::from));
    print_before(answer, plotted)
}

/// Conditions under which candidates are compared.
struct Field<'a> {
    args: &'a args::Tune,
    crew: Crew,
    /// Openings of the pairs of every candidate.
    openings: Vec<String>,
    pool: ThreadPool,
    against: Option<String>,
}

impl Field<'_> {
    fn settings(&self, plan: &Plan, candidates: usize) -> Settings {
        let args::Tune { conditions, agent, parameters, whole, objective, games, duels, .. } = self.args;
        Settings {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            game: conditions.game.clone(),
            start: self.crew.start().to_string(),
            agent: agent.clone(),
            parameters: parameters.clone(),
            whole: whole.clone(),
            against: self.against.clone(),
            files: plan.files().to_vec(),
            objective: *objective,
            games: *games,
            candidates,
            seed: conditions.seed,
            ms: conditions.ms,
            max_moves: conditions.max_moves,
            opening_plies: duels.opening_plies,
            openings: plan.openings().to_vec(),
            tc: duels.tc,
            resign: duels.resign,
            draw: duels.draw,
        }
    }

    /// Returns the centre of the candidates after the last generation, and the number of
    /// generations. Candidates in the journal are not played again.
    fn search(
        &self,
        space: &Space,
        mut evolution: Evolution,
        journal: &mut Journal,
    ) -> Result<(Vec<f64>, usize), Failure> {
        let size = evolution.size();
        let generations_due = self.args.generations as usize;
        let bar = progress::bar(0, (size * generations_due) as u64, "candidates, {msg}, {eta} left");
        let known = journal.candidates.len();
        let mut generation = 0;
        while generation < generations_due && !evolution.has_converged() {
            let mut values = Vec::with_capacity(size);
            for point in evolution.ask() {
                let number = generation * size + values.len();
                let agent = space.agent(&point);
                values.push(if number < known {
                    self.recall(&journal.candidates[number], &agent, generation)?
                } else {
                    let candidate = self.play(&agent, generation)?;
                    let value = candidate.value;
                    journal.add(candidate)?;
                    value
                });
                let best = journal.candidates.iter().rev().take(size).map(|candidate| candidate.mean);
                bar.set_position(number as u64 + 1);
                bar.set_message(format!("best of the last {size}: {:.3}", best.fold(f64::NEG_INFINITY, f64::max)));
            }
            evolution.tell(&values);
            generation += 1;
        }
        bar.finish_and_clear();
        Ok((evolution.mean().to_vec(), generation))
    }

    /// Returns the value of a candidate in the journal.
    fn recall(&self, known: &Candidate, agent: &str, generation: usize) -> Result<f64, Failure> {
        // In another generation, the same agent plays other games.
        if (known.agent.as_str(), known.generation) == (agent, generation) {
            return Ok(known.value);
        }
        let path = self.args.out.as_ref().map(|path| path.display().to_string()).unwrap_or_default();
        let Candidate { agent: there, generation: of, .. } = known;
        let due = format!("it has {there} of generation {of}, expected {agent} of generation {generation}");
        Err(Failure::of(path, due))
    }

    /// Plays the games of a candidate.
    fn play(&self, agent: &str, generation: usize) -> Result<Candidate, Failure> {
        // The agent rejects values out of a parameter's range.
        if let Err(error) = self.crew.start().agent(agent) {
            return Err(Failure::of("a candidate", format_args!("{error}; give --parameters LOW and HIGH")));
        }
        let agents: Vec<String> = std::iter::once(agent.to_owned()).chain(self.against.clone()).collect();
        let seed = mix(self.args.conditions.seed, generation as u64);
        let course = self.games(&agents, self.args.games, seed)?;
        let (value, mean) = if let PlanResult::Duel(duel) = course.tally().result() {
            (duel.elo.score, duel.elo.score)
        } else {
            let scores = course.tally().scores(0);
            let mean = MeanEstimate::of(scores).mean;
            (if self.args.objective == Objective::Log { mean_log(scores) } else { mean }, mean)
        };
        Ok(Candidate { generation, agent: agent.to_owned(), value, mean })
    }

    fn plan(&self, agents: &[String], games: u64, seed: u64) -> Result<Plan, Failure> {
        let args::Tune { conditions, duels, .. } = self.args;
        let openings = &self.openings;
        let campaign = Campaign { conditions, games, record_games: false, agents, duels, openings, sprt: None };
        campaign.plan_of(&self.crew, seed)
    }

    fn games(&self, agents: &[String], games: u64, seed: u64) -> Result<Course, Failure> {
        let header = header(self.plan(agents, games, seed)?, Shard::WHOLE);
        let mut course = Course::new(&header);
        self.pool.install(|| {
            play_games(
                course.rest(),
                |index| self.crew.play_game(&header.plan, index),
                |record| course.add(&record).map(|()| ControlFlow::Continue(())).map_err(Failure),
            )
        })?;
        Ok(course)
    }

    /// Compares the result with the start on seeds that no candidate has played.
    fn check(&self, tuned: &str, origin: &str) -> Result<Check, Failure> {
        let seed = mix(self.args.conditions.seed, CHECK);
        let play = |agents: &[String]| self.games(agents, self.args.check, seed);
        if self.against.is_some() {
            let course = play(&[tuned.to_owned(), origin.to_owned()])?;
            if let PlanResult::Duel(duel) = course.tally().result() {
                return Ok(Check::Duel(Box::new(duel)));
            }
        }
        let score = |agent: &str| -> Result<MeanEstimate, Failure> {
            Ok(MeanEstimate::of_scores(play(&[agent.to_owned()])?.tally().scores(0)))
        };
        Ok(Check::Runs { games: self.args.check, tuned: score(tuned)?, start: score(origin)? })
    }
}

/// Returns the mean of ln(1 + score); scores below 0 count as 0.
fn mean_log(scores: &[f64]) -> f64 {
    scores.iter().map(|score| score.max(0.0).ln_1p()).sum::<f64>() / scores.len().max(1) as f64
}

/// Plots the best and the median candidate of each generation.
fn plot(journal: &Journal, objective: Objective, is_for_two: bool) -> Result<String, Failure> {
    let mut series = vec![("best candidate".to_owned(), Vec::new()), ("median candidate".to_owned(), Vec::new())];
    for generation in journal.candidates.chunk_by(|a, b| a.generation == b.generation) {
        let values: Vec<f64> = generation.iter().map(|candidate| candidate.value).collect();
        let at = generation[0].generation as f64 + 1.0;
        series[0].1.push((at, values.iter().copied().fold(f64::NEG_INFINITY, f64::max)));
        series[1].1.push((at, gambol_arena::median(&values)));
    }
    let range = plots::range(series.iter().flat_map(|(_, points)| points.iter().map(|point| point.1)));
    let name = match objective {
        _ if is_for_two => "share of the points",
        Objective::Mean => "mean score",
        Objective::Log => "mean of ln(1 + score)",
    };
    let axis = Axis::new(name, range);
    Ok(plots::curves(&series, "generation", axis, "candidates by generation")?)
}

/// Comparison of the result with the start.
#[derive(Serialize)]
#[serde(untagged)]
enum Check {
    Runs { games: u64, tuned: MeanEstimate, start: MeanEstimate },
    Duel(Box<Duel>),
}

#[derive(Serialize)]
struct Tuning<'a> {
    game: &'a str,
    agent: String,
    values: Map<String, Value>,
    start_agent: String,
    generations: usize,
    candidates: usize,
    games: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    check: Option<Check>,
}

impl Tuning<'_> {
    fn describe(&self) -> String {
        let row = |name: &str, text: String| vec![name.to_owned(), text];
        let mut rows = vec![
            row("game", self.game.to_owned()),
            row("start", self.start_agent.clone()),
            row("tuned", self.agent.clone()),
            row(
                "search",
                format!(
                    "{} generations of {} candidates, {} games each",
                    self.generations, self.candidates, self.games
                ),
            ),
        ];
        match &self.check {
            None => {}
            Some(Check::Runs { games, tuned, start }) => {
                let shown = |estimate: &MeanEstimate| {
                    let number = |value: f64| format!("{value:.1}");
                    format!("{:.1} ({})", estimate.mean, between(estimate.ci95, number))
                };
                rows.push(row("check", format!("{games} games each on other seeds")));
                rows.push(row("", format!("start {}, tuned {}", shown(start), shown(tuned))));
            }
            Some(Check::Duel(duel)) => {
                let Duel { games, wins, draws, losses, elo, .. } = duel.as_ref();
                let elo_text = strength(elo.elo, elo.ci95);
                rows.push(row("check", format!("{games} games against the start on other seeds")));
                rows.push(row(
                    "",
                    format!("{wins} won, {draws} drawn, {losses} lost: {:.3}, Elo {elo_text}", elo.score),
                ));
            }
        }
        table(&rows)
    }
}

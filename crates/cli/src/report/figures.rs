//! The plots of a report.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use gambol_arena::{PlanResult, plots};

use super::load::{Entry, SAMPLE};
use super::standings::Standings;
use super::tables::{contests, rows};
use crate::files::create_folder;
use crate::output::Failure;

/// A plot on the page, and optionally in its own file.
pub(crate) struct Figure {
    /// File name without the extension.
    name: String,
    /// Description of the plot.
    pub(crate) about: String,
    pub(crate) svg: String,
}

/// All plots of a page.
pub(crate) struct Figures {
    /// Plots of all agents, one for each game and quantity with several agents.
    pub(crate) side_by_side: Vec<Figure>,
    /// Plots of each file.
    pub(crate) details: Vec<Vec<Figure>>,
}

impl Figures {
    /// Draws the plots of these files.
    pub(crate) fn draw(entries: &[Entry], standings: &[Standings<'_>]) -> Result<Self, Failure> {
        let details = (1..).zip(entries).map(|(number, entry)| details(number, entry)).collect::<Result<_, _>>()?;
        Ok(Self { side_by_side: side_by_side(entries, standings)?, details })
    }

    /// Returns the plots with their files in this folder, which is created if necessary.
    pub(crate) fn files(&self, folder: &Path) -> Result<Vec<(PathBuf, &str)>, Failure> {
        create_folder(folder)?;
        let figures = self.details.iter().flatten().chain(&self.side_by_side);
        Ok(figures.map(|figure| (folder.join(&figure.name).with_extension("svg"), figure.svg.as_str())).collect())
    }
}

/// Draws the means, scores and times of all agents, for each game with several agents, and the Elo
/// of all agents of a tournament and of all matches.
fn side_by_side(entries: &[Entry], standings: &[Standings<'_>]) -> Result<Vec<Figure>, Failure> {
    let mut figures = Vec::new();
    let rows = rows(entries);
    let mut games: Vec<&str> = entries.iter().map(|entry| entry.header.plan.game()).collect();
    games.sort_unstable();
    games.dedup();
    for game in games {
        let name = |what: &str| format!("{}-{what}", file_name(game));
        let rows: Vec<_> = rows.iter().filter(|row| row.entry.header.plan.game() == game).collect();
        let names = distinct(rows.iter().map(|row| (row.entry, row.agent)));
        if rows.len() > 1 {
            let means = names.iter().zip(&rows);
            let means: Vec<_> =
                means.map(|(name, row)| (name.clone(), row.summary.score.mean, row.summary.score.ci95)).collect();
            let about = format!("{game}: mean scores with 95 % intervals");
            let svg = plots::intervals(&means, "mean score", &about)?;
            figures.push(Figure { name: name("means"), about, svg });
            let scores = names.iter().zip(&rows);
            let scores: Vec<_> =
                scores.map(|(name, row)| (name.clone(), row.entry.tally.scores(row.agent).to_vec())).collect();
            let about = format!("{game}: scores; median, quartiles, whiskers of at most 1.5 boxes, outliers");
            let svg = plots::boxes(&scores, "score", &about)?;
            figures.push(Figure { name: name("scores"), about, svg });
        }
        let paces = paces(entries.iter().filter(|entry| entry.header.plan.game() == game));
        if paces.len() > 1 {
            let about = format!("{game}: thinking time a move, a value for each game; boxes as for scores");
            let svg = plots::boxes(&paces, "ms a move", &about)?;
            figures.push(Figure { name: name("times"), about, svg });
        }
    }
    for (number, one) in standings.iter().enumerate() {
        let rate = |&agent: &usize| (one.agents[agent].to_owned(), one.ratings[agent].elo, one.ratings[agent].ci95);
        let rated: Vec<_> = one.order.iter().map(rate).collect();
        let about = format!("{}: Elo of the agents with 95 % intervals", one.game);
        let svg = plots::intervals(&rated, "Elo", &about)?;
        let number = if number == 0 { String::new() } else { format!("-{}", number + 1) };
        figures.push(Figure { name: format!("{}-elo{number}", file_name(one.game)), about, svg });
    }
    // The Elo of matches in a tournament is in its cross table.
    let is_in = |entry: &Entry, one: &Standings<'_>| {
        one.game == entry.header.plan.game() && one.agents.contains(&entry.agent(0))
    };
    let is_alone = |entry: &Entry| !standings.iter().any(|one| is_in(entry, one));
    let duels: Vec<_> = contests(entries)
        .into_iter()
        .filter(|(entry, _)| is_alone(entry))
        .map(|(entry, duel)| {
            let name = format!("{}: {} against {}", entry.header.plan.game(), entry.agent(0), entry.agent(1));
            (name, duel.elo.elo, duel.elo.ci95)
        })
        .collect();
    if duels.len() > 1 {
        let about = "Elo of each match with 95 % intervals".to_owned();
        let svg = plots::intervals(&duels, "Elo", &about)?;
        figures.push(Figure { name: "elo".to_owned(), about, svg });
    }
    Ok(figures)
}

/// Milliseconds per move of each agent. The games of an agent in several matches are combined.
fn paces<'a>(entries: impl Iterator<Item = &'a Entry>) -> Vec<(String, Vec<f64>)> {
    let timed = entries.flat_map(|entry| (0..entry.paces.len()).map(move |agent| (entry, agent)));
    let timed = timed.filter(|&(entry, agent)| !entry.paces[agent].is_empty());
    let (duels, alone): (Vec<_>, Vec<_>) = timed.partition(|(entry, _)| entry.header.plan.is_duel());
    let mut paces: Vec<(String, Vec<f64>)> = Vec::new();
    for (entry, agent) in duels {
        let name = entry.agent(agent);
        match paces.iter_mut().find(|(known, _)| known == name) {
            Some((_, paces)) => paces.extend(&entry.paces[agent]),
            None => paces.push((name.to_owned(), entry.paces[agent].clone())),
        }
    }
    let names = distinct(alone.iter().copied()).into_iter();
    paces.extend(names.zip(alone.iter().map(|&(entry, agent)| entry.paces[agent].clone())));
    paces
}

/// Draws the plots of one file.
fn details(number: usize, entry: &Entry) -> Result<Vec<Figure>, Failure> {
    let plan = &entry.header.plan;
    let name = |what: &str| format!("file-{number}-{what}");
    let mut figures = Vec::new();
    if let PlanResult::Duel(duel) = entry.tally.result() {
        let about = format!("Results of {}", entry.agent(0));
        let svg = plots::results([duel.losses, duel.draws, duel.wins], &about)?;
        figures.push(Figure { name: name("results"), about, svg });
    } else {
        for (agent, played_by) in plan.agents().iter().enumerate() {
            let about = format!("Scores of {played_by}");
            let svg = plots::histogram(entry.tally.scores(agent), "score", &about, agent)?;
            figures.push(Figure { name: name(&format!("scores-{}", agent + 1)), about, svg });
        }
    }
    if plan.players() > 1 {
        let about = "Moves a game".to_owned();
        let svg = plots::histogram(&entry.lengths, "moves", &about, 2)?;
        figures.push(Figure { name: name("lengths"), about, svg });
    }
    if let Some(figure) = over_games(name("over-games"), entry)? {
        figures.push(figure);
    }
    let courses: Vec<(String, &[Vec<f64>])> = plan
        .agents()
        .iter()
        .zip(&entry.courses)
        .filter(|(_, games)| !games.is_empty())
        .map(|(name, games)| (name.clone(), games.as_slice()))
        .collect();
    if !courses.is_empty() {
        let about = format!(
            "Score over moves: median, and the middle 80 % of at most {SAMPLE} games; games that are over keep their score"
        );
        let svg = plots::over_moves(&courses, &about)?;
        figures.push(Figure { name: name("over-moves"), about, svg });
    }
    Ok(figures)
}

/// Draws the results of the games in their order, if there are enough.
fn over_games(name: String, entry: &Entry) -> Result<Option<Figure>, Failure> {
    const LEAST: usize = 20;
    let names = entry.header.plan.agents().iter().cloned();
    let series: Vec<(String, &[f64])> = names.zip(entry.results.iter().map(Vec::as_slice)).collect();
    let series: Vec<_> = series.into_iter().filter(|(_, values)| values.len() >= LEAST).collect();
    let Some(most) = series.iter().map(|(_, values)| values.len()).max() else { return Ok(None) };
    let (what, of) = if entry.header.plan.is_duel() {
        ("points a game", format!("Points of {}", entry.agent(0)))
    } else {
        ("score", "Score".to_owned())
    };
    let about =
        format!("{of} over games: each game if they are few, and the mean of the last {}", plots::mean_of(most));
    let svg = plots::over_games(&series, what, &about)?;
    Ok(Some(Figure { name, about, svg }))
}

/// Returns the agents' names, followed by the file if an agent occurs more than once.
fn distinct<'a>(agents: impl Iterator<Item = (&'a Entry, usize)> + Clone) -> Vec<String> {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for (entry, agent) in agents.clone() {
        *counts.entry(entry.agent(agent)).or_default() += 1;
    }
    let name = |(entry, agent): (&Entry, usize)| {
        let agent = entry.agent(agent);
        let file = entry.path.file_name().unwrap_or_default().to_string_lossy();
        if counts[agent] > 1 { format!("{agent} ({file})") } else { agent.to_owned() }
    };
    agents.map(name).collect()
}

/// Replaces everything but ASCII letters and digits, for file names on every system.
fn file_name(text: &str) -> String {
    text.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '-' }).collect()
}

//! The plots of a report.

use std::collections::HashMap;
use std::path::Path;

use gambol_arena::{PlanResult, plots};

use super::load::{Entry, SAMPLE};
use super::page::{contests, rows};
use crate::output::Failure;

/// A plot: on the page, and in a file of its own if that is asked for.
pub(crate) struct Figure {
    /// The name of its file, without the ending.
    name: String,
    /// What it shows.
    pub(crate) about: String,
    pub(crate) svg: String,
}

/// All plots of a page.
pub(crate) struct Figures {
    /// All agents, one plot for each game and quantity.
    pub(crate) side_by_side: Vec<Figure>,
    /// Those of each file.
    pub(crate) details: Vec<Vec<Figure>>,
}

impl Figures {
    /// Draws the plots of these files.
    pub(crate) fn draw(entries: &[Entry]) -> Result<Self, Failure> {
        let details = (1..).zip(entries).map(|(number, entry)| details(number, entry)).collect::<Result<_, _>>()?;
        Ok(Self { side_by_side: side_by_side(entries)?, details })
    }

    /// Writes each plot to a file of its own in this folder, which is made if it is not there.
    /// Returns how many.
    pub(crate) fn store(&self, folder: &Path) -> Result<usize, Failure> {
        std::fs::create_dir_all(folder).map_err(|error| Failure::of(folder.display(), error))?;
        let figures = self.details.iter().flatten().chain(&self.side_by_side);
        let mut count = 0;
        for Figure { name, svg, .. } in figures {
            let path = folder.join(name).with_extension("svg");
            gambol_arena::replace(&path, svg)?;
            count += 1;
        }
        Ok(count)
    }
}

/// For each game the means, the scores and the times of all agents, and one plot of Elo.
fn side_by_side(entries: &[Entry]) -> Result<Vec<Figure>, Failure> {
    let mut figures = Vec::new();
    let rows = rows(entries);
    let mut games: Vec<&str> = entries.iter().map(|entry| entry.header.plan.game()).collect();
    games.sort_unstable();
    games.dedup();
    for game in games {
        let name = |what: &str| format!("{}-{what}", file_name(game));
        let rows: Vec<_> = rows.iter().filter(|row| row.entry.header.plan.game() == game).collect();
        let names = distinct(rows.iter().map(|row| (row.entry, row.agent)));
        if !rows.is_empty() {
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
        let timed = entries.iter().filter(|entry| entry.header.plan.game() == game);
        let timed = timed.flat_map(|entry| (0..entry.paces.len()).map(move |agent| (entry, agent)));
        let timed: Vec<_> = timed.filter(|&(entry, agent)| !entry.paces[agent].is_empty()).collect();
        if !timed.is_empty() {
            let names = distinct(timed.iter().copied()).into_iter();
            let paces = names.zip(timed.iter().map(|&(entry, agent)| entry.paces[agent].clone()));
            let about = format!("{game}: thinking time a move, a value for each game; boxes as for scores");
            let svg = plots::boxes(&paces.collect::<Vec<_>>(), "ms a move", &about)?;
            figures.push(Figure { name: name("times"), about, svg });
        }
    }
    let duels: Vec<_> = contests(entries)
        .into_iter()
        .map(|(entry, duel)| {
            let name = format!("{}: {} against {}", entry.header.plan.game(), entry.agent(0), entry.agent(1));
            (name, duel.elo.elo, duel.elo.ci95)
        })
        .collect();
    if !duels.is_empty() {
        let about = "Elo with 95 % intervals".to_owned();
        let svg = plots::intervals(&duels, "Elo", &about)?;
        figures.push(Figure { name: "elo".to_owned(), about, svg });
    }
    Ok(figures)
}

/// The plots of one file.
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

/// The agents' names; with the file where an agent is there more than once.
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

/// A text as part of the name of a file, on every system.
fn file_name(text: &str) -> String {
    text.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '-' }).collect()
}

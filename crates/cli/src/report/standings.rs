//! Tournaments on a page: Elo of the agents of several files, and a cross table.

use gambol_arena::{Anchor, Duel, MeanEstimate, Pentanomial, PlanResult, Rating, ratings};
use maud::{Markup, html};

use super::load::Entry;
use super::tables::{breakable, contests, interval};
use crate::output::between;

/// Agents of connected matches in one game, three or more.
pub(crate) struct Standings<'a> {
    pub(crate) game: &'a str,
    pub(crate) agents: Vec<&'a str>,
    pub(crate) ratings: Vec<Rating>,
    /// Indices of the agents, best first.
    pub(crate) order: Vec<usize>,
    /// The agent whose Elo is 0: the one that is in every pairing, as in a gauntlet.
    pub(crate) anchor: Option<usize>,
    /// Two agents, the number of their games, and the points of the first.
    met: Vec<(usize, usize, u64, f64)>,
}

impl<'a> Standings<'a> {
    /// Finds the tournaments among these files.
    pub(crate) fn of(entries: &'a [Entry]) -> Vec<Self> {
        let of_one = |matches: Vec<(&'a Entry, Duel)>| {
            let game = matches.first()?.0.header.plan.game();
            let mut agents: Vec<&str> = Vec::new();
            let mut pairings: Vec<(usize, usize, Pentanomial)> = Vec::new();
            let mut met = Vec::new();
            for (entry, duel) in matches {
                let [one, two] = [0, 1].map(|agent| place(&mut agents, entry.agent(agent)));
                if one != two {
                    pairings.push((one, two, duel.pentanomial));
                    met.push((one, two, duel.games, duel.wins as f64 + duel.draws as f64 / 2.0));
                }
            }
            let has_played = |agent: usize| met.iter().all(|(one, two, ..)| [*one, *two].contains(&agent));
            let anchor = (0..agents.len()).find(|&agent| has_played(agent));
            let ratings = ratings(agents.len(), &pairings, anchor.map_or(Anchor::Mean, Anchor::Agent));
            let mut order: Vec<usize> = (0..agents.len()).collect();
            order.sort_by(|&a, &b| ratings[b].elo.total_cmp(&ratings[a].elo));
            (agents.len() > 2).then_some(Self { game, agents, ratings, order, anchor, met })
        };
        connected(entries).into_iter().filter_map(of_one).collect()
    }

    /// Describes the reference of the Elo scale.
    fn scale(&self) -> String {
        self.anchor.map_or("the mean of all agents".to_owned(), |anchor| self.agents[anchor].to_owned())
    }

    /// Returns the points of an agent against another, and the number of games.
    fn against(&self, agent: usize, other: usize) -> Option<(f64, u64)> {
        let own = |&(one, two, games, points): &(usize, usize, u64, f64)| match (one, two) {
            _ if (one, two) == (agent, other) => Some((points, games)),
            _ if (two, one) == (agent, other) => Some((games as f64 - points, games)),
            _ => None,
        };
        self.met.iter().filter_map(own).reduce(|(points, games), (more, of)| (points + more, games + of))
    }

    fn row(&self, agent: usize) -> Vec<String> {
        let Rating { elo, ci95, points, games, .. } = self.ratings[agent];
        let signed = |value: f64| format!("{value:+.0}");
        // The anchor has no interval.
        let interval = if ci95[0] < ci95[1] { between(ci95, signed) } else { "–".to_owned() };
        vec![signed(elo), interval, format!("{points} of {games}")]
    }

    fn cell(&self, agent: usize, other: usize) -> String {
        if agent == other {
            return "–".to_owned();
        }
        self.against(agent, other).map_or(String::new(), |(points, games)| format!("{points} of {games}"))
    }
}

/// Groups the matches from the same start that common agents connect: only their agents have a
/// common scale. Matches without a complete pair connect nobody.
fn connected(entries: &[Entry]) -> Vec<Vec<(&Entry, Duel)>> {
    let mut rest = contests(entries);
    rest.retain(|(_, duel)| duel.pentanomial.pairs() > 0);
    rest.sort_by_key(|(entry, _)| start(entry));
    let mut groups = Vec::new();
    while !rest.is_empty() {
        let mut group = vec![rest.remove(0)];
        let mut next = 0;
        while let Some(&(one, _)) = group.get(next) {
            let agents = one.header.plan.agents();
            let meets = |other: &Entry| other.header.plan.agents().iter().any(|agent| agents.contains(agent));
            let (linked, others): (Vec<_>, Vec<_>) =
                rest.into_iter().partition(|(other, _)| start(other) == start(one) && meets(other));
            group.extend(linked);
            rest = others;
            next += 1;
        }
        groups.push(group);
    }
    groups
}

fn start(entry: &Entry) -> (&str, &str) {
    (entry.header.plan.game(), entry.header.plan.start())
}

/// Returns the index of an agent, which is added if it is new.
fn place<'a>(agents: &mut Vec<&'a str>, name: &'a str) -> usize {
    agents.iter().position(|&agent| agent == name).unwrap_or_else(|| {
        agents.push(name);
        agents.len() - 1
    })
}

/// Renders a table of agents, best first, with the result of each against each of the others.
fn cross(
    label: &str,
    titles: &[&str],
    agents: &[(&str, Vec<String>)],
    cell: impl Fn(usize, usize) -> String,
) -> Markup {
    html! {
        div class="wide" role="region" tabindex="0" aria-label=(label) {
            table class="cross" {
                thead { tr {
                    th scope="col" { "#" } th scope="col" { "agent" }
                    @for title in titles { th scope="col" { (title) } }
                    @for (number, (name, _)) in (1..).zip(agents) { th scope="col" title=(name) { (number) } }
                } }
                tbody { @for (row, (name, about)) in agents.iter().enumerate() { tr {
                    td { (row + 1) } th scope="row" { (breakable(name)) }
                    @for text in about { td { (text) } }
                    @for column in 0..agents.len() { td class="met" { (cell(row, column)) } }
                } } }
            }
        }
    }
}

/// Renders the tables of all tournaments.
pub(crate) fn tables(standings: &[Standings<'_>], entries: &[Entry]) -> Markup {
    html! {
        @for one in standings {
            @let agents: Vec<_> = one.order.iter().map(|&agent| (one.agents[agent], one.row(agent))).collect();
            h3 { (one.game) ": points against each other" }
            (cross("Cross table", &["Elo", "95 % interval", "points"], &agents,
                |row, column| one.cell(one.order[row], one.order[column])))
            p class="note" { "A win is a point, a draw half a point. Elo is relative to " (one.scale()) "." }
        }
        @for group in &same_seeds(entries) {
            @let agents: Vec<_> = group.iter().map(|entry| (entry.agent(0), vec![mean(entry)])).collect();
            h3 { (group[0].header.plan.game()) ": differences on the same seeds" }
            (cross("Differences", &["mean"], &agents, |row, column| difference(group[row], group[column])))
            p class="note" { "The mean score of the row's agent less that of the column's, with its 95 % interval." }
        }
    }
}

/// Returns the runs on the same seeds, best first.
fn same_seeds(entries: &[Entry]) -> Vec<Vec<&Entry>> {
    let mut groups: Vec<Vec<&Entry>> = Vec::new();
    for entry in entries.iter().filter(|entry| matches!(entry.tally.result(), PlanResult::Run(_))) {
        let plan = &entry.header.plan;
        let fits = |other: &&Entry| {
            let theirs = &other.header.plan;
            (plan.start(), plan.game(), plan.seed(), plan.max_moves(), plan.opening_plies())
                == (theirs.start(), theirs.game(), theirs.seed(), theirs.max_moves(), theirs.opening_plies())
                && (entry.tally.games(), entry.header.shard) == (other.tally.games(), other.header.shard)
                && plan.games() == theirs.games()
        };
        match groups.iter_mut().find(|group| group.first().is_some_and(fits)) {
            Some(group) => group.push(entry),
            None => groups.push(vec![entry]),
        }
    }
    groups.retain(|group| group.len() > 1);
    let sum = |entry: &Entry| entry.tally.scores(0).iter().sum::<f64>();
    for group in &mut groups {
        group.sort_by(|a, b| sum(b).total_cmp(&sum(a)));
    }
    groups
}

fn mean(entry: &Entry) -> String {
    format!("{:.1}", MeanEstimate::of(entry.tally.scores(0)).mean)
}

fn difference(one: &Entry, other: &Entry) -> String {
    if std::ptr::eq(one, other) {
        return "–".to_owned();
    }
    let scores = one.tally.scores(0).iter().zip(other.tally.scores(0));
    let MeanEstimate { mean, ci95, .. } = MeanEstimate::of(&scores.map(|(one, other)| one - other).collect::<Vec<_>>());
    format!("{mean:+.1} ({})", interval(ci95))
}

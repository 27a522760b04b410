//! Results of runs and matches.

use std::time::Duration;

use serde::Serialize;

use crate::adjudication::End;
use crate::elo::{Elo, Pentanomial};
use crate::plan::Plan;
use crate::record::{Record, Share};
use crate::sprt::{SprtResult, SprtStatus};
use crate::statistics::{FEWEST_GAMES, MeanEstimate, Moments, median};
use crate::tilt::interval;

/// Summary of the games of one agent.
///
/// ```
/// # use gambol_core::Uniform;
/// # use gambol_match5::Match5;
/// # use gambol_search::PolicyOnly;
/// # let start: Match5 = Match5::default();
/// # let plan = gambol_arena::Plan::builder("match5", &start).agent("random");
/// # let plan = plan.games(4).record_games(true).build()?;
/// # let lineup = plan.lineup(&start)?.agent("random", || PolicyOnly(Uniform));
/// # let records: Vec<gambol_arena::Record> = (0..4).map(|game| lineup.game(game)).collect::<Result<_, _>>()?;
/// use gambol_arena::PlanResult;
///
/// let PlanResult::Run(summary) = lineup.play()?.result() else {
///     unreachable!("one agent plays a run")
/// };
/// assert_eq!(summary.games, 4);
/// assert!(summary.min.zip(summary.max).is_some_and(|(min, max)| min <= max));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Summary {
    /// Number of games.
    pub games: u64,
    /// Mean score, its standard error and its 95 % confidence interval.
    #[serde(flatten)]
    pub score: MeanEstimate,
    /// Median score; NaN without games, which is `null` in JSON.
    pub median: f64,
    /// Lowest score, if there are games.
    pub min: Option<i64>,
    /// Highest score, if there are games.
    pub max: Option<i64>,
    /// Number of games with a score of 0.
    pub zero_games: u64,
    /// Mean number of actions of agents in a game.
    pub moves_per_game: f64,
    /// Mean time of a decision in milliseconds.
    pub ms_per_move: f64,
}

/// Result of a match in a puzzle: two agents on the same seeds.
///
/// ```
/// # use core::ops::ControlFlow;
/// # use gambol_core::{Game, Player, Turn};
/// # #[derive(Clone, Debug, PartialEq, Eq, Hash)]
/// # struct Sum { left: u8, total: i64 }
/// # impl Game for Sum {
/// #     type Action = i64;
/// #     type Outcome = i64;
/// #     const PLAYERS: usize = 1;
/// #     fn turn(&self) -> Turn {
/// #         match self.left { 0 => Turn::Over, left if left % 2 == 0 => Turn::Player(Player::First), _ => Turn::Chance }
/// #     }
/// #     fn score(&self) -> i64 { self.total }
/// #     fn visit_actions<F>(&self, visit: F) -> ControlFlow<()>
/// #     where
/// #         F: FnMut(i64) -> ControlFlow<()>,
/// #     {
/// #         (1..=3).filter(|_| self.turn().player().is_some()).try_for_each(visit)
/// #     }
/// #     fn visit_outcomes<F>(&self, mut visit: F) -> ControlFlow<()>
/// #     where
/// #         F: FnMut(i64, f64) -> ControlFlow<()>,
/// #     {
/// #         (1..=6).filter(|_| self.turn() == Turn::Chance).try_for_each(|face| visit(face, 1.0 / 6.0))
/// #     }
/// #     fn play(&mut self, action: i64) { self.total += action; self.left -= 1; }
/// #     fn resolve(&mut self, face: i64) { self.total += face; self.left -= 1; }
/// # }
/// # impl std::fmt::Display for Sum {
/// #     fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
/// #         write!(f, "{} {}", self.left, self.total)
/// #     }
/// # }
/// use gambol_arena::{Plan, PlanResult};
/// use gambol_core::{Afterstate, Score, Uniform};
/// use gambol_search::{Greedy, PolicyOnly};
///
/// // A puzzle in which more is better, and a die adds to it.
/// let start = Sum { left: 8, total: 0 };
/// let plan = Plan::builder("sum", &start).agents(["greedy", "random"]).games(40).build()?;
/// let lineup = plan.lineup(&start)?.agent("greedy", || Greedy::new(Afterstate(Score)));
/// let tally = lineup.agent("random", || PolicyOnly(Uniform)).play()?;
/// let PlanResult::Paired(paired) = tally.result() else { unreachable!("a match of a puzzle") };
/// assert_eq!(paired.pairs, 20);
/// assert!(paired.difference.ci95[0] > 0.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Paired {
    /// Number of games of both agents together.
    pub games: u64,
    /// Number of pairs.
    pub pairs: u64,
    /// Summary of each agent.
    pub each: [Summary; 2],
    /// Difference of the scores of the first and the second agent on the same seed.
    pub difference: MeanEstimate,
    /// Numbers of pairs that the first agent won, drew and lost.
    pub won_drawn_lost: [u64; 3],
}

/// Result of a match in a two-player game.
///
/// ```
/// use gambol_arena::{Plan, PlanResult};
/// use gambol_core::Uniform;
/// use gambol_match5::{Match5, ThreatPlayer};
/// use gambol_search::PolicyOnly;
///
/// let start: Match5 = Match5::default();
/// let plan = Plan::builder("match5", &start).agents(["threat", "random"]).games(4).build()?;
/// let lineup = plan.lineup(&start)?.agent("threat", || PolicyOnly(ThreatPlayer));
/// let tally = lineup.agent("random", || PolicyOnly(Uniform)).play()?;
/// let PlanResult::Duel(duel) = tally.result() else { unreachable!("a two-player match") };
/// assert_eq!((duel.wins, duel.draws, duel.losses), (4, 0, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Duel {
    /// Number of games.
    pub games: u64,
    /// Number of games that the first agent won.
    pub wins: u64,
    /// Number of drawn games.
    pub draws: u64,
    /// Number of games that the first agent lost.
    pub losses: u64,
    /// Number of games that were won by the side that moved first, irrespective of the agent.
    pub wins_of_first_player: u64,
    /// Numbers of games that did not end by their rules; not in JSON if there are none.
    #[serde(skip_serializing_if = "Ends::is_empty")]
    pub ends: Ends,
    /// Numbers of pairs in which the first agent had 0, ½, 1, 1½ and 2 points.
    pub pentanomial: Pentanomial,
    /// Score and Elo of the first agent.
    #[serde(flatten)]
    pub elo: Elo,
    /// Status of the sequential test, if there is one.
    pub sprt: Option<SprtStatus>,
    /// Mean number of actions of agents in a game.
    pub moves_per_game: f64,
    /// Mean time of a decision in milliseconds.
    pub ms_per_move: f64,
    /// Mean time of a decision of each agent, over the games whose records contain it; `None` if
    /// none does.
    pub ms_per_move_each: Option<[f64; 2]>,
}

/// Numbers of games of a match that ended before their rules ended them.
///
/// ```
/// use gambol_arena::Ends;
///
/// assert!(Ends::default().is_empty());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Ends {
    /// Number of games that each agent resigned.
    pub resign: [u64; 2],
    /// Number of adjudicated draws.
    pub draw: u64,
    /// Number of games that each agent lost on time.
    pub time: [u64; 2],
}

impl Ends {
    /// Whether all games ended by their rules.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Adds a game; `gain` is the first agent's result.
    fn add(&mut self, end: End, gain: i64) {
        let loser = usize::from(gain > 0);
        match end {
            End::Resign => self.resign[loser] += 1,
            End::Draw => self.draw += 1,
            End::Time => self.time[loser] += 1,
        }
    }
}

/// Result of a plan.
///
/// ```
/// # use gambol_core::Uniform;
/// # use gambol_match5::Match5;
/// # use gambol_search::PolicyOnly;
/// # let start: Match5 = Match5::default();
/// # let plan = gambol_arena::Plan::builder("match5", &start).agent("random");
/// # let plan = plan.games(4).record_games(true).build()?;
/// # let lineup = plan.lineup(&start)?.agent("random", || PolicyOnly(Uniform));
/// # let records: Vec<gambol_arena::Record> = (0..4).map(|game| lineup.game(game)).collect::<Result<_, _>>()?;
/// use gambol_arena::PlanResult;
///
/// match lineup.play()?.result() {
///     PlanResult::Run(summary) => println!("mean {:.2}", summary.score.mean),
///     PlanResult::Paired(paired) => println!("difference {:.2}", paired.difference.mean),
///     PlanResult::Duel(duel) => println!("Elo {:+.0}", duel.elo.elo),
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum PlanResult {
    /// One agent.
    Run(Summary),
    /// Two agents, each alone.
    Paired(Box<Paired>),
    /// Two agents against each other.
    Duel(Duel),
}

/// Running result of a plan, updated by each record.
///
/// ```
/// # use gambol_core::Uniform;
/// # use gambol_match5::Match5;
/// # use gambol_search::PolicyOnly;
/// # let start: Match5 = Match5::default();
/// # let plan = gambol_arena::Plan::builder("match5", &start).agent("random");
/// # let plan = plan.games(4).record_games(true).build()?;
/// # let lineup = plan.lineup(&start)?.agent("random", || PolicyOnly(Uniform));
/// # let records: Vec<gambol_arena::Record> = (0..4).map(|game| lineup.game(game)).collect::<Result<_, _>>()?;
/// use gambol_arena::Tally;
///
/// let mut tally = Tally::new(&plan);
/// records.iter().for_each(|record| tally.add(record));
/// assert_eq!((tally.games(), tally.scores(0).len()), (4, 4));
/// println!("{}", tally.glance()); // random -0.50
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Tally {
    plan: Plan,
    /// The games of each agent; in a duel, all games in the first.
    sides: [Side; 2],
    /// The first agent's gain in the first game of an incomplete pair.
    open: Option<i64>,
    pairs: Pentanomial,
    differences: Moments,
    /// Pairs in a puzzle, games in a two-player game: won, drawn and lost by the first agent.
    results: [u64; 3],
    wins_of_first_player: u64,
    ends: Ends,
    /// Moves and times of each agent in the games of a duel whose records contain them.
    each: [Share; 2],
}

#[derive(Clone, Debug, Default)]
struct Side {
    scores: Vec<f64>,
    moments: Moments,
    moves: u64,
    time: Duration,
}

impl Tally {
    /// Creates an empty tally.
    #[must_use]
    pub fn new(plan: &Plan) -> Self {
        Self {
            plan: plan.clone(),
            sides: Default::default(),
            open: None,
            pairs: Pentanomial::default(),
            differences: Moments::default(),
            results: [0; 3],
            wins_of_first_player: 0,
            ends: Ends::default(),
            each: Default::default(),
        }
    }

    /// Adds a game. The games of a pair must be added one after the other.
    pub fn add(&mut self, record: &Record) {
        let first = record.first.unwrap_or(0).min(1);
        let duel = self.plan.is_duel();
        self.sides[if duel { 0 } else { first }].add(record);
        if !self.plan.is_match() {
            return;
        }
        // The value of a game to the first agent: in a duel its gain; in a puzzle its score, and
        // the negated score of the other agent. Saturating, since the numbers of a file are not
        // trusted.
        let value = if first == 0 { record.score } else { record.score.saturating_neg() };
        if duel {
            for (sum, share) in self.each.iter_mut().zip(record.each.iter().flatten()) {
                sum.moves = sum.moves.saturating_add(share.moves);
                sum.time_us = sum.time_us.saturating_add(share.time_us);
            }
            self.count(value);
            if let Some(end) = record.end {
                self.ends.add(end, value);
            }
            self.wins_of_first_player += u64::from(record.score > 0);
        }
        match self.open.take() {
            None => self.open = Some(value),
            Some(before) if duel => self.pairs.add([before, value]),
            Some(before) => {
                let difference = before.saturating_add(value);
                self.differences.add(difference as f64);
                self.count(difference);
            }
        }
    }

    fn count(&mut self, gain: i64) {
        self.results[(1 - gain.signum()) as usize] += 1;
    }

    /// Returns the number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.sides.iter().map(|side| side.scores.len() as u64).sum()
    }

    /// Returns the status of the match's sequential test, if it has one.
    #[must_use]
    pub fn test(&self) -> Option<SprtStatus> {
        self.plan.sprt.map(|test| test.status(&self.pairs))
    }

    /// Returns the results of the pairs of a duel so far.
    #[must_use]
    pub fn pairs(&self) -> Pentanomial {
        self.pairs
    }

    /// Whether the match's test has reached a result.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        self.test().is_some_and(|status| status.result != SprtResult::Open)
    }

    /// Returns the result so far as one short line, with its interval.
    #[must_use]
    pub fn glance(&self) -> String {
        let [first, second] = [0, 1].map(|agent| self.plan.agents.get(agent).map_or("", String::as_str));
        let known = |value: f64, text: String| if value.is_nan() { "unknown".to_owned() } else { text };
        let signed = |value: f64, digits: usize| known(value, format!("{value:+.digits$}"));
        let score = |value: f64| known(value, format!("{value:.2}"));
        if self.plan.is_duel() {
            let (elo, [won, drawn, lost]) = (self.pairs.elo(), self.results);
            let test = self.test().map_or(String::new(), |status| {
                format!(", LLR {:.2} ({:.2} to {:.2})", status.llr, status.lower, status.upper)
            });
            let interval = ends(elo.ci95, |end| format!("{end:+.0}"));
            format!(
                "{first} v {second}: {won} won, {drawn} drawn, {lost} lost, Elo {}{interval}{test}",
                signed(elo.elo, 0)
            )
        } else if self.plan.is_match() {
            let MeanEstimate { mean, ci95, .. } = self.differences.estimate();
            let [one, two] = [0, 1].map(|agent| self.sides[agent].moments.estimate().mean);
            let interval = ends(ci95, |end| format!("{end:+.2}"));
            format!("{first} {}, {second} {}, difference {}{interval}", score(one), score(two), signed(mean, 2))
        } else {
            let MeanEstimate { mean, ci95, .. } = self.sides[0].estimate(self.plan.players);
            format!("{first} {}{}", score(mean), ends(ci95, |end| format!("{end:.2}")))
        }
    }

    /// Returns the result so far.
    #[must_use]
    pub fn result(&self) -> PlanResult {
        let [first, second] = &self.sides;
        if self.plan.is_duel() {
            PlanResult::Duel(Duel {
                games: self.games(),
                wins: self.results[0],
                draws: self.results[1],
                losses: self.results[2],
                wins_of_first_player: self.wins_of_first_player,
                ends: self.ends,
                pentanomial: self.pairs,
                elo: self.pairs.elo(),
                sprt: self.test(),
                moves_per_game: first.moves_per_game(),
                ms_per_move: first.ms_per_move(),
                ms_per_move_each: match self.each.map(Share::ms_per_move) {
                    [None, None] => None,
                    each => Some(each.map(Option::unwrap_or_default)),
                },
            })
        } else if self.plan.is_match() {
            PlanResult::Paired(Box::new(Paired {
                games: self.games(),
                pairs: self.results.iter().sum(),
                each: [first, second].map(|side| side.summary(self.plan.players)),
                difference: self.differences.estimate(),
                won_drawn_lost: self.results,
            }))
        } else {
            PlanResult::Run(first.summary(self.plan.players))
        }
    }

    /// Returns the scores of an agent's games in order; in a duel, those of all games for agent 0.
    #[must_use]
    pub fn scores(&self, agent: usize) -> &[f64] {
        self.sides.get(agent).map_or(&[], |side| &side.scores)
    }
}

/// Formats an interval in parentheses; empty if it is infinite on both sides.
fn ends(ci95: [f64; 2], show: impl Fn(f64) -> String) -> String {
    if ci95.iter().any(|end| end.is_finite()) { format!(" ({})", ci95.map(show).join(" to ")) } else { String::new() }
}

impl Side {
    fn add(&mut self, record: &Record) {
        self.scores.push(record.score as f64);
        self.moments.add(record.score as f64);
        self.moves = self.moves.saturating_add(record.moves);
        self.time = self.time.saturating_add(record.time());
    }

    fn moves_per_game(&self) -> f64 {
        ratio(self.moves as f64, self.scores.len() as f64)
    }

    fn ms_per_move(&self) -> f64 {
        ratio(self.time.as_secs_f64() * 1e3, self.moves as f64)
    }

    /// The mean score. Results of two-player games are between -1 and 1, and so is their mean.
    fn estimate(&self, players: usize) -> MeanEstimate {
        let is_result = |score: &f64| score.abs() <= 1.0;
        if players < 2 || self.scores.len() < FEWEST_GAMES as usize || !self.scores.iter().all(is_result) {
            return self.moments.estimate_scores();
        }
        let count = |result: f64| self.scores.iter().filter(|&&score| score == result).count() as u64;
        let ci95 = interval(&[-1.0, 0.0, 1.0].map(count)).map(|mean| 2.0 * mean - 1.0);
        MeanEstimate { ci95, ..self.moments.estimate() }
    }

    fn summary(&self, players: usize) -> Summary {
        let extreme = |of: fn(f64, f64) -> f64| self.scores.iter().copied().reduce(of).map(|score| score as i64);
        Summary {
            games: self.scores.len() as u64,
            score: self.estimate(players),
            median: median(&self.scores),
            min: extreme(f64::min),
            max: extreme(f64::max),
            zero_games: self.scores.iter().filter(|&&score| score == 0.0).count() as u64,
            moves_per_game: self.moves_per_game(),
            ms_per_move: self.ms_per_move(),
        }
    }
}

fn ratio(above: f64, below: f64) -> f64 {
    if below > 0.0 { above / below } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::tests::plan;

    fn tally(plan: &Plan, scores: &[i64]) -> PlanResult {
        let mut tally = Tally::new(plan);
        for (index, &score) in scores.iter().enumerate() {
            tally.add(&record(plan, index as u64, score));
        }
        tally.result()
    }

    fn record(plan: &Plan, index: u64, score: i64) -> Record {
        Record {
            index,
            seed: 0,
            first: plan.first_of(index),
            score,
            end: None,
            moves: 4,
            last: String::new(),
            game: None,
            each: plan.is_duel().then_some([Share { moves: 3, time_us: 1_500 }, Share { moves: 1, time_us: 250 }]),
            time_us: 2_000,
        }
    }

    #[test]
    fn runs_are_summed_up() {
        let PlanResult::Run(summary) = tally(&plan(&["a"], 4), &[0, 3, 1, 8]) else { panic!() };
        assert_eq!((summary.games, summary.score.mean, summary.median), (4, 3.0, 2.0));
        assert_eq!((summary.min, summary.max, summary.zero_games), (Some(0), Some(8), 1));
        assert_eq!((summary.moves_per_game, summary.ms_per_move), (4.0, 0.5));
        let PlanResult::Run(nothing) = tally(&plan(&["a"], 4), &[]) else { panic!() };
        assert_eq!((nothing.games, nothing.min, nothing.max, nothing.ms_per_move), (0, None, None, 0.0));
        assert!(nothing.score.mean.is_nan() && nothing.median.is_nan());
    }

    #[test]
    fn means_of_results_stay_between_the_results() {
        let PlanResult::Run(won) = tally(&plan(&["a"], 5), &[1; 5]) else { panic!() };
        assert!((0.0..0.3).contains(&won.score.ci95[0]) && won.score.ci95[1] == 1.0, "five say little: {won:?}");
        let PlanResult::Run(points) = tally(&Plan { players: 1, ..plan(&["a"], 5) }, &[1; 5]) else { panic!() };
        assert_eq!(points.score.ci95, [1.0, 1.0], "points have no greatest");
    }

    #[test]
    fn fewer_than_five_games_have_no_interval() {
        for (players, agents) in [(2, 1), (1, 1), (1, 2), (2, 2)] {
            for games in (1..=12_usize).filter(|games| agents == 1 || games % 2 == 0) {
                let plan = Plan { players, ..plan(&["a", "b"][..agents], games as u64) };
                let scores: Vec<i64> = [1, -1, 1, 0].into_iter().cycle().take(games).collect();
                // The count is that of games for one agent, of pairs for two agents that play
                // alone, and of games in complete pairs for a match.
                let (ci95, counted) = match tally(&plan, &scores) {
                    PlanResult::Run(summary) => (summary.score.ci95, games),
                    PlanResult::Paired(paired) => (paired.difference.ci95, games / 2),
                    PlanResult::Duel(duel) => (duel.elo.ci95, games / 2 * 2),
                };
                let has_interval = ci95.iter().all(|end| end.is_finite());
                assert_eq!(has_interval, counted >= 5, "{players} players, {agents} agents, {games} games: {ci95:?}");
            }
        }
        let glance = |games: usize| {
            let plan = Plan { players: 1, ..plan(&["a"], games as u64) };
            let mut tally = Tally::new(&plan);
            (0..games as u64).for_each(|index| tally.add(&record(&plan, index, 8)));
            tally.glance()
        };
        assert_eq!([glance(4), glance(5)], ["a 8.00", "a 8.00 (8.00 to 8.00)"]);
    }

    #[test]
    fn a_glance_names_the_agents() {
        for (plan, shown) in [
            (plan(&["a", "b"], 4), "a v b: 0 won, 0 drawn, 0 lost, Elo unknown"),
            (Plan { players: 1, ..plan(&["a", "b"], 4) }, "a unknown, b unknown, difference unknown"),
            (plan(&["a"], 4), "a unknown"),
        ] {
            assert_eq!(Tally::new(&plan).glance(), shown);
        }
    }

    #[test]
    fn duels_are_seen_from_the_first_agent() {
        // The first agent moves first in games 0 and 2, the second in 1 and 3: won, won, drawn,
        // lost.
        let PlanResult::Duel(duel) = tally(&plan(&["a", "b"], 4), &[1, -1, 0, 1]) else { panic!() };
        assert_eq!((duel.wins, duel.draws, duel.losses, duel.wins_of_first_player), (2, 1, 1, 2));
        assert_eq!(duel.pentanomial.0, [0, 1, 0, 0, 1]);
        assert_eq!(duel.elo.score, 0.625);
        assert_eq!((duel.ms_per_move, duel.ms_per_move_each), (0.5, Some([0.5, 0.25])));
    }

    #[test]
    fn ends_are_counted_by_agent() {
        let plan = plan(&["a", "b"], 8);
        let mut tally = Tally::new(&plan);
        // The first agent moves first in games 0, 2 and so on.
        let games =
            [(-1, Some(End::Time)), (-1, Some(End::Time)), (0, Some(End::Draw)), (1, Some(End::Resign)), (1, None)];
        for (index, (score, end)) in (0..).zip(games) {
            tally.add(&Record { end, ..record(&plan, index, score) });
        }
        let PlanResult::Duel(duel) = tally.result() else { panic!() };
        assert_eq!(duel.ends, Ends { resign: [1, 0], draw: 1, time: [1, 1] });
        let json = serde_json::to_value(duel).unwrap();
        assert_eq!(json["ends"]["time"], serde_json::json!([1, 1]));
    }

    #[test]
    fn no_number_of_a_file_is_too_large() {
        for plan in [Plan { players: 1, ..plan(&["a", "b"], 4) }, plan(&["a", "b"], 4), plan(&["a"], 4)] {
            for score in [i64::MIN, i64::MAX] {
                let mut tally = Tally::new(&plan);
                for index in 0..4 {
                    tally.add(&Record {
                        index,
                        seed: 0,
                        first: plan.first_of(index),
                        score,
                        end: None,
                        moves: u64::MAX,
                        last: String::new(),
                        game: None,
                        each: None,
                        time_us: u64::MAX,
                    });
                }
                let _ = tally.result();
                assert_eq!(tally.games(), 4);
            }
        }
    }

    #[test]
    fn puzzles_are_compared_pair_by_pair() {
        let plan = Plan { players: 1, ..plan(&["a", "b"], 10) };
        let PlanResult::Paired(paired) = tally(&plan, &[10, 7, 5, 5, 1, 4, 2, 2, 8, 8]) else { panic!() };
        assert_eq!((paired.games, paired.pairs, paired.won_drawn_lost), (10, 5, [1, 3, 1]));
        assert_eq!((paired.difference.mean, paired.each[0].median, paired.each[1].max), (0.0, 5.0, Some(8)));
        // By hand: differences 3, 0, -3, 0, 0; variance 4.5, standard error √0.9.
        assert!((paired.difference.se - 0.9_f64.sqrt()).abs() < 1e-12);
    }
}

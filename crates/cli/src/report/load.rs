//! Data of a page, from a file of records.

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Duration;

use gambol::registry::{Registry, split};
use gambol::{Game, Turn};
use gambol_arena::{Course, FileError, Header, Reader, Record, Share, Tally};

use super::replay::{Frame, frames, replay};
use super::values::Values;
use crate::draw::{Looks, sides};
use crate::output::Failure;
use crate::verify::{is_known, verify};

/// A file of records, loaded.
pub(crate) struct Entry {
    pub(crate) path: PathBuf,
    pub(crate) header: Header,
    /// Whether the program has the game; otherwise there are no replays.
    pub(crate) is_known: bool,
    pub(crate) tally: Tally,
    /// Number of agents' actions in each game.
    pub(crate) lengths: Vec<f64>,
    /// Each agent's milliseconds per move, the mean of each game.
    pub(crate) paces: [Vec<f64>; 2],
    /// Results of the games in order: the scores of each agent, or in a match the points of the
    /// first agent.
    pub(crate) results: [Vec<f64>; 2],
    /// Total time of all decisions.
    pub(crate) thinking: Duration,
    /// Scores after each action of the first recorded games, for each agent in a puzzle.
    pub(crate) courses: [Vec<Vec<f64>>; 2],
    /// Games with replays, in order.
    pub(crate) replays: Vec<Replay>,
}

/// A replay: the frames of a game.
pub(crate) struct Replay {
    pub(crate) index: u64,
    pub(crate) first: Option<usize>,
    pub(crate) score: i64,
    pub(crate) frames: Vec<Frame>,
    pub(crate) looks: Looks,
    /// Names of the sides in a two-player game.
    pub(crate) sides: Option<[&'static str; 2]>,
}

/// Maximum number of games in a plot of scores over moves. More would not change the picture.
pub(crate) const SAMPLE: usize = 200;

impl Entry {
    /// Reads a file, and the games with these numbers for replays. `values` is the agent that
    /// computes the values of the replays. The games must be those of the shard from the first on;
    /// missing games at the end are no error and are reported on the page.
    pub(crate) fn load(
        registry: &Registry,
        path: &Path,
        wanted: &[u64],
        values: Option<&str>,
    ) -> Result<Self, Failure> {
        let mut reader = open(path)?;
        let header = reader.header().clone();
        let mut entry = Self {
            path: path.to_owned(),
            tally: Tally::new(&header.plan),
            is_known: is_known(registry, &header.plan),
            header,
            lengths: Vec::new(),
            paces: Default::default(),
            results: Default::default(),
            thinking: Duration::ZERO,
            courses: Default::default(),
            replays: Vec::new(),
        };
        let mut scores = Vec::new();
        let mut course = Course::new(&entry.header);
        while let Some(located) = reader.read_next(&mut course, &|plan, record| verify(registry, plan, record))? {
            let record = located.record;
            entry.lengths.push(record.moves as f64);
            entry.time(&record);
            entry.count(&record);
            entry.follow(registry, &record)?;
            scores.push((record.score, record.index));
        }
        entry.tally = course.tally().clone();
        if scores.is_empty() {
            return Err(Failure::of(path.display(), "it contains no complete game"));
        }
        if let Some(index) = wanted.first().filter(|_| !entry.is_known) {
            let reason =
                format!("game {index}: `{}` is unknown here, so it cannot be replayed", entry.header.plan.game());
            return Err(Failure::of(path.display(), reason));
        }
        if !entry.is_known {
            return Ok(entry);
        }
        if !entry.header.plan.record_games() {
            return match wanted.first() {
                Some(index) => {
                    Err(Failure::of(path.display(), format!("game {index} is not recorded; play with --record-games")))
                }
                None => Ok(entry),
            };
        }
        let chosen: BTreeSet<u64> =
            if wanted.is_empty() { typical(&mut scores) } else { wanted.iter().copied().collect() };
        let plan = &entry.header.plan;
        let game = split(plan.game()).0;
        let values = values.map(|agent| Values::new(registry, game, plan.start(), agent)).transpose()?;
        for located in open(path)? {
            let Record { index, first, score, game: text, .. } = located?.record;
            if let Some(text) = text.filter(|_| chosen.contains(&index)) {
                let (frames, looks) = frames(registry, game, &text, values.as_ref())
                    .map_err(|error| Failure::of(format_args!("{}: game {index}", path.display()), error.0))?;
                let start = registry.position(game, &text.start)?;
                let sides = (plan.players() > 1).then(|| sides(&start));
                entry.replays.push(Replay { index, first, score, frames, looks, sides });
            }
        }
        let found: BTreeSet<u64> = entry.replays.iter().map(|replay| replay.index).collect();
        match chosen.difference(&found).next() {
            Some(index) => Err(Failure::of(path.display(), format!("no game {index} in this file"))),
            None => Ok(entry),
        }
    }

    /// Returns the number of games of the whole run or match, over all shards.
    pub(crate) fn of(&self) -> u64 {
        if self.tally.is_decided() { self.tally.games() } else { self.header.plan.games() }
    }

    /// Returns the numbers of the games in the file.
    pub(crate) fn games(&self) -> Range<u64> {
        let first = self.header.plan.range(self.header.shard).start;
        first..first + self.tally.games()
    }

    /// Whether games of the run or the match are missing from the file.
    pub(crate) fn is_part(&self) -> bool {
        self.tally.games() < self.of()
    }

    /// Returns the name of an agent.
    pub(crate) fn agent(&self, number: usize) -> &str {
        self.header.plan.agents().get(number).map_or("?", String::as_str)
    }

    /// Adds each agent's time per move.
    fn time(&mut self, record: &Record) {
        let alone = Share { moves: record.moves, time_us: record.time_us };
        let shares = match (self.header.plan.is_duel(), record.first) {
            (true, _) => record.each.unwrap_or_default(),
            (false, Some(1)) => [Share::default(), alone],
            (false, _) => [alone, Share::default()],
        };
        for (paces, share) in self.paces.iter_mut().zip(shares) {
            paces.extend(share.ms_per_move());
        }
    }

    /// Adds the result of a game.
    fn count(&mut self, record: &Record) {
        self.thinking = self.thinking.saturating_add(record.time());
        let first = record.first.unwrap_or(0).min(1);
        if self.header.plan.is_duel() {
            let gain = if first == 0 { record.score.signum() } else { -record.score.signum() };
            self.results[0].push(f64::midpoint(gain as f64, 1.0));
        } else {
            self.results[first].push(record.score as f64);
        }
    }

    /// Adds the scores over the moves of a puzzle.
    fn follow(&mut self, registry: &Registry, record: &Record) -> Result<(), Failure> {
        let agent = record.first.unwrap_or(0).min(1);
        if self.is_known
            && self.header.plan.players() == 1
            && record.game.is_some()
            && self.courses[agent].len() < SAMPLE
        {
            self.courses[agent].push(self.scores_after_actions(registry, record)?);
        }
        Ok(())
    }

    /// Returns the score before the first action, and after each action with the chance events that
    /// follow it.
    fn scores_after_actions(&self, registry: &Registry, record: &Record) -> Result<Vec<f64>, Failure> {
        let Some(text) = &record.game else { return Ok(Vec::new()) };
        let states = replay(registry, self.header.plan.game(), text)
            .map_err(|error| Failure::of(format_args!("{}: game {}", self.path.display(), record.index), error.0))?;
        let (last, before) = states.split_last().ok_or_else(|| Failure("a game has no state".to_owned()))?;
        let decisions = before.iter().filter(|state| matches!(state.turn(), Turn::Player(_)));
        Ok(decisions.chain([last]).map(|state| state.score() as f64).collect())
    }
}

fn open(path: &Path) -> Result<Reader, FileError> {
    Reader::open(path)?.ok_or_else(|| FileError::new(path, "it has no header"))
}

/// Returns the games with the highest, the median and the lowest score.
fn typical(scores: &mut [(i64, u64)]) -> BTreeSet<u64> {
    scores.sort_unstable();
    [0, scores.len() / 2, scores.len().saturating_sub(1)]
        .into_iter()
        .filter_map(|place| scores.get(place))
        .map(|&(_, index)| index)
        .collect()
}

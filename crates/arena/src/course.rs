//! The games of a file of records: their order, and the end of the file.

use crate::adjudication::End;
use crate::header::Header;
use crate::record::{Record, Share};
use crate::summary::Tally;

/// The games of a shard from the first to the last, or until the match's test decides.
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
/// use gambol_arena::{Course, Header, Shard};
///
/// let mut course = Course::new(&Header::new("0.1.0", plan.clone(), Shard::WHOLE));
/// course.add(&records[0])?;
/// assert_eq!((course.next(), course.rest()), (Some(1), 1..4));
/// assert!(course.add(&records[2]).is_err(), "game 1 is missing");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Course {
    header: Header,
    next: u64,
    end: u64,
    tally: Tally,
}

impl Course {
    /// Returns the course of a file with this header.
    #[must_use]
    pub fn new(header: &Header) -> Self {
        let range = header.plan.range(header.shard);
        Self { header: header.clone(), next: range.start, end: range.end, tally: Tally::new(&header.plan) }
    }

    /// Returns the number of the next game; `None` after the last.
    #[must_use]
    pub fn next(&self) -> Option<u64> {
        (self.next < self.end && !self.tally.is_decided()).then_some(self.next)
    }

    /// Returns the remaining games, provided that no test ends the match early.
    #[must_use]
    pub fn rest(&self) -> std::ops::Range<u64> {
        self.next..if self.next().is_some() { self.end } else { self.next }
    }

    /// Returns the tally of the games so far.
    #[must_use]
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Adds the next game.
    ///
    /// # Errors
    ///
    /// Fails if the record is not that of the next game; then nothing is added.
    pub fn add(&mut self, record: &Record) -> Result<(), String> {
        self.check_next(record)?;
        self.count(record);
        Ok(())
    }

    /// Adds a record that was accepted by [`check_next`](Self::check_next).
    pub(crate) fn count(&mut self, record: &Record) {
        self.tally.add(record);
        self.next += 1;
    }

    /// Checks that a record can be that of the next game.
    ///
    /// # Errors
    ///
    /// Returns the reason why it cannot.
    pub(crate) fn check_next(&self, record: &Record) -> Result<(), String> {
        match self.next() {
            Some(next) if next == record.index => check(&self.header, record),
            Some(next) => Err(format!("it is the record of game {} instead of game {next}", record.index)),
            None => Err(format!("it is the record of game {}, after the last one", record.index)),
        }
    }
}

/// Checks that a record can belong to a file with this header.
///
/// # Errors
///
/// Returns the reason why it cannot.
pub(crate) fn check(header: &Header, record: &Record) -> Result<(), String> {
    let Record { index, .. } = *record;
    let plan = &header.plan;
    if index >= plan.games {
        return Err(format!("it is the record of game {index}, but there are only {} games", plan.games));
    }
    if !plan.range(header.shard).contains(&index) {
        return Err(format!("it is the record of game {index}, which is not in shard {}", header.shard));
    }
    if record.seed != plan.seed_of(index).get() {
        return Err(format!("game {index} should have the seed {}, not {}", plan.seed_of(index), record.seed));
    }
    if record.first != plan.first_of(index) {
        return Err(format!("game {index} should begin with the other agent"));
    }
    let moves = |each: [Share; 2]| each.iter().map(|share| share.moves).fold(0, u64::saturating_add);
    if record.each.map(moves) != plan.is_duel().then_some(record.moves) {
        return Err(format!("game {index} lacks the moves of each of two agents, or they are inconsistent"));
    }
    if plan.max_moves.is_some_and(|most| record.moves > most) {
        return Err(format!("game {index} has {} moves, more than the header allows", record.moves));
    }
    let is_end = |end: End| match end {
        End::Resign => plan.resign.is_some() && record.score.abs() == 1,
        End::Draw => plan.draw.is_some() && record.score == 0,
        End::Time => plan.tc.is_some() && record.score.abs() == 1,
    };
    if !record.end.is_none_or(is_end) {
        return Err(format!("game {index} has an end that does not fit its score or the header"));
    }
    if record.game.is_some() != plan.record_games {
        return Err(format!("game {index} includes the game's events or omits them, contrary to the header"));
    }
    let start = plan.opening_of(index).map_or_else(|| plan.start.clone(), |opening| opening.start);
    if record.game.as_ref().is_some_and(|game| game.start != start) {
        return Err(format!("game {index} begins with another state than in the header"));
    }
    Ok(())
}

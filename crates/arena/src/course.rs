//! Which games a file of records is to hold, in which order, and when it is whole.

use crate::header::Header;
use crate::record::{Record, Share};
use crate::summary::Tally;

/// The games of a shard from its first to its last, or to where the match's test decides.
///
/// ```
/// # use gambol_core::Uniform;
/// # use gambol_match5::Match5;
/// # use gambol_search::PolicyOnly;
/// # let start: Match5 = Match5::default();
/// # let plan = gambol_arena::Plan::builder("match5", &start).agent("random").games(4).record_games(true).build()?;
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
    /// The course of a file that begins with this header.
    #[must_use]
    pub fn new(header: &Header) -> Self {
        let range = header.plan.range(header.shard);
        Self { header: header.clone(), next: range.start, end: range.end, tally: Tally::new(&header.plan) }
    }

    /// The number of the game that comes next; `None` if that was all.
    #[must_use]
    pub fn next(&self) -> Option<u64> {
        (self.next < self.end && !self.tally.is_decided()).then_some(self.next)
    }

    /// The games that are to come, if no test ends them.
    #[must_use]
    pub fn rest(&self) -> std::ops::Range<u64> {
        self.next..if self.next().is_some() { self.end } else { self.next }
    }

    /// What the games so far come to.
    #[must_use]
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Adds the next game.
    ///
    /// # Errors
    ///
    /// Says why a record is not that of the next game; nothing is added then.
    pub fn add(&mut self, record: &Record) -> Result<(), String> {
        self.check_next(record)?;
        self.count(record);
        Ok(())
    }

    /// Adds a record that [`check_next`](Self::check_next) has accepted.
    pub(crate) fn count(&mut self, record: &Record) {
        self.tally.add(record);
        self.next += 1;
    }

    /// Whether a record can be that of the next game.
    ///
    /// # Errors
    ///
    /// Says why it cannot.
    pub(crate) fn check_next(&self, record: &Record) -> Result<(), String> {
        match self.next() {
            Some(next) if next == record.index => check(&self.header, record),
            Some(next) => Err(format!("it is of game {}, where game {next} should be", record.index)),
            None => Err(format!("it is of game {}, after the last one", record.index)),
        }
    }
}

/// Whether a record can belong to a file with this header.
///
/// # Errors
///
/// Says why it cannot.
pub(crate) fn check(header: &Header, record: &Record) -> Result<(), String> {
    let Record { index, .. } = *record;
    let plan = &header.plan;
    if index >= plan.games {
        return Err(format!("it is of game {index}, and there are {}", plan.games));
    }
    if !plan.range(header.shard).contains(&index) {
        return Err(format!("it is of game {index}, which is none of shard {}", header.shard));
    }
    if record.seed != plan.seed_of(index).get() {
        return Err(format!("game {index} has the seed {} there, not {}", plan.seed_of(index), record.seed));
    }
    if record.first != plan.first_of(index) {
        return Err(format!("game {index} begins with the other agent there"));
    }
    let moves = |each: [Share; 2]| each.iter().map(|share| share.moves).fold(0, u64::saturating_add);
    if record.each.map(moves) != plan.is_duel().then_some(record.moves) {
        return Err(format!("game {index} does not say what each of two agents did, or it does not fit"));
    }
    if plan.max_moves.is_some_and(|most| record.moves > most) {
        return Err(format!("game {index} has {} moves, more than the header allows", record.moves));
    }
    if record.game.is_some() != plan.record_games {
        return Err(format!("game {index} is kept as text, or is not, against the header"));
    }
    if record.game.as_ref().is_some_and(|game| game.start != plan.start) {
        return Err(format!("game {index} begins with another state than the header says"));
    }
    Ok(())
}

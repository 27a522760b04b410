//! A small two-player game with chance, and plans of it.

use std::ops::ControlFlow;
use std::str::FromStr;

use gambol_arena::{Lineup, Plan, PlanBuilder, Record, Shard};
use gambol_core::{Game, Player, TextError, Turn, Uniform};
use gambol_search::{Budget, FlatMonteCarlo, PolicyOnly, Search, WithBudget};

/// Two players in turn take one or two of the points of a die from the table, until 20 have been
/// taken; the one who has taken more wins.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Grab {
    pub(crate) table: u8,
    taken: [u8; 2],
    to_move: Player,
}

pub(crate) const START: Grab = Grab { table: 0, taken: [0; 2], to_move: Player::First };

impl Game for Grab {
    type Action = u8;
    type Outcome = u8;
    const PLAYERS: usize = 2;

    fn turn(&self) -> Turn {
        match (self.taken[0] + self.taken[1], self.table) {
            (20.., _) => Turn::Over,
            (_, 0) => Turn::Chance,
            _ => Turn::Player(self.to_move),
        }
    }

    fn score(&self) -> i64 {
        if self.turn() == Turn::Over { (i64::from(self.taken[0]) - i64::from(self.taken[1])).signum() } else { 0 }
    }

    fn visit_actions<F: FnMut(u8) -> ControlFlow<()>>(&self, visit: F) -> ControlFlow<()> {
        let most = if self.turn().player().is_some() { self.table.min(2) } else { 0 };
        (1..=most).try_for_each(visit)
    }

    fn visit_outcomes<F: FnMut(u8, f64) -> ControlFlow<()>>(&self, mut visit: F) -> ControlFlow<()> {
        let faces = if self.turn() == Turn::Chance { 6 } else { 0 };
        (1..=faces).try_for_each(|face| visit(face, 1.0 / 6.0))
    }

    fn play(&mut self, action: u8) {
        self.table -= action;
        self.taken[usize::from(self.to_move == Player::Second)] += action;
        self.to_move = self.to_move.opponent();
    }

    fn resolve(&mut self, face: u8) {
        self.table = face;
    }
}

impl std::fmt::Display for Grab {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}-{} {}", self.table, self.taken[0], self.taken[1], self.to_move)
    }
}

impl FromStr for Grab {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        Err(TextError::new("position", text, "the arena never reads one"))
    }
}

/// An agent with a small search.
pub(crate) fn searcher() -> Box<dyn Search<Grab>> {
    Box::new(WithBudget::new(FlatMonteCarlo::new().rollouts(5), Budget::unlimited()))
}

/// An agent without a search.
pub(crate) fn random() -> Box<dyn Search<Grab>> {
    Box::new(PolicyOnly(Uniform))
}

/// A plan of `searcher`, or of `searcher` against `random`.
pub(crate) fn builder(agents: usize, games: u64) -> PlanBuilder {
    Plan::builder("grab", &START).agents(["searcher", "random"].iter().take(agents)).games(games).seed(7)
}

/// The same plan, without openings.
pub(crate) fn plan(agents: usize, games: u64) -> Plan {
    let builder = builder(agents, games);
    if agents > 1 { builder.opening_plies(0).build().unwrap() } else { builder.build().unwrap() }
}

/// A plan with another value of a field, which may be invalid.
pub(crate) fn altered(plan: &Plan, field: &str, value: impl Into<serde_json::Value>) -> Plan {
    let mut json = serde_json::to_value(plan).unwrap();
    json[field] = value.into();
    serde_json::from_value(json).unwrap()
}

/// The agents of a plan.
pub(crate) fn lineup(plan: &Plan) -> Lineup<'_, Grab> {
    let lineup =
        plan.lineup(&START).unwrap().openings(|text| text.parse().map_err(|error: TextError| error.to_string()));
    let lineup = lineup.try_agent("searcher", || Ok(searcher()));
    if plan.agents().iter().any(|agent| agent == "random") {
        lineup.try_agent("random", || Ok(random()))
    } else {
        lineup
    }
}

/// Plays a shard of a plan on this many threads, and removes the times.
pub(crate) fn records(plan: &Plan, shard: Shard, threads: usize) -> Vec<Record> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let mut records = Vec::new();
    let sink = |record: Record| {
        records.push(record.without_time());
        Ok(ControlFlow::Continue(()))
    };
    pool.install(|| lineup(plan).games(plan.range(shard), sink)).unwrap();
    records
}

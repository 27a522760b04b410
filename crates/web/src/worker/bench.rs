//! Benchmarks that compare the speed of browsers and native programs.

use gambol::{Budget, Game, Search, Seed};
use serde::Serialize;
use web_time::Instant;

/// A benchmark: name, game, agent, and unit of work.
struct Work {
    name: &'static str,
    game: &'static str,
    agent: &'static str,
}

/// Flat Monte Carlo in all games, measured in rollouts, and alpha-beta, measured in nodes.
const WORKS: [Work; 6] = [
    Work { name: "five-or-more", game: "five-or-more", agent: "mc:rollouts=200" },
    Work { name: "tenten", game: "tenten", agent: "mc:rollouts=300" },
    Work { name: "threes", game: "threes", agent: "mc:rollouts=20000" },
    Work { name: "pentago-swap", game: "pentago-swap", agent: "mc:rollouts=2000" },
    Work { name: "match5", game: "match5", agent: "mc:rollouts=2000" },
    Work { name: "alpha-beta", game: "pentago-swap", agent: "alpha-beta:eval=fitted,depth=7,mb=16" },
];

/// Returns the names of the benchmarks.
pub fn names() -> impl Iterator<Item = &'static str> {
    WORKS.iter().map(|work| work.name)
}

/// Result of a benchmark.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Measured {
    /// Name of the benchmark.
    pub name: String,
    /// Chosen action.
    pub action: String,
    /// Number of rollouts or nodes.
    pub work: u64,
    /// Unit of the work.
    pub unit: &'static str,
    /// Minimum time over all rounds, in milliseconds.
    pub ms: f64,
    /// Work per second.
    pub per_second: f64,
}

/// Number of rounds, of which the fastest counts.
const ROUNDS: usize = 5;

/// Runs a benchmark several times.
///
/// # Errors
///
/// Fails if the name is unknown.
pub fn measure(name: &str) -> Result<Measured, String> {
    let work = WORKS.iter().find(|work| work.name == name).ok_or_else(|| format!("unknown work `{name}`"))?;
    let mut state = crate::registry().start(work.game).map_err(|error| error.to_string())?;
    state.settle(&mut Seed::new(7).derive(0).rng());
    let mut best: Option<Measured> = None;
    for _ in 0..ROUNDS {
        // A new agent each time, because a filled table would change the node count.
        let mut agent = state.agent(work.agent).map_err(|error| error.to_string())?;
        let began = Instant::now();
        let decision = agent.search(&state, &Budget::unlimited(), Seed::new(7)).map_err(|error| error.to_string())?;
        let seconds = began.elapsed().as_secs_f64();
        let (done, unit) = match decision.stats.simulations {
            0 => (decision.stats.nodes, "nodes"),
            simulations => (simulations, "rollouts"),
        };
        let measured = Measured {
            name: name.to_owned(),
            action: decision.action.to_string(),
            work: done,
            unit,
            ms: seconds * 1e3,
            per_second: done as f64 / seconds.max(1e-9),
        };
        if best.as_ref().is_none_or(|best| measured.ms < best.ms) {
            best = Some(measured);
        }
    }
    best.ok_or_else(|| "nothing was measured".to_owned())
}

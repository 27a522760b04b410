//! The agents of Match5.

use alloc::boxed::Box;
use alloc::string::ToString;

use gambol_core::{TextError, Tracked};
use gambol_match5::{
    Bits, ForcedWins, LineThreats, Match5, OpenWindows, PatternValue, Patterns, Rules, ThreatLines, ThreatPlayer,
    Threats,
};
use gambol_search::{AlphaBeta, Budget, PolicyOnly, WinFirst, WithBudget, WithCompanion};

use super::rules;
#[cfg(feature = "self-taught")]
use super::self_taught;
use crate::agents::parameters as settings;
use crate::agents::spec::{Parameter, Spec};
use crate::entry::{AgentEntry, GameEntry, Made};

pub(super) fn entry<B: Bits + 'static>() -> GameEntry<Match5<B>> {
    GameEntry::new("match5", "five in a row, by default on 9×9 (two players)", |settings| {
        let rules: Rules = rules(settings)?;
        Match5::new(rules).map_err(|error| TextError::new("settings", settings.unwrap_or_default(), error.to_string()))
    })
    .encoded()
    .rules(include_str!("rules/match5.txt"))
    .without_chance()
    .player("patterns")
    .levels(["mc:rollouts=5", "threat", "alpha-beta:eval=threats,ms=200,width=20"])
    .settings("match5, gomoku, or edge=9,row=5,starts=r|b")
    .evaluator("threats", "fours, open threes and open windows, fitted to games", LineThreats::new)
    .companion("threats", || (ThreatLines::<B>::default(), LineThreats::new()))
    .evaluator("windows", "open windows: places for a row with stones of one colour only", || OpenWindows)
    .policy("threat", "wins at once, or blocks, or moves where open windows count most", || ThreatPlayer)
    .agents([
        AgentEntry::new("threat", "wins at once, or blocks, or moves where open windows count most", &[], |_| {
            Ok(Box::new(PolicyOnly(ThreatPlayer)))
        }),
        AgentEntry::new(
            "patterns",
            "threat-space search, then alpha-beta on patterns kept from move to move",
            &PATTERNS,
            patterns,
        ),
        #[cfg(feature = "self-taught")]
        AgentEntry::new(
            "self-taught",
            "Match5's own player: trained by games, answers the patterns that it lost by",
            &self_taught::PARAMETERS,
            self_taught::self_taught,
        ),
    ])
}

const DEPTH: Parameter = Parameter { key: "depth", default: "none", about: "depth limit in plies, 1 to 100" };
const MS: Parameter = Parameter {
    key: "ms",
    default: "1000",
    about: "milliseconds per move, 1 to 3600000; unlimited if only depth is set",
};
const MB: Parameter = Parameter {
    key: "mb",
    default: settings::AUTO,
    about: "megabytes of the transposition table, 0 to 65536; auto is 64 MiB",
};
const PATTERNS: [Parameter; 6] = [DEPTH, MS, CANDIDATES, MB, SOLVER_NODES, SELECTIVE];
const SELECTIVE: Parameter =
    Parameter { key: "selective", default: "yes", about: "selective search: no or yes (stronger)" };
const CANDIDATES: Parameter = Parameter {
    key: "width",
    default: "18",
    about: "candidate moves per node without a forced one, 1 to 64: those with the best patterns",
};
const SOLVER_NODES: Parameter = Parameter {
    key: "solver",
    default: "auto",
    about: "node limit of each threat-space search (fours; fours and threes), 0 to 10000000; auto is 20 per ms",
};

/// The margin of reverse futility pruning for each ply, in hundredths of the logarithm of the odds.
const FUTILITY: f64 = 30.0;

/// The strongest player: threat-space search for a win, then alpha-beta on the candidates of the
/// patterns, with the patterns' values as its evaluation.
fn patterns<B: Bits + 'static>(spec: &Spec) -> Made<Match5<B>> {
    let depth = settings::depth(spec, &DEPTH, 100)?;
    let width = spec.get(&CANDIDATES, "a number from 1 to 64", |width| (1..=64).contains(width))?;
    let nodes = spec.optional(&SOLVER_NODES, "a number from 0 to 10000000", |nodes| *nodes <= 10_000_000)?;
    let [budget] = settings::budgets(spec, [&MS], depth)?;
    let solver = move |tracked: &Tracked<Match5<B>, Patterns<B>>, budget: &Budget| {
        let nodes = nodes.unwrap_or_else(|| solver_nodes(budget));
        let meter = budget.meter();
        let by = |threats| ForcedWins::new(threats).nodes(nodes).find_until(tracked, &|| meter.is_over());
        by(Threats::Fours).or_else(|| by(Threats::FoursAndThrees))
    };
    // On boards with many threats, more plies of fours at the horizon leave less depth for the
    // rest. Symmetric images of a state need new patterns, which cost more than the merged states
    // save.
    let mut search = AlphaBeta::new(PatternValue::new())
        .quiescence(1)
        .symmetric_plies(0)
        .selective(settings::yes(spec, &SELECTIVE)?)
        .futility(FUTILITY)
        .keep_table(true);
    if let Some(bytes) = settings::table(spec, &MB)? {
        search = search.table_bytes(bytes);
    }
    let search = WithCompanion::new(Patterns::default().width(width), WinFirst::new(solver, search));
    Ok(Box::new(WithBudget::new(search, budget)))
}

/// The node limit of each threat-space search: a few hundredths of the time.
fn solver_nodes(budget: &Budget) -> u32 {
    const PER_MILLISECOND: u32 = 20;
    const WITHOUT_CLOCK: u32 = 20_000;
    let by_time = budget.max_time().map(|time| (time.as_millis().min(10_000) as u32).saturating_mul(PER_MILLISECOND));
    by_time.unwrap_or(WITHOUT_CLOCK)
}

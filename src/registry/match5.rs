//! The agents of Match5.

use alloc::boxed::Box;
use alloc::string::ToString;

use gambol_core::{Evaluator, TextError};
use gambol_match5::{Bits, LineThreats, Match5, OpenWindows, Rules, ThreatPlayer};
use gambol_search::{AlphaBeta, PolicyOnly, WithBudget};

use super::entry::{AgentEntry, GameEntry, Made};
#[cfg(feature = "self-taught")]
use super::self_taught;
use super::spec::{Parameter, Spec};
use super::{rules, settings};

pub(super) fn entry<B: Bits + 'static>() -> GameEntry<Match5<B>> {
    GameEntry::new("match5", "five in a row, on 9×9 unless set (two players)", |settings| {
        let rules: Rules = rules(settings)?;
        Match5::new(rules).map_err(|error| TextError::new("settings", settings.unwrap_or_default(), error.to_string()))
    })
    .rules(include_str!("rules/match5.txt"))
    .player("alpha-beta:eval=threats,width=20")
    .levels(["mc:rollouts=5", "threat", "alpha-beta:eval=threats,ms=200,width=20"])
    .settings("match5, gomoku, or edge=9,row=5,starts=r|b")
    .evaluator("threats", "fours, open threes and open windows, fitted to games", LineThreats::new)
    .evaluator("windows", "open windows: stones of one colour with room for a row", || OpenWindows)
    .policy("threat", "wins at once, or blocks, or moves where open windows count most", || ThreatPlayer)
    .agents([
        AgentEntry::new("threat", "wins at once, or blocks, or moves where open windows count most", &[], |_| {
            Ok(Box::new(PolicyOnly(ThreatPlayer)))
        }),
        AgentEntry::new("alpha-beta", "iterative alpha-beta with an evaluator of rows", &ALPHA_BETA, alpha_beta),
        #[cfg(feature = "self-taught")]
        AgentEntry::new(
            "self-taught",
            "Match5's own player: answers what it has lost by before; learns from games first",
            &self_taught::PARAMETERS,
            self_taught::self_taught,
        ),
    ])
}

const ALPHA_BETA: [Parameter; 6] = [DEPTH, MS, WIDTH, MB, EVAL, QUIESCENCE];
const DEPTH: Parameter = Parameter { key: "depth", default: "none", about: "plies searched at most, 1 to 100" };
const MS: Parameter =
    Parameter { key: "ms", default: "1000", about: "milliseconds a move, 1 to 3600000; no limit if only depth is set" };
const WIDTH: Parameter = Parameter {
    key: "width",
    default: "all",
    about: "how many moves are searched deeper than one ply, the best after one; at least 1",
};
const MB: Parameter = Parameter {
    key: "mb",
    default: settings::AUTO,
    about: "megabytes for the transposition table, 0 to 65536; auto is 64 MiB",
};
const EVAL: Parameter =
    Parameter { key: "eval", default: "windows", about: "evaluator: windows, or threats, which is stronger" };
const QUIESCENCE: Parameter = Parameter {
    key: "quiescence",
    default: "0",
    about: "quiescence extension in plies, 0 to 27, where eval=threats says that a block is forced",
};

fn alpha_beta<B: Bits + 'static>(spec: &Spec) -> Made<Match5<B>> {
    match settings::word(spec, &EVAL, ["windows", "threats"])? {
        0 => alpha_beta_by(spec, OpenWindows),
        _ => alpha_beta_by(spec, LineThreats::new()),
    }
}

fn alpha_beta_by<B: Bits + 'static>(spec: &Spec, evaluator: impl Evaluator<Match5<B>> + 'static) -> Made<Match5<B>> {
    let depth = settings::depth(spec, &DEPTH, 100)?;
    let width = spec.optional(&WIDTH, "a number, at least 1", |&width| width > 0)?;
    let [budget] = settings::budgets(spec, [&MS], depth)?;
    let quiescence = spec.get(&QUIESCENCE, "a number from 0 to 27", |plies| (0..=27).contains(plies))?;
    let mut search = AlphaBeta::new(evaluator).width(width.unwrap_or(usize::MAX)).quiescence(quiescence);
    if let Some(bytes) = settings::table(spec, &MB)? {
        search = search.table_bytes(bytes);
    }
    Ok(Box::new(WithBudget::new(search, budget)))
}

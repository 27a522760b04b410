//! The agents of de Bruin's thesis: its functions, composed with each other and with flat Monte
//! Carlo.

#[cfg(feature = "networks")]
mod learned;

use alloc::boxed::Box;
use alloc::string::ToString;

use gambol_core::{Policy, TextError, Uniform};
use gambol_five_or_more::knowledge::{
    AdvancedBias, AtStones, ClearUp, Formula, LegacyBias, SemiTree, Shovel, SimpleBias, WindowSum, WindowWeights, Worth,
};
use gambol_five_or_more::{Bits, FiveOrMore, Rules};
use gambol_search::{Budget, PolicyFirst, PolicyOnly, Search, WithBudget};

use super::rules;
use crate::agents::parameters::{ALLOCATION, CRN, MAX_PLIES, ROLLOUTS, TIES, flat, word};
use crate::agents::spec::{Parameter, Spec};
use crate::entry::{AgentEntry, GameEntry};

type Entry<B> = AgentEntry<FiveOrMore<B>>;

/// The registry entry; its agents are those of the thesis, in its order.
pub(super) fn entry<B: Bits + 'static>() -> GameEntry<FiveOrMore<B>> {
    let about = "line up five stones of a colour; three more drop after every move (one player)";
    let entry = GameEntry::new("five-or-more", about, |settings| {
        let rules: Rules = rules(settings)?;
        FiveOrMore::new(rules)
            .map_err(|error| TextError::new("settings", settings.unwrap_or_default(), error.to_string()))
    })
    .encoded()
    .rules(include_str!("rules/five-or-more.txt"))
    .player("two-ply:eval=windows,ms=300")
    .levels(["simple-bias", "semi-tree:peek=2", "two-ply:eval=windows,simulations=128"])
    .settings(
        "thesis, small, large, gnome-later, small-later, large-later, \
         or size=9x9,colours=7,drop=3,initial=3,score=table|log|product,removal=all|each,preview=colours|places",
    )
    .try_weighted_evaluator(
        "windows",
        "open windows of 1 to 5 stones of a colour, windows of 1 to 4 with one stone of another, and empty cells, \
         weighted by whole numbers",
        {
            let WindowWeights { open: [_, a, b, c, d, e], blocked: [_, p, q, r, s, _], empty } = WindowWeights::TUNED;
            [a, b, c, d, e, p, q, r, s, empty].map(f64::from)
        },
        |weights| {
            if let Some(weight) = weights.iter().find(|&&weight| weight % 1.0 != 0.0) {
                let reason = "windows has whole numbers as weights";
                return Err(TextError::new("weight", &weight.to_string(), reason));
            }
            let [a, b, c, d, e, p, q, r, s, empty] = weights.map(|weight| weight as i32);
            Ok(WindowSum::with_weights(WindowWeights { open: [0, a, b, c, d, e], blocked: [0, p, q, r, s, 0], empty }))
        },
    )
    .policy("simple", "the Simple Bias function: finishes the first line", || SimpleBias::finish(3))
    .policy("advanced", "the Advanced Bias function: fills the place with the best rating", || {
        AdvancedBias::finish(3, Formula::Old)
    })
    .policy("legacy", "the Legacy Bias function: finishes the best line", || LegacyBias::score(3))
    .policy("align", "scores, else aligns", || or(LegacyBias::score(3), ALIGN))
    .agents(biased())
    .agents(searching())
    .agents(speculating());
    #[cfg(feature = "networks")]
    let entry = learned::add(entry);
    #[cfg(feature = "weights")]
    let entry = gambol_players::five_or_more::TRAININGS.into_iter().fold(entry, GameEntry::with);
    entry
}

const SIMPLE: [Parameter; 1] = [FROM];
const BIAS: [Parameter; 2] = [MODE, FROM];
const MODE: Parameter = Parameter {
    key: "mode",
    default: "finish",
    about: "finish: lines of at least `from` stones; align: of at least one",
};
const FROM: Parameter = Parameter { key: "from", default: "3", about: "minimum stones of a line to finish, 1 to 9" };

/// The bias functions, else a random move: table 5.
fn biased<B: Bits + 'static>() -> [Entry<B>; 3] {
    [
        AgentEntry::new(
            "simple-bias",
            "the Simple Bias function: finishes the first line, else random",
            &SIMPLE,
            |spec| Ok(policy(SimpleBias::finish(stones(spec, &FROM)?))),
        ),
        AgentEntry::new(
            "advanced-bias",
            "the Advanced Bias function: fills the place with the best rating, else random",
            &BIAS,
            |spec| {
                let from = stones(spec, &FROM)?;
                Ok(policy(if aligns(spec)? {
                    AdvancedBias::align(Formula::Old)
                } else {
                    AdvancedBias::finish(from, Formula::Old)
                }))
            },
        ),
        AgentEntry::new(
            "legacy-bias",
            "the Legacy Bias function: finishes the best line, else random",
            &BIAS,
            |spec| {
                let from = stones(spec, &FROM)?;
                Ok(policy(LegacyBias::score(if aligns(spec)? { 1 } else { from })))
            },
        ),
    ]
}

/// The parameters of flat Monte Carlo that are varied in a table of the thesis or in one of ours.
const COMPOSED: [Parameter; 4] = [ROLLOUTS, ALLOCATION, CRN, MAX_PLIES];
const HALVED: [Parameter; 2] = [ROLLOUTS, ALLOCATION];
const DYNAMIC: [Parameter; 3] = [BREAK, INVERTED, ROLLOUTS];
const BREAK: Parameter =
    Parameter { key: "break", default: "45", about: "number of stones at which the agent changes, 0 to 300" };
const INVERTED: Parameter =
    Parameter { key: "inverted", default: "no", about: "no: BMCRB with few stones, MCRB with many; yes: the reverse" };

/// The functions before and inside Monte Carlo: tables 2, 4 and 6.
fn searching<B: Bits + 'static>() -> [Entry<B>; 6] {
    const SIMPLE: SimpleBias = SimpleBias::finish(3);
    const ADVANCED: AdvancedBias = AdvancedBias::finish(3, Formula::Old);
    const LEGACY: LegacyBias = LegacyBias::score(3);
    [
        AgentEntry::new("bmc", "the Simple Bias function, else Monte Carlo", &COMPOSED, |spec| {
            Ok(search(PolicyFirst::new(SIMPLE, flat(spec, Uniform)?)))
        }),
        AgentEntry::new("mcrb", "Monte Carlo with rollouts by the Simple Bias function", &COMPOSED, |spec| {
            Ok(search(flat(spec, SIMPLE)?))
        }),
        AgentEntry::new("bmcrb", "the Simple Bias function before Monte Carlo and in its rollouts", &HALVED, |spec| {
            Ok(search(PolicyFirst::new(SIMPLE, flat(spec, SIMPLE)?)))
        }),
        AgentEntry::new("dynamic-bmcrb", "bmcrb or mcrb, by the number of stones on the board", &DYNAMIC, |spec| {
            let stones = spec.get(&BREAK, "a number from 0 to 300", |&stones| stones <= 300)?;
            let first = match word(spec, &INVERTED, ["no", "yes"])? {
                0 => AtStones::below(stones, SIMPLE),
                _ => AtStones::from(stones, SIMPLE),
            };
            Ok(search(PolicyFirst::new(first, flat(spec, SIMPLE)?)))
        }),
        AgentEntry::new(
            "abmcrab",
            "the Advanced Bias function before Monte Carlo and in its rollouts",
            &[ROLLOUTS],
            |spec| Ok(search(PolicyFirst::new(ADVANCED, flat(spec, ADVANCED)?))),
        ),
        AgentEntry::new(
            "lbmcrlb",
            "the Legacy Bias function before Monte Carlo and in its rollouts",
            &HALVED,
            |spec| Ok(search(PolicyFirst::new(LEGACY, flat(spec, LEGACY)?))),
        ),
    ]
}

const SCORE: Parameter =
    Parameter { key: "score", default: "3", about: "minimum stones of a line to score on, 1 to 9" };
const CLEAR: Parameter = Parameter { key: "clear", default: "4", about: "minimum stones of a line to clear, 1 to 9" };
const SHOVEL: Parameter =
    Parameter { key: "shovel", default: "4", about: "minimum stones of a line to shovel for, 1 to 9" };
const RATING: Parameter =
    Parameter { key: "rating", default: "new", about: "rating formula of the alignment: new or old" };
const PEEK: Parameter = Parameter { key: "peek", default: "4", about: "depth of the tree, 1 to 8" };
const WORTH: Parameter = Parameter {
    key: "worth",
    default: "found",
    about: "value of a branch: found (lines finished by the Score function) or points",
};
const BRANCH_TIES: Parameter = Parameter {
    default: "random",
    about: "tie-breaking between equal branches: first (of align, clear, shovel) or random",
    ..TIES
};
const SOONER: Parameter = Parameter {
    key: "sooner",
    default: "no",
    about: "yes: gains of earlier levels take precedence over all later gains",
};

/// The strategies without Monte Carlo: tables 7 to 11.
fn speculating<B: Bits + 'static>() -> [Entry<B>; 5] {
    [
        AgentEntry::new("align-score", "scores, else aligns", &[SCORE, RATING], |spec| {
            let formula = match word(spec, &RATING, ["new", "old"])? {
                0 => Formula::New,
                _ => Formula::Old,
            };
            Ok(policy(or(score(spec)?, AdvancedBias::align(formula))))
        }),
        AgentEntry::new("align-clear-score", "scores, else clears up, else aligns", &[SCORE, CLEAR], |spec| {
            Ok(policy(or(score(spec)?, or(clear(spec)?, ALIGN))))
        }),
        AgentEntry::new("align-shovel-score", "scores, else shovels, else aligns", &[SCORE, SHOVEL], |spec| {
            Ok(policy(or(score(spec)?, or(shovel(spec)?, ALIGN))))
        }),
        AgentEntry::new(
            "align-shovel-clear-score",
            "scores, else clears up, else shovels, else aligns",
            &[SCORE, CLEAR, SHOVEL],
            |spec| Ok(policy(or(score(spec)?, or(clear(spec)?, or(shovel(spec)?, ALIGN))))),
        ),
        AgentEntry::new(
            "semi-tree",
            "scores, else the first move to the most lines in a small tree of aligning, clearing and shovelling",
            &[PEEK, SCORE, CLEAR, SHOVEL, WORTH, BRANCH_TIES, SOONER],
            |spec| {
                let depth = spec.get(&PEEK, "a number from 1 to 8", |depth| (1..=8).contains(depth))?;
                let [score, clear, shovel] = [SCORE, CLEAR, SHOVEL].map(|parameter| stones(spec, &parameter));
                let worth = match word(spec, &WORTH, ["found", "points"])? {
                    0 => Worth::Found,
                    _ => Worth::Points,
                };
                let random_ties = word(spec, &BRANCH_TIES, ["first", "random"])? == 1;
                let tree = SemiTree::new(depth, score?, clear?, shovel?).worth(worth).random_ties(random_ties);
                Ok(policy(if word(spec, &SOONER, ["no", "yes"])? == 1 { tree.sooner() } else { tree }))
            },
        ),
    ]
}

const ALIGN: AdvancedBias = AdvancedBias::align(Formula::New);

fn score(spec: &Spec) -> Result<LegacyBias, TextError> {
    Ok(LegacyBias::score(stones(spec, &SCORE)?))
}

fn clear(spec: &Spec) -> Result<ClearUp, TextError> {
    Ok(ClearUp::new(stones(spec, &CLEAR)?, Formula::Old))
}

fn shovel(spec: &Spec) -> Result<Shovel, TextError> {
    Ok(Shovel::new(stones(spec, &SHOVEL)?, Formula::New))
}

/// Reads a number of stones in a line.
fn stones(spec: &Spec, parameter: &Parameter) -> Result<u8, TextError> {
    spec.get(parameter, "a number from 1 to 9", |stones| (1..=9).contains(stones))
}

fn aligns(spec: &Spec) -> Result<bool, TextError> {
    Ok(word(spec, &MODE, ["finish", "align"])? == 1)
}

/// [`Policy::or`], generic over the size of the board.
fn or<B: Bits, P, Q>(first: P, next: Q) -> impl Policy<FiveOrMore<B>>
where
    P: Policy<FiveOrMore<B>>,
    Q: Policy<FiveOrMore<B>>,
{
    first.or(next)
}

fn policy<B: Bits + 'static>(policy: impl Policy<FiveOrMore<B>> + 'static) -> Box<dyn Search<FiveOrMore<B>>> {
    Box::new(PolicyOnly(policy))
}

fn search<B: Bits + 'static>(search: impl Search<FiveOrMore<B>> + 'static) -> Box<dyn Search<FiveOrMore<B>>> {
    Box::new(WithBudget::new(search, Budget::unlimited()))
}

//! The agents of de Bruin's thesis: compositions of its functions with each other and with flat
//! Monte Carlo.

mod late_monte_carlo;

use alloc::boxed::Box;
use alloc::string::ToString;

use gambol_core::{Policy, TextError, Uniform};
use gambol_five_or_more::knowledge::{
    AdvancedBias, AtStones, ClearUp, Formula, LegacyBias, SemiTree, Shovel, SimpleBias, WindowSum,
};
use gambol_five_or_more::{Bits, FiveOrMore, Rules};
use gambol_search::{Budget, PolicyFirst, PolicyOnly, Search, WithBudget};

use super::entry::{AgentEntry, GameEntry, Made};
use super::rules;
use super::settings::{MC, ROLLOUTS, flat, rollouts, word};
use super::spec::{Parameter, Spec};
use late_monte_carlo::LateMonteCarlo;

type Entry<B> = AgentEntry<FiveOrMore<B>>;

/// An agent with the parameters of flat Monte Carlo.
fn monte_carlo<B: Bits + 'static>(
    name: &str,
    about: &str,
    make: impl Fn(&Spec) -> Made<FiveOrMore<B>> + Send + Sync + 'static,
) -> Entry<B> {
    AgentEntry::new(name, about, &MC, make)
}

/// The agents are those of the thesis, in its order.
pub(super) fn entry<B: Bits + 'static>() -> GameEntry<FiveOrMore<B>> {
    let about = "line up five stones of a colour; three more drop after every move (one player)";
    GameEntry::new("five-or-more", about, |settings| {
        let rules: Rules = rules(settings)?;
        FiveOrMore::new(rules)
            .map_err(|error| TextError::new("settings", settings.unwrap_or_default(), error.to_string()))
    })
    .rules(include_str!("rules/five-or-more.txt"))
    .player("two-ply:eval=windows,ms=300")
    .levels(["simple-bias", "semi-tree:peek=2", "two-ply:eval=windows,simulations=128"])
    .settings(
        "thesis, small, large, gnome-later, small-later, large-later, \
         or size=9x9,colours=7,drop=3,initial=3,score=table|log|product,removal=all|each,preview=colours|places",
    )
    .evaluator("windows", "places for a run by the stones in them, and empty cells", WindowSum::new)
    .policy("simple", "the Simple Bias function: finishes the first line", || SimpleBias::finish(3))
    .policy("advanced", "the Advanced Bias function: fills the place with the best rating", || {
        AdvancedBias::finish(3, Formula::Old)
    })
    .policy("legacy", "the Legacy Bias function: finishes the best line", || LegacyBias::score(3))
    .policy("align", "scores, else aligns", || or(LegacyBias::score(3), ALIGN))
    .agents(biased())
    .agents(searching())
    .agents(speculating())
}

const SIMPLE: [Parameter; 1] = [FROM];
const BIAS: [Parameter; 2] = [MODE, FROM];
const MODE: Parameter = Parameter {
    key: "mode",
    default: "finish",
    about: "finish lines from `from` stones on, or align from one stone on",
};
const FROM: Parameter = Parameter { key: "from", default: "3", about: "finish lines of so many stones, 1 to 9" };

/// The bias functions alone, then random: table 5.
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

/// The parameters of flat Monte Carlo, and those of the dynamic kind.
const DYNAMIC: [Parameter; 8] = [BREAK, INVERTED, MC[0], MC[1], MC[2], MC[3], MC[4], MC[5]];
const BREAK: Parameter = Parameter {
    key: "break",
    default: "45",
    about: "the number of stones from which on the other half plays, 0 to 300",
};
const INVERTED: Parameter = Parameter {
    key: "inverted",
    default: "no",
    about: "no: BMCRB with few stones, MCRB with many; yes: the other way round",
};

/// The functions before and inside Monte Carlo: tables 2, 4 and 6.
fn searching<B: Bits + 'static>() -> [Entry<B>; 7] {
    const SIMPLE: SimpleBias = SimpleBias::finish(3);
    const ADVANCED: AdvancedBias = AdvancedBias::finish(3, Formula::Old);
    const LEGACY: LegacyBias = LegacyBias::score(3);
    [
        AgentEntry::new(
            "late-mc",
            "Monte Carlo whose rollouts begin with a move before the drop, as the thesis can be read",
            &[ROLLOUTS],
            |spec| Ok(policy(LateMonteCarlo { rollouts: rollouts(spec)? })),
        ),
        monte_carlo("bmc", "the Simple Bias function, else Monte Carlo", |spec| {
            Ok(search(PolicyFirst::new(SIMPLE, flat(spec, Uniform)?)))
        }),
        monte_carlo("mcrb", "Monte Carlo with rollouts that ask the Simple Bias function", |spec| {
            Ok(search(flat(spec, SIMPLE)?))
        }),
        monte_carlo("bmcrb", "the Simple Bias function before Monte Carlo and in its rollouts", |spec| {
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
        monte_carlo("abmcrab", "the Advanced Bias function before Monte Carlo and in its rollouts", |spec| {
            Ok(search(PolicyFirst::new(ADVANCED, flat(spec, ADVANCED)?)))
        }),
        monte_carlo("lbmcrlb", "the Legacy Bias function before Monte Carlo and in its rollouts", |spec| {
            Ok(search(PolicyFirst::new(LEGACY, flat(spec, LEGACY)?)))
        }),
    ]
}

const SCORE: Parameter = Parameter { key: "score", default: "3", about: "score on lines of so many stones, 1 to 9" };
const CLEAR: Parameter = Parameter { key: "clear", default: "4", about: "clear lines of so many stones, 1 to 9" };
const SHOVEL: Parameter =
    Parameter { key: "shovel", default: "4", about: "shovel for lines of so many stones, 1 to 9" };
const RATING: Parameter =
    Parameter { key: "rating", default: "new", about: "the rating by which stones are aligned: new or old" };
const PEEK: Parameter = Parameter { key: "peek", default: "4", about: "the depth of the tree, 1 to 8" };
const SOONER: Parameter = Parameter {
    key: "sooner",
    default: "no",
    about: "yes: points of an earlier level count before all that come later",
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
            "scores, else what leads to most points in a small tree of aligning, clearing and shovelling",
            &[PEEK, SCORE, CLEAR, SHOVEL, SOONER],
            |spec| {
                let depth = spec.get(&PEEK, "a number from 1 to 8", |depth| (1..=8).contains(depth))?;
                let [score, clear, shovel] = [SCORE, CLEAR, SHOVEL].map(|parameter| stones(spec, &parameter));
                let tree = SemiTree::new(depth, score?, clear?, shovel?);
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
    Ok(ClearUp::new(stones(spec, &CLEAR)?, Formula::New))
}

fn shovel(spec: &Spec) -> Result<Shovel, TextError> {
    Ok(Shovel::new(stones(spec, &SHOVEL)?, Formula::New))
}

/// A number of stones in a line.
fn stones(spec: &Spec, parameter: &Parameter) -> Result<u8, TextError> {
    spec.get(parameter, "a number from 1 to 9", |stones| (1..=9).contains(stones))
}

fn aligns(spec: &Spec) -> Result<bool, TextError> {
    Ok(word(spec, &MODE, ["finish", "align"])? == 1)
}

/// [`Policy::or`], with the size of the board left open.
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

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;
    use gambol_core::{Game, GameExt, Seed};
    use gambol_five_or_more::Wide;

    use super::*;

    fn action(agent: &str, position: &str) -> alloc::string::String {
        let state: FiveOrMore = position.parse().unwrap();
        let decision = entry::<u128>().make(agent).unwrap().search(&state, &Budget::unlimited(), Seed::new(1)).unwrap();
        assert_eq!(state.check_action(decision.action), Ok(()));
        decision.action.to_string()
    }

    #[test]
    fn every_agent_of_the_list_can_be_made_and_plays_on_every_board() {
        let thesis: FiveOrMore = "aaa1b4/3b5/9/2cc5/9/aba6/9/9/6a2 abc 0 m".parse().unwrap();
        let wide: FiveOrMore<Wide> = "aaa1b4/3b5/9/2cc5/9/aba6/9/9/6a2 abc 0 m".parse().unwrap();
        let [small, large] = [entry::<u128>().list_agents(), entry::<Wide>().list_agents()];
        assert_eq!(small, large);
        for agent in small {
            let cheap: Vec<&str> =
                ["rollouts=1", "max-plies=5", "simulations=10", "depth=1", "adversary=sampled", "width=1"]
                    .into_iter()
                    .filter(|setting| agent.parameters.iter().any(|known| setting.split('=').next() == Some(known.key)))
                    .collect();
            let text = if cheap.is_empty() { agent.name } else { alloc::format!("{}:{}", agent.name, cheap.join(",")) };
            let (budget, seed) = (Budget::unlimited(), Seed::new(2));
            let first = entry::<u128>().make(&text).unwrap().search(&thesis, &budget, seed).unwrap().action;
            let second = entry::<Wide>().make(&text).unwrap().search(&wide, &budget, seed).unwrap().action;
            assert!(thesis.clone().try_play(first).is_ok(), "{text}");
            assert_eq!(first, second, "{text}: both sets of cells play alike");
        }
    }

    #[test]
    fn functions_stand_before_the_search_where_the_name_says_so() {
        // The first line is that of three, the best one that of four.
        let lines = "aaa6/9/9/9/9/4aaaa1/9/9/9 abc 0 m";
        let fast = |name: &str| action(&(name.to_string() + ":z=1,max-plies=1"), lines);
        assert_eq!((fast("bmc"), fast("bmcrb"), fast("lbmcrlb")), ("e6-d1".into(), "e6-d1".into(), "a1-d6".into()));
        let root = |name: &str| {
            let state: FiveOrMore = lines.parse().unwrap();
            entry::<u128>().make(name).unwrap().search(&state, &Budget::unlimited(), Seed::new(1)).unwrap().root.len()
        };
        // Seven stones on the board: the function is asked below the break, or from it on.
        assert!(root("mcrb:z=1") > 100 && root("dynamic-bmcrb:z=1,break=7") > 100);
        assert_eq!(root("dynamic-bmcrb:z=1,break=8"), 0);
        assert_eq!(root("dynamic-bmcrb:z=1,break=7,inverted=yes"), 0);
        assert!(root("dynamic-bmcrb:z=1,break=8,inverted=yes") > 100);
    }

    #[test]
    fn settings_reach_their_functions() {
        let pair = "aa7/9/9/9/9/9/9/9/5a3 abc 0 m";
        assert_eq!(action("legacy-bias:mode=align", pair), "f9-c1");
        assert_eq!(action("legacy-bias:from=2", pair), "f9-c1");
        assert_eq!(action("advanced-bias:mode=align", pair), "f9-c1");
        assert_eq!(action("align-score:score=2", pair), "f9-c1");
        assert_eq!(action("align-score:score=5,rating=old", pair), "f9-c1");
        let blocked = "9/9/9/1aabaa3/9/9/9/6b2/9 abc 0 m";
        assert_eq!(action("align-clear-score:clear=4", blocked), "d4-f7");
        assert_ne!(action("align-clear-score:clear=5", blocked), "d4-f7");
        assert_eq!(action("align-shovel-clear-score:clear=4", blocked), "d4-f7");
    }

    #[test]
    fn what_is_wrong_with_a_setting_is_named() {
        for (text, named) in [
            ("simple-bias:from=0", "from is a number from 1 to 9"),
            ("simple-bias:mode=align", "unknown parameter mode"),
            ("align-score:score=10", "score is a number from 1 to 9"),
            ("align-score:rating=better", "rating is new or old"),
            ("semi-tree:peek=0", "peek is a number from 1 to 8"),
            ("dynamic-bmcrb:inverted=maybe", "inverted is no or yes"),
            ("lbmcrlb:z=0", "rollouts is a number from 1"),
        ] {
            let error = entry::<u128>().make(text).err().unwrap().to_string();
            assert!(error.contains(named), "{error}");
        }
    }
}

//! The agents of Five or More.

use gambol::five_or_more::{FiveOrMore, Wide};
use gambol::{Budget, Game, GameExt, Search, Seed};

use super::entry;

fn action(agent: &str, position: &str) -> String {
    let state: FiveOrMore = position.parse().unwrap();
    let decision = entry::<FiveOrMore>("five-or-more")
        .make(agent)
        .unwrap()
        .search(&state, &Budget::unlimited(), Seed::new(1))
        .unwrap();
    assert_eq!(state.check_action(decision.action), Ok(()));
    decision.action.to_string()
}

#[test]
fn every_agent_of_the_list_can_be_made_and_plays_on_every_board() {
    let thesis: FiveOrMore = "aaa1b4/3b5/9/2cc5/9/aba6/9/9/6a2 abc 0 m".parse().unwrap();
    let wide: FiveOrMore<Wide> = "aaa1b4/3b5/9/2cc5/9/aba6/9/9/6a2 abc 0 m".parse().unwrap();
    let [small, large] =
        [entry::<FiveOrMore>("five-or-more").info().agents, entry::<FiveOrMore<Wide>>("five-or-more").info().agents];
    assert_eq!(small, large);
    for agent in small {
        let cheap: Vec<&str> = ["rollouts=1", "max-plies=5", "simulations=10", "depth=1", "width=1"]
            .into_iter()
            .filter(|setting| agent.parameters.iter().any(|known| setting.split('=').next() == Some(known.key)))
            .collect();
        let text = if cheap.is_empty() { agent.name } else { format!("{}:{}", agent.name, cheap.join(",")) };
        let (budget, seed) = (Budget::unlimited(), Seed::new(2));
        let first =
            entry::<FiveOrMore>("five-or-more").make(&text).unwrap().search(&thesis, &budget, seed).unwrap().action;
        let second =
            entry::<FiveOrMore<Wide>>("five-or-more").make(&text).unwrap().search(&wide, &budget, seed).unwrap().action;
        assert!(thesis.clone().try_play(first).is_ok(), "{text}");
        assert_eq!(first, second, "{text}: both sets of cells play alike");
    }
}

#[test]
fn functions_stand_before_the_search_where_the_name_says_so() {
    // The first line has three stones, the best one four.
    let lines = "aaa6/9/9/9/9/4aaaa1/9/9/9 abc 0 m";
    let fast = |name: &str| action(&(name.to_string() + ":z=1"), lines);
    assert_eq!((fast("bmc"), fast("bmcrb"), fast("lbmcrlb")), ("e6-d1".into(), "e6-d1".into(), "a1-d6".into()));
    let root = |name: &str| {
        let state: FiveOrMore = lines.parse().unwrap();
        entry::<FiveOrMore>("five-or-more")
            .make(name)
            .unwrap()
            .search(&state, &Budget::unlimited(), Seed::new(1))
            .unwrap()
            .root
            .len()
    };
    // Seven stones on the board: the function is used below the break, or from it on.
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
    assert_eq!(action("align-clear-score:clear=4", blocked), "d4-g7");
    assert_ne!(action("align-clear-score:clear=5", blocked), "d4-g7");
    assert_eq!(action("align-shovel-clear-score:clear=4", blocked), "d4-g7");
    // Clearing up finishes the line of the `b`, which the Score function ignores.
    let lines = "bbbb5/9/9/9/9/aabaa4/9/cc1c5/8c ddd 0 m";
    let tree = |worth: &str| action(&format!("semi-tree:peek=1,score=9,shovel=9,ties=first,worth={worth}"), lines);
    assert_eq!((tree("found"), tree("points")), ("i9-c8".into(), "c6-e1".into()));
}

#[test]
fn what_is_wrong_with_a_setting_is_named() {
    for (text, named) in [
        ("simple-bias:from=0", "from must be a number from 1 to 9"),
        ("simple-bias:mode=align", "unknown parameter mode"),
        ("align-score:score=10", "score must be a number from 1 to 9"),
        ("align-score:rating=better", "rating must be new or old"),
        ("semi-tree:peek=0", "peek must be a number from 1 to 8"),
        ("semi-tree:worth=both", "worth must be found or points"),
        ("semi-tree:ties=last", "ties must be first or random"),
        ("dynamic-bmcrb:inverted=maybe", "inverted must be no or yes"),
        ("lbmcrlb:z=0", "rollouts must be a number from 1"),
        ("greedy:eval=windows:1/2/3/4/5/6/7/8/9/0.5", "weight `0.5`: windows has whole numbers as weights"),
    ] {
        let error = entry::<FiveOrMore>("five-or-more").make(text).err().unwrap().to_string();
        assert!(error.contains(named), "{error}");
    }
    assert!(entry::<FiveOrMore>("five-or-more").make("greedy:eval=windows:1/2/3/4/5/6/7/8/9/-1e3").is_ok());
}

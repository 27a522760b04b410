//! Searches: agents with any parameters, on any position, with a small budget.

use gambol::game::GameExt;
use gambol::registry::{Position, Spec};
use gambol::{Budget, Game, Search, Seed, Turn};

use crate::names::games;
use crate::{Target, hash};

pub(crate) const SEARCHES: Target = Target {
    name: "searches",
    about: "agents with parameters, each with a decision on a position",
    is_cheap: false,
    words: &[
        "random",
        "mc:",
        "mcts:",
        "greedy:",
        "alpha-beta:",
        "expectimax:",
        "two-ply:",
        "prove:",
        "rollouts=1",
        "allocation=halving",
        "allocation=ucb",
        "allocation=ocba",
        "crn=yes",
        "aggregate=maximum",
        "ties=random",
        "max-plies=1",
        "simulations=1",
        "c=0",
        "c=1000",
        "nodes=1",
        "depth=1",
        "depth=127",
        "eval=auto",
        "mb=0",
        "width=1",
        "quiescence=27",
        "star=2",
        "low=-1e308",
        "high=1e308",
        "cutoff=1",
        "samples=1",
        "relative=yes",
        "keep=yes",
        "trees=3",
        "solver=no",
        "expansion=1",
    ],
    run: |data, _| {
        let text = String::from_utf8_lossy(data);
        let mut lines = text.split('\n');
        let (Some(game), Some(position), Some(agent)) = (lines.next(), lines.next(), lines.next()) else {
            return false;
        };
        if is_costly(agent) {
            return false;
        }
        let Ok(mut state) = games().0.position(game, position) else { return false };
        let Ok(mut search) = state.agent(agent) else { return false };
        let seed = Seed::new(hash(data));
        state.settle(&mut seed.derive(0).rng());
        decide(search.as_mut(), &state, seed.derive(1));
        true
    },
};

/// Whether an agent would take long at any budget: to learn, to fill memory, or to open files.
fn is_costly(agent: &str) -> bool {
    let Ok(spec) = agent.parse::<Spec>() else { return false };
    let above = |key: &str, most: u64| {
        spec.said(key).is_some_and(|value| value.parse::<u64>().is_ok_and(|number| number > most))
    };
    // The table of `report` has 512 MB by default.
    let learns = spec.name() == "self-taught" && (spec.said("games").is_none() || spec.said("file").is_some());
    let fills = spec.name() == "report" && spec.said("mb").is_none();
    learns || fills || above("mb", 2) || above("games", 20) || above("trees", 4) || above("workers", 4)
}

/// Decides, and checks that the decision consists of legal actions.
fn decide(search: &mut dyn Search<Position>, state: &Position, seed: Seed) {
    let budget = Budget::unlimited().nodes(100).simulations(20).depth(2).millis(2_000);
    let decision = search.search(state, &budget, seed);
    match (state.turn(), &decision) {
        (Turn::Player(player), Ok(decision)) => {
            assert!(decision.player == player, "{state}: a decision of {:?}", decision.player);
            if let Err(error) = state.clone().try_play(decision.action) {
                panic!("{state}: {error}");
            }
            for root in &decision.root {
                if let Err(error) = state.check_action(root.action) {
                    panic!("{state}: a value of an action that is none: {error}");
                }
            }
        }
        (Turn::Player(_), Err(error)) => assert!(!error.to_string().is_empty()),
        (_, Ok(decision)) => panic!("{state}: {} where no player moves", decision.action),
        (_, Err(_)) => {}
    }
}

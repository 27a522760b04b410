//! Networks of ONNX files by name.

use gambol::game::TextError;
use gambol::registry::Registry;
use gambol::{Budget, Search, Seed};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../onnx/tests/threes.onnx");
const STATE: &str = "0,0,3,2/0,1,0,0/0,0,2,0/1,0,0,3 1 3,2,2 m";

fn refusal(game: &str, agent: &str) -> Result<String, TextError> {
    let start = Registry::standard().start(game)?;
    Ok(start.agent(agent).map_or_else(|error| error.to_string(), |_| "made".to_owned()))
}

#[test]
fn searches_use_them() -> Result<(), Box<dyn std::error::Error>> {
    let state = Registry::standard().position("threes", STATE)?;
    let agents = ["greedy:eval=onnx:", "expectimax:depth=1,eval=onnx:", "mcts:simulations=50,prior=onnx:"];
    let mut visits = Vec::new();
    for agent in agents {
        let decision = state.agent(&format!("{agent}{FILE}"))?.search(&state, &Budget::unlimited(), Seed::new(1))?;
        visits.push(decision.root.iter().map(|action| action.visits).collect::<Vec<u64>>());
    }
    let unguided = state.agent("mcts:simulations=50,c=1.5")?.search(&state, &Budget::unlimited(), Seed::new(1))?;
    let unguided: Vec<u64> = unguided.root.iter().map(|action| action.visits).collect();
    assert_ne!(visits[2], unguided);
    Ok(())
}

#[test]
fn what_is_wrong_is_named() -> Result<(), TextError> {
    for agent in ["greedy:eval=onnx:FILE", "mcts:prior=onnx:FILE"] {
        let agent = |file: &str| agent.replace("FILE", file);
        let found = refusal("match5", &agent(FILE))?;
        assert!(found.contains("threes.onnx: the network has the input"), "{found}");
        let found = refusal("threes", &agent("missing.onnx"))?;
        assert!(found.contains("missing.onnx: "), "{found}");
        let found = refusal("threes", &agent(""))?;
        assert!(found.ends_with("a network is named by its file, onnx:FILE"), "{found}");
        let found = refusal("threes", &agent(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")))?;
        assert!(found.contains("the network cannot be read"), "{found}");
    }
    let found = refusal("threes", "mcts:prior=rows")?;
    assert!(found.ends_with("unknown prior rows; expected onnx:FILE"), "{found}");
    Ok(())
}

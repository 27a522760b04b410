//! Networks of ONNX files in the searches.

mod networks;

use gambol_core::{Afterstate, Evaluator, Game, GameExt, Indexed, Observe, PlaneShape, Player, Prior, Scratch, Seed};
use gambol_onnx::{OnnxError, PolicyNetwork, ValueNetwork};
use gambol_search::{Budget, Greedy, Mcts, Search, SearchError};
use gambol_threes::Threes;
use networks::Mlp;

/// Weights from -0.5 to 0.5 without a pattern.
fn mixed(index: usize) -> f32 {
    let bits = (index as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (bits >> 40) as f32 / (1 << 24) as f32 - 0.5
}

fn threes(hidden: usize, outputs: &[(&str, usize)], weight: fn(usize) -> f32) -> Vec<u8> {
    let PlaneShape { planes, height, width } = Threes::default().plane_shape();
    let input = [planes, height, width].map(|dim| dim as i64);
    Mlp { input: &input, hidden, outputs, weight }.bytes()
}

fn states(count: usize) -> Vec<Threes> {
    let mut rng = Seed::new(5).rng();
    let mut state = Threes::default();
    let mut states = Vec::new();
    while states.len() < count {
        state.settle(&mut rng);
        match state.random_action(&mut rng) {
            Some(action) => {
                states.push(state);
                state.play(action);
            }
            None => state = Threes::default(),
        }
    }
    states
}

/// The outputs by plain arithmetic.
fn by_hand(state: &Threes, hidden: usize, outputs: &[usize]) -> Vec<Vec<f64>> {
    let mut planes = vec![0.0; state.plane_shape().len()];
    state.observe(Player::First, &mut planes);
    let mut at = 0;
    let mut layer = |input: &[f64], columns: usize| -> Vec<f64> {
        let weight = |index: usize| f64::from(mixed(at + index));
        let sums = (0..columns).map(|column| {
            let products = input.iter().enumerate().map(|(row, value)| value * weight(row * columns + column));
            products.sum::<f64>() + weight(input.len() * columns + column)
        });
        let sums = sums.collect();
        at += (input.len() + 1) * columns;
        sums
    };
    let input: Vec<f64> = planes.iter().map(|&value| f64::from(value)).collect();
    let units: Vec<f64> = layer(&input, hidden).iter().map(|sum| sum.max(0.0)).collect();
    outputs.iter().map(|&columns| layer(&units, columns)).collect()
}

#[test]
fn outputs_are_those_of_the_file() -> Result<(), OnnxError> {
    let game = Threes::default();
    let network = PolicyNetwork::from_bytes(&threes(7, &[("policy", 4), ("value", 1)], mixed), &game)?;
    for state in states(50) {
        let expected = by_hand(&state, 7, &[4, 1]);
        let actions = state.actions();
        let mut weights = vec![0.0; actions.len()];
        let value = network.weigh(&state, &actions, &mut weights).unwrap_or(f64::NAN);
        assert!((value - state.score() as f64 - expected[1][0]).abs() < 1e-4, "{value} {expected:?}");
        let powers: Vec<f64> = actions.iter().map(|&action| expected[0][state.action_index(action)].exp()).collect();
        let (sum, all): (f64, f64) = (weights.iter().map(|&weight| f64::from(weight)).sum(), powers.iter().sum());
        for (weight, power) in weights.iter().zip(&powers) {
            assert!((f64::from(*weight) / sum - power / all).abs() < 1e-5, "{weights:?} {powers:?}");
        }
    }
    Ok(())
}

#[test]
fn a_batch_of_afterstates_has_the_values_of_each() -> Result<(), OnnxError> {
    let network = ValueNetwork::from_bytes(&threes(33, &[("value", 1)], mixed), &Threes::default())?;
    let mut scratch = Scratch::new();
    for state in states(200) {
        assert!(network.batches_afterstates(&state));
        let actions = state.actions();
        let mut values = vec![f64::NAN; actions.len()];
        network.evaluate_afterstates(&state, &actions, &mut values, &mut scratch);
        for (&action, value) in actions.iter().zip(values) {
            assert_eq!(network.evaluate(&state.afterstate(action)), value);
        }
    }
    Ok(())
}

#[test]
fn searches_decide_by_a_network() -> Result<(), Box<dyn std::error::Error>> {
    let game = Threes::default();
    let policy = PolicyNetwork::from_bytes(&threes(8, &[("policy", 4), ("value", 1)], mixed), &game)?;
    let value = ValueNetwork::from_bytes(&threes(8, &[("value", 1)], mixed), &game)?;
    let state = &states(1)[0];
    let search = |seed| {
        let mut mcts = Mcts::new().puct(10.0, policy.clone());
        mcts.search(state, &Budget::default().simulations(200), Seed::new(seed))
    };
    assert_eq!(search(1)?.root, search(1)?.root);
    let greedy = Greedy::new(Afterstate(value.clone())).search(state, &Budget::default(), Seed::new(1))?;
    let best = state.actions().into_iter().map(|action| value.evaluate(&state.afterstate(action)));
    assert_eq!(value.evaluate(&state.afterstate(greedy.action)), best.fold(f64::NEG_INFINITY, f64::max));
    Ok(())
}

#[test]
fn a_file_that_does_not_fit_says_what_would() {
    let game = Threes::default();
    let shape = game.plane_shape();
    let text = |result: Result<PolicyNetwork, OnnxError>| match result {
        Ok(_) => "accepted".to_owned(),
        Err(error) => error.to_string(),
    };
    let policy = |bytes: &[u8]| text(PolicyNetwork::from_bytes(bytes, &game));
    let all = shape.len() as i64;
    let mlp = |input: &[i64], outputs: &[(&str, usize)]| Mlp { input, hidden: 3, outputs, weight: mixed }.bytes();

    let size = format!("batch×{}×4×4, or batch×{all}", shape.planes);
    let found = policy(&mlp(&[9, 4, 4], &[("policy", 4)]));
    assert!(found.ends_with(&format!("9,4,4; the game's is {size}")), "{found}");
    assert_eq!(policy(&mlp(&[all], &[("policy", 4)])), "accepted");
    assert_eq!(policy(&mlp(&[all], &[("logits", 4), ("points", 1)])), "accepted");
    assert_eq!(
        policy(&mlp(&[all], &[("policy", 5)])),
        "the network has the output policy of 5 values a state; expected 4"
    );
    assert_eq!(
        policy(&mlp(&[all], &[("logits", 5), ("points", 2)])),
        "the network has the output logits of 5 values, points of 2 values; expected policy of 4 values a state, or \
         value of 1"
    );
    assert_eq!(
        policy(&mlp(&[all], &[("value", 1)])),
        "the network has the output value alone; expected policy of 4 values a state"
    );
    let value = ValueNetwork::from_bytes(&mlp(&[all], &[("policy", 4)]), &game).map(|_| ());
    assert_eq!(
        value.map_err(|error| error.to_string()),
        Err("the network has the output policy alone; expected value of 1 value a state".to_owned())
    );
    let doubles = networks::in_doubles(&mlp(&[all], &[("policy", 4)]), "policy");
    assert_eq!(policy(&doubles), "the network has the output policy of F64; expected F32");
    assert!(policy(b"no network").starts_with("the network cannot be read: "));
    assert!(policy(b"").starts_with("the network cannot be read: "), "{}", policy(b""));
    let missing = text(PolicyNetwork::open("missing.onnx", &game));
    assert!(missing.starts_with("missing.onnx: "), "{missing}");
}

/// Tests of other crates read it. Written by this test if it is missing.
#[test]
fn the_file_for_other_tests_is_current() -> std::io::Result<()> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/threes.onnx");
    let bytes = threes(4, &[("policy", 4), ("value", 1)], mixed);
    if !std::path::Path::new(path).exists() {
        std::fs::write(path, &bytes)?;
    }
    assert!(std::fs::read(path)? == bytes, "{path} is another network");
    Ok(())
}

/// `torch.onnx` is a file of torch 2.15: `torch.onnx.export` with `dynamic_shapes` of a network
/// with a convolution and two heads. It names the shapes of inner values, with another name for the
/// batch.
#[test]
fn a_file_of_torch_is_read() -> Result<(), Box<dyn std::error::Error>> {
    let game = Threes::default();
    let network = PolicyNetwork::open(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/torch.onnx"), &game)?;
    let states: Vec<_> = states(7).into_iter().map(|state| (state, state.actions())).collect();
    let (weights, values) = network.weigh_all(states.iter().map(|(state, actions)| (state, &actions[..])))?;
    assert_eq!(weights.len(), states.iter().map(|(_, actions)| actions.len()).sum::<usize>());
    assert!(values.len() == 7 && values.iter().all(Option::is_some));
    Ok(())
}

#[test]
fn cut_files_are_errors() {
    let game = Threes::default();
    let bytes = threes(2, &[("policy", 4), ("value", 1)], mixed);
    for length in (0..bytes.len()).step_by(97) {
        assert!(PolicyNetwork::from_bytes(&bytes[..length], &game).is_err(), "{length} of {}", bytes.len());
    }
}

#[test]
fn a_batch_of_states_has_the_weights_and_values_of_each() -> Result<(), OnnxError> {
    let game = Threes::default();
    let network = PolicyNetwork::from_bytes(&threes(9, &[("policy", 4), ("value", 1)], mixed), &game)?;
    let states: Vec<_> = states(100).into_iter().map(|state| (state, state.actions())).collect();
    for batch in [1, 7, 100] {
        for states in states.chunks(batch) {
            let (all, values) = network.weigh_all(states.iter().map(|(state, actions)| (state, &actions[..])))?;
            let mut rest = &all[..];
            for ((state, actions), value) in states.iter().zip(values) {
                let (own, others) = rest.split_at(actions.len());
                let mut weights = vec![0.0; actions.len()];
                assert_eq!(network.weigh(state, actions, &mut weights), value);
                assert_eq!(weights, own);
                rest = others;
            }
            assert!(rest.is_empty());
        }
    }
    let empty = std::iter::empty::<(&Threes, &[_])>();
    assert_eq!(network.weigh_all(empty), Err(OnnxError::Empty));
    Ok(())
}

/// A softmax alone gives a logit of minus infinity the weight 0.
#[test]
fn logits_that_are_not_finite_give_weights_that_are_not() -> Result<(), OnnxError> {
    // The logit of action 0 is infinite, the others are 0.
    fn first_logit(index: usize, logit: f32) -> f32 {
        let before = Threes::default().plane_shape().len() + 1 + 4;
        if index == before { logit } else { 0.0 }
    }
    let [low, high]: [fn(usize) -> f32; 2] =
        [|index| first_logit(index, f32::NEG_INFINITY), |index| first_logit(index, f32::INFINITY)];
    for weight in [low, high] {
        let network = PolicyNetwork::from_bytes(&threes(1, &[("policy", 4)], weight), &Threes::default())?;
        for state in states(50) {
            let actions = state.actions();
            let mut weights = vec![0.0; actions.len()];
            network.weigh(&state, &actions, &mut weights);
            for (weight, &action) in weights.iter().zip(&actions) {
                assert_eq!(weight.is_nan(), state.action_index(action) == 0, "{weights:?}");
            }
        }
    }
    Ok(())
}

#[test]
fn searches_refuse_outputs_that_are_not_finite() -> Result<(), OnnxError> {
    let game = Threes::default();
    let state = &states(1)[0];
    let bytes = threes(2, &[("policy", 4), ("value", 1)], |_| f32::NAN);
    let budget = Budget::default().simulations(10);
    let policy = PolicyNetwork::from_bytes(&bytes, &game)?;
    let by_tree = Mcts::new().puct(1.0, policy).search(state, &budget, Seed::new(1));
    assert!(matches!(by_tree, Err(SearchError::Weight { .. })), "{by_tree:?}");
    let value = ValueNetwork::from_bytes(&bytes, &game)?;
    let by_value = Greedy::new(Afterstate(value)).search(state, &budget, Seed::new(1));
    assert!(by_value.is_err(), "{by_value:?}");
    Ok(())
}

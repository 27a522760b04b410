//! Dense networks on games with known values: learning, reproducibility, files, checkpoints.

use gambol_core::{Evaluator, FromFn, Observe, PlaneShape, Player, Seed};
use gambol_learn::{
    About, CheckpointError, DenseLearner, DenseNetwork, DenseScratch, DenseSettings, LearnError, WeightsError,
};
use gambol_search::{Budget, Expectimax, Search};

mod dice_race {
    #![allow(missing_docs, missing_debug_implementations, unreachable_pub)]
    include!("../../src/doc/dice_race.rs");
}
use dice_race::DiceRace;

/// For checkpoints: the first runner's steps, the second's, who is to move, whether a coin is
/// tossed.
impl std::fmt::Display for DiceRace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {} {} {}", self.left[0], self.left[1], self.to_move, self.is_tossing)
    }
}

impl std::str::FromStr for DiceRace {
    type Err = &'static str;

    fn from_str(_: &str) -> Result<Self, Self::Err> {
        Err("not needed")
    }
}

const RESULTS: [i64; 4] = [-2, -1, 1, 2];

fn learner(settings: DenseSettings) -> DenseLearner<DiceRace> {
    let start = DiceRace::default();
    let network = DenseNetwork::random(&start, &RESULTS, 20, Seed::new(3)).unwrap();
    assert_eq!((network.hidden(), network.inputs()), (32, 12));
    DenseLearner::new(start, network, settings).unwrap()
}

/// Expectimax to a depth at which what is left has no weight.
fn deep(state: &DiceRace) -> f64 {
    let zero = FromFn(|_: &DiceRace| 0.0);
    let mut search = Expectimax::new(zero).depth(24);
    search.search(state, &Budget::unlimited(), Seed::new(1)).unwrap().value
}

#[test]
fn values_become_those_of_perfect_play() {
    for lambda in [0.0, 0.6] {
        let mut learner = learner(DenseSettings::default().learning_rate(0.05).lambda(lambda).exploration(0.1));
        for rate in [0.05, 0.02, 0.005] {
            learner.settings_mut().learning_rate = rate;
            learner.epoch().unwrap();
        }
        let mut error: f64 = 0.0;
        let mut states = 0;
        for first in 1..=3 {
            for second in 1..=3 {
                for to_move in [Player::First, Player::Second] {
                    let state = DiceRace { left: [first, second], to_move, is_tossing: false };
                    let value = deep(&state);
                    error += (learner.network().evaluate(&state) - value).abs();
                    states += 1;
                }
            }
        }
        error /= f64::from(states);
        assert!(error < 0.08, "λ {lambda}: {error}");
        let start = DiceRace::default();
        let (value, expected) = (learner.network().evaluate(&start), deep(&start));
        assert!((value - expected).abs() < 0.08, "λ {lambda}: {value} {expected}");
    }
}

#[test]
fn both_players_have_one_value() {
    let mut learner = learner(DenseSettings::default().rounds_per_epoch(5));
    learner.epoch().unwrap();
    let state = DiceRace { left: [2, 4], to_move: Player::First, is_tossing: false };
    let image = DiceRace { left: [4, 2], to_move: Player::Second, is_tossing: false };
    assert_eq!(learner.network().evaluate(&state), -learner.network().evaluate(&image));
    assert_ne!(learner.network().evaluate(&state), 0.0);
    let distribution = learner.network().distribution(&state);
    assert!((distribution.iter().sum::<f32>() - 1.0).abs() < 1e-6 && distribution.len() == 4, "{distribution:?}");
}

fn short() -> DenseSettings {
    DenseSettings::default().games_per_round(40).rounds_per_epoch(6).exploration(0.2).lambda(0.5).seed(7)
}

#[test]
fn threads_do_not_change_a_bit() {
    let trained = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut learner = learner(short());
            let reports = [learner.epoch().unwrap(), learner.epoch().unwrap()];
            assert_eq!((reports[1].total_games, learner.games()), (480, 480));
            (reports, learner.checkpoint())
        })
    };
    assert_eq!(trained(1), trained(4));
}

#[test]
fn a_restored_checkpoint_ends_in_the_same_bytes() {
    let mut whole = learner(short());
    whole.epoch().unwrap();
    let checkpoint = whole.checkpoint();
    whole.epoch().unwrap();
    let mut resumed = learner(DenseSettings::default());
    resumed.restore(&checkpoint).unwrap();
    assert_eq!(resumed.checkpoint(), checkpoint);
    resumed.epoch().unwrap();
    assert_eq!(resumed.checkpoint(), whole.checkpoint());
    assert_ne!(resumed.checkpoint(), checkpoint);
}

#[test]
fn checkpoints_of_others_are_refused() {
    let checkpoint = learner(short()).checkpoint();
    let start = DiceRace::default();
    let network = DenseNetwork::random(&start, &RESULTS, 16, Seed::new(3)).unwrap();
    let mut small = DenseLearner::new(start, network, short()).unwrap();
    let refused = small.restore(&checkpoint).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "a checkpoint of sizes `12 inputs, 32 hidden, results [-2, -1, 1, 2]`; \
         expected `12 inputs, 16 hidden, results [-2, -1, 1, 2]`"
    );
    let mut learner = learner(short());
    assert_eq!(learner.restore(b"PNG"), Err(CheckpointError::Foreign));
    for cut in [0, 5, checkpoint.len() / 2, checkpoint.len() - 1] {
        assert!(learner.restore(&checkpoint[..cut]).is_err(), "{cut}");
    }
}

#[test]
fn a_network_comes_back_from_its_file() {
    let mut learner = learner(short());
    learner.epoch().unwrap();
    let about = About::new("dice-race", "five steps", "a test", learner.turns());
    let file = learner.network().to_file(&about).unwrap();
    let start = DiceRace::default();
    let (network, said) = DenseNetwork::from_file(&start, "dice-race", &file).unwrap();
    assert_eq!((&network, said), (learner.network(), about));
    let refused = |file: &[u8]| DenseNetwork::from_file(&start, "dice-race", file).unwrap_err();
    assert_eq!(refused(b"PNG"), WeightsError::Foreign);
    assert_eq!(
        refused(b"gambol weights 1\n{}").to_string(),
        "weights of format `1`; this version reads format dense-1"
    );
    for at in (0..file.len()).step_by(37) {
        let mut changed = file.clone();
        changed[at] ^= 4;
        assert!(DenseNetwork::from_file(&start, "dice-race", &changed).is_err(), "{at}");
        assert!(DenseNetwork::from_file(&start, "dice-race", &file[..at]).is_err(), "{at}");
    }
    let other = DenseNetwork::from_file(&start, "chess", &file).unwrap_err();
    assert_eq!(other.to_string(), "weights for dice-race; expected weights for chess");
    let nim = Nim { matches: 3, to_move: Player::First };
    let other = DenseNetwork::from_file(&nim, "dice-race", &file).unwrap_err();
    assert_eq!(other.to_string(), "weights of layout `12 inputs`; expected layout `13 inputs`");
}

#[test]
fn results_must_be_those_of_the_game() {
    let start = DiceRace::default();
    let network = |results: &[i64]| DenseNetwork::random(&start, results, 16, Seed::new(1));
    for results in [&[][..], &[1], &[1, -1], &[-1, -1, 1], &[-2, 1, 2], &[-4, -3, -2, -1, 0, 1, 2, 3, 4]] {
        assert!(network(results).is_none(), "{results:?}");
    }
    // Double wins are missing.
    let mut learner = DenseLearner::new(start.clone(), network(&[-1, 1]).unwrap(), short()).unwrap();
    let error = learner.epoch().unwrap_err();
    assert!(matches!(error, LearnError::Score { score: 2 | -2 }), "{error}");
    let nim = Nim { matches: 3, to_move: Player::First };
    let network = DenseNetwork::random(&nim, &[-1, 1], 16, Seed::new(1)).unwrap();
    let error = DenseLearner::new(start, network, short()).unwrap_err();
    assert_eq!(error, LearnError::Inputs { found: 13, expected: 12 });
}

mod nim {
    #![allow(missing_docs, unreachable_pub)]
    include!("../../../core/src/doc/nim.rs");
}
use nim::Nim;

impl Observe for Nim {
    fn plane_shape(&self) -> PlaneShape {
        PlaneShape::new(13, 1, 1)
    }
    fn observe(&self, view: Player, out: &mut [f32]) {
        out.fill(0.0);
        if let Some(entry) = out.get_mut(usize::from(self.matches)) {
            *entry = if self.to_move == view { 1.0 } else { 0.5 };
        }
    }
}

/// Multiples of four are lost.
#[test]
fn a_game_without_chance_is_learned_by_exploring() {
    let start = Nim { matches: 12, to_move: Player::First };
    let network = DenseNetwork::random(&start, &[-1, 1], 16, Seed::new(1)).unwrap();
    let settings = DenseSettings::default().learning_rate(0.05).exploration(0.3).lambda(0.5);
    let mut learner = DenseLearner::new(start, network, settings).unwrap();
    learner.epoch().unwrap();
    for to_move in [Player::First, Player::Second] {
        for matches in 1..=12 {
            let state = Nim { matches, to_move };
            let value = to_move.sign() as f64 * learner.network().evaluate(&state);
            assert_eq!(value < 0.0, matches % 4 == 0, "{matches}: {value}");
            let best = learner.network().best_action(&state, &mut DenseScratch::default()).unwrap();
            assert!(matches % 4 == 0 || best.0 == matches % 4, "{matches}: {best:?}");
        }
    }
}

#[test]
fn the_loss_is_a_mean_over_the_states_that_have_a_target() {
    let loss = |exploration| {
        let settings = DenseSettings::default().learning_rate(1e-9).games_per_round(200).exploration(exploration);
        learner(settings).epoch().unwrap().loss
    };
    let (all, half) = (loss(0.0), loss(0.5));
    assert!((all - half).abs() < 0.2, "{all} with all targets, {half} with half of them");
}

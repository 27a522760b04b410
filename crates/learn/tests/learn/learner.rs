//! Learners on a game with known values.

use std::ops::ControlFlow;

use gambol_core::{Evaluator, Game, Player, Scratch, Seed, Turn};
use gambol_learn::{Features, LearnError, Learner, Network, OnePly, Points, Reward, Settings, Stages, ValueKind};
use gambol_search::{Budget, Expectimax, SearchError, WithBudget};

/// A number of turns. In each, the player takes one point for certain, or none or three by tossing
/// a coin.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Bets {
    left: u8,
    points: i64,
    /// The stake of the toss.
    stake: Option<i64>,
    /// The probability of heads in percent, and that of tails.
    percent: u8,
}

impl Bets {
    const START: Self = Self { left: 6, points: 0, stake: None, percent: 50 };
}

impl Game for Bets {
    type Action = bool;
    type Outcome = bool;
    const PLAYERS: usize = 1;

    fn turn(&self) -> Turn {
        match self.stake {
            Some(_) => Turn::Chance,
            None if self.left == 0 => Turn::Over,
            None => Turn::Player(Player::First),
        }
    }

    fn score(&self) -> i64 {
        self.points
    }

    fn visit_actions<F: FnMut(bool) -> ControlFlow<()>>(&self, visit: F) -> ControlFlow<()> {
        [false, true].into_iter().filter(|_| self.turn().player().is_some()).try_for_each(visit)
    }

    fn visit_outcomes<F: FnMut(bool, f64) -> ControlFlow<()>>(&self, mut visit: F) -> ControlFlow<()> {
        [false, true]
            .into_iter()
            .filter(|_| self.stake.is_some())
            .try_for_each(|heads| visit(heads, f64::from(self.percent) / 100.0))
    }

    fn play(&mut self, risks: bool) {
        self.left -= 1;
        self.points += i64::from(!risks);
        self.stake = Some(if risks { 3 } else { 0 });
    }

    fn resolve(&mut self, heads: bool) {
        self.points += if heads { self.stake.unwrap_or(0) } else { 0 };
        self.stake = None;
    }
}

/// A weight for each number of remaining turns, with and without a stake.
#[derive(Clone, Debug)]
struct Left;

impl Features<Bets> for Left {
    fn len(&self) -> usize {
        16
    }

    fn visit<V: FnMut(usize)>(&self, state: &Bets, mut visit: V) {
        visit(usize::from(state.left) * 2 + usize::from(state.stake == Some(3)));
    }

    fn layout(&self) -> String {
        "bets left".to_owned()
    }
}

#[derive(Clone, Debug)]
struct Halves;

impl Stages<Bets> for Halves {
    fn count(&self) -> usize {
        2
    }

    fn stage(&self, state: &Bets) -> usize {
        usize::from(state.left < 3)
    }

    fn layout(&self) -> String {
        "halves".to_owned()
    }
}

fn settings() -> Settings {
    Settings::default().learning_rate(0.1).offset(20.0).turns_per_round(300).rounds_per_epoch(4).seed(5)
}

fn learner(settings: Settings) -> Learner<Bets, Left, Points> {
    Learner::new(Bets::START, Left, Points, settings)
}

fn afterstate(left: u8, stake: i64) -> Bets {
    Bets { left, stake: Some(stake), ..Bets::START }
}

fn assert_learned(network: &Network<impl Features<Bets>>, slack: f64) {
    for left in 0..6 {
        let coming = 1.5 * f64::from(left);
        let risked = network.evaluate(&afterstate(left, 3));
        assert!((risked - coming - 1.5).abs() < slack, "{left} turns left, tossing: {risked}");
    }
}

fn assert_risks(network: &Network<Left>) {
    let first = network.best_action(&Bets::START, &mut Scratch::new());
    assert!(first.is_some_and(|(risks, _)| risks), "the bet is worth more: {first:?}");
}

#[test]
fn values_of_optimal_play_are_learned() {
    let mut learner = learner(settings());
    for _ in 0..50 {
        learner.epoch(OnePly::new).unwrap();
    }
    assert_learned(&learner.network(), 0.4);
    assert_risks(&learner.network());
    assert!(learner.turns() > 50_000);
}

#[test]
fn discounted_values_are_learned() {
    let mut learner = learner(settings().discount(0.5).offset(5.0));
    for _ in 0..50 {
        learner.epoch(OnePly::new).unwrap();
    }
    // After the last toss only its points follow, a turn ahead.
    let last = learner.network().output(&afterstate(0, 3));
    assert!((last - 0.75).abs() < 0.1, "{last}");
    let before = learner.network().output(&afterstate(1, 3));
    assert!((before - 0.5 * (1.5 + 0.75)).abs() < 0.15, "{before}");
}

/// A small risk that is the mean of none and of twice as much.
#[test]
fn risks_are_learned_as_means() {
    /// The cost of a toss: a hundredth for each point below three.
    struct Missed;
    impl Reward<Bets> for Missed {
        fn reward(&self, afterstate: &Bets, next: &Bets) -> f32 {
            -0.01 * (3 - next.points + afterstate.points) as f32
        }
    }
    let settings = settings().kind(ValueKind::Risk { ended: 0.0 }).discount(0.5).offset(8.0);
    let mut learner = Learner::new(Bets::START, Left, Missed, settings);
    for _ in 0..50 {
        learner.epoch(OnePly::new).unwrap();
    }
    let network = learner.network();
    let [last, before] = [0, 1].map(|left| network.evaluate(&afterstate(left, 3)));
    assert!((last / -0.0075 - 1.0).abs() < 0.1, "{last}");
    assert!((before / -0.01125 - 1.0).abs() < 0.1, "{before}");
    assert_risks(&network);
}

#[test]
fn with_lambda_an_episode_is_learned_at_once() {
    /// Always safe: a point per turn.
    struct Safe;
    impl gambol_learn::Actor<Bets> for Safe {
        fn act(&mut self, _: &Bets, _: Seed) -> Result<bool, gambol_search::SearchError> {
            Ok(false)
        }
    }
    let first = |lambda| {
        let once = Settings::default().lambda(lambda).learning_rate(0.5).turns_per_round(1).rounds_per_epoch(1);
        let mut learner = learner(once);
        learner.epoch(|_| Safe).unwrap();
        learner.network().output(&afterstate(5, 0))
    };
    // Five points will follow. Half of the error is removed: that of the reward plus the next
    // output, which is half of what it should be, or that of all rewards.
    assert_eq!(first(1.0), 2.5);
    assert_eq!(first(0.0), 0.96875);
}

#[test]
fn any_number_of_threads_gives_the_same_bits() {
    let weights = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let mut learner = learner(settings().late_starts(0.5).turns_per_episode(4)).with_stages(Halves);
        let reports: Vec<_> = (0..3).map(|_| pool.install(|| learner.epoch(OnePly::new)).unwrap()).collect();
        (reports, learner.network().weights().iter().map(|weight| weight.to_bits()).collect::<Vec<_>>())
    };
    let one = weights(1);
    assert_eq!(one, weights(2));
    assert_eq!(one, weights(5));
    assert_ne!(one.1, vec![0; 16]);
}

#[test]
fn episodes_that_are_broken_off_go_on() {
    let mut learner = learner(settings().turns_per_episode(2));
    for _ in 0..60 {
        let report = learner.epoch(OnePly::new).unwrap();
        assert!(report.turns <= 3 * report.episodes);
        assert!(report.scores.iter().all(|&score| (0..=18).contains(&score)));
        assert!(!report.scores.is_empty(), "games end, in parts");
    }
    // A greedy player avoids a bet after bad luck.
    assert_learned(&learner.network(), 0.8);
}

#[test]
fn stages_begin_with_copies_and_then_differ() {
    let mut learner = learner(settings().late_starts(0.5)).with_stages(Halves);
    learner.epoch(OnePly::new).unwrap();
    let plain = learner.network();
    let mut learner = learner.into_stages();
    assert_eq!(learner.network().weights(), [plain.weights(), plain.weights()].concat());
    for _ in 0..60 {
        learner.epoch(OnePly::new).unwrap();
    }
    let network = learner.network();
    assert_learned(&network, 0.5);
    assert_ne!(network.weights()[..16], network.weights()[16..]);
}

#[test]
fn late_starts_are_states_of_late_stages() {
    let mut learner = learner(settings().late_starts(0.9)).with_stages(Halves);
    learner.epoch(OnePly::new).unwrap();
    let report = learner.epoch(OnePly::new).unwrap();
    assert!(report.scores.len() as u64 * 4 < report.episodes, "{report:?}");
    assert!(report.turns < report.episodes * 4, "late games are short");
}

#[test]
fn wider_features_begin_with_the_weights_of_the_narrow_ones() {
    #[derive(Clone, Debug)]
    struct Wide;
    impl Features<Bets> for Wide {
        fn len(&self) -> usize {
            17
        }
        fn visit<V: FnMut(usize)>(&self, state: &Bets, mut visit: V) {
            Left.visit(state, &mut visit);
            visit(16);
        }
        fn layout(&self) -> String {
            "bets left, and one for all".to_owned()
        }
    }
    let mut learner = learner(settings());
    learner.epoch(OnePly::new).unwrap();
    let narrow = learner.network();
    let learner = learner.widen(Wide).unwrap();
    assert_eq!(learner.network().output(&afterstate(2, 3)), narrow.output(&afterstate(2, 3)));
    assert_eq!(learner.widen(Left).err(), Some(LearnError::Weights { found: 16, expected: 17 }));
}

#[test]
fn any_search_is_a_policy() {
    let mut learner = learner(settings());
    for _ in 0..10 {
        let search = |network| WithBudget::new(Expectimax::new(network).depth(2), Budget::unlimited());
        learner.epoch(search).unwrap();
    }
    assert_learned(&learner.network(), 1.0);
}

#[test]
fn a_chance_event_that_cannot_be_drawn_is_an_error() {
    // As the first event of a game, and after an action.
    for stake in [None, Some(0)] {
        for (percent, sum) in [(0, "0"), (20, "0.4")] {
            let start = Bets { stake, percent, ..Bets::START };
            let mut learner = Learner::new(start, Left, Points, settings());
            let error = learner.epoch(OnePly::new).unwrap_err();
            let LearnError::Search(SearchError::Outcomes { state, why }) = error else { panic!("{error:?}") };
            assert!(state.starts_with("Bets {"), "{state}");
            assert_eq!(why, format!("has outcomes whose probabilities sum to {sum}"));
        }
    }
}

#[test]
fn divergence_is_an_error() {
    let mut learner = learner(settings().learning_rate(1e30));
    let error = (0..20).find_map(|_| learner.epoch(OnePly::new).err());
    assert_eq!(error, Some(LearnError::Diverged));
}

#[test]
fn a_network_needs_all_its_weights() {
    let network = |weights| Network::new::<Bets>(Left, weights, 0.0, ValueKind::Points);
    assert!(network(vec![0.0; 16]).is_some());
    assert!(network(vec![0.0; 15]).is_none());
    assert!(network(vec![f32::NAN; 16]).is_none());
}

#[test]
fn values_are_scores_with_what_comes() {
    let weights: Vec<f32> = (0..16).map(|index| index as f32).collect();
    let points = Network::new::<Bets>(Left, weights.clone(), 0.5, ValueKind::Points).unwrap();
    let state = Bets { points: 10, ..afterstate(2, 3) };
    assert_eq!(points.evaluate(&state), 15.5);
    assert_eq!(points.evaluate(&Bets { left: 0, points: 9, ..Bets::START }), 9.0);
    // A player is to move: the better afterstate, with one turn left and a stake.
    assert_eq!(points.evaluate(&Bets { left: 2, points: 10, ..Bets::START }), 13.5);
    let risk = Network::new::<Bets>(Left, weights, 0.5, ValueKind::Risk { ended: -1.0 }).unwrap();
    assert!((risk.evaluate(&state) + (-5.5_f64).exp()).abs() < 1e-9);
    assert_eq!(risk.evaluate(&Bets { left: 0, points: 9, ..Bets::START }), -1.0);
}

#[test]
fn settings_out_of_range_are_refused_and_nothing_changes() {
    type Change = fn(Settings) -> Settings;

    let mut learner = learner(settings());
    let before = learner.network().weights().to_vec();
    let wrong: [(&str, Change); 10] = [
        ("discount is NaN", |settings| settings.discount(f32::NAN)),
        ("discount is 2", |settings| settings.discount(2.0)),
        ("lambda is -1", |settings| settings.lambda(-1.0)),
        ("lambda is NaN", |settings| settings.lambda(f32::NAN)),
        ("learning_rate is inf", |settings| settings.learning_rate(f32::INFINITY)),
        ("learning_rate is -1", |settings| settings.learning_rate(-1.0)),
        ("offset is NaN", |settings| settings.offset(f32::NAN)),
        ("late_starts is NaN", |settings| settings.late_starts(f64::NAN)),
        ("turns_per_episode is 0", |settings| settings.turns_per_episode(0)),
        ("turns_per_round is 18446744073709552000", |settings| settings.turns_per_round(u64::MAX)),
    ];
    for (expected, change) in wrong {
        *learner.settings_mut() = change(settings());
        let error = learner.epoch(OnePly::new).expect_err(expected).to_string();
        assert!(error.starts_with(&format!("the setting {expected}; it must be ")), "{error}");
    }
    assert!(learner.network().weights() == before && learner.turns() == 0);
}

//! Learners on a two-player game with known values.

use std::collections::HashMap;
use std::ops::ControlFlow;

use gambol_core::{Evaluator, FromFn, Game, GameExt, Player, Seed, TextError, Turn};
use gambol_learn::{Evaluation, Features, Learner, OnePly, Points, Run, Settings, ValueKind};
use gambol_search::{Adversarial, AgainstChance, AllOutcomes, AlphaBeta, Budget, Expectimax, Search};

/// A race to six points. In a turn, a player takes one point for certain, or tosses a coin: heads
/// gain three, tails give the opponent one. The first player at six or above wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Race {
    points: [u8; 2],
    to_move: Player,
    /// Points of the pending toss.
    stake: Option<u8>,
}

const START: Race = Race { points: [0, 0], to_move: Player::First, stake: None };

impl Race {
    fn leader(self) -> Option<Player> {
        [Player::First, Player::Second]
            .into_iter()
            .zip(self.points)
            .find(|&(_, points)| points >= 6)
            .map(|(player, _)| player)
    }
}

impl Game for Race {
    type Action = bool;
    type Outcome = bool;
    const PLAYERS: usize = 2;

    fn turn(&self) -> Turn {
        match (self.leader(), self.stake) {
            (Some(_), _) => Turn::Over,
            (None, Some(_)) => Turn::Chance,
            (None, None) => Turn::Player(self.to_move),
        }
    }

    fn score(&self) -> i64 {
        self.leader().map_or(0, Player::sign)
    }

    fn visit_actions<F: FnMut(bool) -> ControlFlow<()>>(&self, visit: F) -> ControlFlow<()> {
        [false, true].into_iter().filter(|_| self.turn().player().is_some()).try_for_each(visit)
    }

    fn visit_outcomes<F: FnMut(bool, f64) -> ControlFlow<()>>(&self, mut visit: F) -> ControlFlow<()> {
        let is_due = self.turn() == Turn::Chance;
        [false, true].into_iter().filter(|_| is_due).try_for_each(|heads| visit(heads, 0.5))
    }

    fn play(&mut self, risks: bool) {
        self.stake = Some(if risks { 3 } else { 1 });
    }

    fn resolve(&mut self, heads: bool) {
        let own = usize::from(self.to_move == Player::Second);
        match self.stake.take() {
            Some(3) if !heads => self.points[1 - own] += 1,
            stake => self.points[own] += stake.unwrap_or(0),
        }
        self.to_move = self.to_move.opponent();
    }
}

/// A weight for each afterstate.
#[derive(Clone, Copy, Debug)]
struct Each;

impl Features<Race> for Each {
    fn len(&self) -> usize {
        6 * 6 * 4
    }

    fn visit<V: FnMut(usize)>(&self, state: &Race, mut visit: V) {
        let [first, second] = state.points.map(usize::from);
        let toss = usize::from(state.stake == Some(3)) + 2 * usize::from(state.to_move == Player::Second);
        visit((first * 6 + second) * 4 + toss);
    }

    fn layout(&self) -> String {
        "race".to_owned()
    }
}

/// The value of a state by backward induction.
fn exact(state: Race, known: &mut HashMap<Race, f64>) -> f64 {
    if let Some(&value) = known.get(&state) {
        return value;
    }
    let value = match state.turn() {
        Turn::Over => state.score() as f64,
        Turn::Chance => state
            .outcomes()
            .iter()
            .map(|&(heads, part)| part * exact(state.after(gambol_core::Event::Outcome(heads)), known))
            .sum(),
        Turn::Player(player) => {
            let values = state.actions().into_iter().map(|risks| exact(state.afterstate(risks), known));
            let sign = player.sign() as f64;
            sign * values.fold(f64::NEG_INFINITY, |best, value| best.max(sign * value))
        }
    };
    known.insert(state, value);
    value
}

fn settings() -> Settings {
    let settings = Settings::default().kind(ValueKind::Tanh).opening_plies(8).learning_rate(0.3);
    settings.turns_per_round(1000).rounds_per_epoch(8).seed(3)
}

fn learner(settings: Settings) -> Learner<Race, Each, Points> {
    Learner::new(START, Each, Points, settings)
}

fn assert_learned(learner: &Learner<Race, Each, Points>) {
    let network = learner.network();
    let mut known = HashMap::new();
    exact(START, &mut known);
    let mut checked = 0;
    for (state, value) in &known {
        // The better action; worse ones are seen less often.
        if state.turn().player().is_some() {
            let found = network.evaluate(state);
            assert!((found - value).abs() < 0.2, "{state:?}: {found}, not {value}");
            checked += 1;
        }
    }
    assert!(checked > 30, "{checked}");
    assert!(network.evaluate(&Race { points: [6, 2], ..START }) == 1.0);
    assert!(network.evaluate(&Race { points: [2, 6], ..START }) == -1.0);
}

#[test]
fn values_of_both_players_are_learned() {
    for in_place in [false, true] {
        let mut learner = learner(settings().in_place(in_place));
        for _ in 0..60 {
            learner.epoch(OnePly::new).unwrap();
        }
        assert_learned(&learner);
    }
}

#[test]
fn any_number_of_threads_gives_the_same_bits() {
    for in_place in [false, true] {
        let weights = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let mut learner = learner(settings().in_place(in_place).lambda(0.5));
            let reports: Vec<_> = (0..3).map(|_| pool.install(|| learner.epoch(OnePly::new)).unwrap()).collect();
            (reports, learner.network().weights().iter().map(|weight| weight.to_bits()).collect::<Vec<_>>())
        };
        assert_eq!(weights(1), weights(3));
    }
}

#[test]
fn a_fixed_rate_does_not_fall() {
    // Errors of alternating signs: the rates of coherence fall, a fixed one does not.
    let change = |coherence| {
        let mut learner = learner(settings().coherence(coherence).learning_rate(0.1));
        for _ in 0..30 {
            learner.epoch(OnePly::new).unwrap();
        }
        let before = learner.network();
        learner.epoch(OnePly::new).unwrap();
        let after = learner.network();
        before.weights().iter().zip(after.weights()).map(|(before, after)| (before - after).abs()).sum::<f32>()
    };
    let (fixed, coherent) = (change(false), change(true));
    assert!(fixed > 3.0 * coherent && coherent > 0.0, "{fixed} {coherent}");
}

impl std::fmt::Display for Race {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {} {} {}", self.points[0], self.points[1], self.to_move, self.stake.unwrap_or(0))
    }
}

impl std::str::FromStr for Race {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let refuse = || TextError::new("race", text, "expected two numbers, a player and a stake");
        let fields: Vec<&str> = text.split(' ').collect();
        let [first, second, to_move, stake] = fields[..] else { return Err(refuse()) };
        let number = |text: &str| text.parse::<u8>().map_err(|_| refuse());
        let stake = Some(number(stake)?).filter(|&stake| stake > 0);
        Ok(Self { points: [number(first)?, number(second)?], to_move: to_move.parse()?, stake })
    }
}

#[test]
fn a_run_measures_games_against_older_generations() {
    let mut evaluations: Vec<Evaluation> = Vec::new();
    let mut turns = Vec::new();
    let run = Run::new().evaluate(2000, Seed::new(9)).on_report(|report| {
        if let Some(evaluation) = report.evaluation {
            evaluations.push(evaluation);
            turns.push(report.turns);
        }
        ControlFlow::Continue(())
    });
    let mut run = run;
    run.train(&mut learner(settings().turns_per_round(50)), 20_000, OnePly::new).unwrap();
    drop(run);
    let opponents: Vec<u64> = evaluations.iter().filter_map(|evaluation| evaluation.opponent).collect();
    assert_eq!(opponents[0], 0);
    assert_eq!(opponents[1..], turns[..turns.len() - 1]);
    let [first, .., last] = evaluations[..] else { panic!("{evaluations:?}") };
    assert!(first.mean > 0.05 && first.games == 2000, "it beats random play: {first:?}");
    assert!(last.mean.abs() < 0.1, "the last generations are nearly equal: {last:?}");
}

#[test]
fn a_network_goes_into_every_search() {
    let mut learner = learner(settings());
    for _ in 0..20 {
        learner.epoch(OnePly::new).unwrap();
    }
    let network = learner.network();
    // One point or a toss: at five, the point wins.
    let state = Race { points: [5, 5], ..START };
    let budget = Budget::unlimited();
    let decision = Expectimax::new(&network).depth(2).search(&state, &budget, Seed::new(1)).unwrap();
    assert!(!decision.action);
    let careful = AlphaBeta::new(FromFn(|state: &Adversarial<Race>| network.evaluate(state.game()))).depth(3);
    let decision = AgainstChance::new(careful, AllOutcomes).search(&state, &budget, Seed::new(1)).unwrap();
    assert!(!decision.action);
    assert!(decision.is_proven(), "whatever the coin shows: {decision:?}");
}

#[test]
fn texts_of_the_race_come_back() {
    let state = Race { points: [2, 5], to_move: Player::Second, stake: Some(3) };
    assert_eq!(state.to_string().parse(), Ok(state));
}

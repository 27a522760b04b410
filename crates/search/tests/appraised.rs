//! Evaluators of actions in searches of states.

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};

use gambol_core::{ActionEvaluator, Afterstate, FromFn, Game, GameExt, NoChance, Player, Score, Seed, Turn};
use gambol_search::{
    Adversarial, AgainstChance, AllOutcomes, AlphaBeta, Appraised, Appraiser, Budget, ByActions, Decision, Finals,
    Search,
};

/// Two numbers of 1 to 4 are chosen, without repetition; then a coin is thrown, and one more number chosen.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
struct Numbers {
    chosen: Vec<u8>,
    coin: Option<bool>,
}

impl Game for Numbers {
    type Action = u8;
    type Outcome = bool;
    const PLAYERS: usize = 1;

    fn turn(&self) -> Turn {
        match (self.chosen.len(), self.coin) {
            (0 | 1, _) | (2, Some(_)) => Turn::Player(Player::First),
            (2, None) => Turn::Chance,
            _ => Turn::Over,
        }
    }

    fn score(&self) -> i64 {
        self.chosen.iter().map(|&number| i64::from(number)).sum()
    }

    fn visit_actions<F: FnMut(u8) -> ControlFlow<()>>(&self, visit: F) -> ControlFlow<()> {
        let moving = self.turn().player().is_some();
        (1..=4).filter(|number| moving && !self.chosen.contains(number)).try_for_each(visit)
    }

    fn visit_outcomes<F: FnMut(bool, f64) -> ControlFlow<()>>(&self, mut visit: F) -> ControlFlow<()> {
        if self.turn() == Turn::Chance {
            visit(false, 0.5)?;
            visit(true, 0.5)?;
        }
        ControlFlow::Continue(())
    }

    fn play(&mut self, action: u8) {
        self.chosen.push(action);
    }

    fn resolve(&mut self, coin: bool) {
        self.coin = Some(coin);
    }
}

/// A number is worth most next to the one before it; the first is worth itself. After heads, numbers are worth nothing.
#[derive(Clone, Copy, Debug)]
struct Close;

impl ActionEvaluator<Numbers> for Close {
    fn evaluate_action(&self, before: &Numbers, action: u8, after: &Numbers) -> f64 {
        match before.chosen.last() {
            _ if after.coin == Some(true) => 0.0,
            Some(&last) => 10.0 * f64::from(action) - 100.0 * f64::from(action.abs_diff(last)),
            None => f64::from(action),
        }
    }
}

#[test]
fn a_state_remembers_what_was_said_of_its_last_action() {
    let mut state = Appraised::new(Numbers::default(), Appraiser::new(Close));
    assert_eq!(state.appraisal(), 0.0);
    state.play(3);
    assert_eq!(state.appraisal(), 3.0);
    state.play(1);
    assert_eq!(state.appraisal(), 10.0 - 200.0);
    state.resolve(false);
    assert_eq!(state.appraisal(), 0.0);
    // 1 and then 3 lead to another state than 2 and then 3 would, and so do different appraisals.
    let other = Appraised::new(state.game().clone(), Appraiser::new(Close));
    assert_eq!((&other, other.key()), (&state, state.key()));
    state.play(4);
    let other = Appraised::new(state.game().clone(), Appraiser::new(Close));
    assert_ne!((&other, other.key()), (&state, state.key()));
}

#[test]
fn turns_are_completed_greedily() {
    let mut state = Appraised::new(Numbers::default(), Appraiser::new(Close).completing(true));
    state.play(2);
    assert_eq!((state.game().chosen.as_slice(), state.appraisal()), (&[2, 3][..], 30.0 - 100.0));
    state.resolve(false);
    assert_eq!(state.reversed_appraisal(), 10.0 - 200.0, "the worst number after 3 is 1");
    state.play(1);
    assert_eq!(state.turn(), Turn::Over);
    assert_eq!(state.reversed_appraisal(), state.appraisal());
}

#[test]
fn appraisals_add_up_where_that_is_asked_for() {
    let mut state = Appraised::new(Numbers::default(), Appraiser::new(Close).summing(true));
    state.play(3);
    state.play(1);
    assert_eq!(state.appraisal(), 3.0 + 10.0 - 200.0);
    state.resolve(false);
    assert_eq!(state.appraisal(), 0.0, "chance begins anew");
    let mut state = Appraised::new(Numbers::default(), Appraiser::new(Close).summing(true).completing(true));
    assert_eq!(state.reversed_appraisal(), 1.0 + 40.0 - 300.0, "1 looks worst, and 4 after it");
    state.play(2);
    assert_eq!((state.game().chosen.as_slice(), state.appraisal()), (&[2, 3][..], 2.0 + 30.0 - 100.0));
}

#[test]
fn only_the_best_actions_are_shown() {
    let state = Appraised::new(Numbers::default(), Appraiser::new(Close).width(2));
    assert_eq!(state.candidates(), [4, 3]);
    assert!(state.is_selective());
    assert_eq!(state.actions(), [1, 2, 3, 4], "all are legal");
    assert_eq!(state.check_action(1), Ok(()), "all may be played");
    let all = Appraised::new(Numbers::default(), Appraiser::new(Close));
    assert_eq!((all.candidates(), all.is_selective()), (vec![1, 2, 3, 4], false));
}

#[test]
fn a_search_of_states_judges_by_actions() {
    let judge = FromFn(|state: &Adversarial<Appraised<Numbers, Close>>| state.game().appraisal());
    let by = Appraiser::new(Close);
    let alpha_beta = |plies, by| {
        let search = AlphaBeta::new(judge).finals(Finals::Judged).depth(plies);
        ByActions::new(AgainstChance::new(search, AllOutcomes), by)
    };
    let decide = |search: &mut dyn Search<Numbers>| {
        search.search(&Numbers::default(), &Budget::unlimited(), Seed::new(1)).unwrap()
    };
    assert_eq!(decide(&mut alpha_beta(1, by)).action, 4);
    // 3 and then 4: 40 less 100 for the distance.
    let two = decide(&mut alpha_beta(2, by));
    assert_eq!((two.action, two.value, two.pv.as_slice()), (3, -60.0, &[3, 4][..]));
    // The same in one ply of whole turns.
    let whole = decide(&mut alpha_beta(1, by.completing(true)));
    assert_eq!((whole.action, whole.value, whole.pv.as_slice()), (3, -60.0, &[3, 4][..]));
    // 3 is the second best first number; 4 alone leads to 3.
    let narrow = decide(&mut alpha_beta(2, by.width(1)));
    assert_eq!((narrow.action, narrow.value), (4, -70.0));
    let visits: Vec<u64> = narrow.root.iter().map(|action| action.visits.min(1)).collect();
    assert_eq!((visits.as_slice(), narrow.root[0].value), (&[0, 0, 0, 1][..], 1.0));
}

/// A game of one action out of 200.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Pick(Option<u32>);

impl Game for Pick {
    type Action = u32;
    type Outcome = NoChance;
    const PLAYERS: usize = 1;

    fn turn(&self) -> Turn {
        if self.0.is_some() { Turn::Over } else { Turn::Player(Player::First) }
    }

    fn score(&self) -> i64 {
        i64::from(self.0.unwrap_or(0))
    }

    fn visit_actions<F: FnMut(u32) -> ControlFlow<()>>(&self, visit: F) -> ControlFlow<()> {
        (0..200).filter(|_| self.0.is_none()).try_for_each(visit)
    }

    fn visit_outcomes<F: FnMut(NoChance, f64) -> ControlFlow<()>>(&self, _: F) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn play(&mut self, action: u32) {
        self.0 = Some(action);
    }

    fn resolve(&mut self, outcome: NoChance) {
        match outcome {}
    }
}

/// Every third number is none; the others are worth themselves.
fn gaps(state: &Pick) -> f64 {
    let number = state.0.unwrap_or(0);
    if number % 3 == 1 { f64::NAN } else { f64::from(number * 7 % 200) }
}

#[test]
fn actions_without_a_finite_evaluation_are_shown_first() {
    let shown = |width| Appraised::new(Pick(None), Appraiser::new(Afterstate(FromFn(gaps))).width(width)).candidates();
    assert!(shown(66).iter().all(|number| number % 3 == 1), "the search is to meet them");
    // 57 · 7 = 399.
    assert_eq!(shown(100)[67], 57);
}

#[test]
fn zeros_are_equals_whatever_their_sign() {
    let zero = FromFn(|state: &Pick| if state.0.is_some_and(|number| number % 2 == 0) { -0.0 } else { 0.0 });
    let state = Appraised::new(Pick(None), Appraiser::new(Afterstate(zero)).width(3));
    assert_eq!(state.candidates(), [0, 1, 2]);
}

#[test]
fn reports_are_about_all_actions_of_the_game() {
    for width in [5, usize::MAX] {
        let told = Arc::new(Mutex::new(Vec::new()));
        let teller = told.clone();
        let budget = Budget::unlimited().watch(move |so_far: &Decision<u32>| {
            teller.lock().unwrap().push((so_far.action, so_far.root.len()));
        });
        let by = Appraiser::new(Afterstate(Score)).width(width);
        let mut search = ByActions::new(AlphaBeta::new(FromFn(|state: &Appraised<Pick, _>| state.appraisal())), by);
        let decision = search.search(&Pick(None), &budget, Seed::new(1)).unwrap();
        assert_eq!((decision.action, told.lock().unwrap().last()), (199, Some(&(199, 200))));
    }
}

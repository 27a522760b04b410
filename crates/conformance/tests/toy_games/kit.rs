//! Tests of the kit's reports, failures and strategies.

use std::env;
use std::process::Command;

use gambol_conformance::{ChanceCycle, Check, Kit, Walk, assert_perft, assert_position, assert_text, reachable, walks};
use gambol_core::{Game, GameExt, Player, Seed, Turn};
use proptest::prelude::*;
use proptest::test_runner::{RngAlgorithm, TestError, TestRng, TestRunner};

use crate::toys::line::{self, Line};
use crate::toys::{self, SOUND, bag, coin};

fn sound_line() -> Kit<Line> {
    line::kit(SOUND)
}

#[test]
fn reports_count_what_was_tested() {
    let report = bag::kit(SOUND).states(300).check().unwrap();
    println!("{report}");
    assert!(report.states >= 300);
    assert!(report.chance_nodes > report.states / 3 && report.over > 0 && report.over <= report.walks);
    assert!(report.events > report.states);
    let without_occasion = [
        Check::SymmetryInverse,
        Check::SymmetryValue,
        Check::SymmetryEvents,
        Check::SymmetryPlay,
        Check::FixedEncoding,
        Check::ActionIndex,
        Check::ActionMask,
        Check::ActionList,
        Check::ActionShape,
        Check::IndexPermutation,
        Check::PlaneValues,
        Check::PlaneBytes,
        Check::EqualPlanes,
        Check::DistinctPlanes,
        Check::SpreadKeys,
    ];
    for &check in Check::ALL {
        assert_eq!(report.runs(check) == 0, without_occasion.contains(&check), "{check}");
    }
    let sum: u64 = Check::ALL.iter().map(|&check| report.runs(check)).sum();
    assert_eq!(report.checks, sum);
    assert_eq!(sound_line().check().unwrap().runs(Check::Settle), sound_line().check().unwrap().states);
}

#[test]
fn checks_left_out_are_not_made() {
    let report = sound_line().without(Check::Perft).without(Check::EqualFuture).check().unwrap();
    assert_eq!((report.runs(Check::Perft), report.runs(Check::EqualFuture)), (0, 0));
    let report = Kit::new(line::start::<2>(SOUND)).states(50).check().unwrap();
    assert_eq!((report.runs(Check::Text), report.runs(Check::Serde)), (0, 0));
}

#[test]
fn chance_that_leads_back_is_named() {
    let report = coin::kit(coin::TAILS_TOSS_AGAIN).check().unwrap();
    let cycle = report.chance_cycle.as_ref().expect("a cycle");
    assert_eq!((&cycle.outcomes[..], cycle.returns), (&["false".to_owned()][..], true));
    assert!(cycle.state.contains("tossing: true"), "{cycle}");
    assert!(report.to_string().contains(&format!("chance can lead back to {} by false", cycle.state)), "{report}");
}

#[test]
fn chance_without_end_is_named() {
    let report = coin::kit(coin::HEADS_TOSS_AGAIN).check().unwrap();
    let cycle = report.chance_cycle.as_ref().expect("a chain");
    assert_eq!((cycle.outcomes.len(), cycle.returns), (ChanceCycle::LONGEST, false));
    assert!(cycle.outcomes.iter().all(|outcome| outcome == "true"));
    assert!(report.to_string().contains("more than 64 times"), "{report}");
}

#[test]
fn chance_that_ends_is_not_named() {
    assert_eq!(coin::kit(SOUND).check().unwrap().chance_cycle, None);
    assert_eq!(bag::kit(SOUND).check().unwrap().chance_cycle, None);
    assert_eq!(toys::scatter::kit(SOUND).check().unwrap().chance_cycle, None);
}

#[test]
fn keys_need_not_be_spread_unless_that_is_asked_for() {
    let report = coin::default_kit(coin::KEYS_ARE_SMALL).check().unwrap();
    assert_eq!(report.runs(Check::SpreadKeys), 0);
    assert_eq!(coin::kit(SOUND).check().unwrap().runs(Check::SpreadKeys), 1);
    // Thousands of states, some of which agree by chance.
    assert_eq!(toys::scatter::kit(SOUND).states(5_000).spread_keys().check().unwrap().runs(Check::SpreadKeys), 1);
    let failure = coin::kit(coin::KEYS_ARE_SMALL).check().unwrap_err();
    assert!(failure.detail.contains("agree in their high 16 bits"), "{failure}");
    let failure = coin::kit(coin::KEYS_ARE_HIGH).check().unwrap_err();
    assert!(failure.detail.contains("agree in their low 32 bits"), "{failure}");
}

/// A defect that is visible only in two distant states of a walk.
#[test]
fn states_of_a_walk_are_compared_with_the_earlier_ones() {
    let failure = toys::ring::kit(toys::ring::PLANES_HIDE_STEPS).check().unwrap_err();
    assert_eq!((failure.check, failure.walk.len()), (Check::DistinctPlanes, 4), "{failure}");
    toys::ring::kit(SOUND).assert();
}

#[test]
fn encodings_are_tested_on_request() {
    let checks = [Check::ActionIndex, Check::ActionMask, Check::PlaneValues, Check::DistinctPlanes];
    let runs = |kit: Kit<toys::grid::Grid>| {
        let report = kit.check().unwrap();
        checks.map(|check| report.runs(check) > 0)
    };
    let kit = || Kit::new(toys::grid::start(SOUND)).states(50);
    assert_eq!(runs(kit()), [false; 4]);
    assert_eq!(runs(kit().indexed()), [true, true, false, false]);
    assert_eq!(runs(kit().observed()), [false, false, true, true]);
    assert_eq!(runs(toys::grid::kit(SOUND)), [true; 4]);
}

#[test]
fn runs_are_deterministic() {
    assert_eq!(sound_line().check(), sound_line().check());
    let broken = || bag::kit(bag::SETTLE_IS_UNIFORM).check();
    assert_eq!(broken(), broken());
    assert_eq!(
        toys::scatter::kit(toys::scatter::FEWER_ON_THE_LAST_CELL).check(),
        toys::scatter::kit(toys::scatter::FEWER_ON_THE_LAST_CELL).check()
    );
}

#[test]
fn failures_show_the_shortest_walk() {
    // Cell 1 must be taken when an arrow is put on cell 3.
    let failure = line::kit(line::PLAY_PANICS).check().unwrap_err();
    assert_eq!(failure.walk, ["1r"]);
    assert_eq!(failure.state, "Rr... second 15");
    assert_eq!(failure.seed, Seed::new(0));
    assert_eq!(
        failure.to_string(),
        "the conformance check `legal` failed: panicked: cell 3 is afraid of cell 1\n\
         promise: Every listed event passes its check, and playing it checked or unchecked gives the same state\n\
         state:   Rr... second 15\n\
         walk:    1 events from the start state of seed 0: 1r"
    );
}

#[test]
#[should_panic = "the conformance check `score` failed"]
fn assertions_panic_with_the_failure() {
    line::kit(line::SCORES_EARLY).assert();
}

/// Both texts are the same, so that only the values differ.
#[test]
#[should_panic = "`..... second 16` parses, but `..... first 16`, the text of its value, does not"]
fn a_text_of_another_value_is_found() {
    assert_eq!(line::TEXT_LOSES_SIDE, 16);
    assert_text::<Line>("..... second 16");
}

#[test]
#[should_panic = "reached from `..... first 16`, does not parse to the same state"]
fn the_state_after_the_last_event_is_tested() {
    assert_position::<Line>("..... first 16", 0, Seed::new(1));
    assert_position::<Line>("..... first 16", 1, Seed::new(1));
}

#[test]
fn one_state_at_least_is_tested() {
    assert!(sound_line().states(0).check().unwrap().states > 0);
}

#[test]
fn a_start_that_panics_is_a_failure() {
    let start = |seed: Seed| {
        assert!(seed.get() < 10, "seed too great");
        line::start::<2>(SOUND)(seed)
    };
    let failure = Kit::new(start).check().unwrap_err();
    assert_eq!((failure.check, failure.detail.as_str()), (Check::Start, "panicked: seed too great"));
}

#[test]
fn names_and_promises_are_unique() {
    for (index, check) in Check::ALL.iter().enumerate() {
        assert_eq!(check.to_string(), check.name());
        assert!(!check.promise().ends_with('.'));
        assert!(Check::ALL[..index].iter().all(|other| other < check));
        assert!(
            Check::ALL[..index].iter().all(|other| other.name() != check.name() && other.promise() != check.promise())
        );
    }
}

#[test]
fn the_readme_of_the_repository_counts_the_promises() {
    let readme = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../README.md")).unwrap();
    let words: Vec<&str> = readme.split_whitespace().collect();
    let counted = words.windows(2).filter(|words| words[1] == "promises").filter_map(|words| words[0].parse().ok());
    assert_eq!(counted.collect::<Vec<usize>>(), [Check::ALL.len()]);
}

/// The environment belongs to the process, so this test runs this program again.
#[test]
fn the_environment_overrides_the_limits() {
    let run = |states: &str, perft: &str| {
        let mut program = Command::new(env::current_exe().unwrap());
        program.args(["--exact", "kit::prints_its_numbers", "--ignored", "--nocapture"]);
        program.env("GAMBOL_CONFORMANCE_STATES", states).env("GAMBOL_CONFORMANCE_PERFT", perft);
        let output = program.output().unwrap();
        (output.status.success(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let (success, output) = run("17", "5");
    assert!(success && output.contains("20 states") && output.contains("1 counts"), "{output}");
    assert!(!run("many", "5").0);
    assert!(!run("17", "many").0);
}

#[test]
#[ignore = "run by the_environment_overrides_the_limits"]
fn prints_its_numbers() {
    // Games have five states, so four games are the first to have at least seventeen.
    println!("{}", Kit::new(|_| line::start::<2>(SOUND)(Seed::new(0))).plies(5).check().unwrap());
    let table = "1 2 lrlr. first 0\n1 10 ..... first 0\n";
    println!("{} counts", assert_perft::<Line<2>>(table, 100));
}

proptest! {
    #[test]
    fn walks_are_legal(walk in walks(line::start::<2>(SOUND), 9)) {
        let Walk { start: mut state, events, end, .. } = walk;
        for event in events {
            prop_assert!(state.try_advance(event).is_ok());
        }
        prop_assert_eq!(state, end);
    }

    #[test]
    fn reachable_states_are_as_far_as_asked(state in reachable(line::start::<2>(SOUND), 2)) {
        prop_assert!(state.turn() != Turn::Over);
        prop_assert!(state.actions().len() >= 4);
    }
}

#[test]
fn reachable_states_shrink_towards_the_start() {
    let second = Turn::Player(Player::Second);
    let config = ProptestConfig { failure_persistence: None, ..ProptestConfig::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let result = runner.run(&reachable(line::start::<2>(SOUND), 4), |state| {
        prop_assert!(state.turn() != second);
        Ok(())
    });
    let Err(TestError::Fail(_, state)) = result else { panic!("{result:?}") };
    assert_eq!(state.to_string(), "Rr... second 0");
}

mod evaluators {
    use super::*;
    use gambol_conformance::{assert_action_evaluator, assert_evaluator};
    use gambol_core::{ActionEvaluator, Evaluator, FromFn, NoChance, Scratch};
    use std::ops::{ControlFlow, Range};
    use std::panic::catch_unwind;

    /// Players in turn add one to three, up to twenty.
    #[derive(Clone, Debug, PartialEq, Eq, Hash)]
    struct Count(u8, Player);

    impl Game for Count {
        type Action = u8;
        type Outcome = NoChance;
        const PLAYERS: usize = 2;

        fn turn(&self) -> Turn {
            if self.0 >= 20 { Turn::Over } else { Turn::Player(self.1) }
        }

        fn score(&self) -> i64 {
            if self.0 >= 20 { -self.1.sign() } else { 0 }
        }

        fn visit_actions<F: FnMut(u8) -> ControlFlow<()>>(&self, visit: F) -> ControlFlow<()> {
            (1..=(20 - self.0.min(20)).min(3)).try_for_each(visit)
        }

        fn visit_outcomes<F: FnMut(NoChance, f64) -> ControlFlow<()>>(&self, _: F) -> ControlFlow<()> {
            ControlFlow::Continue(())
        }

        fn play(&mut self, action: u8) {
            (self.0, self.1) = (self.0 + action, self.1.opponent());
        }

        fn resolve(&mut self, outcome: NoChance) {
            match outcome {}
        }
    }

    fn value(state: &Count) -> f64 {
        f64::from(u32::from(state.0) * 37 % 11) / 8.0 - 0.5
    }

    /// The value of the best successor, without windows.
    fn best(state: &Count) -> Option<f64> {
        let afterstates: Vec<Count> = state.actions().into_iter().map(|action| state.afterstate(action)).collect();
        let values = afterstates.iter().map(|after| state.1.sign() as f64 * value(after));
        let best = values.fold(f64::NEG_INFINITY, f64::max) * state.1.sign() as f64;
        afterstates.iter().all(|after| after.turn() != Turn::Over).then_some(best)
    }

    /// An evaluator with one defect; 0 is no defect.
    struct Defective(u8);

    impl Evaluator<Count> for Defective {
        fn evaluate(&self, state: &Count) -> f64 {
            match self.0 {
                19 if state.0 == 9 => f64::NAN,
                20 if state.0 == 9 => -2e100,
                _ => value(state),
            }
        }

        fn winning_plies(&self, state: &Count) -> Option<u32> {
            match state.0 {
                // The opponent is left with a multiple of four.
                16 if self.0 == 21 => Some(3),
                13..16 => Some(if self.0 == 22 { 1 } else { 3 }),
                17..20 => Some(1),
                _ => None,
            }
        }

        fn visit_forcing(&self, state: &Count, visit: &mut dyn FnMut(u8) -> ControlFlow<()>) -> ControlFlow<()> {
            (1..=if self.0 == 23 { 4 } else { 3 }).filter(|action| state.0 + action <= 20).try_for_each(visit)
        }

        fn evaluate_afterstates(&self, state: &Count, actions: &[u8], values: &mut [f64], scratch: &mut Scratch) {
            self.actions(state, actions, values, scratch);
        }

        fn batches_afterstates(&self, state: &Count) -> bool {
            // An action of three ends the game.
            state.0 < 17 || (self.0 == 16 && state.0 < 20)
        }

        fn minimax(&self, state: &Count, plies: u32, window: Range<f64>) -> Option<f64> {
            match (self.0, plies) {
                (_, 1) => self.best_successor(state, window),
                // The best of a shorter line.
                (17, 2) => best(state).filter(|_| state.0 < 14),
                // A reply ends the game.
                (18, 2) => Some(0.0).filter(|_| state.0 > 17),
                // So it does, which is noticed only within the full window.
                (24, 2) => Some(0.0).filter(|_| state.0 > 17 && window.start.is_finite()),
                _ => None,
            }
        }
    }

    impl Defective {
        fn best_successor(&self, state: &Count, window: Range<f64>) -> Option<f64> {
            let best = best(state);
            match self.0 {
                // The sum instead of the best value for the player to move.
                4 => best.map(|_| state.actions().iter().map(|&action| value(&state.afterstate(action))).sum()),
                // An action ends the game.
                5 => Some(best.unwrap_or(1.0)),
                // A bound beyond the value.
                6 => best.map(|best| if best < window.start { best - 1.0 } else { best }),
                7 => best.map(|best| if best >= window.end { best.next_up() } else { best }),
                // A bound within the window, or on the other side.
                8 => best.map(|best| if best > window.end { window.start } else { best }),
                // A value that is not exact within the window.
                9 => best.map(|best| if window.contains(&best) { best.next_down() } else { best }),
                // Sound, with bounds.
                _ => best.map(|best| best.min(window.end).max(window.start)),
            }
        }
    }

    impl ActionEvaluator<Count> for Defective {
        fn evaluate_action(&self, _: &Count, _: u8, after: &Count) -> f64 {
            value(after)
        }

        fn evaluate_actions(&self, before: &Count, actions: &[u8], values: &mut [f64], scratch: &mut Scratch) {
            self.actions(before, actions, values, scratch);
        }
    }

    impl Defective {
        /// The values of the afterstates, from a table of the three.
        fn actions(&self, state: &Count, actions: &[u8], values: &mut [f64], scratch: &mut Scratch) {
            let table: &mut Vec<f64> = scratch.get();
            let is_new = table.is_empty();
            // The table of another state, from the second use on.
            if self.0 != 10 || is_new {
                table.clear();
                table.extend((1..=3).map(|action| value(&Count(state.0 + action, state.1))));
            }
            if self.0 == 11 {
                // Writes all slots, even without actions.
                values.fill(0.25);
            }
            for (slot, (&action, value)) in actions.iter().zip(&mut *values).enumerate() {
                // By the action, or by the slot as if all actions came in order.
                let action = if self.0 == 12 { slot % 3 } else { usize::from(action) - 1 };
                *value = if self.0 == 13 && action == 2 { table[action].next_up() } else { table[action] };
            }
            if self.0 == 14 {
                // Overwrites the second slot.
                values.iter_mut().skip(1).take(1).for_each(|value| *value = 0.125);
            }
            if self.0 == 15 && is_new {
                // Writes wrong values if the memory is unused.
                values.iter_mut().take(actions.len()).for_each(|value| *value = 9.0);
            }
        }
    }

    fn states() -> Vec<Count> {
        (0..=20)
            .flat_map(|count| [Count(count, Player::First), Count(count, Player::Second)])
            .cycle()
            .take(150)
            .collect()
    }

    #[test]
    fn sound_evaluators_pass() {
        assert_evaluator(&Defective(0), states());
        assert_evaluator(&FromFn(value), states());
        assert_evaluator(&Defective(0) as &dyn Evaluator<Count>, states());
        assert_action_evaluator(&Defective(0), states());
        assert_action_evaluator(&Defective(0) as &dyn ActionEvaluator<Count>, states());
        assert_action_evaluator(&FromFn(|_: &Count, action: u8, _: &Count| f64::from(action)), states());
        assert_action_evaluator(&FromFn(|_: &Count, _: u8, _: &Count| f64::NAN), states());
    }

    #[test]
    fn every_defect_of_an_evaluator_is_found() {
        for defect in 4..=24 {
            let found = catch_unwind(|| assert_evaluator(&Defective(defect), states()));
            let message = *found.expect_err(&format!("defect {defect} passes")).downcast::<String>().unwrap();
            let method = match defect {
                10..=15 => "evaluate_afterstates",
                16 => "batches_afterstates",
                19 | 20 => "evaluate is",
                21 | 22 => "winning_plies",
                23 => "visit_forcing",
                _ => "minimax",
            };
            assert!(message.starts_with(method), "defect {defect}: {message}");
        }
    }

    #[test]
    fn every_defect_of_an_evaluator_of_actions_is_found() {
        for defect in 10..=15 {
            let found = catch_unwind(|| assert_action_evaluator(&Defective(defect), states()));
            let message = *found.expect_err(&format!("defect {defect} passes")).downcast::<String>().unwrap();
            assert!(message.starts_with("evaluate_actions"), "defect {defect}: {message}");
        }
    }
}

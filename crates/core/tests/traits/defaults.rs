//! Provided methods of `Game` and `GameExt`, in a game that overrides none of them.

use std::ops::ControlFlow;

use gambol_core::{Game, GameExt, NoChance, Player, Policy, Seed, Turn, Uniform, perft};

/// Three turns: take 1 or 2, or toss a coin for 3. Implements only the six required methods.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Tosses {
    left: u8,
    tossing: bool,
    points: i64,
}

const START: Tosses = Tosses { left: 3, tossing: false, points: 0 };

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Choice {
    Take(u8),
    Toss,
}

impl Game for Tosses {
    type Action = Choice;
    type Outcome = bool;
    const PLAYERS: usize = 1;

    fn turn(&self) -> Turn {
        match (self.tossing, self.left) {
            (true, _) => Turn::Chance,
            (false, 0) => Turn::Over,
            (false, _) => Turn::Player(Player::First),
        }
    }

    fn score(&self) -> i64 {
        self.points
    }

    fn visit_actions<F: FnMut(Choice) -> ControlFlow<()>>(&self, visit: F) -> ControlFlow<()> {
        let choices = [Choice::Take(1), Choice::Take(2), Choice::Toss];
        choices.into_iter().filter(|_| self.turn().player().is_some()).try_for_each(visit)
    }

    fn visit_outcomes<F: FnMut(bool, f64) -> ControlFlow<()>>(&self, mut visit: F) -> ControlFlow<()> {
        if self.tossing {
            visit(true, 0.25)?;
            visit(false, 0.75)?;
        }
        ControlFlow::Continue(())
    }

    fn play(&mut self, choice: Choice) {
        self.left -= 1;
        match choice {
            Choice::Take(points) => self.points += i64::from(points),
            Choice::Toss => self.tossing = true,
        }
    }

    fn resolve(&mut self, heads: bool) {
        self.tossing = false;
        self.points += if heads { 3 } else { 0 };
    }
}

#[test]
fn refusals_say_why_and_leave_the_state() {
    let mut state = START;
    let error = state.try_play(Choice::Take(3)).unwrap_err();
    assert_eq!(error.to_string(), "Take(3) is illegal: it is not among the legal actions");
    assert_eq!(state.try_resolve(true).unwrap_err().rule(), "no chance event is due");
    assert_eq!(state, START);
    state.try_play(Choice::Toss).unwrap();
    assert_eq!(state.try_play(Choice::Toss).unwrap_err().rule(), "no player is to move");
    state.try_resolve(true).unwrap();
    assert_eq!(state.score(), 3);
}

/// A die whose faces have these probabilities.
#[derive(Clone, Debug)]
struct Die(&'static [f64]);

impl PartialEq for Die {
    fn eq(&self, other: &Self) -> bool {
        core::ptr::eq(self.0, other.0)
    }
}

impl Eq for Die {}

impl std::hash::Hash for Die {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.0.len().hash(state);
    }
}

impl Game for Die {
    type Action = ();
    type Outcome = usize;
    const PLAYERS: usize = 1;

    fn turn(&self) -> Turn {
        Turn::Chance
    }

    fn score(&self) -> i64 {
        0
    }

    fn visit_actions<F: FnMut(()) -> ControlFlow<()>>(&self, _: F) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn visit_outcomes<F: FnMut(usize, f64) -> ControlFlow<()>>(&self, mut visit: F) -> ControlFlow<()> {
        self.0.iter().enumerate().try_for_each(|(face, &probability)| visit(face, probability))
    }

    fn play(&mut self, (): ()) {}

    fn resolve(&mut self, _: usize) {}
}

#[test]
fn nothing_is_drawn_beyond_the_sum_of_the_probabilities() {
    let mut rng = Seed::new(2).rng();
    let mut drawn = |odds| (0..1_000).filter(|_| Die(odds).random_outcome(&mut rng).is_some()).count();
    assert_eq!(drawn(&[]), 0);
    assert_eq!(drawn(&[f64::NAN, 0.5]), 0);
    assert!((50..150).contains(&drawn(&[0.05, 0.05])), "as often as the sum says");
    // The rest from rounding goes to the last outcome.
    assert_eq!(drawn(&[0.5, 0.499_999_9]), 1_000);
    assert_eq!(drawn(&[0.5, 0.5]), 1_000);
}

#[test]
fn random_actions_are_uniform_and_random_outcomes_follow_the_table() {
    let mut rng = Seed::new(1).rng();
    let tosses = (0..30_000).filter(|_| START.random_action(&mut rng) == Some(Choice::Toss)).count();
    assert!((9_600..10_400).contains(&tosses), "{tosses}");
    let due = START.afterstate(Choice::Toss);
    let heads = (0..40_000).filter(|_| due.random_outcome(&mut rng) == Some(true)).count();
    assert!((9_600..10_400).contains(&heads), "{heads}");
    assert_eq!(due.random_action(&mut rng), None);
    assert_eq!(START.random_outcome(&mut rng), None);
    assert_eq!(Policy::<Tosses>::or(Uniform, Uniform).choose(&due, &mut rng), None);
}

#[test]
fn settling_ends_at_a_players_turn() {
    let mut state = START.afterstate(Choice::Toss);
    state.settle(&mut Seed::new(3).rng());
    assert_eq!(state.turn(), Turn::Player(Player::First));
}

#[test]
fn perft_counts_actions_and_outcomes() {
    // Two takes stay with the player, a toss gives two outcomes.
    let counts: Vec<u64> = (0..4).map(|depth| perft::count(&START, depth)).collect();
    assert_eq!(counts, [1, 3, 2 * 3 + 2, 2 * (2 * 3 + 2) + 2 * 3]);
    assert_eq!(perft::count_checked(&START, 3), Some(counts[3]));
}

/// Counts down to 0, one by one, in two ways at every multiple of `forks`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Countdown {
    left: u32,
    forks: u32,
}

impl Game for Countdown {
    type Action = bool;
    type Outcome = NoChance;
    const PLAYERS: usize = 1;

    fn turn(&self) -> Turn {
        if self.left == 0 { Turn::Over } else { Turn::Player(Player::First) }
    }

    fn score(&self) -> i64 {
        0
    }

    fn visit_actions<F: FnMut(bool) -> ControlFlow<()>>(&self, visit: F) -> ControlFlow<()> {
        let ways = match self.left {
            0 => 0,
            left => 1 + usize::from(left.is_multiple_of(self.forks)),
        };
        [false, true].into_iter().take(ways).try_for_each(visit)
    }

    fn visit_outcomes<F: FnMut(NoChance, f64) -> ControlFlow<()>>(&self, _: F) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn play(&mut self, _: bool) {
        self.left -= 1;
    }

    fn resolve(&mut self, outcome: NoChance) {
        match outcome {}
    }
}

#[test]
fn perft_takes_any_depth() {
    const PLIES: u32 = 1_000_000;
    let start = Countdown { left: PLIES, forks: 600_000 };
    for (depth, count) in [(PLIES, 2), (u32::MAX, 0)] {
        assert_eq!(perft::count(&start, depth), count, "{depth}");
        assert_eq!(perft::count_checked(&start, depth), Some(count), "{depth}");
    }
}

#[test]
fn perft_counts_forks_at_every_depth() {
    let start = Countdown { left: 300, forks: 30 };
    for depth in 0..=300_u32 {
        // A fork at the start, and one after every thirty plies.
        let forks = depth.div_ceil(30);
        assert_eq!(perft::count(&start, depth), 1 << forks, "{depth}");
        assert_eq!(perft::count_checked(&start, depth), Some(1 << forks), "{depth}");
    }
}

#[test]
fn distinct_states_are_counted_once() {
    // Two takes make 2, 3 (two ways) or 4 points; a toss is due with 1 or 2; a toss has come to 0
    // or 3, and 3 points with one turn left are the same however they came about, but a toss leaves
    // two turns.
    assert_eq!(perft::distinct(&START, 2, false).len(), 3 + 2 + 2);
    assert_eq!(perft::distinct(&START, 2, true).len(), 7, "no symmetries, nothing to merge");
}

#[test]
fn keys_are_the_same_on_every_machine() {
    assert_eq!(START.key(), 7_184_697_383_649_006_508);
}

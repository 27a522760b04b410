//! A learner for a game of your own: a turn of Pig. Roll a die as often as you like, and hold to
//! keep the sum; a one loses all of it. Holding at 20 or 21 is optimal; at 19 or 22 it is worse by
//! less than two hundredths of a point.
//!
//! `cargo run --release --example learn_own_game`

use std::error::Error;
use std::ops::ControlFlow;

use gambol::game::Scratch;
use gambol::learn::{Features, Learner, OnePly, Points, Settings};
use gambol::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Pig {
    sum: i64,
    turn: Turn,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Choice {
    Roll,
    Hold,
}

impl Game for Pig {
    type Action = Choice;
    type Outcome = i64;
    const PLAYERS: usize = 1;

    fn turn(&self) -> Turn {
        self.turn
    }

    fn score(&self) -> i64 {
        self.sum
    }

    fn visit_actions<F: FnMut(Choice) -> ControlFlow<()>>(&self, visit: F) -> ControlFlow<()> {
        [Choice::Roll, Choice::Hold].into_iter().filter(|_| self.turn.player().is_some()).try_for_each(visit)
    }

    fn visit_outcomes<F: FnMut(i64, f64) -> ControlFlow<()>>(&self, mut visit: F) -> ControlFlow<()> {
        (1..=6).filter(|_| self.turn == Turn::Chance).try_for_each(|die| visit(die, 1.0 / 6.0))
    }

    fn play(&mut self, choice: Choice) {
        self.turn = if choice == Choice::Roll { Turn::Chance } else { Turn::Over };
    }

    fn resolve(&mut self, die: i64) {
        let (sum, turn) = if die == 1 { (0, Turn::Over) } else { (self.sum + die, Turn::Player(Player::First)) };
        *self = Self { sum, turn };
    }
}

/// A weight for each sum.
#[derive(Clone, Debug)]
struct Sums;

impl Features<Pig> for Sums {
    fn len(&self) -> usize {
        100
    }

    fn visit<V: FnMut(usize)>(&self, state: &Pig, mut visit: V) {
        visit(state.sum.clamp(0, 99) as usize);
    }

    fn layout(&self) -> String {
        "pig sums v1".to_owned()
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let epochs = if std::env::args().any(|argument| argument == "small") { 2 } else { 50 };
    let state = |sum| Pig { sum, turn: Turn::Player(Player::First) };
    // An optimistic start makes the learner explore.
    let settings = Settings::default().offset(20.0).learning_rate(0.01).turns_per_round(10_000);
    let mut learner = Learner::new(state(0), Sums, Points, settings);
    for epoch in 1..=epochs {
        let report = learner.epoch(OnePly::new)?;
        if let (true, Some((mean, Some(ci95)))) = (epoch % 10 == 0, report.mean()) {
            println!("{} turns: {mean:.3} ± {ci95:.3} points a game", report.total_turns);
        }
    }
    let network = learner.network();
    let holds =
        |&sum: &i64| network.best_action(&state(sum), &mut Scratch::new()).map(|(best, _)| best) == Some(Choice::Hold);
    println!("It holds at {:?}.", (0..100).find(holds));
    Ok(())
}

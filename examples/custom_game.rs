//! A game of your own: Pig for one player. Ten turns; in each you roll a die as often as you like
//! and then bank the sum, but a 1 ends the turn with nothing. The game is implemented, tested
//! against the contract of the trait, and searched.
//!
//! `cargo run --release --features conformance --example custom_game`

use std::ops::ControlFlow;

use gambol::conformance::Kit;
use gambol::prelude::*;
use gambol::search::FlatMonteCarlo;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Pig {
    turns: u8,
    banked: u16,
    at_stake: u16,
    rolling: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Choice {
    Roll,
    Bank,
}

impl Game for Pig {
    type Action = Choice;
    type Outcome = u8; // what the die shows
    const PLAYERS: usize = 1;

    fn turn(&self) -> Turn {
        match (self.turns, self.rolling) {
            (0, _) => Turn::Over,
            (_, true) => Turn::Chance,
            (_, false) => Turn::Player(Player::First),
        }
    }

    fn score(&self) -> i64 {
        i64::from(self.banked)
    }

    fn visit_actions<F: FnMut(Choice) -> ControlFlow<()>>(&self, mut visit: F) -> ControlFlow<()> {
        if self.turn() != Turn::Player(Player::First) {
            return ControlFlow::Continue(());
        }
        visit(Choice::Roll)?;
        visit(Choice::Bank)
    }

    fn visit_outcomes<F: FnMut(u8, f64) -> ControlFlow<()>>(&self, mut visit: F) -> ControlFlow<()> {
        let faces = if self.turn() == Turn::Chance { 6 } else { 0 };
        (1..=faces).try_for_each(|face| visit(face, 1.0 / 6.0))
    }

    fn play(&mut self, choice: Choice) {
        match choice {
            Choice::Roll => self.rolling = true,
            Choice::Bank => {
                self.banked += self.at_stake;
                self.at_stake = 0;
                self.turns -= 1;
            }
        }
    }

    fn resolve(&mut self, face: u8) {
        self.rolling = false;
        if face == 1 {
            self.at_stake = 0;
            self.turns -= 1;
        } else {
            self.at_stake += u16::from(face);
        }
    }
}

fn main() {
    let start = Pig { turns: 10, banked: 0, at_stake: 0, rolling: false };

    // Check the contract of the trait.
    let game = start.clone();
    Kit::new(move |_| game.clone()).states(1_000).assert();
    println!("Pig is a sound game.");

    // Play it.
    let (mut state, seed) = (start, Seed::new(2026));
    let (mut die, mut search) = (seed.derive(0).rng(), FlatMonteCarlo::new().rollouts(2_000));
    for number in 1.. {
        state.settle(&mut die);
        let Ok(decision) = search.search(&state, &Budget::unlimited(), seed.derive(number)) else { break };
        println!("{:2} turns left, {:3} at stake: {:?}", state.turns, state.at_stake, decision.action);
        state.play(decision.action);
    }
    println!("Banked {} points.", state.score());
}

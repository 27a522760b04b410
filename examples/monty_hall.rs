//! Introduction to Monte Carlo: the Monty Hall problem by random games, and exactly by expectimax.
//!
//! One of three doors hides a car. You have chosen door 0; the host, who knows where the car is,
//! opens another door without it and offers a choice: stay, or switch to the third door?
//!
//! `cargo run --release --example monty_hall`

use std::ops::ControlFlow;

use gambol::game::Score;
use gambol::prelude::*;
use gambol::search::{Expectimax, FlatMonteCarlo};

const YOURS: u8 = 0;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Show {
    Start,
    Opened { door: u8 },
    Decided { opened: u8, chosen: u8 },
    Over { is_won: bool },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Choice {
    Stay,
    Switch,
}

/// Returns the probability that the car is behind one door and the host opens another.
fn both(car: u8, opened: u8) -> f64 {
    match (car, opened) {
        _ if opened == car || opened == YOURS => 0.0,
        (YOURS, _) => 1.0 / 3.0 / 2.0, // either of two doors
        _ => 1.0 / 3.0,                // the only door left
    }
}

impl Game for Show {
    type Action = Choice;
    type Outcome = u8; // the door that is opened, or the car's
    const PLAYERS: usize = 1;

    fn turn(&self) -> Turn {
        match self {
            Self::Start | Self::Decided { .. } => Turn::Chance,
            Self::Opened { .. } => Turn::Player(Player::First),
            Self::Over { .. } => Turn::Over,
        }
    }

    fn score(&self) -> i64 {
        i64::from(*self == Self::Over { is_won: true })
    }

    fn visit_actions<F: FnMut(Choice) -> ControlFlow<()>>(&self, visit: F) -> ControlFlow<()> {
        let is_asked = matches!(self, Self::Opened { .. });
        let choices = if is_asked { &[Choice::Stay, Choice::Switch][..] } else { &[] };
        choices.iter().copied().try_for_each(visit)
    }

    fn visit_outcomes<F: FnMut(u8, f64) -> ControlFlow<()>>(&self, mut visit: F) -> ControlFlow<()> {
        (0..3).try_for_each(|door| {
            let probability = match *self {
                Self::Start => (0..3).map(|car| both(car, door)).sum(),
                // The place of the car, given the opened door: all that the player knows.
                Self::Decided { opened, .. } => both(door, opened) / (0..3).map(|car| both(car, opened)).sum::<f64>(),
                _ => 0.0,
            };
            if probability > 0.0 { visit(door, probability) } else { ControlFlow::Continue(()) }
        })
    }

    fn play(&mut self, choice: Choice) {
        if let Self::Opened { door: opened } = *self {
            let third = 3 - YOURS - opened;
            *self = Self::Decided { opened, chosen: if choice == Choice::Stay { YOURS } else { third } };
        }
    }

    fn resolve(&mut self, door: u8) {
        *self = match *self {
            Self::Decided { chosen, .. } => Self::Over { is_won: chosen == door },
            _ => Self::Opened { door },
        };
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut show = Show::Start;
    show.settle(&mut Seed::new(1).rng());
    println!("{show:?}");

    let monte_carlo = FlatMonteCarlo::new().rollouts(10_000).search(&show, &Budget::unlimited(), Seed::new(2))?;
    let exact = Expectimax::new(Score).depth(2).search(&show, &Budget::unlimited(), Seed::new(2))?;
    for (name, decision) in [("10,000 random games for each choice", monte_carlo), ("expectimax", exact)] {
        println!("{name}:");
        for root in decision.root {
            println!("    {:.4} {:?}", root.value, root.action);
        }
    }
    Ok(())
}

//! The dice game Pig: `cargo run -p gambol-cli --example pig -- play pig`.

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use gambol::prelude::*;
use gambol::registry::{GameEntry, Registry};

/// Roll the die and add up, but a 1 loses it all; or hold and keep it. Who first has 50 points wins.
/// Text form: `12 7 first 5`, and `?` at the end while the die rolls.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Pig {
    points: [u16; 2],
    to_move: Player,
    pot: u16,
    rolling: bool,
}

const GOAL: u16 = 50;

impl Game for Pig {
    type Action = char; // `r`oll or `h`old
    type Outcome = u16; // what the die shows
    const PLAYERS: usize = 2;

    fn turn(&self) -> Turn {
        match (self.score(), self.rolling) {
            (0, true) => Turn::Chance,
            (0, false) => Turn::Player(self.to_move),
            _ => Turn::Over,
        }
    }

    fn score(&self) -> i64 {
        i64::from(self.points[0] >= GOAL) - i64::from(self.points[1] >= GOAL)
    }

    fn visit_actions<F: FnMut(char) -> ControlFlow<()>>(&self, visit: F) -> ControlFlow<()> {
        let choices = if self.turn().player().is_none() {
            ""
        } else if self.pot > 0 {
            "rh"
        } else {
            "r"
        };
        choices.chars().try_for_each(visit)
    }

    fn visit_outcomes<F: FnMut(u16, f64) -> ControlFlow<()>>(&self, mut visit: F) -> ControlFlow<()> {
        (1..=6).filter(|_| self.turn() == Turn::Chance).try_for_each(|die| visit(die, 1.0 / 6.0))
    }

    fn play(&mut self, choice: char) {
        if choice == 'r' {
            self.rolling = true;
        } else {
            self.points[usize::from(self.to_move == Player::Second)] += self.pot;
            (self.pot, self.to_move) = (0, self.to_move.opponent());
        }
    }

    fn resolve(&mut self, die: u16) {
        self.rolling = false;
        match die {
            1 => (self.pot, self.to_move) = (0, self.to_move.opponent()),
            _ => self.pot += die,
        }
    }
}

impl fmt::Display for Pig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = self.points;
        write!(f, "{first} {second} {} {}{}", self.to_move, self.pot, if self.rolling { "?" } else { "" })
    }
}

impl FromStr for Pig {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let number = |text: &str| text.parse::<u16>().ok().filter(|&number| number < 100).ok_or("a number below 100");
        let &[first, second, to_move, pot] = text.split(' ').collect::<Vec<_>>().as_slice() else {
            return Err("four fields, such as `12 7 first 5`");
        };
        let to_move = if to_move == "second" { Player::Second } else { Player::First };
        let pot_of = pot.strip_suffix('?').unwrap_or(pot);
        Ok(Self { points: [number(first)?, number(second)?], to_move, pot: number(pot_of)?, rolling: pot != pot_of })
    }
}

fn main() -> std::process::ExitCode {
    let lead = FromFn(|state: &Pig| (f64::from(state.points[0]) - f64::from(state.points[1])) / f64::from(GOAL));
    let pig = GameEntry::new("pig", "roll or hold, the first with 50 points wins (two players)", |_| {
        Ok(Pig { points: [0; 2], to_move: Player::First, pot: 0, rolling: false })
    })
    .evaluator("lead", "the lead in points", move || lead);
    gambol_cli::main(&Registry::standard().with(pig))
}

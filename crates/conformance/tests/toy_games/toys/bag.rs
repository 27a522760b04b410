//! A one-player game with chance: in each of three rounds, two different numbers are drawn from a
//! bag, one by one, and the player keeps one of them. Higher numbers are rarer.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;
use std::str::FromStr;

use gambol_conformance::Kit;
use gambol_core::random::unit;
use gambol_core::{Game, Illegal, Player, Rng, Seed, StableHasher, TextError, Turn};
use serde::{Deserialize, Serialize};

pub(crate) const SUM_IS_NOT_ONE: u8 = 1;
pub(crate) const IMPOSSIBLE_LISTED: u8 = 2;
pub(crate) const SAMPLER_IS_UNIFORM: u8 = 3;
pub(crate) const SAMPLER_INVENTS: u8 = 4;
pub(crate) const SETTLE_IS_UNIFORM: u8 = 5;
pub(crate) const SETTLE_DRAWS_TWICE_THE_SAME: u8 = 6;
pub(crate) const SETTLE_STOPS_HALFWAY: u8 = 7;
pub(crate) const SETTLE_DRAWS_ANYWAY: u8 = 8;
pub(crate) const CHECK_REFUSES_LISTED: u8 = 9;
pub(crate) const CHECK_ACCEPTS_UNLISTED: u8 = 10;
pub(crate) const CHECK_ACCEPTS_ANY_TIME: u8 = 11;
pub(crate) const KEY_IGNORES_SECOND: u8 = 13;
pub(crate) const LISTS_OUTCOME_TWICE: u8 = 14;
pub(crate) const CHANCE_LISTS_ACTIONS: u8 = 15;
pub(crate) const ACTION_TEXT_IS_LOST: u8 = 16;
pub(crate) const NAN_LISTED: u8 = 17;

/// A number drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Draw(pub(crate) u8);

/// The number to keep.
///
/// Its serde form is not its text, so that the defects of the two forms are independent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Keep {
    pub(crate) second: bool,
    /// Whether it lacks a unique text.
    mute: bool,
}

/// A state with at most one defect.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Bag {
    rounds: u8,
    /// The numbers drawn in this round; 0 if not drawn yet.
    drawn: [u8; 2],
    score: i64,
    defect: u8,
}

pub(crate) fn kit(defect: u8) -> Kit<Bag> {
    let start = move |seed: Seed| Bag { rounds: 1 + (seed.get() % 3) as u8, drawn: [0, 0], score: 0, defect };
    Kit::new(start).states(500).text().serde()
}

const WEIGHTS: [f64; 4] = [0.4, 0.3, 0.2, 0.1];

impl Bag {
    /// The possible next draws and their probabilities.
    fn table(&self) -> Vec<(Draw, f64)> {
        let left = |number: u8| self.drawn[0] != number;
        let total: f64 = (1..=4).filter(|&number| left(number)).map(|number| WEIGHTS[usize::from(number) - 1]).sum();
        let numbers = (1..=4).filter(|&number| left(number));
        numbers.map(|number| (Draw(number), WEIGHTS[usize::from(number) - 1] / total)).collect()
    }

    fn draw<R: Rng + ?Sized>(table: &[(Draw, f64)], rng: &mut R) -> Draw {
        let mut left = unit(rng);
        for &(draw, probability) in table {
            left -= probability;
            if left < 0.0 {
                return draw;
            }
        }
        table[table.len() - 1].0
    }
}

impl Game for Bag {
    type Action = Keep;
    type Outcome = Draw;
    const PLAYERS: usize = 1;

    fn turn(&self) -> Turn {
        match (self.rounds, self.drawn) {
            (0, _) => Turn::Over,
            (_, [_, 0]) => Turn::Chance,
            _ => Turn::Player(Player::First),
        }
    }

    fn score(&self) -> i64 {
        self.score
    }

    fn visit_actions<F: FnMut(Keep) -> ControlFlow<()>>(&self, visit: F) -> ControlFlow<()> {
        let listed = self.turn() != Turn::Chance || self.defect == CHANCE_LISTS_ACTIONS;
        let choices: &[bool] = if listed && self.rounds > 0 { &[false, true] } else { &[] };
        let mute = self.defect == ACTION_TEXT_IS_LOST;
        choices.iter().map(|&second| Keep { second, mute }).try_for_each(visit)
    }

    fn visit_outcomes<F: FnMut(Draw, f64) -> ControlFlow<()>>(&self, mut visit: F) -> ControlFlow<()> {
        if self.turn() != Turn::Chance {
            return ControlFlow::Continue(());
        }
        let mut table = self.table();
        match self.defect {
            SUM_IS_NOT_ONE => table.iter_mut().for_each(|(_, probability)| *probability *= 0.9),
            NAN_LISTED => table[0].1 = f64::NAN,
            IMPOSSIBLE_LISTED => table.push((Draw(5), 0.0)),
            LISTS_OUTCOME_TWICE => {
                table[0].1 /= 2.0;
                table.push(table[0]);
            }
            _ => {}
        }
        table.into_iter().try_for_each(|(draw, probability)| visit(draw, probability))
    }

    fn play(&mut self, Keep { second, .. }: Keep) {
        self.score += i64::from(self.drawn[usize::from(second)]);
        self.drawn = [0, 0];
        self.rounds = self.rounds.saturating_sub(1);
    }

    fn resolve(&mut self, Draw(number): Draw) {
        let place = usize::from(self.drawn[0] != 0);
        self.drawn[place] = number;
    }

    fn check_outcome(&self, draw: Draw) -> Result<(), Illegal> {
        let refuse = |rule| Err(Illegal::new(draw.to_string(), rule));
        let most = if self.defect == IMPOSSIBLE_LISTED { 5 } else { 4 };
        match draw.0 {
            _ if self.turn() != Turn::Chance && self.defect != CHECK_ACCEPTS_ANY_TIME => refuse("nothing is drawn now"),
            1 if self.defect == CHECK_REFUSES_LISTED => refuse("one is too little"),
            number if number == self.drawn[0] && self.defect != CHECK_ACCEPTS_UNLISTED => refuse("it is drawn already"),
            number if (1..=most).contains(&number) => Ok(()),
            _ => refuse("it is not in the bag"),
        }
    }

    fn random_outcome<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<Draw> {
        let mut table = self.table();
        if self.defect == SAMPLER_IS_UNIFORM {
            let probability = 1.0 / table.len() as f64;
            for entry in &mut table {
                entry.1 = probability;
            }
        }
        if self.defect == SAMPLER_INVENTS && gambol_core::random::below(rng, 100) == 0 {
            return (self.turn() == Turn::Chance).then_some(Draw(9));
        }
        (self.turn() == Turn::Chance).then(|| Self::draw(&table, rng))
    }

    fn settle<R: Rng + ?Sized>(&mut self, rng: &mut R) {
        if self.turn() != Turn::Chance {
            if self.defect == SETTLE_DRAWS_ANYWAY && self.rounds > 0 {
                self.drawn[1] = 5 - self.drawn[1];
            }
            return;
        }
        while self.drawn[1] == 0 {
            let mut table = self.table();
            match self.defect {
                SETTLE_IS_UNIFORM => {
                    let probability = 1.0 / table.len() as f64;
                    for entry in &mut table {
                        entry.1 = probability;
                    }
                }
                SETTLE_DRAWS_TWICE_THE_SAME if self.drawn[0] != 0 => table = vec![(Draw(self.drawn[0]), 1.0)],
                SETTLE_STOPS_HALFWAY if self.drawn[0] != 0 => return,
                _ => {}
            }
            let draw = Self::draw(&table, rng);
            self.resolve(draw);
        }
    }

    fn key(&self) -> u64 {
        let mut hasher = StableHasher::default();
        self.rounds.hash(&mut hasher);
        let known = if self.defect == KEY_IGNORES_SECOND { [self.drawn[0], self.drawn[1].min(1)] } else { self.drawn };
        known.hash(&mut hasher);
        hasher.finish()
    }
}

impl fmt::Display for Bag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {} {} {}", self.rounds, self.drawn[0], self.drawn[1], self.score, self.defect)
    }
}

impl FromStr for Bag {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let refuse = || TextError::new("position", text, "its form is `rounds drawn drawn score defect`");
        let numbers: Vec<i64> = text.split(' ').map(str::parse).collect::<Result<_, _>>().map_err(|_| refuse())?;
        let &[rounds, first, second, score, defect] = numbers.as_slice() else { return Err(refuse()) };
        let small = |number: i64| u8::try_from(number).map_err(|_| refuse());
        Ok(Self { rounds: small(rounds)?, drawn: [small(first)?, small(second)?], score, defect: small(defect)? })
    }
}

impl fmt::Display for Draw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Draw {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        text.parse().map(Self).map_err(|_| TextError::new("outcome", text, "it is a number"))
    }
}

impl fmt::Display for Keep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.second && !self.mute { "second" } else { "first" })
    }
}

impl FromStr for Keep {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        match text {
            "first" => Ok(Self { second: false, mute: false }),
            "second" => Ok(Self { second: true, mute: false }),
            _ => Err(TextError::new("action", text, "it is `first` or `second`")),
        }
    }
}

gambol_core::serde_as_text!(Bag);
gambol_core::serde_as_text!(Draw);

//! Pig, a two-player game with a die.

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use gambol::board::notation::{fields, number};
use gambol::game::{Observe, PlaneShape, TextError};
use gambol::learn::{DenseLearner, DenseNetwork, DenseSettings, LearnError};
use gambol::prelude::*;

/// Points that win.
pub const GOAL: u8 = 100;

/// A state of Pig.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pig {
    /// The points of the first and the second player.
    pub points: [u8; 2],
    /// The points of this turn, which a 1 takes away.
    pub pot: u8,
    /// The player whose turn it is.
    pub mover: Player,
    /// Whether the die is rolling.
    pub is_rolling: bool,
}

/// An action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Choice {
    /// Rolls the die.
    Roll,
    /// Keeps the points of this turn and ends it.
    Hold,
}

/// An outcome of chance: the number on the die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Die(pub u8);

/// The start: the first player has not rolled yet.
impl Default for Pig {
    fn default() -> Self {
        Self { points: [0; 2], pot: 0, mover: Player::First, is_rolling: false }
    }
}

impl Pig {
    /// The points of the player whose turn it is, without those of this turn.
    pub fn own(&self) -> u8 {
        self.points[usize::from(self.mover == Player::Second)]
    }

    /// The points of the other player.
    pub fn other(&self) -> u8 {
        self.points[usize::from(self.mover == Player::First)]
    }

    fn end_turn(&mut self) {
        self.pot = 0;
        self.mover = self.mover.opponent();
    }
}

impl Game for Pig {
    type Action = Choice;
    type Outcome = Die;
    const PLAYERS: usize = 2;

    fn turn(&self) -> Turn {
        if self.own() + self.pot >= GOAL {
            Turn::Over
        } else if self.is_rolling {
            Turn::Chance
        } else {
            Turn::Player(self.mover)
        }
    }

    fn score(&self) -> i64 {
        if self.turn() == Turn::Over { self.mover.sign() } else { 0 }
    }

    fn visit_actions<F>(&self, visit: F) -> ControlFlow<()>
    where
        F: FnMut(Choice) -> ControlFlow<()>,
    {
        let choices: &[Choice] = match self.turn() {
            Turn::Player(_) if self.pot > 0 => &[Choice::Roll, Choice::Hold],
            Turn::Player(_) => &[Choice::Roll],
            _ => &[],
        };
        choices.iter().copied().try_for_each(visit)
    }

    fn visit_outcomes<F>(&self, mut visit: F) -> ControlFlow<()>
    where
        F: FnMut(Die, f64) -> ControlFlow<()>,
    {
        if self.turn() != Turn::Chance {
            return ControlFlow::Continue(());
        }
        (1..=6).map(Die).try_for_each(|die| visit(die, 1.0 / 6.0))
    }

    fn play(&mut self, choice: Choice) {
        match choice {
            Choice::Roll => self.is_rolling = true,
            Choice::Hold => {
                self.points[usize::from(self.mover == Player::Second)] += self.pot;
                self.end_turn();
            }
        }
    }

    fn resolve(&mut self, die: Die) {
        self.is_rolling = false;
        match die {
            Die(1) => self.end_turn(),
            Die(number) => self.pot += number,
        }
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Roll => "roll",
            Self::Hold => "hold",
        })
    }
}

impl FromStr for Choice {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        match text {
            "roll" => Ok(Self::Roll),
            "hold" => Ok(Self::Hold),
            _ => Err(TextError::new("choice", text, "roll or hold")),
        }
    }
}

impl fmt::Display for Die {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Die {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let die = number(text, 6).filter(|&die| die > 0);
        die.map(|die| Self(die as u8)).ok_or_else(|| TextError::new("die", text, "a number from 1 to 6"))
    }
}

/// `34 52 17 second m`: the points of both, those of this turn, whose turn it is, and `m` if that
/// player moves or `d` if the die rolls.
impl fmt::Display for Pig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = self.points;
        write!(f, "{first} {second} {} {} {}", self.pot, self.mover, if self.is_rolling { "d" } else { "m" })
    }
}

impl FromStr for Pig {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let refuse = |what, text: &str, reason: &'static str| Err(TextError::new(what, text, reason));
        let [first, second, pot, mover, phase] = fields(text, 5, 5, "first second pot mover phase")?[..] else {
            return refuse("position", text, "it has five fields");
        };
        // No single roll gives one point.
        let points = |text| number(text, u64::from(GOAL) - 1).filter(|&points| points != 1).map(|points| points as u8);
        let (Some(first), Some(second)) = (points(first), points(second)) else {
            return refuse("points", text, "both are below 100, and not 1");
        };
        let (mover, is_rolling) = (mover.parse()?, phase == "d");
        let mut state = Self { points: [first, second], pot: 0, mover, is_rolling };
        match number(pot, u64::from(GOAL + 5 - state.own())) {
            Some(number) if number != 1 => state.pot = number as u8,
            _ => return refuse("pot", pot, "not 1, and no more than a last 6 gives"),
        }
        match phase {
            "m" => Ok(state),
            "d" if state.turn() == Turn::Chance => Ok(state),
            _ => refuse("phase", phase, "m, or d in a game that is not over"),
        }
    }
}

/// A usual rule: roll until the turn has this many points.
#[derive(Clone, Copy, Debug)]
pub struct HoldAt(pub u8);

impl Policy<Pig> for HoldAt {
    fn choose(&self, state: &Pig, _: &mut GameRng) -> Option<Choice> {
        state.turn().player()?;
        Some(if state.pot < self.0 { Choice::Roll } else { Choice::Hold })
    }
}

/// Numbers of a state: the points of the viewer, of the other player and of this turn, each as 25
/// units that fill one after the other; then the side whose turn it is, before and during a roll.
impl Observe for Pig {
    fn plane_shape(&self) -> PlaneShape {
        PlaneShape::new(3 * 25 + 4, 1, 1)
    }

    fn observe(&self, view: Player, out: &mut [f32]) {
        let is_own = self.mover == view;
        let [own, other] = if is_own { [self.own(), self.other()] } else { [self.other(), self.own()] };
        let columns = [(own, 4.0), (other, 4.0), (self.pot, 2.0)];
        let units = columns.into_iter().flat_map(|(points, unit)| {
            (0_u8..25).map(move |below| (f32::from(points) / unit - f32::from(below)).clamp(0.0, 1.0))
        });
        let turn = 2 * usize::from(self.is_rolling) + usize::from(is_own);
        let turns = (0..4).map(|other| if other == turn { 1.0 } else { 0.0 });
        out.iter_mut().zip(units.chain(turns)).for_each(|(out, value)| *out = value);
    }

    /// The player whose turn it is.
    fn viewer(&self) -> Player {
        self.mover
    }
}

/// Learns Pig from games of self-play.
///
/// # Errors
///
/// If a weight becomes infinite, which does not happen with these settings.
pub fn learn_pig(games: u64, seed: u64) -> Result<DenseNetwork, LearnError> {
    let start = Pig::default();
    let network = DenseNetwork::random(&start, &[-1, 1], 32, Seed::new(seed)).ok_or(LearnError::Results)?;
    let settings = DenseSettings::default().rounds_per_epoch(5).seed(seed);
    let mut learner = DenseLearner::new(start, network, settings)?;
    while learner.games() < games {
        // Smaller steps average more games.
        learner.settings_mut().learning_rate = 0.02 / (1.0 + learner.games() as f32 / 1000.0);
        learner.epoch()?;
    }
    Ok(learner.network().clone())
}

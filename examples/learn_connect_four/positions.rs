//! Positions of strong play, with the values of all moves.

use std::collections::HashSet;
use std::error::Error;

use gambol::game::random::pick;
use gambol::prelude::*;
use gambol::search::{Goal, ProofNumber, Verdict};

use super::game::ConnectFour;

/// The committed positions: the columns played so far, and a sign for each column: `+` a win, `=` a
/// draw, `-` a loss of the player to move, `.` a full column.
const POSITIONS: &str = include_str!("positions.txt");

/// The value of each move, `None` for a full column.
type Values = [Option<i8>; 7];

/// Positions with solved moves.
pub(crate) struct Positions(Vec<(ConnectFour, Values)>);

/// Numbers of perfect moves: those of the best value.
#[derive(Default)]
pub(crate) struct Perfect {
    moves: u32,
    all: u32,
    /// Correct moves among positions whose moves differ in value.
    choices: u32,
    all_choices: u32,
}

impl Positions {
    pub(crate) fn read() -> Result<Self, Box<dyn Error>> {
        let read = |line: &str| {
            let (columns, signs) = line.split_once(' ').ok_or_else(|| format!("no moves in {line}"))?;
            let mut values = [None; 7];
            for (value, sign) in values.iter_mut().zip(signs.chars()) {
                *value = match sign {
                    '+' => Some(1),
                    '=' => Some(0),
                    '-' => Some(-1),
                    _ => None,
                };
            }
            Ok((columns.parse::<ConnectFour>()?, values))
        };
        POSITIONS.lines().map(read).collect::<Result<_, String>>().map(Self).map_err(Into::into)
    }

    /// Counts the perfect moves among those of a player.
    pub(crate) fn perfect<E>(&self, mut choose: impl FnMut(&ConnectFour) -> Result<u8, E>) -> Result<Perfect, E> {
        let mut perfect = Perfect::default();
        for (state, values) in &self.0 {
            let best = values.iter().flatten().max();
            let is_perfect = u32::from(values[usize::from(choose(state)?)].as_ref() == best);
            let is_choice = u32::from(values.iter().flatten().any(|value| Some(value) != best));
            perfect.moves += is_perfect;
            perfect.all += 1;
            perfect.choices += is_perfect * is_choice;
            perfect.all_choices += is_choice;
        }
        Ok(perfect)
    }
}

/// The shares in percent, with half the width of their 95 % intervals.
impl std::fmt::Display for Perfect {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let share = |part: u32, all: u32| {
            let (share, all) = (f64::from(part) / f64::from(all), f64::from(all));
            format!("{:.1} ± {:.1} % of {all}", 100.0 * share, 196.0 * (share * (1.0 - share) / all).sqrt())
        };
        let (all, choices) = (share(self.moves, self.all), share(self.choices, self.all_choices));
        write!(f, "{all}, {choices} with a choice")
    }
}

/// Solves the moves of a state by proof-number search.
fn solve(state: &ConnectFour, prover: &mut ProofNumber) -> Values {
    let mut values = [None; 7];
    let Turn::Player(player) = state.turn() else { return values };
    for column in state.actions() {
        let after = state.afterstate(column);
        let mut forces = |goal| prover.prove(&after, goal, &Budget::unlimited()).result == Verdict::Proved;
        let value = if forces(Goal::win(player)) {
            1
        } else if forces(Goal::draw_or_better(player)) {
            0
        } else {
            -1
        };
        values[usize::from(column)] = Some(value);
    }
    values
}

/// Prints the positions of games that begin with `opening` random moves and go on with random
/// perfect ones. None is printed twice.
pub(crate) fn print(games: u64, opening: u32, seed: u64) {
    let mut prover = ProofNumber::new().memory(1 << 28);
    let mut seen = HashSet::new();
    for game in 0..games {
        let mut rng = Seed::new(seed).derive(game).rng();
        let (mut state, mut columns) = (ConnectFour::default(), String::new());
        for ply in 0.. {
            let column = if ply < opening {
                state.random_action(&mut rng)
            } else {
                let values = solve(&state, &mut prover);
                let best = values.iter().flatten().max();
                if seen.insert(state) && !state.is_over() {
                    let signs = values.map(|value| match value {
                        None => '.',
                        Some(1) => '+',
                        Some(0) => '=',
                        Some(_) => '-',
                    });
                    println!("{columns} {}", String::from_iter(signs));
                }
                let is_best = |column: &u8| values[usize::from(*column)].is_some_and(|value| Some(&value) == best);
                pick(&mut rng, &(0..7).filter(is_best).collect::<Vec<u8>>()).copied()
            };
            let Some(column) = column else { break };
            state.play(column);
            columns.push(char::from(b'1' + column));
        }
    }
}

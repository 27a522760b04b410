//! Positions of connect four, solved.

use std::cell::Cell;
use std::error::Error;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use connect_four_ai::{Position, Solver};
use gambol_core::{Game, Null, Seed, Turn};
use gambol_search::{AlphaBeta, Budget, Goal, ProofNumber, Proven, Search, Verdict};

use super::game::{ConnectFour, Solvable};
use crate::measure::{Contender, Unit, measure};

/// The columns of 15 positions after 14 to 16 plies, five of each. No player has won, and no move
/// wins.
const POSITIONS: &str = include_str!("../../positions.txt");

/// Size of our tables; those of the peers have 67 to 134 MB.
const TABLE_BYTES: usize = 64 << 20;

/// Number of stones on a full board.
const STONES: u32 = 42;

/// The question that is asked of each position.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Question {
    /// The winner and the distance to the win.
    Score,
    /// The winner.
    Winner,
}

/// An answer for each position, and the number of nodes if it is known. A score is positive if the
/// player to move wins: 1 with the last stone, 2 with the last but one.
type Answers = (Vec<i64>, u64);

/// A solver of all positions.
type Solve = Box<dyn FnMut() -> Result<Answers, Box<dyn Error>>>;

pub(crate) fn solve(rounds: usize, pons: Option<&PathBuf>) -> Result<(), Box<dyn Error>> {
    for (question, title) in [(Question::Score, "who wins, and how soon"), (Question::Winner, "who wins")] {
        // The first that answers; all others must agree.
        let expected = alpha_beta(question)()?.0;
        let mut all: Vec<(&str, Solve)> = vec![("gambol, alpha-beta", Box::new(alpha_beta(question)))];
        match question {
            Question::Score => {
                all.push(("connect-four-ai 1.0, without its book", Box::new(connect_four_ai())));
                all.push(("connect-four-solver 0.2", Box::new(connect_four_solver())));
            }
            Question::Winner => all.push(("gambol, proof-number search", Box::new(proof_number()))),
        }
        let nodes: Vec<Cell<u64>> = vec![Cell::new(0); all.len() + 1];
        let names: Vec<&str> = all.iter().map(|(name, _)| *name).chain(["Pons, C++"]).collect();
        let mut contenders = Vec::new();
        for ((name, mut work), nodes) in all.into_iter().zip(&nodes) {
            let expected = &expected;
            contenders.push(Contender::new(name, move || {
                let (answers, count) = work().unwrap_or_default();
                assert_eq!(&answers, expected, "{name}");
                nodes.set(count);
                1.0
            }));
        }
        if let Some(program) = pons {
            let (expected, nodes) = (&expected, &nodes[nodes.len() - 1]);
            contenders.push(Contender::with_own_clock("Pons, C++", move || {
                let (seconds, (answers, count)) = ask(program, question).unwrap_or_default();
                assert_eq!(&answers, expected, "{}", program.display());
                nodes.set(count);
                seconds
            }));
        }
        let title = format!("Connect four, 15 positions after 14 to 16 plies: {title}, one thread");
        measure(&title, Unit::Seconds, rounds, &mut contenders);
        let known = names.iter().zip(&nodes).filter(|(_, nodes)| nodes.get() > 0);
        let counts: Vec<String> = known.map(|(name, nodes)| format!("{name} {}", nodes.get())).collect();
        println!("\nNodes: {}.", counts.join("; "));
    }
    Ok(())
}

/// Alpha-beta, with one searcher for all positions.
fn alpha_beta(question: Question) -> impl FnMut() -> Result<Answers, Box<dyn Error>> {
    let search = AlphaBeta::new(Null).table_bytes(TABLE_BYTES).first_depth(127).game_order(true);
    let mut search = if question == Question::Winner { search.window(-1.0, 1.0) } else { search };
    move || {
        let (mut answers, mut nodes) = (Vec::new(), 0);
        for columns in POSITIONS.lines() {
            let state = Solvable(ConnectFour::after(columns));
            let decision = search.search(&state, &Budget::unlimited(), Seed::new(1))?;
            nodes += decision.stats.nodes;
            answers.push(match decision.proven.ok_or("not solved")? {
                Proven::Win { winner, plies } => {
                    let plies = plies.ok_or("no plies")?;
                    let score = (STONES + 2 - columns.len() as u32 - plies) / 2;
                    let size = if question == Question::Score { i64::from(score) } else { 1 };
                    size * winner.sign() * decision.player.sign()
                }
                _ => 0,
            });
        }
        Ok((answers, nodes))
    }
}

/// Proof-number search: a win, then a draw or better.
fn proof_number() -> impl FnMut() -> Result<Answers, Box<dyn Error>> {
    let mut search = ProofNumber::new().memory(TABLE_BYTES).nodes(u64::MAX).leaf_weight(32);
    move || {
        let (mut answers, mut nodes) = (Vec::new(), 0);
        for columns in POSITIONS.lines() {
            let state = Solvable(ConnectFour::after(columns));
            let Turn::Player(player) = state.turn() else { return Err("a game that is over".into()) };
            let mut prove = |goal| {
                let proof = search.prove(&state, goal, &Budget::unlimited());
                nodes += proof.nodes;
                proof.result == Verdict::Proved
            };
            let wins = prove(Goal::win(player));
            answers.push(if wins { 1 } else { i64::from(prove(Goal::draw_or_better(player))) - 1 });
        }
        Ok((answers, nodes))
    }
}

fn connect_four_ai() -> impl FnMut() -> Result<Answers, Box<dyn Error>> {
    let mut solver = Solver::empty();
    move || {
        // Otherwise it would only look up the answers of the last round.
        solver.reset();
        let (mut answers, mut nodes) = (Vec::new(), 0);
        for columns in POSITIONS.lines() {
            answers.push(i64::from(solver.solve(&Position::from_moves(columns).map_err(|error| error.to_string())?)));
            nodes += solver.explored_positions as u64;
        }
        Ok((answers, nodes))
    }
}

/// Its book ends after six stones.
fn connect_four_solver() -> impl FnMut() -> Result<Answers, Box<dyn Error>> {
    || {
        let mut solver = connect_four_solver::Solver::new();
        let state = connect_four_solver::ConnectFour::from_move_list;
        Ok((POSITIONS.lines().map(|columns| i64::from(solver.score(&state(columns)))).collect(), 0))
    }
}

/// Runs the program of `pons.cpp`. Returns the seconds that it takes by its own clock, and its
/// answers.
fn ask(program: &PathBuf, question: Question) -> Result<(f64, Answers), Box<dyn Error>> {
    let mut command = Command::new(program);
    if question == Question::Winner {
        command.arg("-w");
    }
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    child.stdin.take().ok_or("no input")?.write_all(POSITIONS.as_bytes())?;
    let output = String::from_utf8(child.wait_with_output()?.stdout)?;
    let mut words = output.split_whitespace();
    let (seconds, nodes) = (words.next().ok_or("no time")?, words.next().ok_or("no nodes")?);
    Ok((seconds.parse()?, (words.map(str::parse).collect::<Result<_, _>>()?, nodes.parse()?)))
}

#[cfg(test)]
mod tests {
    use gambol_core::GameExt;

    use super::*;

    /// Random games, five positions for each number of plies.
    fn drawn() -> String {
        let mut rng = Seed::new(44).rng();
        let mut text = String::new();
        for plies in [14, 15, 16] {
            let mut count = 0;
            while count < 5 {
                let (mut state, mut columns) = (ConnectFour::new(), String::new());
                while columns.len() < plies
                    && let Some(column) = state.random_action(&mut rng)
                {
                    columns.push(char::from(b'1' + column));
                    state = state.afterstate(column);
                }
                if state.turn() != Turn::Over && state.winning_action().is_none() {
                    text += &format!("{columns}\n");
                    count += 1;
                }
            }
        }
        text
    }

    #[test]
    fn positions_are_those_of_the_seed() {
        assert_eq!(POSITIONS, drawn());
    }
}

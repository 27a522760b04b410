//! Comparison with a slow implementation with plain arrays, written from the rules, which shares no
//! code with the crate.

use gambol_core::{Game, GameExt, Player, Seed, Turn, perft};
use gambol_match5::{Bits, Colour, Match5, Rules, Wide};

/// A board as rows of letters, with `.` for free cells.
#[derive(Clone)]
pub(crate) struct Slow {
    pub(crate) board: Vec<Vec<char>>,
    row: usize,
    pub(crate) moves: Vec<(usize, usize)>,
    starts: char,
}

impl Slow {
    pub(crate) fn new(edge: usize, row: usize, starts: char) -> Self {
        Self { board: vec![vec!['.'; edge]; edge], row, moves: Vec::new(), starts }
    }

    fn edge(&self) -> usize {
        self.board.len()
    }

    /// The letter `steps` steps from a cell, or a blank beyond the border.
    fn at(&self, x: usize, y: usize, dx: isize, dy: isize, steps: usize) -> char {
        let x = x as isize + dx * steps as isize;
        let y = y as isize + dy * steps as isize;
        let inside = |z: isize| 0 <= z && z < self.edge() as isize;
        if inside(x) && inside(y) { self.board[y as usize][x as usize] } else { ' ' }
    }

    /// The colour with a row, searched from every cell in all eight directions.
    fn winner(&self) -> Option<char> {
        for y in 0..self.edge() {
            for x in 0..self.edge() {
                for (dx, dy) in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
                    let first = self.board[y][x];
                    if first != '.' && (0..self.row).all(|steps| self.at(x, y, dx, dy, steps) == first) {
                        return Some(first);
                    }
                }
            }
        }
        None
    }

    pub(crate) fn actions(&self) -> Vec<String> {
        let mut actions = Vec::new();
        if self.winner().is_none() {
            for y in 0..self.edge() {
                for x in 0..self.edge() {
                    if self.board[y][x] == '.' {
                        actions.push(format!("{}{}", char::from(b'a' + x as u8), y + 1));
                    }
                }
            }
        }
        actions
    }

    fn side(&self) -> char {
        match (self.moves.len() % 2, self.starts) {
            (0, starts) => starts,
            (_, 'r') => 'b',
            _ => 'r',
        }
    }

    pub(crate) fn play(&mut self, action: &str) {
        let x = usize::from(action.as_bytes()[0] - b'a');
        let y = action[1..].parse::<usize>().unwrap() - 1;
        let side = self.side();
        assert_eq!(self.board[y][x], '.');
        self.board[y][x] = side;
        self.moves.push((x, y));
    }

    fn undo(&mut self) {
        let (x, y) = self.moves.pop().unwrap();
        self.board[y][x] = '.';
    }

    fn turn(&self) -> Turn {
        match (self.actions().is_empty(), self.moves.len() % 2) {
            (true, _) => Turn::Over,
            (false, 0) => Turn::Player(Player::First),
            (false, _) => Turn::Player(Player::Second),
        }
    }

    pub(crate) fn score(&self) -> i64 {
        match self.winner() {
            None => 0,
            Some(colour) if colour == self.starts => 1,
            Some(_) => -1,
        }
    }

    pub(crate) fn text(&self) -> String {
        let mut rows = Vec::new();
        for row in &self.board {
            let mut text = String::new();
            let mut free = 0;
            for &letter in row {
                if letter == '.' {
                    free += 1;
                } else {
                    if free > 0 {
                        text += &free.to_string();
                    }
                    free = 0;
                    text.push(letter);
                }
            }
            if free > 0 {
                text += &free.to_string();
            }
            rows.push(text);
        }
        let rules = if self.row == 5 { String::new() } else { format!(" row={}", self.row) };
        format!("{} {}{rules}", rows.join("/"), self.side())
    }

    fn perft(&mut self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut count = 0;
        for action in self.actions() {
            self.play(&action);
            count += self.perft(depth - 1);
            self.undo();
        }
        count
    }
}

/// Plays a random game on both boards and compares them at every step. Returns the score.
fn compare<B: Bits>(rules: Rules, seed: Seed) -> i64 {
    let mut fast = Match5::<B>::new(rules).unwrap();
    let mut slow = Slow::new(usize::from(rules.edge()), usize::from(rules.row()), rules.starts().letter());
    let mut rng = seed.rng();
    loop {
        assert_eq!(fast.to_string(), slow.text());
        assert_eq!(fast.turn(), slow.turn(), "{fast}");
        assert_eq!(fast.score(), slow.score(), "{fast}");
        assert_eq!(fast.winner().map(Colour::letter), slow.winner(), "{fast}");
        let actions: Vec<String> = fast.actions().iter().map(ToString::to_string).collect();
        assert_eq!(actions, slow.actions(), "{fast}");
        assert_eq!(fast.to_string().parse(), Ok(fast));
        let Some(action) = fast.random_action(&mut rng) else { break };
        fast.play(action);
        slow.play(&action.to_string());
    }
    fast.score()
}

#[test]
fn random_games_agree_step_by_step() {
    let rounds = if cfg!(debug_assertions) { 2 } else { 50 };
    let mut results = [0_u32; 3];
    for edge in 5..=11 {
        for row in 3..=6.min(edge) {
            for round in 0..rounds {
                let starts = if round % 2 == 0 { Colour::Red } else { Colour::Blue };
                let rules = Rules::new(edge, row).unwrap().starting(starts);
                let seed = Seed::new(round).derive(u64::from(edge)).derive(u64::from(row));
                results[(compare::<u128>(rules, seed) + 1) as usize] += 1;
                if round % 5 == 0 {
                    compare::<Wide>(rules, seed);
                }
            }
        }
    }
    // The games include all three results.
    assert!(results.iter().all(|&count| count > 0), "{results:?}");
}

#[test]
fn random_games_of_the_original_agree_step_by_step() {
    for round in 0..if cfg!(debug_assertions) { 20 } else { 2_000 } {
        compare::<u128>(Rules::MATCH5, Seed::new(round));
    }
}

#[test]
fn random_games_on_large_boards_agree_step_by_step() {
    for edge in 12..=20 {
        for round in 0..if cfg!(debug_assertions) { 1 } else { 20 } {
            compare::<Wide>(Rules::new(edge, 3 + (round % 4) as u8).unwrap(), Seed::new(round));
        }
    }
}

#[test]
fn perft_agrees() {
    let agree = |fast: &mut Match5, slow: &mut Slow, depth| {
        assert_eq!(fast.to_string(), slow.text());
        assert_eq!(perft::count(fast, depth), slow.perft(depth), "{fast}");
    };
    let start = |edge, row| {
        let rules = Rules::new(edge, row).unwrap();
        (Match5::new(rules).unwrap(), Slow::new(edge.into(), row.into(), 'r'))
    };
    let (mut fast, mut slow) = start(9, 5);
    agree(&mut fast, &mut slow, 2);
    // After six stones, threes are near.
    let (mut fast, mut slow) = start(5, 3);
    for action in ["c3", "a1", "d3", "e5", "b2", "a2"] {
        fast.try_play(action.parse().unwrap()).unwrap();
        slow.play(action);
    }
    agree(&mut fast, &mut slow, if cfg!(debug_assertions) { 3 } else { 4 });
    // Both sides are one stone short of four.
    let (mut fast, mut slow) = start(6, 4);
    for action in ["b2", "b5", "c2", "c5", "d2", "d5"] {
        fast.try_play(action.parse().unwrap()).unwrap();
        slow.play(action);
    }
    agree(&mut fast, &mut slow, if cfg!(debug_assertions) { 2 } else { 3 });
}

#[test]
fn the_texts_that_are_read_are_those_of_positions_that_games_reach() {
    // Random boards of 5×5 with three in a row, most of them impossible. Each is accepted exactly
    // if the counts allow it and the stones can be placed in an order without a row before the last
    // stone.
    let mut rng = Seed::new(9).rng();
    let mut read = 0;
    for _ in 0..if cfg!(debug_assertions) { 2_000 } else { 50_000 } {
        let mut slow = Slow::new(5, 3, 'r');
        let stones = gambol_core::random::below(&mut rng, 9);
        for _ in 0..stones {
            let (x, y) = (gambol_core::random::below(&mut rng, 5), gambol_core::random::below(&mut rng, 5));
            let colour = if gambol_core::random::below(&mut rng, 2) == 0 { 'r' } else { 'b' };
            slow.board[y as usize][x as usize] = colour;
        }
        for side in ['r', 'b'] {
            let text = slow.text().replace(" r row", &format!(" {side} row"));
            let accepted = text.parse::<Match5>().is_ok_and(|game| game.to_string() == text);
            assert_eq!(accepted, reachable(&slow, side), "{text}");
            read += u32::from(accepted);
        }
    }
    assert!(read > 500, "{read}");
}

/// Whether an order of moves leads to a board with `side` to move.
fn reachable(slow: &Slow, side: char) -> bool {
    let count = |colour| slow.board.iter().flatten().filter(|&&letter| letter == colour).count();
    let (own, other) = if side == 'r' { (count('r'), count('b')) } else { (count('b'), count('r')) };
    if other != own && other != own + 1 {
        return false;
    }
    if slow.winner().is_none() {
        // Any order is possible, as no part of this board has a row either.
        return true;
    }
    // The last stone was of the other side, and without it there was no row.
    (0..5).flat_map(|y| (0..5).map(move |x| (x, y))).any(|(x, y)| {
        let mut before = slow.clone();
        before.board[y][x] = '.';
        slow.board[y][x] != '.' && slow.board[y][x] != side && before.winner().is_none()
    })
}

//! Comparison with a slow implementation, written from the rules alone with plain arrays.

use gambol_core::{Game, GameExt, Seed, Turn, perft, random::pick};
use gambol_pentago_swap::PentagoSwap;

/// Six rows of six cells: 0 empty, 1 white, 2 black.
type Board = [[u8; 6]; 6];

#[derive(Clone)]
pub(crate) struct Slow {
    board: Board,
    to_move: u8,
}

/// The top left row and column of each quadrant.
const QUADRANTS: [(char, usize, usize); 4] = [('A', 0, 0), ('B', 0, 3), ('C', 3, 0), ('D', 3, 3)];

impl Slow {
    fn new() -> Self {
        Self { board: [[0; 6]; 6], to_move: 1 }
    }

    pub(crate) fn read(text: &str) -> Self {
        let (rows, side) = text.split_once(' ').unwrap();
        let mut board = [[0; 6]; 6];
        for (row, text) in rows.split('/').enumerate() {
            let mut column = 0;
            for letter in text.chars() {
                match letter {
                    'w' => board[row][column] = 1,
                    'b' => board[row][column] = 2,
                    digit => column += digit.to_digit(10).unwrap() as usize - 1,
                }
                column += 1;
            }
        }
        Self { board, to_move: if side == "w" { 1 } else { 2 } }
    }

    pub(crate) fn write(&self) -> String {
        let mut rows = Vec::new();
        for row in self.board {
            let letters: String = row.iter().map(|&cell| [' ', 'w', 'b'][usize::from(cell)]).collect();
            let mut text = String::new();
            for (index, letter) in letters.char_indices() {
                if letter != ' ' {
                    text.push(letter);
                } else if index == 0 || letters.as_bytes()[index - 1] != b' ' {
                    let run = letters[index..].chars().take_while(|&letter| letter == ' ').count();
                    text.push_str(&run.to_string());
                }
            }
            rows.push(text);
        }
        format!("{} {}", rows.join("/"), if self.to_move == 1 { 'w' } else { 'b' })
    }

    /// Walks from every cell in every direction along pieces of this side.
    fn has_five(&self, side: u8) -> bool {
        for row in 0..6 {
            for column in 0..6 {
                for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                    let mut length = 0;
                    let (mut r, mut c) = (row, column);
                    while (0..6).contains(&r) && (0..6).contains(&c) && self.board[r as usize][c as usize] == side {
                        length += 1;
                        r += down;
                        c += right;
                    }
                    if length >= 5 {
                        return true;
                    }
                }
            }
        }
        false
    }

    fn full(&self) -> bool {
        self.board.iter().flatten().all(|&cell| cell != 0)
    }

    pub(crate) fn over(&self) -> bool {
        self.has_five(1) || self.has_five(2) || self.full()
    }

    pub(crate) fn score(&self) -> i64 {
        match (self.has_five(1), self.has_five(2)) {
            (true, false) => 1,
            (false, true) => -1,
            _ => 0,
        }
    }

    /// The legal moves in their text forms.
    pub(crate) fn moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        if self.over() {
            return moves;
        }
        for row in 0..6 {
            for column in 0..6 {
                if self.board[row][column] != 0 {
                    continue;
                }
                for swap in ["AB", "AC", "AD", "BC", "BD", "CD"] {
                    let letter = char::from(b'a' + column as u8);
                    moves.push(format!("{letter}{}:{swap}", row + 1));
                }
            }
        }
        moves
    }

    pub(crate) fn play(&mut self, text: &str) {
        let letters: Vec<char> = text.chars().collect();
        let column = letters[0] as usize - 'a' as usize;
        let row = letters[1] as usize - '1' as usize;
        self.board[row][column] = self.to_move;
        let corner = |letter| QUADRANTS.iter().find(|quadrant| quadrant.0 == letter).map(|q| (q.1, q.2)).unwrap();
        let (one, other) = (corner(letters[3]), corner(letters[4]));
        for r in 0..3 {
            for c in 0..3 {
                let kept = self.board[one.0 + r][one.1 + c];
                self.board[one.0 + r][one.1 + c] = self.board[other.0 + r][other.1 + c];
                self.board[other.0 + r][other.1 + c] = kept;
            }
        }
        self.to_move = 3 - self.to_move;
    }

    fn count(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let after = |text: &String| {
            let mut after = self.clone();
            after.play(text);
            after.count(depth - 1)
        };
        self.moves().iter().map(after).sum()
    }
}

#[test]
fn whole_games_agree_step_by_step() {
    let games = if cfg!(debug_assertions) { 300 } else { 4_000 };
    let mut ends = [0; 3];
    for seed in 0..games {
        let mut rng = Seed::new(0x5057).derive(seed).rng();
        let (mut fast, mut slow) = (PentagoSwap::new(), Slow::new());
        loop {
            assert_eq!(fast.to_string(), slow.write());
            assert_eq!(fast.is_over(), slow.over(), "{fast}");
            assert_eq!(fast.score(), slow.score(), "{fast}");
            let moves: Vec<String> = fast.actions().iter().map(ToString::to_string).collect();
            assert_eq!(moves, slow.moves(), "{fast}");
            let Some(chosen) = pick(&mut rng, &moves) else { break };
            fast.try_play(chosen.parse().unwrap()).unwrap();
            slow.play(chosen);
        }
        assert_eq!(fast.turn(), Turn::Over);
        ends[(fast.score() + 1) as usize] += 1;
    }
    assert!(ends.iter().all(|&count| count > 0), "all results occur: {ends:?}");
}

#[test]
fn counts_agree() {
    for (position, depth) in [
        ("6/6/6/6/6/6 w", 2),
        ("w5/3b1w/1w3b/6/1w1b2/3b2 w", 2),
        ("1w1w2/wbbbbw/1www1b/bw3w/1b1wbb/3b2 w", 2),
        ("w1wwwb/2bbw1/1bbw1b/b2wbb/w1wbww/1bbw2 w", 3),
        ("bwwbb1/w2bwb/1w2bw/bwbwbb/bwb1ww/bwwwb1 w", 3),
        ("wwb1ww/bbwbbw/wbbbbw/w1wbwb/wbwbbb/b1w1ww w", 4),
    ] {
        let depth = if cfg!(debug_assertions) { depth.min(2) } else { depth };
        let fast: PentagoSwap = position.parse().unwrap();
        assert_eq!(perft::count(&fast, depth), Slow::read(position).count(depth), "depth {depth} of {position}");
    }
}

/// Compares five in a row on random pieces, which need not be positions of a game.
#[test]
fn fives_agree_on_positions_from_masks() {
    let mut rng = Seed::new(0x5059).rng();
    let cells: Vec<u32> = (0..36).collect();
    let mut accepted = 0;
    for _ in 0..if cfg!(debug_assertions) { 2_000 } else { 50_000 } {
        let (mut white, mut black) = (0_u64, 0_u64);
        let most = *pick(&mut rng, &cells).unwrap();
        for _ in 0..=most {
            let bit = 1 << pick(&mut rng, &cells).unwrap();
            if (white | black) & bit == 0 {
                if white.count_ones() == black.count_ones() { white |= bit } else { black |= bit }
            }
        }
        let Ok(position) = PentagoSwap::from_masks(white, black) else { continue };
        accepted += 1;
        let slow = Slow::read(&position.to_string());
        assert_eq!((position.is_over(), position.score()), (slow.over(), slow.score()), "{position}");
    }
    assert!(accepted > 1_000);
}

//! Comparison with an independent slow implementation, written from the rules with plain arrays.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use gambol_core::{Cell, Game, GameExt, Seed, Turn, perft};
use gambol_tenten::{Piece, Placement, Rules, Scoring, TenTen};

/// The pieces as drawings, with rows joined by blanks.
const PIECES: [(&str, &str); 19] = [
    ("o1", "#"),
    ("o2", "## ##"),
    ("o3", "### ### ###"),
    ("h2", "##"),
    ("h3", "###"),
    ("h4", "####"),
    ("h5", "#####"),
    ("v2", "# #"),
    ("v3", "# # #"),
    ("v4", "# # # #"),
    ("v5", "# # # # #"),
    ("l2nw", "## #-"),
    ("l2ne", "## -#"),
    ("l2sw", "#- ##"),
    ("l2se", "-# ##"),
    ("l3nw", "### #-- #--"),
    ("l3ne", "### --# --#"),
    ("l3sw", "#-- #-- ###"),
    ("l3se", "--# --# ###"),
];

fn offsets(name: &str) -> Vec<(usize, usize)> {
    let (_, drawn) = PIECES.iter().find(|(piece, _)| *piece == name).unwrap();
    let mut cells = Vec::new();
    for (row, line) in drawn.split(' ').enumerate() {
        for (column, mark) in line.chars().enumerate() {
            if mark == '#' {
                cells.push((row, column));
            }
        }
    }
    cells
}

#[derive(Clone)]
pub(crate) struct Slow {
    pub(crate) filled: [[bool; 10]; 10],
    pub(crate) hand: Vec<&'static str>,
    pub(crate) score: u64,
    weights: BTreeMap<&'static str, u64>,
    score_cells: bool,
}

impl Slow {
    pub(crate) fn new(rules: &Rules) -> Self {
        let weight = |name: &str| u64::from(rules.weight(name.parse().unwrap()));
        let weights = PIECES.iter().map(|&(name, _)| (name, weight(name))).collect();
        let score_cells = rules.scoring() == Scoring::Cells;
        Self { filled: [[false; 10]; 10], hand: Vec::new(), score: 0, weights, score_cells }
    }

    fn fits(&self, name: &str, row: usize, column: usize) -> bool {
        offsets(name)
            .iter()
            .all(|&(down, right)| row + down < 10 && column + right < 10 && !self.filled[row + down][column + right])
    }

    pub(crate) fn actions(&self) -> BTreeSet<(&'static str, usize, usize)> {
        let mut actions = BTreeSet::new();
        for &name in &self.hand {
            for row in 0..10 {
                for column in 0..10 {
                    if self.fits(name, row, column) {
                        actions.insert((name, row, column));
                    }
                }
            }
        }
        actions
    }

    pub(crate) fn play(&mut self, (name, row, column): (&'static str, usize, usize)) {
        let place = self.hand.iter().position(|&piece| piece == name).unwrap();
        self.hand.remove(place);
        for (down, right) in offsets(name) {
            self.filled[row + down][column + right] = true;
            self.score += 1;
        }
        let rows: Vec<usize> = (0..10).filter(|&row| self.filled[row].iter().all(|&cell| cell)).collect();
        let columns: Vec<usize> = (0..10).filter(|&column| self.filled.iter().all(|row| row[column])).collect();
        let mut removed = 0;
        for row in 0..10 {
            for column in 0..10 {
                if rows.contains(&row) || columns.contains(&column) {
                    self.filled[row][column] = false;
                    removed += 1;
                }
            }
        }
        let mut bonus = 0;
        for line in 1..=(rows.len() + columns.len()) as u64 {
            bonus += 10 * line;
        }
        self.score += if self.score_cells { removed } else { bonus };
    }

    /// Every deal and its number of ordered triples.
    fn deals(&self) -> BTreeMap<Vec<&'static str>, u64> {
        let mut deals = BTreeMap::new();
        for (a, wa) in &self.weights {
            for (b, wb) in &self.weights {
                for (c, wc) in &self.weights {
                    let mut hand = vec![*a, *b, *c];
                    hand.sort_unstable();
                    if wa * wb * wc > 0 {
                        *deals.entry(hand).or_default() += wa * wb * wc;
                    }
                }
            }
        }
        deals
    }

    fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut count = 0;
        if self.hand.is_empty() {
            for deal in self.deals().into_keys() {
                count += Self { hand: deal, ..self.clone() }.perft(depth - 1);
            }
        } else {
            for action in self.actions() {
                let mut after = self.clone();
                after.play(action);
                count += after.perft(depth - 1);
            }
        }
        count
    }

    pub(crate) fn text(&self) -> String {
        let row = |row: &[bool; 10]| {
            let (mut text, mut empty) = (String::new(), 0);
            for &filled in row {
                if filled {
                    if empty > 0 {
                        text += &empty.to_string();
                    }
                    text.push('x');
                    empty = 0;
                } else {
                    empty += 1;
                }
            }
            if empty > 0 { text + &empty.to_string() } else { text }
        };
        let rows: Vec<String> = self.filled.iter().map(row).collect();
        let mut hand = self.hand.clone();
        hand.sort_unstable();
        let hand = if hand.is_empty() { "-".to_owned() } else { hand.join(",") };
        format!("{} {hand} {}", rows.join("/"), self.score)
    }
}

pub(crate) fn named(name: &str) -> &'static str {
    PIECES.iter().find(|(piece, _)| *piece == name).unwrap().0
}

pub(crate) fn plain(action: Placement) -> (&'static str, usize, usize) {
    let Cell { row, column } = action.cell();
    (named(action.piece().name()), usize::from(row), usize::from(column))
}

fn check_deals(fast: &TenTen, slow: &Slow) {
    let expected = slow.deals();
    let total: u64 = expected.values().sum();
    let mut seen = 0;
    let _ = fast.visit_outcomes(|deal, probability| {
        let names: Vec<&str> = deal.pieces().iter().map(|piece| piece.name()).collect();
        let exact = expected[&names] as f64 / total as f64;
        assert!((probability - exact).abs() < 1e-15, "{deal}: {probability}, {exact}");
        seen += 1;
        ControlFlow::Continue(())
    });
    assert_eq!(seen, expected.len());
}

fn playouts(rules: Rules, games: u64, seed: u64, greedy: bool) {
    let suffix = if rules == Rules::UNIFORM { String::new() } else { format!(" {rules}") };
    let mut lines = 0;
    check_deals(&TenTen::new(rules), &Slow::new(&rules));
    for game in 0..games {
        let mut rng = Seed::new(seed).derive(game).rng();
        let mut fast = TenTen::new(rules);
        let mut slow = Slow::new(&rules);
        for _ in 0..400 {
            assert_eq!(fast.to_string(), slow.text() + &suffix);
            let actions = fast.actions();
            let listed: BTreeSet<_> = actions.iter().map(|&action| plain(action)).collect();
            assert_eq!(listed.len(), actions.len(), "an action is listed twice in {fast}");
            assert_eq!(listed, slow.actions(), "{fast}");
            match fast.turn() {
                Turn::Chance => {
                    assert!(slow.hand.is_empty());
                    let deal = fast.random_outcome(&mut rng).unwrap();
                    fast.resolve(deal);
                    slow.hand = deal.pieces().map(|piece| named(piece.name())).to_vec();
                }
                Turn::Player(_) => {
                    // Random games rarely fill a line; placements with the highest score fill many.
                    let best = actions.iter().copied().max_by_key(|&action| {
                        let after = fast.afterstate(action);
                        after.score() * 100 + i64::from(after.board().fits(Piece::O3).count())
                    });
                    let action = if greedy { best } else { fast.random_action(&mut rng) }.unwrap();
                    lines += fast.board().place(action).1.count();
                    fast.play(action);
                    slow.play(plain(action));
                }
                Turn::Over => {
                    assert!(!slow.hand.is_empty() && slow.actions().is_empty());
                    break;
                }
            }
        }
    }
    assert!(!greedy || u64::from(lines) > 2 * games, "only {lines} lines in {games} games");
}

const GAMES: u64 = if cfg!(debug_assertions) { 40 } else { 2_000 };

#[test]
fn random_playouts_agree_step_by_step() {
    playouts(Rules::UNIFORM, GAMES, 1, false);
    playouts(Rules::PAPER, GAMES, 2, false);
}

#[test]
fn long_playouts_agree_step_by_step() {
    playouts(Rules::UNIFORM, GAMES / 10, 3, true);
    playouts(Rules::UNIFORM.with_scoring(Scoring::Cells), GAMES / 10, 4, true);
    playouts("score=cells,h5=0,v5=0,o1=7".parse().unwrap(), GAMES / 10, 5, true);
}

#[test]
fn perft_counts_agree() {
    let mut slow = Slow::new(&Rules::UNIFORM);
    for depth in 0..=2 {
        assert_eq!(slow.perft(depth), perft::count(&TenTen::default(), depth), "{depth}");
    }
    // Row 1 and column a lack one cell each, and the same one.
    for cell in 1..10 {
        slow.filled[0][cell] = true;
        slow.filled[cell][0] = true;
    }
    slow.filled[5][5..9].fill(true);
    slow.score = 22;
    slow.hand = vec!["l3nw", "o1", "o1"];
    let fast: TenTen = slow.text().parse().unwrap();
    let deepest = if cfg!(debug_assertions) { 2 } else { 3 };
    for depth in 1..=deepest {
        assert_eq!(slow.perft(depth), perft::count(&fast, depth), "{depth}");
    }
}

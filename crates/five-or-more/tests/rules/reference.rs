//! Step by step comparison with an independent implementation, written from the rules with plain
//! arrays.

use std::collections::{BTreeSet, HashMap};

use gambol_core::{Cell, Event, Game, GameExt, Seed, Turn};
use gambol_five_or_more::{Bits, Colour, FiveOrMore, Move, Outcome, Phase, Preview, Removal, Rules, Scoring, Wide};

/// The phase of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Doing {
    FirstColours,
    Colours,
    Places,
    Dropping(usize),
    Moving,
    Over,
}

#[derive(Clone, Debug)]
pub(crate) struct Slow {
    rules: Rules,
    /// By row, then by column.
    board: Vec<Vec<Option<u8>>>,
    next: Vec<(u8, Option<(usize, usize)>)>,
    /// Stones of the drop that have landed, to look for lines through them.
    landed: Vec<(usize, usize)>,
    score: i64,
    doing: Doing,
}

pub(crate) type Spot = (usize, usize);

impl Slow {
    fn new(rules: Rules) -> Self {
        let board = vec![vec![None; usize::from(rules.width())]; usize::from(rules.height())];
        Self { rules, board, next: vec![], landed: vec![], score: 0, doing: Doing::FirstColours }
    }

    /// The same position, from its public view; not for the middle of a drop.
    pub(crate) fn of<B: Bits>(fast: &FiveOrMore<B>) -> Self {
        let mut slow = Self::new(fast.rules());
        for (row, column) in slow.spots() {
            slow.board[row][column] = fast.stone(cell((row, column))).map(Colour::index);
        }
        slow.next = fast.next().map(|stone| (stone.colour.index(), stone.place.map(spot))).collect();
        slow.score = fast.score();
        slow.doing = match fast.phase() {
            Phase::Start => Doing::FirstColours,
            Phase::Colours => Doing::Colours,
            Phase::Places => Doing::Places,
            Phase::Drop { down } => Doing::Dropping(usize::from(down)),
            Phase::Move if fast.is_over() => Doing::Over,
            Phase::Move => Doing::Moving,
        };
        slow
    }

    fn spots(&self) -> Vec<Spot> {
        (0..self.board.len()).flat_map(|row| (0..self.board[0].len()).map(move |column| (row, column))).collect()
    }

    fn free(&self) -> Vec<Spot> {
        self.spots().into_iter().filter(|&(row, column)| self.board[row][column].is_none()).collect()
    }

    fn beside(&self, (row, column): Spot, down: isize, right: isize) -> Option<Spot> {
        let (row, column) = (row.checked_add_signed(down)?, column.checked_add_signed(right)?);
        (row < self.board.len() && column < self.board[0].len()).then_some((row, column))
    }

    fn moves(&self) -> Vec<(Spot, Spot)> {
        let mut moves = vec![];
        if self.doing != Doing::Moving {
            return moves;
        }
        for from in self.spots() {
            if self.board[from.0][from.1].is_none() {
                continue;
            }
            let mut reached = BTreeSet::new();
            let mut todo = vec![from];
            while let Some(spot) = todo.pop() {
                for (down, right) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
                    if let Some(to) = self.beside(spot, down, right)
                        && self.board[to.0][to.1].is_none()
                        && reached.insert(to)
                    {
                        todo.push(to);
                    }
                }
            }
            moves.extend(reached.into_iter().map(|to| (from, to)));
        }
        moves
    }

    /// The stones of all lines of five or more through a stone.
    fn lines(&self, spot: Spot) -> BTreeSet<Spot> {
        let colour = self.board[spot.0][spot.1];
        let mut found = BTreeSet::new();
        if colour.is_none() {
            return found;
        }
        for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
            let mut line = vec![spot];
            for sign in [1, -1] {
                let mut at = spot;
                while let Some(further) = self.beside(at, sign * down, sign * right) {
                    if self.board[further.0][further.1] != colour {
                        break;
                    }
                    line.push(further);
                    at = further;
                }
            }
            if line.len() >= 5 {
                found.extend(line);
            }
        }
        found
    }

    fn remove(&mut self, stones: &BTreeSet<Spot>) {
        let count = stones.len();
        if count == 0 {
            return;
        }
        for &(row, column) in stones {
            self.board[row][column] = None;
        }
        self.score += match self.rules.scoring() {
            Scoring::Table => match count {
                5 => 10,
                6 => 12,
                7 => 18,
                8 => 28,
                9 => 42,
                10 => 82,
                11 => 108,
                12 => 138,
                13 => 172,
                _ => 210,
            },
            Scoring::Logarithm => (45.0 * (count as f64 / 4.0).ln()).floor() as i64,
            Scoring::Product => (count * (count - 4)) as i64,
            other => panic!("no reference for {other:?}"),
        };
    }

    fn is_empty(&self) -> bool {
        self.free().len() == self.spots().len()
    }

    pub(crate) fn play(&mut self, from: Spot, to: Spot) {
        self.board[to.0][to.1] = self.board[from.0][from.1].take();
        let lines = self.lines(to);
        self.remove(&lines);
        self.doing = if !lines.is_empty() && !self.is_empty() { Doing::Moving } else { Doing::Dropping(0) };
    }

    fn outcomes(&self) -> Vec<(Outcome, f64)> {
        let evenly = |spots: Vec<Spot>| {
            let share = 1.0 / spots.len() as f64;
            spots.into_iter().map(|spot| (Outcome::Stone(cell(spot)), share)).collect()
        };
        match self.doing {
            Doing::FirstColours | Doing::Colours => {
                let colours = self.rules.colours();
                (0..colours).map(|c| (Outcome::Colour(Colour::new(c).unwrap()), 1.0 / f64::from(colours))).collect()
            }
            Doing::Places => {
                let mut free = self.free();
                free.retain(|spot| !self.next.iter().any(|next| next.1 == Some(*spot)));
                evenly(free)
            }
            Doing::Dropping(down) => match self.next[down].1 {
                Some((row, column)) if self.board[row][column].is_none() => evenly(vec![(row, column)]),
                _ => evenly(self.free()),
            },
            Doing::Moving | Doing::Over => vec![],
        }
    }

    pub(crate) fn resolve(&mut self, outcome: Outcome) {
        match (self.doing, outcome) {
            (Doing::FirstColours | Doing::Colours, Outcome::Colour(colour)) => {
                self.next.push((colour.index(), None));
                let wanted =
                    if self.doing == Doing::FirstColours { self.rules.initial() } else { self.rules.drop_size() };
                if self.next.len() == usize::from(wanted) {
                    if self.rules.preview() == Preview::Places { self.doing = Doing::Places } else { self.begin() }
                }
            }
            (Doing::Places, Outcome::Stone(cell)) => {
                let first = self.next.iter().position(|next| next.1.is_none()).unwrap();
                self.next[first].1 = Some(spot(cell));
                if first + 1 == self.next.len() || first + 1 == self.free().len() {
                    self.begin();
                }
            }
            (Doing::Dropping(down), Outcome::Stone(cell)) => {
                let spot = spot(cell);
                self.board[spot.0][spot.1] = Some(self.next[down].0);
                self.landed.push(spot);
                if self.rules.removal() == Removal::Each {
                    let lines = self.lines(spot);
                    self.remove(&lines);
                }
                self.doing = Doing::Dropping(down + 1);
                if down + 1 == self.next.len() || self.free().is_empty() {
                    let all = self.landed.iter().flat_map(|&spot| self.lines(spot)).collect();
                    self.remove(&all);
                    self.landed.clear();
                    self.next.clear();
                    self.doing = if self.free().is_empty() { Doing::Over } else { Doing::Colours };
                }
            }
            _ => unreachable!(),
        }
    }

    fn begin(&mut self) {
        self.doing = if self.is_empty() { Doing::Dropping(0) } else { Doing::Moving };
    }

    fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let after = |change: &dyn Fn(&mut Self)| {
            let mut after = self.clone();
            change(&mut after);
            after.perft(depth - 1)
        };
        let moves = self.moves().into_iter().map(|(from, to)| after(&|slow| slow.play(from, to)));
        moves.chain(self.outcomes().into_iter().map(|(outcome, _)| after(&|slow| slow.resolve(outcome)))).sum()
    }

    /// Asserts that all visible properties are equal.
    pub(crate) fn assert_same<B: Bits>(&self, fast: &FiveOrMore<B>) {
        let turn = match self.doing {
            Doing::Moving => Turn::Player(gambol_core::Player::First),
            Doing::Over => Turn::Over,
            _ => Turn::Chance,
        };
        assert_eq!(fast.turn(), turn, "{fast}");
        assert_eq!(fast.score(), self.score, "{fast}");
        for (row, column) in self.spots() {
            let stone = fast.stone(cell((row, column))).map(Colour::index);
            assert_eq!(stone, self.board[row][column], "{fast}");
        }
        let next: Vec<_> = fast.next().map(|stone| (stone.colour.index(), stone.place.map(spot))).collect();
        assert_eq!(next, self.next, "{fast}");
        let moves: Vec<_> = fast.actions().into_iter().map(|action| (spot(action.from), spot(action.to))).collect();
        assert_eq!(moves, self.moves(), "{fast}");
        let outcomes: HashMap<_, _> = fast.outcomes().into_iter().collect();
        let expected: HashMap<_, _> = self.outcomes().into_iter().collect();
        assert_eq!(outcomes.len(), expected.len(), "{fast}");
        for (outcome, probability) in expected {
            assert!((outcomes[&outcome] - probability).abs() < 1e-12, "{outcome} in {fast}");
        }
    }
}

fn cell((row, column): Spot) -> Cell {
    Cell::new(column as u8, row as u8)
}

pub(crate) fn spot(cell: Cell) -> Spot {
    (usize::from(cell.row), usize::from(cell.column))
}

/// Plays random games on both at once. Every few moves prefers a move that scores, so that lines
/// vanish in most games.
fn play_games<B: Bits>(rules: Rules, games: u64) {
    let mut scored = 0;
    for game in 0..games {
        let mut rng = Seed::new(77).derive(game).rng();
        let mut fast = FiveOrMore::<B>::new(rules).unwrap();
        let mut slow = Slow::new(rules);
        slow.assert_same(&fast);
        let greedy = game % 2 == 0;
        for _ in 0..400 {
            let event = match fast.turn() {
                Turn::Over => break,
                Turn::Chance => Event::Outcome(fast.random_outcome(&mut rng).unwrap()),
                Turn::Player(_) => {
                    let random = fast.random_action(&mut rng).unwrap();
                    let scoring = |&action: &Move| fast.afterstate(action).score() > fast.score();
                    let best = if greedy { fast.actions().into_iter().find(scoring) } else { None };
                    Event::Action(best.unwrap_or(random))
                }
            };
            match event {
                Event::Action(Move { from, to }) => slow.play(spot(from), spot(to)),
                Event::Outcome(outcome) => slow.resolve(outcome),
            }
            fast.advance(event);
            slow.assert_same(&fast);
        }
        scored += u64::from(fast.score() > 0);
    }
    // A few games may have no line at all.
    assert!(games < 50 || scored > 0, "{rules}: none of {games} games scored");
}

const FEW: u64 = if cfg!(debug_assertions) { 3 } else { 50 };

#[test]
fn games_of_the_thesis_agree() {
    play_games::<u128>(Rules::THESIS, 5 * FEW);
}

#[test]
fn games_of_all_variants_agree() {
    for text in [
        "small",
        "gnome-later",
        "size=5x5,colours=2,drop=1",
        "size=5x5,colours=2,drop=3,removal=each,score=product",
        "size=6x5,colours=2,drop=5,initial=9",
        "size=5x7,colours=3,drop=2,preview=places",
        "size=8x6,colours=3,drop=4,preview=places,removal=each,score=log",
        "size=5x20,colours=2,drop=9",
        "size=11x11,colours=4,drop=9,initial=1",
    ] {
        let rules: Rules = text.parse().unwrap();
        play_games::<u128>(rules, 2 * FEW);
        play_games::<Wide>(rules, FEW);
    }
}

#[test]
fn large_games_agree() {
    play_games::<Wide>("large".parse().unwrap(), FEW.div_ceil(10));
    play_games::<Wide>("size=17x17,colours=3,drop=9,removal=each".parse().unwrap(), FEW.div_ceil(10));
}

/// Checks the smaller recorded counts.
#[test]
fn recorded_counts_agree() {
    let most = if cfg!(debug_assertions) { 5_000 } else { 700_000 };
    let mut tested = 0;
    for line in include_str!("../data/perft.txt").lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit()))
    {
        let fields: Vec<&str> = line.splitn(3, ' ').collect();
        let (depth, count): (u32, u64) = (fields[0].parse().unwrap(), fields[1].parse().unwrap());
        if count <= most {
            let state: FiveOrMore<Wide> = fields[2].parse().unwrap();
            assert_eq!(Slow::of(&state).perft(depth), count, "{line}");
            tested += 1;
        }
    }
    assert!(tested > 30, "{tested}");
}

//! Step by step comparison with an independent, slow implementation of Threes!, written from
//! docs/rules/threes.md with plain arrays. It shares no code with the fast one and exchanges texts
//! with it.

use std::collections::BTreeMap;

use gambol_core::{Event, Game, GameExt, Seed, Turn, perft};
use gambol_threes::{Bonus, End, Phase, Rules, Threes};

#[derive(Clone, Debug, PartialEq)]
enum Next {
    Nothing,
    Card(u32),
    /// The possible values of a bonus, fixed when it was shown.
    Bonus(Vec<u32>),
}

#[derive(Clone, Debug)]
pub(crate) struct Slow {
    cells: [[u32; 4]; 4],
    /// The remaining cards, one by one.
    deck: Vec<u32>,
    next: Next,
    opening: bool,
    /// The swipe after which a card is due, and the lines it moved.
    swiped: Option<(char, Vec<usize>)>,
    rules: Rules,
}

fn fresh_deck() -> Vec<u32> {
    vec![1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3]
}

/// The cells of a line, seen from the wall: row and column.
fn line(swipe: char, number: usize) -> [(usize, usize); 4] {
    [0, 1, 2, 3].map(|step| match swipe {
        'L' => (number, step),
        'R' => (number, 3 - step),
        'U' => (step, number),
        _ => (3 - step, number),
    })
}

impl Slow {
    fn new(rules: Rules) -> Self {
        let next = Next::Nothing;
        Self { cells: [[0; 4]; 4], deck: fresh_deck(), next, opening: true, swiped: None, rules }
    }

    /// The same position as a fast state in which a move is due.
    pub(crate) fn of(state: &Threes) -> Self {
        assert_eq!(state.phase(), Phase::Move);
        let text = state.to_string();
        let fields: Vec<&str> = text.split(' ').collect();
        let mut slow = Self::new(state.rules());
        for (y, row) in fields[0].split('/').enumerate() {
            for (x, cell) in row.split(',').enumerate() {
                slow.cells[y][x] = cell.parse().unwrap();
            }
        }
        let counts = fields[2].split(',').map(|count| count.parse::<usize>().unwrap());
        slow.deck = (1..=3).zip(counts).flat_map(|(card, count)| vec![card; count]).collect();
        slow.opening = false;
        slow.next = slow.read_hint(fields[1]);
        slow
    }

    fn greatest(&self) -> u32 {
        *self.cells.iter().flatten().max().unwrap()
    }

    fn bonus_values(&self) -> Vec<u32> {
        let mut values = Vec::new();
        let mut value = 6;
        while self.rules.bonus != Bonus::None && self.greatest() >= 48 && value <= self.greatest() / 8 {
            values.push(value);
            value *= 2;
        }
        values
    }

    fn read_hint(&self, text: &str) -> Next {
        if text == "+" {
            return Next::Bonus(self.bonus_values());
        }
        let values: Vec<u32> = text.split('|').map(|value| value.parse().unwrap()).collect();
        if values[0] <= 3 { Next::Card(values[0]) } else { Next::Bonus(values) }
    }

    /// The hints that can be shown now, and their probabilities.
    fn hints(&self) -> Vec<(String, f64)> {
        let mut hints = Vec::new();
        let values = self.bonus_values();
        let bonus = if values.is_empty() { 0.0 } else { 1.0 / 21.0 };
        for card in 1..=3 {
            let count = self.deck.iter().filter(|&&left| left == card).count();
            if count > 0 {
                hints.push((card.to_string(), (1.0 - bonus) * count as f64 / self.deck.len() as f64));
            }
        }
        if values.is_empty() {
            return hints;
        }
        if self.rules.bonus == Bonus::Uniform {
            hints.push(("+".into(), bonus));
        } else {
            let windows: Vec<&[u32]> = values.windows(values.len().min(3)).collect();
            for window in &windows {
                let text: Vec<String> = window.iter().map(u32::to_string).collect();
                hints.push((text.join("|"), bonus / windows.len() as f64));
            }
        }
        hints
    }

    fn take(&mut self, card: u32) {
        let at = self.deck.iter().position(|&left| left == card).unwrap();
        self.deck.remove(at);
        if self.deck.is_empty() {
            self.deck = fresh_deck();
        }
    }

    fn show(&mut self, text: &str) {
        self.next = self.read_hint(text);
        if let Next::Card(card) = self.next {
            self.take(card);
        }
    }

    /// The lines that a swipe moves, and the cells after it.
    fn swipe(&self, swipe: char) -> (Vec<usize>, [[u32; 4]; 4]) {
        let mut after = self.cells;
        let mut moved = Vec::new();
        for number in 0..4 {
            let places = line(swipe, number);
            let mut values: Vec<u32> = places.iter().map(|&(y, x)| self.cells[y][x]).collect();
            for at in 0..3 {
                let (a, b) = (values[at], values[at + 1]);
                let merges = a + b == 3 && a > 0 && b > 0 || a == b && (3..12_288).contains(&a);
                if a == 0 || merges {
                    values[at] = a + b;
                    values.remove(at + 1);
                    values.push(0);
                    break;
                }
            }
            for (&(y, x), value) in places.iter().zip(values) {
                after[y][x] = value;
            }
            if places.iter().any(|&(y, x)| after[y][x] != self.cells[y][x]) {
                moved.push(number);
            }
        }
        (moved, after)
    }

    fn ended(&self) -> bool {
        self.rules.end == End::At12288 && self.greatest() == 12_288
    }

    fn actions(&self) -> Vec<String> {
        if self.opening || self.swiped.is_some() {
            return Vec::new();
        }
        "LRUD".chars().filter(|&swipe| !self.swipe(swipe).0.is_empty()).map(String::from).collect()
    }

    fn outcomes(&self) -> BTreeMap<String, f64> {
        let mut outcomes = BTreeMap::new();
        if self.opening {
            let free: Vec<(usize, usize)> =
                (0..16).map(|cell| (cell / 4, cell % 4)).filter(|&(y, x)| self.cells[y][x] == 0).collect();
            if free.len() == 7 {
                outcomes.extend(self.hints());
                return outcomes;
            }
            for &(y, x) in &free {
                for card in &self.deck {
                    let name = format!("{}{}={card}", ["a", "b", "c", "d"][x], y + 1);
                    *outcomes.entry(name).or_default() += 1.0 / (free.len() * self.deck.len()) as f64;
                }
            }
        } else if let (Some((_, moved)), false) = (&self.swiped, self.ended()) {
            for number in moved {
                let share = 1.0 / moved.len() as f64;
                for (hint, probability) in self.hints() {
                    match &self.next {
                        Next::Bonus(values) => {
                            for value in values {
                                let probability = probability * share / values.len() as f64;
                                outcomes.insert(format!("{}={value}:{hint}", number + 1), probability);
                            }
                        }
                        _ => drop(outcomes.insert(format!("{}:{hint}", number + 1), probability * share)),
                    }
                }
            }
        }
        outcomes
    }

    fn advance(&mut self, event: &str) {
        if self.opening {
            let Some((cell, card)) = event.split_once('=') else {
                self.opening = false;
                return self.show(event);
            };
            let (x, y) = (usize::from(cell.as_bytes()[0] - b'a'), usize::from(cell.as_bytes()[1] - b'1'));
            self.cells[y][x] = card.parse().unwrap();
            self.take(self.cells[y][x]);
        } else if let Some((swipe, _)) = self.swiped.take() {
            let (entry, hint) = event.split_once(':').unwrap();
            let (number, value) = match (entry.split_once('='), &self.next) {
                (None, Next::Card(card)) => (entry, *card),
                (Some((number, value)), Next::Bonus(_)) => (number, value.parse().unwrap()),
                _ => panic!("{event}"),
            };
            let (y, x) = line(swipe, number.parse::<usize>().unwrap() - 1)[3];
            assert_eq!(self.cells[y][x], 0);
            self.cells[y][x] = value;
            self.show(hint);
        } else {
            let swipe = event.chars().next().unwrap();
            let (moved, after) = self.swipe(swipe);
            self.cells = after;
            self.swiped = Some((swipe, moved));
        }
    }

    fn score(&self) -> i64 {
        let points = |&value: &u32| if value < 3 { 0 } else { 3_i64.pow((value / 3).ilog2() + 1) };
        self.cells.iter().flatten().map(points).sum()
    }

    fn count(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let events = self.actions().into_iter().chain(self.outcomes().into_keys());
        events
            .map(|event| {
                let mut after = self.clone();
                after.advance(&event);
                after.count(depth - 1)
            })
            .sum()
    }

    fn assert_like(&self, fast: &Threes) {
        let actions: Vec<String> = fast.actions().iter().map(ToString::to_string).collect();
        assert_eq!(self.actions(), actions, "{fast}");
        let outcomes = fast.outcomes();
        let slow = self.outcomes();
        assert_eq!(slow.len(), outcomes.len(), "{fast}");
        for (outcome, probability) in outcomes {
            let expected = slow.get(&outcome.to_string()).unwrap_or_else(|| panic!("{outcome} in {fast}"));
            assert!((expected - probability).abs() < 1e-12, "{outcome} in {fast}: {probability}, not {expected}");
        }
        assert_eq!(fast.score(), self.score(), "{fast}");
        assert_eq!(fast.turn() == Turn::Over, self.actions().is_empty() && slow.is_empty(), "{fast}");
        for y in 0..4_u8 {
            for x in 0..4_u8 {
                let cell = gambol_core::Cell::new(x, y);
                assert_eq!(u32::from(fast.tile(cell)), self.cells[usize::from(y)][usize::from(x)], "{fast}");
            }
        }
        let counts = [1, 2, 3].map(|card| self.deck.iter().filter(|&&left| left == card).count());
        assert_eq!(fast.deck().map(usize::from), counts, "{fast}");
        assert_eq!(u32::from(fast.greatest()), self.greatest());
    }
}

/// Plays both to the end of the game by random events.
pub(crate) fn play_both(mut fast: Threes, mut slow: Slow, seed: Seed) -> u32 {
    let mut rng = seed.rng();
    let mut steps = 0;
    loop {
        slow.assert_like(&fast);
        let Some(event) = fast.random_step(&mut rng) else { return steps };
        steps += 1;
        slow.advance(&event.to_string());
        if let Event::Outcome(outcome) = event {
            assert_eq!(outcome.to_string().parse(), Ok(outcome));
        }
    }
}

#[test]
fn random_games_agree_step_by_step() {
    let games = if cfg!(debug_assertions) { 40 } else { 500 };
    for rules in Rules::ALL {
        for game in 0..games {
            let steps = play_both(Threes::new(rules), Slow::new(rules), Seed::new(11).derive(game));
            assert!(steps > 20);
        }
    }
}

#[test]
fn games_with_great_tiles_agree_step_by_step() {
    let games = if cfg!(debug_assertions) { 20 } else { 300 };
    for rules in Rules::ALL {
        for rows in [
            "0,0,48,0/0,48,0,0/0,3,0,3/1,0,0,2",
            "96,96,0,0/48,48,0,0/24,24,0,0/12,12,0,0",
            "0,192,192,0/0,0,0,0/384,1,2,0/0,0,0,3",
            "768,384,0,0/0,3,0,0/384,1,2,0/0,0,0,3",
            "0,0,6144,6144/1,0,0,0/1,0,2,0/3072,0,0,3",
            "0,0,6144,0/3072,3072,0,0/1536,1536,2,0/3072,0,0,3072",
        ] {
            let start: Threes = format!("{rows} 2 4,2,4 m {rules}").parse().unwrap();
            for game in 0..games {
                play_both(start, Slow::of(&start), Seed::new(12).derive(game));
            }
        }
    }
}

#[test]
fn perft_agrees() {
    let depth = if cfg!(debug_assertions) { 3 } else { 5 };
    for text in [
        "2,0,0,1/0,1,2,0/0,3,0,3/0,0,2,3 2 3,0,0 m",
        "96,96,0,0/48,48,0,0/24,24,0,0/12,12,0,0 6|12 1,0,0 m",
        "96,96,0,0/48,48,0,0/24,24,0,0/12,12,0,0 + 1,0,0 m bonus=uniform",
        "768,384,0,0/0,3,0,0/384,1,2,0/0,0,0,3 12|24|48 0,1,0 m end=plays-on",
    ] {
        let fast: Threes = text.parse().unwrap();
        let slow = Slow::of(&fast);
        for depth in 0..=depth {
            assert_eq!(perft::count(&fast, depth), slow.count(depth), "{text}");
        }
    }
    let depth = if cfg!(debug_assertions) { 2 } else { 3 };
    for depth in 0..=depth {
        assert_eq!(perft::count(&Threes::default(), depth), Slow::new(Rules::default()).count(depth));
    }
}

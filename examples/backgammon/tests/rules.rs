//! Legal plays against an implementation of the rules by trial, and known answers.

use std::collections::{BTreeMap, BTreeSet};

use gambol_backgammon::{Backgammon, Play};
use gambol_core::{Game, GameExt, Player, Seed, Turn, perft};

/// A board as numbers: own checkers are positive, from 1 to 24 by the view of the mover; then the
/// bars of the mover and of the opponent.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Slow {
    points: [i8; 25],
    bar: i8,
    other_bar: i8,
    off: i8,
}

impl Slow {
    fn new(state: &Backgammon, mover: Player) -> Self {
        let own = |place| state.checkers(mover, place) as i8;
        let other = |place| state.checkers(mover.opponent(), place) as i8;
        let mut points = [0; 25];
        for point in 1..=24 {
            points[usize::from(point)] = own(point) - other(25 - point);
        }
        Self { points, bar: own(25), other_bar: other(25), off: own(0) }
    }

    /// The boards after one checker moved by a die.
    fn moves(&self, die: usize) -> Vec<Self> {
        let mut after = Vec::new();
        for from in 1..=25 {
            let mut board = self.clone();
            if from == 25 {
                if self.bar == 0 {
                    continue;
                }
                board.bar -= 1;
            } else {
                if self.bar > 0 || self.points[from] <= 0 {
                    continue;
                }
                board.points[from] -= 1;
            }
            if from > die {
                let to = from - die;
                if board.points[to] < -1 {
                    continue;
                }
                if board.points[to] == -1 {
                    board.points[to] = 0;
                    board.other_bar += 1;
                }
                board.points[to] += 1;
            } else {
                let is_home = self.bar == 0 && self.points[7..].iter().all(|&count| count <= 0);
                let is_last = self.points[from + 1..].iter().all(|&count| count <= 0);
                if !is_home || (from < die && !is_last) {
                    continue;
                }
                board.off += 1;
            }
            after.push(board);
        }
        after
    }

    /// The boards after all sequences of dice in this order, with the number of moves.
    fn sequences(&self, dice: &[usize], played: usize, found: &mut BTreeMap<usize, BTreeSet<Self>>) {
        found.entry(played).or_default().insert(self.clone());
        if let Some((&die, rest)) = dice.split_first() {
            for after in self.moves(die) {
                after.sequences(rest, played + 1, found);
            }
        }
    }

    /// The same board from the view of the opponent.
    fn turned(&self) -> Self {
        let mut points = [0; 25];
        for (point, count) in points.iter_mut().enumerate().skip(1) {
            *count = -self.points[25 - point];
        }
        let on: i8 = points.iter().filter(|count| **count > 0).sum();
        Self { points, bar: self.other_bar, other_bar: self.bar, off: 15 - on - self.other_bar }
    }

    /// The boards after all legal plays.
    fn plays(&self, high: usize, low: usize) -> BTreeSet<Self> {
        let mut found = BTreeMap::new();
        if high == low {
            self.sequences(&[high; 4], 0, &mut found);
        } else {
            self.sequences(&[high, low], 0, &mut found);
            if found.keys().max() < Some(&2) {
                let mut others = BTreeMap::new();
                self.sequences(&[low, high], 0, &mut others);
                if others.keys().max() > found.keys().max() {
                    found = others;
                }
            } else {
                self.sequences(&[low, high], 0, &mut found);
            }
        }
        found.pop_last().map(|(_, boards)| boards).unwrap_or_default()
    }
}

/// In all states of games of random plays, in which some turns bear off and some are stuck on the
/// bar.
#[test]
fn plays_are_those_of_trial() {
    let (mut states, mut doubles, mut passes, mut bearing_off, mut on_bar, mut single) = (0, 0, 0, 0, 0, 0);
    for game in 0..if cfg!(debug_assertions) { 3 } else { 60 } {
        let mut rng = Seed::new(5).derive(game).rng();
        let mut state = Backgammon::new();
        while !state.is_over() {
            if let (Turn::Player(mover), Some(roll)) = (state.turn(), state.roll()) {
                let slow = Slow::new(&state, mover).plays(roll.high().into(), roll.low().into());
                let plays = state.actions();
                let fast: Vec<Slow> = plays.iter().map(|&play| Slow::new(&state.afterstate(play), mover)).collect();
                assert_eq!(plays.len(), slow.len(), "{state}");
                assert_eq!(fast.into_iter().collect::<BTreeSet<_>>(), slow, "{state}");
                let mut afterstates = Vec::new();
                let _ = state.visit_afterstates(|play, after| {
                    afterstates.push((play, after));
                    std::ops::ControlFlow::Continue(())
                });
                let played: Vec<_> = plays.iter().map(|&play| (play, state.afterstate(play))).collect();
                assert_eq!(afterstates, played, "{state}");
                assert!(plays.iter().all(|&play| state.find_play(play) == Some(play)), "{state}");
                states += 1;
                doubles += u32::from(roll.is_double());
                passes += u32::from(plays == [Play::PASS]);
                bearing_off += u32::from(state.checkers(mover, 0) > 0);
                on_bar += u32::from(state.checkers(mover, 25) > 0);
                single += u32::from(!roll.is_double() && plays.iter().all(|play| play.moves().len() == 1));
            }
            state.random_step(&mut rng);
        }
    }
    let least = [doubles, passes, bearing_off, on_bar, single].into_iter().min();
    assert!(least >= Some(states / 100), "{states} {doubles} {passes} {bearing_off} {on_bar} {single}");
}

fn state(text: &str) -> Backgammon {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// The numbers of plays of all rolls at the start, as GNU Backgammon 1.07 lists them (`hint 9999`).
#[test]
fn rolls_of_the_start_have_as_many_plays_as_in_gnubg() {
    let listed = "11 42, 21 15, 22 75, 31 16, 32 17, 33 73, 41 14, 42 18, 43 17, 44 52, 51 8, 52 8, 53 9, 54 9, \
                  55 4, 61 10, 62 14, 63 14, 64 14, 65 7, 66 11";
    for part in listed.split(", ") {
        let (roll, count) = part.split_once(' ').expect("a roll and a number");
        let state = state(&format!("4HPwATDgc/ABMA second {roll}"));
        assert_eq!(state.actions().len().to_string(), count, "{roll}");
    }
}

/// Sequences of rolls and plays from the start, by trial.
#[test]
fn perft_is_that_of_trial() {
    fn count(board: &Slow, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut sum = 0;
        for high in 1..=6 {
            for low in 1..=high {
                // The opening roll has either player begin, and is not a double.
                let factor = match (depth == DEPTH, high == low) {
                    (true, true) => continue,
                    (true, false) => 2,
                    (false, _) => 1,
                };
                for after in board.plays(high, low) {
                    sum += factor * count(&after.turned(), depth - 1);
                }
            }
        }
        sum
    }
    const DEPTH: u32 = 2;
    let slow = count(&Slow::new(&Backgammon::new(), Player::First), DEPTH);
    assert_eq!(perft::count(&Backgammon::new(), 2 * DEPTH), slow);
    assert_eq!(slow, 178_306);
    assert_eq!(perft::count(&Backgammon::new(), 2), 380);
}

fn plays(text: &str) -> String {
    let mut plays: Vec<String> = state(text).actions().iter().map(ToString::to_string).collect();
    plays.sort();
    plays.join(", ")
}

#[test]
fn plays_are_written_as_in_gnubg() {
    assert_eq!(
        plays("4HPwATDgc/ABMA first 31"),
        "13/10 6/5, 13/10 8/7, 13/9, 24/20, 24/21 6/5, 24/21 8/7, 24/23 13/10, 24/23 24/21, 24/23 6/3, 24/23 8/5, \
         6/2, 6/5 6/3, 8/4, 8/5 6/5, 8/7 6/3, 8/7 8/5"
    );
    let start = state("4HPwATDgc/ABMA first 11");
    for (written, play) in [
        ("6/5 6/5 8/7 8/7", "8/7(2) 6/5(2)"),
        ("8/7 7/6 6/5 6/5", "8/5 6/5"),
        ("24/23 23/22 24/22", "24/22(2)"),
        ("6/5(4)", "6/5(4)"),
    ] {
        let found = written.parse().ok().and_then(|play| start.find_play(play));
        assert_eq!(found.map(|play| play.to_string()).as_deref(), Some(play), "{written}");
    }
    let [twice, once] = ["bar/1* bar/1*", "bar/1*(2)"].map(str::parse::<Play>);
    assert_eq!(twice, once, "the second checker finds none to hit");
    for illegal in ["6/5(3)", "6/1", "13/12 8/7(3)", "13/9 8/7", "pass", "bar/24", "24/23 23/22 22/21 21/19"] {
        assert_eq!(illegal.parse().ok().and_then(|play| start.find_play(play)), None, "{illegal}");
    }
}

/// Positions with known answers; `position` gives the checkers of the mover and of the opponent,
/// each from its own view.
#[test]
fn dice_must_be_used_as_the_rules_say() {
    // Only one die can be used, and both could be: the larger one.
    let text = position(&[(20, 1)], &[(16, 2)], "65");
    assert_eq!(plays(&text), "20/14");
    // Only the smaller one can be used.
    let text = position(&[(20, 1)], &[(16, 2), (11, 2)], "65");
    assert_eq!(plays(&text), "20/15");
    // Both can be used in one order only.
    let text = position(&[(10, 1)], &[(21, 2)], "61");
    assert_eq!(plays(&text), "10/3");
    // Against a closed board nobody enters.
    let closed: Vec<(u8, u8)> = (1..=6).map(|point| (point, 2)).collect();
    assert_eq!(plays(&position(&[(25, 1), (6, 14)], &closed, "66")), "pass");
    // One enters, the other one not.
    let five: Vec<(u8, u8)> = (1..=5).map(|point| (point, 2)).collect();
    assert_eq!(plays(&position(&[(25, 2), (6, 13)], &five, "61")), "bar/19");
    // From the highest point if no checker is there or above.
    assert_eq!(plays(&position(&[(4, 1), (2, 2)], &[(1, 1)], "65")), "4/off 2/off");
    // A blot in the way is hit, or not.
    let text = position(&[(10, 1)], &[(25 - 7, 1)], "32");
    assert_eq!(plays(&text), "10/5, 10/7* 7/5");
    let text = position(&[(10, 2)], &[(25 - 7, 1)], "33");
    assert_eq!(plays(&text), "10/7* 10/1, 10/7* 10/4 7/4");
}

/// The text of a state; the checkers that are not named are off.
fn position(own: &[(u8, u8)], other: &[(u8, u8)], roll: &str) -> String {
    let mut bits = Vec::new();
    for side in [other, own] {
        for place in 1..=25 {
            let count: u8 = side.iter().filter(|(at, _)| *at == place).map(|(_, count)| count).sum();
            bits.extend((0..count).map(|_| true));
            bits.push(false);
        }
    }
    bits.resize(80, false);
    let mut bytes: Vec<u8> = bits.chunks(8).map(|byte| (0..8).map(|bit| u8::from(byte[bit]) << bit).sum()).collect();
    bytes.push(0);
    bytes.push(0);
    let digits = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let id = bytes.chunks(3).flat_map(|chunk| {
        let word = chunk.iter().fold(0_usize, |word, &byte| word << 8 | usize::from(byte));
        [18, 12, 6, 0].map(|shift| char::from(digits[word >> shift & 63]))
    });
    format!("{} first {roll}", id.take(14).collect::<String>())
}

/// A win counts once, a gammon twice, a backgammon three times.
#[test]
fn ends_have_their_scores() {
    for (other, play, points) in [
        (&[(1, 14)][..], "1/off", 1),
        (&[(1, 15)], "1/off", 2),
        (&[(18, 1), (1, 14)], "1/off", 2),
        (&[(19, 1), (1, 14)], "1/off", 3),
        (&[(25, 1), (1, 14)], "1/off", 3),
        (&[(24, 1), (1, 13)], "1/off", 1),
    ] {
        // The mover's last checker; one of the opponent's on its 24-point would be hit.
        let own: &[(u8, u8)] = if other[0].0 == 24 { &[(2, 1)] } else { &[(1, 1)] };
        let text = position(own, other, "65");
        for (player, sign) in [("first", 1), ("second", -1)] {
            let mut state = state(&text.replace("first", player));
            assert_eq!((state.score(), state.turn()), (0, Turn::Player(player.parse().expect("a player"))));
            let play = if own[0].0 == 2 { "2/off" } else { play };
            state.try_play(play.parse().expect("a play")).expect("it is legal");
            assert_eq!((state.score(), state.turn()), (sign * points, Turn::Over), "{text}");
        }
    }
}

#[test]
fn the_higher_die_begins() {
    for (roll, to_move) in [("63", Player::First), ("36", Player::Second)] {
        let mut state = Backgammon::new();
        state.try_resolve(roll.parse().expect("a roll")).expect("it is possible");
        assert_eq!(
            (state.turn(), state.roll().map(|roll| roll.to_string()).as_deref()),
            (Turn::Player(to_move), Some("63"))
        );
    }
    assert!(Backgammon::new().try_resolve("66".parse().expect("a roll")).is_err());
}

#[test]
fn texts_are_refused_with_a_reason() {
    let reason = |text: &str| text.parse::<Backgammon>().expect_err(text).to_string();
    for (text, part) in [
        ("4HPwATDgc/ABM first -", "14 characters"),
        ("4HPwATDgc/AB_A first -", "digits"),
        ("4HPwATDgc/ABMA third -", "expected first or second"),
        ("4HPwATDgc/ABMA first 13", "higher number comes first"),
        ("4HPwATDgc/ABMA second opening", "opening roll"),
        ("4HPwATDgc/ABMA first 70", "two numbers from 1 to 6"),
        ("4HPwATDgc/ABMA", "its form is"),
        ("////////////// first -", "more than 15"),
        ("AAAAAAAAAAAAAA first -", "borne off all"),
    ] {
        let reason = reason(text);
        assert!(reason.contains(part), "{text}: {reason}");
    }
    let closed: Vec<(u8, u8)> = (1..=6).map(|point| (point, 2)).chain([(25, 3)]).collect();
    assert!(reason(&position(&closed, &closed, "66")).contains("closed boards"));
    assert!(reason(&position(&[(6, 2)], &[(19, 2)], "66")).contains("both sides"));
}

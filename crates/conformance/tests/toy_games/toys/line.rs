//! A two-player game: on a line of five cells, the players in turn put arrows on empty cells. An
//! arrow that points at another of the same player is a point; when the line is full, the player
//! with more points wins.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use gambol_conformance::Kit;
use gambol_core::{Game, GameExt, Illegal, NoChance, Player, Rng, Seed, StableHasher, TextError, Turn};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub(crate) const LISTS_TAKEN_CELL: u8 = 1;
pub(crate) const HIDES_AN_ACTION: u8 = 2;
pub(crate) const LISTS_TWICE: u8 = 3;
pub(crate) const LISTS_IN_CHANGING_ORDER: u8 = 4;
pub(crate) const IGNORES_BREAK: u8 = 5;
pub(crate) const OVER_BUT_LISTED: u8 = 6;
pub(crate) const SAMPLES_FIRST_MORE: u8 = 8;
pub(crate) const CLONES_SHARE: u8 = 10;
pub(crate) const CHECK_REFUSES_LATE: u8 = 11;
pub(crate) const CHECK_REFUSES_LISTED: u8 = 12;
pub(crate) const CHECK_ACCEPTS_TAKEN: u8 = 13;
pub(crate) const CHECK_ACCEPTS_WHEN_OVER: u8 = 14;
pub(crate) const PLAY_PANICS: u8 = 15;
pub(crate) const TEXT_LOSES_SIDE: u8 = 16;
pub(crate) const TEXT_PANICS: u8 = 17;
pub(crate) const SERDE_LOSES_SIDE: u8 = 18;
pub(crate) const HASH_KNOWS_LAST: u8 = 19;
pub(crate) const KEY_KNOWS_LAST: u8 = 20;
pub(crate) const KEY_IGNORES_ARROWS: u8 = 21;
pub(crate) const SCORES_EARLY: u8 = 23;
pub(crate) const ZERO_IS_NO_IDENTITY: u8 = 24;
pub(crate) const SYMMETRY_HAS_NO_INVERSE: u8 = 25;
pub(crate) const SYMMETRY_CHANGES_SCORE: u8 = 26;
pub(crate) const SYMMETRY_KEEPS_CELL: u8 = 27;
pub(crate) const SYMMETRY_KEEPS_ARROW: u8 = 28;
pub(crate) const START_CHANGES: u8 = 29;
pub(crate) const LISTING_PANICS: u8 = 30;
pub(crate) const CANDIDATES_HIDE: u8 = 31;
pub(crate) const CANDIDATES_INVENT: u8 = 32;
/// No defect: candidates are the arrows to the right, the last cell first.
pub(crate) const SELECTS: u8 = 33;
pub(crate) const SELECTS_NONE: u8 = 34;
pub(crate) const SELECTS_TWICE: u8 = 35;
pub(crate) const SELECTS_TAKEN_CELL: u8 = 36;
pub(crate) const SELECTS_BUT_SAMPLES_ALL: u8 = 37;
pub(crate) const MISSES_WINS: u8 = 38;
pub(crate) const WINS_WITH_ANYTHING: u8 = 39;
pub(crate) const AFTERSTATES_STAND_STILL: u8 = 40;
pub(crate) const AFTERSTATES_TURN_BACK: u8 = 41;
pub(crate) const CLONE_FROM_KEEPS_SIDE: u8 = 42;
pub(crate) const CANONICAL_IS_THE_STATE: u8 = 43;
/// Plus twice a cell, plus one for an arrow to the right, which panics.
pub(crate) const ONE_PANICS: u8 = 50;

const CELLS: usize = 5;

/// An arrow on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Put {
    pub(crate) cell: u8,
    pub(crate) right: bool,
}

/// A state of a two-player game (or, as a defect, a one-player game) with at most one defect.
#[derive(Debug)]
pub(crate) struct Line<const PLAYERS: usize = 2> {
    cells: [Option<(Player, bool)>; CELLS],
    to_move: Player,
    /// The last cell played, which is not part of the state.
    last: Option<u8>,
    /// Data shared by clones.
    shared: Arc<AtomicU8>,
    defect: u8,
}

pub(crate) fn start<const PLAYERS: usize>(defect: u8) -> impl Fn(Seed) -> Line<PLAYERS> {
    let calls = AtomicU8::new(0);
    move |seed| {
        let mut cells = [None; CELLS];
        // No start state is its own mirror image.
        let again = defect == START_CHANGES && calls.fetch_add(1, Ordering::Relaxed) % 3 == 2;
        cells[if seed.get().is_multiple_of(2) || again { 0 } else { CELLS - 1 }] = Some((Player::Second, true));
        Line { cells, to_move: Player::First, last: None, shared: Arc::default(), defect }
    }
}

pub(crate) fn kit(defect: u8) -> Kit<Line> {
    kit_for(defect)
}

/// A kit for two players, whose game may have `PLAYERS` 1.
pub(crate) fn kit_for<const PLAYERS: usize>(defect: u8) -> Kit<Line<PLAYERS>> {
    let universe = (0..=6).flat_map(|cell| [true, false].map(|right| Put { cell, right })).collect::<Vec<_>>();
    Kit::new(start(defect)).states(500).plies(20).candidates(move |_| universe.clone()).text().serde()
}

impl<const PLAYERS: usize> Line<PLAYERS> {
    fn full(&self) -> bool {
        self.cells.iter().all(Option::is_some)
    }

    fn free(&self) -> usize {
        self.cells.iter().filter(|cell| cell.is_none()).count()
    }

    fn points(&self) -> i64 {
        let arrows = self.cells.iter().enumerate().filter_map(|(cell, arrow)| arrow.map(|arrow| (cell, arrow)));
        let scores = arrows.filter(|&(cell, (player, right))| {
            let target = if right { cell.checked_add(1) } else { cell.checked_sub(1) };
            matches!(target.and_then(|target| self.cells.get(target)), Some(Some((owner, _))) if *owner == player)
        });
        scores.map(|(_, (player, _))| player.sign()).sum::<i64>().signum()
    }

    fn image_of_cell(&self, cell: usize) -> usize {
        if self.defect == SYMMETRY_HAS_NO_INVERSE { (cell + 1) % CELLS } else { CELLS - 1 - cell }
    }

    fn is_image(&self, symmetry: usize) -> bool {
        symmetry == 1 || self.defect == ZERO_IS_NO_IDENTITY && symmetry == 0
    }

    /// Whether the image of an arrow points the other way.
    fn turns(&self) -> bool {
        self.defect != SYMMETRY_HAS_NO_INVERSE && self.defect != SYMMETRY_CHANGES_SCORE
    }
}

impl<const PLAYERS: usize> Clone for Line<PLAYERS> {
    fn clone(&self) -> Self {
        Self { shared: Arc::clone(&self.shared), ..*self }
    }

    fn clone_from(&mut self, source: &Self) {
        let to_move = self.to_move;
        *self = source.clone();
        if self.defect == CLONE_FROM_KEEPS_SIDE {
            self.to_move = to_move;
        }
    }
}

impl<const PLAYERS: usize> Game for Line<PLAYERS> {
    type Action = Put;
    type Outcome = NoChance;
    const PLAYERS: usize = PLAYERS;

    fn turn(&self) -> Turn {
        if self.full() { Turn::Over } else { Turn::Player(self.to_move) }
    }

    fn score(&self) -> i64 {
        if self.full() || self.defect == SCORES_EARLY { self.points() } else { 0 }
    }

    fn visit_actions<F: FnMut(Put) -> ControlFlow<()>>(&self, mut visit: F) -> ControlFlow<()> {
        let free = (0..CELLS as u8).filter(|&cell| self.cells[usize::from(cell)].is_none());
        let mut listed: Vec<Put> = free.flat_map(|cell| [true, false].map(|right| Put { cell, right })).collect();
        match self.defect {
            LISTS_TAKEN_CELL => {
                let taken = (0..CELLS as u8).find(|&cell| self.cells[usize::from(cell)].is_some());
                listed.extend(taken.filter(|_| !self.full()).map(|cell| Put { cell, right: true }));
            }
            HIDES_AN_ACTION => listed.retain(|&put| put != Put { cell: 1, right: true }),
            LISTS_TWICE => listed.extend(listed.first().copied()),
            LISTS_IN_CHANGING_ORDER if self.shared.fetch_add(1, Ordering::Relaxed) % 2 == 1 => listed.reverse(),
            OVER_BUT_LISTED if self.full() => listed.push(Put { cell: 0, right: true }),
            LISTING_PANICS => assert!(listed.len() != 8, "eight actions are too many to list"),
            IGNORES_BREAK => {
                let mut flow = ControlFlow::Continue(());
                for put in listed {
                    flow = visit(put);
                }
                return flow;
            }
            _ => {}
        }
        listed.into_iter().try_for_each(visit)
    }

    fn visit_outcomes<F: FnMut(NoChance, f64) -> ControlFlow<()>>(&self, _: F) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn play(&mut self, Put { cell, right }: Put) {
        assert!(self.defect != PLAY_PANICS || cell != 3 || self.cells[1].is_none(), "cell 3 is afraid of cell 1");
        assert!(self.defect < ONE_PANICS || 2 * cell + u8::from(right) != self.defect - ONE_PANICS, "one panics");
        if self.defect == CLONES_SHARE {
            self.shared.fetch_add(1, Ordering::Relaxed);
        }
        if let Some(target) = self.cells.get_mut(usize::from(cell)) {
            *target = Some((self.to_move, right));
        }
        self.last = Some(cell);
        self.to_move = self.to_move.opponent();
    }

    fn resolve(&mut self, outcome: NoChance) {
        match outcome {}
    }

    fn check_action(&self, put: Put) -> Result<(), Illegal> {
        let refuse = |rule| Err(Illegal::new(put.to_string(), rule));
        let put_last = Put { cell: 4, right: true };
        match self.cells.get(usize::from(put.cell)) {
            None => refuse("there is no such cell"),
            Some(_) if self.full() && self.defect != CHECK_ACCEPTS_WHEN_OVER => refuse("the game is over"),
            Some(Some(_)) if !self.full() && self.defect != CHECK_ACCEPTS_TAKEN => refuse("the cell is taken"),
            Some(_) if self.defect == CHECK_REFUSES_LISTED && put == put_last => refuse("it is not liked"),
            Some(_) if self.defect == CHECK_REFUSES_LATE && self.free() == 2 => refuse("two cells are left"),
            Some(_) => Ok(()),
        }
    }

    fn visit_candidates<F: FnMut(Put) -> ControlFlow<()>>(&self, mut visit: F) -> ControlFlow<()> {
        if self.is_selective() {
            let mut selected: Vec<Put> = self.actions().into_iter().filter(|put| put.right).collect();
            match self.defect {
                SELECTS_NONE => selected.clear(),
                SELECTS_TWICE => selected.extend(selected.last().copied()),
                SELECTS_TAKEN_CELL => selected.extend(self.last.map(|cell| Put { cell, right: true })),
                _ => {}
            }
            return selected.into_iter().rev().try_for_each(visit);
        }
        self.visit_actions(|put| match self.defect {
            CANDIDATES_HIDE if put.cell == 2 => ControlFlow::Continue(()),
            CANDIDATES_INVENT => visit(Put { cell: put.cell, right: !put.right }),
            _ => visit(put),
        })
    }

    fn visit_afterstates<F: FnMut(Put, Self) -> ControlFlow<()>>(&self, mut visit: F) -> ControlFlow<()> {
        let mut candidates = self.candidates();
        if self.defect == AFTERSTATES_TURN_BACK {
            candidates.reverse();
        }
        let stands_still = self.defect == AFTERSTATES_STAND_STILL;
        candidates
            .into_iter()
            .try_for_each(|put| visit(put, if stands_still { self.clone() } else { self.afterstate(put) }))
    }

    fn is_selective(&self) -> bool {
        (SELECTS..=SELECTS_BUT_SAMPLES_ALL).contains(&self.defect)
    }

    fn winning_action(&self) -> Option<Put> {
        let Turn::Player(player) = self.turn() else { return None };
        let wins = |&action: &Put| {
            let after = self.afterstate(action);
            self.defect == WINS_WITH_ANYTHING || after.is_over() && after.score() * player.sign() > 0
        };
        self.candidates().into_iter().find(wins).filter(|_| self.defect != MISSES_WINS)
    }

    fn random_action<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<Put> {
        let selects = self.is_selective() && self.defect != SELECTS_BUT_SAMPLES_ALL;
        let actions = if selects { self.candidates() } else { self.actions() };
        let bias = self.defect == SAMPLES_FIRST_MORE && actions.len() > 1 && gambol_core::random::below(rng, 4) == 0;
        if bias { actions.first().copied() } else { gambol_core::random::pick(rng, &actions).copied() }
    }

    fn key(&self) -> u64 {
        let mut hasher = StableHasher::default();
        if self.defect == KEY_IGNORES_ARROWS {
            self.cells.map(|cell| cell.map(|(player, _)| player)).hash(&mut hasher);
        } else {
            self.cells.hash(&mut hasher);
        }
        self.to_move.hash(&mut hasher);
        if self.defect == KEY_KNOWS_LAST {
            self.last.hash(&mut hasher);
        }
        hasher.finish()
    }

    fn symmetries(&self) -> usize {
        2
    }

    fn transform(&self, symmetry: usize) -> Self {
        let mut image = self.clone();
        if self.is_image(symmetry) {
            for (cell, arrow) in self.cells.iter().enumerate() {
                image.cells[self.image_of_cell(cell)] = arrow.map(|(player, right)| (player, right != self.turns()));
            }
        }
        image
    }

    fn canonical(&self) -> Self {
        let image = self.transform(1);
        if self.defect != CANONICAL_IS_THE_STATE && image.key() < self.key() { image } else { self.clone() }
    }

    fn transform_action(&self, symmetry: usize, put: Put) -> Put {
        if !self.is_image(symmetry) || usize::from(put.cell) >= CELLS {
            return put;
        }
        let cell =
            if self.defect == SYMMETRY_KEEPS_CELL { put.cell } else { self.image_of_cell(usize::from(put.cell)) as u8 };
        Put { cell, right: put.right != (self.turns() && self.defect != SYMMETRY_KEEPS_ARROW) }
    }
}

impl<const PLAYERS: usize> PartialEq for Line<PLAYERS> {
    fn eq(&self, other: &Self) -> bool {
        (self.cells, self.to_move) == (other.cells, other.to_move)
    }
}

impl<const PLAYERS: usize> Eq for Line<PLAYERS> {}

impl<const PLAYERS: usize> Hash for Line<PLAYERS> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (self.cells, self.to_move).hash(hasher);
        if self.defect == HASH_KNOWS_LAST {
            self.last.hash(hasher);
        }
    }
}

impl<const PLAYERS: usize> Line<PLAYERS> {
    fn form(&self, to_move: Player) -> String {
        let cell = |&cell: &Option<(Player, bool)>| match cell {
            None => '.',
            Some((Player::First, false)) => 'l',
            Some((Player::First, true)) => 'r',
            Some((Player::Second, false)) => 'L',
            Some((Player::Second, true)) => 'R',
        };
        format!("{} {to_move} {}", self.cells.iter().map(cell).collect::<String>(), self.defect)
    }
}

impl<const PLAYERS: usize> fmt::Display for Line<PLAYERS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.form(if self.defect == TEXT_LOSES_SIDE { Player::First } else { self.to_move }))
    }
}
impl<const PLAYERS: usize> FromStr for Line<PLAYERS> {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let refuse = || TextError::new("position", text, "its form is `cells side defect`");
        let &[cells, side, defect] = text.split(' ').collect::<Vec<_>>().as_slice() else { return Err(refuse()) };
        let defect = defect.parse().map_err(|_| refuse())?;
        assert!(defect != TEXT_PANICS || !cells.starts_with('R'), "R is a letter too many");
        let mut line: Self = start(defect)(Seed::new(1));
        if cells.chars().count() != CELLS {
            return Err(refuse());
        }
        for (cell, letter) in line.cells.iter_mut().zip(cells.chars()) {
            *cell = match letter {
                '.' => None,
                'l' => Some((Player::First, false)),
                'r' => Some((Player::First, true)),
                'L' => Some((Player::Second, false)),
                'R' => Some((Player::Second, true)),
                _ => return Err(refuse()),
            };
        }
        line.to_move = match side {
            "first" => Player::First,
            "second" => Player::Second,
            _ => return Err(refuse()),
        };
        Ok(line)
    }
}

impl<const PLAYERS: usize> Serialize for Line<PLAYERS> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.form(if self.defect == SERDE_LOSES_SIDE { Player::First } else { self.to_move }))
    }
}

impl<'de, const PLAYERS: usize> Deserialize<'de> for Line<PLAYERS> {
    fn deserialize<De: Deserializer<'de>>(deserializer: De) -> Result<Self, De::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

impl fmt::Display for Put {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.cell, if self.right { 'r' } else { 'l' })
    }
}

impl FromStr for Put {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let refuse = || TextError::new("action", text, "its form is a digit and `l` or `r`");
        let (cell, arrow) = text.split_at_checked(1).ok_or_else(refuse)?;
        let cell = cell.parse().map_err(|_| refuse())?;
        match arrow {
            "r" => Ok(Self { cell, right: true }),
            "l" => Ok(Self { cell, right: false }),
            _ => Err(refuse()),
        }
    }
}

gambol_core::serde_as_text!(Put);

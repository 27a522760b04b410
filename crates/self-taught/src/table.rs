//! The knowledge table: patterns by level, and their answers to a position.

use alloc::vec::Vec;

use gambol_core::{Cell, GameExt};

use super::image::{Image, View};
use super::pattern::{Pattern, Planes};
use crate::grid::cells;
use gambol_match5::Bits;
use gambol_match5::Match5;

/// The part of a recognised pattern that enters the error pattern when the game is lost
/// nevertheless. The text and the figure of the page differ; see docs/match5.md.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Reading {
    /// The blue fields and the X. Only this yields the figure of the page's example of two crossing
    /// rows.
    #[default]
    BlueAndFocus,
    /// Every field that has an influence, as in the page's text.
    EveryField,
}

/// The table of error patterns, in ascending order of level; patterns of equal level are in order
/// of insertion.
///
/// In its patterns, the side that consults it is red and its opponent blue, whatever their colours
/// on the board.
///
/// ```
/// use gambol_match5::Match5;
/// use gambol_self_taught::{Knowledge, Role};
///
/// let mut knowledge = Knowledge::default();
/// knowledge.insert("BBBBX 1".parse()?);
/// // Red is to move; blue has four in a row, with one end free.
/// let state: Match5 = "9/9/9/9/rbbbb4/9/9/9/r2rr4 r".parse()?;
/// let found = knowledge.recognise(&state).unwrap();
/// assert_eq!((found.role(), found.cell().to_string().as_str()), (Role::Defence, "f5"));
/// # Ok::<(), gambol_core::TextError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Knowledge {
    entries: Vec<Entry>,
    reading: Reading,
    row: u8,
}

/// A pattern with its images.
#[derive(Clone, Debug)]
struct Entry {
    pattern: Pattern,
    images: Vec<Image>,
}

/// The purpose of a recognised pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// The pattern is in the opponent's stones: a stone on X stops it.
    Defence,
    /// The pattern is in the player's own stones: a stone on X completes it.
    Attack,
}

/// A pattern recognised on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recognised {
    entry: usize,
    role: Role,
    symmetry: usize,
    corner: Cell,
    cell: Cell,
    planes: Planes,
}

impl Recognised {
    /// Returns the number of the pattern in the table, from 0.
    #[must_use]
    pub fn entry(&self) -> usize {
        self.entry
    }

    /// Returns whether it stops the opponent or uses the player's own stones.
    #[must_use]
    pub fn role(&self) -> Role {
        self.role
    }

    /// Returns the symmetry of the image that was found, 0 to 7; see [`Pattern::transform`].
    #[must_use]
    pub fn symmetry(&self) -> usize {
        self.symmetry
    }

    /// Returns the cell of the image's left top corner on the board.
    #[must_use]
    pub fn corner(&self) -> Cell {
        self.corner
    }

    /// Returns the cell of X on the board: the answer.
    #[must_use]
    pub fn cell(&self) -> Cell {
        self.cell
    }

    /// Returns the cells of the board on which the pattern depends, from the top left, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        cells(self.planes.all())
    }

    /// Returns the pattern's fields on the board.
    pub(super) fn planes(&self) -> Planes {
        self.planes
    }
}

/// No patterns, for five in a row, with the reading of the page's figure.
impl Default for Knowledge {
    fn default() -> Self {
        Self::new(5, Reading::default())
    }
}

/// Equal if the patterns, their order, the number of stones in a row and the reading are equal.
impl PartialEq for Knowledge {
    fn eq(&self, other: &Self) -> bool {
        self.row == other.row && self.reading == other.reading && self.patterns().eq(other.patterns())
    }
}

impl Eq for Knowledge {}

impl Knowledge {
    /// Creates an empty table for games with this many stones in a row. It never answers positions
    /// of other games.
    #[must_use]
    pub fn new(row: u8, reading: Reading) -> Self {
        Self { entries: Vec::new(), reading, row }
    }

    /// Returns the number of stones in a row that win.
    #[must_use]
    pub fn row(&self) -> u8 {
        self.row
    }

    /// Returns the reading, by which recognised patterns enter new ones.
    #[must_use]
    pub fn reading(&self) -> Reading {
        self.reading
    }

    /// Returns the level of the player who has taught it: the number of patterns.
    #[must_use]
    pub fn level(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are no patterns.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns all patterns, by level. To navigate: `patterns().nth(n)` or
    /// [`pattern`](Self::pattern).
    pub fn patterns(&self) -> impl ExactSizeIterator<Item = &Pattern> + DoubleEndedIterator + Clone {
        self.entries.iter().map(|entry| &entry.pattern)
    }

    /// Returns the pattern with this number, from 0; `None` if it is out of range.
    #[must_use]
    pub fn pattern(&self, number: usize) -> Option<&Pattern> {
        self.entries.get(number).map(|entry| &entry.pattern)
    }

    /// Removes a pattern and returns it; `None` if the number is out of range.
    pub fn erase(&mut self, number: usize) -> Option<Pattern> {
        (number < self.entries.len()).then(|| self.entries.remove(number).pattern)
    }

    /// Removes all patterns.
    pub fn erase_all(&mut self) {
        self.entries.clear();
    }

    /// Inserts a pattern after those of its level, and removes those of which it is a subset
    /// ([`Pattern::is_subset_of`]): the page's removal of junk. Returns the removed patterns, in
    /// their order.
    pub fn insert(&mut self, pattern: Pattern) -> Vec<Pattern> {
        let mut erased = Vec::new();
        self.entries.retain(|old| {
            let junk = pattern.is_subset_of(&old.pattern);
            if junk {
                erased.push(old.pattern);
            }
            !junk
        });
        let place = self.entries.partition_point(|entry| entry.pattern.level() <= pattern.level());
        self.entries.insert(place, Entry { pattern, images: Image::all(&pattern) });
        erased
    }

    /// Inserts a pattern at the end without removal of junk, if this keeps the order by level.
    /// Returns whether it did.
    #[cfg_attr(not(feature = "format"), expect(dead_code))]
    pub(super) fn restore(&mut self, pattern: Pattern) -> bool {
        let sorted = self.entries.last().is_none_or(|last| last.pattern.level() <= pattern.level());
        if sorted {
            self.entries.push(Entry { pattern, images: Image::all(&pattern) });
        }
        sorted
    }

    /// Whether a pattern of the table is a subset of this one, which is then redundant.
    pub(super) fn knows(&self, pattern: &Pattern) -> bool {
        self.patterns().any(|known| known.is_subset_of(pattern))
    }

    /// Returns the first pattern recognised for the side to move. `None` means that the move is
    /// free.
    ///
    /// Patterns are tried by level. Within a level, attack comes before defence: the side to move
    /// is faster by one move if both sides need equally many. A player's row of four is therefore
    /// completed before one of the opponent's is stopped, which in turn is stopped before a three
    /// is extended to a four. After that the older pattern comes first, then the lower symmetry,
    /// then the topmost place, then the leftmost.
    #[must_use]
    pub fn recognise<B: Bits>(&self, state: &Match5<B>) -> Option<Recognised> {
        if state.row() != self.row || state.is_over() {
            return None;
        }
        let view = View::of(state)?;
        let reversed = view.reversed();
        let stones = (view.own.count_ones(), view.other.count_ones());
        let mut start = 0;
        for level in self.entries.chunk_by(|a, b| a.pattern.level() == b.pattern.level()) {
            for (role, view, stones) in
                [(Role::Attack, &reversed, stones), (Role::Defence, &view, (stones.1, stones.0))]
            {
                if let Some(found) = search(level, start, role, view, stones) {
                    return Some(found);
                }
            }
            start += level.len();
        }
        None
    }
}

/// Returns the answer of a table with only this pattern.
pub(super) fn answer_of<B: Bits>(pattern: &Pattern, state: &Match5<B>) -> Option<Cell> {
    let view = View::of(state)?;
    let images = Image::all(pattern);
    [view.reversed(), view]
        .iter()
        .find_map(|view| images.iter().find_map(|image| image.find(view)))
        .map(|place| place.focus)
}

/// Returns the first of some patterns recognised in a view. `stones` are the numbers of stones
/// available for blue fields and red ones.
fn search(entries: &[Entry], start: usize, role: Role, view: &View, stones: (u32, u32)) -> Option<Recognised> {
    entries.iter().zip(start..).find_map(|(entry, number)| {
        let planes = entry.pattern.planes();
        if planes.blue.count_ones() > stones.0 || planes.red.count_ones() > stones.1 {
            return None;
        }
        entry.images.iter().find_map(|image| {
            let place = image.find(view)?;
            let (symmetry, corner, cell, planes) = (image.symmetry, place.corner, place.focus, place.planes);
            Some(Recognised { entry: number, role, symmetry, corner, cell, planes })
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::knowing;
    use alloc::string::{String, ToString};
    use gambol_core::{Game, GameExt, Seed};
    use gambol_match5::Wide;

    fn answer(knowledge: &Knowledge, state: &str) -> Option<(Role, String)> {
        let state: Match5 = state.parse().unwrap();
        knowledge.recognise(&state).map(|found| (found.role(), found.cell().to_string()))
    }

    #[test]
    fn patterns_are_sorted_by_level_and_the_older_comes_first() {
        let mut knowledge = knowing(&["0BBBX0 2", "BBXBB 1", "0BB0XB0 2", "BBBBX 1"]);
        let texts = |knowledge: &Knowledge| knowledge.patterns().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(texts(&knowledge), ["BBXBB 1", "BBBBX 1", "0BBBX0 2", "0BB0XB0 2"]);
        assert_eq!(knowledge.level(), 4);
        assert_eq!(knowledge.pattern(2).unwrap().to_string(), "0BBBX0 2");
        assert_eq!(knowledge.pattern(4), None);
        assert_eq!(knowledge.erase(4), None);
        assert_eq!(knowledge.erase(1).unwrap().to_string(), "BBBBX 1");
        assert_eq!(texts(&knowledge), ["BBXBB 1", "0BBBX0 2", "0BB0XB0 2"]);
        knowledge.erase_all();
        assert!(knowledge.is_empty());
    }

    #[test]
    fn a_five_is_completed_before_one_is_stopped_and_that_before_a_four_is_made() {
        let knowledge = knowing(&["BBBBX 1", "0BBBX0 2"]);
        let expect = |state, role, cell: &str| assert_eq!(answer(&knowledge, state), Some((role, cell.into())));
        expect("rrrr5/9/9/9/9/9/9/9/bbbb5 r", Role::Attack, "e1");
        expect("rrrr5/9/9/9/9/9/9/9/bbbb5 b", Role::Attack, "e9");
        expect("1rrr5/9/9/9/9/9/9/9/bbbb5 r", Role::Defence, "e9");
        expect("1rrr5/9/9/9/9/9/9/9/2bbb4 r", Role::Attack, "e1");
        expect("r1r1r4/9/9/9/9/9/9/9/2bbb4 r", Role::Defence, "f9");
        assert_eq!(answer(&knowledge, "r1r1r4/9/9/9/9/9/9/9/1bb1b4 r"), None);
    }

    #[test]
    fn patterns_are_recognised_at_all_places_and_under_all_symmetries() {
        let knowledge = knowing(&["0.../B.../B.../XBB0/0.../0... 3"]);
        let state: Match5 = "9/9/2b6/2b6/3bb4/9/9/9/r5rrr r".parse().unwrap();
        for symmetry in 0..8 {
            let image = state.transform(symmetry);
            let found = knowledge.recognise(&image).unwrap();
            assert_eq!(found.cell(), state.transform_action(symmetry, Cell::new(2, 4)));
            assert_eq!(found.cells().count(), 9);
            assert!(found.corner().row < 9 && found.symmetry() < 8);
        }
        // With a red stone on any of the nine fields, nothing is recognised.
        let found = knowledge.recognise(&state).unwrap();
        for cell in found.cells().filter(|&cell| state.stone(cell).is_none()) {
            let mut other = state;
            other.play(cell);
            other.play(Cell::new(8, 7));
            assert!(knowledge.recognise(&other).is_none_or(|found| found.cells().all(|field| field != cell)));
        }
        for column in 0..6 {
            for row in 0..4 {
                let stones = [(0, 1), (0, 2), (1, 3), (2, 3)].map(|(x, y)| Cell::new(column + x, row + y));
                let mut game = Match5::<u128>::default();
                for (blue, red) in stones.into_iter().zip([(8, 8), (7, 8), (5, 8), (4, 8)]) {
                    game.play(Cell::new(red.0, red.1));
                    game.play(blue);
                }
                // A red stone may be on the lowest fields.
                let free = (4..6).all(|y| game.stone(Cell::new(column, row + y)).is_none());
                let found = knowledge.recognise(&game);
                assert!(!free || found.unwrap().cell() == Cell::new(column, row + 3), "{game}");
            }
        }
    }

    #[test]
    fn diagonals_are_patterns_of_their_own() {
        let straight = knowing(&["BBBBX 1"]);
        let state = "9/1b7/2b6/3b5/4b4/9/9/9/rrr1r4 r";
        assert_eq!(answer(&straight, state), None);
        let both = knowing(&["BBBBX 1", "B..../.B.../..B../...B./....X 1"]);
        assert_eq!(answer(&both, state), Some((Role::Defence, "f6".into())));
    }

    #[test]
    fn it_speaks_only_of_its_own_game() {
        let knowledge = knowing(&["BBBBX 1"]);
        assert_eq!(answer(&knowledge, "rr7/9/9/bb7/9/9/9/9/9 r row=4"), None);
        assert_eq!(answer(&knowledge, "rrrrr4/9/9/bbbb5/9/9/9/9/9 b"), None, "the game is over");
        // The same on larger boards, up to edge length 11.
        let four = "bbbb7/11/11/11/11/11/11/11/11/11/rr1r1r5 r";
        assert_eq!(answer(&knowledge, four), Some((Role::Defence, "e1".into())));
        let wide: Match5<Wide> = four.parse().unwrap();
        assert_eq!(knowledge.recognise(&wide).unwrap().cell().to_string(), "e1");
        let wide: Match5<Wide> = "bbbb8/12/12/12/12/12/12/12/12/12/12/rr1r1r6 r".parse().unwrap();
        assert_eq!(knowledge.recognise(&wide), None);
    }

    #[test]
    fn what_is_recognised_does_not_depend_on_the_colours() {
        let knowledge = knowing(&["BBX 1", "0.B/.X./B.. 2", "BX.B 3"]);
        let mut rng = Seed::new(2).rng();
        let mut state = Match5::<u128>::default();
        while state.random_step(&mut rng).is_some() && !state.is_over() {
            let swapped: String = state
                .to_string()
                .chars()
                .map(|c| match c {
                    'r' => 'b',
                    'b' => 'r',
                    c => c,
                })
                .collect();
            let swapped: Match5 = swapped.parse().unwrap();
            assert_eq!(knowledge.recognise(&state), knowledge.recognise(&swapped));
        }
    }
}

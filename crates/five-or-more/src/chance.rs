//! Chance: the colours of the next stones, their promised cells, and the cells where they land.

use alloc::format;
use alloc::string::{String, ToString};
use core::array::from_fn;
use core::ops::ControlFlow;

use gambol_core::random::{Rng, below};
use gambol_core::{Cell, Illegal};

use crate::bits::Bits;
use crate::draw::random_cell;
use crate::rules::{MOST_COLOURS, MOST_STONES, Removal};
use crate::shape::Shape;
use crate::state::{FiveOrMore, Phase};

/// A colour of stones. Its text is a letter, `a` for number 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Colour(u8);

impl Colour {
    /// The colour with this number, from 0 to 25.
    ///
    /// ```
    /// use gambol_five_or_more::Colour;
    /// assert_eq!(Colour::new(2).map(|colour| colour.to_string()).as_deref(), Some("c"));
    /// assert_eq!(Colour::new(26), None);
    /// ```
    pub const fn new(index: u8) -> Option<Self> {
        if index < MOST_COLOURS { Some(Self(index)) } else { None }
    }

    /// Its number, from 0 to 25.
    pub const fn index(self) -> u8 {
        self.0
    }

    /// Its letter, `a` to `z`.
    pub const fn letter(self) -> char {
        (b'a' + self.0) as char
    }

    /// The colour with this letter.
    pub const fn from_letter(letter: char) -> Option<Self> {
        if letter.is_ascii_lowercase() { Some(Self(letter as u8 - b'a')) } else { None }
    }

    /// The code of a stone of this colour on the board.
    pub(crate) const fn code(self) -> u8 {
        self.0 + 1
    }

    pub(crate) const fn from_code(code: u8) -> Option<Self> {
        match code.checked_sub(1) {
            Some(index) => Self::new(index),
            None => None,
        }
    }
}

/// One elementary chance event. A chain of them follows a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The next stone lands on this cell or, with places shown, is promised it.
    Stone(Cell),
    /// The next colour that is shown is this one.
    Colour(Colour),
}

/// A stone of the next drop: its colour, and its promised cell if places are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NextStone {
    /// Its colour.
    pub colour: Colour,
    /// The cell where it will land if it is still free. `None` if places are not shown or not yet
    /// drawn, or if there were fewer free cells than stones.
    pub place: Option<Cell>,
}

/// The next stones, in the order in which they land. Unused entries are zero, so that equal values
/// have equal bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Next {
    colours: [u8; MOST_STONES as usize],
    places: [u16; MOST_STONES as usize],
    length: u8,
    placed: u8,
}

impl Next {
    pub(crate) const fn len(&self) -> u8 {
        self.length
    }

    pub(crate) const fn placed(&self) -> u8 {
        self.placed
    }

    /// The code of the stone with this index; 0 beyond the last one.
    #[inline]
    pub(crate) fn code(&self, stone: u8) -> u8 {
        self.colours.get(usize::from(stone)).copied().unwrap_or(0)
    }

    pub(crate) fn codes(&self) -> &[u8] {
        self.colours.get(..usize::from(self.length)).unwrap_or(&[])
    }

    pub(crate) fn place(&self, stone: u8) -> Option<usize> {
        self.places().get(usize::from(stone)).map(|&place| usize::from(place))
    }

    pub(crate) fn places(&self) -> &[u16] {
        self.places.get(..usize::from(self.placed)).unwrap_or(&[])
    }

    #[inline]
    pub(crate) fn push(&mut self, code: u8) {
        if let Some(entry) = self.colours.get_mut(usize::from(self.length)) {
            *entry = code;
            self.length += 1;
        }
    }

    /// Adds stones until there are this many.
    #[inline]
    fn fill(&mut self, length: u8, code: impl FnMut() -> u8) {
        let length = length.min(MOST_STONES);
        if let Some(entries) = self.colours.get_mut(usize::from(self.length)..usize::from(length)) {
            entries.fill_with(code);
            self.length = length;
        }
    }

    pub(crate) fn push_place(&mut self, index: usize) {
        if let Some(entry) = self.places.get_mut(usize::from(self.placed)) {
            *entry = index as u16;
            self.placed += 1;
        }
    }

    /// The same stones with other codes and places.
    pub(crate) fn map(&self, code: impl Fn(u8) -> u8, place: impl Fn(usize) -> usize) -> Self {
        let mut image = Self::default();
        self.codes().iter().for_each(|&old| image.push(code(old)));
        self.places().iter().for_each(|&old| image.push_place(place(usize::from(old))));
        image
    }

    /// The colours as one number, five bits each, together with their count.
    #[inline]
    pub(crate) fn packed(&self) -> u64 {
        self.colours.iter().fold(u64::from(self.length), |packed, &code| packed << 5 | u64::from(code))
    }
}

/// The chance event that is due.
pub(crate) enum Due<B> {
    /// A colour, uniformly.
    Colour,
    /// A cell, uniformly from this set.
    Cell(B),
}

impl<B: Bits> FiveOrMore<B> {
    /// The chance event that is due; `None` if a move is due or the game is over.
    pub(crate) fn due(&self) -> Option<Due<B>> {
        let empty = self.board.empty();
        match self.phase {
            Phase::Move => None,
            Phase::Start | Phase::Colours => Some(Due::Colour),
            Phase::Places => Some(Due::Cell(empty & !self.promised())),
            Phase::Drop { down } => match self.next.place(down) {
                Some(place) if empty.has(place) => Some(Due::Cell(B::bit(place))),
                _ => Some(Due::Cell(empty)),
            },
        }
    }

    /// The promised cells of the next stones.
    pub(crate) fn promised(&self) -> B {
        self.next.places().iter().fold(B::EMPTY, |cells, &place| cells | B::bit(usize::from(place)))
    }

    pub(crate) fn list_outcomes(&self, mut visit: impl FnMut(Outcome, f64) -> ControlFlow<()>) -> ControlFlow<()> {
        match self.due() {
            None => ControlFlow::Continue(()),
            Some(Due::Colour) => {
                let probability = 1.0 / f64::from(self.rules.colours);
                (0..self.rules.colours).try_for_each(|colour| visit(Outcome::Colour(Colour(colour)), probability))
            }
            Some(Due::Cell(mut cells)) => {
                let probability = 1.0 / f64::from(cells.count());
                while !cells.is_empty() {
                    visit(Outcome::Stone(self.shape().cell(cells.lowest())), probability)?;
                    cells = cells.without_lowest();
                }
                ControlFlow::Continue(())
            }
        }
    }

    pub(crate) fn draw_outcome<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<Outcome> {
        match self.due()? {
            Due::Colour => Some(Outcome::Colour(Colour(below(rng, u32::from(self.rules.colours)) as u8))),
            Due::Cell(cells) if cells.is_empty() => None,
            Due::Cell(cells) => Some(Outcome::Stone(self.shape().cell(random_cell(cells, rng)))),
        }
    }

    /// Returns an error if an outcome is not possible here.
    pub(crate) fn judge_outcome(&self, outcome: Outcome) -> Result<(), Illegal> {
        let refuse = |rule: String| Err(Illegal::new(outcome.to_string(), rule));
        match (self.due(), outcome) {
            (None, _) => refuse("no chance event is due".to_string()),
            (Some(Due::Colour), Outcome::Colour(colour)) if colour.0 >= self.rules.colours => {
                refuse(format!("there are only {} colours", self.rules.colours))
            }
            (Some(Due::Colour), Outcome::Stone(_)) => refuse("a colour is due, not a cell".to_string()),
            (Some(Due::Cell(_)), Outcome::Colour(_)) => refuse("a cell is due, not a colour".to_string()),
            (Some(Due::Cell(cells)), Outcome::Stone(cell)) => {
                let shape = self.shape();
                if !shape.holds(cell) {
                    refuse(format!("{cell} is not on the board of {}×{} cells", shape.width, shape.height))
                } else if !self.board.empty().has(shape.index(cell)) {
                    refuse(format!("{cell} is not empty"))
                } else if cells.has(shape.index(cell)) {
                    Ok(())
                } else if self.phase == Phase::Places {
                    refuse(format!("{cell} is promised to another stone"))
                } else {
                    refuse(format!("the stone was promised {}", shape.cell(cells.lowest())))
                }
            }
            (Some(Due::Colour), Outcome::Colour(_)) => Ok(()),
        }
    }

    /// Samples the whole chain of chance events up to the next move, with the same distribution as
    /// sampling them one by one.
    pub(crate) fn draw_chain<R: Rng + ?Sized>(&mut self, rng: &mut R) {
        // In the order of the chain after a move, so that most chains pass once.
        while self.phase != Phase::Move {
            if let Phase::Drop { down } = self.phase {
                let shape = self.shape();
                if shape == Shape::THESIS {
                    self.draw_drop(Shape::THESIS, down, rng);
                } else {
                    self.draw_drop(shape, down, rng);
                }
            }
            if let Phase::Start | Phase::Colours = self.phase {
                let colours = u32::from(self.rules.colours);
                self.next.fill(self.due_colours(), || below(rng, colours) as u8 + 1);
                self.colours_drawn();
            }
            if self.phase == Phase::Places {
                let mut open = self.board.empty() & !self.promised();
                while self.next.placed() < self.next.len() && !open.is_empty() {
                    let place = random_cell(open, rng);
                    open = open & !B::bit(place);
                    self.next.push_place(place);
                }
                self.places_drawn();
            }
        }
    }

    /// Lands the remaining stones of the drop.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "for the constants of the shape")]
    fn draw_drop<R: Rng + ?Sized>(&mut self, shape: Shape, mut down: u8, rng: &mut R) {
        let each = self.rules.removal == Removal::Each;
        if !each && self.next.placed() == 0 {
            let room = u8::try_from(self.board.free()).unwrap_or(u8::MAX);
            let stones = self.next.len().min(down.saturating_add(room));
            while down + 3 <= stones {
                self.land_together::<3, R>(shape, down, rng);
                down += 3;
            }
            while down < stones {
                self.land_together::<1, R>(shape, down, rng);
                down += 1;
            }
        }
        while down < self.next.len() && !self.board.is_full() {
            let empty = self.board.empty();
            let cell = match self.next.place(down) {
                Some(place) if empty.has(place) => place,
                _ => empty.nth(below(rng, self.board.free())),
            };
            let code = self.next.code(down);
            self.board.put(shape, [cell], [code]);
            down += 1;
            if each {
                self.remove_runs(shape, code);
            }
        }
        self.drop_done(shape, down);
    }

    /// Lands the next `N` stones of a drop on random cells, of which there are at least `N`.
    ///
    /// Selecting the cell of a stone on the board with all earlier stones would make each selection
    /// wait for the previous one. Instead, all selections use the board before the drop: each
    /// earlier stone whose rank is not greater raises a cell's rank by one.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "for the constants of the shape")]
    fn land_together<const N: usize, R: Rng + ?Sized>(&mut self, shape: Shape, down: u8, rng: &mut R) {
        let (empty, free) = (self.board.empty(), self.board.free());
        // The taken ranks in ascending order, and the ranks in the order of the stones.
        let mut taken = [u32::MAX; N];
        let mut ranks = [0; N];
        for (stone, drawn) in ranks.iter_mut().enumerate() {
            let rank = below(rng, free - stone as u32);
            let rank = taken.iter().take(stone).fold(rank, |rank, &earlier| rank + u32::from(rank >= earlier));
            *drawn = rank;
            let mut greater = rank;
            for earlier in taken.iter_mut().take(stone + 1) {
                (*earlier, greater) = (greater.min(*earlier), greater.max(*earlier));
            }
        }
        let codes = from_fn(|stone| self.next.code(down + stone as u8));
        self.board.put(shape, ranks.map(|rank| empty.nth(rank)), codes);
    }
}

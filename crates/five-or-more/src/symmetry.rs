//! Equivalent states: rotated and mirrored boards, and renamed colours.

use crate::bits::Bits;
use crate::board::Board;
use crate::chance::Colour;
use crate::rules::MOST_COLOURS;
use crate::state::FiveOrMore;

/// One more than the largest code of a colour.
const CODES: usize = MOST_COLOURS as usize + 1;

impl<B: Bits> FiveOrMore<B> {
    /// This state with other names for its colours: the stones of colour number `i` get the colour
    /// `names[i]`. `None` unless `names` lists each colour of the rules once.
    ///
    /// The rules treat all colours alike, so the resulting state has the same future, up to the
    /// names.
    ///
    /// ```
    /// use gambol_five_or_more::{Colour, FiveOrMore};
    /// let state: FiveOrMore = "ab7/9/9/9/9/9/9/9/9 aag 0 m".parse()?;
    /// let names: Vec<Colour> = "bacdefg".chars().filter_map(Colour::from_letter).collect();
    /// assert_eq!(state.recoloured(&names).unwrap().to_string(), "ba7/9/9/9/9/9/9/9/9 bbg 0 m");
    /// assert_eq!(state.recoloured(&names[1..]), None);
    /// # Ok::<(), gambol_core::TextError>(())
    /// ```
    #[must_use]
    pub fn recoloured(&self, names: &[Colour]) -> Option<Self> {
        let mut used = [false; CODES];
        let mut codes = [0; CODES];
        if names.len() != usize::from(self.rules.colours) {
            return None;
        }
        for (old, name) in names.iter().enumerate() {
            if name.index() >= self.rules.colours || used[usize::from(name.index())] {
                return None;
            }
            used[usize::from(name.index())] = true;
            codes[old + 1] = name.code();
        }
        Some(self.mapped(|index| index, |code| codes[usize::from(code) % CODES]))
    }

    /// This state with its colours renamed in order of appearance, on the board from the top left
    /// and then among the next stones. States that differ only in the names of colours have the
    /// same result.
    ///
    /// ```
    /// use gambol_five_or_more::FiveOrMore;
    /// let state: FiveOrMore = "gd7/9/9/9/9/9/9/9/9 bdb 0 m".parse()?;
    /// assert_eq!(state.canonical_colours().to_string(), "ab7/9/9/9/9/9/9/9/9 cbc 0 m");
    /// # Ok::<(), gambol_core::TextError>(())
    /// ```
    #[must_use]
    pub fn canonical_colours(&self) -> Self {
        let mut codes = [0; CODES];
        let mut named = 0;
        let mut see = |code: u8| {
            let name = &mut codes[usize::from(code) % CODES];
            if *name == 0 && code != 0 {
                named += 1;
                *name = named;
            }
        };
        let mut stones = self.board.occupied(self.shape());
        while !stones.is_empty() {
            see(self.board.code(stones.lowest()));
            stones = stones.without_lowest();
        }
        self.next.codes().iter().for_each(|&code| see(code));
        self.mapped(|index| index, |code| codes[usize::from(code) % CODES])
    }

    pub(crate) fn image(&self, symmetry: usize) -> Self {
        let shape = self.shape();
        if symmetry == 0 || symmetry >= shape.symmetries() {
            return *self;
        }
        self.mapped(|index| shape.index(shape.transform(symmetry, shape.cell(index))), |code| code)
    }

    /// This state with its stones on other cells, in other colours.
    fn mapped(&self, cell: impl Fn(usize) -> usize, colour: impl Fn(u8) -> u8) -> Self {
        let shape = self.shape();
        let mut board = Board::new(shape);
        let mut stones = self.board.occupied(self.shape());
        while !stones.is_empty() {
            let index = stones.lowest();
            board.put(shape, [cell(index)], [colour(self.board.code(index))]);
            stones = stones.without_lowest();
        }
        Self { board, next: self.next.map(&colour, &cell), ..*self }
    }
}

//! The state of a game, and its transitions by moves and chance.

use core::hash::{Hash, Hasher};
use core::ops::ControlFlow;

use gambol_core::random::Rng;
use gambol_core::{Cell, Game, Illegal, Player, Turn, mix};

use crate::bits::Bits;
use crate::board::Board;
use crate::chance::{Colour, Next, NextStone, Outcome};
use crate::moves::{Cells, Move};
use crate::rules::{Preview, Removal, Rules, RulesError};
use crate::shape::Shape;

/// The greatest score of a state and of a text, far beyond any game and far from overflow. Scores
/// saturate there, so that every state that is reached from a text has a text.
pub(crate) const GREATEST_SCORE: i64 = 1_000_000_000_000_000;

/// A state of Five or More: the board, the next stones, the score, the phase and the rules.
///
/// `B` holds sets of cells: `u128` for boards of up to 128 cells, [`Wide`](crate::Wide) for larger
/// ones. The text form of a state is described at [`FromStr`](#impl-FromStr-for-FiveOrMore%3CB%3E).
///
/// ```
/// use gambol_core::{Game, GameExt, Turn};
/// use gambol_five_or_more::FiveOrMore;
///
/// let mut state: FiveOrMore = "aaaa5/9/9/4a4/9/9/9/9/9 bcd 0 m".parse()?;
/// state.try_play("e4-e1".parse()?)?;
/// // Five in a row: ten points, the stones are gone, and as the board is empty a drop is due.
/// assert_eq!(state.to_string(), "9/9/9/9/9/9/9/9/9 bcd 10 d");
/// assert_eq!(state.turn(), Turn::Chance);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct FiveOrMore<B: Bits = u128> {
    pub(crate) board: Board<B>,
    pub(crate) score: i64,
    pub(crate) next: Next,
    pub(crate) phase: Phase,
    pub(crate) rules: Rules,
}

/// The phase of a state: the event that is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// The colours of the initial stones are being drawn.
    Start,
    /// The colours of the next drop are being drawn.
    Colours,
    /// The colours of the next stones are drawn; their promised cells are being drawn.
    Places,
    /// The stones of a drop are landing.
    Drop {
        /// The number of stones that are down.
        down: u8,
    },
    /// A move is due or, if the board is full, the game is over.
    Move,
}

impl<B: Bits> FiveOrMore<B> {
    /// The start of a game: an empty board, with the colours of the initial stones due.
    ///
    /// # Errors
    ///
    /// Returns an error if the board has more cells than `B` holds.
    ///
    /// ```
    /// use gambol_five_or_more::{FiveOrMore, Rules, Wide};
    /// assert!(FiveOrMore::<u128>::new(Rules::THESIS).is_ok());
    /// assert!(FiveOrMore::<u128>::new(Rules::LARGE).is_err());
    /// assert!(FiveOrMore::<Wide>::new(Rules::LARGE).is_ok());
    /// ```
    pub fn new(rules: Rules) -> Result<Self, RulesError> {
        if !rules.fits::<B>() {
            return Err(RulesError::TooWide { cells: rules.cells() });
        }
        let board = Board::new(rules.shape());
        Ok(Self { board, score: 0, next: Next::default(), phase: Phase::Start, rules })
    }

    /// The rules of this game.
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// The phase: the event that is due.
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// Columns of the board.
    pub const fn width(&self) -> u8 {
        self.rules.width
    }

    /// Rows of the board.
    pub const fn height(&self) -> u8 {
        self.rules.height
    }

    /// The colour of the stone on a cell; `None` if it is empty or off the board.
    pub fn stone(&self, cell: Cell) -> Option<Colour> {
        let shape = self.shape();
        if shape.holds(cell) { Colour::from_code(self.board.code(shape.index(cell))) } else { None }
    }

    /// Writes a code for each cell, row by row: 0 if it is empty, otherwise 1 more than the number
    /// of the stone's colour. Entries of `codes` beyond the board are set to 0.
    ///
    /// This is the fast way to read a whole board, for feature extractors.
    ///
    /// ```
    /// use gambol_five_or_more::FiveOrMore;
    /// let state: FiveOrMore = "a7g/9/9/9/9/9/9/9/8c abc 0 m".parse()?;
    /// let mut codes = [0; 81];
    /// state.write_codes(&mut codes);
    /// assert_eq!((codes[0], codes[8], codes[80]), (1, 7, 3));
    /// assert_eq!(codes.iter().filter(|&&code| code > 0).count(), 3);
    /// # Ok::<(), gambol_core::TextError>(())
    /// ```
    pub fn write_codes(&self, codes: &mut [u8]) {
        self.board.write_codes(self.shape(), codes);
    }

    /// The cells with stones.
    pub fn stones(&self) -> Cells<B> {
        Cells::new(self.board.occupied(self.shape()), self.shape())
    }

    /// The cells with stones of one colour.
    pub fn stones_of(&self, colour: Colour) -> Cells<B> {
        Cells::new(self.board.stones(self.shape(), colour.code()), self.shape())
    }

    /// The empty cells.
    pub fn free_cells(&self) -> Cells<B> {
        Cells::new(self.board.empty(), self.shape())
    }

    /// The stones of the next drop, in the order in which they will land. During a drop these are
    /// its stones, including those that are down. While they are being drawn, these are the stones
    /// drawn so far.
    pub fn next(&self) -> impl ExactSizeIterator<Item = NextStone> {
        let (next, shape) = (self.next, self.shape());
        (0..next.len()).map(move |stone| NextStone {
            colour: Colour::from_code(next.code(stone)).unwrap_or(FIRST),
            place: next.place(stone).map(|place| shape.cell(place)),
        })
    }

    pub(crate) const fn shape(&self) -> Shape {
        self.rules.shape()
    }

    /// The number of colours drawn in this phase.
    pub(crate) fn due_colours(&self) -> u8 {
        if self.phase == Phase::Start { self.rules.initial } else { self.rules.drop }
    }

    /// Ends the phase in which colours are drawn.
    pub(crate) fn colours_drawn(&mut self) {
        if self.rules.preview == Preview::Places { self.phase = Phase::Places } else { self.places_drawn() }
    }

    /// Ends the phase in which places are drawn.
    pub(crate) fn places_drawn(&mut self) {
        // An empty board has no stone to move: at the start, and after a drop that removed all
        // stones.
        self.phase = if self.board.is_bare(self.shape()) { Phase::Drop { down: 0 } } else { Phase::Move };
    }

    /// Removes and scores the runs of a colour; returns whether there were any.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "for the constants of the shape")]
    pub(crate) fn remove_runs(&mut self, shape: Shape, code: u8) -> bool {
        let runs = self.board.runs(shape, code);
        let found = !runs.is_empty();
        if found {
            self.remove(runs);
        }
        found
    }

    #[cold]
    fn remove(&mut self, stones: B) {
        self.board.clear(stones);
        let points = self.rules.scoring.points(stones.count());
        self.score = self.score.saturating_add(points).min(GREATEST_SCORE);
    }

    /// Ends a drop: all of its stones are down, or the board is full.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "for the constants of the shape")]
    pub(crate) fn drop_done(&mut self, shape: Shape, down: u8) {
        if self.rules.removal == Removal::Together && self.board.may_have_runs(shape) {
            self.remove_dropped(down);
        }
        self.next = Next::default();
        self.phase = if self.board.is_full() { Phase::Move } else { Phase::Colours };
    }

    /// Removes the runs of the colours of the first stones of a drop.
    #[cold]
    fn remove_dropped(&mut self, down: u8) {
        let codes = self.next.codes().iter().take(usize::from(down));
        let runs = codes.fold(B::EMPTY, |runs, &code| runs | self.board.runs(self.shape(), code));
        if !runs.is_empty() {
            self.remove(runs);
        }
    }

    /// Lands the next stone of a drop.
    fn land(&mut self, index: usize, down: u8) {
        let code = self.next.code(down);
        self.board.put(self.shape(), [index], [code]);
        if self.rules.removal == Removal::Each {
            self.remove_runs(self.shape(), code);
        }
        let down = down + 1;
        if down >= self.next.len() || self.board.is_full() {
            self.drop_done(self.shape(), down);
        } else {
            self.phase = Phase::Drop { down };
        }
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "for the constants of the shape")]
    fn do_move(&mut self, shape: Shape, action: Move) {
        let to = shape.index(action.to);
        let code = self.board.shift(shape, shape.index(action.from), to);
        // A move that scores is followed by another move, unless the board is empty.
        let scored = shape.may_be_in_run(self.board.stones(shape, code), to) && self.remove_runs(shape, code);
        let free_move = scored && !self.board.is_bare(shape);
        self.phase = if free_move { Phase::Move } else { Phase::Drop { down: 0 } };
    }

    fn promise(&mut self, index: usize) {
        self.next.push_place(index);
        let open = self.board.empty() & !self.promised();
        if self.next.placed() >= self.next.len() || open.is_empty() {
            self.places_drawn();
        }
    }
}

const FIRST: Colour = Colour::new(0).unwrap();

impl Default for FiveOrMore {
    /// The start of a game of the thesis.
    fn default() -> Self {
        let rules = Rules::THESIS;
        let board = Board::new(rules.shape());
        Self { board, score: 0, next: Next::default(), phase: Phase::Start, rules }
    }
}

impl<B: Bits> PartialEq for FiveOrMore<B> {
    fn eq(&self, other: &Self) -> bool {
        self.score == other.score
            && self.phase == other.phase
            && self.next == other.next
            && self.rules == other.rules
            && self.board == other.board
    }
}

impl<B: Bits> Eq for FiveOrMore<B> {}

impl<B: Bits> Hash for FiveOrMore<B> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.board.hash(state);
        self.score.hash(state);
        self.next.packed().hash(state);
        self.phase.hash(state);
    }
}

impl<B: Bits> Game for FiveOrMore<B> {
    type Action = Move;
    type Outcome = Outcome;
    const PLAYERS: usize = 1;

    #[inline]
    fn turn(&self) -> Turn {
        match self.phase {
            Phase::Move if self.board.is_full() => Turn::Over,
            Phase::Move => Turn::Player(Player::First),
            _ => Turn::Chance,
        }
    }

    #[inline]
    fn score(&self) -> i64 {
        self.score
    }

    /// Visits the moves by stone from the top left, row by row, and for each stone by target.
    fn visit_actions<F>(&self, visit: F) -> ControlFlow<()>
    where
        F: FnMut(Move) -> ControlFlow<()>,
    {
        self.list_moves(visit)
    }

    fn visit_outcomes<F>(&self, visit: F) -> ControlFlow<()>
    where
        F: FnMut(Outcome, f64) -> ControlFlow<()>,
    {
        self.list_outcomes(visit)
    }

    /// The preview is the next stones, with their target cells if these are shown.
    fn visit_outcomes_without_preview<F>(&self, mut visit: F) -> ControlFlow<()>
    where
        F: FnMut(Outcome, f64) -> ControlFlow<()>,
    {
        if !matches!(self.phase, Phase::Colours | Phase::Places) {
            return self.list_outcomes(visit);
        }
        let mut first = None;
        let _ = self.list_outcomes(|outcome, _| {
            first = Some(outcome);
            ControlFlow::Break(())
        });
        first.map_or(ControlFlow::Continue(()), |outcome| visit(outcome, 1.0))
    }

    #[inline]
    fn play(&mut self, action: Move) {
        let shape = self.shape();
        if shape == Shape::THESIS { self.do_move(Shape::THESIS, action) } else { self.do_move(shape, action) }
    }

    fn resolve(&mut self, outcome: Outcome) {
        match (self.phase, outcome) {
            (Phase::Start | Phase::Colours, Outcome::Colour(colour)) => {
                self.next.push(colour.code());
                if self.next.len() >= self.due_colours() {
                    self.colours_drawn();
                }
            }
            (Phase::Places, Outcome::Stone(cell)) => self.promise(self.shape().index(cell)),
            (Phase::Drop { down }, Outcome::Stone(cell)) => self.land(self.shape().index(cell), down),
            // No chance event of this kind is due: unreachable for legal outcomes.
            _ => {}
        }
    }

    fn check_action(&self, action: Move) -> Result<(), Illegal> {
        self.judge_move(action)
    }

    fn check_outcome(&self, outcome: Outcome) -> Result<(), Illegal> {
        self.judge_outcome(outcome)
    }

    #[inline]
    fn random_action<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<Move> {
        self.draw_move(rng)
    }

    fn random_outcome<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<Outcome> {
        self.draw_outcome(rng)
    }

    #[inline]
    fn settle<R: Rng + ?Sized>(&mut self, rng: &mut R) {
        self.draw_chain(rng);
    }

    /// Excludes the score.
    fn key(&self) -> u64 {
        let phase = match self.phase {
            Phase::Start => 0,
            Phase::Colours => 1,
            Phase::Places => 2,
            Phase::Move => 3,
            Phase::Drop { down } => 4 + u64::from(down),
        };
        let places = self.next.places().iter().fold(0, |key, &place| mix(key, u64::from(place)));
        mix(mix(mix(self.board.key(self.shape()), self.next.packed()), places), phase << 56 | self.rules.packed())
    }

    fn symmetries(&self) -> usize {
        self.shape().symmetries()
    }

    fn transform(&self, symmetry: usize) -> Self {
        self.image(symmetry)
    }

    fn transform_action(&self, symmetry: usize, action: Move) -> Move {
        let shape = self.shape();
        Move { from: shape.transform(symmetry, action.from), to: shape.transform(symmetry, action.to) }
    }

    fn transform_outcome(&self, symmetry: usize, outcome: Outcome) -> Outcome {
        match outcome {
            Outcome::Stone(cell) => Outcome::Stone(self.shape().transform(symmetry, cell)),
            Outcome::Colour(_) => outcome,
        }
    }
}

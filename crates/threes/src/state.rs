//! The state of a game.

use alloc::string::ToString;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::ops::ControlFlow;

use gambol_core::{Cell, Game, Illegal, Player, Rng, Turn, mix};

use crate::board::{self, Board, Place};
use crate::chance::{Deck, Outcome};
use crate::hint::Hint;
use crate::moves::{Choices, Swipe};
use crate::rules::{End, Rules};
use crate::tile::Tile;

/// A state of Threes!: board, hint, deck, phase and rules. 24 bytes.
///
/// It starts empty, and chance deals the opening. The deck is the player's view of it: the numbers
/// of 1s, 2s and 3s without the card that is shown. A new deck is opened when its last card is
/// taken, so it is never empty.
///
/// ```
/// use gambol_core::{Cell, Game, GameExt};
/// use gambol_threes::{Hint, Swipe, Threes};
/// let game: Threes = "0,0,0,0/0,48,3,0/0,0,48,0/2,0,0,1 3 4,4,3 m".parse()?;
/// assert_eq!(game.tile(Cell::new(2, 2)), 48);
/// assert_eq!((game.greatest(), game.score(), game.deck()), (48, 243 + 243 + 3, [4, 4, 3]));
/// assert_eq!(game.hint().unwrap().to_string(), "3");
/// // Every swipe moves three or four lines.
/// assert_eq!(game.actions(), Swipe::ALL);
/// // The line where the card enters (rows 2 to 4) and the next hint (1, 2, 3, or a bonus of 6).
/// assert_eq!(game.afterstate(Swipe::Left).outcomes().len(), 3 * 4);
/// # Ok::<(), gambol_core::TextError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Threes {
    pub(crate) board: Board,
    pub(crate) deck: Deck,
    /// The current hint; `None` before the first.
    pub(crate) hint: Option<Hint>,
    phase: u8,
    pub(crate) rules: Rules,
    /// Before a move, the legal swipes, none if the game is over; before a card enters, the lines
    /// that the swipe moved.
    open: Choices,
}

/// The `phase` of a state in which a move is due.
const MOVE: u8 = 0;
/// The `phase` of the opening.
const OPENING: u8 = 0x40;
/// Set in the `phase` when a card is due; bits 4 and 5 are then the swipe.
const ENTRY: u8 = 0x80;
/// Also set if the swipe made a tile that ends the game.
const OVER: u8 = 1;
/// Also set if a `+` was shown and the swipe then made a new greatest tile: the card is not from
/// the larger range.
const RAISED: u8 = 0x40;

/// The phase of a state: the event that is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// The opening is being dealt: nine cards, then the first hint.
    Opening,
    /// A swipe is due, or the game is over.
    Move,
    /// The card shown is due to enter, unless the game is over.
    Entry {
        /// The last swipe.
        swipe: Swipe,
        /// The lines that it moved: bit n for line n, from 0.
        lines: u8,
    },
}

impl Threes {
    /// The start of a game: an empty board, with the opening due.
    #[must_use]
    pub const fn new(rules: Rules) -> Self {
        Self { board: Board::new(0), deck: Deck::FULL, hint: None, phase: OPENING, rules, open: Choices::NONE }
    }

    /// Creates a state from its parts, which must be valid.
    pub(crate) fn from_parts(
        board: u64,
        hint: Option<Hint>,
        deck: Deck,
        phase: Phase,
        raised: bool,
        rules: Rules,
    ) -> Self {
        let mut state = Self { board: Board::new(board), deck, hint, ..Self::new(rules) };
        match phase {
            Phase::Opening => {}
            Phase::Move => state.await_move(),
            Phase::Entry { swipe, lines } => {
                state.await_entry(swipe, Choices::from_mask(lines), raised, rules.end == End::At12288);
            }
        }
        state
    }

    #[inline]
    const fn await_move(&mut self) {
        self.phase = MOVE;
        self.open = self.board.legal();
    }

    #[inline]
    fn await_entry(&mut self, swipe: Swipe, lines: Choices, raised: bool, may_end: bool) {
        let is_over = may_end && board::has_12288(self.board());
        let [raised, over] = [if raised { RAISED } else { 0 }, if is_over { OVER } else { 0 }];
        self.phase = ENTRY | (swipe as u8) << 4 | raised | over;
        self.open = lines;
    }

    /// Sets the board after a swipe that moved these lines. `may_end` is whether a tile of 12,288
    /// would end the game.
    #[inline]
    fn swiped(&mut self, swipe: Swipe, board: Board, lines: Choices, may_end: bool) {
        let raised = self.hint == Some(Hint::PLUS) && board::has_greater(board.rows, self.board());
        self.board = board;
        self.await_entry(swipe, lines, raised, may_end);
    }

    /// The rules.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// The phase: the event that is due.
    #[must_use]
    pub const fn phase(&self) -> Phase {
        match self.phase {
            MOVE => Phase::Move,
            OPENING => Phase::Opening,
            entry => Phase::Entry { swipe: Swipe::numbered(entry >> 4), lines: self.open.mask },
        }
    }

    /// Whether the card due is a `+` that was shown before the swipe made a new greatest tile.
    pub(crate) const fn raised(&self) -> bool {
        self.phase & (ENTRY | RAISED) == ENTRY | RAISED
    }

    /// The board, in the form of [`crate::board`].
    #[must_use]
    pub const fn board(&self) -> u64 {
        self.board.rows
    }

    /// The value of the tile on a cell; 0 if the cell is empty or off the board.
    #[must_use]
    pub const fn tile(&self, cell: Cell) -> u16 {
        if cell.column > 3 || cell.row > 3 {
            return 0;
        }
        match Tile::from_rank((self.board() >> (16 * cell.row + 4 * cell.column)) as u8 & 15) {
            Some(tile) => tile.value(),
            None => 0,
        }
    }

    /// The value of the greatest tile; 0 on the empty board.
    #[must_use]
    pub fn greatest(&self) -> u16 {
        board::greatest(self.board()).map_or(0, Tile::value)
    }

    /// The number of empty cells.
    #[must_use]
    pub const fn empty_count(&self) -> u32 {
        board::empty_cells(self.board()).count_ones()
    }

    pub(crate) const fn tile_count(&self) -> u32 {
        16 - self.empty_count()
    }

    /// The rest of the deck: the numbers of 1s, 2s and 3s, without the card that is shown.
    #[must_use]
    pub const fn deck(&self) -> [u8; 3] {
        self.deck.counts()
    }

    /// The hint of the next card; `None` during the opening.
    #[must_use]
    pub const fn hint(&self) -> Option<Hint> {
        self.hint
    }

    /// The equally likely values of the next card, in ascending order; empty during the opening.
    ///
    /// ```
    /// use gambol_threes::{Rules, Threes};
    /// let game: Threes = "0,0,0,0/0,192,0,0/0,0,48,0/2,0,0,1 + 4,4,3 m bonus=uniform".parse()?;
    /// assert!(game.next_tiles().map(|tile| tile.value()).eq([6, 12, 24]));
    /// # Ok::<(), gambol_core::TextError>(())
    /// ```
    pub fn next_tiles(&self) -> impl Iterator<Item = Tile> + Clone + use<> {
        let (least, count) = self.due_ranks();
        (least..least + count).map(Tile::ranked)
    }

    /// The legal swipes: bit n for the n-th of [`Swipe::ALL`]. 0 unless a swipe is due.
    #[must_use]
    #[inline]
    pub const fn legal(&self) -> u8 {
        if self.phase == MOVE { self.open.mask } else { 0 }
    }

    /// All fields except the board and the cached data.
    #[inline]
    fn rest(&self) -> u64 {
        let hint = self.hint.map_or(0, Hint::code);
        let lines = if self.phase & ENTRY == 0 { 0 } else { self.open.mask };
        u64::from(self.deck.code())
            | u64::from(hint) << 16
            | u64::from(self.phase & !OVER | lines) << 24
            | u64::from(self.rules.code()) << 32
    }

    /// Samples the rest of the opening.
    #[cold]
    fn draw_opening<R: Rng + ?Sized>(&mut self, rng: &mut R) {
        if self.board() == 0 {
            self.deal(rng);
        }
        while self.phase == OPENING {
            let outcome = self.random_opening(rng);
            self.resolve(outcome);
        }
    }

    /// Enters a card with this rank.
    #[inline]
    const fn enter(&mut self, line: u8, rank: u8) {
        self.board = self.board.with(Swipe::numbered(self.phase >> 4).entry_place(line), rank);
    }

    /// Shows the next hint. The deck is the one without its card.
    #[inline]
    const fn show(&mut self, hint: Hint, deck: Deck) {
        self.hint = Some(hint);
        self.deck = deck;
        self.await_move();
    }
}

impl Game for Threes {
    type Action = Swipe;
    type Outcome = Outcome;
    const PLAYERS: usize = 1;

    #[inline]
    fn turn(&self) -> Turn {
        if self.phase == MOVE {
            if self.open.mask == 0 { Turn::Over } else { Turn::Player(Player::First) }
        } else if self.phase & OVER == 0 {
            Turn::Chance
        } else {
            Turn::Over
        }
    }

    #[inline]
    fn score(&self) -> i64 {
        board::points(self.board())
    }

    #[inline]
    fn visit_actions<F>(&self, mut visit: F) -> ControlFlow<()>
    where
        F: FnMut(Swipe) -> ControlFlow<()>,
    {
        let legal = self.legal();
        for swipe in Swipe::ALL {
            if legal >> swipe as u8 & 1 == 1 {
                visit(swipe)?;
            }
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn visit_outcomes<F>(&self, visit: F) -> ControlFlow<()>
    where
        F: FnMut(Outcome, f64) -> ControlFlow<()>,
    {
        match self.phase() {
            Phase::Opening => self.visit_opening(visit),
            Phase::Entry { .. } if self.phase & OVER == 0 => self.visit_entries(self.open, visit),
            _ => ControlFlow::Continue(()),
        }
    }

    /// Computes all swipes at once.
    #[inline]
    fn visit_afterstates<F>(&self, mut visit: F) -> ControlFlow<()>
    where
        F: FnMut(Swipe, Self) -> ControlFlow<()>,
    {
        if self.legal() == 0 {
            return ControlFlow::Continue(());
        }
        // Without a 6,144 there is no 12,288 after a swipe.
        let may_end = self.rules.end == End::At12288 && board::has_6144(self.board());
        let after = self.board.all_swiped();
        for swipe in Swipe::ALL {
            let board = after[swipe as usize];
            if board.rows != self.board() {
                let mut state = *self;
                state.swiped(swipe, board, self.board.changed_lines(board, swipe), may_end);
                visit(swipe, state)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The preview is the next hint.
    #[inline]
    fn visit_outcomes_without_preview<F>(&self, visit: F) -> ControlFlow<()>
    where
        F: FnMut(Outcome, f64) -> ControlFlow<()>,
    {
        match self.phase() {
            Phase::Entry { .. } if self.phase & OVER == 0 => self.visit_entries_only(self.open, visit),
            _ => self.visit_outcomes(visit),
        }
    }

    #[inline]
    fn play(&mut self, swipe: Swipe) {
        let (after, lines) = self.board.swiped(swipe);
        self.swiped(swipe, after, lines, self.rules.end == End::At12288);
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "a search then leaves out what its evaluator does not read")]
    fn resolve(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Enter { line, bonus, hint } => {
                let rank = bonus.map_or_else(|| self.hint.map_or(0, Hint::card_rank), Tile::rank);
                self.enter(line, rank);
                self.show(hint, self.deck.without(hint.card_rank()));
            }
            Outcome::Show(hint) => self.show(hint, self.deck.without(hint.card_rank())),
            Outcome::Deal { cell, card } => {
                self.board = self.board.with(Place::of(cell), card.rank());
                self.deck = self.deck.without(card.rank());
            }
        }
    }

    fn check_action(&self, swipe: Swipe) -> Result<(), Illegal> {
        self.check_swipe(swipe).map_err(|rule| Illegal::new(swipe.to_string(), rule))
    }

    fn check_outcome(&self, outcome: Outcome) -> Result<(), Illegal> {
        self.check_chance(outcome).map_err(|rule| Illegal::new(outcome.to_string(), rule))
    }

    #[inline]
    fn random_action<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<Swipe> {
        if self.open.mask == 0 || self.phase != MOVE {
            return None;
        }
        Some(Swipe::numbered(self.open.draw(rng)))
    }

    #[inline]
    fn random_outcome<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<Outcome> {
        match self.phase() {
            Phase::Entry { .. } if self.phase & OVER == 0 => {
                let (line, rank, hint, _) = self.random_entry(self.open, rng);
                let is_bonus = self.hint.is_some_and(Hint::is_bonus);
                let bonus = is_bonus.then(|| Tile::ranked(rank));
                Some(Outcome::Enter { line, bonus, hint })
            }
            Phase::Opening => Some(self.random_opening(rng)),
            _ => None,
        }
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "a call costs a random move a tenth of its instructions")]
    fn settle<R: Rng + ?Sized>(&mut self, rng: &mut R) {
        if self.phase & (ENTRY | OVER) == ENTRY {
            let (line, rank, hint, deck) = self.random_entry(self.open, rng);
            self.enter(line, rank);
            self.show(hint, deck);
        } else if self.phase == OPENING {
            self.draw_opening(rng);
        }
    }

    fn key(&self) -> u64 {
        mix(mix(0, self.board()), self.rest())
    }

    fn symmetries(&self) -> usize {
        8
    }

    fn transform(&self, symmetry: usize) -> Self {
        let phase = match self.phase() {
            Phase::Entry { swipe, lines } => {
                let moved = (0..4).filter(|line| lines >> line & 1 == 1);
                let lines = moved.fold(0, |image, line| image | 1 << swipe.transform_line(symmetry, line));
                Phase::Entry { swipe: swipe.transform(symmetry), lines }
            }
            phase => phase,
        };
        let board = board::transformed(self.board(), symmetry);
        Self::from_parts(board, self.hint, self.deck, phase, self.raised(), self.rules)
    }

    fn transform_action(&self, symmetry: usize, swipe: Swipe) -> Swipe {
        swipe.transform(symmetry)
    }

    fn transform_outcome(&self, symmetry: usize, outcome: Outcome) -> Outcome {
        match (self.phase(), outcome) {
            (_, Outcome::Deal { cell, card }) => Outcome::Deal { cell: cell.transform(symmetry, 4), card },
            (Phase::Entry { swipe, .. }, Outcome::Enter { line, bonus, hint }) => {
                Outcome::Enter { line: swipe.transform_line(symmetry, line), bonus, hint }
            }
            (_, outcome) => outcome,
        }
    }
}

impl Default for Threes {
    /// The start of a game with the default rules.
    fn default() -> Self {
        Self::new(Rules::default())
    }
}

impl PartialEq for Threes {
    fn eq(&self, other: &Self) -> bool {
        (self.board(), self.rest()) == (other.board(), other.rest())
    }
}

impl Eq for Threes {}

impl Hash for Threes {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write_u64(self.board());
        hasher.write_u64(self.rest());
    }
}

impl fmt::Debug for Threes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Threes({self})")
    }
}

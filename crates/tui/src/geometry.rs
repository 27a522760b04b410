//! Layout of the screen.

use gambol::Cell;
use gambol_play::{Board, Direction, Spot};
use ratatui::layout::{Position, Rect};

/// Width of the panel beside the board.
const PANEL: u16 = 30;
/// Minimum height of the panel.
const PANEL_HEIGHT: u16 = 16;
/// Columns left and right of the cells, for row names and arrows.
const LEFT: u16 = 3;
const RIGHT: u16 = 3;
/// Rows above and below the cells.
const ABOVE: u16 = 1;
const BELOW: u16 = 1;
/// Height of the help line.
const HELP: u16 = 1;
/// Width of a place in the hand: five cells and a gap.
const PLACE: u16 = 8;
/// Height of the hand: a piece of five rows in half blocks, and its number.
pub(crate) const HAND_HEIGHT: u16 = 4;
/// Maximum height of a cell in rows. More would not show more.
const HIGHEST: u16 = 5;

/// Layout for one size of terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Geometry {
    /// The cells.
    pub(crate) cells: Rect,
    /// Width and height of a cell.
    pub(crate) cell: (u16, u16),
    /// The panel.
    pub(crate) panel: Rect,
    /// The hand, in the panel.
    pub(crate) hand: Rect,
    /// The line for messages, and the help line.
    pub(crate) message: Rect,
    pub(crate) help: Rect,
}

impl Geometry {
    /// Returns the layout, or the size of terminal that is necessary.
    pub(crate) fn new(area: Rect, game: &dyn Board) -> Result<Self, (u16, u16)> {
        let (columns, rows) = game.size();
        let (columns, rows) = (u16::from(columns), u16::from(rows));
        let least =
            (columns * game.cell_width() + LEFT + RIGHT + PANEL, (rows + ABOVE + BELOW).max(PANEL_HEIGHT) + HELP);
        if area.width < least.0 || area.height < least.1 {
            return Err(least);
        }
        let wide = (area.width - LEFT - RIGHT - PANEL) / columns;
        let high = (area.height - ABOVE - BELOW - HELP) / rows;
        // Characters are twice as high as wide, so a cell is about twice as many columns wide as
        // rows high.
        let height = high.min(wide / 2).clamp(1, HIGHEST);
        let width = (2 * height).max(game.cell_width()).min(wide);
        let cells = Rect::new(area.x + LEFT, area.y + ABOVE, columns * width, rows * height);
        let panel = Rect::new(cells.right() + RIGHT, area.y, PANEL, area.height - HELP - 1);
        let hand = Rect::new(panel.x, panel.y + 6, PANEL, HAND_HEIGHT);
        let message = Rect::new(area.x, area.bottom() - HELP - 1, area.width, 1);
        let help = Rect::new(area.x, area.bottom() - HELP, area.width, HELP);
        Ok(Self { cells, cell: (width, height), panel, hand, message, help })
    }

    /// Returns the rectangle of a cell.
    pub(crate) fn cell(&self, cell: Cell) -> Rect {
        let (width, height) = self.cell;
        Rect::new(
            self.cells.x + u16::from(cell.column) * width,
            self.cells.y + u16::from(cell.row) * height,
            width,
            height,
        )
    }

    /// Returns the rectangle of a spot.
    pub(crate) fn place(&self, spot: Spot) -> Rect {
        let Rect { x, y, width, height } = self.cells;
        match spot {
            Spot::Cell(cell) => self.cell(cell),
            Spot::Quadrant(number) => Rect::new(
                x + u16::from(number % 2) * (width / 2),
                y + u16::from(number / 2) * (height / 2),
                width / 2,
                height / 2,
            ),
            Spot::Piece(place) => {
                Rect::new(self.hand.x + u16::from(place) * PLACE, self.hand.y, PLACE - 1, self.hand.height)
            }
            Spot::Edge(Direction::Left) => Rect::new(x - 2, y, 2, height),
            Spot::Edge(Direction::Right) => Rect::new(x + width, y, 2, height),
            Spot::Edge(Direction::Up) => Rect::new(x, y - 1, width, 1),
            Spot::Edge(Direction::Down) => Rect::new(x, y + height, width, 1),
        }
    }

    /// Returns the spot among these at a position.
    pub(crate) fn spot_at(&self, spots: &[Spot], x: u16, y: u16) -> Option<Spot> {
        spots.iter().copied().find(|&spot| self.place(spot).contains(Position::new(x, y)))
    }

    /// Returns the nearest of these spots in a direction; straight ahead is preferred.
    pub(crate) fn neighbour(&self, spots: &[Spot], from: Spot, direction: Direction) -> Option<Spot> {
        // Twice the centre, to avoid fractions; rows count double.
        let centre = |spot: Spot| {
            let place = self.place(spot);
            let double = |start: u16, length: u16| 2 * i32::from(start) + i32::from(length);
            (double(place.x, place.width), 2 * double(place.y, place.height))
        };
        let (x, y) = centre(from);
        let distance = |&spot: &Spot| {
            let (to_x, to_y) = centre(spot);
            let (ahead, aside) = match direction {
                Direction::Left => (x - to_x, to_y - y),
                Direction::Right => (to_x - x, to_y - y),
                Direction::Up => (y - to_y, to_x - x),
                Direction::Down => (to_y - y, to_x - x),
            };
            (spot != from && ahead > 0).then_some((ahead + 4 * aside.abs(), spot))
        };
        spots.iter().filter_map(distance).min().map(|(_, spot)| spot)
    }
}

//! Boards on a terminal and on a report's page.

use std::collections::BTreeMap;
use std::io::IsTerminal;

use gambol::registry::Position;
use gambol::{Cell, Game};
use gambol_play::{Colours, Fact, Piece, SceneCell, Shown, Spot, Style, write_board};
use serde::Serialize;

use crate::args::Drawn;
use crate::output::{Failure, print_as_is};

/// Draws a position if standard output is a terminal or the board was requested. The cells of the
/// action are highlighted.
pub(crate) fn draw(position: &Position, action: Option<&str>, drawn: Drawn) -> Result<(), Failure> {
    let terminal = std::io::stdout().is_terminal();
    if !drawn.board && !terminal {
        return Ok(());
    }
    let said = |name: &str| std::env::var_os(name).unwrap_or_default();
    let colours = terminal && said("NO_COLOR").is_empty() && said("TERM") != "dumb";
    let style = if colours { Style::Coloured } else { Style::Plain };
    let spots = action.map_or_else(Vec::new, |action| Shown::of(position).covered(action));
    let text = write_board(position, &spots, style);
    print_as_is(&format!("{text}\n"))
}

/// Appearance of a game's boards on a page.
#[derive(Default, Serialize)]
pub(crate) struct Looks {
    /// Colours of the pieces, by their text, as in CSS.
    pub(crate) colours: BTreeMap<String, String>,
    /// `stone`, `tile` or `block`; empty for games whose board is a list.
    pub(crate) shape: &'static str,
    /// Whether cells have names.
    pub(crate) coordinates: bool,
    /// Whether the board is divided into quadrants.
    pub(crate) quadrants: bool,
    /// Columns and rows.
    pub(crate) size: (u8, u8),
}

/// Returns the appearance of the boards of these states.
pub(crate) fn looks(states: &[Position]) -> Looks {
    let mut looks = Looks::default();
    for board in states.iter().map(Shown::of).filter(|board| !board.is_list()) {
        let mut is_tile = board.swipes();
        for look in board.cells().into_iter().filter_map(|cell| board.look(cell)) {
            is_tile |= look.always;
            if !board.blocks() {
                looks.colours.insert(look.text, look.colour.to_string());
            }
        }
        if is_tile {
            looks.shape = "tile";
        } else if board.blocks() {
            looks.shape = "block";
        } else if looks.shape.is_empty() {
            looks.shape = "stone";
        }
        looks.coordinates = !board.swipes();
        looks.size = board.size();
        looks.quadrants |= board.spots(&[Spot::Cell(Cell::new(0, 0))]).contains(&Spot::Quadrant(0));
    }
    looks
}

/// Returns the contents of the cells in row-major order: their text, or their colour in a game of
/// blocks; empty for an empty cell. No cells for games whose board is a list.
pub(crate) fn contents(state: &Position, colours: &Colours) -> Vec<String> {
    let board = Shown::of(state);
    let cells = if board.is_list() { Vec::new() } else { SceneCell::all(&board, colours) };
    cells.into_iter().map(|cell| if board.blocks() { cell.colour } else { cell.text }).collect()
}

/// Returns the marks of an action on the board before it: cells by their names, quadrants as `@0`
/// to `@3`, directions as `left` and so on. Empty for games whose board is a list.
pub(crate) fn marks(before: &Position, action: &str) -> Vec<String> {
    let board = Shown::of(before);
    if board.is_list() { Vec::new() } else { board.covered(action).into_iter().filter_map(mark).collect() }
}

fn mark(spot: Spot) -> Option<String> {
    match spot {
        Spot::Cell(cell) => Some(cell.to_string()),
        Spot::Quadrant(number) => Some(format!("@{number}")),
        Spot::Edge(direction) => Some(direction.name().to_owned()),
        Spot::Piece(_) => None,
    }
}

/// Returns the facts shown beside a board, one a line, and the pieces of the hand: rows of `x` and
/// `.`, joined by `/`, and the colour.
pub(crate) fn view(position: &Position) -> (String, Vec<(String, String)>) {
    let board = Shown::of(position);
    if board.is_list() {
        return (String::new(), Vec::new());
    }
    let line = |fact: Fact| fact.into_iter().map(|words| words.text).collect::<String>();
    let facts: Vec<String> = board.facts().into_iter().map(line).filter(|line| !line.is_empty()).collect();
    let row = |row: &Vec<bool>| row.iter().map(|&filled| if filled { 'x' } else { '.' }).collect::<String>();
    let piece =
        |Piece { rows, colour }: &Piece| (rows.iter().map(row).collect::<Vec<_>>().join("/"), colour.to_string());
    (facts.join("\n"), board.hand().iter().map(piece).collect())
}

/// Returns the names of the two sides, the first mover's first.
pub(crate) fn sides(position: &Position) -> [&'static str; 2] {
    Shown::of(position).sides().map(|(name, _)| name)
}

/// Returns the name of the side to move in a two-player game.
pub(crate) fn side_to_move(position: &Position) -> Option<&'static str> {
    let player = position.turn().player().filter(|_| position.players() > 1)?;
    let name = Shown::of(position).sides()[usize::from(player.sign() < 0)].0;
    // The names of unnamed sides repeat the turn.
    (name != position.turn().to_string()).then_some(name)
}

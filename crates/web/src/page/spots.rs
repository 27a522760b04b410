//! Spots as text.

use gambol::Cell;
use gambol_play::{Direction, Spot};

const EDGES: [(&str, Direction); 4] =
    [("left", Direction::Left), ("right", Direction::Right), ("up", Direction::Up), ("down", Direction::Down)];

/// The text of a spot: `c3`, `q0`, `p0` or `left`.
pub(crate) fn text(spot: Spot) -> String {
    match spot {
        Spot::Cell(cell) => cell.to_string(),
        Spot::Quadrant(quadrant) => format!("q{quadrant}"),
        Spot::Piece(piece) => format!("p{piece}"),
        Spot::Edge(edge) => EDGES[edge as usize].0.to_owned(),
    }
}

/// The spot that a text means on a board with so many columns. Cells of the columns `p` and `q` go
/// before pieces and quadrants, which count from 0 where rows count from 1, on boards that have them.
pub(crate) fn parse(text: &str, columns: u8) -> Option<Spot> {
    if let Some(&(_, edge)) = EDGES.iter().find(|(name, _)| *name == text) {
        return Some(Spot::Edge(edge));
    }
    if let Some(cell) = text.parse::<Cell>().ok().filter(|cell| cell.column < columns) {
        return Some(Spot::Cell(cell));
    }
    let number = |letter| text.strip_prefix(letter)?.parse::<u8>().ok();
    number('q').map(Spot::Quadrant).or_else(|| number('p').map(Spot::Piece))
}

pub(crate) fn texts(spots: &[Spot]) -> Vec<String> {
    spots.iter().copied().map(text).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spots_come_back_from_text() {
        let cell = Spot::Cell("c3".parse().unwrap());
        let edges = Direction::ALL.map(Spot::Edge);
        for spot in [cell, Spot::Quadrant(3), Spot::Piece(0)].into_iter().chain(edges) {
            assert_eq!(parse(&text(spot), 10), Some(spot), "{spot:?}");
        }
        assert_eq!(parse("p1", 20), Some(Spot::Cell("p1".parse().unwrap())));
        for text in ["", "x", "q", "q-1", "p300", "z9", "c0", "Left"] {
            assert_eq!(parse(text, 10), None, "{text}");
        }
    }
}

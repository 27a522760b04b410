//! Threes: a direction.

use gambol::Cell;
use gambol::threes::{Swipe, Threes, Tile};

use super::broken_rule;
use crate::Paint;
use crate::board::{Board, Direction, Fact, Look, Spot, Words};

/// Blue, red, and paper with a warmer tint for higher values.
fn colour(value: u16) -> Paint {
    const PAPER: [u8; 13] = [255, 230, 229, 222, 221, 216, 215, 210, 209, 204, 203, 177, 141];
    match value {
        1 => Paint::BLUE,
        2 => Paint::from_index(204),
        _ => Paint::from_index(PAPER[usize::from((value / 3).checked_ilog2().unwrap_or(0) as u8).min(PAPER.len() - 1)]),
    }
}

const SWIPES: [(Swipe, Direction); 4] = [
    (Swipe::Left, Direction::Left),
    (Swipe::Right, Direction::Right),
    (Swipe::Up, Direction::Up),
    (Swipe::Down, Direction::Down),
];

impl Board for Threes {
    fn title(&self) -> String {
        "Threes!".to_owned()
    }

    fn cell_width(&self) -> u16 {
        6
    }

    fn swipes(&self) -> bool {
        true
    }

    fn size(&self) -> (u8, u8) {
        (4, 4)
    }

    fn look(&self, cell: Cell) -> Option<Look> {
        let value = self.tile(cell);
        (value > 0).then(|| Look::tile(colour(value), value.to_string()))
    }

    fn paths(&self, action: &str, show: &mut dyn FnMut(&[Spot])) {
        let read = action.parse::<Swipe>();
        let direction = SWIPES.into_iter().find_map(|(swipe, direction)| (read == Ok(swipe)).then_some(direction));
        if let Some(direction) = direction {
            show(&[Spot::Edge(direction)]);
        }
    }

    /// Line by line: every tile behind the first changed cell slides by one cell towards the edge.
    fn slides(&self, towards: Direction, after: &dyn Board) -> Vec<(Cell, Cell)> {
        let cell = |line: u8, place: u8| match towards {
            Direction::Left => Cell::new(place, line),
            Direction::Right => Cell::new(3 - place, line),
            Direction::Up => Cell::new(line, place),
            Direction::Down => Cell::new(line, 3 - place),
        };
        let mut slides = Vec::new();
        for line in 0..4 {
            let has_changed = |place: &u8| self.look(cell(line, *place)) != after.look(cell(line, *place));
            let Some(first) = (0..4).find(has_changed) else { continue };
            let is_tile = |place: u8| self.tile(cell(line, place)) > 0;
            if is_tile(first) {
                // The tile of a merge that is nearer the edge stays in its cell.
                slides.push((cell(line, first), cell(line, first)));
            }
            let behind = (first + 1..4).filter(|&place| is_tile(place));
            slides.extend(behind.map(|place| (cell(line, place), cell(line, place - 1))));
        }
        slides
    }

    fn refusal(&self, _: &[Spot], spot: Spot) -> Option<String> {
        let Spot::Edge(edge) = spot else { return None };
        let (swipe, _) = SWIPES.into_iter().find(|&(_, direction)| direction == edge)?;
        let name = edge.name();
        broken_rule(self, swipe).map(|rule| match rule.strip_prefix("it ") {
            Some(rule) => format!("a swipe {name} {rule}"),
            None => rule,
        })
    }

    fn spots(&self, _: &[Spot]) -> Vec<Spot> {
        Direction::ALL.map(Spot::Edge).to_vec()
    }

    fn facts(&self) -> Vec<Fact> {
        let card = |value: u16| Words::on(format!(" {value} "), colour(value));
        let mut next = vec![Words::plain("Next  ")];
        match self.hint() {
            None => {}
            Some(hint) if hint.is_bonus() && hint.candidates().next().is_none() => {
                next.push(Words::on(" + ", colour(6)));
            }
            Some(hint) => {
                let candidates: Vec<Tile> = hint.card().into_iter().chain(hint.candidates()).collect();
                for (number, tile) in candidates.iter().enumerate() {
                    if number > 0 {
                        next.push(Words::plain(" or "));
                    }
                    next.push(card(tile.value()));
                }
            }
        }
        let [ones, twos, threes] = self.deck();
        let deck = vec![
            Words::plain("Deck  "),
            card(1),
            Words::plain(format!("×{ones}  ")),
            card(2),
            Words::plain(format!("×{twos}  ")),
            card(3),
            Words::plain(format!("×{threes}")),
        ];
        vec![next, Vec::new(), deck]
    }

    fn prompt(&self, _: &[Spot]) -> &'static str {
        "Swipe: arrow keys, drag, or click an edge."
    }
}

//! Boards as text, for terminals and logs.

use std::fmt::Write as _;

use crate::board::{Direction, Fact, Piece, Spot, Words};
use crate::escape::escaped;
use crate::palette::Paint;
use crate::shown::Shown;
use gambol::registry::Position;

/// Style of a board as text.
///
/// ```
/// use gambol::registry::Registry;
/// use gambol_play::{Style, write_board};
///
/// let state = Registry::standard().start("match5")?;
/// assert!(!write_board(&state, &[], Style::Plain).contains('\u{1b}'), "no escape sequences");
/// # Ok::<(), gambol::game::TextError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Stones as letters, tiles as numbers, and marks as brackets.
    Plain,
    /// The same on coloured backgrounds, with escape sequences for terminals with 256 colours.
    Coloured,
}

impl Style {
    /// Formats a text in colours.
    fn paint(self, text: &str, ink: Option<Paint>, ground: Option<Paint>) -> String {
        let mut code = String::new();
        if self == Self::Coloured {
            for (kind, paint) in [(38, ink), (48, ground)] {
                if let Some(paint) = paint {
                    let _ = write!(code, "\x1b[{kind};5;{}m", paint.index());
                }
            }
        }
        let end = if code.is_empty() { "" } else { "\x1b[0m" };
        format!("{code}{}{end}", escaped(text))
    }

    fn line(self, fact: &Fact) -> String {
        fact.iter().map(|Words { text, ink, ground }| self.paint(text, *ink, *ground)).collect()
    }
}

/// Formats a board: the cells with their names, the hand, and the other facts. Marked spots are
/// highlighted, such as those of a hint's [action](Shown::covered).
///
/// ```
/// use gambol::registry::Registry;
/// use gambol_play::{Spot, Style, write_board};
///
/// let state = Registry::standard().position("match5", "4r4/4b4/9/9/9/9/9/9/9 r")?;
/// let text = write_board(&state, &[Spot::Cell("f1".parse()?)], Style::Plain);
/// assert!(text.lines().nth(1).unwrap().starts_with("  1  .  .  .  .  r [.]"), "{text}");
/// # Ok::<(), gambol::game::TextError>(())
/// ```
#[must_use]
pub fn write_board(position: &Position, marked: &[Spot], style: Style) -> String {
    let board = Shown::of(position);
    let mut lines: Vec<String> = Vec::new();
    if !board.is_list() {
        let edge = |direction| marked.contains(&Spot::Edge(direction));
        let width = usize::from(board.cell_width()).max(3);
        let (columns, rows) = board.size();
        let mut cells = board.cells().into_iter();
        let across = |sign: &str| format!("    {}", sign.repeat(width * usize::from(columns)));
        if edge(Direction::Up) {
            lines.push(across("^"));
        } else if !board.swipes() {
            let names = (0..columns).map(|column| format!("{:^width$}", char::from(b'a' + column % 26)));
            lines.push(format!("    {}", names.collect::<String>()).trim_end().to_owned());
        }
        for row in 0..rows {
            let name = if board.swipes() { String::new() } else { (row + 1).to_string() };
            let left = if edge(Direction::Left) { '<' } else { ' ' };
            let right = if edge(Direction::Right) { ">" } else { "" };
            let row: String = cells
                .by_ref()
                .take(usize::from(columns))
                .map(|cell| {
                    let spot = Spot::Cell(cell);
                    let mark = marked.contains(&spot);
                    let ground = if mark { Paint::HINT } else { Paint::EMPTY[usize::from(board.shade(cell) % 4)] };
                    let look = board.look(cell);
                    let text = look.as_ref().map_or(".", |look| look.text.as_str());
                    let inside = format!("{text:^width$}", width = width - 2);
                    let text = if mark { format!("[{inside}]") } else { format!(" {inside} ") };
                    match look {
                        Some(look) if look.always && !mark => style.paint(&text, Some(Paint::INK), Some(look.colour)),
                        look => style.paint(&text, Some(look.map_or(Paint::FAINT, |look| look.colour)), Some(ground)),
                    }
                })
                .collect();
            lines.push(format!("{name:>3}{left}{row}{right}").trim_end().to_owned());
        }
        if edge(Direction::Down) {
            lines.push(across("v"));
        }
        lines.push(String::new());
    }
    let hand = board.hand();
    if !hand.is_empty() {
        lines.extend(write_hand(&hand, marked, style));
    }
    lines.extend(board.facts().iter().map(|fact| style.line(fact)));
    while lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    lines.join("\n")
}

/// Formats the pieces of a hand side by side, with their numbers.
fn write_hand(hand: &[Piece], marked: &[Spot], style: Style) -> Vec<String> {
    let height = hand.iter().map(|piece| piece.rows.len()).max().unwrap_or(0);
    let width = |piece: &Piece| piece.rows.iter().map(Vec::len).max().unwrap_or(0).max(2);
    let rows = (0..height).map(|row| {
        let part = |piece: &Piece| {
            let cell = |column| {
                let filled = piece.rows.get(row).and_then(|cells| cells.get(column)).copied().unwrap_or(false);
                if filled { style.paint("x ", Some(piece.colour), None) } else { "  ".to_owned() }
            };
            format!("    {}", (0..width(piece)).map(cell).collect::<String>())
        };
        hand.iter().map(part).collect::<String>()
    });
    let numbers = hand.iter().enumerate().map(|(place, piece)| {
        let mark = marked.contains(&Spot::Piece(place as u8));
        let number = if mark { format!("[{}]", place + 1) } else { format!(" {} ", place + 1) };
        let wide = format!("{number:<width$}", width = 2 * width(piece) + 1);
        format!("   {}", if mark { style.paint(&wide, Some(Paint::CURSOR), None) } else { wide })
    });
    let numbers = numbers.collect();
    rows.chain([numbers, String::new()]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use gambol::registry::Registry;

    fn written(game: &str, position: &str, action: &str, style: Style) -> String {
        let position = Registry::standard().position(game, position).unwrap();
        write_board(&position, &Shown::of(&position).covered(action), style)
    }

    #[test]
    fn every_board_is_written_with_its_marks() {
        let cases = [
            ("match5", "4r4/4b4/9/9/9/9/9/9/9 r", "f1", "  1  .  .  .  .  r [.] .  .  .\n"),
            ("five-or-more", "a8/9/9/9/9/9/9/8b/7cd abc 12 m", "a1-c1", "  1 [a] . [.] .  .  .  .  .  .\n"),
            (
                "tenten",
                "10/10/10/1xxx6/10/10/10/10/10/10 l2nw,o2,o2 3",
                "l2nw@a1",
                "  1 [.][.] .  .  .  .  .  .  .  .\n",
            ),
            (
                "tenten",
                "10/10/10/1xxx6/10/10/10/10/10/10 l2nw,o2,o2 3",
                "l2nw@a1",
                "    x x     x x     x x \n    x       x x     x x \n   [1]",
            ),
            ("threes", "3,3,0,0/3,3,3,0/0,0,0,0/6,0,12,2 1 2,3,3 m", "L", "   <  3     3     .     .\n"),
            ("threes", "3,3,0,0/3,3,3,0/0,0,0,0/6,0,12,2 1 2,3,3 m", "U", "^^^^^^"),
            ("pentago-swap", "6/6/2w3/6/6/6 b", "a1:AB", "  1 [.] .  .  .  .  .\n"),
        ];
        for (game, position, action, part) in cases {
            let text = written(game, position, action, Style::Plain);
            assert!(text.contains(part), "{game}:\n{text}");
            assert!(!text.contains('\x1b') && !text.ends_with('\n'), "{text:?}");
            let coloured = written(game, position, action, Style::Coloured);
            assert_eq!(coloured.lines().count(), text.lines().count());
            assert!(coloured.contains("\x1b[38;5;"), "{coloured:?}");
        }
    }

    #[test]
    fn a_coloured_board_without_its_codes_is_the_plain_one() {
        let position = "a8/9/9/9/9/9/9/8b/7cd abc 12 m";
        let coloured = written("five-or-more", position, "a1-c1", Style::Coloured);
        let mut plain = String::new();
        for part in coloured.split('\x1b') {
            plain += part.split_once('m').filter(|_| part.starts_with('[')).map_or(part, |(_, rest)| rest);
        }
        let trimmed = |text: &str| text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
        assert_eq!(trimmed(&plain), trimmed(&written("five-or-more", position, "a1-c1", Style::Plain)));
    }
}

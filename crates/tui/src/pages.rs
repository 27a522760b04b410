//! Pages of text over the board: keys and rules, best scores.

use gambol_play::{Help, Paint, Score};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;

use super::draw_dialog::{middle, open};
use super::theme;

/// Maximum width of a page in columns. Longer lines are hard to read.
const WIDEST: u16 = 78;
/// Width of the border and of a column on either side of the text.
const AROUND: u16 = 4;

/// A page of text, which scrolls if it is longer than the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Page {
    pub(crate) title: String,
    /// Paragraphs, which are wrapped when drawn.
    pub(crate) text: Vec<String>,
    /// First visible line.
    from: usize,
}

impl Page {
    pub(crate) fn new(title: impl Into<String>, text: Vec<String>) -> Self {
        Self { title: title.into(), text, from: 0 }
    }

    /// Returns the box of the page, and its lines.
    fn lines(&self, area: Rect) -> (Rect, Vec<String>) {
        let width = area.width.min(WIDEST).saturating_sub(AROUND).max(1);
        let lines: Vec<String> =
            self.text.iter().flat_map(|paragraph| wrapped(paragraph, usize::from(width))).collect();
        let height = u16::try_from(lines.len() + 2).unwrap_or(u16::MAX);
        (middle(area, width + AROUND, height), lines)
    }

    /// Scrolls the page. Returns whether the key is one that scrolls.
    pub(crate) fn scroll(&mut self, code: KeyCode, area: Rect) -> bool {
        let (place, lines) = self.lines(area);
        let room = usize::from(place.height.saturating_sub(2)).max(1);
        let last = lines.len().saturating_sub(room);
        let to = match code {
            KeyCode::Up => self.from.saturating_sub(1),
            KeyCode::Down => self.from + 1,
            KeyCode::PageUp => self.from.saturating_sub(room),
            KeyCode::PageDown => self.from + room,
            KeyCode::Home => 0,
            KeyCode::End => last,
            _ => return false,
        };
        self.from = to.min(last);
        true
    }

    pub(crate) fn draw(&self, area: Rect, buffer: &mut Buffer) {
        let (place, lines) = self.lines(area);
        let room = usize::from(place.height.saturating_sub(2)).max(1);
        let more = if lines.len() > room { ": arrows scroll, Esc closes " } else { " " };
        let inner = open(place, &format!(" {}{more}", self.title), buffer);
        let from = self.from.min(lines.len().saturating_sub(room));
        for (y, line) in (inner.top()..inner.bottom()).zip(&lines[from..]) {
            let width = usize::from(inner.width).saturating_sub(1);
            buffer.set_stringn(inner.x + 1, y, line, width, theme::ink(Paint::BRIGHT));
        }
    }
}

/// Wraps a paragraph between words to this width. A paragraph that begins with a blank is a line of
/// a table and stays unchanged.
pub(crate) fn wrapped(paragraph: &str, width: usize) -> Vec<String> {
    if paragraph.starts_with(' ') || paragraph.is_empty() {
        return vec![paragraph.to_owned()];
    }
    let mut lines: Vec<String> = Vec::new();
    for word in paragraph.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Returns the rules of a game, with its settings.
pub(crate) fn rules(info: &gambol::registry::GameInfo) -> Vec<String> {
    let mut text: Vec<String> = info.rules.lines().map(str::to_owned).collect();
    if text.is_empty() {
        text.push(info.about.clone());
    }
    text
}

/// Creates the page of a game's best scores.
pub(crate) fn scores(game: &str, scores: &[Score]) -> Page {
    let mut text = vec![format!(" {:>3}{:>10}  {:<10}{:>7}{:>12}  {}", "", "points", "date", "moves", "seed", "help")];
    text.extend((1..).zip(scores).map(|(place, score)| {
        let number = |number: Option<u64>| number.map_or_else(|| "-".to_owned(), |number| number.to_string());
        let date = if score.date.is_empty() { "-" } else { &score.date };
        let (points, moves, seed) = (score.score, number(score.moves), number(score.seed));
        let line = format!(" {place:>3}{points:>10}  {date:<10}{moves:>7}{seed:>12}  {}", help(score.help));
        line.trim_end().to_owned()
    }));
    if scores.is_empty() {
        text = vec!["No game has been completed yet.".to_owned()];
    }
    Page::new(format!("Ten best scores of {game}"), text)
}

/// Returns a short name of the help.
pub(crate) const fn help(help: Help) -> &'static str {
    match help {
        Help::None => "",
        Help::Hint => "hints",
        Help::Luck => "chance undone",
        Help::Agent => "an agent moved",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_are_broken_between_words() {
        assert_eq!(wrapped("one two three", 7), ["one two", "three"]);
        assert_eq!(wrapped("incomprehensibilities go", 5), ["incomprehensibilities", "go"]);
        assert_eq!(wrapped("", 5), [""]);
        assert_eq!(wrapped("  a table's line", 5), ["  a table's line"]);
    }

    #[test]
    fn a_page_scrolls_to_its_ends_and_no_further() {
        let area = Rect::new(0, 0, 20, 6);
        let mut page = Page::new("t", (0..10).map(|line| line.to_string()).collect());
        let shown = |page: &Page| {
            let mut buffer = Buffer::empty(area);
            page.draw(area, &mut buffer);
            (1..5).map(|y| buffer[(2, y)].symbol().to_owned()).collect::<String>()
        };
        assert_eq!(shown(&page), "0123");
        for (code, text) in [
            (KeyCode::Down, "1234"),
            (KeyCode::PageDown, "5678"),
            (KeyCode::PageDown, "6789"),
            (KeyCode::Down, "6789"),
            (KeyCode::Home, "0123"),
            (KeyCode::Up, "0123"),
            (KeyCode::End, "6789"),
            (KeyCode::PageUp, "2345"),
        ] {
            assert!(page.scroll(code, area));
            assert_eq!(shown(&page), text, "{code:?}");
        }
        assert!(!page.scroll(KeyCode::Enter, area));
        // A page that fits does not scroll.
        assert!(page.scroll(KeyCode::End, Rect::new(0, 0, 80, 24)));
        assert_eq!(page.from, 0);
    }
}

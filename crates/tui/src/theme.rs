//! Colours and words of boards, for ratatui.

use gambol_play::{Fact, Paint, Words};
use ratatui::style::{Color, Style};
use ratatui::text::{Line, Span};

/// A colour of the palette, by its number.
pub(crate) const fn colour(paint: Paint) -> Color {
    Color::Indexed(paint.index())
}

/// Text of this colour.
pub(crate) const fn ink(paint: Paint) -> Style {
    Style::new().fg(colour(paint))
}

/// Text of one colour on another.
pub(crate) const fn on(ink: Paint, ground: Paint) -> Style {
    Style::new().fg(colour(ink)).bg(colour(ground))
}

/// A line of words.
pub(crate) fn line(fact: Fact) -> Line<'static> {
    let span = |Words { text, ink, ground }| {
        let style = Style { fg: ink.map(colour), bg: ground.map(colour), ..Style::new() };
        Span::styled(text, style)
    };
    fact.into_iter().map(span).collect()
}

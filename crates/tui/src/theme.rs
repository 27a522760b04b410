//! Colours and text of boards, for ratatui.

use gambol_play::{Fact, Paint, Words};
use ratatui::style::{Color, Style};
use ratatui::text::{Line, Span};

/// Converts a colour of the palette, by its index.
pub(crate) const fn colour(paint: Paint) -> Color {
    Color::Indexed(paint.index())
}

/// Returns the style of text in this colour.
pub(crate) const fn ink(paint: Paint) -> Style {
    Style::new().fg(colour(paint))
}

/// Returns the style of text in one colour on another.
pub(crate) const fn on(ink: Paint, ground: Paint) -> Style {
    Style::new().fg(colour(ink)).bg(colour(ground))
}

/// Converts a line of text.
pub(crate) fn line(fact: Fact) -> Line<'static> {
    let span = |Words { text, ink, ground }| {
        let style = Style { fg: ink.map(colour), bg: ground.map(colour), ..Style::new() };
        Span::styled(text, style)
    };
    fact.into_iter().map(span).collect()
}

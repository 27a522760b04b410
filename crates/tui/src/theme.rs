//! Colours, of the 256 that nearly every terminal has.

use ratatui::style::Color;

/// The shades of empty cells: two, and two lighter ones for boards of several parts.
pub(crate) const EMPTY: [Color; 4] =
    [Color::Indexed(235), Color::Indexed(237), Color::Indexed(239), Color::Indexed(241)];
/// A spot that can be picked next.
pub(crate) const TARGET: Color = Color::Indexed(22);
/// A spot that has been picked.
pub(crate) const PICKED: Color = Color::Indexed(25);
/// Where the cursor is.
pub(crate) const CURSOR: Color = Color::Indexed(178);
/// The cells that a piece would cover.
pub(crate) const GHOST: Color = Color::Indexed(71);
/// The cells that it would cover if it fitted.
pub(crate) const MISFIT: Color = Color::Indexed(95);
/// What the hint says.
pub(crate) const HINT: Color = Color::Indexed(54);
/// What decided the game.
pub(crate) const DECISIVE: Color = Color::Indexed(220);
/// Words that matter less.
pub(crate) const FAINT: Color = Color::Indexed(245);
/// Words that matter.
pub(crate) const BRIGHT: Color = Color::Indexed(255);
/// What went wrong.
pub(crate) const WRONG: Color = Color::Indexed(210);
/// Dialogs.
pub(crate) const DIALOG: Color = Color::Indexed(236);
/// Text on bright ground.
pub(crate) const INK: Color = Color::Indexed(233);

/// Colours for stones, well apart from each other; more than these repeat.
const STONES: [Color; 12] = [
    Color::Indexed(196),
    Color::Indexed(40),
    Color::Indexed(33),
    Color::Indexed(226),
    Color::Indexed(201),
    Color::Indexed(51),
    Color::Indexed(208),
    Color::Indexed(252),
    Color::Indexed(99),
    Color::Indexed(130),
    Color::Indexed(107),
    Color::Indexed(218),
];

/// The colour of stones with this number.
pub(crate) fn stone(number: usize) -> Color {
    STONES[number % STONES.len()]
}

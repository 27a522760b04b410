//! Colours of boards and screens.

use std::fmt;

/// A colour: one of the 256 that nearly every terminal supports.
///
/// ```
/// use gambol_play::Paint;
/// assert_eq!(Paint::BLUE.index(), 39);
/// assert_eq!(Paint::BLUE.rgb(), [0, 175, 255]);
/// assert_eq!(Paint::BLUE.to_string(), "#00afff");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Paint(u8);

impl Paint {
    /// Shades of empty cells: two, and two lighter ones for boards of several parts.
    pub const EMPTY: [Self; 4] = [Self(235), Self(237), Self(239), Self(241)];
    /// A spot that can be picked next.
    pub const TARGET: Self = Self(22);
    /// A spot that has been picked.
    pub const PICKED: Self = Self(25);
    /// The cursor.
    pub const CURSOR: Self = Self(178);
    /// Cells that a piece would cover.
    pub const GHOST: Self = Self(71);
    /// Cells that a piece would cover, where it does not fit.
    pub const MISFIT: Self = Self(95);
    /// The action of a hint.
    pub const HINT: Self = Self(54);
    /// Cells that decided the game.
    pub const DECISIVE: Self = Self(220);
    /// Secondary text.
    pub const FAINT: Self = Self(245);
    /// Emphasised text.
    pub const BRIGHT: Self = Self(255);
    /// Error messages.
    pub const WRONG: Self = Self(210);
    /// Background of dialogs.
    pub const DIALOG: Self = Self(236);
    /// Text on a bright background.
    pub const INK: Self = Self(233);

    /// The red side of a two-player game.
    pub const RED: Self = Self(196);
    /// The blue side.
    pub const BLUE: Self = Self(39);
    /// The white side.
    pub const WHITE: Self = Self(255);
    /// The black side.
    pub const BLACK: Self = Self(130);
    /// The side that moves first, in a game that defines no colours.
    pub const FIRST: Self = Self(203);
    /// The other side.
    pub const SECOND: Self = Self(75);
    /// Tiles without a specific colour.
    pub const TILE: Self = Self(250);
    /// Filled cells of one colour.
    pub const FILLED: Self = Self(74);

    /// Easily distinguishable colours of stones.
    const STONES: [Self; 12] = [
        Self(196),
        Self(40),
        Self(33),
        Self(226),
        Self(201),
        Self(51),
        Self(208),
        Self(252),
        Self(99),
        Self(130),
        Self(107),
        Self(218),
    ];

    /// Returns the colour with this index in a terminal's palette of 256.
    #[must_use]
    pub const fn from_index(index: u8) -> Self {
        Self(index)
    }

    /// Returns the colour of the stones with this number; colours repeat after twelve.
    #[must_use]
    pub const fn stone(number: usize) -> Self {
        Self::STONES[number % Self::STONES.len()]
    }

    /// Returns the index in a terminal's palette of 256.
    #[must_use]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// Returns red, green and blue, as in the default palette of terminals.
    #[must_use]
    pub const fn rgb(self) -> [u8; 3] {
        const SYSTEM: [[u8; 3]; 16] = [
            [0, 0, 0],
            [128, 0, 0],
            [0, 128, 0],
            [128, 128, 0],
            [0, 0, 128],
            [128, 0, 128],
            [0, 128, 128],
            [192, 192, 192],
            [128, 128, 128],
            [255, 0, 0],
            [0, 255, 0],
            [255, 255, 0],
            [0, 0, 255],
            [255, 0, 255],
            [0, 255, 255],
            [255, 255, 255],
        ];
        // After the sixteen system colours: a cube of six levels, then greys.
        const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
        match self.0 {
            0..=15 => SYSTEM[self.0 as usize],
            16..=231 => {
                let cube = (self.0 - 16) as usize;
                [LEVELS[cube / 36], LEVELS[cube / 6 % 6], LEVELS[cube % 6]]
            }
            232..=255 => [8 + 10 * (self.0 - 232); 3],
        }
    }
}

/// Formats the colour as in CSS: `#rrggbb`.
impl fmt::Display for Paint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, green, blue] = self.rgb();
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_those_of_terminals() {
        let known = [(15, "#ffffff"), (16, "#000000"), (21, "#0000ff"), (196, "#ff0000"), (231, "#ffffff")];
        for (index, css) in known.into_iter().chain([(232, "#080808"), (244, "#808080"), (255, "#eeeeee")]) {
            assert_eq!(Paint::from_index(index).to_string(), css, "{index}");
        }
    }

    #[test]
    fn stones_differ_and_repeat() {
        let all: std::collections::HashSet<Paint> = (0..12).map(Paint::stone).collect();
        assert_eq!(all.len(), 12);
        assert_eq!(Paint::stone(12), Paint::stone(0));
    }
}

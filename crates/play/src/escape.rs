//! Untrusted text for terminals.

use std::fmt::{self, Write as _};

/// Whether a character is invisible or changes the display of others: control characters, line
/// breaks, bidirectional overrides, unassigned characters.
///
/// ```
/// use gambol_play::is_hidden;
/// assert!("\u{1b}\n\r\t\u{9b}\u{202e}\u{200b}".chars().all(is_hidden));
/// assert!(!"a1/½–é棋 `'\"\\".chars().any(is_hidden));
/// ```
#[must_use]
pub fn is_hidden(character: char) -> bool {
    if character.is_ascii() {
        return character.is_ascii_control();
    }
    // The standard library does not export character categories, but it escapes unprintable
    // characters. It escapes combining marks, too, unless they follow another character.
    let mut text = [b'a'; 5];
    let length = 1 + character.encode_utf8(&mut text[1..]).len();
    std::str::from_utf8(&text[..length]).is_ok_and(|text| text.escape_debug().nth(1) == Some('\\'))
}

/// Escapes untrusted text for one line of a terminal: [hidden](is_hidden) characters become escapes
/// like `\u{1b}` and `\n`; all others are unchanged.
///
/// ```
/// use gambol_play::escaped;
/// assert_eq!(escaped("it's \u{1b}[31mred\n").to_string(), r"it's \u{1b}[31mred\n");
/// ```
#[must_use]
pub fn escaped(text: &str) -> Escaped<'_> {
    Escaped(text)
}

/// Return type of [`escaped`]; its `Display` form is the escaped text.
///
/// ```
/// use gambol_play::{Escaped, escaped};
///
/// let shown: Escaped<'_> = escaped("a\tb");
/// assert_eq!(shown.to_string(), r"a\tb");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Escaped<'a>(&'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|character| {
            if is_hidden(character) { write!(f, "{}", character.escape_debug()) } else { f.write_char(character) }
        })
    }
}

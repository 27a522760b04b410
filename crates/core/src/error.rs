//! Error types for invalid actions, outcomes and text.

use alloc::borrow::Cow;
use alloc::string::String;

/// Error returned for an action or an outcome that is illegal in a state.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/doc/nim.rs")); }
/// # use nim::*;
/// use gambol_core::GameExt;
///
/// let mut nim = Nim { matches: 2, to_move: Player::First };
/// let error = nim.try_play(3).unwrap_err();
/// assert_eq!((error.event(), error.rule()), ("3", "it is not among the legal actions"));
/// assert_eq!(nim.matches, 2, "the state is as it was");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{event} is illegal: {rule}")]
pub struct Illegal {
    event: String,
    rule: Cow<'static, str>,
}

impl Illegal {
    /// Creates an error for an event that breaks a rule. The rule is a clause that can follow a
    /// colon: `there is no stone on c3`.
    pub fn new(event: impl Into<String>, rule: impl Into<Cow<'static, str>>) -> Self {
        Self { event: event.into(), rule: rule.into() }
    }

    /// Returns the action or outcome, as text.
    pub fn event(&self) -> &str {
        &self.event
    }

    /// Returns the broken rule.
    pub fn rule(&self) -> &str {
        &self.rule
    }
}

/// Error returned when a text, such as that of a state, an action or an outcome, cannot be parsed.
///
/// ```
/// use gambol_core::{Cell, TextError};
///
/// let error: TextError = "c0".parse::<Cell>().unwrap_err();
/// assert_eq!(error.to_string(), "cell `c0`: rows count from 1");
/// assert_eq!((error.what(), error.text(), error.reason()), ("cell", "c0", "rows count from 1"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what} `{text}`: {reason}")]
pub struct TextError {
    kind: TextErrorKind,
    what: Cow<'static, str>,
    text: String,
    reason: Cow<'static, str>,
}

/// Kind of a [`TextError`].
///
/// ```
/// use gambol_core::{TextError, TextErrorKind};
///
/// let error = TextError::new("agent", "deep-thought", "its weights are not loaded");
/// assert_eq!(error.kind(), TextErrorKind::Invalid);
/// assert_eq!(error.of_kind(TextErrorKind::Unavailable).kind(), TextErrorKind::Unavailable);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TextErrorKind {
    /// The text is malformed, or its value is out of range.
    #[default]
    Invalid,
    /// The text is an unknown name.
    Unknown,
    /// The text is valid, but names something that this program was built without or has not
    /// loaded.
    Unavailable,
}

/// Maximum length of a text in messages: an error is one line.
const SHOWN: usize = 120;

impl TextError {
    /// Creates an error of the kind [`TextErrorKind::Invalid`] for a text that was parsed as
    /// `what`. The reason is a clause that can follow a colon.
    pub fn new(what: impl Into<Cow<'static, str>>, text: &str, reason: impl Into<Cow<'static, str>>) -> Self {
        let is_plain = |byte| matches!(byte, b' '..=b'~') && !matches!(byte, b'"' | b'\'' | b'\\');
        let shown = if text.len() <= SHOWN && text.bytes().all(is_plain) {
            // Most texts, and much faster.
            String::from(text)
        } else {
            let mut shown: String = text.escape_debug().take(SHOWN + 1).collect();
            if shown.chars().count() > SHOWN {
                shown.pop();
                shown.push('…');
            }
            shown
        };
        Self { kind: TextErrorKind::Invalid, what: what.into(), text: shown, reason: reason.into() }
    }

    /// The same error of another kind.
    #[must_use]
    pub fn of_kind(self, kind: TextErrorKind) -> Self {
        Self { kind, ..self }
    }

    /// Returns the kind of the error.
    pub fn kind(&self) -> TextErrorKind {
        self.kind
    }

    /// Returns the invalid part, such as `row 3`, `score` or `action`.
    pub fn what(&self) -> &str {
        &self.what
    }

    /// Returns the parsed text, with control characters escaped and cut if it is long.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the reason.
    pub fn reason(&self) -> &str {
        &self.reason
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn messages_name_what_is_wrong() {
        assert_eq!(Illegal::new("a1-a2", "a2 is taken").to_string(), "a1-a2 is illegal: a2 is taken");
        assert_eq!(TextError::new("score", "ten", "not a number").to_string(), "score `ten`: not a number");
    }

    /// Every text is shown as if it were escaped letter by letter.
    #[test]
    fn plain_texts_are_shown_as_they_are_and_others_escaped() {
        for code in 0..=u8::MAX {
            let text = alloc::format!("a{}", char::from(code));
            let escaped: String = text.escape_debug().collect();
            assert_eq!(TextError::new("cell", &text, "").text(), escaped);
        }
        let longest = "x".repeat(SHOWN);
        assert_eq!(TextError::new("cell", &longest, "").text(), longest);
        assert_eq!(TextError::new("cell", &(longest.clone() + "x"), "").text(), longest + "…");
    }

    #[test]
    fn messages_stay_on_one_line() {
        let error = TextError::new("rows", &"9\n".repeat(500), "too many rows");
        assert!(!error.to_string().contains('\n'));
        assert!(error.to_string().chars().count() < 200);
    }
}

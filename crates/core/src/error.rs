//! What can be wrong with what a caller hands in.

use alloc::borrow::Cow;
use alloc::string::String;

/// An action or an outcome that the rules do not allow here.
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
    /// Says that `event` breaks `rule`. The rule is a clause that can follow a colon:
    /// `there is no stone on c3`.
    pub fn new(event: impl Into<String>, rule: impl Into<Cow<'static, str>>) -> Self {
        Self { event: event.into(), rule: rule.into() }
    }

    /// The action or outcome, as text.
    pub fn event(&self) -> &str {
        &self.event
    }

    /// The rule it breaks.
    pub fn rule(&self) -> &str {
        &self.rule
    }
}

/// A text that is not what it should be: a state, an action, an outcome or a part of one.
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
    what: Cow<'static, str>,
    text: String,
    reason: Cow<'static, str>,
}

/// Longer texts are cut in messages: an error is one line.
const SHOWN: usize = 120;

impl TextError {
    /// Says that `text`, read as `what`, is wrong, and why. The reason is a clause that can follow
    /// a colon.
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
        Self { what: what.into(), text: shown, reason: reason.into() }
    }

    /// Which part is wrong: `row 3`, `score`, `action`.
    pub fn what(&self) -> &str {
        &self.what
    }

    /// The text that was read, control characters escaped and cut if it is long.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Why it is refused.
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

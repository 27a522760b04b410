//! Tests of parsers on texts that may be invalid.

use std::fmt::Display;
use std::str::FromStr;

use gambol_core::{GameExt, Notation, Seed};

/// Asserts that a text is refused, or parses to a value whose text parses to an equal value.
/// Returns the value.
///
/// For texts from proptest, such as `any::<String>()` or texts of the letters of a form: a parser
/// must not panic on any input.
///
/// # Panics
///
/// Panics if the parser panics, or if the text of the value is refused or parses to another value.
///
/// ```
/// use gambol_conformance::assert_text;
/// use gambol_core::Cell;
///
/// assert_eq!(assert_text::<Cell>("c4"), Some(Cell::new(2, 3)));
/// assert_eq!(assert_text::<Cell>("4c"), None);
/// ```
#[track_caller]
pub fn assert_text<T: FromStr + Display + PartialEq>(text: &str) -> Option<T> {
    let value: T = text.parse().ok()?;
    let written = value.to_string();
    let is_equal = written.parse::<T>().is_ok_and(|read| read == value);
    assert!(is_equal, "`{text}` parses, but `{written}`, the text of its value, does not parse to an equal value");
    Some(value)
}

/// Asserts that the text of a state is refused, or parses to a state that can be played: in a
/// random game of up to `plies` events from it, the text of every state parses to the same state.
///
/// # Panics
///
/// Panics if the parser or the game panics, or if a text is refused or parses to another state.
///
/// ```
/// use core::{fmt, ops::ControlFlow, str::FromStr};
/// use gambol_conformance::assert_position;
/// use gambol_core::{Game, NoChance, Player, Seed, TextError, Turn};
///
/// /// A number that is counted down to 0, and its text.
/// #[derive(Clone, Debug, PartialEq, Eq, Hash)]
/// struct Countdown(u8);
/// # impl Game for Countdown {
/// #     type Action = u8;
/// #     type Outcome = NoChance;
/// #     const PLAYERS: usize = 1;
/// #     fn turn(&self) -> Turn {
/// #         if self.0 == 0 { Turn::Over } else { Turn::Player(Player::First) }
/// #     }
/// #     fn score(&self) -> i64 { 0 }
/// #     fn visit_actions<F>(&self, visit: F) -> ControlFlow<()>
/// #     where
/// #         F: FnMut(u8) -> ControlFlow<()>,
/// #     {
/// #         (1..=self.0.min(3)).try_for_each(visit)
/// #     }
/// #     fn visit_outcomes<F>(&self, _: F) -> ControlFlow<()>
/// #     where
/// #         F: FnMut(NoChance, f64) -> ControlFlow<()>,
/// #     {
/// #         ControlFlow::Continue(())
/// #     }
/// #     fn play(&mut self, action: u8) { self.0 -= action; }
/// #     fn resolve(&mut self, outcome: NoChance) { match outcome {} }
/// # }
///
/// impl fmt::Display for Countdown {
///     fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
///         self.0.fmt(f)
///     }
/// }
///
/// impl FromStr for Countdown {
///     type Err = TextError;
///
///     fn from_str(text: &str) -> Result<Self, TextError> {
///         text.parse()
///             .map(Self)
///             .map_err(|_| TextError::new("number", text, "it is from 0 to 255"))
///     }
/// }
///
/// // Texts are refused or played, without panics.
/// ["9", "-1", "256", "nonsense", ""]
///     .map(|text| assert_position::<Countdown>(text, 20, Seed::new(1)));
/// ```
#[track_caller]
pub fn assert_position<G: Notation>(text: &str, plies: u32, seed: Seed) {
    let Some(mut state) = assert_text::<G>(text) else { return };
    let mut rng = seed.rng();
    for _ in 0..plies {
        if state.random_step(&mut rng).is_none() {
            break;
        }
        let written = state.to_string();
        let read = written.parse::<G>();
        assert!(
            read.is_ok_and(|read| read == state),
            "`{written}`, reached from `{text}`, does not parse to the same state"
        );
    }
}

//! Texts that may be wrong: refused, or read as what they say.

use std::fmt::Display;
use std::str::FromStr;

use gambol_core::{GameExt, Notation, Seed};

/// Asserts that a text is refused, or read as a value whose own text is read as the same. Returns
/// the value.
///
/// For texts that proptest makes, such as `any::<String>()` or texts of the letters of your form: a
/// parser shall not panic, whatever it is given.
///
/// # Panics
///
/// If the parser panics, or the text of the value is refused or read as another.
///
/// ```
/// use gambol_conformance::assert_text;
/// use gambol_core::Cell;
///
/// assert_eq!(assert_text::<Cell>("c4"), Some(Cell::new(2, 3)));
/// assert_eq!(assert_text::<Cell>("4c"), None);
/// ```
#[track_caller]
pub fn assert_text<T: FromStr + Display>(text: &str) -> Option<T> {
    let value: T = text.parse().ok()?;
    let written = value.to_string();
    let read = written.parse::<T>().ok().map(|value| value.to_string());
    assert_eq!(read.as_deref(), Some(written.as_str()), "`{text}` is read, but its own text is not");
    Some(value)
}

/// Asserts that the text of a state is refused, or read as a state that can be played: in every
/// state of a random game of up to `plies` events from it, the text is read as the same state.
///
/// # Panics
///
/// If the parser or the game panics, or a text is refused or read as another state.
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
/// #     fn turn(&self) -> Turn { if self.0 == 0 { Turn::Over } else { Turn::Player(Player::First) } }
/// #     fn score(&self) -> i64 { 0 }
/// #     fn visit_actions<F: FnMut(u8) -> ControlFlow<()>>(&self, visit: F) -> ControlFlow<()> { (1..=self.0.min(3)).try_for_each(visit) }
/// #     fn visit_outcomes<F: FnMut(NoChance, f64) -> ControlFlow<()>>(&self, _: F) -> ControlFlow<()> { ControlFlow::Continue(()) }
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
/// // Refused, or played: nothing panics.
/// ["9", "-1", "256", "nonsense", ""]
///     .map(|text| assert_position::<Countdown>(text, 20, Seed::new(1)));
/// ```
#[track_caller]
pub fn assert_position<G: Notation>(text: &str, plies: u32, seed: Seed) {
    let Some(mut state) = assert_text::<G>(text) else { return };
    let mut rng = seed.rng();
    for _ in 0..plies {
        let written = state.to_string();
        let read = written.parse::<G>();
        assert!(read.is_ok_and(|read| read == state), "`{written}`, reached from `{text}`, does not come back");
        if state.random_step(&mut rng).is_none() {
            break;
        }
    }
}

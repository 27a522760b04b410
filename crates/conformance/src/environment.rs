//! Numbers from environment variables, for long runs.

use std::env;
use std::str::FromStr;

/// The number in a variable; `None` if it is not set.
///
/// # Panics
///
/// Panics if it is set but not a number.
pub(crate) fn number<T: FromStr>(name: &str) -> Option<T> {
    let text = env::var_os(name)?;
    match text.to_str().and_then(|text| text.parse().ok()) {
        Some(number) => Some(number),
        None => panic!("{name} is not a number: {}", text.display()),
    }
}

//! Numbers that the environment sets for a long run.

use std::env;
use std::str::FromStr;

/// The number in a variable, if it is set.
///
/// # Panics
///
/// If it is set to something else than a number.
pub(crate) fn number<T: FromStr>(name: &str) -> Option<T> {
    let text = env::var_os(name)?;
    match text.to_str().and_then(|text| text.parse().ok()) {
        Some(number) => Some(number),
        None => panic!("{name} is not a number: {}", text.display()),
    }
}

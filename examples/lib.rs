//! The code blocks of pages of `docs/` are tests.

/// Actions as indices and states as planes.
#[cfg(doctest)]
#[doc = include_str!("../docs/encoding.md")]
struct Encoding;

/// Searches in a browser.
#[cfg(doctest)]
#[doc = include_str!("../docs/web.md")]
struct Web;

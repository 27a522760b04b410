//! Reports of skipped tests.

use std::io::Write;

/// Reports that the calling test is skipped, and why. Writes to standard error directly, because
/// the output of `println!` is hidden for tests that pass. `.ci/run` searches for these lines.
pub(crate) fn skip(why: &str) {
    let thread = std::thread::current();
    let test = thread.name().unwrap_or("a test");
    // A closed standard error is not a failure.
    let _ = writeln!(std::io::stderr(), "skipped: {test}: {why}");
}

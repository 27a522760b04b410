//! What a test says that cannot be run here.

use std::io::Write;

/// Says that the test that calls this is skipped, and why. To standard error itself: what is
/// printed by `println!` is not shown of tests that pass. `.ci/run` looks for these lines.
pub(crate) fn skip(why: &str) {
    let thread = std::thread::current();
    let test = thread.name().unwrap_or("a test");
    // Whoever does not want to hear it need not.
    let _ = writeln!(std::io::stderr(), "skipped: {test}: {why}");
}

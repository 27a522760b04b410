//! Files of records without what differs from run to run.

use std::path::Path;

/// A file of records without what differs from run to run: the times.
pub(crate) fn records(path: &Path) -> String {
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let timeless = |line: &str| {
        let (rest, time) = line.rsplit_once(",\"time_us\":").expect("a record ends with its time");
        assert!(time.trim_end_matches('}').parse::<u64>().is_ok(), "{line}");
        rest.to_owned()
    };
    let mut lines = text.lines();
    let header = lines.next().expect("a header").to_owned();
    [header].into_iter().chain(lines.map(timeless)).collect::<Vec<_>>().join("\n")
}

//! Files of records without the fields that vary between runs.

use std::path::Path;

use gambol_arena::{Header, Record};

/// Returns the records without the fields that vary between runs: times and processes.
pub(crate) fn records(path: &Path) -> String {
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    // The hash of a line depends on the times, too.
    let hashless = |line: &str| line.split_once(",\"hash\":").expect("a line has a hash").0.to_owned() + "}";
    let timeless = |line: &str| {
        let record: Record = serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        let line = hashless(line);
        assert_eq!(serde_json::to_string(&record).expect("a record has a text"), line, "nothing is lost by reading it");
        serde_json::to_string(&record.without_time()).expect("a record has a text")
    };
    let mut lines = text.lines();
    let line = lines.next().expect("a header");
    let header: Header = serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"));
    assert_eq!(serde_json::to_string(&header).expect("a header has a text"), hashless(line));
    assert!(!header.provenance.is_empty(), "it says who played: {line}");
    let header = serde_json::to_string(&header.without_provenance()).expect("a header has a text");
    [header].into_iter().chain(lines.map(timeless)).collect::<Vec<_>>().join("\n")
}

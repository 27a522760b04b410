//! Files of records without what differs from run to run.

use std::path::Path;

use gambol_arena::Record;

/// A file of records without what differs from run to run: the times.
pub(crate) fn records(path: &Path) -> String {
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let timeless = |line: &str| {
        let record: Record = serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        // The hash of the line depends on the times, too.
        let line = line.split_once(",\"hash\":").expect("a line has a hash").0.to_owned() + "}";
        assert_eq!(serde_json::to_string(&record).expect("a record has a text"), line, "nothing is lost by reading it");
        serde_json::to_string(&record.without_time()).expect("a record has a text")
    };
    let mut lines = text.lines();
    let header = lines.next().expect("a header").to_owned();
    [header].into_iter().chain(lines.map(timeless)).collect::<Vec<_>>().join("\n")
}

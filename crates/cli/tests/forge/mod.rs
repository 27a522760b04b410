//! Forged files of records: altered contents with valid hashes.

use std::path::Path;

use gambol_arena::{Header, Reader, Record, write_records};

/// Alters the contents of a file, and writes it with matching hashes.
pub(crate) fn forge(path: &Path, alter: impl FnOnce(&mut Header, &mut Vec<Record>)) {
    let reader = Reader::open(path).expect("a sound file").expect("a header");
    let mut header = reader.header().clone();
    let mut records: Vec<Record> = reader.map(|located| located.expect("a sound line").record).collect();
    alter(&mut header, &mut records);
    write_records(path, &header, &records).expect("it can be written");
}

/// Returns a header whose plan has another, possibly invalid, value of a field, with a matching
/// hash.
pub(crate) fn with(header: &Header, field: &str, value: impl Into<serde_json::Value>) -> Header {
    let mut plan = serde_json::to_value(&header.plan).expect("JSON");
    plan[field] = value.into();
    Header::new(&header.gambol, serde_json::from_value(plan).expect("a plan"), header.shard)
}

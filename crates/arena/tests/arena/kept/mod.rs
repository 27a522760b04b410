//! Reading and writing of files of records in tests.

use std::fs;
use std::path::{Path, PathBuf};

use gambol_arena::{FileError, Header, MergeError, Merged, Opened, Plan, Record, Writer};

use crate::common::{START, records};

pub(crate) fn header(plan: Plan, shard: &str) -> Header {
    Header::new("1.0", plan, shard.parse().unwrap())
}

/// The name of a file while it is being written.
pub(crate) fn partial(path: &Path) -> PathBuf {
    path.with_extension("jsonl.partial")
}

/// Replays the game of a record, if it was recorded.
pub(crate) fn verify(plan: &Plan, record: &Record) -> Result<(), String> {
    record.verify(plan, START)
}

pub(crate) fn open(path: &Path, header: &Header, resume: bool) -> Result<Opened, FileError> {
    Writer::open(path, header, resume, &verify)
}

pub(crate) fn merge(paths: &[PathBuf]) -> Result<Merged, MergeError> {
    Merged::read(paths, &verify)
}

/// Writes the records of a shard up to game `stop`, and leaves the rest to a later call.
pub(crate) fn write(path: &Path, header: &Header, resume: bool, stop: u64) -> Result<bool, String> {
    let mut writer = match open(path, header, resume).map_err(|error| error.to_string())? {
        Opened::Whole(_) => return Ok(true),
        Opened::Due(writer) => writer,
    };
    for record in records(&header.plan, header.shard, 2) {
        if Some(record.index) == writer.course().next() && record.index < stop {
            writer.add(&record).map_err(|error| error.to_string())?;
        }
    }
    if writer.course().next().is_some() {
        return Ok(false);
    }
    writer.finish().map(|_| false).map_err(|error| error.to_string())
}

pub(crate) fn whole(folder: &Path, plan: &Plan) -> String {
    let path = folder.join("whole.jsonl");
    write(&path, &header(plan.clone(), "1/1"), false, u64::MAX).unwrap();
    fs::read_to_string(path).unwrap()
}

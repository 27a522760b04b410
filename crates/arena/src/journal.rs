//! Files of settings and results that can be continued after a stop.

use std::fmt::Display;
use std::fs::File;
use std::hash::Hasher;
use std::io::{BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use gambol_core::StableHasher;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::file::{FileError, unreadable};
use crate::line::{self, LONGEST_HEADER, Line};
use crate::lock::open_locked;
use crate::whole::{destination, sync_folder};

/// A file of JSON lines that grows with the results: a line of settings, then one for each entry,
/// both JSON objects of at most 1 MiB.
///
/// It has the safeguards of files of [records](crate#files-of-records): a hash ends each line, a
/// truncated last line is removed, and the file is locked against a second process. Every line is
/// on disk before [`add`](Self::add) returns.
///
/// ```
/// use gambol_arena::Journal;
/// use serde_json::json;
///
/// # let folder = std::env::temp_dir().join(format!("gambol-journal-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// # let path = folder.join("journal.jsonl");
/// let settings = json!({"seed": 1});
/// let (mut journal, entries) = Journal::open::<serde_json::Value>(&path, &settings, true)?;
/// assert!(entries.is_empty());
/// journal.add(&json!({"value": 0.5}))?;
/// drop(journal); // as if the process was killed
///
/// let (_, entries) = Journal::open::<serde_json::Value>(&path, &settings, true)?;
/// assert_eq!(entries, [json!({"value": 0.5})]);
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    /// Key of the settings.
    key: u64,
    /// Number of entries.
    entries: u64,
}

impl Journal {
    /// Creates a file, or continues one if `resume`. Returns the journal and the existing entries.
    ///
    /// # Errors
    ///
    /// Fails if the file exists and `resume` is false, if it has other settings, is damaged or is
    /// being written by another process, if the path is not a regular file, or with an error of the
    /// operating system.
    pub fn open<T: DeserializeOwned>(
        path: &Path,
        settings: &impl Serialize,
        resume: bool,
    ) -> Result<(Self, Vec<T>), FileError> {
        let path = &destination(path)?;
        let refuse = |reason: &dyn Display| FileError::new(path, reason);
        let broken = |error: std::io::Error| FileError::new(path, error);
        let exists = "the file exists; continue it with --resume";
        if !resume && path.exists() {
            return Err(refuse(&exists));
        }
        let due = serde_json::to_value(settings).map_err(|error| refuse(&error))?;
        let head = line::seal(0, settings, LONGEST_HEADER).map_err(broken)?;
        let mut file = open_locked(path)?;
        let mut journal = BufReader::new(file.try_clone().map_err(broken)?);
        let key = key(&head);
        let (mut entries, mut end) = (Vec::new(), 0);
        let first = line::read(&mut journal, LONGEST_HEADER).map_err(|error| unreadable(path, 1, &error))?;
        match first {
            // Another process has created it since.
            Line::Whole(_) | Line::Torn(_) if !resume => return Err(refuse(&exists)),
            Line::Whole(text) => {
                end += text.len() as u64;
                check(path, text, &due)?;
                end += read(path, &mut journal, key, &mut entries)?;
            }
            // Only a truncated line of these settings may be overwritten.
            Line::Torn(text) if !head.starts_with(&text) => {
                let reason = "it is truncated, and not the beginning of these settings";
                return Err(FileError { line: Some(1), ..FileError::new(path, reason) });
            }
            Line::Torn(_) | Line::End => {}
        }
        file.set_len(end).map_err(broken)?;
        file.seek(SeekFrom::Start(end)).map_err(broken)?;
        let mut journal = Self { path: path.clone(), file, key, entries: entries.len() as u64 };
        if end == 0 {
            journal.write(&head)?;
            sync_folder(path).map_err(broken)?;
        }
        Ok((journal, entries))
    }

    /// Writes an entry. Its line is on disk when this returns.
    ///
    /// # Errors
    ///
    /// Fails if the line is too long to be read again, or with an error of the operating system.
    pub fn add(&mut self, entry: &impl Serialize) -> Result<(), FileError> {
        let line = line::seal(entry_key(self.key, self.entries), entry, LONGEST_HEADER);
        self.write(&line.map_err(|error| FileError::new(&self.path, error))?)?;
        self.entries += 1;
        Ok(())
    }

    fn write(&mut self, line: &[u8]) -> Result<(), FileError> {
        // One write, so that only the last line can be truncated.
        let written = self.file.write_all(line).and_then(|()| self.file.sync_data());
        written.map_err(|error| FileError::new(&self.path, error))
    }
}

impl Drop for Journal {
    /// Unlocks the file explicitly, since a process that is just being started may still hold a
    /// copy.
    fn drop(&mut self) {
        let _ = fs4::FileExt::unlock(&self.file);
    }
}

/// The key of a journal: the hash of its line of settings.
fn key(head: &[u8]) -> u64 {
    let mut hasher = StableHasher::default();
    hasher.write(head);
    hasher.finish()
}

/// The key of the line of an entry. It ties the line to its place, so that missing and duplicate
/// lines are detected.
fn entry_key(key: u64, number: u64) -> u64 {
    key.wrapping_add(number)
}

/// Checks that a line has the expected settings.
fn check(path: &Path, text: Vec<u8>, due: &Value) -> Result<(), FileError> {
    let refuse = |reason: String| FileError { line: Some(1), ..FileError::new(path, reason) };
    let text = line::unseal(0, text).map_err(|reason| refuse(reason.to_owned()))?;
    let there: Value = serde_json::from_slice(&text).map_err(|error| refuse(error.to_string()))?;
    if there == *due {
        return Ok(());
    }
    let fields = [&there, due].into_iter().filter_map(Value::as_object).flat_map(|fields| fields.keys());
    let reason = match fields.into_iter().find(|&field| there[field] != due[field]) {
        Some(field) => format!("{field} is {} there, {} here", there[field], due[field]),
        None => "they differ".to_owned(),
    };
    Err(FileError::new(path, format!("it has other settings: {reason}")))
}

/// Reads the entries after the settings. Returns the length of their lines in bytes.
fn read<T: DeserializeOwned>(
    path: &Path,
    lines: &mut BufReader<File>,
    key: u64,
    entries: &mut Vec<T>,
) -> Result<u64, FileError> {
    let mut length = 0;
    for number in 2_u64.. {
        let refuse = |reason: String| FileError { line: Some(number), ..FileError::new(path, reason) };
        let text = match line::read(lines, LONGEST_HEADER).map_err(|error| unreadable(path, number, &error))? {
            Line::Whole(text) => text,
            // An entry that was cut short.
            Line::Torn(_) | Line::End => break,
        };
        length += text.len() as u64;
        let text = line::unseal(entry_key(key, number - 2), text).map_err(|reason| refuse(reason.to_owned()))?;
        entries.push(serde_json::from_slice(&text).map_err(|error| refuse(error.to_string()))?);
    }
    Ok(length)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn open(path: &Path, seed: u64) -> Result<(Journal, Vec<f64>), String> {
        let settings = json!({"game": "grab", "seed": seed});
        let (journal, entries) = Journal::open::<Value>(path, &settings, true).map_err(|error| error.reason)?;
        Ok((journal, entries.iter().map(|entry| entry["value"].as_f64().unwrap()).collect()))
    }

    /// Means of six games, some of which need all digits.
    fn value(entry: u64) -> f64 {
        f64::from(entry as u32 * 77 + 541) / 6.0
    }

    /// The bytes of a journal of some entries.
    fn whole(path: &Path, entries: u64) -> Vec<u8> {
        let (mut journal, _) = open(path, 1).unwrap();
        for entry in 0..entries {
            journal.add(&json!({"value": value(entry)})).unwrap();
        }
        std::fs::read(path).unwrap()
    }

    #[test]
    fn a_journal_cut_at_any_byte_comes_to_the_same_bytes() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("j");
        let bytes = whole(&path, 8);
        for cut in 0..=bytes.len() {
            std::fs::write(&path, &bytes[..cut]).unwrap();
            let (mut journal, entries) = open(&path, 1).unwrap();
            let left = std::fs::read(&path).unwrap();
            assert!(bytes.starts_with(&left) && left.ends_with(b"\n"), "what breaks off is cut off at {cut}");
            let lines = bytes[..cut].split(|&byte| byte == b'\n').count() - 1;
            assert_eq!(entries.len(), lines.saturating_sub(1), "cut at {cut}");
            for entry in 0..8 {
                match entries.get(entry as usize) {
                    Some(&read) => assert_eq!(read.to_bits(), value(entry).to_bits()),
                    None => journal.add(&json!({"value": value(entry)})).unwrap(),
                }
            }
            assert!(std::fs::read(&path).unwrap() == bytes, "cut at {cut}");
        }
    }

    #[test]
    fn a_changed_bit_is_found_and_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("j");
        let bytes = whole(&path, 3);
        for at in 0..bytes.len() - 1 {
            let mut changed = bytes.clone();
            changed[at] ^= 1;
            std::fs::write(&path, &changed).unwrap();
            assert!(open(&path, 1).is_err(), "byte {at}");
            assert!(std::fs::read(&path).unwrap() == changed, "byte {at}");
        }
    }

    #[test]
    fn other_settings_and_other_files_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("j");
        let bytes = whole(&path, 2);
        assert_eq!(open(&path, 2).unwrap_err(), "it has other settings: seed is 1 there, 2 here");
        let error = Journal::open::<Value>(&path, &json!({"seed": 1}), false).unwrap_err();
        assert_eq!(error.reason, "the file exists; continue it with --resume");
        // Entries of one journal do not fit another.
        let other = folder.path().join("other");
        drop(open(&other, 2).unwrap());
        let head = std::fs::read(&other).unwrap();
        let lines: Vec<&[u8]> = bytes.split_inclusive(|&byte| byte == b'\n').collect();
        std::fs::write(&other, [&head[..], lines[1]].concat()).unwrap();
        assert!(open(&other, 2).unwrap_err().contains("of another file"));
        // Missing, duplicate and misplaced entries are rejected.
        let [head, one, two] = lines[..] else { panic!("{lines:?}") };
        for lines in [&[head, two][..], &[head, one, one], &[head, two, one], &[head, one, two, two]] {
            std::fs::write(&path, lines.concat()).unwrap();
            assert!(open(&path, 1).unwrap_err().contains("of another file"), "{lines:?}");
        }
        // Another text is not a truncated journal.
        std::fs::write(&other, "notes").unwrap();
        assert!(open(&other, 2).unwrap_err().contains("not the beginning of these settings"));
        assert_eq!(std::fs::read(&other).unwrap(), b"notes");
        for (content, reason) in [("{}\n", "does not end with a hash"), ("\n", "does not end with a hash")] {
            std::fs::write(&other, content).unwrap();
            assert!(open(&other, 2).unwrap_err().contains(reason));
        }
    }

    #[test]
    fn a_second_writer_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("j");
        let (journal, _) = open(&path, 1).unwrap();
        assert_eq!(open(&path, 1).unwrap_err(), "another process is writing it");
        drop(journal);
        assert!(open(&path, 1).is_ok());
    }

    #[test]
    fn lines_without_end_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("j");
        File::create(&path).unwrap().set_len(1 << 40).unwrap();
        assert_eq!(open(&path, 1).unwrap_err(), "it is longer than 1048576 bytes");
        #[cfg(unix)]
        assert_eq!(open(Path::new("/dev/zero"), 1).unwrap_err(), "it is a device or a pipe, not a file");
    }
}

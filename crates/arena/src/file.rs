//! Files of records: JSON lines, a header followed by a record for each game.

#[cfg(feature = "files")]
use std::fs::File;
#[cfg(feature = "files")]
use std::io::Write;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};

use crate::course::{Course, check};
use crate::header::Header;
use crate::line::{self, LONGEST_HEADER, LONGEST_RECORD, Line};
use crate::plan::Plan;
use crate::record::Record;
#[cfg(feature = "files")]
use crate::whole::replace_by;

/// Error in a file of records, with its position.
///
/// ```
/// use std::path::Path;
///
/// use gambol_arena::{FileError, Reader};
///
/// let error: FileError = Reader::open(Path::new("no/such/file")).unwrap_err();
/// assert_eq!((error.path.as_path(), error.line), (Path::new("no/such/file"), None));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: {}{reason}", path.display(), line.map_or(String::new(), |line| format!("line {line}: ")))]
#[non_exhaustive]
pub struct FileError {
    /// File.
    pub path: PathBuf,
    /// Line, from 1.
    pub line: Option<u64>,
    /// Reason.
    pub reason: String,
}

impl FileError {
    /// An error of a whole file.
    #[must_use]
    #[expect(clippy::needless_pass_by_value, reason = "errors are handed on")]
    pub fn new(path: &Path, reason: impl ToString) -> Self {
        Self { path: path.to_owned(), line: None, reason: reason.to_string() }
    }
}

/// Additional check of a record of a plan: [`Record::verify`] in programs that know the game.
/// Returns the reason if it fails.
///
/// ```
/// # use gambol_core::Uniform;
/// # use gambol_match5::Match5;
/// # use gambol_search::PolicyOnly;
/// # let start: Match5 = Match5::default();
/// # let plan = gambol_arena::Plan::builder("match5", &start).agent("random");
/// # let plan = plan.games(4).record_games(true).build()?;
/// # let lineup = plan.lineup(&start)?.agent("random", || PolicyOnly(Uniform));
/// # let records: Vec<gambol_arena::Record> = (0..4).map(|game| lineup.game(game)).collect::<Result<_, _>>()?;
/// # let folder = std::env::temp_dir().join(format!("gambol-verify-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// # let path = folder.join("games.jsonl");
/// use gambol_arena::{Header, Opened, Plan, Record, Shard, Writer};
///
/// // Replays the games themselves; `&|_, _| Ok(())` checks only the hash of each line.
/// let replay = |plan: &Plan, record: &Record| record.verify(plan, Match5::<u128>::default());
/// let opened =
///     Writer::open(&path, &Header::new("0.1.0", plan.clone(), Shard::WHOLE), true, &replay)?;
/// assert!(matches!(opened, Opened::Due(_)));
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type Verify<'a> = &'a dyn Fn(&Plan, &Record) -> Result<(), String>;

/// Reader of a file of records, or of any bytes in its form. Each line is checked against its hash,
/// and each record against the header. Missing records are detected only by
/// [`read_next`](Self::read_next).
///
/// A truncated last line is no record, since its writer was stopped. [`is_torn`](Self::is_torn)
/// returns whether there was one.
///
/// ```
/// # use gambol_core::Uniform;
/// # use gambol_match5::Match5;
/// # use gambol_search::PolicyOnly;
/// # let start: Match5 = Match5::default();
/// # let plan = gambol_arena::Plan::builder("match5", &start).agent("random");
/// # let plan = plan.games(4).record_games(true).build()?;
/// # let lineup = plan.lineup(&start)?.agent("random", || PolicyOnly(Uniform));
/// # let records: Vec<gambol_arena::Record> = (0..4).map(|game| lineup.game(game)).collect::<Result<_, _>>()?;
/// # let folder = std::env::temp_dir().join(format!("gambol-reader-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// # let path = folder.join("games.jsonl");
/// use gambol_arena::{Header, Reader, Shard, write_records};
///
/// write_records(&path, &Header::new("0.1.0", plan.clone(), Shard::WHOLE), &records)?;
/// let reader = Reader::open(&path)?.ok_or("the file has no header")?;
/// assert_eq!(reader.header().plan, plan);
/// let scores: Vec<i64> = reader
///     .map(|located| Ok(located?.record.score))
///     .collect::<Result<_, gambol_arena::FileError>>()?;
/// assert_eq!(scores.len(), 4);
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Reader<R = std::fs::File> {
    path: PathBuf,
    lines: BufReader<R>,
    header: Header,
    /// Hash of the header's plan, the key of the hashes of the records' lines.
    key: u64,
    line: u64,
    offset: u64,
    torn: bool,
}

/// A record and its position in the file.
///
/// ```
/// # use gambol_core::Uniform;
/// # use gambol_match5::Match5;
/// # use gambol_search::PolicyOnly;
/// # let start: Match5 = Match5::default();
/// # let plan = gambol_arena::Plan::builder("match5", &start).agent("random");
/// # let plan = plan.games(4).record_games(true).build()?;
/// # let lineup = plan.lineup(&start)?.agent("random", || PolicyOnly(Uniform));
/// # let records: Vec<gambol_arena::Record> = (0..4).map(|game| lineup.game(game)).collect::<Result<_, _>>()?;
/// # let folder = std::env::temp_dir().join(format!("gambol-located-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// # let path = folder.join("games.jsonl");
/// use gambol_arena::{Header, Reader, Shard, write_records};
///
/// write_records(&path, &Header::new("0.1.0", plan.clone(), Shard::WHOLE), &records)?;
/// let file = std::fs::read_to_string(&path)?;
/// for located in Reader::open(&path)?.ok_or("the file has no header")? {
///     let located = located?;
///     let line = &file[located.offset as usize..][..located.length as usize];
///     assert!(line.starts_with('{'));
/// }
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Located {
    /// Record.
    pub record: Record,
    /// Byte offset of its line.
    pub offset: u64,
    /// Length of its line in bytes, including the line break.
    pub length: u64,
}

#[cfg(feature = "files")]
impl Reader {
    /// Opens a file and reads its header. `None` if the file ends before the header is complete.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read or does not begin with a valid header.
    pub fn open(path: &Path) -> Result<Option<Self>, FileError> {
        let file = File::open(path).map_err(|error| FileError::new(path, error))?;
        Self::read(path, file)
    }
}

impl<R: Read> Reader<R> {
    /// Reads the header from a reader, with `path` for error messages. `None` if the data ends
    /// before the header is complete.
    ///
    /// # Errors
    ///
    /// Fails if the data cannot be read or does not begin with a valid header.
    ///
    /// ```
    /// use std::path::Path;
    ///
    /// let text = "{\"gambol\":\"0.1.0\"}\n";
    /// let refused = gambol_arena::Reader::read(Path::new("games.jsonl"), text.as_bytes());
    /// let error = refused.unwrap_err().to_string();
    /// assert!(error.starts_with("games.jsonl: line 1: it does not end with a hash"), "{error}");
    /// ```
    pub fn read(path: &Path, file: R) -> Result<Option<Self>, FileError> {
        let mut lines = BufReader::new(file);
        let refuse = |reason: String| FileError { path: path.to_owned(), line: Some(1), reason };
        let text = match line::read(&mut lines, LONGEST_HEADER).map_err(|error| unreadable(path, 1, &error))? {
            Line::Whole(text) => text,
            Line::Torn(_) | Line::End => return Ok(None),
        };
        let offset = text.len() as u64;
        let text = line::unseal(0, text).map_err(|reason| refuse(reason.to_owned()))?;
        let header: Header =
            serde_json::from_slice(&text).map_err(|error| refuse(format!("it is not a valid header: {error}")))?;
        let key = header.plan.digest();
        if !header.is_sound() {
            let reason = format!("its settings do not have the hash {}; it was edited by hand", header.settings);
            return Err(refuse(reason));
        }
        header.plan.check().map_err(|error| refuse(error.to_string()))?;
        Ok(Some(Self { path: path.to_owned(), lines, header, key, line: 1, offset, torn: false }))
    }

    /// Returns the header.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Whether the last line is truncated. Valid once all records have been read.
    #[must_use]
    pub fn is_torn(&self) -> bool {
        self.torn
    }

    /// Returns the number of bytes that have been read as complete lines.
    #[must_use]
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// Creates an error about the last line that was read.
    #[must_use]
    pub fn refuse(&self, reason: String) -> FileError {
        FileError { path: self.path.clone(), line: Some(self.line), reason }
    }

    /// Reads the next record, verifies it and adds it to the course.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read, or if the line is not a valid record of the next game;
    /// then nothing is added.
    pub fn read_next(&mut self, course: &mut Course, verify: Verify<'_>) -> Result<Option<Located>, FileError> {
        let Some(located) = self.next().transpose()? else { return Ok(None) };
        course.check_next(&located.record).map_err(|reason| self.refuse(reason))?;
        self.verified(&located.record, verify)?;
        course.count(&located.record);
        Ok(Some(located))
    }

    /// Verifies the last record that was read.
    pub(crate) fn verified(&self, record: &Record, verify: Verify<'_>) -> Result<(), FileError> {
        let refuse = |reason| self.refuse(format!("game {}: {reason}", record.index));
        verify(&self.header.plan, record).map_err(refuse)
    }

    fn record(&mut self) -> Result<Option<Located>, FileError> {
        let text = line::read(&mut self.lines, LONGEST_RECORD);
        self.line += 1;
        let text = match text.map_err(|error| unreadable(&self.path, self.line, &error))? {
            Line::Whole(text) => text,
            Line::Torn(_) => {
                self.torn = true;
                return Ok(None);
            }
            Line::End => return Ok(None),
        };
        let length = text.len() as u64;
        let text = line::unseal(self.key, text).map_err(|reason| self.refuse(reason.to_owned()))?;
        let record: Record =
            serde_json::from_slice(&text).map_err(|error| self.refuse(format!("it is not a valid record: {error}")))?;
        check(&self.header, &record).map_err(|reason| self.refuse(reason))?;
        let offset = self.offset;
        self.offset += length;
        Ok(Some(Located { record, offset, length }))
    }
}

impl<R: Read> Iterator for Reader<R> {
    type Item = Result<Located, FileError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.torn {
            return None;
        }
        self.record().transpose()
    }
}

/// Error for a line that cannot be read, because it is too long or the file is unreadable.
pub(crate) fn unreadable(path: &Path, line: u64, error: &std::io::Error) -> FileError {
    let line = (error.kind() == std::io::ErrorKind::InvalidData).then_some(line);
    FileError { line, ..FileError::new(path, error) }
}

/// Writes a file of records atomically, as [`replace`](crate::replace) does. The contents of the
/// records are not checked.
///
/// # Errors
///
/// Fails if a line is too long, if the path is not a regular file, or with an error of the
/// operating system.
///
/// ```
/// # use gambol_core::Uniform;
/// # use gambol_match5::Match5;
/// # use gambol_search::PolicyOnly;
/// # let start: Match5 = Match5::default();
/// # let plan = gambol_arena::Plan::builder("match5", &start).agent("random");
/// # let plan = plan.games(4).record_games(true).build()?;
/// # let lineup = plan.lineup(&start)?.agent("random", || PolicyOnly(Uniform));
/// # let records: Vec<gambol_arena::Record> = (0..4).map(|game| lineup.game(game)).collect::<Result<_, _>>()?;
/// # let folder = std::env::temp_dir().join(format!("gambol-write-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// # let path = folder.join("games.jsonl");
/// use gambol_arena::{Header, Shard, write_records};
///
/// write_records(&path, &Header::new("0.1.0", plan.clone(), Shard::WHOLE), &records)?;
/// assert_eq!(std::fs::read_to_string(&path)?.lines().count(), 5, "the header and four games");
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[cfg(feature = "files")]
pub fn write_records(path: &Path, header: &Header, records: &[Record]) -> Result<(), FileError> {
    replace_by(path, |out| {
        let refuse = |error: std::io::Error| FileError::new(path, error);
        out.write_all(&header.line().map_err(refuse)?).map_err(refuse)?;
        let key = header.plan.digest();
        records.iter().try_for_each(|record| out.write_all(&record.line(key).map_err(refuse)?).map_err(refuse))
    })
}

#[cfg(feature = "files")]
impl Header {
    /// Returns the header as the first line of a file.
    pub(crate) fn line(&self) -> std::io::Result<Vec<u8>> {
        line::seal(0, self, LONGEST_HEADER)
    }
}

#[cfg(feature = "files")]
impl Record {
    /// Returns the record as a line of a file whose plan has this hash.
    pub(crate) fn line(&self, key: u64) -> std::io::Result<Vec<u8>> {
        line::seal(key, self, LONGEST_RECORD)
    }
}

//! Files of records: JSON lines, a header first, then a record for each game.

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

/// What is wrong with a file of records, and where.
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
pub struct FileError {
    /// The file.
    pub path: PathBuf,
    /// The line, from 1.
    pub line: Option<u64>,
    /// What is wrong.
    pub reason: String,
}

impl FileError {
    #[expect(clippy::needless_pass_by_value, reason = "errors are handed on")]
    pub(crate) fn new(path: &Path, reason: impl ToString) -> Self {
        Self { path: path.to_owned(), line: None, reason: reason.to_string() }
    }
}

/// Looks closer at a record of a plan than its line can tell: for a program that knows the game,
/// [`Record::verify`]. Says what is wrong with it.
///
/// ```
/// # use gambol_core::Uniform;
/// # use gambol_match5::Match5;
/// # use gambol_search::PolicyOnly;
/// # let start: Match5 = Match5::default();
/// # let plan = gambol_arena::Plan::builder("match5", &start).agent("random").games(4).record_games(true).build()?;
/// # let lineup = plan.lineup(&start)?.agent("random", || PolicyOnly(Uniform));
/// # let records: Vec<gambol_arena::Record> = (0..4).map(|game| lineup.game(game)).collect::<Result<_, _>>()?;
/// # let folder = std::env::temp_dir().join(format!("gambol-verify-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// # let path = folder.join("games.jsonl");
/// use gambol_arena::{Header, Opened, Plan, Record, Shard, Writer};
///
/// // The games themselves are replayed; `&|_, _| Ok(())` leaves it at the hash of each line.
/// let replay = |plan: &Plan, record: &Record| record.verify(plan, Match5::<u128>::default());
/// let opened =
///     Writer::open(&path, &Header::new("0.1.0", plan.clone(), Shard::WHOLE), true, &replay)?;
/// assert!(matches!(opened, Opened::Due(_)));
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type Verify<'a> = &'a dyn Fn(&Plan, &Record) -> Result<(), String>;

/// Reads a file of records, or what was one: any bytes in its form. Each line is checked against its hash, and each record against the
/// header; that none is missing is not checked, unless they are read with
/// [`read_next`](Self::read_next).
///
/// A last line that breaks off is no record: whoever wrote it was stopped.
/// [`is_torn`](Self::is_torn) says if there was one.
///
/// ```
/// # use gambol_core::Uniform;
/// # use gambol_match5::Match5;
/// # use gambol_search::PolicyOnly;
/// # let start: Match5 = Match5::default();
/// # let plan = gambol_arena::Plan::builder("match5", &start).agent("random").games(4).record_games(true).build()?;
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
    /// The hash of the header's plan, by which the lines of records are sealed.
    key: u64,
    line: u64,
    offset: u64,
    torn: bool,
}

/// A record and where it is in its file.
///
/// ```
/// # use gambol_core::Uniform;
/// # use gambol_match5::Match5;
/// # use gambol_search::PolicyOnly;
/// # let start: Match5 = Match5::default();
/// # let plan = gambol_arena::Plan::builder("match5", &start).agent("random").games(4).record_games(true).build()?;
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
pub struct Located {
    /// The record.
    pub record: Record,
    /// The byte at which its line begins.
    pub offset: u64,
    /// The bytes of its line, the line break included.
    pub length: u64,
}

#[cfg(feature = "files")]
impl Reader {
    /// Opens a file and reads its header. `None` if the file breaks off before the header is whole.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, or does not begin with a sound header.
    pub fn open(path: &Path) -> Result<Option<Self>, FileError> {
        let file = File::open(path).map_err(|error| FileError::new(path, error))?;
        Self::read(path, file)
    }
}

impl<R: Read> Reader<R> {
    /// Reads the header of what would be a file of this name. `None` if it breaks off before that
    /// is whole.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or does not begin with a sound header.
    ///
    /// ```
    /// use std::path::Path;
    ///
    /// let text = "{\"gambol\":\"0.1.0\"}\n";
    /// let refused = gambol_arena::Reader::read(Path::new("games.jsonl"), text.as_bytes());
    /// assert!(refused.unwrap_err().to_string().starts_with("games.jsonl: line 1: it does not end with a hash"));
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
            serde_json::from_slice(&text).map_err(|error| refuse(format!("it is no header of records: {error}")))?;
        let key = header.plan.hash();
        if !header.is_sound() {
            let reason = format!("its settings have not the hash {}; it has been changed by hand", header.settings);
            return Err(refuse(reason));
        }
        header.plan.check().map_err(|error| refuse(error.to_string()))?;
        Ok(Some(Self { path: path.to_owned(), lines, header, key, line: 1, offset, torn: false }))
    }

    /// The header.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Whether the last line breaks off. Known when all records have been read.
    #[must_use]
    pub fn is_torn(&self) -> bool {
        self.torn
    }

    /// The bytes that have been read as whole lines.
    #[must_use]
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// An error in the line that was read last.
    #[must_use]
    pub fn refuse(&self, reason: String) -> FileError {
        FileError { path: self.path.clone(), line: Some(self.line), reason }
    }

    /// Reads the next record, verifies it and adds it to the games before it.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, or the line is no sound record of the game that is next; nothing
    /// is added then.
    pub fn read_next(&mut self, course: &mut Course, verify: Verify<'_>) -> Result<Option<Located>, FileError> {
        let Some(located) = self.next().transpose()? else { return Ok(None) };
        course.check_next(&located.record).map_err(|reason| self.refuse(reason))?;
        self.verified(&located.record, verify)?;
        course.count(&located.record);
        Ok(Some(located))
    }

    /// Verifies the record that was read last.
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
            serde_json::from_slice(&text).map_err(|error| self.refuse(format!("it is no record: {error}")))?;
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

/// The error of a line that cannot be read: because it is too long, or because the file cannot be
/// read at all.
pub(crate) fn unreadable(path: &Path, line: u64, error: &std::io::Error) -> FileError {
    let line = (error.kind() == std::io::ErrorKind::InvalidData).then_some(line);
    FileError { line, ..FileError::new(path, error) }
}

/// Writes a file of records in one piece, as [`replace`](crate::replace) does. What the records say
/// is not checked.
///
/// # Errors
///
/// If a line is too long, the name leads to something that is no file, or what the operating system
/// says.
///
/// ```
/// # use gambol_core::Uniform;
/// # use gambol_match5::Match5;
/// # use gambol_search::PolicyOnly;
/// # let start: Match5 = Match5::default();
/// # let plan = gambol_arena::Plan::builder("match5", &start).agent("random").games(4).record_games(true).build()?;
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
        let key = header.plan.hash();
        records.iter().try_for_each(|record| out.write_all(&record.line(key).map_err(refuse)?).map_err(refuse))
    })
}

#[cfg(feature = "files")]
impl Header {
    /// The header as the first line of a file.
    pub(crate) fn line(&self) -> std::io::Result<Vec<u8>> {
        line::seal(0, self, LONGEST_HEADER)
    }
}

#[cfg(feature = "files")]
impl Record {
    /// The record as a line of a file whose plan has this hash.
    pub(crate) fn line(&self, key: u64) -> std::io::Result<Vec<u8>> {
        line::seal(key, self, LONGEST_RECORD)
    }
}

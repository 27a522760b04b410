//! Files of records: JSON lines, a header first, then a record for each game.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use crate::course::check;
use crate::plan::Header;
use crate::record::Record;

/// What is wrong with a file of records, and where.
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

/// Reads a file of records. Each record is checked against the header; that none is missing is not.
///
/// A last line that breaks off is no record: whoever wrote it was stopped. [`is_torn`](Self::is_torn) says if there was one.
#[derive(Debug)]
pub struct Reader {
    path: PathBuf,
    lines: BufReader<File>,
    header: Header,
    line: u64,
    offset: u64,
    torn: bool,
}

/// A record and where it is in its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Located {
    /// The record.
    pub record: Record,
    /// The byte at which its line begins.
    pub offset: u64,
    /// The bytes of its line, the line break included.
    pub length: u64,
}

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

    pub(crate) fn read(path: &Path, file: File) -> Result<Option<Self>, FileError> {
        let mut lines = BufReader::new(file);
        let Some(text) = whole_line(path, &mut lines)?.whole() else { return Ok(None) };
        let refuse = |reason: String| FileError { path: path.to_owned(), line: Some(1), reason };
        let header: Header =
            serde_json::from_slice(&text).map_err(|error| refuse(format!("it is no header of records: {error}")))?;
        if !header.is_sound() {
            let reason = format!("its settings have not the hash {}; it has been changed by hand", header.settings);
            return Err(refuse(reason));
        }
        let offset = text.len() as u64;
        Ok(Some(Self { path: path.to_owned(), lines, header, line: 1, offset, torn: false }))
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

    fn record(&mut self) -> Result<Option<Located>, FileError> {
        let text = match whole_line(&self.path, &mut self.lines)? {
            Line::Whole(text) => text,
            Line::Torn => {
                self.torn = true;
                return Ok(None);
            }
            Line::End => return Ok(None),
        };
        self.line += 1;
        let record: Record =
            serde_json::from_slice(&text).map_err(|error| self.refuse(format!("it is no record: {error}")))?;
        check(&self.header, &record).map_err(|reason| self.refuse(reason))?;
        let (offset, length) = (self.offset, text.len() as u64);
        self.offset += length;
        Ok(Some(Located { record, offset, length }))
    }
}

impl Iterator for Reader {
    type Item = Result<Located, FileError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.torn {
            return None;
        }
        self.record().transpose()
    }
}

enum Line {
    Whole(Vec<u8>),
    Torn,
    End,
}

impl Line {
    fn whole(self) -> Option<Vec<u8>> {
        if let Self::Whole(text) = self { Some(text) } else { None }
    }
}

fn whole_line(path: &Path, lines: &mut impl BufRead) -> Result<Line, FileError> {
    let mut text = Vec::new();
    lines.read_until(b'\n', &mut text).map_err(|error| FileError::new(path, error))?;
    Ok(match text.last() {
        None => Line::End,
        Some(b'\n') => Line::Whole(text),
        Some(_) => Line::Torn,
    })
}

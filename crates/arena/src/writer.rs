//! Writer of files of records that can be continued after a crash.

use std::ffi::OsString;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::course::Course;
use crate::file::{FileError, Reader, Verify};
use crate::header::Header;
use crate::lock::open_locked;
use crate::record::Record;
use crate::whole::{destination, sync_folder};

/// A file of records that is being written: as `F.partial` until it is complete, then as `F`.
///
/// Every record has been passed to the operating system before [`add`](Self::add) returns, so that
/// a killed process loses only the games that it was playing. The file is locked against a second
/// writer.
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
/// # let folder = std::env::temp_dir().join(format!("gambol-writer-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// # let path = folder.join("games.jsonl");
/// use gambol_arena::{Header, Opened, Shard, Writer};
///
/// let header = Header::new("0.1.0", plan.clone(), Shard::WHOLE);
/// let Opened::Due(mut writer) = Writer::open(&path, &header, true, &|_, _| Ok(()))? else {
///     unreachable!("it is new")
/// };
/// writer.add(&records[0])?;
/// drop(writer); // as if the process was killed
///
/// let Opened::Due(mut writer) = Writer::open(&path, &header, true, &|_, _| Ok(()))? else {
///     unreachable!("3 are due")
/// };
/// assert_eq!(writer.course().rest(), 1..4);
/// records[1..].iter().try_for_each(|record| writer.add(record))?;
/// assert_eq!(writer.finish()?.tally().games(), 4);
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Writer {
    path: PathBuf,
    partial: PathBuf,
    file: File,
    course: Course,
    /// Key of the hashes of the lines.
    key: u64,
}

/// Result of [`Writer::open`].
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
/// # let folder = std::env::temp_dir().join(format!("gambol-opened-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// # let path = folder.join("games.jsonl");
/// use gambol_arena::{Header, Opened, Shard, Writer, write_records};
///
/// let header = Header::new("0.1.0", plan.clone(), Shard::WHOLE);
/// write_records(&path, &header, &records)?;
/// match Writer::open(&path, &header, true, &|_, _| Ok(()))? {
///     Opened::Whole(course) => assert_eq!(course.next(), None),
///     Opened::Due(writer) => println!("{:?} are due", writer.course().rest()),
/// }
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub enum Opened {
    /// The file exists and is complete, with this course.
    Whole(Course),
    /// The file is incomplete: games are to be played, or only the renaming is missing.
    Due(Writer),
}

/// The name of a file while it is being written.
fn partial_name(path: &Path) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(".partial");
    name.into()
}

impl Writer {
    /// Opens a file of records for writing. With `resume`, an existing part is continued (its last
    /// line is removed if it is truncated), and a complete file is left unchanged. Without
    /// `resume`, a complete file is replaced once the new one is complete.
    ///
    /// Damage to an existing file is detected by the hash of each line and the order of the games;
    /// `verify` is an additional check of each record. Deliberate changes of a file and its hashes
    /// are not detected.
    ///
    /// # Errors
    ///
    /// Fails if an existing file has another header, is damaged or not a file of records, or is
    /// being written by another process; if a part exists and `resume` is false; if the path is not
    /// a regular file; or with an error of the operating system.
    pub fn open(path: &Path, header: &Header, resume: bool, verify: Verify<'_>) -> Result<Opened, FileError> {
        let path = &destination(path)?;
        let partial = partial_name(path);
        loop {
            if resume && path.exists() {
                return whole(path, header, verify).map(Opened::Whole);
            }
            if !resume && partial.exists() {
                let reason = "it is part of a run; continue it with --resume, or remove it";
                return Err(FileError::new(&partial, reason));
            }
            let file = open_locked(&partial)?;
            // The complete file may have appeared since the check above; then this one is new and
            // unnecessary.
            if resume && path.exists() {
                if file.metadata().is_ok_and(|it| it.len() == 0) {
                    std::fs::remove_file(&partial).map_err(|error| FileError::new(&partial, error))?;
                }
                continue;
            }
            return Self::continued(path, partial, file, header, verify).map(Opened::Due);
        }
    }

    /// Reads the existing records and truncates the file after its last complete line.
    fn continued(
        path: &Path,
        partial: PathBuf,
        mut file: File,
        header: &Header,
        verify: Verify<'_>,
    ) -> Result<Self, FileError> {
        let broken = |error: std::io::Error| FileError::new(&partial, error);
        let mut course = Course::new(header);
        let handle = file.try_clone().map_err(broken)?;
        let end = if let Some(reader) = Reader::read(&partial, handle)? {
            follow(&partial, reader, header, &mut course, verify)?
        } else {
            check_torn(&partial, &mut file)?;
            0
        };
        file.set_len(end).map_err(broken)?;
        file.seek(SeekFrom::Start(end)).map_err(broken)?;
        if end == 0 {
            file.write_all(&header.line().map_err(broken)?).map_err(broken)?;
        }
        Ok(Self { path: path.to_owned(), partial, file, course, key: header.plan.digest() })
    }

    /// Returns the course of the records written so far.
    #[must_use]
    pub fn course(&self) -> &Course {
        &self.course
    }

    /// Writes the next record.
    ///
    /// # Errors
    ///
    /// Fails if it is not the record of the next game, if its line is too long to be read again, or
    /// with an error of the operating system.
    pub fn add(&mut self, record: &Record) -> Result<(), FileError> {
        let refuse = |error: std::io::Error| FileError::new(&self.partial, format!("game {}: {error}", record.index));
        let line = record.line(self.key).map_err(refuse)?;
        self.course.add(record).map_err(|reason| FileError::new(&self.partial, reason))?;
        // One write, so that only the last line can be truncated.
        self.file.write_all(&line).map_err(refuse)
    }

    /// Gives the file its final name. When this returns, the contents and the name are on disk.
    ///
    /// # Errors
    ///
    /// Fails if games are missing, or with an error of the operating system.
    pub fn finish(self) -> Result<Course, FileError> {
        if let Some(next) = self.course.next() {
            return Err(FileError::new(&self.partial, format!("game {next} is missing")));
        }
        self.file.sync_all().map_err(|error| FileError::new(&self.partial, error))?;
        let named = std::fs::rename(&self.partial, &self.path).and_then(|()| sync_folder(&self.path));
        named.map_err(|error| FileError::new(&self.path, error))?;
        Ok(self.course)
    }
}

/// Fails unless a file without a complete line is empty or begins as a header does, so that a
/// foreign file is not overwritten.
fn check_torn(path: &Path, file: &mut File) -> Result<(), FileError> {
    const BEGINNING: &[u8] = br#"{"gambol":""#;
    let mut text = Vec::new();
    let read = file.rewind().and_then(|()| file.take(BEGINNING.len() as u64).read_to_end(&mut text));
    read.map_err(|error| FileError::new(path, error))?;
    if BEGINNING.starts_with(&text) {
        return Ok(());
    }
    let reason = "it is truncated, and not the beginning of a header";
    Err(FileError { line: Some(1), ..FileError::new(path, reason) })
}

/// Reads a file with its final name, which should be complete.
fn whole(path: &Path, header: &Header, verify: Verify<'_>) -> Result<Course, FileError> {
    let mut course = Course::new(header);
    match Reader::open(path)? {
        Some(reader) => follow(path, reader, header, &mut course, verify)?,
        None => return Err(FileError::new(path, "it has no header")),
    };
    match course.next() {
        None => Ok(course),
        Some(next) => {
            Err(FileError::new(path, format!("game {next} is missing, although it is not a `.partial` file")))
        }
    }
}

/// Adds the records of a file to a course. Returns the offset of the end of its last complete line.
fn follow(
    path: &Path,
    mut reader: Reader,
    header: &Header,
    course: &mut Course,
    verify: Verify<'_>,
) -> Result<u64, FileError> {
    let there = reader.header();
    if let Some(difference) = header.difference(there) {
        let (field, ours, theirs) = (difference.field, difference.ours, difference.theirs);
        return Err(FileError::new(path, format!("it belongs to another run: {field} is {theirs} there, {ours} here")));
    }
    if there.shard != header.shard {
        let reason = format!("it belongs to another shard: shard is {} there, {} here", there.shard, header.shard);
        return Err(FileError::new(path, reason));
    }
    while reader.read_next(course, verify)?.is_some() {}
    Ok(reader.offset())
}

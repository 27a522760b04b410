//! Merging of shards into one file.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::course::Course;
use crate::file::{FileError, Located, Reader, Verify};
use crate::header::Header;
use crate::line;
use crate::shard::Shard;
use crate::whole::replace_by;

/// Checked files of records of one run or match, which together contain every game exactly once.
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
/// # let folder = std::env::temp_dir().join(format!("gambol-merged-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// # let path = folder.join("games.jsonl");
/// use gambol_arena::{Header, Merged, Shard, write_records};
///
/// let paths = [folder.join("1.jsonl"), folder.join("2.jsonl")];
/// for (path, shard, part) in
///     [(&paths[0], "1/2", &records[..2]), (&paths[1], "2/2", &records[2..])]
/// {
///     write_records(path, &Header::new("0.1.0", plan.clone(), shard.parse()?), part)?;
/// }
/// let merged = Merged::read(&paths, &|_, _| Ok(()))?;
/// assert_eq!((merged.header().shard, merged.course().tally().games()), (Shard::WHOLE, 4));
/// merged.write(&path)?;
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Merged {
    header: Header,
    paths: Vec<PathBuf>,
    /// The place of each game, in their order.
    places: Vec<Place>,
    course: Course,
}

/// Maximum number of processes in the header of merged files.
const MOST_PROCESSES: usize = 32;

#[derive(Clone, Copy, Debug)]
struct Place {
    index: u64,
    file: usize,
    offset: u64,
    length: u64,
}

/// Error returned when files cannot be merged.
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
/// # let folder = std::env::temp_dir().join(format!("gambol-merge-error-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// # let path = folder.join("games.jsonl");
/// use gambol_arena::{Header, MergeError, Merged, write_records};
///
/// write_records(&path, &Header::new("0.1.0", plan.clone(), "1/2".parse()?), &records[..2])?;
/// let error: MergeError = Merged::read(&[path], &|_, _| Ok(())).unwrap_err();
/// println!("{error}"); // games 2 and 3 are missing
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MergeError {
    /// There are no files.
    #[error("there is nothing to merge")]
    Nothing,
    /// A file cannot be read or written, or is not a file of records of this run.
    #[error(transparent)]
    File(#[from] FileError),
    /// Games are missing or duplicate.
    #[error("{}", .0.join("; "))]
    Games(Vec<String>),
}

impl Merged {
    /// Reads the files, checks them against each other, and each record by `verify`.
    ///
    /// # Errors
    ///
    /// - [`MergeError::Nothing`] without paths.
    /// - [`MergeError::File`] for a file that cannot be read or has no header, a record that is
    ///   damaged or that `verify` rejects, a header that differs from the first one, naming the
    ///   field, and a game after the end of a match by its test.
    /// - [`MergeError::Games`] if games are missing, naming the files where they should be, or
    ///   duplicate, naming the files that contain them.
    pub fn read(paths: &[PathBuf], verify: Verify<'_>) -> Result<Self, MergeError> {
        let mut header: Option<(Header, &Path)> = None;
        let mut shards = Vec::new();
        let mut provenance = Vec::new();
        let mut places = Vec::new();
        for (file, path) in paths.iter().enumerate() {
            let mut reader = Reader::open(path)?.ok_or_else(|| FileError::new(path, "it has no header"))?;
            shards.push(reader.header().shard);
            let Header { plan, shard, provenance: processes, .. } = reader.header();
            provenance.push((plan.range(*shard).start, processes.clone()));
            let (first, named) = header.get_or_insert_with(|| (reader.header().clone(), path));
            if let Some(difference) = first.difference(reader.header()) {
                let reason = format!(
                    "it belongs to another run than {}: {} is {} there, {} here",
                    named.display(),
                    difference.field,
                    difference.ours,
                    difference.theirs
                );
                return Err(FileError::new(path, reason).into());
            }
            while let Some(Located { record, offset, length }) = reader.next().transpose()? {
                reader.verified(&record, verify)?;
                places.push(Place { index: record.index, file, offset, length });
            }
        }
        let (header, _) = header.ok_or(MergeError::Nothing)?;
        // In the order of the shards, not of the files.
        provenance.sort_by_key(|&(first, _)| first);
        let provenance = provenance.into_iter().flat_map(|(_, processes)| processes).take(MOST_PROCESSES).collect();
        let header = Header { shard: Shard::WHOLE, provenance, ..header };
        places.sort_by_key(|place| (place.index, place.file, place.offset));
        let mut faults = double(&places, paths);
        let course = if faults.is_empty() { follow(&header, &places, paths)? } else { Course::new(&header) };
        // A match that its test has ended needs no more games.
        if course.next().is_some() {
            faults.extend(missing(&header, &places, paths, &shards));
        }
        if faults.is_empty() {
            Ok(Self { header, paths: paths.to_vec(), places, course })
        } else {
            Err(MergeError::Games(faults))
        }
    }

    /// Returns the header of the merged file.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Returns the course of the games, with their tally.
    #[must_use]
    pub fn course(&self) -> &Course {
        &self.course
    }

    /// Writes the file that a single process would have written, except for the times. The file
    /// appears under its name once it is complete.
    ///
    /// # Errors
    ///
    /// Fails if the path is not a regular file, or with an error of the operating system.
    pub fn write(&self, path: &Path) -> Result<(), FileError> {
        replace_by(path, |out| {
            let refuse = |error| FileError::new(path, error);
            out.write_all(&self.header.line().map_err(refuse)?).map_err(refuse)?;
            let mut copy = Copy::new(&self.header, &self.paths);
            self.places.iter().try_for_each(|place| out.write_all(copy.line(place)?).map_err(refuse))
        })
    }
}

/// Reader of lines by their places. Consecutive records of a file are read without seeking.
struct Copy<'a> {
    key: u64,
    paths: &'a [PathBuf],
    open: Option<(usize, std::io::BufReader<File>, u64)>,
    line: Vec<u8>,
}

impl<'a> Copy<'a> {
    fn new(header: &Header, paths: &'a [PathBuf]) -> Self {
        Self { key: header.plan.digest(), paths, open: None, line: Vec::new() }
    }

    fn line(&mut self, place: &Place) -> Result<&[u8], FileError> {
        let path = &self.paths[place.file];
        let refuse = |error: std::io::Error| FileError::new(path, error);
        if self.open.as_ref().is_none_or(|(file, ..)| *file != place.file) {
            let reader = std::io::BufReader::new(File::open(path).map_err(refuse)?);
            self.open = Some((place.file, reader, 0));
        }
        if let Some((_, reader, at)) = &mut self.open {
            if *at != place.offset {
                reader.seek(SeekFrom::Start(place.offset)).map_err(refuse)?;
            }
            self.line.resize(place.length as usize, 0);
            reader.read_exact(&mut self.line).map_err(refuse)?;
            *at = place.offset + place.length;
        }
        // The file may have changed since it was checked.
        line::sealed(self.key, &self.line)
            .map_err(|reason| FileError::new(path, format!("game {}: {reason}", place.index)))?;
        Ok(&self.line)
    }
}

/// Adds up the games before the first missing one.
fn follow(header: &Header, places: &[Place], paths: &[PathBuf]) -> Result<Course, FileError> {
    let mut course = Course::new(header);
    let mut copy = Copy::new(header, paths);
    for place in places {
        if course.next() != Some(place.index) {
            if course.next().is_none() {
                let reason = format!("it has game {}, after the end of the match by its test", place.index);
                return Err(FileError::new(&paths[place.file], reason));
            }
            break;
        }
        let refuse = |reason: String| FileError::new(&paths[place.file], reason);
        let record = serde_json::from_slice(copy.line(place)?).map_err(|error| refuse(error.to_string()))?;
        course.add(&record).map_err(refuse)?;
    }
    Ok(course)
}

/// Describes the duplicate games.
fn double(places: &[Place], paths: &[PathBuf]) -> Vec<String> {
    let pairs = places.windows(2).filter(|pair| pair[0].index == pair[1].index);
    let doubles: Vec<(u64, (usize, usize))> = pairs.map(|pair| (pair[0].index, (pair[0].file, pair[1].file))).collect();
    runs(&doubles)
        .into_iter()
        .map(|(games, (one, other))| {
            let one = paths[one].display();
            let other = paths[other].display();
            format!("{} duplicate: in {one} and in {other}", games_text(&games))
        })
        .collect()
}

/// Describes the missing games, and where they should be.
fn missing(header: &Header, places: &[Place], paths: &[PathBuf], shards: &[Shard]) -> Vec<String> {
    let mut gaps = Vec::new();
    let mut next = 0;
    let mut present = places.iter().map(|place| place.index).chain([header.plan.games]);
    while next < header.plan.games {
        let Some(index) = present.next() else { break };
        if index > next {
            gaps.push(next..index);
        }
        next = next.max(index + 1);
    }
    // A truncated file leaves a gap in its own shard; the rest of a gap belongs to shards without a
    // file.
    let mut faults = Vec::new();
    for gap in gaps {
        let mut rest = vec![gap];
        for (file, &shard) in shards.iter().enumerate() {
            let share = header.plan.range(shard);
            let mut left = Vec::new();
            for gap in rest {
                let inside = gap.start.max(share.start)..gap.end.min(share.end);
                if inside.is_empty() {
                    left.push(gap);
                    continue;
                }
                left.extend([gap.start..inside.start, inside.end..gap.end].into_iter().filter(|part| !part.is_empty()));
                let name = paths[file].display();
                faults.push((inside.clone(), format!("{} missing in {name}, shard {shard}", games_text(&inside))));
            }
            rest = left;
        }
        faults.extend(rest.into_iter().map(|gap| {
            let text = format!("{} missing: no file has its shard", games_text(&gap));
            (gap, text)
        }));
    }
    faults.sort_by_key(|(gap, _)| gap.start);
    faults.into_iter().map(|(_, text)| text).collect()
}

/// Joins consecutive games with the same owner.
fn runs<T: PartialEq + std::marker::Copy>(games: &[(u64, T)]) -> Vec<(std::ops::Range<u64>, T)> {
    let mut runs: Vec<(std::ops::Range<u64>, T)> = Vec::new();
    for &(index, owner) in games {
        match runs.last_mut() {
            Some((games, same)) if games.end == index && *same == owner => games.end += 1,
            _ => runs.push((index..index + 1, owner)),
        }
    }
    runs
}

fn games_text(games: &std::ops::Range<u64>) -> String {
    match games.end - games.start {
        1 => format!("game {} is", games.start),
        _ => format!("games {} to {} are", games.start, games.end - 1),
    }
}

//! Files of results: the entries of a table from searches of many plies, for continuing later.
//!
//! A file consists of the magic, the number of entries, the entries (key in seven bytes, then won
//! and refuted arrangements and plies in four), and the checksum of all that: of [`StableHasher`],
//! to which each of them is written separately. Numbers are little-endian. The results are valid
//! for every query and for tables of every size.

use std::fs::File;
use std::hash::Hasher;
use std::io::{self, BufReader, Read, Write};
use std::path::Path;

use gambol_core::StableHasher;
use gambol_core::files::Replacement;

use crate::key::BITS;
use crate::table::{Known, Table};

const MAGIC: &[u8; 16] = b"gambol-solver 2\n";

/// Minimum plies of an entry; shorter searches are repeated faster than they are read.
const LEAST_PLIES: u32 = 7;

/// Length of an entry in bytes.
const ENTRY: usize = 11;

/// Replaces the file `path`, which is complete at any time.
pub(crate) fn write(table: &Table, path: &Path) -> io::Result<()> {
    let entries: Vec<(u64, Known)> = table.entries(LEAST_PLIES).collect();
    let mut replacement = Replacement::new(path)?;
    let file = replacement.writer();
    let mut checksum = StableHasher::default();
    let mut put = |bytes: &[u8]| {
        checksum.write(bytes);
        file.write_all(bytes)
    };
    put(MAGIC)?;
    put(&(entries.len() as u64).to_le_bytes())?;
    for (key, known) in entries {
        let mut entry = [0; ENTRY];
        entry[..7].copy_from_slice(&key.to_le_bytes()[..7]);
        entry[7..].copy_from_slice(&(known.word() as u32).to_le_bytes());
        put(&entry)?;
    }
    file.write_all(&checksum.finish().to_le_bytes())?;
    replacement.commit()
}

/// Adds the results of a file to a table and returns their number. A damaged file has no effect.
pub(crate) fn read(table: &Table, path: &Path) -> io::Result<u64> {
    let damaged = |what| io::Error::new(io::ErrorKind::InvalidData, what);
    let mut file = BufReader::new(File::open(path)?);
    let mut checksum = StableHasher::default();
    let mut magic = [0; 16];
    file.read_exact(&mut magic)?;
    if magic != *MAGIC {
        return Err(damaged("not a results file of this version"));
    }
    checksum.write(&magic);
    let mut count = [0; 8];
    file.read_exact(&mut count)?;
    checksum.write(&count);
    let count = u64::from_le_bytes(count);
    let mut entries = Vec::new();
    for _ in 0..count {
        let mut bytes = [0; ENTRY];
        file.read_exact(&mut bytes)?;
        checksum.write(&bytes);
        let [a, b, c, d, e, f, g, word @ ..] = bytes;
        let key = u64::from_le_bytes([a, b, c, d, e, f, g, 0]);
        let known = Known::of(u64::from(u32::from_le_bytes(word)));
        if key >> BITS != 0 || known.plies == 0 || known.won & known.refuted != 0 {
            return Err(damaged("an entry is out of range"));
        }
        entries.push((key, known));
    }
    let mut rest = Vec::new();
    file.take(9).read_to_end(&mut rest)?;
    if rest != checksum.finish().to_le_bytes() {
        return Err(damaged("the checksum does not match, or is not the end"));
    }
    for (key, known) in entries {
        table.put(key, known);
    }
    Ok(count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gambol_core::mix;

    #[test]
    fn files_come_back_and_damaged_ones_do_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("results");
        let table = Table::new(Table::MIN_BYTES).unwrap();
        let (key, known) =
            (|n| mix(n, 3) >> 9, |n: u64| Known { won: n as u16, refuted: 0x800, plies: 1 + n as u32 % 20 });
        for n in 0..500 {
            table.put(key(n), known(n));
        }
        write(&table, &path).unwrap();
        // A table of another size.
        let other = Table::new(4 * Table::MIN_BYTES).unwrap();
        let kept = (0..500).filter(|&n| known(n).plies >= LEAST_PLIES).count();
        assert_eq!(read(&other, &path).unwrap(), kept as u64);
        for n in 0..500 {
            let won = if known(n).plies >= LEAST_PLIES { known(n).won } else { 0 };
            assert_eq!(other.get(key(n), 20).won, won);
        }
        let whole = std::fs::read(&path).unwrap();
        let empty = Table::new(Table::MIN_BYTES).unwrap();
        for at in [3, 20, 40, 41, 300, whole.len() - 1] {
            let mut bytes = whole.clone();
            bytes[at] ^= 4;
            std::fs::write(&path, &bytes).unwrap();
            assert!(read(&empty, &path).is_err(), "{at}");
            std::fs::write(&path, &whole[..at]).unwrap();
            assert!(read(&empty, &path).is_err(), "{at}");
        }
        std::fs::write(&path, [whole.as_slice(), b"x"].concat()).unwrap();
        assert!(read(&empty, &path).is_err(), "bytes after the end");
        assert_eq!(empty.entries(0).count(), 0);
    }

    #[test]
    #[cfg(unix)]
    fn only_the_named_file_is_written() {
        let folder = tempfile::tempdir().unwrap();
        let [path, link, other, taken] = ["a", "link", "link.part", "folder"].map(|name| folder.path().join(name));
        let table = Table::new(Table::MIN_BYTES).unwrap();
        std::os::unix::fs::symlink("a", &link).unwrap();
        std::fs::write(&path, "old").unwrap();
        std::fs::write(&other, "other").unwrap();
        write(&table, &link).unwrap();
        assert!(link.is_symlink());
        assert_eq!(read(&table, &path).unwrap(), 0);
        assert_eq!(std::fs::read(&other).unwrap(), b"other");
        std::fs::create_dir(&taken).unwrap();
        assert!(write(&table, &taken).is_err());
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 4, "nothing remains of a failed write");
    }
}

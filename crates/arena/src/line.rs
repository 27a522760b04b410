//! Lines of files of records: JSON that ends with a hash of its own bytes.

use std::hash::Hasher;
use std::io::{BufRead, Error, ErrorKind, Read};

use gambol_core::StableHasher;

/// Maximum length of a header's line in bytes. Its texts come from a command line and from the
/// start of a game, which need a few kilobytes at most, and from openings, which have half of it.
pub(crate) const LONGEST_HEADER: usize = 1 << 20;

/// Maximum length of a record's line in bytes. An event needs some eight bytes, so that eight
/// million fit.
pub(crate) const LONGEST_RECORD: usize = 1 << 26;

/// The bytes before the digits of the hash, and after them.
const BEFORE: &[u8] = br#","hash":""#;
const AFTER: &[u8] = br#""}"#;
/// Number of digits of a hash.
const DIGITS: usize = 16;
const FIELD: usize = BEFORE.len() + DIGITS + AFTER.len();

/// The hash of a line up to the field of the hash. The key ties the line to its file: for a record
/// it is the hash of the settings under which it was played, so that it fits no other run.
fn hash(key: u64, text: &[u8]) -> [u8; DIGITS] {
    let mut hasher = StableHasher::default();
    hasher.write_u64(key);
    hasher.write(text);
    let hash = hasher.finish();
    std::array::from_fn(|digit| b"0123456789abcdef"[(hash >> (60 - 4 * digit) & 0xF) as usize])
}

/// Returns a value as a line, including the line break.
#[cfg(any(test, feature = "files"))]
pub(crate) fn seal(key: u64, value: &impl serde::Serialize, longest: usize) -> Result<Vec<u8>, Error> {
    let mut text = serde_json::to_vec(value)?;
    // The closing brace of the object follows the hash.
    text.pop();
    let hash = hash(key, &text);
    for part in [BEFORE, &hash, AFTER, b"\n"] {
        text.extend_from_slice(part);
    }
    if text.len() > longest { Err(too_long(longest)) } else { Ok(text) }
}

/// Checks the hash of a line. Returns the value's JSON without the hash.
pub(crate) fn unseal(key: u64, mut text: Vec<u8>) -> Result<Vec<u8>, &'static str> {
    let end = sealed(key, &text)?;
    text.truncate(end);
    text.push(b'}');
    Ok(text)
}

/// Checks the hash of a line. Returns the index of the field of the hash.
pub(crate) fn sealed(key: u64, text: &[u8]) -> Result<usize, &'static str> {
    let line = text.strip_suffix(b"\n").unwrap_or(text);
    let field = line.split_last_chunk::<FIELD>();
    let digits = field.and_then(|(text, field)| Some((text, field.strip_prefix(BEFORE)?.strip_suffix(AFTER)?)));
    match digits {
        None => Err("it does not end with a hash: it is damaged, or not a line of records"),
        Some((text, digits)) if digits == hash(key, text) => Ok(text.len()),
        Some(_) => Err("its hash does not match: it is damaged, or of another file"),
    }
}

/// The next line of a file.
pub(crate) enum Line {
    /// A line, including its line break.
    Whole(Vec<u8>),
    /// A truncated line at the end of the file.
    #[cfg_attr(not(feature = "files"), expect(dead_code, reason = "only a journal goes on with it"))]
    Torn(Vec<u8>),
    End,
}

/// Reads a line, but never much more than `longest` bytes.
pub(crate) fn read(lines: &mut impl BufRead, longest: usize) -> Result<Line, Error> {
    let mut text = Vec::new();
    lines.by_ref().take(longest as u64 + 1).read_until(b'\n', &mut text)?;
    match text.last() {
        None => Ok(Line::End),
        Some(_) if text.len() > longest => Err(too_long(longest)),
        Some(b'\n') => Ok(Line::Whole(text)),
        Some(_) => Ok(Line::Torn(text)),
    }
}

fn too_long(longest: usize) -> Error {
    Error::new(ErrorKind::InvalidData, format!("it is longer than {longest} bytes"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_comes_back_under_its_key() {
        let line = seal(7, &[("a", 1)].into_iter().collect::<std::collections::BTreeMap<_, _>>(), 100).unwrap();
        // Golden value: a change here makes all existing files of records unreadable.
        assert_eq!(String::from_utf8(line.clone()).unwrap(), "{\"a\":1,\"hash\":\"1d7f74782cd6001b\"}\n");
        assert_eq!(unseal(7, line.clone()).unwrap(), b"{\"a\":1}");
        assert!(unseal(8, line.clone()).unwrap_err().contains("of another file"));
        for at in 0..line.len() - 1 {
            for bit in 0..8 {
                let mut other = line.clone();
                other[at] ^= 1 << bit;
                assert!(unseal(7, other).is_err(), "bit {bit} of byte {at}");
            }
            assert!(unseal(7, line[..at].to_vec()).is_err(), "cut at {at}");
        }
    }

    #[test]
    fn a_line_has_a_greatest_length() {
        let text = "x".repeat(10);
        let length = seal(0, &text, 100).unwrap().len();
        assert!(seal(0, &text, length).is_ok());
        assert_eq!(seal(0, &text, length - 1).unwrap_err().to_string(), "it is longer than 38 bytes");
        let whole = |text: &[u8], longest| match read(&mut &*text, longest) {
            Ok(Line::Whole(line)) => Ok(line.len()),
            Ok(Line::Torn(_)) => Err("torn".to_owned()),
            Ok(Line::End) => Err("end".to_owned()),
            Err(error) => Err(error.to_string()),
        };
        assert_eq!(whole(b"abc\nd", 4), Ok(4));
        assert_eq!(whole(b"abc\nd", 3).unwrap_err(), "it is longer than 3 bytes");
        assert_eq!(whole(b"abc", 3).unwrap_err(), "torn");
        assert_eq!(whole(b"", 3).unwrap_err(), "end");
        let mut endless = std::io::BufReader::new(std::io::repeat(0));
        assert!(read(&mut endless, LONGEST_HEADER).is_err());
    }
}

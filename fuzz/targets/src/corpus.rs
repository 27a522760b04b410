//! The committed inputs: a text file for each target with one input per line.
//!
//! Bytes that are not printable ASCII are escaped as in Rust's strings: `\n`, `\\`, `\xC3`.

use std::fs;
use std::io;
use std::path::Path;

/// The root folder of the repository.
pub const CORPUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../corpus");

/// Returns the inputs of a target, in order.
///
/// # Errors
///
/// Fails if the target has no file, or if a line of it is escaped incorrectly; the error contains
/// the file and the line.
pub fn read(folder: &Path, target: &str) -> io::Result<Vec<Vec<u8>>> {
    let path = folder.join(format!("{target}.txt"));
    let refuse = |why: String| io::Error::new(io::ErrorKind::InvalidData, format!("{}: {why}", path.display()));
    let text = fs::read_to_string(&path).map_err(|error| refuse(error.to_string()))?;
    let input = |(number, line)| unescape(line).ok_or_else(|| refuse(format!("line {number}: a wrong escape")));
    (1..).zip(text.lines()).map(input).collect()
}

/// Writes the inputs of a target as files into a folder of its name, as libFuzzer reads them.
///
/// # Errors
///
/// Fails if a file cannot be written.
pub fn unpack(inputs: &[Vec<u8>], folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    for (number, input) in inputs.iter().enumerate() {
        fs::write(folder.join(format!("{number:02}")), input)?;
    }
    Ok(())
}

/// Returns the bytes of a line.
fn unescape(line: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(line.len());
    let mut rest = line.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'\\' => match rest.next()? {
                b'n' => b'\n',
                b'r' => b'\r',
                b't' => b'\t',
                b'x' => {
                    let digits = [rest.next()?, rest.next()?];
                    u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?
                }
                same @ (b'\\' | b'\'' | b'"') => same,
                _ => return None,
            },
            byte => byte,
        });
    }
    Some(bytes)
}

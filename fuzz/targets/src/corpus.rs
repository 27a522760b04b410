//! The committed inputs: a text file for each target with an input a line.
//!
//! Bytes that are no printable ASCII are escaped as in strings of Rust: `\n`, `\\`, `\xC3`.

use std::fs;
use std::io;
use std::path::Path;

/// The folder of the repository.
pub const CORPUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../corpus");

/// The inputs of a target, in their order.
///
/// # Errors
///
/// If there is no file of the target, or a line of it is not escaped as it should be; the error
/// names the file and the line.
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
/// If a file cannot be written.
pub fn unpack(inputs: &[Vec<u8>], folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    for (number, input) in inputs.iter().enumerate() {
        fs::write(folder.join(format!("{number:02}")), input)?;
    }
    Ok(())
}

/// The bytes of a line.
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

//! Arrays of numbers in one file, as numpy's `savez_compressed` writes them.
//!
//! Format: <https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html>, version 1.0.

use std::fs::File;
use std::io::{BufReader, Error, Write};
use std::path::Path;

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

/// The alignment of the data, and the number of bytes before the header.
const ALIGNMENT: usize = 64;
const PREAMBLE: usize = 10;

/// An array: its name, its shape, and its numbers in row-major order.
pub(crate) struct Array<'a> {
    pub(crate) name: &'a str,
    pub(crate) shape: &'a [usize],
    pub(crate) numbers: Numbers<'a>,
}

pub(crate) enum Numbers<'a> {
    F32(&'a [f32]),
    I64(&'a [i64]),
}

/// Writes arrays to a file. The bytes depend on the arrays alone.
pub(crate) fn write<W: Write, const ARRAYS: usize>(out: W, arrays: &[Array<'_>; ARRAYS]) -> Result<(), Error> {
    let mut zip = ZipWriter::new_stream(out);
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .last_modified_time(zip::DateTime::default())
        .large_file(true);
    for array in arrays {
        zip.start_file(format!("{}.npy", array.name), options)?;
        let kind = match array.numbers {
            Numbers::F32(_) => "<f4",
            Numbers::I64(_) => "<i8",
        };
        zip.write_all(&header(kind, array.shape))?;
        // In pieces, so that the bytes of a large array are never all in memory.
        match array.numbers {
            Numbers::F32(numbers) => {
                for piece in numbers.chunks(1 << 16) {
                    zip.write_all(&piece.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>())?;
                }
            }
            Numbers::I64(numbers) => {
                for piece in numbers.chunks(1 << 16) {
                    zip.write_all(&piece.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>())?;
                }
            }
        }
    }
    zip.finish()?.into_inner().flush()
}

/// Checks that a file has this many arrays. The list of a file's arrays is at its end, so that
/// truncated files fail.
pub(crate) fn check(path: &Path, arrays: usize) -> Result<(), Error> {
    match zip::ZipArchive::new(BufReader::new(File::open(path)?))?.len() {
        found if found == arrays => Ok(()),
        found => Err(Error::other(format!("{found} arrays instead of {arrays}"))),
    }
}

/// The header of an array.
fn header(kind: &str, shape: &[usize]) -> Vec<u8> {
    let dims: Vec<String> = shape.iter().map(usize::to_string).collect();
    // The comma behind the last makes a tuple of one number, too.
    let mut text = format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': ({},), }}", dims.join(","));
    let length = (PREAMBLE + text.len() + 1).next_multiple_of(ALIGNMENT) - PREAMBLE;
    text.extend(std::iter::repeat_n(' ', length - 1 - text.len()));
    text.push('\n');
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend((length as u16).to_le_bytes());
    bytes.extend(text.bytes());
    bytes
}

//! Files with a checksum: a first line that names the format, a header of one line of JSON, a body,
//! and the SHA-256 of all bytes before it.

use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};

/// Length in bytes of the SHA-256 at the end.
pub(crate) const CHECKSUM: usize = 32;

/// Error returned when a file is rejected.
#[derive(Debug, PartialEq)]
pub(crate) enum EnvelopeError {
    /// It begins with another line.
    Foreign,
    /// Bytes were changed or are missing.
    Checksum,
    /// The header cannot be read.
    Header(String),
}

/// Returns the bytes of a file. `first` is the first line with its end; `body` appends the body,
/// for which `capacity` bytes are reserved.
pub(crate) fn write(
    first: &[u8],
    header: &impl Serialize,
    capacity: usize,
    body: impl FnOnce(&mut Vec<u8>),
) -> Vec<u8> {
    let header = serde_json::to_string(header).unwrap_or_default();
    let mut file = Vec::with_capacity(first.len() + header.len() + 1 + capacity + CHECKSUM);
    file.extend_from_slice(first);
    file.extend_from_slice(header.as_bytes());
    file.push(b'\n');
    body(&mut file);
    let checksum = Sha256::digest(&file);
    file.extend_from_slice(&checksum);
    file
}

/// Reads a file with this first line: its header and its body.
pub(crate) fn read<'a, H: DeserializeOwned>(first: &[u8], file: &'a [u8]) -> Result<(H, &'a [u8]), EnvelopeError> {
    if file.len() < first.len() && first.starts_with(file) {
        return Err(EnvelopeError::Checksum);
    }
    let rest = file.strip_prefix(first).ok_or(EnvelopeError::Foreign)?;
    let (content, checksum) = rest.split_last_chunk::<CHECKSUM>().ok_or(EnvelopeError::Checksum)?;
    if Sha256::digest(&file[..first.len() + content.len()])[..] != *checksum {
        return Err(EnvelopeError::Checksum);
    }
    let mut parts = content.splitn(2, |&byte| byte == b'\n');
    let (header, body) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    let header = serde_json::from_slice(header).map_err(|error| EnvelopeError::Header(error.to_string()))?;
    Ok((header, body))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_that_of_sha256sum() {
        let file = write(b"letter 1\n", &[1, 2], 4, |file| file.extend_from_slice(b"a\nb\n"));
        let checksum = "703fbf24cc552707caf88edd8c530da529b66eb1a73e29f1a01acca582ae973a";
        let found = file[19..].iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().concat();
        assert_eq!((&file[..19], &*found), (&b"letter 1\n[1,2]\na\nb\n"[..], checksum));
        assert_eq!(read(b"letter 1\n", &file), Ok(([1, 2], &b"a\nb\n"[..])));
    }

    #[test]
    fn refusals_name_the_reason() {
        let file = write(b"letter 1\n", &[1, 2], 0, |_| {});
        let refused = |file: &[u8]| read::<[u8; 2]>(b"letter 1\n", file).unwrap_err();
        assert_eq!(refused(b"letter 2\n"), EnvelopeError::Foreign);
        assert_eq!(refused(b"letter 1\n"), EnvelopeError::Checksum);
        assert_eq!(refused(b"lett"), EnvelopeError::Checksum);
        assert_eq!(refused(&file[..file.len() - 1]), EnvelopeError::Checksum);
        assert!(matches!(read::<[u8; 3]>(b"letter 1\n", &file), Err(EnvelopeError::Header(_))));
    }
}

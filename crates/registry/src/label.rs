//! Actions and outcomes as text that is `Copy`.

use core::convert::Infallible;
use core::fmt::{self, Write};
use core::str::FromStr;

/// The text of an action or an outcome of a [`Position`](super::Position).
///
/// Texts of up to 46 bytes are kept whole. A longer text is cut and ends with `~` and a hash of the
/// whole, so that the labels of different texts differ.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Label {
    bytes: [u8; Self::MOST],
    length: u8,
}

impl Label {
    /// Maximum length in bytes of a text that is kept whole.
    const MOST: usize = 46;

    /// Length in bytes of a hash as text, with its mark.
    const HASH: usize = 17;

    /// Creates the label of a value with a text form.
    pub(super) fn of(value: &impl fmt::Display) -> Self {
        let mut writer =
            Writer { label: Self { bytes: [0; Self::MOST], length: 0 }, whole: 0, hash: 0xCBF2_9CE4_8422_2325 };
        // This writer never fails; a value that does has no more text.
        let _ = write!(writer, "{value}");
        writer.label()
    }

    /// Returns the text.
    pub fn as_str(&self) -> &str {
        core::str::from_utf8(&self.bytes[..usize::from(self.length)]).unwrap_or_default()
    }

    /// Whether the text is whole, and can therefore be parsed.
    pub(super) fn is_whole(&self) -> bool {
        usize::from(self.length) < Self::MOST || self.bytes[Self::MOST - Self::HASH] != b'~'
    }
}

/// A writer that cuts and hashes a text.
struct Writer {
    label: Label,
    /// Length of the whole text in bytes, and its hash (FNV-1a).
    whole: usize,
    hash: u64,
}

impl Write for Writer {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for &byte in text.as_bytes() {
            self.hash = (self.hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
            if let Some(place) = self.label.bytes.get_mut(self.whole) {
                *place = byte;
            }
            self.whole += 1;
        }
        Ok(())
    }
}

impl Writer {
    fn label(mut self) -> Label {
        let kept = Label::MOST - Label::HASH;
        if self.whole > Label::MOST {
            let bytes = &mut self.label.bytes;
            // Do not split a character.
            let cut = core::str::from_utf8(&bytes[..kept]).map_or_else(|error| error.valid_up_to(), str::len);
            bytes[cut..kept].fill(b' ');
            bytes[kept] = b'~';
            for (place, byte) in bytes[kept + 1..].iter_mut().enumerate() {
                let digit = (self.hash >> (60 - 4 * place)) as u32 & 15;
                *byte = char::from_digit(digit, 16).map_or(b'0', |digit| digit as u8);
            }
        }
        self.label.length = self.whole.min(Label::MOST) as u8;
        self.label
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Label {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(Self::of(&text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn labels_of_different_texts_differ() {
        for text in ["", "c3-e5", &"x".repeat(46)] {
            let label = Label::of(&text);
            assert_eq!((label.to_string().as_str(), label.is_whole()), (text, true));
        }
        let long = |last: &str| Label::of(&("é".repeat(40) + last));
        assert_ne!(long("a"), long("b"));
        assert!(!long("a").is_whole());
        assert_eq!(long("a").as_str().len(), 46);
        assert_eq!(long("a"), "é".repeat(40).parse::<Label>().map(|_| long("a")).unwrap());
    }
}

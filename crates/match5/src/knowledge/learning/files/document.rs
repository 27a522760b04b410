//! What is in a `.fivo` file, and how it lies there.
//!
//! All numbers are little-endian. A text is its length in bytes (`u16`), then UTF-8.
//!
//! | offset | type | what |
//! |---|---|---|
//! | 0 | 4 bytes | `FIVO` |
//! | 4 | `u16` | version: 1 |
//! | 6 | `u32` | length of the whole file in bytes |
//! | 10 | `u64` | checksum: `gambol_core::StableHasher` over the bytes from 18 on |
//! | 18 | `u8` | how many stones in a row win |
//! | 19 | `u8` | reading: 0 blue and X, 1 every field |
//! | 20 | text | the player's name |
//! | | text | the password by argon2id as a PHC string; empty if it is blank |
//! | | `u8` | 1 if a record of studies follows, 0 if not |
//! | | | *studies:* text, the opponent; text, the start; `u8`, free moves: 0 anywhere, 1 beside; `u64` seed; `u64` games; then for every hundred games, or begun hundred, `u8` won, `u8` drawn, `u32` level |
//! | | `u32` | how many patterns |
//! | | 9 `u32` each | the patterns in the packed form |

use std::string::String;
use std::vec::Vec;

use core::hash::Hasher;

use gambol_core::StableHasher;

use super::error::FivoErrorKind::{self, Altered, Foreign, Length, Version};
use crate::knowledge::learning::{FreeMoves, Knowledge, Pattern, Reading};

const MAGIC: [u8; 4] = *b"FIVO";
const VERSION: u16 = 1;
const HEADER: usize = 18;

/// Passwords are hashed with these settings and no others, so that a file cannot ask for hours of work.
pub(super) const PASSWORD_PREFIX: &str = "$argon2id$v=19$m=19456,t=2,p=1$";

/// How many games of study one [`Block`] sums up.
pub const BLOCK: u64 = 100;

/// The results of a hundred games of study, or of those of a hundred that have been played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Block {
    /// Games that the learner has won, 0 to 100.
    pub won: u8,
    /// Games that were drawn, 0 to 100.
    pub drawn: u8,
    /// The number of patterns after them.
    pub level: u32,
}

/// How knowledge was learned from games against an agent, so that it can go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Studies {
    /// The opponent, as it was named.
    pub opponent: String,
    /// The start of every game, in the text form of a position.
    pub start: String,
    /// What the learner does where it recognises nothing.
    pub free_moves: FreeMoves,
    /// The seed of all.
    pub seed: u64,
    /// How many games have been played.
    pub games: u64,
    /// Their results by hundreds.
    pub blocks: Vec<Block>,
}

impl Studies {
    /// Adds the result of the next game: +1 won, 0 drawn, -1 lost; and the level after it.
    pub fn add(&mut self, score: i8, level: usize) {
        if self.games.is_multiple_of(BLOCK) {
            self.blocks.push(Block::default());
        }
        self.games += 1;
        if let Some(block) = self.blocks.last_mut() {
            block.won += u8::from(score > 0);
            block.drawn += u8::from(score == 0);
            block.level = u32::try_from(level).unwrap_or(u32::MAX);
        }
    }
}

/// The content of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Document {
    pub(super) name: String,
    pub(super) password: String,
    pub(super) knowledge: Knowledge,
    pub(super) studies: Option<Studies>,
}

/// Why bytes are no content.
pub(super) type Refusal = (FivoErrorKind, String);

impl Document {
    pub(super) fn encode(&self) -> Vec<u8> {
        let mut body = Vec::new();
        body.push(self.knowledge.row());
        body.push(u8::from(self.knowledge.reading() == Reading::EveryField));
        put_text(&mut body, &self.name);
        put_text(&mut body, &self.password);
        body.push(u8::from(self.studies.is_some()));
        if let Some(studies) = &self.studies {
            put_text(&mut body, &studies.opponent);
            put_text(&mut body, &studies.start);
            body.push(u8::from(studies.free_moves == FreeMoves::Beside));
            body.extend(studies.seed.to_le_bytes());
            body.extend(studies.games.to_le_bytes());
            for block in &studies.blocks {
                body.extend([block.won, block.drawn]);
                body.extend(block.level.to_le_bytes());
            }
        }
        body.extend((self.knowledge.level() as u32).to_le_bytes());
        body.extend(self.knowledge.patterns().flat_map(Pattern::packed).flat_map(u32::to_le_bytes));
        let mut bytes = Vec::from(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(((HEADER + body.len()) as u32).to_le_bytes());
        bytes.extend(checksum(&body).to_le_bytes());
        bytes.extend(body);
        bytes
    }

    pub(super) fn decode(bytes: &[u8]) -> Result<Self, Refusal> {
        let mut header = Bytes(bytes);
        if header.take::<4>() != Some(MAGIC) {
            return Err((Foreign, "it is not a file of knowledge".into()));
        }
        let cut = || (Length, std::format!("it is cut short: it has {} bytes", bytes.len()));
        let version = header.take().map(u16::from_le_bytes).ok_or_else(cut)?;
        if version != VERSION {
            let reason = std::format!("it is of version {version}; this program reads version {VERSION}");
            return Err((Version, reason));
        }
        let length = header.take().map(u32::from_le_bytes).ok_or_else(cut)?;
        match (length as usize).cmp(&bytes.len()) {
            core::cmp::Ordering::Greater => {
                let reason = std::format!("it is cut short: it has {} of its {length} bytes", bytes.len());
                return Err((Length, reason));
            }
            core::cmp::Ordering::Less => {
                let reason = std::format!("it is too long: it has {} bytes instead of {length}", bytes.len());
                return Err((Length, reason));
            }
            core::cmp::Ordering::Equal => {}
        }
        let sum = header.take().map(u64::from_le_bytes).ok_or_else(cut)?;
        if sum != checksum(header.0) {
            return Err((Altered, "it has been altered: its checksum is wrong".into()));
        }
        Self::body(header).ok_or_else(|| (Altered, "it has been altered: its content makes no sense".into()))
    }

    fn body(mut bytes: Bytes<'_>) -> Option<Self> {
        let [row, reading] = bytes.take()?;
        let reading = [Reading::BlueAndFocus, Reading::EveryField].get(usize::from(reading)).copied()?;
        let (name, password) = (bytes.text()?, bytes.text()?);
        if !password.is_empty() && !password.starts_with(PASSWORD_PREFIX) {
            return None;
        }
        let studies = match bytes.take()? {
            [0] => None,
            [1] => Some(Self::studies(&mut bytes)?),
            _ => return None,
        };
        let mut knowledge = Knowledge::new(row, reading);
        for _ in 0..u32::from_le_bytes(bytes.take()?) {
            let mut words = [0; 9];
            for word in &mut words {
                *word = u32::from_le_bytes(bytes.take()?);
            }
            if !knowledge.restore(Pattern::from_packed(words).ok()?) {
                return None;
            }
        }
        bytes.0.is_empty().then_some(Self { name, password, knowledge, studies })
    }

    fn studies(bytes: &mut Bytes<'_>) -> Option<Studies> {
        let (opponent, start) = (bytes.text()?, bytes.text()?);
        let [free] = bytes.take()?;
        let free_moves = [FreeMoves::Anywhere, FreeMoves::Beside].get(usize::from(free)).copied()?;
        let (seed, games) = (u64::from_le_bytes(bytes.take()?), u64::from_le_bytes(bytes.take()?));
        let mut blocks = Vec::new();
        for _ in 0..games.div_ceil(BLOCK) {
            let ([won, drawn], level) = (bytes.take()?, u32::from_le_bytes(bytes.take()?));
            blocks.push(Block { won, drawn, level });
        }
        Some(Studies { opponent, start, free_moves, seed, games, blocks })
    }
}

fn put_text(bytes: &mut Vec<u8>, text: &str) {
    // Longer ones are cut at a letter; names and agents are much shorter.
    let mut end = text.len().min(usize::from(u16::MAX));
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    bytes.extend((end as u16).to_le_bytes());
    bytes.extend(&text.as_bytes()[..end]);
}

pub(super) fn checksum(bytes: &[u8]) -> u64 {
    let mut hasher = StableHasher::default();
    hasher.write(bytes);
    hasher.finish()
}

/// Bytes that are read from the front.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (first, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*first)
    }

    fn text(&mut self) -> Option<String> {
        let length = u16::from_le_bytes(self.take()?);
        let (text, rest) = self.0.split_at_checked(usize::from(length))?;
        self.0 = rest;
        std::str::from_utf8(text).ok().map(String::from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(super) fn document() -> Document {
        let mut knowledge = Knowledge::new(5, Reading::EveryField);
        for text in ["BBBBX 1", "0BBBX0 2", "0.../B.../B.../XBB0/0.../0... 3"] {
            knowledge.insert(text.parse().unwrap());
        }
        let mut studies = Studies {
            opponent: "threat".into(),
            start: "9/9/9/9/9/9/9/9/9 r".into(),
            free_moves: FreeMoves::Beside,
            seed: 7,
            games: 0,
            blocks: Vec::new(),
        };
        for game in 0..150 {
            studies.add((game % 3 - 1) as i8, game as usize);
        }
        let password = std::format!("{PASSWORD_PREFIX}salt$hash");
        Document { name: "Zoë".into(), password, knowledge, studies: Some(studies) }
    }

    #[test]
    fn what_is_written_is_read() {
        let full = document();
        assert_eq!(Document::decode(&full.encode()).unwrap(), full);
        let studies = full.studies.as_ref().unwrap();
        assert_eq!(studies.blocks, [Block { won: 33, drawn: 33, level: 99 }, Block { won: 17, drawn: 17, level: 149 }]);
        let bare = Document { studies: None, password: String::new(), knowledge: Knowledge::default(), ..full };
        assert_eq!(Document::decode(&bare.encode()).unwrap(), bare);
    }

    #[test]
    fn the_layout_is_pinned() {
        let bare =
            Document { name: "Al".into(), password: String::new(), knowledge: Knowledge::default(), studies: None };
        let bytes = bare.encode();
        assert_eq!(bytes[..10], [b'F', b'I', b'V', b'O', 1, 0, 31, 0, 0, 0]);
        assert_eq!(bytes[18..], [5, 0, 2, 0, b'A', b'l', 0, 0, 0, 0, 0, 0, 0]);
        assert_eq!(checksum(&bytes[18..]).to_le_bytes(), bytes[10..18]);
    }

    #[test]
    fn a_file_damaged_at_any_byte_is_refused() {
        let whole = document().encode();
        for place in 0..whole.len() {
            for change in [0x01, 0x80, 0xFF] {
                let mut bytes = whole.clone();
                bytes[place] ^= change;
                let (kind, reason) = Document::decode(&bytes).unwrap_err();
                let expected: &[FivoErrorKind] = match place {
                    0..4 => &[Foreign],
                    4..6 => &[Version],
                    6..10 => &[Length],
                    _ => &[Altered],
                };
                assert!(expected.contains(&kind), "byte {place}: {reason}");
            }
            let (kind, reason) = Document::decode(&whole[..place]).unwrap_err();
            assert!(kind == if place < 4 { Foreign } else { Length }, "cut after {place}: {reason}");
        }
        let longer: Vec<u8> = whole.iter().copied().chain([0]).collect();
        assert_eq!(Document::decode(&longer).unwrap_err().0, Length);
    }

    /// As if someone had put the checksum right.
    fn forged(change: impl Fn(&mut Vec<u8>)) -> FivoErrorKind {
        let mut bytes = document().encode();
        change(&mut bytes);
        let (length, sum) = ((bytes.len() as u32).to_le_bytes(), checksum(&bytes[HEADER..]).to_le_bytes());
        bytes[6..10].copy_from_slice(&length);
        bytes[10..18].copy_from_slice(&sum);
        Document::decode(&bytes).map(|_| ()).unwrap_err().0
    }

    #[test]
    fn content_that_makes_no_sense_is_refused_whatever_its_checksum() {
        assert_eq!(forged(|bytes| bytes[19] = 2), Altered, "reading");
        assert_eq!(forged(|bytes| bytes[22] = 0xFF), Altered, "the name is not UTF-8");
        assert_eq!(forged(|bytes| bytes[30] = b'9'), Altered, "the password's settings");
        assert_eq!(forged(|bytes| bytes.push(0)), Altered, "more than is due");
        assert_eq!(forged(|bytes| bytes.truncate(bytes.len() - 1)), Altered, "less");
        // The first two patterns change places: they are of different levels.
        let patterns = document().encode().len() - 3 * 36;
        assert_eq!(forged(|bytes| bytes[patterns..patterns + 72].rotate_left(36)), Altered);
        assert_eq!(forged(|bytes| bytes[patterns - 4..patterns].fill(0xFF)), Altered, "how many patterns");
    }
}

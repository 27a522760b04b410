//! Content and layout of a `.fivo` file.
//!
//! All numbers are little-endian. A text is its length in bytes (`u16`), then UTF-8.
//!
//! | offset | type | content |
//! |---|---|---|
//! | 0 | 4 bytes | `FIVO` |
//! | 4 | `u16` | version: 2 |
//! | 6 | `u32` | length of the whole file in bytes |
//! | 10 | `u8` | number of stones in a row that win |
//! | 11 | `u8` | reading: 0 blue and X, 1 every field |
//! | 12 | text | the player's name |
//! | | `u8` | 1 if the file has a password, else 0 |
//! | | 3 `u32`, 16 bytes | *with a password:* memory in KiB, passes and lanes of argon2id (version 0x13), and its salt |
//! | | `u8` | 1 if a record of studies follows, else 0 |
//! | | | *studies:* text, the opponent; text, the start; `u8`, free moves: 0 anywhere, 1 beside; `u64` seed; `u64` games; then for every complete or incomplete hundred games, `u8` won, `u8` drawn, `u32` level |
//! | | `u32` | number of patterns |
//! | | 9 `u32` each | the patterns in the packed form |
//! | | 32 bytes | *with a password:* authentication code of all bytes before: `BLAKE2b` with the key that argon2id derives from the password |
//! | | `u64` | checksum of all bytes before: `gambol_core::StableHasher` |
//!
//! Anyone can read the file and recompute the checksum, which detects accidental damage only. The
//! authentication code cannot be computed without the password.

use std::string::String;
use std::vec::Vec;

use core::hash::Hasher;

use gambol_core::StableHasher;

use super::error::FivoErrorKind::{self, Altered, Foreign, Length, Version};
use super::key::{Key, KeyParams, TAG};
use crate::{FreeMoves, Knowledge, Pattern, Reading};

const MAGIC: [u8; 4] = *b"FIVO";
const VERSION: u16 = 2;
/// Range of the length of the file.
const LENGTH: core::ops::Range<usize> = 6..10;
/// Length of the checksum in bytes.
const SUM: usize = 8;

/// Maximum length of a player's name in letters.
const LONGEST_NAME: usize = 40;

/// Maximum size of a file in bytes, enough for more than a million patterns. Tests use a lower
/// limit.
pub(super) const LONGEST_FILE: u64 = if cfg!(test) { 1 << 20 } else { 64 << 20 };

/// Number of games of study per [`Block`].
pub const BLOCK: u64 = 100;

/// The results of a hundred games of study, or of the games so far of the current hundred.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Block {
    /// Number of games that the learner has won, 0 to 100.
    pub won: u8,
    /// Number of drawn games, 0 to 100.
    pub drawn: u8,
    /// Number of patterns after these games.
    pub level: u32,
}

/// Record of the games against an agent from which knowledge was learned, so that training can
/// continue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Studies {
    /// Name of the opponent.
    pub opponent: String,
    /// Start of every game, in the text form of a position.
    pub start: String,
    /// Moves of the learner without a recognised pattern.
    pub free_moves: FreeMoves,
    /// Master seed.
    pub seed: u64,
    /// Number of games played.
    pub games: u64,
    /// Results by hundreds of games.
    pub blocks: Vec<Block>,
}

impl Studies {
    /// Whether every hundred has a block, and no block has more results than games.
    pub(super) fn is_consistent(&self) -> bool {
        let rest = match self.games % BLOCK {
            0 => BLOCK,
            rest => rest,
        };
        let last = self.blocks.len().saturating_sub(1);
        let games = |number: usize| if number == last { rest } else { BLOCK };
        let fits = |(number, block): (usize, &Block)| u64::from(block.won) + u64::from(block.drawn) <= games(number);
        self.blocks.len() as u64 == self.games.div_ceil(BLOCK) && self.blocks.iter().enumerate().all(fits)
    }

    /// Adds the result of the next game (+1 won, 0 drawn, -1 lost) and the level after it.
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

/// The content of a file, apart from its password.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Document {
    pub(super) name: String,
    pub(super) knowledge: Knowledge,
    pub(super) studies: Option<Studies>,
}

/// Error in the bytes of a file.
pub(super) type Refusal = (FivoErrorKind, String);

impl Document {
    /// Returns the bytes of a file with the key of its password, or of one without a password.
    pub(super) fn encode(&self, key: Option<&Key>) -> Vec<u8> {
        let mut bytes = Vec::from(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend([0; LENGTH.end - LENGTH.start]);
        bytes.push(self.knowledge.row());
        bytes.push(u8::from(self.knowledge.reading() == Reading::EveryField));
        put_text(&mut bytes, &self.name);
        bytes.push(u8::from(key.is_some()));
        bytes.extend(key.iter().flat_map(|key| key.params().encode()));
        bytes.push(u8::from(self.studies.is_some()));
        if let Some(studies) = &self.studies {
            put_text(&mut bytes, &studies.opponent);
            put_text(&mut bytes, &studies.start);
            bytes.push(u8::from(studies.free_moves == FreeMoves::Beside));
            bytes.extend(studies.seed.to_le_bytes());
            bytes.extend(studies.games.to_le_bytes());
            for block in &studies.blocks {
                bytes.extend([block.won, block.drawn]);
                bytes.extend(block.level.to_le_bytes());
            }
        }
        bytes.extend((self.knowledge.level() as u32).to_le_bytes());
        bytes.extend(self.knowledge.patterns().flat_map(Pattern::packed).flat_map(u32::to_le_bytes));
        let length = bytes.len() + key.map_or(0, |_| TAG) + SUM;
        bytes[LENGTH].copy_from_slice(&(length as u32).to_le_bytes());
        if let Some(key) = key {
            bytes.extend(key.tag(&bytes));
        }
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// Returns the content, and the key derivation parameters if the file has a password. The
    /// authentication code is not checked.
    pub(super) fn decode(bytes: &[u8]) -> Result<(Self, Option<KeyParams>), Refusal> {
        let mut header = Bytes(bytes);
        if header.take::<4>() != Some(MAGIC) {
            return Err((Foreign, "it is not a knowledge file".into()));
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
        let (summed, sum) = bytes.split_last_chunk::<SUM>().ok_or_else(cut)?;
        if u64::from_le_bytes(*sum) != checksum(summed) {
            return Err((Altered, "it has been altered: its checksum is wrong".into()));
        }
        let body = Bytes(summed.get(LENGTH.end..).ok_or_else(cut)?);
        Self::body(body).ok_or_else(|| (Altered, "it has been altered: its content is invalid".into()))
    }

    fn body(mut bytes: Bytes<'_>) -> Option<(Self, Option<KeyParams>)> {
        let [row, reading] = bytes.take()?;
        let reading = [Reading::BlueAndFocus, Reading::EveryField].get(usize::from(reading)).copied()?;
        let name = bytes.text()?;
        let params = match bytes.take()? {
            [0] => None,
            [1] => Some(KeyParams::decode(bytes.take()?)?),
            _ => return None,
        };
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
        let tag = params.map_or(0, |_| TAG);
        (bytes.0.len() == tag).then_some((Self { name, knowledge, studies }, params))
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
        let studies = Studies { opponent, start, free_moves, seed, games, blocks };
        studies.is_consistent().then_some(studies)
    }
}

/// Whether the authentication code of a file's bytes matches this key.
pub(super) fn is_authentic(bytes: &[u8], key: &Key) -> bool {
    let tagged = bytes.len().checked_sub(SUM).and_then(|end| bytes[..end].split_last_chunk::<TAG>());
    tagged.is_some_and(|(text, tag)| key.verifies(text, tag))
}

/// Checks the name of a player, which is used as a file name and in the hall of fame.
pub(super) fn check_name(name: &str) -> Result<(), &'static str> {
    if name.is_empty() || name.chars().count() > LONGEST_NAME {
        return Err("a player's name must have 1 to 40 letters");
    }
    if name.trim() != name || name.starts_with('.') {
        return Err("a player's name must not begin with a point, or begin or end with a blank");
    }
    if name.chars().any(|letter| letter.is_control() || "/\\:".contains(letter)) {
        return Err("a player's name must not contain / \\ : or control characters");
    }
    Ok(())
}

fn put_text(bytes: &mut Vec<u8>, text: &str) {
    // Longer texts are cut at a letter; names and agents are much shorter.
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

/// Reader of bytes from the front.
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

    fn document() -> Document {
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
        Document { name: "Zoë".into(), knowledge, studies: Some(studies) }
    }

    #[test]
    fn what_is_written_is_read() {
        let full = document();
        let key = Key::new("secret").unwrap();
        assert_eq!(Document::decode(&full.encode(None)).unwrap(), (full.clone(), None));
        assert_eq!(Document::decode(&full.encode(Some(&key))).unwrap(), (full.clone(), Some(*key.params())));
        let studies = full.studies.as_ref().unwrap();
        assert_eq!(studies.blocks, [Block { won: 33, drawn: 33, level: 99 }, Block { won: 17, drawn: 17, level: 149 }]);
        let bare = Document { studies: None, knowledge: Knowledge::default(), ..full };
        assert_eq!(Document::decode(&bare.encode(None)).unwrap(), (bare, None));
    }

    #[test]
    fn the_layout_is_pinned() {
        let bare = Document { name: "Al".into(), knowledge: Knowledge::default(), studies: None };
        let bytes = bare.encode(None);
        assert_eq!(bytes[..10], [b'F', b'I', b'V', b'O', 2, 0, 30, 0, 0, 0]);
        assert_eq!(bytes[10..22], [5, 0, 2, 0, b'A', b'l', 0, 0, 0, 0, 0, 0]);
        assert_eq!(checksum(&bytes[..22]).to_le_bytes(), bytes[22..]);
        let key = Key::new("secret").unwrap();
        let bytes = bare.encode(Some(&key));
        assert_eq!(bytes[6..10], [90, 0, 0, 0]);
        assert_eq!((bytes[16], &bytes[17..45], &bytes[45..50]), (1, &key.params().encode()[..], &[0; 5][..]));
        assert_eq!(bytes[50..82], key.tag(&bytes[..50]));
        assert_eq!(checksum(&bytes[..82]).to_le_bytes(), bytes[82..]);
    }

    #[test]
    fn a_file_damaged_at_any_byte_is_refused() {
        for whole in [document().encode(None), document().encode(Some(&Key::new("secret").unwrap()))] {
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
    }

    /// Changes bytes and corrects length and checksum, as anyone with write access can.
    fn forge(mut bytes: Vec<u8>, change: impl Fn(&mut Vec<u8>)) -> Vec<u8> {
        bytes.truncate(bytes.len() - SUM);
        change(&mut bytes);
        let length = ((bytes.len() + SUM) as u32).to_le_bytes();
        bytes[LENGTH].copy_from_slice(&length);
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    #[test]
    fn a_forged_file_is_not_authentic() {
        let key = Key::new("secret").unwrap();
        let whole = document().encode(Some(&key));
        assert!(is_authentic(&whole, &key));
        let mut readable = 0;
        for place in 0..whole.len() - SUM {
            let forged = forge(whole.clone(), |bytes| bytes[place] ^= 0x01);
            if !LENGTH.contains(&place) {
                assert!(!is_authentic(&forged, &key), "byte {place}");
                readable += usize::from(Document::decode(&forged).is_ok());
            }
        }
        // Not all of them are rejected for invalid content.
        assert!(readable > 100, "{readable}");
        assert!(!is_authentic(&document().encode(None), &key), "without a password");
        assert!(!is_authentic(&document().encode(Some(&Key::new("secret").unwrap())), &key), "another salt");
        assert!(!is_authentic(b"", &key) && !is_authentic(&[0; SUM + TAG - 1], &key));
    }

    fn forged(change: impl Fn(&mut Vec<u8>)) -> FivoErrorKind {
        Document::decode(&forge(document().encode(None), change)).map(|_| ()).unwrap_err().0
    }

    #[test]
    fn content_that_makes_no_sense_is_refused_whatever_its_checksum() {
        assert_eq!(forged(|bytes| bytes[11] = 2), Altered, "reading");
        assert_eq!(forged(|bytes| bytes[14] = 0xFF), Altered, "the name is not UTF-8");
        assert_eq!(forged(|bytes| bytes[18] = 1), Altered, "a password without settings");
        assert_eq!(forged(|bytes| bytes[18] = 2), Altered, "neither with a password nor without");
        assert_eq!(forged(|bytes| bytes.push(0)), Altered, "more than is due");
        assert_eq!(forged(|bytes| bytes.truncate(bytes.len() - 1)), Altered, "less");
        assert_eq!(forged(|bytes| bytes.truncate(10)), Altered, "nothing");
        // The first two patterns change places; their levels differ.
        let patterns = document().encode(None).len() - SUM - 3 * 36;
        assert_eq!(forged(|bytes| bytes[patterns..patterns + 72].rotate_left(36)), Altered);
        assert_eq!(forged(|bytes| bytes[patterns - 4..patterns].fill(0xFF)), Altered, "how many patterns");
        // The two blocks of six bytes are before the number of patterns: 100 games, then 50.
        let blocks = patterns - 4 - 12;
        for (place, won) in [(blocks, 68), (blocks, 0xFF), (blocks + 6, 34), (blocks + 7, 34)] {
            assert_eq!(forged(|bytes| bytes[place] = won), Altered, "{won} of a block");
        }
        for games in [0, 50, 100, 201, u64::MAX] {
            assert_eq!(forged(|bytes| bytes[blocks - 8..blocks].copy_from_slice(&games.to_le_bytes())), Altered);
        }
    }

    #[test]
    fn studies_contradict_themselves_if_a_block_has_more_results_than_games() {
        let block = |won, drawn| Block { won, drawn, level: 1 };
        let consistent = |games, blocks: &[Block]| {
            let studies = document().studies.unwrap();
            Studies { games, blocks: blocks.to_vec(), ..studies }.is_consistent()
        };
        assert!(consistent(0, &[]) && consistent(1, &[block(1, 0)]) && consistent(100, &[block(60, 40)]));
        assert!(consistent(101, &[block(60, 40), block(0, 1)]));
        assert!(!consistent(0, &[block(0, 0)]) && !consistent(1, &[]) && !consistent(1, &[block(1, 1)]));
        assert!(!consistent(100, &[block(60, 41)]) && !consistent(101, &[block(200, 0), block(0, 1)]));
        assert!(!consistent(101, &[block(60, 40)]));
    }
}

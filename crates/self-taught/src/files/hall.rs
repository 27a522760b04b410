//! The hall of fame.

use std::format;
use std::path::{Path, PathBuf};
use std::string::String;
use std::vec::Vec;

use super::document::{check_name, checksum};
use super::error::{FivoError, FivoErrorKind};
use super::lock::Lock;
use super::system::{Readers, locked, read_limited, write_whole};

/// The best 100 players by level, in a separate file beside their knowledge files. Of two players
/// with the same level, the one who reached it earlier comes first.
///
/// The file is called `match5_hall_of_fame`. It is text: a first line with the format's version and
/// a checksum, then a line for each player: level, tab, name. The checksum detects damage; it does
/// not authenticate.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HallOfFame {
    players: Vec<(String, u32)>,
}

const TITLE: &str = "match5 hall of fame, version 1, checksum ";

/// Maximum size of a file in bytes; a hundred players need less than a third of it.
const LONGEST_FILE: u64 = 64 << 10;

impl HallOfFame {
    /// Maximum number of players.
    pub const SIZE: usize = 100;

    /// Returns the path of the hall of fame of a folder of knowledge files.
    #[must_use]
    pub fn path(folder: &Path) -> PathBuf {
        folder.join("match5_hall_of_fame")
    }

    /// Returns the players with their levels, best first.
    pub fn players(&self) -> impl ExactSizeIterator<Item = (&str, u32)> {
        self.players.iter().map(|(name, level)| (name.as_str(), *level))
    }

    /// Sets the level of a player. Level 0 removes the player. Returns the player's place, from 1,
    /// if there is one.
    pub fn enter(&mut self, name: &str, level: u32) -> Option<usize> {
        if let Some(place) = self.players.iter().position(|(player, there)| player == name && *there == level) {
            return Some(place + 1);
        }
        self.players.retain(|(player, _)| player != name);
        if level > 0 {
            let place = self.players.partition_point(|&(_, there)| there >= level);
            self.players.insert(place, (name.into(), level));
            self.players.truncate(Self::SIZE);
        }
        self.players.iter().position(|(player, _)| player == name).map(|place| place + 1)
    }

    /// Reads the hall of fame of a folder; an empty one if it does not exist.
    ///
    /// # Errors
    ///
    /// Fails if it is damaged, of another version, or cannot be read.
    pub fn read(folder: &Path) -> Result<Self, FivoError> {
        let path = Self::path(folder);
        let bytes = match read_limited(&path, LONGEST_FILE) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == FivoErrorKind::Missing => return Ok(Self::default()),
            Err(error) => return Err(error),
        };
        let refuse = |kind, reason| FivoError::new(&path, kind, reason);
        let text = std::str::from_utf8(&bytes)
            .map_err(|_| refuse(FivoErrorKind::Altered, "it is not text; it has been altered"))?;
        let (title, list) =
            text.split_once('\n').ok_or_else(|| refuse(FivoErrorKind::Foreign, "it is not a hall of fame"))?;
        let sum = title.strip_prefix(TITLE).ok_or_else(|| {
            refuse(FivoErrorKind::Version, "it is not a hall of fame of version 1, which this program reads")
        })?;
        let altered = || refuse(FivoErrorKind::Altered, "it has been altered or cut short: its checksum is wrong");
        if sum != format!("{:016x}", checksum(list.as_bytes())) {
            return Err(altered());
        }
        let player = |line: &str| {
            let (level, name) = line.split_once('\t')?;
            Some((String::from(name), level.parse().ok()?))
        };
        let players = list.lines().map(player).collect::<Option<_>>().ok_or_else(altered)?;
        Ok(Self { players })
    }

    /// Reads the hall of fame of a folder, changes it, and writes it if it has changed and `change`
    /// succeeds. It is locked meanwhile, so that entries of other processes are not lost; this
    /// waits up to ten seconds for the lock. It is written to a temporary file, which is then
    /// renamed.
    ///
    /// # Errors
    ///
    /// Fails as for [`read`](Self::read); if another process keeps the lock; with the error of
    /// `change`; if a name is not valid, as for [`Fivo::create`](super::Fivo::create); or with an
    /// error of the operating system.
    pub fn update<T>(folder: &Path, change: impl FnOnce(&mut Self) -> Result<T, FivoError>) -> Result<T, FivoError> {
        let path = Self::path(folder);
        let _lock = locked(&path, Lock::wait(&path))?;
        let before = Self::read(folder)?;
        let mut hall = before.clone();
        let changed = change(&mut hall)?;
        if hall != before {
            for (name, _) in &hall.players {
                check_name(name).map_err(|reason| FivoError::new(&path, FivoErrorKind::Name, reason))?;
            }
            hall.write(&path).map_err(|error| FivoError::system(&path, &error))?;
        }
        Ok(changed)
    }

    fn write(&self, path: &Path) -> std::io::Result<()> {
        let lines: Vec<String> = self.players.iter().map(|(name, level)| format!("{level}\t{name}\n")).collect();
        let list = lines.concat();
        let text = format!("{TITLE}{:016x}\n{list}", checksum(list.as_bytes()));
        write_whole(path, text.as_bytes(), false, Readers::Usual)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(hall: &HallOfFame) -> Vec<&str> {
        hall.players().map(|(name, _)| name).collect()
    }

    #[test]
    fn the_best_come_first_and_among_equals_the_earlier() {
        let mut hall = HallOfFame::default();
        assert_eq!(hall.enter("Ada", 3), Some(1));
        assert_eq!(hall.enter("Bob", 5), Some(1));
        assert_eq!(hall.enter("Cid", 3), Some(3));
        assert_eq!(names(&hall), ["Bob", "Ada", "Cid"]);
        assert_eq!(hall.enter("Cid", 3), Some(3));
        assert_eq!(hall.enter("Ada", 3), Some(2), "the same level again changes nothing");
        assert_eq!(hall.enter("Ada", 5), Some(2));
        assert_eq!(hall.enter("Bob", 1), Some(3), "erasing patterns costs places");
        assert_eq!(hall.enter("Ada", 0), None);
        assert_eq!(names(&hall), ["Cid", "Bob"]);
    }

    #[test]
    fn there_is_room_for_a_hundred() {
        let mut hall = HallOfFame::default();
        for level in 1..=150 {
            hall.enter(&format!("player {level}"), level);
        }
        assert_eq!(hall.players().len(), 100);
        assert_eq!(hall.players().last(), Some(("player 51", 51)));
        assert_eq!(hall.enter("late", 51), None);
    }

    #[test]
    fn a_hall_damaged_at_any_byte_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(HallOfFame::read(folder.path()), Ok(HallOfFame::default()), "no file, no players");
        let hall = HallOfFame::update(folder.path(), |hall| {
            hall.enter("Zoë", 12);
            hall.enter("Al", 1);
            Ok(hall.clone())
        });
        assert_eq!(HallOfFame::read(folder.path()), hall);
        let path = HallOfFame::path(folder.path());
        let whole = std::fs::read(&path).unwrap();
        for place in 0..whole.len() {
            let mut bytes = whole.clone();
            bytes[place] ^= 1;
            std::fs::write(&path, &bytes).unwrap();
            assert!(HallOfFame::read(folder.path()).is_err(), "byte {place}");
            std::fs::write(&path, &whole[..place]).unwrap();
            assert!(HallOfFame::read(folder.path()).is_err(), "cut after {place}");
        }
    }

    #[test]
    fn players_who_are_entered_at_once_are_all_there() {
        let folder = tempfile::tempdir().unwrap();
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let folder = folder.path();
                scope.spawn(move || {
                    for player in 0..10 {
                        HallOfFame::update(folder, |hall| Ok(hall.enter(&format!("{thread} {player}"), 5))).unwrap();
                    }
                });
            }
        });
        assert_eq!(HallOfFame::read(folder.path()).unwrap().players().len(), 40);
    }

    #[test]
    fn what_fails_changes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        HallOfFame::update(folder.path(), |hall| Ok(hall.enter("Al", 1))).unwrap();
        let error = FivoError::new(folder.path(), FivoErrorKind::System, "no");
        let failed = HallOfFame::update(folder.path(), |hall| {
            hall.enter("Bo", 2);
            Err::<(), _>(error.clone())
        });
        assert_eq!(failed, Err(error));
        let named = HallOfFame::update(folder.path(), |hall| Ok(hall.enter("Bo\n9\tCy", 2)));
        assert_eq!(named.unwrap_err().kind(), FivoErrorKind::Name, "it would be two lines");
        assert_eq!(names(&HallOfFame::read(folder.path()).unwrap()), ["Al"]);
        std::fs::File::create(HallOfFame::path(folder.path())).unwrap().set_len(LONGEST_FILE + 1).unwrap();
        assert_eq!(HallOfFame::read(folder.path()).unwrap_err().kind(), FivoErrorKind::Length);
    }
}

//! A file of knowledge: who may do what with it.

use std::format;
use std::path::{Path, PathBuf};
use std::string::{String, ToString};

use argon2::Argon2;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};

use super::document::{Document, Studies, checksum};
use super::error::{FivoError, FivoErrorKind};
use super::hall::HallOfFame;
use super::write_whole;
use crate::knowledge::learning::Knowledge;

/// What the person at the program is to a file of knowledge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Access {
    /// The file is under construction and has not been stored.
    New,
    /// The file was opened and the password is verified: knowledge may be changed and stored.
    Owner,
    /// The file was opened without the password: one may play against it and look at its patterns.
    User,
}

/// What [`Fivo::store`] did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stored {
    /// The file is written; the player has this place in the hall of fame, from 1, if he is among the best.
    Written(Option<usize>),
    /// There was nothing to store: the file, if there was one, is removed, and the player is out of the hall of fame.
    Removed,
}

/// A file of knowledge: `NAME.fivo`, with the name of the player who teaches it, in a folder with a [`HallOfFame`].
///
/// ```
/// use gambol_match5::{Access, Fivo, Knowledge};
/// # let folder = tempfile::tempdir()?;
/// # let folder = folder.path();
/// let mut file = Fivo::create(folder, "Ada", "secret", Knowledge::default())?;
/// file.knowledge_mut()?.insert("BBBBX 1".parse()?);
/// file.store()?;
///
/// let mut file = Fivo::open(&folder.join("Ada.fivo"), "a guess")?;
/// assert_eq!((file.access(), file.knowledge().level()), (Access::User, 1));
/// assert!(file.knowledge_mut().is_err());
/// assert!(file.verify("secret"));
/// assert_eq!(file.access(), Access::Owner);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Fivo {
    folder: PathBuf,
    path: PathBuf,
    access: Access,
    content: Document,
    /// The checksum of the file, and what it said of the password, when it was opened or stored.
    opened: Option<(u64, String)>,
}

/// Letters of a player's name, at most.
const LONGEST_NAME: usize = 40;

/// Bytes of a file, at most; more than a million patterns have room.
const LONGEST_FILE: u64 = 64 << 20;

impl Fivo {
    /// A new file for a player, which is not written before it is [stored](Self::store). A blank password always verifies.
    ///
    /// # Errors
    ///
    /// If the player has a file in this folder, or the name is not one for a file: 1 to 40 letters, none of them `/`, `\`, `:` or a
    /// control character, the first not a point and no blank at either end.
    pub fn create(folder: &Path, name: &str, password: &str, knowledge: Knowledge) -> Result<Self, FivoError> {
        let content = Document { name: name.into(), password: hash(folder, password)?, knowledge, studies: None };
        Self::begin(folder, content)
    }

    /// The same knowledge in a new file of another player, with the same password and the same record of studies. Like all new
    /// files it is not written before it is [stored](Self::store).
    ///
    /// # Errors
    ///
    /// If the password is not verified, or as for [`create`](Self::create).
    pub fn copy(&self, folder: &Path, name: &str) -> Result<Self, FivoError> {
        self.as_owner()?;
        Self::begin(folder, Document { name: name.into(), ..self.content.clone() })
    }

    fn begin(folder: &Path, content: Document) -> Result<Self, FivoError> {
        let path = folder.join(format!("{}.fivo", content.name));
        check_name(&content.name).map_err(|reason| FivoError::new(&path, FivoErrorKind::Name, reason))?;
        if path.exists() {
            return Err(FivoError::new(&path, FivoErrorKind::Exists, "there is a file of this player already"));
        }
        Ok(Self { folder: folder.to_path_buf(), path, access: Access::New, content, opened: None })
    }

    /// Opens a file: as its owner if the password is right or the file's is blank, else as a user.
    ///
    /// # Errors
    ///
    /// If it is not there, cannot be read, is cut short or altered or of another version, or has another name than its player.
    pub fn open(path: &Path, password: &str) -> Result<Self, FivoError> {
        let (content, sum) = read(path)?;
        let folder = path.parent().unwrap_or(Path::new("")).to_path_buf();
        let opened = Some((sum, content.password.clone()));
        let mut file = Self { folder, path: path.to_path_buf(), access: Access::User, content, opened };
        file.verify(password);
        Ok(file)
    }

    /// Becomes the owner if the password is right. Says whether one is the owner now, or the maker of a new file.
    pub fn verify(&mut self, password: &str) -> bool {
        if self.access == Access::User && verified(&self.content.password, password) {
            self.access = Access::Owner;
        }
        self.access != Access::User
    }

    /// New, owner or user.
    #[must_use]
    pub fn access(&self) -> Access {
        self.access
    }

    /// The player who teaches it.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.content.name
    }

    /// Where it is, or will be.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The knowledge, for everybody.
    #[must_use]
    pub fn knowledge(&self) -> &Knowledge {
        &self.content.knowledge
    }

    /// The knowledge, to change it.
    ///
    /// # Errors
    ///
    /// If the password is not verified.
    pub fn knowledge_mut(&mut self) -> Result<&mut Knowledge, FivoError> {
        self.as_owner()?;
        Ok(&mut self.content.knowledge)
    }

    /// How it was learned from games against an agent, if it was.
    #[must_use]
    pub fn studies(&self) -> Option<&Studies> {
        self.content.studies.as_ref()
    }

    /// Says how it was learned.
    ///
    /// # Errors
    ///
    /// If the password is not verified.
    pub fn set_studies(&mut self, studies: Option<Studies>) -> Result<(), FivoError> {
        self.as_owner()?;
        self.content.studies = studies;
        Ok(())
    }

    /// Sets another password, from the next time it is stored.
    ///
    /// # Errors
    ///
    /// If the old one is not verified.
    pub fn set_password(&mut self, password: &str) -> Result<(), FivoError> {
        self.as_owner()?;
        self.content.password = hash(&self.path, password)?;
        Ok(())
    }

    /// Writes the file, and the player's level into the hall of fame. Both are written to a temporary name and then renamed, so that
    /// there is always a whole file. Without any pattern the file is removed, and the player from the hall of fame.
    ///
    /// # Errors
    ///
    /// If the password is not verified; if what is there by now is damaged, of another version, has another password or is not
    /// what was opened or stored here last (it is left as it is then); if a new file's name has been taken; if the hall of fame is damaged; or what the operating
    /// system says.
    pub fn store(&mut self) -> Result<Stored, FivoError> {
        self.as_owner()?;
        let there = match read(&self.path) {
            Ok(there) => Some(there),
            Err(error) if error.kind() == FivoErrorKind::Missing => None,
            Err(error) => return Err(error),
        };
        if let Some((there, sum)) = &there {
            if self.access == Access::New {
                let reason = "there is a file of this player already";
                return Err(FivoError::new(&self.path, FivoErrorKind::Exists, reason));
            }
            if self.opened.as_ref().is_none_or(|(_, password)| *password != there.password) {
                let reason = "its password has been changed since it was opened";
                return Err(FivoError::new(&self.path, FivoErrorKind::Access, reason));
            }
            if self.opened.as_ref().is_none_or(|(opened, _)| opened != sum) {
                let reason = "it has been changed since it was opened";
                return Err(FivoError::new(&self.path, FivoErrorKind::Changed, reason));
            }
        }
        let mut hall = HallOfFame::read(&self.folder)?;
        let level = self.content.knowledge.level();
        let place = hall.enter(&self.content.name, u32::try_from(level).unwrap_or(u32::MAX));
        let stored = if level == 0 {
            if there.is_some() {
                std::fs::remove_file(&self.path).map_err(|error| FivoError::system(&self.path, &error))?;
            }
            (self.access, self.opened) = (Access::New, None);
            Stored::Removed
        } else {
            let bytes = self.content.encode();
            write_whole(&self.path, &bytes, self.access == Access::New)
                .map_err(|error| FivoError::system(&self.path, &error))?;
            self.access = Access::Owner;
            self.opened = Some((checksum(&bytes), self.content.password.clone()));
            Stored::Written(place)
        };
        hall.write(&self.folder)?;
        Ok(stored)
    }

    fn as_owner(&self) -> Result<(), FivoError> {
        if self.access == Access::User {
            let reason = "only its owner may change it, and the password is not verified";
            return Err(FivoError::new(&self.path, FivoErrorKind::Access, reason));
        }
        Ok(())
    }
}

/// Reads a file whole, and its checksum.
fn read(path: &Path) -> Result<(Document, u64), FivoError> {
    let system = |error| FivoError::system(path, &error);
    if std::fs::metadata(path).map_err(system)?.len() > LONGEST_FILE {
        return Err(FivoError::new(path, FivoErrorKind::Foreign, "it is too large for a file of knowledge"));
    }
    let bytes = std::fs::read(path).map_err(system)?;
    let content = Document::decode(&bytes).map_err(|(kind, reason)| FivoError::new(path, kind, reason))?;
    if path.file_name().and_then(|name| name.to_str()) != Some(&format!("{}.fivo", content.name)) {
        let reason = format!("it is the file of {}, and its name should be {}.fivo", content.name, content.name);
        return Err(FivoError::new(path, FivoErrorKind::Name, reason));
    }
    Ok((content, checksum(&bytes)))
}

fn check_name(name: &str) -> Result<(), &'static str> {
    if name.is_empty() || name.chars().count() > LONGEST_NAME {
        return Err("a player's name has 1 to 40 letters");
    }
    if name.trim() != name || name.starts_with('.') {
        return Err("a player's name does not begin with a point, nor begin or end with a blank");
    }
    if name.chars().any(|letter| letter.is_control() || "/\\:".contains(letter)) {
        return Err("a player's name has no / \\ : and no control characters");
    }
    Ok(())
}

/// What is stored of a password; nothing of a blank one.
fn hash(path: &Path, password: &str) -> Result<String, FivoError> {
    if password.is_empty() {
        return Ok(String::new());
    }
    let hash = Argon2::default().hash_password(password.as_bytes());
    hash.map(|hash| hash.to_string()).map_err(|error| FivoError::new(path, FivoErrorKind::System, error.to_string()))
}

fn verified(stored: &str, password: &str) -> bool {
    stored.is_empty() || Argon2::default().verify_password(password.as_bytes(), stored).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::knowledge::learning::knowing;
    use std::vec::Vec;

    fn files(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> =
            std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn an_owner_may_store_and_a_user_may_look() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let mut file = Fivo::create(folder, "Ada", "secret", knowing(&["BBBBX 1"])).unwrap();
        assert_eq!(file.access(), Access::New);
        assert_eq!(file.store(), Ok(Stored::Written(Some(1))));
        assert_eq!(file.access(), Access::Owner);
        assert_eq!(files(folder), ["Ada.fivo", "match5_hall_of_fame"]);

        let mut user = Fivo::open(&folder.join("Ada.fivo"), "").unwrap();
        assert_eq!((user.access(), user.name(), user.knowledge().level()), (Access::User, "Ada", 1));
        for refused in [user.knowledge_mut().map(|_| ()), user.set_password(""), user.store().map(|_| ())] {
            assert_eq!(refused.unwrap_err().kind(), FivoErrorKind::Access);
        }
        assert!(!user.verify("Secret"));
        assert!(user.verify("secret"));
        user.knowledge_mut().unwrap().insert("0BBBX0 2".parse().unwrap());
        user.set_password("").unwrap();
        user.store().unwrap();
        // The other one still has the old password, and would take the new one away.
        assert_eq!(file.store().unwrap_err().kind(), FivoErrorKind::Access);
        let blank = Fivo::open(&folder.join("Ada.fivo"), "whatever").unwrap();
        assert_eq!((blank.access(), blank.knowledge().level()), (Access::Owner, 2), "a blank password always verifies");
    }

    #[test]
    fn erasing_everything_removes_the_file_and_the_player() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        for (name, patterns) in [("Ada", &["BBBBX 1"][..]), ("Bob", &["BBBBX 1", "BBXBB 1"])] {
            Fivo::create(folder, name, "", knowing(patterns)).unwrap().store().unwrap();
        }
        assert!(HallOfFame::read(folder).unwrap().players().eq([("Bob", 2), ("Ada", 1)]));
        let mut bob = Fivo::open(&folder.join("Bob.fivo"), "").unwrap();
        bob.knowledge_mut().unwrap().erase_all();
        assert_eq!(bob.store(), Ok(Stored::Removed));
        assert_eq!(files(folder), ["Ada.fivo", "match5_hall_of_fame"]);
        assert!(HallOfFame::read(folder).unwrap().players().eq([("Ada", 1)]));
    }

    #[test]
    fn files_are_never_overwritten_unseen() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let path = folder.join("Ada.fivo");
        let mut second = Fivo::create(folder, "Ada", "", knowing(&["BBXBB 1"])).unwrap();
        let mut first = Fivo::create(folder, "Ada", "", knowing(&["BBBBX 1"])).unwrap();
        first.store().unwrap();
        let whole = std::fs::read(&path).unwrap();
        assert_eq!(second.store().unwrap_err().kind(), FivoErrorKind::Exists);
        let again = Fivo::create(folder, "Ada", "", Knowledge::default());
        assert_eq!(again.unwrap_err().kind(), FivoErrorKind::Exists);
        // Damaged since it was opened, at one byte after the other: refused, and left as it is.
        for place in 0..whole.len() {
            let mut bytes = whole.clone();
            bytes[place] ^= 0x20;
            std::fs::write(&path, &bytes).unwrap();
            assert!(Fivo::open(&path, "").is_err() && first.store().is_err(), "byte {place}");
            assert_eq!(std::fs::read(&path).unwrap(), bytes);
        }
        std::fs::write(&path, &whole).unwrap();
        // Another one has stored something since: neither is lost.
        let mut third = Fivo::open(&path, "").unwrap();
        first.knowledge_mut().unwrap().insert("BB0XB 2".parse().unwrap());
        first.store().unwrap();
        let now = std::fs::read(&path).unwrap();
        third.knowledge_mut().unwrap().erase_all();
        assert_eq!(third.store().unwrap_err().kind(), FivoErrorKind::Changed);
        assert_eq!(std::fs::read(&path).unwrap(), now);
        first.store().unwrap();
        let whole = std::fs::read(&path).unwrap();
        // A damaged hall of fame is left as it is too, and so is the file.
        std::fs::write(HallOfFame::path(folder), "nonsense").unwrap();
        first.knowledge_mut().unwrap().insert("0BBBX0 2".parse().unwrap());
        assert!(first.store().is_err());
        assert_eq!(std::fs::read(&path).unwrap(), whole);
    }

    #[test]
    fn a_copy_has_the_password_and_the_studies_too() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let mut file = Fivo::create(folder, "Ada", "secret", knowing(&["BBBBX 1"])).unwrap();
        let studies = Studies {
            opponent: "threat".into(),
            start: "9/9/9/9/9/9/9/9/9 r".into(),
            free_moves: crate::knowledge::learning::FreeMoves::Beside,
            seed: 7,
            games: 0,
            blocks: Vec::new(),
        };
        file.set_studies(Some(studies.clone())).unwrap();
        assert_eq!(file.copy(folder, "a/b").unwrap_err().kind(), FivoErrorKind::Name);
        file.store().unwrap();
        assert_eq!(file.copy(folder, "Ada").unwrap_err().kind(), FivoErrorKind::Exists);
        let mut copy = file.copy(folder, "Bob").unwrap();
        assert_eq!((copy.access(), copy.knowledge()), (Access::New, file.knowledge()));
        copy.store().unwrap();
        let mut user = Fivo::open(&folder.join("Bob.fivo"), "").unwrap();
        assert_eq!((user.access(), user.studies()), (Access::User, Some(&studies)));
        assert_eq!(user.copy(folder, "Cid").unwrap_err().kind(), FivoErrorKind::Access);
        assert!(user.verify("secret"));
    }

    #[test]
    fn names_are_those_of_files() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["", ".", "a/b", "a\\b", "c:", " a", "a ", "a\nb", &"x".repeat(41)] {
            let refused = Fivo::create(folder.path(), name, "", Knowledge::default()).unwrap_err();
            assert_eq!(refused.kind(), FivoErrorKind::Name, "{name}");
        }
        Fivo::create(folder.path(), "Zoë van der Berg", "", knowing(&["BBBBX 1"])).unwrap().store().unwrap();
        let renamed = folder.path().join("Bob.fivo");
        std::fs::copy(folder.path().join("Zoë van der Berg.fivo"), &renamed).unwrap();
        assert_eq!(Fivo::open(&renamed, "").unwrap_err().kind(), FivoErrorKind::Name);
        let missing = Fivo::open(&folder.path().join("Cid.fivo"), "").unwrap_err();
        assert_eq!(missing.kind(), FivoErrorKind::Missing);
    }
}

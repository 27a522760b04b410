//! A file of knowledge: who may do what with it.

use std::fmt;
use std::format;
use std::path::{Path, PathBuf};
use std::string::ToString;
use std::vec::Vec;

use super::bytes::Access;
use super::document::{Document, LONGEST_FILE, Studies, check_name, is_authentic};
use super::error::{FivoError, FivoErrorKind};
use super::hall::HallOfFame;
use super::key::{Key, KeyParams};
use super::lock::Lock;
use super::system::{Readers, locked, read_limited, write_whole};
use crate::Knowledge;

/// What [`Fivo::store`] did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stored {
    /// The file is written; the player has this place in the hall of fame, from 1, if he is among
    /// the best.
    Written(Option<usize>),
    /// There was nothing to store: the file, if there was one, is removed, and the player is out of
    /// the hall of fame.
    Removed,
}

/// A file of knowledge: `NAME.fivo`, with the name of the player who teaches it, in a folder with a
/// [`HallOfFame`].
///
/// Everybody who may read the file can read the knowledge. A password authenticates it: when the
/// owner opens the file with the password, every alteration by somebody who does not know it is
/// noticed. It does not keep others from replacing the file, by an older one of the same password,
/// by one of their own, or by one without a password; the last two are noticed when the password is
/// given. A file that is opened without a password has its checksum only, which shows accidents.
///
/// New files are for their owner in the system alone (mode 0600 on Unix), since whoever can read
/// the file can guess passwords; a file that is there keeps its mode. Keys are wiped from memory.
///
/// ```
/// use gambol_self_taught::{Access, Fivo, Knowledge};
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
pub struct Fivo {
    folder: PathBuf,
    path: PathBuf,
    access: Access,
    content: Document,
    /// Of the password, if there is one and it is verified.
    key: Option<Key>,
    /// The file when it was opened or stored.
    opened: Option<Opened>,
    lock: Option<Lock>,
}

struct Opened {
    bytes: Vec<u8>,
    params: Option<KeyParams>,
}

impl fmt::Debug for Fivo {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut fields = formatter.debug_struct("Fivo");
        fields.field("path", &self.path).field("access", &self.access).field("level", &self.knowledge().level());
        fields.finish_non_exhaustive()
    }
}

impl Fivo {
    /// A new file for a player, which is not written before it is [stored](Self::store). A blank
    /// password is none.
    ///
    /// # Errors
    ///
    /// If the player has a file in this folder, or the name is not one for a file: 1 to 40 letters,
    /// none of them `/`, `\`, `:` or a control character, the first not a point and no blank at
    /// either end.
    pub fn create(folder: &Path, name: &str, password: &str, knowledge: Knowledge) -> Result<Self, FivoError> {
        let content = Document { name: name.into(), knowledge, studies: None };
        let mut file = Self::begin(folder, content)?;
        file.set_password(password)?;
        Ok(file)
    }

    /// The same knowledge in a new file of another player, with the same password and the same
    /// record of studies. Like all new files it is not written before it is [stored](Self::store).
    ///
    /// # Errors
    ///
    /// If the password is not verified, or as for [`create`](Self::create).
    pub fn copy(&self, folder: &Path, name: &str) -> Result<Self, FivoError> {
        self.as_owner()?;
        let file = Self::begin(folder, Document { name: name.into(), ..self.content.clone() })?;
        Ok(Self { key: self.key.clone(), ..file })
    }

    fn begin(folder: &Path, content: Document) -> Result<Self, FivoError> {
        let path = folder.join(format!("{}.fivo", content.name));
        check_name(&content.name).map_err(|reason| FivoError::new(&path, FivoErrorKind::Name, reason))?;
        if path.exists() {
            return Err(FivoError::new(&path, FivoErrorKind::Exists, "there is a file of this player already"));
        }
        let folder = folder.to_path_buf();
        Ok(Self { folder, path, access: Access::New, content, key: None, opened: None, lock: None })
    }

    /// Opens a file: as its owner if the password is right, or blank and the file has none, else as
    /// a user.
    ///
    /// # Errors
    ///
    /// If it is not there, cannot be read, is cut short or altered or of another version, or has
    /// another name than its player; or if it has no password though one is given: nothing shows
    /// then that it is the file that had it.
    pub fn open(path: &Path, password: &str) -> Result<Self, FivoError> {
        let (content, opened) = read(path)?;
        let access = if opened.params.is_none() { Access::Owner } else { Access::User };
        if access == Access::Owner && !password.is_empty() {
            let reason = "it has no password, though one was given: it may have been replaced, or its password removed";
            return Err(FivoError::new(path, FivoErrorKind::NoPassword, reason));
        }
        let folder = path.parent().unwrap_or(Path::new("")).to_path_buf();
        let (path, opened) = (path.to_path_buf(), Some(opened));
        let mut file = Self { folder, path, access, content, key: None, opened, lock: None };
        file.verify(password);
        Ok(file)
    }

    /// Becomes the owner if the password is right and nobody without it has altered the file. Says
    /// whether one is the owner now, or the maker of a new file.
    pub fn verify(&mut self, password: &str) -> bool {
        if self.access == Access::User && !password.is_empty() {
            let key = |opened: &Opened| {
                let key = opened.params?.derive(password).ok()?;
                is_authentic(&opened.bytes, &key).then_some(key)
            };
            if let Some(key) = self.opened.as_ref().and_then(key) {
                (self.access, self.key) = (Access::Owner, Some(key));
            }
        }
        self.access != Access::User
    }

    /// Locks the file until this value is dropped: no other process can lock or store it meanwhile.
    /// Without this, [`store`](Self::store) locks it while it works.
    ///
    /// # Errors
    ///
    /// If the password is not verified; if another process has locked it; if it has been changed
    /// since it was opened; or what the operating system says.
    pub fn lock(&mut self) -> Result<(), FivoError> {
        self.as_owner()?;
        if self.lock.is_none() {
            let lock = locked(&self.path, Lock::attempt(&self.path))?;
            self.is_there_unchanged()?;
            self.lock = Some(lock);
        }
        Ok(())
    }

    /// New, owner or user.
    #[must_use]
    pub fn access(&self) -> Access {
        self.access
    }

    /// Whether there is a password, or will be when it is stored.
    #[must_use]
    pub fn has_password(&self) -> bool {
        self.key.is_some() || self.access == Access::User
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

    /// The bytes of the file when it was opened or stored last; none of a new file.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        self.opened.as_ref().map_or(&[], |opened| &opened.bytes)
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
    /// If the password is not verified, or there are not as many blocks as hundreds of games, or
    /// more results in one than games.
    pub fn set_studies(&mut self, studies: Option<Studies>) -> Result<(), FivoError> {
        self.as_owner()?;
        if studies.as_ref().is_some_and(|studies| !studies.is_consistent()) {
            let reason = "the record of studies contradicts itself";
            return Err(FivoError::new(&self.path, FivoErrorKind::Studies, reason));
        }
        self.content.studies = studies;
        Ok(())
    }

    /// Sets another password, from the next time it is stored. A blank one is none.
    ///
    /// # Errors
    ///
    /// If the old one is not verified, or the operating system gives no random numbers.
    pub fn set_password(&mut self, password: &str) -> Result<(), FivoError> {
        self.as_owner()?;
        let key = (!password.is_empty()).then(|| Key::new(password)).transpose();
        self.key = key.map_err(|error| FivoError::new(&self.path, FivoErrorKind::System, error.to_string()))?;
        Ok(())
    }

    /// Writes the file, and the player's level into the hall of fame. Both are written to a
    /// temporary name and then renamed, so that there is always a whole file. Without any pattern
    /// the file is removed, and the player from the hall of fame.
    ///
    /// # Errors
    ///
    /// If the password is not verified; if another process is working on it; if what is there by
    /// now is damaged, of another version, has another password or is not what was opened or stored
    /// here last (it is left as it is then); if a new file's name has been taken; if it would be
    /// too long to be read; if the hall of fame is damaged; or what the operating system says.
    pub fn store(&mut self) -> Result<Stored, FivoError> {
        self.as_owner()?;
        let _lock = match self.lock {
            Some(_) => None,
            None => Some(locked(&self.path, Lock::attempt(&self.path))?),
        };
        let there = self.is_there_unchanged()?;
        let folder = self.folder.clone();
        HallOfFame::update(&folder, |hall| {
            let level = self.content.knowledge.level();
            let place = hall.enter(&self.content.name, u32::try_from(level).unwrap_or(u32::MAX));
            if level > 0 {
                self.write()?;
                return Ok(Stored::Written(place));
            }
            if there {
                std::fs::remove_file(&self.path).map_err(|error| FivoError::system(&self.path, &error))?;
            }
            (self.access, self.opened) = (Access::New, None);
            Ok(Stored::Removed)
        })
    }

    fn write(&mut self) -> Result<(), FivoError> {
        let bytes = self.content.encode(self.key.as_ref());
        if bytes.len() as u64 > LONGEST_FILE {
            let reason = format!("it would have more than {LONGEST_FILE} bytes");
            return Err(FivoError::new(&self.path, FivoErrorKind::Length, reason));
        }
        write_whole(&self.path, &bytes, self.access == Access::New, Readers::Owner)
            .map_err(|error| FivoError::system(&self.path, &error))?;
        self.access = Access::Owner;
        self.opened = Some(Opened { bytes, params: self.key.as_ref().map(|key| *key.params()) });
        Ok(())
    }

    /// Whether there is a file. It is what was opened or stored here last, or this fails.
    fn is_there_unchanged(&self) -> Result<bool, FivoError> {
        let there = match read(&self.path) {
            Ok((_, there)) => there,
            Err(error) if error.kind() == FivoErrorKind::Missing => return Ok(false),
            Err(error) => return Err(error),
        };
        let refuse = |kind, reason| Err(FivoError::new(&self.path, kind, reason));
        match &self.opened {
            None => refuse(FivoErrorKind::Exists, "there is a file of this player already"),
            Some(opened) if opened.params != there.params => {
                refuse(FivoErrorKind::Access, "its password has been changed since it was opened")
            }
            Some(opened) if opened.bytes != there.bytes => {
                refuse(FivoErrorKind::Changed, "it has been changed since it was opened")
            }
            Some(_) => Ok(true),
        }
    }

    fn as_owner(&self) -> Result<(), FivoError> {
        if self.access == Access::User {
            let reason = "only its owner may change it, and the password is not verified";
            return Err(FivoError::new(&self.path, FivoErrorKind::Access, reason));
        }
        Ok(())
    }
}

/// Reads a file whole.
fn read(path: &Path) -> Result<(Document, Opened), FivoError> {
    let bytes = read_limited(path, LONGEST_FILE)?;
    let (content, params) = Document::decode(&bytes).map_err(|(kind, reason)| FivoError::new(path, kind, reason))?;
    if path.file_name().and_then(|name| name.to_str()) != Some(&format!("{}.fivo", content.name)) {
        let reason = format!("it is the file of {}, and its name should be {}.fivo", content.name, content.name);
        return Err(FivoError::new(path, FivoErrorKind::Name, reason));
    }
    check_name(&content.name).map_err(|reason| FivoError::new(path, FivoErrorKind::Name, reason))?;
    Ok((content, Opened { bytes, params }))
}

#[cfg(test)]
mod tests;

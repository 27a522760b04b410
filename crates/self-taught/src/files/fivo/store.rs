//! Knowledge files: creating, opening, locking and storing.

use std::format;
use std::path::Path;
use std::string::ToString;

use super::{Access, Fivo, Opened, file_name, parse};
use crate::Knowledge;
use crate::files::document::{Document, LONGEST_FILE};
use crate::files::error::{FivoError, FivoErrorKind};
use crate::files::hall::HallOfFame;
use crate::files::key::Key;
use crate::files::lock::Lock;
use crate::files::system::{Readers, locked, read_limited, write_whole};

/// Result of [`Fivo::store`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stored {
    /// The file was written. Contains the player's place in the hall of fame, from 1, if the player
    /// is among the best.
    Written(Option<usize>),
    /// There was nothing to store: the file, if it existed, and the player's entry in the hall of
    /// fame were removed.
    Removed,
}

impl Fivo {
    /// Creates a file for a player, which is not written until it is [stored](Self::store). A blank
    /// password means none.
    ///
    /// # Errors
    ///
    /// Fails as for [`new`](Self::new), or if the operating system provides no random numbers.
    pub fn create(folder: &Path, name: &str, password: &str, knowledge: Knowledge) -> Result<Self, FivoError> {
        let mut file = Self::new_in(folder, name, knowledge)?;
        file.set_password(password)?;
        Ok(file)
    }

    /// Opens a file: as its owner if the password is right, or if it is blank and the file has
    /// none, else as a user.
    ///
    /// # Errors
    ///
    /// Fails if the file does not exist, cannot be read, is cut short, altered or of another
    /// version, or if its name is not that of its player; or if a password is given but the file
    /// has none, since it may then be another file.
    pub fn open(path: &Path, password: &str) -> Result<Self, FivoError> {
        let (content, opened) = read(path)?;
        Self::opened(path, content, opened, password)
    }

    /// Locks the file until this value is dropped: no other process can lock or store it meanwhile.
    /// Without this, [`store`](Self::store) locks it only while it runs.
    ///
    /// # Errors
    ///
    /// Fails if the password is not verified, if another process has locked the file, if it has
    /// changed since it was opened, or with an error of the operating system.
    pub fn lock(&mut self) -> Result<(), FivoError> {
        self.as_owner()?;
        if self.lock.is_none() {
            let lock = locked(&self.path, Lock::attempt(&self.path))?;
            self.is_there_unchanged()?;
            self.lock = Some(lock);
        }
        Ok(())
    }

    /// Sets another password, which takes effect when the file is stored. A blank password means
    /// none.
    ///
    /// # Errors
    ///
    /// Fails if the old password is not verified, or if the operating system provides no random
    /// numbers.
    pub fn set_password(&mut self, password: &str) -> Result<(), FivoError> {
        self.as_owner()?;
        let key = (!password.is_empty()).then(|| Key::new(password)).transpose();
        self.key = key.map_err(|error| FivoError::new(&self.path, FivoErrorKind::System, error.to_string()))?;
        Ok(())
    }

    /// Writes the file, and the player's level into the hall of fame. Both are written to a
    /// temporary file and then renamed, so that there is always a complete file. Without any
    /// pattern, the file and the player's entry in the hall of fame are removed.
    ///
    /// # Errors
    ///
    /// Fails if the password is not verified; if another process is using the file; if the existing
    /// file is damaged, of another version, has another password or differs from the one last
    /// opened or stored here (it is then left unchanged); if the name of a new file has been taken;
    /// if the file would be too long to be read; if the hall of fame is damaged; or with an error
    /// of the operating system.
    pub fn store(&mut self) -> Result<Stored, FivoError> {
        self.as_owner()?;
        let _lock = match self.lock {
            Some(_) => None,
            None => Some(locked(&self.path, Lock::attempt(&self.path))?),
        };
        let there = self.is_there_unchanged()?;
        let folder = self.path.parent().unwrap_or(Path::new("")).to_path_buf();
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

    /// Returns whether the file exists. Fails if it differs from the one last opened or stored
    /// here.
    fn is_there_unchanged(&self) -> Result<bool, FivoError> {
        let there = match read(&self.path) {
            Ok((_, there)) => there,
            Err(error) if error.kind() == FivoErrorKind::Missing => return Ok(false),
            Err(error) => return Err(error),
        };
        let refuse = |kind, reason| Err(FivoError::new(&self.path, kind, reason));
        match &self.opened {
            None => refuse(FivoErrorKind::Exists, "this player already has a file"),
            Some(opened) if opened.params != there.params => {
                refuse(FivoErrorKind::Access, "its password has been changed since it was opened")
            }
            Some(opened) if opened.bytes != there.bytes => {
                refuse(FivoErrorKind::Changed, "it has been changed since it was opened")
            }
            Some(_) => Ok(true),
        }
    }
}

/// Reads a complete file.
fn read(path: &Path) -> Result<(Document, Opened), FivoError> {
    let (content, opened) = parse(path, read_limited(path, LONGEST_FILE)?)?;
    let name = file_name(&content.name);
    if path.file_name().and_then(|there| there.to_str()) != Some(&name) {
        let reason = format!("it is the file of {}; its name should be {name}", content.name);
        return Err(FivoError::new(path, FivoErrorKind::Name, reason));
    }
    Ok((content, opened))
}

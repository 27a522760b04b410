//! The bytes of a file of knowledge, wherever they are kept.

use std::fmt;
use std::path::Path;
use std::string::String;
use std::vec::Vec;

use super::document::{Document, LONGEST_FILE, check_name, is_authentic};
use super::error::{FivoError, FivoErrorKind};
use super::key::Key;
use crate::Knowledge;

/// What the person at the program is to a file of knowledge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Access {
    /// The file is under construction and has not been stored.
    New,
    /// The file was opened and the password is verified, or the file has none: knowledge may be
    /// changed and stored.
    Owner,
    /// The file was opened without the password: one may play against it and look at its patterns.
    User,
}

/// Knowledge with the name of the player who teaches it, as the bytes of a `.fivo` file: for hosts
/// without a file system, such as a page in a browser.
///
/// ```
/// use gambol_self_taught::{Access, FivoBytes, Knowledge};
///
/// let mut ours = FivoBytes::new("Ada", Knowledge::default())?;
/// ours.knowledge_mut()?.insert("BBBBX 1".parse()?);
/// let again = FivoBytes::open(&ours.encode(), "")?;
/// assert_eq!((again.name(), again.access(), again.knowledge().level()), ("Ada", Access::Owner, 1));
/// assert!(FivoBytes::open(b"no knowledge", "").is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct FivoBytes {
    access: Access,
    content: Document,
    /// Of the password, if there is one and it is verified.
    key: Option<Key>,
    /// What a user opened, which stays as it is.
    opened: Option<Vec<u8>>,
}

impl fmt::Debug for FivoBytes {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut fields = formatter.debug_struct("FivoBytes");
        fields.field("name", &self.name()).field("access", &self.access).field("level", &self.knowledge().level());
        fields.finish_non_exhaustive()
    }
}

fn refuse(name: &str, kind: FivoErrorKind, reason: impl Into<String>) -> FivoError {
    FivoError::new(Path::new(name), kind, reason)
}

impl FivoBytes {
    /// New knowledge of a player, without a password.
    ///
    /// # Errors
    ///
    /// If the name is not one for a file: 1 to 40 letters, none of them `/`, `\`, `:` or a control
    /// character, the first not a point and no blank at either end.
    pub fn new(name: &str, knowledge: Knowledge) -> Result<Self, FivoError> {
        check_name(name).map_err(|reason| refuse(name, FivoErrorKind::Name, reason))?;
        let content = Document { name: name.into(), knowledge, studies: None };
        Ok(Self { access: Access::New, content, key: None, opened: None })
    }

    /// Reads the bytes of a file: as its owner if the password is right, or blank and the file has
    /// none, else as a user.
    ///
    /// # Errors
    ///
    /// If they are cut short or altered or of another version, or have no password though one is
    /// given.
    pub fn open(bytes: &[u8], password: &str) -> Result<Self, FivoError> {
        let unnamed = ".fivo";
        if bytes.len() as u64 > LONGEST_FILE {
            return Err(refuse(unnamed, FivoErrorKind::Length, std::format!("it has more than {LONGEST_FILE} bytes")));
        }
        let (content, params) = Document::decode(bytes).map_err(|(kind, reason)| refuse(unnamed, kind, reason))?;
        check_name(&content.name).map_err(|reason| refuse(unnamed, FivoErrorKind::Name, reason))?;
        let Some(params) = params else {
            if password.is_empty() {
                return Ok(Self { access: Access::Owner, content, key: None, opened: None });
            }
            let reason = "it has no password, though one was given: it may have been replaced, or its password removed";
            return Err(refuse(&content.name, FivoErrorKind::NoPassword, reason));
        };
        let key =
            Some(password).filter(|password| !password.is_empty()).and_then(|password| params.derive(password).ok());
        let key = key.filter(|key| is_authentic(bytes, key));
        let access = if key.is_some() { Access::Owner } else { Access::User };
        let opened = key.is_none().then(|| bytes.to_vec());
        Ok(Self { access, content, key, opened })
    }

    /// New, owner or user.
    #[must_use]
    pub fn access(&self) -> Access {
        self.access
    }

    /// Whether there is a password.
    #[must_use]
    pub fn has_password(&self) -> bool {
        self.key.is_some() || self.access == Access::User
    }

    /// The player who teaches it.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.content.name
    }

    /// The knowledge, for everybody.
    #[must_use]
    pub fn knowledge(&self) -> &Knowledge {
        &self.content.knowledge
    }

    /// The knowledge, to change it. It no longer comes from games against an agent alone.
    ///
    /// # Errors
    ///
    /// If the password is not verified.
    pub fn knowledge_mut(&mut self) -> Result<&mut Knowledge, FivoError> {
        self.as_owner()?;
        self.content.studies = None;
        Ok(&mut self.content.knowledge)
    }

    /// Gives it to another player.
    ///
    /// # Errors
    ///
    /// If the password is not verified, or as for [`new`](Self::new).
    pub fn rename(&mut self, name: &str) -> Result<(), FivoError> {
        self.as_owner()?;
        check_name(name).map_err(|reason| refuse(name, FivoErrorKind::Name, reason))?;
        self.content.name = name.into();
        Ok(())
    }

    /// The bytes of the file, with the password that it had. Those that a user opened are as they
    /// were.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        self.opened.clone().unwrap_or_else(|| self.content.encode(self.key.as_ref()))
    }

    fn as_owner(&self) -> Result<(), FivoError> {
        if self.access == Access::User {
            let reason = "only its owner may change it, and the password is not verified";
            return Err(refuse(self.name(), FivoErrorKind::Access, reason));
        }
        Ok(())
    }
}

#[cfg(all(test, feature = "files"))]
mod tests {
    use super::*;
    use crate::Fivo;

    #[test]
    fn bytes_are_those_of_files_and_passwords_hold() {
        let folder = tempfile::tempdir().unwrap();
        let mut knowledge = Knowledge::default();
        knowledge.insert("BBBBX 1".parse().unwrap());
        for password in ["", "secret"] {
            let mut file =
                Fivo::create(folder.path(), &std::format!("Ada{password}"), password, knowledge.clone()).unwrap();
            file.store().unwrap();
            let bytes = std::fs::read(file.path()).unwrap();
            let mut owner = FivoBytes::open(&bytes, password).unwrap();
            assert_eq!((owner.access(), owner.has_password()), (Access::Owner, !password.is_empty()));
            assert_eq!(owner.encode(), bytes);
            owner.rename("Eve").unwrap();
            owner.knowledge_mut().unwrap().erase_all();
            std::fs::write(folder.path().join("Eve.fivo"), owner.encode()).unwrap();
            let again = Fivo::open(&folder.path().join("Eve.fivo"), password).unwrap();
            assert_eq!((again.access(), again.knowledge().level()), (Access::Owner, 0));
        }
        let bytes = std::fs::read(folder.path().join("Adasecret.fivo")).unwrap();
        for guess in ["", "guess"] {
            let mut user = FivoBytes::open(&bytes, guess).unwrap();
            assert_eq!((user.access(), user.knowledge().level()), (Access::User, 1));
            assert_eq!(user.knowledge_mut().unwrap_err().kind(), FivoErrorKind::Access);
            assert_eq!(user.rename("Eve").unwrap_err().kind(), FivoErrorKind::Access);
            assert_eq!(user.encode(), bytes);
        }
    }

    #[test]
    fn bad_bytes_and_names_are_refused() {
        let bytes = FivoBytes::new("Ada", Knowledge::default()).unwrap().encode();
        assert_eq!(FivoBytes::open(&bytes[..20], "").unwrap_err().kind(), FivoErrorKind::Length);
        assert_eq!(FivoBytes::open(&bytes, "secret").unwrap_err().kind(), FivoErrorKind::NoPassword);
        let longest = std::vec![0; LONGEST_FILE as usize + 1];
        assert_eq!(FivoBytes::open(&longest, "").unwrap_err().kind(), FivoErrorKind::Length);
        assert_eq!(FivoBytes::new("a/b", Knowledge::default()).unwrap_err().kind(), FivoErrorKind::Name);
    }
}

//! Knowledge with its player's name and password, and the access rights to it.

use std::fmt;
use std::format;
use std::path::{Path, PathBuf};
use std::string::String;
use std::vec::Vec;

use super::document::{Document, LONGEST_FILE, Studies, check_name, is_authentic};
use super::error::{FivoError, FivoErrorKind};
use super::key::{Key, KeyParams};
#[cfg(feature = "files")]
use super::lock::Lock;
use crate::Knowledge;

#[cfg(feature = "files")]
mod store;
#[cfg(feature = "files")]
pub use store::Stored;

/// Access of the user of the program to a knowledge file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum Access {
    /// The file is new and has not been stored.
    New,
    /// The file was opened and the password is verified, or the file has none: knowledge may be
    /// changed and stored.
    Owner,
    /// The file was opened without the password: its patterns can be viewed and played against.
    User,
}

impl fmt::Display for Access {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::New => "new",
            Self::Owner => "owner",
            Self::User => "user",
        })
    }
}

/// Knowledge with the name of its player: the file `NAME.fivo` in a folder with a hall of fame, or
/// the bytes of such a file on hosts without a file system.
///
/// Anyone with read access to the file can read the knowledge. A password authenticates it: every
/// alteration by someone without the password is detected when the owner opens the file with it. It
/// does not prevent the file from being replaced by an older one with the same password, by another
/// one, or by one without a password; the last two are detected when the password is given. A file
/// that is opened without a password is protected by its checksum only, which detects accidental
/// damage.
///
/// New files are readable by their owner in the system only (mode 0600 on Unix), since anyone who
/// can read the file can guess passwords; existing files keep their mode. Keys are wiped from
/// memory.
///
/// ```
/// use gambol_self_taught::{Access, Fivo, Knowledge};
///
/// let mut ours = Fivo::new("Ada", Knowledge::default())?;
/// ours.knowledge_mut()?.insert("BBBBX 1".parse()?);
/// let again = Fivo::decode(&ours.encode(), "")?;
/// assert_eq!((again.name(), again.access()), ("Ada", Access::Owner));
/// assert_eq!(again.knowledge().level(), 1);
/// assert!(Fivo::decode(b"no knowledge", "").is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// With the feature `files`:
///
/// ```
/// # #[cfg(feature = "files")] {
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
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Fivo {
    path: PathBuf,
    access: Access,
    content: Document,
    /// Key of the password, if there is one and it is verified.
    key: Option<Key>,
    /// The file when it was opened or stored last.
    opened: Option<Opened>,
    #[cfg(feature = "files")]
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
    /// Extension of the files' names, with the point.
    pub const ENDING: &str = ".fivo";

    /// Creates knowledge of a player without a password, for the current folder or none.
    ///
    /// # Errors
    ///
    /// Fails if the name is not a valid file name: 1 to 40 letters, none of them `/`, `\`, `:` or a
    /// control character, the first not a point, and no blank at either end; or if the player
    /// already has a file in the folder.
    pub fn new(name: &str, knowledge: Knowledge) -> Result<Self, FivoError> {
        Self::new_in(Path::new(""), name, knowledge)
    }

    /// Creates knowledge of a player for a folder.
    pub(crate) fn new_in(folder: &Path, name: &str, knowledge: Knowledge) -> Result<Self, FivoError> {
        Self::begin(folder, Document { name: name.into(), knowledge, studies: None })
    }

    /// Copies the knowledge to a new file of another player, with the same password and record of
    /// studies.
    ///
    /// # Errors
    ///
    /// Fails if the password is not verified, or as for [`new`](Self::new).
    pub fn copy(&self, folder: &Path, name: &str) -> Result<Self, FivoError> {
        self.as_owner()?;
        let file = Self::begin(folder, Document { name: name.into(), ..self.content.clone() })?;
        Ok(Self { key: self.key.clone(), ..file })
    }

    fn begin(folder: &Path, content: Document) -> Result<Self, FivoError> {
        let path = folder.join(file_name(&content.name));
        check_name(&content.name).map_err(|reason| FivoError::new(&path, FivoErrorKind::Name, reason))?;
        if path.exists() {
            return Err(FivoError::new(&path, FivoErrorKind::Exists, "this player already has a file"));
        }
        Ok(Self {
            path,
            access: Access::New,
            content,
            key: None,
            opened: None,
            #[cfg(feature = "files")]
            lock: None,
        })
    }

    /// Reads the bytes of a file: as its owner if the password is right, or if it is blank and the
    /// file has none, else as a user.
    ///
    /// # Errors
    ///
    /// Fails if the bytes are cut short, altered or of another version; or if a password is given
    /// but the file has none, since it may then be another file.
    pub fn decode(bytes: &[u8], password: &str) -> Result<Self, FivoError> {
        let (content, opened) = parse(Path::new(Self::ENDING), bytes.to_vec())?;
        Self::opened(&PathBuf::from(file_name(&content.name)), content, opened, password)
    }

    fn opened(path: &Path, content: Document, opened: Opened, password: &str) -> Result<Self, FivoError> {
        let access = if opened.params.is_none() { Access::Owner } else { Access::User };
        if access == Access::Owner && !password.is_empty() {
            let reason = "it has no password, though one was given: it may have been replaced, or its password removed";
            return Err(FivoError::new(path, FivoErrorKind::NoPassword, reason));
        }
        let mut file = Self {
            path: path.to_path_buf(),
            access,
            content,
            key: None,
            opened: Some(opened),
            #[cfg(feature = "files")]
            lock: None,
        };
        file.verify(password);
        Ok(file)
    }

    /// Returns the bytes of the file as it would be stored, with its password. For a user, they are
    /// the bytes that were opened.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        match &self.opened {
            Some(opened) if self.access == Access::User => opened.bytes.clone(),
            _ => self.content.encode(self.key.as_ref()),
        }
    }

    /// Grants owner access if the password is right and the file has not been altered without it.
    /// Returns whether the caller now is the owner, or the creator of a new file.
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

    /// Returns the access: new, owner or user.
    #[must_use]
    pub fn access(&self) -> Access {
        self.access
    }

    /// Whether the file has a password, or will have when it is stored.
    #[must_use]
    pub fn has_password(&self) -> bool {
        self.key.is_some() || self.access == Access::User
    }

    /// Returns the name of the player who teaches it.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.content.name
    }

    /// Returns the present or future path of the file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the bytes of the file when it was opened or stored last; empty for a new file.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        self.opened.as_ref().map_or(&[], |opened| &opened.bytes)
    }

    /// Returns the knowledge. This needs no password.
    #[must_use]
    pub fn knowledge(&self) -> &Knowledge {
        &self.content.knowledge
    }

    /// Returns the knowledge for changes. This removes the record of studies, since the knowledge
    /// no longer comes from games against an agent alone.
    ///
    /// # Errors
    ///
    /// Fails if the password is not verified.
    pub fn knowledge_mut(&mut self) -> Result<&mut Knowledge, FivoError> {
        self.as_owner()?;
        self.content.studies = None;
        Ok(&mut self.content.knowledge)
    }

    /// Returns the record of studies, if the knowledge was learned from games against an agent.
    #[must_use]
    pub fn studies(&self) -> Option<&Studies> {
        self.content.studies.as_ref()
    }

    /// Sets the record of studies.
    ///
    /// # Errors
    ///
    /// Fails if the password is not verified, if the number of blocks does not match the number of
    /// games, or if a block has more results than games.
    pub fn set_studies(&mut self, studies: Option<Studies>) -> Result<(), FivoError> {
        self.as_owner()?;
        if studies.as_ref().is_some_and(|studies| !studies.is_consistent()) {
            let reason = "the record of studies is inconsistent";
            return Err(FivoError::new(&self.path, FivoErrorKind::Studies, reason));
        }
        self.content.studies = studies;
        Ok(())
    }

    fn as_owner(&self) -> Result<(), FivoError> {
        if self.access == Access::User {
            let reason = "only its owner may change it, and the password is not verified";
            return Err(FivoError::new(&self.path, FivoErrorKind::Access, reason));
        }
        Ok(())
    }
}

fn file_name(player: &str) -> String {
    format!("{player}{}", Fivo::ENDING)
}

/// Parses the bytes of a file.
fn parse(path: &Path, bytes: Vec<u8>) -> Result<(Document, Opened), FivoError> {
    let refuse = |kind, reason: String| FivoError::new(path, kind, reason);
    if bytes.len() as u64 > LONGEST_FILE {
        return Err(refuse(FivoErrorKind::Length, format!("it has more than {LONGEST_FILE} bytes")));
    }
    let (content, params) = Document::decode(&bytes).map_err(|(kind, reason)| refuse(kind, reason))?;
    check_name(&content.name).map_err(|reason| refuse(FivoErrorKind::Name, reason.into()))?;
    Ok((content, Opened { bytes, params }))
}

#[cfg(all(test, feature = "files"))]
mod tests;

//! What the self-taught player knows, and the file of it.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use gambol::Cell;
use gambol::match5::{Bits, Match5};
use gambol::self_taught::{Access, Fivo, FivoError, Knowledge, Lesson, NoLesson, Reading, Stored};

/// Where knowledge is stored unless something else is said, as on the page.
const FOLDER: &str = "match5data";
pub(super) const ENDING: &str = ".fivo";
/// What a user is told who wants to change something.
pub(super) const USER: &str = "Only its owner may do that: p takes the password.";

/// Knowledge with its file, if it has one yet.
#[derive(Debug)]
pub(super) struct Notebook {
    leaves: Leaves,
    unstored: Unstored,
}

/// What has happened since it was stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Unstored {
    Nothing,
    /// Lessons only.
    Lessons,
    /// Its owner has erased something, or set a password.
    Edits,
}

#[derive(Debug)]
enum Leaves {
    /// New, with no name yet, and the folder where it would be stored.
    Loose(Knowledge, PathBuf),
    Bound(Box<Fivo>),
}

impl Notebook {
    /// Nothing is known yet, of games in which so many in a row win.
    pub(super) fn new(row: u8) -> Self {
        Self::in_folder(row, FOLDER.into())
    }

    /// The same, in the folder of this one.
    pub(super) fn another(&self, row: u8) -> Self {
        Self::in_folder(row, self.folder())
    }

    fn in_folder(row: u8, folder: PathBuf) -> Self {
        Self { leaves: Leaves::Loose(Knowledge::new(row, Reading::default()), folder), unstored: Unstored::Nothing }
    }

    /// Opens a file: as its owner if it has no password, else as a user until that is
    /// [verified](Self::verify).
    pub(super) fn open(path: &Path) -> Result<Self, FivoError> {
        let file = Fivo::open(path, "")?;
        Ok(Self { leaves: Leaves::Bound(Box::new(file)), unstored: Unstored::Nothing })
    }

    /// Begins a file in which nothing is known yet, of games in which so many in a row win. It is
    /// written once something is stored.
    pub(super) fn begin(path: &Path, row: u8) -> Result<Self, FivoError> {
        let (folder, name) = (path.parent().unwrap_or(Path::new("")), name_of(path));
        let file = Fivo::create(folder, name, "", Knowledge::new(row, Reading::default()))?;
        Ok(Self { leaves: Leaves::Bound(Box::new(file)), unstored: Unstored::Nothing })
    }

    /// Becomes the owner, if the password is right.
    pub(super) fn verify(&mut self, password: &str) -> bool {
        match &mut self.leaves {
            Leaves::Loose(..) => true,
            Leaves::Bound(file) => file.verify(password),
        }
    }

    pub(super) fn access(&self) -> Access {
        match &self.leaves {
            Leaves::Loose(..) => Access::New,
            Leaves::Bound(file) => file.access(),
        }
    }

    /// Whether there is a file that anybody may change who can write it.
    pub(super) fn is_open_to_all(&self) -> bool {
        matches!(&self.leaves, Leaves::Bound(file) if !file.has_password())
    }

    pub(super) fn knowledge(&self) -> &Knowledge {
        match &self.leaves {
            Leaves::Loose(knowledge, _) => knowledge,
            Leaves::Bound(file) => file.knowledge(),
        }
    }

    /// The knowledge of a new notebook, to change it.
    #[cfg(test)]
    pub(super) fn knowledge_mut(&mut self) -> Option<&mut Knowledge> {
        match &mut self.leaves {
            Leaves::Loose(knowledge, _) => Some(knowledge),
            Leaves::Bound(_) => None,
        }
    }

    /// The player who teaches it, once there is a name.
    pub(super) fn name(&self) -> Option<&str> {
        match &self.leaves {
            Leaves::Loose(..) => None,
            Leaves::Bound(file) => Some(file.name()),
        }
    }

    /// The file's name, or where one would be.
    pub(super) fn path(&self) -> PathBuf {
        match &self.leaves {
            Leaves::Loose(_, folder) => folder.join(""),
            Leaves::Bound(file) => file.path().to_owned(),
        }
    }

    /// The folder of the file and of the hall of fame.
    pub(super) fn folder(&self) -> PathBuf {
        match &self.leaves {
            Leaves::Loose(_, folder) => folder.clone(),
            Leaves::Bound(file) => file.path().parent().map(Path::to_owned).unwrap_or_default(),
        }
    }

    /// Whether there is something that is not stored.
    pub(super) fn is_changed(&self) -> bool {
        let nothing = matches!(&self.leaves, Leaves::Loose(knowledge, _) if knowledge.is_empty());
        self.unstored != Unstored::Nothing && !nothing
    }

    /// Learns from a lost game.
    pub(super) fn learn<B: Bits>(&mut self, start: &Match5<B>, moves: &[Cell]) -> Result<Lesson, String> {
        self.change(Unstored::Lessons, |knowledge| knowledge.learn(start, moves).map_err(|reason| brief(&reason)))
    }

    /// Erases the pattern with this number.
    pub(super) fn erase(&mut self, number: usize) -> Result<(), String> {
        self.change(Unstored::Edits, |knowledge| {
            knowledge.erase(number).map(|_| ()).ok_or_else(|| "There is no pattern.".to_owned())
        })
    }

    pub(super) fn erase_all(&mut self) -> Result<(), String> {
        self.change(Unstored::Edits, |knowledge| {
            knowledge.erase_all();
            Ok(())
        })
    }

    fn change<T>(
        &mut self,
        kind: Unstored,
        change: impl FnOnce(&mut Knowledge) -> Result<T, String>,
    ) -> Result<T, String> {
        let changed = match &mut self.leaves {
            Leaves::Loose(knowledge, _) => change(knowledge)?,
            Leaves::Bound(file) => {
                let changed = change(file.knowledge_mut().map_err(|_| USER.to_owned())?)?;
                // What is in it no longer comes from games against an agent alone, which
                // `gambol learn` could go on with.
                file.set_studies(None).map_err(|error| told(&error))?;
                changed
            }
        };
        self.unstored = self.unstored.max(kind);
        Ok(changed)
    }

    /// Whether the owner may set a password now.
    pub(super) fn may_set_password(&self) -> Result<(), String> {
        match &self.leaves {
            Leaves::Loose(..) => Err("Store it first, with s; then it can have a password.".to_owned()),
            Leaves::Bound(file) if file.access() == Access::User => Err(USER.to_owned()),
            Leaves::Bound(_) => Ok(()),
        }
    }

    pub(super) fn set_password(&mut self, password: &str) -> Result<(), String> {
        self.may_set_password()?;
        if let Leaves::Bound(file) = &mut self.leaves {
            file.set_password(password).map_err(|error| told(&error))?;
            self.unstored = Unstored::Edits;
        }
        Ok(())
    }

    /// Stores it in its file, and says where. Knowledge of nothing erases the file.
    pub(super) fn store(&mut self) -> Result<String, String> {
        let Leaves::Bound(file) = &mut self.leaves else { return Err("It has no name yet.".to_owned()) };
        if file.access() == Access::User {
            return Err(USER.to_owned());
        }
        let stored = file.store().map_err(|error| told(&error))?;
        self.unstored = Unstored::Nothing;
        let (path, name) = (last_of(file.path()), file.name());
        Ok(match stored {
            Stored::Written(Some(place)) => format!("Stored in {path}, number {place} in the hall of fame."),
            Stored::Written(None) => format!("Stored in {path}."),
            Stored::Removed => format!("{path} is erased, and {name} is out of the hall of fame."),
        })
    }

    /// Stores lessons that have a file to go to, when nobody can be asked any more. What its owner
    /// has erased might be missed, and is left in the file. What has come of it, if there was
    /// anything.
    pub(super) fn rescue(&mut self) -> Option<String> {
        let lessons = matches!(self.leaves, Leaves::Bound(_)) && self.unstored == Unstored::Lessons;
        match self.is_changed() {
            false => None,
            true if lessons => Some(self.store().unwrap_or_else(|reason| format!("Not stored: {reason}"))),
            true => Some(format!("{} was not stored.", self.name().unwrap_or("What self-taught has learned"))),
        }
    }

    /// Stores it in a new file, which it then has, with the same password; the folder is made if
    /// only that is missing.
    pub(super) fn store_as(&mut self, path: &Path) -> Result<String, String> {
        if self.access() == Access::User {
            return Err(USER.to_owned());
        }
        let (folder, name) = (path.parent().unwrap_or(Path::new("")), name_of(path));
        let file = match &self.leaves {
            Leaves::Loose(knowledge, _) => Fivo::create(folder, name, "", knowledge.clone()),
            Leaves::Bound(file) => file.copy(folder, name),
        };
        let file = file.map_err(|error| told(&error))?;
        if !folder.as_os_str().is_empty() && !folder.exists() {
            std::fs::create_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        }
        let mut bound = Self { leaves: Leaves::Bound(Box::new(file)), unstored: Unstored::Edits };
        let stored = bound.store()?;
        *self = bound;
        Ok(stored)
    }
}

/// The player's name in a file's.
fn name_of(path: &Path) -> &str {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    name.strip_suffix(ENDING).unwrap_or(name)
}

/// A file's own name. On the screen, all of its path may leave no room for what is said of it.
pub(super) fn last_of(path: &Path) -> Cow<'_, str> {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy()
}

/// What is wrong with a file, in few words.
pub(super) fn told(error: &FivoError) -> String {
    let text = error.to_string();
    let reason = text.strip_prefix(&format!("{}: ", error.path().display())).unwrap_or(&text);
    format!("{}: {reason}", last_of(error.path()))
}

/// Why nothing was learned, in few words.
fn brief(reason: &NoLesson) -> String {
    match reason {
        NoLesson::Opening => "the loss goes back to the opening".to_owned(),
        NoLesson::AllForced => "all its moves were forced".to_owned(),
        NoLesson::Known => "it knew that already".to_owned(),
        NoLesson::OtherRules => "what it knows is of other games".to_owned(),
        _ => reason.to_string(),
    }
}

//! Knowledge of a player that learns during play: its origin, whether it is stored, and the last
//! lesson.

use core::convert::Infallible;
use std::boxed::Box;
use std::path::{Path, PathBuf};
use std::string::String;
use std::vec::Vec;

use gambol_core::Cell;
use gambol_match5::{Bits, Match5};

#[cfg(feature = "files")]
use crate::Stored;
use crate::{Access, Field, Fivo, FivoError, Knowledge, Lesson, NoLesson, Pattern, Reading};

/// Changes of knowledge since it was stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Unstored {
    /// None.
    Nothing,
    /// Lessons only.
    Lessons,
    /// The owner has erased patterns or set a password.
    Edits,
}

/// Knowledge used by a program for human players: with its file once it has a name, the changes
/// since it was stored, and the last lesson.
///
/// ```
/// use gambol_match5::Match5;
/// use gambol_self_taught::{Fivo, Notebook, Unstored};
///
/// let mut notebook = Notebook::new(5);
/// // Red has let blue make five in a row.
/// let start: Match5 = "9/9/9/9/9/9/9/9/9 r".parse()?;
/// let moves = ["a1", "e5", "a3", "f5", "a5", "d5", "a7", "g5", "a9", "h5"];
/// let lesson = notebook.learn(&start, &moves.map(|cell| cell.parse().unwrap()))?;
/// assert_eq!((lesson.learned.level(), lesson.erased.len()), (1, 0));
/// assert_eq!(notebook.unstored(), Unstored::Lessons);
///
/// let bytes = notebook.encode("Ada")?;
/// assert_eq!(notebook.unstored(), Unstored::Nothing);
/// let again = Notebook::from(Fivo::decode(&bytes, "")?);
/// assert_eq!((again.name(), again.knowledge().level()), (Some("Ada"), 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Notebook {
    known: Known,
    unstored: Unstored,
    lesson: Option<Lesson>,
}

#[derive(Debug)]
enum Known {
    /// New and without a name, and the folder in which it would be stored.
    Unnamed(Knowledge, PathBuf),
    Named(Box<Fivo>),
}

impl From<Known> for Notebook {
    fn from(known: Known) -> Self {
        Self { known, unstored: Unstored::Nothing, lesson: None }
    }
}

impl From<Fivo> for Notebook {
    fn from(file: Fivo) -> Self {
        Known::Named(Box::new(file)).into()
    }
}

/// Knowledge without a name.
impl From<Knowledge> for Notebook {
    fn from(knowledge: Knowledge) -> Self {
        Known::Unnamed(knowledge, Self::FOLDER.into()).into()
    }
}

impl Notebook {
    /// Default folder of knowledge files.
    pub const FOLDER: &str = "match5data";

    /// Creates empty knowledge of games with this many stones in a row.
    #[must_use]
    pub fn new(row: u8) -> Self {
        Knowledge::new(row, Reading::default()).into()
    }

    /// Creates empty knowledge in the folder of this one.
    #[must_use]
    pub fn another(&self, row: u8) -> Self {
        Known::Unnamed(Knowledge::new(row, Reading::default()), self.folder()).into()
    }

    /// Returns the file, once there is a name.
    #[must_use]
    pub fn file(&self) -> Option<&Fivo> {
        match &self.known {
            Known::Unnamed(..) => None,
            Known::Named(file) => Some(file),
        }
    }

    /// Returns the player who teaches it, once there is a name.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.file().map(Fivo::name)
    }

    /// Returns the access of the user of the program.
    #[must_use]
    pub fn access(&self) -> Access {
        self.file().map_or(Access::New, Fivo::access)
    }

    /// Returns the knowledge.
    #[must_use]
    pub fn knowledge(&self) -> &Knowledge {
        match &self.known {
            Known::Unnamed(knowledge, _) => knowledge,
            Known::Named(file) => file.knowledge(),
        }
    }

    /// Returns the present or future folder of the file.
    #[must_use]
    pub fn folder(&self) -> PathBuf {
        match &self.known {
            Known::Unnamed(_, folder) => folder.clone(),
            Known::Named(file) => file.path().parent().unwrap_or(Path::new("")).to_path_buf(),
        }
    }

    /// Returns the changes since it was stored.
    #[must_use]
    pub fn unstored(&self) -> Unstored {
        match &self.known {
            Known::Unnamed(knowledge, _) if knowledge.is_empty() => Unstored::Nothing,
            _ => self.unstored,
        }
    }

    /// Whether there are changes that are not stored.
    #[must_use]
    pub fn is_changed(&self) -> bool {
        self.unstored() != Unstored::Nothing
    }

    /// Returns the last lesson.
    #[must_use]
    pub fn lesson(&self) -> Option<&Lesson> {
        self.lesson.as_ref()
    }

    /// Learns from a lost game, as [`Knowledge::learn`] does.
    ///
    /// # Errors
    ///
    /// Fails if nothing can be learned, or if the file cannot be changed without its password.
    pub fn learn<B: Bits>(&mut self, start: &Match5<B>, moves: &[Cell]) -> Result<&Lesson, NoLesson> {
        if self.knowledge().is_empty() && self.file().is_none() && start.row() != self.knowledge().row() {
            *self = self.another(start.row());
        }
        let lesson = self.change(|knowledge| knowledge.learn(start, moves)).map_err(|_| NoLesson::NotOwner)??;
        self.unstored = self.unstored.max(Unstored::Lessons);
        Ok(self.lesson.insert(lesson))
    }

    /// Erases the pattern of this number, from 0. Returns whether it existed.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be changed without its password.
    pub fn erase(&mut self, number: usize) -> Result<bool, FivoError> {
        let erased = self.change(|knowledge| knowledge.erase(number).ok_or(()))?.is_ok();
        if erased {
            self.unstored = Unstored::Edits;
        }
        Ok(erased)
    }

    /// Erases all patterns.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be changed without its password.
    pub fn erase_all(&mut self) -> Result<(), FivoError> {
        let Ok(()) = self.change(|knowledge| {
            knowledge.erase_all();
            Ok::<_, Infallible>(())
        })?;
        self.unstored = Unstored::Edits;
        Ok(())
    }

    /// Changes the knowledge. A change that fails leaves it as it was, and with it the record of
    /// studies.
    fn change<T, E>(&mut self, change: impl FnOnce(&mut Knowledge) -> Result<T, E>) -> Result<Result<T, E>, FivoError> {
        match &mut self.known {
            Known::Unnamed(knowledge, _) => Ok(change(knowledge)),
            Known::Named(file) => {
                let studies = file.studies().cloned();
                let changed = change(file.knowledge_mut()?);
                if changed.is_err() {
                    file.set_studies(studies)?;
                }
                Ok(changed)
            }
        }
    }

    /// Grants owner access if the password is right.
    pub fn verify(&mut self, password: &str) -> bool {
        match &mut self.known {
            Known::Unnamed(..) => true,
            Known::Named(file) => file.verify(password),
        }
    }

    /// Returns the bytes of the file of this player, for hosts without a file system. The knowledge
    /// then counts as stored.
    ///
    /// # Errors
    ///
    /// Fails if the name is not a valid file name; or if it differs from the file's name, and the
    /// file cannot be changed without its password.
    pub fn encode(&mut self, name: &str) -> Result<Vec<u8>, FivoError> {
        match &self.known {
            Known::Named(file) if file.name() == name => {}
            _ => self.known = Known::Named(Box::new(self.renamed(Path::new(""), name)?)),
        }
        self.unstored = Unstored::Nothing;
        Ok(self.file().map(Fivo::encode).unwrap_or_default())
    }

    /// Creates a new file with the knowledge.
    fn renamed(&self, folder: &Path, name: &str) -> Result<Fivo, FivoError> {
        match &self.known {
            Known::Unnamed(knowledge, _) => Fivo::new_in(folder, name, knowledge.clone()),
            Known::Named(file) => file.copy(folder, name),
        }
    }
}

/// Operations on files, for hosts with a file system.
#[cfg(feature = "files")]
#[cfg_attr(docsrs, doc(cfg(feature = "files")))]
impl Notebook {
    /// Sets another password, which takes effect when the file is stored; a blank one means none.
    /// Has no effect on knowledge without a name.
    ///
    /// # Errors
    ///
    /// Fails as for [`Fivo::set_password`].
    pub fn set_password(&mut self, password: &str) -> Result<(), FivoError> {
        if let Known::Named(file) = &mut self.known {
            file.set_password(password)?;
            self.unstored = Unstored::Edits;
        }
        Ok(())
    }

    /// Stores the knowledge in its file, which is removed if the knowledge is empty. `None` if
    /// there is no name yet.
    ///
    /// # Errors
    ///
    /// Fails as for [`Fivo::store`].
    pub fn store(&mut self) -> Result<Option<Stored>, FivoError> {
        let Known::Named(file) = &mut self.known else { return Ok(None) };
        let stored = file.store()?;
        self.unstored = Unstored::Nothing;
        Ok(Some(stored))
    }

    /// Stores the knowledge in a new file with the same password, which becomes its file. The last
    /// folder of the path is created if it does not exist.
    ///
    /// # Errors
    ///
    /// Fails as for [`Fivo::copy`] and [`Fivo::store`]. The notebook is then unchanged.
    pub fn store_as(&mut self, folder: &Path, name: &str) -> Result<Stored, FivoError> {
        let mut file = self.renamed(folder, name)?;
        if !folder.as_os_str().is_empty() && !folder.exists() {
            std::fs::create_dir(folder).map_err(|error| FivoError::system(folder, &error))?;
        }
        let stored = file.store()?;
        self.known = Known::Named(Box::new(file));
        self.unstored = Unstored::Nothing;
        Ok(stored)
    }
}

/// A summary of knowledge as data for user interfaces.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct KnowledgeView {
    /// Player who teaches it; blank if there is no name yet.
    pub name: String,
    /// Access of the user of the program.
    pub access: Access,
    /// Whether the file has a password.
    pub password: bool,
    /// Whether there are changes that are not stored.
    pub changed: bool,
    /// Number of patterns.
    pub level: usize,
    /// Number of stones in a row that win.
    pub row: u8,
    /// The last lesson.
    pub lesson: Option<LessonView>,
}

/// A lesson as data for user interfaces.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct LessonView {
    /// Number of the wrong move, from 1.
    #[cfg_attr(feature = "serde", serde(rename = "move"))]
    pub number: usize,
    /// Pattern that was added.
    pub learned: PatternView,
    /// Patterns that were removed.
    pub erased: Vec<PatternView>,
}

/// A pattern as data for user interfaces.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct PatternView {
    /// Number of the winner's moves that were taken back.
    pub level: u8,
    /// Text form.
    pub text: String,
    /// Fields, row by row: `x` the focus, `r` and `b` stones, `.` empty, a blank without influence.
    pub rows: Vec<String>,
    /// Numbers of fields of each kind.
    pub counts: Counts,
}

/// Numbers of fields of a pattern by kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Counts {
    /// Stones of the learner.
    pub red: u8,
    /// Stones of the opponent.
    pub blue: u8,
    /// Empty fields, including the focus.
    pub empty: u8,
    /// Fields within the bounds without influence.
    pub any: u8,
}

impl From<&Pattern> for PatternView {
    fn from(pattern: &Pattern) -> Self {
        let field = |cell: Cell| match pattern.field(cell) {
            _ if cell == pattern.focus() => 'x',
            Field::Red => 'r',
            Field::Blue => 'b',
            Field::Empty => '.',
            Field::Any => ' ',
        };
        let row = |row| (0..pattern.width()).map(|column| field(Cell::new(column, row))).collect();
        let count = |field| pattern.count(field);
        let (red, blue, empty, any) = (count(Field::Red), count(Field::Blue), count(Field::Empty), count(Field::Any));
        Self {
            level: pattern.level(),
            text: std::format!("{pattern}"),
            rows: (0..pattern.height()).map(row).collect(),
            counts: Counts { red, blue, empty, any },
        }
    }
}

impl From<&Lesson> for LessonView {
    fn from(lesson: &Lesson) -> Self {
        Self {
            number: lesson.turning_point + 1,
            learned: PatternView::from(&lesson.learned),
            erased: lesson.erased.iter().map(PatternView::from).collect(),
        }
    }
}

impl From<&Notebook> for KnowledgeView {
    fn from(notebook: &Notebook) -> Self {
        let knowledge = notebook.knowledge();
        Self {
            name: notebook.name().unwrap_or_default().into(),
            access: notebook.access(),
            password: notebook.file().is_some_and(Fivo::has_password),
            changed: notebook.is_changed(),
            level: knowledge.level(),
            row: knowledge.row(),
            lesson: notebook.lesson().map(LessonView::from),
        }
    }
}

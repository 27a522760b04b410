//! The self-taught player of Match5: it plays by what it knows, and learns from the games that it
//! loses to a person.

use gambol::match5::Match5;
use gambol::registry::{Position, Typed};
use gambol::search::PolicyOnly;
use gambol::self_taught::{
    Access, Field, FivoBytes, FreeMoves, Knowledge, Lesson, NoLesson, Pattern, Reading, SelfTaught,
};
use gambol::{Cell, Game, Search};
use gambol_play::{Companion, Session, Settings};
use serde::Serialize;

/// The name of the player among the agents. With settings other than `free`, an agent of this name
/// is another one, which has learned by itself.
const SELF_TAUGHT: &str = "self-taught";

/// The player, on boards that are small enough for it.
#[derive(Debug)]
pub struct Pupil {
    notebook: Notebook,
}

/// What the player knows.
#[derive(Debug)]
pub struct Notebook {
    known: Known,
    changed: bool,
    lesson: Option<Lesson>,
}

#[derive(Debug)]
enum Known {
    Unnamed(Knowledge),
    Named(Box<FivoBytes>),
}

/// A pattern to be drawn.
#[derive(Debug, Serialize)]
pub struct PatternView {
    level: u8,
    text: String,
    rows: Vec<String>,
    counts: Counts,
}

#[derive(Debug, Serialize)]
struct Counts {
    red: u8,
    blue: u8,
    empty: u8,
    any: u8,
}

#[derive(Debug, Serialize)]
struct LessonView {
    #[serde(rename = "move")]
    number: usize,
    learned: PatternView,
    erased: Vec<PatternView>,
}

/// What is known, in short.
#[derive(Debug, Serialize)]
pub struct KnowledgeView {
    name: String,
    access: &'static str,
    password: bool,
    changed: bool,
    level: usize,
    row: u8,
    lesson: Option<LessonView>,
}

/// A pattern with its images under the symmetries.
#[derive(Debug, Serialize)]
pub struct PatternImages {
    #[serde(flatten)]
    pattern: PatternView,
    images: Vec<PatternView>,
}

fn view(pattern: &Pattern) -> PatternView {
    let field = |cell: Cell| match pattern.field(cell) {
        _ if cell == pattern.focus() => 'x',
        Field::Red => 'r',
        Field::Blue => 'b',
        Field::Empty => '.',
        Field::Any => ' ',
    };
    let row = |row| (0..pattern.width()).map(|column| field(Cell::new(column, row))).collect();
    let count = |field| pattern.count(field);
    PatternView {
        level: pattern.level(),
        text: pattern.to_string(),
        rows: (0..pattern.height()).map(row).collect(),
        counts: Counts {
            red: count(Field::Red),
            blue: count(Field::Blue),
            empty: count(Field::Empty),
            any: count(Field::Any),
        },
    }
}

impl Notebook {
    fn new(row: u8) -> Self {
        let known = Known::Unnamed(Knowledge::new(row, Reading::default()));
        Self { known, changed: false, lesson: None }
    }

    fn knowledge(&self) -> &Knowledge {
        match &self.known {
            Known::Unnamed(knowledge) => knowledge,
            Known::Named(file) => file.knowledge(),
        }
    }

    fn knowledge_mut(&mut self) -> Result<&mut Knowledge, String> {
        match &mut self.known {
            Known::Unnamed(knowledge) => Ok(knowledge),
            Known::Named(file) => file.knowledge_mut().map_err(|error| error.to_string()),
        }
    }

    /// What is known, in short.
    #[must_use]
    pub fn view(&self) -> KnowledgeView {
        let lesson = self.lesson.as_ref().map(|lesson| LessonView {
            number: lesson.turning_point + 1,
            learned: view(&lesson.learned),
            erased: lesson.erased.iter().map(view).collect(),
        });
        let (name, access, password) = match &self.known {
            Known::Unnamed(_) => (String::new(), Access::New, false),
            Known::Named(file) => (file.name().to_owned(), file.access(), file.has_password()),
        };
        let access = match access {
            Access::New => "new",
            Access::Owner => "owner",
            Access::User => "user",
        };
        let knowledge = self.knowledge();
        KnowledgeView {
            name,
            access,
            password,
            changed: self.changed,
            level: knowledge.level(),
            row: knowledge.row(),
            lesson,
        }
    }

    /// The pattern of this number.
    #[must_use]
    pub fn pattern(&self, number: usize) -> Option<PatternImages> {
        let pattern = self.knowledge().pattern(number)?;
        let images = pattern.mutations().map(|(_, image)| view(&image)).collect();
        Some(PatternImages { pattern: view(pattern), images })
    }

    /// Erases a pattern.
    ///
    /// # Errors
    ///
    /// If there is none of this number, or it may not be changed.
    pub fn erase(&mut self, number: usize) -> Result<(), String> {
        self.knowledge_mut()?.erase(number).ok_or_else(|| format!("there is no pattern {}", number + 1))?;
        (self.changed, self.lesson) = (true, None);
        Ok(())
    }

    /// Erases all patterns.
    ///
    /// # Errors
    ///
    /// If they may not be changed.
    pub fn erase_all(&mut self) -> Result<(), String> {
        self.knowledge_mut()?.erase_all();
        (self.changed, self.lesson) = (true, None);
        Ok(())
    }

    /// The bytes of a `.fivo` file of this player.
    ///
    /// # Errors
    ///
    /// If the name is not one for a file; or it is another than the one that the file had, and it
    /// may not be changed.
    pub fn bytes(&mut self, name: &str) -> Result<Vec<u8>, String> {
        match &mut self.known {
            Known::Unnamed(knowledge) => {
                let file = FivoBytes::new(name, knowledge.clone()).map_err(|error| error.to_string())?;
                self.known = Known::Named(Box::new(file));
            }
            Known::Named(file) if file.name() != name => file.rename(name).map_err(|error| error.to_string())?,
            Known::Named(_) => {}
        }
        self.changed = false;
        match &self.known {
            Known::Named(file) => Ok(file.encode()),
            Known::Unnamed(_) => Err("it has no name".to_owned()),
        }
    }

    /// Takes the knowledge of a `.fivo` file.
    ///
    /// # Errors
    ///
    /// What is wrong with the file, or that it is for other rules.
    pub fn open(&mut self, bytes: &[u8], password: &str) -> Result<(), String> {
        let file = FivoBytes::open(bytes, password).map_err(|error| error.to_string())?;
        let (there, here) = (file.knowledge().row(), self.knowledge().row());
        if there != here {
            return Err(format!("it is for {there} in a row, and here {here} win"));
        }
        *self = Self { known: Known::Named(Box::new(file)), changed: false, lesson: None };
        Ok(())
    }

    /// Knows nothing again.
    pub fn clear(&mut self) {
        *self = Self::new(self.knowledge().row());
    }
}

impl Pupil {
    /// The player that learns from games that begin so, if it is a game of Match5. It knows nothing
    /// yet.
    #[must_use]
    pub fn of(start: &Position) -> Option<Self> {
        start.state::<Match5>().map(|start| Self { notebook: Notebook::new(start.row()) })
    }

    /// What it knows.
    pub fn notebook(&mut self) -> Option<&mut Notebook> {
        Some(&mut self.notebook)
    }
}

/// Where the player moves freely, if this text names it.
fn free_moves(agent: &str) -> Option<FreeMoves> {
    match agent.strip_prefix(SELF_TAUGHT)? {
        "" => Some(FreeMoves::default()),
        settings => settings.strip_prefix(":free=")?.parse().ok(),
    }
}

fn learn(notebook: &mut Notebook, game: &Session, loser: usize) -> Result<String, String> {
    let start: &Match5 = game.start().state().ok_or("it learns on smaller boards")?;
    let first = usize::from(start.turn().player().is_some_and(|player| player.sign() < 0));
    for (number, (_, person)) in game.actions().enumerate() {
        match ((first + number) % 2 == loser, person) {
            (true, true) => return Err("not all of its moves were its own".to_owned()),
            (false, false) => return Err("an agent has moved for you".to_owned()),
            _ => {}
        }
    }
    let moves: Vec<Cell> = game.actions().filter_map(|(cell, _)| cell.as_str().parse().ok()).collect();
    let lesson = notebook.knowledge_mut()?.learn(start, &moves).map_err(|reason| match reason {
        NoLesson::Opening => "the loss goes back to the opening".to_owned(),
        NoLesson::AllForced => "all its moves were forced".to_owned(),
        NoLesson::Known => "it knew that already".to_owned(),
        NoLesson::OtherRules => "what it knows is of other games".to_owned(),
        _ => reason.to_string(),
    })?;
    let out = match lesson.erased.len() {
        0 => String::new(),
        count => format!(", {count} out"),
    };
    let level = notebook.knowledge().level();
    let text = format!("It has learned a pattern of level {}{out}; it knows {level}.", lesson.learned.level());
    (notebook.changed, notebook.lesson) = (true, Some(lesson));
    Ok(text)
}

impl Companion for Pupil {
    fn learner(&self) -> Option<&'static str> {
        Some(SELF_TAUGHT)
    }

    fn agent(&self, text: &str) -> Option<Box<dyn Search<Position>>> {
        let player = SelfTaught::new(self.notebook.knowledge().clone(), free_moves(text)?);
        Some(Box::new(Typed::<Match5>(Box::new(PolicyOnly(player)))))
    }

    fn game_over(&mut self, game: &Session, settings: &Settings) -> Option<String> {
        let loser = match game.state().score() {
            0 => return None,
            score => usize::from(score > 0),
        };
        let own = free_moves(&settings.agents[loser]).is_some();
        if !own || settings.people[loser] || !settings.people[1 - loser] {
            return None;
        }
        Some(learn(&mut self.notebook, game, loser).unwrap_or_else(|reason| format!("Nothing learned: {reason}.")))
    }
}

//! The self-taught player: it plays by what it knows, and learns from the games that it loses to a
//! person.

use std::io::ErrorKind;
use std::path::Path;

use gambol::match5::{Bits, Match5, Wide};
use gambol::registry::{Position, Typed};
use gambol::search::PolicyOnly;
use gambol::self_taught::{Access, FreeMoves, Lesson, Pattern, SelfTaught};
use gambol::{Cell, Game, Search};
use gambol_play::{Companion, Message, Paint, Session, Settings};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::Event;
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use ratatui::text::{Line, Span};

use super::notebook::Notebook;
use super::page::{Page, Table};
use crate::screen::Next;
use crate::theme;

/// The player, and the dialogs in which its knowledge is shown, stored and opened.
pub(crate) struct Pupil {
    /// Whether it can learn games of this size.
    pub(super) learns: bool,
    pub(super) notebook: Notebook,
    /// What the last lost game has put in and taken out.
    pub(super) lesson: Option<Lesson>,
    pub(super) table: Table,
    pub(super) page: Page,
    /// What has come of the last command in a dialog.
    pub(super) notice: Message,
}

/// Its name among the agents. With a file or a course of games of its own, an agent of this name is
/// another one.
const SELF_TAUGHT: &str = "self-taught";

/// Where the player moves freely, if this text names it.
fn free_moves(agent: &str) -> Option<FreeMoves> {
    match agent.strip_prefix(SELF_TAUGHT)? {
        "" => Some(FreeMoves::default()),
        settings => settings.strip_prefix(":free=")?.parse().ok(),
    }
}

/// Stones in a row that win in a game of Match5, on a board of any size.
fn row(state: &Position) -> Option<u8> {
    let small = state.state::<Match5>().map(Match5::row);
    small.or_else(|| state.state::<Match5<Wide>>().map(Match5::row))
}

impl Pupil {
    /// What it learns from a game that it has lost to a person.
    fn learn(&mut self, game: &Session, loser: usize) -> Result<String, String> {
        if self.notebook.access() == Access::User {
            return Err("a user changes nothing".to_owned());
        }
        let start: &Match5 = game.start().state().ok_or("it learns on smaller boards")?;
        // Games from files can have other rules.
        if self.notebook.knowledge().row() != start.row()
            && self.notebook.name().is_none()
            && !self.notebook.is_changed()
        {
            self.notebook = self.notebook.another(start.row());
        }
        let first = usize::from(start.turn().player().is_some_and(|player| player.sign() < 0));
        let mine = |number: usize| (first + number) % 2 == loser;
        if game.actions().enumerate().any(|(number, (_, person))| mine(number) && person) {
            return Err("not all of its moves were its own".to_owned());
        }
        if game.actions().enumerate().any(|(number, (_, person))| !mine(number) && !person) {
            return Err("an agent has moved for you".to_owned());
        }
        let moves: Vec<Cell> = game.actions().filter_map(|(cell, _)| cell.as_str().parse().ok()).collect();
        let lesson = self.notebook.learn(start, &moves)?;
        let out = match lesson.erased.len() {
            0 => String::new(),
            count => format!(", {count} out"),
        };
        let level = self.notebook.knowledge().level();
        let text = format!("Learned {}{out}; level {level}, k shows it.", brief(&lesson.learned));
        self.table.show_lesson();
        self.lesson = Some(lesson);
        Ok(text)
    }
}

/// What tests look at and begin with.
#[cfg(test)]
impl Pupil {
    pub(crate) fn knowledge(&self) -> &gambol::self_taught::Knowledge {
        self.notebook.knowledge()
    }

    pub(crate) fn knowledge_mut(&mut self) -> &mut gambol::self_taught::Knowledge {
        self.notebook.knowledge_mut().expect("no file is open")
    }
}

/// A pattern in few words.
fn brief(pattern: &Pattern) -> String {
    let text = pattern.to_string();
    if pattern.height() == 1 {
        return text;
    }
    format!("{}×{} of level {}", pattern.width(), pattern.height(), pattern.level())
}

/// What somebody is to a file.
pub(super) fn word(access: Access) -> &'static str {
    match access {
        Access::New => "new",
        Access::Owner => "owner",
        Access::User => "user",
    }
}

/// A number of things.
pub(super) fn count(number: usize, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

impl Companion for Pupil {
    fn learner(&self) -> Option<&'static str> {
        self.learns.then_some(SELF_TAUGHT)
    }

    fn open(&mut self, path: &Path) -> Result<(), String> {
        if !self.learns {
            let most = <u128 as Bits>::EDGE;
            return Err(format!("{}: the player learns on boards of up to {most} cells an edge", path.display()));
        }
        // A link that leads nowhere is no new file.
        let is_missing = path.symlink_metadata().is_err_and(|error| error.kind() == ErrorKind::NotFound);
        let row = self.notebook.knowledge().row();
        if let Some(folder) = path.parent().filter(|folder| is_missing && folder != &Path::new("") && !folder.is_dir())
        {
            return Err(format!("{}: there is no folder {}", path.display(), folder.display()));
        }
        let notebook = if is_missing { Notebook::begin(path, row) } else { Notebook::open(path) };
        let notebook = notebook.map_err(|error| error.to_string())?;
        // Until now the notebook is a new one, of the game that is played.
        let (there, here) = (notebook.knowledge().row(), self.notebook.knowledge().row());
        if there != here {
            return Err(format!("{}: it is for {there} in a row, and here {here} win", path.display()));
        }
        self.take(notebook);
        Ok(())
    }

    fn agent(&self, text: &str) -> Option<Box<dyn Search<Position>>> {
        let free_moves = free_moves(text).filter(|_| self.learns)?;
        let player = SelfTaught::new(self.notebook.knowledge().clone(), free_moves);
        Some(Box::new(Typed::<Match5>(Box::new(PolicyOnly(player)))))
    }

    fn game_over(&mut self, game: &Session, settings: &Settings) -> Option<String> {
        let loser = match game.state().score() {
            0 => return None,
            score => usize::from(score > 0),
        };
        let own = self.learns && free_moves(&settings.agents[loser]).is_some();
        if !own || settings.people[loser] || !settings.people[1 - loser] {
            return None;
        }
        Some(self.learn(game, loser).unwrap_or_else(|reason| format!("Nothing learned: {reason}.")))
    }

    fn cut_short(&mut self) -> Option<String> {
        self.notebook.rescue()
    }
}

impl Pupil {
    /// The player that learns from games that begin so, if it is a game of Match5.
    pub(crate) fn of(start: &Position) -> Option<Self> {
        Some(Self {
            learns: start.state::<Match5>().is_some(),
            notebook: Notebook::new(row(start)?),
            lesson: None,
            table: Table::default(),
            page: Page::Table,
            notice: Message::default(),
        })
    }

    /// Lines for the panel beside the board.
    pub(crate) fn lines(&self, state: &Position, settings: &Settings) -> Vec<Line<'static>> {
        // What it knows matters if it plays, or if there is something to lose.
        let plays = settings.agents.iter().zip(settings.people);
        let plays = plays.into_iter().any(|(agent, person)| !person && free_moves(agent).is_some());
        if !self.learns || !(plays || self.notebook.name().is_some() || self.notebook.is_changed()) {
            return Vec::new();
        }
        let knowledge = self.notebook.knowledge();
        let faint = theme::ink(Paint::FAINT);
        let name = self.notebook.name().unwrap_or("What self-taught knows").to_owned();
        let bold = theme::ink(Paint::BRIGHT).add_modifier(Modifier::BOLD);
        let access = format!("  {}, level {}", word(self.notebook.access()), knowledge.level());
        let stored = if self.notebook.is_changed() { ", not stored" } else { "" };
        let patterns = format!("{}{stored}", count(knowledge.level(), "pattern"));
        let mut lines = vec![Line::from(vec![Span::styled(name, bold)]), Line::styled(access, faint)];
        lines.push(Line::styled(format!("  {patterns}"), faint));
        if self.notebook.is_open_to_all() {
            lines.push(Line::styled("  no password", faint));
        }
        if row(state) != Some(knowledge.row()) && (self.notebook.name().is_some() || !knowledge.is_empty()) {
            lines.push(Line::styled(format!("  for {} in a row", knowledge.row()), theme::ink(Paint::WRONG)));
        }
        lines
    }

    /// The keys that open its dialogs, with what the menu calls these.
    pub(crate) fn commands(&self) -> &'static [(char, &'static str)] {
        if self.learns { &[('k', "knowledge"), ('f', "hall of fame")] } else { &[] }
    }

    /// Gets the dialog of a key ready. Whether there is one.
    pub(crate) fn command(&mut self, key: char) -> bool {
        self.learns && self.show(key)
    }

    /// Whether the program may end. If not, its dialog asks first; who insists meanwhile may.
    pub(crate) fn may_leave(&mut self) -> bool {
        self.ask_to_leave()
    }

    /// Does what a key or the mouse says in its dialog. The area is the whole screen.
    pub(crate) fn event(&mut self, event: &Event, area: Rect) -> Next {
        self.do_event(event, area)
    }

    /// Draws its dialog.
    pub(crate) fn draw(&self, area: Rect, buffer: &mut Buffer) {
        self.draw_page(area, buffer);
    }
}

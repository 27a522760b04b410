//! Menus and questions.

use std::fmt;

use ratatui::crossterm::event::{KeyCode, KeyEvent};
use zeroize::Zeroizing;

use super::match5::COMMANDS;
use super::pages::Page;

/// A dialog over the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Dialog {
    /// The menu, and its selected row.
    Menu(usize),
    /// A page of text: keys and rules, or the best scores.
    Page(Page),
    /// A question.
    Question(Question),
    /// A confirmation to undo chance events, too.
    Undo,
    /// The knowledge of the self-learning player.
    Knowledge,
}

/// A row of the menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Row {
    /// Whether the self-learning player is the agent.
    Learner,
    /// Whether a side is a human player.
    Side(usize),
    /// The level of the agents.
    Level,
    /// The agent of a side.
    Agent(usize),
    Limit,
    HintLimit,
    Speed,
    OverChance,
    Letters,
    New,
    Save,
    Load,
    Scores,
    Help,
    Quit,
    /// A dialog of the self-learning player: its key and its name.
    Knowledge(char, &'static str),
}

impl Row {
    /// Returns the rows of a game with this number of players, with or without a self-learning
    /// player.
    pub(crate) fn all(players: usize, learns: bool) -> Vec<Self> {
        let mut rows = if learns { vec![Self::Learner] } else { Vec::new() };
        if players > 1 {
            rows.extend([Self::Level, Self::Side(0), Self::Agent(0), Self::Side(1), Self::Agent(1)]);
        } else {
            rows.push(Self::Agent(0));
        }
        rows.extend([Self::Limit, Self::HintLimit, Self::Speed]);
        if players == 1 {
            rows.push(Self::OverChance);
        }
        rows.extend([Self::Letters, Self::New, Self::Save, Self::Load]);
        if players == 1 {
            rows.push(Self::Scores);
        }
        if learns {
            rows.extend(COMMANDS.iter().map(|&(key, name)| Self::Knowledge(key, name)));
        }
        rows.extend([Self::Help, Self::Quit]);
        rows
    }
}

/// Subject of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    Seed,
    SaveTo,
    LoadFrom,
    Agent(usize),
}

impl Wanted {
    pub(crate) const fn title(self) -> &'static str {
        match self {
            Self::Seed => "Seed of the new game",
            Self::SaveTo => "Save the game to the file",
            Self::LoadFrom => "Load a game from the file",
            Self::Agent(_) => "Agent: easy, medium, hard, strong, or as in mc:z=100",
        }
    }
}

/// A question with an input line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Question {
    pub(crate) wanted: Wanted,
    pub(crate) entry: Entry,
    /// Error of the last answer.
    pub(crate) error: Option<String>,
    /// Whether the answer must be repeated as a confirmation.
    pub(crate) warned: bool,
}

impl Question {
    pub(crate) fn new(wanted: Wanted, text: String) -> Self {
        Self { wanted, entry: Entry::new(text), error: None, warned: false }
    }

    /// Edits the answer.
    pub(crate) fn edit(&mut self, key: KeyEvent) {
        if self.entry.edit(key) {
            self.error = None;
            self.warned = false;
        }
    }
}

/// An editable line of text. It is wiped from memory on drop.
#[derive(Clone, Default, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) text: Zeroizing<String>,
    /// Position of the cursor, in characters.
    pub(crate) at: usize,
    /// Whether the text is hidden, as for a password.
    pub(crate) hidden: bool,
}

/// Omits a hidden text, which would otherwise appear in logs and error reports.
impl fmt::Debug for Entry {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(if self.hidden { "hidden" } else { &self.text })
    }
}

/// Maximum length in characters. No name is longer.
const LONGEST: usize = 4_000;
/// Maximum bytes of a character.
const UTF8: usize = 4;

impl Entry {
    pub(crate) fn new(text: String) -> Self {
        Self { at: text.chars().count(), text: Zeroizing::new(text), hidden: false }
    }

    /// Creates an empty line with hidden text. Its capacity suffices for the maximum length, so
    /// that the text is never moved and leaves no copy.
    pub(crate) fn hidden() -> Self {
        let text = Zeroizing::new(String::with_capacity(LONGEST * UTF8));
        Self { text, at: 0, hidden: true }
    }

    /// Returns the byte offset of the character with this index.
    fn offset(&self, at: usize) -> usize {
        self.text.char_indices().nth(at).map_or(self.text.len(), |(offset, _)| offset)
    }

    /// Edits the text. Returns whether it may have changed.
    pub(crate) fn edit(&mut self, key: KeyEvent) -> bool {
        let length = self.text.chars().count();
        let offset = self.offset(self.at);
        match key.code {
            KeyCode::Left => self.at = self.at.saturating_sub(1),
            KeyCode::Right => self.at = (self.at + 1).min(length),
            KeyCode::Home => self.at = 0,
            KeyCode::End => self.at = length,
            KeyCode::Backspace if self.at > 0 => {
                self.at -= 1;
                let before = self.offset(self.at);
                self.text.remove(before);
            }
            KeyCode::Delete if self.at < length => {
                self.text.remove(offset);
            }
            KeyCode::Char('u') if super::input::is_control(key) => {
                self.text.drain(..offset);
                self.at = 0;
            }
            KeyCode::Char(character) if !super::input::is_control(key) && length < LONGEST => {
                self.text.insert(offset, character);
                self.at += 1;
            }
            _ => return false,
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::crossterm::event::KeyModifiers;

    #[test]
    fn an_answer_is_edited_by_characters_not_bytes() {
        let mut entry = Entry::new("aé".to_owned());
        let press = |entry: &mut Entry, code| entry.edit(KeyEvent::new(code, KeyModifiers::NONE));
        press(&mut entry, KeyCode::Left);
        press(&mut entry, KeyCode::Char('ß'));
        assert_eq!((entry.text.as_str(), entry.at), ("aßé", 2));
        press(&mut entry, KeyCode::Backspace);
        press(&mut entry, KeyCode::Delete);
        press(&mut entry, KeyCode::Delete);
        assert_eq!((entry.text.as_str(), entry.at), ("a", 1));
        press(&mut entry, KeyCode::Home);
        press(&mut entry, KeyCode::Backspace);
        press(&mut entry, KeyCode::End);
        entry.edit(KeyEvent::new(KeyCode::Char('u'), KeyModifiers::CONTROL));
        assert_eq!((entry.text.as_str(), entry.at), ("", 0));
    }

    #[test]
    fn a_password_is_in_no_debug_output() {
        let mut entry = Entry::hidden();
        let empty = format!("{entry:?}");
        for letter in "Xyzzy7".chars() {
            entry.edit(KeyEvent::new(KeyCode::Char(letter), KeyModifiers::NONE));
        }
        assert_eq!((entry.text.as_str(), format!("{entry:?}")), ("Xyzzy7", empty));
        assert!(format!("{:?}", Entry::new("seen".to_owned())).contains("seen"));
    }

    #[test]
    fn a_password_is_edited_in_one_place_of_memory() {
        let mut entry = Entry::hidden();
        let place = (entry.text.as_ptr(), entry.text.capacity());
        let mut press = |code| entry.edit(KeyEvent::new(code, KeyModifiers::NONE));
        let key = KeyCode::Char('\u{1F511}');
        assert!((0..LONGEST).all(|_| press(key)) && !press(key));
        assert!([KeyCode::Backspace, KeyCode::Home, KeyCode::Delete, KeyCode::Char('a')].into_iter().all(press));
        assert_eq!(entry.text.chars().count(), LONGEST - 1);
        assert_eq!((entry.text.as_ptr(), entry.text.capacity()), place);
    }
}

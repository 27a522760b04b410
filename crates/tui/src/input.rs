//! Keys and the mouse.

use gambol_play::{Direction, Spot};
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::layout::Rect;

use super::app::App;
use super::dialog::{Dialog, Wanted};

/// Whether a key is pressed together with control or alt, and is thus not text.
pub(crate) fn is_control(key: KeyEvent) -> bool {
    key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT)
}

impl App {
    /// Handles an event of the terminal.
    pub(crate) fn hear(&mut self, event: &Event) {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(*key),
            Event::Mouse(mouse) => self.mouse(*mouse),
            Event::Resize(width, height) => self.area = Rect::new(0, 0, *width, *height),
            _ => {}
        }
        self.place_cursor();
    }

    fn key(&mut self, key: KeyEvent) {
        if is_control(key) && key.code == KeyCode::Char('c') {
            return self.leave();
        }
        match self.dialog.take() {
            None if !is_control(key) => self.board_key(key),
            None => {}
            Some(dialog) => self.dialog_key(dialog, key),
        }
    }

    fn board_key(&mut self, key: KeyEvent) {
        match key.code {
            KeyCode::Left => self.go(Direction::Left),
            KeyCode::Right => self.go(Direction::Right),
            KeyCode::Up => self.go(Direction::Up),
            KeyCode::Down => self.go(Direction::Down),
            KeyCode::Enter | KeyCode::Char(' ') => self.choose(self.cursor),
            KeyCode::Tab => self.next_target(true),
            KeyCode::BackTab => self.next_target(false),
            KeyCode::Esc => self.play.escape(),
            KeyCode::Char(character) => {
                // A letter's meaning in the game takes precedence, such as the quadrants of a swap.
                if let Some(spot) = self.board().shortcut(&self.play.picked, character) {
                    return self.choose(spot);
                }
                self.command(character);
            }
            _ => {}
        }
    }

    fn command(&mut self, character: char) {
        match character {
            'h' => self.play.ask_hint(),
            'a' => self.play.toggle_auto(),
            's' => self.play.take_step(),
            '+' | '=' => self.play.faster(true),
            '-' => self.play.faster(false),
            'u' => self.undo(),
            'r' => self.play.redo(),
            'l' => self.play.settings.letters ^= true,
            'n' => self.begin_anew(),
            'w' => self.ask(Wanted::SaveTo),
            'o' => self.ask(Wanted::LoadFrom),
            'm' => self.dialog = Some(Dialog::Menu(0)),
            'b' => self.show_scores(),
            '?' => self.show_help(),
            'q' => self.leave(),
            _ => self.open_knowledge(character),
        }
    }

    /// Handles an arrow key: plays a direction if those are actions, or else moves the cursor.
    fn go(&mut self, direction: Direction) {
        if self.board().swipes() {
            return self.choose(Spot::Edge(direction));
        }
        let Ok(geometry) = self.geometry() else { return };
        let spots = self.board().spots(&self.play.picked);
        if let Some(spot) = geometry.neighbour(&spots, self.cursor, direction) {
            self.cursor = spot;
        }
    }

    fn next_target(&mut self, forth: bool) {
        let found = if forth {
            self.play.targets.iter().find(|&&spot| spot > self.cursor).or(self.play.targets.first())
        } else {
            self.play.targets.iter().rev().find(|&&spot| spot < self.cursor).or(self.play.targets.last())
        };
        self.cursor = found.copied().unwrap_or(self.cursor);
    }
}

//! Keys and the mouse.

use gambol::GameExt;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::layout::Rect;

use super::app::{App, Flow, Who};
use super::board::{Board, Direction, Spot};
use super::dialog::{Dialog, Wanted};
use super::thinker::Purpose;

/// Whether a key is held together with control or alt, and is no text.
pub(crate) fn is_control(key: KeyEvent) -> bool {
    key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT)
}

impl<G: Board> App<G> {
    /// Does what an event of the terminal says.
    pub(crate) fn event(&mut self, event: &Event) {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(*key),
            Event::Mouse(mouse) => self.mouse(*mouse),
            Event::Resize(width, height) => self.area = Rect::new(0, 0, *width, *height),
            _ => {}
        }
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
            KeyCode::Esc => self.escape(),
            KeyCode::Char(character) => {
                // What the game means by a letter comes first: the quadrants of a swap.
                if let Some(spot) = self.state().shortcut(&self.picked, character) {
                    return self.choose(spot);
                }
                self.command(character);
            }
            _ => {}
        }
    }

    fn command(&mut self, character: char) {
        match character {
            'h' => self.ask_hint(),
            'a' => self.toggle_auto(),
            's' => self.take_step(),
            '+' | '=' => self.faster(true),
            '-' => self.faster(false),
            'u' => self.undo(),
            'r' => self.redo(),
            'l' => self.settings.letters ^= true,
            'n' => self.ask(Wanted::Seed),
            'w' => self.ask(Wanted::SaveTo),
            'o' => self.ask(Wanted::LoadFrom),
            'm' => self.dialog = Some(Dialog::Menu(0)),
            '?' => self.dialog = Some(Dialog::Help),
            'q' => self.leave(),
            _ => self.open_companion(character),
        }
    }

    /// An arrow: plays where directions are actions, and moves the cursor elsewhere.
    fn go(&mut self, direction: Direction) {
        if G::SWIPES {
            return self.choose(Spot::Edge(direction));
        }
        let Ok(geometry) = self.geometry() else { return };
        let spots = self.state().spots(&self.picked);
        if let Some(spot) = geometry.neighbour(&spots, self.cursor, direction) {
            self.cursor = spot;
        }
    }

    fn next_target(&mut self, forth: bool) {
        let found = if forth {
            self.targets.iter().find(|&&spot| spot > self.cursor).or(self.targets.first())
        } else {
            self.targets.iter().rev().find(|&&spot| spot < self.cursor).or(self.targets.last())
        };
        self.cursor = found.copied().unwrap_or(self.cursor);
    }

    /// Ends what goes on: a search, picking, or autoplay.
    pub(super) fn escape(&mut self) {
        if self.thinker.purpose() == Some(Purpose::Hint) {
            self.thinker.stop();
        } else if !self.picked.is_empty() {
            self.picked.pop();
            self.picks_changed();
        } else if self.flow == Flow::Auto || self.step {
            self.toggle_auto();
        } else if self.thinker.purpose() == Some(Purpose::Move) {
            // It moves now, with the best that it has.
            self.thinker.stop();
        } else {
            self.hint = None;
            self.message.text.clear();
        }
    }

    fn toggle_auto(&mut self) {
        if self.state().is_over() {
            return self.complain("The game is over: n begins a new one.");
        }
        if self.agents_alone() {
            let paused = self.flow != Flow::Paused;
            self.flow = if paused { Flow::Paused } else { Flow::Free };
            self.changed();
            return self.say(if paused { "Paused: a goes on, s plays a move." } else { "The agents go on." });
        }
        let auto = self.flow != Flow::Auto && !self.step;
        self.flow = if auto { Flow::Auto } else { Flow::Free };
        self.step = false;
        self.changed();
        self.say(if auto { "Autoplay: a stops it, + and - change its speed." } else { "Your turn." });
    }

    fn take_step(&mut self) {
        if self.state().is_over() {
            return self.complain("The game is over: n begins a new one.");
        }
        self.flow = if self.agents_alone() { Flow::Paused } else { Flow::Free };
        if self.agents_alone() || matches!(self.who(), Who::Person(_)) {
            self.step = true;
            self.changed();
        }
    }

    fn faster(&mut self, faster: bool) {
        self.settings.speed.step(faster);
        let (place, count) = self.settings.speed.place();
        self.say(format!("Speed {place} of {count}."));
    }
}

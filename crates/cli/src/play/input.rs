//! Keys and the mouse.

use std::path::Path;

use gambol::{Agent, GameExt};
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::Rect;

use super::app::{App, Flow, Who};
use super::board::{Board, Direction, Spot};
use super::dialog::{Dialog, Question, Row, Wanted};
use super::draw_dialog::menu_row_at;
use super::thinker::Purpose;

/// Whether a key is held together with control or alt, and is no text.
pub(crate) fn is_control(key: KeyEvent) -> bool {
    key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT)
}

/// A drag over less than so many columns and rows is a click.
const DRAG: (u16, u16) = (4, 2);

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
            self.quit = true;
            return;
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
            'q' => self.quit = true,
            _ => {}
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
    fn escape(&mut self) {
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

    pub(crate) fn ask(&mut self, wanted: Wanted) {
        let file = || {
            self.file
                .clone()
                .unwrap_or_else(|| format!("{}.jsonl", self.game.split(':').next().unwrap_or("game")).into())
        };
        let text = match wanted {
            Wanted::Seed => self.session.origin().seed.wrapping_add(1).to_string(),
            Wanted::SaveTo | Wanted::LoadFrom => file().display().to_string(),
            Wanted::Agent(side) => self.settings.agents[side].clone(),
        };
        self.dialog = Some(Dialog::Question(Question::new(wanted, text)));
    }

    fn dialog_key(&mut self, dialog: Dialog, key: KeyEvent) {
        match dialog {
            _ if key.code == KeyCode::Esc => {}
            Dialog::Help => {}
            Dialog::Menu(row) => self.menu_key(row, key),
            Dialog::Question(mut question) if key.code == KeyCode::Enter => {
                if let Err(reason) = self.answer(&mut question) {
                    question.error = Some(reason);
                    self.dialog = Some(Dialog::Question(question));
                }
            }
            Dialog::Question(mut question) => {
                question.edit(key);
                self.dialog = Some(Dialog::Question(question));
            }
        }
    }

    fn menu_key(&mut self, row: usize, key: KeyEvent) {
        let rows = Row::all(G::PLAYERS);
        let count = rows.len();
        let row = row.min(count - 1);
        self.dialog = Some(Dialog::Menu(row));
        match key.code {
            KeyCode::Up => self.dialog = Some(Dialog::Menu((row + count - 1) % count)),
            KeyCode::Down | KeyCode::Tab => self.dialog = Some(Dialog::Menu((row + 1) % count)),
            KeyCode::Left => self.adjust(rows[row], false),
            KeyCode::Right => self.adjust(rows[row], true),
            KeyCode::Enter | KeyCode::Char(' ') => self.activate(rows[row]),
            KeyCode::Char('q' | 'm') => self.dialog = None,
            _ => {}
        }
    }

    /// Changes what a row of the menu says.
    fn adjust(&mut self, row: Row, forth: bool) {
        match row {
            Row::Side(side) => self.settings.people[side] ^= true,
            Row::Agent(side) => self.settings.agents[side] = self.settings.other_agent::<G>(side, forth),
            Row::Limit => self.settings.limit.step(forth),
            Row::HintLimit => self.settings.hint_limit.step(forth),
            Row::Speed => self.settings.speed.step(forth),
            Row::OverChance => self.settings.over_chance ^= true,
            Row::Letters => self.settings.letters ^= true,
            _ => return,
        }
        if matches!(row, Row::Side(_) | Row::Agent(_) | Row::Limit) {
            if self.flow == Flow::Paused {
                self.flow = Flow::Free;
            }
            self.changed();
        }
    }

    /// Does what a row of the menu says.
    fn activate(&mut self, row: Row) {
        match row {
            Row::Agent(side) => self.ask(Wanted::Agent(side)),
            Row::New => self.ask(Wanted::Seed),
            Row::Save => self.ask(Wanted::SaveTo),
            Row::Load => self.ask(Wanted::LoadFrom),
            Row::Help => self.dialog = Some(Dialog::Help),
            Row::Quit => self.quit = true,
            _ => self.adjust(row, true),
        }
    }

    fn answer(&mut self, question: &mut Question) -> Result<(), String> {
        let text = question.text.trim();
        match question.wanted {
            Wanted::Seed => {
                let seed = text.parse().map_err(|_| "a seed is a number from 0 to 2^64 - 1".to_owned())?;
                self.new_game(seed);
            }
            Wanted::Agent(side) => {
                G::agent(text).map(|_: Box<dyn Agent<G>>| ()).map_err(|error| error.to_string())?;
                text.clone_into(&mut self.settings.agents[side]);
                self.changed();
            }
            Wanted::SaveTo | Wanted::LoadFrom if text.is_empty() => return Err("a name is missing".to_owned()),
            Wanted::LoadFrom => self.load(Path::new(text))?,
            Wanted::SaveTo => {
                let path = Path::new(text);
                if path.exists() && self.file.as_deref() != Some(path) && !question.warned {
                    question.warned = true;
                    return Err("it is there already; Return again replaces it".to_owned());
                }
                self.save(path)?;
            }
        }
        Ok(())
    }

    fn mouse(&mut self, mouse: MouseEvent) {
        let at = (mouse.column, mouse.row);
        if self.dialog.is_some() {
            return self.dialog_mouse(mouse);
        }
        let spot = self
            .geometry()
            .ok()
            .and_then(|geometry| geometry.spot_at(&self.state().spots(&self.picked), mouse.column, mouse.row));
        match mouse.kind {
            MouseEventKind::Moved | MouseEventKind::Drag(MouseButton::Left) => {
                self.cursor = spot.unwrap_or(self.cursor);
            }
            MouseEventKind::Down(MouseButton::Left) => {
                self.pressed = Some(at);
                if let (Some(spot), false) = (spot, G::SWIPES) {
                    self.choose(spot);
                }
            }
            MouseEventKind::Up(MouseButton::Left) => {
                let Some(from) = self.pressed.take() else { return };
                if let Some(direction) = drag(from, at) {
                    match spot {
                        _ if G::SWIPES => self.choose(Spot::Edge(direction)),
                        // Dragged and dropped where it can go.
                        Some(spot) if !self.picked.is_empty() && self.targets.contains(&spot) => self.choose(spot),
                        _ => {}
                    }
                } else if let (Some(spot), true) = (spot, G::SWIPES) {
                    self.choose(spot);
                }
            }
            MouseEventKind::Down(MouseButton::Right) => self.escape(),
            _ => {}
        }
    }

    fn dialog_mouse(&mut self, mouse: MouseEvent) {
        let rows = Row::all(G::PLAYERS);
        match (mouse.kind, &self.dialog) {
            (MouseEventKind::Down(MouseButton::Right), _)
            | (MouseEventKind::Down(MouseButton::Left), Some(Dialog::Help)) => self.dialog = None,
            (kind, Some(Dialog::Menu(_))) => {
                let Some(row) = menu_row_at(self.area, rows.len(), mouse.column, mouse.row) else {
                    if matches!(kind, MouseEventKind::Down(_)) {
                        self.dialog = None;
                    }
                    return;
                };
                self.dialog = Some(Dialog::Menu(row));
                match kind {
                    MouseEventKind::Down(MouseButton::Left) => self.activate(rows[row]),
                    MouseEventKind::ScrollUp => self.adjust(rows[row], true),
                    MouseEventKind::ScrollDown => self.adjust(rows[row], false),
                    _ => {}
                }
            }
            _ => {}
        }
    }
}

/// The direction of a drag, if it is one.
fn drag(from: (u16, u16), to: (u16, u16)) -> Option<Direction> {
    let (x, y) = (i32::from(to.0) - i32::from(from.0), i32::from(to.1) - i32::from(from.1));
    // Rows are twice as high as columns are wide.
    if x.abs() >= 2 * y.abs() && x.abs() >= i32::from(DRAG.0) {
        Some(if x < 0 { Direction::Left } else { Direction::Right })
    } else if 2 * y.abs() > x.abs() && y.abs() >= i32::from(DRAG.1) {
        Some(if y < 0 { Direction::Up } else { Direction::Down })
    } else {
        None
    }
}

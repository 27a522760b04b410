//! Keys in the menu and in questions.

use std::path::Path;

use gambol::{GameExt, registry};
use gambol_play::{Flow, Pupil};
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent};

use super::app::App;
use super::console::program;
use super::dialog::{Dialog, Question, Row, Wanted};
use super::match5::{COMMANDS, Next};
use super::pages::{self, Page};

/// Help text for the keys; docs/play.md describes them in full.
const KEYS: [&str; 13] = [
    "arrows        move the cursor (Threes: swipe)",
    "space, Return pick, or place the pick",
    "Tab           to the next target",
    "1 2 3, a to d pieces of the hand, quadrants",
    "Esc           unpick; stop a hint or autoplay",
    "mouse         click or drag; right to unpick",
    "h             hint; again to stop it",
    "a, s, + -     autoplay, a step; faster, slower",
    "u, r          undo, redo",
    "n             new game; asks if this one is not over",
    "w, o          save, load",
    "l, b          letters on the stones; best scores",
    "m, q          menu: players and agents; quit",
];

impl App {
    /// Starts the next game if this one is over, or else asks, with the seed in the question.
    pub(crate) fn begin_anew(&mut self) {
        if self.state().is_over() { self.play.new_game(self.next_seed()) } else { self.ask(Wanted::Seed) }
    }

    fn next_seed(&self) -> u64 {
        self.play.session.origin().seed.wrapping_add(1)
    }

    pub(crate) fn ask(&mut self, wanted: Wanted) {
        let file =
            || self.play.file.clone().unwrap_or_else(|| format!("{}.jsonl", registry::split(&self.play.game).0).into());
        let text = match wanted {
            Wanted::Seed => self.next_seed().to_string(),
            Wanted::SaveTo | Wanted::LoadFrom => file().display().to_string(),
            Wanted::Agent(side) => self.play.settings.agents[side].clone(),
        };
        self.dialog = Some(Dialog::Question(Question::new(wanted, text)));
    }

    pub(super) fn dialog_key(&mut self, dialog: Dialog, key: KeyEvent) {
        match dialog {
            Dialog::Knowledge => self.knowledge_event(&Event::Key(key)),
            _ if key.code == KeyCode::Esc => {}
            Dialog::Undo if key.code == KeyCode::Char('y') => self.undo_over_chance(),
            Dialog::Undo => {}
            Dialog::Page(mut page) => {
                self.dialog = page.scroll(key.code, self.area).then_some(Dialog::Page(page));
            }
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

    /// Opens the dialog for a key of the self-learning player, if there is one.
    pub(super) fn open_knowledge(&mut self, key: char) {
        if self.play.pupil.as_ref().is_some_and(|pupil| self.knowledge.command(key, &pupil.notebook)) {
            self.dialog = Some(Dialog::Knowledge);
        }
    }

    /// Passes an event to the knowledge dialog.
    pub(super) fn knowledge_event(&mut self, event: &Event) {
        self.dialog = None;
        let Some(pupil) = &mut self.play.pupil else { return };
        match self.knowledge.event(event, self.area, &mut pupil.notebook) {
            Next::Stay => self.dialog = Some(Dialog::Knowledge),
            Next::Close => {}
            Next::Quit => self.quit = true,
        }
    }

    /// Opens the page of keys and rules.
    pub(super) fn show_help(&mut self) {
        let mut text: Vec<String> = KEYS.iter().map(|key| format!(" {key}")).collect();
        if self.play.pupil.is_some() {
            text.extend(COMMANDS.iter().map(|(key, name)| format!(" {key:<14}{name}")));
        }
        text.push(String::new());
        text.extend(pages::rules(self.state().game()));
        if let Some(again) = self.play.command() {
            text.extend([String::new(), format!("This game again: {} {again}", program())]);
        }
        self.dialog = Some(Dialog::Page(Page::new(format!("Keys and rules of {}", self.board().title()), text)));
    }

    /// Opens the page of the best scores.
    pub(super) fn show_scores(&mut self) {
        if self.state().players() > 1 {
            return self.play.complain("Two-player games have no best scores.");
        }
        let game = &self.play.game;
        self.dialog = Some(Dialog::Page(pages::scores(game, self.play.scores.of(game))));
    }

    /// Returns the rows of the menu.
    pub(crate) fn rows(&self) -> Vec<Row> {
        Row::all(self.state().players(), self.play.pupil.is_some())
    }

    fn menu_key(&mut self, row: usize, key: KeyEvent) {
        let rows = self.rows();
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

    /// Changes the value of a menu row.
    pub(super) fn adjust(&mut self, row: Row, forth: bool) {
        match row {
            Row::Learner => {
                let agent =
                    if Pupil::plays(&self.play.settings) { self.state().game().play_level } else { Pupil::NAME };
                self.play.settings.agents = [agent.to_owned(), agent.to_owned()];
            }
            Row::Side(side) => self.play.settings.people[side] ^= true,
            Row::Level => self.play.settings.step_level(self.play.session.state(), forth),
            Row::Agent(side) => {
                self.play.settings.agents[side] = self.play.settings.other_agent(self.state(), side, forth);
            }
            Row::Limit => self.play.settings.limit.step(forth),
            Row::HintLimit => self.play.settings.hint_limit.step(forth),
            Row::Speed => self.play.settings.speed.step(forth),
            Row::OverChance => self.play.settings.over_chance ^= true,
            Row::Letters => self.play.settings.letters ^= true,
            _ => return,
        }
        if matches!(row, Row::Learner | Row::Side(_) | Row::Level | Row::Agent(_) | Row::Limit) {
            if self.play.flow == Flow::Paused {
                self.play.flow = Flow::Free;
            }
            self.play.changed();
            self.place_cursor();
        }
    }

    /// Runs the action of a menu row.
    pub(super) fn activate(&mut self, row: Row) {
        match row {
            Row::Agent(side) => self.ask(Wanted::Agent(side)),
            Row::New => self.ask(Wanted::Seed),
            Row::Save => self.ask(Wanted::SaveTo),
            Row::Load => self.ask(Wanted::LoadFrom),
            Row::Scores => self.show_scores(),
            Row::Help => self.show_help(),
            Row::Quit => self.leave(),
            Row::Knowledge(key, _) => self.open_knowledge(key),
            _ => self.adjust(row, true),
        }
    }

    fn answer(&mut self, question: &mut Question) -> Result<(), String> {
        let text = question.entry.text.trim();
        match question.wanted {
            Wanted::Seed => {
                let seed = text.parse().map_err(|_| "a seed is a number from 0 to 2^64 - 1".to_owned())?;
                self.play.new_game(seed);
            }
            Wanted::Agent(side) => {
                self.state().agent(text).map_err(|error| error.to_string())?;
                text.clone_into(&mut self.play.settings.agents[side]);
                self.play.changed();
            }
            Wanted::SaveTo | Wanted::LoadFrom if text.is_empty() => return Err("missing name".to_owned()),
            Wanted::LoadFrom => self.play.load(Path::new(text))?,
            Wanted::SaveTo => {
                let path = Path::new(text);
                if path.exists() && self.play.file.as_deref() != Some(path) && !question.warned {
                    question.warned = true;
                    return Err("the file already exists; Return again replaces it".to_owned());
                }
                self.play.save(path)?;
            }
        }
        Ok(())
    }
}

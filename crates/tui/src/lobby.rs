//! The list of games.

use gambol::registry::{GameInfo, Registry};
use gambol_play::{Options, Paint, Pupil, Scores, Shelf, Shown};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, MouseButton, MouseEventKind};
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};

use super::input::is_control;
use super::pages::{self, Page};
use super::run::Stage;
use super::theme;

/// A game of the list.
struct Game {
    info: GameInfo,
    title: String,
    /// Possible opponents, the self-learning player first; empty for a puzzle.
    levels: Vec<&'static str>,
    /// Index of the chosen opponent.
    level: usize,
    /// Whether an unfinished game is kept.
    is_unfinished: bool,
}

/// Lines above the games, and below them.
const ABOVE: u16 = 2;
const BELOW: u16 = 2;
/// Lines of a game.
const EACH: u16 = 3;
/// Width of a game's title, with its margins.
const NAME: u16 = 20;
const HELP: &str = " arrows Return mouse  ◂ ▸ level  ? rules  b best scores  q quit";

/// The list of games. It is independent of the terminal, like the games.
pub(crate) struct Lobby {
    games: Vec<Game>,
    /// Index of the selected game.
    row: usize,
    scores: Scores,
    /// The unfinished games.
    shelf: Shelf,
    page: Option<Page>,
    /// Error of the last game.
    error: String,
    area: Rect,
    /// The game to play.
    chosen: Option<Options>,
    done: bool,
}

impl Lobby {
    pub(crate) fn new(registry: &Registry, scores: Scores, shelf: Shelf) -> Self {
        let game = |info: GameInfo| {
            let start = registry.start(&info.play_name()).ok()?;
            let learner = Pupil::of(&start).map(|_| Pupil::NAME);
            let levels = start.game().levels.iter().map(|level| level.name);
            let levels = if start.players() > 1 { learner.into_iter().chain(levels).collect() } else { Vec::new() };
            let level = levels.iter().position(|&level| level == info.play_level).unwrap_or_default();
            let is_unfinished = shelf.find(&info.play_name()).is_some();
            let title = Shown::of(&start).title();
            Some(Game { info, title, levels, level, is_unfinished })
        };
        let mut games: Vec<Game> = registry.games().into_iter().filter_map(game).collect();
        // Games with one board are told apart by their names.
        let titles: Vec<String> = games.iter().map(|game| game.title.clone()).collect();
        for game in &mut games {
            if titles.iter().filter(|title| **title == game.title).count() > 1 {
                game.title.clone_from(&game.info.name);
            }
        }
        Self {
            games,
            row: 0,
            scores,
            shelf,
            page: None,
            error: String::new(),
            area: Rect::new(0, 0, 80, 24),
            chosen: None,
            done: false,
        }
    }

    /// Takes the chosen game, with its level. The list stays open.
    pub(crate) fn take_choice(&mut self) -> Option<Options> {
        self.done = false;
        self.chosen.take()
    }

    /// Returns to the list after a game.
    pub(crate) fn back(&mut self, scores: Scores, played: Result<(), String>) {
        self.scores = scores;
        for game in &mut self.games {
            game.is_unfinished = self.shelf.find(&game.info.play_name()).is_some();
        }
        self.error = played.err().unwrap_or_default();
    }

    fn play(&mut self) {
        let Some(game) = self.games.get(self.row) else { return };
        let level = game.levels.get(game.level);
        let agents = level.map(|&level| level.to_owned()).into_iter().collect();
        self.chosen = Some(Options { agents, ..Options::new(&game.info.name, super::draw_seed()) });
        self.done = true;
    }

    fn go(&mut self, forth: bool) {
        let count = self.games.len().max(1);
        self.row = (self.row + if forth { 1 } else { count - 1 }) % count;
    }

    fn change_level(&mut self, forth: bool) {
        if let Some(game) = self.games.get_mut(self.row) {
            let most = game.levels.len().saturating_sub(1);
            game.level = if forth { (game.level + 1).min(most) } else { game.level.saturating_sub(1) };
        }
    }

    fn key(&mut self, key: KeyEvent) {
        if is_control(key) {
            self.done |= key.code == KeyCode::Char('c');
            return;
        }
        if let Some(mut page) = self.page.take() {
            self.page = page.scroll(key.code, self.area).then_some(page);
            return;
        }
        let game = self.games.get(self.row);
        match key.code {
            KeyCode::Up | KeyCode::BackTab => self.go(false),
            KeyCode::Down | KeyCode::Tab => self.go(true),
            KeyCode::Left => self.change_level(false),
            KeyCode::Right => self.change_level(true),
            KeyCode::Enter | KeyCode::Char(' ') => self.play(),
            KeyCode::Char('?') => {
                self.page = game.map(|game| Page::new(format!("Rules of {}", game.title), pages::rules(&game.info)));
            }
            KeyCode::Char('b') => {
                let puzzle = game.filter(|game| game.levels.is_empty());
                self.page = puzzle.map(|game| {
                    let name = game.info.play_name();
                    pages::scores(&name, self.scores.of(&name))
                });
            }
            KeyCode::Esc | KeyCode::Char('q') => self.done = true,
            _ => {}
        }
    }

    /// Returns the games that fit on the screen with their rectangles: all, or those around the
    /// selected one.
    fn places(&self) -> Vec<(usize, Rect)> {
        let room = self.area.height.saturating_sub(ABOVE + BELOW);
        let each = if usize::from(room / EACH) >= self.games.len() { EACH } else { EACH - 1 };
        let count = usize::from(room / each).max(1);
        let first = (self.row + 1).saturating_sub(count);
        let place = |number: u16| Rect { y: self.area.y + ABOVE + number * each, height: 2, ..self.area };
        let place = |number: usize| place(number as u16).intersection(self.area);
        (first..self.games.len().min(first + count)).map(|game| (game, place(game - first))).collect()
    }

    fn mouse(&mut self, kind: MouseEventKind, at: Position) {
        if let Some(mut page) = self.page.take() {
            let code = match kind {
                MouseEventKind::ScrollUp => KeyCode::Up,
                MouseEventKind::ScrollDown => KeyCode::Down,
                MouseEventKind::Down(_) => return,
                _ => KeyCode::Null,
            };
            page.scroll(code, self.area);
            self.page = Some(page);
            return;
        }
        let there = self.places().into_iter().find(|(_, place)| place.contains(at)).map(|(game, _)| game);
        match (kind, there) {
            (MouseEventKind::ScrollUp, _) => self.change_level(true),
            (MouseEventKind::ScrollDown, _) => self.change_level(false),
            (MouseEventKind::Moved, Some(game)) => self.row = game,
            (MouseEventKind::Down(MouseButton::Left), Some(game)) => {
                self.row = game;
                self.play();
            }
            _ => {}
        }
    }

    /// Returns the second line of a game: its best score, or the level of the opponent, and whether
    /// a game is unfinished.
    fn more(&self, game: &Game) -> String {
        let more = match game.levels.get(game.level) {
            Some(level) => format!("against ◂ {level} ▸"),
            None => match self.scores.best(&game.info.play_name()) {
                Some(best) => format!("your best: {best}"),
                None => "not played yet".to_owned(),
            },
        };
        if game.is_unfinished { format!("{more} · unfinished game") } else { more }
    }
}

impl Stage for Lobby {
    fn draw(&mut self, area: Rect, buffer: &mut Buffer) {
        self.area = area;
        buffer.set_style(area, Style::reset());
        let line = |buffer: &mut Buffer, place: Rect, y: u16, text: &str, style: Style| {
            if place.contains(Position::new(place.x, y)) {
                buffer.set_stringn(place.x, y, text, usize::from(place.width), style);
            }
        };
        let bold = theme::ink(Paint::BRIGHT).add_modifier(Modifier::BOLD);
        line(buffer, area, area.y, " Gambol: choose a game", bold);
        for (number, place) in self.places() {
            let game = &self.games[number];
            let chosen = number == self.row;
            let (style, faint) = if chosen {
                (theme::on(Paint::INK, Paint::CURSOR), theme::on(Paint::INK, Paint::CURSOR))
            } else {
                (theme::ink(Paint::BRIGHT), theme::ink(Paint::FAINT))
            };
            if chosen {
                buffer.set_style(place, style);
            }
            let mark = if chosen { "▶" } else { " " };
            // The rest of a long text continues before the level or the best score.
            let width = usize::from(place.width.saturating_sub(NAME)).max(1);
            let mut about = pages::wrapped(&game.info.about, width).into_iter();
            let first = about.next().unwrap_or_default();
            let rest: Vec<String> = about.chain([self.more(game)]).collect();
            let name = usize::from(NAME - 4);
            line(buffer, place, place.y, &format!(" {mark} {:<name$} {first}", game.title), style);
            line(buffer, place, place.y + 1, &format!("   {:<name$} {}", "", rest.join(" · ")), faint);
        }
        let last = area.bottom().saturating_sub(1);
        if !self.error.is_empty() {
            line(buffer, area, last.saturating_sub(1), &format!(" {}", self.error), theme::ink(Paint::WRONG));
        }
        line(buffer, area, last, HELP, theme::ink(Paint::FAINT));
        if let Some(page) = &self.page {
            page.draw(area, buffer);
        }
    }

    fn event(&mut self, event: &Event) {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(*key),
            Event::Mouse(mouse) => self.mouse(mouse.kind, Position::new(mouse.column, mouse.row)),
            Event::Resize(width, height) => self.area = Rect::new(0, 0, *width, *height),
            _ => {}
        }
    }

    fn is_done(&self) -> bool {
        self.done
    }
}

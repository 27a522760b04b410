//! JavaScript interface of the main thread's module.
// The code that the macro generates violates these lints.
#![allow(missing_debug_implementations, missing_docs, unreachable_pub)]

use gambol_play::Pupil;
use gambol_self_taught::{Fivo, KnowledgeView, Pattern, PatternView};
use serde::Serialize;
use wasm_bindgen::prelude::{JsError, wasm_bindgen};

use super::table::{self, Command, Options};
use crate::messages::json;

type Outcome<T = ()> = Result<T, JsError>;

fn told<T>(result: Result<T, impl ToString>) -> Outcome<T> {
    result.map_err(|reason| JsError::new(&reason.to_string()))
}

/// A pattern with its images under the symmetries.
#[derive(Serialize)]
struct PatternImages {
    #[serde(flatten)]
    pattern: PatternView,
    images: Vec<PatternView>,
}

#[wasm_bindgen]
pub fn games() -> String {
    super::games()
}

#[wasm_bindgen]
pub struct Table(table::Table);

#[wasm_bindgen]
impl Table {
    pub fn open(options: &str) -> Outcome<Table> {
        let options: Options = serde_json::from_str(options).map_err(|error| JsError::new(&error.to_string()))?;
        told(table::Table::open(&options)).map(Self)
    }

    pub fn of_link(link: &str, seed: &str) -> Outcome<Table> {
        told(table::Table::of_link(link, seed)).map(Self)
    }

    pub fn view(&mut self) -> String {
        self.0.view()
    }

    pub fn choose(&mut self, spot: &str) -> bool {
        self.0.choose(spot)
    }

    pub fn ghost(&self, spot: &str) -> String {
        self.0.ghost(spot)
    }

    pub fn spots_of(&self, action: &str) -> String {
        self.0.spots_of(action)
    }

    pub fn play(&mut self, action: &str) -> Outcome {
        told(self.0.play(action, true))
    }

    pub fn hint(&mut self) {
        self.0.command(Command::Hint);
    }

    pub fn escape(&mut self) {
        self.0.command(Command::Escape);
    }

    pub fn toggle_auto(&mut self) {
        self.0.command(Command::ToggleAuto);
    }

    pub fn step(&mut self) {
        self.0.command(Command::Step);
    }

    pub fn hold(&mut self, held: bool) {
        self.0.command(Command::Hold(held));
    }

    pub fn undo(&mut self) {
        self.0.command(Command::Undo);
    }

    pub fn redo(&mut self) {
        self.0.command(Command::Redo);
    }

    pub fn new_game(&mut self, seed: &str) -> Outcome {
        told(self.0.new_game(seed))
    }

    pub fn set_people(&mut self, first: bool, second: bool) {
        self.0.set_people([first, second]);
    }

    pub fn set_agent(&mut self, side: usize, agent: &str) -> Outcome {
        told(self.0.set_agent(side, agent))
    }

    pub fn set_speed(&mut self, place: u32) {
        self.0.command(Command::Speed(place));
    }

    pub fn set_limit(&mut self, ms: u32) {
        self.0.command(Command::Limit(ms.into()));
    }

    pub fn set_hint_limit(&mut self, ms: u32) {
        self.0.command(Command::HintLimit(ms.into()));
    }

    pub fn set_over_chance(&mut self, allowed: bool) {
        self.0.command(Command::OverChance(allowed));
    }

    pub fn scores(&self) -> String {
        self.0.scores()
    }

    pub fn set_scores(&mut self, scores: &str) -> Outcome {
        told(self.0.set_scores(scores))
    }

    pub fn record(&self) -> Records {
        Records(self.0.record())
    }

    pub fn tick(&mut self) -> bool {
        self.0.tick()
    }

    pub fn idle(&self) -> f64 {
        self.0.idle()
    }

    pub fn request(&mut self) -> Option<String> {
        self.0.request()
    }

    pub fn running(&self) -> Option<f64> {
        self.0.running().map(|id| id as f64)
    }

    pub fn answer(&mut self, found: &str) {
        self.0.answer(found);
    }

    pub fn knowledge(&mut self) -> String {
        json(&self.0.pupil().map(|pupil| KnowledgeView::from(&pupil.notebook)))
    }

    pub fn pattern(&mut self, index: usize) -> String {
        let pattern = self.0.pupil().and_then(|pupil| pupil.notebook.knowledge().pattern(index));
        let images = |pattern: &Pattern| pattern.mutations().map(|(_, image)| PatternView::from(&image)).collect();
        json(&pattern.map(|pattern| PatternImages { pattern: pattern.into(), images: images(pattern) }))
    }

    pub fn erase(&mut self, index: usize) -> Outcome {
        match self.pupil()?.notebook.erase(index) {
            Ok(false) => told(Err(format!("no pattern {}", index + 1))),
            erased => told(erased.map(drop)),
        }
    }

    pub fn erase_all(&mut self) -> Outcome {
        told(self.pupil()?.notebook.erase_all())
    }

    pub fn knowledge_bytes(&mut self, name: &str) -> Outcome<Vec<u8>> {
        told(self.pupil()?.notebook.encode(name))
    }

    pub fn open_knowledge(&mut self, bytes: &[u8], password: &str) -> Outcome {
        let file = Fivo::decode(bytes, password).map_err(|error| error.to_string());
        let pupil = self.pupil()?;
        told(file.and_then(|file| pupil.take(file.into())))
    }

    pub fn new_knowledge(&mut self) -> Outcome {
        let notebook = &mut self.pupil()?.notebook;
        *notebook = notebook.another(notebook.knowledge().row());
        Ok(())
    }

    fn pupil(&mut self) -> Outcome<&mut Pupil> {
        self.0.pupil().ok_or_else(|| JsError::new("no self-learning player in this game, or on a board of this size"))
    }
}

#[wasm_bindgen]
pub struct Records(super::Records);

#[wasm_bindgen]
impl Records {
    #[wasm_bindgen(constructor)]
    pub fn new(text: &str) -> Outcome<Records> {
        told(super::Records::read(text)).map(Self)
    }

    pub fn list(&self) -> String {
        self.0.list()
    }

    pub fn frame(&self, game: usize, step: usize) -> Outcome<String> {
        told(self.0.frame(game, step))
    }

    pub fn link(&self, game: usize, step: usize) -> Outcome<String> {
        told(self.0.link(game, step))
    }

    pub fn question(&self, game: usize, step: usize, agent: &str, limit: Option<u32>) -> Outcome<Option<String>> {
        told(self.0.question(game, step, agent, limit.map(u64::from)))
    }

    pub fn judge(&self, game: usize, step: usize, found: &str) -> Outcome<String> {
        told(self.0.judge(game, step, found))
    }
}

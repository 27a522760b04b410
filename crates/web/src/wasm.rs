//! What JavaScript calls.
// The macro writes what the crate may not.
#![allow(missing_debug_implementations, missing_docs, unreachable_pub)]

use std::cell::RefCell;

use js_sys::Function;
use wasm_bindgen::prelude::{JsError, JsValue, wasm_bindgen};

use crate::pupil::Notebook;
use crate::searcher::json;
use crate::table::{AnyTable, Command, Options};

type Outcome<T = ()> = Result<T, JsError>;

fn told<T>(result: Result<T, String>) -> Outcome<T> {
    result.map_err(|reason| JsError::new(&reason))
}

#[wasm_bindgen]
pub fn games() -> String {
    crate::games()
}

/// The work of this name, measured, as JSON.
#[wasm_bindgen]
pub fn bench(name: &str) -> String {
    json(&crate::bench::measure(name))
}

#[wasm_bindgen]
pub struct Table(Box<dyn AnyTable>);

#[wasm_bindgen]
impl Table {
    pub fn open(options: &str) -> Outcome<Table> {
        let options: Options = serde_json::from_str(options).map_err(|error| JsError::new(&error.to_string()))?;
        told(crate::table::open(&options)).map(Self)
    }

    pub fn of_link(link: &str, seed: &str) -> Outcome<Table> {
        told(crate::table::open_link(link, seed)).map(Self)
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

    pub fn needs(&self, agent: &str) -> String {
        json(&self.0.needs(agent))
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
        json(&self.0.notebook().map(|notebook| notebook.view()))
    }

    pub fn pattern(&mut self, index: usize) -> String {
        json(&self.0.notebook().and_then(|notebook| notebook.pattern(index)))
    }

    pub fn erase(&mut self, index: usize) -> Outcome {
        told(self.notebook()?.erase(index))
    }

    pub fn erase_all(&mut self) -> Outcome {
        told(self.notebook()?.erase_all())
    }

    pub fn knowledge_bytes(&mut self, name: &str) -> Outcome<Vec<u8>> {
        told(self.notebook()?.bytes(name))
    }

    pub fn open_knowledge(&mut self, bytes: &[u8], password: &str) -> Outcome {
        told(self.notebook()?.open(bytes, password))
    }

    pub fn new_knowledge(&mut self) -> Outcome {
        self.notebook()?.clear();
        Ok(())
    }

    fn notebook(&mut self) -> Outcome<&mut Notebook> {
        self.0.notebook().ok_or_else(|| JsError::new("nobody learns in this game, or on a board of this size"))
    }
}

#[wasm_bindgen]
pub struct Records(crate::Records);

#[wasm_bindgen]
impl Records {
    #[wasm_bindgen(constructor)]
    pub fn new(text: &str) -> Outcome<Records> {
        told(crate::Records::read(text)).map(Self)
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
}

thread_local! {
    /// Who is shown snapshots: budgets keep functions for any thread, and this one is for one.
    static SHOW: RefCell<Option<Function>> = const { RefCell::new(None) };
}

#[wasm_bindgen]
pub struct Searcher(crate::Searcher);

#[wasm_bindgen]
impl Searcher {
    #[wasm_bindgen(constructor)]
    pub fn new() -> Searcher {
        Self(crate::Searcher::new())
    }

    /// Searches, and calls `show` with snapshots.
    pub fn search(&mut self, question: &str, show: Function) -> String {
        SHOW.set(Some(show));
        let show = |text: String| {
            SHOW.with_borrow(|show| {
                if let Some(show) = show {
                    let _ = show.call1(&JsValue::NULL, &JsValue::from_str(&text));
                }
            });
        };
        self.0.search(question, show)
    }

    #[expect(clippy::unused_self, reason = "the page calls it on its searcher")]
    pub fn load_weights(&self, name: &str, bytes: &[u8]) -> Outcome {
        told(crate::load_weights(name, bytes))
    }
}

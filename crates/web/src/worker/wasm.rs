//! JavaScript interface of the worker's module.
// The code that the macro generates violates these lints.
#![allow(missing_debug_implementations, missing_docs, unreachable_pub)]

use std::cell::RefCell;

use js_sys::Function;
use wasm_bindgen::prelude::{JsError, JsValue, wasm_bindgen};

use crate::messages::json;

/// Runs the benchmark of this name. Returns the result as JSON.
#[wasm_bindgen]
pub fn bench(name: &str) -> String {
    json(&super::bench::measure(name))
}

thread_local! {
    /// The callback for snapshots. Budgets require functions for any thread, and this one belongs
    /// to one.
    static SHOW: RefCell<Option<Function>> = const { RefCell::new(None) };
}

#[wasm_bindgen]
pub struct Searcher(super::Searcher);

#[wasm_bindgen]
impl Searcher {
    #[wasm_bindgen(constructor)]
    pub fn new() -> Searcher {
        Self(super::Searcher::new())
    }

    /// Runs a search, and calls `show` with snapshots.
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

    /// Returns the missing weights of the last search.
    pub fn missing(&self) -> Vec<String> {
        self.0.missing().to_vec()
    }

    #[expect(clippy::unused_self, reason = "the page calls it on its searcher")]
    pub fn load_weights(&self, name: &str, bytes: &[u8]) -> Result<(), JsError> {
        super::load_weights(name, bytes).map_err(|reason| JsError::new(&reason))
    }
}

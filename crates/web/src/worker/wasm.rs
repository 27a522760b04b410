//! What JavaScript calls in a worker.
// The macro writes what the crate may not.
#![allow(missing_debug_implementations, missing_docs, unreachable_pub)]

use std::cell::RefCell;

use js_sys::Function;
use wasm_bindgen::prelude::{JsError, JsValue, wasm_bindgen};

use crate::messages::json;

/// The work of this name, measured, as JSON.
#[wasm_bindgen]
pub fn bench(name: &str) -> String {
    json(&super::bench::measure(name))
}

thread_local! {
    /// Who is shown snapshots: budgets keep functions for any thread, and this one is for one.
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

    /// The weights without which the last search could not be made.
    pub fn missing(&self) -> Vec<String> {
        self.0.missing().to_vec()
    }

    #[expect(clippy::unused_self, reason = "the page calls it on its searcher")]
    pub fn load_weights(&self, name: &str, bytes: &[u8]) -> Result<(), JsError> {
        super::load_weights(name, bytes).map_err(|reason| JsError::new(&reason))
    }
}

//! What lives in a web worker: the searches.

pub mod bench;
mod searcher;
#[cfg(target_family = "wasm")]
mod wasm;

pub use searcher::{Searcher, load_weights};

//! The web worker's module: the searches.

pub mod bench;
mod searcher;
#[cfg(target_family = "wasm")]
mod wasm;

pub use searcher::{Searcher, load_weights};

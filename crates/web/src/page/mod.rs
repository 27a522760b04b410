//! What lives on the main thread: tables of games, which [`Table::open`](table::Table::open) makes, and records.

mod catalogue;
mod link;
mod records;
pub mod table;
#[cfg(all(test, feature = "worker"))]
mod tests;
mod view;
#[cfg(target_family = "wasm")]
mod wasm;

pub use catalogue::games;
pub use link::Link;
pub use records::Records;

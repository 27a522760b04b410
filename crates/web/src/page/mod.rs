//! The main thread's module: tables of games, created by [`Table::open`](table::Table::open), and
//! records.

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

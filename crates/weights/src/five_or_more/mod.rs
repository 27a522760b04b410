//! The network of Five or More.

mod features;
mod view;

pub use features::BoardFeatures;

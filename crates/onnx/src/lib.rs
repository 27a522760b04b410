#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod error;
mod model;
mod network;

pub use error::OnnxError;
pub use network::{PolicyNetwork, ValueNetwork};

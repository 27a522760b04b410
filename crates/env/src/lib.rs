#![doc = include_str!("../README.md")]
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod batch;
mod error;
mod options;
mod out;
mod rows;
mod vec_env;

pub use batch::Batch;
pub use error::EnvError;
pub use options::{Autoreset, IllegalAction, Options};
pub use out::{ActionLists, Out, Planes};
pub use rows::{Layout, Rows};
pub use vec_env::VecEnv;

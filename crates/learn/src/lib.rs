#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod actor;
mod coherence;
mod episode;
mod features;
mod file;
mod learner;
mod network;
mod reward;

pub use actor::{Actor, OnePly, Searching};
pub use features::{ActionSum, Features, OneStage, Staged, Stages};
pub use file::{About, WeightsError};
pub use learner::{EpochReport, LearnError, Learner, Settings};
pub use network::{Network, ValueKind};
pub use reward::{Points, Reward};

#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod actor;
mod checkpoint;
mod coherence;
mod dense;
mod envelope;
mod episode;
mod features;
mod file;
mod learner;
mod network;
mod reward;
mod run;
mod training;
mod windows;

pub use actor::{Actor, OnePly};
pub use checkpoint::CheckpointError;
pub use dense::{DenseLearner, DenseNetwork, DenseReport, DenseScratch, DenseSettings};
pub use features::{ActionSum, Features, OneStage, SideToMove, Staged, Stages};
pub use file::{About, WeightsError};
pub use learner::{EpochReport, LearnError, Learner, Settings};
pub use network::{Network, ValueKind};
pub use reward::{Points, Reward};
pub use run::{Evaluation, Run, TrainingReport};
pub use training::Training;
pub use windows::{Alphabet, BoardFeatures, Differences, Symmetries, Windows, WindowsBuilder, WindowsError};

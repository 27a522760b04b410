#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "five-or-more")]
#[cfg_attr(docsrs, doc(cfg(feature = "five-or-more")))]
pub mod five_or_more;
#[cfg(feature = "tenten")]
#[cfg_attr(docsrs, doc(cfg(feature = "tenten")))]
pub mod tenten;
#[cfg(feature = "threes")]
#[cfg_attr(docsrs, doc(cfg(feature = "threes")))]
pub mod threes;

mod files;
#[cfg(any(feature = "five-or-more", feature = "tenten", feature = "threes"))]
mod shipped;

pub use files::{WeightsFile, files};

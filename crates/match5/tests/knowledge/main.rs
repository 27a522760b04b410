//! Tests of patterns, threats and forced wins.

mod forced;
mod patterns;

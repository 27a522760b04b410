//! Tests of files of games, through the public interface.

mod common;
mod damage;
mod files;
mod kept;
mod runs;

//! Which position a command looks at.

use gambol::registry::{self, Visitor};

use crate::args::Place;
use crate::output::Failure;

impl Place {
    /// Does something with the position.
    pub(crate) fn visit<T, V: Visitor<Output = Result<T, Failure>>>(&self, visitor: V) -> Result<T, Failure> {
        match &self.position {
            None => registry::start(&self.game, visitor)?,
            Some(position) => registry::position(&self.game, position, visitor)?,
        }
    }
}

/// The number of threads to use, as a pool.
pub(crate) fn pool(jobs: Option<u16>) -> Result<rayon::ThreadPool, Failure> {
    // The pool itself takes 0 for all cores.
    rayon::ThreadPoolBuilder::new()
        .num_threads(jobs.map_or(0, usize::from))
        .build()
        .map_err(|error| Failure::of("threads", error))
}

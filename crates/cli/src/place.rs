//! Which position a command looks at.

use gambol::registry::{Position, Registry};

use crate::args::Place;
use crate::output::Failure;

impl Place {
    /// The position.
    pub(crate) fn position(&self, registry: &Registry) -> Result<Position, Failure> {
        Ok(match &self.position {
            None => registry.start(&self.game)?,
            Some(position) => registry.position(&self.game, position)?,
        })
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

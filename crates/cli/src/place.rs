//! The position that a command works on.

use gambol::registry::{Position, Registry};

use crate::args::Place;
use crate::output::Failure;

impl Place {
    /// Returns the position.
    pub(crate) fn position(&self, registry: &Registry) -> Result<Position, Failure> {
        Ok(match &self.position {
            None => registry.start(&self.game)?,
            Some(position) => registry.position(&self.game, position)?,
        })
    }
}

/// Creates a pool with this number of threads; all cores by default.
pub(crate) fn pool(jobs: Option<u16>) -> Result<rayon::ThreadPool, Failure> {
    // The builder interprets 0 as all cores.
    rayon::ThreadPoolBuilder::new()
        .num_threads(jobs.map_or(0, usize::from))
        .build()
        .map_err(|error| Failure::of("threads", error))
}

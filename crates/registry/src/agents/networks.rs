//! Networks of ONNX files, as evaluators and priors of the general searches.

use alloc::string::{String, ToString};
use alloc::sync::Arc;

use gambol_core::{Evaluator, Game, Prior};

use crate::entry::Seat;

/// Name of a network before its file: `onnx:FILE`.
pub(crate) const ONNX: &str = "onnx";

/// Returns the file of a text, or what is missing.
fn file(path: Option<&str>) -> Result<&str, String> {
    path.filter(|path| !path.is_empty()).ok_or_else(|| "a network is named by its file, onnx:FILE".to_string())
}

/// Makes the evaluator of a value network.
pub(crate) fn value<G: Game>(seat: &Seat<'_, G>, path: Option<&str>) -> Result<Arc<dyn Evaluator<G>>, String> {
    made::value(seat, file(path)?)
}

/// Makes the prior of a policy network.
pub(crate) fn policy<G: Game>(seat: &Seat<'_, G>, path: Option<&str>) -> Result<Arc<dyn Prior<G>>, String> {
    made::policy(seat, file(path)?)
}

#[cfg(feature = "onnx")]
pub(crate) use made::Networks;

#[cfg(feature = "onnx")]
mod made {
    use alloc::format;
    use alloc::string::{String, ToString};
    use alloc::sync::Arc;
    use alloc::vec::Vec;
    use core::fmt;

    use gambol_core::files::read_limited;
    use gambol_core::{Evaluator, Game, Indexed, Observe, PlaneShape, Prior};
    use gambol_onnx::{OnnxError, PolicyNetwork, ValueNetwork};

    use crate::entry::Seat;
    use crate::files::Files;

    /// Upper limit of the size of a file in bytes.
    const MAX_BYTES: u64 = 1 << 30;

    /// The networks of one kind that have been read, and their reader.
    struct Kind<T: ?Sized, G> {
        files: Files<T>,
        read: fn(&[u8], &G) -> Result<Arc<T>, OnnxError>,
    }

    /// The networks of a game.
    pub(crate) struct Networks<G: Game> {
        /// The planes and actions of a variant, which its networks have.
        shape: fn(&G) -> (PlaneShape, usize),
        values: Kind<dyn Evaluator<G>, G>,
        policies: Kind<dyn Prior<G>, G>,
    }

    impl<G: Indexed + Observe> Networks<G> {
        pub(crate) fn new() -> Self {
            Self {
                shape: |state| (state.plane_shape(), state.action_count()),
                values: Kind {
                    files: Files::new(),
                    read: |bytes, state| Ok(Arc::new(ValueNetwork::from_bytes(bytes, state)?)),
                },
                policies: Kind {
                    files: Files::new(),
                    read: |bytes, state| Ok(Arc::new(PolicyNetwork::from_bytes(bytes, state)?)),
                },
            }
        }
    }

    impl<G: Game> Networks<G> {
        fn read<T: ?Sized>(&self, kind: &Kind<T, G>, state: &G, path: &str) -> Result<Arc<T>, String> {
            let refuse = |error: &dyn fmt::Display| format!("{path}: {error}");
            let load = || -> Result<(Arc<T>, Vec<u8>), String> {
                let bytes = read_limited(path.as_ref(), MAX_BYTES).map_err(|error| refuse(&error))?;
                Ok(((kind.read)(&bytes, state).map_err(|error| refuse(&error))?, bytes))
            };
            let (PlaneShape { planes, height, width }, actions) = (self.shape)(state);
            kind.files.get(path, &format!("{planes}×{height}×{width}, {actions}"), load)
        }
    }

    /// Calls `read` with the networks of the game and the state of the seat.
    fn with<G: Game, T>(
        seat: &Seat<'_, G>,
        read: impl FnOnce(&Networks<G>, &G) -> Result<T, String>,
    ) -> Result<T, String> {
        let Some(encoding) = &seat.entry.encoding else {
            return Err(format!("{} has no encodings, which networks need", seat.entry.info.name));
        };
        match seat.state {
            Some(state) => read(&encoding.networks, state),
            None => read(&encoding.networks, &(seat.entry.start)(None).map_err(|error| error.to_string())?),
        }
    }

    pub(super) fn value<G: Game>(seat: &Seat<'_, G>, path: &str) -> Result<Arc<dyn Evaluator<G>>, String> {
        with(seat, |networks, state| networks.read(&networks.values, state, path))
    }

    pub(super) fn policy<G: Game>(seat: &Seat<'_, G>, path: &str) -> Result<Arc<dyn Prior<G>>, String> {
        with(seat, |networks, state| networks.read(&networks.policies, state, path))
    }
}

#[cfg(not(feature = "onnx"))]
mod made {
    use alloc::string::{String, ToString};
    use alloc::sync::Arc;

    use gambol_core::{Evaluator, Game, Prior};

    use crate::entry::Seat;

    fn missing<T>() -> Result<T, String> {
        Err("this program was built without the feature onnx".to_string())
    }

    pub(super) fn value<G: Game>(_: &Seat<'_, G>, _: &str) -> Result<Arc<dyn Evaluator<G>>, String> {
        missing()
    }

    pub(super) fn policy<G: Game>(_: &Seat<'_, G>, _: &str) -> Result<Arc<dyn Prior<G>>, String> {
        missing()
    }
}

//! Files that agents read.

use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;
use std::sync::{Mutex, PoisonError};

#[cfg(feature = "arena")]
pub(crate) use noted::read_by;
use noted::{Noted, note};

/// Objects made from files. Each file is read once, so that all agents of a process use the same
/// contents, even if the file changes.
pub(crate) struct Files<T: ?Sized>(Mutex<BTreeMap<Key, (Arc<T>, Noted)>>);

/// File and variant of the game.
type Key = (String, String);

impl<T: ?Sized> Files<T> {
    pub(crate) const fn new() -> Self {
        Self(Mutex::new(BTreeMap::new()))
    }

    /// Returns the object made from the file with this name for a variant of the game; the variant
    /// is empty where all have the same. The first call makes it by `load`, which also returns the
    /// bytes of the file. The file is then recorded as one of the agent that is being made.
    pub(crate) fn get<E: ToString>(
        &self,
        path: &str,
        variant: &str,
        load: impl FnOnce() -> Result<(Arc<T>, Vec<u8>), E>,
    ) -> Result<Arc<T>, String> {
        let key = (path.to_string(), variant.to_string());
        // Other agents with the same file wait: loading it in parallel would not be faster.
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((made, noted)) = kept.get(&key) {
            note(noted);
            return Ok(Arc::clone(made));
        }
        let (made, bytes) = load().map_err(|error| error.to_string())?;
        let noted = Noted::new("", path, &bytes);
        note(&noted);
        kept.insert(key, (Arc::clone(&made), noted));
        Ok(made)
    }
}

/// Files of the agent that a thread is making, for plans.
#[cfg(feature = "arena")]
mod noted {
    use alloc::vec::Vec;
    use core::cell::RefCell;

    pub(crate) use gambol_arena::AgentFile as Noted;

    std::thread_local! {
        static FILES: RefCell<Vec<Noted>> = const { RefCell::new(Vec::new()) };
    }

    pub(crate) fn note(file: &Noted) {
        FILES.with_borrow_mut(|files| {
            if !files.contains(file) {
                files.push(file.clone());
            }
        });
    }

    /// The files that the agent of this text reads while `make` makes it.
    pub(crate) fn read_by<T, E>(agent: &str, make: impl FnOnce() -> Result<T, E>) -> Result<Vec<Noted>, E> {
        FILES.take();
        make()?;
        Ok(FILES.take().iter().map(|file| file.of(agent)).collect())
    }
}

/// Without plans, no files are recorded.
#[cfg(not(feature = "arena"))]
mod noted {
    pub(crate) struct Noted;

    impl Noted {
        pub(crate) const fn new(_: &str, _: &str, _: &[u8]) -> Self {
            Self
        }
    }

    pub(crate) const fn note(_: &Noted) {}
}

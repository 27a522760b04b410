//! Work without the interpreter's lock, which Ctrl-C interrupts.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use gambol::search::StopFlag;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// Interval at which the waiting thread looks for Ctrl-C.
const POLL: Duration = Duration::from_millis(20);

/// Threads, and the process that started them.
pub(crate) struct Threads(Mutex<Option<(u32, Arc<ThreadPool>)>>);

/// The threads of searches and environments.
pub(crate) static SEARCHES: Threads = Threads(Mutex::new(None));

/// The threads of runs and matches, which they occupy until their end. A search of another Python
/// thread does not wait for them.
pub(crate) static GAMES: Threads = Threads(Mutex::new(None));

/// Returns the threads. A forked process has none of its parent's, so it starts its own.
fn pool(threads: &Threads) -> PyResult<Arc<ThreadPool>> {
    let process = std::process::id();
    let mut pool = threads.0.lock().unwrap_or_else(PoisonError::into_inner);
    match &*pool {
        Some((owner, threads)) if *owner == process => Ok(Arc::clone(threads)),
        _ => {
            let threads = ThreadPoolBuilder::new().thread_name(|number| format!("gambol-{number}")).build();
            let threads = Arc::new(threads.map_err(|error| PyRuntimeError::new_err(error.to_string()))?);
            if let Some((_, lost)) = pool.replace((process, Arc::clone(&threads))) {
                // Its threads are in another process: there is nothing to join.
                std::mem::forget(lost);
            }
            Ok(threads)
        }
    }
}

/// Runs work on these threads without the interpreter's lock. Meanwhile this thread looks for
/// signals: Ctrl-C raises the stop flag, and its `KeyboardInterrupt` is returned once the work has
/// ended, whatever its result.
pub(crate) fn wait<T: Send>(
    py: Python<'_>,
    threads: &Threads,
    stop: &StopFlag,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    // A callback of a search searches. Another thread waits, and this one is needed for the work.
    if rayon::current_thread_index().is_some() {
        return Ok(py.detach(work));
    }
    let pool = pool(threads)?;
    let (result, interrupt) = py.detach(|| {
        let (send, receive) = channel();
        let mut interrupt = None;
        let result = pool.in_place_scope(|scope| {
            scope.spawn(move |_| {
                // The receiver waits until it has the result.
                let _ = send.send(catch_unwind(AssertUnwindSafe(work)));
            });
            loop {
                match receive.recv_timeout(POLL) {
                    Ok(result) => return Some(result),
                    Err(RecvTimeoutError::Disconnected) => return None,
                    Err(RecvTimeoutError::Timeout) => {
                        if let Err(error) = Python::attach(|py| py.check_signals()) {
                            interrupt.get_or_insert(error);
                            stop.raise();
                        }
                    }
                }
            }
        });
        (result, interrupt)
    });
    if let Some(interrupt) = interrupt {
        return Err(interrupt);
    }
    match result {
        Some(Ok(result)) => Ok(result),
        Some(Err(panic)) => Err(PyRuntimeError::new_err(format!("the search panicked: {}", message(&*panic)))),
        None => Err(PyRuntimeError::new_err("the search ended without a result")),
    }
}

/// Runs short work on the threads of searches, without the interpreter's lock.
pub(crate) fn install<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    let pool = pool(&SEARCHES)?;
    Ok(py.detach(|| pool.install(work)))
}

/// The message of a panic.
fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message")
}

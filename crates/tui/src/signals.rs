//! Signals that end the program, and the one that suspends it.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering};

/// The first ending signal that has arrived; 0 for none.
#[derive(Clone, Debug, Default)]
pub(crate) struct Signals(Arc<AtomicI32>);

impl Signals {
    /// Catches INT, QUIT, TERM and HUP from now on, so that the terminal can be restored first.
    ///
    /// The main loop should poll [`has_come`](Self::has_come) and end. If it does not end in time,
    /// `last_resort` is called and the program ends from the signal thread, because a read from the
    /// keys of a terminal that is gone may never return.
    #[cfg(unix)]
    pub(crate) fn catch(last_resort: fn()) -> io::Result<Self> {
        /// Several times the reaction time of the main loop.
        const GRACE: std::time::Duration = std::time::Duration::from_millis(500);
        let signals = Self::default();
        let caught = signals.clone();
        on_ending_signal(move |signal| {
            caught.0.store(signal, Ordering::SeqCst);
            std::thread::sleep(GRACE);
            // A terminal that accepts no output blocks every writer, including `last_resort`.
            std::thread::spawn(last_resort);
            std::thread::sleep(GRACE);
        })?;
        Ok(signals)
    }

    /// Does nothing on other systems, where Ctrl-C arrives as a key.
    #[cfg(not(unix))]
    pub(crate) fn catch(_: fn()) -> io::Result<Self> {
        Ok(Self::default())
    }

    /// Whether a signal has arrived.
    pub(crate) fn has_come(&self) -> bool {
        self.0.load(Ordering::SeqCst) != 0
    }

    /// Ends the program by the signal that has arrived, as if it had not been caught, so that the
    /// sender sees it in the exit status. Does nothing if none has arrived.
    pub(crate) fn obey(&self) -> io::Result<()> {
        match self.0.load(Ordering::SeqCst) {
            0 => Ok(()),
            signal => signal_hook::low_level::emulate_default_handler(signal),
        }
    }
}

/// Calls `act` on a separate thread with the first of the signals INT, QUIT, TERM and HUP to
/// arrive. When `act` returns, the program ends by that signal, so that the sender sees it in the
/// exit status.
///
/// A signal that was ignored at the program's start stays ignored, such as HUP under `nohup`.
///
/// # Errors
///
/// Returns an error if the signals cannot be caught or no thread can be started.
#[cfg(unix)]
pub fn on_ending_signal(mut act: impl FnMut(i32) + Send + 'static) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};

    let ignored = ignored();
    let caught = [SIGINT, SIGQUIT, SIGTERM, SIGHUP].into_iter().filter(|signal| ignored & (1 << (signal - 1)) == 0);
    let mut coming = signal_hook::iterator::Signals::new(caught)?;
    let wait = move || {
        for signal in &mut coming {
            act(signal);
            let _ = signal_hook::low_level::emulate_default_handler(signal);
        }
    };
    std::thread::Builder::new().name("signals".to_owned()).spawn(wait)?;
    Ok(())
}

/// Does nothing on other systems: `act` is never called.
///
/// # Errors
///
/// Never returns an error.
#[cfg(not(unix))]
pub fn on_ending_signal(_: impl FnMut(i32) + Send + 'static) -> io::Result<()> {
    Ok(())
}

/// Returns the set of ignored signals: bit `n - 1` is set if signal `n` is ignored. Empty on
/// systems without `/proc`.
#[cfg(unix)]
fn ignored() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}

/// Suspends the program until it is continued, on systems that support it.
pub(crate) fn suspend() -> io::Result<()> {
    #[cfg(unix)]
    signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)?;
    Ok(())
}

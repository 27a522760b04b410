//! Signals: those that end the program, and the one that suspends it.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering};

/// Which of the signals that end the program has come; 0 for none.
#[derive(Clone, Debug, Default)]
pub(crate) struct Signals(Arc<AtomicI32>);

impl Signals {
    /// Catches INT, QUIT, TERM and HUP from now on, so that the terminal can be given back first.
    ///
    /// Whoever runs the screen should ask [`has_come`](Self::has_come) and end. If that takes long,
    /// `last_resort` is called and the program ended from here: reading the keys of a terminal that
    /// is gone may never return.
    #[cfg(unix)]
    pub(crate) fn catch(last_resort: fn()) -> io::Result<Self> {
        /// Some times what it takes to notice.
        const GRACE: std::time::Duration = std::time::Duration::from_millis(500);
        let signals = Self::default();
        let caught = signals.clone();
        on_ending_signal(move |signal| {
            caught.0.store(signal, Ordering::SeqCst);
            std::thread::sleep(GRACE);
            // A terminal that takes no output holds whoever writes to it, this too.
            std::thread::spawn(last_resort);
            std::thread::sleep(GRACE);
        })?;
        Ok(signals)
    }

    /// Elsewhere there are no signals to speak of: Ctrl-C comes as a key.
    #[cfg(not(unix))]
    pub(crate) fn catch(_: fn()) -> io::Result<Self> {
        Ok(Self::default())
    }

    /// Whether one has come.
    pub(crate) fn has_come(&self) -> bool {
        self.0.load(Ordering::SeqCst) != 0
    }

    /// Ends the program as if the signal that has come had not been caught, so that whoever sent it
    /// can tell. Does nothing if none has.
    pub(crate) fn obey(&self) -> io::Result<()> {
        match self.0.load(Ordering::SeqCst) {
            0 => Ok(()),
            signal => signal_hook::low_level::emulate_default_handler(signal),
        }
    }
}

/// Calls `act` with the first of the signals INT, QUIT, TERM and HUP that comes from now on, on a
/// thread of its own. Ends the program by that signal when `act` returns, so that whoever sent it
/// can tell.
///
/// A signal that the program was started to ignore stays ignored, as HUP is under `nohup`.
///
/// # Errors
///
/// Returns an error if the system lets no signals be caught or no thread be started.
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

/// Elsewhere there are no signals to speak of: `act` is never called.
///
/// # Errors
///
/// Never returns an error.
#[cfg(not(unix))]
pub fn on_ending_signal(_: impl FnMut(i32) + Send + 'static) -> io::Result<()> {
    Ok(())
}

/// The set of ignored signals: bit `n - 1` is set if signal `n` is ignored. Empty where the system
/// has no file that says so.
#[cfg(unix)]
fn ignored() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}

/// Stops the program until it is told to go on, where there is such a thing.
pub(crate) fn suspend() -> io::Result<()> {
    #[cfg(unix)]
    signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)?;
    Ok(())
}

//! Signals: those that end the program, and the one that suspends it.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering};

/// Which of the signals that end the program has come; 0 for none.
#[derive(Clone, Debug, Default)]
pub(crate) struct Signals(Arc<AtomicI32>);

impl Signals {
    /// Catches INT, TERM and HUP from now on, so that the terminal can be given back first.
    ///
    /// Whoever runs the screen should ask [`has_come`](Self::has_come) and end. If that takes long,
    /// `last_resort` is called and the program ended from here: reading the keys of a terminal that
    /// is gone may never return.
    #[cfg(unix)]
    pub(crate) fn catch(last_resort: fn()) -> io::Result<Self> {
        use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

        /// Some times what it takes to notice.
        const GRACE: std::time::Duration = std::time::Duration::from_millis(500);
        let mut coming = signal_hook::iterator::Signals::new([SIGINT, SIGTERM, SIGHUP])?;
        let signals = Self::default();
        let caught = signals.clone();
        let wait = move || {
            for signal in &mut coming {
                caught.0.store(signal, Ordering::SeqCst);
                std::thread::sleep(GRACE);
                // A terminal that takes no output holds whoever writes to it, this too.
                std::thread::spawn(last_resort);
                std::thread::sleep(GRACE);
                let _ = caught.obey();
            }
        };
        std::thread::Builder::new().name("signals".to_owned()).spawn(wait)?;
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

/// Stops the program until it is told to go on, where there is such a thing.
pub(crate) fn suspend() -> io::Result<()> {
    #[cfg(unix)]
    signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)?;
    Ok(())
}

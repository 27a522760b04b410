//! The terminal: taken over, and given back as it was, whatever happens.

use std::io::{self, Stdout, Write, stdout};
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::cursor::{Hide, Show};
use ratatui::crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::terminal::{
    BeginSynchronizedUpdate, EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode,
    enable_raw_mode,
};
use ratatui::crossterm::{execute, queue};
use ratatui::layout::Rect;

/// Whether the terminal is taken over now.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// The terminal, taken over until this is dropped.
pub(crate) struct Screen {
    terminal: Terminal<CrosstermBackend<Stdout>>,
}

impl Screen {
    /// Takes the terminal over: raw keys, the alternate screen, the mouse. A panic gives it back before it says why.
    pub(crate) fn open() -> io::Result<Self> {
        let drawing = thread::current().id();
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            // A search that panics in its own thread is reported on the screen, which must stay.
            if thread::current().id() == drawing || !TAKEN.load(Ordering::SeqCst) {
                give_back();
                before(panic);
            }
        }));
        take()?;
        // From here on, an error gives the terminal back too.
        let guard = Guard;
        let terminal = Terminal::new(CrosstermBackend::new(stdout()))?;
        std::mem::forget(guard);
        Ok(Self { terminal })
    }

    /// Draws a frame; what has not changed is not sent, and the terminal shows all of it at once.
    pub(crate) fn draw(&mut self, draw: impl FnOnce(Rect, &mut Buffer)) -> io::Result<()> {
        queue!(stdout(), BeginSynchronizedUpdate)?;
        self.terminal.draw(|frame| draw(frame.area(), frame.buffer_mut()))?;
        execute!(stdout(), EndSynchronizedUpdate)
    }

    /// Gives the terminal back while `meanwhile` runs, and takes it over again.
    pub(crate) fn suspend(&mut self, meanwhile: impl FnOnce()) -> io::Result<()> {
        give_back();
        meanwhile();
        take()?;
        self.terminal.clear()
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
}

struct Guard;

impl Drop for Guard {
    fn drop(&mut self) {
        give_back();
    }
}

fn take() -> io::Result<()> {
    enable_raw_mode()?;
    TAKEN.store(true, Ordering::SeqCst);
    let taken = execute!(stdout(), EnterAlternateScreen, EnableMouseCapture, Hide);
    if taken.is_err() {
        give_back();
    }
    taken
}

/// Gives the terminal back, once. A terminal that is gone cannot be given back, and nobody is there to hear of it.
fn give_back() {
    if TAKEN.swap(false, Ordering::SeqCst) {
        let _ = execute!(stdout(), EndSynchronizedUpdate, DisableMouseCapture, LeaveAlternateScreen, Show);
        let _ = disable_raw_mode();
        let _ = stdout().flush();
    }
}

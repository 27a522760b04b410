//! Takes over the terminal, and always restores it.

use std::io::{self, Stdout, Write, stdout};
use std::mem::ManuallyDrop;
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use gambol_play::is_hidden;
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::cursor::{Hide, Show};
use ratatui::crossterm::event::{self, DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::terminal::{
    BeginSynchronizedUpdate, EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode,
    enable_raw_mode,
};
use ratatui::crossterm::{execute, queue};
use ratatui::layout::Rect;

/// Whether the terminal is currently taken over.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// The terminal, taken over until this is dropped.
pub(crate) struct Screen {
    /// Never dropped: its `drop` would show the cursor, as [`give_back`] does, and panic if both
    /// the terminal and standard error are gone.
    terminal: ManuallyDrop<Terminal<CrosstermBackend<Stdout>>>,
}

impl Screen {
    /// Takes over the terminal: raw keys, the alternate screen, the mouse. A panic restores it
    /// before its message is printed.
    pub(crate) fn open() -> io::Result<Self> {
        let drawing = thread::current().id();
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            // A panic in a search thread is reported on the screen, which stays open.
            if thread::current().id() == drawing || !TAKEN.load(Ordering::SeqCst) {
                give_back();
                before(panic);
            }
        }));
        take()?;
        // From here on, an error also restores the terminal.
        let guard = Guard;
        // Crossterm detects resizes only after the first poll.
        event::poll(Duration::ZERO)?;
        let terminal = ManuallyDrop::new(Terminal::new(CrosstermBackend::new(stdout()))?);
        std::mem::forget(guard);
        Ok(Self { terminal })
    }

    /// Draws a frame. Only changes are sent, and the terminal shows them all at once.
    pub(crate) fn draw(&mut self, draw: impl FnOnce(Rect, &mut Buffer)) -> io::Result<()> {
        queue!(stdout(), BeginSynchronizedUpdate)?;
        self.terminal.draw(|frame| {
            draw(frame.area(), frame.buffer_mut());
            replace_hidden(frame.buffer_mut());
        })?;
        execute!(stdout(), EndSynchronizedUpdate)
    }

    /// Restores the terminal while `meanwhile` runs, and takes it over again.
    pub(crate) fn suspend(&mut self, meanwhile: impl FnOnce() -> io::Result<()>) -> io::Result<()> {
        give_back();
        meanwhile()?;
        take()?;
        self.terminal.clear()
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
}

/// Replaces hidden characters, such as bidirectional overrides. Ratatui itself drops control
/// characters.
fn replace_hidden(buffer: &mut Buffer) {
    for cell in &mut buffer.content {
        if !cell.symbol().is_ascii() && cell.symbol().chars().any(is_hidden) {
            cell.set_symbol("\u{fffd}");
        }
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

/// Waits up to `wait` for a key or mouse event. Returns whether there is one.
///
/// # Errors
///
/// Fails if the terminal fails or is gone.
pub(crate) fn input(wait: Duration) -> io::Result<bool> {
    #[cfg(target_os = "linux")]
    {
        use rustix::event::{PollFd, PollFlags, Timespec, poll};

        // Crossterm would read from a terminal that is gone in an endless loop.
        let output = stdout();
        let mut terminal = [PollFd::new(&output, PollFlags::IN)];
        let time = Timespec::try_from(wait).map_err(io::Error::other)?;
        match poll(&mut terminal, Some(&time)) {
            Err(rustix::io::Errno::INTR) => {}
            result => drop(result?),
        }
        if terminal[0].revents().contains(PollFlags::HUP) {
            return Err(io::Error::new(io::ErrorKind::BrokenPipe, "it is gone"));
        }
        event::poll(Duration::ZERO)
    }
    #[cfg(not(target_os = "linux"))]
    event::poll(wait)
}

/// Restores the terminal, once. Errors are ignored, since a terminal that is gone cannot show them.
pub(crate) fn give_back() {
    if TAKEN.swap(false, Ordering::SeqCst) {
        let _ = execute!(stdout(), EndSynchronizedUpdate, DisableMouseCapture, LeaveAlternateScreen, Show);
        let _ = disable_raw_mode();
        let _ = stdout().flush();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tmux::Pane;

    #[test]
    fn hidden_characters_are_not_drawn() {
        use ratatui::text::Span;
        use ratatui::widgets::Widget;

        let area = Rect::new(0, 0, 12, 1);
        let mut buffer = Buffer::empty(area);
        Span::raw("a\u{202e}b\u{1b}[31m\u{9b}\u{200b}½").render(area, &mut buffer);
        replace_hidden(&mut buffer);
        let text: String = buffer.content.iter().map(ratatui::buffer::Cell::symbol).collect();
        assert!(!text.chars().any(is_hidden), "{text:?}");
        assert!(text.contains("b[31") && text.contains('½'), "{text:?}");
    }

    /// Not a test by itself: the next test runs it in a terminal.
    #[test]
    #[ignore = "takes the terminal over and panics"]
    fn panics_with_the_terminal_in_its_hands() {
        let mut screen = Screen::open().unwrap();
        screen.draw(|_, buffer| buffer.set_string(0, 0, "taken over", ratatui::style::Style::new())).unwrap();
        let search = thread::spawn(|| panic!("in a search"));
        assert!(search.join().is_err());
        assert!(TAKEN.load(Ordering::SeqCst), "a search's panic leaves the screen alone");
        thread::sleep(std::time::Duration::from_millis(500));
        panic!("as ordered");
    }

    #[test]
    fn a_panic_gives_the_terminal_back_and_says_why() {
        let Some(pane) = Pane::open(80, 24) else { return };
        let program = std::env::current_exe().unwrap();
        let name = "terminal::tests::panics_with_the_terminal_in_its_hands";
        pane.line(&format!("clear; RUST_BACKTRACE=0 {} --ignored --exact {name} --nocapture", program.display()));
        pane.wait_for("taken over");
        let screen = pane.wait_for("test result");
        assert!(screen.contains("as ordered") && !screen.contains("in a search"), "{screen}");
        pane.assert_restored(101);
    }
}

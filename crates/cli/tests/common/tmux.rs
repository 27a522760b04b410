//! A scripted terminal: a tmux server for each test.

pub(crate) mod skip;
pub(crate) mod wait;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use wait::eventually;

/// A shell in a terminal.
#[derive(Debug)]
pub(crate) struct Pane {
    folder: tempfile::TempDir,
}

/// The [flags](Pane::flags) of a shell.
pub(crate) const RESTORED: &str = "0 1 0";

impl Pane {
    /// Opens a terminal of this size with a shell in an empty folder. Without tmux, returns `None`
    /// and reports the test as skipped.
    pub(crate) fn open(width: u16, height: u16) -> Option<Self> {
        if !Command::new("tmux").arg("-V").output().is_ok_and(|output| output.status.success()) {
            skip::skip("there is no tmux");
            return None;
        }
        let pane = Self { folder: tempfile::tempdir().expect("a folder") };
        let folder = pane.folder().to_str().expect("a name").to_owned();
        let (width, height) = (width.to_string(), height.to_string());
        pane.tmux(&["-f", "/dev/null", "new-session", "-d", "-x", &width, "-y", &height, "-c", &folder, "sh"]);
        pane.line(&format!("PS1='$ ' NO_COLOR=; export XDG_STATE_HOME={folder}"));
        // The word is split in the typed line, which may be echoed before the shell is ready.
        pane.line("stty -g > before; echo re''ady");
        pane.wait_for("ready");
        Some(pane)
    }

    /// Returns the folder of the shell.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    fn socket(&self) -> PathBuf {
        self.folder().join("tmux")
    }

    pub(crate) fn tmux(&self, args: &[&str]) -> String {
        let output = Command::new("tmux").arg("-S").arg(self.socket()).args(args).output().expect("tmux starts");
        assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("text")
    }

    /// Types a line.
    pub(crate) fn line(&self, text: &str) {
        self.tmux(&["send-keys", "-l", text]);
        self.keys(&["Enter"]);
    }

    /// Presses keys, by their tmux names.
    pub(crate) fn keys(&self, keys: &[&str]) {
        let args: Vec<&str> = ["send-keys"].iter().chain(keys).copied().collect();
        self.tmux(&args);
    }

    /// Sends a mouse event: the button's code, the cell from 0, and whether the button is pressed.
    pub(crate) fn mouse(&self, button: u8, (x, y): (u16, u16), down: bool) {
        let text = format!("\x1b[<{button};{};{}{}", x + 1, y + 1, if down { 'M' } else { 'm' });
        let bytes: Vec<String> = text.bytes().map(|byte| format!("{byte:02x}")).collect();
        let args: Vec<&str> = ["send-keys", "-H"].into_iter().chain(bytes.iter().map(String::as_str)).collect();
        self.tmux(&args);
    }

    pub(crate) fn click(&self, at: (u16, u16)) {
        self.mouse(0, at, true);
        self.mouse(0, at, false);
    }

    pub(crate) fn resize(&self, width: u16, height: u16) {
        self.tmux(&["resize-window", "-x", &width.to_string(), "-y", &height.to_string()]);
    }

    /// Returns the contents of the screen.
    pub(crate) fn screen(&self) -> String {
        let mut text = "\n".to_owned();
        let _ = write!(text, "{}", self.tmux(&["capture-pane", "-p"]));
        text
    }

    /// Waits until a text is on the screen, and returns the screen.
    pub(crate) fn wait_for(&self, text: &str) -> String {
        self.wait_for_all(&[text])
    }

    /// Waits until all of these texts are on the screen, and returns the screen.
    pub(crate) fn wait_for_all(&self, texts: &[&str]) -> String {
        self.wait_until(&format!("{texts:?}"), |screen| texts.iter().all(|text| screen.contains(text)))
    }

    /// Waits until the screen meets a condition, and returns it. A screen is drawn in parts: one
    /// text may appear before another.
    pub(crate) fn wait_until(&self, expected: &str, is_expected: impl Fn(&str) -> bool) -> String {
        eventually(|| Some(self.screen()).filter(|screen| is_expected(screen)))
            .unwrap_or_else(|| panic!("no {expected} on the screen: {}", self.screen()))
    }

    /// Whether the alternate screen, the cursor and the mouse are on.
    pub(crate) fn flags(&self) -> String {
        let flags = self.tmux(&["display-message", "-p", "#{alternate_on} #{cursor_flag} #{mouse_any_flag}"]);
        flags.trim().to_owned()
    }

    /// Waits until the program has exited with this code, and checks that the terminal is restored:
    /// the main screen, a visible cursor, no mouse reporting, and the line settings, including
    /// echo.
    pub(crate) fn assert_restored(&self, code: i32) {
        // Input typed before the program has released the terminal would go to the program.
        let is_restored = eventually(|| (self.flags() == RESTORED).then_some(())).is_some();
        assert!(is_restored, "not restored: {} {}", self.flags(), self.screen());
        self.line("echo code $?; stty -g > after; echo done");
        let screen = self.wait_for("\ndone");
        assert!(screen.contains(&format!("code {code}\n")), "{screen}");
        assert_eq!(self.flags(), RESTORED);
        let read = |name| std::fs::read_to_string(self.folder().join(name)).expect("settings");
        assert_eq!(read("before"), read("after"));
    }
}

impl Drop for Pane {
    fn drop(&mut self) {
        // This test's own server, identified by its socket.
        let _ = Command::new("tmux").arg("-S").arg(self.socket()).arg("kill-server").output();
    }
}

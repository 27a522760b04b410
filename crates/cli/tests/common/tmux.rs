//! A terminal of our own, to be driven and looked at: a server of tmux for each test.

pub(crate) mod skip;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// A shell in a terminal.
#[derive(Debug)]
pub(crate) struct Pane {
    folder: tempfile::TempDir,
}

/// How long something may take to appear: much, since the machine may be busy.
const PATIENCE: Duration = Duration::from_secs(60);
/// The [flags](Pane::flags) of a shell.
pub(crate) const RESTORED: &str = "0 1 0";

impl Pane {
    /// A terminal of this size with a shell in an empty folder, or `None`, and a word about it,
    /// where there is no tmux.
    pub(crate) fn open(width: u16, height: u16) -> Option<Self> {
        if !Command::new("tmux").arg("-V").output().is_ok_and(|output| output.status.success()) {
            skip::skip("there is no tmux");
            return None;
        }
        let pane = Self { folder: tempfile::tempdir().expect("a folder") };
        let folder = pane.folder().to_str().expect("a name").to_owned();
        let (width, height) = (width.to_string(), height.to_string());
        pane.tmux(&["-f", "/dev/null", "new-session", "-d", "-x", &width, "-y", &height, "-c", &folder, "sh"]);
        pane.line(&format!("PS1='$ ' XDG_STATE_HOME={folder} NO_COLOR="));
        // The word is not in the line as it is typed, which may be shown before the shell is there.
        pane.line("stty -g > before; echo re''ady");
        pane.wait_for("ready");
        Some(pane)
    }

    /// The folder in which the shell is.
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

    /// Presses keys, by the names that tmux has for them.
    pub(crate) fn keys(&self, keys: &[&str]) {
        let args: Vec<&str> = ["send-keys"].iter().chain(keys).copied().collect();
        self.tmux(&args);
    }

    /// Does something with the mouse: the button's code, the cell from 0, and whether the button
    /// goes down.
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

    /// What is on the screen.
    pub(crate) fn screen(&self) -> String {
        let mut text = "\n".to_owned();
        let _ = write!(text, "{}", self.tmux(&["capture-pane", "-p"]));
        text
    }

    /// Waits until a text is on the screen, and gives the screen.
    pub(crate) fn wait_for(&self, text: &str) -> String {
        self.wait_for_all(&[text])
    }

    /// Waits until all of these texts are on the screen, and gives the screen.
    pub(crate) fn wait_for_all(&self, texts: &[&str]) -> String {
        self.wait_until(&format!("{texts:?}"), |screen| texts.iter().all(|text| screen.contains(text)))
    }

    /// Waits until a screen is what a test expects, and gives it. A screen is drawn in parts: where
    /// one text is, another may not be yet.
    pub(crate) fn wait_until(&self, expected: &str, is_expected: impl Fn(&str) -> bool) -> String {
        let end = Instant::now() + PATIENCE;
        loop {
            let screen = self.screen();
            if is_expected(&screen) {
                return screen;
            }
            assert!(Instant::now() < end, "no {expected} on the screen: {screen}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Whether the alternate screen, the cursor and the mouse are on.
    pub(crate) fn flags(&self) -> String {
        let flags = self.tmux(&["display-message", "-p", "#{alternate_on} #{cursor_flag} #{mouse_any_flag}"]);
        flags.trim().to_owned()
    }

    /// Waits until the program has ended with this exit code, and checks that the terminal is as it
    /// was: the first screen, the cursor shown, no mouse, the line's settings (echo among them).
    pub(crate) fn assert_restored(&self, code: i32) {
        // What is typed before the program has let go of the terminal would be the program's.
        let end = Instant::now() + PATIENCE;
        while self.flags() != RESTORED {
            assert!(Instant::now() < end, "not restored: {} {}", self.flags(), self.screen());
            std::thread::sleep(Duration::from_millis(20));
        }
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
        // Our own server, named by its socket.
        let _ = Command::new("tmux").arg("-S").arg(self.socket()).arg("kill-server").output();
    }
}

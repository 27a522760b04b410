//! Headless Chromium, controlled by its remote debugging protocol: JSON messages that end with a
//! zero byte, over two pipes.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

use base64ct::{Base64, Encoding};
use serde_json::{Value, json};
use tempfile::TempDir;

/// A browser with one page.
pub(crate) struct Chromium {
    child: Child,
    commands: File,
    answers: BufReader<File>,
    session: String,
    number: u64,
    /// Complaints of the page: errors on its console, and the browser's log entries about it.
    pub(crate) complaints: Vec<String>,
    /// Signals the watchdog to end.
    _done: Sender<()>,
    _folder: TempDir,
}

impl Chromium {
    /// Starts a browser, if one is installed.
    pub(crate) fn start() -> Option<Self> {
        let program = ["chromium", "chromium-browser", "google-chrome"]
            .into_iter()
            .find(|name| Command::new(name).arg("--version").output().is_ok_and(|output| output.status.success()))?;
        let folder = tempfile::tempdir().unwrap();
        let [commands, answers] = ["commands", "answers"].map(|name| folder.path().join(name));
        assert!(Command::new("mkfifo").args([&commands, &answers]).status().unwrap().success());
        // Chromium reads from descriptor 3 and writes to descriptor 4.
        let mut child = Command::new("sh")
            .args(["-c", "exec \"$@\" 3<\"$IN\" 4>\"$OUT\"", "sh"])
            .arg(program)
            .args(["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--remote-debugging-pipe"])
            .arg(format!("--user-data-dir={}", folder.path().join("profile").display()))
            .envs([("IN", &commands), ("OUT", &answers)])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let (done, is_done) = channel();
        let process = child.id().to_string();
        // A reader that waits for a missing answer sees the end of the pipe.
        std::thread::spawn(move || {
            if is_done.recv_timeout(Duration::from_secs(300)) == Err(std::sync::mpsc::RecvTimeoutError::Timeout) {
                let _ = Command::new("kill").args(["-9", &process]).status();
            }
        });
        let commands = OpenOptions::new().write(true).open(commands).unwrap();
        let answers = BufReader::new(File::open(answers).unwrap());
        assert!(child.try_wait().unwrap().is_none(), "it has ended at once");
        let session = String::new();
        let mut browser =
            Self { child, commands, answers, session, number: 0, complaints: Vec::new(), _done: done, _folder: folder };
        let target = browser.call("Target.createTarget", &json!({"url": "about:blank"}));
        let target = json!({"targetId": target["targetId"], "flatten": true});
        let attached = browser.call("Target.attachToTarget", &target);
        attached["sessionId"].as_str().unwrap().clone_into(&mut browser.session);
        for room in ["Page", "Runtime", "Log"] {
            browser.call(&format!("{room}.enable"), &json!({}));
        }
        Some(browser)
    }

    /// Reads the next message, and stores complaints.
    fn message(&mut self) -> Value {
        let mut text = Vec::new();
        self.answers.read_until(0, &mut text).unwrap();
        assert_eq!(text.pop(), Some(0), "the browser has ended");
        let message: Value = serde_json::from_slice(&text).unwrap();
        let params = &message["params"];
        let is_complaint = match message["method"].as_str() {
            Some("Runtime.exceptionThrown" | "Log.entryAdded") => true,
            Some("Runtime.consoleAPICalled") => params["type"] != "log",
            _ => false,
        };
        if is_complaint {
            self.complaints.push(params.to_string());
        }
        message
    }

    fn call(&mut self, method: &str, params: &Value) -> Value {
        self.number += 1;
        let mut command = json!({"id": self.number, "method": method, "params": params});
        if !self.session.is_empty() {
            command["sessionId"] = self.session.as_str().into();
        }
        self.commands.write_all(&[command.to_string().as_bytes(), b"\0"].concat()).unwrap();
        loop {
            let mut message = self.message();
            if message["id"] == self.number {
                assert!(message["error"].is_null(), "{method}: {message}");
                return message["result"].take();
            }
        }
    }

    /// Opens a file in a window of this width.
    pub(crate) fn open(&mut self, page: &Path, width: u32, dark: bool) {
        let screen = json!({"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": false});
        self.call("Emulation.setDeviceMetricsOverride", &screen);
        let scheme = if dark { "dark" } else { "light" };
        let media = json!({"features": [{"name": "prefers-color-scheme", "value": scheme}]});
        self.call("Emulation.setEmulatedMedia", &media);
        self.call("Page.navigate", &json!({"url": format!("file://{}", page.display())}));
        while self.message()["method"] != "Page.loadEventFired" {}
    }

    /// Evaluates a JavaScript expression on the page.
    pub(crate) fn value(&mut self, expression: &str) -> Value {
        let mut answer = self.call("Runtime.evaluate", &json!({"expression": expression, "returnByValue": true}));
        assert!(answer["exceptionDetails"].is_null(), "{expression}: {answer}");
        answer["result"]["value"].take()
    }

    /// Returns the text of an element.
    pub(crate) fn text(&mut self, id: &str) -> String {
        let text = self.value(&format!("document.getElementById('{id}').textContent"));
        text.as_str().unwrap_or_else(|| panic!("no {id}")).to_owned()
    }

    /// Presses a key by its name, such as `ArrowLeft`, and its key code.
    pub(crate) fn press(&mut self, key: &str, code: u32) {
        let name = if key == " " { "Space" } else { key };
        for kind in ["rawKeyDown", "keyUp"] {
            let event = json!({"type": kind, "key": key, "code": name, "windowsVirtualKeyCode": code});
            self.call("Input.dispatchKeyEvent", &event);
        }
    }

    /// Saves a picture of the whole page.
    pub(crate) fn screenshot(&mut self, path: &Path) {
        let picture = self.call("Page.captureScreenshot", &json!({"captureBeyondViewport": true}));
        let bytes = Base64::decode_vec(picture["data"].as_str().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    }
}

impl Drop for Chromium {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

//! Managers that send more lines than can be answered.

use std::io::{self, BufRead, Read, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use gambol::registry::Registry;
use gambol_cli::Streams;

use crate::dialogue::Dialogue;

/// Input whose lines are generated on reading, with a count of the lines read.
struct Flood {
    lines: Box<dyn Iterator<Item = String> + Send>,
    line: Vec<u8>,
    read: Arc<AtomicUsize>,
}

impl BufRead for Flood {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.line.is_empty()
            && let Some(line) = self.lines.next()
        {
            self.line = format!("{line}\n").into_bytes();
            self.read.fetch_add(1, Ordering::SeqCst);
        }
        Ok(&self.line)
    }

    fn consume(&mut self, bytes: usize) {
        self.line.drain(..bytes);
    }
}

impl Read for Flood {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let bytes = self.fill_buf()?.read(buffer)?;
        self.consume(bytes);
        Ok(bytes)
    }
}

/// Output lines of a program, each with the number of lines read until then.
#[derive(Clone, Default)]
struct Output {
    said: Arc<Mutex<Vec<(String, usize)>>>,
    part: Vec<u8>,
    read: Arc<AtomicUsize>,
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for &byte in bytes {
            if byte == b'\n' {
                let line = String::from_utf8(std::mem::take(&mut self.part)).expect("text");
                self.said.lock().unwrap().push((line, self.read.load(Ordering::SeqCst)));
            } else {
                self.part.push(byte);
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Maximum time of a search that should be stopped; the test then fails instead of hanging.
const PATIENCE: Duration = Duration::from_secs(120);

/// Sends some lines, and then one line repeatedly, without waiting for answers.
fn flood(args: &[&str], first: &'static [&'static str], then: &'static str, times: usize) -> Vec<(String, usize)> {
    let output = Output::default();
    let lines = first.iter().copied().chain(std::iter::repeat_n(then, times)).map(str::to_owned);
    let input = Flood { lines: Box::new(lines), line: Vec::new(), read: Arc::clone(&output.read) };
    let words = ["gambol"].iter().chain(args).chain(&["--jobs", "1"]).map(ToString::to_string);
    let (words, streams) = (words.collect::<Vec<_>>(), Streams::new(input, output.clone()));
    let (sender, end) = channel();
    std::thread::spawn(move || sender.send(gambol_cli::run(&Registry::standard(), words, streams)));
    assert_eq!(end.recv_timeout(PATIENCE), Ok(Ok(String::new())), "{first:?}");
    output.said.lock().unwrap().clone()
}

/// Maximum number of buffered lines, not counting those before the flood.
const KEPT: usize = 520;

#[test]
fn lines_that_cannot_be_answered_yet_are_left_unread() {
    const TIMES: usize = 20_000;
    let ugi = ["ugi", "match5", "--agent", "mcts"];
    let gomocup = ["gomocup", "--agent", "mcts"];
    for (args, first, then, answer) in [
        // Searches without a limit, once no more lines are read.
        (&ugi[..], &["position startpos", "go infinite"][..], "query p1turn", "response "),
        (&ugi, &["position startpos", "go ponder"], "query p1turn", "response "),
        // Searches with a limit.
        (&ugi, &["position startpos", "go movetime 400"], "query p1turn", "response "),
        (&gomocup, &["START 5", "INFO timeout_turn 400", "BEGIN"], "BEGIN", "ERROR BEGIN "),
    ] {
        let said = flood(args, first, then, TIMES);
        let is_move =
            |line: &str| line.starts_with("bestmove ") || line.starts_with(|first: char| first.is_ascii_digit());
        let (_, read) = said.iter().find(|(line, _)| is_move(line)).expect("a move");
        assert!((first.len()..first.len() + KEPT).contains(read), "{first:?}: {read}");
        assert_eq!(said.iter().filter(|(line, _)| line.starts_with(answer)).count(), TIMES, "{first:?}");
    }
}

#[test]
fn what_is_urgent_is_answered_during_a_search_however_much_it_is() {
    const TIMES: usize = 20_000;
    let said = flood(&["ugi", "match5", "--agent", "mcts"], &["position startpos", "go infinite"], "isready", TIMES);
    let at = said.iter().position(|(line, _)| line.starts_with("bestmove ")).expect("a move");
    assert_eq!(said[..at].iter().filter(|(line, _)| line == "readyok").count(), TIMES);
}

#[test]
fn hundreds_of_thousands_of_lines_are_answered_in_their_order() {
    const TIMES: usize = 200_000;
    let (sender, end) = channel();
    // A program that stops reading blocks the writer.
    std::thread::spawn(move || {
        let mut engine = Dialogue::new(&["ugi", "match5", "--agent", "mcts", "--jobs", "1"]);
        engine.send("go infinite");
        engine.send_bytes("x\n".repeat(TIMES).as_bytes());
        engine.send("stop\nquery gameover\nquit");
        sender.send(engine.end())
    });
    let said = end.recv_timeout(PATIENCE).expect("it ends");
    let at = said.iter().position(|line| line.starts_with("bestmove ")).expect("a move");
    let unknown = said[at + 1..].iter().filter(|line| *line == "info string error: unknown command x");
    assert_eq!((unknown.count(), said.last().map(String::as_str)), (TIMES, Some("response false")));
}

#[test]
fn a_line_is_cut_where_no_command_is_that_long() {
    let mut engine = Dialogue::new(&["ugi", "match5", "--agent", "threat", "--jobs", "1"]);
    engine.send_bytes(&vec![b'x'; 1 << 22]);
    engine.send("");
    let answer = engine.ask("isready");
    assert!(answer.starts_with("info string error: unknown command xxx") && answer.len() < 1 << 17, "{}", answer.len());
    assert_eq!(engine.line(), "readyok");
}

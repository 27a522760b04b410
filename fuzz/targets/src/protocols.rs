//! Protocols: the input of managers to the program, and of third-party engines to it.

use std::io::{Cursor, Write};
use std::sync::{Arc, Mutex, PoisonError};

use gambol_cli::{Refusal, Streams};

use crate::Target;
use crate::names::games;

/// Output of a command.
#[derive(Clone, Default)]
struct Output(Arc<Mutex<Vec<u8>>>);

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Executes a command line.
pub(crate) fn command(arguments: &[&str]) -> Result<String, Refusal> {
    let streams = Streams::new(std::io::empty(), std::io::sink());
    gambol_cli::run(&games().0, ["gambol"].iter().chain(arguments), streams)
}

/// Sends lines to an engine. Returns its output.
fn converse(arguments: &[&str], lines: &[&str]) -> Vec<String> {
    let output = Output::default();
    let input = Cursor::new(lines.iter().flat_map(|line| [line, "\n"]).collect::<String>());
    let streams = Streams::new(input, output.clone());
    let ended = gambol_cli::run(&games().0, ["gambol"].iter().chain(arguments), streams);
    assert!(ended == Ok(String::new()), "{ended:?}");
    let said = output.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let said = String::from_utf8(said).unwrap_or_else(|error| panic!("{error}"));
    said.lines().map(str::to_owned).collect()
}

/// Number of lines of an input that are sent.
const LINES: usize = 60;

pub(crate) const UGI: Target = Target {
    name: "ugi",
    about: "UGI: lines of a manager",
    is_cheap: false,
    words: &[
        "ugi",
        "isready",
        "uginewgame",
        "position startpos",
        "position fen ",
        " moves ",
        "go ",
        "go infinite",
        "stop",
        "query p1turn",
        "query gameover",
        "query result",
        "setoption name ",
        " value ",
        "Agent",
        "Seed",
        "Hash",
        "movetime",
        "depth",
        "nodes",
        "p1time",
        "p2time",
        "p1inc",
        "wtime",
        "movestogo",
        "-1",
        "9223372036854775807",
        "18446744073709551616",
        "e5",
        "c3:AB",
        "quit",
    ],
    run: |data, _| {
        let text = String::from_utf8_lossy(data);
        let mut lines = text.split('\n').map(|line| line.trim_end_matches('\r'));
        let arguments: &[&str] = match lines.next() {
            Some("match5") => &["ugi", "match5", "--agent", "random", "--jobs", "1"],
            Some("gomoku") => &["ugi", "match5:gomoku", "--agent", "threat", "--jobs", "1"],
            Some("search") => &["ugi", "match5:edge=5,row=3", "--agent", "alpha-beta:depth=1,mb=0", "--jobs", "1"],
            _ => &["ugi", "pentago-swap", "--agent", "random", "--jobs", "1"],
        };
        let lines: Vec<&str> = lines.filter(|line| !is_option_that_searches(line)).take(LINES).collect();
        let said = converse(arguments, &lines);
        let first = |line: &str| line.split_whitespace().next().unwrap_or_default().to_owned();
        let known = ["info", "bestmove", "readyok", "id", "option", "ugiok", "response"];
        for line in &said {
            assert!(known.contains(&first(line).as_str()), "it says {line:?}");
        }
        let asked = |word: &str| lines.iter().filter(|line| first(line) == word).count();
        let answered = |word: &str| said.iter().filter(|line| first(line) == word).count();
        if asked("quit") == 0 {
            assert!(answered("readyok") == asked("isready"), "{said:?}");
            assert!(answered("bestmove") == asked("go"), "{said:?}");
            assert!(answered("ugiok") == asked("ugi"), "{said:?}");
        }
        said.iter().any(|line| line.starts_with("bestmove ") && line != "bestmove (none)")
    },
};

/// Whether a line sets an option that makes searches long, or memory large.
fn is_option_that_searches(line: &str) -> bool {
    let line = line.to_ascii_lowercase();
    let harmless = ["random", "threat", "alpha-beta:depth=1,mb=0", "nonsense"];
    let mut words = line.split_whitespace();
    words.next() == Some("setoption")
        && match words.nth(1) {
            Some("agent") => !words.nth(1).is_some_and(|agent| harmless.contains(&agent)),
            Some("seed" | "nonsense") => false,
            _ => words.nth(1).is_none_or(|value| value.len() > 1),
        }
}

pub(crate) const GOMOCUP: Target = Target {
    name: "gomocup",
    about: "Piskvork's protocol: lines of a manager",
    is_cheap: false,
    words: &[
        "START 20",
        "START 5",
        "RECTSTART 9,9",
        "RESTART",
        "BEGIN",
        "TURN 0,0",
        "BOARD",
        "DONE",
        "TAKEBACK 0,0",
        "INFO timeout_turn ",
        "INFO timeout_match ",
        "INFO time_left ",
        "INFO max_memory ",
        "INFO rule ",
        "INFO game_type ",
        "ABOUT",
        "END",
        ",1",
        ",2",
        ",3",
        "2147483647",
        "-1",
        "9223372036854775807",
        "PLAY 1,1",
    ],
    run: |data, _| {
        let text = String::from_utf8_lossy(data);
        let mut lines = text.split('\n').map(|line| line.trim_end_matches('\r'));
        let agent = match lines.next() {
            Some("search") => "alpha-beta:depth=1,mb=0,width=1",
            Some("random") => "random",
            _ => "threat",
        };
        let lines: Vec<&str> = lines.take(LINES).collect();
        let said = converse(&["gomocup", "--agent", agent, "--jobs", "1"], &lines);
        let is_move = |line: &str| {
            let numbers: Option<Vec<u8>> = line.split(',').map(|number| number.parse().ok()).collect();
            numbers.is_some_and(|numbers| numbers.len() == 2 && numbers.iter().all(|&number| number < 20))
        };
        let known = ["OK", "ERROR", "UNKNOWN", "MESSAGE", "name="];
        for line in &said {
            assert!(is_move(line) || known.iter().any(|word| line.starts_with(word)), "it says {line:?}");
        }
        said.iter().any(|line| is_move(line))
    },
};

pub(crate) const ENGINES: Target = Target {
    name: "engines",
    about: "engines of others: what they say to the program as their manager",
    is_cheap: false,
    words: &[
        "ugiok",
        "readyok",
        "bestmove e5",
        "bestmove (none)",
        "bestmove",
        "info score cp 12",
        "info score mate 3",
        "OK",
        "ERROR",
        "UNKNOWN",
        "MESSAGE",
        "4,4",
        "0,0",
        "255,255",
        "-1,2",
        "e5",
        "2147483648",
    ],
    run: |data, _| {
        let folder = tempfile::tempdir().unwrap_or_else(|error| panic!("{error}"));
        let path = folder.path().join("said");
        // The last line is complete: half a line is no answer.
        std::fs::write(&path, [data, b"\n"].concat()).unwrap_or_else(|error| panic!("{error}"));
        let mut accepted = false;
        for protocol in ["ugi", "piskvork"] {
            let agent = format!("{protocol}:cmd=cat {},ms=1,timeout=2000", path.display());
            match command(&["hint", "match5", "--agent", &agent, "--jobs", "1"]) {
                Ok(text) => accepted |= !text.is_empty(),
                Err(refused) => assert!(!refused.message.is_empty() && refused.code == 1, "{refused:?}"),
            }
        }
        accepted
    },
};

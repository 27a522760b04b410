//! Scripted dialogues with the program as an engine.

mod dialogue;
#[path = "engines/flood.rs"]
mod flood;
#[path = "engines/piskvork.rs"]
mod piskvork;
#[path = "engines/universal.rs"]
mod universal;

use dialogue::Dialogue;
use proptest::prelude::*;

/// Strategy for lines of the protocol's words, numbers and arbitrary bytes.
fn line(words: &'static [&'static str]) -> impl Strategy<Value = Vec<u8>> {
    let word = prop_oneof![
        6 => prop::sample::select(words).prop_map(str::to_owned),
        2 => (-3_i32..25, -3_i32..25).prop_map(|(x, y)| format!("{x},{y}")),
        2 => (-3_i32..25, -3_i32..25, 0..5).prop_map(|(x, y, whose)| format!("{x},{y},{whose}")),
        1 => any::<i64>().prop_map(|number| number.to_string()),
        1 => "\\PC{0,12}",
    ];
    let words = prop::collection::vec(word, 0..5).prop_map(|words| words.join(" ").into_bytes());
    let long = (0..200_000_usize).prop_map(|length| vec![b'7'; length]);
    prop_oneof![12 => words, 2 => prop::collection::vec(any::<u8>(), 0..40), 1 => long]
}

/// Sends all lines at once, then a valid question, and returns the program's last output.
fn babble(args: &[&str], lines: &[Vec<u8>], sensible: &str) -> Vec<String> {
    let mut engine = Dialogue::new(args);
    // Commands that end the session are left out, so that the question is answered.
    let is_last = |line: &[u8]| {
        let word: Vec<u8> = line.trim_ascii().iter().copied().take_while(|byte| !byte.is_ascii_whitespace()).collect();
        word.eq_ignore_ascii_case(b"END") || word == b"quit"
    };
    for line in lines.iter().flat_map(|line| line.split(|&byte| byte == b'\n')).filter(|line| !is_last(line)) {
        engine.send_bytes(line);
        engine.send_bytes(b"\n");
    }
    engine.send(sensible);
    engine.end()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn gomocup_survives_everything(lines in prop::collection::vec(line(&[
        "START", "RECTSTART", "RESTART", "BEGIN", "TURN", "BOARD", "DONE", "TAKEBACK", "INFO", "ABOUT", "MESSAGE", "start 9",
        "START 5", "START 20", "timeout_turn", "timeout_match", "time_left", "max_memory", "rule", "evaluate", "folder",
        "TURN 1,1", "TURN 2,2", "BOARD\n1,1,1\nDONE", "\r", ",", "",
    ]), 0..40)) {
        let said = babble(&["gomocup", "--agent", "threat", "--jobs", "1"], &lines, "ABOUT");
        prop_assert!(said.last().is_some_and(|line| line.starts_with("name=")), "{:?}", said);
        for line in said {
            let known = ["OK", "ERROR ", "UNKNOWN ", "MESSAGE ", "name="].iter().any(|word| line.starts_with(word));
            prop_assert!(known || line.split(',').all(|number| number.parse::<u8>().is_ok_and(|n| n < 20)), "{}", line);
        }
    }

    #[test]
    fn ugi_survives_everything(lines in prop::collection::vec(line(&[
        "ugi", "isready", "uginewgame", "setoption", "name", "value", "Agent", "Hash", "Seed", "position", "startpos", "fen",
        "moves", "a1:AB", "c3:CD", "wwww2/6/bb4/6/6/bb4 w", "go", "go depth 1", "go nodes 9", "ponder", "ponderhit", "infinite", "movetime 1", "p1time",
        "stop", "query p1turn", "query gameover", "query result", "position startpos moves a1:AB", "\r", "",
    ]), 0..40)) {
        let args = ["ugi", "pentago-swap", "--agent", "report:depth=1,opening=no,mb=1", "--jobs", "1"];
        let said = babble(&args, &lines, "query luck");
        let last = "info string error: unknown query \"luck\"; expected p1turn, gameover or result";
        prop_assert_eq!(said.last().map(String::as_str), Some(last));
        for line in said {
            let words = ["id ", "option ", "ugiok", "readyok", "info ", "bestmove ", "response "];
            prop_assert!(words.iter().any(|word| line.starts_with(word)), "{}", line);
        }
    }
}

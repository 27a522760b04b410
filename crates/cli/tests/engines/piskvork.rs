//! `gambol gomocup`.

use std::process::Command;

use gambol::match5::{Match5, Rules, Wide};
use gambol::{Cell, Game, GameExt, Turn};

use crate::dialogue::Dialogue;

/// An engine with a small fixed depth, which is fast.
const SHALLOW: [&str; 3] = ["gomocup", "--agent", "alpha-beta:depth=2,width=20"];

/// Starts a Gomocup engine with an empty board and enough time for its depth on any machine.
fn gomocup(edge: u8) -> Dialogue {
    let mut engine = Dialogue::new(&SHALLOW);
    assert_eq!(engine.ask(&format!("START {edge}")), "OK");
    engine.send("INFO timeout_turn 60000");
    engine
}

/// Sends a board and returns the answer.
fn board(engine: &mut Dialogue, stones: &str) -> String {
    engine.send("BOARD");
    for stone in stones.split_whitespace() {
        engine.send(stone);
    }
    engine.ask("DONE")
}

fn cell(answer: &str) -> Cell {
    let (column, row) = answer.split_once(',').unwrap_or_else(|| panic!("{answer}"));
    Cell::new(column.parse().unwrap(), row.parse().unwrap())
}

#[test]
fn it_introduces_itself_and_takes_the_sizes_that_it_plays() {
    let mut engine = Dialogue::new(&["gomocup"]);
    assert!(engine.ask("ABOUT").starts_with("name=\"Gambol\", version=\""));
    for (size, reason) in [
        ("START 4", "ERROR the edge of a board is 5 to 20 cells, not 4"),
        ("START 21", "ERROR the edge of a board is 5 to 20 cells, not 21"),
        ("START", "ERROR expected the size of the board"),
        ("START 1000", "ERROR expected the size of the board"),
        ("RECTSTART 10,12", "ERROR boards must be square, not 10 by 12"),
        ("RECTSTART 10", "ERROR expected width,height"),
        ("RESTART", "ERROR no board yet"),
        ("SWAP2BOARD", "UNKNOWN command SWAP2BOARD"),
    ] {
        let answer = engine.ask(size);
        assert!(answer.starts_with(reason), "{size}: {answer}");
    }
    for size in ["START 5", "start 20", "RECTSTART 15,15", "RECTSTART 9, 9", "RESTART"] {
        assert_eq!(engine.ask(size), "OK", "{size}");
    }
    assert!(engine.end().is_empty());
}

#[test]
fn it_wins_in_one() {
    for edge in [9, 15, 20] {
        let mut engine = gomocup(edge);
        // In any order; the side to move follows from the counts.
        assert_eq!(board(&mut engine, "3,0,1 1,0,1 7,7,2 6,7,2 0,0,1 5,7,2 2,0,1 4,7,2"), "4,0", "{edge}");
        // The game is over.
        assert_eq!(engine.ask("TURN 8,8"), "ERROR the game is over: we have 5 in a row");
        assert!(engine.end().is_empty());
    }
}

/// The words of other engines, so that managers can display them.
#[test]
fn it_says_what_it_has_found() {
    let mut engine = gomocup(9);
    engine.send("BOARD\n3,0,1\n1,0,1\n7,7,2\n6,7,2\n0,0,1\n5,7,2\n2,0,1\n4,7,2\nDONE");
    let message = engine.line();
    let words: Vec<&str> = message.split(' ').collect();
    let known = |at: usize, word: &str| assert_eq!(words.get(at), Some(&word), "{message}");
    for (at, word) in ["MESSAGE", "depth", "1-1", "ev", "+M1", "n"].into_iter().enumerate() {
        known(at, word);
    }
    known(7, "n/ms");
    known(9, "tm");
    known(11, "pv");
    known(12, "e1");
    assert_eq!(engine.line(), "4,0");
    assert_eq!(engine.ask("RESTART"), "OK");
    engine.send("BEGIN");
    let message = engine.line();
    let value = message.split(' ').nth(4).unwrap();
    assert!(value.parse::<i32>().is_ok(), "a judgement: {message}");
}

#[test]
fn it_blocks() {
    for edge in [9, 20] {
        let mut engine = gomocup(edge);
        assert_eq!(board(&mut engine, "0,0,2 0,1,2 0,2,2 0,3,2 4,4,1 6,6,1 2,7,1 8,0,1"), "0,4", "{edge}");
        // The same holds in the last column, reached move by move.
        assert_eq!(engine.ask("RESTART"), "OK");
        let last = edge - 1;
        let answers = (0..4).map(|row| engine.ask(&format!("TURN {last},{row}")));
        // After it has blocked the column, the next stone there may be rejected.
        let blocked = answers.take_while(|answer| !answer.starts_with("ERROR")).map(|answer| cell(&answer));
        assert!(blocked.into_iter().any(|ours| ours.column == last && ours.row <= 4));
    }
}

#[test]
fn boards_with_any_numbers_of_stones_are_ours_to_move_on() {
    let mut engine = gomocup(15);
    assert_eq!(board(&mut engine, "0,0,1 1,1,1 2,2,1 3,3,1"), "4,4");
    assert_eq!(board(&mut engine, "0,0,2 1,1,2 2,2,2 3,3,2"), "4,4");
    assert_eq!(board(&mut engine, "0,0,2 1,0,2 2,0,2 3,0,2 7,7,2 8,8,2 9,3,1"), "4,0");
    let first = cell(&board(&mut engine, ""));
    assert!(first.column < 15 && first.row < 15);
    assert!(engine.end().is_empty());
}

#[test]
fn it_takes_back() {
    let mut engine = gomocup(9);
    let ours = engine.ask("BEGIN");
    let theirs = if ours == "0,0" { "1,1" } else { "0,0" };
    let second = engine.ask(&format!("TURN {theirs}"));
    assert_eq!(engine.ask(&format!("TAKEBACK {second}")), "OK");
    assert_eq!(engine.ask(&format!("TAKEBACK {theirs}")), "OK");
    assert_eq!(engine.ask(&format!("TAKEBACK {theirs}")), format!("ERROR no stone on {theirs}"));
    assert_eq!(engine.ask(&format!("TURN {ours}")), format!("ERROR {ours} is occupied"));
    // The answer depends only on the stones.
    assert_eq!(engine.ask(&format!("TURN {theirs}")), second);
    assert_eq!(engine.ask("BEGIN"), "ERROR BEGIN requires an empty board");
}

#[test]
fn a_game_is_played_to_its_end() {
    // A board small enough for draws, and one too large for them.
    for (edge, agents) in [(5, ["threat", "alpha-beta:depth=1"]), (12, ["threat", "random"])] {
        let mut engines = agents.map(|agent| Dialogue::new(&["gomocup", "--agent", agent]));
        for engine in &mut engines {
            assert_eq!(engine.ask(&format!("START {edge}")), "OK");
        }
        let mut game = Match5::<Wide>::new(Rules::new(edge, 5).unwrap()).unwrap();
        let mut command = "BEGIN".to_owned();
        while game.turn() != Turn::Over {
            let answer = engines[usize::from(game.left() % 2 != u16::from(edge) % 2)].ask(&command);
            game.try_play(cell(&answer)).unwrap();
            command = format!("TURN {answer}");
        }
        let loser = &mut engines[usize::from(game.left() % 2 != u16::from(edge) % 2)];
        let last = loser.ask(&command);
        assert!(last.starts_with("ERROR") && last.contains("over"), "{last}");
        for engine in engines {
            assert!(engine.end().is_empty());
        }
    }
}

#[test]
fn limits_of_time_and_memory_are_taken() {
    // The agent has no limit; only the manager's limit ends these searches.
    let mut engine = Dialogue::new(&["gomocup"]);
    assert_eq!(engine.ask("START 20"), "OK");
    for infos in [
        "timeout_turn 200",
        "timeout_turn 0",
        "timeout_turn 60000;time_left 500",
        "time_left -30",
        "timeout_turn 300;time_left 2147483647;timeout_match 0",
        "timeout_match 2000",
        "max_memory 83886080",
        "max_memory 0",
    ] {
        for info in infos.split(';') {
            engine.send(&format!("INFO {info}"));
        }
        assert_eq!(engine.ask("RESTART"), "OK");
        // RESTART resets the time left to that of the game, so it is sent again.
        for info in infos.split(';').filter(|info| info.starts_with("time_left")) {
            engine.send(&format!("INFO {info}"));
        }
        cell(&engine.ask("BEGIN"));
    }
    engine.send("INFO max_memory 1000");
    assert_eq!(engine.ask("RESTART"), "OK");
    engine.send("BEGIN");
    assert_eq!(engine.line(), "MESSAGE max_memory 1000 is less than the program itself may use");
    assert!(engine.line().starts_with("MESSAGE depth "));
    cell(&engine.line());
    assert!(engine.end().is_empty());
}

#[test]
fn the_limit_on_memory_applies_to_levels() {
    let searched = |agent: &str| {
        let mut engine = Dialogue::new(&["gomocup", "--agent", agent, "--jobs", "1"]);
        assert_eq!(engine.ask("START 9"), "OK");
        engine.send("INFO timeout_turn 60000");
        // No memory is left for a table.
        engine.send("INFO max_memory 16000000");
        engine.send("TURN 4,4");
        let line = engine.line();
        let nodes = line.split_once(" n ").and_then(|(_, rest)| rest.split_once(' '));
        nodes.unwrap_or_else(|| panic!("{line}")).0.parse::<u64>().unwrap()
    };
    let without = searched("alpha-beta:eval=threats,width=20,depth=4,ms=3600000,mb=0");
    assert_eq!(searched("hard:depth=4,ms=3600000"), without);
}

#[test]
fn rules_of_other_games_are_refused_when_a_move_is_due() {
    let mut engine = gomocup(9);
    engine.send("INFO rule 4");
    let refused = "ERROR rule 4: renju is not supported";
    assert_eq!(engine.ask("BEGIN"), refused);
    // The board stays as it was.
    assert_eq!(engine.ask("TURN 5,5"), refused);
    engine.send("BOARD");
    engine.send("5,5,2");
    assert_eq!(engine.ask("DONE"), refused);
    engine.send("INFO rule 1");
    engine.send("BEGIN");
    assert_eq!(engine.line(), "MESSAGE six or more in a row also win");
    assert!(engine.line().starts_with("MESSAGE depth "));
    cell(&engine.line());
    engine.send("INFO rule 0");
    engine.send("INFO game_type 1");
    engine.send("INFO folder /nowhere");
    engine.send("INFO evaluate 3,3");
    engine.send("INFO unheard of");
    engine.send("INFO");
    assert_eq!(engine.ask("RESTART"), "OK");
    cell(&engine.ask("BEGIN"));
    assert!(engine.end().is_empty());
}

#[test]
fn boards_that_cannot_be_are_refused_and_forgotten() {
    let mut engine = gomocup(9);
    cell(&engine.ask("TURN 0,0"));
    for (stones, reason) in [
        ("1,1,1 1,1,2", "two stones are on 1,1"),
        ("9,1,1", "9,1 is outside the board, from 0,0 to 8,8"),
        ("1,1,3", "1,1,3: continuous games are not supported"),
        ("1,1,4", "1,1,4: expected owner 1 (us) or 2 (the opponent)"),
        ("1,1", "expected a move x,y"),
        ("1", "expected a stone x,y,owner"),
        ("nonsense 2,2,1", "expected a stone x,y,owner"),
        ("-1,1,1", "expected a move x,y"),
        ("0,0,2 1,0,2 2,0,2 3,0,2 4,0,2", "the game is over: the opponent has 5 in a row"),
        ("0,0,1 1,0,1 2,0,1 3,0,1 4,0,1", "the game is over: we have 5 in a row"),
    ] {
        let answer = board(&mut engine, stones);
        assert!(answer.starts_with("ERROR ") && answer.contains(reason), "{stones}: {answer}");
    }
    assert_eq!(engine.ask("DONE"), "ERROR DONE without BOARD");
    // An unfinished board.
    engine.send("BOARD");
    engine.send("1,1,1");
    engine.send("RESTART");
    assert_eq!(engine.line(), "MESSAGE the board is discarded: it did not end with DONE");
    assert_eq!(engine.line(), "OK");
    cell(&engine.ask("TURN 1,1"));
}

#[test]
fn a_move_is_still_said_when_the_input_ends_and_not_after_end() {
    let mut engine = gomocup(9);
    engine.send("BEGIN");
    let said = engine.end();
    cell(&said[said.len() - 1]);

    let mut engine = Dialogue::new(&["gomocup"]);
    assert_eq!(engine.ask("START 20"), "OK");
    engine.send("INFO timeout_turn 100000000");
    engine.send("BEGIN");
    engine.send("END");
    assert!(engine.end().is_empty());
}

#[test]
fn unknown_agents_are_refused_before_the_first_line() {
    let output = Command::new(env!("CARGO_BIN_EXE_gambol")).args(["gomocup", "--agent", "nobody"]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("unknown agent"));
}

#[cfg(unix)]
#[test]
fn it_is_an_engine_by_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let brain = folder.path().join("pbrain-Gambol");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_gambol"), &brain).unwrap();
    for args in [&[][..], &["--agent", "random"]] {
        let mut engine = Dialogue::start(&brain, args);
        assert!(engine.ask("ABOUT").starts_with("name=\"Gambol\""));
        assert!(engine.end().is_empty());
    }
}

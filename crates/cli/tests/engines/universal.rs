//! `gambol ugi`.

use std::process::Command;

use crate::dialogue::Dialogue;

fn pentago() -> Dialogue {
    Dialogue::new(&["ugi", "pentago-swap", "--agent", "report:depth=2,opening=no,mb=8"])
}

const FOUR: &str = "position fen wwww2/6/bb4/6/6/bb4 w";

#[test]
fn it_introduces_itself() {
    for (game, options) in [("pentago-swap", ["Agent", "Seed", "Hash"]), ("match5:gomoku", ["Agent", "Hash", "width"])]
    {
        let mut engine = Dialogue::new(&["ugi", game]);
        engine.send("ugi");
        let lines = engine.until("ugiok");
        assert!(lines[0].starts_with("id name Gambol ") && lines[0].ends_with(game), "{lines:?}");
        assert!(lines[1].starts_with("id author "), "{lines:?}");
        for option in options {
            let beginning = format!("option name {option} type ");
            assert!(lines.iter().any(|line| line.starts_with(&beginning)), "{option} in {lines:?}");
        }
        assert_eq!(engine.ask("isready"), "readyok");
        engine.send("uginewgame");
        engine.send("quit");
        assert!(engine.end().is_empty());
    }
}

#[test]
fn it_wins_in_one_and_says_so_from_its_own_side() {
    let won = |engine: &mut Dialogue, position: &str, after: &str| {
        engine.send(position);
        engine.send("go depth 2");
        let lines = engine.until("bestmove");
        assert!(lines[lines.len() - 2].contains(" score mate 1 pv "), "{lines:?}");
        let action = lines[lines.len() - 1].strip_prefix("bestmove ").unwrap().to_owned();
        engine.send(&format!("{position} moves {action}"));
        assert_eq!(engine.ask("query gameover"), "response true");
        assert_eq!(engine.ask("query p1turn"), "response false");
        assert_eq!(engine.ask("query result"), after);
        assert_eq!(engine.ask("go depth 2"), "info string error: no player is to move: the game is over");
        assert_eq!(engine.line(), "bestmove (none)");
    };
    let mut engine = pentago();
    won(&mut engine, FOUR, "response p1win");
    won(&mut engine, "position fen bbbb2/6/ww4/6/1w4/ww4 b", "response p2win");
    let mut engine = Dialogue::new(&["ugi", "match5", "--agent", "alpha-beta"]);
    won(&mut engine, "position fen rrrr5/9/9/9/9/9/9/9/bbbb5 r", "response p1win");
    won(&mut engine, "position fen rrrr5/9/9/9/9/9/9/9/bbbb4r b", "response p2win");
}

#[test]
fn it_blocks() {
    let mut engine = Dialogue::new(&["ugi", "match5", "--agent", "alpha-beta"]);
    engine.send("position fen rrrr5/9/9/9/4b4/3b5/9/9/7b1 b");
    assert_eq!(engine.ask("go depth 2"), "bestmove e1");
}

#[test]
fn positions_are_asked_about() {
    let mut engine = Dialogue::new(&["ugi", "match5:edge=5"]);
    for (position, p1turn, gameover, result) in [
        ("startpos", "true", "false", "none"),
        ("startpos moves c3", "false", "false", "none"),
        ("startpos moves c3 a1", "true", "false", "none"),
        ("startpos moves a1 a2 b1 b2 c1 c2 d1 d2 e1", "false", "true", "p1win"),
        ("fen rbrbr/rbrbr/brbrb/brbrb/rbrb1 r moves e5", "false", "true", "draw"),
    ] {
        engine.send(&format!("position {position}"));
        assert_eq!(engine.ask("query p1turn"), format!("response {p1turn}"), "{position}");
        assert_eq!(engine.ask("query gameover"), format!("response {gameover}"), "{position}");
        assert_eq!(engine.ask("query result"), format!("response {result}"), "{position}");
    }
}

#[test]
fn what_is_wrong_is_named_and_changes_nothing() {
    let mut engine = pentago();
    engine.send(FOUR);
    for (line, reason) in [
        ("position", "expected `position startpos|fen FEN [moves MOVE …]`"),
        ("position fen", "expected `position"),
        ("position fen 6/6 w", "position: "),
        ("position startpos a1:AB", "expected `position"),
        ("position startpos moves z9", "position: move 1: "),
        ("position startpos moves c3:AB c3:AB b2:AB b2", "position: move "),
        ("setoption", "expected `setoption name NAME value VALUE`"),
        ("setoption name luck value 7", "unknown option luck"),
        ("setoption name Agent value nobody", "unknown agent"),
        ("setoption name Hash value -3", "mb must be a number from 0 to 65536"),
        ("setoption name Seed value x", "Seed is a number"),
        ("setoption name Ponder value 1", "Ponder is true or false"),
        ("query luck", "unknown query \"luck\""),
        ("GO", "unknown command GO"),
    ] {
        let answer = engine.ask(line);
        assert!(answer.starts_with("info string error: ") && answer.contains(reason), "{line}: {answer}");
    }
    for line in
        ["go depth", "go depth x", "go depth -1", "go nodes 0", "go movetime 1s", "go luck 3", "go p1time 1 wtime"]
    {
        let answer = engine.ask(line);
        assert!(answer.starts_with("info string error: go: "), "{line}: {answer}");
        assert_eq!(engine.line(), "bestmove (none)");
    }
    engine.send("go");
    let said = engine.until("bestmove");
    assert!(said[0].contains("mate 1"), "{said:?}");
}

#[test]
fn every_way_to_search_ends() {
    for (game, agent) in
        [("pentago-swap", "report:opening=no,mb=8"), ("match5", "alpha-beta:mb=8"), ("match5", "mcts:simulations=50")]
    {
        let mut engine = Dialogue::new(&["ugi", game, "--agent", agent, "--jobs", "1"]);
        engine.send("position startpos");
        for go in [
            "depth 1",
            "depth 0",
            "nodes 50",
            "movetime 100",
            "movetime 1",
            "p1time 400 p2time 400 p1inc 10 p2inc 10",
            "wtime 300 btime 300 winc 0 binc 0 movestogo 5",
            "p1time -5 p2time 100",
            "nodes 100000 movetime 50",
        ] {
            let answer = engine.ask(&format!("go {go}"));
            assert!(answer.starts_with("bestmove ") && !answer.contains("none"), "{go}: {answer}");
        }
    }
}

#[test]
fn a_search_is_stopped_and_what_waited_is_answered_after_it() {
    let mut engine = Dialogue::new(&["ugi", "match5:gomoku", "--agent", "alpha-beta:mb=8"]);
    engine.send("position startpos moves h8");
    engine.send("go infinite");
    assert_eq!(engine.ask("isready"), "readyok");
    engine.send("query p1turn");
    assert_eq!(engine.ask("isready"), "readyok");
    engine.send("stop");
    let said = engine.until("bestmove");
    assert!(said.iter().all(|line| !line.starts_with("response")), "{said:?}");
    assert_eq!(engine.line(), "response false");
    engine.send("stop");
    assert_eq!(engine.ask("isready"), "readyok");
}

#[test]
fn quitting_and_the_end_of_the_input_end_a_search_with_its_move() {
    for last in [Some("quit"), None] {
        let mut engine = Dialogue::new(&["ugi", "match5:gomoku", "--agent", "alpha-beta:mb=8"]);
        engine.send("go infinite");
        if let Some(last) = last {
            engine.send(last);
        }
        let said = engine.end();
        assert!(said[said.len() - 1].starts_with("bestmove "), "{said:?}");
    }
    // Every depth is reported, and the moves of the deepest with the answer. A search that ends by
    // itself is not cut short.
    let mut engine = pentago();
    engine.send("go depth 2");
    let depths: Vec<String> = engine.end().iter().map(|line| line.split(" time ").next().unwrap().to_owned()).collect();
    assert_eq!(depths[..3], ["info depth 1", "info depth 2", "info depth 2"]);
    assert!(depths[3].starts_with("bestmove "), "{depths:?}");
}

#[test]
fn it_searches_in_the_opponents_time() {
    let mut engine = Dialogue::new(&["ugi", "match5:gomoku", "--agent", "alpha-beta:mb=8", "--jobs", "1"]);
    assert_eq!(engine.ask("ponderhit"), "info string error: no search runs in the opponent's time");
    engine.send("setoption name Ponder value true");
    engine.send("position startpos moves h8");
    engine.send("go depth 3");
    let said = engine.until("bestmove");
    let words: Vec<&str> = said[said.len() - 1].split(' ').collect();
    let ["bestmove", action, "ponder", reply] = words[..] else { panic!("{words:?}") };
    let expected = format!("position startpos moves h8 {action} {reply}");
    // Its time starts at the ponderhit. It sends no move before, even if the search has ended.
    for (go, last) in [
        ("ponder p1time 2000 p2time 2000", "ponderhit"),
        ("ponder movetime 1", "ponderhit"),
        ("ponder depth 1", "ponderhit"),
        ("ponder nodes 1", "stop"),
        ("ponder", "ponderhit"),
        ("ponder infinite", "stop"),
    ] {
        engine.send(&expected);
        engine.send(&format!("go {go}"));
        std::thread::sleep(std::time::Duration::from_millis(50));
        engine.send("isready");
        let before = engine.until("readyok");
        assert!(before.iter().all(|line| !line.starts_with("bestmove")), "{go}: {before:?}");
        engine.send(last);
        let said = engine.until("bestmove");
        let best = said[said.len() - 1].split(' ').nth(1).unwrap().to_owned();
        // The move fits the expected position, and the game continues after another one.
        engine.send(&format!("{expected} {best}"));
        assert_eq!(engine.ask("query gameover"), "response false", "{go}: {best}");
        engine.send(&format!("position startpos moves h8 {action}"));
        assert!(engine.ask("go depth 1").starts_with("bestmove "), "{go}");
    }
    for last in ["isready", "quit"] {
        let mut engine = pentago();
        engine.send("go ponder");
        engine.send(last);
        assert!(engine.end().iter().any(|line| line.starts_with("bestmove ")), "the input has ended");
    }
}

#[test]
fn agents_and_seeds_are_set() {
    let mut engine = pentago();
    engine.send("setoption name Agent value random");
    let mut moves = |seed: u64| {
        engine.send(&format!("setoption name Seed value {seed}"));
        engine.send("uginewgame");
        [(); 4].map(|()| engine.ask("go"))
    };
    let first = moves(1);
    assert_eq!(first, moves(1));
    assert_ne!(first, moves(2));
    assert_ne!(first[0], first[1], "every move has a seed of its own");
    engine.send("setoption name Agent value report");
    engine.send("setoption name hash value 12");
    engine.send("setoption name depth value 1");
    engine.send("ugi");
    let lines = engine.until("ugiok");
    assert!(lines.contains(&"option name Agent type string default report:mb=12,depth=1".to_owned()), "{lines:?}");
    assert!(lines.contains(&"option name Hash type spin default 12 min 0 max 65536".to_owned()), "{lines:?}");
}

#[test]
fn levels_and_aliases_have_the_options_of_their_agents() {
    let has = |lines: &[String], option: &str| assert!(lines.contains(&format!("option name {option}")), "{lines:?}");
    let mut engine = Dialogue::new(&["ugi", "pentago-swap", "--agent", "medium"]);
    engine.send("ugi");
    let lines = engine.until("ugiok");
    has(&lines, "Agent type string default alpha-beta:eval=lines,depth=2");
    has(&lines, "depth type string default 2");
    engine.send("setoption name Agent value easy:mb=2");
    engine.send("setoption name depth value 3");
    engine.send("ugi");
    has(&engine.until("ugiok"), "Agent type string default alpha-beta:eval=quadrants,mb=2,depth=3");
    engine.send("setoption name Agent value mc:z=7");
    engine.send("ugi");
    has(&engine.until("ugiok"), "rollouts type string default 7");
    engine.send("setoption name rollouts value 50");
    engine.send("ugi");
    has(&engine.until("ugiok"), "Agent type string default mc:rollouts=50");
}

#[test]
fn options_can_be_given_back_as_they_are_listed() {
    for game in ["pentago-swap", "match5"] {
        let mut engine = Dialogue::new(&["ugi", game]);
        engine.send("ugi");
        let listed = engine.until("ugiok");
        let options = listed.iter().filter_map(|line| line.strip_prefix("option name "));
        for option in options.filter_map(|option| option.split_once(" type ")) {
            let (name, (_, default)) = (option.0, option.1.split_once(" default ").unwrap());
            let default = default.split(" min ").next().unwrap();
            engine.send(&format!("setoption name {name} value {default}"));
            assert_eq!(engine.ask("isready"), "readyok", "{game}: {name} {default}");
        }
    }
}

#[test]
fn games_with_chance_are_refused() {
    for game in ["threes", "tenten", "five-or-more", "chess"] {
        let output = Command::new(env!("CARGO_BIN_EXE_gambol")).args(["ugi", game]).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{game}");
        assert!(output.stdout.is_empty(), "{game}");
    }
}
